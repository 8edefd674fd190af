//! Properties that the portfolio decides if the reachability graph is too large or infinite.

use sanderling_analysis::Control;
use sanderling_model::Structure;
use sanderling_net::{Diagnostics, PlaceId};
use sanderling_proof::Budget;
use sanderling_property::{Comparison, Formula, Property, Quantifier, Relation};
use sanderling_report::{Decision, StandardProperty};
use sanderling_system::EventId;

use super::behaviour::{Behaviour, describe_deadlock};
use super::page::Page;
use super::structure::Theory;
use super::{Left, QUERIES, RETURN, RUN, WEIGHTINGS, conflicts, implications};
use crate::portfolio::decide;
use crate::portfolio::plan::Share;
use crate::portfolio::query::{Answer, Answered, QueriedNet, Query, answer};
use crate::prepare::AnalysedNet;
use crate::replay::finding::Finding;
use crate::request::Question;

impl Behaviour<'_> {
    /// Decides the open properties, each within a share of the time.
    ///
    /// # Errors
    /// The net cannot be compiled.
    pub(super) fn query(&self, theory: &Theory<'_>, page: &mut Page<'_>) -> Result<(), Diagnostics> {
        let left = self.left;
        page.stage(&WEIGHTINGS, left, |page, left| {
            self.describe_proved_bounds(page);
            describe_conflict_freedom(self.knowledge.structure(), page);
            conflicts::describe(page, left);
            theory.describe_weightings(page);
            implications::conclude(page);
            Ok(())
        })?;
        if page.is_needed(StandardProperty::Reversible) && !self.left.is_over() {
            page.stage(&RETURN, left, |page, left| {
                self.describe_return(page, left)?;
                implications::conclude(page);
                Ok(())
            })?;
        }
        for step in &QUERIES {
            let (property, query) = &step.work;
            if page.lacks(*property) && !left.is_over() {
                page.stage(step, left, |page, left| {
                    self.put((*property, query), page, left)?;
                    implications::conclude(page);
                    Ok(())
                })?;
            }
        }
        Ok(())
    }

    /// Answers that the net is reversible, if this is proved.
    ///
    /// # Errors
    /// The net cannot be compiled.
    fn describe_return(&self, page: &mut Page<'_>, left: Left<'_>) -> Result<(), Diagnostics> {
        let is_cancelled = || left.budget.is_cancelled();
        let budget = Budget::new(left.budget.time(), &is_cancelled);
        if self.net.prover()?.always_returns(&budget).is_some() {
            let why = "proved without exploring: firings that lower a weighted sum of tokens lead back";
            page.answer(StandardProperty::Reversible, true, why);
        }
        Ok(())
    }

    /// Answers boundedness from proved bounds.
    fn describe_proved_bounds(&self, page: &mut Page<'_>) {
        let bounds = self.knowledge.bounds();
        let upper: Option<Vec<u64>> = page.net.place_ids().map(|place| bounds.upper(place)).collect();
        let Some(upper) = upper else { return };
        let most = upper.iter().copied().max().unwrap_or(0);
        page.answer(
            StandardProperty::Bounded,
            true,
            format!(
                "proved without exploring: at most {most} {} in a place",
                if most == 1 { "token" } else { "tokens" }
            ),
        );
        if most <= 1 {
            page.answer(StandardProperty::Safe, true, "proved without exploring");
        }
    }

    fn put(
        &self,
        (property, query): (StandardProperty, &Query),
        page: &mut Page<'_>,
        left: Left<'_>,
    ) -> Result<(), Diagnostics> {
        let request = left.request_for(Question::Explore, Share::ALL);
        let mut first_answer: Option<Answered> = None;
        let queried = QueriedNet::of(self.net);
        answer(&queried, query, &request, &Control::of_part(left.budget.control()), &mut |answered| {
            first_answer.get_or_insert(answered);
        })?;
        let Some(Answered { answer: Answer::Truth(truth), by, run, .. }) = first_answer else {
            return Ok(());
        };
        if let (StandardProperty::DeadlockFree, true, Some(run)) = (property, truth, run) {
            let events: Vec<EventId> = run.iter().map(|one| EventId::new(one.index())).collect();
            describe_deadlock(&events, None, page);
            return Ok(());
        }
        // The query asks whether a deadlock is reachable, so its answer is the opposite of deadlock freedom.
        let holds = truth != (property == StandardProperty::DeadlockFree);
        page.answer(property, holds, in_words(&by));
        Ok(())
    }
}

/// Answers persistence: if no place has two transitions that take from it, and nothing inhibits them, no
/// firing disables another transition.
fn describe_conflict_freedom(structure: &Structure, page: &mut Page<'_>) {
    let is_shared = |place: PlaceId| {
        let takers = structure.postset(place).len() + structure.reset_by(place).len();
        let readers = structure.tested_by(place).len();
        takers + readers > 1 && takers > 0 || readers > 0 && !structure.preset(place).is_empty()
    };
    let has_capacity = structure.capacity().iter().any(Option::is_some);
    if !has_capacity && !structure.place_ids().any(is_shared) {
        page.answer(StandardProperty::Persistent, true, "no two transitions take from the same place");
    }
}

/// Describes what decided a property.
pub(super) fn in_words(by: &Decision) -> String {
    format!("by {}", by.technique.in_words())
}

/// Returns a run to a marking with two tokens in a place, if one is found in a share of the time.
///
/// # Errors
/// The net cannot be compiled.
pub(super) fn run_to_two_tokens(
    net: AnalysedNet<'_>,
    place: PlaceId,
    left: Left<'_>,
) -> Result<Option<Vec<EventId>>, Diagnostics> {
    let Ok(comparison) = Comparison::build([(1, place)], Relation::AtLeast, 2) else { return Ok(None) };
    let property = Property {
        name: None,
        quantifier: Quantifier::Reach,
        formula: Formula::Compare(comparison),
        text: String::new(),
    };
    let request = left.request_for(Question::Check(vec![property]), RUN).with_portfolio(net.net);
    let searched = decide(net, &request, &Control::of_part(left.budget.control()))?;
    Ok(match searched.findings.into_iter().next() {
        Some(Finding::Found(run, _)) => Some(run.events),
        _ => None,
    })
}
