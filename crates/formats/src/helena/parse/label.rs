//! Labels of arcs and initial markings: sums of tuples.

use super::Parsed;
use super::cursor::Cursor;
use super::expression::{expression, factor, is_tuple};
use crate::helena::syntax::{Iteration, Label, Range, Tuple};

/// Parses a sum of tuples.
pub(super) fn label<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Label<'a>> {
    let mut tuples = vec![tuple(cursor)?];
    while cursor.take("+") {
        tuples.push(tuple(cursor)?);
    }
    Ok(tuples)
}

fn tuple<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Tuple<'a>> {
    let start = cursor.span();
    let mut iterations = Vec::new();
    if cursor.take("for") {
        cursor.expect("(")?;
        iterations.push(iteration(cursor)?);
        while cursor.take(",") {
            iterations.push(iteration(cursor)?);
        }
        cursor.expect(")")?;
    }
    let condition = match cursor.take("if") {
        true => {
            cursor.expect("(")?;
            let condition = expression(cursor)?;
            cursor.expect(")")?;
            Some(condition)
        }
        false => None,
    };
    let factor = match is_tuple(cursor.token()) {
        true => None,
        false => {
            let factor = factor(cursor)?;
            cursor.expect("*")?;
            Some(factor)
        }
    };
    let components = components(cursor)?;
    Ok(Tuple { span: cursor.since(start), iterations, condition, factor, components })
}

fn components<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Vec<crate::helena::syntax::Expression<'a>>> {
    if cursor.take("epsilon") {
        return Ok(Vec::new());
    }
    if !cursor.take("<(") {
        return Err(cursor.instead_of("a tuple, `<(` … `)>` or `epsilon`"));
    }
    let mut components = vec![expression(cursor)?];
    while cursor.take(",") {
        components.push(expression(cursor)?);
    }
    cursor.expect(")>")?;
    Ok(components)
}

/// Parses a loop variable with its type and range.
pub(super) fn iteration<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Iteration<'a>> {
    let name = cursor.name("the name of a variable")?;
    cursor.expect("in")?;
    let type_name = cursor.name("the name of a type")?;
    let range = if cursor.is_at("range") { Some(range(cursor)?) } else { None };
    Ok(Iteration { name, type_name, range })
}

/// Parses `range first .. last`.
pub(super) fn range<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Range<'a>> {
    cursor.expect("range")?;
    let first = expression(cursor)?;
    cursor.expect("..")?;
    Ok(Range { first, last: expression(cursor)? })
}
