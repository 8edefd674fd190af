//! The search for all open goals, with the whole remaining budget. On a place/transition net, two searches
//! run concurrently, and the first to finish stops the other.
//!
//! On one net, stubborn sets skip nearly all states; on another they skip none and cost more than firing.
//! This is not known in advance. With at least two threads, one search fires all events in the requested
//! order, on all threads but one, and the other runs depth-first with stubborn sets. Each gets half of the
//! memory. On one thread, the two run in sequence: the first gets a share of the time, enough for about ten
//! million states.

use std::thread;

use sanderling_analysis::reduce::Events;
use sanderling_analysis::{Control, open::Order};
use sanderling_cutoff::Inherited;
use sanderling_machine::clock::Instant;
use sanderling_net::Diagnostics;

use super::{Kind, Part, Portfolio, Technique};
use crate::portfolio::budget::{MAX_TIME, SHARE};
use crate::portfolio::checkpoints_of;
use crate::prepare::AnalysedNet;
use crate::replay::finding::Finding;
use crate::request::Request;
use crate::search::{Searched, Wanted, one_by_one, search, survey};

pub(crate) struct MainSearch;

impl Technique for MainSearch {
    fn name(&self) -> &'static str {
        "main search"
    }

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

/// Searches with all events for a share of the time, and then with stubborn sets if some goal is open.
fn one_after_the_other(
    net: AnalysedNet<'_>,
    (plain, stubborn): (&Request, &Request),
    control: &Control<'_>,
) -> Result<Searched, Diagnostics> {
    let started = Instant::now();
    let mut plain = plain.clone();
    let share = plain.limits.time.map_or(MAX_TIME, |time| (time / SHARE).min(MAX_TIME));
    plain.limits.time = Some(share);
    let first = search(net, &plain, control)?;
    if decides(&first) || control.is_cancelled() {
        return Ok(first);
    }
    let mut stubborn = stubborn.clone();
    stubborn.limits.time = stubborn.limits.time.map(|time| time.saturating_sub(started.elapsed()));
    let second = search(net, &stubborn, control)?;
    Ok(if decides(&second) { second } else { merged(second, &first) })
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
