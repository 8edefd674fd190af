//! Values at the beginning of a path, and as they are now.

use std::rc::Rc;

use super::{Follower, Known, Path, When};
use crate::formula::Formula;
use crate::program::{Node, Range, Value};
use crate::syntax::{Binary, ChannelFunction};

impl Follower<'_, '_> {
    pub(super) fn read(&self, path: &mut Path, cell: usize, index: Option<Formula>, when: When) -> Formula {
        let store = &self.machine.cells[cell];
        let range = store.range;
        let index = match (index, store.count) {
            (Some(index), Some(count)) => {
                Some(Formula::within(Range { low: 0, high: i64::from(count) - 1 }, index))
            }
            _ => None,
        };
        let base = |index: Option<&Formula>| match (self.base, index) {
            (Some(base), None) => Formula::Number(base.get(store.offset).copied().unwrap_or(0)),
            (Some(base), Some(Formula::Number(at)))
                if (0..i64::from(store.count.unwrap_or(1))).contains(at) =>
            {
                Formula::Number(base.get(store.offset + *at as usize).copied().unwrap_or(0))
            }
            (_, None) => Formula::Cell(cell, range),
            (_, Some(index)) => Formula::Element(cell, range, Rc::new(index.clone())),
        };
        match (path.known.get(&cell), index) {
            (None, index) => base(index.as_ref()),
            (Some(Known::Number(number)), _) => match (when, number.number()) {
                (When::Now, None) => Formula::Cell(cell, range),
                _ => number.clone(),
            },
            (Some(Known::Unknown), index) => match (when, index) {
                (When::Now, None) => Formula::Cell(cell, range),
                (When::Now, Some(index)) => Formula::Element(cell, range, Rc::new(index)),
                (When::Before, _) => {
                    path.is_lost = true;
                    Formula::FALSE
                }
            },
            (Some(Known::Elements(elements)), index) => {
                let index = index.unwrap_or(Formula::Number(0));
                if when == When::Now {
                    let latest = elements.iter().rev().take_while(|(at, _)| at.number().is_some());
                    let mut same = latest.filter(|(at, _)| *at == index);
                    if index.number().is_some()
                        && let Some((_, value)) = same.next()
                        && value.number().is_some()
                    {
                        return value.clone();
                    }
                    let all_known = elements
                        .iter()
                        .all(|(at, _)| at.number().is_some_and(|at| Some(at) != index.number()));
                    return match self.base {
                        Some(_) if all_known => base(Some(&index)),
                        _ => Formula::Element(cell, range, Rc::new(index)),
                    };
                }
                let mut result = base(Some(&index));
                for (at, value) in elements {
                    let is_same = Formula::equal(at.clone(), index.clone());
                    result = Formula::select(is_same, value.clone(), result);
                }
                result
            }
        }
    }

