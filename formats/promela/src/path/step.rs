//! Steps: what a path assigns.

use super::{Asserted, Follower, Known, MAX_FORMULA, Path, Stepped, Store, When};
use crate::formula::Formula;
use crate::program::{Action, Edge, Pattern, Target, Value};
use crate::syntax::Binary;

impl Follower<'_, '_> {
    /// Requires that an instance is at a location at this point of the path; returns whether it can be.
    pub(super) fn require_location(&self, path: &mut Path, instance: usize, location: i64) -> bool {
        let cell = self.machine.instances[instance].location;
        match self.read(path, cell, None, When::Before).number() {
            Some(known) => known == location,
            None => {
                path.from.insert(instance, location);
                path.known.insert(cell, Known::Number(Formula::Number(location)));
                true
            }
        }
    }

    pub(super) fn set_location(&self, path: &mut Path, instance: usize, location: i64) {
        let cell = self.machine.instances[instance].location;
        path.known.insert(cell, Known::Number(Formula::Number(location)));
    }

    /// Assigns to a cell. The values are those before and now.
    pub(super) fn store(
        &self,
        path: &mut Path,
        cell: usize,
        index: Option<[Formula; 2]>,
        value: [Formula; 2],
    ) {
        let range = self.machine.cells[cell].range;
        let [before, now] = value.map(|value| Formula::wrap(range, value));
        let count = self.machine.cells[cell].count;
        let index = index.filter(|_| count.is_some());
        let index = index.or_else(|| count.map(|_| [Formula::Number(0), Formula::Number(0)]));
        let is_large = before.size(MAX_FORMULA) == MAX_FORMULA;
        match &index {
            _ if is_large => {
                path.known.insert(cell, Known::Unknown);
            }
            None => {
                path.known.insert(cell, Known::Number(before));
            }
            Some([at, _]) => match path.known.entry(cell).or_insert_with(|| Known::Elements(Vec::new())) {
                Known::Elements(elements) => {
                    if at.number().is_some() {
                        let unrelated = elements.iter().all(|(other, _)| other.number().is_some());
                        if unrelated {
                            elements.retain(|(other, _)| other != at);
                        }
                    }
                    elements.push((at.clone(), before));
                }
                Known::Number(_) | Known::Unknown => {}
            },
        }
        path.code.push(Store { cell, index: index.map(|[_, at]| at), value: now });
    }

    /// Evaluates a value at the beginning of the path and now.
    pub(super) fn both(&self, path: &mut Path, instance: usize, value: &Value) -> [Formula; 2] {
        let lost = path.is_lost;
        let before = self.value(path, instance, value, When::Before);
        // A value that cannot be expressed is only lost if a condition needs it.
        let is_unknown = path.is_lost && !lost;
        path.is_lost = lost;
        let now = self.value(path, instance, value, When::Now);
        [if is_unknown { now.clone() } else { before }, now]
    }

    pub(super) fn assign(&self, path: &mut Path, instance: usize, target: &Target, value: [Formula; 2]) {
        let index = target.index.as_ref().map(|index| self.both(path, instance, index));
        let (cell, declared) = self.machine.cell(instance, target.cell);
        if declared.is_hidden {
            return;
        }
        self.store(path, cell, index, value);
    }

