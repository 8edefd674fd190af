//! `explore` and `deadlock`: questions about the state space as a whole.

use sanderling::Question;

use super::{load, search, unfold};
use crate::arguments::{ExploreArguments, OutputOptions};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::watch::Watch;

/// The statistics of the state space.
pub(super) fn explore(options: &ExploreArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    ask(Question::Explore, options, output)
}

/// Freedom from deadlock.
pub(super) fn deadlock(options: &ExploreArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    ask(Question::Deadlock, options, output)
}

fn ask(question: Question, options: &ExploreArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let input = load(&options.net, output)?;
    let choices = search::choices(&options.how.choices, &options.net);
    let (watch, limits) = (Watch::begin(output), search::limits(&choices));
    let merges = question == Question::Deadlock;
    let input = match unfold::ready(input, &options.net, &limits, merges, (output, &watch)) {
        Ok(input) => input,
        Err(refused) => {
            drop(watch);
            return unfold::unanswered(refused, (question, limits), &[], output);
        }
    };
    let request = search::request(question, input.net(), &choices)?;
    search::search(&input, &request, (&options.trace, output), watch)
}
