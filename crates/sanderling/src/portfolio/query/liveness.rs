//! Liveness: whether each transition can become enabled again from every reachable marking. In an unfolding,
//! one transition of each group suffices.
//!
//! ```text
//! theorems and vectors ─▶ small graph ─▶ deadlock ─▶ transitions left behind ─▶
//! (structure)                                        (left_behind)
//! quasi-liveness, and a proof of return ─▶ decision diagram ─▶ whole graph
//! ```
//!
//! A net is not live if a deadlock is reachable, if a transition is never enabled, if some vector shows that
//! a transition fires finitely often, or if a reachable marking leaves a transition behind. A theorem or the
//! strongly connected [components] of the whole reachability graph show that a net is live. So does the proof that it
//! is quasi-live and the initial marking can always be reached again.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "in a plan, a method without a closure would have a fixed lifetime"
)]

mod left_behind;
mod structure;

use std::time::Duration;

use sanderling_analysis::reduce::Events;
use sanderling_analysis::retention::Retention;
use sanderling_analysis::{Guidance, Observation, Options, StoreChoice};
use sanderling_engine::Explorable;
use sanderling_model::explicit::Tables;
use sanderling_net::Diagnostics;
use sanderling_proof::Budget;
use sanderling_property::Formula;
use sanderling_report::{Decision, Technique};
use sanderling_runs::ComponentQuery;
use sanderling_system::EventId;

use super::formulas::run;
use super::{Answer, Answering, Reached, reach};
use crate::portfolio::decide;
use crate::portfolio::markings::reached_markings;
use crate::portfolio::plan::{Share, Step};
use crate::prepare::Encoded;
use crate::replay::finding::{Finding, argument, by_search};
use crate::replay::reason;
use crate::request::Question;
use crate::search::explicit;
use crate::search::self_check::{NetReference, sound};

