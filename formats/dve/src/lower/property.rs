//! The property process: an automaton whose guards are conditions on the program.
//!
//! It moves with each step of the program, depending on the state before the step. Its guards are therefore converted
//! like those of steps, with the location of the process itself as a known constant. Features that an automaton does
//! not have (effects, communication, commitment) are recorded with their positions. Such a process cannot be checked,
//! but the program is read nevertheless.

use std::collections::BTreeSet;

use sanderling_net::{Assertion, Beyond, PlaceId, PropertyProcess, Reading, Span, Term, Value, Watch};

use super::describe::Ids;
use super::frame::{Frame, variable};
use super::number::{Condition, Reader, Truth};
use super::size::Size;
use crate::Semantics;
use crate::check::resolved::{CellId, Expression, LocationId, Process, ProcessId, Step};
use crate::syntax::AcceptanceKind;

/// Returns the property process, if the model has one.
pub(super) fn lower(frame: &Frame<'_>) -> Option<PropertyProcess> {
    let id = frame.program.property?;
    let process = &frame.program.processes[id.index()];
    let mut beyond = beyond(frame, id);
    let (mut ids, mut size, mut transitions) = (Ids::default(), Size::default(), Vec::new());
    for step in process.steps.iter().filter(|_| beyond.is_empty()) {
        let guard = step.guard.as_ref().and_then(|guard| lower_guard(frame, &mut ids, (id, step), guard));
        let is_too_much = guard.iter().any(|guard| size.count_term(&guard.condition, step.span).is_err());
        if is_too_much {
            let what = "a guard that is too large, or nests too deep".to_owned();
            (beyond, transitions) = (vec![Beyond { what, span: Some(step.span) }], Vec::new());
            break;
        }
        transitions.push(Watch { source: step.source.position(), target: step.target.position(), guard });
    }
    Some(PropertyProcess {
        name: process.name.clone(),
        locations: process.locations.iter().map(|location| location.name.clone()).collect(),
        initial: process.initial.position(),
        accepting: accepting(process),
        transitions,
        beyond,
        span: Some(process.span),
    })
}

/// Returns the accepting sets of locations. Without an `accept`, no run is accepted.
fn accepting(process: &Process) -> Vec<Vec<u32>> {
    let sets = &process.accepting.sets;
    let positions = |set: &Vec<LocationId>| set.iter().map(|location| location.position()).collect();
    if sets.is_empty() { vec![Vec::new()] } else { sets.iter().map(positions).collect() }
}

/// Returns the guard as an assertion, unless it holds in all states.
fn lower_guard(
    frame: &Frame<'_>,
    ids: &mut Ids,
    (process, step): (ProcessId, &Step),
    guard: &Expression,
) -> Option<Assertion> {
    let mut reader = Reader::new(frame);
    reader.right = if frame.semantics == Semantics::Ltsmin { Truth::NonZero } else { Truth::Positive };
    reader.set_location(process, step.source);
    let condition = match reader.condition(guard, Truth::NonZero) {
        Condition::Known(true) => return None,
        Condition::Known(false) => Term::Literal { sort: frame.sorts.truth, value: Value::Bool(false) },
        Condition::Term(condition) => condition,
    };
    let places: BTreeSet<PlaceId> = reader.reads.iter().copied().collect();
    let owner = &frame.program.processes[process.index()];
    let name = |location: LocationId| &owner.locations[location.index()].name;
    Some(Assertion {
        id: ids.unused(&format!("{}.{}->{}", owner.name, name(step.source), name(step.target))),
        reads: places.into_iter().map(|place| Reading { place, variable: variable(place) }).collect(),
        condition,
        span: Some(step.span),
    })
}

/// Returns the features of the process that automata do not support.
fn beyond(frame: &Frame<'_>, id: ProcessId) -> Vec<Beyond> {
    let process = &frame.program.processes[id.index()];
    let mut beyond = Vec::new();
    let mut add = |what: String, span: Span| beyond.push(Beyond { what, span: Some(span) });
    let kind = process.accepting.kind;
    if !matches!(kind, AcceptanceKind::Buchi | AcceptanceKind::GeneralisedBuchi) {
        add(format!("`accept {}`", kind.keyword()), process.accepting.span.unwrap_or(process.span));
    }
    for location in process.locations.iter().filter(|location| location.is_committed) {
        add(format!("the committed location `{}`", location.name), process.span);
    }
    for step in &process.steps {
        if let Some(exchange) = &step.exchange {
            add("a communication".to_owned(), exchange.span);
        }
        if !step.effects.is_empty() {
            add("an effect".to_owned(), step.span);
        }
        if let Some(cell) = step.guard.as_ref().and_then(|guard| own_variable(frame, id, guard)) {
            let name = &frame.program.cells[cell.index()].name;
            add(format!("a guard that reads the process's own variable `{name}`"), step.span);
        }
    }
    beyond
}

/// Returns a variable of the process itself that an expression reads.
fn own_variable(frame: &Frame<'_>, owner: ProcessId, expression: &Expression) -> Option<CellId> {
    let is_own = |cell: &CellId| frame.program.cells[cell.index()].owner == Some(owner);
    let within = |inner: &Expression| own_variable(frame, owner, inner);
    match expression {
        Expression::Number(_) | Expression::Location(..) => None,
        Expression::Cell(cell) => Some(*cell).filter(is_own),
        Expression::Element(cell, index) => Some(*cell).filter(is_own).or_else(|| within(index)),
        Expression::Constant(_, inner) | Expression::Prefix(_, inner) => within(inner),
        Expression::Binary(_, operands) => operands.iter().find_map(within),
    }
}
