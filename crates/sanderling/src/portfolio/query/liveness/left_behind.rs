//! Transitions that a run leaves behind: from its last marking they can never be enabled again, so the net is
//! not live.
//!
//! Three arguments are tried on the last markings of random runs, the cheapest first:
//!
//! 1. If firings kept the tokens that they take, some transition would still not be enabled. Then some place
//!    that it needs lies in an unmarked siphon, or lacks tokens that no firing adds.
//! 2. A proof shows that the transition is dead in the net that starts in this marking.
//! 3. Few markings are reachable, and none of them enables the transition.

use std::time::Duration;

use sanderling_analysis::Control;
use sanderling_machine::clock::Instant;
use sanderling_model::Structure;
use sanderling_net::{Diagnostics, Net, TransitionId};
use sanderling_property::Formula;
use sanderling_report::{Argument, Decision, Means, Technique};
use sanderling_system::EventId;

use crate::portfolio::query::Answering;
use crate::portfolio::random_run::random_run;
use crate::prepare::{AnalysedNet, Facts, starting_in};
use crate::replay::finding::{argument, by_walk};
use crate::request::choices::Reductions;
use crate::request::{Question, Request};
use crate::search::search;

/// Time limit for all runs.
const MAX_TIME: Duration = Duration::from_secs(60);
/// Maximum number of states and time to explore the markings reachable from the end of a random run.
const SMALL: (u64, Duration) = (50_000, Duration::from_secs(1));
/// Maximum lengths of the random runs.
const RUNS: [usize; 6] = [100, 300, 1000, 3000, 10_000, 30_000];
/// Maximum number of groups of transitions for each run that a proof is tried on.
const MAX_PROOFS: usize = 20;
/// Time limit for all proofs about the end of one run.
const MAX_TIME_OF_PROOFS: Duration = Duration::from_secs(2);

/// The end of a random run.
struct End {
    /// The net with the last marking as its initial marking.
    net: Net,
    run: Vec<TransitionId>,
    /// For each transition, the step at which it fired last, from 1; 0 if it has not fired.
    last_fired: Vec<usize>,
}

impl Answering<'_> {
    /// Follows random runs. Returns what shows that one of them leaves a group of transitions behind, and the
    /// firings of this run.
    ///
    /// # Errors
    /// The net cannot be compiled.
    pub(super) fn leaves_a_transition_behind(
        &mut self,
    ) -> Result<Option<(Decision, Vec<TransitionId>)>, Diagnostics> {
        if !self.net.is_place_transition() {
            return Ok(None);
        }
        let deadline = Instant::now() + self.budget.at_most(MAX_TIME);
        for (seed, length) in (0..).zip(RUNS) {
            if self.budget.is_over() || Instant::now() >= deadline {
                break;
            }
            let Some(end) = self.end_of_run(length, seed, deadline) else { break };
            if self.starved_group(&end.net)?.is_some() {
                let by = Decision::by(Technique::Proof(Argument::Structure)).with([Means::RandomWalk]);
                return Ok(Some((by, end.run)));
            }
            if let Some(by) = self.proves_a_group_dead(&end, deadline)? {
                return Ok(Some((by, end.run)));
            }
            if self.lacks_a_transition(&end.net)? {
                return Ok(Some((by_walk(), end.run)));
            }
        }
        Ok(None)
    }

    /// Returns the end of a random run; `None` if the initial marking is undefined.
    fn end_of_run(&self, length: usize, seed: u64, deadline: Instant) -> Option<End> {
        let is_over = || Instant::now() >= deadline || self.budget.is_cancelled();
        let run = random_run(self.net.net, length, seed, &is_over)?;
        let mut last_fired = vec![0; self.net.net.transitions.len()];
        for (step, transition) in (1..).zip(&run.firings) {
            last_fired[transition.index()] = step;
        }
        Some(End { net: starting_in(self.net.net, &run.end), run: run.firings, last_fired })
    }

    /// Returns the number of a group that could not be enabled from the initial marking of this place/transition
    /// net even if firings kept the tokens that they take.
    ///
    /// # Errors
    /// The net cannot be compiled.
    pub(in crate::portfolio::query) fn starved_group(&self, net: &Net) -> Result<Option<usize>, Diagnostics> {
        if !net.is_place_transition() {
            return Ok(None);
        }
        let may_fire = may_fire(&Structure::build(net)?);
        Ok(self.queried.transitions.iter().position(|group| !group.iter().any(|&one| may_fire[one.index()])))
    }

    /// Returns a proof that some group is dead in the net that starts at the end of a run. The groups that
    /// have not fired for longest come first.
    ///
    /// # Errors
    /// The net cannot be compiled.
    fn proves_a_group_dead(&self, end: &End, deadline: Instant) -> Result<Option<Decision>, Diagnostics> {
        let deadline = deadline.min(Instant::now() + MAX_TIME_OF_PROOFS);
        let is_over = || self.budget.is_over() || Instant::now() >= deadline;
        let facts = Facts::default();
        let net = AnalysedNet::new(&end.net, &facts);
        if !net.learn_until(&is_over) {
            return Ok(None);
        }
        let prover = net.prover()?;
        let last_fired =
            |group: &Vec<TransitionId>| group.iter().map(|one| end.last_fired[one.index()]).max();
        let mut groups: Vec<&Vec<TransitionId>> = self.queried.transitions.iter().collect();
        groups.sort_by_key(|group| last_fired(group));
        for group in groups.into_iter().take(MAX_PROOFS) {
            if is_over() {
                break;
            }
            let time = deadline.saturating_duration_since(Instant::now());
            let budget = sanderling_proof::Budget::new(time, &is_over);
            if let Some(proof) = prover.unreachable(&Formula::Enabled(group.clone()), &budget) {
                let by = Decision::by(Technique::Proof(argument(proof.technique)));
                return Ok(Some(by.with([Means::RandomWalk])));
            }
        }
        Ok(None)
    }

    /// Returns whether few markings are reachable in a net and none of them enables some transition.
    fn lacks_a_transition(&mut self, net: &Net) -> Result<bool, Diagnostics> {
        let mut request = Request { question: Question::Explore, ..self.request.clone() };
        request.reductions = Reductions::default();
        request.statistics.dead_transitions = true;
        request.limits.states = Some(SMALL.0);
        request.limits.time = Some(self.budget.at_most(SMALL.1));
        let control = Control::quiet_part(self.budget.control());
        let searched = search(AnalysedNet::new(net, &Facts::default()), &request, &control)?;
        let Some(never) = searched.never_fired else { return Ok(false) };
        if !searched.statistics.exhaustive {
            return Ok(false);
        }
        let is_dead = |one: &TransitionId| never.binary_search(&EventId::new(one.index())).is_ok();
        Ok(self.queried.transitions.iter().any(|group| group.iter().all(is_dead)))
    }
}