    /// Takes an edge; several paths result from choices within the statement.
    pub(super) fn step(&mut self, path: &Path, instance: usize, node: usize, number: usize) -> Vec<Stepped> {
        let process = self.machine.process(instance);
        let here = &process.nodes[node];
        let edge = &here.edges[number];
        let mut path = path.clone();
        path.steps += 1;
        if here.is_ordered {
            for earlier in &here.edges[..number] {
                let can = self.executable(&mut path, instance, node, earlier);
                path.require(can.not());
            }
        }
        let clauses = self.clauses(&mut path, instance, edge);
        path.require(clauses);
        if !path.is_possible() {
            return Vec::new();
        }
        if !matches!(edge.action, Action::Enter)
            && path.moves.last().is_none_or(|(last, _)| *last != instance)
        {
            path.moves.push((instance, edge.span));
        }
        if matches!(edge.action, Action::Send { .. } | Action::Receive { .. }) {
            path.communications.push(edge.span);
        }
        let next = edge.keeps.then_some((instance, edge.target));
        let mut paths = match &edge.action {
            Action::Enter => {
                let next = Some((instance, edge.target));
                return vec![Stepped { path, next, is_entry: true }];
            }
            Action::Send { channel, is_sorted, values } => {
                return self.send(&path, (instance, edge), channel, *is_sorted, values);
            }
            Action::Receive { channel, is_random, is_copy, patterns } => {
                self.receive(&path, instance, channel, (*is_random, *is_copy), patterns)
            }
            Action::Run { process, arguments, target } => {
                self.run(&path, instance, *process, arguments, target.as_ref())
            }
            Action::Else | Action::End => {
                let can = self.executable(&mut path, instance, node, edge);
                path.require(can);
                vec![path]
            }
            Action::Test(condition) => {
                let holds = self.value(&mut path, instance, condition, When::Before);
                path.require(holds);
                vec![path]
            }
            Action::Assert(condition) => {
                let condition = self.value(&mut path, instance, condition, When::Before).condition();
                if !condition.is_true() {
                    let (conditions, from) = (path.conditions.len(), path.from.clone());
                    path.assertions.push(Asserted { conditions, from, condition, span: edge.span });
                }
                vec![path]
            }
            Action::Assign(target, value) => {
                let value = self.both(&mut path, instance, value);
                self.assign(&mut path, instance, target, value);
                vec![path]
            }
            Action::Skip => vec![path],
        };
        let is_end = matches!(edge.action, Action::End);
        for path in &mut paths {
            if is_end {
                self.end(path, instance);
            } else {
                self.set_location(path, instance, edge.target as i64 + 1);
            }
        }
        paths.retain(Path::is_possible);
        paths.into_iter().map(|path| Stepped { path, next, is_entry: false }).collect()
    }

    pub(super) fn send(
        &mut self,
        path: &Path,
        (instance, edge): (usize, &Edge),
        channel: &Value,
        is_sorted: bool,
        values: &[Value],
    ) -> Vec<Stepped> {
        let mut path = path.clone();
        let number = self.value(&mut path, instance, channel, When::Before);
        let mut all = Vec::new();
        for (channel, is_it) in self.candidates(&number, values.len()) {
            let mut path = path.clone();
            path.require(is_it);
            if !path.is_possible() {
                continue;
            }
            let capacity = self.machine.channels[channel].capacity;
            if capacity == 0 {
                all.extend(self.hand_over(&path, (instance, edge), channel, values));
                continue;
            }
            let length = self.machine.channels[channel].length;
            let before = self.read(&mut path, length, None, When::Before);
            path.require(Formula::binary(Binary::Less, before.clone(), Formula::Number(capacity.into())));
            let (mut message, mut sent) = (Vec::new(), Vec::new());
            for (value, range) in values.iter().zip(self.machine.channels[channel].fields.clone()) {
                let both = self.both(&mut path, instance, value);
                sent.push(both[0].clone());
                message.push(both.map(|value| Formula::wrap(range, value)));
            }
            let placed = if is_sorted {
                self.insert(&path, channel, &message, &sent)
            } else {
                let now = self.read(&mut path, length, None, When::Now);
                let mut path = path;
                for (field, value) in message.into_iter().enumerate() {
                    let cell = self.machine.channels[channel].slots[field];
                    self.store(&mut path, cell, Some([before.clone(), now.clone()]), value);
                }
                vec![path]
            };
            for mut path in placed.into_iter().filter(Path::is_possible) {
                self.change_length(&mut path, channel, Binary::Add);
                self.set_location(&mut path, instance, edge.target as i64 + 1);
                let next = edge.keeps.then_some((instance, edge.target));
                all.push(Stepped { path, next, is_entry: false });
            }
        }
        all
    }

