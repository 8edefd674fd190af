//! The tree of runs of a stored and labelled state space.

use sanderling_cutoff::TELLING_VISITS;
use sanderling_machine::clock::Instant;
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{EventId, Fired, System};

use super::evidence::{Labels, Step, tree};
use super::numbered::{Numbered, Operators};
use super::tree::{Claim, RunTree};
use super::{Backwards, Branching, StateSet};
use crate::on_the_fly::Halt;
use sanderling_analysis::Control;
use sanderling_analysis::StopReason;

impl Backwards {
    /// Returns the runs that serve as evidence for the value of a formula in the initial state. `system` and
    /// `store` must be those that were passed to `backwards`.
    ///
    /// Takes one bit for each state and each operator, and for each operator the time of
    /// [`satisfying`](Self::satisfying).
    pub fn tree<S: System>(
        &self,
        (system, store, root): (&S, &PackedStore, StateId),
        formula: &Branching,
        deadline: Option<Instant>,
        control: &Control<'_>,
    ) -> Option<RunTree<Claim>> {
        let holds = formula.operators().into_iter().map(|operator| self.satisfying(operator)).collect();
        let (scratch, successor) = (system.scratch(), vec![0; system.words()]);
        let mut stored =
            Stored { graph: self, system, store, holds, scratch, successor, deadline, control, visits: 0 };
        let formula = Operators::default().numbered(formula);
        let value = stored.is_satisfied(&formula, self.initial());
        tree(&mut stored, &formula, (root, value)).ok().flatten()
    }
}

/// A store with the states that satisfy each operator.
struct Stored<'s, S: System> {
    graph: &'s Backwards,
    system: &'s S,
    store: &'s PackedStore,
    holds: Vec<StateSet>,
    scratch: S::Scratch,
    successor: Vec<u64>,
    deadline: Option<Instant>,
    control: &'s Control<'s>,
    visits: u64,
}

impl<S: System> Stored<'_, S> {
    fn is_satisfied(&self, formula: &Numbered, state: u32) -> bool {
        let is_satisfied = |part: &Numbered| self.is_satisfied(part, state);
        match formula {
            Numbered::Constant(holds) => *holds,
            Numbered::Atom(position) => self.graph.atom(*position).contains(state),
            Numbered::Not(inner) => !is_satisfied(inner),
            Numbered::And(parts) => parts.iter().all(is_satisfied),
            Numbered::Or(parts) => parts.iter().any(is_satisfied),
            Numbered::Next(operator, _) | Numbered::Until(operator, _) => {
                self.holds[*operator as usize].contains(state)
            }
        }
    }
}

impl<S: System> Labels for Stored<'_, S> {
    fn holds(&mut self, formula: &Numbered, state: StateId) -> Result<bool, Halt> {
        Ok(self.is_satisfied(formula, self.graph.number(state)))
    }

    fn steps(&mut self, state: StateId) -> Result<Vec<Step>, Halt> {
        let (state, mut events) = (self.store.state(state), Vec::<EventId>::new());
        self.system.unpack::<0>(state, &mut self.scratch);
        self.system.enabled::<0>(state, &self.scratch, &mut events);
        let mut steps = Vec::with_capacity(events.len());
        for event in events {
            match self.system.fire::<0>(state, &self.scratch, event, &mut self.successor) {
                Fired::Successor => {
                    let target = self.store.find::<0>(&self.successor);
                    steps.push((event, target.expect("all reachable states are stored")));
                }
                Fired::AssumptionBroken | Fired::Undefined => return Err(Halt::Stop(StopReason::Undefined)),
            }
        }
        Ok(steps)
    }

    fn visit(&mut self) -> Result<(), Halt> {
        if self.control.is_cancelled() {
            return Err(Halt::Stop(StopReason::Cancelled));
        }
        self.visits += 1;
        match self.deadline {
            _ if !TELLING_VISITS.admits(self.visits) => Err(Halt::Stop(StopReason::Decided)),
            Some(deadline) if Instant::now() >= deadline => Err(Halt::Stop(StopReason::Time)),
            _ => Ok(()),
        }
    }
}
