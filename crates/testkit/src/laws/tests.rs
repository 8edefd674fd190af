//! Tests with systems that obey the laws, and faulty ones that each break one.

use sanderling_system::{Adaptive, EventId, Fired, Relaxed, Room, System};

use super::{check_adaptive_laws, check_extremes_laws, check_system_laws};
use crate::tiny::Counter;

#[test]
fn a_counter_obeys_all_laws() {
    for system in [Counter::up_and_down(20), Counter::up_to(3), Counter::unbounded()] {
        check_system_laws(&system, 1);
        check_extremes_laws(&system, 1);
        assert!(check_adaptive_laws(&system, 1) > 0, "the counter outgrows what it assumed");
    }
}

/// Fault of a faulty counter.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    EventTwice,
    Remembers,
    DependsOnWords,
    NeverRelaxes,
    MovesTheStart,
    PumpsAlways,
}

#[derive(Clone)]
struct Faulty(Counter, Fault);

impl System for Faulty {
    /// The count, and the number of states that were unpacked.
    type Scratch = (u64, usize);

    fn words(&self) -> usize {
        self.0.words()
    }

    fn events(&self) -> usize {
        self.0.events()
    }

    fn scratch(&self) -> (u64, usize) {
        (0, 0)
    }

    fn initial(&self, state: &mut [u64]) {
        self.0.initial(state);
    }

    fn unpack<const W: usize>(&self, state: &[u64], scratch: &mut (u64, usize)) {
        self.0.unpack::<W>(state, &mut scratch.0);
        scratch.1 += 1;
    }

    fn enabled<const W: usize>(&self, state: &[u64], scratch: &(u64, usize), events: &mut Vec<EventId>) {
        self.0.enabled::<W>(state, &scratch.0, events);
        match self.1 {
            Fault::EventTwice => events.extend_from_within(..),
            Fault::Remembers if scratch.1 > 9 => events.clear(),
            Fault::DependsOnWords if W == 0 => events.reverse(),
            _ => {}
        }
    }

    fn fire<const W: usize>(
        &self,
        state: &[u64],
        scratch: &(u64, usize),
        event: EventId,
        to: &mut [u64],
    ) -> Fired {
        self.0.fire::<W>(state, &scratch.0, event, to)
    }
}

impl Adaptive for Faulty {
    fn relax(&self, state: &[u64], event: EventId, room: Room) -> Relaxed<Self> {
        match self.0.relax(state, event, room) {
            _ if self.1 == Fault::NeverRelaxes => Relaxed::System(self.clone()),
            Relaxed::System(relaxed) => Relaxed::System(Self(relaxed, self.1)),
            Relaxed::Unrepresentable => Relaxed::Unrepresentable,
        }
    }

    fn translate(&self, earlier: &Self, state: &[u64], translated: &mut [u64]) {
        self.0.translate(&earlier.0, state, translated);
        translated[0] += u64::from(self.1 == Fault::MovesTheStart);
    }

    fn pumps(&self, _ancestor: &[u64], _path: &[EventId], _descendant: &[u64]) -> bool {
        self.1 == Fault::PumpsAlways
    }
}

fn faulty(fault: Fault) -> Faulty {
    Faulty(Counter::up_and_down(9), fault)
}

#[test]
#[should_panic(expected = "System, law 2: each enabled event is given once")]
fn an_event_that_is_given_twice_is_caught() {
    check_system_laws(&faulty(Fault::EventTwice), 1);
}

#[test]
// Law 2 or 3, whichever is checked when the memory gets full.
#[should_panic(expected = "System, law")]
fn events_that_depend_on_the_past_are_caught() {
    check_system_laws(&faulty(Fault::Remembers), 1);
}

#[test]
#[should_panic(expected = "System, law 4: `enabled` does not depend on W")]
fn results_that_depend_on_the_words_are_caught() {
    // A capacity of 2 allows only the counts 0 and 1, at which only one event is enabled at a time.
    let Relaxed::System(relaxed) = faulty(Fault::DependsOnWords).relax(&[2], EventId::new(0), Room::OTHERS)
    else {
        unreachable!("a small counter can be relaxed")
    };
    check_system_laws(&relaxed, 1);
}

#[test]
#[should_panic(expected = "Adaptive, law 1: relaxing comes to an end")]
fn relaxing_without_end_is_caught() {
    check_adaptive_laws(&faulty(Fault::NeverRelaxes), 1);
}

#[test]
#[should_panic(expected = "Adaptive, law 2: the initial state is translated to the initial one")]
fn a_wrong_translation_is_caught() {
    check_adaptive_laws(&faulty(Fault::MovesTheStart), 1);
}

#[test]
#[should_panic(expected = "Adaptive, law 3")]
fn pumping_that_does_not_pump_is_caught() {
    check_adaptive_laws(&faulty(Fault::PumpsAlways), 1);
}
