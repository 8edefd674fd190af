//! What is no data net, or has a term that no expression stands for.

use sanderling_net::Span;

/// Why a net is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What the element is or has: a noun.
    pub what: &'static str,
    /// The id of the place, the transition or the assertion.
    pub element: String,
    /// Its place in the file.
    pub span: Option<Span>,
}

impl Refusal {
    pub(crate) fn new(what: &'static str, element: &str) -> Self {
        Self { what, element: element.to_owned(), span: None }
    }

    pub(crate) fn at(self, span: Option<Span>) -> Self {
        Self { span, ..self }
    }
}
