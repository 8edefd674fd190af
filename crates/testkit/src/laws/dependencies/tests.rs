//! Tests with dependencies that obey the laws, and wrong ones that each break one.

use sanderling_system::{
    Adaptive, Change, Condition, Dependencies, Dependency, EventId, Fired, Relaxed, Room, SlotId, System,
    Test, Write,
};

use super::{Compared, check_dependencies, check_dependency_laws};
use crate::tiny::Counter;
use crate::tiny::systems::{diamond, ring};

use Change::{Add, Assign, Put};
use Condition::Depends;

/// Four registers with values from 0 to 3, and events that show every kind of test and change.
#[derive(Debug, Clone)]
struct Registers {
    events: Vec<Step>,
    /// Number of the registers that are declared as slots.
    shown: usize,
}

#[derive(Debug, Clone)]
struct Step {
    is_enabled: fn(&[i128]) -> bool,
    /// Effect on the registers; it returns whether that is defined.
    fire: fn(&mut [i128]) -> bool,
    dependency: Dependency,
}

/// Tests, reads and writes of a dependency.
type Lists<'a> = (&'a [(usize, Condition)], &'a [usize], &'a [(usize, Change)]);

fn step(
    is_enabled: fn(&[i128]) -> bool,
    fire: fn(&mut [i128]) -> bool,
    (tests, reads, writes): Lists<'_>,
) -> Step {
    let test = |&(slot, condition)| Test { slot: SlotId::new(slot), condition };
    let write = |&(slot, change)| Write { slot: SlotId::new(slot), change };
    let dependency = Dependency::new(
        tests.iter().map(test).collect(),
        reads.iter().map(|&slot| SlotId::new(slot)).collect(),
        writes.iter().map(write).collect(),
    );
    Step { is_enabled, fire, dependency }
}

fn rise() -> Step {
    let fire = |r: &mut [i128]| {
        r[1] += 1;
        true
    };
    step(|r| r[1] < 3, fire, (&[(1, Condition::at_most(2))], &[], &[(1, Add(1))]))
}

fn fall() -> Step {
    let fire = |r: &mut [i128]| {
        r[1] -= 1;
        true
    };
    step(|r| r[1] > 0, fire, (&[(1, Condition::at_least(1))], &[], &[(1, Add(-1))]))
}

fn clear() -> Step {
    let fire = |r: &mut [i128]| {
        r[2] = 0;
        true
    };
    step(|r| r[2] != 1, fire, (&[(2, Condition::Not(1))], &[], &[(2, Put(0))]))
}

/// Returns an event that sets register 3 to the sum of 1 and 2, if 0 and 2 differ.
fn combine() -> Step {
    let fire = |r: &mut [i128]| {
        r[3] = (r[1] + r[2]) % 4;
        true
    };
    step(|r| r[0] != r[2], fire, (&[(0, Depends), (2, Depends)], &[1, 2], &[(3, Assign)]))
}

/// Returns an event that sets register 0 to 1 or 3, or register 2 to 3, depending on register 3; it is undefined if
/// that is 3.
fn choose() -> Step {
    let fire = |r: &mut [i128]| {
        let (chosen, value) = if r[3] == 1 { (2, 3) } else { (0, r[3] + 1) };
        r[chosen] = value % 4;
        r[3] != 3
    };
    let step = step(|_| true, fire, (&[], &[3], &[(0, Assign), (2, Assign)]));
    Step { dependency: step.dependency.undefined_at_times(), ..step }
}

fn registers() -> Registers {
    Registers { events: vec![rise(), fall(), clear(), combine(), choose()], shown: 4 }
}

impl System for Registers {
    /// The values.
    type Scratch = Vec<i128>;

    fn words(&self) -> usize {
        1
    }

    fn events(&self) -> usize {
        self.events.len()
    }

    fn scratch(&self) -> Vec<i128> {
        vec![0; 4]
    }

    fn initial(&self, state: &mut [u64]) {
        state[0] = 0;
    }

    fn unpack<const W: usize>(&self, state: &[u64], scratch: &mut Vec<i128>) {
        let digit = |register: usize| i128::from((state[0] >> (2 * register)) & 3);
        scratch.iter_mut().enumerate().for_each(|(register, value)| *value = digit(register));
    }