    /// Converts a value of an instance.
    pub(super) fn value(&self, path: &mut Path, instance: usize, value: &Value, when: When) -> Formula {
        match value {
            Value::Number(number) => Formula::Number(*number),
            Value::Cell(cell, index) => {
                let index = index.as_deref().map(|index| self.value(path, instance, index, when));
                let (cell, declared) = self.machine.cell(instance, *cell);
                let element = index.as_ref().and_then(Formula::number);
                if let Some(number) = self.machine.fixed(instance, declared, element) {
                    return Formula::Number(number);
                }
                self.read(path, cell, index, when)
            }
            Value::Unary(operator, operand) => {
                Formula::unary(*operator, self.value(path, instance, operand, when))
            }
            Value::Binary(operator, parts) => {
                let left = self.value(path, instance, &parts[0], when);
                Formula::binary(*operator, left, self.value(path, instance, &parts[1], when))
            }
            Value::Conditional(parts) => {
                let condition = self.value(path, instance, &parts[0], when);
                let yes = self.value(path, instance, &parts[1], when);
                Formula::select(condition, yes, self.value(path, instance, &parts[2], when))
            }
            Value::Below(limit, inner) => {
                let inner = self.value(path, instance, inner, when);
                Formula::within(Range { low: 0, high: i64::from(*limit) - 1 }, inner)
            }
            Value::NewChannel(declaration, element) => {
                Formula::Number(self.machine.channel_number(*declaration, *element, Some(instance)))
            }
            Value::Channel(function, channel) => self.function(path, instance, *function, channel, when),
            Value::Poll { channel, is_random, patterns } => {
                let values: Vec<Option<Formula>> = patterns
                    .iter()
                    .map(|pattern| pattern.as_ref().map(|value| self.value(path, instance, value, when)))
                    .collect();
                let number = self.value(path, instance, channel, when);
                let mut any = Vec::new();
                for (channel, is_it) in self.candidates(&number, patterns.len()) {
                    let positions = if *is_random { self.machine.channels[channel].capacity } else { 1 };
                    for position in 0..positions.min(self.machine.channels[channel].capacity) {
                        let matches = self.matches(path, channel, position, &values, when);
                        any.push(Formula::all([is_it.clone(), matches]));
                    }
                }
                Formula::any(any)
            }
            Value::Timeout if path.is_timeout_false => Formula::FALSE,
            Value::Timeout => self.timeout(path),
            Value::ProcessNumber => {
                let slot = self.machine.instances.get(instance).map_or(0, |found| found.slot);
                Formula::Number(slot.into())
            }
            Value::ProcessCount => self.read(path, self.machine.count, None, when),
            Value::NonProgress => {
                let is_at = self.at_locations(path, when, |_, node| node.has_label("progress"));
                is_at.not()
            }
            Value::At { process, number, label } => {
                let number = number.as_deref().map(|number| self.value(path, instance, number, when));
                let mut any = Vec::new();
                for (other, found) in self.machine.instances.iter().enumerate() {
                    let declared = self.machine.process(other);
                    if found.process != *process {
                        continue;
                    }
                    let Some(node) = declared.labels.get(label) else { continue };
                    let is_it = match &number {
                        Some(number) => Formula::equal(number.clone(), Formula::Number(found.slot.into())),
                        None => Formula::TRUE,
                    };
                    let location = self.read(path, found.location, None, when);
                    let is_there = Formula::equal(location, Formula::Number(*node as i64 + 1));
                    any.push(Formula::all([is_it, is_there]));
                }
                Formula::any(any)
            }
            Value::Remote { process, number, name, index } => {
                let number = number.as_deref().map(|number| self.value(path, instance, number, when));
                let index = index.as_deref().map(|index| self.value(path, instance, index, when));
                let mut result = Formula::Number(0);
                for found in self.machine.instances.iter().filter(|found| found.process == *process) {
                    let cells = &self.machine.program.processes[*process].cells;
                    let Some(cell) = cells.iter().position(|cell| cell.name == *name) else { continue };
                    let is_it = match &number {
                        Some(number) => Formula::equal(number.clone(), Formula::Number(found.slot.into())),
                        // Without a number, it is the only instance that exists.
                        None => {
                            let location = self.read(path, found.location, None, when);
                            Formula::equal(location, Formula::Number(0)).not()
                        }
                    };
                    let value = self.read(path, found.cells[cell], index.clone(), when);
                    result = Formula::select(is_it, value, result);
                }
                result
            }
        }
    }

    /// Returns whether an instance is at one of the locations.
    pub(super) fn at_locations(
        &self,
        path: &mut Path,
        when: When,
        wanted: impl Fn(usize, &Node) -> bool,
    ) -> Formula {
        let mut any = Vec::new();
        for (instance, found) in self.machine.instances.iter().enumerate() {
            for (number, node) in self.machine.process(instance).nodes.iter().enumerate() {
                if wanted(number, node) {
                    let location = self.read(path, found.location, None, when);
                    any.push(Formula::equal(location, Formula::Number(number as i64 + 1)));
                }
            }
        }
        Formula::any(any)
    }

