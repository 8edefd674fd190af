//! Properties of branching time: the labels of all reachable markings, if they can be explored.

use sanderling_analysis::retention::Retention;
use sanderling_analysis::{
    Backwards, Goal, Guidance, Observation, Options, StateSet, StoreChoice, backwards, explore,
};
use sanderling_model::{ModelErrors, NetModel};
use sanderling_net::Diagnostics;
use sanderling_property::{Formula, Logic, PathOperator, PathQuantifier, Temporal as Written};
use sanderling_report::{Decision, Reason, Technique};

use super::{Decided, Temporal, Undecided};
use crate::explain::report::reason;
use crate::prepare::Encoded;
use crate::search::goal;
use crate::search::self_check::{NetReference, sound};

impl Temporal<'_> {
    /// Explores the whole graph, if it can be, and labels it for all open properties of branching time.
    pub(super) fn label_graph(&mut self) -> Result<(), Diagnostics> {
        let open = self.open_of(Logic::Ctl);
        if open.is_empty() || self.budget.is_over() {
            return Ok(());
        }
        if !self.net.is_place_transition() {
            return self.label(self.net.data_model(ModelErrors::Report)?, &open);
        }
        match self.net.encoded()? {
            Encoded::Fields(model) => self.label(model, &open),
            Encoded::Radix(model) => self.label(model, &open),
        }
    }

    fn label<M: NetModel>(&mut self, model: M, open: &[usize]) -> Result<(), Diagnostics> {
        let mut limits = self.budget.limits_left();
        let memory = limits.memory_bytes;
        // What turns the graph takes time and memory, too; and so does looking for runs.
        limits.time = limits.time.map(|left| left / 2);
        limits.memory_bytes = memory.map(|bytes| bytes / 4 * 3);
        let options = Options {
            retention: Retention::KeepAll,
            store: StoreChoice::Packed,
            threads: self.request.threads,
            limits,
            ..Options::default()
        };
        let reference = NetReference::new(self.net.net, self.request);
        let observation = Observation { self_check: reference.check(&model), ..Observation::default() };
        let outcome = explore(model, &options, &observation, &Guidance::default(), self.budget.control());
        sound(&outcome)?;
        self.found.bits_per_state = outcome.system.bits_per_state();
        self.count(outcome.visits, outcome.firings, outcome.peak_bytes as u64);
        if !outcome.is_exhaustive() {
            self.note(open, outcome.stop.and_then(reason).map(Undecided::from));
            return Ok(());
        }
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
        let turned = backwards(&outcome.system, (store, outcome.root), &conditions, deadline, control);
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
            let labels = Labels { graph: &graph, atoms: &atoms };
            let satisfying = labels.of(&self.properties[position].formula);
            let holds = satisfying.contains(graph.initial());
            self.tell(position, Decided::by(holds, Decision::by(Technique::Search)));
        }
        Ok(())
    }

    /// The conditions on markings in open properties, each once.
    fn atoms(&self, open: &[usize]) -> Vec<Formula> {
        let mut atoms = Vec::new();
        for &position in open {
            self.properties[position].formula.for_each_state(&mut |formula| atoms.push(formula.clone()));
        }
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }
}

/// The markings that satisfy formulas.
struct Labels<'a> {
    graph: &'a Backwards,
    /// Ascending.
    atoms: &'a [Formula],
}

impl Labels<'_> {
    fn of(&self, formula: &Written) -> StateSet {
        let states = self.graph.states();
        match formula {
            Written::State(formula) => {
                let position = self.atoms.binary_search(formula).expect("all conditions are atoms");
                self.graph.atom(position).clone()
            }
            Written::Not(inner) => self.of(inner).complement(),
            Written::And(parts) => {
                parts.iter().fold(StateSet::all(states), |set, part| set.and(&self.of(part)))
            }
            Written::Or(parts) => {
                parts.iter().fold(StateSet::none(states), |set, part| set.or(&self.of(part)))
            }
            Written::Path { quantifier, operator, operands } => {
                let mut sides: Vec<StateSet> = operands.iter().map(|part| self.of(part)).collect();
                let last = sides.pop().unwrap_or_else(|| StateSet::all(states));
                let is_some = *quantifier == Some(PathQuantifier::Some);
                self.path(is_some, *operator, sides.pop(), last)
            }
        }
    }

    /// Every operator by `EX` and the two kinds of `U`. The dual of an operator for all runs is one for some run.
    fn path(
        &self,
        is_some: bool,
        operator: PathOperator,
        first: Option<StateSet>,
        last: StateSet,
    ) -> StateSet {
        let all = || StateSet::all(self.graph.states());
        let first = first.unwrap_or_else(all);
        match operator {
            PathOperator::Next if is_some => self.graph.some_next(&last),
            PathOperator::Next => self.graph.some_next(&last.complement()).complement(),
            PathOperator::Finally => self.until(is_some, &all(), last),
            PathOperator::Globally => self.until(!is_some, &all(), last.complement()).complement(),
            PathOperator::Until => self.until(is_some, &first, last),
            // Not: the right one fails until both do.
            PathOperator::WeakUntil => {
                let fails = last.complement();
                let both = first.complement().and(&fails);
                self.until(!is_some, &fails, both).complement()
            }
            // Not: the left one fails until the right one does.
            PathOperator::Release => {
                self.until(!is_some, &first.complement(), last.complement()).complement()
            }
            PathOperator::StrongRelease => {
                let both = first.and(&last);
                self.until(is_some, &last, both)
            }
        }
    }

    fn until(&self, is_some: bool, on_the_way: &StateSet, wanted: StateSet) -> StateSet {
        if is_some {
            self.graph.some_until(on_the_way, wanted)
        } else {
            self.graph.all_until(on_the_way, wanted)
        }
    }
}
