//! Answers a formula about runs.
//!
//! Excluding markings by a bound of tokens would change the runs, so a bound is not applied to these
//! formulas. But a given bound ensures that the search ends. The net is first searched up to [this number of
//! states](MAX_STATES). It is searched without a limit only after all markings are known to be within the
//! bound.

use sanderling::{Control, PreparedNet, Question};
use sanderling_property::{Statement, TemporalProperty};
use sanderling_report::Verdict;

use crate::Outcome;
use crate::answer::{Answered, MAX_STATES, Truth, answer_request};
use crate::arguments::Call;
use crate::strategy::request;
use crate::within::Within;

/// Answers whether a formula about runs holds for the analysed net, with at most `max_states` states, if
/// given.
pub(crate) fn answer_runs(
    prepared: &PreparedNet,
    property: TemporalProperty,
    call: &Call,
    max_states: Option<u64>,
) -> Outcome<Answered> {
    let net = prepared.net();
    let question = Question::check(vec![Statement::Runs(property)]);
    let ask = |states| answer_request(prepared, &request(call, question.clone(), net, states));
    let within = call.token_bound.and_then(|bound| Within::just_beyond(net, bound));
    let (None, Some(within)) = (max_states, within) else { return ask(max_states) };
    let answered = ask(Some(MAX_STATES))?;
    match answered.truth {
        Truth::Unknown(_) if is_whole(&within, call)? => ask(None),
        Truth::Unknown(why) => {
            let most = within.max_tokens();
            let why = format!(
                "{why}; no more states are searched, as it is not known that none has more than {most} tokens"
            );
            Ok(Answered { truth: Truth::Unknown(why), ..answered })
        }
        _ => Ok(answered),
    }
}

/// Returns whether all markings are known to be within a bound.
fn is_whole(within: &Within, call: &Call) -> Outcome<bool> {
    let question = Question::Check(vec![within.leaves_out()]);
    let request = request(call, question, within.net(), None);
    let report = sanderling::analyse(within.net(), &request, &Control::default());
    Ok(report.map_err(|found| found.to_string())?.verdict == Verdict::Violated)
}
