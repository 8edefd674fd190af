//! From text to a syntax tree.

use sanderling_net::{Diagnostic, Diagnostics, Source};

use crate::Semantics;
use crate::syntax::Model;

/// How deep expressions may nest: parentheses, operands and prefixes together.
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
/// # Errors
/// Everything in the text that is not DVE: several errors at once where the parser finds its way back.
pub fn parse(_source: &Source, _semantics: Semantics) -> Result<Parsed, Diagnostics> {
    Err(Diagnostic::error("DVE cannot be read yet").into())
}
