//! Paths: what happens between two stored states.
//!
//! A path begins at a location of an instance and ends where another process may move: after one step, or at the end
//! of an `atomic` or `d_step`. It collects conditions on the state in which it begins, and assignments. Inside, a
//! condition is expressed by the state at the beginning, through what the path has assigned so far.
//!
//! The same code explores states: with a *base*, all formulas are numbers.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use sanderling_net::Span;

use crate::formula::Formula;
use crate::machine::Machine;
use crate::program::{Action, Edge, Pattern, Range, Target, Value};
use crate::syntax::{Binary, ChannelFunction};

/// Maximum number of steps of a path, and of paths from a location. A longer `atomic` is divided: the state in between
/// is stored, and only its process may move there.
const MAX_STEPS: usize = 1500;
const MAX_PATHS: usize = 400;

/// Maximum size of a formula that a path keeps for what it has assigned.
const MAX_FORMULA: usize = 2000;

/// Maximum number of operators of the assignments of all paths from a location.
const MAX_CODE: usize = 60_000;

/// What a path has assigned to a cell.
#[derive(Debug, Clone)]
enum Known {
    Number(Formula),
    /// Indices and values, in order.
    Elements(Vec<(Formula, Formula)>),
    /// A value too large to keep.
    Unknown,
}

/// An assignment to a cell or to an element of it. Its formulas are about the cells as they are then.
#[derive(Debug, Clone)]
pub(crate) struct Store {
    pub(crate) cell: usize,
    pub(crate) index: Option<Formula>,
    pub(crate) value: Formula,
}

/// An assertion on a path.
#[derive(Debug, Clone)]
pub(crate) struct Claim {
    /// Number of conditions of the path before it, and the locations that it requires.
    pub(crate) conditions: usize,
    pub(crate) from: BTreeMap<usize, i64>,
    pub(crate) claim: Formula,
    pub(crate) span: Span,
}

/// A path.
#[derive(Debug, Clone, Default)]
pub(crate) struct Path {
    /// Conditions on the state at the beginning.
    pub(crate) conditions: Vec<Formula>,
    pub(crate) code: Vec<Store>,
    known: HashMap<usize, Known>,
    /// Location at the beginning of each instance that must be somewhere.
    pub(crate) from: BTreeMap<usize, i64>,
    /// Instances that move, with the position of the statement.
    pub(crate) moves: Vec<(usize, Span)>,
    pub(crate) claims: Vec<Claim>,
    /// Whether the end of the path is a run-time error.
    pub(crate) is_undefined: bool,
    /// Instance whose `atomic` is interrupted at the end.
    pub(crate) holder: Option<usize>,
    /// Whether a process is created.
    creates: bool,
    /// Bounds of the number of processes at the beginning, if they are known.
    numbers: Option<(u32, u32)>,
    steps: usize,
    /// Whether a condition could not be expressed.
    is_lost: bool,
}

impl Path {
    /// Returns the location of an instance at the end: 0 if it does not exist, `None` if the path does not know it.
    pub(crate) fn location(&self, machine: &Machine<'_>, instance: usize) -> Option<i64> {
        match self.known.get(&machine.instances[instance].location) {
            Some(Known::Number(number)) => number.number(),
            _ => None,
        }
    }

    fn is_possible(&self) -> bool {
        !self.conditions.iter().any(Formula::is_false)
    }

    fn require(&mut self, condition: Formula) {
        let condition = condition.condition();
        if !condition.is_true() {
            self.conditions.push(condition);
        }
    }
}

/// A step that a path took: the path after it, and where it goes on.
struct Stepped {
    path: Path,
    /// Instance and location that must move next, if no other may.
    next: Option<(usize, usize)>,
    is_entry: bool,
}

/// A receive statement: the location from which an instance may take it, and the edge. They differ if the statement is
/// the first of a `d_step`.
#[derive(Debug, Clone, Copy)]
struct Receiver {
    instance: usize,
    location: usize,
    node: usize,
    edge: usize,
}