    pub(super) fn change_length(&self, path: &mut Path, channel: usize, operator: Binary) {
        let length = self.machine.channels[channel].length;
        let changed = [When::Before, When::Now]
            .map(|when| Formula::binary(operator, self.read(path, length, None, when), Formula::Number(1)));
        self.store(path, length, None, changed);
    }

    /// Inserts a message before the first one that is greater. As in Spin, the values are compared as they are sent,
    /// before they are cut to the ranges of the channel.
    pub(super) fn insert(
        &self,
        path: &Path,
        channel: usize,
        message: &[[Formula; 2]],
        sent: &[Formula],
    ) -> Vec<Path> {
        let capacity = self.machine.channels[channel].capacity;
        let mut all = Vec::new();
        let mut rest = path.clone();
        for position in 0..capacity {
            let mut path = rest.clone();
            let length = self.read(&mut path, self.machine.channels[channel].length, None, When::Before);
            let is_end = Formula::binary(Binary::AtMost, length, Formula::Number(position.into()));
            let mut greater = Formula::FALSE;
            for (field, value) in sent.iter().enumerate().rev() {
                let stored = self.slot(&mut path, channel, field, position, When::Before);
                let is_equal = Formula::equal(stored.clone(), value.clone());
                let is_greater = Formula::binary(Binary::Greater, stored, value.clone());
                greater = Formula::any([is_greater, Formula::all([is_equal, greater])]);
            }
            let here = Formula::any([is_end, greater]);
            path.require(here.clone());
            rest.require(here.not());
            if !path.is_possible() {
                continue;
            }
            let slots = self.machine.channels[channel].slots.clone();
            for (cell, value) in slots.into_iter().zip(message) {
                let at = |position: u32| {
                    Some([Formula::Number(position.into()), Formula::Number(position.into())])
                };
                for to in (position + 1..capacity).rev() {
                    let moved = [When::Before, When::Now].map(|when| {
                        self.read(&mut path, cell, Some(Formula::Number(i64::from(to) - 1)), when)
                    });
                    self.store(&mut path, cell, at(to), moved);
                }
                self.store(&mut path, cell, at(position), value.clone());
            }
            all.push(path);
        }
        all
    }

    /// Hands a message over on a channel without buffer: sender and receiver move together.
    pub(super) fn hand_over(
        &mut self,
        path: &Path,
        (sender, edge): (usize, &Edge),
        channel: usize,
        values: &[Value],
    ) -> Vec<Stepped> {
        let mut all = Vec::new();
        for found in self.receivers(sender) {
            let mut path = path.clone();
            if !self.require_location(&mut path, found.instance, found.location as i64 + 1) {
                continue;
            }
            let before = self.sent(&mut path, sender, channel, values, When::Before);
            let takes = self.takes(&mut path, found, channel, &before);
            path.require(takes);
            if !path.is_possible() {
                continue;
            }
            let now = self.sent(&mut path, sender, channel, values, When::Now);
            let receiver = found.instance;
            let process = self.machine.process(receiver);
            let received = &process.nodes[found.node].edges[found.edge];
            let Action::Receive { patterns, .. } = &received.action else { continue };
            let mut stores: Vec<(&Target, [Formula; 2])> = Vec::new();
            for (pattern, value) in patterns.iter().zip(before.into_iter().zip(now)) {
                if let Pattern::Store(target) = pattern {
                    stores.push((target, [value.0, value.1]));
                }
            }
            if !self.put_in_order(receiver, &mut stores) {
                path.crossed = Some(edge.span);
            }
            for (target, value) in stores {
                self.assign(&mut path, receiver, target, value);
            }
            self.set_location(&mut path, sender, edge.target as i64 + 1);
            self.set_location(&mut path, receiver, received.target as i64 + 1);
            path.moves.push((receiver, received.span));
            path.communications.push(received.span);
            let next = received.keeps.then_some((receiver, received.target));
            all.push(Stepped { path, next, is_entry: false });
        }
        all
    }

