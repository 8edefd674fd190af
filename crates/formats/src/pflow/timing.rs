//! Times of Petrinator's transitions, as far as they affect reachability.
//!
//! Transitions without time fire before those with one, and with delays that are not exponential, one transition may
//! always be slower than another. If all delays are exponential, every transition that is enabled without time may be
//! the first to fire.

use sanderling_net::Diagnostic;
use sanderling_xml::Element;

use crate::pflow::element::span;

/// Returns a diagnostic if the net may change when its times are ignored.
pub(crate) fn lost(transitions: &[Element<'_>]) -> Option<Diagnostic> {
    let timed = transitions.iter().copied().find(|transition| is_timed(*transition))?;
    let untimed = transitions.iter().copied().find(|transition| !is_timed(*transition));
    let found = match untimed {
        Some(untimed) => Diagnostic::error("a timed transition beside immediate ones, which fire first")
            .related(span(untimed), "an immediate one"),
        None => {
            let other = transitions.iter().find(|transition| !is_exponential(**transition));
            let other = other.filter(|_| transitions.len() > 1)?;
            Diagnostic::error("a transition whose delay is not exponential").at(span(*other))
        }
    };
    let at = found.span.unwrap_or_else(|| span(timed));
    let expected = found.expected("a net without times");
    Some(expected.help("`--untimed` reads the net without them").at(at))
}

fn is_timed(transition: Element<'_>) -> bool {
    transition.named("timed").any(|timed| matches!(&*timed.text(), "true" | "1"))
}

/// Returns whether a delay is exponential, which is Petrinator's default.
fn is_exponential(transition: Element<'_>) -> bool {
    let is_named = |name: &str| matches!(name, "" | "Exponential");
    transition.named("distribution").all(|named| is_named(&named.text()))
        && transition
            .named("stochasticProperties")
            .all(|properties| is_named(properties.attribute("distribution").unwrap_or_default()))
}
