//! Variables, channels, and processes without their transitions.

use rand::RngExt;
use sanderling_dve::syntax::{
    AcceptanceKind, Accepting, BinaryOperator, Channel, Expression, ExpressionKind as Kind, Initialiser,
    Name, PrefixOperator as Prefix, Process, Transition, Variable, Width,
};

use super::tree::{NOWHERE, binary, literal, name, number, of, prefix};
use super::{Carrier, Maker};

/// Name of the property process.
pub(super) const PROPERTY: &str = "LTL_property";

/// Names of variables. There are few, so that processes hide variables of the model.
const NAMES: &[&str] = &["x", "y", "z", "v", "w", "x_1", "K"];
const PROCESSES: &[&str] = &["P", "Q", "R", "S"];
const LOCATIONS: &[&str] = &["a", "b", "c", "commited"];
const CHANNELS: &[&str] = &["e", "f", "g"];

/// Returns the `accept` of these locations, if there are any.
fn accepting(locations: Vec<Name>) -> Accepting {
    Accepting {
        sets: Some(locations).filter(|set| !set.is_empty()).into_iter().collect(),
        ..Accepting::default()
    }
}

impl Maker<'_> {
    /// Declares everything except transitions and assertions.
    pub(super) fn declare(&mut self) {
        for _ in 0..self.random.random_range(self.shape.globals.clone()) {
            let taken: Vec<_> = self.globals.iter().map(|global| global.name.text.clone()).collect();
            let earlier = self.globals.clone();
            let variable = self.variable(&taken, &earlier);
            self.globals.push(variable);
        }
        for id in &CHANNELS[..self.random.random_range(self.shape.channels.clone())] {
            let channel = self.channel(id);
            self.channels.push(channel);
        }
        for id in &PROCESSES[..self.random.random_range(self.shape.processes.clone())] {
            let process = self.process(id);
            self.processes.push(process);
        }
    }

    fn process(&mut self, id: &str) -> Process {
        let count = self.random.random_range(self.shape.locations.clone());
        let mut states: Vec<_> = LOCATIONS[..count].iter().map(|&location| name(location)).collect();
        if let Some(global) = self.globals.first()
            && self.random.random_bool(0.05)
        {
            states[0] = global.name.clone();
        }
        let committed = self.some(&states, self.shape.committed);
        let accepting = accepting(self.some(&states, 0.1));
        let process = Process {
            name: name(id),
            variables: Vec::new(),
            initial: states[self.random.random_range(0..count)].clone(),
            committed,
            accepting,
            assertions: Vec::new(),
            transitions: Vec::new(),
            span: NOWHERE,
            states,
        };
        self.processes.push(process);
        let last = self.processes.len() - 1;
        for _ in 0..self.random.random_range(self.shape.locals.clone()) {
            let Process { variables, states, .. } = &self.processes[last];
            let taken = variables.iter().map(|variable| &variable.name).chain(states);
            let taken: Vec<_> = taken.map(|name| name.text.clone()).collect();
            let earlier = self.visible(last);
            let variable = self.variable(&taken, &earlier);
            self.processes[last].variables.push(variable);
        }
        self.processes.pop().expect("it was put there")
    }

    fn some(&mut self, names: &[Name], probability: f64) -> Vec<Name> {
        names.iter().filter(|_| self.random.random_bool(probability)).cloned().collect()
    }

    /// Returns a variable with an unused name.
    fn variable(&mut self, taken: &[String], earlier: &[Variable]) -> Variable {
        let free: Vec<_> = NAMES.iter().filter(|&&name| taken.iter().all(|taken| taken != name)).collect();
        let id = *self.pick(&free);
        let width = if self.often(0.65) { Width::Byte } else { Width::Int };
        let is_const = self.often(0.15);
        let length = self.often(0.3).then(|| self.random.random_range(self.shape.lengths.clone()));
        let initial = match length {
            Some(length) if is_const || self.often(0.6) => Some(self.list(width, length, is_const)),
            None if is_const || self.often(0.6) => Some(Initialiser::Value(self.start(width, earlier))),
            _ => None,
        };
        Variable { is_const, width, name: name(id), length: length.map(literal), initial }
    }

    /// Returns the values of an array, sometimes too few, sometimes too many.
    fn list(&mut self, width: Width, length: usize, is_const: bool) -> Initialiser {
        let count = match self.below(8) {
            0 if length > 1 && !is_const => length - 1,
            1 => length + 1,
            _ => length,
        };
        Initialiser::List((0..count).map(|_| self.start(width, &[])).collect(), NOWHERE)
    }

    /// Returns an initial value, rarely computed from variables that already have theirs.
    fn start(&mut self, width: Width, earlier: &[Variable]) -> Expression {
        let ready: Vec<_> =
            earlier.iter().filter(|it| it.initial.is_some() && it.length.is_none()).cloned().collect();
        if !ready.is_empty() && self.often(0.25) {
            let operators = [BinaryOperator::Add, BinaryOperator::Multiply, BinaryOperator::Equal];
            let earlier = of(Kind::Variable(self.pick(&ready).name));
            return binary(self.pick(&operators), earlier, number(self.random.random_range(1..=2)));
        }
        let borders: &[i32] = match width {
            Width::Byte => &[253, 255],
            Width::Int => &[-32768, 32767, -1, 255],
        };
        if self.often(self.shape.large) { number(self.pick(borders)) } else { number(self.pick(&[0, 1, 2])) }
    }

    fn channel(&mut self, id: &str) -> Carrier {
        let values = self.pick(&[0, 1, 1, 2, 2]);
        let is_typed = values > 0 && self.often(0.6);
        let item = |_| if self.random.random_bool(0.7) { Width::Byte } else { Width::Int };
        let items: Option<Vec<_>> = is_typed.then(|| (0..values).map(item).collect());
        let capacity = is_typed.then(|| literal(self.pick(&[0, 1, 1, 2])));
        Carrier { channel: Channel { name: name(id), items, capacity }, values }
    }

    /// Adds a process that watches the others. Its guards are usually simple, so that runs are accepted neither always
    /// nor never.
    pub(super) fn add_property(&mut self) {
        let count = self.random.random_range(1..=3);
        let states: Vec<Name> = ["q", "r", "s"][..count].iter().map(|&state| name(state)).collect();
        let accepting = self.accepting_sets(&states);
        let process = Process {
            name: name(PROPERTY),
            variables: Vec::new(),
            initial: states[self.below(count)].clone(),
            committed: Vec::new(),
            accepting,
            assertions: Vec::new(),
            transitions: Vec::new(),
            span: NOWHERE,
            states: states.clone(),
        };
        self.processes.push(process);
        let position = self.processes.len() - 1;
        for _ in 0..self.random.random_range(1..=2 * count + 1) {
            let guard = match self.below(4) {
                0 => None,
                1 | 2 => Some(self.location_predicate()),
                _ => Some(self.condition(position, 1)),
            };
            let guard = guard.map(|guard| if self.often(0.3) { prefix(Prefix::Not, guard) } else { guard });
            let transition = Transition {
                source: self.pick(&states),
                target: self.pick(&states),
                guard,
                communication: None,
                effects: Vec::new(),
                span: NOWHERE,
            };
            self.processes[position].transitions.push(transition);
        }
    }

    fn accepting_sets(&mut self, states: &[Name]) -> Accepting {
        if self.often(0.7) {
            return accepting(vec![self.pick(states)]);
        }
        let sets = (0..self.random.random_range(1..=2)).map(|_| self.some(states, 0.6)).collect();
        Accepting { kind: AcceptanceKind::GeneralisedBuchi, sets, span: None }
    }
}
