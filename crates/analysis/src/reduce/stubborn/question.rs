//! Questions about a state: in which class of values a slot is.
//!
//! A set depends on the enabled events of a state and on answers to questions. A question is a slot with all
//! conditions that are tested on it. The borders of the conditions divide the numbers into *classes*, and
//! all values of a class satisfy the same conditions. So answers are small numbers, and a result for some
//! answers holds for all states with the same ones.

use sanderling_cutoff::CLASSES_LISTED;
use sanderling_system::{Condition, SlotId};

/// A slot, and the borders of its conditions.
#[derive(Debug, Clone)]
pub(super) struct Question {
    pub(super) slot: SlotId,
    /// The least value of each class except the first, sorted.
    borders: Box<[i128]>,
    /// One less than the first border, if classes are listed.
    first: i64,
    /// The class of each value from one below the first border to the last border, if they are listed.
    listed: Box<[u16]>,
    /// The only border, if there is just one.
    only: Option<i64>,
}

impl Question {
    pub(super) fn of(slot: SlotId, conditions: &[Condition]) -> Self {
        let mut borders = Vec::new();
        for condition in conditions {
            match *condition {
                Condition::Within { least, most } => borders.extend([Some(least), most.checked_add(1)]),
                Condition::Not(value) => borders.extend([Some(value), value.checked_add(1)]),
                Condition::Depends => {}
            }
        }
        // No value is below the minimum.
        let mut borders: Vec<i128> = borders.into_iter().flatten().filter(|&it| it > i128::MIN).collect();
        borders.sort_unstable();
        borders.dedup();
        let span = borders.first().zip(borders.last()).map_or(0, |(first, last)| last.saturating_sub(*first));
        let only = if let [only] = *borders { i64::try_from(only).ok() } else { None };
        let mut question = Self { slot, borders: borders.into(), first: 0, listed: Box::default(), only };
        if CLASSES_LISTED.admits(span)
            && let [first, ..] = *question.borders
            && let Ok(before) = i64::try_from(first - 1)
        {
            let class = |value| u16::try_from(question.search(value)).expect("no more than are listed");
            question.listed = (first - 1..=first + span).map(class).collect();
            question.first = before;
        }
        question
    }

    /// Returns the number of classes.
    pub(super) fn classes(&self) -> usize {
        self.borders.len() + 1
    }

    /// Returns the class of a value, from 0.
    #[inline]
    pub(super) fn class(&self, value: i128) -> u32 {
        // PERF: most slots of safe nets have one border, and a comparison needs no memory.
        if let Some(only) = self.only {
            return (value >= only.into()).into();
        }
        match &*self.listed {
            [] => self.search(value),
            // PERF: 128-bit numbers take twice as long, and are rarely needed.
            listed => match i64::try_from(value) {
                Ok(value) => {
                    let at = value.saturating_sub(self.first).clamp(0, listed.len() as i64 - 1);
                    listed[at as usize].into()
                }
                Err(_) => self.search(value),
            },
        }
    }

    fn search(&self, value: i128) -> u32 {
        self.borders.partition_point(|&border| border <= value) as u32
    }

    /// Returns the classes of the least and the greatest value that satisfy the condition, or of the value
    /// that does not.
    pub(super) fn classes_in(&self, condition: Condition) -> (u32, u32) {
        let (least, most) = match condition {
            Condition::Within { least, most } => (least, most),
            Condition::Not(value) => (value, value),
            Condition::Depends => (i128::MIN, i128::MAX),
        };
        (self.class(least), self.class(most))
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.borders) + size_of_val(&*self.listed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_a_class_meet_the_same_conditions() {
        let (within, not) = (|least, most| Condition::Within { least, most }, Condition::Not);
        let far = i128::from(i64::MAX);
        let cases = [
            vec![],
            vec![Condition::at_least(1)],
            vec![Condition::at_most(3), not(2), Condition::exactly(-4)],
            vec![within(2, 1), not(i128::MAX), Condition::at_least(i128::MIN)],
            vec![within(-far, far), not(5), Condition::at_most(7)],
        ];
        for conditions in cases {
            let question = Question::of(SlotId::new(0), &conditions);
            let around = (-9..=9).chain([-far - 1, -far, far, far + 1, i128::MIN, i128::MAX]);
            let values: Vec<i128> = around.collect();
            for &one in &values {
                assert!((question.class(one) as usize) < question.classes());
                for &other in &values {
                    let agree = conditions.iter().all(|it| it.admits(one) == it.admits(other));
                    assert!(
                        agree || question.class(one) != question.class(other),
                        "{conditions:?} {one} {other}"
                    );
                }
            }
        }
    }

    #[test]
    fn on_which_side_a_value_fails_is_decided_too() {
        let question = Question::of(SlotId::new(0), &[Condition::exactly(3)]);
        let classes = [2, 3, 4, 300].map(|value| question.class(value));
        assert_eq!(classes, [0, 1, 2, 2]);
    }
}
