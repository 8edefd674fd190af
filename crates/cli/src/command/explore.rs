//! `explore` and `deadlock`: questions about the state space as a whole.

use sanderling::Question;
use sanderling_property::ColouredProperty;

use super::{check, load, search, unfold};
use crate::arguments::{DeadlockArguments, ExploreArguments, OutputOptions};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Input;
use crate::watch::Watch;

/// The statistics of the state space.
pub(super) fn explore(options: &ExploreArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let input = load(&options.net, output)?;
    ask(input, (Question::Explore, None), options, output)
}

/// Freedom from deadlock.
pub(super) fn deadlock(options: &DeadlockArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let input = load(&options.explore.net, output)?;
    let except = check::except(options.except.as_deref(), input.net())?;
    ask(input, (Question::Deadlock, except), &options.explore, output)
}

fn ask(
    input: Input,
    (question, except): (Question, Option<ColouredProperty>),
    options: &ExploreArguments,
    output: &OutputOptions,
) -> Result<Exit, Failure> {
    let choices = search::choices(&options.how.choices, &options.net);
    let (watch, limits) = (Watch::begin(output), search::limits(&choices));
    // In a deadlock no binding is enabled, so that it does not matter which of them an exception names.
    let merges = question == Question::Deadlock;
    let input = match unfold::ready(input, &options.net, &limits, merges, (output, &watch)) {
        Ok(input) => input,
        Err(refused) => {
            drop(watch);
            let (mut report, input) = unfold::unanswered_report(refused, (question, limits), &[])?;
            report.except = except.map(|property| property.text);
            return search::tell(report, &input, output);
        }
    };
    let except = except.map(|property| input.prepared.to_unfolded(&property)).transpose();
    let except = except.map_err(|found| input.unsupported(found))?;
    let question = except.map_or(question, Question::DeadlockExcept);
    let request = search::request(question, input.net(), &choices)?;
    search::search(&input, &request, (&options.trace, output), watch)
}
