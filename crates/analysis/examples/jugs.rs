//! A custom system: two jugs of three and five litres, a tap and a drain. The search finds out how to
//! measure four litres.
//! `cargo run -p sanderling-analysis --example jugs`

use sanderling_analysis::{Control, Guidance, Observation, Options, explore};
use sanderling_system::{Adaptive, EventId, Extremes, Fired, Maxima, Relaxed, Room, System};

/// Capacity of each jug, in litres.
const SIZES: [u64; 2] = [3, 5];

/// The events, by number.
const EVENTS: [&str; 6] = [
    "fill the small jug",
    "fill the large jug",
    "empty the small jug",
    "empty the large jug",
    "pour the small jug into the large one",
    "pour the large jug into the small one",
];

/// The system. A state is one word: the litres in the small jug in its lower four bits, and above them those
/// in the large one.
struct Jugs;

fn unpacked(state: &[u64]) -> [u64; 2] {
    [state[0] & 15, state[0] >> 4]
}

/// Returns the content of the jugs after an event.
fn after(before: [u64; 2], event: usize) -> [u64; 2] {
    let mut jugs = before;
    let jug = event % 2;
    match event {
        0 | 1 => jugs[jug] = SIZES[jug],
        2 | 3 => jugs[jug] = 0,
        _ => {
            let poured = jugs[jug].min(SIZES[1 - jug] - jugs[1 - jug]);
            jugs[jug] -= poured;
            jugs[1 - jug] += poured;
        }
    }
    jugs
}

impl System for Jugs {
    /// The content of the jugs.
    type Scratch = [u64; 2];

    fn words(&self) -> usize {
        1
    }

    fn events(&self) -> usize {
        EVENTS.len()
    }

    fn scratch(&self) -> [u64; 2] {
        [0; 2]
    }

    fn initial(&self, state: &mut [u64]) {
        state[0] = 0;
    }

    fn unpack<const W: usize>(&self, state: &[u64], scratch: &mut [u64; 2]) {
        *scratch = unpacked(state);
    }

    fn enabled<const W: usize>(&self, _: &[u64], jugs: &[u64; 2], events: &mut Vec<EventId>) {
        events.extend((0..EVENTS.len()).filter(|&event| after(*jugs, event) != *jugs).map(EventId::new));
    }

    fn fire<const W: usize>(
        &self,
        _: &[u64],
        jugs: &[u64; 2],
        event: EventId,
        successor: &mut [u64],
    ) -> Fired {
        let [small, large] = after(*jugs, event.index());
        successor[0] = large << 4 | small;
        Fired::Successor
    }
}

/// The system makes no assumptions that could break.
impl Adaptive for Jugs {
    fn relax(&self, _: &[u64], _: EventId, _: Room) -> Relaxed<Self> {
        unreachable!("firing never answers that an assumption is broken")
    }

    fn translate(&self, _: &Self, state: &[u64], translated: &mut [u64]) {
        translated.copy_from_slice(state);
    }

    fn pumps(&self, _: &[u64], _: &[EventId], _: &[u64]) -> bool {
        false
    }
}

impl Extremes for Jugs {
    /// Maximum number of litres in each jug, and in both together.
    type Extremes = ([u64; 2], u64);

    fn no_extremes(&self) -> ([u64; 2], u64) {
        ([0; 2], 0)
    }

    fn absorb<const W: usize>(&self, _: &[u64], jugs: &[u64; 2], (each, sum): &mut ([u64; 2], u64)) {
        *each = [each[0].max(jugs[0]), each[1].max(jugs[1])];
        *sum = (*sum).max(jugs[0] + jugs[1]);
    }

    fn join(&self, (each, sum): &mut ([u64; 2], u64), (others, other_sum): &([u64; 2], u64)) {
        *each = [each[0].max(others[0]), each[1].max(others[1])];
        *sum = (*sum).max(*other_sum);
    }

    fn raise(&self, (each, sum): &([u64; 2], u64), maxima: &mut Maxima) {
        maxima.each.resize(2, 0);
        for (greatest, &litres) in maxima.each.iter_mut().zip(each) {
            *greatest = litres.max(*greatest);
        }
        maxima.sum = maxima.sum.max((*sum).into());
    }
}

fn main() {
    let four_litres = |_: &Jugs, _: &[u64], jugs: &[u64; 2], _: &[EventId]| jugs[1] == 4;
    let observation =
        Observation { goals: vec![Box::new(four_litres)], extremes: true, ..Observation::default() };
    let outcome = explore(Jugs, &Options::default(), &observation, &Guidance::default(), &Control::default());
    println!("{} states, {} firings", outcome.visits, outcome.firings);
    if let Some(maxima) = &outcome.maxima {
        println!("at most {} litres in both jugs together", maxima.sum);
    }
    if let Some(witness) = &outcome.hits[0] {
        witness.events.iter().for_each(|event| println!("  {}", EVENTS[event.index()]));
    }
}
