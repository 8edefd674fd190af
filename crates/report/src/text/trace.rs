//! Traces as text: one line a step.
//!
//! A step of a net is shown by its transition. A step of a program is shown by the moves of processes, with the lines
//! of the file, and their communication. The changes follow. Columns are aligned unless they are too wide.

use std::fmt::Write;

use super::marking::{changes, marking};
use super::statistics::{figure, widest};
use crate::{Move, ShownBy, Step, Steps, Trace, TraceBranch, Watching};

/// Number of steps shown at each end of a longer trace.
const SHOWN_FROM_EACH_END: usize = 500;
/// Maximum width of aligned events.
const WIDEST_EVENT: usize = 32;
/// Maximum width of aligned moves of processes.
const WIDEST_MOVES: usize = 72;
/// Maximum width of aligned communications.
const WIDEST_COMMUNICATION: usize = 24;
/// Maximum number of places of the initial marking to show.
const MAX_PLACES: usize = 40;

/// Renders an event: `send "send a message" (to=3)`, or `P idle → busy (line 12)`.
#[must_use]
pub fn step(step: &Step) -> String {
    if !step.moves.is_empty() {
        let moves: Vec<_> = step.moves.iter().map(process_move).collect();
        return moves.join(", ");
    }
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

fn process_move(one: &Move) -> String {
    let Move { process, line, from, to, .. } = one;
    format!("{process} {from} → {to} (line {line})")
}

/// Renders the initial marking and the steps, one line each, then the claims along them. Runs that branch off are
/// indented.
#[must_use]
pub fn trace(trace: &Trace) -> String {
    let mut out = run(trace);
    branches(trace, &mut out);
    out
}

/// Renders the claims along a run.
fn branches(trace: &Trace, out: &mut String) {
    for TraceBranch { after, until, formula, holds, shown_by, trace } in &trace.branches {
        let (at, value) = (position(*after, *until), if *holds { "holds" } else { "fails" });
        let _ = write!(out, "  {at}, `{formula}` {value}");
        out.push_str(match shown_by {
            ShownBy::Run => ": the run shows it\n",
            ShownBy::Branch => ":\n",
            ShownBy::Nothing => ", which is about all runs: no run shows it\n",
        });
        if let Some(branch) = trace {
            self::trace(branch).lines().for_each(|line| {
                let _ = writeln!(out, "    {line}");
            });
        }
    }
    if let Some(from) = trace.left_out_from {
        let _ = writeln!(out, "  {} and later, further claims are omitted", position(from, None));
    }
}

/// Renders the position of a claim: the number of steps before it.
fn position(after: usize, until: Option<usize>) -> String {
    match (after, until) {
        (0, None) => "at the start".to_owned(),
        (0, Some(until)) => format!("at the start and after each step up to {until}"),
        (after, None) => format!("after step {after}"),
        (after, Some(until)) => format!("after each step from {after} to {until}"),
    }
}

fn run(trace: &Trace) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "  start: {}", marking(&trace.initial, MAX_PLACES));
    let process = trace.property_process.as_ref();
    if let Some((process, location)) = process.and_then(|process| Some((process, process.location(0)?))) {
        let _ = writeln!(out, "  property process {}: {location}", process.name);
    }
    steps_watched(&trace.steps, trace.repeated_from, process, &mut out);
    if trace.repeated_from == Some(trace.steps.len()) {
        out.push_str("  and nothing is enabled any more\n");
    }
    out
}

/// Renders steps to choose from, numbered, one line each. Undefined steps are marked.
#[must_use]
pub fn choices(steps: &[Step]) -> String {
    let columns = Columns::of(steps.iter());
    let lines = steps.iter().map(|step| columns.line(step)).enumerate();
    lines.map(|(i, line)| format!("  {:>2}  {line}\n", i + 1)).collect()
}

/// Renders numbered steps, one line each, with a line before those that are repeated for ever.
pub(super) fn steps(all: &Steps, repeated_from: Option<usize>, out: &mut String) {
    steps_watched(all, repeated_from, None, out);
}

/// Renders steps as `steps` does, with the moves of a property process after the changes.
fn steps_watched(all: &Steps, repeated_from: Option<usize>, process: Option<&Watching>, out: &mut String) {
    let columns = Columns::of(all.kinds());
    let number_width = all.len().to_string().len();
    let left_out = all.len().saturating_sub(2 * SHOWN_FROM_EACH_END);
    for i in 0..all.len() {
        if repeated_from == Some(i) {
            out.push_str("  and then for ever:\n");
        }
        let is_left_out = left_out > 0 && (SHOWN_FROM_EACH_END..SHOWN_FROM_EACH_END + left_out).contains(&i);
        let is_first_of_them = is_left_out && i == SHOWN_FROM_EACH_END;
        if is_left_out && !is_first_of_them {
            continue;
        }
        let Some(step) = all.get(i) else { break };
        if is_first_of_them {
            let unit = if step.moves.is_empty() { "firings" } else { "steps" };
            let _ = writeln!(out, "  … {} {unit} left out", figure(left_out.into()));
            continue;
        }
        let line = columns.line(&step);
        let _ = writeln!(out, "  {:>number_width$}  {line}{}", i + 1, moved(process, i));
    }
}

