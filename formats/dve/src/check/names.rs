//! Scopes, and messages about names that cannot be resolved.

use std::collections::HashMap;

use sanderling_net::{Diagnostic, Span};

use super::resolved::{CellId, ChannelId, ConstantId, LocationId, ProcessId};
use super::{Check, suggest};
use crate::syntax::Name;

/// The meaning of a name.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Cell(CellId),
    Constant(ConstantId),
    Channel(ChannelId),
    Process,
    /// A location of the process in whose scope the name occurs.
    Location,
}

/// A name in a scope.
#[derive(Debug, Clone, Copy)]
pub(super) struct Symbol {
    pub(super) kind: Kind,
    /// Span of the declaration.
    pub(super) span: Span,
}

/// All names of a model.
#[derive(Debug, Default)]
pub(super) struct Names<'a> {
    /// The global names declared so far.
    global: HashMap<&'a str, Symbol>,
    /// The names declared so far in each process.
    local: Vec<HashMap<&'a str, Symbol>>,
    /// The processes of the whole file; if a name occurs twice, the first process.
    processes: HashMap<&'a str, ProcessId>,
    /// The locations of each process of the whole file.
    locations: Vec<HashMap<&'a str, LocationId>>,
}

impl<'a> Names<'a> {
    /// Registers a process and its locations, before its declaration is reached.
    pub(super) fn announce(&mut self, name: &'a str, locations: HashMap<&'a str, LocationId>) {
        let process = ProcessId::new(self.locations.len());
        self.processes.entry(name).or_insert(process);
        self.locations.push(locations);
        self.local.push(HashMap::new());
    }

    pub(super) fn process(&self, name: &str) -> Option<ProcessId> {
        self.processes.get(name).copied()
    }

    pub(super) fn location(&self, process: ProcessId, name: &str) -> Option<LocationId> {
        self.locations[process.index()].get(name).copied()
    }

    pub(super) fn global(&self, name: &str) -> Option<Symbol> {
        self.global.get(name).copied()
    }

    /// Resolves a name in a process, or in the global scope.
    pub(super) fn look_up(&self, process: Option<ProcessId>, name: &str) -> Option<Symbol> {
        let local = process.and_then(|process| self.local[process.index()].get(name).copied());
        local.or_else(|| self.global(name))
    }

    /// Adds a name to a scope. If it is declared already, returns the earlier symbol.
    pub(super) fn declare(
        &mut self,
        process: Option<ProcessId>,
        name: &'a str,
        symbol: Symbol,
    ) -> Option<Symbol> {
        let scope = match process {
            Some(process) => &mut self.local[process.index()],
            None => &mut self.global,
        };
        if let Some(first) = scope.get(name) {
            return Some(*first);
        }
        scope.insert(name, symbol);
        None
    }

    /// Returns the known name that is most similar to this one, among those whose meaning is `wanted`.
    fn nearest(
        &self,
        process: Option<ProcessId>,
        name: &str,
        wanted: impl Fn(Kind) -> bool,
    ) -> Option<&'a str> {
        let local = process.into_iter().flat_map(|process| &self.local[process.index()]);
        let names =
            local.chain(&self.global).filter(|(_, symbol)| wanted(symbol.kind)).map(|(name, _)| *name);
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        suggest::nearest(name, names.into_iter())
    }

    fn nearest_process(&self, name: &str) -> Option<&'a str> {
        let mut names: Vec<&str> = self.processes.keys().copied().collect();
        names.sort_unstable();
        suggest::nearest(name, names.into_iter())
    }

    fn nearest_location(&self, process: ProcessId, name: &str) -> Option<&'a str> {
        let mut names: Vec<&str> = self.locations[process.index()].keys().copied().collect();
        names.sort_unstable();
        suggest::nearest(name, names.into_iter())
    }
}

impl<'a> Check<'a> {
    /// Adds a name to a scope, or reports that it is declared already.
    pub(super) fn declare(&mut self, process: Option<ProcessId>, name: &'a Name, kind: Kind) {
        let symbol = Symbol { kind, span: name.span };
        if let Some(first) = self.names.declare(process, &name.text, symbol) {
            let twice = format!("the name `{}`, which is declared already", name.text);
            let twice = Diagnostic::error(twice).expected("a name of its own").at(name.span);
            self.report.say(twice.related(first.span, "first declared"));
        }
    }

    /// Reports a name that is unknown or has another meaning than expected.
    pub(super) fn unknown(
        &mut self,
        name: &Name,
        expected: &str,
        wanted: impl Fn(Kind) -> bool,
        process: Option<ProcessId>,
    ) {
        let text = &name.text;
        let later = || Some(Symbol { kind: Kind::Process, span: self.span_of(self.names.process(text)?) });
        let found = match self.names.look_up(process, text).or_else(later) {
            Some(other) => {
                let kind = described(other.kind);
                Diagnostic::error(format!("{kind} `{text}`")).related(other.span, "declared")
            }
            None if self.report.is_full() => Diagnostic::error("an unknown name"),
            None => {
                let nearest = match self.names.nearest(process, text, &wanted) {
                    None if wanted(Kind::Process) => self.names.nearest_process(text),
                    nearest => nearest,
                };
                with_suggestion(Diagnostic::error(format!("the unknown name `{text}`")), nearest)
            }
        };
        self.report.say(found.expected(expected).at(name.span));
    }

    fn span_of(&self, process: ProcessId) -> Span {
        self.program.processes[process.index()].span
    }

    /// Returns the location with a name, or reports an error.
    pub(super) fn location(&mut self, process: ProcessId, name: &Name) -> Option<LocationId> {
        let found = self.names.location(process, &name.text);
        if found.is_none() {
            let owner = &self.program.processes[process.index()].name;
            let unknown = format!("`{}`, which is not a location of process `{owner}`", name.text);
            let nearest = match self.report.is_full() {
                true => None,
                false => self.names.nearest_location(process, &name.text),
            };
            let error = with_suggestion(Diagnostic::error(unknown), nearest);
            self.report.say(error.expected("a name from its `state` list").at(name.span));
        }
        found
    }
}

fn with_suggestion(error: Diagnostic, nearest: Option<&str>) -> Diagnostic {
    match nearest {
        Some(nearest) => error.help(format!("did you mean `{nearest}`?")),
        None => error,
    }
}

/// Describes the kind of a name's meaning.
pub(super) fn described(kind: Kind) -> &'static str {
    match kind {
        Kind::Cell(_) => "the variable",
        Kind::Constant(_) => "the constant",
        Kind::Channel(_) => "the channel",
        Kind::Process => "the process",
        Kind::Location => "the location",
    }
}
