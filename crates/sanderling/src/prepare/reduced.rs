//! Some goals of a request, on a net that is reduced for them.

use std::collections::BTreeSet;
use std::time::Duration;

use sanderling_net::{Diagnostics, TransitionId};
use sanderling_property::{Formula, Property};
use sanderling_report::{Means, ReducedNet};
use sanderling_structural::{Budget, Preserved, Reduction, reduce_without};
use sanderling_system::EventId;

use super::rules::rule_statistics;
use super::{AnalysedNet, Facts};
use crate::replay::finding::{Finding, Path};
use crate::request::{Question, Request};

/// The means reported for an answer from a reduced net.
const REDUCED: [Means; 1] = [Means::StructuralReduction];

/// A net to search, and the goals to decide on it.
pub(crate) struct Part<'a> {
    original: AnalysedNet<'a>,
    reduced: Option<(Reduction, Facts)>,
    /// The numbers of the goals within the whole request.
    pub(crate) goals: Vec<usize>,
    /// The goals as a request about the net that is searched.
    pub(crate) request: Request,
}

impl<'a> Part<'a> {
    /// Creates a part with these goals, on a net that is reduced for them if the request allows it.
    ///
    /// # Errors
    /// The net cannot be compiled, and therefore not reduced.
    pub(crate) fn reduced(
        net: AnalysedNet<'a>,
        request: &Request,
        goals: Vec<usize>,
        time: Duration,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Self, Diagnostics> {
        let whole = Self::whole(net, request, goals);
        let targets = whole.request.goals();
        // Reductions do not preserve the markings that are not dead.
        if !request.reductions.structural || targets.iter().any(Formula::asks_for_no_deadlock) {
            return Ok(whole);
        }
        let preserved = Preserved {
            deadlocks: targets.iter().any(Formula::mentions_deadlock),
            places: targets.iter().flat_map(Formula::places).collect::<BTreeSet<_>>(),
            transitions: targets.iter().flat_map(Formula::transitions).collect::<BTreeSet<_>>(),
        };
        let possible = net.knowledge()?.bounds().over_approximation();
        let is_dead = |transition| !possible.may_be_enabled(transition);
        let budget = Budget { time, is_cancelled };
        let Some(reduction) = reduce_without(is_dead, net.net, &preserved, &budget)? else {
            return Ok(whole);
        };
        let question = renamed(&whole.request.question, &reduction);
        let Some(question) = question.filter(|_| !rule_statistics(&reduction).is_empty()) else {
            return Ok(whole);
        };
        let request = Request { question, ..whole.request };
        Ok(Self { reduced: Some((reduction, Facts::default())), request, ..whole })
    }

    /// Creates a part with these goals, on the original net.
    pub(crate) fn whole(net: AnalysedNet<'a>, request: &Request, goals: Vec<usize>) -> Self {
        let question = match &request.question {
            // Assertions follow the properties.
            Question::Check(properties) => {
                Question::Check(goals.iter().filter_map(|&goal| properties.get(goal).cloned()).collect())
            }
            other => other.clone(),
        };
        Self { original: net, reduced: None, goals, request: Request { question, ..request.clone() } }
    }

    /// Returns the net to search.
    pub(crate) fn net(&self) -> AnalysedNet<'_> {
        let reduced = |(reduction, facts)| AnalysedNet::new(Reduction::net(reduction), facts);
        self.reduced.as_ref().map(|(reduction, facts)| (reduction, facts)).map_or(self.original, reduced)
    }

    fn reduction(&self) -> Option<&Reduction> {
        self.reduced.as_ref().map(|(reduction, _)| reduction)
    }

    /// Returns whether the structural rules have shown that the goal is unreachable.
    pub(crate) fn is_decided(&self) -> bool {
        let is_never_dead = self.reduction().is_some_and(Reduction::is_never_dead);
        is_never_dead && matches!(self.request.goals().as_slice(), [goal] if goal.implies_deadlock())
    }

    /// Translates a finding about the searched net into one about the original net.
    pub(crate) fn lift(&self, finding: Finding) -> Finding {
        let Some(reduction) = self.reduction() else { return finding };
        match finding {
            Finding::Found(run, by) => {
                let transitions: Vec<_> =
                    run.events.iter().map(|event| TransitionId::new(event.index())).collect();
                let lifted = reduction.lift(&transitions);
                let events = |lifted: Vec<TransitionId>| {
                    lifted.iter().map(|transition| EventId::new(transition.index())).collect()
                };
                lifted.map_or(Finding::TooLong, |lifted| {
                    Finding::Found(Path::of(events(lifted)), by.with(REDUCED))
                })
            }
            Finding::Absent(by) => Finding::Absent(by.with(REDUCED)),
            Finding::Open | Finding::TooLong => finding,
        }
    }

