//! Maximum values of weighted sums of tokens.
//!
//! A proof gives an upper bound of a sum, and a search gives a value that is reached. If the two are equal,
//! they are the answer. Otherwise all markings must be explored.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::ops::ControlFlow;
use std::time::Duration;

use sanderling_coverability::{Budget, CoverabilitySet, Order, Stopped};
use sanderling_model::{Proof, Structure};
use sanderling_net::{Diagnostics, PlaceId, TransitionId};
use sanderling_proof::Budget as ProofBudget;
use sanderling_property::{Property, Relation};
use sanderling_report::{Argument, Count, Decision, Greatest, Means, Technique};
use sanderling_system::EventId;

use super::{Answer, Answering, compare, reach};
use crate::portfolio::budget::{MAX_TIME, SHARE};
use crate::portfolio::technique::skeleton_bound;
use crate::portfolio::{checkpoints_of, decide_and_announce};
use crate::prepare::{coverability_budget, coverability_construction};
use crate::replay::finding::{Finding, argument};
use crate::request::choices::Reductions;
use crate::request::{Question, Request};
use crate::search::{Sum, Wanted, survey};

/// Time that a coverability construction runs before its intermediate result is read.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);

/// A function that computes an upper bound of a sum within a time limit, and the technique that proves it.
type Bounding<'a> = dyn Fn(&Sum, Duration) -> Option<(i128, Technique)> + 'a;

/// What is known about the maximum value of a sum.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    /// The largest value that was reached.
    pub(crate) least: i128,
    /// The means that reached it; empty for the initial marking.
    seen_with: BTreeSet<Means>,
    /// An upper bound, and the technique that proves it.
    pub(crate) most: Option<(i128, Technique)>,
    /// The maximum value and what decided it, if it is decided.
    pub(crate) greatest: Option<(Greatest, Decision)>,
}

impl Known {
    fn is_open(&self) -> bool {
        self.greatest.is_none()
    }
}

