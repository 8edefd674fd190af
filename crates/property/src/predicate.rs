//! Formulas compiled for a search: branching programs.
//!
//! Each step tests one atom, and has a target for success and one for failure. Two special targets end the program.
//! Boolean operators therefore cost nothing: they only determine the targets, evaluation skips irrelevant atoms, and
//! there is neither a stack nor an allocation. The form is that of C. Y. Lee, *Representation of Switching Circuits by
//! Binary-Decision Programs*, Bell System Technical Journal 38, 1959.
//!
//! The program is built backwards: the code of a subformula is generated for its two targets. Only `iff` needs its
//! right side for two pairs of targets. The second pair is the first one exchanged, and the code of a subformula for
//! given targets is generated once, so no subformula is compiled more than twice.
//!
//! INVARIANT: a step leads to later steps or out of the program, so evaluation terminates.

use std::collections::HashMap;

use sanderling_net::{PlaceId, TransitionId};

use crate::{Comparison, Formula, Relation, TransitionSet, Valuation, ValueCondition};

/// The next point of evaluation: a step's position, or one of the two ends.
type Target = u32;
const HOLDS: Target = u32::MAX;
const FAILS: Target = u32::MAX - 1;

/// A formula compiled for a search by [`Formula::compile`].
#[derive(Debug, Clone)]
pub struct Predicate {
    steps: Box<[Step]>,
    sums: Box<[Comparison]>,
    sets: Box<[TransitionSet]>,
    conditions: Box<[ValueCondition]>,
    entry: Target,
}

/// Minimum number of transitions in a disjunction for which a set with a single test is used.
///
/// PERF: formulas about coloured transitions name thousands of bindings, and few of them are enabled.
const MANY: usize = 3;

#[derive(Debug, Clone, Copy)]
struct Step {
    test: Test,
    on_true: Target,
    on_false: Target,
}

#[derive(Debug, Clone, Copy)]
enum Test {
    Deadlock,
    Enabled(TransitionId),
    /// Tests whether a transition of the set at this position of `sets` is enabled.
    AnyEnabled(u32),
    AtLeast(PlaceId, u64),
    Exactly(PlaceId, u64),
    /// Tests the comparison at this position of `sums`.
    Sum(u32),
    /// Tests the condition on values at this position of `conditions`.
    Values(u32),
}

impl Formula {
    /// Compiles the formula for a search. Takes time linear in its size.
    #[must_use]
    pub fn compile(&self) -> Predicate {
        let mut assembly = Assembly::default();
        let entry = assembly.formula(self, HOLDS, FAILS);
        assembly.finish(entry)
    }
}

impl Predicate {
    /// Returns whether the formula holds, as [`Formula::holds`] does.
    #[must_use]
    #[inline]
    pub fn holds(&self, valuation: &impl Valuation) -> bool {
        let mut at = self.entry;
        while let Some(step) = self.steps.get(at as usize) {
            at = if self.test(step.test, valuation) { step.on_true } else { step.on_false };
        }
        at == HOLDS
    }

    #[inline]
    fn test(&self, test: Test, valuation: &impl Valuation) -> bool {
        match test {
            Test::Deadlock => valuation.is_deadlock(),
            Test::Enabled(transition) => valuation.is_enabled(transition),
            Test::AnyEnabled(index) => valuation.is_any_enabled(&self.sets[index as usize]),
            Test::AtLeast(place, count) => valuation.tokens(place) >= count,
            Test::Exactly(place, count) => valuation.tokens(place) == count,
            Test::Sum(index) => self.sums[index as usize].holds(valuation),
            Test::Values(index) => self.conditions[index as usize].holds(&|part| valuation.number(part)),
        }
    }
}

/// A program under construction. Steps are pushed in reverse order.
#[derive(Default)]
struct Assembly {
    steps: Vec<Step>,
    sums: Vec<Comparison>,
    sets: Vec<TransitionSet>,
    conditions: Vec<ValueCondition>,
    /// The entry of each subformula (by address) for a pair of targets, if its code exists.
    made: HashMap<(*const Formula, Target, Target), Target>,
}

