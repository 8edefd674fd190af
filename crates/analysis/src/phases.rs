//! The phases of a search: the time for firing, hashing, lookup, and retention.
//!
//! A firing takes some tens of nanoseconds, and so does reading the clock. So only a small *sample* of the
//! work is timed, in *intervals* from step to step. The *undivided* time of the search is measured as a
//! whole, and divided among the kinds of work in the proportions of the sample. The cost of reading the
//! clock is measured at the start, and subtracted. Long work is timed without a sample.
//!
//! Sampled code takes a [`Timer`], and is compiled twice: [`Untimed`] has no overhead. INVARIANT: undivided
//! time and time measured for one kind of work do not overlap, so that the phases together are never longer
//! than the search. A phase that was never measured is `None`, not 0.

use std::time::Duration;

use sanderling_machine::clock::Instant;

/// The time of a search by kind of work, as far as its driver distinguishes them. The rest of the time was
/// spent on the open set, on growing the store, and on packing states again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Phases {
    /// Unpacking states, finding their events, observing them, choosing among the events and firing them.
    pub fire: Option<Duration>,
    /// Hashing successors, and sorting them by shard if the driver does so.
    pub hash: Option<Duration>,
    /// Looking up successors, and storing new ones.
    pub look_up: Option<Duration>,
    /// Bookkeeping for forgetting, and forgetting itself.
    pub retain: Option<Duration>,
}

/// A kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    Fire,
    Hash,
    LookUp,
    Retain,
    /// Any other work in the undivided time.
    Rest,
}

const KINDS: usize = 5;

/// Attributes the time between steps to kinds of work.
pub(crate) trait Timer {
    /// Attributes the time since the end of the last interval to this work.
    fn record(&mut self, work: Work);

    /// Repeats a part of the next [`Work::LookUp`], whose time counts as [`Work::Hash`].
    fn hash_once_more(&mut self, hash: impl FnOnce() -> Option<u64>);
}

/// A timer that does not read the clock.
#[derive(Debug)]
pub(crate) struct Untimed;

impl Timer for Untimed {
    #[inline(always)]
    fn record(&mut self, _: Work) {}

    #[inline(always)]
    fn hash_once_more(&mut self, _: impl FnOnce() -> Option<u64>) {}
}

/// The intervals of one kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Intervals {
    count: i64,
    nanos: i64,
    /// The number of times that the cost of reading the clock is included in `nanos`.
    clocks: i64,
    longest: i64,
}

/// An interval this number of times as long as others of its kind was interrupted by another process.
const BROKEN: i64 = 16;

/// Number of other intervals needed to recognize an interrupted one.
const ENOUGH: i64 = 8;

impl Intervals {
    #[inline(always)]
    fn record(&mut self, nanos: i64, clocks: i64) {
        self.count += 1;
        self.nanos += nanos;
        self.clocks += clocks;
        self.longest = self.longest.max(nanos);
    }

    /// Adds the intervals of another sample, without the longest one if it was interrupted.
    fn add(&mut self, other: &Self) {
        let (count, nanos) = (self.count + other.count, self.nanos + other.nanos);
        let (others, nanos_of_others) = (count - 1, nanos - other.longest);
        let is_broken = others >= ENOUGH && other.longest.saturating_mul(others) > BROKEN * nanos_of_others;
        self.clocks += other.clocks - i64::from(is_broken && other.clocks > 0);
        (self.count, self.nanos) = if is_broken { (others, nanos_of_others) } else { (count, nanos) };
    }

    /// Returns the net time of the work.
    fn net(&self, nanos_per_look: f64) -> f64 {
        (self.nanos as f64 - self.clocks as f64 * nanos_per_look).max(0.0)
    }
}

/// The intervals of some work.
#[derive(Debug, Clone)]
pub(crate) struct Sample {
    last: Instant,
    intervals: [Intervals; KINDS],
    /// The time to subtract from the next interval.
    done_before: i64,
}

impl Sample {
    /// Starts the first interval.
    pub(crate) fn start() -> Self {
        Self { last: Instant::now(), intervals: [Intervals::default(); KINDS], done_before: 0 }
    }

