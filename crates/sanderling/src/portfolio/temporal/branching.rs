//! Properties of branching time: labels the markings that matter, or all reachable markings if they can be
//! explored.

use std::time::Duration;

use sanderling_analysis::retention::Retention;
use sanderling_analysis::{Goal, Guidance, Heuristic, Limits, Observation, Options, StoreChoice};
use sanderling_cutoff::VISITS_IN_ANOTHER_ORDER;
use sanderling_engine::Explorable;
use sanderling_model::NetModel;
use sanderling_net::Diagnostics;
use sanderling_property::{Formula, Logic, PathOperator, PathQuantifier, Temporal as Written};
use sanderling_report::{Decision, Reason, Technique};
use sanderling_runs::{Backwards, Branching, Claim, EventOrder, Labelled, RunTree, Sample};

use super::models::{Met, WithModel, undecided, witness};
use super::witness::in_words;
use super::{Decided, Extent, FormulaClaim, Temporal};
use crate::prepare::AnalysedNet;
use crate::request::Kind;
use crate::search::self_check::{NetReference, internal_error, sound};
use crate::search::{Distance, SlotsOfPlace, goal};

/// Maximum number of orders that are tried for each property, besides the usual one.
const ORDERS: u64 = 32;

impl Temporal<'_> {
    /// Explores the whole graph, if possible, and labels it for all open properties of branching time.
    pub(super) fn label_graph(&mut self) -> Result<(), Diagnostics> {
        let open = self.open_of(Logic::Ctl);
        if open.is_empty() || self.budget.is_over() {
            return Ok(());
        }
        let (labelled, met) = self.with_model(self.net, self.budget.limits_left(), LabellingAll(&open))?;
        self.count(0, 0, met.bytes());
        labelled
    }

    fn label<M: Explorable>(
        &mut self,
        model: M,
        mut limits: Limits,
        open: &[usize],
    ) -> Result<(), Diagnostics> {
        let memory = limits.memory_bytes;
        // Reversing the graph needs time and memory, and so does looking for runs.
        limits.time = limits.time.map(|left| left / 2);
        limits.memory_bytes = memory.map(|bytes| bytes / 4 * 3);
        let options = Options {
            retention: Retention::KeepAll,
            store: StoreChoice::Packed,
            // Explicit colours are numbered as they are met; on one thread the numbers are reproducible.
            threads: if self.net.kind() == Kind::Coloured { 1 } else { self.request.threads },
            limits,
            ..Options::default()
        };
        let reference = NetReference::new(self.net.net, self.request);
        let observation = Observation { self_check: reference.check(&model), ..Observation::default() };
        let outcome = model.explore(&options, &observation, &Guidance::default(), self.budget.control());
        sound(&outcome)?;
        self.found.bits_per_state = outcome.system.bits_per_state();
        self.count(outcome.visits, outcome.firings, outcome.peak_bytes as u64);
        if !outcome.is_exhaustive() {
            let stopped = self.budget.until().reason();
            self.note(open, outcome.stop.and_then(|stop| undecided(stop, outcome.system.tables(), stopped)));
            return Ok(());
        }
        outcome.system.give_up_no_more();
        let atoms = self.atoms(open);
        let store = outcome.store.packed();
        let bytes =
            Backwards::bytes_of(outcome.visits, outcome.firings) + outcome.visits / 8 * atoms.len() as u64;
        if memory.is_some_and(|memory| store.bytes() as u64 + bytes > memory as u64) {
            self.note(open, Some(Reason::MemoryLimit.into()));
            return Ok(());
        }
        let conditions: Vec<Goal<'_, M>> = atoms.iter().map(|formula| goal(formula)).collect();
        self.count(0, 0, store.bytes() as u64 + bytes);
        let (deadline, control) = (self.budget.deadline(), self.budget.control());
        let turned = outcome.system.backwards((store, outcome.root), &conditions, deadline, control);
        let Some(graph) = turned else {
            let why = if control.is_cancelled() { Reason::Cancelled } else { Reason::TimeLimit };
            self.note(open, Some(why.into()));
            return Ok(());
        };
        for &position in open {
            if self.budget.is_over() {
                self.note(&self.open_of(Logic::Ctl), Some(Reason::TimeLimit.into()));
                break;
            }
            let formula = over_conditions(&self.simpler[position].property.formula, &atoms);
            let holds = graph.satisfying(&formula).contains(graph.initial());
            let stored = (&outcome.system, store, outcome.root);
            let tree = self.wants_runs.then(|| graph.tree(stored, &formula, deadline, control)).flatten();
            let run = tree.map(|tree| {
                let (tree, shows) = self.claims(position, tree, holds);
                witness(outcome.system.tables(), tree, Some(shows))
            });
            self.settle(position, Decided { holds, by: Decision::by(Technique::Search), run });
        }
        Ok(())
    }

    /// Translates the claims of a tree of runs into subformulas of the property, and returns the claim about
    /// the whole property.
    fn claims(
        &self,
        position: usize,
        tree: RunTree<Claim>,
        holds: bool,
    ) -> (RunTree<FormulaClaim>, FormulaClaim) {
        let atoms = self.atoms(&[position]);
        let formula = &self.simpler[position].property.formula;
        let tree = in_words(tree, (formula, &|formula| over_conditions(formula, &atoms)));
        (tree, FormulaClaim { formula: formula.clone(), holds })
    }

    /// Returns the conditions on markings in these properties, sorted and without duplicates.
    pub(super) fn atoms(&self, positions: &[usize]) -> Vec<Formula> {
        let mut atoms = Vec::new();
        for &position in positions {
            self.simpler[position]
                .property
                .formula
                .for_each_state(&mut |formula| atoms.push(formula.clone()));
        }
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    /// Labels markings for each open property of branching time in turn, as far as its answer depends on them, in an
    /// [order](Labelling::order).
    pub(super) fn label_on_the_fly(&mut self, extent: Extent, order: Option<u64>) -> Result<(), Diagnostics> {
        let open = self.open_of(Logic::Ctl);
        for (left, &position) in (1..=open.len()).rev().zip(&open) {
            if self.budget.is_over() {
                break;
            }
            let limits = extent.limits(&self.budget, left);
            let labelling = Labelling { position, wants_runs: self.wants_runs, order };
            let (labelled, met) = self.with_model(self.net, limits, labelling)?;
            self.record_labels(position, labelled, &met, Decision::by(Technique::Search))?;
        }
        Ok(())
    }

    /// Labels a few markings in other orders than the usual one, four times before the number of visits is doubled.
    pub(super) fn label_in_other_orders(&mut self) -> Result<(), Diagnostics> {
        for order in 0..ORDERS {
            let visits = VISITS_IN_ANOTHER_ORDER.number() << (order / 4);
            self.label_on_the_fly(Extent::Little(visits, Duration::MAX), Some(order))?;
        }
        Ok(())
    }

    /// Records what labels say about a property.
    ///
    /// # Errors
    /// The self-check has found a discrepancy.
    pub(super) fn record_labels(
        &mut self,
        position: usize,
        labelled: Labelled,
        met: &Met<'_>,
        by: Decision,
    ) -> Result<(), Diagnostics> {
        if let Some(discrepancy) = &labelled.discrepancy {
            return Err(internal_error(discrepancy, "the labelling of markings").into());
        }
        self.count(labelled.visits, labelled.firings, labelled.bytes as u64 + met.bytes());
        match labelled.holds {
            Ok(holds) => {
                let run = labelled.tree.map(|tree| {
                    let (tree, shows) = self.claims(position, tree, holds);
                    met.witness(tree, Some(shows))
                });
                self.settle(position, Decided { holds, by, run });
            }
            Err(stop) => self.note(&[position], met.undecided(stop, self.budget.until().reason())),
        }
        Ok(())
    }
}