/// Renders the move of a property process with a step, if it moves.
fn moved(process: Option<&Watching>, step: usize) -> String {
    let locations = process.and_then(|process| Some((process.location(step)?, process.location(step + 1)?)));
    match (process, locations) {
        (Some(Watching { name, .. }), Some((before, after))) if before != after => {
            format!("  {name} {before}→{after}")
        }
        _ => String::new(),
    }
}

/// The widths of the columns of steps: events and communications. The changes follow. A column that is always empty
/// takes no room.
struct Columns {
    event: usize,
    communication: usize,
}

impl Columns {
    /// Returns the columns for some kinds of steps.
    fn of<'s>(kinds: impl Iterator<Item = &'s Step>) -> Self {
        let (mut events, mut communications, mut has_moves) = (Vec::new(), Vec::new(), false);
        for kind in kinds {
            events.push(step(kind));
            communications.extend(kind.communication.clone());
            has_moves |= !kind.moves.is_empty();
        }
        Self {
            event: width(&events, if has_moves { WIDEST_MOVES } else { WIDEST_EVENT }),
            communication: width(&communications, WIDEST_COMMUNICATION),
        }
    }

    fn line(&self, one: &Step) -> String {
        let (event_width, communication_width) = (self.event, self.communication);
        let mut line = format!("{:event_width$}  ", step(one));
        if communication_width > 0 {
            let _ =
                write!(line, "{:communication_width$}  ", one.communication.as_deref().unwrap_or_default());
        }
        line.push_str(&outcome(one));
        line.trim_end().to_owned()
    }
}

/// Returns the width of a column: that of the widest text within `most` characters.
fn width(texts: &[String], most: usize) -> usize {
    widest(texts.iter().filter(|text| text.chars().count() <= most))
}

/// Renders the changes of a step, or its model error.
fn outcome(step: &Step) -> String {
    match &step.error {
        Some(error) => format!("model error: {error}"),
        None => changes(step),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(event: &str) -> Step {
        Step { event: event.into(), ..Step::default() }
    }

    #[test]
    fn names_and_bindings_are_shown() {
        let shown = Step {
            name: Some("send it".into()),
            binding: [("to", "3".to_owned())].into_iter().collect(),
            ..plain("t1")
        };
        assert_eq!(step(&shown), "t1 \"send it\" (to=3)");
    }

    #[test]
    fn a_very_long_trace_shows_its_ends() {
        let long = Trace { steps: (0..2500).map(|i| plain(&format!("t{i}"))).collect(), ..Trace::default() };
        let text = trace(&long);
        assert_eq!(text.lines().count(), 1 + 1000 + 1);
        assert!(text.contains("\n   500  t499\n  … 1500 firings left out\n  2001  t2000\n"), "{text}");
    }

    #[test]
    fn the_repeated_part_of_a_run_is_shown() {
        let shown = |repeated_from| {
            let steps = vec![plain("t"), plain("u")].into();
            trace(&Trace { steps, repeated_from, ..Trace::default() })
        };
        assert!(shown(Some(1)).ends_with("\n  1  t\n  and then for ever:\n  2  u\n"), "{}", shown(Some(1)));
        assert!(
            shown(Some(2)).ends_with("\n  2  u\n  and nothing is enabled any more\n"),
            "{}",
            shown(Some(2))
        );
    }

    #[test]
    fn branches_are_shown_after_the_run() {
        let claim = |after, until, formula: &str, shown_by, trace| TraceBranch {
            after,
            until,
            formula: formula.into(),
            holds: shown_by != ShownBy::Nothing,
            shown_by,
            trace,
        };
        let deeper = Trace {
            steps: vec![plain("v")].into(),
            branches: vec![claim(1, None, "EF home", ShownBy::Nothing, None)],
            ..Trace::default()
        };
        let tree = Trace {
            steps: vec![plain("t"), plain("u")].into(),
            branches: vec![
                claim(0, Some(1), "AF p", ShownBy::Nothing, None),
                claim(1, None, "EX q", ShownBy::Run, None),
                claim(1, None, "EX r", ShownBy::Branch, Some(deeper)),
            ],
            left_out_from: Some(2),
            ..Trace::default()
        };
        assert_eq!(
            trace(&tree),
            "  start: no tokens\n  1  t\n  2  u\n\
             \x20 at the start and after each step up to 1, `AF p` fails, which is about all runs: no run shows it\n\
             \x20 after step 1, `EX q` holds: the run shows it\n\
             \x20 after step 1, `EX r` holds:\n\
             \x20     start: no tokens\n      1  v\n\
             \x20     after step 1, `EF home` fails, which is about all runs: no run shows it\n\
             \x20 after step 2 and later, further claims are omitted\n"
        );
    }

    #[test]
    fn a_text_that_is_too_wide_does_not_widen_its_column() {
        let texts = ["ab".to_owned(), "x".repeat(100)];
        assert_eq!(width(&texts, 10), 2);
        assert_eq!(width(&[], 10), 0);
    }
}
