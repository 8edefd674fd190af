//! Answers to questions about a state space, as on the command line.

use sanderling::options::Choices;
use sanderling_net::Net;
use sanderling_report::Report;
use sanderling_session::{self as session, Problem};
use sanderling_unfolding::Progress;

use crate::failure::Failure;
use crate::loaded::Input;
use crate::question::Question;
use crate::watch::Watch;

/// Answers a question within its limits.
pub(crate) fn answered(input: &Input, question: &Question, watch: &Watch<'_>) -> Result<Report, Failure> {
    let ask = &question.ask;
    let (limits, mut origin) = (ask.limits(), input.origin.clone());
    let show = |progress: &Progress| watch.record_unfolding(progress);
    let means = watch.means(limits, &show);
    let mut report = match session::prepared(Net::clone(&input.net), ask.unfolding(input.naming), &means) {
        Ok(prepared) => {
            question.files.refusal(&prepared.net)?;
            let refused = |problem| failure(problem, input, &ask.choices);
            let request = ask.request(&prepared.net, None).map_err(refused)?;
            let report = session::search(&prepared.net, &request, &means).map_err(refused)?;
            question.files.publish((input, &prepared.net), (&request, &report), watch)?;
            origin.warnings.extend(prepared.notice);
            report
        }
        Err(refused) => {
            let (net, problem) = *refused;
            ask.unanswered(&net, problem, limits).map_err(|problem| input.not_unfolded(problem))?
        }
    };
    ask.complete(&mut report, &origin);
    Ok(report)
}

/// Describes why a question with these options cannot be answered for a net.
fn failure(problem: Problem, input: &Input, choices: &Choices) -> Failure {
    match problem {
        Problem::Misuse(misuse) => misuse.into(),
        Problem::Refusal(refusal) | Problem::RefusedForNet(refusal) => {
            Failure::usage(refusal.text_for(choices, ""))
        }
        Problem::Property(_, found)
        | Problem::Except(found)
        | Problem::Checkpoint(found)
        | Problem::Net(found) => input.unsupported(&found),
    }
}
