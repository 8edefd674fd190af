//! The statements of a program. A statement is what one process does at one position of the file.
//!
//! A transition of the net executes a statement of each process that moves with it, such as a sender and a receiver. A
//! statement is executed by several transitions if the net distinguishes the values in it, the partners of a
//! communication, or what follows within one step. Such a step of several statements counts as its first statement.

use std::collections::BTreeMap;

use sanderling_net::{Net, TransitionId};
use sanderling_report::{LivenessLevel, Statement};
use sanderling_system::EventId;

/// The statements, by process and position in the file.
pub(super) struct Statements {
    /// The statements, without what is known of them.
    list: Vec<Statement>,
    /// The statements that each transition executes.
    of_transition: Vec<Vec<u32>>,
}

impl Statements {
    /// Returns the statements of a program. Transitions that stand for a limit of the reader execute none.
    pub(super) fn of(net: &Net) -> Self {
        let Some(program) = &net.program else { return Self { list: Vec::new(), of_transition: Vec::new() } };
        let mut found: BTreeMap<_, (Statement, Vec<usize>)> = BTreeMap::new();
        for (transition, step) in program.steps.iter().enumerate() {
            let id = TransitionId::new(transition);
            if program.limits.contains(&id) {
                continue;
            }
            for one in &step.moves {
                let key = (one.process, one.span.line, one.span.column, one.span.start, one.span.end);
                let new = || Statement {
                    process: program.processes[one.process as usize].name.clone(),
                    line: one.span.line,
                    column: one.span.column,
                    transitions: Vec::new(),
                    executed: false,
                    liveness: None,
                };
                let (statement, transitions) = found.entry(key).or_insert_with(|| (new(), Vec::new()));
                statement.transitions.push(net.transition(id).id.clone());
                transitions.push(transition);
            }
        }
        let mut of_transition = vec![Vec::new(); program.steps.len()];
        for (number, (_, transitions)) in (0_u32..).zip(found.values()) {
            transitions.iter().for_each(|&transition| of_transition[transition].push(number));
        }
        Self { list: found.into_values().map(|(statement, _)| statement).collect(), of_transition }
    }

    /// Returns the number of statements.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the statements that an event executes.
    pub(super) fn of_event(&self, event: EventId) -> &[u32] {
        &self.of_transition[event.index()]
    }

    /// Returns, for each statement, whether one of its transitions is among these.
    pub(super) fn executed_by(&self, is_fired: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut executed = vec![false; self.len()];
        let fired = self.of_transition.iter().enumerate().filter(|&(transition, _)| is_fired(transition));
        fired.flat_map(|(_, statements)| statements).for_each(|&one| executed[one as usize] = true);
        executed
    }

    /// Returns the statements with what is known of them.
    pub(super) fn described(&self, executed: &[bool], liveness: Option<&[LivenessLevel]>) -> Vec<Statement> {
        let describe = |(number, statement): (usize, &Statement)| Statement {
            executed: executed[number],
            liveness: liveness.map(|levels| levels[number]),
            ..statement.clone()
        };
        self.list.iter().enumerate().map(describe).collect()
    }

    /// Returns a statement's name for people.
    pub(super) fn name(&self, number: usize) -> String {
        let Statement { process, line, .. } = &self.list[number];
        format!("{process} line {line}")
    }
}
