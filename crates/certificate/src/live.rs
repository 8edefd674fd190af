//! Evidence that a net is live, or not: see [`Home`], [`Evidence::LeftBehind`] and [`Evidence::Fading`]. Without such
//! evidence, a list of all markings shows either.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_certificate_check::condition::Condition;
use sanderling_certificate_check::net::{Ground, Net as CheckedNet, Takers};
use sanderling_certificate_check::schema::{Evidence, Home, Return as WrittenReturn, Terms, Verdict};
use sanderling_model::{Knowledge, Structure};
use sanderling_net::{Inscription, Net, PlaceId, TransitionId};
use sanderling_proof::{Budget, Prover, Return, Sequence};
use sanderling_property::Formula;
use sanderling_structure_theory::{Answer, Budget as BudgetOfTheory, Flow, TransitionWeightings};

use crate::formula::id;
use crate::proof;

/// Maximum number of firings of the random run that enables as many transitions as possible.
const MAX_WALK: usize = 20_000;

/// Returns a run to a marking that enables each of some groups, if all are found.
pub(crate) type RunsTo<'a> = dyn Fn(&[&Vec<TransitionId>]) -> Option<Vec<Vec<String>>> + 'a;

/// A question about liveness, and the net in both forms.
pub(crate) struct Liveness<'a> {
    pub(crate) net: &'a Net,
    pub(crate) knowledge: &'a Knowledge,
    pub(crate) checked: &'a CheckedNet,
    pub(crate) groups: &'a [Vec<TransitionId>],
    /// Time for a proof.
    pub(crate) time: Duration,
    pub(crate) is_cancelled: &'a dyn Fn() -> bool,
}

