//! The work for checkpoints after each round of a search.

use sanderling_machine::clock::Instant;

use super::log::{BYTES_AT_LEAST, Log};
use super::{Checkpoints, Saver, can_go_on};
use crate::limits::StopReason;

/// A search between two rounds, as its checkpoints use it.
pub(crate) trait Round {
    /// Returns the approximate number of bytes of growing data that are not in the logs.
    fn unlogged(&mut self) -> usize;

    /// The minimum number of bytes to log before a checkpoint is due.
    fn worth_logging(&self) -> usize {
        BYTES_AT_LEAST
    }

    /// Writes the new parts, up to the number of bytes that the log accepts.
    fn log(&mut self, log: Log<'_>) -> Result<(), StopReason>;

    /// Commits a checkpoint. All growing data is in the logs.
    fn commit(&mut self, checkpoints: &mut Saver);
}

impl Checkpoints {
    /// Saves after a round.
    pub(crate) fn after(&self, round: &mut impl Round) -> Result<(), StopReason> {
        self.take(round, false)
    }

    /// Saves a checkpoint after the last round, if the search can resume from there. If that fails, the
    /// previous checkpoint remains the newest, and the result of the search does not change.
    pub(crate) fn end(&self, round: &mut impl Round, stop: Option<StopReason>) {
        if can_go_on(stop)
            && let Err(reason) = self.take(round, true)
        {
            debug_assert!(matches!(reason, StopReason::TraceLost | StopReason::DiskFailed));
        }
    }

    /// Logs after a step of several processes in which no checkpoint is due.
    pub(crate) fn between(&self, round: &mut impl Round) -> Result<(), StopReason> {
        let mut checkpoints = self.lock();
        let is_worth_it = !checkpoints.has_failed() && round.unlogged() >= round.worth_logging();
        if is_worth_it { round.log(Log::of(&mut checkpoints, false)) } else { Ok(()) }
    }

    /// Writes the share of this process, after all processes have agreed on it.
    pub(crate) fn share(&self, round: &mut impl Round) -> Result<(), StopReason> {
        self.take(round, true)
    }

    fn take(&self, round: &mut impl Round, is_last: bool) -> Result<(), StopReason> {
        let mut checkpoints = self.lock();
        if checkpoints.has_failed() {
            return Ok(());
        }
        let (began, is_due) = (Instant::now(), is_last || checkpoints.is_due());
        if is_due || round.unlogged() >= round.worth_logging() {
            round.log(Log::of(&mut checkpoints, is_last))?;
        }
        if is_due && round.unlogged() == 0 {
            round.commit(&mut checkpoints);
            checkpoints.waited = began.elapsed();
        }
        Ok(())
    }
}
