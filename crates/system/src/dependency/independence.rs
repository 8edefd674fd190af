//! Relations between events that follow from their dependencies.
//!
//! Godefroid (definition 3.1 of the monograph cited in the parent module) calls two events independent if neither
//! enables or disables the other, and if they commute in all states where both are enabled. This module considers only
//! states in which *both are enabled*. Sleep sets and edge-lean search need no more, and more pairs become independent.
//! Whether one event can enable the other is a separate relation, which stubborn sets use. Tests describe the values
//! that pass, so events that are never enabled together are recognised as well, such as the steps of one process from
//! different locations.
//!
//! INVARIANT: every answer errs on the side of `true` for `may_…` and of `false` for `is_…`.

use super::{Change, Condition, Dependency, SlotId, Test};

impl Dependency {
    /// Whether the two events commute in every state where both are enabled.
    ///
    /// Neither disables the other, and both orders lead to the same state, or firing one of them is undefined both
    /// before and after the other. Symmetric. Time: linear in the sizes of the dependencies, up to a logarithm.
    #[must_use]
    pub fn is_independent_of(&self, other: &Self) -> bool {
        self.excludes(other)
            || !(self.may_fail_tests_of(other)
                || other.may_fail_tests_of(self)
                || self.may_alter_reads_of(other)
                || other.may_alter_reads_of(self)
                || self.may_overwrite(other))
    }

    /// Whether no state enables both events, as far as single slots show this. Symmetric.
    #[must_use]
    pub fn excludes(&self, other: &Self) -> bool {
        self.tests.chunk_by(|a, b| a.slot == b.slot).any(|tests| {
            let tests_of_other = other.tests_of(tests[0].slot);
            !tests_of_other.is_empty() && Admitted::by(tests.iter().chain(tests_of_other)).is_empty()
        })
    }

    /// Whether firing this event may disable `other`, in a state where both are enabled.
    #[must_use]
    pub fn may_disable(&self, other: &Self) -> bool {
        !self.excludes(other) && self.may_fail_tests_of(other)
    }

    /// Does the same as [`may_disable`](Self::may_disable) for two events that do not exclude each other.
    fn may_fail_tests_of(&self, other: &Self) -> bool {
        if self.may_end() {
            return true;
        }
        self.writes.iter().any(|write| {
            let tests = other.tests_of(write.slot);
            if tests.is_empty() {
                return false;
            }
            let before = Admitted::by(self.tests_of(write.slot).iter().chain(tests));
            tests.iter().any(|test| before.may_leave(test.condition, write.change))
        })
    }

    /// Whether firing this event may make a false condition of `other` true.
    #[must_use]
    pub fn may_enable(&self, other: &Self) -> bool {
        self.writes.iter().any(|write| {
            let before = Admitted::by(self.tests_of(write.slot).iter());
            other.tests_of(write.slot).iter().any(|test| before.may_enter(test.condition, write.change))
        })
    }

    /// Whether firing this event may change what `other` reads.
    fn may_alter_reads_of(&self, other: &Self) -> bool {
        self.writes.iter().any(|write| other.is_read(write.slot))
    }

    /// Whether the order of the two changes matters for some slot.
    fn may_overwrite(&self, other: &Self) -> bool {
        let differ = |slot: SlotId, change: Change| {
            other.change_of(slot).is_some_and(|of_other| !commute(change, of_other))
        };
        self.writes.iter().any(|write| differ(write.slot, write.change))
    }
}

/// Whether two changes give the same value in both orders.
fn commute(one: Change, other: Change) -> bool {
    match (one, other) {
        (Change::Add(_), Change::Add(_)) => true,
        (Change::Put(one), Change::Put(other)) => one == other,
        _ => false,
    }
}

/// The interval of values of a slot that pass some tests. It may contain values that fail.
struct Admitted {
    least: i128,
    most: i128,
}

impl Admitted {
    fn by<'a>(tests: impl Iterator<Item = &'a Test> + Clone) -> Self {
        let mut admitted = Self { least: i128::MIN, most: i128::MAX };
        for test in tests.clone() {
            if let Condition::Within { least, most } = test.condition {
                admitted.least = admitted.least.max(least);
                admitted.most = admitted.most.min(most);
            }
        }
        for test in tests {
            if let Condition::Not(value) = test.condition {
                admitted.exclude(value);
            }
        }
        admitted
    }

    /// Excludes a value if it is at one of the ends.
    fn exclude(&mut self, value: i128) {
        if self.least == value {
            self.least = value.saturating_add(1);
        } else if self.most == value {
            self.most = value.saturating_sub(1);
        }
    }

    fn is_empty(&self) -> bool {
        self.least > self.most
    }

    /// Whether one of these values may fail the condition after the change. All of them pass it before.
    fn may_leave(&self, condition: Condition, change: Change) -> bool {
        match (condition, change) {
            (Condition::Depends, _) | (_, Change::Assign) => true,
            (_, Change::Put(value)) => !condition.admits(value),
            (Condition::Within { least, most }, Change::Add(sum)) => {
                self.least.saturating_add(sum) < least || self.most.saturating_add(sum) > most
            }
            (Condition::Not(value), Change::Add(sum)) => self.may_hold(value, sum),
        }
    }

    /// Whether one of these values that fails a condition may pass it after the change.
    fn may_enter(&self, condition: Condition, change: Change) -> bool {
        self.may_fail(condition)
            && match (condition, change) {
                (Condition::Depends, _) | (_, Change::Assign) => true,
                (_, Change::Put(value)) => condition.admits(value),
                (Condition::Within { least, most }, Change::Add(sum)) => {
                    // These values are too small or too great before the change, and no longer afterwards.
                    let (too_small, too_great) = (least.checked_sub(1), most.checked_add(1));
                    let (first, last) = (least.saturating_sub(sum), most.saturating_sub(sum));
                    too_small.is_some_and(|end| self.meets(first, last.min(end)))
                        || too_great.is_some_and(|end| self.meets(first.max(end), last))
                }
                (Condition::Not(_), Change::Add(sum)) => sum != 0,
            }
    }

    /// Whether one of these values may fail a condition.
    fn may_fail(&self, condition: Condition) -> bool {
        match condition {
            Condition::Depends => true,
            Condition::Not(value) => self.meets(value, value),
            Condition::Within { least, most } => !self.is_empty() && (self.least < least || self.most > most),
        }
    }

    /// Whether one of these values lies between two others, both included.
    fn meets(&self, first: i128, last: i128) -> bool {
        self.least.max(first) <= self.most.min(last)
    }

    /// Whether one of these values may become `value` when `sum` is added.
    fn may_hold(&self, value: i128, sum: i128) -> bool {
        value.checked_sub(sum).is_none_or(|before| self.meets(before, before))
    }
}

#[cfg(test)]
mod tests;
