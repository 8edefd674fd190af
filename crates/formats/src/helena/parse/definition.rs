//! Types, constants, places and transitions.

use sanderling_net::Diagnostic;

use super::Parsed;
use super::cursor::Cursor;
use super::expression::{expression, refused};
use super::label::{iteration, label, range};
use crate::helena::lexer::Token;
use crate::helena::syntax::{Arc, Bound, Definition, Iteration, Place, Transition, TypeDefinition};

/// Parses a definition of any kind.
pub(super) fn definition<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Definition<'a>> {
    let span = cursor.span();
    match cursor.token() {
        Token::Word("type") => type_definition(cursor),
        Token::Word("subtype") => subtype(cursor),
        Token::Word("constant") => constant(cursor),
        Token::Word("place") => Ok(Definition::Place(place(cursor)?)),
        Token::Word("transition") => Ok(Definition::Transition(transition(cursor)?)),
        Token::Word("proposition") => proposition(cursor),
        Token::Word("function" | "import") => Err(refused("a function", span)),
        _ => Err(cursor.instead_of("a type, a constant, a place, a transition or a proposition")),
    }
}

fn type_definition<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Definition<'a>> {
    cursor.next();
    let name = cursor.name("the name of a type")?;
    cursor.expect(":")?;
    let definition = match cursor.token() {
        Token::Word("range") => TypeDefinition::Range(range(cursor)?),
        Token::Word("mod") => {
            cursor.next();
            TypeDefinition::Modulo(expression(cursor)?)
        }
        Token::Word("enum") => {
            cursor.next();
            cursor.expect("(")?;
            let mut constants = vec![cursor.name("a constant")?];
            while cursor.take(",") {
                constants.push(cursor.name("a constant")?);
            }
            cursor.expect(")")?;
            TypeDefinition::Enumeration(constants)
        }
        Token::Word(kind @ ("vector" | "struct" | "list" | "set")) => {
            return Err(refused(&format!("a type of the kind `{kind}`"), cursor.span()));
        }
        _ => return Err(cursor.instead_of("`range`, `mod` or `enum`")),
    };
    cursor.expect(";")?;
    Ok(Definition::Type(name, definition))
}

fn subtype<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Definition<'a>> {
    cursor.next();
    let name = cursor.name("the name of a type")?;
    cursor.expect(":")?;
    let parent = cursor.name("the name of a type")?;
    let range = if cursor.is_at("range") { Some(range(cursor)?) } else { None };
    cursor.expect(";")?;
    Ok(Definition::Type(name, TypeDefinition::Subtype { parent, range }))
}

fn constant<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Definition<'a>> {
    cursor.next();
    let type_name = cursor.name("the name of a type")?;
    let name = cursor.name("the name of a constant")?;
    cursor.expect(":=")?;
    let value = expression(cursor)?;
    cursor.expect(";")?;
    Ok(Definition::Constant { type_name, name, value })
}

/// Skips a proposition. Propositions belong to properties, and may contain constructs that are not supported elsewhere.
fn proposition<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Definition<'a>> {
    cursor.next();
    let name = cursor.name("the name of a proposition")?;
    cursor.expect(":")?;
    while !cursor.is_at(";") && !cursor.is_at_end() {
        cursor.next();
    }
    cursor.expect(";")?;
    Ok(Definition::Proposition(name))
}

fn place<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Place<'a>> {
    cursor.next();
    let name = cursor.name("the name of a place")?;
    cursor.expect("{")?;
    cursor.expect("dom")?;
    cursor.expect(":")?;
    let mut domain = Vec::new();
    if !cursor.take("epsilon") {
        domain.push(cursor.name("the name of a type, or `epsilon`")?);
        while cursor.take("*") {
            domain.push(cursor.name("the name of a type")?);
        }
    }
    cursor.expect(";")?;
    let mut place = Place { name, domain, initial: None, capacity: None };
    let mut seen = Vec::new();
    while !cursor.take("}") {
        once(cursor, &mut seen)?;
        let (attribute, span) = cursor.next();
        match attribute {
            Token::Word("init") => {
                cursor.expect(":")?;
                place.initial = Some(label(cursor)?);
            }
            Token::Word("capacity") => {
                cursor.expect(":")?;
                expression(cursor)?;
                place.capacity = Some(cursor.since(span));
            }
            // The purpose of the place, which is a hint for reductions.
            Token::Word("type") => {
                cursor.expect(":")?;
                cursor.name("the kind of a place")?;
            }
            other => {
                let error = Diagnostic::error(other.description()).at(span);
                return Err(Box::new(error.expected("`init`, `capacity`, `type` or `}`")));
            }
        }
        cursor.expect(";")?;
    }
    Ok(place)
}

