//! Reasons why a net is refused.

use sanderling_net::Span;

/// Reason why a net is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Noun for what the element is or has.
    pub what: String,
    /// Id of the place, the transition or the assertion.
    pub element: String,
    /// Its place in the file.
    pub span: Option<Span>,
}

impl Refusal {
    /// Returns the refusal of an element for what it is or has.
    pub fn new(what: impl Into<String>, element: &str) -> Self {
        Self { what: what.into(), element: element.to_owned(), span: None }
    }

    pub(crate) fn at(self, span: Option<Span>) -> Self {
        Self { span, ..self }
    }
}