    /// Describes the net to search, if it is reduced.
    pub(crate) fn reduced_net(&self) -> Option<ReducedNet> {
        self.reduction().map(|reduction| ReducedNet {
            places: reduction.net().places.len(),
            transitions: reduction.net().transitions.len(),
            rules: rule_statistics(reduction),
        })
    }
}

/// Translates a question to the reduced net; `None` if the net lacks a node that it mentions.
fn renamed(question: &Question, reduction: &Reduction) -> Option<Question> {
    let rename = |property: &Property, formula: &Formula| {
        let formula = formula.renamed(&|place| reduction.place(place), &|one| reduction.transition(one))?;
        Some(Property { formula, ..property.clone() })
    };
    Some(match question {
        Question::Check(properties) => {
            let renamed = properties.iter().map(|property| rename(property, &property.formula));
            Question::Check(renamed.collect::<Option<_>>()?)
        }
        // The goal mentions no transitions, so these need not be preserved.
        Question::DeadlockExcept(except) => {
            Question::DeadlockExcept(rename(except, &except.formula.in_deadlock())?)
        }
        Question::Explore | Question::Deadlock => question.clone(),
        Question::Statements(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use sanderling_net::semantics::{Firing, Interpreter, initial};
    use sanderling_testkit::naive;
    use sanderling_testkit::random::{Shape, for_seeds, net};
    use sanderling_testkit::random_property;

    use super::*;
    use crate::replay::finding::by_walk;
    use crate::request::choices::Reductions;

    const HOUR: Duration = Duration::from_secs(3600);

    fn request(question: Question) -> Request {
        let reductions = Reductions { structural: true, ..Reductions::default() };
        Request { reductions, ..Request::new(question) }
    }

    #[test]
    fn a_part_checks_its_own_goals() {
        let net = net(1, &Shape::special());
        let mut random = StdRng::seed_from_u64(1);
        let text: String = (0..4).map(|_| random_property(&net, &mut random) + "; ").collect();
        let properties =
            Property::parse_all(text.trim_end_matches("; "), &net).expect("they are well formed");
        let facts = Facts::default();
        let whole = request(Question::Check(properties.clone()));
        let part = Part::whole(AnalysedNet::new(&net, &facts), &whole, vec![3, 1, 9]);
        let Question::Check(checked) = &part.request.question else { panic!("it was a check") };
        assert_eq!(checked, &[properties[3].clone(), properties[1].clone()], "assertions come behind them");
    }

    /// A deadlock of the reduced net is one of the original net, and reduction preserves the existence of a
    /// deadlock.
    #[test]
    fn deadlocks_of_the_reduced_net_are_those_of_the_original_one() {
        for_seeds(400, |seed| {
            let net = net(seed, &Shape::special());
            let Ok(expected) = naive::explore(&net, 2000) else { return };
            let facts = Facts::default();
            let original = AnalysedNet::new(&net, &facts);
            let whole = request(Question::Deadlock);
            let part = Part::reduced(original, &whole, vec![0], HOUR, &|| false).expect("it is compiled");
            let has_deadlock = expected.shortest_deadlock().is_some();
            assert!(!part.is_decided() || !has_deadlock, "the rules have shown too much");
            let Ok(reduced) = naive::explore(part.net().net, 4000) else { return };
            assert_eq!(reduced.shortest_deadlock().is_some(), has_deadlock);
        });
    }

    #[test]
    fn runs_of_the_reduced_net_are_lifted_to_the_original_one() {
        for_seeds(400, |seed| {
            let net = net(seed, &Shape::special());
            let facts = Facts::default();
            let whole = request(Question::Deadlock);
            let part = Part::reduced(AnalysedNet::new(&net, &facts), &whole, vec![0], HOUR, &|| false);
            let part = part.expect("it is compiled");
            // A run of the reduced net that fires the first enabled transition several times.
            let small = part.net().net;
            let (interpreter, mut marking) = (Interpreter::new(small), initial(small).expect("it has one"));
            let mut events = Vec::new();
            for _ in 0..6 {
                let first = small
                    .transition_ids()
                    .find(|&one| interpreter.fire(&mut marking, &Firing::plain(one)).is_ok());
                let Some(first) = first else { break };
                events.push(EventId::new(first.index()));
            }
            let Finding::Found(lifted, _) = part.lift(Finding::Found(Path::of(events), by_walk())) else {
                return;
            };
            let (interpreter, mut marking) = (Interpreter::new(&net), initial(&net).expect("it has one"));
            for event in lifted.events {
                let firing = Firing::plain(TransitionId::new(event.index()));
                assert!(interpreter.fire(&mut marking, &firing).is_ok(), "the lifted run does not replay");
            }
        });
    }
}
