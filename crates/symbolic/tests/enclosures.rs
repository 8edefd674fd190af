//! Backward searches within enclosures of random nets, against markings that are listed one by one.

use std::cell::Cell;
use std::collections::BTreeSet;

use num_bigint::BigUint;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_model::{Bounds, Structure};
use sanderling_net::Net;
use sanderling_net::semantics::{Interpreter, Marking};
use sanderling_property::{Formula, Property, ReferenceValuation};
use sanderling_symbolic::{AtMost, Backwards, Budget, Enclosure, Refutation, Search, Stop};
use sanderling_testkit::naive;
use sanderling_testkit::random::{Shape, for_seeds, is_met, net};
use sanderling_testkit::random_property;

/// Maximum number of markings to list.
const LIMIT: usize = 3000;

/// Lists the markings of an enclosure, unless they are too many.
fn listed(enclosure: &Enclosure) -> Option<Vec<Vec<u64>>> {
    let size =
        enclosure.bounds.iter().try_fold(1_usize, |size, &most| size.checked_mul(most as usize + 1))?;
    if size > LIMIT {
        return None;
    }
    let mut markings = vec![Vec::new()];
    for &most in &enclosure.bounds {
        let extended = |marking: &Vec<u64>| -> Vec<Vec<u64>> {
            (0..=u64::from(most)).map(|tokens| [marking.as_slice(), &[tokens]].concat()).collect()
        };
        markings = markings.iter().flat_map(extended).collect();
    }
    markings.retain(|marking| {
        enclosure.inequalities.iter().all(|AtMost { sum, bound }| {
            let terms =
                sum.iter().map(|&(weight, place)| i128::from(weight) * i128::from(marking[place.index()]));
            terms.sum::<i128>() <= *bound
        })
    });
    Some(markings)
}

/// Searches backwards in a list of markings.
fn expected(net: &Net, goal: &Formula, markings: &[Vec<u64>]) -> Refutation {
    let interpreter = Interpreter::new(net);
    let holds = |marking: &&Vec<u64>| {
        let reference = Marking::of_tokens(marking);
        goal.holds(&ReferenceValuation::build(net, &reference).unwrap())
    };
    let mut leading: BTreeSet<&Vec<u64>> = markings.iter().filter(holds).collect();
    let goals = leading.len();
    loop {
        let leads = |marking: &&Vec<u64>| {
            let reference = Marking::of_tokens(marking);
            interpreter.enabled(&reference).unwrap().iter().any(|firing| {
                let mut next = reference.clone();
                interpreter.fire(&mut next, firing).is_ok()
                    && leading
                        .contains(&net.place_ids().map(|place| next.tokens(place)).collect::<Vec<u64>>())
            })
        };
        let more: Vec<_> =
            markings.iter().filter(|marking| !leading.contains(marking)).filter(leads).collect();
        if more.is_empty() {
            break;
        }
        leading.extend(more);
    }
    let [enclosed, goals, leading] = [markings.len(), goals, leading.len()].map(BigUint::from);
    Refutation { enclosed, goals, leading }
}

fn shape(seed: u64) -> Shape {
    match seed % 4 {
        0 => Shape::special(),
        1 => Shape::conservative(),
        _ => Shape::conservative_special(),
    }
}

#[test]
fn backward_searches_decide_what_listing_decides() {
    let (absent, far, reached, compared) = (Cell::new(0), Cell::new(0), Cell::new(0), Cell::new(0));
    let count = |cell: &Cell<usize>| cell.set(cell.get() + 1);
    for_seeds(1200, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let net = net(seed, &shape(seed));
        let Ok(explored) = naive::explore(&net, LIMIT) else { return };
        let structure = Structure::build(&net).unwrap();
        let Some(enclosure) = Enclosure::of(&structure, &Bounds::prove(&structure)) else { return };
        let names: Vec<_> = sanderling_symbolic::Heuristic::names().collect();
        let order = names[random.random_range(0..names.len())].parse().unwrap();
        let order = random.random_bool(0.7).then_some(order);
        let search = Search { structure: &structure, units: &[], invariants: &[], order };
        let budget = Budget { first_cache: 4, ..Budget::new(1 << 28, || false) };
        let goal = Property::parse(&random_property(&net, &mut random), &net).unwrap().formula;
        let holds = |marking: &&Marking| goal.holds(&ReferenceValuation::build(&net, marking).unwrap());
        let nearest =
            explored.markings.iter().filter(|(marking, _)| holds(marking)).map(|(_, &steps)| steps).min();
        match (search.backwards(&goal, &enclosure, &budget).unwrap().unwrap(), nearest) {
            (Backwards::Run(run), Some(steps)) => {
                assert_eq!(run.len(), steps);
                count(&reached);
            }
            (Backwards::Absent(refutation), None) => {
                let is_far = refutation.goals != BigUint::ZERO;
                count(if is_far { &far } else { &absent });
                if let Some(markings) = listed(&enclosure) {
                    assert_eq!(refutation, expected(&net, &goal, &markings));
                    count(&compared);
                }
            }
            (found, nearest) => panic!("{found:?}, but the nearest goal is at {nearest:?}"),
        }
    });
    let numbers = [absent.get(), far.get(), reached.get(), compared.get()];
    let are_met = numbers.iter().zip([50, 20, 100, 50]).all(|(&number, wanted)| is_met(number, wanted));
    assert!(are_met, "{numbers:?}");
}

#[test]
fn limits_end_a_backward_search() {
    let net = net(1, &Shape::conservative());
    let structure = Structure::build(&net).unwrap();
    let enclosure = Enclosure::of(&structure, &Bounds::prove(&structure)).unwrap();
    let search = Search { structure: &structure, units: &[], invariants: &[], order: None };
    let goal = Formula::Deadlock;
    let ended = |budget: Budget<'_>| search.backwards(&goal, &enclosure, &budget);
    assert_eq!(ended(Budget::new(1 << 28, || true)).unwrap_err(), Stop::Over);
    assert_eq!(ended(Budget::new(1, || false)).unwrap_err(), Stop::Memory);
    let small = Budget { max_tokens: 0, ..Budget::new(1 << 28, || false) };
    assert_eq!(ended(small).unwrap_err(), Stop::Value);
}
