//! The schedule of comparisons, and their results.
//!
//! Each thread counts down to the next state that is due, so that the other states cost it one subtraction.
//! The intervals between states grow by one each time: among n states about the square root of 2n are
//! compared. If that exceeds its share of the time, the next comparison has to wait. The results of the
//! threads are added up between rounds.

use std::time::Duration;

use sanderling_machine::clock::Instant;

use super::{Discrepancy, Sampling};

/// Number of states that are compared before intervals grow.
const FIRST: u64 = 256;

/// Maximum time of the first comparisons, which is negligible in every search.
const FIRST_TIME: Duration = Duration::from_micros(250);

/// Number of first states that are compared regardless of the time.
const ALWAYS: u64 = 4;

/// Comparisons take at most one part in this number of the time. With the counting, that is less than one
/// percent.
const SHARE: u32 = 200;

/// Number of states until the next check after the time is used up.
const WAITING: u64 = 1 << 10;

/// Growth of the intervals if the clock is not read.
const COUNTED_STEP: u64 = 4;

/// The state of the comparisons of a search, or of a thread for some states.
#[derive(Debug, Clone)]
pub struct Checks {
    sampling: Option<Sampling>,
    started: Instant,
    /// The number of states until the next one is due.
    until_next: u64,
    interval: u64,
    /// The number and the total time of comparisons by the search before.
    before: (u64, Duration),
    /// The number and the total time of comparisons since.
    own: (u64, Duration),
    /// The first difference.
    discrepancy: Option<Discrepancy>,
    /// Whether the first state is not the initial one, since another process expands that.
    begins_elsewhere: bool,
}

impl Checks {
    /// Creates the checks of a search that is about to begin.
    #[must_use]
    pub fn new(sampling: Option<Sampling>) -> Self {
        Self {
            sampling,
            started: Instant::now(),
            until_next: if sampling.is_some() { 1 } else { u64::MAX },
            interval: 1,
            before: (0, Duration::ZERO),
            own: (0, Duration::ZERO),
            discrepancy: None,
            begins_elsewhere: false,
        }
    }

    /// Records that another process expands the initial state.
    pub(crate) fn begin_elsewhere(&mut self) {
        self.begins_elsewhere = true;
    }

    /// Whether the next compared state has to be the initial one.
    pub(crate) fn are_at_initial_state(&self) -> bool {
        self.states() == 0 && !self.begins_elsewhere
    }

    /// Returns the checks for a thread of this search.
    pub(crate) fn of_thread(&self) -> Self {
        let before = (self.states(), self.before.1 + self.own.1);
        Self { before, own: (0, Duration::ZERO), discrepancy: None, ..self.clone() }
    }

    /// Counts a state, and returns whether it may be due.
    #[inline(always)]
    pub fn count(&mut self) -> bool {
        self.until_next = self.until_next.wrapping_sub(1);
        self.until_next == 0
    }

    /// Counts up to this number of states, until one may be due. Returns the number of states before that
    /// one.
    pub(crate) fn pass(&mut self, states: usize) -> Option<usize> {
        let passed = self.until_next.wrapping_sub(1);
        if passed < states as u64 {
            self.until_next = 0;
            Some(passed as usize)
        } else {
            self.until_next = self.until_next.wrapping_sub(states as u64);
            None
        }
    }

    /// Whether a state that may be due is compared. Otherwise the next one becomes due later.
    pub fn may_compare(&mut self) -> bool {
        let is_affordable = match self.sampling {
            None => false,
            Some(Sampling::All | Sampling::Counted) => true,
            Some(Sampling::Timed) => {
                let allowed = FIRST_TIME.max(self.started.elapsed() / SHARE);
                self.states() < ALWAYS || self.before.1 + self.own.1 <= allowed
            }
        };
        self.until_next = if is_affordable { 0 } else { WAITING };
        is_affordable
    }

    /// Records the result of a comparison that began at `began`.
    pub fn note(&mut self, began: Instant, result: Result<(), Discrepancy>) {
        self.own.0 += 1;
        self.own.1 += began.elapsed();
        self.interval += match self.sampling {
            _ if self.states() < FIRST => 0,
            None | Some(Sampling::All) => 0,
            Some(Sampling::Timed) => 1,
            Some(Sampling::Counted) => COUNTED_STEP,
        };
        self.until_next = self.interval;
        if let Err(discrepancy) = result {
            self.differ(discrepancy);
        }
    }

    /// Records a difference, unless there is one already.
    pub(crate) fn differ(&mut self, discrepancy: Discrepancy) {
        self.discrepancy.get_or_insert(discrepancy);
    }

