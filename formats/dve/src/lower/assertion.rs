//! Assertions: the condition holds whenever the process is at the location.

use std::collections::BTreeSet;

use sanderling_net::{Assertion, Diagnostics, Operator, PlaceId, Reading, Term, Value};

use super::describe::Ids;
use super::frame::{Frame, variable};
use super::number::{Condition, Reader, Truth};
use super::size::Size;
use crate::check::resolved::{self, ProcessId};

/// Returns the assertions of all processes.
///
/// # Errors
/// If a condition is too deep, or the assertions are too large in total.
pub(super) fn lower(frame: &Frame<'_>, ids: &mut Ids) -> Result<Vec<Assertion>, Diagnostics> {
    let (mut assertions, mut size) = (Vec::new(), Size::default());
    for process in frame.program.kept() {
        for assertion in &frame.program.processes[process.index()].assertions {
            let lowered = one(frame, ids, process, assertion);
            size.count_term(&lowered.condition, assertion.span)?;
            assertions.push(lowered);
        }
    }
    Ok(assertions)
}

fn one(frame: &Frame<'_>, ids: &mut Ids, process: ProcessId, assertion: &resolved::Assertion) -> Assertion {
    let mut reader = Reader::new(frame);
    reader.set_location(process, assertion.location);
    let claim = reader.condition(&assertion.condition, Truth::NonZero);
    let (place, location) = frame.at(process, assertion.location);
    let elsewhere = Term::Apply(Operator::NotEqual, vec![reader.read(place), location]);
    let condition = match claim {
        Condition::Known(true) => Term::Literal { sort: frame.sorts.truth, value: Value::Bool(true) },
        claim => reader.join(Operator::Or, elsewhere, claim),
    };
    let places: BTreeSet<PlaceId> = reader.reads.iter().copied().collect();
    let owner = &frame.program.processes[process.index()];
    Assertion {
        id: ids.unused(&format!("{}.{}", owner.name, owner.locations[assertion.location.index()].name)),
        reads: places.into_iter().map(|place| Reading { place, variable: variable(place) }).collect(),
        condition,
        span: Some(assertion.span),
    }
}
