//! The search for all open goals, with the whole remaining budget. On a place/transition net, two searches
//! run concurrently, and the first to finish stops the other.
//!
//! On one net, stubborn sets skip nearly all states; on another they skip none and cost more than firing.
//! This is not known in advance. With at least two threads, one search fires all events in the requested
//! order, on all threads but one, and the other runs depth-first with stubborn sets. Each gets half of the
//! memory. On one thread, several searches run in sequence, and all but the last get a share of the time.

use std::thread;

use sanderling_analysis::reduce::Events;
use sanderling_analysis::{Control, open::Order};
use sanderling_cutoff::Inherited;
use sanderling_machine::clock::Instant;
use sanderling_net::Diagnostics;

use super::{Kind, Part, Portfolio, Technique};
use crate::portfolio::checkpoints_of;
use crate::portfolio::plan::Share;
use crate::prepare::AnalysedNet;
use crate::replay::finding::Finding;
use crate::request::Request;
use crate::request::choices::Heuristic;
use crate::search::{Searched, Wanted, one_by_one, search, survey};

/// The time for a breadth-first search with all events, before searches with stubborn sets on the same thread.
const PLAIN: Share = Share::part(4).at_most(10);
/// The time for a search with stubborn sets in another order than breadth-first.
const OTHER_ORDER: Share = Share::part(8).at_most(10);

pub(crate) struct MainSearch;

impl Technique for MainSearch {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::PlaceTransition, Kind::Coloured]
    }

    fn is_wanted(&self, portfolio: &Portfolio<'_>, _: &Part<'_>) -> bool {
        !portfolio.searches_are_over
    }

    fn attempt(&self, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<(), Diagnostics> {
        let request = Request { limits: portfolio.budget.limits_left(), ..part.request.clone() };
        let (net, control) = (part.net(), portfolio.budget.control());
        let checkpoints = checkpoints_of(portfolio.checkpoints, net, &part.goals)?;
        let searched = match checkpoints {
            // A search with checkpoints resumes as the same single search.
            Some(_) => survey(net, &request, Wanted { checkpoints, ..Wanted::default() }, control)?,
            None => race(net, &request, control)?,
        };
        portfolio.record(part, searched);
        Ok(())
    }
}

/// Searches a net, with two concurrent searches if that may help.
///
/// # Errors
/// The net cannot be compiled.
fn race(net: AnalysedNet<'_>, request: &Request, control: &Control<'_>) -> Result<Searched, Diagnostics> {
    if request.reductions.events != Events::STUBBORN || request.order != Order::BreadthFirst {
        return search(net, request, control);
    }
    let mut plain = request.clone();
    plain.reductions.events = Events::ALL;
    if request.threads < 2 {
        return one_after_the_other(net, (&plain, request), control);
    }
    plain.threads = request.threads - 1;
    plain.limits.memory_bytes = request.limits.memory_bytes.map(|bytes| bytes / 2);
    let mut stubborn = one_by_one(request, Order::DepthFirst);
    stubborn.limits.memory_bytes = plain.limits.memory_bytes;
    let (one, other) = (Control::of_part(control), Control::quiet_part(control));
    let run = |request: &Request, own: &Control<'_>, others: &Control<'_>| {
        let searched = search(net, request, own);
        // An error in one search is an error of the race.
        if searched.as_ref().map_or(true, decides) {
            others.cancel();
        }
        searched
    };
    let inherited = Inherited::of_this_thread();
    let (first, second) = thread::scope(|scope| {
        let second = scope.spawn(|| {
            inherited.take_over();
            run(&stubborn, &other, &one)
        });
        let first = run(&plain, &one, &other);
        (first, second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let (first, second) = (first?, second?);
    Ok(if decides(&second) && !decides(&first) { second } else { merged(first, &second) })
}

/// Searches with all events, then with stubborn sets: depth-first, towards the goal if there is one, and breadth-first.
/// All but the last search get a share of the time. The last one is the fastest if all states have to be visited.
fn one_after_the_other(
    net: AnalysedNet<'_>,
    (plain, stubborn): (&Request, &Request),
    control: &Control<'_>,
) -> Result<Searched, Diagnostics> {
    let started = Instant::now();
    let mut shares = vec![(plain.clone(), PLAIN), (one_by_one(stubborn, Order::DepthFirst), OTHER_ORDER)];
    if stubborn.goals().len() == 1 {
        let towards = one_by_one(stubborn, Order::BestFirst);
        shares.push((Request { heuristic: Heuristic::Distance, ..towards }, OTHER_ORDER));
    }
    let time_left = || stubborn.limits.time.map(|time| time.saturating_sub(started.elapsed()));
    let mut before: Option<Searched> = None;
    for (mut request, share) in shares {
        request.limits.time = share.of(time_left(), 1);
        let searched = after(before, search(net, &request, control)?);
        if decides(&searched) || control.is_cancelled() {
            return Ok(searched);
        }
        before = Some(searched);
    }
    let mut stubborn = stubborn.clone();
    stubborn.limits.time = time_left();
    Ok(after(before, search(net, &stubborn, control)?))
}

/// Returns the result of a search, completed with the findings and costs of the searches before.
fn after(before: Option<Searched>, searched: Searched) -> Searched {
    let Some(before) = before else { return searched };
    let mut both = if decides(&searched) { searched } else { merged(searched, &before) };
    both.visits += before.visits;
    both.firings += before.firings;
    both.compile += before.compile;
    let peak = &mut both.statistics.peak_memory_bytes;
    *peak = before.statistics.peak_memory_bytes.max(*peak);
    both
}

/// Returns whether all goals are decided.
fn decides(searched: &Searched) -> bool {
    !searched.findings.iter().any(Finding::is_open)
}

/// Returns the first result, completed with the findings of the second.
fn merged(first: Searched, second: &Searched) -> Searched {
    let findings = first.findings.into_iter().zip(&second.findings);
    let findings = findings.map(|(one, other)| if one.is_open() { other.clone() } else { one }).collect();
    Searched { findings, ..first }
}
