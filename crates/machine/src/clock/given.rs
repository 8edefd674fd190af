//! Moments of a clock that the host provides.

use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::sync::OnceLock;
use std::time::Duration;

/// The function that returns the milliseconds since a fixed moment.
static CLOCK: OnceLock<fn() -> f64> = OnceLock::new();

/// A moment, as the time since the fixed moment of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

/// Sets the clock, a function that returns the milliseconds since a fixed moment. Only the first call has an effect.
pub fn set(milliseconds: fn() -> f64) {
    let _ = CLOCK.set(milliseconds);
}

impl Instant {
    /// Returns the current moment.
    ///
    /// # Panics
    /// If no clock is [set], since time limits would be meaningless.
    #[must_use]
    pub fn now() -> Self {
        let clock = CLOCK.get().expect("the clock is set before anything else is done");
        Self(Duration::try_from_secs_f64(clock() / 1e3).unwrap_or_default())
    }

    /// Returns the time since this moment.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        Self::now().duration_since(*self)
    }

    /// Returns the time since an earlier moment, or zero for a later one.
    #[must_use]
    pub fn duration_since(&self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// Does the same as [`duration_since`](Self::duration_since).
    #[must_use]
    pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
        self.duration_since(earlier)
    }

    /// Returns the moment after some time, if it can be represented.
    #[must_use]
    pub fn checked_add(&self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }

    /// Returns the moment before some time, if it can be represented.
    #[must_use]
    pub fn checked_sub(&self, time: Duration) -> Option<Self> {
        self.0.checked_sub(time).map(Self)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0 + time)
    }
}

impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, time: Duration) {
        *self = *self + time;
    }
}

impl Sub<Duration> for Instant {
    type Output = Self;

    fn sub(self, time: Duration) -> Self {
        Self(self.0 - time)
    }
}

impl SubAssign<Duration> for Instant {
    fn sub_assign(&mut self, time: Duration) {
        *self = *self - time;
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        self.duration_since(earlier)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    static QUARTERS: AtomicU32 = AtomicU32::new(4000);

    /// Advances by a quarter of a millisecond with each call.
    fn ticking() -> f64 {
        f64::from(QUARTERS.fetch_add(1, Ordering::Relaxed)) / 4.0
    }

    #[test]
    fn moments_are_those_of_the_clock_that_was_set_first() {
        set(ticking);
        set(|| f64::NAN);
        let quarter = Duration::from_micros(250);
        let first = Instant::now();
        assert_eq!(first, Instant(Duration::from_secs(1)));
        assert_eq!(first.elapsed(), quarter);
        let third = Instant::now();
        assert!(third > first && third - first == 2 * quarter && first - third == Duration::ZERO);
        assert_eq!(first.saturating_duration_since(third), Duration::ZERO);
        assert_eq!((first.checked_add(2 * quarter), first + 2 * quarter), (Some(third), third));
        assert_eq!((third.checked_sub(2 * quarter), third - 2 * quarter), (Some(first), first));
        assert_eq!(first.checked_sub(Duration::from_secs(2)), None);
        assert_eq!(first.checked_add(Duration::MAX), None);
    }
}
