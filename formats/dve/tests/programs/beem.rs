//! The BEEM models: all of them become valid nets, and the small ones have the known counts.

use std::collections::BTreeMap;
use std::fs;

use crate::support::explore::{explore_net, net};
use crate::support::{models, shared};
use sanderling_dve::Semantics;

/// The most edges of a model that the reference semantics explores here.
const MAX_EDGES: usize = 13_000;

/// The known statistics of each model: `states`, `edges` and `deadlocks`.
fn known(table: &str) -> BTreeMap<String, BTreeMap<String, usize>> {
    let mut known: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for line in table.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        if let [model, kind, value] = cells[..]
            && let (true, Ok(value)) = (model.ends_with(".dve"), value.parse())
        {
            known.entry(model.to_owned()).or_default().insert(kind.to_owned(), value);
        }
    }
    known
}

#[test]
fn models_become_valid_nets_and_small_ones_have_the_known_counts() {
    let Some(folder) = shared("corpora/beem") else { return };
    let known = known(&fs::read_to_string(folder.join("../known-answers.tsv")).unwrap());
    let (mut explored, mut wrong) = (0, Vec::new());
    for path in models(&folder) {
        let name = path.file_name().unwrap().to_str().unwrap();
        let net = net(fs::read(&path).unwrap(), Semantics::Ltsmin);
        let Some(answer) = known.get(name).filter(|a| a.get("edges").is_some_and(|e| *e <= MAX_EDGES)) else {
            continue;
        };
        let found = explore_net(&net);
        explored += 1;
        for (kind, value) in ["states", "edges", "deadlocks"].into_iter().zip(found.statistics()) {
            if answer.get(kind).is_some_and(|known| *known != value) {
                wrong.push(format!("{name}: {value} {kind}, not {}", answer[kind]));
            }
        }
    }
    assert!(explored >= 4 && wrong.is_empty(), "{explored} explored: {wrong:#?}");
}
