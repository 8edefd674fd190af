//! What a search does for its checkpoints after each round.

use sanderling_machine::clock::Instant;

use super::log::{BYTES_AT_LEAST, Log};
use super::{Checkpoints, Saver, can_go_on};
use crate::limits::StopReason;

/// A search between two rounds, as its checkpoints see it.
pub(crate) trait Round {
    /// How many bytes of what only grows are not in the logs, about.
    fn unlogged(&mut self) -> usize;

    /// How many bytes are worth to be handed over before a checkpoint is due.
    fn worth_logging(&self) -> usize {
        BYTES_AT_LEAST
    }

    /// Hands over what is new, as many bytes as may be.
    fn log(&mut self, log: Log<'_>) -> Result<(), StopReason>;

    /// Makes a checkpoint. Everything is in the logs.
    fn commit(&mut self, checkpoints: &mut Saver);
}

impl Checkpoints {
    /// After a round.
    pub(crate) fn after(&self, round: &mut impl Round) -> Result<(), StopReason> {
        self.take(round, false)
    }

    /// After the last round, if the search can go on from there. Where the rest cannot be read, the last checkpoint is an older one, and the answer
    /// is what it is.
    pub(crate) fn end(&self, round: &mut impl Round, stop: Option<StopReason>) {
        if can_go_on(stop)
            && let Err(reason) = self.take(round, true)
        {
            debug_assert!(matches!(reason, StopReason::TraceLost | StopReason::DiskFailed));
        }
    }

    /// After a step of several processes, in which it is not time for a checkpoint.
    pub(crate) fn between(&self, round: &mut impl Round) -> Result<(), StopReason> {
        let mut checkpoints = self.lock();
        let is_worth_it = !checkpoints.has_failed() && round.unlogged() >= round.worth_logging();
        if is_worth_it { round.log(Log::of(&mut checkpoints, false)) } else { Ok(()) }
    }

    /// Where several processes have decided that each writes its share.
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
