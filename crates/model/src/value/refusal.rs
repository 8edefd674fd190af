//! What the compiler of value nets does not take, in words.

use sanderling_net::{Diagnostic, Span};

/// Why a net is refused.
pub(super) type Refusal = Box<Diagnostic>;

/// That something about an element is not supported.
pub(super) fn refuse(what: &str, element: &str) -> Refusal {
    let expected =
        "places that hold exactly one token each, with values of finite sorts, or plain tokens only";
    let diagnostic = Diagnostic::error(format!("{what}, which is not yet supported"));
    Box::new(diagnostic.element(element).expected(expected))
}

/// The same, with its place in the file.
pub(super) fn at(mut refusal: Refusal, span: Option<Span>) -> Refusal {
    refusal.span = refusal.span.or(span);
    refusal
}
