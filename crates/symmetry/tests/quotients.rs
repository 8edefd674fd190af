//! Quotients of random nets of equal parts, against markings that are listed one by one.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

use num_bigint::BigUint;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::{Control, Goal, Guidance, Observation, Options, Outcome, StoreChoice, Stored};
use sanderling_engine::Explorable;
use sanderling_model::{Knowledge, NetModel};
use sanderling_net::semantics::{self, Firing, Interpreter, Marking};
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_property::{Comparison, Formula, Relation, Valuation};
use sanderling_symmetry::{OrbitModel, Symmetries, Totals};
use sanderling_system::System;
use sanderling_testkit::naive::{self, Explored};
use sanderling_testkit::random::{coloured, for_seeds, is_met, parts, symmetric};
use sanderling_unfolding::{Budget, unfold};

/// Maximum number of markings to list.
const LIMIT: usize = 2000;

/// Returns the model of the quotient that some formulas allow, if the net has symmetries.
fn quotient(net: &Net, formulas: &[Formula], max_labellings: u64) -> Option<OrbitModel> {
    let knowledge = Knowledge::of(net).unwrap();
    let symmetries = Symmetries::find(net, &knowledge, formulas, &|| false)?;
    Some(OrbitModel::new(&knowledge, Arc::new(symmetries.with_max_labellings(max_labellings))))
}

fn explored(model: OrbitModel, goals: Vec<Goal<'_, OrbitModel>>, threads: usize) -> Outcome<OrbitModel> {
    let options = Options { threads, store: StoreChoice::Packed, ..Options::default() };
    let observation = Observation { goals, extremes: true, fired_events: true, ..Observation::default() };
    model.explore(&options, &observation, &Guidance::default(), &Control::default())
}

fn states(outcome: &Outcome<OrbitModel>) -> Vec<&[u64]> {
    let Stored::Packed(store) = &outcome.store else { panic!("the store is packed") };
    let shards = store.shards().iter();
    shards.flat_map(|shard| (0..shard.len()).map(|position| shard.state::<0>(position))).collect()
}

fn marking(model: &OrbitModel, state: &[u64]) -> Marking {
    model.marking(state, &model.scratch()).unwrap()
}

/// Compares the numbers of a net with those of its listed markings. Returns the numbers of markings and orbits.
fn compare(net: &Net, seed: u64) -> Option<(usize, usize)> {
    let explored_naively = naive::explore(net, LIMIT).ok()?;
    let model = quotient(net, &[], 1 << 20)?;
    let outcome = explored(model, Vec::new(), 1 + (seed % 2) as usize);
    assert!(outcome.is_exhaustive(), "{}", net.id);
    let (states, model) = (states(&outcome), &outcome.system);
    let totals = model.totals(states.iter().copied(), &|| false).unwrap();
    let Explored { firings, ref deadlocks, ref bounds, max_tokens_in_marking, .. } = explored_naively;
    let expected = Totals {
        markings: BigUint::from(explored_naively.states()),
        firings: BigUint::from(firings),
        deadlocks: BigUint::from(deadlocks.len()),
    };
    assert_eq!(totals, expected, "{}: {:?}", net.id, model.symmetries().described());
    let maxima = outcome.maxima.as_ref().unwrap();
    assert_eq!((&maxima.each, maxima.sum), (bounds, max_tokens_in_marking));
    let never = model.never_fired(outcome.never_fired.as_ref().unwrap());
    let never: Vec<_> = never.iter().map(|event| event.index()).collect();
    let fired = |transition: &usize| explored_naively.fired.iter().any(|fired| fired.index() == *transition);
    assert_eq!(never, (0..net.transitions.len()).filter(|one| !fired(one)).collect::<Vec<_>>());
    let representatives: HashSet<Marking> = states.iter().map(|state| marking(model, state)).collect();
    for one in explored_naively.markings.keys() {
        assert!(representatives.contains(&model.represented_by(one)), "{}", net.id);
    }
    assert!(representatives.iter().all(|one| explored_naively.markings.contains_key(one)));
    let expected = representatives.iter().filter(|one| explored_naively.markings[one] == 1).count() as u64;
    assert!(outcome.levels.len() < 2 || outcome.levels[1] == expected);
    Some((explored_naively.states(), states.len()))
}

#[test]
fn all_markings_of_nets_of_equal_parts_are_represented_and_counted() {
    let seen = RefCell::new((0, 0, 0));
    for_seeds(4_000, |seed| {
        let net = if seed % 3 == 0 { parts::two(seed) } else { parts::net(seed) };
        let found = compare(&net, seed);
        let mut seen = seen.borrow_mut();
        if let Some((markings, orbits)) = found {
            (seen.0, seen.1, seen.2) = (seen.0 + 1, seen.1 + markings, seen.2 + orbits);
        }
    });
    let (nets, markings, orbits) = seen.into_inner();
    assert!(is_met(nets, 800), "{nets} nets");
    assert!(is_met(markings - orbits, 40_000), "{orbits} orbits of {markings} markings");
}

