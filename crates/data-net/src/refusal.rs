//! Why a net is not taken.

use sanderling_net::Span;

/// Why a net is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What the element is or has: a noun.
    pub what: String,
    /// The id of the place, the transition or the assertion.
    pub element: String,
    /// Its place in the file.
    pub span: Option<Span>,
}

impl Refusal {
    /// The refusal of an element for what it is or has.
    pub fn new(what: impl Into<String>, element: &str) -> Self {
        Self { what: what.into(), element: element.to_owned(), span: None }
    }

    pub(crate) fn at(self, span: Option<Span>) -> Self {
        Self { span, ..self }
    }
}