/// Labels all markings for some properties.
struct LabellingAll<'o>(&'o [usize]);

impl WithModel for LabellingAll<'_> {
    type Outcome = Result<(), Diagnostics>;

    fn with<M: Explorable>(
        self,
        temporal: &mut Temporal<'_>,
        (model, _): (M, Option<SlotsOfPlace<'_>>),
        limits: Limits,
    ) -> Self::Outcome {
        temporal.label(model, limits, self.0)
    }
}

/// Labels markings for the property at a position.
pub(super) struct Labelling {
    pub(super) position: usize,
    pub(super) wants_runs: bool,
    /// The number of the order in which events are followed, if it is not the usual one.
    pub(super) order: Option<u64>,
}

impl WithModel for Labelling {
    type Outcome = Labelled;

    fn with<M: Explorable>(
        self,
        temporal: &mut Temporal<'_>,
        (model, _): (M, Option<SlotsOfPlace<'_>>),
        limits: Limits,
    ) -> Labelled {
        let Self { position, wants_runs, order } = self;
        temporal.found.bits_per_state = model.bits_per_state();
        let atoms = temporal.atoms(&[position]);
        let formula = over_conditions(&temporal.simpler[position].property.formula, &atoms);
        let conditions: Vec<Goal<'_, M>> = atoms.iter().map(|formula| goal(formula)).collect();
        let order = order.map(|number| event_order(number, &atoms, temporal.net));
        let reference = NetReference::new(temporal.net.net, temporal.request);
        let self_check = reference.check(&model);
        let control = temporal.budget.control();
        model.label_on_the_fly(
            (&formula, &conditions),
            order.as_ref(),
            wants_runs,
            self_check.as_ref(),
            limits,
            control,
        )
    }
}

/// Returns the order with a number. Every second one considers how far markings are from giving each condition a value.
fn event_order<'a, M: NetModel>(
    number: u64,
    conditions: &[Formula],
    net: AnalysedNet<'a>,
) -> EventOrder<'a, M> {
    let away_from = |target: Formula| -> Heuristic<'a, M> {
        let distance = Distance::to(&[target], net);
        Box::new(move |model, state, scratch| distance.of(model, state, scratch))
    };
    let considered = conditions.iter().filter(|_| number.is_multiple_of(2));
    let distances = considered.map(|one| [away_from(one.clone()), away_from(one.negate())]).collect();
    EventOrder { sample: Sample::number(number / 2), distances }
}

