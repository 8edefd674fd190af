//! From the run that shows something of a temporal property to a trace of the net.
//!
//! INVARIANT: a run that is told to violate a formula of linear time does so by the definition of its operators, on the markings of the
//! net that it goes through.

use std::collections::BTreeSet;

use sanderling_analysis::{AcceptedRun, Fairness};
use sanderling_net::semantics::{Firing, Interpreter, Marking};
use sanderling_net::{Net, TransitionId};
use sanderling_property::{Formula, Logic, ReferenceValuation, TemporalProperty};
use sanderling_report::Trace;
use sanderling_system::EventId;
use sanderling_temporal::Lasso;

use super::trace::replayed_before;
use crate::portfolio::temporal::{Decided, Witness, over_atoms};

/// The trace that shows what is known of a property, where a run does by itself.
///
/// # Panics
/// Where the run does not replay on the net, or does not violate the formula there: then nothing may be shown.
pub(crate) fn shown(
    (net, fairness): (&Net, Option<Fairness>),
    property: &TemporalProperty,
    decided: &Decided,
) -> Option<Trace> {
    let Witness { run: AcceptedRun { prefix, cycle }, meaning, is_shortest } = decided.run.as_ref()?;
    let events: Vec<_> = prefix.iter().chain(cycle.iter().flatten()).copied().collect();
    let (formula, atoms) = over_atoms(&property.formula);
    // More conditions than a letter has bits are only in what was decided by single markings, and confirmed there.
    let is_judged = property.logic == Logic::Ltl && !decided.holds && atoms.len() <= u64::BITS as usize;
    let (mut letters, mut entry, mut last, mut position) = (Vec::new(), None, None, 0);
    let run = replayed_before(net, meaning, &events, &mut |marking| {
        if position == prefix.len() {
            entry = Some(marking.clone());
        }
        if position == events.len() {
            last = Some(marking.clone());
        }
        letters.extend(is_judged.then(|| letter(net, &atoms, marking)));
        position += 1;
    });
    assert!(cycle.is_none() || entry == last, "the cycle of a run leads back to where it begins");
    if is_judged {
        // Whatever comes after a run without a cycle; so the last letter may be repeated.
        let once = if events.len() > prefix.len() { prefix.len() } else { events.len() };
        let mut repeated = letters.split_off(once);
        repeated.truncate((events.len() - once).max(1));
        let word = Lasso { prefix: letters, cycle: repeated };
        assert!(!formula.holds_on(&word), "the run does not violate the property on the net");
    }
    if let (Some(fairness), Some(cycle), Some(entry)) = (fairness, cycle, &entry) {
        assert!(is_fair(net, fairness, entry, cycle), "the run is not fair on the net");
    }
    let repeated_from = cycle.as_ref().map(|_| prefix.len());
    Some(Trace { repeated_from, shortest: *is_shortest, ..run.trace })
}

/// Whether a run that repeats some firings from a marking for ever is fair to each transition, by definition.
pub(crate) fn is_fair(net: &Net, fairness: Fairness, entry: &Marking, cycle: &[EventId]) -> bool {
    let interpreter = Interpreter::new(net);
    let mut marking = entry.clone();
    // How often each transition is enabled, and whether it is fired.
    let (mut enabled, mut fired) = (vec![0; net.transitions.len()], vec![false; net.transitions.len()]);
    for event in cycle {
        let firings = interpreter.enabled(&marking).unwrap_or_else(|error| panic!("{error}"));
        let transitions: BTreeSet<usize> = firings.iter().map(|one| one.transition.index()).collect();
        transitions.into_iter().for_each(|transition| enabled[transition] += 1);
        fired[event.index()] = true;
        let firing = Firing::plain(TransitionId::new(event.index()));
        interpreter.fire(&mut marking, &firing).unwrap_or_else(|error| panic!("{error:?}"));
    }
    let is_owed = |&enabled: &usize| match fairness {
        Fairness::Weak => enabled > 0 && enabled == cycle.len(),
        Fairness::Strong => enabled > 0,
    };
    enabled.iter().zip(fired).all(|(enabled, is_fired)| is_fired || !is_owed(enabled))
}

/// Which conditions hold in a marking.
fn letter(net: &Net, atoms: &[Formula], marking: &Marking) -> u64 {
    let valuation = ReferenceValuation::build(net, marking).unwrap_or_else(|error| panic!("{error}"));
    let held = atoms.iter().enumerate().filter(|(_, atom)| atom.holds(&valuation));
    held.fold(0, |letter, (position, _)| letter | 1 << position)
}
