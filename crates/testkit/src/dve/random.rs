//! Random small models from a seed.
//!
//! Every element of the language occurs in some: both widths, arrays, constants, local variables that hide others,
//! committed locations, all kinds of channels, assertions, a property process. Values are kept small by masks and
//! remainders, so that models usually have few states; the [`Shape`] determines how often a value is not small, and how
//! often an operation may fail. Names and types are always valid.

mod declare;
mod expression;
mod shape;
mod transition;
mod tree;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_dve::Semantics;
use sanderling_dve::syntax::{
    Assertion, Channel, Declaration, Expression, ExpressionKind, Initialiser, Model, Process, System,
    Variable,
};

use super::Interpreter;
pub use shape::Shape;
use tree::NOWHERE;

/// Returns a model of this shape, always the same one for a seed.
#[must_use]
pub fn random(seed: u64, shape: &Shape) -> Model {
    let mut maker = Maker::new(seed, shape);
    maker.declare();
    for process in 0..maker.processes.len() {
        maker.fill(process);
    }
    if maker.often(shape.property) {
        maker.add_property();
    }
    let mut model = maker.model();
    if [Semantics::Ltsmin, Semantics::Divine2].iter().any(|&one| Interpreter::build(&model, one).is_err()) {
        start_with_literals(&mut model);
    }
    model
}

/// Model under construction.
struct Maker<'a> {
    random: StdRng,
    shape: &'a Shape,
    globals: Vec<Variable>,
    channels: Vec<Carrier>,
    processes: Vec<Process>,
    /// The only process that refers to variables of others.
    looks_into_others: usize,
}

/// Channel, and the number of values of a message on it.
struct Carrier {
    channel: Channel,
    values: usize,
}

impl<'a> Maker<'a> {
    fn new(seed: u64, shape: &'a Shape) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let looks_into_others = random.random_range(0..4);
        let (globals, channels, processes) = (Vec::new(), Vec::new(), Vec::new());
        Self { random, shape, globals, channels, processes, looks_into_others }
    }

    fn often(&mut self, probability: f64) -> bool {
        self.random.random_bool(probability)
    }

    fn below(&mut self, count: usize) -> usize {
        self.random.random_range(0..count)
    }

    fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    /// Returns the variables that are visible in a process.
    fn visible(&self, process: usize) -> Vec<Variable> {
        let Process { variables, states, .. } = &self.processes[process];
        let hides = |global: &&Variable| {
            let own = variables.iter().map(|variable| &variable.name);
            own.chain(states).any(|name| name.text == global.name.text)
        };
        let globals = self.globals.iter().filter(|global| !hides(global));
        variables.iter().chain(globals).cloned().collect()
    }

    /// Adds the assertions and transitions of a process.
    fn fill(&mut self, process: usize) {
        for _ in 0..self.random.random_range(self.shape.transitions.clone()) {
            let transition = self.transition(process);
            let copies = if self.often(0.08) { 2 } else { 1 };
            let transitions = &mut self.processes[process].transitions;
            transitions.extend(std::iter::repeat_n(transition, copies));
        }
        while self.often(self.shape.asserted) {
            let location = self.location(process);
            let condition = self.condition(process, self.shape.depth);
            self.processes[process].assertions.push(Assertion { location, condition });
        }
    }

    fn model(self) -> Model {
        let property = (self.processes.last()).filter(|process| process.name.text == declare::PROPERTY);
        let system =
            System { is_synchronous: false, property: property.map(|it| it.name.clone()), span: NOWHERE };
        let mut declarations: Vec<_> = self.globals.into_iter().map(Declaration::Variable).collect();
        // Channels between the variables change nothing.
        for (position, carrier) in self.channels.into_iter().enumerate() {
            declarations
                .insert((2 * position).min(declarations.len()), Declaration::Channel(carrier.channel));
        }
        Model { declarations, processes: self.processes, system }
    }
}

/// Removes computed initial values of variables and constants.
fn start_with_literals(model: &mut Model) {
    let globals = model.declarations.iter_mut().filter_map(|declaration| match declaration {
        Declaration::Variable(variable) => Some(variable),
        Declaration::Channel(_) => None,
    });
    for variable in globals.chain(model.processes.iter_mut().flat_map(|process| &mut process.variables)) {
        if let Some(Initialiser::Value(value)) = &mut variable.initial
            && is_computed(value)
        {
            *value = tree::number(1);
        }
    }
}

fn is_computed(value: &Expression) -> bool {
    !matches!(value.kind, ExpressionKind::Number(_) | ExpressionKind::Prefix(..))
}
