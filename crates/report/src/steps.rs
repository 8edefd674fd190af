//! The firings of a run in compact form: common parts of steps are stored once.
//!
//! A run may have millions of steps, but only few kinds of them: the event, its binding, and the places that it
//! changes. A step stores the number of its kind and, for each changed place, its contents before and after, four bytes
//! each. A small number of tokens is stored directly, any other content as its number in a table. So a step of a
//! place/transition net takes about thirty bytes. The full step is built when it is read.
//!
//! INVARIANT: for step i, `packed[starts[i]]` is the number of its kind, followed by two words for each place that the
//! kind changes.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::ops::Range;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Change, Count, Step, Tokens};

/// The firings of a run, in order. In JSON they are an array.
#[derive(Clone, Default)]
pub struct Steps {
    /// The distinct steps, without the contents of the changed places.
    kinds: Table<Step>,
    /// The contents of places that are not small numbers.
    held: Table<Tokens>,
    packed: Vec<u32>,
    starts: Vec<usize>,
}

/// Distinct values in the order of insertion.
struct Table<T> {
    all: Vec<T>,
    /// The positions of the values. Empty after a copy or a change, until a value is added.
    numbers: HashMap<T, u32>,
}

/// Copies only what a reader needs, because many runs are never extended after a copy.
impl<T: Clone> Clone for Table<T> {
    fn clone(&self) -> Self {
        Self { all: self.all.clone(), numbers: HashMap::new() }
    }
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { all: Vec::new(), numbers: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Table<T> {
    fn number(&mut self, one: T) -> u32 {
        if self.numbers.is_empty() {
            self.numbers = self.all.iter().cloned().zip(0..).collect();
        }
        if let Some(&number) = self.numbers.get(&one) {
            return number;
        }
        let number = u32::try_from(self.all.len()).ok().filter(|&number| number < 1 << 31);
        let number =
            number.expect("a run has less than 2^31 different kinds of steps and contents of places");
        self.all.push(one.clone());
        self.numbers.insert(one, number);
        number
    }
}

impl Steps {
    /// Returns the number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there are no steps.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Returns the step at a position, from 0.
    #[must_use]
    pub fn get(&self, position: usize) -> Option<Step> {
        let start = *self.starts.get(position)?;
        let kind = &self.kinds.all[self.packed[start] as usize];
        let held = self.packed[start + 1..].chunks_exact(2);
        let changed = kind.changed.iter().zip(held).map(|(change, held)| Change {
            place: change.place.clone(),
            before: self.unpacked(held[0]),
            after: self.unpacked(held[1]),
        });
        Some(Step { changed: changed.collect(), ..kind.clone() })
    }

    /// Returns the last step.
    #[must_use]
    pub fn last(&self) -> Option<Step> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Appends a step.
    pub fn push(&mut self, mut step: Step) {
        self.starts.push(self.packed.len());
        let at = self.packed.len();
        self.packed.push(0);
        for change in &mut step.changed {
            for tokens in [&mut change.before, &mut change.after] {
                let tokens = std::mem::replace(tokens, Tokens::Plain(Count::ZERO));
                let word = self.packed_tokens(tokens);
                self.packed.push(word);
            }
        }
        self.packed[at] = self.kinds.number(step);
    }

    /// Returns the steps in order, each built when it is reached.
    #[must_use]
    pub fn iter(&self) -> StepsIter<'_> {
        StepsIter { steps: self, left: 0..self.len() }
    }

    /// Returns the distinct steps. The contents of their changed places are 0.
    pub fn kinds(&self) -> impl Iterator<Item = &Step> {
        self.kinds.all.iter()
    }

    /// Changes all steps, one kind at a time. `change` does not see the contents of the changed places, and must keep
    /// their number.
    pub fn change_kinds(&mut self, mut change: impl FnMut(&mut Step)) {
        self.kinds.all.iter_mut().for_each(&mut change);
        self.kinds.numbers.clear();
    }

    fn packed_tokens(&mut self, tokens: Tokens) -> u32 {
        let small = match tokens {
            Tokens::Plain(Count::Finite(count)) => u32::try_from(count).ok().filter(|&count| count < 1 << 31),
            _ => None,
        };
        small.map_or_else(|| (self.held.number(tokens) << 1) | 1, |count| count << 1)
    }

    fn unpacked(&self, word: u32) -> Tokens {
        if word & 1 == 0 { (word >> 1).into() } else { self.held.all[(word >> 1) as usize].clone() }
    }
}

/// An iterator over steps in order.
#[derive(Clone)]
pub struct StepsIter<'s> {
    steps: &'s Steps,
    left: Range<usize>,
}

