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
        let entry = Consumption { index: transition.index(), tokens: Vec::new() };
        by_transition.insert(net.transition(transition).id.as_str(), entry);
    }
    for arc in net.arcs.iter().filter(|arc| arc.kind == ArcKind::Input) {
        let Inscription::Tokens(weight) = arc.inscription else { continue };
        let (place, transition) = (&net.place(arc.place).id, &net.transition(arc.transition).id);
        if let Some(consumption) = by_transition.get_mut(transition.as_str()) {
            consumption.tokens.push((place.clone(), weight));
        }
    }
    let of_event = |event: &str| by_transition.get(event).cloned().unwrap_or_default();
    trace.steps.iter().map(|step| of_event(&step.event)).collect()
}

#[cfg(test)]
mod tests {
    use sanderling_net::{Arc, Place, Transition};
    use sanderling_report::Step;

    use super::*;

    #[test]
    fn steps_consume_the_weights_of_their_input_arcs() {
        let mut net = Net::new("n");
        let [p, q] = ["p", "q"].map(|id| net.add_place(Place::with_tokens(id, 5)));
        let [_, u] = ["t", "u"].map(|id| net.add_transition(Transition::plain(id)));
        net.add_arc(Arc::weighted(p, u, ArcKind::Input, 2));
        net.add_arc(Arc::weighted(q, u, ArcKind::Read, 1));
        net.add_arc(Arc::weighted(q, u, ArcKind::Output, 3));
        let steps = ["u", "t", "x"].map(|event| Step { event: event.into(), ..Step::default() });
        let consumed =
            consumption(&net, &Trace { steps: steps.iter().cloned().collect(), ..Trace::default() });
        assert_eq!(consumed[0], Consumption { index: 1, tokens: vec![("p".into(), 2)] });
        assert_eq!(
            (consumed[1].index, consumed[1].tokens.len(), &consumed[2]),
            (0, 0, &Consumption::default())
        );
    }
}