impl Answering<'_> {
    /// Answers each sum when it is decided. Returns what is known about each, or nothing if the initial marking is
    /// undefined.
    pub(super) fn bounds(&mut self, sums: &[Sum]) -> Result<Vec<Known>, Diagnostics> {
        let Some(initial) = self.net.initial_tokens() else { return Ok(Vec::new()) };
        let at_start = |sum: &Sum| {
            sum.iter().map(|&(factor, place)| i128::from(factor) * i128::from(initial[place.index()])).sum()
        };
        let mut known: Vec<Known> =
            sums.iter().map(|sum| Known { least: at_start(sum), ..Known::default() }).collect();
        let effort = self.request.effort;
        let is_known =
            effort.small > 0 && self.surveyed(sums, Some(effort.small_search(self.net)), &mut known)?;
        if !is_known {
            self.bound_by_places(sums, &mut known)?;
            self.cover(sums, &mut known)?;
            self.prove_bounds(sums, &mut known)?;
            self.seek_bounds(sums, &mut known)?;
            if known.iter().any(Known::is_open) && !self.budget.is_over() {
                self.surveyed(sums, None, &mut known)?;
            }
        }
        Ok(known)
    }

    /// Explores within limits and records the maximum values. Returns whether all sums are decided.
    fn surveyed(
        &mut self,
        sums: &[Sum],
        limits: Option<(u64, Duration)>,
        known: &mut [Known],
    ) -> Result<bool, Diagnostics> {
        let mut request = Request { question: Question::Explore, ..self.request.clone() };
        request.reductions = Reductions::default();
        request.statistics.bounds = true;
        request.limits = limits.map_or_else(|| self.budget.limits_left(), |few| self.budget.limits_of(few));
        let checkpoints = self.checkpoints.filter(|_| limits.is_none());
        let checkpoints = checkpoints_of(checkpoints, self.net, &[])?;
        let wanted = Wanted { sums, checkpoints, ..Wanted::default() };
        let searched = survey(self.net, &request, wanted, self.budget.control())?;
        self.note_end(&searched.statistics);
        for (known, greatest) in known.iter_mut().zip(searched.measured) {
            if greatest > known.least {
                (known.least, known.seen_with) = (greatest, BTreeSet::from([Means::Search]));
            }
        }
        let is_exhaustive = searched.statistics.exhaustive;
        let grows = |place: PlaceId| searched.growing.contains(&place);
        for (question, sum) in sums.iter().enumerate() {
            self.announce_if_met(question, &mut known[question]);
            if known[question].is_open() && is_exhaustive {
                self.announce_bound(question, &mut known[question], Decision::by(Technique::Search));
            } else if has_no_negative_factor(sum)
                && sum.iter().any(|&(factor, place)| factor > 0 && grows(place))
            {
                let by = Decision::by(Technique::SelfCovering);
                self.decide(question, &mut known[question], Greatest::Infinite, by);
            }
        }
        Ok(is_exhaustive)
    }

    /// Records the bounds that follow from the known bounds of the places.
    fn bound_by_places(&mut self, sums: &[Sum], known: &mut [Known]) -> Result<(), Diagnostics> {
        if !self.net.is_place_transition() {
            return Ok(());
        }
        let bounds = self.net.knowledge()?.bounds();
        for (question, (sum, known)) in sums.iter().zip(known).enumerate() {
            let most = sum.iter().map(|&(factor, place)| match factor {
                0.. => Some(i128::from(factor) * i128::from(bounds.upper(place)?)),
                _ => Some(0),
            });
            let is_of_invariant = |&(factor, place): &(i64, PlaceId)| {
                factor > 0 && matches!(bounds.proof(place), Some(Proof::Invariant(_)))
            };
            let argument = match sum.iter().any(is_of_invariant) {
                true => Argument::PlaceInvariant,
                false => Argument::Structure,
            };
            if let Some(most) = most.sum() {
                known.most = Some((most, Technique::Proof(argument)));
                self.announce_if_met(question, known);
            }
        }
        Ok(())
    }

    /// Decides the sums of an unbounded net by coverability, if the set can be computed. During the
    /// construction, announces the sums that are unbounded.
    fn cover(&mut self, sums: &[Sum], known: &mut [Known]) -> Result<(), Diagnostics> {
        let Some(proof) = self.net.self_covering() else { return Ok(()) };
        let structure = self.net.knowledge()?.structure();
        for (question, sum) in sums.iter().enumerate() {
            if effect(structure, &proof.cycle, sum).is_some_and(|effect| effect > 0) {
                let by = Decision::by(Technique::SelfCovering);
                self.decide(question, &mut known[question], Greatest::Infinite, by);
            }
        }
        let control = self.budget.control();
        let is_cancelled = || control.is_cancelled();
        let mut time = self.budget.part(SHARE, MAX_TIME);
        let knowledge = self.net.knowledge()?;
        let begin = |order| coverability_construction(knowledge, |_| false, order).ok();
        // Breadth-first completes earlier, depth-first finds unbounded places earlier.
        let mut constructions: VecDeque<_> =
            [Order::BreadthFirst, Order::DepthFirst].into_iter().filter_map(begin).collect();
        while let Some(mut construction) = constructions.pop_front()
            && known.iter().any(Known::is_open)
        {
            let slice = time.min(BETWEEN_LOOKS);
            time -= slice;
            let proceeded = construction.proceed(&coverability_budget(self.request, slice, &is_cancelled));
            self.announce_infinite(sums, &construction.unbounded(), known);
            match proceeded {
                Ok(()) => {
                    let Ok(set) = construction.complete(&Budget::unlimited()) else { return Ok(()) };
                    self.announce_covered(sums, &set, known);
                    return Ok(());
                }
                Err(Stopped::OutOfTime) if time.is_zero() || control.is_cancelled() => return Ok(()),
                Err(Stopped::OutOfTime) => constructions.push_back(construction),
                Err(Stopped::OutOfMemory | Stopped::TooManyTokens(_)) => {}
            }
        }
        Ok(())
    }

    /// Announces that sums with these places are unbounded.
    fn announce_infinite(&mut self, sums: &[Sum], unbounded: &BTreeSet<PlaceId>, known: &mut [Known]) {
        for (question, sum) in sums.iter().enumerate() {
            let grows = sum.iter().any(|&(factor, place)| factor > 0 && unbounded.contains(&place));
            if grows && has_no_negative_factor(sum) {
                let by = Decision::by(Technique::Coverability);
                self.decide(question, &mut known[question], Greatest::Infinite, by);
            }
        }
    }

    /// Announces the maximum values given by a coverability set.
    fn announce_covered(&mut self, sums: &[Sum], set: &CoverabilitySet<'_>, known: &mut [Known]) {
        for (question, sum) in sums.iter().enumerate() {
            if has_no_negative_factor(sum) {
                let greatest = set.greatest(sum).map_or(Greatest::Infinite, Greatest::Finite);
                self.decide(question, &mut known[question], greatest, Decision::by(Technique::Coverability));
            }
        }
    }

    /// Announces that the largest value reached is the maximum.
    fn announce_bound(&mut self, question: usize, known: &mut Known, by: Decision) {
        self.decide(question, known, Greatest::Finite(known.least), by);
    }

    /// Announces the maximum value, unless it is already decided. The contest has no negative answers, so
    /// these are recorded only.
    fn decide(&mut self, question: usize, known: &mut Known, greatest: Greatest, by: Decision) {
        if !known.is_open() {
            return;
        }
        known.greatest = Some((greatest, by.clone()));
        let number = match greatest {
            Greatest::Infinite => Some(Count::Infinite),
            Greatest::Finite(number) => u128::try_from(number).ok().map(Count::Finite),
        };
        if let Some(number) = number {
            self.announce(question, Answer::Number(number), by);
        }
    }

    /// Proves upper bounds, and announces those that have been reached.
    fn prove_bounds(&mut self, sums: &[Sum], known: &mut [Known]) -> Result<(), Diagnostics> {
        let control = self.budget.control();
        let bound: Box<Bounding<'_>> = if self.net.is_place_transition() {
            let prover = self.net.prover()?;
            Box::new(move |sum, time| {
                let bound = prover.bound(sum, &ProofBudget::new(time, &|| control.is_cancelled()))?;
                Some((bound.most, Technique::Proof(argument(bound.proof.technique))))
            })
        } else {
            let Some(skeleton) = self.net.skeleton() else { return Ok(()) };
            Box::new(move |sum, time| skeleton_bound(skeleton, sum, time, control))
        };
        for (question, sum) in sums.iter().enumerate() {
            let open = u32::try_from(2 * (sums.len() - question)).unwrap_or(u32::MAX);
            let time = self.budget.part(open, MAX_TIME);
            if !known[question].is_open() || time.is_zero() {
                continue;
            }
            let by_places = known[question].most;
            known[question].most =
                bound(sum, time).into_iter().chain(by_places).min_by_key(|&(most, _)| most);
        }
        for (question, known) in known.iter_mut().enumerate() {
            self.announce_if_met(question, known);
        }
        Ok(())
    }

    /// Announces a proved bound if some visited marking reaches it.
    fn announce_if_met(&mut self, question: usize, known: &mut Known) {
        if let Some((most, technique)) = known.most
            && known.is_open()
            && known.least >= most
        {
            let by = Decision::by(technique).with(known.seen_with.iter().copied());
            self.announce_bound(question, known, by);
        }
    }

    /// Searches for markings that reach the proved bounds.
    fn seek_bounds(&mut self, sums: &[Sum], known: &mut [Known]) -> Result<(), Diagnostics> {
        let mut goals: Vec<(usize, Property)> = Vec::new();
        for (question, known) in known.iter().enumerate() {
            let most = known.most.as_ref().filter(|_| known.is_open());
            let reached =
                most.and_then(|(most, _)| compare(sums[question].iter().copied(), Relation::AtLeast, *most));
            goals.extend(reached.map(|formula| (question, reach(formula))));
        }
        if goals.is_empty() || self.budget.is_over() {
            return Ok(());
        }
        let properties: Vec<Property> = goals.iter().map(|(_, property)| property.clone()).collect();
        let request = self.asking(Question::Check(properties), 2);
        let (net, control) = (self.net, self.budget.control());
        decide_and_announce(net, &request, None, control, &mut |goal, finding| {
            let question = goals[goal].0;
            if let (Finding::Found(_, by), Some((most, _))) = (finding, known[question].most) {
                known[question].least = most;
                known[question].seen_with = by.with.iter().copied().chain([Means::Search]).collect();
                self.announce_if_met(question, &mut known[question]);
            }
            ControlFlow::Continue(())
        })?;
        Ok(())
    }
}

fn has_no_negative_factor(sum: &Sum) -> bool {
    sum.iter().all(|&(factor, _)| factor >= 0)
}

/// Returns the effect of firings on a sum; `None` if it depends on the marking or overflows.
fn effect(structure: &Structure, firings: &[EventId], sum: &Sum) -> Option<i128> {
    let mut factors: HashMap<PlaceId, i128> = HashMap::new();
    sum.iter().for_each(|&(factor, place)| *factors.entry(place).or_default() += i128::from(factor));
    let mut total = 0_i128;
    for event in firings {
        let transition = TransitionId::new(event.index());
        if !structure.reset(transition).is_empty() {
            return None;
        }
        for &(place, effect) in structure.effect(transition) {
            let factor = factors.get(&place).copied().unwrap_or(0);
            total = total.checked_add(factor.checked_mul(effect)?)?;
        }
    }
    Some(total)
}