impl Iterator for StepsIter<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        self.steps.get(self.left.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }

    fn nth(&mut self, skipped: usize) -> Option<Step> {
        self.steps.get(self.left.nth(skipped)?)
    }
}

impl DoubleEndedIterator for StepsIter<'_> {
    fn next_back(&mut self) -> Option<Step> {
        self.steps.get(self.left.next_back()?)
    }
}

impl ExactSizeIterator for StepsIter<'_> {}

impl<'s> IntoIterator for &'s Steps {
    type Item = Step;
    type IntoIter = StepsIter<'s>;

    fn into_iter(self) -> StepsIter<'s> {
        self.iter()
    }
}

impl FromIterator<Step> for Steps {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        let mut all = Self::default();
        all.extend(steps);
        all
    }
}

impl Extend<Step> for Steps {
    fn extend<I: IntoIterator<Item = Step>>(&mut self, steps: I) {
        steps.into_iter().for_each(|step| self.push(step));
    }
}

impl From<Vec<Step>> for Steps {
    fn from(steps: Vec<Step>) -> Self {
        steps.into_iter().collect()
    }
}

impl PartialEq for Steps {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Steps {}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl Serialize for Steps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de> Deserialize<'de> for Steps {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(StepsVisitor)
    }
}

struct StepsVisitor;

impl<'de> Visitor<'de> for StepsVisitor {
    type Value = Steps;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Steps, A::Error> {
        let mut steps = Steps::default();
        while let Some(step) = array.next_element()? {
            steps.push(step);
        }
        Ok(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TokenValue;

    fn step(event: &str, held: [Tokens; 2]) -> Step {
        let [before, after] = held;
        Step {
            event: event.into(),
            changed: vec![Change { place: "p".into(), before, after }],
            ..Step::default()
        }
    }

    fn different() -> Vec<Step> {
        let coloured = Tokens::Coloured([("red", Count::from(2_u64))].into_iter().collect());
        vec![
            step("t", [0_u64.into(), 1_u64.into()]),
            step("t", [(u64::from(u32::MAX >> 1)).into(), (1_u64 << 31).into()]),
            step("u", [coloured.clone(), TokenValue::Number(-1).into()]),
            Step { event: "t".into(), ..Step::default() },
            step("u", [Tokens::Plain(Count::Infinite), coloured]),
        ]
    }

    #[test]
    fn steps_come_back_as_they_were() {
        let steps: Steps = different().into();
        assert_eq!((steps.len(), steps.kinds().count()), (5, 3));
        assert_eq!(steps.iter().collect::<Vec<_>>(), different());
        assert_eq!(steps.iter().rev().nth(1), different().into_iter().rev().nth(1));
        assert_eq!((steps.last(), steps.get(5)), (different().pop(), None));
        let json = serde_json::to_string(&steps).unwrap();
        assert_eq!(json, serde_json::to_string(&different()).unwrap());
        assert_eq!(serde_json::from_str::<Steps>(&json).unwrap().len(), 5);
    }

    #[test]
    fn change_kinds_changes_all_steps_of_a_kind() {
        let mut steps: Steps = different().into();
        steps.change_kinds(|step| step.event = "same".into());
        steps.push(step("same", [3_u64.into(), 4_u64.into()]));
        assert!(steps.iter().all(|step| step.event == "same"));
        assert_eq!((steps.get(0).unwrap().changed.len(), steps.get(3).unwrap().changed.len()), (1, 0));
        assert_eq!(steps.last().unwrap().changed[0].after, 4_u64.into());
    }

    #[test]
    fn a_step_of_a_long_run_takes_some_tens_of_bytes() {
        let steps: Steps = (0..10_000_u64).map(|at| step("t", [at.into(), (at + 1).into()])).collect();
        let bytes = 4 * steps.packed.len() + size_of::<usize>() * steps.starts.len();
        assert_eq!((bytes / steps.len(), steps.kinds().count(), steps.held.all.len()), (20, 1, 0));
    }
}
