//! The reasons why a search ended early, as reports name them.

use sanderling_analysis::StopReason;
use sanderling_report::Reason;

/// Returns the reason for a stop; `None` if the search has an answer or a fault.
pub(crate) fn reason(stop: StopReason) -> Option<Reason> {
    Some(match stop {
        StopReason::Decided | StopReason::Discrepancy => return None,
        StopReason::Cancelled => Reason::Cancelled,
        StopReason::Memory => Reason::MemoryLimit,
        StopReason::Time => Reason::TimeLimit,
        StopReason::States => Reason::StateLimit,
        StopReason::StoreFull => Reason::StoreFull,
        StopReason::TreeTooLarge => Reason::TreeTooLarge,
        StopReason::Revisits => Reason::RevisitLimit,
        StopReason::TraceLost => Reason::TraceLost,
        StopReason::DiskFailed => Reason::DiskFailed,
        StopReason::DiskFull => Reason::DiskFull,
        StopReason::DiskLimit => Reason::DiskLimit,
        StopReason::Unbounded => Reason::Unbounded,
        StopReason::Unrepresentable => Reason::TokenOverflow,
        StopReason::Undefined | StopReason::UndefinedAtom => Reason::ModelError,
        StopReason::Depth => Reason::DepthLimit,
        StopReason::PeerLost => Reason::PeerLost,
    })
}
