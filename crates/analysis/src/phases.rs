//! Where the time of a search goes: to firing, hashing, looking up, or to what may be forgotten.
//!
//! A firing takes some tens of nanoseconds, and so does a look at the clock. So only a small *sample* of the
//! work is timed, in *intervals* from step to step; the *undivided* time of the search, measured as a whole, is divided
//! among the kinds of work as its sample is. What looking at the clock takes is measured at the start, and taken off.
//! What is long enough is timed without a sample.
//!
//! Code that is sampled takes a [`Timer`], and is compiled twice: with [`Untimed`] nothing is left of it.
//! INVARIANT: undivided time and what is timed as one kind of work do not overlap, so that the phases together are never longer
//! than the search. A phase that was never met is `None`, not 0.

use std::time::Duration;

use sanderling_machine::clock::Instant;

/// How long a search took for each kind of work, as far as its driver tells them apart. What is left of the search
/// went to the open set, to growing the store, to packing states anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Phases {
    /// Unpacking states, finding their events, observing them, choosing among the events and firing them.
    pub fire: Option<Duration>,
    /// Hashing successors, and sorting them by shard where that is done.
    pub hash: Option<Duration>,
    /// Looking successors up, and storing those that are new.
    pub look_up: Option<Duration>,
    /// Keeping account of what may be forgotten, and forgetting it.
    pub retain: Option<Duration>,
}

/// A kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    Fire,
    Hash,
    LookUp,
    Retain,
    /// Anything else in the undivided time.
    Rest,
}

const KINDS: usize = 5;

/// Attributes the time between steps to kinds of work.
pub(crate) trait Timer {
    /// The time since the last interval ended went to this work.
    fn record(&mut self, work: Work);

    /// Does part of what [`Work::LookUp`] is about to do, once more: that much of it is [`Work::Hash`].
    fn hash_once_more(&mut self, hash: impl FnOnce() -> Option<u64>);
}

/// A timer that does not look at the clock.
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
    /// How often the time of a look at the clock is part of `nanos`.
    clocks: i64,
    longest: i64,
}

/// An interval that takes this number of times as long as others of its kind is one in which the processor was another's.
const BROKEN: i64 = 16;

/// The number of other intervals that are needed to recognise a broken one.
const ENOUGH: i64 = 8;

impl Intervals {
    #[inline(always)]
    fn record(&mut self, nanos: i64, clocks: i64) {
        self.count += 1;
        self.nanos += nanos;
        self.clocks += clocks;
        self.longest = self.longest.max(nanos);
    }

    /// Adds the intervals of another sample, without the longest where it is broken.
    fn add(&mut self, other: &Self) {
        let (count, nanos) = (self.count + other.count, self.nanos + other.nanos);
        let (others, nanos_of_others) = (count - 1, nanos - other.longest);
        let is_broken = others >= ENOUGH && other.longest.saturating_mul(others) > BROKEN * nanos_of_others;
        self.clocks += other.clocks - i64::from(is_broken && other.clocks > 0);
        (self.count, self.nanos) = if is_broken { (others, nanos_of_others) } else { (count, nanos) };
    }

    /// What the work took.
    fn net(&self, nanos_per_look: f64) -> f64 {
        (self.nanos as f64 - self.clocks as f64 * nanos_per_look).max(0.0)
    }
}

/// The intervals of some work.
#[derive(Debug, Clone)]
pub(crate) struct Sample {
    last: Instant,
    intervals: [Intervals; KINDS],
    /// What is to be taken off the next interval.
    done_before: i64,
}

impl Sample {
    /// Begins the first interval.
    pub(crate) fn start() -> Self {
        Self { last: Instant::now(), intervals: [Intervals::default(); KINDS], done_before: 0 }
    }

    /// Begins an interval here, whatever was before.
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
    // PERF: where it is timed, but in WebAssembly once: the module has to be small.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn record(&mut self, work: Work) {
        let nanos = self.take();
        let before = std::mem::take(&mut self.done_before);
        // What is taken off has a look at the clock in it, too.
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
    /// What a look at the clock takes.
    nanos_per_look: f64,
    /// In seconds, by kind of work, as far as it has been divided.
    known: [Option<f64>; KINDS],
    /// What has not been, of large rounds and of other undivided time, and of small rounds.
    large: Rounds,
    small: Rounds,
    sample: Sample,
}

