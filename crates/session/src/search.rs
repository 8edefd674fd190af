//! The search of a request, in the time that is left.

use std::fmt;

use sanderling::options::{Misuse, Refusal};
use sanderling::{PreparedNet, Request};
use sanderling_net::Diagnostics;
use sanderling_report::Report;

use crate::means::Means;

/// Why no search is started for a question about a net.
#[derive(Debug)]
pub enum Problem {
    /// An option is wrong.
    Misuse(Misuse),
    /// The options do not go together.
    Refusal(Refusal),
    /// The options do not go with this net.
    RefusedForNet(Refusal),
    /// The property at this position, from 0, does not fit the net.
    Property(usize, Diagnostics),
    /// The exception does not fit the net.
    Except(Diagnostics),
    /// The checkpoint cannot be resumed.
    Checkpoint(Diagnostics),
    /// The net cannot be analysed.
    Net(Diagnostics),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Misuse(misuse) => misuse.fmt(f),
            Self::Refusal(refusal) | Self::RefusedForNet(refusal) => refusal.fmt(f),
            Self::Property(_, found) | Self::Except(found) | Self::Checkpoint(found) | Self::Net(found) => {
                found.fmt(f)
            }
        }
    }
}

/// Searches in the time that is left of the request's limit. The report shows the whole limit.
///
/// # Errors
/// If the options, the checkpoint or the net are refused.
pub fn search(net: &PreparedNet, request: &Request, means: &Means<'_>) -> Result<Report, Problem> {
    if let Some(refusal) = request.refusal() {
        return Err(Problem::Refusal(refusal));
    }
    let mut in_time = request.clone();
    in_time.limits.time = request.limits.time.map(|time| means.left_of(time));
    let mut report = net.analyse(&in_time, means.control).map_err(|found| match net.refusal(request) {
        Some(refusal) if !found.is_internal() => Problem::RefusedForNet(refusal),
        _ if request.checkpoint.is_some() && is_about_no_line(&found) => Problem::Checkpoint(found),
        _ => Problem::Net(found),
    })?;
    report.options.extend(request.limits.time.map(|time| ("time_s".to_owned(), time.as_secs_f64().into())));
    Ok(report)
}

/// Whether the diagnostics are about no place in the file of the net, and about no fault of the program.
fn is_about_no_line(found: &Diagnostics) -> bool {
    !found.is_internal() && found.iter().all(|one| one.span.is_none())
}
