//! Runs of a reduced net that a formula of linear time cannot distinguish from those of the original net.
//!
//! Rules that preserve the graph of markings, except for unobserved steps, preserve all formulas. Rules that
//! preserve runs up to stuttering preserve formulas that are [invariant under
//! stuttering](sanderling_temporal::Ltl::is_stutter_invariant) and do not mention deadlocks. In the reduced
//! net, a run may reach a deadlock a step earlier. See Y. Thierry-Mieg, *Structural Reductions Revisited*,
//! Petri Nets 2020. The documentation of each rule says what it preserves, and why.
//!
//! A run of the reduced net is lifted and replayed on the original net. If its cycle does not return there,
//! because an unobserved place gains tokens, the run is not shown.

use std::collections::BTreeSet;
use std::time::Duration;

use sanderling_net::semantics::{self, Firing, Interpreter};
use sanderling_net::{Diagnostics, Net, TransitionId};
use sanderling_property::Formula;
use sanderling_runs::AcceptedRun;
use sanderling_structural::{Budget, Keeps, Preserved, Reduction, reduce_keeping};
use sanderling_system::EventId;

use crate::prepare::{AnalysedNet, Facts};

/// A reduced net, with the conditions of a formula in terms of it.
pub(super) struct Smaller {
    reduction: Reduction,
    facts: Facts,
    /// The conditions, in the given order.
    pub(super) atoms: Vec<Formula>,
}

impl Smaller {
    /// Reduces a place/transition net within some time; `None` if no rule applies. `repeats` says that the
    /// formula over these conditions is invariant under stuttering.
    ///
    /// # Errors
    /// The net cannot be compiled.
    pub(super) fn of(
        net: AnalysedNet<'_>,
        (atoms, repeats): (&[Formula], bool),
        (time, is_cancelled): (Duration, &dyn Fn() -> bool),
    ) -> Result<Option<Self>, Diagnostics> {
        let preserved = Preserved {
            deadlocks: true,
            places: atoms.iter().flat_map(Formula::places).collect::<BTreeSet<_>>(),
            transitions: atoms.iter().flat_map(Formula::transitions).collect::<BTreeSet<_>>(),
        };
        let keeps =
            if repeats && !atoms.iter().any(Formula::mentions_deadlock) { Keeps::Runs } else { Keeps::Graph };
        let possible = net.knowledge()?.bounds().over_approximation();
        let is_dead = |transition| !possible.may_be_enabled(transition);
        let budget = Budget { time, is_cancelled };
        let reduction = reduce_keeping(keeps, is_dead, net.net, &preserved, &budget)?;
        let Some(reduction) = reduction else { return Ok(None) };
        if reduction.removed().iter().all(|rule| rule.applications == 0) {
            return Ok(None);
        }
        let renamed = atoms.iter().map(|atom| {
            atom.renamed(&|place| reduction.place(place), &|transition| reduction.transition(transition))
        });
        let Some(atoms) = renamed.collect::<Option<Vec<_>>>() else { return Ok(None) };
        Ok(Some(Self { reduction, facts: Facts::default(), atoms }))
    }

    /// Returns the reduced net.
    pub(super) fn net(&self) -> AnalysedNet<'_> {
        AnalysedNet::new(self.reduction.net(), &self.facts)
    }

    /// Lifts a run of the reduced net to the original net, if possible.
    ///
    /// # Panics
    /// The lifted sequence is not a run of the original net.
    pub(super) fn lift(&self, net: &Net, run: &AcceptedRun) -> Option<AcceptedRun> {
        let lifted = |events: &mut dyn Iterator<Item = &EventId>| {
            let trace: Vec<_> = events.map(|event| TransitionId::new(event.index())).collect();
            self.reduction.lift(&trace)
        };
        let prefix = lifted(&mut run.prefix.iter())?;
        let cycle = match &run.cycle {
            Some(cycle) if !cycle.is_empty() => {
                let mut whole = lifted(&mut run.prefix.iter().chain(cycle))?;
                let cycle = whole.split_off(prefix.len());
                assert_eq!(whole, prefix, "what comes later does not change what came before");
                Some(cycle)
            }
            other => other.as_ref().map(|_| Vec::new()),
        };
        let cycle = cycle.unwrap_or_default();
        returns_after(net, &prefix, &cycle, cycle.len())?;
        Some(AcceptedRun { prefix: events(&prefix), cycle: run.cycle.as_ref().map(|_| events(&cycle)) })
    }
}

