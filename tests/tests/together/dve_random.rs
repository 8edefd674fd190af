//! Random DVE models. The direct interpreter of the syntax tree agrees with the reference semantics of the
//! net that the model is lowered to, in both readings of the language. That semantics agrees with the
//! compiled model of the net. In every configuration, reports agree with the findings of the interpreter.
//!
//! The interpreter uses the generated tree, while the net is made from its text, so the test includes the
//! parser. A model with a difference is minimized before it is printed.

pub(crate) mod compiled;
mod engine;
mod reference;

use std::cell::Cell;

use sanderling_dve::Semantics::{self, Divine2, Ltsmin};
use sanderling_dve::parse::parse;
use sanderling_dve::syntax::Model;
use sanderling_model::ModelErrors;
use sanderling_net::Source;
use sanderling_testkit::dve::{Errors, Explored, Shape, explore, print, random, shrink};
use sanderling_testkit::random::{for_seeds, is_met};

use reference::{Lowered, Refused};

/// Maximum number of states of a model. Larger ones are skipped.
const LIMIT: usize = 300;

/// Small models that once showed a difference.
const DIFFERED: &[&str] = &[
    // A constant that an effect has assigned is written while the message is computed.
    "channel {byte, byte} e[1]; byte w; process R { byte x[1]; state a; init a;
     trans a -> a { sync e!{1, x[w]}; effect x = 0; }; } system async;",
    // The sent value is missing, and a value is received.
    "channel {byte} e[0]; byte z = 1; process R { state a; init a; trans a -> a { sync e?z; }; }
     process S { state a; init a; trans a -> a { sync e!; }; } system async;",
    // A negative operand on the right, in an assertion.
    "process P { state a; init a; assert a: 1 and - 1; } system async;",
    // A constant position outside of a constant array is no error if it is not evaluated.
    "const byte x[1] = {2}; process P { state a; init a;
     trans a -> a { guard x[0] == 2 or x[1]; }; } system async;",
    // A constant that no state has is replaced in the same step.
    "byte x; process P { state a, b; init a;
     trans a -> b { effect x = x == 0, x = x - 1; }; } system async;",
    // Numbers that are replaced in the same step break the same assumptions in every layout.
    "int x; byte y; process P { state a; init a;
     trans a -> a { effect x = x + 1, x = x - 3, y = 1, x = x + 2; }; }
     process Q { state a, b; init a; trans a -> b { effect x = 1; }; } system async;",
    // As before, but the step is undefined in the end.
    "int x; byte y; process P { state a; init a;
     trans a -> a { effect x = x + 1, x = x - 3, y = x, x = 0; }; }
     process Q { state a, b; init a; trans a -> b { effect x = 1; }; } system async;",
];

/// A description of a difference.
type Difference = String;

/// Compares a model in one reading and with one treatment of errors. Returns `None` if it is too large.
fn compare(model: &Model, semantics: Semantics, errors: Errors) -> Result<Option<Explored>, Difference> {
    let lowered = Lowered::of(&print(model), semantics).map_err(|Refused(why)| format!("refused: {why}"))?;
    let expected = explore(model, semantics, errors, LIMIT)?;
    let found = lowered.explore(errors, LIMIT)?;
    let (Some(expected), Some(found)) = (&expected, &found) else {
        same("whether it is too large", &expected.is_none(), &found.is_none())?;
        return Ok(None);
    };
    agree(expected, found)?;
    let errors = if errors == Errors::Stop { ModelErrors::Report } else { ModelErrors::State };
    if !expected.is_stopped {
        compiled::follow(&lowered.net, errors, expected.states)?;
    }
    engine::check(&lowered, expected, errors)?;
    Ok(Some(expected.clone()))
}

/// Compares the interpreter with the reference semantics.
fn agree(expected: &Explored, found: &Explored) -> Result<(), Difference> {
    let first = |it: &Explored| (it.is_stopped, it.first_fault);
    same("first error", &first(expected), &first(found))?;
    if expected.is_stopped {
        return Ok(());
    }
    let statistics = |it: &Explored| (it.states, it.edges, it.deadlocks, it.faults.values().sum::<u64>());
    same("states, edges, deadlocks and errors", &statistics(expected), &statistics(found))?;
    same("levels", &expected.levels, &found.levels)?;
    same("violated assertions", &expected.violated, &found.violated)?;
    same("how often each transition fires", &expected.fired, &found.fired)
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, expected: &T, found: &T) -> Result<(), Difference> {
    if expected == found { Ok(()) } else { Err(format!("{what}: {expected:?} expected, {found:?} found")) }
}

/// Returns the subject of a difference, without its statistics.
fn prepared(difference: &Difference) -> &str {
    difference.split(':').next().unwrap_or_default()
}

/// Minimizes a model that is refused or shows a difference, and panics with it.
fn report(model: &Model, semantics: Semantics, errors: Errors, difference: &Difference) -> ! {
    let is_alike = |other: &Difference| {
        // Most reduced models are refused for another reason.
        if prepared(difference) == "refused" {
            other == difference
        } else {
            prepared(other) == prepared(difference)
        }
    };
    let small = shrink(model, |model| compare(model, semantics, errors).is_err_and(|other| is_alike(&other)));
    let difference = compare(&small, semantics, errors).expect_err("shrinking keeps the difference");
    panic!("{semantics:?}, {errors:?}: {difference}\n{}", print(&small));
}

/// The number of models that were compared completely, and the number of these that have errors.
#[derive(Debug, Default)]
struct Seen {
    whole: Cell<usize>,
    with_errors: Cell<usize>,
}

fn check_shape(shape: &Shape, seeds: u64) -> Seen {
    let seen = Seen::default();
    for_seeds(seeds, |seed| {
        let model = random(seed, shape);
        for semantics in [Ltsmin, Divine2] {
            for errors in [Errors::Stop, Errors::State] {
                match compare(&model, semantics, errors) {
                    Ok(Some(explored)) if !explored.is_stopped => {
                        seen.whole.set(seen.whole.get() + 1);
                        let has_errors = usize::from(explored.first_fault.is_some());
                        seen.with_errors.set(seen.with_errors.get() + has_errors);
                    }
                    Ok(_) => {}
                    Err(difference) => report(&model, semantics, errors, &difference),
                }
            }
        }
    });
    seen
}

#[test]
fn models_that_differed_once_do_not() {
    for text in DIFFERED {
        for semantics in [Ltsmin, Divine2] {
            let model = parse(&Source::new("model.dve", *text), semantics).expect("it is in order").model;
            for errors in [Errors::Stop, Errors::State] {
                let compared = compare(&model, semantics, errors);
                assert!(compared.as_ref().is_ok_and(Option::is_some), "{text}: {compared:?}");
            }
        }
    }
}

#[test]
fn models_in_which_hardly_anything_fails() {
    check_shape(&Shape::tame(), 120);
}

#[test]
fn models_in_which_much_fails() {
    let seen = check_shape(&Shape::wild(), 120);
    assert!(is_met(seen.with_errors.get(), 10), "{seen:?}");
}

#[test]
fn models_of_processes_that_mostly_communicate() {
    check_shape(&Shape::talkative(), 120);
}

#[test]
fn models_with_states_of_many_words() {
    check_shape(&Shape::wide(), 120);
}
