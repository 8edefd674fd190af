//! Where the time of a search goes: to firing, hashing, looking up, or to what may be forgotten.
//!
//! A firing takes some tens of nanoseconds, and so does a look at the clock. So only a small *sample* of the
//! work is timed step by step, in *laps*; and a *stretch* of the search, which is timed as a whole, is divided
//! among the kinds of work as its sample is. What a lap takes by itself is measured at the start, and taken off.
//! What is long enough is timed without a sample.
//!
//! Code that is sampled takes a [`Laps`], and is compiled twice: with [`Untimed`] nothing is left of it.
//! INVARIANT: stretches and what is timed whole do not overlap, so that the phases together are never longer
//! than the search. A phase that was never met is `None`, not nothing.

use std::time::{Duration, Instant};

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
    /// Anything else in a stretch.
    Rest,
}

const KINDS: usize = 5;

/// What is told of the time between steps.
pub(crate) trait Laps {
    /// The time since the last lap went to this work.
    fn lap(&mut self, work: Work);

    /// Does part of what [`Work::LookUp`] is about to do, once more: that much of it is [`Work::Hash`].
    fn hash_once_more(&mut self, hash: impl FnOnce() -> Option<u64>);
}

/// Nobody looks at the clock.
#[derive(Debug)]
pub(crate) struct Untimed;

impl Laps for Untimed {
    #[inline(always)]
    fn lap(&mut self, _: Work) {}

    #[inline(always)]
    fn hash_once_more(&mut self, _: impl FnOnce() -> Option<u64>) {}
}

/// The laps of some work.
#[derive(Debug, Clone)]
pub(crate) struct Sample {
    last: Instant,
    /// By kind of work: nanoseconds, which may be less than none where work was taken off, and laps.
    nanos: [i64; KINDS],
    laps: [i64; KINDS],
    /// Which kinds of work there were.
    is_met: [bool; KINDS],
}

impl Sample {
    /// Begins the first lap.
    pub(crate) fn start() -> Self {
        Self { last: Instant::now(), nanos: [0; KINDS], laps: [0; KINDS], is_met: [false; KINDS] }
    }

    /// Begins a lap here, whatever was before.
    #[inline(always)]
    pub(crate) fn skip(&mut self) {
        self.last = Instant::now();
    }

    #[inline(always)]
    fn take(&mut self) -> i64 {
        let now = Instant::now();
        let nanos = (now - self.last).as_nanos() as i64;
        self.last = now;
        nanos
    }
}

impl Laps for Sample {
    #[inline(always)]
    fn lap(&mut self, work: Work) {
        self.nanos[work as usize] += self.take();
        self.laps[work as usize] += 1;
        self.is_met[work as usize] = true;
    }

    #[inline(always)]
    fn hash_once_more(&mut self, hash: impl FnOnce() -> Option<u64>) {
        if std::hint::black_box(hash()).is_none() {
            return self.skip();
        }
        let nanos = self.take();
        for (work, sign) in [(Work::Hash, 1), (Work::LookUp, -1)] {
            self.nanos[work as usize] += sign * nanos;
            self.laps[work as usize] += sign;
            self.is_met[work as usize] = true;
        }
    }
}

/// The laps and the whole times of a search.
#[derive(Debug, Clone)]
pub(crate) struct Stopwatch {
    /// What a lap takes by itself.
    nanos_per_lap: f64,
    /// In seconds, by kind of work, as far as it has been divided.
    known: [Option<f64>; KINDS],
    /// The length of the stretch that has not been, in seconds.
    stretch: f64,
    sample: Sample,
}

impl Stopwatch {
    /// Sees how long a lap takes.
    pub(crate) fn new() -> Self {
        let nanos = |sample: &mut Sample| {
            sample.nanos[0] = 0;
            (0..16).for_each(|_| sample.lap(Work::Fire));
            sample.nanos[0]
        };
        let mut sample = Sample::start();
        // The fastest of a few: the others were interrupted.
        let fastest = (0..4).map(|_| nanos(&mut sample)).min().unwrap_or(0);
        Self {
            nanos_per_lap: fastest as f64 / 16.0,
            known: [None; KINDS],
            stretch: 0.0,
            sample: Sample::start(),
        }
    }

    /// Goes on where another search has ended, with all that it has told.
    pub(crate) fn take_over(&mut self, before: Phases) {
        let Phases { fire, hash, look_up, retain } = before;
        let all = [(Work::Fire, fire), (Work::Hash, hash), (Work::LookUp, look_up), (Work::Retain, retain)];
        all.into_iter().for_each(|(work, time)| time.into_iter().for_each(|time| self.add(work, time)));
    }

    /// Work that was timed as a whole.
    pub(crate) fn add(&mut self, work: Work, time: Duration) {
        *self.known[work as usize].get_or_insert(0.0) += time.as_secs_f64();
    }

    /// A part of the stretch that was timed as a whole.
    pub(crate) fn stretch(&mut self, time: Duration) {
        self.stretch += time.as_secs_f64();
    }

    /// A sample of the stretch.
    pub(crate) fn sample(&mut self, sample: &Sample) {
        for kind in 0..KINDS {
            self.sample.nanos[kind] += sample.nanos[kind];
            self.sample.laps[kind] += sample.laps[kind];
            self.sample.is_met[kind] |= sample.is_met[kind];
        }
    }

