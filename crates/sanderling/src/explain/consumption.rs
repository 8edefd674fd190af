//! Lists the tokens that each step of a trace consumes, as some trace formats require.

use std::collections::HashMap;

use sanderling_net::{ArcKind, Inscription, Net};
use sanderling_report::{Consumption, Trace};

/// Returns the tokens that each step of a trace takes through its input arcs. Arcs inscribed with terms are
/// skipped.
#[must_use]
pub fn consumption(net: &Net, trace: &Trace) -> Vec<Consumption> {
    let mut by_transition = HashMap::with_capacity(net.transitions.len());
    for transition in net.transition_ids() {
        let told = Consumption { index: transition.index(), tokens: Vec::new() };
        by_transition.insert(net.transition(transition).id.as_str(), told);
    }
    for arc in net.arcs.iter().filter(|arc| arc.kind == ArcKind::Input) {
        let Inscription::Tokens(weight) = arc.inscription else { continue };
        let (place, transition) = (&net.place(arc.place).id, &net.transition(arc.transition).id);
        if let Some(told) = by_transition.get_mut(transition.as_str()) {
            told.tokens.push((place.clone(), weight));
        }
    }
    let told = |event: &str| by_transition.get(event).cloned().unwrap_or_default();
    trace.steps.iter().map(|step| told(&step.event)).collect()
}

#[cfg(test)]
mod tests {
    use sanderling_net::{Arc, Place, Transition};
    use sanderling_report::Step;

    use super::*;

    #[test]
    fn steps_take_what_their_input_arcs_say() {
        let mut net = Net::new("n");
        let [p, q] = ["p", "q"].map(|id| net.add_place(Place::with_tokens(id, 5)));
        let [_, u] = ["t", "u"].map(|id| net.add_transition(Transition::plain(id)));
        net.add_arc(Arc::weighted(p, u, ArcKind::Input, 2));
        net.add_arc(Arc::weighted(q, u, ArcKind::Read, 1));
        net.add_arc(Arc::weighted(q, u, ArcKind::Output, 3));
        let steps = ["u", "t", "x"].map(|event| Step { event: event.into(), ..Step::default() });
        let told = consumption(&net, &Trace { steps: steps.iter().cloned().collect(), ..Trace::default() });
        assert_eq!(told[0], Consumption { index: 1, tokens: vec![("p".into(), 2)] });
        assert_eq!((told[1].index, told[1].tokens.len(), &told[2]), (0, 0, &Consumption::default()));
    }
}