/// A round of states has fewer than this where it is small.
const SMALL_ROUND: usize = 256;

/// Of small rounds, which take hardly longer than looking at the clock a few times, one in this number is timed.
const SMALL_ROUNDS_FOR_ONE: u64 = 31;

/// What rounds have taken.
#[derive(Debug, Clone, Copy, Default)]
struct Rounds {
    begun: u64,
    timed: u64,
    /// In seconds, those that were timed: what is to be divided, and looking up.
    undivided: f64,
    looked_up: f64,
}

impl Rounds {
    /// For how many rounds each stands that was timed.
    fn weight(&self) -> f64 {
        if self.timed == 0 { 1.0 } else { self.begun as f64 / self.timed as f64 }
    }
}

/// A round that is timed.
#[derive(Debug)]
pub(crate) struct Round {
    is_small: bool,
    last: Instant,
}

impl Stopwatch {
    /// Measures how long a look at the clock takes.
    pub(crate) fn new() -> Self {
        let nanos = |sample: &mut Sample| {
            sample.intervals[0] = Intervals::default();
            (0..16).for_each(|_| sample.record(Work::Fire));
            sample.intervals[0].nanos
        };
        let mut sample = Sample::start();
        // The fastest of a few: the others were interrupted.
        let fastest = (0..4).map(|_| nanos(&mut sample)).min().unwrap_or(0);
        Self {
            nanos_per_look: fastest as f64 / 16.0,
            known: [None; KINDS],
            large: Rounds::default(),
            small: Rounds::default(),
            sample: Sample::start(),
        }
    }

    /// Goes on where another search has ended, with the times that it has measured.
    pub(crate) fn take_over(&mut self, before: Phases) {
        let Phases { fire, hash, look_up, retain } = before;
        let all = [(Work::Fire, fire), (Work::Hash, hash), (Work::LookUp, look_up), (Work::Retain, retain)];
        all.into_iter().for_each(|(work, time)| time.into_iter().for_each(|time| self.add(work, time)));
    }

    /// Work that was timed as a whole.
    pub(crate) fn add(&mut self, work: Work, time: Duration) {
        *self.known[work as usize].get_or_insert(0.0) += time.as_secs_f64();
    }

    /// Undivided time, of work of several kinds.
    pub(crate) fn undivided(&mut self, time: Duration) {
        self.large.undivided += time.as_secs_f64();
    }

    /// Begins a round of this number of states; `None` where it is not timed.
    pub(crate) fn round(&mut self, states: usize) -> Option<Round> {
        let is_small = states < SMALL_ROUND;
        let rounds = if is_small { &mut self.small } else { &mut self.large };
        let is_timed = !is_small || rounds.begun.is_multiple_of(SMALL_ROUNDS_FOR_ONE);
        rounds.begun += 1;
        rounds.timed += u64::from(is_timed);
        is_timed.then(|| Round { is_small, last: Instant::now() })
    }

    /// The states of a round have been expanded, of which these are samples.
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

    /// A sample of the undivided time.
    pub(crate) fn sample(&mut self, sample: &Sample) {
        self.sample.intervals.iter_mut().zip(&sample.intervals).for_each(|(all, more)| all.add(more));
    }

    /// Divides the undivided time among the kinds of work. Without a sample it stays unknown what it was.
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

    /// What a search that took this time has spent it on.
    pub(crate) fn phases(mut self, elapsed: Duration) -> Phases {
        self.settle();
        let all: f64 = self.known.iter().flatten().sum();
        // Times are rounded one by one.
        let scale = if all > elapsed.as_secs_f64() { elapsed.as_secs_f64() / all } else { 1.0 };
        let rounded = |work: Work| {
            // Rounded down, so that the sum is no longer than the search.
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

    /// A stopwatch whose looks at the clock take this long.
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
    fn hashing_once_more_tells_how_much_of_looking_up_it_is() {
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
        assert_eq!(
            timer.intervals[Work::Hash as usize],
            hashing,
            "where nothing is hashed, nothing is counted"
        );
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