/// When formulas are evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    /// By the state at the beginning of the path.
    Before,
    /// By the cells as they are now.
    Now,
}

/// Follows paths.
pub(crate) struct Follower<'m, 'a> {
    pub(crate) machine: &'m mut Machine<'a>,
    /// A state, if the paths from one state are followed.
    pub(crate) base: Option<&'m [i64]>,
    /// Whether instances that are missing may be created; otherwise creating a process at another number is an error
    /// of the model.
    pub(crate) may_create: bool,
}

impl Follower<'_, '_> {
    /// Returns all paths that begin with a step of an instance from a location. If the instance *holds*, an `atomic` of
    /// it was interrupted there.
    pub(crate) fn paths(&mut self, instance: usize, node: usize, holds: bool) -> Vec<Path> {
        let mut start = Path::default();
        if !self.require_location(&mut start, instance, node as i64 + 1) {
            return Vec::new();
        }
        if let (None, Some((least, most))) = (self.base, self.machine.count_range(instance, node)) {
            start.numbers = Some((least, most));
            if least == most {
                start.known.insert(self.machine.count, Known::Number(Formula::Number(least.into())));
            }
        } else if let (None, Some(count)) = (self.base, self.machine.observed(instance, node)) {
            return self.paths_with(start, count, instance, node, holds);
        }
        self.follow_or_divide(start, instance, node, holds)
    }

    fn follow_or_divide(&mut self, start: Path, instance: usize, node: usize, holds: bool) -> Vec<Path> {
        match self.follow(start.clone(), instance, node, holds, false) {
            Some(paths) => paths,
            None => self.follow(start, instance, node, holds, true).unwrap_or_default(),
        }
    }

    /// Returns the paths where the number of processes at the beginning is likely. Any other number is an error of the
    /// model if the paths create processes.
    fn paths_with(
        &mut self,
        start: Path,
        count: u32,
        instance: usize,
        node: usize,
        holds: bool,
    ) -> Vec<Path> {
        let number = Formula::Number(count.into());
        let is_it = Formula::equal(
            self.read(&mut start.clone(), self.machine.count, None, When::Before),
            number.clone(),
        );
        let mut likely = start.clone();
        likely.require(is_it.clone());
        likely.known.insert(self.machine.count, Known::Number(number));
        let mut paths = self.follow_or_divide(likely, instance, node, holds);
        if !paths.iter().any(|path| path.creates) {
            return self.follow_or_divide(start, instance, node, holds);
        }
        let mut other = start;
        other.require(is_it.not());
        other.is_undefined = true;
        other.moves.push((instance, self.machine.process(instance).span));
        paths.push(other);
        paths
    }

    /// Follows all paths; `None` if there are too many, or if one is too long. In single steps, each path ends after
    /// its first step.
    fn follow(
        &mut self,
        start: Path,
        instance: usize,
        node: usize,
        holds: bool,
        single: bool,
    ) -> Option<Vec<Path>> {
        let mut done = Vec::new();
        let mut open = vec![(start, instance, node, holds)];
        let mut size = 0;
        while let Some((path, instance, node, is_within)) = open.pop() {
            let mut next = Vec::new();
            if is_within {
                next.extend(self.blocked(&path, instance, node).map(|path| (path, None)));
            }
            for edge in 0..self.machine.process(instance).nodes[node].edges.len() {
                for stepped in self.step(&path, instance, node, edge) {
                    let goes_on = stepped.next.map(|(instance, node)| (instance, node, !stepped.is_entry));
                    next.push((stepped.path, goes_on));
                }
            }
            for (mut path, goes_on) in next.into_iter().rev() {
                if path.is_lost && !single {
                    return None;
                }
                if !path.is_possible() {
                    continue;
                }
                match goes_on {
                    Some((instance, node, true)) if single => {
                        path.holder = Some(instance);
                        let _ = node;
                        done.push(path);
                    }
                    Some((instance, node, is_within)) => open.push((path, instance, node, is_within)),
                    None => {
                        size += path.code.len() + path.conditions.len();
                        done.push(path);
                    }
                }
            }
            let is_long = open.last().is_some_and(|(path, ..)| path.steps > MAX_STEPS);
            if !single && (is_long || done.len() + open.len() > MAX_PATHS || size > MAX_CODE) {
                return None;
            }
        }
        done.reverse();
        Some(done)
    }

