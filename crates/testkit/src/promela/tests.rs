//! Random programs: the net that is read has the states and steps of the direct interpreter of the program.

use std::cell::Cell;
use std::collections::BTreeSet;

use super::{Explored, explore, random};
use crate::naive::{self, Stopped};
use crate::random::{for_seeds, is_met};
use sanderling_net::semantics::{Interpreter, Marking};
use sanderling_net::{Net, PlaceId, Sort, Source, Value};

/// Maximum number of states of a program. Larger ones are skipped.
const LIMIT: usize = 300;

/// A description of a difference.
type Difference = String;

/// Compares the net of a program with the interpreter; `None` if there is nothing to compare.
fn compare(text: &str) -> Result<Option<Explored>, Difference> {
    let source = Source::new("random.pml", text);
    let program = sanderling_promela::program(&source).map_err(|found| format!("refused: {found}"))?;
    let Ok(Some(expected)) = explore(&program, LIMIT) else { return Ok(None) };
    let mut parsed = sanderling_promela::parse(&source).map_err(|found| format!("refused: {found}"))?;
    if !parsed.warnings.is_empty() {
        // An `atomic` is divided, so that more states are stored.
        return Ok(None);
    }
    let net = parsed.nets.remove(0);
    let found = match naive::explore(&net, LIMIT) {
        Ok(found) => found,
        Err(Stopped::LimitReached) => return Err("states: too many".to_owned()),
        Err(stopped) => return Err(format!("steps: {stopped:?}")),
    };
    let invalid_ends = found.deadlocks.iter().filter(|(marking, _)| !is_end(&net, marking)).count();
    let counts = (found.states(), found.firings, found.deadlocks.len(), invalid_ends);
    same("counts", &(expected.states, expected.steps, expected.dead, expected.invalid_ends), &counts)?;
    let reader = Interpreter::new(&net);
    let fails =
        |assertion| found.markings.keys().any(|marking| reader.holds(assertion, marking) == Ok(false));
    let violated: BTreeSet<u32> = net
        .assertions
        .iter()
        .filter(|assertion| fails(assertion))
        .filter_map(|assertion| assertion.span.map(|span| span.line))
        .collect();
    same("violated assertions", &expected.violated, &violated)?;
    Ok(Some(expected))
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, expected: &T, found: &T) -> Result<(), Difference> {
    if expected == found { Ok(()) } else { Err(format!("{what}: {expected:?} expected, {found:?} found")) }
}

/// Returns whether the program may stop in a marking: the condition is a conjunction of disjunctions of locations.
fn is_end(net: &Net, marking: &Marking) -> bool {
    let end = net.program.as_ref().and_then(|program| program.end.as_deref()).expect("a program has one");
    let is_at = |text: &str| {
        let (process, location) = text.rsplit_once('.').expect("a location");
        let place =
            net.places.iter().position(|place| place.id == process).map(PlaceId::new).expect("a place");
        let Sort::Enumeration { constants, .. } = net.sort(net.place(place).sort) else { return false };
        let position = constants.iter().position(|constant| constant.id == location);
        position.is_some_and(|at| marking.place(place).count(&Value::Constant(at as u32)) == 1)
    };
    end.split(" and ").all(|part| part.trim_matches(['(', ')']).split(" or ").any(is_at))
}

#[test]
fn nets_have_the_states_and_steps_of_the_interpreter() {
    let (compared, violated, ends) = (Cell::new(0_u64), Cell::new(0_u64), Cell::new(0_u64));
    for_seeds(600, |seed| {
        let tree = random(seed);
        match compare(&tree.print()) {
            Ok(found) => {
                let count = |counter: &Cell<u64>, is_it: bool| counter.set(counter.get() + u64::from(is_it));
                count(&compared, found.is_some());
                count(&violated, found.as_ref().is_some_and(|found| !found.violated.is_empty()));
                count(&ends, found.is_some_and(|found| found.invalid_ends > 0));
            }
            Err(difference) => {
                let before_colon = |text: &str| text.split(':').next().unwrap_or_default().to_owned();
                let is_alike = |other: &Difference| before_colon(other) == before_colon(&difference);
                let small = tree.shrink(|tree| compare(&tree.print()).is_err_and(|other| is_alike(&other)));
                panic!("{difference}\n{}", small.print());
            }
        }
    });
    let met = (compared.get(), violated.get(), ends.get());
    assert!(is_met(met.0, 350) && is_met(met.1, 40) && is_met(met.2, 150), "{met:?}");
}
