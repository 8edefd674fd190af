//! Traces and markings as text.

use std::fmt::Write;

use super::figures::{grouped, widest};
use crate::{Change, Marking, Step, Tokens, Trace};

/// Of a longer trace, as many steps are shown from its start and from its end.
const SHOWN_FROM_EACH_END: usize = 500;
/// The width up to which the events of a trace are aligned.
const WIDEST_EVENT: usize = 32;
/// As many places of the initial marking of a trace are shown.
const MOST_PLACES: usize = 40;

/// The places that hold something, at most `most` of them: `idle, fork=3, msg={red=2, blue=1}`.
#[must_use]
pub fn marking(marking: &Marking, most: usize) -> String {
    let marked: Vec<_> = marking.iter().filter(|(_, tokens)| !is_empty(tokens)).collect();
    if marked.is_empty() {
        return "no tokens".into();
    }
    let mut out = String::new();
    for (i, (place, tokens)) in marked.iter().take(most).enumerate() {
        out.push_str(if i > 0 { ", " } else { "" });
        out.push_str(place);
        if *tokens != Tokens::from(1u64) {
            let _ = write!(out, "={}", contents(tokens));
        }
    }
    if marked.len() > most {
        let _ = write!(out, " and {} more", grouped((marked.len() - most).into()));
    }
    out
}

/// The event with its name and binding: `send "send a message" (to=3)`.
#[must_use]
pub fn step(step: &Step) -> String {
    let mut out = step.event.clone();
    if let Some(name) = &step.name {
        let _ = write!(out, " \"{name}\"");
    }
    if !step.binding.is_empty() {
        let values: Vec<_> = step.binding.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let _ = write!(out, " ({})", values.join(", "));
    }
    out
}

/// The changed places, before and after: `idle 1→0, fork 3→2`.
#[must_use]
pub fn changes(changed: &[Change]) -> String {
    let texts: Vec<_> = changed
        .iter()
        .map(|change| format!("{} {}→{}", change.place, contents(&change.before), contents(&change.after)))
        .collect();
    texts.join(", ")
}

/// The initial marking and the steps, one line each.
#[must_use]
pub fn trace(trace: &Trace) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "  start: {}", marking(&trace.initial, MOST_PLACES));
    steps(&trace.steps, &mut out);
    out
}

/// Numbered steps, one line each.
pub(super) fn steps(all: &[Step], out: &mut String) {
    let events: Vec<String> = all.iter().map(step).collect();
    let event_width = widest(events.iter()).min(WIDEST_EVENT);
    let number_width = all.len().to_string().len();
    let left_out = all.len().saturating_sub(2 * SHOWN_FROM_EACH_END);
    for (i, event) in events.iter().enumerate() {
        if left_out > 0 && (SHOWN_FROM_EACH_END..SHOWN_FROM_EACH_END + left_out).contains(&i) {
            if i == SHOWN_FROM_EACH_END {
                let _ = writeln!(out, "  … {} firings left out", grouped(left_out.into()));
            }
            continue;
        }
        let number = i + 1;
        let line = format!("  {number:>number_width$}  {event:event_width$}  {}", changes(&all[i].changed));
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

fn contents(tokens: &Tokens) -> String {
    match tokens {
        Tokens::Plain(count) => grouped(*count),
        Tokens::Coloured(colours) => {
            let parts: Vec<_> =
                colours.iter().map(|(colour, count)| format!("{colour}={}", grouped(*count))).collect();
            format!("{{{}}}", parts.join(", "))
        }
    }
}

fn is_empty(tokens: &Tokens) -> bool {
    match tokens {
        Tokens::Plain(count) => *count == crate::Count::ZERO,
        Tokens::Coloured(colours) => colours.iter().all(|(_, count)| *count == crate::Count::ZERO),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Count, Ordered};

    fn plain(event: &str) -> Step {
        Step { event: event.into(), name: None, binding: Ordered::default(), changed: Vec::new() }
    }

    #[test]
    fn single_tokens_are_not_counted_and_empty_places_not_named() {
        let shown: Marking =
            [("a", 1u64), ("b", 0), ("c", 12_000)].map(|(p, n)| (p, n.into())).into_iter().collect();
        assert_eq!(marking(&shown, usize::MAX), "a, c=12 000");
        assert_eq!(marking(&shown, 1), "a and 1 more");
        assert_eq!(marking(&Marking::default(), 5), "no tokens");
    }

    #[test]
    fn colours_and_bindings_are_shown() {
        let colours = Tokens::Coloured([("red", Count::from(2u64))].into_iter().collect());
        let shown = Step {
            name: Some("send it".into()),
            binding: [("to", "3".to_owned())].into_iter().collect(),
            changed: vec![Change {
                place: "msg".into(),
                before: Tokens::Coloured(Ordered::default()),
                after: colours,
            }],
            ..plain("t1")
        };
        assert_eq!(step(&shown), "t1 \"send it\" (to=3)");
        assert_eq!(changes(&shown.changed), "msg {}→{red=2}");
    }

    #[test]
    fn a_very_long_trace_shows_its_ends() {
        let long = Trace {
            initial: Marking::default(),
            steps: (0..2500).map(|i| plain(&format!("t{i}"))).collect(),
        };
        let text = trace(&long);
        assert_eq!(text.lines().count(), 1 + 1000 + 1);
        assert!(text.contains("\n   500  t499\n  … 1 500 firings left out\n  2001  t2000\n"), "{text}");
    }
}
