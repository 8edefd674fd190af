//! Quotients of random nets of equal parts, against markings that are listed one by one.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

use num_bigint::BigUint;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::{Control, Goal, Guidance, Observation, Options, Outcome, StoreChoice, Stored};
use sanderling_engine::Explorable;
use sanderling_model::{Knowledge, NetModel};
use sanderling_net::semantics::{self, Firing, Interpreter, Marking};
use sanderling_net::{Arc as NetArc, ArcKind, Net, Place, PlaceId, Transition, TransitionId};
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
    let seen = RefCell::new((0, 0, 0, 0));
    for_seeds(4_000, |seed| {
        let net = parts::net(seed);
        let Ok(explored_naively) = naive::explore(&net, LIMIT) else { return };
        let mut random = StdRng::seed_from_u64(seed);
        let formula = formula(&net, &mut random);
        let max_labellings = if seed % 2 == 0 { 1 << random.random_range(0..4) } else { 1 << 20 };
        let Some(model) = quotient(&net, std::slice::from_ref(&formula), max_labellings) else { return };
        let (target, narrow) = (formula.clone(), model.clone());
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
        let run = outcome.system.lift(&witness.events, &|| false).unwrap();
        // Where the search has widened the layout, translating does so, too.
        seen.3 += u64::from(narrow.bits_per_state() < outcome.system.bits_per_state());
        assert_eq!(narrow.lift(&witness.events, &|| false).as_ref(), Some(&run));
        let mut marking = semantics::initial(&net).unwrap();
        for transition in run {
            interpreter.fire(&mut marking, &Firing::plain(transition)).unwrap();
        }
        assert!(holds(&marking), "{}: {formula:?}", net.id);
        seen.2 += u64::from(witness.events.len() > 1);
    });
    let (inexact, absent, runs, widened) = seen.into_inner();
    assert!(is_met(inexact, 40) && is_met(absent, 300) && is_met(runs, 100), "{inexact} {absent} {runs}");
    assert!(is_met(widened, 16), "{widened}");
}

/// Returns all permutations of some values.
fn permutations(values: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for value in 0..values {
        let longer = all.iter().flat_map(|one: &Vec<usize>| {
            (0..=value).map(|at| {
                let mut longer = one.clone();
                longer.insert(at, value);
                longer
            })
        });
        all = longer.collect();
    }
    all
}

/// The size of each orbit is its number of different images, and all of them have one representative. Markings have a
/// few pairings of the values, which refining cells distinguishes badly.
#[test]
fn orbits_of_random_markings_have_the_right_size_and_one_representative() {
    const TOKENS: u64 = 100;
    let large = RefCell::new(0);
    for_seeds(3_000, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let (has_two_classes, arrays) = (random.random_bool(0.7), random.random_range(2..=3));
        let first = random.random_range(3..=if has_two_classes { 4 } else { 5 });
        let second = if has_two_classes { random.random_range(3..=4) } else { first };
        // Tokens can be moved from the pool to each place of the arrays, and from each array to the next.
        let mut net = Net::new(format!("pairs-{seed}"));
        let pool = net.add_place(Place::with_tokens("pool", TOKENS));
        let mut places = vec![vec![vec![pool; second]; first]; arrays];
        let ends: Vec<PlaceId> =
            (0..first).map(|one| net.add_place(Place::with_tokens(format!("a_{one}"), 0))).collect();
        for (one, other) in (0..first).flat_map(|one| (0..second).map(move |other| (one, other))) {
            let move_tokens = |net: &mut Net, number: usize, from: &[PlaceId], to: &[PlaceId]| {
                let transition = net.add_transition(Transition::plain(format!("t{number}_{one}_{other}")));
                let mut add =
                    |place: &PlaceId, kind| net.add_arc(NetArc::weighted(*place, transition, kind, 1));
                from.iter().for_each(|place| add(place, ArcKind::Input));
                to.iter().for_each(|place| add(place, ArcKind::Output));
            };
            let mut last = pool;
            for (array, rows) in places.iter_mut().enumerate() {
                let mark = if has_two_classes { "x" } else { "" };
                let place = net.add_place(Place::with_tokens(
                    format!("{}_{one}_{mark}{other}", ["m", "n", "o"][array]),
                    0,
                ));
                rows[one][other] = place;
                move_tokens(&mut net, array, &[pool], &[place]);
                if last != pool {
                    move_tokens(&mut net, arrays + array, &[last], &[place]);
                }
                last = place;
            }
            // The ends of a pair are places of one array, unless the second ones are of another class.
            match has_two_classes {
                true => move_tokens(&mut net, 2 * arrays, &[last], &[ends[one]]),
                false => move_tokens(&mut net, 2 * arrays, &[last, pool], &[ends[one], ends[other]]),
            }
        }
        let mut tokens = vec![0; net.places.len()];
        for rows in &places {
            for _ in 0..random.random_range(1..=2) {
                let mut others: Vec<usize> = (0..second).collect();
                others.shuffle(&mut random);
                let number = if random.random_bool(0.8) { first } else { random.random_range(0..=first) };
                rows.iter().zip(others).take(number).for_each(|(row, other)| tokens[row[other].index()] += 1);
            }
        }
        tokens[pool.index()] = TOKENS - tokens.iter().sum::<u64>();
        let (mut images, mut number_of_symmetries) = (HashSet::new(), 0_u32);
        let others = permutations(second);
        for (number, one) in permutations(first).iter().enumerate() {
            let of_others = if has_two_classes { &*others } else { &others[number..=number] };
            for other in of_others {
                let mut image = tokens.clone();
                for (rows, (from, to)) in
                    places.iter().flat_map(|rows| one.iter().enumerate().map(move |pair| (rows, pair)))
                {
                    for (column, new) in other.iter().enumerate() {
                        image[rows[*to][*new].index()] = tokens[rows[from][column].index()];
                    }
                }
                images.insert(image);
                number_of_symmetries += 1;
            }
        }
        let model = quotient(&net, &[], 1 << 20).expect("the values can be exchanged");
        assert_eq!(model.symmetries().order(), BigUint::from(number_of_symmetries));
        // A random cutoff may give the first layout too few bits.
        let Some(packed) = model.packed(&Marking::of_tokens(&tokens)) else { return };
        let totals = model.totals([&*packed], &|| false).expect("all labellings are compared");
        assert_eq!(totals.markings, BigUint::from(images.len()), "{seed}: {tokens:?}");
        let represented = |tokens: &Vec<u64>| model.represented_by(&Marking::of_tokens(tokens));
        let representative = represented(&tokens);
        assert!(
            images.iter().take(40).all(|image| represented(image) == representative),
            "{seed}: {tokens:?}"
        );
        *large.borrow_mut() += u64::from(images.len() >= 36);
    });
    assert!(is_met(large.into_inner(), 600));
}
