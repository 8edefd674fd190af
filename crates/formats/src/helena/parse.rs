//! The parser, definition by definition. After an error in one it continues with the next, so that several errors are
//! reported.

mod cursor;
mod definition;
mod expression;
mod label;

use sanderling_net::{Diagnostic, Diagnostics, Span};

use crate::helena::lexer::Token;
use crate::helena::syntax::{Definition, Expression, Name, Node, Syntax};
use cursor::Cursor;

/// Maximum number of errors to report.
const MAX_ERRORS: usize = 20;

/// A result, or a syntax error.
type Parsed<T> = Result<T, Box<Diagnostic>>;

/// Parses a net.
pub(crate) fn parse<'a>(tokens: &[(Token<'a>, Span)]) -> Result<Syntax<'a>, Diagnostics> {
    let mut cursor = Cursor::new(tokens);
    let (name, mut definitions) = head(&mut cursor).map_err(|error| Diagnostics::from(*error))?;
    let mut errors = Diagnostics::new();
    while !cursor.is_at("}") && !cursor.is_at_end() {
        match definition::definition(&mut cursor) {
            Ok(definition) => definitions.push(definition),
            Err(error) => {
                errors.push(*error);
                if errors.len() == MAX_ERRORS {
                    return Err(errors);
                }
                cursor.skip_definition();
            }
        }
    }
    let end = cursor.expect("}").and_then(|_| cursor.expect_end());
    // After an error it is not clear which brace was skipped.
    errors.extend(end.err().map(|error| *error).filter(|_| errors.is_empty()));
    if errors.is_empty() { Ok(Syntax { name, definitions }) } else { Err(errors) }
}

/// Parses the name of the net, and its parameters as constants of `int`.
fn head<'a>(cursor: &mut Cursor<'_, 'a>) -> Parsed<(Name<'a>, Vec<Definition<'a>>)> {
    let name = cursor.name("the name of the net")?;
    let mut parameters = Vec::new();
    if cursor.take("(") {
        loop {
            let name = cursor.name("the name of a parameter")?;
            cursor.expect(":=")?;
            let (digits, span) = cursor.number()?;
            let value = Expression { node: Node::Number(digits), span, depth: 1 };
            let type_name = Name { text: "int", span };
            parameters.push(Definition::Constant { type_name, name, value });
            if !cursor.take(",") {
                break;
            }
        }
        cursor.expect(")")?;
    }
    cursor.expect("{")?;
    Ok((name, parameters))
}
