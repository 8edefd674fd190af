//! Detection of nets that change if their times are ignored.
//!
//! Immediate transitions fire before timed ones, and those with a higher priority before others. With a delay that is
//! not exponential, one transition may always be slower than another, and a rate that depends on the marking may be
//! zero. If all rates are constant, every transition that is enabled without time may be the first to fire, so nothing
//! is lost.

use sanderling_net::{Diagnostic, Span};

/// The firing rule of a transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Firing {
    /// Fires immediately, before transitions with a lower priority.
    Immediate {
        /// The priority, from 1.
        priority: i64,
    },
    /// Fires after an exponentially distributed delay.
    Exponential,
    /// Fires after another delay, depending on the marking, or never.
    Other,
}

/// Returns a diagnostic if the net may change when its times are ignored.
pub(crate) fn lost(transitions: &[(Firing, Span)]) -> Option<Diagnostic> {
    let is_immediate = |firing: Firing| matches!(firing, Firing::Immediate { .. });
    let found = if let Some((immediate, timed)) = differing(transitions, is_immediate) {
        let (first, second) = if is_immediate(immediate.0) { (immediate, timed) } else { (timed, immediate) };
        let found = Diagnostic::error("an immediate transition beside timed ones, before which it fires");
        found.at(first.1).related(second.1, "a timed one")
    } else if let Some((one, other)) = differing(transitions, |firing| firing) {
        let found = Diagnostic::error("immediate transitions with different priorities");
        match (one.0, other.0) {
            (Firing::Immediate { .. }, _) => found.at(one.1).related(other.1, "another priority"),
            _ => general(if one.0 == Firing::Other { one.1 } else { other.1 }),
        }
    } else {
        match transitions {
            [(Firing::Other, at), _, ..] => general(*at),
            _ => return None,
        }
    };
    Some(found.expected("a net without times").help("`--untimed` reads the net without them"))
}

fn general(at: Span) -> Diagnostic {
    Diagnostic::error("a transition with a delay that is not exponential, or with a rate, weight or priority that is no positive constant").at(at)
}

/// Returns the first transition, and the first one that differs from it.
fn differing<K: PartialEq>(
    transitions: &[(Firing, Span)],
    key: impl Fn(Firing) -> K,
) -> Option<((Firing, Span), (Firing, Span))> {
    let first = transitions.first()?;
    let other = transitions.iter().find(|other| key(other.0) != key(first.0))?;
    Some((*first, *other))
}

#[cfg(test)]
mod tests {
    use super::Firing::{Exponential, Immediate, Other};
    use super::{Firing, lost};
    use crate::greatspn::text::START;

    #[test]
    fn nothing_is_lost_where_all_are_exponential_or_of_one_priority() {
        let is_lost = |firings: &[Firing]| {
            let all: Vec<_> = firings.iter().map(|&firing| (firing, START)).collect();
            lost(&all).is_some()
        };
        let (low, high) = (Immediate { priority: 1 }, Immediate { priority: 2 });
        for kept in [&[][..], &[Exponential; 3], &[high; 2], &[Other]] {
            assert!(!is_lost(kept), "{kept:?}");
        }
        for timed in [
            [low, Exponential],
            [Exponential, low],
            [low, high],
            [Other, Other],
            [Exponential, Other],
            [low, Other],
        ] {
            assert!(is_lost(&timed), "{timed:?}");
        }
    }
}
