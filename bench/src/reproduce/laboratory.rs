//! Executes runs concurrently and records each as it ends, until all are done or the user cancels.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};
use sanderling_analysis::Control;
use sanderling_progress::Measure;

use super::explored_model::{ExploredModel, Halt};
use super::records::Records;
use super::run::Run;
use super::setting::Setting;
use crate::runner::schedule;

/// The records, the progress bar, and the control that cancels the runs.
#[derive(Debug)]
pub(super) struct Laboratory {
    control: Arc<Control<'static>>,
    records: Mutex<Records>,
    bar: ProgressBar,
}

/// The results of the jobs.
#[derive(Debug)]
pub(super) struct Finished<R> {
    /// The results of finished jobs, in the order of the jobs.
    pub(super) results: Vec<R>,
    /// The errors of failed jobs.
    pub(super) failures: Vec<String>,
    pub(super) is_cancelled: bool,
}

impl Laboratory {
    /// Creates a laboratory for an amount of work as counted by [`each`](Self::each). `control` cancels it.
    pub(super) fn new(records: Records, control: Arc<Control<'static>>, work: u64) -> Self {
        let bar = ProgressBar::new(work);
        let style = ProgressStyle::with_template("{bar:32} {percent:>3} %, {eta} left: {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { control, records: Mutex::new(records), bar }
    }

    /// Executes a run, unless its result is recorded.
    pub(super) fn search(
        &self,
        explored: &ExploredModel,
        setting: &Setting,
        visits_allowed: u64,
        measure: Option<&Measure>,
    ) -> Result<Run, Halt> {
        if let Some(run) = lock(&self.records).find(&explored.name, setting, visits_allowed) {
            return Ok(run);
        }
        self.bar.set_message(Run::key(&explored.name, setting));
        let run = explored.search(setting, visits_allowed, measure, &self.control)?;
        lock(&self.records).add(&run)?;
        Ok(run)
    }

    /// Executes the jobs, `at_a_time` of them concurrently. `work` returns the amount of work of a job;
    /// `show` formats the line to print when it ends.
    pub(super) fn each<J: Sync, R: Send>(
        &self,
        jobs: &[J],
        at_a_time: usize,
        work: impl Fn(&J) -> u64 + Sync,
        run: impl Fn(&J) -> Result<R, Halt> + Sync,
        show: impl Fn(&R) -> String,
    ) -> Finished<R> {
        let (mut results, mut failures) = (Vec::new(), Vec::new());
        let task = |job: &J| {
            let result = run(job);
            self.bar.inc(work(job));
            Some(result)
        };
        let on_result = |index, result| {
            match result {
                Ok(result) => {
                    self.bar.suspend(|| println!("{}", show(&result)));
                    results.push((index, result));
                }
                Err(Halt::Cancelled) => {}
                Err(Halt::Broken(message)) => failures.push(message),
            }
            Ok::<_, Infallible>(())
        };
        let is_cancelled = || self.control.is_cancelled();
        let Ok(()) = schedule::carry_out(jobs, at_a_time, is_cancelled, task, on_result);
        self.bar.finish_and_clear();
        results.sort_by_key(|&(index, _)| index);
        let results = results.into_iter().map(|(_, result)| result).collect();
        Finished { results, failures, is_cancelled: is_cancelled() }
    }
}

/// Locks a mutex. The data is consistent even if a thread has panicked, since no change is made in several
/// steps.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
