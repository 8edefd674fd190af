//! What the compiler of value nets does not take, in words.

use sanderling_net::Diagnostic;

/// Why a net is refused.
pub(super) type Refusal = Box<Diagnostic>;

/// The refusal of something about an element that is not supported.
pub(super) fn refuse(what: &str, element: &str) -> Refusal {
    let expected =
        "places that hold exactly one token each, with values of finite sorts, or plain tokens only";
    let diagnostic = Diagnostic::error(format!("{what}, which is not yet supported"));
    Box::new(diagnostic.element(element).expected(expected))
}

/// The refusal of a net of which no rules are made.
pub(super) fn refused(refusal: sanderling_data_net::Refusal) -> Refusal {
    let mut diagnostic = refuse(refusal.what, &refusal.element);
    diagnostic.span = refusal.span;
    diagnostic
}
