//! On random DVE models, the direct interpreter of the syntax tree agrees with the reference
//! semantics of the net that the model is lowered to, in both readings of the language; and that
//! agrees with the compiled model of the net.
//!
//! The interpreter has the tree as it was made, the net comes from its text, so that the parser is
//! in between. A model on which they differ is made small before it is printed.

mod compiled;
mod reference;

use std::cell::Cell;

use sanderling_dve::Semantics::{self, Divine2, Ltsmin};
use sanderling_dve::syntax::Model;
use sanderling_model::ModelErrors;
use sanderling_testkit::dve::{Errors, Explored, Shape, explore, print, random, shrink};
use sanderling_testkit::random::for_seeds;

use reference::{Lowered, Refused};

/// How many states are looked at before a model is left alone.
const LIMIT: usize = 300;

/// What the two of them disagree in.
type Difference = String;

/// Compares a model in one reading and with one treatment of errors; `None` where it is too large, or
/// asks a constant array for a constant position outside, which is refused although it may never be looked at.
fn compare(model: &Model, semantics: Semantics, errors: Errors) -> Result<Option<Explored>, Difference> {
    let lowered = match Lowered::of(&print(model), semantics) {
        Ok(lowered) => lowered,
        Err(Refused(why)) if why.contains("of the constant array") => return Ok(None),
        Err(Refused(why)) => return Err(format!("refused: {why}")),
    };
    let expected = explore(model, semantics, errors, LIMIT)?;
    let found = lowered.explore(errors, LIMIT)?;
    match (expected, found) {
        (Some(expected), Some(found)) => {
            agree(&expected, &found)?;
            if !expected.is_stopped {
                let errors = if errors == Errors::Stop { ModelErrors::Report } else { ModelErrors::State };
                compiled::follow(&lowered.net, errors, expected.states)?;
            }
            Ok(Some(expected))
        }
        (None, None) => Ok(None),
        (expected, found) => Err(format!("too many states: {expected:?} and {found:?}")),
    }
}

fn agree(expected: &Explored, found: &Explored) -> Result<(), Difference> {
    if expected.is_stopped || found.is_stopped {
        return same("the first error", |it| (it.is_stopped, it.first_fault), expected, found);
    }
    same("states, edges and deadlocks", |it| (it.states, it.edges, it.deadlocks), expected, found)?;
    same("levels", |it| it.levels.clone(), expected, found)?;
    same("errors", |it| (it.first_fault, it.faults.values().sum::<u64>()), expected, found)?;
    same("violated assertions", |it| it.violated.clone(), expected, found)?;
    same("how often each transition fires", |it| it.fired.clone(), expected, found)
}

fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    figure: impl Fn(&Explored) -> T,
    expected: &Explored,
    found: &Explored,
) -> Result<(), Difference> {
    let [expected, found] = [expected, found].map(figure);
    if expected == found { Ok(()) } else { Err(format!("{what}: {expected:?}, but the net has {found:?}")) }
}

/// What a difference is about, whatever its figures.
fn subject(difference: &Difference) -> &str {
    difference.split(':').next().unwrap_or_default()
}

/// Makes a model small that is refused or on which there is a difference, and panics with it.
fn report(model: &Model, semantics: Semantics, errors: Errors, difference: &Difference) -> ! {
    let is_alike = |other: &Difference| {
        // Most models that are made smaller are refused for something else.
        if subject(difference) == "refused" {
            other == difference
        } else {
            subject(other) == subject(difference)
        }
    };
    let small = shrink(model, |model| compare(model, semantics, errors).is_err_and(|other| is_alike(&other)));
    let difference = compare(&small, semantics, errors).expect_err("shrinking keeps the difference");
    panic!("{semantics:?}, {errors:?}: {difference}\n{}", print(&small));
}

/// How many models were compared whole, and how many of those have errors.
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
fn models_in_which_hardly_anything_fails() {
    check_shape(&Shape::tame(), 300);
}

#[test]
fn models_in_which_much_fails() {
    let seen = check_shape(&Shape::wild(), 300);
    assert!(seen.with_errors.get() > 20 || std::env::var_os("SANDERLING_SEED").is_some(), "{seen:?}");
}

#[test]
fn models_of_processes_that_mostly_communicate() {
    check_shape(&Shape::talkative(), 300);
}
