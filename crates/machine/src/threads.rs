//! Helper threads for the rounds of a search.
//!
//! The caller does the work itself, and the helpers join in. A helper that comes late finds the work done, and goes
//! back to sleep. The caller thus waits for a helper only if it has begun, and never for one without a processor.
//! Waiting threads sleep, so that their processors are free for others. A fork and join, in contrast, waits for all
//! threads.
//!
//! PERF: a pool of `rayon` 1.12 did the same without `unsafe`: the search ran in `ThreadPool::install`, and each task
//! was a `scope`, whose owner takes back the jobs that no thread has begun. It was faster in narrow rounds, and slower
//! in wide ones beside other programs. Its threads yield the processor some thirty times before they sleep. The table
//! shows the wall time of `sanderling explore --threads 2` on two cores with rayon, divided by that with these threads,
//! as medians of four pairs:
//!
//! | | idle cores | one core taken | both taken |
//! | --- | --- | --- | --- |
//! | hanoi 14 (16 384 levels) | 0.96 | 0.83 | 0.92 |
//! | philosophers 14 | 1.02 | 0.99 | 1.07 |
//! | FMS 5 | 1.03 | 1.07 | 1.19 |
//! | Kanban 5 | 1.01 | 1.10 | 1.20 |

#![allow(unsafe_code)]

use std::any::Any;
use std::io;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// A task, called with the number of the thread that runs it.
type Task<'t> = dyn Fn(usize) + Sync + 't;

/// The caller and its helper threads, which sleep until there is a task.
#[derive(Debug)]
pub struct Team {
    shared: Arc<Shared>,
    helpers: Vec<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// Signals a task, or that no more tasks will come.
    called: Condvar,
    /// Signals that no helper is running the task any more.
    done: Condvar,
}

#[derive(Default)]
struct State {
    /// INVARIANT: the caller of the task has not returned from [`Team::call`].
    task: Option<&'static Task<'static>>,
    /// Number of tasks so far.
    calls: u64,
    /// Number of helpers that are running the task.
    busy: usize,
    panic: Option<Box<dyn Any + Send>>,
    is_over: bool,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("calls", &self.calls).field("busy", &self.busy).finish_non_exhaustive()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn help(&self, number: usize) {
        let mut state = self.lock();
        let mut last = 0;
        while !state.is_over {
            match state.task {
                Some(task) if state.calls > last => {
                    last = state.calls;
                    state.busy += 1;
                    drop(state);
                    let result = catch_unwind(AssertUnwindSafe(|| task(number)));
                    state = self.lock();
                    state.busy -= 1;
                    state.panic = state.panic.take().or(result.err());
                    if state.busy == 0 {
                        self.done.notify_one();
                    }
                }
                _ => state = self.called.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

impl Team {
    /// Starts this number of helpers. Each helper calls `begin` first.
    ///
    /// # Errors
    /// If the operating system refuses a thread.
    pub fn new(helpers: usize, begin: impl Fn() + Clone + Send + 'static) -> io::Result<Self> {
        let mut team = Self { shared: Arc::default(), helpers: Vec::new() };
        for number in 1..=helpers {
            let (shared, begin) = (Arc::clone(&team.shared), begin.clone());
            let help = move || {
                begin();
                shared.help(number);
            };
            team.helpers.push(thread::Builder::new().name(format!("helper {number}")).spawn(help)?);
        }
        Ok(team)
    }

    /// Returns the number of threads, including the caller.
    #[must_use]
    pub fn threads(&self) -> usize {
        1 + self.helpers.len()
    }

    /// Runs a task as thread 0, while each helper that comes in time runs it once as well. Returns when no thread is
    /// running it any more.
    ///
    /// # Panics
    /// If the task does.
    pub fn call(&self, task: &Task<'_>) {
        // SAFETY: no thread has the reference once this returns. Before that, `Called` removes the task and waits for
        // the helpers that are running it, even if this thread panics.
        let lasting = unsafe { mem::transmute::<&Task<'_>, &'static Task<'static>>(task) };
        let called = Called(&self.shared);
        {
            let mut state = self.shared.lock();
            (state.task, state.panic) = (Some(lasting), None);
            state.calls += 1;
        }
        self.shared.called.notify_all();
        task(0);
        drop(called);
        if let Some(panic) = self.shared.lock().panic.take() {
            resume_unwind(panic);
        }
    }
}

/// Ends a call when it is dropped.
struct Called<'t>(&'t Shared);

impl Drop for Called<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.task = None;
        while state.busy > 0 {
            state = self.0.done.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        self.shared.lock().is_over = true;
        self.shared.called.notify_all();
        for helper in self.helpers.drain(..) {
            // `call` has passed on the panic of a task.
            let _ = helper.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn every_job_is_done_once_by_one_of_the_threads() {
        let team = Team::new(3, || {}).expect("there are threads");
        for _ in 0..200 {
            let (next, sum) = (AtomicUsize::new(0), AtomicUsize::new(0));
            team.call(&|thread| {
                assert!(thread < team.threads());
                while let job @ 0..100 = next.fetch_add(1, Ordering::Relaxed) {
                    sum.fetch_add(job, Ordering::Relaxed);
                }
            });
            assert_eq!(sum.into_inner(), 4950);
        }
    }

    #[test]
    fn a_helper_that_has_begun_is_waited_for() {
        let team = Team::new(1, || {}).expect("there are threads");
        let (begun, ended) = (AtomicUsize::new(0), AtomicUsize::new(0));
        team.call(&|thread| {
            if thread == 0 {
                while begun.load(Ordering::Relaxed) == 0 {
                    thread::yield_now();
                }
            } else {
                begun.store(1, Ordering::Relaxed);
                thread::sleep(std::time::Duration::from_millis(5));
                ended.store(1, Ordering::Relaxed);
            }
        });
        assert_eq!(ended.into_inner(), 1);
    }

    #[test]
    fn a_panic_is_propagated_and_the_team_stays_usable() {
        let team = Team::new(2, || {}).expect("there are threads");
        for number in 0..3 {
            let begun = AtomicUsize::new(0);
            let call = || {
                team.call(&|thread| {
                    begun.fetch_add(1, Ordering::Relaxed);
                    while begun.load(Ordering::Relaxed) < 3 {
                        thread::yield_now();
                    }
                    assert!(thread != number, "it is this one");
                });
            };
            assert!(catch_unwind(AssertUnwindSafe(call)).is_err());
        }
        let count = AtomicUsize::new(0);
        team.call(&|_| {
            count.fetch_add(1, Ordering::Relaxed);
        });
        assert!((1..=3).contains(&count.into_inner()));
    }
}
