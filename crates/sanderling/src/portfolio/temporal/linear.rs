//! Properties of linear time: runs that satisfy the negation.

use sanderling_analysis::{Acceptance, Barred, Limits, Product, accepted_run};
use sanderling_model::{ModelErrors, NetModel};
use sanderling_net::Diagnostics;
use sanderling_property::{Formula, Logic, PathOperator, Temporal as Written};
use sanderling_report::{Decision, Reason, Technique};
use sanderling_temporal::{Automaton, Ltl, TooLarge, translate_negation};

use super::{Decided, Extent, Temporal, Undecided, Witness};
use crate::explain::report::reason;
use crate::fair_to::agents;
use crate::prepare::Encoded;
use crate::search::goal;
use crate::search::self_check::{NetReference, internal_error};

/// A property as an automaton sees it.
pub(super) struct Question {
    /// The conditions on markings.
    pub(super) atoms: Vec<Formula>,
    /// The runs that violate it.
    pub(super) automaton: Automaton,
    /// What these do not go on with.
    pub(super) barred: Option<Barred>,
}

impl Temporal<'_> {
    /// Looks for runs that violate the open properties of linear time.
    pub(super) fn look_for_runs(&mut self, extent: Extent) -> Result<(), Diagnostics> {
        let open = self.open_of(Logic::Ltl);
        for (left, &position) in (1..=open.len()).rev().zip(&open) {
            if self.budget.is_over() {
                break;
            }
            let question = match Question::of(&self.simpler[position].property.formula) {
                Ok(question) => question,
                Err(too_large) => {
                    let text = Some(too_large.to_string());
                    self.note(&[position], Some(Undecided { reason: Reason::Unsupported, text }));
                    continue;
                }
            };
            match self.looked(&question, extent.limits(self.budget, left))? {
                Ok(decided) => self.tell(position, decided),
                Err(undecided) => self.note(&[position], Some(undecided)),
            }
        }
        Ok(())
    }

    /// Looks for a run that violates a property.
    pub(super) fn looked(
        &mut self,
        question: &Question,
        limits: Limits,
    ) -> Result<Result<Decided, Undecided>, Diagnostics> {
        let acceptance = self.searched(question, limits)?;
        if let Some(discrepancy) = &acceptance.discrepancy {
            return Err(internal_error(discrepancy, "the search for runs").into());
        }
        self.count(acceptance.visits, acceptance.firings, acceptance.bytes as u64);
        Ok(match acceptance.run {
            Ok(run) => {
                let by = Decision::by(Technique::Search);
                let run = run.map(|run| Witness { run, is_shortest: None });
                Ok(Decided { holds: run.is_none(), by, run })
            }
            Err(stop) => Err(reason(stop).unwrap_or(Reason::Cancelled).into()),
        })
    }

    fn searched(&mut self, question: &Question, limits: Limits) -> Result<Acceptance, Diagnostics> {
        if !self.net.is_place_transition() {
            return Ok(self.searched_as(self.net.data_model(ModelErrors::Report)?, question, limits));
        }
        Ok(match self.net.encoded()? {
            Encoded::Fields(model) => self.searched_as(model, question, limits),
            Encoded::Radix(model) => self.searched_as(model, question, limits),
        })
    }

    fn searched_as<M: NetModel>(&mut self, model: M, question: &Question, limits: Limits) -> Acceptance {
        self.found.bits_per_state = model.bits_per_state();
        let reference = NetReference::new(self.net.net, self.request);
        let product = Product {
            automaton: &question.automaton,
            atoms: question.atoms.iter().map(goal).collect(),
            fairness: self.request.fairness,
            agents: agents(self.net.net, self.request.fair_to),
            barred: question.barred.clone(),
            told: Vec::new(),
            self_check: reference.check(&model),
        };
        accepted_run(model, &product, limits, self.budget.control())
    }
}

impl Question {
    fn of(formula: &Written) -> Result<Self, TooLarge> {
        let (formula, atoms) = over_atoms(formula);
        Ok(Self { automaton: translate_negation(&formula)?, atoms, barred: None })
    }
}

/// A formula over numbered conditions on markings, each once.
pub(crate) fn over_atoms(formula: &Written) -> (Ltl, Vec<Formula>) {
    let mut reading = Reading { atoms: Vec::new() };
    (reading.formula(formula), reading.atoms)
}

/// Reads a formula over numbered conditions.
struct Reading {
    atoms: Vec<Formula>,
}

impl Reading {
    fn formula(&mut self, formula: &Written) -> Ltl {
        match formula {
            Written::State(Formula::Constant(holds)) => Ltl::Constant(*holds),
            Written::State(formula) => self.atom(formula),
            Written::Not(inner) => Ltl::Not(Box::new(self.formula(inner))),
            Written::And(parts) => Ltl::And(self.formulas(parts)),
            Written::Or(parts) => Ltl::Or(self.formulas(parts)),
            Written::Path { operator, operands, .. } => self.path(*operator, operands),
        }
    }

    fn formulas(&mut self, parts: &[Written]) -> Vec<Ltl> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    fn atom(&mut self, formula: &Formula) -> Ltl {
        let known = self.atoms.iter().position(|other| other == formula);
        Ltl::Atom(known.unwrap_or_else(|| {
            self.atoms.push(formula.clone());
            self.atoms.len() - 1
        }))
    }

    fn path(&mut self, operator: PathOperator, operands: &[Written]) -> Ltl {
        let mut sides = self.formulas(operands);
        let last = sides.pop().unwrap_or(Ltl::Constant(true));
        let Some(first) = sides.pop() else {
            let inner = Box::new(last);
            return match operator {
                PathOperator::Next => Ltl::Next(inner),
                PathOperator::Finally => Ltl::Finally(inner),
                _ => Ltl::Globally(inner),
            };
        };
        let sides = Box::new([first, last]);
        match operator {
            PathOperator::Until => Ltl::Until(sides),
            PathOperator::WeakUntil => Ltl::WeakUntil(sides),
            PathOperator::Release => Ltl::Release(sides),
            _ => Ltl::StrongRelease(sides),
        }
    }
}