    /// Adds the results of a thread of this search since the last call.
    pub(crate) fn join(&mut self, thread: &mut Self) {
        let (states, time) = std::mem::take(&mut thread.own);
        // The countdown of an idle thread is ignored.
        if states > 0 || thread.until_next < self.until_next {
            self.until_next =
                if states > 0 { thread.until_next } else { self.until_next.min(thread.until_next) };
        }
        self.interval = self.interval.max(thread.interval);
        self.own = (self.own.0 + states, self.own.1 + time);
        thread.before = (thread.before.0 + states, thread.before.1 + time);
        if let Some(discrepancy) = thread.discrepancy.take() {
            self.differ(discrepancy);
        }
    }

    /// Returns what a checkpoint stores: the number of compared states, and the schedule.
    pub(crate) fn saved(&self) -> (u64, u64, u64) {
        (self.states(), self.interval, self.until_next)
    }

    /// Restores what a checkpoint stored.
    pub(crate) fn restore(&mut self, (states, interval, until_next): (u64, u64, u64)) {
        self.own.0 = states;
        if self.sampling.is_some() && states > 0 {
            (self.interval, self.until_next) = (interval.max(1), until_next.max(1));
        }
    }

    /// Returns the number of states that the search has compared.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.before.0 + self.own.0
    }

    /// Returns the first difference.
    #[must_use]
    pub fn discrepancy(&self) -> Option<&Discrepancy> {
        self.discrepancy.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns which of this number of states are compared on one thread.
    fn compared(sampling: Option<Sampling>, states: u64) -> Vec<u64> {
        let mut checks = Checks::new(sampling);
        let mut compared = Vec::new();
        for state in 0..states {
            if checks.count() && checks.may_compare() {
                compared.push(state);
                checks.note(Instant::now(), Ok(()));
            }
        }
        compared
    }

    #[test]
    fn all_or_none_are_compared_where_that_is_wanted() {
        assert!(compared(None, 1000).is_empty());
        assert_eq!(compared(Some(Sampling::All), 1000), (0..1000).collect::<Vec<_>>());
    }

    #[test]
    fn a_sample_begins_with_the_first_states_and_becomes_thin() {
        for sampling in [Sampling::Timed, Sampling::Counted] {
            let compared = compared(Some(sampling), 100_000);
            assert!(compared.starts_with(&[0, 1, 2, 3]), "{compared:?}");
            assert!(compared.len() < 1000, "{}", compared.len());
        }
        let counted = compared(Some(Sampling::Counted), 100_000);
        assert_eq!(counted[..256], (0..256).collect::<Vec<_>>());
        assert!(counted.windows(3).skip(256).all(|three| three[2] - three[1] >= three[1] - three[0]));
        assert!(counted.len() > 400);
    }

    #[test]
    fn the_same_are_due_whether_states_are_counted_one_by_one_or_passed() {
        for (sampling, length) in [(None, 7), (Some(Sampling::All), 3), (Some(Sampling::Counted), 1000)] {
            let (mut checks, mut passed) = (Checks::new(sampling), Vec::new());
            for start in (0..100_000).step_by(length) {
                let mut next = start;
                while let Some(before) = checks.pass(start + length - next) {
                    next += before + 1;
                    if checks.may_compare() {
                        passed.push(next as u64 - 1);
                        checks.note(Instant::now(), Ok(()));
                    }
                }
            }
            let states = 100_000_u64.next_multiple_of(length as u64);
            assert_eq!(passed, compared(sampling, states), "{sampling:?}, {length} at a time");
        }
    }

    #[test]
    fn what_takes_long_has_to_wait() {
        let mut checks = Checks::new(Some(Sampling::Timed));
        let long_ago = Instant::now().checked_sub(Duration::from_secs(1)).expect("it is later than that");
        for _ in 0..ALWAYS {
            assert!(checks.count() && checks.may_compare());
            checks.note(long_ago, Ok(()));
        }
        assert!(checks.count() && !checks.may_compare());
        assert!((1..WAITING).all(|_| !checks.count()));
        assert!(checks.count() && !checks.may_compare());
    }

    #[test]
    fn threads_add_up_and_the_first_difference_stays() {
        let mut checks = Checks::new(Some(Sampling::All));
        let difference =
            |state: &str| Discrepancy { state: state.into(), expected: String::new(), found: String::new() };
        let mut threads = [checks.of_thread(), checks.of_thread()];
        threads[0].note(Instant::now(), Ok(()));
        threads[0].note(Instant::now(), Err(difference("first")));
        threads[1].note(Instant::now(), Err(difference("second")));
        for thread in &mut threads {
            checks.join(thread);
            checks.join(thread);
        }
        assert_eq!(checks.states(), 3);
        assert_eq!(checks.discrepancy(), Some(&difference("first")));
    }
}
