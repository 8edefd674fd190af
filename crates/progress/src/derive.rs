//! A progress measure derived from the amounts that events add to slots.
//!
//! Source: Schmidt, *Automated Generation of a Progress Measure for the Sweep-Line Method*, TACAS 2004. Each
//! event has a fixed offset, by which it changes the progress. The offsets of events with linearly
//! independent effects are chosen as 1, and the others follow. A linear function of the slots has these
//! offsets. We solve for it directly, and compute the other offsets from it.
//!
//! The choice of events determines how many others regress. We try some orders, move the regressing events
//! to the front, and keep the function with the fewest. Slots with other changes than additions are
//! excluded.
//!
//! INVARIANT: the function has a coefficient only on slots to which every event adds a constant in all
//! states.

use std::collections::BTreeMap;

use sanderling_cutoff::{MEASURE_ROUNDS, MEASURE_WORK};
use sanderling_system::{Change, Dependencies, Dependency, SlotId};

use super::echelon::Equations;
use super::measure::{Component, Linear, Measure};

/// Derives a linear function of the slots. Returns `None` if no slot is changed by additions only, or the
/// numbers become too large.
pub fn derive(system: &impl Dependencies) -> Option<Measure> {
    from_dependencies(&system.dependencies(), system.slots())
}

/// The amounts that an event adds, by slot.
type Effect = Vec<(usize, i128)>;

fn from_dependencies(dependencies: &[Dependency], slots: usize) -> Option<Measure> {
    let effects = effects(dependencies, slots);
    let forward: Vec<usize> = (0..effects.len()).filter(|&event| !effects[event].is_empty()).collect();
    let backward = forward.iter().rev().copied().collect();
    let mut by_size = forward.clone();
    by_size.sort_by_key(|&event| effects[event].len());
    let found = [forward, backward, by_size].into_iter().filter_map(|order| improve(&effects, order));
    let best = found.min_by_key(|function| function.regressing(&effects).len())?;
    Some(Measure { components: vec![Component::Linear(best.linear())] })
}

/// Returns the effects on slots that are changed by additions only.
fn effects(dependencies: &[Dependency], slots: usize) -> Vec<Effect> {
    let mut is_added_to = vec![true; slots];
    for write in dependencies.iter().flat_map(Dependency::writes) {
        is_added_to[write.slot.index()] &= matches!(write.change, Change::Add(_));
    }
    let effect = |dependency: &Dependency| {
        let added = dependency.writes().iter().filter_map(|write| match write.change {
            Change::Add(sum) if sum != 0 && is_added_to[write.slot.index()] => {
                Some((write.slot.index(), sum))
            }
            _ => None,
        });
        added.collect()
    };
    dependencies.iter().map(effect).collect()
}

/// Returns the best function found from an order of the events.
fn improve(effects: &[Effect], mut order: Vec<usize>) -> Option<Function> {
    let mut best: Option<(usize, Function)> = None;
    for _ in 0..MEASURE_ROUNDS.size() {
        let Some(function) = solve(effects, &order) else { break };
        let regressing = function.regressing(effects);
        order.sort_by_key(|event| regressing.binary_search(event).is_err());
        if best.as_ref().is_none_or(|&(least, _)| regressing.len() < least) {
            best = Some((regressing.len(), function));
        }
        if regressing.is_empty() {
            break;
        }
    }
    best.map(|(_, function)| function)
}

/// Returns the function with equal offsets of the first events of an order that have independent effects.
fn solve(effects: &[Effect], order: &[usize]) -> Option<Function> {
    let mut equations = Equations::new(MEASURE_WORK.size());
    for &event in order {
        equations.add(&effects[event]);
    }
    let coefficients = equations.solution()?;
    let fits = |(slot, value): (usize, i128)| Some((slot, i64::try_from(value).ok()?));
    let coefficients = coefficients.into_iter().map(fits).collect::<Option<BTreeMap<_, _>>>()?;
    (!coefficients.is_empty()).then_some(Function { coefficients })
}

/// A linear function of slots.
struct Function {
    coefficients: BTreeMap<usize, i64>,
}

impl Function {
    /// Returns the change of the function by an event, or a number of the same sign.
    fn offset(&self, effect: &Effect) -> i128 {
        let coefficient = |slot: usize| self.coefficients.get(&slot).copied().unwrap_or(0);
        let term = |&(slot, sum): &(usize, i128)| sum.saturating_mul(coefficient(slot).into());
        effect.iter().map(term).fold(0, i128::saturating_add)
    }

    /// Returns the regressing events, in ascending order.
    fn regressing(&self, effects: &[Effect]) -> Vec<usize> {
        (0..effects.len()).filter(|&event| self.offset(&effects[event]) < 0).collect()
    }

    fn linear(&self) -> Linear {
        let terms = self.coefficients.iter().map(|(&slot, &value)| (SlotId::new(slot), value));
        Linear { terms: terms.collect(), constant: 0 }
    }
}

#[cfg(test)]
mod tests;
