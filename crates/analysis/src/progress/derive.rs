//! A progress measure from what events add to slots.
//!
//! Source: Schmidt, *Automated Generation of a Progress Measure for the Sweep-Line Method*, TACAS 2004.
//! Each event gets an offset, by which it changes the progress wherever it fires. The offsets of events
//! with linearly independent effects can be chosen, and are 1; the others follow. Then there is a
//! linear function of the slots with these offsets; we solve for it directly, and read the other
//! offsets off.
//!
//! Which events are chosen decides how many regress. We try some orders and put those that regress to
//! the front, and keep the function with the fewest. Slots that are not only added to are left out.
//!
//! INVARIANT: the function has a coefficient only on slots to which every event adds the same in all states.

use std::collections::BTreeMap;

use sanderling_cutoff::{MEASURE_ROUNDS, MEASURE_WORK};
use sanderling_system::{Change, Dependencies, Dependency, SlotId};

use super::echelon::Equations;
use super::measure::{Component, Linear, Measure};

/// Derives a linear function of the slots; `None` where nothing is added to any slot alone, or the numbers
/// grow too large.
pub fn derive(system: &impl Dependencies) -> Option<Measure> {
    from_dependencies(&system.dependencies(), system.slots())
}

/// What an event adds, by slot.
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

/// The effects on slots that are only added to.
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

/// The best function that is found from an order of the events.
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

/// The function that the first events of an order with independent effects raise by one and the same.
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
    /// By how much an event changes it, or something of the same sign.
    fn offset(&self, effect: &Effect) -> i128 {
        let coefficient = |slot: usize| self.coefficients.get(&slot).copied().unwrap_or(0);
        let term = |&(slot, sum): &(usize, i128)| sum.saturating_mul(coefficient(slot).into());
        effect.iter().map(term).fold(0, i128::saturating_add)
    }

    /// The events that it regresses by, in ascending order.
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
