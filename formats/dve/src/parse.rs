//! From text to a syntax tree.
//!
//! A lexer cuts the text into tokens, and functions as the grammar has its rules read them from the
//! left, with one token of look-ahead: `model`, `declaration`, `process`, `transition`,
//! `communication`. Operators are put together by how tightly they bind (`binding`, `expression`).
//! A rule that meets what it does not expect reports it (`cursor`) and gives up; the list around
//! it finds a place to go on (`recovery`), so that one run tells of several errors. The words of
//! advice are in `hint`.
//!
//! INVARIANT: no function calls itself deeper than [`MAX_DEPTH`], whatever the text; a token is
//! complained of once; a tree is given only where nothing was complained of.

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

/// How deep expressions may nest: parentheses in one another, and operators in operators.
pub const MAX_DEPTH: usize = 200;

/// A model and what the user should know about its text.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// The model.
    pub model: Model,
    /// Warnings only.
    pub warnings: Diagnostics,
}

/// Reads a model. How operators bind depends on the semantics.
///
/// Spans are of the decoded text: without a byte order mark, and with U+FFFD for what is not UTF-8,
/// which only comments may contain.
///
/// # Errors
/// Everything in the text that is not DVE: several errors at once where the parser finds its way back.
pub fn parse(source: &Source, semantics: Semantics) -> Result<Parsed, Diagnostics> {
    let text = source.decoded()?;
    Parser::new(&text, semantics).file()
}

/// Reads a model of which this is the [text](Source::decoded) as [`parse`] does, but leaves out of its tree what stands in the
/// braces of transitions. [`transition`] reads that when it is needed.
///
/// PERF: a generated model may have conditions of a megabyte, and the trees of all of them together take thirty
/// times as much; one after the other they take little.
pub(crate) fn outline(text: &str, semantics: Semantics) -> Result<Parsed, Diagnostics> {
    let mut parser = Parser::new(text, semantics);
    parser.leaves_bodies_out = true;
    parser.file()
}

/// All of a transition of an [`outline`] of this text.
pub(crate) fn transition(text: &str, semantics: Semantics, outlined: &Transition) -> Transition {
    Parser::new_at(text, outlined.span, semantics).transition_again(&outlined.source)
}

/// What a rule gives: a piece of the tree, or nothing but the report that was made.
type Step<T> = Result<T, Abandoned>;

/// The rest of a piece of text cannot be read; why has been reported.
#[derive(Debug)]
struct Abandoned;