impl Liveness<'_> {
    /// Returns evidence for an answer without a list of all markings. `run` is a run after which a group may never be
    /// enabled again.
    pub(crate) fn evidence(
        &self,
        verdict: Verdict,
        run: Option<&[String]>,
        runs_to: &RunsTo<'_>,
    ) -> Option<Evidence> {
        match verdict {
            Verdict::Holds => self.home(runs_to),
            // A group may also be dead from the start.
            Verdict::Violated => run
                .and_then(|run| self.left_behind(run))
                .or_else(|| self.fading())
                .or_else(|| self.left_behind(&[])),
            Verdict::Unknown => None,
        }
    }

    fn budget(&self) -> Budget<'_> {
        Budget::new(self.time, self.is_cancelled)
    }

    fn home(&self, runs_to: &RunsTo<'_>) -> Option<Evidence> {
        let structure = self.knowledge.structure();
        let prover = Prover::with_invariants(structure, self.knowledge.bounds().invariants());
        let found = prover.always_returns(&self.budget())?;
        let ground = Ground::of(self.checked).ok()?;
        let Evidence::Proof(lemmas, lines) = self.proof_of_return(&ground, &found)? else { return None };
        let (walk, enabled) = self.walk();
        let missing: Vec<_> =
            self.groups.iter().filter(|group| !group.iter().any(|one| enabled[one.index()])).collect();
        let mut runs = if missing.is_empty() { Vec::new() } else { runs_to(&missing)? };
        runs.push(walk);
        let weights = found.weights.iter().map(|&(place, weight)| (weight, id(self.net, place))).collect();
        let returns = returns_of(&found).map(|one| self.written(one)).collect::<Option<_>>()?;
        Some(Evidence::Home(Home { runs, weights, returns, lemmas, lines }))
    }

    /// Returns the proof that every other marking meets the conditions of a return, in the form of the checker.
    fn proof_of_return(&self, ground: &Ground<'_>, found: &Return) -> Option<Evidence> {
        let at_least = |place: PlaceId, tokens: i128| Condition::at_least([(place.index(), 1)], tokens).ok();
        let mut stuck = Vec::new();
        for one in returns_of(found) {
            let few = one.at_least.iter().map(|(&place, &tokens)| at_least(place, tokens)?.negated().ok());
            let many = one.at_most.iter().map(|(&place, &tokens)| at_least(place, tokens + 1));
            stuck.push(Condition::Any(few.chain(many).collect::<Option<_>>()?));
        }
        let elsewhere = self.checked.places.iter().enumerate().map(|(place, of_place)| {
            let (place, initial) = (PlaceId::new(place), i128::from(of_place.initial));
            Some(Condition::Any(vec![
                at_least(place, initial + 1)?,
                at_least(place, initial)?.negated().ok()?,
            ]))
        });
        stuck.push(Condition::Any(elsewhere.collect::<Option<_>>()?));
        proof::evidence(self.net, ground, &Condition::All(stuck), &found.proof.lemmas, &self.budget())
    }

    fn written(&self, one: &Sequence) -> Option<WrittenReturn> {
        let limits = |limits: &BTreeMap<PlaceId, i128>| {
            let written =
                |(&place, &tokens): (&PlaceId, &i128)| Some((id(self.net, place), tokens.try_into().ok()?));
            limits.iter().map(written).collect::<Option<Vec<(String, u64)>>>()
        };
        Some(WrittenReturn {
            firings: self.ids(&one.firings),
            at_least: limits(&one.at_least)?,
            at_most: limits(&one.at_most)?,
        })
    }

    fn ids(&self, transitions: &[TransitionId]) -> Vec<String> {
        transitions.iter().map(|&one| self.net.transition(one).id.clone()).collect()
    }

    /// Returns a random run that prefers transitions that have not fired, and whether each transition fires in it. The
    /// run ends with the last new transition.
    fn walk(&self) -> (Vec<String>, Vec<bool>) {
        let (mut random, takers) = (StdRng::seed_from_u64(0), Takers::of(self.checked));
        let (mut marking, mut run) = (self.checked.initial(), Vec::new());
        let (mut has_fired, mut useful) = (vec![false; self.checked.transitions.len()], 0);
        let number: HashMap<&str, usize> =
            self.checked.transitions.iter().enumerate().map(|(at, one)| (one.id.as_str(), at)).collect();
        while run.len() < MAX_WALK && !(self.is_cancelled)() {
            let Ok(mut firings) = takers.firings(&marking) else { break };
            if firings.is_empty() {
                break;
            }
            let new = firings.iter().position(|(one, _)| !has_fired[number[one.id.as_str()]]);
            let next = new.unwrap_or_else(|| random.random_range(0..firings.len()));
            let (transition, after) = firings.swap_remove(next);
            run.push(transition.id.clone());
            if !std::mem::replace(&mut has_fired[number[transition.id.as_str()]], true) {
                useful = run.len();
            }
            marking = after;
        }
        run.truncate(useful);
        (run, has_fired)
    }

    /// Returns evidence that some group is never enabled after a run. The groups that have not fired for longest come
    /// first.
    fn left_behind(&self, run: &[String]) -> Option<Evidence> {
        let ground = Ground::of(self.checked).ok()?;
        let (mut marking, mut last_fired) = (self.checked.initial(), vec![0; self.checked.transitions.len()]);
        for (step, name) in (1..).zip(run) {
            let (at, transition) = ground.transition(name).ok()?;
            marking = self.checked.fire(transition, &marking).ok()??;
            last_fired[at] = step;
        }
        let (mut net, mut checked) = (self.net.clone(), self.checked.clone());
        for (place, &tokens) in marking.iter().enumerate() {
            net.places[place].initial = Inscription::Tokens(tokens);
            checked.places[place].initial = tokens;
        }
        let (structure, ground) = (Structure::build(&net).ok()?, Ground::of(&checked).ok()?);
        let prover = Prover::new(&structure);
        let mut groups: Vec<(usize, &Vec<TransitionId>)> = self.groups.iter().enumerate().collect();
        let is_open = |one: &TransitionId| ground.live[one.index()];
        groups.sort_by_key(|(_, group)| {
            (group.iter().any(is_open), group.iter().map(|one| last_fired[one.index()]).max())
        });
        let budget = self.budget();
        for (number, group) in groups {
            if budget.is_spent() {
                break;
            }
            let Some(found) = prover.unreachable(&Formula::Enabled(group.clone()), &budget) else { continue };
            let enabled = Condition::any_enabled(&ground, group.iter().map(|one| one.index())).ok()?;
            let evidence = proof::evidence(&net, &ground, &enabled, &found.lemmas, &budget);
            let Some(Evidence::Proof(lemmas, lines)) = evidence else { continue };
            return Some(Evidence::LeftBehind(run.to_vec(), number.try_into().ok()?, lemmas, lines));
        }
        None
    }

    /// Returns weights that show that a group fires only finitely often.
    fn fading(&self) -> Option<Evidence> {
        let flow = Flow::of(self.knowledge.structure());
        let budget = self.budget();
        let is_over = || budget.is_spent();
        let found = TransitionWeightings::decide(&flow, &BudgetOfTheory::new(&is_over));
        let vectors = [found.repetitive, found.consistent].into_iter().filter_map(|answer| match answer {
            Answer::No(vector) => Some(vector),
            Answer::Yes(_) | Answer::Unknown(_) => None,
        });
        vectors.filter_map(|vector| self.fading_by(&vector)).next()
    }

    /// Returns the evidence of weights, after adding invariants so that no weight is negative.
    fn fading_by(&self, vector: &[(PlaceId, i128)]) -> Option<Evidence> {
        let structure = self.knowledge.structure();
        let mut weights = vec![0_i128; structure.place_count()];
        vector.iter().for_each(|&(place, weight)| weights[place.index()] = weight);
        for invariant in &self.knowledge.bounds().invariants().invariants {
            let missing = invariant.weights.iter().map(|&(place, weight)| {
                let (needed, has) = (-weights[place.index()], i128::from(weight));
                if needed > 0 { (needed + has - 1) / has } else { 0 }
            });
            let times = missing.max().unwrap_or(0);
            for &(place, weight) in &invariant.weights {
                let more = times.checked_mul(weight.into())?;
                weights[place.index()] = weights[place.index()].checked_add(more)?;
            }
        }
        if weights.iter().any(|weight| *weight < 0) {
            return None;
        }
        // The effect on a place that is reset is at most this one.
        let change = |one: TransitionId| {
            let sum = |arcs: &[(PlaceId, u64)]| {
                let mut terms =
                    arcs.iter().map(|&(place, weight)| weights[place.index()].checked_mul(weight.into()));
                terms.try_fold(0_i128, |sum, term| sum.checked_add(term?))
            };
            sum(structure.post(one))?.checked_sub(sum(structure.pre(one))?)
        };
        if !structure.transition_ids().all(|one| change(one).is_some_and(|change| change <= 0)) {
            return None;
        }
        let falls = |one: &TransitionId| change(*one).is_some_and(|change| change < 0);
        let number = self.groups.iter().position(|group| group.iter().all(falls))?;
        let terms: Terms = (structure.place_ids().zip(weights))
            .filter(|(_, weight)| *weight != 0)
            .map(|(place, weight)| (weight, id(self.net, place)))
            .collect();
        Some(Evidence::Fading(terms, number.try_into().ok()?))
    }
}

/// Returns the sequences that apply to some marking.
fn returns_of(found: &Return) -> impl Iterator<Item = &Sequence> {
    found.sequences.iter().filter(|one| one.at_most.values().all(|&most| most >= 0))
}