/// Returns, for each transition, whether it could be enabled if firings kept the tokens that they take. The
/// transitions that could not are dead: inhibitor arcs and capacities disable even more. Cost: linear in the
/// arcs.
fn may_fire(structure: &Structure) -> Vec<bool> {
    let transitions = structure.transition_count();
    // Places with as many tokens as any transition needs.
    let mut is_growing = vec![false; structure.place_count()];
    let mut missing: Vec<usize> = vec![0; transitions];
    let mut waiting: Vec<Vec<TransitionId>> = vec![Vec::new(); structure.place_count()];
    for transition in structure.transition_ids() {
        for (place, tokens) in structure.needs(transition) {
            if structure.initial()[place.index()] < tokens {
                missing[transition.index()] += 1;
                waiting[place.index()].push(transition);
            }
        }
    }
    let mut may_fire = vec![false; transitions];
    let mut open: Vec<TransitionId> =
        structure.transition_ids().filter(|one| missing[one.index()] == 0).collect();
    while let Some(transition) = open.pop() {
        may_fire[transition.index()] = true;
        // A reset may take tokens that the effect counts.
        for &(place, _) in structure.post(transition) {
            let effect = structure.effect(transition).iter().find(|&&(other, _)| other == place);
            let adds =
                effect.is_some_and(|&(_, effect)| effect > 0) || structure.reset(transition).contains(&place);
            if adds && !std::mem::replace(&mut is_growing[place.index()], true) {
                for waiter in std::mem::take(&mut waiting[place.index()]) {
                    missing[waiter.index()] -= 1;
                    if missing[waiter.index()] == 0 {
                        open.push(waiter);
                    }
                }
            }
        }
    }
    may_fire
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use sanderling_testkit::naive;
    use sanderling_testkit::random::{self, Shape, for_seeds, is_met};

    use super::*;

    #[test]
    fn a_transition_that_could_not_fire_with_all_tokens_kept_is_dead() {
        let found = Cell::new(0);
        for_seeds(400, |seed| {
            let shapes =
                [Shape::plain(), Shape::special(), Shape::conservative(), Shape::conservative_special()];
            let net = random::net(seed, &shapes[seed as usize % shapes.len()]);
            let Ok(explored) = naive::explore(&net, 2000) else { return };
            let may_fire = may_fire(&Structure::build(&net).expect("it is a place/transition net"));
            for transition in net.transition_ids().filter(|one| !may_fire[one.index()]) {
                found.set(found.get() + 1);
                assert!(!explored.fired.contains(&transition), "seed {seed}: {transition:?} can fire");
            }
        });
        assert!(is_met(found.get(), 100), "{} dead transitions are found", found.get());
    }
}
