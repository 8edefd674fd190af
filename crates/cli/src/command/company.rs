//! Searches by several processes. They start or find one another, and agree on the request, before the net is read.
//!
//! The first process reads the file and sends it to the others. With `--processes` it also starts them with its own
//! command line, and passes the rest in an environment variable. Only the first process prints the result.

#[cfg(feature = "distributed")]
mod joined;
#[cfg(not(feature = "distributed"))]
mod without;

#[cfg(feature = "distributed")]
pub(super) use joined::Joined;
#[cfg(not(feature = "distributed"))]
pub(super) use without::Joined;

use sanderling::options::Choices;
use sanderling::{Company, Request};
use sanderling_report::Report;

use super::{several, warn};
use crate::arguments::{NetArguments, NetsArguments, OutputOptions, ProcessOptions};
use crate::failure::Failure;
use crate::input::Input;

/// Returns an error if several processes are requested for several files.
pub(super) fn refuse_for_several(nets: &NetsArguments, options: &ProcessOptions) -> Result<(), Failure> {
    options.first().map_or(Ok(()), |option| several::refuse_for_several(nets, option, true))
}

/// Returns the number of this process, if the options or the process that started it give one.
pub(super) fn own(options: &ProcessOptions) -> Result<Option<usize>, Failure> {
    Joined::own(options)
}

/// Reads the net, together with the other processes if there are any.
pub(super) fn load(
    net: &NetArguments,
    options: &ProcessOptions,
    output: &OutputOptions,
) -> Result<(Input, Option<Joined>), Failure> {
    if options.first().is_none() {
        return Ok((super::load(net, output)?, None));
    }
    let (joined, source) = Joined::join(net, options)?;
    let input = Input::of(source, net, |warnings| warn(warnings, output))?;
    Ok((input, Some(joined)))
}

/// Returns the processes of a request, if there are several.
pub(super) fn of(joined: Option<&Joined>) -> Option<Company> {
    joined.map(Joined::company)
}

/// Returns the request with memory and threads divided among the processes on this machine, unless the user chose them.
pub(super) fn within_its_share(request: Request, joined: Option<&Joined>, choices: &Choices) -> Request {
    let processes = joined.map_or(1, Joined::processes_here).max(1);
    let Request { mut limits, mut threads, .. } = request;
    if !choices.has("memory") {
        limits.memory_bytes = limits.memory_bytes.map(|bytes| bytes / processes);
    }
    if !choices.has("threads") {
        threads = (threads / processes).max(1);
    }
    Request { limits, threads, ..request }
}

/// Adds to a report which process was lost, if that is why there is no answer.
pub(super) fn complete(joined: Option<&Joined>, report: &mut Report) {
    joined.into_iter().for_each(|joined| joined.complete(report));
}
