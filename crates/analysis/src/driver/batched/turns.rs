//! The distribution of the units of a block among threads.
//!
//! A block is cut into one *interval* for each expected thread. A thread works through its interval unit by
//! unit, and then through the next interval if no thread has begun it. If all intervals have begun, it takes
//! the second half of the one with the most units left. So a thread that gets no processor delays one unit,
//! and if all threads run at once, each has one long interval. The results of the intervals are joined in
//! the order of the block.

/// Consecutive units of a block for one thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Interval {
    start: usize,
    next: usize,
    end: usize,
    is_begun: bool,
}

impl Interval {
    fn left(self) -> usize {
        self.end - self.next
    }
}

/// The intervals of a block, numbered in the order of their creation.
#[derive(Debug)]
pub(super) struct Turns {
    intervals: Vec<Interval>,
    most: usize,
}

/// The next unit of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Turn {
    /// The number of the interval.
    pub(super) interval: usize,
    pub(super) unit: usize,
}

impl Turns {
    /// Divides `units` among `threads`, in at most `most` intervals.
    pub(super) fn new(units: usize, threads: usize, most: usize) -> Self {
        let border = |at: usize| units * at / threads;
        let intervals = (0..threads).map(|at| {
            let (start, end) = (border(at), border(at + 1));
            Interval { start, next: start, end, is_begun: false }
        });
        Self { intervals: intervals.collect(), most }
    }

    /// Returns the next turn of a thread, given its last one.
    pub(super) fn next(&mut self, last: Option<Turn>) -> Option<Turn> {
        let interval = match last {
            Some(Turn { interval, .. }) if self.extend(interval) => interval,
            _ => self.begin_another()?,
        };
        let unit = self.intervals[interval].next;
        self.intervals[interval].next += 1;
        Some(Turn { interval, unit })
    }

    /// Whether units are left in an interval, or in an unbegun one right after it.
    fn extend(&mut self, interval: usize) -> bool {
        let Interval { next, end, .. } = self.intervals[interval];
        if next == end
            && let Some(behind) =
                self.intervals.iter_mut().find(|other| !other.is_begun && other.start == end)
        {
            let end = behind.end;
            *behind = Interval { start: end, next: end, end, is_begun: true };
            self.intervals[interval].end = end;
        }
        self.intervals[interval].left() > 0
    }

    /// Begins the first unbegun interval, or splits one that another thread has begun.
    fn begin_another(&mut self) -> Option<usize> {
        let free = self.intervals.iter().position(|interval| !interval.is_begun && interval.left() > 0);
        if let Some(free) = free {
            self.intervals[free].is_begun = true;
            return Some(free);
        }
        let has_room = self.intervals.len() < self.most;
        let longest =
            self.intervals.iter_mut().max_by_key(|interval| interval.left()).filter(|_| has_room)?;
        let half = longest.left() / 2;
        if half == 0 {
            return None;
        }
        let start = longest.end - half;
        let second = Interval { start, next: start, end: longest.end, is_begun: true };
        longest.end = start;
        self.intervals.push(second);
        Some(self.intervals.len() - 1)
    }

    /// Cancels all units from `unit` on that have not begun.
    pub(super) fn end_behind(&mut self, unit: usize) {
        for interval in self.intervals.iter_mut().filter(|interval| interval.end > unit) {
            interval.end = interval.next.max(interval.end.min(unit));
            interval.is_begun = true;
        }
    }

    /// Returns the numbers of the intervals in the order of the block.
    pub(super) fn in_order(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..self.intervals.len()).collect();
        numbers.sort_by_key(|&number| self.intervals[number].start);
        numbers
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn each_unit_is_done_once_and_in_order_within_a_interval() {
        for seed in 0..2000 {
            let mut random = StdRng::seed_from_u64(seed);
            let (units, threads) = (random.random_range(0..40), random.random_range(1..5));
            let most = random.random_range(threads..=4 * threads);
            let mut turns = Turns::new(units, threads, most);
            let mut last = vec![None; threads];
            let mut is_there: Vec<bool> = (0..threads).map(|_| random.random_bool(0.6)).collect();
            is_there[0] = true;
            let mut done: Vec<Turn> = Vec::new();
            while is_there.contains(&true) {
                let thread = random.random_range(0..threads);
                if is_there[thread] {
                    last[thread] = turns.next(last[thread]);
                    is_there[thread] = last[thread].is_some();
                    done.extend(last[thread]);
                }
            }
            let order = turns.in_order();
            assert!(order.len() <= most);
            let of = |interval: usize| done.iter().filter(move |turn| turn.interval == interval);
            let in_order: Vec<usize> =
                order.iter().flat_map(|&interval| of(interval).map(|turn| turn.unit)).collect();
            assert_eq!(in_order, (0..units).collect::<Vec<_>>(), "{seed}");
        }
    }

    #[test]
    fn a_thread_that_is_alone_has_one_interval() {
        let mut turns = Turns::new(10, 4, 16);
        let mut last = None;
        for unit in 0..10 {
            last = turns.next(last);
            assert_eq!(last, Some(Turn { interval: 0, unit }));
        }
        assert_eq!(turns.next(last), None);
    }

    #[test]
    fn what_is_before_an_end_is_done() {
        for seed in 0..2000 {
            let mut random = StdRng::seed_from_u64(seed);
            let (units, threads) = (random.random_range(1..40), random.random_range(1..5));
            let end = random.random_range(0..units);
            let mut turns = Turns::new(units, threads, 4 * threads);
            let mut last = vec![None; threads];
            let mut open: Vec<usize> = (0..threads).collect();
            let mut done = vec![0; units];
            while !open.is_empty() {
                let at = random.random_range(0..open.len());
                last[open[at]] = turns.next(last[open[at]]);
                match last[open[at]] {
                    Some(turn) => {
                        done[turn.unit] += 1;
                        if turn.unit == end {
                            turns.end_behind(end);
                        }
                    }
                    None => drop(open.swap_remove(at)),
                }
            }
            assert!(done[..=end].iter().all(|&times| times == 1), "{seed}: {done:?}");
            assert!(done[end..].iter().all(|&times| times <= 1), "{seed}: {done:?}");
        }
    }
}
