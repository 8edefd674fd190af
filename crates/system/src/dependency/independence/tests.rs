//! The relations between dependencies, compared with the effect of the events on all values of a slot.

use super::super::{Change, Condition, Dependency, SlotId, Test, Write};

use Change::{Add, Assign, Put};
use Condition::{Depends, Not};

const SLOT: SlotId = SlotId(7);

/// The values to try. The range exceeds all conditions by more than the sum of two changes.
const VALUES: std::ops::RangeInclusive<i128> = -9..=9;

/// Creates an event that tests one slot and changes it.
fn event(conditions: &[Condition], change: Option<Change>) -> Dependency {
    let test = |&condition| Test { slot: SLOT, condition };
    let write = |change| Write { slot: SLOT, change };
    Dependency::new(
        conditions.iter().map(test).collect(),
        Vec::new(),
        change.map(write).into_iter().collect(),
    )
}

fn is_enabled(event: &Dependency, value: i128) -> bool {
    event.tests().iter().all(|test| test.condition.admits(value))
}

fn fired(event: &Dependency, value: i128) -> i128 {
    match event.change_of(SLOT) {
        None => value,
        Some(Add(sum)) => value + sum,
        Some(Put(new)) => new,
        Some(Assign) => unreachable!("not tried"),
    }
}

fn commute(one: &Dependency, other: &Dependency, value: i128) -> bool {
    let (after_one, after_other) = (fired(one, value), fired(other, value));
    is_enabled(other, after_one)
        && is_enabled(one, after_other)
        && fired(other, after_one) == fired(one, after_other)
}

/// Returns events with a range of passing values, and with every kind of change that is the same in all states.
fn ranged() -> Vec<Dependency> {
    let least = [i128::MIN, 0, 1, 3];
    let most = [i128::MAX, -1, 1, 2];
    let changes = [None, Some(Add(1)), Some(Add(-1)), Some(Add(-2)), Some(Put(0)), Some(Put(2))];
    let mut events = Vec::new();
    for least in least {
        for most in most {
            events.extend(changes.map(|change| event(&[Condition::Within { least, most }], change)));
        }
    }
    events
}

/// Returns events whose conditions exclude some values of a range.
fn with_holes() -> Vec<Dependency> {
    let mut events = Vec::new();
    for holes in [[0, 1], [0, 2], [1, 2]] {
        for range in [Condition::at_least(0), Condition::at_most(2), Condition::exactly(2)] {
            let changes = [None, Some(Add(1)), Some(Add(-2)), Some(Put(0)), Some(Put(1))];
            events.extend(changes.map(|change| event(&[range, Not(holes[0]), Not(holes[1])], change)));
        }
    }
    events
}

/// Calls `check` with each pair and the values that enable both events.
fn for_pairs(events: &[Dependency], check: impl Fn(&Dependency, &Dependency, &[i128])) {
    for one in events {
        for other in events {
            let both: Vec<_> =
                VALUES.filter(|&value| is_enabled(one, value) && is_enabled(other, value)).collect();
            check(one, other, &both);
        }
    }
}

#[test]
fn of_ranges_and_constant_changes_every_answer_is_exact() {
    for_pairs(&ranged(), |one, other, both| {
        assert_eq!(one.excludes(other), both.is_empty(), "{one:?} {other:?}");
        let do_commute = both.iter().all(|&value| commute(one, other, value));
        assert_eq!(one.is_independent_of(other), do_commute, "{one:?} {other:?}");
        let disables = both.iter().any(|&value| !is_enabled(other, fired(one, value)));
        assert_eq!(one.may_disable(other), disables, "{one:?} {other:?}");
        let before = VALUES.filter(|&value| is_enabled(one, value) && !is_enabled(other, value));
        let enables = before.map(|value| fired(one, value)).any(|value| is_enabled(other, value));
        assert_eq!(one.may_enable(other), enables, "{one:?} {other:?}");
    });
}

#[test]
fn of_values_left_out_every_answer_errs_on_the_safe_side() {
    let events: Vec<_> = ranged().into_iter().chain(with_holes()).collect();
    for_pairs(&events, |one, other, both| {
        assert!(both.is_empty() || !one.excludes(other), "{one:?} {other:?}");
        let do_commute = both.iter().all(|&value| commute(one, other, value));
        assert!(do_commute || !one.is_independent_of(other), "{one:?} {other:?}");
        let disables = both.iter().any(|&value| !is_enabled(other, fired(one, value)));
        assert!(one.may_disable(other) || !disables, "{one:?} {other:?}");
        let before = VALUES.filter(|&value| is_enabled(one, value) && !is_enabled(other, value));
        let enables = before.map(|value| fired(one, value)).any(|value| is_enabled(other, value));
        assert!(one.may_enable(other) || !enables, "{one:?} {other:?}");
    });
}

#[test]
fn a_value_that_only_one_asks_for_keeps_events_apart() {
    let committed = event(&[Condition::exactly(3)], Some(Put(0)));
    let others = event(&[Not(3)], Some(Put(1)));
    assert!(committed.excludes(&others) && others.is_independent_of(&committed));
    assert!(committed.may_enable(&others) && !others.may_enable(&committed));
}

#[test]
fn reads_and_writes_are_dependent() {
    let read = Dependency::new(Vec::new(), vec![SLOT], vec![Write { slot: SlotId(1), change: Assign }]);
    let add = event(&[], Some(Add(1)));
    assert!(!read.is_independent_of(&add) && !add.is_independent_of(&read));
    assert!(read.is_independent_of(&event(&[Condition::at_least(1)], None)));
    assert!(!read.may_disable(&add) && !add.may_disable(&read) && !add.may_enable(&read));
}

#[test]
fn a_condition_on_several_slots_is_dependent() {
    let guarded = event(&[Depends], None);
    for change in [Add(1), Put(1), Assign] {
        let other = event(&[], Some(change));
        assert!(other.may_disable(&guarded) && other.may_enable(&guarded));
        assert!(!guarded.is_independent_of(&other) && !guarded.may_disable(&other));
    }
    assert!(guarded.is_independent_of(&guarded), "both only look");
    let assigned = event(&[], Some(Assign));
    for other in [assigned.clone(), event(&[], Some(Add(1))), event(&[], Some(Put(1)))] {
        assert!(!assigned.is_independent_of(&other) && !other.is_independent_of(&assigned));
    }
    assert!(assigned.may_disable(&event(&[Condition::at_least(1)], None)));
}

#[test]
fn nothing_is_enabled_in_the_end() {
    let (ends, looks) = (event(&[], None).ending(), event(&[Condition::at_least(1)], None));
    assert!(ends.may_disable(&looks) && !looks.may_disable(&ends));
    assert!(!ends.is_independent_of(&looks) && !looks.is_independent_of(&ends));
    let elsewhere = event(&[Condition::at_most(0)], None).ending();
    assert!(elsewhere.is_independent_of(&looks), "never enabled together");
}
