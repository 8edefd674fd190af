//! A coloured net with its unfolding, and the maps between them.

use std::collections::HashMap;
use std::time::Duration;

use sanderling_net::semantics::{self, Firing, Interpreter, Marking};
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_property::{Bindings, Pattern, Tokens};
use sanderling_report::{Steps, Trace};
use sanderling_unfolding::Unfolding;

use super::Facts;
use crate::replay::marking_display::MarkingDisplay;

/// A coloured net and its unfolding.
#[derive(Debug)]
pub(crate) struct Unfolded {
    pub(crate) coloured: Net,
    /// The facts about the coloured net itself.
    pub(crate) coloured_facts: Facts,
    pub(crate) unfolding: Unfolding,
    pub(crate) time: Duration,
}

impl Unfolded {
    pub(crate) fn spread(&self, sum: &[(i64, PlaceId)]) -> Vec<(i64, PlaceId)> {
        let places = |place| self.unfolding.places_of(place);
        sum.iter().flat_map(|&(factor, place)| places(place).map(move |place| (factor, place))).collect()
    }

    /// Returns the places that represent these tokens.
    pub(crate) fn places(&self, tokens: &Tokens) -> Vec<PlaceId> {
        let all = self.unfolding.places_of(tokens.place);
        match tokens.colours {
            Pattern::Any => all.collect(),
            _ => all.filter(|&place| tokens.colours.admits(&self.unfolding.origin(place).1)).collect(),
        }
    }

    /// Returns the transitions that represent these bindings.
    pub(crate) fn transitions(&self, bindings: &Bindings) -> Vec<TransitionId> {
        let all = self.unfolding.transitions_of(bindings.transition);
        match bindings.values.as_slice() {
            [] => all.collect(),
            _ => all.filter(|&one| bindings.admit(&self.unfolding.firing(one).binding)).collect(),
        }
    }

    /// Translates a trace of the unfolding into one of the coloured net. Formulas in the trace still refer to
    /// the unfolding.
    pub(crate) fn folded(&self, trace: &Trace) -> Trace {
        let net = self.unfolding.net();
        let ids = net.transition_ids().map(|one| (net.transition(one).id.as_str(), one)).collect();
        let initial =
            semantics::initial(&self.coloured).expect("a net that was unfolded has an initial marking");
        self.folded_from(initial, trace, &ids)
    }

    fn folded_from(&self, mut marking: Marking, trace: &Trace, ids: &HashMap<&str, TransitionId>) -> Trace {
        let (display, interpreter) = (MarkingDisplay::new(&self.coloured), Interpreter::new(&self.coloured));
        let initial = display.marking(&marking);
        let mut branches = trace.branches.clone();
        let mut branch_off = |position: usize, marking: &Marking| {
            for branch in branches.iter_mut().filter(|branch| branch.after == position) {
                branch.trace = branch.trace.as_ref().map(|run| self.folded_from(marking.clone(), run, ids));
            }
        };
        let mut steps = Steps::default();
        for (position, step) in trace.steps.iter().enumerate() {
            branch_off(position, &marking);
            let firing = self.unfolding.firing(ids[step.event.as_str()]);
            let before = display.around(firing.transition, &marking);
            let fired = interpreter.fire(&mut marking, &firing);
            assert!(
                fired.is_ok(),
                "the trace does not replay on the coloured net: {} cannot fire",
                step.event
            );
            steps.push(display.step_from(&firing, before, &marking));
        }
        branch_off(trace.steps.len(), &marking);
        Trace { initial, steps, branches, property_process: trace.property_process.clone(), ..*trace }
    }

    /// Replays a trace of the unfolding on both nets, and compares the final markings.
    pub(crate) fn confirm(&self, trace: &Trace) {
        let net = self.unfolding.net();
        let ids: HashMap<&str, TransitionId> =
            net.transition_ids().map(|one| (net.transition(one).id.as_str(), one)).collect();
        let (plain, coloured) = (Interpreter::new(net), Interpreter::new(&self.coloured));
        let initial = |net| semantics::initial(net).expect("a net that was unfolded has an initial marking");
        let (mut below, mut above) = (initial(net), initial(&self.coloured));
        for step in &trace.steps {
            let transition = ids[step.event.as_str()];
            let fired = plain.fire(&mut below, &Firing::plain(transition)).is_ok()
                && coloured.fire(&mut above, &self.unfolding.firing(transition)).is_ok();
            assert!(fired, "the trace does not replay on the coloured net: {} cannot fire", step.event);
        }
        assert!(self.unfolding.folded(&below) == above, "the trace leads elsewhere in the coloured net");
    }
}
