//! Whether the property process of a model accepts a run, by its definition.
//!
//! The graph of all pairs of a state and a location of the process is built; a pair belongs to an accepted run if it
//! can reach itself, and the pairs that it reaches and that reach it include some of every accepting set. Nothing here
//! searches in the order of the engine, depends on nets, or replaces one condition by another.

use std::collections::HashMap;

use sanderling_dve::Semantics;
use sanderling_dve::syntax::{AcceptanceKind, Model};

use super::Interpreter;
use super::state::{Move, State};

/// Result about a property process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Watched {
    /// Whether a run without errors is accepted.
    pub accepts: bool,
    /// Whether something that is evaluated is undefined: a guard of the process at its location, or a step of the model
    /// when the process can move.
    pub has_faults: bool,
    /// Number of pairs of a state and a location.
    pub pairs: usize,
}

/// Evaluates the property process on all runs of a model. `None` if there are more than `limit` pairs, or the model has
/// no Büchi automaton as a property process.
///
/// # Panics
/// As [`Interpreter::build`].
#[must_use]
pub fn watch(model: &Model, semantics: Semantics, limit: usize) -> Option<Watched> {
    let interpreter = Interpreter::build(model, semantics).ok()?;
    let name = &model.system.property.as_ref()?.text;
    let position = model.processes.iter().position(|process| process.name.text == *name)?;
    let process = &model.processes[position];
    let is_buchi = matches!(process.accepting.kind, AcceptanceKind::Buchi | AcceptanceKind::GeneralisedBuchi);
    if !is_buchi {
        return None;
    }
    let location =
        |name: &str| process.states.iter().position(|state| state.text == name).expect("names are in order");
    let (mut pairs, mut next, mut has_faults) =
        (vec![interpreter.initial().clone()], Vec::<Vec<usize>>::new(), false);
    let mut numbers: HashMap<State, usize> = HashMap::from([(pairs[0].clone(), 0)]);
    while next.len() < pairs.len() {
        if pairs.len() > limit {
            return None;
        }
        let pair = pairs[next.len()].clone();
        let mut targets = Vec::new();
        for (transition, one) in process.transitions.iter().enumerate() {
            if location(&one.source.text) != pair.locations[position] {
                continue;
            }
            match interpreter.guard(Move { process: position, transition }, &pair) {
                Ok(true) => targets.push(location(&one.target.text)),
                Ok(false) => {}
                Err(_) => has_faults = true,
            }
        }
        let mut states = Vec::new();
        if !targets.is_empty() {
            let steps = interpreter.steps(&pair);
            has_faults |= steps.iter().any(|step| step.result.is_err());
            let is_end = steps.is_empty();
            states.extend(steps.into_iter().filter_map(|step| step.result.ok()));
            states.extend(is_end.then(|| pair.clone()));
        }
        let mut successors = Vec::new();
        for state in &states {
            for &target in &targets {
                let mut successor = state.clone();
                successor.locations[position] = target;
                let number = *numbers.entry(successor.clone()).or_insert_with(|| {
                    pairs.push(successor);
                    pairs.len() - 1
                });
                successors.push(number);
            }
        }
        next.push(successors);
    }
    let sets: Vec<Vec<usize>> = match process.accepting.sets.as_slice() {
        [] => vec![Vec::new()],
        sets => sets.iter().map(|set| set.iter().map(|name| location(&name.text)).collect()).collect(),
    };
    let reached: Vec<Vec<bool>> = (0..pairs.len()).map(|pair| reached_from(pair, &next)).collect();
    let accepts = (0..pairs.len()).any(|pair| {
        let is_round = |other: usize| reached[pair][other] && reached[other][pair];
        let has = |set: &Vec<usize>| {
            (0..pairs.len()).any(|other| is_round(other) && set.contains(&pairs[other].locations[position]))
        };
        is_round(pair) && sets.iter().all(has)
    });
    Some(Watched { accepts, has_faults, pairs: pairs.len() })
}

/// Returns the pairs that can be reached by one step or more.
fn reached_from(pair: usize, next: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; next.len()];
    let mut open = next[pair].clone();
    while let Some(one) = open.pop() {
        if !std::mem::replace(&mut reached[one], true) {
            open.extend(&next[one]);
        }
    }
    reached
}
