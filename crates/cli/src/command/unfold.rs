//! Coloured nets are unfolded before they are analysed. What this may cost, and what becomes of it where it would cost more.

use std::io::{self, Write};

use sanderling::{Limits, MIN_BYTES_OF_PROCESS, Question, Request, explicit_colours, not_unfolded};
use sanderling_property::ColouredStatement;
use sanderling_report::Report;
use sanderling_unfolding::{Budget, Naming, NotUnfolded, Options};

use crate::arguments::{NetArguments, OutputOptions, UnfoldNames};
use crate::failure::Failure;
use crate::input::Input;
use crate::watch::Watch;

/// A net that was not unfolded, and why not.
pub(super) type Refused = Box<(Input, NotUnfolded)>;

/// The net with its unfolding, where it is coloured, within the limits; where there are none, in a minute and 4 GiB. `merges`: whether bindings that do the same may become one transition.
pub(super) fn unfolded(
    input: Input,
    options: &NetArguments,
    limits: &Limits,
    merges: bool,
    watch: &Watch,
) -> Result<Input, Refused> {
    let usual = Budget::default();
    let naming = match options.reading.unfold_names {
        UnfoldNames::Values => Naming::Values,
        UnfoldNames::Tapaal => Naming::Tapaal,
    };
    let budget = Budget {
        bytes: limits.memory_bytes.map_or(usual.bytes, |bytes| bytes as u64),
        time: limits.time.unwrap_or(usual.time),
        is_cancelled: &|| watch.control().is_cancelled(),
        hear: &|progress| watch.display().show_unfolding(progress),
        ..usual
    };
    input.unfolded(Options { naming, merges }, &budget)
}

/// The limits of an unfolding that a search can do without: a net that takes more is explored as it is. Of the memory of the whole program, half is left
/// for what is made of the unfolding.
pub(super) fn before_a_search(limits: &Limits) -> Limits {
    let usual = Budget::default();
    let bytes = usize::try_from(usual.bytes).unwrap_or(usize::MAX);
    let of_unfolding = |most: usize| if most < MIN_BYTES_OF_PROCESS { most } else { most / 2 };
    Limits {
        memory_bytes: limits.memory_bytes.map(|most| of_unfolding(most).min(bytes)),
        time: Some(limits.time.map_or(usual.time, |time| time.min(usual.time))),
        ..*limits
    }
}

/// The net that a search explores: with its unfolding where it has one, otherwise as it is where that can be done, and then the
/// user is told why.
pub(super) fn ready(
    input: Input,
    options: &NetArguments,
    limits: &Limits,
    merges: bool,
    (output, watch): (&OutputOptions, &Watch),
) -> Result<Input, Refused> {
    let refused = match unfolded(input, options, &before_a_search(limits), merges, watch) {
        Ok(input) => return Ok(input),
        Err(refused) => refused,
    };
    if limits.time.is_some_and(|time| watch.left_of(time).is_zero()) {
        return Err(refused);
    }
    without_unfolding(refused, (output, watch))
}

/// The net as it is where it can be explored so, and then the user is told why.
#[expect(clippy::boxed_local, reason = "it is handed on as the error that it was")]
pub(super) fn without_unfolding(
    refused: Refused,
    (output, watch): (&OutputOptions, &Watch),
) -> Result<Input, Refused> {
    let warning = explicit_colours(&refused.1);
    let mut input = Input::without_unfolding(*refused)?;
    if !output.format.is_json() {
        let _ = watch.display().aside(|| writeln!(io::stderr(), "note: {}", warning.message));
    }
    input.warnings.push(warning);
    Ok(input)
}

/// Says on standard error why there is no answer, where that is for want of memory or time.
///
/// # Errors
/// Where it is for another reason.
pub(super) fn note_refusal(refused: Refused) -> Result<(), Failure> {
    match refused.1 {
        NotUnfolded::TooLarge { .. } | NotUnfolded::Cancelled => {
            let _ = writeln!(io::stderr(), "note: the net is not analysed: {}", refused.1);
            Ok(())
        }
        NotUnfolded::Infinite(_) | NotUnfolded::Unsupported(_) => Err(failure(refused)),
    }
}

/// The failure of a command that needs the unfolding.
#[expect(clippy::boxed_local, reason = "it is handed on as the error that it was")]
pub(super) fn failure(refused: Refused) -> Failure {
    let (input, problem) = *refused;
    match problem {
        NotUnfolded::Cancelled => Failure::stopped(problem.to_string()).file(input.file),
        NotUnfolded::Infinite(found) | NotUnfolded::Unsupported(found) => input.unsupported((*found).into()),
        problem => {
            Failure::stopped(format!("{problem}; a limit of memory or time may be raised")).file(input.file)
        }
    }
}

/// The report of a question that is not answered because its net could not be unfolded, with the net that it
/// is about.
pub(super) fn unanswered_report(
    refused: Refused,
    (question, limits): (Question, Limits),
    properties: &[ColouredStatement],
) -> Result<(Report, Input), Failure> {
    match refused.as_ref() {
        (input, problem @ (NotUnfolded::TooLarge { .. } | NotUnfolded::Cancelled)) => {
            let request = Request { limits, ..Request::new(question) };
            let report = not_unfolded(input.net(), &request, properties, problem);
            Ok((report, refused.0))
        }
        _ => Err(failure(refused)),
    }
}
