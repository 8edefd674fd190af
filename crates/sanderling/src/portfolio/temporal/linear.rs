//! Properties of linear time: runs that satisfy the negation.

use sanderling_analysis::{
    Acceptance, Limits, Product, Sample, Waiting, accepted_run, accepted_run_in_sample,
};
use sanderling_model::NetModel;
use sanderling_net::Diagnostics;
use sanderling_property::{Formula, Logic, PathOperator, Temporal as Written};
use sanderling_report::{Decision, Means, Reason, Technique};
use sanderling_temporal::{Automaton, Ltl, TooLarge, translate_negation};

use super::models::WithModel;
use super::{Decided, Extent, Temporal, Undecided, Witness};
use crate::search::self_check::{NetReference, internal_error};
use crate::search::{SlotsOfPlace, both_ways, goal};

/// A property as an automaton sees it.
pub(super) struct Question {
    /// The conditions on markings.
    atoms: Vec<Formula>,
    /// The runs that violate it.
    automaton: Automaton,
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
            let limits = extent.limits(self.budget, left);
            // A little is searched before sets could have been worked out.
            let part = if matches!(extent, Extent::Whole) { Part::Enough } else { Part::All };
            let Searched { run, reduced } = self.search_part(&question, part, limits)?;
            match run {
                Ok(run) => {
                    let by = Decision::by(Technique::Search).with(reduced.then_some(Means::StubbornSets));
                    self.tell(position, Decided { holds: run.is_none(), by, run });
                }
                Err(undecided) => self.note(&[position], undecided),
            }
        }
        Ok(())
    }

    /// Looks for a run that violates a property in a part of the net, within these limits.
    pub(super) fn search_part(
        &mut self,
        question: &Question,
        part: Part,
        limits: Limits,
    ) -> Result<Searched, Diagnostics> {
        let ((acceptance, reduced), met) = self.with_model(limits, Searching { question, part })?;
        if let Some(discrepancy) = &acceptance.discrepancy {
            return Err(internal_error(discrepancy, "the search for runs").into());
        }
        self.count(acceptance.visits, acceptance.firings, acceptance.bytes as u64 + met.bytes());
        let run = match acceptance.run {
            Ok(run) => Ok(run.map(|run| met.witness(run))),
            Err(stop) => Err(met.undecided(stop)),
        };
        Ok(Searched { run, reduced })
    }
}

/// What has become of a search.
pub(super) struct Searched {
    /// A run, or that there is none, or why that is not known.
    pub(super) run: Result<Option<Witness>, Option<Undecided>>,
    /// Whether events were left out.
    reduced: bool,
}

/// Which events are fired.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    All,
    /// Those of stubborn sets, if these are wanted and leave out enough.
    Enough,
    Sample(Sample),
}

/// A search for a run that violates a property.
struct Searching<'q> {
    question: &'q Question,
    part: Part,
}

impl WithModel for Searching<'_> {
    /// What has become of it, and whether events were left out.
    type Outcome = (Acceptance, bool);

    fn with<M: NetModel>(
        self,
        temporal: &mut Temporal<'_>,
        (model, slots): (M, Option<SlotsOfPlace<'_>>),
        limits: Limits,
    ) -> Self::Outcome {
        let Self { question, part } = self;
        temporal.found.bits_per_state = model.bits_per_state();
        let reference = NetReference::new(temporal.net.net, temporal.request);
        let waiting = slots
            .filter(|_| matches!(part, Part::Enough))
            .and_then(|slots| question.waiting(temporal, &model, slots));
        let waits = waiting.is_some();
        let product = Product {
            automaton: &question.automaton,
            atoms: question.atoms.iter().map(goal).collect(),
            fairness: temporal.request.fairness,
            told: Vec::new(),
            waiting,
            self_check: reference.check(&model),
        };
        let control = temporal.budget.control();
        let acceptance = match part {
            Part::All | Part::Enough => accepted_run(model, &product, limits, control),
            Part::Sample(sample) => accepted_run_in_sample(model, &product, sample, limits, control),
        };
        (acceptance, waits)
    }
}

impl Question {
    pub(super) fn of(formula: &Written) -> Result<Self, TooLarge> {
        let (formula, atoms) = over_atoms(formula);
        Ok(Self { automaton: translate_negation(&formula)?, atoms })
    }

    /// What need not be fired while the automaton waits.
    fn waiting<M: NetModel>(
        &self,
        Temporal { net, request, .. }: &Temporal<'_>,
        model: &M,
        slots: SlotsOfPlace<'_>,
    ) -> Option<Waiting<M>> {
        let reductions = &request.reductions;
        if !reductions.events.are_of_stubborn_sets() || request.fairness.is_some() {
            return None;
        }
        let atoms = self.atoms.iter().map(|atom| both_ways(net.net, atom, slots));
        let atoms: Vec<_> = atoms.collect();
        Waiting::of(model, &self.automaton, &atoms, reductions.stubborn)
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
