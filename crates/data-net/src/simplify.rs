//! Expressions in fewer operations, given the cells' ranges.

use crate::estimate::Ranges;
use crate::expression::{Binary, Expression, Unary};
use crate::narrowed::Narrowed;

/// Returns an expression with fewer operations that has the same value whenever the cells are in their ranges.
pub fn simplify(expression: &Expression, ranges: &dyn Ranges) -> Expression {
    let estimate = expression.estimate(ranges);
    if let (Some(number), false) = (estimate.range.single(), estimate.may_fail) {
        return Expression::Number(number);
    }
    let simple = |part: &Expression| simplify(part, ranges);
    let boxed = |part: &Expression| Box::new(simplify(part, ranges));
    match expression {
        Expression::Number(_) | Expression::Cell(_) | Expression::Temporary(_) => expression.clone(),
        Expression::Element(elements, index) => {
            let index = simple(index);
            match elements.at(&index) {
                Some(cell) => simple(&Expression::Cell(cell)),
                None => Expression::Element(*elements, Box::new(index)),
            }
        }
        Expression::Choice(numbers, index) => Expression::Choice(numbers.clone(), boxed(index)),
        Expression::Unary(operation, a) => Expression::unary(*operation, simple(a)),
        Expression::Binary(operation, parts) => {
            Expression::binary(*operation, simple(&parts[0]), simple(&parts[1]))
        }
        Expression::All(parts) => simplify_chain(parts, true, ranges),
        Expression::Any(parts) => simplify_chain(parts, false, ranges),
        Expression::If(parts) => match simple(&parts[0]) {
            Expression::Number(0) => simple(&parts[2]),
            Expression::Number(_) => simple(&parts[1]),
            condition => match (simple(&parts[1]), simple(&parts[2])) {
                // A condition is a number already.
                (Expression::Number(1), Expression::Number(0)) if is_truth(&condition) => condition,
                (yes, no) => Expression::If(Box::new([condition, yes, no])),
            },
        },
        Expression::Wrap(sort, a) if sort.includes(a.estimate(ranges).range) => simple(a),
        Expression::Within(sort, a) if sort.includes(a.estimate(ranges).range) => simple(a),
        Expression::Wrap(sort, a) => Expression::Wrap(*sort, boxed(a)),
        Expression::Within(sort, a) => Expression::Within(*sort, boxed(a)),
    }
}

/// Returns whether the expression is 0 or 1 by its form.
fn is_truth(expression: &Expression) -> bool {
    match expression {
        Expression::Unary(operation, _) => *operation == Unary::Not,
        Expression::Binary(operation, _) => {
            matches!(operation, Binary::Equal | Binary::Unequal | Binary::Less | Binary::AtMost)
        }
        _ => false,
    }
}

/// Removes parts that are always true (in a conjunction) or always false (in a disjunction), and simplifies each part
/// by means of those before it.
fn simplify_chain(parts: &[Expression], is_all: bool, ranges: &dyn Ranges) -> Expression {
    let mut narrowed = Narrowed::new(ranges);
    let mut kept = Vec::new();
    for part in parts {
        let simple = simplify(part, &narrowed);
        let ends = matches!(&simple, Expression::Number(number) if (*number != 0) != is_all);
        if !matches!(simple, Expression::Number(_)) || ends {
            kept.push(simple);
        }
        if ends || !narrowed.assume(part, is_all) {
            break;
        }
    }
    match kept.len() {
        0 => Expression::Number(i64::from(is_all)),
        1 => kept.remove(0),
        _ if is_all => Expression::All(kept),
        _ => Expression::Any(kept),
    }
}
