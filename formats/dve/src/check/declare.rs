//! Declarations: variables, constants, channels, and the names of processes.

use std::collections::HashMap;

use sanderling_net::{Diagnostic, Span};

use super::names::Kind;
use super::resolved::{
    Accepting, Cell, CellId, Channel, ChannelId, Constant, ConstantId, Location, LocationId, Process,
    ProcessId,
};
use super::{Check, MAX_VALUES};
use crate::syntax::{self, Declaration, Name, Variable};

impl<'a> Check<'a> {
    /// Registers the processes and their locations before anything else is resolved.
    pub(super) fn announce(&mut self, processes: &'a [syntax::Process]) {
        for process in processes {
            let mut positions = HashMap::new();
            for (position, state) in process.states.iter().enumerate() {
                positions.entry(state.text.as_str()).or_insert(LocationId::new(position));
            }
            let initial = positions.get(process.initial.text.as_str()).copied();
            self.names.announce(&process.name.text, positions);
            let location = |name: &Name| Location { name: name.text.clone(), is_committed: false };
            self.program.processes.push(Process {
                name: process.name.text.clone(),
                locations: process.states.iter().map(location).collect(),
                initial: initial.unwrap_or(LocationId::new(0)),
                steps: Vec::new(),
                assertions: Vec::new(),
                accepting: Accepting::default(),
                span: process.name.span,
            });
        }
    }

    /// Declares the global declarations in order.
    pub(super) fn declarations(&mut self, declarations: &'a [Declaration]) {
        for declaration in declarations {
            match declaration {
                Declaration::Variable(variable) => self.variable(None, variable),
                Declaration::Channel(channel) => self.channel(channel),
            }
        }
    }

    /// Declares a variable or a constant. Its own initialiser cannot refer to it.
    pub(super) fn variable(&mut self, process: Option<ProcessId>, variable: &'a Variable) {
        let length = self.length(variable);
        let initial = self.initial(process, variable, length);
        let kind = if variable.is_const {
            self.program.constants.push(Constant {
                width: variable.width,
                is_array: variable.length.is_some(),
                values: initial.unwrap_or_default(),
            });
            Kind::Constant(ConstantId::new(self.program.constants.len() - 1))
        } else {
            let name = &variable.name.text;
            let owner = process.map(|process| &self.program.processes[process.index()].name);
            self.program.cells.push(Cell {
                name: owner.map_or_else(|| name.clone(), |owner| format!("{owner}.{name}")),
                width: variable.width,
                length: variable.length.map(|_| length as u32),
                is_initialised: variable.initial.is_some(),
                initial: initial.unwrap_or_else(|| vec![0; length]),
                owner: process,
                span: variable.name.span,
            });
            Kind::Cell(CellId::new(self.program.cells.len() - 1))
        };
        self.declare(process, &variable.name, kind);
    }

    /// Returns the number of values of a variable; 1 after an error.
    fn length(&mut self, variable: &Variable) -> usize {
        let (length, span) = match variable.length {
            Some(length) => (usize::try_from(length.value).unwrap_or(0), length.span),
            None => (1, variable.name.span),
        };
        if length == 0 {
            let empty = format!("the array `{}` without elements", variable.name.text);
            self.report.say(Diagnostic::error(empty).expected("a length of at least 1").at(span));
        }
        if self.room(length as u64, span) { length.max(1) } else { 1 }
    }

    /// Returns whether `values` more values may be declared; reports an error when the limit is first exceeded.
    fn room(&mut self, values: u64, span: Span) -> bool {
        let was_full = self.values > MAX_VALUES;
        self.values = self.values.saturating_add(values);
        if self.values > MAX_VALUES && !was_full {
            let many = format!("variables, constants and buffers with more than {MAX_VALUES} values in all");
            self.report.say(Diagnostic::error(many).expected("shorter arrays, or buffers for less").at(span));
        }
        self.values <= MAX_VALUES
    }

    fn channel(&mut self, channel: &'a syntax::Channel) {
        let capacity = channel.capacity.map_or(0, |capacity| capacity.value);
        let items = channel.items.as_ref().map_or(0, Vec::len).max(1) as u64;
        let span = channel.capacity.map_or(channel.name.span, |capacity| capacity.span);
        let capacity = u32::try_from(capacity).unwrap_or(0);
        self.room(u64::from(capacity) * items, span);
        self.program.channels.push(Channel {
            name: channel.name.text.clone(),
            items: channel.items.clone(),
            capacity,
            arity: channel.items.as_ref().map(|items| (items.len(), channel.name.span)),
            span: channel.name.span,
        });
        let id = ChannelId::new(self.program.channels.len() - 1);
        self.declare(None, &channel.name, Kind::Channel(id));
    }
}
