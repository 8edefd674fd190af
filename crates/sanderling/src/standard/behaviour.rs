//! Behavioural properties, from the reachable markings that were explored.

use sanderling_model::Knowledge;
use sanderling_net::{Diagnostics, PlaceId, TransitionId};
use sanderling_report::{Count, LivenessLevel, StandardProperty};
use sanderling_system::EventId;

use super::Left;
use super::graph::{Ended, Ends, Exploration, Seen};
use super::page::{Page, Shown, after};
use super::queries::run_to_two_tokens;
use crate::explain::meant_end::meant;
use crate::prepare::AnalysedNet;
use crate::replay::{Meaning, Replayer};

/// The context for describing the behaviour of a net.
pub(super) struct Behaviour<'a> {
    pub(super) net: AnalysedNet<'a>,
    pub(super) knowledge: &'a Knowledge,
    pub(super) left: Left<'a>,
}

impl Behaviour<'_> {
    /// Answers the properties that an exploration decides.
    ///
    /// # Errors
    /// A run cannot be searched for.
    pub(super) fn describe(&self, exploration: &Exploration, page: &mut Page<'_>) -> Result<(), Diagnostics> {
        match (&exploration.ended, &exploration.seen) {
            (Ended::Whole(ends), Some(seen)) => {
                self.describe_markings(seen, page)?;
                if let Some(ends) = ends {
                    self.describe_components(seen, ends, page);
                }
            }
            (Ended::Infinite(proof), seen) => {
                self.describe_infinite(proof, page)?;
                self.describe_part(seen.as_ref(), page)?;
            }
            (_, seen) => self.describe_part(seen.as_ref(), page)?,
        }
        Ok(())
    }

    /// Answers the properties that some of the reachable markings decide.
    fn describe_part(&self, seen: Option<&Seen>, page: &mut Page<'_>) -> Result<(), Diagnostics> {
        let Some(seen) = seen else { return Ok(()) };
        if let Some(run) = &seen.to_deadlock {
            describe_deadlock(run, None, page);
        }
        if seen.is_enabled.iter().all(|&is_enabled| is_enabled) {
            describe_dead(&[], page);
        }
        let has_two = |place: &PlaceId| seen.bounds.get(place.index()).is_some_and(|&most| most > 1);
        if let Some(place) = page.net.place_ids().find(has_two).filter(|_| page.lacks(StandardProperty::Safe))
        {
            let run = run_to_two_tokens(self.net, place, self.left)?;
            self.describe_unsafe(place, None, run.as_deref(), page);
        }
        Ok(())
    }

    /// Answers the properties of single markings, from all reachable markings.
    fn describe_markings(&self, seen: &Seen, page: &mut Page<'_>) -> Result<(), Diagnostics> {
        let report = &mut page.report;
        (report.states, report.firings) = (Some(seen.states.into()), Some(seen.firings.into()));
        report.deadlocks = Some(seen.dead.into());
        let bound =
            |place: PlaceId| (page.net.place(place).id.clone(), Count::from(seen.bounds[place.index()]));
        report.bounds = Some(page.net.place_ids().map(bound).collect());
        self.describe_bounds(seen, page)?;
        match &seen.to_deadlock {
            None => page.answer(
                StandardProperty::DeadlockFree,
                true,
                "every reachable marking enables a transition",
            ),
            Some(run) => describe_deadlock(run, Some(seen.dead), page),
        }
        let dead: Vec<TransitionId> =
            page.net.transition_ids().filter(|one| !seen.is_enabled[one.index()]).collect();
        describe_dead(&dead, page);
        Ok(())
    }

    /// Answers the properties that depend on the components of the complete reachability graph.
    fn describe_components(&self, seen: &Seen, ends: &Ends, page: &mut Page<'_>) {
        page.report.terminal_components = Some(ends.components.terminal.into());
        let level = |one: TransitionId| (page.net.transition(one).id.clone(), level(seen, ends, one));
        page.report.liveness = Some(page.net.transition_ids().map(level).collect());
        describe_liveness(ends, page);
        describe_homes(ends, page);
        describe_persistence(ends, page);
        let recurs = page.net.transition_ids().find(|one| ends.components.repeatable[one.index()]);
        let text = recurs
            .map_or("every run ends".to_owned(), |one| format!("{} can fire for ever", page.transition(one)));
        page.answer(StandardProperty::Terminates, recurs.is_none(), text);
    }

    fn describe_bounds(&self, seen: &Seen, page: &mut Page<'_>) -> Result<(), Diagnostics> {
        let most = seen.bounds.iter().copied().max().unwrap_or(0);
        let fullest = page.net.place_ids().find(|place| seen.bounds[place.index()] == most);
        page.answer(StandardProperty::Bounded, true, format!("{most}-bounded"));
        match fullest.filter(|_| most > 1) {
            None => page.answer(StandardProperty::Safe, true, "no place ever holds two tokens"),
            Some(place) if page.lacks(StandardProperty::Safe) => {
                let run = run_to_two_tokens(self.net, place, self.left)?;
                self.describe_unsafe(place, Some(most), run.as_deref(), page);
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// Answers that a place may hold several tokens, with a run if there is one.
    pub(super) fn describe_unsafe(
        &self,
        place: PlaceId,
        most: Option<u64>,
        run: Option<&[EventId]>,
        page: &mut Page<'_>,
    ) {
        let when = run.map(|run| after(run.len()));
        let text = match (most, when) {
            (Some(most), Some(when)) => format!("holds up to {most} tokens, and more than one {when}"),
            (Some(most), None) => format!("holds up to {most} tokens"),
            (None, Some(when)) => format!("holds more than one token {when}"),
            (None, None) => "holds more than one token".to_owned(),
        };
        let text = format!("{} {text}", page.place(place));
        let shown = run.and_then(|run| Shown::run(page.net, run, page.left)).unwrap_or_default();
        let shown = shown.with([page.net.place(place).id.clone()]);
        page.show(StandardProperty::Safe, false, text, shown);
    }
}

fn describe_liveness(ends: &Ends, page: &mut Page<'_>) {
    match &ends.to_lacking {
        None => {
            page.answer(StandardProperty::Live, true, "every transition can always be made to fire again");
        }
        Some((transition, run)) => {
            let transition = TransitionId::new(*transition);
            let text = format!("{}, {} can never fire again", after(run.len()), page.transition(transition));
            let shown = Shown::run(page.net, run, page.left);
            let shown = shown.map(|shown| shown.with([page.net.transition(transition).id.clone()]));
            page.show(StandardProperty::Live, false, text, shown);
        }
    }
}

fn describe_homes(ends: &Ends, page: &mut Page<'_>) {
    use StandardProperty::{HomeMarking, Reversible};
    let components = &ends.components;
    let first = ends.to_end.first().map(Vec::as_slice).unwrap_or_default();
    if components.count == 1 {
        page.answer(Reversible, true, "the initial marking can always be reached again");
        page.answer(HomeMarking, true, "every reachable marking is one");
        return;
    }
    let text = format!("{}, there is no way back to the initial marking", after(first.len()));
    page.show(Reversible, false, text, Shown::run(page.net, first, page.left));
    if components.terminal == 1 {
        let (_, states) = components.ends[0];
        let text = match states {
            1 => format!("there is one, reached {}", after(first.len())),
            states => format!("there are {states}, one of them reached {}", after(first.len())),
        };
        page.show(HomeMarking, true, text, Shown::run(page.net, first, page.left));
    } else {
        let second = ends.to_end.get(1).map_or(0, Vec::len);
        let text = format!(
            "{} ends that exclude each other: one {}, another {}",
            components.terminal,
            after(first.len()),
            after(second)
        );
        page.show(HomeMarking, false, text, Shown::run(page.net, first, page.left));
    }
}

fn describe_persistence(ends: &Ends, page: &mut Page<'_>) {
    let property = StandardProperty::Persistent;
    match (&ends.components.disabling, &ends.to_disabling) {
        (Some((_, fired, disabled)), Some(run)) => {
            let [fired, disabled] = [fired, disabled].map(|event| TransitionId::new(event.index()));
            let text = format!(
                "{}, {} disables {}",
                after(run.len()),
                page.transition(fired),
                page.transition(disabled)
            );
            let ids = [fired, disabled].map(|one| page.net.transition(one).id.clone());
            let shown = Shown::run(page.net, run, page.left).map(|shown| shown.with(ids));
            page.show(property, false, text, shown);
        }
        _ => page.answer(property, true, "no firing disables another transition"),
    }
}

/// Returns how live a transition is, from the graph.
fn level(seen: &Seen, ends: &Ends, transition: TransitionId) -> LivenessLevel {
    let index = transition.index();
    if !seen.is_enabled[index] {
        LivenessLevel::L0
    } else if ends.components.recurrent[index] {
        LivenessLevel::L4
    } else if ends.components.repeatable[index] {
        LivenessLevel::L3
    } else {
        LivenessLevel::L1
    }
}

/// Answers that a run leads to a deadlock, with the number of deadlocks if known.
pub(super) fn describe_deadlock(run: &[EventId], count: Option<u64>, page: &mut Page<'_>) {
    let others = match count {
        Some(2..) => format!(", one of {}", count.unwrap_or_default()),
        _ => String::new(),
    };
    let replayer = Replayer::new(page.net, &Meaning::Transitions, page.left.until());
    let Ok(shown) = replayer.run(run) else { return };
    let end = shown.last().and_then(|marking| meant(page.net, marking));
    let end = end.map_or(String::new(), |end| format!(": {end}"));
    let text = format!("{}, nothing can fire{others}{end}", after(run.len()));
    page.show(StandardProperty::DeadlockFree, false, text, Shown::of(page.net, shown));
}

/// Answers quasi-liveness, given all transitions that can never fire.
pub(super) fn describe_dead(dead: &[TransitionId], page: &mut Page<'_>) {
    /// Maximum number of names on the page.
    const MAX_NAMES: usize = 6;
    if dead.is_empty() {
        page.answer(StandardProperty::QuasiLive, true, "every transition can fire");
        return;
    }
    let names: Vec<&str> = dead.iter().take(MAX_NAMES).map(|&one| page.transition(one)).collect();
    let more =
        if dead.len() > MAX_NAMES { format!(" and {} more", dead.len() - MAX_NAMES) } else { String::new() };
    let text = format!("never enabled: {}{more}", names.join(", "));
    let nodes = Shown::nodes(dead.iter().map(|&one| page.net.transition(one).id.clone()));
    page.show(StandardProperty::QuasiLive, false, text, nodes);
}
