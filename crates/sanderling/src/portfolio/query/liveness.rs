//! Liveness: whether each transition can become enabled again from every reachable marking. In an unfolding,
//! one transition of each group suffices.
//!
//! A net is not live if a deadlock is reachable, if a transition is never enabled, or if some set of markings
//! cannot be left and never enables a transition. These cases are checked first. To show that a net is live,
//! its whole reachability graph is explored and its strongly connected [components] are inspected.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::reduce::Events;
use sanderling_analysis::retention::Retention;
use sanderling_analysis::{Control, Guidance, Observation, Options, StoreChoice};
use sanderling_engine::Explorable;
use sanderling_machine::clock::Instant;
use sanderling_model::explicit::Tables;
use sanderling_net::semantics::{self, Firing, Interpreter};
use sanderling_net::{Diagnostics, Inscription, Net};
use sanderling_property::Formula;
use sanderling_report::{Argument, Decision, Technique};
use sanderling_runs::ComponentQuery;
use sanderling_system::EventId;

use super::{Answering, reach};
use crate::portfolio::decide;
use crate::prepare::{AnalysedNet, Encoded, Facts};
use crate::replay::finding::{Finding, by_search, by_walk};
use crate::replay::reason;
use crate::request::choices::Reductions;
use crate::request::{Question, Request};
use crate::search::self_check::{NetReference, sound};
use crate::search::{explicit, search};

/// Maximum number of states and time to explore the markings reachable from the end of a random run.
const SMALL: (u64, Duration) = (50_000, Duration::from_secs(1));
/// Maximum lengths of the random runs.
const RUNS: [usize; 6] = [100, 300, 1000, 3000, 10_000, 30_000];

impl Answering<'_> {
    /// Decides the question.
    pub(super) fn liveness(&mut self) -> Result<(), Diagnostics> {
        if self.queried.transitions.iter().any(Vec::is_empty) {
            self.truth(false, Decision::by(Technique::Proof(Argument::Structure)));
            return Ok(());
        }
        let effort = self.request.effort;
        let small = match effort.small {
            0 => None,
            _ => self.components_of_all(Some(effort.small_search(self.net)))?,
        };
        if self.told(small.map(|is_live| (is_live, by_search(Events::ALL)))) {
            return Ok(());
        }
        let deadlock = self.asking(Question::Check(vec![reach(Formula::Deadlock)]), 6);
        let searched = decide(self.net, &deadlock, self.budget.control())?;
        if let [Finding::Found(_, by)] = &searched.findings[..]
            && !self.queried.transitions.is_empty()
        {
            self.truth(false, by.clone());
            return Ok(());
        }
        let part = self.leaves_a_transition_behind()?;
        if self.told(part.then(|| (false, by_walk()))) {
            return Ok(());
        }
        let quasi = self.is_quasi_live(4)?.filter(|(holds, _)| !holds);
        if !self.told(quasi) && !self.budget.is_over() {
            let all = self.components_of_all(None)?;
            self.told(all.map(|is_live| (is_live, by_search(Events::ALL))));
        }
        Ok(())
    }

    pub(super) fn told(&mut self, decided: Option<(bool, Decision)>) -> bool {
        let Some((is_live, by)) = decided else { return false };
        self.truth(is_live, by);
        true
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
            group_of_event: &group_of_event,
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

    /// Follows random runs, and checks whether few markings are reachable from the end of one and these never
    /// enable some transition.
    fn leaves_a_transition_behind(&mut self) -> Result<bool, Diagnostics> {
        if !self.net.is_place_transition() {
            return Ok(false);
        }
        let deadline =
            Instant::now() + self.budget.time_left().map_or(Duration::from_secs(10), |left| left / 6);
        for (seed, length) in (0..).zip(RUNS) {
            if self.budget.is_over() || Instant::now() >= deadline {
                break;
            }
            let there = self.net_after(length, seed, deadline);
            if self.lacks_a_transition(&there)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the net with the last marking of a random run as its initial marking.
    fn net_after(&self, length: usize, seed: u64, deadline: Instant) -> Net {
        let mut net = self.net.net.clone();
        let interpreter = Interpreter::new(self.net.net);
        let Ok(mut marking) = semantics::initial(self.net.net) else { return net };
        let mut random = StdRng::seed_from_u64(seed);
        for _ in 0..length {
            if Instant::now() >= deadline || self.budget.control().is_cancelled() {
                break;
            }
            let Ok(enabled) = interpreter.enabled(&marking) else { break };
            if enabled.is_empty() {
                break;
            }
            let firing: &Firing = &enabled[random.random_range(0..enabled.len())];
            if interpreter.fire(&mut marking, firing).is_err() {
                break;
            }
        }
        for place in self.net.net.place_ids() {
            net.places[place.index()].initial = Inscription::Tokens(marking.tokens(place));
        }
        net
    }

    /// Returns whether few markings are reachable in a net and none of them enables some transition.
    fn lacks_a_transition(&mut self, net: &Net) -> Result<bool, Diagnostics> {
        let mut request = Request { question: Question::Explore, ..self.request.clone() };
        request.reductions = Reductions::default();
        request.statistics.dead_transitions = true;
        request.limits.states = Some(SMALL.0);
        request.limits.time = Some(self.budget.time_left().map_or(SMALL.1, |left| (left / 8).min(SMALL.1)));
        let control = Control::quiet_part(self.budget.control());
        let searched = search(AnalysedNet::new(net, &Facts::default()), &request, &control)?;
        let Some(never) = searched.never_fired else { return Ok(false) };
        if !searched.statistics.exhaustive {
            return Ok(false);
        }
        let is_dead = |event: usize| never.binary_search(&EventId::new(event)).is_ok();
        Ok(self.queried.transitions.iter().any(|group| group.iter().all(|one| is_dead(one.index()))))
    }
}