    /// Starts an interval here and discards the time before.
    #[inline(always)]
    pub(crate) fn skip(&mut self) {
        self.last = Instant::now();
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn take(&mut self) -> i64 {
        let now = Instant::now();
        let nanos = (now - self.last).as_nanos() as i64;
        self.last = now;
        nanos
    }
}

impl Timer for Sample {
    // PERF: inlined in timed code, except in WebAssembly, whose module has to be small.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn record(&mut self, work: Work) {
        let nanos = self.take();
        let before = std::mem::take(&mut self.done_before);
        // The subtracted time also includes one reading of the clock.
        self.intervals[work as usize].record(nanos - before, i64::from(before == 0));
    }

    #[inline(always)]
    fn hash_once_more(&mut self, hash: impl FnOnce() -> Option<u64>) {
        if std::hint::black_box(hash()).is_none() {
            return self.skip();
        }
        let nanos = self.take();
        self.intervals[Work::Hash as usize].record(nanos, 1);
        self.done_before = nanos;
    }
}

/// The intervals and the undivided times of a search.
#[derive(Debug, Clone)]
pub(crate) struct Stopwatch {
    /// The time to read the clock once.
    nanos_per_look: f64,
    /// The known times in seconds, by kind of work.
    known: [Option<f64>; KINDS],
    /// The undivided time of large rounds and of other work, and that of small rounds.
    large: Rounds,
    small: Rounds,
    sample: Sample,
}

/// Number of states below which a round is small.
const SMALL_ROUND: usize = 256;

/// One in this number of small rounds is timed, since they take hardly longer than reading the clock a few
/// times.
const SMALL_ROUNDS_FOR_ONE: u64 = 31;

/// The times of rounds.
#[derive(Debug, Clone, Copy, Default)]
struct Rounds {
    begun: u64,
    timed: u64,
    /// The times of the timed rounds in seconds: the undivided part, and the lookup.
    undivided: f64,
    looked_up: f64,
}

impl Rounds {
    /// Returns the number of rounds that each timed round represents.
    fn weight(&self) -> f64 {
        if self.timed == 0 { 1.0 } else { self.begun as f64 / self.timed as f64 }
    }
}

/// A timed round.
#[derive(Debug)]
pub(crate) struct Round {
    is_small: bool,
    last: Instant,
}

impl Stopwatch {
    /// Measures the time to read the clock.
    pub(crate) fn new() -> Self {
        let nanos = |sample: &mut Sample| {
            sample.intervals[0] = Intervals::default();
            (0..16).for_each(|_| sample.record(Work::Fire));
            sample.intervals[0].nanos
        };
        let mut sample = Sample::start();
        // The fastest of a few, since the others may have been interrupted.
        let fastest = (0..4).map(|_| nanos(&mut sample)).min().unwrap_or(0);
        Self {
            nanos_per_look: fastest as f64 / 16.0,
            known: [None; KINDS],
            large: Rounds::default(),
            small: Rounds::default(),
            sample: Sample::start(),
        }
    }

    /// Continues with the times of an earlier search.
    pub(crate) fn take_over(&mut self, before: Phases) {
        let Phases { fire, hash, look_up, retain } = before;
        let all = [(Work::Fire, fire), (Work::Hash, hash), (Work::LookUp, look_up), (Work::Retain, retain)];
        all.into_iter().for_each(|(work, time)| time.into_iter().for_each(|time| self.add(work, time)));
    }

    /// Adds work that was timed as a whole.
    pub(crate) fn add(&mut self, work: Work, time: Duration) {
        *self.known[work as usize].get_or_insert(0.0) += time.as_secs_f64();
    }

    /// Adds undivided time of several kinds of work.
    pub(crate) fn undivided(&mut self, time: Duration) {
        self.large.undivided += time.as_secs_f64();
    }

    /// Starts a round of this number of states. Returns `None` if the round is not timed.
    pub(crate) fn round(&mut self, states: usize) -> Option<Round> {
        let is_small = states < SMALL_ROUND;
        let rounds = if is_small { &mut self.small } else { &mut self.large };
        let is_timed = !is_small || rounds.begun.is_multiple_of(SMALL_ROUNDS_FOR_ONE);
        rounds.begun += 1;
        rounds.timed += u64::from(is_timed);
        is_timed.then(|| Round { is_small, last: Instant::now() })
    }

