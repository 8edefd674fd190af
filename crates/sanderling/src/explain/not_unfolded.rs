//! What is reported about a coloured net that could not be unfolded.

use sanderling_net::{Diagnostic, Net};
use sanderling_property::ColouredStatement;
use sanderling_report::{Answer, Reason, Report, Verdict};
use sanderling_unfolding::NotUnfolded;

use super::diagnostic::describe_diagnostic;
use super::report::empty_report;
use crate::request::Request;

/// Returns the warning that a net is explored with [explicit colours](crate::PreparedNet::without_unfolding),
/// and why.
#[must_use]
pub fn explicit_colours(problem: &NotUnfolded) -> sanderling_report::Diagnostic {
    let why = format!("the net is explored with explicit colours, since it cannot be unfolded: {problem}");
    describe_diagnostic(&Diagnostic::warning(why), None)
}

/// Returns a report without results about a net that could not be unfolded within its budget, nor about these
/// properties of it.
#[must_use]
pub fn not_unfolded(
    net: &Net,
    request: &Request,
    statements: &[ColouredStatement],
    problem: &NotUnfolded,
) -> Report {
    let mut report = empty_report(net, request);
    report.verdict = Verdict::Unknown;
    report.reason = Some(match problem {
        NotUnfolded::Cancelled => Reason::Cancelled,
        // Either the time of the request ran out, or the limit for unfoldings.
        NotUnfolded::TooLarge { what: "seconds", limit }
            if request.limits.time.is_some_and(|time| time.as_secs() <= *limit) =>
        {
            Reason::TimeLimit
        }
        _ => Reason::UnfoldingTooLarge,
    });
    report.reason_text = Some(problem.to_string());
    let unknown = |statement: &ColouredStatement| Answer {
        name: statement.name().map(str::to_owned),
        property: statement.text().to_owned(),
        verdict: Verdict::Unknown,
        reason: report.reason,
        trace: None,
        decided_by: None,
    };
    report.answers = statements.iter().map(unknown).collect();
    report
}
