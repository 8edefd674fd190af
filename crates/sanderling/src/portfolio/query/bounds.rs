//! Maximum values of weighted sums of tokens.
//!
//! A proof gives an upper bound of a sum, and a search gives a value that is reached. If the two are equal,
//! they are the answer. Otherwise all markings must be explored.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::ops::ControlFlow;
use std::time::Duration;

use sanderling_analysis::Limits;
use sanderling_coverability::{Budget, CoverabilitySet, Order, Stopped};
use sanderling_model::{Proof, Structure};
use sanderling_net::{Diagnostics, PlaceId, TransitionId};
use sanderling_proof::Budget as ProofBudget;
use sanderling_property::{Property, Relation};
use sanderling_report::{Argument, Count, Decision, Greatest, Means, Technique};
use sanderling_system::EventId;

use super::{Answer, Answering, InSteps, Knowing, compare, reach};
use crate::portfolio::markings::reached_markings;
use crate::portfolio::plan::{Share, Step};
use crate::portfolio::technique::skeleton_bound;
use crate::portfolio::{checkpoints_of, decide_and_announce};
use crate::prepare::{coverability_budget, coverability_construction};
use crate::replay::finding::{Finding, argument};
use crate::request::checkpoint::Opened;
use crate::request::choices::Reductions;
use crate::request::{Question, Request};
use crate::search::{Sum, Wanted, survey};

/// Time limit for the proof of one bound.
const MAX_TIME_OF_PROOF: Duration = Duration::from_secs(10);

/// Time that a coverability construction runs before its intermediate result is read.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);

/// A function that computes an upper bound of a sum within a time limit, and the technique that proves it.
type Bound<'a> = dyn Fn(&Sum, Duration) -> Option<(i128, Technique)> + 'a;

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

type Attempt = fn(&mut InSteps<'_, '_, Bounding<'_>>) -> Result<(), Diagnostics>;

const PLAN: [Step<Attempt>; 7] = [
    Step::new("small search", Share::part(4), |bounding| {
        let effort = bounding.answering.request.effort;
        if effort.small == 0 {
            return Ok(());
        }
        let limits = bounding.answering.budget.limits_of(effort.small_search(bounding.answering.net));
        bounding.survey(limits, None)
    }),
    Step::without_search("bounds of places", Share::ALL, |steps| steps.bound_by_places()),
    Step::new("coverability", Share::part(4).at_most(10), |steps| steps.cover()),
    Step::without_search("proofs of bounds", Share::part(2), |steps| steps.prove_bounds()),
    Step::new("decision diagram", Share::part(4).at_most(300), |steps| steps.use_diagram()),
    Step::new("search for the bounds", Share::part(2), |steps| steps.seek_bounds()),
    Step::new("main search", Share::ALL, |bounding| {
        let limits = bounding.answering.budget.limits_left();
        bounding.survey(limits, bounding.answering.checkpoints)
    }),
];

/// Some sums, and what is known about each.
struct Bounding<'s> {
    sums: &'s [Sum],
    known: Vec<Known>,
}

impl Knowing for Bounding<'_> {
    fn open(&self) -> usize {
        self.known.iter().filter(|known| known.is_open()).count()
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
        let known = sums.iter().map(|sum| Known { least: at_start(sum), ..Known::default() }).collect();
        let (bounding, log) = InSteps::carry_out(self, Bounding { sums, known }, &PLAN)?;
        self.log.append(log.into_stages());
        Ok(bounding.known)
    }
}