    fn enabled<const W: usize>(&self, _: &[u64], scratch: &Vec<i128>, events: &mut Vec<EventId>) {
        let steps = self.events.iter().enumerate().filter(|(_, step)| (step.is_enabled)(scratch));
        events.extend(steps.map(|(event, _)| EventId::new(event)));
    }

    fn fire<const W: usize>(&self, _: &[u64], scratch: &Vec<i128>, event: EventId, to: &mut [u64]) -> Fired {
        let mut values = scratch.clone();
        let is_defined = (self.events[event.index()].fire)(&mut values);
        to[0] = values.iter().rev().fold(0, |word, &value| word << 2 | value as u64);
        if is_defined { Fired::Successor } else { Fired::Undefined }
    }
}

impl Adaptive for Registers {
    fn relax(&self, _: &[u64], _: EventId, _: Room) -> Relaxed<Self> {
        unreachable!("registers assume nothing")
    }

    fn translate(&self, _: &Self, state: &[u64], translated: &mut [u64]) {
        translated.copy_from_slice(state);
    }

    fn pumps(&self, _: &[u64], _: &[EventId], _: &[u64]) -> bool {
        false
    }
}

impl Dependencies for Registers {
    fn slots(&self) -> usize {
        self.shown
    }

    fn value(&self, _: &[u64], scratch: &Vec<i128>, slot: SlotId) -> i128 {
        scratch[slot.index()]
    }

    fn dependencies(&self) -> Vec<Dependency> {
        self.events.iter().map(|step| step.dependency.clone()).collect()
    }
}

#[test]
fn tiny_systems_obey_the_laws() {
    let Compared { states, alike, diamonds } = check_dependency_laws(&registers(), 1);
    assert!(states > 30 && alike > 100 && diamonds > 30, "{states} {alike} {diamonds}");
    check_dependency_laws(&diamond(4), 1);
    check_dependency_laws(&ring(5), 1);
    let counted = check_dependency_laws(&Counter::up_and_down(20), 1);
    assert!(counted.diamonds > 5, "{counted:?}");
    check_dependency_laws(&Counter::up_to(3), 1);
    check_dependency_laws(&Counter::unbounded(), 1);
}

/// Checks the registers with another dependency for the event at a position.
fn check_with(event: usize, tests: &[(usize, Condition)], reads: &[usize], writes: &[(usize, Change)]) {
    let registers = registers();
    let mut dependencies = registers.dependencies();
    dependencies[event] = step(|_| true, |_| true, (tests, reads, writes)).dependency;
    check_dependencies(&registers, &dependencies, 1);
}

#[test]
#[should_panic(expected = "Footprints, law 1: equal values make equal states")]
fn a_part_of_the_state_that_is_no_slot_is_caught() {
    let fire = |r: &mut [i128]| {
        r[3] = (r[3] + 1) % 4;
        true
    };
    // The only register that changes is not a slot.
    let secret = step(|_| true, fire, (&[], &[], &[]));
    check_dependency_laws(&Registers { events: vec![secret], shown: 3 }, 1);
}

#[test]
#[should_panic(expected = "Footprints, law 2: EventId(1) needs its conditions")]
fn a_condition_that_is_too_strict_is_caught() {
    check_with(1, &[(1, Condition::at_least(2))], &[], &[(1, Add(-1))]);
}

#[test]
#[should_panic(expected = "Footprints, law 2: the tested slots decide EventId(1)")]
fn a_condition_that_is_too_lax_is_caught() {
    check_with(1, &[(1, Condition::at_least(0))], &[], &[(1, Add(-1))]);
}

#[test]
#[should_panic(expected = "Footprints, law 2: the tested slots decide EventId(3)")]
fn a_slot_that_is_tested_in_secret_is_caught() {
    check_with(3, &[(0, Depends)], &[1, 2], &[(3, Assign)]);
}

#[test]
#[should_panic(expected = "Footprints, law 4: EventId(4) is never undefined")]
fn a_firing_that_is_undefined_in_secret_is_caught() {
    check_with(4, &[], &[3], &[(0, Assign), (2, Assign)]);
}