impl Assembly {
    fn formula(&mut self, formula: &Formula, on_true: Target, on_false: Target) -> Target {
        let key = (std::ptr::from_ref(formula), on_true, on_false);
        if let Some(&entry) = self.made.get(&key) {
            return entry;
        }
        let entry = self.operator(formula, on_true, on_false);
        self.made.insert(key, entry);
        entry
    }

    /// Generates the code for `formula`, and returns its entry.
    fn operator(&mut self, formula: &Formula, on_true: Target, on_false: Target) -> Target {
        match formula {
            Formula::Constant(value) => choose(*value, on_true, on_false),
            Formula::Deadlock => self.step(Test::Deadlock, on_true, on_false),
            Formula::Enabled(transitions) if is_worth_a_set(transitions) => {
                let index = position(self.sets.len());
                self.sets.push(TransitionSet::of(transitions));
                self.step(Test::AnyEnabled(index), on_true, on_false)
            }
            Formula::Enabled(transitions) => transitions
                .iter()
                .rev()
                .fold(on_false, |next, &transition| self.step(Test::Enabled(transition), on_true, next)),
            Formula::Compare(comparison) => self.comparison(comparison, on_true, on_false),
            Formula::Values(condition) => {
                let index = position(self.conditions.len());
                self.conditions.push((**condition).clone());
                self.step(Test::Values(index), on_true, on_false)
            }
            Formula::Not(inner) => self.formula(inner, on_false, on_true),
            Formula::And(parts) => {
                parts.iter().rev().fold(on_true, |next, part| self.formula(part, next, on_false))
            }
            Formula::Or(parts) => {
                parts.iter().rev().fold(on_false, |next, part| self.formula(part, on_true, next))
            }
            Formula::Implies(sides) => {
                let conclusion = self.formula(&sides[1], on_true, on_false);
                self.formula(&sides[0], conclusion, on_true)
            }
            Formula::Iff(sides) => {
                let same = self.formula(&sides[1], on_true, on_false);
                let other = self.formula(&sides[1], on_false, on_true);
                self.formula(&sides[0], same, other)
            }
        }
    }

    /// Generates a comparison. A comparison of one place with a number becomes one test; everything else is a sum.
    fn comparison(&mut self, comparison: &Comparison, on_true: Target, on_false: Target) -> Target {
        let bound = comparison.bound();
        let relation = comparison.relation();
        match (comparison.terms(), relation) {
            ([], _) => choose(relation.admits(0.cmp(&bound)), on_true, on_false),
            (&[(1, place)], Relation::AtLeast) => self.at_least(place, bound, on_true, on_false),
            (&[(1, place)], Relation::Greater) => self.at_least(place, bound + 1, on_true, on_false),
            (&[(1, place)], Relation::Less) => self.at_least(place, bound, on_false, on_true),
            (&[(1, place)], Relation::AtMost) => self.at_least(place, bound + 1, on_false, on_true),
            (&[(1, place)], Relation::Equal) => self.exactly(place, bound, on_true, on_false),
            (&[(1, place)], Relation::Unequal) => self.exactly(place, bound, on_false, on_true),
            _ => {
                let index = position(self.sums.len());
                self.sums.push(comparison.clone());
                self.step(Test::Sum(index), on_true, on_false)
            }
        }
    }

    fn at_least(&mut self, place: PlaceId, count: i128, on_true: Target, on_false: Target) -> Target {
        if count <= 0 {
            return on_true;
        }
        match u64::try_from(count) {
            Ok(count) => self.step(Test::AtLeast(place, count), on_true, on_false),
            Err(_) => on_false,
        }
    }

    fn exactly(&mut self, place: PlaceId, count: i128, on_true: Target, on_false: Target) -> Target {
        match u64::try_from(count) {
            Ok(count) => self.step(Test::Exactly(place, count), on_true, on_false),
            Err(_) => on_false,
        }
    }