pub(super) fn events(transitions: &[TransitionId]) -> Vec<EventId> {
    transitions.iter().map(|transition| EventId::new(transition.index())).collect()
}

/// Fires a run, and returns the number of transitions after which its cycle is back at its first marking: a multiple of `step`.
///
/// # Panics
/// If it is not a run of the net.
pub(super) fn returns_after(
    net: &Net,
    prefix: &[TransitionId],
    cycle: &[TransitionId],
    step: usize,
) -> Option<usize> {
    let mut marking = semantics::initial(net).ok()?;
    let interpreter = Interpreter::new(net);
    let fire_all = |marking: &mut _, transitions: &[TransitionId]| {
        for &transition in transitions {
            let fired = interpreter.fire(marking, &Firing::plain(transition));
            assert!(fired.is_ok(), "a lifted run is one of the net: {}", net.transition(transition).id);
        }
    };
    fire_all(&mut marking, prefix);
    if cycle.is_empty() {
        return Some(0);
    }
    let entry = marking.clone();
    let mut is_back = |(_, round): &(usize, &[TransitionId])| {
        fire_all(&mut marking, round);
        marking == entry
    };
    cycle
        .chunks(step)
        .enumerate()
        .find(|round| is_back(round))
        .map(|(before, round)| before * step + round.len())
}

#[cfg(test)]
mod tests {
    use sanderling_net::ArcKind::{Input, Output};
    use sanderling_property::{Property, Quantifier};
    use sanderling_testkit::tiny::nets;

    use super::*;

    const SOON: (Duration, &dyn Fn() -> bool) = (Duration::from_secs(60), &|| false);

    /// Creates a net in which a token moves through three places and back to the second. Each round adds a
    /// token to an unobserved place.
    fn net(is_counted: bool) -> Net {
        let mut arcs = vec![
            (0, 0, Input, 1),
            (1, 0, Output, 1),
            (1, 1, Input, 1),
            (2, 1, Output, 1),
            (2, 2, Input, 1),
            (1, 2, Output, 1),
        ];
        if is_counted {
            arcs.push((3, 2, Output, 1));
        }
        nets::net("net", &[1, 0, 0, 0], 3, &arcs)
    }

    fn atom(net: &Net, text: &str) -> Formula {
        let property = Property::parse(&format!("always {text}"), net).unwrap();
        assert_eq!(property.quantifier, Quantifier::Always);
        property.formula
    }

    #[test]
    fn runs_are_lifted_with_what_they_repeat() {
        for is_counted in [false, true] {
            let net = net(is_counted);
            let facts = Facts::default();
            let first = net.place(sanderling_net::PlaceId::new(0)).id.clone();
            let atoms = [atom(&net, &format!("tokens({first}) = 1"))];
            let smaller = Smaller::of(AnalysedNet::new(&net, &facts), (&atoms, true), SOON).unwrap().unwrap();
            let small = smaller.net().net;
            assert!(small.transitions.len() < net.transitions.len() && small.places.len() < net.places.len());
            let all = (0..small.transitions.len()).map(EventId::new);
            let pairs = all.clone().flat_map(|first| all.clone().map(move |second| (first, second)));
            let runs = pairs.filter_map(|(first, second)| {
                let run = AcceptedRun { prefix: vec![first], cycle: Some(vec![second]) };
                let is_run = std::panic::catch_unwind(|| smaller.lift(&net, &run)).ok()?;
                Some(is_run)
            });
            let lifted: Vec<AcceptedRun> = runs.flatten().collect();
            assert_eq!(lifted.is_empty(), is_counted, "{lifted:?}");
        }
    }

    #[test]
    fn who_asks_for_deadlocks_or_the_next_marking_sees_each_step() {
        let net = net(false);
        let facts = Facts::default();
        let smaller = |atoms: &[Formula], repeats| {
            let smaller = Smaller::of(AnalysedNet::new(&net, &facts), (atoms, repeats), SOON).unwrap();
            smaller.map_or(net.transitions.len(), |smaller| smaller.net().net.transitions.len())
        };
        assert!(smaller(&[], true) < 3);
        assert_eq!(smaller(&[], false), 3);
        assert_eq!(smaller(&[Formula::Deadlock], true), 3);
    }
}
