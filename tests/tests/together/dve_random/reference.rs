//! The net of a model, explored with the reference semantics. The result has the interpreter's statistics.

use std::collections::HashMap;

use sanderling_dve::parse::parse;
use sanderling_dve::syntax::{Channel, Declaration, Model, Number, Process, Variable, Width};
use sanderling_dve::{Dve, Semantics};
use sanderling_net::program::Move as NetMove;
use sanderling_net::semantics::{self, FireError, Interpreter, Marking};
use sanderling_net::{Diagnostics, Format, Net, Severity, Source, Span, TransitionId};
use sanderling_testkit::dve::{Errors, Explored, Fault, Move};

/// A model that is lowered to a net.
pub(crate) struct Lowered {
    pub(crate) net: Net,
    /// The transitions of the model that each transition of the net represents.
    moves: Vec<Vec<Move>>,
    /// For each assertion of the net, that of the model: the process, and the position in it.
    pub(crate) assertions: Vec<(usize, usize)>,
    /// The number of bits of all variables, locations and buffers, plus one for an error state.
    pub(crate) declared_bits: u64,
}

/// The reason why a model has no net: the first error.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) String);

impl From<Diagnostics> for Refused {
    fn from(found: Diagnostics) -> Self {
        let error = found.iter().find(|one| one.severity == Severity::Error);
        Self(error.expect("nothing is refused without an error").message.clone())
    }
}

impl Lowered {
    pub(crate) fn of(text: &str, semantics: Semantics) -> Result<Self, Refused> {
        let source = Source::new("random.dve", text);
        let mut nets = Dve { semantics }.parse(&source)?.nets;
        assert_eq!(nets.len(), 1, "{text}");
        let net = nets.remove(0);
        let found = net.validate();
        assert!(found.is_empty(), "{found}\n{text}");
        let model = parse(&source, semantics)?.model;
        let property = model.system.property.as_ref().map(|name| &name.text);
        let (mut by_span, mut assertions) = (HashMap::new(), Vec::new());
        for (process, one) in model.processes.iter().enumerate() {
            for (transition, its) in one.transitions.iter().enumerate() {
                by_span.insert(its.span, Move { process, transition });
            }
            if Some(&one.name.text) != property {
                assertions.extend((0..one.assertions.len()).map(|position| (process, position)));
            }
        }
        assert_eq!(net.assertions.len(), assertions.len(), "{text}");
        let moves = moves(&net, &by_span);
        Ok(Self { net, moves, assertions, declared_bits: declared_bits(&model) })
    }

    /// Returns the transitions of the net that are a step of no state.
    pub(crate) fn never_fired(&self, explored: &Explored) -> Vec<String> {
        let transitions = self.net.transitions.iter().zip(&self.moves);
        let never = transitions.filter(|(_, moves)| !explored.fired.contains_key(*moves));
        never.map(|(transition, _)| transition.id.clone()).collect()
    }

    /// Explores the net as the interpreter explores the model. Returns `None` if it has too many markings.
    pub(crate) fn explore(&self, errors: Errors, limit: usize) -> Result<Option<Explored>, String> {
        let interpreter = Interpreter::new(&self.net);
        let start = semantics::initial(&self.net).map_err(|error| format!("the start: {error}"))?;
        Explored::level_by_level(start, errors, limit, |explored, marking| {
            self.expand(&interpreter, marking, explored)
        })
    }

    fn expand(
        &self,
        interpreter: &Interpreter<'_>,
        marking: Option<&Marking>,
        explored: &mut Explored,
    ) -> Result<Vec<Option<Marking>>, String> {
        let distance = explored.levels.len();
        let Some(marking) = marking else {
            explored.deadlocks += 1;
            return Ok(Vec::new());
        };
        for (assertion, id) in self.net.assertions.iter().zip(&self.assertions) {
            if interpreter.holds(assertion, marking) != Ok(true) {
                explored.violated.entry(*id).or_insert(distance);
            }
        }
        let attempts = interpreter.attempts(marking).map_err(|error| format!("the net: {error}"))?;
        explored.deadlocks += usize::from(attempts.is_empty());
        explored.edges += attempts.len() as u64;
        let mut successors = Vec::new();
        for attempt in attempts {
            *explored.fired.entry(self.moves[attempt.firing.transition.index()].clone()).or_default() += 1;
            let mut successor = marking.clone();
            let is_defined = attempt.error.is_none();
            match interpreter.fire(&mut successor, &attempt.firing) {
                Ok(()) if is_defined => successors.push(Some(successor)),
                Err(FireError::Undefined(_)) if !is_defined => {
                    // Errors of the net have their own kinds, which all count as one here.
                    *explored.faults.entry(Fault::Overflow).or_default() += 1;
                    explored.first_fault.get_or_insert(distance);
                    successors.push(None);
                }
                other => return Err(format!("the net: tried {:?}, fired {other:?}", attempt.error)),
            }
        }
        Ok(successors)
    }
}

fn declared_bits(model: &Model) -> u64 {
    let size = |number: &Option<Number>| number.map_or(1, |number| number.value.unsigned_abs().into());
    let bits_for = |count: u64| u64::from(u64::BITS - count.saturating_sub(1).leading_zeros());
    let width = |width: &Width| if *width == Width::Byte { 8 } else { 16 };
    let variable = |one: &Variable| if one.is_const { 0 } else { width(&one.width) * size(&one.length) };
    let global = |declaration: &Declaration| match declaration {
        Declaration::Variable(one) => variable(one),
        Declaration::Channel(Channel { items: Some(items), capacity, .. }) => {
            bits_for(size(capacity) + 1) + size(capacity) * items.iter().map(width).sum::<u64>()
        }
        Declaration::Channel(_) => 0,
    };
    let process =
        |one: &Process| bits_for(one.states.len() as u64) + one.variables.iter().map(variable).sum::<u64>();
    let of_model: u64 = model.declarations.iter().map(global).sum();
    1 + of_model + model.processes.iter().map(process).sum::<u64>()
}

fn moves(net: &Net, by_span: &HashMap<Span, Move>) -> Vec<Vec<Move>> {
    let program = net.program.as_ref().expect("a model of processes is a program");
    assert_eq!(program.steps.len(), net.transitions.len());
    let moved = |one: &NetMove| {
        let known = by_span[&one.span];
        assert_eq!(known.process, one.process as usize, "the process of a step");
        known
    };
    let of = |transition: TransitionId| program.steps[transition.index()].moves.iter().map(moved).collect();
    net.transition_ids().map(of).collect()
}
