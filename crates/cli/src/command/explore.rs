//! `explore` and `deadlock`: questions about the state space as a whole.

use sanderling_query::Properties;
use sanderling_session::{Ask, Kind};

use super::company::{self, Joined};
use super::several::{self, Answer, Columns};
use super::{check, search};
use crate::arguments::{DeadlockArguments, ExploreArguments, NetArguments, OutputOptions};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Input;

/// Prints the statistics of the state space.
pub(super) fn explore(options: &ExploreArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    each(options, output, |net| {
        let (input, joined) = company::load(net, &options.processes, output)?;
        ask((input, net, joined), Kind::Explore, options, output)
    })
}

/// Checks freedom from deadlock.
pub(super) fn deadlock(options: &DeadlockArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    each(&options.explore, output, |net| {
        let (input, joined) = company::load(net, &options.explore.processes, output)?;
        let except = check::except(options.except.as_deref(), input.net())?;
        ask((input, net, joined), Kind::Deadlock(except), &options.explore, output)
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
    kind: Kind,
    options: &ExploreArguments,
    output: &OutputOptions,
) -> Result<Answer, Failure> {
    let ask = Ask::new(kind, Properties::default(), options.how.choices.clone(), &input.origin);
    let search = |input: &Input, request, watch| {
        search::answered(input, (&request, &ask.choices), &options.trace, watch)
    };
    let reported = search::full_report(input, &ask, (net, joined.as_ref(), output), search)?;
    Ok(search::answer(reported, &options.shown))
}
