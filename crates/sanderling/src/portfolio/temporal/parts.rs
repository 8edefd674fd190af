//! The conditions on single markings in temporal properties.
//!
//! `AG` and `EF` of a condition, and their Boolean combinations, are questions for the portfolio of formulas,
//! with its reductions and proofs. An LTL property quantifies over all runs, so `G` of a condition is such a
//! question, and so is a conjunction of them.

use sanderling_net::Diagnostics;
use sanderling_property::{
    Formula, Logic, PathOperator, PathQuantifier, Property, Quantifier, Temporal as Written, TemporalProperty,
};
use sanderling_report::{Decision, Technique};

use super::super::find;
use super::{Decided, FormulaClaim, Temporal, Witness};
use crate::replay::finding::Finding;
use crate::request::{Question, Request};

/// The Boolean structure of a property.
#[derive(Debug)]
pub(super) enum Shape {
    /// A value known from the initial marking.
    Known(bool),
    /// A question about single markings, by its position.
    Question(usize),
    Not(Box<Self>),
    And(Vec<Self>),
    Or(Vec<Self>),
    /// Any other formula.
    Other,
}

/// The answer to a question about single markings.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) holds: bool,
    pub(super) by: Decision,
    /// The question and its answer, as a formula of branching time.
    claim: FormulaClaim,
    /// The run to the marking that decides it, if there is one.
    run: Option<Witness>,
}

/// The questions about single markings in some properties.
pub(super) struct Parts<'a> {
    first: &'a dyn Fn(&Formula) -> bool,
    questions: Vec<Property>,
}

impl<'a> Parts<'a> {
    /// Creates an empty list; `first` returns whether the initial marking satisfies a condition.
    pub(super) fn new(first: &'a dyn Fn(&Formula) -> bool) -> Self {
        Self { first, questions: Vec::new() }
    }

    /// Returns whether the initial marking satisfies a condition.
    pub(super) fn holds_at_first(&self, condition: &Formula) -> bool {
        (self.first)(condition)
    }

    /// Returns the structure of a property and adds its questions.
    pub(super) fn of(&mut self, property: &TemporalProperty) -> Shape {
        self.shape(&property.formula, property.logic)
    }

    fn shape(&mut self, formula: &Written, logic: Logic) -> Shape {
        use PathOperator::{Finally, Globally};
        match formula {
            Written::State(formula) => Shape::Known(self.holds_at_first(formula)),
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
                        self.add(Quantifier::Always, condition)
                    }
                    (Some(PathQuantifier::Some), Finally, Some(condition)) => {
                        self.add(Quantifier::Reach, condition)
                    }
                    _ => Shape::Other,
                }
            }
            Written::Not(_) | Written::Or(_) => Shape::Other,
        }
    }

    /// Adds a question.
    pub(super) fn add(&mut self, quantifier: Quantifier, formula: Formula) -> Shape {
        self.questions.push(Property { name: None, quantifier, formula, text: String::new() });
        Shape::Question(self.questions.len() - 1)
    }

    /// Decides the questions with the techniques that the request allows.
    pub(super) fn decided(&self, temporal: &mut Temporal<'_>) -> Result<Vec<Option<Known>>, Diagnostics> {
        let mut known = vec![None; self.questions.len()];
        if self.questions.is_empty() {
            return Ok(known);
        }
        let question = Question::Check(self.questions.clone());
        let limits = temporal.budget.limits_left();
        let request = Request { question, limits, assertions: false, ..temporal.request.clone() };
        let searched = find(temporal.net, &request, None, temporal.budget.control())?;
        for ((known, question), finding) in known.iter_mut().zip(&self.questions).zip(searched.findings) {
            let is_reach = question.quantifier == Quantifier::Reach;
            let known_to_be = |holds: bool, by, run| {
                let claim = FormulaClaim::of_markings(question.quantifier, &question.formula, holds);
                Some(Known { holds, by, claim, run })
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
        temporal.count(searched.visits, searched.firings, searched.statistics.peak_memory_bytes);
        Ok(known)
    }
}

impl Shape {
    /// Evaluates the structure in Kleene's three-valued logic. Returns the value and what decided it.
    pub(super) fn decided(&self, known: &[Option<Known>]) -> Option<Decided> {
        let holds = self.holds(known)?;
        let mut decisions = Vec::new();
        self.for_each_question(&mut |question| {
            decisions.extend(known[question].as_ref().map(|known| &known.by));
        });
        let by = together(decisions);
        Some(Decided { holds, by, run: Witness::of_several(self.owing(known)) })
    }

    /// Returns the claims that together show the value: all operands that must hold together, otherwise the
    /// operand that runs show best.
    fn owing<'k>(&self, known: &'k [Option<Known>]) -> Vec<(FormulaClaim, Option<&'k Witness>)> {
        let of_parts = |parts: &[Self], of_one: bool| {
            let value = self.holds(known);
            let deciding =
                parts.iter().filter(|part| part.holds(known) == value).map(|part| part.owing(known));
            if value != Some(of_one) {
                return deciding.flatten().collect();
            }
            let rank = |owing: &Vec<(FormulaClaim, Option<&Witness>)>| {
                (owing.iter().filter(|(_, witness)| witness.is_none()).count(), owing.len())
            };
            deciding.min_by_key(rank).unwrap_or_default()
        };
        match self {
            Self::Known(_) | Self::Other => Vec::new(),
            Self::Question(question) => {
                known[*question].iter().map(|known| (known.claim.clone(), known.run.as_ref())).collect()
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
            Self::Question(question) => known[*question].as_ref().map(|known| known.holds),
            Self::Not(inner) => inner.holds(known).map(|holds| !holds),
            Self::And(parts) => any(parts, false),
            Self::Or(parts) => any(parts, true),
            Self::Other => None,
        }
    }

    fn for_each_question(&self, act: &mut impl FnMut(usize)) {
        match self {
            Self::Question(question) => act(*question),
            Self::Not(inner) => inner.for_each_question(act),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.for_each_question(act)),
            Self::Known(_) | Self::Other => {}
        }
    }
}

/// Combines decisions into one. Without any, the initial marking decided.
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

/// Returns whether a formula is a condition on a single marking.
fn is_state(formula: &Written) -> bool {
    condition(formula).is_some()
}

/// Returns a formula as a condition on a single marking, if it is one.
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
