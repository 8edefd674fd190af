//! References to other processes: `P.s` and `P->x`.
//!
//! Locations of all processes are known, but variables only of earlier processes. `P->x` is meant for the property
//! process, and only one process may use it. The property process is omitted from the model, so other processes cannot
//! refer to it.

use sanderling_net::Diagnostic;

use super::names::Kind;
use super::resolved::{Expression, ProcessId};
use super::{Check, Scope};
use crate::syntax::{self, Name};

impl Check<'_> {
    /// Resolves `P.s`.
    pub(super) fn predicate(&mut self, scope: Scope, process: &Name, location: &Name) -> Option<Expression> {
        let id = self.other(scope, process)?;
        let location = self.location(id, location)?;
        Some(Expression::Location(id, location))
    }

    /// Returns the process that an expression refers to, or reports an error.
    fn other(&mut self, scope: Scope, name: &Name) -> Option<ProcessId> {
        let Some(id) = self.names.process(&name.text) else {
            self.unknown(name, "a process", |kind| matches!(kind, Kind::Process), None);
            return None;
        };
        if self.program.property == Some(id) && scope.process != Some(id) {
            let property = format!("`{}`, which is the property and no part of the model", name.text);
            self.report.say(Diagnostic::error(property).expected("another process").at(name.span));
            return None;
        }
        Some(id)
    }

    /// Resolves `P->x` or `P->x[index]`.
    pub(super) fn foreign(
        &mut self,
        scope: Scope,
        process: &Name,
        name: &Name,
        index: Option<&syntax::Expression>,
    ) -> Option<Expression> {
        let owner = self.other(scope, process)?;
        let problem = match scope.process {
            Some(reader) if owner < reader => self.second_reader(reader, process),
            Some(reader) if owner == reader => Some(
                Diagnostic::error(format!("`{}->{}` in process `{0}` itself", process.text, name.text))
                    .expected(format!("`{}`", name.text)),
            ),
            _ => Some(
                Diagnostic::error(format!("a variable of process `{}`, which comes later", process.text))
                    .expected("a process that is declared earlier")
                    .related(self.program.processes[owner.index()].span, "declared"),
            ),
        };
        if let Some(problem) = problem {
            self.report.say(problem.at(process.span));
            return None;
        }
        let Some(symbol) = self.names.look_up(Some(owner), &name.text) else {
            self.no_value(Some(owner), name);
            return None;
        };
        if let Kind::Cell(_) | Kind::Constant(_) = symbol.kind {
            return self.value_of(scope, symbol, name, index);
        }
        self.no_value(Some(owner), name);
        None
    }

    /// Returns an error if this is the second process that reads variables of others.
    fn second_reader(&mut self, reader: ProcessId, at: &Name) -> Option<Diagnostic> {
        let (first, span) = *self.foreign_reader.get_or_insert((reader, at.span));
        (first != reader).then(|| {
            let name = &self.program.processes[first.index()].name;
            Diagnostic::error("a second process that reads variables of others")
                .expected("`->` in one process only")
                .related(span, format!("process `{name}` does so"))
        })
    }
}
