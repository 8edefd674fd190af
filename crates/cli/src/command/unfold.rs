//! Unfolding coloured nets before their analysis, its limits, and what happens if they are exceeded.

use std::io::{self, Write};

use sanderling::Limits;
use sanderling_net::Net;
use sanderling_session::{self as session, Prepared};
use sanderling_unfolding::{Naming, NotUnfolded, Options, Progress};

use crate::arguments::{NetArguments, OutputOptions, UnfoldNames};
use crate::failure::Failure;
use crate::input::Input;
use crate::watch::Watch;

/// A net that was not unfolded, and why not.
pub(super) type Refused = Box<(Input, NotUnfolded)>;

/// Unfolds the net if it is coloured, within the limits. If `merges`, bindings with the same effect may become one
/// transition.
pub(super) fn unfolded(
    input: Input,
    options: &NetArguments,
    limits: &Limits,
    merges: bool,
    watch: &Watch,
) -> Result<Input, Refused> {
    let options = Options { naming: naming(options), merges };
    let show = |progress: &Progress| watch.display().show_unfolding(progress);
    input.with_prepared(|net| session::unfolded(net, options, &watch.means(*limits, &show)))
}

/// Returns the names of unfolded places and transitions that the user chose.
pub(super) fn naming(options: &NetArguments) -> Naming {
    match options.reading.unfold_names {
        UnfoldNames::Values => Naming::Values,
        UnfoldNames::Tapaal => Naming::Tapaal,
    }
}

/// Prepares the net for a search. If it is explored with explicit colours, a note says why.
pub(super) fn ready(
    input: Input,
    options: Options,
    limits: &Limits,
    (output, watch): (&OutputOptions, &Watch),
) -> Result<Input, Refused> {
    let show = |progress: &Progress| watch.display().show_unfolding(progress);
    let means = watch.means(*limits, &show);
    ready_by(input, |net| session::prepared(net, options, &means), (output, watch))
}

/// Prepares the net with this function.
pub(super) fn ready_by(
    input: Input,
    prepare: impl FnOnce(Net) -> Result<Prepared, session::Refused>,
    (output, watch): (&OutputOptions, &Watch),
) -> Result<Input, Refused> {
    let mut notice = None;
    let mut input = input.with_prepared(|net| {
        let prepared = prepare(net)?;
        notice = prepared.notice;
        Ok(prepared.net)
    })?;
    if let Some(notice) = notice {
        if !output.format.is_json() {
            let _ = watch.display().aside(|| writeln!(io::stderr(), "note: {}", notice.message));
        }
        input.origin.warnings.push(notice);
    }
    Ok(input)
}

/// Prints on standard error that there is no answer, if memory or time ran out.
///
/// # Errors
/// If there is another reason.
pub(super) fn note_refusal(refused: Refused) -> Result<(), Failure> {
    match refused.1 {
        NotUnfolded::TooLarge { .. } | NotUnfolded::Cancelled => {
            let _ = writeln!(io::stderr(), "note: the net is not analysed: {}", refused.1);
            Ok(())
        }
        NotUnfolded::Infinite(_) | NotUnfolded::Unsupported(_) => Err(failure(refused)),
    }
}

/// Returns the failure of a command that needs the unfolding.
pub(super) fn failure(refused: Refused) -> Failure {
    let (input, problem) = *refused;
    match problem {
        NotUnfolded::Cancelled => Failure::stopped(problem.to_string()).file(input.origin.file),
        NotUnfolded::Infinite(found) | NotUnfolded::Unsupported(found) => input.unsupported((*found).into()),
        problem => Failure::stopped(format!("{problem}; increase the limit of memory or time"))
            .file(input.origin.file),
    }
}