    /// Ends the expansion of the states of a round, with these samples.
    pub(crate) fn expanded<'s>(
        &mut self,
        round: &mut Option<Round>,
        samples: impl Iterator<Item = &'s Sample>,
    ) {
        if let Some((rounds, time)) = self.interval(round) {
            rounds.undivided += time;
            samples.for_each(|sample| self.sample(sample));
        }
    }

    /// Ends the interval in which successors were looked up.
    pub(crate) fn looked_up(&mut self, round: &mut Option<Round>) {
        if let Some((rounds, time)) = self.interval(round) {
            rounds.looked_up += time;
        }
    }

    fn interval(&mut self, round: &mut Option<Round>) -> Option<(&mut Rounds, f64)> {
        let Round { is_small, last } = round.as_mut()?;
        let now = Instant::now();
        let time = now - std::mem::replace(last, now);
        Some((if *is_small { &mut self.small } else { &mut self.large }, time.as_secs_f64()))
    }

    /// Adds a sample of the undivided time.
    pub(crate) fn sample(&mut self, sample: &Sample) {
        self.sample.intervals.iter_mut().zip(&sample.intervals).for_each(|(all, more)| all.add(more));
    }

    /// Divides the undivided time among the kinds of work. Without a sample its division stays unknown.
    pub(crate) fn settle(&mut self) {
        let intervals = std::mem::replace(&mut self.sample, Sample::start()).intervals;
        let net = intervals.map(|of_one| of_one.net(self.nanos_per_look));
        let all: f64 = net.iter().sum();
        let rounds = [std::mem::take(&mut self.large), std::mem::take(&mut self.small)];
        let undivided: f64 = rounds.iter().map(|rounds| rounds.weight() * rounds.undivided).sum();
        let looked_up: f64 = rounds.iter().map(|rounds| rounds.weight() * rounds.looked_up).sum();
        if looked_up > 0.0 {
            *self.known[Work::LookUp as usize].get_or_insert(0.0) += looked_up;
        }
        for kind in (0..KINDS).filter(|&kind| intervals[kind].count > 0) {
            let share = if all > 0.0 { net[kind] / all } else { 0.0 };
            *self.known[kind].get_or_insert(0.0) += share * undivided;
        }
    }

    /// Returns the phases of a search with this duration.
    pub(crate) fn phases(mut self, elapsed: Duration) -> Phases {
        self.settle();
        let all: f64 = self.known.iter().flatten().sum();
        // The times are rounded separately.
        let scale = if all > elapsed.as_secs_f64() { elapsed.as_secs_f64() / all } else { 1.0 };
        let rounded = |work: Work| {
            // Rounded down, so that the sum does not exceed the duration of the search.
            let nanos = |seconds: f64| Duration::from_nanos((seconds * scale * 1e9) as u64);
            self.known[work as usize].map(nanos)
        };
        Phases {
            fire: rounded(Work::Fire),
            hash: rounded(Work::Hash),
            look_up: rounded(Work::LookUp),
            retain: rounded(Work::Retain),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Returns a stopwatch with this time for reading the clock.
    fn stopwatch(nanos_per_look: f64) -> Stopwatch {
        Stopwatch { nanos_per_look, ..Stopwatch::new() }
    }

    fn sample(intervals: &[(Work, i64, i64)]) -> Sample {
        let mut sample = Sample::start();
        for &(work, nanos, count) in intervals {
            sample.intervals[work as usize] =
                Intervals { count, nanos, clocks: count, longest: nanos / count };
        }
        sample
    }

    #[test]
    fn undivided_time_is_divided_as_its_sample_is() {
        let mut stopwatch = stopwatch(0.0);
        stopwatch.undivided(8 * SECOND);
        stopwatch.sample(&sample(&[(Work::Fire, 500, 3), (Work::Hash, 250, 3), (Work::Rest, 250, 1)]));
        let phases = stopwatch.phases(10 * SECOND);
        let expected = Phases { fire: Some(4 * SECOND), hash: Some(2 * SECOND), ..Phases::default() };
        assert_eq!(phases, expected);
    }

    #[test]
    fn what_laps_take_by_themselves_is_taken_off() {
        let mut stopwatch = stopwatch(100.0);
        stopwatch.undivided(6 * SECOND);
        stopwatch.sample(&sample(&[(Work::Fire, 400, 2), (Work::Hash, 250, 3), (Work::LookUp, 200, 1)]));
        let phases = stopwatch.phases(10 * SECOND);
        assert_eq!(phases.fire, Some(4 * SECOND));
        assert_eq!(phases.hash, Some(Duration::ZERO), "it took no longer than its looks at the clock");
        assert_eq!(phases.look_up, Some(2 * SECOND));
    }

    #[test]
    fn undivided_time_without_a_sample_stays_unknown() {
        let mut stopwatch = stopwatch(0.0);
        stopwatch.undivided(SECOND);
        assert_eq!(stopwatch.clone().phases(SECOND), Phases::default());
        stopwatch.add(Work::LookUp, SECOND);
        let phases = stopwatch.phases(3 * SECOND);
        assert_eq!(phases, Phases { look_up: Some(SECOND), ..Phases::default() });
    }

    #[test]
    fn each_undivided_time_has_its_own_sample() {
        let mut stopwatch = stopwatch(0.0);
        stopwatch.undivided(SECOND);
        stopwatch.sample(&sample(&[(Work::Fire, 1_000_000, 1)]));
        stopwatch.settle();
        stopwatch.undivided(2 * SECOND);
        stopwatch.sample(&sample(&[(Work::Retain, 10, 1)]));
        let phases = stopwatch.phases(3 * SECOND);
        assert_eq!((phases.fire, phases.retain), (Some(SECOND), Some(2 * SECOND)));
    }

    #[test]
    fn small_rounds_that_are_timed_stand_for_the_others() {
        let mut stopwatch = stopwatch(0.0);
        let timed = (0..62).filter(|_| stopwatch.round(SMALL_ROUND - 1).is_some()).count();
        assert_eq!(timed, 2);
        assert!((0..62).all(|_| stopwatch.round(SMALL_ROUND).is_some()), "large ones are all timed");
        (stopwatch.small.undivided, stopwatch.small.looked_up) = (2.0, 1.0);
        stopwatch.sample(&sample(&[(Work::Fire, 10, 1)]));
        let phases = stopwatch.phases(100 * SECOND);
        assert_eq!((phases.fire, phases.look_up), (Some(62 * SECOND), Some(31 * SECOND)));
    }

    #[test]
    fn phases_are_never_longer_than_the_search() {
        let mut stopwatch = stopwatch(0.0);
        stopwatch.add(Work::LookUp, 2 * SECOND);
        stopwatch.add(Work::Fire, SECOND);
        let phases = stopwatch.phases(Duration::from_millis(1500));
        assert_eq!((phases.look_up, phases.fire), (Some(SECOND), Some(SECOND / 2)));
    }

    #[test]
    fn hashing_a_second_time_measures_its_part_of_a_lookup() {
        let mut timer = Sample::start();
        timer.hash_once_more(|| Some(7));
        let hashing = timer.intervals[Work::Hash as usize];
        assert_eq!((hashing.count, timer.done_before), (1, hashing.nanos));
        let began = timer.last;
        timer.record(Work::LookUp);
        let whole = (timer.last - began).as_nanos() as i64;
        let looking_up = timer.intervals[Work::LookUp as usize];
        assert_eq!((looking_up.count, looking_up.nanos, timer.done_before), (1, whole - hashing.nanos, 0));
        timer.hash_once_more(|| None);
        assert_eq!(timer.intervals[Work::Hash as usize], hashing, "without hashing, the count stays");
    }

    #[test]
    fn a_lap_in_which_the_processor_was_anothers_is_left_out() {
        let mut stopwatch = stopwatch(0.0);
        stopwatch.undivided(3 * SECOND);
        stopwatch.sample(&sample(&[(Work::Fire, 200, 20), (Work::Hash, 100, 10)]));
        let mut broken = sample(&[(Work::Hash, 1_000_000, 1)]);
        broken.intervals[Work::Hash as usize].longest = 1_000_000;
        stopwatch.sample(&broken);
        assert_eq!(stopwatch.phases(3 * SECOND).hash, Some(SECOND));
    }

    #[test]
    fn work_goes_to_the_lap_that_ends_behind_it() {
        let mut timer = Sample::start();
        std::hint::black_box((0..100_000_u64).fold(0, |sum, i| sum ^ std::hint::black_box(i)));
        timer.record(Work::Fire);
        timer.record(Work::Rest);
        assert!(timer.intervals[0].nanos > timer.intervals[Work::Rest as usize].nanos, "{timer:?}");
        assert_eq!(timer.intervals.map(|of_one| of_one.count), [1, 0, 0, 0, 1]);
    }
}