    /// Orders assignments of values that are all computed before the first one. A variable is assigned after the values
    /// that read it. Returns `false` if there is no such order, or if it might matter to an index or a variable that is
    /// assigned twice.
    fn put_in_order(&self, instance: usize, stores: &mut [(&Target, [Formula; 2])]) -> bool {
        let cell = |target: &Target| self.machine.cell(instance, target.cell).0;
        let reads = |stores: &[(&Target, [Formula; 2])], reader: usize, target: usize| {
            reader != target && stores[reader].1[1].reads(cell(stores[target].0))
        };
        let is_in_order = |stores: &[_]| {
            (0..stores.len()).all(|at| !(at..stores.len()).any(|later| reads(stores, later, at)))
        };
        if is_in_order(stores) {
            return true;
        }
        let are_plain = (0..stores.len()).all(|at| {
            let (target, _) = &stores[at];
            let is_fixed = target.index.as_ref().is_none_or(|index| matches!(index, Value::Number(_)));
            is_fixed && stores[..at].iter().all(|(other, _)| cell(other) != cell(target))
        });
        for first in 0..stores.len() {
            let is_free = |at: &usize| !(first..stores.len()).any(|reader| reads(stores, reader, *at));
            if let Some(free) = (first..stores.len()).find(is_free) {
                stores[first..=free].rotate_right(1);
            }
        }
        are_plain && is_in_order(stores)
    }

    pub(super) fn receive(
        &mut self,
        path: &Path,
        instance: usize,
        channel: &Value,
        (is_random, is_copy): (bool, bool),
        patterns: &[Pattern],
    ) -> Vec<Path> {
        let mut path = path.clone();
        let number = self.value(&mut path, instance, channel, When::Before);
        let values = self.compared(&mut path, instance, patterns);
        let mut all = Vec::new();
        for (channel, is_it) in self.candidates(&number, patterns.len()) {
            let mut rest = path.clone();
            rest.require(is_it);
            let capacity = self.machine.channels[channel].capacity;
            let positions = if is_random { capacity } else { capacity.min(1) };
            for position in 0..positions {
                let mut path = rest.clone();
                let matches = self.matches(&mut path, channel, position, &values, When::Before);
                path.require(matches);
                // A message at a later position implies one here, so that only its values are compared.
                let equal = self.equal_values(&mut path, channel, position, &values, When::Before);
                rest.require(equal.not());
                if !path.is_possible() {
                    continue;
                }
                let slots = self.machine.channels[channel].slots.clone();
                for (pattern, cell) in patterns.iter().zip(&slots) {
                    if let Pattern::Store(target) = pattern {
                        let value = [When::Before, When::Now].map(|when| {
                            self.read(&mut path, *cell, Some(Formula::Number(position.into())), when)
                        });
                        self.assign(&mut path, instance, target, value);
                    }
                }
                if !is_copy {
                    slots.into_iter().for_each(|cell| self.remove(&mut path, cell, position, capacity));
                    self.change_length(&mut path, channel, Binary::Subtract);
                }
                all.push(path);
            }
        }
        all
    }

    /// Moves the elements behind a position of an array to the front, and clears the last one.
    pub(super) fn remove(&self, path: &mut Path, cell: usize, position: u32, count: u32) {
        for to in position..count {
            let moved = match to + 1 < count {
                true => [When::Before, When::Now]
                    .map(|when| self.read(path, cell, Some(Formula::Number(i64::from(to) + 1)), when)),
                false => [Formula::Number(0), Formula::Number(0)],
            };
            let at = Formula::Number(to.into());
            self.store(path, cell, Some([at.clone(), at]), moved);
        }
    }
}
