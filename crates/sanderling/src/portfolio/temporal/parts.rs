//! What temporal properties ask of single markings.
//!
//! `AG` and `EF` of a condition, and what is put together from them, are questions for the portfolio of formulas, with its reductions and
//! proofs. In LTL a property is about all runs, so that `G` of a condition is such a question, and a conjunction of them.

use std::time::Duration;

use sanderling_analysis::Limits;
use sanderling_net::Diagnostics;
use sanderling_property::{
    Formula, Logic, PathOperator, PathQuantifier, Property, Quantifier, Temporal as Written, TemporalProperty,
};
use sanderling_report::{Decision, Technique};

use super::super::find;
use super::super::finding::Finding;
use super::{Decided, Said, Temporal, Witness};
use crate::request::{Question, Request};

/// What a property is put together from.
#[derive(Debug)]
pub(super) enum Shape {
    /// What the initial marking says.
    Known(bool),
    /// A question about single markings, by its position.
    Asked(usize),
    Not(Box<Self>),
    And(Vec<Self>),
    Or(Vec<Self>),
    /// Something else.
    Other,
}

/// What is known of a question about single markings.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) holds: bool,
    pub(super) by: Decision,
    /// What is asked, and whether that holds.
    said: Said,
    /// The run to the marking that decides it, where there is one.
    run: Option<Witness>,
}

/// The questions about single markings that properties are put together from.
pub(super) struct Parts<'a> {
    first: &'a dyn Fn(&Formula) -> bool,
    questions: Vec<Property>,
}

impl<'a> Parts<'a> {
    /// None yet; `first` says whether the initial marking satisfies a condition.
    pub(super) fn new(first: &'a dyn Fn(&Formula) -> bool) -> Self {
        Self { first, questions: Vec::new() }
    }

    /// What a property is put together from.
    pub(super) fn of(&mut self, property: &TemporalProperty) -> Shape {
        self.shape(&property.formula, property.logic)
    }

    fn shape(&mut self, formula: &Written, logic: Logic) -> Shape {
        use PathOperator::{Finally, Globally};
        match formula {
            Written::State(formula) => Shape::Known((self.first)(formula)),
            Written::Not(inner) if logic == Logic::Ctl || is_state(inner) => {
                Shape::Not(Box::new(self.shape(inner, logic)))
            }
            Written::And(parts) => Shape::And(parts.iter().map(|part| self.shape(part, logic)).collect()),
            Written::Or(parts) if logic == Logic::Ctl || parts.iter().all(is_state) => {
                Shape::Or(parts.iter().map(|part| self.shape(part, logic)).collect())
            }
            Written::Path { quantifier, operator, operands } => {
                let condition = match &operands[..] {
                    [inner] => condition(inner),
                    _ => None,
                };
                match (quantifier, operator, condition) {
                    (None | Some(PathQuantifier::All), Globally, Some(condition)) => {
                        self.ask(Quantifier::Always, condition)
                    }
                    (Some(PathQuantifier::Some), Finally, Some(condition)) => {
                        self.ask(Quantifier::Reach, condition)
                    }
                    _ => Shape::Other,
                }
            }
            Written::Not(_) | Written::Or(_) => Shape::Other,
        }
    }

    /// Another question.
    pub(super) fn ask(&mut self, quantifier: Quantifier, formula: Formula) -> Shape {
        self.questions.push(Property { name: None, quantifier, formula, text: String::new() });
        Shape::Asked(self.questions.len() - 1)
    }

    /// What is found out of each question, within some time and by what the request allows.
    pub(super) fn decided(
        &self,
        temporal: &mut Temporal<'_>,
        time: Option<Duration>,
    ) -> Result<Vec<Option<Known>>, Diagnostics> {
        let mut known = vec![None; self.questions.len()];
        if self.questions.is_empty() {
            return Ok(known);
        }
        let question = Question::Check(self.questions.clone());
        let mut asking = Request { question, assertions: false, ..temporal.request.clone() };
        asking.limits = Limits { time, ..temporal.budget.limits_left() };
        let searched = find(temporal.net, &asking, None, temporal.budget.control())?;
        for ((known, question), finding) in known.iter_mut().zip(&self.questions).zip(searched.findings) {
            let is_reach = question.quantifier == Quantifier::Reach;
            let known_to_be = |holds: bool, by, run| {
                let said = Said::of_markings(question.quantifier, &question.formula, holds);
                Some(Known { holds, by, said, run })
            };
            *known = match finding {
                Finding::Found(path, by) => {
                    let run = Some(Witness::to_marking(&path, (temporal.net.kind(), &searched.meaning)));
                    known_to_be(is_reach, by, run)
                }
                Finding::Absent(by) => known_to_be(!is_reach, by, None),
                Finding::Open | Finding::TooLong => None,
            };
        }
        temporal.count(searched.visits, searched.firings, searched.report.peak_memory_bytes);
        Ok(known)
    }
}

