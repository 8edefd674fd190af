//! Executes tasks concurrently and delivers results as they arrive.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Executes tasks in order, `jobs` of them concurrently. Calls `on_result` on this thread with each result and the
/// number of its task when the task ends. After `is_stopped` returns true or `on_result` returns an error, no further
/// task starts. A stopped task may return `None`.
///
/// # Errors
/// The first error of `on_result`.
pub(crate) fn carry_out<T: Sync, R: Send, E>(
    tasks: &[T],
    jobs: usize,
    is_stopped: impl Fn() -> bool + Sync,
    task: impl Fn(&T) -> Option<R> + Sync,
    mut on_result: impl FnMut(usize, R) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let is_broken = AtomicBool::new(false);
    let is_over = || is_stopped() || is_broken.load(Ordering::Relaxed);
    thread::scope(|scope| {
        let (send, results) = mpsc::channel();
        for _ in 0..jobs.clamp(1, tasks.len().max(1)) {
            let send = send.clone();
            let (next, is_over, task) = (&next, &is_over, &task);
            scope.spawn(move || {
                while !is_over() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(result) = tasks.get(index).map(task) else { break };
                    // The receiver lives as long as this scope.
                    drop(result.map(|result| send.send((index, result))));
                }
            });
        }
        drop(send);
        let mut outcome = Ok(());
        for (index, result) in results {
            if outcome.is_ok() {
                outcome = on_result(index, result);
                is_broken.store(outcome.is_err(), Ordering::Relaxed);
            }
        }
        outcome
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_carried_out_once() {
        for jobs in [1, 3, 100] {
            let tasks: Vec<usize> = (0..50).collect();
            let mut seen = Vec::new();
            let on_result = |index, result| {
                seen.push((index, result));
                Ok::<_, ()>(())
            };
            carry_out(&tasks, jobs, || false, |task| Some(task * task), on_result).unwrap();
            seen.sort_unstable();
            assert_eq!(seen, tasks.iter().map(|&task| (task, task * task)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nothing_is_begun_after_a_stop_or_an_error() {
        let stop = AtomicBool::new(false);
        let is_stopped = || stop.load(Ordering::Relaxed);
        let begun = AtomicUsize::new(0);
        let tasks = [0; 1000];
        let task = |_: &i32| Some(begun.fetch_add(1, Ordering::Relaxed));
        let result = carry_out(
            &tasks,
            2,
            is_stopped,
            task,
            |_, number| if number == 3 { Err(number) } else { Ok(()) },
        );
        assert_eq!(result, Err(3));
        let before = begun.load(Ordering::Relaxed);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(carry_out(&tasks, 2, is_stopped, task, |_, _| Ok::<_, ()>(())), Ok(()));
        assert_eq!(begun.load(Ordering::Relaxed), before);
    }
}