type Attempt = fn(&mut Answering<'_>) -> Result<(), Diagnostics>;

pub(super) const PLAN: [Step<Attempt>; 8] = [
    Step::without_search("structure", Share::part(8).at_most(10), |answering| {
        let theorem = answering.liveness_by_structure()?;
        answering.settle(theorem);
        Ok(())
    }),
    Step::new("small graph", Share::part(4), |answering| answering.explore_small_graph()),
    Step::without_search("deadlock", Share::part(6), |answering| answering.find_deadlock()),
    Step::new("transitions left behind", Share::part(6), |answering| {
        if let Some((by, run)) = answering.leaves_a_transition_behind()? {
            answering.answer_with_run(0, Answer::Truth(false), by, Some(run));
        }
        Ok(())
    }),
    Step::without_search("quasi-liveness", Share::part(3), |answering| {
        let (reached, _) = answering.is_quasi_live()?;
        match reached {
            Some(Reached::Never(_, by)) => answering.settle(Some((false, by))),
            reached => answering.is_known_quasi_live = reached.is_some(),
        }
        Ok(())
    }),
    Step::without_search("proof of return", Share::part(2).at_most(60), |answering| {
        let proof = answering.proof_of_return()?;
        answering.settle(proof.map(|by| (true, by)));
        Ok(())
    }),
    Step::new("decision diagram", Share::part(3).at_most(300), |answering| {
        let decided = answering.liveness_by_diagram()?;
        answering.settle(decided.map(|is_live| (is_live, Decision::by(Technique::Diagram))));
        Ok(())
    }),
    Step::new("whole graph", Share::ALL, |answering| {
        let all = answering.components_of_all(None)?;
        answering.settle(all.map(|is_live| (is_live, by_search(Events::ALL))));
        Ok(())
    }),
];

impl Answering<'_> {
    fn explore_small_graph(&mut self) -> Result<(), Diagnostics> {
        let effort = self.request.effort;
        if effort.small > 0 {
            let small = self.components_of_all(Some(effort.small_search(self.net)))?;
            self.settle(small.map(|is_live| (is_live, by_search(Events::ALL))));
        }
        Ok(())
    }

    fn find_deadlock(&mut self) -> Result<(), Diagnostics> {
        let request = self.request_for(Question::Check(vec![reach(Formula::Deadlock)]));
        let searched = decide(self.net, &request, self.budget.control())?;
        self.visits += searched.visits;
        if let [found @ Finding::Found(_, by)] = &searched.findings[..]
            && !self.queried.transitions.is_empty()
        {
            self.answer_with_run(0, Answer::Truth(false), by.clone(), run(self.net, found));
        }
        Ok(())
    }

    /// Returns what shows that the initial marking can always be reached again. Then a quasi-live net is
    /// live.
    fn proof_of_return(&self) -> Result<Option<Decision>, Diagnostics> {
        if !self.net.is_place_transition() || !self.is_known_quasi_live {
            return Ok(None);
        }
        let is_cancelled = || self.budget.is_cancelled();
        let budget = Budget::new(self.budget.time(), &is_cancelled);
        let found = self.net.prover()?.always_returns(&budget);
        Ok(found.map(|found| Decision::by(Technique::Proof(argument(found.proof.technique)))))
    }

    /// Returns whether the net is live, if a decision diagram of all markings decides it in time.
    fn liveness_by_diagram(&mut self) -> Result<Option<bool>, Diagnostics> {
        let Some(mut reached) = reached_markings(self.net, self.request, self.budget)? else {
            return Ok(None);
        };
        let returns = reached.always_returns();
        for group in &self.queried.transitions {
            let Ok(enabling) = reached.enabling(group) else { return Ok(None) };
            let is_live = match (reached.is_empty(&enabling), returns) {
                (true, _) => Ok(false),
                (false, Ok(true)) => Ok(true),
                (false, _) => reached.is_always_reachable(&enabling),
            };
            reached.release(enabling);
            let Ok(is_live) = is_live else { return Ok(None) };
            if !is_live {
                return Ok(Some(false));
            }
        }
        Ok(Some(true))
    }

    /// Answers the question if it is decided.
    fn settle(&mut self, decided: Option<(bool, Decision)>) {
        if let Some((is_live, by)) = decided {
            self.truth(is_live, by);
        }
    }

    /// Explores all markings within limits. Returns whether the net is live, if the exploration is complete.
    fn components_of_all(&mut self, limits: Option<(u64, Duration)>) -> Result<Option<bool>, Diagnostics> {
        let mut group_of_transition = vec![0; self.net.net.transitions.len()];
        for (group, transitions) in (0..).zip(&self.queried.transitions) {
            for transition in transitions {
                group_of_transition[transition.index()] = group;
            }
        }
        if self.net.is_place_transition() {
            let options = Options {
                retention: Retention::KeepAll,
                store: StoreChoice::Packed,
                threads: self.request.threads,
                limits: self.request.limits,
                ..Options::default()
            };
            let groups = |_: Option<&Tables>| group_of_transition;
            return match self.net.encoded()? {
                Encoded::Fields(model) => self.components_of(model, options, limits, groups),
                Encoded::Radix(model) => self.components_of(model, options, limits, groups),
            };
        }
        let (settled, table_limits) = explicit::settled(self.request);
        let until = self.budget.until();
        let model = self.net.coloured_model(table_limits, move || until.is_over())?;
        self.components_of(model, settled.options(), limits, |tables| {
            let group = |event: usize| {
                let firing = tables.and_then(|tables| tables.firing(EventId::new(event)));
                firing.map_or(0, |firing| group_of_transition[firing.transition.index()])
            };
            // The pass over the graph meets only firings that the search has met before.
            (0..=tables.map_or(0, Tables::firings_met)).map(group).collect()
        })
    }

    /// Explores all states of a model within limits, and inspects the components if the exploration is
    /// complete. `groups` maps each event to its group of transitions.
    fn components_of<M: Explorable>(
        &mut self,
        model: M,
        mut options: Options,
        limits: Option<(u64, Duration)>,
        groups: impl FnOnce(Option<&Tables>) -> Vec<u32>,
    ) -> Result<Option<bool>, Diagnostics> {
        // The pass over the graph needs time and memory, too.
        options.limits.time = self.budget.time_left().map(|left| left / 2);
        options.limits.memory_bytes = options.limits.memory_bytes.map(|bytes| bytes / 4 * 3);
        if let Some((states, time)) = limits {
            options.limits.states = Some(options.limits.states.map_or(states, |most| most.min(states)));
            options.limits.time = Some(options.limits.time.map_or(time, |left| left.min(time)));
        }
        let control = self.budget.control();
        let reference = NetReference::new(self.net.net, self.request);
        let observation = Observation { self_check: reference.check(&model), ..Observation::default() };
        let outcome = model.explore(&options, &observation, &Guidance::default(), control);
        sound(&outcome)?;
        if !outcome.is_exhaustive() {
            // The limits of a first small search are not those of the user, so it is not reported as stopped
            // early.
            if limits.is_none() {
                self.ended_by = outcome.stop.and_then(reason).map(|reason| reason.in_words().to_owned());
            }
            return Ok(None);
        }
        outcome.system.give_up_no_more();
        let group_of_event = groups(outcome.system.tables());
        let query = ComponentQuery {
            groups_of_event: &|event: EventId| std::slice::from_ref(&group_of_event[event.index()]),
            groups: self.queried.transitions.len(),
            goal: None,
            may_disable: None,
        };
        let packed = (outcome.store.packed(), outcome.root);
        let found = outcome.system.components(packed, &query, self.budget.deadline(), control);
        if found.is_none() {
            self.ended_by = Some(self.budget.until().reason().in_words().to_owned());
        }
        Ok(found.map(|components| components.recurrent.iter().all(|recurs| *recurs)))
    }
}