#[test]
fn all_markings_of_unfolded_nets_are_represented_and_counted() {
    let count = RefCell::new(0);
    for_seeds(1_600, |seed| {
        let net = if seed % 2 == 0 { symmetric::net(seed) } else { coloured::net(seed) };
        let Ok(unfolding) = unfold(&net, &Budget::default()) else { return };
        *count.borrow_mut() += u64::from(compare(unfolding.net(), seed).is_some());
    });
    assert!(is_met(count.into_inner(), 100));
}

/// A state of a model, to evaluate formulas.
struct Seen<'s> {
    model: &'s OrbitModel,
    state: &'s [u64],
    scratch: &'s <OrbitModel as System>::Scratch,
    is_dead: bool,
}

impl Valuation for Seen<'_> {
    fn tokens(&self, place: PlaceId) -> u64 {
        self.model.tokens(self.state, self.scratch, place)
    }

    fn is_enabled(&self, transition: TransitionId) -> bool {
        self.model.is_enabled(self.state, self.scratch, transition)
    }

    fn is_deadlock(&self) -> bool {
        self.is_dead
    }
}

/// A marking with its enabled transitions.
struct Listed<'m> {
    marking: &'m Marking,
    enabled: Vec<TransitionId>,
}

impl Valuation for Listed<'_> {
    fn tokens(&self, place: PlaceId) -> u64 {
        self.marking.tokens(place)
    }

    fn is_enabled(&self, transition: TransitionId) -> bool {
        self.enabled.contains(&transition)
    }

    fn is_deadlock(&self) -> bool {
        self.enabled.is_empty()
    }
}

/// Returns a formula that mostly treats all parts of a net equally.
fn formula(net: &Net, random: &mut StdRng) -> Formula {
    let first = |id: &str| id.chars().next();
    let two = |random: &mut StdRng| vec![formula(net, random), formula(net, random)];
    match random.random_range(0..10) {
        0..=3 => {
            let chosen = random.random_range(0..net.places.len());
            let letter = first(&net.places[chosen].id);
            let is_one = random.random_bool(0.1);
            let wanted = |place: &PlaceId| {
                if is_one { place.index() == chosen } else { first(&net.place(*place).id) == letter }
            };
            let terms = net.place_ids().filter(wanted).map(|place| (1, place));
            let relation = if random.random_bool(0.5) { Relation::AtLeast } else { Relation::Equal };
            Formula::Compare(Comparison::build(terms, relation, random.random_range(0..6)).unwrap())
        }
        4..=5 => {
            let template = net.transitions[random.random_range(0..net.transitions.len())].id[..2].to_owned();
            let same = |one: &TransitionId| net.transition(*one).id.starts_with(&template);
            Formula::Enabled(net.transition_ids().filter(same).collect())
        }
        6 => Formula::Deadlock,
        7 => Formula::Not(Box::new(formula(net, random))),
        8 => Formula::And(two(random)),
        _ => Formula::Iff(Box::new([formula(net, random), formula(net, random)])),
    }
}

/// Formulas that keep symmetries are decided as in the net, also if too few labellings are compared. Runs are those of the net.
#[test]
fn goals_are_decided_and_runs_can_be_fired() {
    let seen = RefCell::new((0, 0, 0));
    for_seeds(4_000, |seed| {
        let net = parts::net(seed);
        let Ok(explored_naively) = naive::explore(&net, LIMIT) else { return };
        let mut random = StdRng::seed_from_u64(seed);
        let formula = formula(&net, &mut random);
        let max_labellings = if seed % 2 == 0 { 1 << random.random_range(0..4) } else { 1 << 20 };
        let Some(model) = quotient(&net, std::slice::from_ref(&formula), max_labellings) else { return };
        let target = formula.clone();
        let goal: Goal<'_, OrbitModel> = Box::new(move |model, state, scratch, events| {
            target.holds(&Seen { model, state, scratch, is_dead: events.is_empty() })
        });
        let outcome = explored(model, vec![goal], 1);
        assert!(outcome.is_exhaustive() || outcome.hits[0].is_some());
        let interpreter = Interpreter::new(&net);
        let holds = |marking: &Marking| {
            let enabled = interpreter.enabled(marking).unwrap();
            formula.holds(&Listed { marking, enabled: enabled.iter().map(|one| one.transition).collect() })
        };
        let nearest = explored_naively.markings.iter().filter(|(one, _)| holds(one)).map(|(_, &at)| at).min();
        let found = outcome.hits[0].as_ref().map(|witness| witness.events.len());
        assert_eq!(found, nearest, "{}: {formula:?}", net.id);
        let mut seen = seen.borrow_mut();
        seen.0 += u64::from(!outcome.system.is_exact());
        seen.1 += u64::from(found.is_none());
        let Some(witness) = &outcome.hits[0] else { return };
        let mut marking = semantics::initial(&net).unwrap();
        for transition in outcome.system.lift(&witness.events, &|| false).unwrap() {
            interpreter.fire(&mut marking, &Firing::plain(transition)).unwrap();
        }
        assert!(holds(&marking), "{}: {formula:?}", net.id);
        seen.2 += u64::from(witness.events.len() > 1);
    });
    let (inexact, absent, runs) = seen.into_inner();
    assert!(is_met(inexact, 40) && is_met(absent, 300) && is_met(runs, 100), "{inexact} {absent} {runs}");
}
