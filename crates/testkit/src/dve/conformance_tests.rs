//! The interpreter on models whose figures are known: those of the reference, and small ones of BEEM.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use sanderling_dve::Semantics::{self, Divine2, Ltsmin};
use sanderling_dve::parse::parse;
use sanderling_dve::syntax::Model;
use sanderling_net::Source;

use super::{Errors, Explored, explore};
use crate::corpora::{KnownAnswers, corpora, reference, skip};

/// What is left out on purpose, or better defined than in the tools: states, edges, deadlocks of
/// compiled models and of DiVinE 2. Freed slots are empty; an array is its first element; a failing
/// step leads to a state; a property process does not move.
const OTHERWISE: &[(&str, Semantics, [u64; 3])] = &[
    ("c13-buffer-stale-slot", Ltsmin, [6, 6, 1]),
    ("c17-index-out-of-bounds", Ltsmin, [3, 2, 2]),
    ("c18-index-error-in-guard", Ltsmin, [3, 2, 2]),
    ("c19-division-by-zero", Ltsmin, [3, 2, 2]),
    ("c26-property-product", Ltsmin, [2, 2, 0]),
    ("c26-property-product", Divine2, [2, 2, 0]),
    ("c27-property-stutter", Ltsmin, [2, 1, 1]),
    ("c27-property-stutter", Divine2, [2, 1, 1]),
    ("c30-unindexed-array", Ltsmin, [3, 2, 1]),
];

/// Models in which a step fails, so that by default the exploration ends there.
const FAILING: &[&str] = &["c17-index-out-of-bounds", "c18-index-error-in-guard", "c19-division-by-zero"];

/// The most states of a BEEM model that is explored.
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

#[test]
fn the_conformance_models_have_their_figures_in_both_columns() {
    let Some(folder) = reference().map(|it| it.join("dve-conformance")).filter(|it| it.is_dir()) else {
        return skip("the_conformance_models_have_their_figures_in_both_columns", "dve-conformance");
    };
    let table = fs::read_to_string(folder.join("expected.csv")).unwrap();
    assert_eq!(table.lines().count(), 31);
    for line in table.lines().skip(1) {
        let fields: Vec<_> = line.split(',').collect();
        let path = folder.join(format!("{}.dve", fields[0]));
        for (semantics, expected) in [(Divine2, &fields[1..4]), (Ltsmin, &fields[4..7])] {
            let explored = explored(&path, semantics, Errors::State);
            let found = [explored.states as u64, explored.edges, explored.deadlocks as u64];
            let otherwise = OTHERWISE.iter().find(|one| (one.0, one.1) == (fields[0], semantics));
            let expected: Vec<u64> = match otherwise {
                Some((_, _, figures)) => figures.to_vec(),
                None => expected.iter().map(|figure| figure.parse().expect("a number")).collect(),
            };
            assert_eq!(found, *expected, "{line}: {semantics:?}");
        }
    }
}

#[test]
fn models_with_failing_steps_end_there_by_default() {
    let Some(folder) = reference().map(|it| it.join("dve-conformance")).filter(|it| it.is_dir()) else {
        return skip("models_with_failing_steps_end_there_by_default", "dve-conformance");
    };
    for name in FAILING {
        let explored = explored(&folder.join(format!("{name}.dve")), Ltsmin, Errors::Stop);
        assert!(explored.is_stopped && explored.first_fault == Some(0), "{name}: {explored:?}");
    }
}

/// States and edges of each level, by model.
fn levels(corpora: &Path) -> HashMap<String, Vec<(usize, u64)>> {
    let table = fs::read_to_string(corpora.join("beem-levels.tsv")).unwrap();
    let mut levels: HashMap<String, Vec<_>> = HashMap::new();
    for line in table.lines().skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        let of_model = levels.entry(fields[0].to_owned()).or_default();
        assert_eq!(of_model.len().to_string(), fields[1], "{line}");
        of_model.push((fields[2].parse().unwrap(), fields[3].parse().unwrap()));
    }
    levels
}

#[test]
fn small_models_of_beem_have_the_states_and_levels_that_are_known() {
    let Some(corpora) = corpora() else {
        return skip("small_models_of_beem_have_the_states_and_levels_that_are_known", "../shared/corpora");
    };
    let (known, levels) = (KnownAnswers::read(&corpora), levels(&corpora));
    let mut compared = 0;
    for model in known.models() {
        let path = corpora.join("beem").join(model);
        let states = known.count(model, "states").filter(|&states| states < LIMIT as u128);
        let Some(states) = states.filter(|_| path.is_file()) else { continue };
        let explored = explored(&path, Ltsmin, Errors::Stop);
        assert_eq!(explored.states as u128, states, "{model}");
        let figures = [
            ("edges", explored.edges as u128),
            ("bfs_levels", explored.levels.len() as u128),
            ("deadlock_states", explored.deadlocks as u128),
        ];
        for (kind, found) in figures {
            assert!(known.count(model, kind).is_none_or(|known| known == found), "{model}: {found} {kind}");
        }
        assert!(levels.get(model).is_none_or(|levels| *levels == explored.levels), "{model}: levels");
        compared += 1;
    }
    assert!(compared > 10, "{compared}");
}
