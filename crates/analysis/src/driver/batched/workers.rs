//! The threads of a batched search, and their working memory.
//!
//! In each phase of a round every piece of work has one owner. The pieces are intervals of a block during
//! expansion, and groups of shards during insertion. A thread takes the next piece when it is ready, and a
//! piece that no thread has begun delays no thread. The results do not depend on the assignment. One thread
//! is the caller's own. If the operating system refuses threads, there are fewer.

use std::sync::{Mutex, MutexGuard, PoisonError};

use sanderling_cutoff::Inherited;
use sanderling_machine::threads::Team;

use super::turns::{Turn, Turns};
use super::{Outbox, Workspace};
use crate::recent::Recent;

/// Returns a team of this number of threads, with the cutoffs of the current one. Returns `None` if one
/// thread is enough or the operating system refuses more.
#[must_use]
pub fn team(threads: usize) -> Option<Team> {
    let inherited = Inherited::of_this_thread();
    let begin = move || inherited.take_over();
    (threads > 1).then(|| Team::new(threads - 1, begin).ok()).flatten()
}

/// Maximum number of intervals of a block for each thread.
///
/// PERF: each interval has its own results, and more intervals mean smaller pieces of work.
const INTERVALS_OF_THREAD: usize = 3;

/// Memory in bytes that an outbox keeps if a round did not use it. Rounds with fewer intervals may follow
/// large ones.
const IDLE_BYTES: usize = 1 << 16;

/// The working memory of a thread.
pub(super) struct AtHand<O: Outbox> {
    /// Successors that need not be looked up again.
    pub(super) recent: Recent,
    pub(super) workspace: O::Workspace,
}

/// Threads, and the results of a block.
pub(super) struct Workers<O: Outbox> {
    team: Option<Team>,
    /// Working memory, by thread.
    at_hand: Vec<Mutex<AtHand<O>>>,
    /// The successors, in the order of the block.
    pub(super) outboxes: Vec<O>,
}

/// The results of an interval of a block.
struct Part<O, W, I> {
    outbox: O,
    own: Option<W>,
    interruption: Option<I>,
}

impl<O: Outbox> Workers<O> {
    /// Starts this number of threads, or as many as the operating system grants. Each thread starts with a
    /// value of `recent`.
    pub(super) fn new(threads: usize, recent: impl Fn() -> Recent) -> Self {
        let team = team(threads);
        let count = team.as_ref().map_or(1, Team::threads);
        let most = if count > 1 { INTERVALS_OF_THREAD * count } else { 1 };
        Self {
            team,
            at_hand: (0..count)
                .map(|_| Mutex::new(AtHand { recent: recent(), workspace: O::Workspace::default() }))
                .collect(),
            outboxes: (0..most).map(|_| O::default()).collect(),
        }
    }

    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.at_hand.len()
    }

    /// Whether there is more than one thread.
    pub(super) fn are_several(&self) -> bool {
        self.team.is_some()
    }

    /// Runs this number of jobs.
    pub(super) fn share_out(&self, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
        share_out(self.team.as_ref().filter(|_| jobs > 1), 0..jobs, |_, at| job(at));
    }

    /// Replaces the recent successors. They are no longer valid if states have other words, or if they were
    /// not stored.
    pub(super) fn forget(&mut self, recent: impl Fn() -> Recent) {
        self.at_hand.iter().for_each(|at_hand| lock(at_hand).recent = recent());
    }

    /// Returns the memory of the threads and the outboxes in bytes, without the recent successors.
    pub(super) fn bytes(&self) -> usize {
        let at_hand = self.at_hand.iter().map(|at_hand| lock(at_hand).workspace.bytes());
        at_hand.chain(self.outboxes.iter().map(Outbox::bytes)).sum()
    }

    /// Processes the units of a block. Each [interval](Turns) has an outbox and a value of `own`. Returns
    /// these values in the order of the block, and the first interruption in that order.
    pub(super) fn work<W: Send, I: Send>(
        &mut self,
        units: usize,
        own: impl Fn() -> W + Sync,
        work: impl Fn(usize, &mut AtHand<O>, &mut O, &mut W) -> Option<I> + Sync,
    ) -> (Vec<W>, Option<I>) {
        let team = self.team.as_ref().filter(|_| units > 1);
        let turns = Mutex::new(Turns::new(units, team.map_or(1, Team::threads), self.outboxes.len()));
        let part = |outbox| Mutex::new(Part { outbox, own: None, interruption: None });
        let parts: Vec<_> = self.outboxes.drain(..).map(part).collect();
        // The lock is free while a unit is processed.
        let next = |last| lock(&turns).next(last);
        let take_turns = |thread: usize| {
            let (mut last, mut done) = (None, 0);
            let mut at_hand = lock(&self.at_hand[thread]);
            while let Some(turn) = next(last) {
                let Turn { interval, unit } = turn;
                if unit < done {
                    // States that were recent in a later unit may be new to an earlier one.
                    at_hand.recent.forget();
                }
                (last, done) = (Some(turn), unit);
                let Part { outbox, own: of_part, interruption } = &mut *lock(&parts[interval]);
                *interruption = work(unit, &mut at_hand, outbox, of_part.get_or_insert_with(&own));
                if interruption.is_some() {
                    lock(&turns).end_behind(unit);
                }
            }
        };
        call(team, &take_turns);
        let order = into_inner(turns).in_order();
        let mut parts: Vec<_> = parts.into_iter().map(|part| Some(into_inner(part))).collect();
        let used: Vec<_> = order.into_iter().filter_map(|interval| parts[interval].take()).collect();
        let (mut own, mut first) = (Vec::new(), None);
        for part in used.into_iter().chain(parts.into_iter().flatten()) {
            let is_idle = part.own.is_none() && part.outbox.bytes() > IDLE_BYTES;
            self.outboxes.push(if is_idle { O::default() } else { part.outbox });
            own.extend(part.own);
            first = first.or(part.interruption);
        }
        (own, first)
    }

    /// Fills shards from the outboxes, with all threads if `is_much`. Returns a failure, if there was one.
    pub(super) fn fill<Shard: Send, E: Send>(
        &self,
        shards: &mut [Shard],
        is_much: bool,
        fill: impl Fn(usize, &mut Shard, &[O]) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        let jobs = shards.chunks_mut(SHARDS_AT_A_TIME).enumerate();
        let failed = Mutex::new(Ok(()));
        share_out(self.team.as_ref().filter(|_| is_much), jobs, |_, (at, shards)| {
            let mut shards = (at * SHARDS_AT_A_TIME..).zip(shards);
            if let Err(error) = shards.try_for_each(|(index, shard)| fill(index, shard, &self.outboxes)) {
                *lock(&failed) = Err(error);
            }
        });
        into_inner(failed)
    }
}