fn transition<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Transition<'a>> {
    cursor.next();
    let name = cursor.name("the name of a transition")?;
    cursor.expect("{")?;
    let mut transition = Transition {
        name,
        inputs: Vec::new(),
        outputs: Vec::new(),
        inhibitors: Vec::new(),
        free: Vec::new(),
        bound: Vec::new(),
        guard: None,
    };
    let mut seen = Vec::new();
    while !cursor.take("}") {
        once(cursor, &mut seen)?;
        section(cursor, &mut transition)?;
    }
    Ok(transition)
}

/// Checks that the attribute here did not occur before.
fn once<'a>(cursor: &Cursor<'_, 'a>, seen: &mut Vec<Token<'a>>) -> Parsed<()> {
    let token = cursor.token();
    if seen.contains(&token) {
        let error = Diagnostic::error(format!("a second {}", token.description())).at(cursor.span());
        return Err(Box::new(error.expected("it once")));
    }
    seen.push(token);
    Ok(())
}

fn section<'a>(cursor: &mut Cursor<'_, 'a>, transition: &mut Transition<'a>) -> Parsed<()> {
    let (word, span) = cursor.next();
    match word {
        Token::Word("in") => transition.inputs = block(cursor, arc)?,
        Token::Word("out") => transition.outputs = block(cursor, arc)?,
        Token::Word("inhibit") => transition.inhibitors = block(cursor, arc)?,
        Token::Word("pick") => transition.free = block(cursor, free)?,
        Token::Word("let") => transition.bound = block(cursor, bound)?,
        Token::Word("guard") => {
            cursor.expect(":")?;
            transition.guard = Some(expression(cursor)?);
            cursor.expect(";")?;
        }
        Token::Word("description") => description(cursor)?,
        // A promise that reductions use.
        Token::Word("safe") => _ = cursor.expect(";")?,
        Token::Word("priority") => {
            let error = Diagnostic::error("a priority").at(span);
            return Err(Box::new(
                error.help(
                    "transitions with priorities are not read: take them out where they change nothing",
                ),
            ));
        }
        Token::Word("reset") => {
            let error = Diagnostic::error("a section `reset`").at(span);
            return Err(Box::new(error.help("reset arcs are not read")));
        }
        other => {
            let error = Diagnostic::error(other.description()).at(span);
            let expected = "`in`, `out`, `inhibit`, `pick`, `let`, `guard`, `description`, `safe` or `}`";
            return Err(Box::new(error.expected(expected)));
        }
    }
    Ok(())
}

/// Skips the text to print for a firing. Its expressions may contain constructs that are not supported elsewhere, after
/// a comma or a semicolon.
fn description(cursor: &mut Cursor<'_, '_>) -> Parsed<()> {
    loop {
        while !cursor.is_at(";") && !cursor.is_at_end() {
            cursor.next();
        }
        cursor.expect(";")?;
        let begins_a_section = |word: &str| {
            matches!(
                word,
                "in" | "out"
                    | "inhibit"
                    | "pick"
                    | "let"
                    | "guard"
                    | "safe"
                    | "priority"
                    | "reset"
                    | "description"
            )
        };
        match cursor.token() {
            Token::Word(word) if !begins_a_section(word) => {}
            Token::Number(_) => {}
            _ => return Ok(()),
        }
    }
}

fn block<'a, T>(cursor: &mut Cursor<'_, 'a>, part: fn(&mut Cursor<'_, 'a>) -> Parsed<T>) -> Parsed<Vec<T>> {
    cursor.expect("{")?;
    let mut parts = Vec::new();
    while !cursor.take("}") {
        parts.push(part(cursor)?);
        cursor.expect(";")?;
    }
    Ok(parts)
}

fn arc<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Arc<'a>> {
    let place = cursor.name("the name of a place")?;
    cursor.expect(":")?;
    Ok(Arc { place, label: label(cursor)? })
}

fn free<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Iteration<'a>> {
    iteration(cursor)
}

fn bound<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<Bound<'a>> {
    let type_name = cursor.name("the name of a type")?;
    let name = cursor.name("the name of a variable")?;
    cursor.expect(":=")?;
    Ok(Bound { type_name, name, value: expression(cursor)? })
}
