//! Some goals of a request, on a net that is made small for them.

use std::collections::BTreeSet;
use std::time::Duration;

use sanderling_net::{Diagnostics, TransitionId};
use sanderling_property::{Formula, Property};
use sanderling_report::{Means, NupnClaim, ReducedNet, Report};
use sanderling_structural::{Budget, Preserved, Reduction, reduce};
use sanderling_system::EventId;

use super::rules::rule_statistics;
use super::{AnalysedNet, Facts};
use crate::portfolio::finding::Finding;
use crate::request::{Question, Request};

/// What is said of an answer about a net that rules have made.
const REDUCED: [Means; 1] = [Means::StructuralReduction];

/// The net to be searched, and what is to be decided there.
pub(crate) struct Part<'a> {
    original: AnalysedNet<'a>,
    reduced: Option<(Reduction, Facts)>,
    /// The numbers of the goals among those of the whole request.
    pub(crate) goals: Vec<usize>,
    /// What is to be decided, in terms of the net that is searched.
    pub(crate) request: Request,
}

impl<'a> Part<'a> {
    /// A part with these goals, on a net that is reduced for them where the request wants that.
    ///
    /// # Errors
    /// Where the net cannot be reduced, since it cannot be compiled either.
    pub(crate) fn reduced(
        net: AnalysedNet<'a>,
        request: &Request,
        goals: Vec<usize>,
        time: Duration,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Self, Diagnostics> {
        let whole = Self::whole(net, request, goals);
        let targets = whole.request.goals();
        // What a marking that is not dead holds is not preserved.
        if !request.reductions.structural || targets.iter().any(Formula::asks_for_no_deadlock) {
            return Ok(whole);
        }
        let preserved = Preserved {
            deadlocks: targets.iter().any(Formula::mentions_deadlock),
            places: targets.iter().flat_map(Formula::places).collect::<BTreeSet<_>>(),
            transitions: targets.iter().flat_map(Formula::transitions).collect::<BTreeSet<_>>(),
        };
        let reduction = reduce(net.net, &preserved, &Budget { time, is_cancelled })?;
        let question = renamed(&whole.request.question, &reduction);
        let Some(question) = question.filter(|_| !rule_statistics(&reduction).is_empty()) else {
            return Ok(whole);
        };
        let request = Request { question, ..whole.request };
        Ok(Self { reduced: Some((reduction, Facts::default())), request, ..whole })
    }

    /// A part with these goals, on the original net.
    pub(crate) fn whole(net: AnalysedNet<'a>, request: &Request, goals: Vec<usize>) -> Self {
        let question = match &request.question {
            // Assertions come after the properties.
            Question::Check(properties) => {
                Question::Check(goals.iter().filter_map(|&goal| properties.get(goal).cloned()).collect())
            }
            other => other.clone(),
        };
        Self { original: net, reduced: None, goals, request: Request { question, ..request.clone() } }
    }

    /// The net to be searched.
    pub(crate) fn net(&self) -> AnalysedNet<'_> {
        let reduced = |(reduction, facts)| AnalysedNet::new(Reduction::net(reduction), facts);
        self.reduced.as_ref().map(|(reduction, facts)| (reduction, facts)).map_or(self.original, reduced)
    }

    fn reduction(&self) -> Option<&Reduction> {
        self.reduced.as_ref().map(|(reduction, _)| reduction)
    }

    /// Whether the rules have shown that what is looked for is nowhere.
    pub(crate) fn is_decided(&self) -> bool {
        let is_never_dead = self.reduction().is_some_and(Reduction::is_never_dead);
        is_never_dead && self.request.goals() == [Formula::Deadlock]
    }

    /// What was found on the net that was searched, as what it is on the original one.
    pub(crate) fn lift(&self, finding: Finding) -> Finding {
        let Some(reduction) = self.reduction() else { return finding };
        match finding {
            Finding::Found(events, by) => {
                let transitions: Vec<_> =
                    events.iter().map(|event| TransitionId::new(event.index())).collect();
                let lifted = reduction.lift(&transitions);
                let events = |lifted: Vec<TransitionId>| {
                    lifted.iter().map(|transition| EventId::new(transition.index())).collect()
                };
                lifted.map_or(Finding::TooLong, |lifted| Finding::Found(events(lifted), by.with(REDUCED)))
            }
            Finding::Absent(by) => Finding::Absent(by.with(REDUCED)),
            Finding::Open | Finding::TooLong => finding,
        }
    }

    /// Says in a report of a search of the part's net what net that is, and takes out what is not true of the original
    /// one.
    pub(crate) fn adorn(&self, report: &mut Report) {
        let original = self.original.net;
        report.net = (!original.id.is_empty()).then(|| original.id.clone());
        if self.reduced.is_some() {
            report.unbounded = None;
            let claims = original.units.as_ref().is_some_and(|units| units.claims_safe);
            report.nupn_claim = if claims { NupnClaim::Unchecked } else { NupnClaim::None };
        }
        self.describe_net(report);
    }

    /// Says what the rules have made of the net.
    pub(crate) fn describe_net(&self, report: &mut Report) {
        let Some(reduction) = self.reduction() else { return };
        report.reduced_net = Some(ReducedNet {
            places: reduction.net().places.len(),
            transitions: reduction.net().transitions.len(),
            rules: rule_statistics(reduction),
        });
    }
}

/// A question about the reduced net; `None` where something that it names is not there.
fn renamed(question: &Question, reduction: &Reduction) -> Option<Question> {
    let Question::Check(properties) = question else { return Some(question.clone()) };
    let rename = |property: &Property| {
        let formula =
            property.formula.renamed(&|place| reduction.place(place), &|one| reduction.transition(one))?;
        Some(Property { formula, ..property.clone() })
    };
    Some(Question::Check(properties.iter().map(rename).collect::<Option<_>>()?))
}