/// Number of shards in a job. Smaller jobs cost more overhead, larger ones cause more waiting.
const SHARDS_AT_A_TIME: usize = 4;

/// Runs jobs on a team. Each thread takes the next job when it is ready.
pub(crate) fn share_out<J>(
    team: Option<&Team>,
    jobs: impl Iterator<Item = J> + Send,
    work: impl Fn(usize, J) + Sync,
) {
    let jobs = Mutex::new(jobs);
    let next = || lock(&jobs).next();
    call(team, &|thread| {
        while let Some(job) = next() {
            work(thread, job);
        }
    });
}

/// Runs a task on all threads that are available in time.
fn call(team: Option<&Team>, task: &(dyn Fn(usize) + Sync)) {
    match team {
        Some(team) => team.call(task),
        None => task(0),
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[derive(Default)]
    struct Done(Vec<usize>);

    impl Outbox for Done {
        type Workspace = ();

        fn clear(&mut self) {
            self.0.clear();
        }

        fn bytes(&self) -> usize {
            self.0.capacity() * size_of::<usize>()
        }
    }

    fn workers(threads: usize) -> Workers<Done> {
        Workers::new(threads, || Recent::new(1, &Limits::default()))
    }

    #[test]
    fn each_unit_is_done_once_and_the_first_interruption_counts() {
        for threads in [1, 2, 4] {
            let mut workers = workers(threads);
            for units in [0, 1, 2, 7, 100] {
                workers.outboxes.iter_mut().for_each(Outbox::clear);
                let (own, interrupted) = workers.work(units, Vec::new, |unit, _, outbox, own| {
                    outbox.0.push(unit);
                    own.push(unit);
                    None::<usize>
                });
                assert_eq!(interrupted, None);
                assert!(own.concat().into_iter().eq(0..units));
                assert!(workers.outboxes.iter().flat_map(|outbox| &outbox.0).copied().eq(0..units));
                for first in 0..units {
                    let (_, interrupted) =
                        workers.work(units, || (), |unit, _, _, ()| (unit >= first).then_some(unit));
                    assert_eq!(interrupted, Some(first), "{threads} {units}");
                }
            }
        }
    }

    #[test]
    fn what_a_thread_remembers_comes_from_before() {
        let mut workers = workers(3);
        for _ in 0..200 {
            workers.forget(|| Recent::new(1, &Limits::default()));
            let (found, _) = workers.work(64, Vec::new, |unit, at_hand, _, found: &mut Vec<(u64, u64)>| {
                // All successors are the same state. The first one in the order of the block must be
                // reported as new.
                found.push((unit as u64, u64::from(at_hand.recent.is_new::<1>(7, &[7]))));
                None::<()>
            });
            let first_new = found.concat().into_iter().find(|&(_, is_new)| is_new == 1);
            assert_eq!(first_new, Some((0, 1)));
        }
    }

    #[test]
    fn every_shard_is_filled_and_a_failure_is_returned() {
        for threads in [1, 3] {
            for is_much in [false, true] {
                let mut workers = workers(threads);
                workers.outboxes.iter_mut().for_each(|outbox| outbox.0.push(7));
                let mut shards = vec![0; 100];
                let sum = |each: &[Done]| each.iter().flat_map(|outbox| &outbox.0).sum::<usize>();
                let filled: Result<(), usize> = workers.fill(&mut shards, is_much, |index, shard, each| {
                    *shard = index + sum(each);
                    Ok(())
                });
                assert_eq!(filled, Ok(()));
                let sum = sum(&workers.outboxes);
                assert!(shards.iter().enumerate().all(|(index, &shard)| shard == index + sum));
                let fails = |index: usize| if index == 31 { Err(31) } else { Ok(()) };
                assert_eq!(workers.fill(&mut shards, is_much, |index, _, _| fails(index)), Err(31));
            }
        }
    }
}
