//! Processes: their declarations, locations, assertions and transitions.

use sanderling_net::Span;

use super::names::Kind;
use super::resolved::{Accepting, Assertion, Expression, ProcessId, Step, Store};
use super::{Check, Scope};
use crate::syntax::{self, Assignment, Process, Transition};

impl<'a> Check<'a> {
    /// Resolves a process.
    pub(super) fn process(&mut self, id: ProcessId, process: &'a Process) {
        self.declare(None, &process.name, Kind::Process);
        for variable in &process.variables {
            self.variable(Some(id), variable);
        }
        for state in &process.states {
            self.declare(Some(id), state, Kind::Location);
        }
        self.location(id, &process.initial);
        let accepting = process.accepting.sets.iter();
        let sets = accepting.map(|set| set.iter().filter_map(|name| self.location(id, name)).collect());
        let accepting =
            Accepting { sets: sets.collect(), kind: process.accepting.kind, span: process.accepting.span };
        self.program.processes[id.index()].accepting = accepting;
        for name in &process.committed {
            if let Some(location) = self.location(id, name) {
                self.program.processes[id.index()].locations[location.index()].is_committed = true;
            }
        }
        for assertion in &process.assertions {
            let assertion = self.assertion(id, assertion);
            self.program.processes[id.index()].assertions.extend(assertion);
        }
        for transition in &process.transitions {
            let step = self.step(id, &(self.whole)(transition));
            self.program.processes[id.index()].steps.extend(step);
        }
    }

    fn assertion(&mut self, process: ProcessId, assertion: &syntax::Assertion) -> Option<Assertion> {
        let location = self.location(process, &assertion.location);
        let condition = self.condition(process, &assertion.condition);
        let (from, to) = (assertion.location.span, assertion.condition.span);
        let span = Span { end: to.end.max(from.end), ..from };
        Some(Assertion { location: location?, condition: condition?, span })
    }

    fn step(&mut self, process: ProcessId, transition: &Transition) -> Option<Step> {
        let source = self.location(process, &transition.source);
        let target = self.location(process, &transition.target);
        let guard = transition.guard.as_ref().map(|guard| self.condition(process, guard));
        let exchange = transition.communication.as_ref().map(|exchange| self.exchange(process, exchange));
        let effects: Vec<_> = transition.effects.iter().map(|effect| self.store(process, effect)).collect();
        Some(Step {
            source: source?,
            target: target?,
            guard: guard.map_or(Some(None), |guard| guard.map(Some))?,
            exchange: exchange.map_or(Some(None), |exchange| exchange.map(Some))?,
            effects: effects.into_iter().collect::<Option<_>>()?,
            span: transition.span,
        })
    }

    fn condition(&mut self, process: ProcessId, condition: &syntax::Expression) -> Option<Expression> {
        self.expression(Scope::of_step(process), condition)
    }

    fn store(&mut self, process: ProcessId, assignment: &Assignment) -> Option<Store> {
        let scope = Scope::of_step(process);
        let target = self.target(scope, &assignment.target, assignment.index.as_ref());
        let value = self.expression(scope, &assignment.value);
        Some(Store { target: target?, value: value? })
    }
}
