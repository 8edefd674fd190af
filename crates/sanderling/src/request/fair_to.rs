//! Whether runs are fair to transitions or to processes.
//!
//! The processes of a program are declared, and a communication is a step of both participants. In a net with
//! nested units, a process is a unit with places of its own. A transition is a step of each unit whose places
//! it takes tokens from or puts tokens into. This follows H. Garavel, *Nested-Unit Petri Nets*, Journal of
//! Logical and Algebraic Methods in Programming, 2019, where the places of a unit are the states of a
//! sequential process.

use sanderling_net::{ArcKind, Diagnostic, Diagnostics, Net};

/// The agents to which runs are fair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FairTo {
    /// Each transition.
    #[default]
    Transitions,
    /// Each process. It is enabled if one of its transitions is, and moves when one of them fires.
    Processes,
}

/// Returns the processes that take part in each transition, by their numbers; `None` if runs are fair to
/// transitions. In a net without processes, every list is empty.
pub(crate) fn agents(net: &Net, fair_to: FairTo) -> Option<Vec<Vec<u32>>> {
    match fair_to {
        FairTo::Transitions => None,
        FairTo::Processes => Some(processes(net)),
    }
}

fn processes(net: &Net) -> Vec<Vec<u32>> {
    let mut processes = vec![Vec::new(); net.transitions.len()];
    if let Some(program) = &net.program {
        for (step, processes) in program.steps.iter().zip(&mut processes) {
            processes.extend(step.moves.iter().map(|one| one.process));
        }
    } else if let Some(units) = &net.units {
        let mut unit_of = vec![None; net.places.len()];
        for (unit, number) in units.units.iter().zip(0_u32..) {
            unit.places.iter().for_each(|place| unit_of[place.index()] = Some(number));
        }
        for arc in net.arcs.iter().filter(|arc| moves_tokens(arc.kind)) {
            processes[arc.transition.index()].extend(unit_of[arc.place.index()]);
        }
    }
    for processes in &mut processes {
        processes.sort_unstable();
        processes.dedup();
    }
    processes
}

/// Returns whether an arc takes or puts tokens rather than only testing them.
fn moves_tokens(kind: ArcKind) -> bool {
    matches!(kind, ArcKind::Input | ArcKind::Output | ArcKind::Reset)
}

/// Checks that a net has processes if runs are to be fair to processes.
///
/// # Errors
/// The net has none.
pub(crate) fn check(net: &Net, fair_to: FairTo) -> Result<(), Diagnostics> {
    if fair_to == FairTo::Transitions || net.program.is_some() || net.units.is_some() {
        return Ok(());
    }
    let missing = Diagnostic::error("fairness to processes, which the net does not define");
    let missing = missing.expected("a program, or a net whose places are in nested units");
    Err(missing.help("for fairness to each transition, choose `weak` or `strong`").into())
}