/// Translates a formula into one over numbered conditions. `conditions` is sorted.
pub(super) fn over_conditions(formula: &Written, conditions: &[Formula]) -> Branching {
    let all = |parts: &[Written]| parts.iter().map(|part| over_conditions(part, conditions)).collect();
    match formula {
        Written::State(Formula::Constant(holds)) => Branching::Constant(*holds),
        Written::State(formula) => {
            Branching::Atom(conditions.binary_search(formula).expect("all conditions are there"))
        }
        Written::Not(inner) => over_conditions(inner, conditions).negated(),
        Written::And(parts) => Branching::And(all(parts)),
        Written::Or(parts) => Branching::Or(all(parts)),
        Written::Path { quantifier: Some(PathQuantifier::Some), operator, operands } => {
            on_some_run(*operator, all(operands))
        }
        // It holds on all runs if the dual operator with negated operands holds on none.
        Written::Path { operator, operands, .. } => {
            let operands: Vec<Branching> = all(operands);
            let negated = operands.into_iter().map(Branching::negated).collect();
            on_some_run(operator.dual(), negated).negated()
        }
    }
}

/// Returns an operator quantified over some run.
fn on_some_run(operator: PathOperator, operands: Vec<Branching>) -> Branching {
    let mut operands = operands.into_iter();
    let first = operands.next().unwrap_or(Branching::Constant(true));
    let second = operands.next().unwrap_or(Branching::Constant(true));
    let both = |first: &Branching, second| Branching::And(vec![first.clone(), second]);
    match operator {
        PathOperator::Next => Branching::Next(Box::new(first)),
        PathOperator::Finally => Branching::until(Branching::Constant(true), first, false),
        PathOperator::Globally => Branching::until(first, Branching::Constant(false), true),
        PathOperator::Until => Branching::until(first, second, false),
        PathOperator::WeakUntil => Branching::until(first, second, true),
        PathOperator::Release => Branching::until(second.clone(), both(&first, second), true),
        PathOperator::StrongRelease => Branching::until(second.clone(), both(&first, second), false),
    }
}