impl Shape {
    /// What is known of it, by Kleene's three values, and what has shown it.
    pub(super) fn decided(&self, known: &[Option<Known>]) -> Option<Decided> {
        let holds = self.holds(known)?;
        let mut decisions = Vec::new();
        self.for_each_question(&mut |question| {
            decisions.extend(known[question].as_ref().map(|known| &known.by));
        });
        let by = together(decisions);
        Some(Decided { holds, by, run: Witness::of_several(self.owing(known)) })
    }

    /// What is to be shown for it to be as is known: of parts that have to hold together all, otherwise one of which runs show most.
    fn owing<'k>(&self, known: &'k [Option<Known>]) -> Vec<(Said, Option<&'k Witness>)> {
        let of_parts = |parts: &[Self], of_one: bool| {
            let value = self.holds(known);
            let deciding =
                parts.iter().filter(|part| part.holds(known) == value).map(|part| part.owing(known));
            if value != Some(of_one) {
                return deciding.flatten().collect();
            }
            let rank = |owing: &Vec<(Said, Option<&Witness>)>| {
                (owing.iter().filter(|(_, witness)| witness.is_none()).count(), owing.len())
            };
            deciding.min_by_key(rank).unwrap_or_default()
        };
        match self {
            Self::Known(_) | Self::Other => Vec::new(),
            Self::Asked(question) => {
                known[*question].iter().map(|known| (known.said.clone(), known.run.as_ref())).collect()
            }
            Self::Not(inner) => inner.owing(known),
            Self::And(parts) => of_parts(parts, false),
            Self::Or(parts) => of_parts(parts, true),
        }
    }

    fn holds(&self, known: &[Option<Known>]) -> Option<bool> {
        let any = |parts: &[Self], wanted: bool| {
            let values: Vec<_> = parts.iter().map(|part| part.holds(known)).collect();
            if values.contains(&Some(wanted)) {
                return Some(wanted);
            }
            (!values.contains(&None)).then_some(!wanted)
        };
        match self {
            Self::Known(holds) => Some(*holds),
            Self::Asked(question) => known[*question].as_ref().map(|known| known.holds),
            Self::Not(inner) => inner.holds(known).map(|holds| !holds),
            Self::And(parts) => any(parts, false),
            Self::Or(parts) => any(parts, true),
            Self::Other => None,
        }
    }

    fn for_each_question(&self, act: &mut impl FnMut(usize)) {
        match self {
            Self::Asked(question) => act(*question),
            Self::Not(inner) => inner.for_each_question(act),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.for_each_question(act)),
            Self::Known(_) | Self::Other => {}
        }
    }
}

/// What has shown something that was put together from these; by a look at the initial marking, if they are none.
pub(super) fn together<'d>(decisions: impl IntoIterator<Item = &'d Decision>) -> Decision {
    let (mut together, mut techniques) = (Decision::by(Technique::InitialMarking), Vec::new());
    for decision in decisions {
        together = together.with(decision.with.iter().copied());
        techniques.push(decision.technique);
    }
    techniques.retain(|&technique| technique != Technique::InitialMarking);
    techniques.sort_unstable();
    techniques.dedup();
    together.technique = match techniques[..] {
        [] => Technique::InitialMarking,
        [one] => one,
        _ => Technique::Search,
    };
    together
}

/// Whether a formula asks for one marking alone.
fn is_state(formula: &Written) -> bool {
    condition(formula).is_some()
}

/// The condition on one marking that a formula is, if it is one.
fn condition(formula: &Written) -> Option<Formula> {
    let all = |parts: &[Written]| parts.iter().map(condition).collect::<Option<Vec<_>>>();
    Some(match formula {
        Written::State(formula) => formula.clone(),
        Written::Not(inner) => Formula::Not(Box::new(condition(inner)?)),
        Written::And(parts) => Formula::And(all(parts)?),
        Written::Or(parts) => Formula::Or(all(parts)?),
        Written::Path { .. } => return None,
    })
}
