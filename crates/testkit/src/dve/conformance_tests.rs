//! The interpreter on models with known statistics: those of the reference, and small ones of BEEM.

use std::fs;
use std::path::{Path, PathBuf};

use sanderling_dve::Semantics::{self, Ltsmin};
use sanderling_dve::parse::parse;
use sanderling_dve::syntax::Model;
use sanderling_net::Source;

use super::{Errors, Explored, explore};
use crate::corpora::{KnownAnswers, KnownLevels, ProgramExpectation, corpora, reference, skip};

/// Maximum number of states of a BEEM model that is explored.
const LIMIT: usize = 30_000;

fn read(path: &Path, semantics: Semantics) -> Model {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let source = Source::new(path.to_string_lossy(), bytes);
    parse(&source, semantics).unwrap_or_else(|found| panic!("{}: {found}", path.display())).model
}

fn explored(path: &Path, semantics: Semantics, errors: Errors) -> Explored {
    let explored = explore(&read(path, semantics), semantics, errors, LIMIT).unwrap();
    explored.unwrap_or_else(|| panic!("{}: too many states", path.display()))
}

/// Returns the conformance models with their expected statistics.
fn conformance(test: &str) -> Vec<(PathBuf, ProgramExpectation)> {
    let Some(folder) = reference().map(|it| it.join("dve-conformance")).filter(|it| it.is_dir()) else {
        skip(test, "../shared/reference/dve-conformance");
        return Vec::new();
    };
    let expected = ProgramExpectation::read(&folder);
    assert_eq!(expected.len(), 60);
    expected.into_iter().map(|one| (folder.join(format!("{}.dve", one.model)), one)).collect()
}

#[test]
fn the_conformance_models_have_their_statistics_in_both_columns() {
    for (path, expected) in conformance("the_conformance_models_have_their_statistics_in_both_columns") {
        let explored = explored(&path, expected.semantics, Errors::State);
        let found = [explored.states as u64, explored.edges, explored.deadlocks as u64];
        assert_eq!(found, [expected.states, expected.steps, expected.deadlocks], "{expected:?}");
        assert_eq!(explored.first_fault.map(|distance| distance + 1), expected.model_error, "{expected:?}");
    }
}

#[test]
fn models_with_failing_steps_end_there_by_default() {
    for (path, expected) in conformance("models_with_failing_steps_end_there_by_default") {
        let explored = explored(&path, expected.semantics, Errors::Stop);
        assert_eq!(explored.is_stopped, expected.model_error.is_some(), "{expected:?}");
    }
}

#[test]
fn small_models_of_beem_have_the_states_and_levels_that_are_known() {
    let Some(corpora) = corpora() else {
        return skip("small_models_of_beem_have_the_states_and_levels_that_are_known", "../shared/corpora");
    };
    let (known, levels) = (KnownAnswers::read(&corpora), KnownLevels::read(&corpora));
    let mut compared = 0;
    for model in known.models() {
        let path = corpora.join("beem").join(model);
        let states = known.count(model, "states").filter(|&states| states < LIMIT as u128);
        let Some(states) = states.filter(|_| path.is_file()) else { continue };
        let explored = explored(&path, Ltsmin, Errors::Stop);
        assert_eq!(explored.states as u128, states, "{model}");
        let statistics = [
            ("edges", explored.edges as u128),
            ("bfs_levels", explored.levels.len() as u128),
            ("deadlock_states", explored.deadlocks as u128),
        ];
        for (kind, found) in statistics {
            assert!(known.count(model, kind).is_none_or(|known| known == found), "{model}: {found} {kind}");
        }
        let found: Vec<_> = explored.levels.iter().map(|&(states, edges)| (states as u64, edges)).collect();
        assert!(levels.get(model).is_none_or(|levels| levels == found), "{model}: levels");
        compared += 1;
    }
    assert!(compared > 10, "{compared}");
}
