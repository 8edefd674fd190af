//! The threads of a search that takes many states at a time, and what each has at hand.
//!
//! In each phase of a round every piece of work has one owner: part of a block of states when they are expanded, a shard
//! of the store when what they led to is put in. So no locks are needed, and what comes of it does not depend on the
//! number of threads. One thread is the caller's own; where the system refuses threads, there are fewer.

use rayon::prelude::*;
use sanderling_cutoff::Inherited;

/// A pool of this number of threads, with the cutoffs of the current one; `None` where one thread is enough,
/// or where the operating system refuses more.
pub(crate) fn pool(threads: usize) -> Option<rayon::ThreadPool> {
    let inherited = Inherited::of_this_thread();
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let pool = (threads > 1).then(|| builder.start_handler(move |_| inherited.take_over()).build());
    pool.and_then(Result::ok)
}

/// Threads with something for each of them.
pub(super) struct Workers<T> {
    pool: Option<rayon::ThreadPool>,
    pub(super) each: Vec<T>,
}

impl<T: Send + Sync> Workers<T> {
    /// Workers on this number of threads, if the operating system grants them.
    pub(super) fn new(threads: usize, at_hand: impl Fn() -> T) -> Self {
        let pool = pool(threads);
        let count = pool.as_ref().map_or(1, rayon::ThreadPool::current_num_threads);
        Self { pool, each: (0..count).map(|_| at_hand()).collect() }
    }

    pub(super) fn count(&self) -> usize {
        self.each.len()
    }

    /// Has each worker do its part, with something of its own besides; answers the first interruption in the order of
    /// the parts.
    pub(super) fn work<P: Sync, O: Send, I: Send>(
        &mut self,
        parts: &[P],
        own: &mut [O],
        work: impl Fn(&P, &mut T, &mut O) -> Option<I> + Sync,
    ) -> Option<I> {
        match &self.pool {
            Some(pool) if parts.len() > 1 => pool.install(|| {
                let parts = parts.par_iter().zip(&mut self.each).zip(own);
                let interruptions: Vec<_> =
                    parts.map(|((part, at_hand), own)| work(part, at_hand, own)).collect();
                interruptions.into_iter().flatten().next()
            }),
            _ => {
                let mut parts = parts.iter().zip(&mut self.each).zip(own);
                parts.find_map(|((part, at_hand), own)| work(part, at_hand, own))
            }
        }
    }

    /// Has shards filled with what the workers have at hand, by all of them if `is_much`; answers the first failure,
    /// or one of them.
    pub(super) fn fill<Shard: Send, E: Send>(
        &self,
        shards: &mut [Shard],
        is_much: bool,
        fill: impl Fn(usize, &mut Shard, &[T]) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        match &self.pool {
            Some(pool) if is_much => pool.install(|| {
                let shards = shards.par_iter_mut().enumerate().with_min_len(4);
                shards.try_for_each(|(index, shard)| fill(index, shard, &self.each))
            }),
            _ => {
                let mut shards = shards.iter_mut().enumerate();
                shards.try_for_each(|(index, shard)| fill(index, shard, &self.each))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_is_done_by_one_worker_and_the_first_interruption_counts() {
        for threads in [1, 2, 4] {
            let mut workers = Workers::new(threads, Vec::new);
            let parts: Vec<usize> = (0..workers.count()).collect();
            let mut own = vec![0; parts.len()];
            let done: Option<usize> = workers.work(&parts, &mut own, |&part, at_hand, own| {
                at_hand.push(part);
                *own = part + 1;
                None
            });
            assert_eq!(done, None);
            assert!(workers.each.iter().enumerate().all(|(part, done)| done == &[part]));
            assert!(own.iter().enumerate().all(|(part, &own)| own == part + 1));
            assert_eq!(workers.work(&parts, &mut own, |&part, _, _| Some(part)), Some(0));
        }
    }

    #[test]
    fn every_shard_is_filled_and_a_failure_is_told() {
        for threads in [1, 3] {
            for is_much in [false, true] {
                let workers = Workers::new(threads, || 7);
                let mut shards = vec![0; 100];
                let filled: Result<(), usize> = workers.fill(&mut shards, is_much, |index, shard, each| {
                    *shard = index + each.iter().sum::<usize>();
                    Ok(())
                });
                assert_eq!(filled, Ok(()));
                let sum: usize = workers.each.iter().sum();
                assert!(shards.iter().enumerate().all(|(index, &shard)| shard == index + sum));
                let failed = workers.fill(
                    &mut shards,
                    is_much,
                    |index, _, _| if index == 31 { Err(31) } else { Ok(()) },
                );
                assert_eq!(failed, Err(31));
            }
        }
    }
}