    pub(super) fn function(
        &self,
        path: &mut Path,
        instance: usize,
        function: ChannelFunction,
        channel: &Value,
        when: When,
    ) -> Formula {
        let number = self.value(path, instance, channel, when);
        let mut result = Formula::Number(0);
        for (channel, is_it) in self.all_candidates(&number) {
            let found = &self.machine.channels[channel];
            let (length, capacity) = match found.capacity {
                0 => (Formula::Number(0), 0),
                capacity => (self.read(path, found.length, None, when), i64::from(capacity)),
            };
            let (zero, full) = (Formula::Number(0), Formula::Number(capacity));
            let value = match function {
                ChannelFunction::Length => length,
                ChannelFunction::Empty => Formula::equal(length, zero),
                ChannelFunction::NotEmpty => Formula::equal(length, zero).not(),
                ChannelFunction::Full => Formula::equal(length, full),
                ChannelFunction::NotFull => Formula::equal(length, full).not(),
            };
            result = Formula::select(is_it, value, result);
        }
        result
    }

    /// Returns the channels that a number may mean, each with the condition.
    pub(super) fn all_candidates(&self, number: &Formula) -> Vec<(usize, Formula)> {
        self.candidates_if(number, |_| true)
    }

    pub(super) fn candidates(&self, number: &Formula, fields: usize) -> Vec<(usize, Formula)> {
        self.candidates_if(number, |channel| self.machine.channels[channel].fields.len() == fields)
    }

    pub(super) fn candidates_if(
        &self,
        number: &Formula,
        wanted: impl Fn(usize) -> bool,
    ) -> Vec<(usize, Formula)> {
        if let Some(number) = number.number() {
            let channel = usize::try_from(number - 1).ok().filter(|at| *at < self.machine.channels.len());
            return channel.map(|channel| (channel, Formula::TRUE)).into_iter().collect();
        }
        let all = (0..self.machine.channels.len()).filter(|channel| wanted(*channel));
        all.map(|channel| (channel, Formula::equal(number.clone(), Formula::Number(channel as i64 + 1))))
            .collect()
    }

    pub(super) fn slot(
        &self,
        path: &mut Path,
        channel: usize,
        field: usize,
        position: u32,
        when: When,
    ) -> Formula {
        let index = Formula::Number(position.into());
        self.read(path, self.machine.channels[channel].slots[field], Some(index), when)
    }

    /// Returns whether there is a message at a position, with these values.
    pub(super) fn matches(
        &self,
        path: &mut Path,
        channel: usize,
        position: u32,
        values: &[Option<Formula>],
        when: When,
    ) -> Formula {
        let length = self.read(path, self.machine.channels[channel].length, None, when);
        let exists = Formula::binary(Binary::Greater, length, Formula::Number(position.into()));
        Formula::all([exists, self.equal_values(path, channel, position, values, when)])
    }

    /// Returns whether the slots at a position have these values.
    pub(super) fn equal_values(
        &self,
        path: &mut Path,
        channel: usize,
        position: u32,
        values: &[Option<Formula>],
        when: When,
    ) -> Formula {
        let mut all = Vec::new();
        for (field, value) in values.iter().enumerate().take(self.machine.channels[channel].slots.len()) {
            if let Some(value) = value {
                all.push(Formula::equal(self.slot(path, channel, field, position, when), value.clone()));
            }
        }
        Formula::all(all)
    }

    /// Returns whether no step is possible as long as this is false.
    pub(super) fn timeout(&self, path: &mut Path) -> Formula {
        path.is_timeout_false = true;
        let mut any = Vec::new();
        for instance in 0..self.machine.instances.len() {
            for (number, node) in self.machine.process(instance).nodes.iter().enumerate() {
                let place = self.machine.instances[instance].location;
                let location = self.read(path, place, None, When::Before);
                let is_there = Formula::equal(location, Formula::Number(number as i64 + 1));
                if is_there.is_false() {
                    continue;
                }
                let mut edges = Vec::new();
                for edge in &node.edges {
                    edges.push(self.executable(path, instance, number, edge));
                }
                any.push(Formula::all([is_there, Formula::any(edges)]));
            }
        }
        path.is_timeout_false = false;
        Formula::any(any).not()
    }
}