#[test]
#[should_panic(expected = "Footprints, law 3: EventId(2) writes slot 2 as declared")]
fn a_slot_that_is_written_in_secret_is_caught() {
    check_with(2, &[(2, Condition::Not(1))], &[], &[]);
}

#[test]
#[should_panic(expected = "Footprints, law 3: EventId(0) writes slot 1 as declared")]
fn another_sum_than_declared_is_caught() {
    check_with(0, &[(1, Condition::at_most(2))], &[], &[(1, Add(2))]);
}

#[test]
#[should_panic(expected = "Footprints, law 3: EventId(2) writes slot 2 as declared")]
fn another_value_than_declared_is_caught() {
    check_with(2, &[(2, Condition::Not(1))], &[], &[(2, Put(1))]);
}

#[test]
#[should_panic(expected = "Footprints, law 4: what is read decides EventId(3)")]
fn a_slot_that_is_read_in_secret_is_caught() {
    // The event is declared to be dependent on the events that change slot 1, so that only this law is broken.
    check_with(3, &[(0, Depends), (2, Depends)], &[], &[(1, Assign), (3, Assign)]);
}

#[test]
#[should_panic(expected = "Footprints, law 4: what is read decides EventId(4)")]
fn a_slot_that_decides_in_secret_what_is_written_is_caught() {
    check_with(4, &[], &[], &[(0, Assign), (2, Assign), (3, Assign)]);
}

#[test]
#[should_panic(expected = "Footprints, law 5: EventId(1) and EventId(0) commute")]
fn independence_that_does_not_hold_is_caught() {
    // The walk has no earlier state yet that law 4 could compare with.
    let copy = |r: &mut [i128]| {
        r[3] = r[1];
        true
    };
    let copying = step(|_| true, copy, (&[], &[], &[(3, Assign)]));
    check_dependency_laws(&Registers { events: vec![rise(), copying], ..registers() }, 1);
}

/// Counter that uses its packed state as its value.
#[derive(Debug, Clone)]
struct Raw(Counter);

impl System for Raw {
    type Scratch = u64;

    fn words(&self) -> usize {
        self.0.words()
    }

    fn events(&self) -> usize {
        self.0.events()
    }

    fn scratch(&self) -> u64 {
        self.0.scratch()
    }

    fn initial(&self, state: &mut [u64]) {
        self.0.initial(state);
    }

    fn unpack<const W: usize>(&self, state: &[u64], scratch: &mut u64) {
        self.0.unpack::<W>(state, scratch);
    }

    fn enabled<const W: usize>(&self, state: &[u64], scratch: &u64, events: &mut Vec<EventId>) {
        self.0.enabled::<W>(state, scratch, events);
    }

    fn fire<const W: usize>(&self, state: &[u64], scratch: &u64, event: EventId, to: &mut [u64]) -> Fired {
        self.0.fire::<W>(state, scratch, event, to)
    }
}

impl Adaptive for Raw {
    fn relax(&self, state: &[u64], event: EventId, room: Room) -> Relaxed<Self> {
        match self.0.relax(state, event, room) {
            Relaxed::System(relaxed) => Relaxed::System(Self(relaxed)),
            Relaxed::Unrepresentable => Relaxed::Unrepresentable,
        }
    }

    fn translate(&self, earlier: &Self, state: &[u64], translated: &mut [u64]) {
        self.0.translate(&earlier.0, state, translated);
    }

    fn pumps(&self, _: &[u64], _: &[EventId], _: &[u64]) -> bool {
        false
    }
}

impl Dependencies for Raw {
    fn slots(&self) -> usize {
        1
    }

    fn value(&self, state: &[u64], _: &u64, _: SlotId) -> i128 {
        i128::from(state[0])
    }

    fn dependencies(&self) -> Vec<Dependency> {
        let dependencies = Counter::unbounded().dependencies();
        let never = Condition::Within { least: 1, most: 0 };
        let tests = vec![Test { slot: SlotId::new(0), condition: never }];
        vec![dependencies[0].clone(), Dependency::new(tests, Vec::new(), Vec::new())]
    }
}

#[test]
#[should_panic(expected = "Footprints, law 6: translation keeps values")]
fn values_that_depend_on_assumptions_are_caught() {
    check_dependency_laws(&Raw(Counter::unbounded()), 1);
}
