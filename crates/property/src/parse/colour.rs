//! Colours after a place, and values for the variables of a transition.
//!
//! A colour is the id of a constant, a number, a tuple of colours, or `_` for any. The meaning of a word depends on the
//! sort and is resolved with the net later.

use sanderling_net::Diagnostic;

use super::{MAX_DEPTH, Parsed, Parser};
use crate::lexer::Token;
use crate::operand::joined;
use crate::syntax::{Name, PatternShape, PatternSyntax};

const COLOUR: &str = "a colour: the id of a constant, a number, `_` or a tuple";

impl Parser<'_> {
    /// Parses the colours in parentheses: one, or the components of a tuple.
    pub(super) fn colours(&mut self) -> Parsed<PatternSyntax> {
        let start = self.span;
        let mut parts = self.list(COLOUR, Self::colour)?;
        let span = joined(start, self.previous);
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => PatternSyntax { shape: PatternShape::Tuple(parts), span },
        })
    }

    /// Parses the values in parentheses: `x = a`, with commas between them.
    pub(super) fn values(&mut self) -> Parsed<Vec<(Name, PatternSyntax)>> {
        self.list("a variable and its value", |parser| {
            let variable = parser.name("the id of a variable")?;
            parser.expect("=", "`=` and a value")?;
            Ok((variable, parser.colour()?))
        })
    }

    fn colour(&mut self) -> Parsed<PatternSyntax> {
        let start = self.span;
        let shape = match &self.token {
            Token::Symbol("(") => {
                if self.depth == MAX_DEPTH {
                    let message = format!("a colour nested more than {MAX_DEPTH} levels deep");
                    return self.report(Diagnostic::error(message).at(self.span));
                }
                self.depth += 1;
                let tuple = self.colours()?;
                self.depth -= 1;
                return Ok(tuple);
            }
            Token::Word("_") => PatternShape::Any,
            Token::Word(word) => PatternShape::Written((*word).to_string()),
            Token::Quoted(word) => PatternShape::Written(word.clone()),
            Token::Number(digits) => PatternShape::Written((*digits).to_string()),
            Token::Symbol("-") => {
                self.advance();
                let Token::Number(digits) = self.token else { return self.found("a number") };
                PatternShape::Written(format!("-{digits}"))
            }
            _ => return self.found(COLOUR),
        };
        self.advance();
        Ok(PatternSyntax { shape, span: joined(start, self.previous) })
    }
}