    /// Returns the path that ends here because no step is possible within an `atomic`.
    fn blocked(&mut self, path: &Path, instance: usize, node: usize) -> Option<Path> {
        let mut blocked = path.clone();
        let any = self.any_executable(&mut blocked, instance, node, None);
        blocked.require(any.not());
        blocked.is_undefined |= self.machine.process(instance).nodes[node].is_ordered;
        blocked.is_possible().then_some(blocked)
    }

    /// Returns the value of an expression without a process.
    pub(crate) fn initial_value(&self, value: &Value) -> Formula {
        self.value(&mut Path::default(), usize::MAX, value, When::Before)
    }

    // Reading.

    fn read(&self, path: &mut Path, cell: usize, index: Option<Formula>, when: When) -> Formula {
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
    fn value(&self, path: &mut Path, instance: usize, value: &Value, when: When) -> Formula {
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
    fn at_locations(
        &self,
        path: &mut Path,
        when: When,
        wanted: impl Fn(usize, &crate::program::Node) -> bool,
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

    fn function(
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
    fn all_candidates(&self, number: &Formula) -> Vec<(usize, Formula)> {
        self.candidates_if(number, |_| true)
    }

    fn candidates(&self, number: &Formula, fields: usize) -> Vec<(usize, Formula)> {
        self.candidates_if(number, |channel| self.machine.channels[channel].fields.len() == fields)
    }

    fn candidates_if(&self, number: &Formula, wanted: impl Fn(usize) -> bool) -> Vec<(usize, Formula)> {
        if let Some(number) = number.number() {
            let channel = usize::try_from(number - 1).ok().filter(|at| *at < self.machine.channels.len());
            return channel.map(|channel| (channel, Formula::TRUE)).into_iter().collect();
        }
        let all = (0..self.machine.channels.len()).filter(|channel| wanted(*channel));
        all.map(|channel| (channel, Formula::equal(number.clone(), Formula::Number(channel as i64 + 1))))
            .collect()
    }

    fn slot(&self, path: &mut Path, channel: usize, field: usize, position: u32, when: When) -> Formula {
        let index = Formula::Number(position.into());
        self.read(path, self.machine.channels[channel].slots[field], Some(index), when)
    }

    /// Returns whether there is a message at a position, with these values.
    fn matches(
        &self,
        path: &mut Path,
        channel: usize,
        position: u32,
        values: &[Option<Formula>],
        when: When,
    ) -> Formula {
        let length = self.read(path, self.machine.channels[channel].length, None, when);
        let mut all = vec![Formula::binary(Binary::Greater, length, Formula::Number(position.into()))];
        for (field, value) in values.iter().enumerate().take(self.machine.channels[channel].slots.len()) {
            if let Some(value) = value {
                all.push(Formula::equal(self.slot(path, channel, field, position, when), value.clone()));
            }
        }
        Formula::all(all)
    }

    /// Returns whether no step is possible, except those that wait for this.
    fn timeout(&self, path: &mut Path) -> Formula {
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
                for edge in node.edges.iter().filter(|edge| !waits(&edge.action)) {
                    edges.push(self.executable(path, instance, number, edge));
                }
                any.push(Formula::all([is_there, Formula::any(edges)]));
            }
        }
        Formula::any(any).not()
    }

    // Executability.

    /// Returns whether a step from a location is possible, except one edge.
    fn any_executable(
        &self,
        path: &mut Path,
        instance: usize,
        node: usize,
        except: Option<usize>,
    ) -> Formula {
        let edges = &self.machine.process(instance).nodes[node].edges;
        let mut any = Vec::new();
        for (number, edge) in edges.iter().enumerate() {
            if except.is_none_or(|except| except != number && !matches!(edge.action, Action::Else)) {
                any.push(self.executable(path, instance, node, edge));
            }
        }
        Formula::any(any)
    }

    /// Returns whether an edge can be taken, by the state at the beginning of the path.
    fn executable(&self, path: &mut Path, instance: usize, node: usize, edge: &Edge) -> Formula {
        let clauses = self.clauses(path, instance, edge);
        if clauses.is_false() {
            return clauses;
        }
        let own = match &edge.action {
            Action::Skip | Action::Assert(_) | Action::Assign(..) | Action::Run { .. } => Formula::TRUE,
            Action::Test(condition) => self.value(path, instance, condition, When::Before),
            Action::Else => {
                let edges = &self.machine.process(instance).nodes[node].edges;
                let own = edges.iter().position(|other| std::ptr::eq(other, edge));
                self.any_executable(path, instance, node, own).not()
            }
            Action::Enter => self.any_executable(path, instance, edge.target, None),
            Action::End => self.may_end(path, instance),
            Action::Send { channel, values, .. } => {
                let number = self.value(path, instance, channel, When::Before);
                let mut any = Vec::new();
                for (channel, is_it) in self.candidates(&number, values.len()) {
                    let can = match self.machine.channels[channel].capacity {
                        0 => self.some_receiver(path, instance, channel, values),
                        capacity => {
                            let length =
                                self.read(path, self.machine.channels[channel].length, None, When::Before);
                            Formula::binary(Binary::Less, length, Formula::Number(capacity.into()))
                        }
                    };
                    any.push(Formula::all([is_it, can]));
                }
                Formula::any(any)
            }
            Action::Receive { channel, is_random, patterns, .. } => {
                let number = self.value(path, instance, channel, When::Before);
                let values = self.compared(path, instance, patterns);
                let mut any = Vec::new();
                for (channel, is_it) in self.candidates(&number, patterns.len()) {
                    let capacity = self.machine.channels[channel].capacity;
                    let positions = if *is_random { capacity } else { capacity.min(1) };
                    for position in 0..positions {
                        let matches = self.matches(path, channel, position, &values, When::Before);
                        any.push(Formula::all([is_it.clone(), matches]));
                    }
                }
                Formula::any(any)
            }
        };
        Formula::all([clauses, own])
    }

    /// Returns whether the process may move at all, and no escape has priority over the edge.
    fn clauses(&self, path: &mut Path, instance: usize, edge: &Edge) -> Formula {
        let provided = match &self.machine.process(instance).provided {
            Some(provided) => self.value(path, instance, provided, When::Before),
            None => Formula::TRUE,
        };
        let mut all = vec![provided];
        for escape in &edge.unless {
            all.push(self.any_executable(path, instance, *escape, None).not());
        }
        Formula::all(all)
    }

    fn may_end(&self, path: &mut Path, instance: usize) -> Formula {
        let count = self.read(path, self.machine.count, None, When::Before);
        Formula::equal(count, Formula::Number(i64::from(self.machine.instances[instance].slot) + 1))
    }

    /// Returns the values that a receive statement compares.
    fn compared(&self, path: &mut Path, instance: usize, patterns: &[Pattern]) -> Vec<Option<Formula>> {
        let of = |pattern: &Pattern| match pattern {
            Pattern::Equal(value) => Some(self.value(path, instance, value, When::Before)),
            Pattern::Store(_) | Pattern::Ignore => None,
        };
        patterns.iter().map(of).collect()
    }

    /// Returns the receive statements of all other instances.
    fn receivers(&self, sender: usize) -> Vec<Receiver> {
        let mut all = Vec::new();
        for instance in (0..self.machine.instances.len()).filter(|instance| *instance != sender) {
            let nodes = &self.machine.process(instance).nodes;
            for (location, here) in nodes.iter().enumerate() {
                for (edge, found) in here.edges.iter().enumerate() {
                    match found.action {
                        Action::Receive { .. } => {
                            all.push(Receiver { instance, location, node: location, edge })
                        }
                        Action::Enter => {
                            let inner = nodes[found.target].edges.iter().enumerate();
                            let receives =
                                inner.filter(|(_, edge)| matches!(edge.action, Action::Receive { .. }));
                            let node = found.target;
                            all.extend(receives.map(|(edge, _)| Receiver { instance, location, node, edge }));
                        }
                        _ => {}
                    }
                }
            }
        }
        all
    }

    /// Returns the condition under which a receiver takes a message from a channel without buffer.
    fn takes(&self, path: &mut Path, receiver: Receiver, channel: usize, values: &[Formula]) -> Formula {
        let edge = self.edge_of(receiver);
        let receiver = receiver.instance;
        let Action::Receive { channel: own, patterns, .. } = &edge.action else { return Formula::FALSE };
        let number = self.value(path, receiver, own, When::Before);
        let is_it = Formula::equal(number, Formula::Number(channel as i64 + 1));
        if is_it.is_false() {
            return is_it;
        }
        let mut all = vec![is_it, self.clauses(path, receiver, edge)];
        for (wanted, value) in self.compared(path, receiver, patterns).into_iter().zip(values) {
            all.extend(wanted.map(|wanted| Formula::equal(wanted, value.clone())));
        }
        Formula::all(all)
    }

    fn edge_of(&self, receiver: Receiver) -> &Edge {
        &self.machine.process(receiver.instance).nodes[receiver.node].edges[receiver.edge]
    }

    fn some_receiver(&self, path: &mut Path, sender: usize, channel: usize, values: &[Value]) -> Formula {
        let values = self.sent(path, sender, channel, values, When::Before);
        let mut any = Vec::new();
        for receiver in self.receivers(sender) {
            let place = self.machine.instances[receiver.instance].location;
            let location = self.read(path, place, None, When::Before);
            let is_there = Formula::equal(location, Formula::Number(receiver.location as i64 + 1));
            if !is_there.is_false() {
                let takes = self.takes(path, receiver, channel, &values);
                any.push(Formula::all([is_there, takes]));
            }
        }
        Formula::any(any)
    }

    /// Returns the values of a message, cut to the ranges of the channel.
    fn sent(
        &self,
        path: &mut Path,
        sender: usize,
        channel: usize,
        values: &[Value],
        when: When,
    ) -> Vec<Formula> {
        let fields = &self.machine.channels[channel].fields;
        let cut =
            |(value, range): (&Value, &Range)| Formula::wrap(*range, self.value(path, sender, value, when));
        values.iter().zip(fields).map(cut).collect()
    }

    // Steps.

    /// Requires that an instance is at a location at this point of the path; returns whether it can be.
    fn require_location(&self, path: &mut Path, instance: usize, location: i64) -> bool {
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

    fn set_location(&self, path: &mut Path, instance: usize, location: i64) {
        let cell = self.machine.instances[instance].location;
        path.known.insert(cell, Known::Number(Formula::Number(location)));
    }

    /// Assigns to a cell. The values are those before and now.
    fn store(&self, path: &mut Path, cell: usize, index: Option<[Formula; 2]>, value: [Formula; 2]) {
        let range = self.machine.cells[cell].range;
        let [before, now] = value.map(|value| Formula::wrap(range, value));
        let count = self.machine.cells[cell].count;
        let index = index.filter(|_| count.is_some());
        let index = index.or_else(|| count.map(|_| [Formula::Number(0), Formula::Number(0)]));
        let is_large = before.is_larger_than(MAX_FORMULA);
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
    fn both(&self, path: &mut Path, instance: usize, value: &Value) -> [Formula; 2] {
        let lost = path.is_lost;
        let before = self.value(path, instance, value, When::Before);
        // A value that cannot be expressed is only lost if a condition needs it.
        let is_unknown = path.is_lost && !lost;
        path.is_lost = lost;
        let now = self.value(path, instance, value, When::Now);
        [if is_unknown { now.clone() } else { before }, now]
    }

    fn assign(&self, path: &mut Path, instance: usize, target: &Target, value: [Formula; 2]) {
        let index = target.index.as_ref().map(|index| self.both(path, instance, index));
        let (cell, declared) = self.machine.cell(instance, target.cell);
        if declared.is_hidden {
            return;
        }
        self.store(path, cell, index, value);
    }

    /// Takes an edge; several paths result from choices within the statement.
    fn step(&mut self, path: &Path, instance: usize, node: usize, number: usize) -> Vec<Stepped> {
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
            Action::Assert(claim) => {
                let claim = self.value(&mut path, instance, claim, When::Before).condition();
                if !claim.is_true() {
                    let (conditions, from) = (path.conditions.len(), path.from.clone());
                    path.claims.push(Claim { conditions, from, claim, span: edge.span });
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

    fn send(
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
            let mut message = Vec::new();
            for (value, range) in values.iter().zip(self.machine.channels[channel].fields.clone()) {
                message.push(self.both(&mut path, instance, value).map(|value| Formula::wrap(range, value)));
            }
            let placed = if is_sorted {
                self.insert(&path, channel, &message)
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

    fn change_length(&self, path: &mut Path, channel: usize, operator: Binary) {
        let length = self.machine.channels[channel].length;
        let changed = [When::Before, When::Now]
            .map(|when| Formula::binary(operator, self.read(path, length, None, when), Formula::Number(1)));
        self.store(path, length, None, changed);
    }

    /// Inserts a message before the first one that is greater.
    fn insert(&self, path: &Path, channel: usize, message: &[[Formula; 2]]) -> Vec<Path> {
        let capacity = self.machine.channels[channel].capacity;
        let mut all = Vec::new();
        let mut rest = path.clone();
        for position in 0..capacity {
            let mut path = rest.clone();
            let length = self.read(&mut path, self.machine.channels[channel].length, None, When::Before);
            let is_end = Formula::binary(Binary::AtMost, length, Formula::Number(position.into()));
            let mut greater = Formula::FALSE;
            for (field, [value, _]) in message.iter().enumerate().rev() {
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
    fn hand_over(
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
            for (pattern, value) in patterns.iter().zip(before.into_iter().zip(now)) {
                if let Pattern::Store(target) = pattern {
                    self.assign(&mut path, receiver, target, [value.0, value.1]);
                }
            }
            self.set_location(&mut path, sender, edge.target as i64 + 1);
            self.set_location(&mut path, receiver, received.target as i64 + 1);
            path.moves.push((receiver, received.span));
            let next = received.keeps.then_some((receiver, received.target));
            all.push(Stepped { path, next, is_entry: false });
        }
        all
    }

    fn receive(
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
                path.require(matches.clone());
                rest.require(matches.not());
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
    fn remove(&self, path: &mut Path, cell: usize, position: u32, count: u32) {
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

    fn run(
        &mut self,
        path: &Path,
        instance: usize,
        process: usize,
        arguments: &[Value],
        target: Option<&Target>,
    ) -> Vec<Path> {
        let mut path = path.clone();
        let count = self.machine.count;
        let number = self.read(&mut path, count, None, When::Before);
        let slots: Vec<u32> = match number.number().and_then(|number| u32::try_from(number).ok()) {
            Some(slot) if self.may_create && slot < crate::check::MAX_PROCESSES => {
                self.machine.instance(process, slot);
                vec![slot]
            }
            Some(slot) => self.machine.find(process, slot).map(|_| slot).into_iter().collect(),
            None => {
                let own = self.machine.instances[instance].slot;
                let all = self.machine.instances.iter();
                let (least, most) = path.numbers.unwrap_or((own + 1, u32::MAX));
                let most = most.saturating_add(path.steps as u32);
                let is_possible = |slot: u32| slot > own && (least..=most).contains(&slot);
                all.filter(|other| other.process == process && is_possible(other.slot))
                    .map(|other| other.slot)
                    .collect()
            }
        };
        let (mut all, mut none) = (Vec::new(), Vec::new());
        for slot in slots {
            let Some(created) = self.machine.find(process, slot) else { continue };
            let mut path = path.clone();
            let is_it = Formula::equal(number.clone(), Formula::Number(slot.into()));
            none.push(is_it.clone().not());
            path.require(is_it);
            if !path.is_possible() || !self.require_location(&mut path, created, 0) {
                continue;
            }
            if let Some(target) = target {
                let value = Formula::Number(slot.into());
                self.assign(&mut path, instance, target, [value.clone(), value]);
            }
            self.begin(&mut path, created, Some((instance, arguments)));
            all.push(path);
        }
        let mut beyond = path;
        beyond.require(Formula::all(none));
        beyond.is_undefined = true;
        if beyond.is_possible() {
            all.push(beyond);
        }
        all
    }

    /// Creates a process: it gets its arguments and the initial values of its variables.
    pub(crate) fn begin(&self, path: &mut Path, created: usize, arguments: Option<(usize, &[Value])>) {
        path.creates = true;
        let process = self.machine.process(created);
        for (position, declared) in process.cells.iter().enumerate() {
            let cell = self.machine.instances[created].cells[position];
            let argument = match arguments {
                Some((caller, values)) if position < process.parameters => {
                    Some(values.get(position).map(|value| self.both(path, caller, value)))
                }
                _ => None,
            };
            if let Some(argument) = argument {
                let value = argument.unwrap_or([Formula::Number(0), Formula::Number(0)]);
                self.store(path, cell, None, value);
                continue;
            }
            for element in 0..declared.count().unwrap_or(1) {
                let initial = declared.initial.get(element as usize).or_else(|| declared.initial.first());
                let is_zero = matches!(initial, Some(Value::Number(0)) | None);
                let is_fixed =
                    declared.count().is_none() && self.machine.fixed(created, declared, None).is_some();
                if is_zero || is_fixed {
                    continue;
                }
                if let Some(initial) = initial {
                    let value = self.both(path, created, initial);
                    let at = Formula::Number(element.into());
                    self.store(path, cell, declared.count().map(|_| [at.clone(), at]), value);
                }
            }
        }
        self.change_count(path, Binary::Add);
        self.set_location(path, created, process.entry as i64 + 1);
    }

    fn change_count(&self, path: &mut Path, operator: Binary) {
        let count = self.machine.count;
        let changed = [When::Before, When::Now]
            .map(|when| Formula::binary(operator, self.read(path, count, None, when), Formula::Number(1)));
        self.store(path, count, None, changed);
    }

    /// Ends a process. Its variables become 0, so that a state does not depend on what they held.
    fn end(&self, path: &mut Path, instance: usize) {
        self.set_location(path, instance, 0);
        self.change_count(path, Binary::Subtract);
        let found = &self.machine.instances[instance];
        let channels = self.machine.channels.iter().filter(|channel| channel.owner == Some(instance));
        let buffers = channels.filter(|channel| channel.capacity > 0);
        let buffers = buffers.flat_map(|channel| channel.slots.iter().chain([&channel.length]));
        let own = found.cells.iter().chain(buffers).copied().collect::<Vec<_>>();
        let zero = Formula::Number(0);
        for cell in own {
            match self.machine.cells[cell].count {
                None => self.store(path, cell, None, [zero.clone(), zero.clone()]),
                Some(count) => {
                    for element in 0..count {
                        let at = Formula::Number(element.into());
                        self.store(path, cell, Some([at.clone(), at]), [zero.clone(), zero.clone()]);
                    }
                }
            }
        }
    }
}

/// Returns whether a step waits until no other is possible.
fn waits(action: &Action) -> bool {
    fn contains(value: &Value) -> bool {
        match value {
            Value::Timeout => true,
            Value::Unary(_, operand) | Value::Below(_, operand) => contains(operand),
            Value::Binary(_, parts) => parts.iter().any(contains),
            Value::Conditional(parts) => parts.iter().any(contains),
            _ => false,
        }
    }
    matches!(action, Action::Test(condition) if contains(condition))
}