    /// Divides the stretch among the kinds of work; another one begins. Without a sample nobody knows what it was.
    pub(crate) fn settle(&mut self) {
        let Sample { nanos, laps, is_met, .. } = self.sample.clone();
        let net = |kind: usize| (nanos[kind] as f64 - laps[kind] as f64 * self.nanos_per_lap).max(0.0);
        let all: f64 = (0..KINDS).map(net).sum();
        for kind in (0..KINDS).filter(|&kind| is_met[kind]) {
            let share = if all > 0.0 { net(kind) / all } else { 0.0 };
            *self.known[kind].get_or_insert(0.0) += share * self.stretch;
        }
        (self.stretch, self.sample) = (0.0, Sample::start());
    }

    /// What a search that took so long has spent its time on.
    pub(crate) fn phases(mut self, elapsed: Duration) -> Phases {
        self.settle();
        let all: f64 = self.known.iter().flatten().sum();
        // Times are rounded one by one.
        let scale = if all > elapsed.as_secs_f64() { elapsed.as_secs_f64() / all } else { 1.0 };
        let told = |work: Work| {
            // Rounded down, so that the sum is no longer than the search.
            let nanos = |seconds: f64| Duration::from_nanos((seconds * scale * 1e9) as u64);
            self.known[work as usize].map(nanos)
        };
        Phases {
            fire: told(Work::Fire),
            hash: told(Work::Hash),
            look_up: told(Work::LookUp),
            retain: told(Work::Retain),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// A stopwatch whose laps take this long by themselves.
    fn stopwatch(nanos_per_lap: f64) -> Stopwatch {
        Stopwatch { nanos_per_lap, ..Stopwatch::new() }
    }

    fn sample(laps: &[(Work, i64, i64)]) -> Sample {
        let mut sample = Sample::start();
        for &(work, nanos, laps) in laps {
            (sample.nanos[work as usize], sample.laps[work as usize]) = (nanos, laps);
            sample.is_met[work as usize] = true;
        }
        sample
    }

    #[test]
    fn a_stretch_is_divided_as_its_sample_is() {
        let mut stopwatch = stopwatch(0.0);
        stopwatch.stretch(8 * SECOND);
        stopwatch.sample(&sample(&[(Work::Fire, 500, 3), (Work::Hash, 250, 3), (Work::Rest, 250, 1)]));
        let phases = stopwatch.phases(10 * SECOND);
        let expected = Phases { fire: Some(4 * SECOND), hash: Some(2 * SECOND), ..Phases::default() };
        assert_eq!(phases, expected);
    }

    #[test]
    fn what_laps_take_by_themselves_is_taken_off() {
        let mut stopwatch = stopwatch(100.0);
        stopwatch.stretch(6 * SECOND);
        stopwatch.sample(&sample(&[(Work::Fire, 400, 2), (Work::Hash, 250, 3), (Work::LookUp, 200, 1)]));
        let phases = stopwatch.phases(10 * SECOND);
        assert_eq!(phases.fire, Some(4 * SECOND));
        assert_eq!(phases.hash, Some(Duration::ZERO), "it took no longer than its laps");
        assert_eq!(phases.look_up, Some(2 * SECOND));
    }

    #[test]
    fn a_stretch_without_a_sample_is_told_of_nothing() {
        let mut stopwatch = stopwatch(0.0);
        stopwatch.stretch(SECOND);
        assert_eq!(stopwatch.clone().phases(SECOND), Phases::default());
        stopwatch.add(Work::LookUp, SECOND);
        let phases = stopwatch.phases(3 * SECOND);
        assert_eq!(phases, Phases { look_up: Some(SECOND), ..Phases::default() });
    }

    #[test]
    fn each_stretch_has_its_own_sample() {
        let mut stopwatch = stopwatch(0.0);
        stopwatch.stretch(SECOND);
        stopwatch.sample(&sample(&[(Work::Fire, 1_000_000, 1)]));
        stopwatch.settle();
        stopwatch.stretch(2 * SECOND);
        stopwatch.sample(&sample(&[(Work::Retain, 10, 1)]));
        let phases = stopwatch.phases(3 * SECOND);
        assert_eq!((phases.fire, phases.retain), (Some(SECOND), Some(2 * SECOND)));
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
        let mut laps = Sample::start();
        laps.hash_once_more(|| Some(7));
        let hashing = laps.nanos[Work::Hash as usize];
        assert_eq!(laps.nanos[Work::LookUp as usize], -hashing);
        laps.hash_once_more(|| None);
        assert_eq!(laps.nanos[Work::Hash as usize], hashing, "where nothing is hashed, nothing is counted");
        laps.lap(Work::LookUp);
        assert_eq!(laps.laps, [0, 1, 0, 0, 0], "one lap was taken twice, and taken off once");
    }

    #[test]
    fn work_goes_to_the_lap_that_ends_behind_it() {
        let mut laps = Sample::start();
        std::hint::black_box((0..100_000_u64).fold(0, |sum, i| sum ^ std::hint::black_box(i)));
        laps.lap(Work::Fire);
        laps.lap(Work::Rest);
        assert!(laps.nanos[Work::Fire as usize] > laps.nanos[Work::Rest as usize], "{laps:?}");
        assert_eq!(laps.laps, [1, 0, 0, 0, 1]);
    }
}
