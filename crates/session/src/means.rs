//! The limits of a piece of work, and the net made ready within them.

use std::time::Duration;

use sanderling::{Control, Limits, MIN_BYTES_OF_PROCESS, PreparedNet, explicit_colours};
use sanderling_machine::clock::Instant;
use sanderling_net::Net;
use sanderling_report::Diagnostic;
use sanderling_unfolding::{Budget, NotUnfolded, Options, Progress};

/// The limits of a piece of work, and its control.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// The limits of the work. The time counts from `started`.
    pub limits: Limits,
    /// When the work began.
    pub started: Instant,
    /// Cancels the work, and receives the progress of the search.
    pub control: &'a Control<'a>,
    /// Receives the progress of the unfolding. It runs on the thread of the unfolding, so it should be quick.
    pub on_unfolding: &'a dyn Fn(&Progress),
}

/// A net that is ready to be searched.
#[derive(Debug)]
pub struct Prepared {
    /// The net.
    pub net: PreparedNet,
    /// The warning that the net is explored with explicit colours.
    pub notice: Option<Diagnostic>,
}

/// A net that was not unfolded, and the reason.
pub type Refused = Box<(Net, NotUnfolded)>;

impl Means<'_> {
    /// Returns the part of a time limit that is left.
    #[must_use]
    pub fn left_of(&self, time: Duration) -> Duration {
        time.saturating_sub(self.started.elapsed())
    }
}

/// Unfolds a coloured net within the limits; without limits, in a minute and 4 GiB. Other nets stay as they are.
///
/// # Errors
/// If the net is not unfolded: the net, and the reason.
pub fn unfolded(net: Net, options: Options, means: &Means<'_>) -> Result<PreparedNet, Refused> {
    let usual = Budget::default();
    let budget = Budget {
        bytes: means.limits.memory_bytes.map_or(usual.bytes, |bytes| bytes as u64),
        time: means.limits.time.unwrap_or(usual.time),
        is_cancelled: &|| means.control.is_cancelled(),
        on_progress: means.on_unfolding,
        ..usual
    };
    PreparedNet::of(net, options, &budget)
}

/// Makes a net ready for a search. A coloured net is unfolded if that is cheap enough, and otherwise explored with explicit colours.
///
/// # Errors
/// If neither is possible, or if the time is over: the net, and why it is not unfolded.
pub fn prepared(net: Net, options: Options, means: &Means<'_>) -> Result<Prepared, Refused> {
    let of_unfolding = Means { limits: limits_of_unfolding(&means.limits), ..*means };
    match unfolded(net, options, &of_unfolding) {
        Ok(net) => Ok(net.into()),
        Err(refused) if means.limits.time.is_some_and(|time| means.left_of(time).is_zero()) => Err(refused),
        Err(refused) => explicit(refused),
    }
}

/// Makes a net that was not unfolded ready for a search with explicit colours.
///
/// # Errors
/// What was given, if the net cannot be explored so.
pub fn explicit(refused: Refused) -> Result<Prepared, Refused> {
    let notice = explicit_colours(&refused.1);
    Ok(Prepared { net: PreparedNet::without_unfolding(refused)?, notice: Some(notice) })
}

impl From<PreparedNet> for Prepared {
    fn from(net: PreparedNet) -> Self {
        Self { net, notice: None }
    }
}

/// Returns the limits of an unfolding that a search can do without. Half of the memory is left for the search.
#[must_use]
pub fn limits_of_unfolding(limits: &Limits) -> Limits {
    let usual = Budget::default();
    let most = usize::try_from(usual.bytes).unwrap_or(usize::MAX);
    let of_unfolding = |bytes: usize| if bytes < MIN_BYTES_OF_PROCESS { bytes } else { bytes / 2 };
    Limits {
        memory_bytes: limits.memory_bytes.map(|bytes| of_unfolding(bytes).min(most)),
        time: Some(limits.time.map_or(usual.time, |time| time.min(usual.time))),
        ..*limits
    }
}
