//! Turns the run that decides a temporal property into a trace of the net.
//!
//! INVARIANT: a run shown as a violation of a formula of linear time violates it by the definition of its
//! operators, on the markings of the net. The same holds for a [tree of runs](super::tree) shown for a
//! formula of branching time.

use sanderling_net::semantics::{Interpreter, Marking, SemanticsError};
use sanderling_net::{Net, TransitionId};
use sanderling_property::{Formula, Livelock, Logic, ReferenceValuation, TemporalProperty};
use sanderling_report::{Reason, Trace};
use sanderling_runs::AcceptedRun;
use sanderling_system::EventId;
use sanderling_temporal::Lasso;

pub(crate) use super::fair::Judged;
use super::tree;
use crate::portfolio::temporal::{Decided, Witness, over_atoms};
use crate::replay::trace::{Replayer, initial};
use crate::replay::{Interrupted, Meaning, Until};

/// Returns the trace that decides a property, if a run alone decides it. A run is not shown if the reference semantics
/// cannot evaluate its markings: a transition may have more bindings than it can try.
///
/// # Errors
/// The replay is interrupted.
///
/// # Panics
/// A run does not replay on the net, or does not show its claim.
pub(crate) fn shown(
    net: (&Net, Judged),
    property: &TemporalProperty,
    decided: &Decided,
    until: Until<'_>,
) -> Result<Option<Trace>, Interrupted> {
    match checked(net, property, decided, until) {
        Err(Interrupted { reason: Reason::Unsupported }) => Ok(None),
        other => other,
    }
}

fn checked(
    (net, judged): (&Net, Judged),
    property: &TemporalProperty,
    decided: &Decided,
    until: Until<'_>,
) -> Result<Option<Trace>, Interrupted> {
    let Some(Witness { tree, meaning, is_shortest, shows }) = &decided.run else { return Ok(None) };
    let replayer = Replayer::new(net, meaning, until);
    if let Some(shows) = shows {
        return tree::shown(&replayer, tree, shows).map(Some);
    }
    let AcceptedRun { prefix, cycle } = &tree.run;
    let events: Vec<_> = prefix.iter().chain(cycle.iter().flatten()).copied().collect();
    let (formula, atoms) = over_atoms(&property.formula);
    // A letter has one bit per condition. Formulas with more conditions were decided by single markings, and
    // confirmed then.
    let is_judged = property.logic == Logic::Ltl && !decided.holds && atoms.len() <= u64::BITS as usize;
    let (mut letters, mut entry, mut last, mut position) = (Vec::new(), None, None, 0);
    let run = replayer.run_from(initial(net), &events, &mut |marking| {
        if position == prefix.len() {
            entry = Some(marking.clone());
        }
        if position == events.len() {
            last = Some(marking.clone());
        }
        letters.extend(is_judged.then(|| letter(replayer.interpreter(), &atoms, marking)));
        position += 1;
    })?;
    assert!(cycle.is_none() || entry == last, "the cycle of a run leads back to where it begins");
    if is_judged {
        // Without a cycle, any continuation of the run violates the formula. So the last letter may be
        // repeated.
        let once = if events.len() > prefix.len() { prefix.len() } else { events.len() };
        let mut letters: Vec<u64> = letters.into_iter().collect::<Result<_, _>>()?;
        let mut repeated = letters.split_off(once);
        repeated.truncate((events.len() - once).max(1));
        let word = Lasso { prefix: letters, cycle: repeated };
        assert!(!formula.holds_on(&word), "the run does not violate the property on the net");
    }
    if let (Some(cycle), Some(entry)) = (cycle, &entry) {
        assert!(judged.is_fair(net, entry, cycle, until)?, "the run is not fair on the net");
    }
    let repeated_from = cycle.as_ref().map(|_| prefix.len());
    Ok(Some(Trace { repeated_from, shortest: *is_shortest, ..run.trace }))
}

/// Returns the trace of a livelock.
///
/// # Errors
/// The replay is interrupted.
///
/// # Panics
/// The run does not replay on the net, or is not a livelock.
pub(crate) fn shown_livelock(
    (net, judged): (&Net, Judged),
    property: &Livelock,
    decided: &Decided,
    until: Until<'_>,
) -> Result<Option<Trace>, Interrupted> {
    let Some(witness) = &decided.run else { return Ok(None) };
    let AcceptedRun { prefix, cycle } = &witness.tree.run;
    let cycle = cycle.as_ref().expect("a livelock has a cycle");
    let events: Vec<_> = prefix.iter().chain(cycle).copied().collect();
    let mut ends = Vec::new();
    let mut position = 0;
    let replayer = Replayer::new(net, &Meaning::Transitions, until);
    let run = replayer.run_from(initial(net), &events, &mut |marking| {
        ends.extend([prefix.len(), events.len()].contains(&position).then(|| marking.clone()));
        position += 1;
    })?;
    assert!(!cycle.is_empty() && ends.first() == ends.last(), "a livelock leads back to where it begins");
    let is_progress =
        |event: &EventId| property.progress.binary_search(&TransitionId::new(event.index())).is_ok();
    assert!(!cycle.iter().any(is_progress), "a livelock is without progress");
    let entry = ends.first().expect("a run has a marking");
    assert!(judged.is_fair(net, entry, cycle, until)?, "the run is not fair on the net");
    Ok(Some(Trace { repeated_from: Some(prefix.len()), shortest: None, ..run.trace }))
}

/// Returns the conditions that hold in a marking: bit *i* for atom *i*.
fn letter(
    interpreter: &Interpreter<'_>,
    atoms: &[Formula],
    marking: &Marking,
) -> Result<u64, SemanticsError> {
    let valuation = ReferenceValuation::of(interpreter, marking);
    let mut bits = atoms.iter().enumerate();
    bits.try_fold(
        0,
        |letter, (position, atom)| Ok(letter | u64::from(valuation.satisfies(atom)?) << position),
    )
}
