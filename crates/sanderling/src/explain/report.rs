//! Turns the statistics of a search into a report, which has no verdict yet.

use sanderling_net::Net;
use sanderling_report::{Question as QuestionKind, Report};

use crate::request::{Question, Request};
use crate::search::SearchStatistics;

/// Returns a report of a request without any results.
pub(crate) fn empty_report(net: &Net, request: &Request) -> Report {
    report(net, request, SearchStatistics::none(net, request))
}

/// Returns the report with these statistics.
pub(crate) fn report(net: &Net, request: &Request, statistics: SearchStatistics) -> Report {
    let mut report = Report::new(question_kind(&request.question));
    report.except = request.question.except().map(|property| property.text.clone());
    report.program = net.program.is_some();
    report.net = (!net.id.is_empty()).then(|| net.id.clone());
    let SearchStatistics {
        reason,
        reason_text,
        states,
        firings,
        deadlocks,
        explored,
        reduced_net,
        diagram,
        symmetry,
        retention,
        store,
        checkpoint,
        processes,
        depth,
        max_tokens_in_place,
        max_tokens_in_marking,
        bits_per_state,
        levels,
        exhaustive,
        bounds,
        dead_transitions,
        unbounded,
        nupn_claim,
        time_s,
        peak_memory_bytes,
        store_bytes,
        plan,
        options,
    } = statistics;
    Report {
        reason,
        reason_text,
        states,
        firings,
        deadlocks,
        explored,
        reduced_net,
        diagram,
        symmetry,
        retention,
        store,
        checkpoint,
        processes,
        depth,
        max_tokens_in_place,
        max_tokens_in_marking,
        bits_per_state,
        levels,
        exhaustive,
        bounds,
        dead_transitions,
        unbounded,
        nupn_claim,
        time_s,
        peak_memory_bytes,
        store_bytes,
        plan,
        options,
        ..report
    }
}

fn question_kind(question: &Question) -> QuestionKind {
    match question {
        Question::Explore => QuestionKind::Explore,
        Question::Deadlock | Question::DeadlockExcept(_) => QuestionKind::Deadlock,
        Question::Check(_) | Question::Statements(_) => QuestionKind::Check,
    }
}
