//! A search near the initial marking for a firing that disables another transition.
//!
//! The reachability graph decides persistence. If it is too large, a net that is not persistent usually shows that
//! within a few firings. The search runs breadth-first on the reference semantics, so its run is a shortest one.

use std::collections::HashSet;

use sanderling_net::semantics::{self, Firing, Interpreter, Marking};
use sanderling_net::{Net, TransitionId};
use sanderling_report::StandardProperty;
use sanderling_system::EventId;

use super::Left;
use super::page::{Page, Shown, after};
use crate::portfolio::plan::Share;

/// Maximum number of markings to visit.
const MAX_MARKINGS: usize = 200;
/// Maximum number of places in all visited markings together.
const MAX_PLACES: usize = 2_000_000;

/// The time for finding a conflict.
const CONFLICTS: Share = Share::part(8);

/// A firing that disables another transition.
struct Conflict {
    run: Vec<EventId>,
    fired: TransitionId,
    disabled: TransitionId,
}

/// Answers that the net is not persistent, if a conflict is found in a part of the time that is left.
pub(super) fn describe(page: &mut Page<'_>, left: Left<'_>) {
    if !page.lacks(StandardProperty::Persistent) {
        return;
    }
    let Some(Conflict { run, fired, disabled }) = found(page.net, left.within(CONFLICTS)) else { return };
    let text =
        format!("{}, {} disables {}", after(run.len()), page.transition(fired), page.transition(disabled));
    let ids = [fired, disabled].map(|one| page.net.transition(one).id.clone());
    let shown = Shown::run(page.net, &run, left).map(|shown| shown.with(ids));
    page.show(StandardProperty::Persistent, false, text, shown);
}

/// Returns a conflict of a place/transition net in one of the markings closest to the initial one.
fn found(net: &Net, left: Left<'_>) -> Option<Conflict> {
    let interpreter = Interpreter::new(net);
    let initial = semantics::initial(net).ok()?;
    let max_markings = MAX_MARKINGS.min(MAX_PLACES / net.places.len().max(1)).max(1);
    let mut seen = HashSet::from([initial.clone()]);
    let mut markings = vec![(initial, Vec::new())];
    let mut next = 0;
    while let Some((marking, run)) = markings.get(next).cloned() {
        next += 1;
        let enabled = enabled(&interpreter, &marking, left)?;
        for &fired in &enabled {
            if left.is_over() {
                return None;
            }
            let mut successor = marking.clone();
            if interpreter.fire(&mut successor, &Firing::plain(fired)).is_err() {
                continue;
            }
            let is_disabled = |&&other: &&TransitionId| {
                other != fired
                    && interpreter.firings(&successor, other).is_ok_and(|firings| firings.is_empty())
            };
            if let Some(&disabled) = enabled.iter().find(is_disabled) {
                return Some(Conflict { run, fired, disabled });
            }
            if markings.len() < max_markings && seen.insert(successor.clone()) {
                let mut run: Vec<EventId> = run.clone();
                run.push(EventId::new(fired.index()));
                markings.push((successor, run));
            }
        }
    }
    None
}

/// Returns the transitions that are enabled in a marking; `None` if the time is over.
fn enabled(interpreter: &Interpreter<'_>, marking: &Marking, left: Left<'_>) -> Option<Vec<TransitionId>> {
    let mut enabled = Vec::new();
    for transition in interpreter.net().transition_ids() {
        if transition.index().is_multiple_of(1024) && left.is_over() {
            return None;
        }
        if interpreter.firings(marking, transition).is_ok_and(|firings| !firings.is_empty()) {
            enabled.push(transition);
        }
    }
    Some(enabled)
}
