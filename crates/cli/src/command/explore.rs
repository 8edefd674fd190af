//! `explore` and `deadlock`: questions about the state space as a whole.

use sanderling::Question;
use sanderling_property::ColouredProperty;

use super::company::{self, Joined};
use super::several::{self, Answer, Columns};
use super::{check, search, unfold};
use crate::arguments::{DeadlockArguments, ExploreArguments, NetArguments, OutputOptions};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Input;
use crate::watch::Watch;

/// The statistics of the state space.
pub(super) fn explore(options: &ExploreArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    each(options, output, |net| {
        let (input, joined) = company::load(net, &options.processes, output)?;
        ask((input, net, joined), (Question::Explore, None), options, output)
    })
}

/// Freedom from deadlock.
pub(super) fn deadlock(options: &DeadlockArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    each(&options.explore, output, |net| {
        let (input, joined) = company::load(net, &options.explore.processes, output)?;
        let except = check::except(options.except.as_deref(), input.net())?;
        ask((input, net, joined), (Question::Deadlock, except), &options.explore, output)
    })
}

fn each(
    options: &ExploreArguments,
    output: &OutputOptions,
    ask: impl Fn(&NetArguments) -> Result<Answer, Failure>,
) -> Result<Exit, Failure> {
    search::refuse_files_of_several(&options.nets, &options.trace, &options.how.choices)?;
    company::refuse_for_several(&options.nets, &options.processes)?;
    several::each(&options.nets, &Columns::of_reports(), output, ask)
}

fn ask(
    (input, net, joined): (Input, &NetArguments, Option<Joined>),
    (question, except): (Question, Option<ColouredProperty>),
    options: &ExploreArguments,
    output: &OutputOptions,
) -> Result<Answer, Failure> {
    let choices = search::choices(&options.how.choices, net);
    let (watch, limits) = (Watch::begin(output, &input.file), search::limits(&choices));
    // In a deadlock no binding is enabled, so that it does not matter which of them an exception names.
    let merges = question == Question::Deadlock;
    let input = match unfold::ready(input, net, &limits, merges, (output, &watch)) {
        Ok(input) => input,
        Err(refused) => {
            drop(watch);
            let (mut report, input) = unfold::unanswered_report(refused, (question, limits), &[])?;
            company::complete(joined.as_ref(), &mut report);
            report.except = except.map(|property| property.text);
            return Ok(search::completed(report, &input, &options.names));
        }
    };
    let except = except.map(|property| input.prepared.to_unfolded(&property)).transpose();
    let except = except.map_err(|found| input.unsupported(found))?;
    let question = except.map_or(question, Question::DeadlockExcept);
    let request = search::request(question, input.net(), &choices, company::of(joined.as_ref()))?;
    let request = company::within_its_share(request, joined.as_ref(), &choices);
    let mut report = search::answered(&input, &request, &options.trace, watch)?;
    company::complete(joined.as_ref(), &mut report);
    Ok(search::completed(report, &input, &options.names))
}
