//! The sentences and statistics that the editor looks for in the output.
//!
//! The editor recognizes the answer by `Query is satisfied.` and `Query is NOT satisfied.`; for `MAYBE` it
//! shows the output. Statistics of a search are printed only if the original net was searched, because
//! otherwise they would be those of another net. Unknown values are question marks, or are omitted if the
//! editor would parse a number.

use std::fmt::Write as _;

use sanderling_net::Net;
use sanderling_query::contest::techniques;
use sanderling_report::{Argument, Count, Decision, Means, Report, Technique, Tokens, Trace};

use crate::answer::{Answered, Truth};

/// Returns the answer to the query at a position, from 1.
pub(crate) fn verdict(position: usize, id: &str, answered: &Answered) -> String {
    let (words, techniques) = (formula_id(id), techniques(&answered.decided_by).join(" "));
    let formula = |value: &dyn std::fmt::Display| {
        format!(
            "\nFORMULA {words} {value} TECHNIQUES {techniques}\nQuery index {} was solved\n",
            position - 1
        )
    };
    match &answered.truth {
        Truth::Satisfied => formula(&"TRUE") + "\nQuery is satisfied.\n",
        Truth::NotSatisfied => formula(&"FALSE") + "\nQuery is NOT satisfied.\n",
        Truth::Number(number) => formula(number) + "\nQuery is satisfied.\n",
        Truth::Unknown(_) => {
            format!("\nUnable to decide if {words} is satisfied.\n\nQuery is MAYBE satisfied.\n")
        }
    }
}

/// Returns an id as a single line, since the id of a query may be any text.
fn formula_id(id: &str) -> String {
    id.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the sentence about how a query was solved, if the editor has one.
pub(crate) fn solved_by(answered: &Answered) -> &'static str {
    let by_trap = |decision: &Decision| {
        matches!(decision.technique, Technique::Proof(Argument::Trap | Argument::SiphonTrap))
    };
    let is_by_trap = !answered.decided_by.is_empty() && answered.decided_by.iter().all(by_trap);
    if is_by_trap { "\nQuery solved by Siphon-Trap Analysis.\n" } else { "" }
}

/// Returns the statistics of the search.
pub(crate) fn statistics(net: &Net, answered: &Answered) -> String {
    let report = answered.report.as_ref();
    // Otherwise the statistics would be those of a smaller net, or not of all states.
    let without_unfolding = report.filter(|report| report.states.is_some() && report.reduced_net.is_none());
    let mut out = reduction(net, report);
    let discovered =
        without_unfolding.and_then(|report| report.states).or(report.and_then(|r| Some(r.explored?.states)));
    let expanded = without_unfolding.filter(|report| report.exhaustive).and_then(|report| report.states);
    let number =
        |count: Option<Count>| count.and_then(Count::finite).map_or("?".to_owned(), |n| n.to_string());
    out.push_str("\nSTATS:\n");
    let _ = writeln!(out, "\tdiscovered states: {}", number(discovered));
    let _ = writeln!(out, "\texplored states:   {}", number(expanded));
    let _ = writeln!(out, "\texpanded states:   {}", number(expanded));
    let seen = without_unfolding.and_then(|report| report.max_tokens_in_marking?.finite());
    if let Some(most) = seen.into_iter().chain(answered.run.as_ref().map(max_tokens)).max() {
        let _ = writeln!(out, "\tmax tokens:        {most}");
    }
    out.push_str(&by_transition(net, without_unfolding));
    out.push_str(&by_place(net, without_unfolding));
    out
}

fn reduction(net: &Net, report: Option<&Report>) -> String {
    let Some(reduced) = report.and_then(|report| report.reduced_net.as_ref()) else { return String::new() };
    format!(
        "\nNet reduction is enabled.\nRemoved transitions: {}\nRemoved places: {}\n",
        net.transitions.len().saturating_sub(reduced.transitions),
        net.places.len().saturating_sub(reduced.places),
    )
}

/// Returns how often each transition was enabled: 0 if never, and a question mark if it was not counted.
fn by_transition(net: &Net, report: Option<&Report>) -> String {
    let dead = report.filter(|report| report.exhaustive).and_then(|report| report.dead_transitions.as_ref());
    let is_dead = |id: &String| dead.is_some_and(|dead| dead.contains(id));
    let mut out = String::from("\nTRANSITION STATISTICS\n");
    for transition in &net.transitions {
        let _ = write!(out, "<{}:{}>", transition.id, if is_dead(&transition.id) { "0" } else { "?" });
    }
    out + "\n"
}

/// Returns the maximum number of tokens of each place.
fn by_place(net: &Net, report: Option<&Report>) -> String {
    let bounds = report.filter(|report| report.exhaustive).and_then(|report| report.bounds.as_ref());
    let mut out = String::from("\nPLACE-BOUND STATISTICS\n");
    // Bounds are in the order of the net.
    for (index, place) in net.places.iter().enumerate() {
        let bound = bounds.and_then(|bounds| bounds.0.get(index)?.1.finite());
        let _ = write!(out, "<{};{}>", place.id, bound.map_or("?".to_owned(), |bound| bound.to_string()));
    }
    out + "\n\n"
}

/// Returns the maximum number of tokens in a marking of a run.
fn max_tokens(run: &Trace) -> u128 {
    let mut tokens: i128 = run.initial.iter().map(|(_, tokens)| count(tokens)).sum();
    let mut most = tokens;
    for step in &run.steps {
        tokens +=
            step.changed.iter().map(|change| count(&change.after) - count(&change.before)).sum::<i128>();
        most = most.max(tokens);
    }
    u128::try_from(most).unwrap_or(0)
}

fn count(tokens: &Tokens) -> i128 {
    let number = |count: &Count| count.finite().and_then(|n| i128::try_from(n).ok()).unwrap_or(0);
    match tokens {
        Tokens::Plain(tokens) => number(tokens),
        Tokens::Value(_) => 1,
        Tokens::Coloured(colours) => colours.iter().map(|(_, count)| number(count)).sum(),
    }
}

/// Returns the statistics of a state space in the contest's format.
pub(crate) fn state_space(report: &Report) -> String {
    let mut out = String::new();
    let is_unbounded = report.unbounded.is_some();
    let technique = if is_unbounded { Technique::SelfCovering } else { Technique::Search };
    let by = Decision::by(technique).with(report.unfolding.is_some().then_some(Means::Unfolding));
    let techniques = techniques([&by]).join(" ");
    let statistics = [
        ("STATES", report.states),
        ("TRANSITIONS", report.firings),
        ("MAX_TOKEN_IN_PLACE", report.max_tokens_in_place),
        ("MAX_TOKEN_PER_MARKING", report.max_tokens_in_marking),
    ];
    for (name, figure) in statistics {
        if let Some(figure) = figure {
            let _ = writeln!(out, "STATE_SPACE {name} {figure} TECHNIQUES {techniques}");
        }
    }
    out
}
