//! The parser: from text to a syntax tree.
//!
//! A lexer splits the text into tokens. Functions that follow the rules of the grammar read them from left to right,
//! with one token of look-ahead: `model`, `declaration`, `process`, `transition`, `communication`. Operators are
//! combined by their precedence (`binding`, `expression`). A rule that meets an unexpected token reports it (`cursor`)
//! and gives up. The enclosing list finds a position to continue (`recovery`), so that one run reports several errors.
//! The texts of advice are in `hint`.
//!
//! INVARIANT: no function recurses deeper than [`MAX_DEPTH`], whatever the text; a token is reported at most once; a
//! tree is returned only if there are no errors.

mod accept;
mod binding;
mod blank;
mod communication;
mod cursor;
mod declaration;
mod expression;
mod findings;
mod heads;
mod hint;
mod lexer;
mod mix;
mod model;
mod operand;
mod process;
mod recovery;
mod run;
mod token;
mod transition;

use sanderling_net::{Diagnostics, Source};

use crate::Semantics;
use crate::syntax::{Model, Transition};
use cursor::Parser;

/// Maximum nesting depth of expressions, both of parentheses and of operators.
pub const MAX_DEPTH: usize = 200;

/// A model, and warnings about its text.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// The model.
    pub model: Model,
    /// The warnings.
    pub warnings: Diagnostics,
}

/// Parses a model. The precedence of operators depends on the semantics.
///
/// Spans refer to the decoded text: without a byte order mark, and with U+FFFD for anything that is not UTF-8, which
/// only comments may contain.
///
/// # Errors
/// All syntax errors, as far as the parser can recover from them.
pub fn parse(source: &Source, semantics: Semantics) -> Result<Parsed, Diagnostics> {
    let text = source.decoded()?;
    Parser::new(&text, semantics).file()
}

/// Parses the [text](Source::decoded) of a model as [`parse`] does, but omits the content of the braces of transitions
/// from the tree. [`transition`] parses that on demand.
///
/// PERF: a generated model may have conditions of a megabyte. The trees of all of them together take thirty times the
/// memory of the text; one after the other they take little.
pub(crate) fn outline(text: &str, semantics: Semantics) -> Result<Parsed, Diagnostics> {
    let mut parser = Parser::new(text, semantics);
    parser.leaves_bodies_out = true;
    parser.file()
}

/// Parses a complete transition of an [`outline`] of this text.
pub(crate) fn transition(text: &str, semantics: Semantics, outlined: &Transition) -> Transition {
    Parser::new_at(text, outlined.span, semantics).transition_again(&outlined.source)
}

/// The result of a rule: a part of the tree, or nothing if an error was reported.
type Step<T> = Result<T, Abandoned>;

/// The rest of a part of the text cannot be parsed; the reason has been reported.
#[derive(Debug)]
struct Abandoned;
