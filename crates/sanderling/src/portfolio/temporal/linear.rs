//! Properties of linear time: runs that satisfy the negation.

use std::time::Duration;

use sanderling_analysis::{Acceptance, AcceptedRun, Product, Waiting, accepted_run};
use sanderling_model::{ModelErrors, NetModel};
use sanderling_net::Diagnostics;
use sanderling_property::{Formula, Logic, PathOperator, Temporal as Written};
use sanderling_report::{Decision, Means, Reason, Technique};
use sanderling_system::SlotId;
use sanderling_temporal::{Automaton, Ltl, TooLarge, translate_negation};

use super::smaller::Smaller;
use super::{Decided, Extent, Temporal, Undecided, Witness};
use crate::explain::report::reason;
use crate::prepare::{AnalysedNet, Encoded};
use crate::search::self_check::{NetReference, internal_error};
use crate::search::{SlotsOfPlace, both_ways, goal};

/// A property as an automaton sees it.
struct Question {
    /// The conditions on markings.
    atoms: Vec<Formula>,
    /// The runs that violate it.
    automaton: Automaton,
    /// The formula, over the conditions by number.
    formula: Ltl,
}

/// The search for the runs of a question.
struct Sought {
    acceptance: Acceptance,
    /// The run that was found on the net itself, if it can be told.
    run: Option<AcceptedRun>,
    /// Whether events were left out, and the net was a smaller one.
    with: Vec<Means>,
}

/// Rules take this long at most for a question.
const MAX_TIME_OF_RULES: Duration = Duration::from_secs(10);

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
            let Sought { acceptance, run, with } = self.sought(&question, extent, left)?;
            if let Some(discrepancy) = &acceptance.discrepancy {
                return Err(internal_error(discrepancy, "the search for runs").into());
            }
            self.count(acceptance.visits, acceptance.firings, acceptance.bytes as u64);
            match acceptance.run {
                Ok(accepted) => {
                    let (holds, by) = (accepted.is_none(), Decision::by(Technique::Search).with(with));
                    let run = run.map(|run| Witness { run, is_shortest: None });
                    self.tell(position, Decided { holds, by, run });
                }
                Err(stop) => self.note(&[position], reason(stop).map(Undecided::from)),
            }
        }
        Ok(())
    }

    /// Searches for the runs of one of so many questions: in the end in a net that is made smaller for it, if it can be.
    fn sought(
        &mut self,
        question: &Question,
        extent: Extent,
        questions: usize,
    ) -> Result<Sought, Diagnostics> {
        let smaller = match extent {
            Extent::Whole => self.smaller(question, questions)?,
            Extent::Little(..) => None,
        };
        let how = (extent, questions);
        let Some(smaller) = smaller else {
            return self.searched((self.net, &question.atoms), question, how);
        };
        let mut sought = self.searched((smaller.net(), &smaller.atoms), question, how)?;
        sought.with.push(Means::StructuralReduction);
        sought.run = sought.run.and_then(|run| smaller.lift(self.net.net, &run));
        Ok(sought)
    }

    /// A smaller net for a question, where the request wants that and rules make one.
    fn smaller(&self, question: &Question, questions: usize) -> Result<Option<Smaller>, Diagnostics> {
        let wants = self.request.reductions.structural && self.request.fairness.is_none();
        if !wants || !self.net.is_place_transition() {
            return Ok(None);
        }
        let is_over = || self.budget.is_over();
        let time = self.budget.share(MAX_TIME_OF_RULES, questions);
        let repeats = question.formula.is_stutter_invariant();
        let smaller = Smaller::of(self.net, (&question.atoms, repeats), (time, &is_over))?;
        // Whatever there is no time to learn ends the search.
        Ok(smaller.filter(|smaller| smaller.net().learn_until(&is_over)))
    }

    fn searched(
        &mut self,
        (net, atoms): (AnalysedNet<'_>, &[Formula]),
        question: &Question,
        how: (Extent, usize),
    ) -> Result<Sought, Diagnostics> {
        let asked = (net, question, atoms);
        if !net.is_place_transition() {
            let model = net.data_model(ModelErrors::Report)?;
            let slots_of =
                |place| model.cells().place(place).cells().map(|cell| SlotId::new(cell.index())).collect();
            let slots: Vec<Vec<SlotId>> = net.net.place_ids().map(slots_of).collect();
            return Ok(self.searched_as(model, asked, &|place| slots[place.index()].clone(), how));
        }
        let slots: SlotsOfPlace<'_> = &|place| vec![SlotId::new(place.index())];
        Ok(match net.encoded()? {
            Encoded::Fields(model) => self.searched_as(model, asked, slots, how),
            Encoded::Radix(model) => self.searched_as(model, asked, slots, how),
        })
    }

    fn searched_as<M: NetModel>(
        &mut self,
        model: M,
        (net, question, atoms): (AnalysedNet<'_>, &Question, &[Formula]),
        slots: SlotsOfPlace<'_>,
        (extent, questions): (Extent, usize),
    ) -> Sought {
        self.found.bits_per_state = model.bits_per_state();
        let reference = NetReference::new(net.net, self.request);
        // A little is searched before sets could have been worked out.
        let leaves_out = matches!(extent, Extent::Whole)
            && self.request.reductions.events.are_of_stubborn_sets()
            && self.request.fairness.is_none();
        let waiting = leaves_out.then(|| {
            let atoms: Vec<_> = atoms.iter().map(|atom| both_ways(net.net, atom, slots)).collect();
            Waiting::of(&model, &question.automaton, &atoms, self.request.reductions.stubborn)
        });
        let waiting = waiting.flatten();
        let with = waiting.iter().map(|_| Means::StubbornSets).collect();
        let product = Product {
            automaton: &question.automaton,
            atoms: atoms.iter().map(goal).collect(),
            fairness: self.request.fairness,
            told: Vec::new(),
            waiting,
            self_check: reference.check(&model),
        };
        let limits = extent.limits(self.budget, questions);
        let acceptance = accepted_run(model, &product, limits, self.budget.control());
        let run = acceptance.run.clone().ok().flatten();
        Sought { acceptance, run, with }
    }
}

impl Question {
    fn of(formula: &Written) -> Result<Self, TooLarge> {
        let (formula, atoms) = over_atoms(formula);
        Ok(Self { automaton: translate_negation(&formula)?, atoms, formula })
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