    fn step(&mut self, test: Test, on_true: Target, on_false: Target) -> Target {
        let at = position(self.steps.len());
        self.steps.push(Step { test, on_true, on_false });
        at
    }

    /// Returns the finished program, with its steps in the order of evaluation.
    fn finish(mut self, entry: Target) -> Predicate {
        let count = position(self.steps.len());
        let turned = |target: Target| if target < count { count - 1 - target } else { target };
        self.steps.reverse();
        for step in &mut self.steps {
            step.on_true = turned(step.on_true);
            step.on_false = turned(step.on_false);
        }
        Predicate {
            steps: self.steps.into(),
            sums: self.sums.into(),
            sets: self.sets.into(),
            conditions: self.conditions.into(),
            entry: turned(entry),
        }
    }
}

/// Returns whether there are many transitions, and a set of them is not much larger than the list.
fn is_worth_a_set(transitions: &[TransitionId]) -> bool {
    let words = transitions.last().map_or(0, |last| last.index() / 64);
    transitions.len() >= MANY && words <= 8 * transitions.len()
}

fn choose(value: bool, on_true: Target, on_false: Target) -> Target {
    if value { on_true } else { on_false }
}

/// Returns the position as a target.
///
/// # Panics
/// If a formula has more than 2^32 atoms, which do not fit in memory.
fn position(index: usize) -> Target {
    Target::try_from(index).ok().filter(|&at| at < FAILS).expect("a formula has less than 2^32 - 2 atoms")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_iff_compiles_to_at_most_two_copies_of_each_atom() {
        let atom = |place| {
            let comparison = Comparison::build([(1, PlaceId::new(place))], Relation::Equal, 1);
            Formula::Compare(comparison.expect("small numbers"))
        };
        let nested = (1..200).fold(atom(0), |inner, i| Formula::Iff(Box::new([atom(i), inner])));
        assert!(nested.compile().steps.len() <= 400);
        let nested = (1..200).fold(atom(0), |inner, i| Formula::Iff(Box::new([inner, atom(i)])));
        assert!(nested.compile().steps.len() <= 400);
    }

    #[test]
    fn steps_lead_onwards() {
        let parts =
            vec![Formula::Deadlock, Formula::Enabled(vec![TransitionId::new(0), TransitionId::new(1)])];
        let formula = Formula::Iff(Box::new([Formula::And(parts.clone()), Formula::Or(parts)]));
        let predicate = formula.compile();
        for (at, step) in predicate.steps.iter().enumerate() {
            assert!(step.on_true as usize > at && step.on_false as usize > at, "step {at}: {step:?}");
        }
    }

    #[test]
    fn many_transitions_are_one_test_where_that_is_not_large() {
        let steps = |numbers: &[usize]| {
            let transitions = numbers.iter().copied().map(TransitionId::new).collect();
            Formula::Enabled(transitions).compile().steps.len()
        };
        assert_eq!(steps(&[1, 2]), 2);
        assert_eq!(steps(&[1, 2, 3, 900]), 1);
        assert_eq!(steps(&[1, 2, 1 << 20]), 3);
    }

    #[test]
    fn comparisons_that_every_count_fulfils_need_no_test() {
        let compile = |relation, bound| {
            let comparison = Comparison::build([(1, PlaceId::new(0))], relation, bound);
            Formula::Compare(comparison.expect("small numbers")).compile()
        };
        let largest = i128::from(u64::MAX);
        assert_eq!(compile(Relation::AtLeast, 0).entry, HOLDS);
        assert_eq!(compile(Relation::AtMost, largest).entry, HOLDS);
        assert_eq!(compile(Relation::Greater, largest).entry, FAILS);
        assert_eq!(compile(Relation::Equal, -1).entry, FAILS);
        assert_eq!(compile(Relation::AtMost, largest - 1).steps.len(), 1);
    }
}