impl InSteps<'_, '_, Bounding<'_>> {
    /// Explores within limits and records the maximum values.
    fn survey(&mut self, limits: Limits, checkpoints: Option<&Opened>) -> Result<(), Diagnostics> {
        let (sums, answering) = (self.known.sums, &mut *self.answering);
        let mut request = Request { question: Question::Explore, limits, ..answering.request.clone() };
        request.reductions = Reductions::default();
        request.statistics.bounds = true;
        let checkpoints = checkpoints_of(checkpoints, answering.net, &[])?;
        let wanted = Wanted { sums, checkpoints, ..Wanted::default() };
        let searched = survey(answering.net, &request, wanted, answering.budget.control())?;
        answering.note(&searched);
        for (known, greatest) in self.known.known.iter_mut().zip(searched.measured) {
            if greatest > known.least {
                (known.least, known.seen_with) = (greatest, BTreeSet::from([Means::Search]));
            }
        }
        let is_exhaustive = searched.statistics.exhaustive;
        let grows = |place: PlaceId| searched.growing.contains(&place);
        for (question, sum) in sums.iter().enumerate() {
            self.announce_if_met(question);
            if self.of(question).is_open() && is_exhaustive {
                self.announce_bound(question, Decision::by(Technique::Search));
            } else if has_no_negative_factor(sum)
                && sum.iter().any(|&(factor, place)| factor > 0 && grows(place))
            {
                let by = Decision::by(Technique::SelfCovering);
                self.decide(question, Greatest::Infinite, by);
            }
        }
        Ok(())
    }

    /// Returns what is known about a sum.
    fn of(&mut self, question: usize) -> &mut Known {
        &mut self.known.known[question]
    }

    /// Records the bounds that follow from the known bounds of the places.
    fn bound_by_places(&mut self) -> Result<(), Diagnostics> {
        let net = self.answering.net;
        if !net.is_place_transition() {
            return Ok(());
        }
        let bounds = net.knowledge()?.bounds();
        for (question, sum) in self.known.sums.iter().enumerate() {
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
                self.of(question).most = Some((most, Technique::Proof(argument)));
                self.announce_if_met(question);
            }
        }
        Ok(())
    }

    /// Decides the sums of an unbounded net by coverability, if the set can be computed. During the
    /// construction, announces the sums that are unbounded.
    fn cover(&mut self) -> Result<(), Diagnostics> {
        let (net, control) = (self.answering.net, self.answering.budget.control());
        let Some(proof) = net.self_covering() else { return Ok(()) };
        let structure = net.knowledge()?.structure();
        for (question, sum) in self.known.sums.iter().enumerate() {
            if effect(structure, &proof.cycle, sum).is_some_and(|effect| effect > 0) {
                let by = Decision::by(Technique::SelfCovering);
                self.decide(question, Greatest::Infinite, by);
            }
        }
        let is_cancelled = || control.is_cancelled();
        let mut time = self.answering.budget.time();
        let knowledge = net.knowledge()?;
        let begin = |order| coverability_construction(knowledge, |_| false, order).ok();
        // Breadth-first completes earlier, depth-first finds unbounded places earlier.
        let mut constructions: VecDeque<_> =
            [Order::BreadthFirst, Order::DepthFirst].into_iter().filter_map(begin).collect();
        while let Some(mut construction) = constructions.pop_front()
            && self.known.open() > 0
        {
            let slice = time.min(BETWEEN_LOOKS);
            time -= slice;
            let proceeded =
                construction.proceed(&coverability_budget(self.answering.request, slice, &is_cancelled));
            self.announce_infinite(&construction.unbounded());
            match proceeded {
                Ok(()) => {
                    let Ok(set) = construction.complete(&Budget::unlimited()) else { return Ok(()) };
                    self.announce_covered(&set);
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
    fn announce_infinite(&mut self, unbounded: &BTreeSet<PlaceId>) {
        for (question, sum) in self.known.sums.iter().enumerate() {
            let grows = sum.iter().any(|&(factor, place)| factor > 0 && unbounded.contains(&place));
            if grows && has_no_negative_factor(sum) {
                let by = Decision::by(Technique::Coverability);
                self.decide(question, Greatest::Infinite, by);
            }
        }
    }

    /// Announces the maximum values given by a coverability set.
    fn announce_covered(&mut self, set: &CoverabilitySet<'_>) {
        for (question, sum) in self.known.sums.iter().enumerate() {
            if has_no_negative_factor(sum) {
                let greatest = set.greatest(sum).map_or(Greatest::Infinite, Greatest::Finite);
                self.decide(question, greatest, Decision::by(Technique::Coverability));
            }
        }
    }

    /// Announces that the largest value reached is the maximum.
    fn announce_bound(&mut self, question: usize, by: Decision) {
        let least = self.of(question).least;
        self.decide(question, Greatest::Finite(least), by);
    }

    /// Announces the maximum value, unless it is already decided. The contest has no negative answers, so
    /// these are recorded only.
    fn decide(&mut self, question: usize, greatest: Greatest, by: Decision) {
        let known = self.of(question);
        if !known.is_open() {
            return;
        }
        known.greatest = Some((greatest, by.clone()));
        let number = match greatest {
            Greatest::Infinite => Some(Count::Infinite),
            Greatest::Finite(number) => u128::try_from(number).ok().map(Count::Finite),
        };
        if let Some(number) = number {
            self.answering.announce(question, Answer::Number(number), by);
        }
    }

    /// Finds the maximum values in a decision diagram.
    fn use_diagram(&mut self) -> Result<(), Diagnostics> {
        let answering = &self.answering;
        let Some(mut reached) = reached_markings(answering.net, answering.request, answering.budget)? else {
            return Ok(());
        };
        for (question, sum) in self.known.sums.iter().enumerate() {
            let Ok(greatest) = reached.greatest(sum) else { break };
            self.decide(question, Greatest::Finite(greatest), Decision::by(Technique::Diagram));
        }
        Ok(())
    }

    /// Proves upper bounds, and announces those that have been reached.
    fn prove_bounds(&mut self) -> Result<(), Diagnostics> {
        let (net, control, sums) = (self.answering.net, self.answering.budget.control(), self.known.sums);
        let bound: Box<Bound<'_>> = if net.is_place_transition() {
            let prover = net.prover()?;
            Box::new(move |sum, time| {
                let bound = prover.bound(sum, &ProofBudget::new(time, &|| control.is_cancelled()))?;
                Some((bound.most, Technique::Proof(argument(bound.proof.technique))))
            })
        } else {
            let Some(skeleton) = net.skeleton() else { return Ok(()) };
            Box::new(move |sum, time| skeleton_bound(skeleton, sum, time, control))
        };
        for (question, sum) in sums.iter().enumerate() {
            let time = self.answering.budget.part(sums.len() - question, MAX_TIME_OF_PROOF);
            if !self.of(question).is_open() || time.is_zero() {
                continue;
            }
            let proved = bound(sum, time);
            let by_places = self.of(question).most;
            self.of(question).most = proved.into_iter().chain(by_places).min_by_key(|&(most, _)| most);
        }
        (0..sums.len()).for_each(|question| self.announce_if_met(question));
        Ok(())
    }

    /// Announces a proved bound if some visited marking reaches it.
    fn announce_if_met(&mut self, question: usize) {
        let known = self.of(question);
        if let Some((most, technique)) = known.most
            && known.is_open()
            && known.least >= most
        {
            let by = Decision::by(technique).with(known.seen_with.iter().copied());
            self.announce_bound(question, by);
        }
    }

    /// Searches for markings that reach the proved bounds.
    fn seek_bounds(&mut self) -> Result<(), Diagnostics> {
        let sums = self.known.sums;
        let mut goals: Vec<(usize, Property)> = Vec::new();
        for (question, known) in self.known.known.iter().enumerate() {
            let most = known.most.as_ref().filter(|_| known.is_open());
            let reached =
                most.and_then(|(most, _)| compare(sums[question].iter().copied(), Relation::AtLeast, *most));
            goals.extend(reached.map(|formula| (question, reach(formula))));
        }
        if goals.is_empty() {
            return Ok(());
        }
        let properties: Vec<Property> = goals.iter().map(|(_, property)| property.clone()).collect();
        let request = self.answering.request_for(Question::Check(properties));
        let (net, control) = (self.answering.net, self.answering.budget.control());
        let searched = decide_and_announce(net, &request, None, control, &mut |goal, finding| {
            let question = goals[goal].0;
            let known = self.of(question);
            if let (Finding::Found(_, by), Some((most, _))) = (finding, known.most) {
                known.least = most;
                known.seen_with = by.with.iter().copied().chain([Means::Search]).collect();
                self.announce_if_met(question);
            }
            ControlFlow::Continue(())
        })?;
        self.answering.visits += searched.visits;
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
