//! What the compiler of value nets does not take, in words.

use sanderling_net::{Diagnostic, Span};

/// Why a net is refused.
pub(super) type Refusal = Box<Diagnostic>;

/// The refusal of something about an element that is not supported.
pub(super) fn refuse(what: &str, element: &str) -> Refusal {
    let expected =
        "places that hold exactly one token each, with values of finite sorts, or plain tokens only";
    let diagnostic = Diagnostic::error(format!("{what}, which is not yet supported"));
    Box::new(diagnostic.element(element).expected(expected))
}

/// The refusal with its place in the file.
pub(super) fn at(mut refusal: Refusal, span: Option<Span>) -> Refusal {
    refusal.span = refusal.span.or(span);
    refusal
}
