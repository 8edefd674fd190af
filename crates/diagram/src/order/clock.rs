//! A clock that calls `is_over` once for a fixed amount of work.

/// Number of random accesses to memory between two calls, which take about a millisecond.
const INTERVAL: usize = 1 << 15;

pub(super) struct Clock<'a> {
    is_over: &'a dyn Fn() -> bool,
    /// Work until the next call.
    left: usize,
    was_over: bool,
}

impl<'a> Clock<'a> {
    pub(super) fn new(is_over: &'a dyn Fn() -> bool) -> Self {
        Self { is_over, left: 0, was_over: false }
    }

    /// Returns whether the time is over, after this amount of work. Once over, it stays over.
    pub(super) fn is_over_after(&mut self, work: usize) -> bool {
        if self.left > work {
            self.left -= work;
        } else {
            self.left = INTERVAL;
            self.was_over = self.was_over || (self.is_over)();
        }
        self.was_over
    }

    /// Returns whether the time was over at the last call.
    pub(super) fn was_over(&self) -> bool {
        self.was_over
    }
}
