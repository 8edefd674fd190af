//! Livelocks: infinite runs that make no progress from some marking on.
//!
//! The automaton guesses when progress ends. After that it follows no progress transition. The last marking
//! of a run is not repeated, so every accepted run is infinite. This finds non-progress cycles as in G. J.
//! Holzmann, *The Model Checker SPIN*, IEEE Transactions on Software Engineering 23(5), 1997, who uses a
//! process beside the model instead.

use sanderling_analysis::Control;
use sanderling_net::{Diagnostics, Net};
use sanderling_property::Livelock;
use sanderling_report::{Decision, Reason, Technique};
use sanderling_runs::Barred;
use sanderling_temporal::{Automaton, Cube, Edge, Guard};

use super::linear::{Part, Question};
use super::{Decided, Extent, Found, Temporal, Undecided};
use crate::portfolio::budget::Budget;
use crate::prepare::AnalysedNet;
use crate::request::{Kind, Request};

/// The initial state of the automaton.
const BEGIN: usize = 0;
/// The state after progress has ended.
const WITHOUT: usize = 1;

/// Looks for a livelock for each property, within the limits of the request.
///
/// # Errors
/// The net cannot be compiled.
pub(crate) fn look_for_livelocks(
    net: AnalysedNet<'_>,
    livelocks: &[&Livelock],
    request: &Request,
    control: &Control<'_>,
) -> Result<Found, Diagnostics> {
    let budget = Budget::start(request.limits, control);
    let found = Found::nothing(livelocks.len());
    let mut temporal = Temporal {
        net,
        simpler: Vec::new(),
        request,
        budget,
        found,
        wants_runs: true,
        on_answer: &mut |_, _| (),
    };
    if net.kind() == Kind::Coloured {
        // The events that are progress are not known before they are met.
        let text =
            Some("livelocks are not supported for a net that is explored with explicit colours".to_owned());
        temporal.note(&temporal.open_positions(), Some(Undecided { reason: Reason::Unsupported, text }));
        return Ok(temporal.found);
    }
    for (left, (position, livelock)) in (1..=livelocks.len()).rev().zip(livelocks.iter().enumerate()) {
        if budget.is_over() {
            break;
        }
        let question = question(net.net, livelock);
        let limits = Extent::Whole.limits(&budget, left);
        let searched = temporal.search_part((net, &question.atoms), &question, Part::Enough, limits)?;
        temporal.found.decided[position] = match searched.holds {
            Ok(holds) => {
                let run = temporal.shortened(&question, searched.run)?;
                Ok(Decided { holds, by: Decision::by(Technique::Search), run })
            }
            Err(undecided) => Err(undecided.unwrap_or(Reason::Cancelled.into())),
        };
    }
    Ok(temporal.finish())
}

fn question(net: &Net, livelock: &Livelock) -> Question {
    let always =
        |target, marks| Edge { guard: Guard::any_of([Cube { positive: 0, negative: 0 }]), target, marks };
    let edges = vec![vec![always(WITHOUT, 0), always(BEGIN, 0)], vec![always(WITHOUT, 1)]];
    let mut events = vec![false; net.transitions.len()];
    livelock.progress.iter().for_each(|transition| events[transition.index()] = true);
    let barred = Barred { locations: vec![false, true], events };
    let automaton = Automaton::new(BEGIN, 1, edges);
    Question { atoms: Vec::new(), automaton, barred: Some(barred), repeats: false }
}
