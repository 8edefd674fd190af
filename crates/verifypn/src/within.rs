//! A net restricted to markings with at most a given number of tokens.
//!
//! Three places are added. `budget` holds the number of tokens that may still be added. `running` holds one
//! token as long as no marking was excluded, and `beyond` holds one token after that. A transition that adds
//! tokens also takes them from the budget. For each such transition there is a second one with the same
//! preconditions, enabled if the budget is too small. It only moves the token from `running` to `beyond`, and
//! then nothing is enabled. So every run is a run of the net. The markings with `running` are exactly those
//! that the net reaches through markings with at most this number of tokens, or the initial number if that is
//! larger.
//!
//! INVARIANT: in a marking with `running`, a transition of the net is enabled if and only if it or its second
//! transition is. So conditions on enabledness keep their meaning. `beyond` can be marked if and only if a marking is
//! excluded.

use std::collections::HashSet;

use sanderling_net::{Arc, ArcKind, Net, Place, PlaceId, Transition, TransitionId};
use sanderling_property::{Comparison, Formula, Property, Quantifier, Relation};
use sanderling_report::{Step, Trace};

/// A net within a number of tokens.
pub(crate) struct Within {
    net: Net,
    running: PlaceId,
    beyond: PlaceId,
    /// For each transition of the net, the second transition that is enabled if it would exceed the budget,
    /// if it can.
    seconds: Vec<Option<TransitionId>>,
    own_ids: HashSet<String>,
    max_tokens: u64,
}

impl Within {
    /// Returns the net within this number of tokens plus the maximum that one firing can add, so that the
    /// markings that first exceed the bound are included. `None` as for [`Self::build`].
    pub(crate) fn just_beyond(original: &Net, bound: u64) -> Option<Self> {
        let max_added = added_tokens(original)?.into_iter().max().unwrap_or(0).max(0);
        Self::build(original, bound.saturating_add(u64::try_from(max_added).ok()?))
    }

    /// Returns the net within this number of tokens; `None` if the number of tokens that a transition adds is
    /// not constant.
    pub(crate) fn build(original: &Net, max_tokens: u64) -> Option<Self> {
        let has_other_effects = original.arcs.iter().any(|arc| arc.kind == ArcKind::Reset)
            || original.places.iter().any(|place| place.capacity.is_some());
        if !original.is_place_transition() || has_other_effects {
            return None;
        }
        let mut net = Net {
            units: None,
            pages: Vec::new(),
            final_markings: Vec::new(),
            assertions: Vec::new(),
            ..original.clone()
        };
        let added = added_tokens(original)?;
        let at_start = original.places.iter().map(|place| u128::from(place.initial.tokens())).sum::<u128>();
        let left = u128::from(max_tokens).saturating_sub(at_start);
        let ids: HashSet<&str> = original.places.iter().map(|place| place.id.as_str()).collect();
        let other = |id: &str| (0..).map(|n| format!("{id}{n}")).find(|id| !ids.contains(id.as_str()));
        let own = [other("budget")?, other("running")?, other("beyond")?];
        let counts = [u64::try_from(left).ok()?, 1, 0];
        let [budget, running, beyond] =
            [0, 1, 2].map(|i: usize| net.add_place(Place::with_tokens(own[i].as_str(), counts[i])));
        let mut within = Self {
            net,
            running,
            beyond,
            seconds: vec![None; added.len()],
            own_ids: own.into_iter().collect(),
            max_tokens,
        };
        for (transition, &added) in original.transition_ids().zip(&added) {
            within.net.add_arc(Arc::weighted(running, transition, ArcKind::Read, 1));
            let magnitude = u64::try_from(added.unsigned_abs()).ok()?;
            if added > 0 {
                within.net.add_arc(Arc::weighted(budget, transition, ArcKind::Input, magnitude));
                within.seconds[transition.index()] =
                    Some(within.second(original, transition, (budget, magnitude)));
            } else if added < 0 {
                within.net.add_arc(Arc::weighted(budget, transition, ArcKind::Output, magnitude));
            }
        }
        Some(within)
    }

    /// Adds the second transition, which is enabled if the first would need more than the budget has.
    fn second(&mut self, original: &Net, of: TransitionId, (budget, needed): (PlaceId, u64)) -> TransitionId {
        let id = format!("{} beyond {}", original.transition(of).id, self.net.transitions.len());
        let second = self.net.add_transition(Transition::plain(id));
        let conditions =
            original.arcs.iter().filter(|arc| arc.transition == of && arc.kind != ArcKind::Output);
        for arc in conditions {
            self.net.add_arc(Arc { transition: second, id: None, ..arc.clone() });
        }
        self.net.add_arc(Arc::weighted(budget, second, ArcKind::Inhibitor, needed));
        self.net.add_arc(Arc::weighted(self.running, second, ArcKind::Input, 1));
        self.net.add_arc(Arc::weighted(self.beyond, second, ArcKind::Output, 1));
        second
    }

    /// Returns the bound. Markings with more tokens are excluded.
    pub(crate) fn max_tokens(&self) -> u64 {
        self.max_tokens
    }

    /// Returns the net.
    pub(crate) fn net(&self) -> &Net {
        &self.net
    }

    /// Translates a property of the original net into one about the markings that are not excluded.
    pub(crate) fn property(&self, property: &Property) -> Property {
        let formula = self.formula(&property.formula);
        let formula = match property.quantifier {
            Quantifier::Reach => Formula::And(vec![formula, at_least_one(self.running)]),
            Quantifier::Always => {
                Formula::Or(vec![formula, Formula::Not(Box::new(at_least_one(self.running)))])
            }
        };
        Property { formula, ..property.clone() }
    }

    /// Returns the property that some marking is excluded.
    pub(crate) fn leaves_out(&self) -> Property {
        let formula = at_least_one(self.beyond);
        Property { name: None, quantifier: Quantifier::Reach, formula, text: String::new() }
    }

    fn formula(&self, formula: &Formula) -> Formula {
        let all = |parts: &[Formula]| parts.iter().map(|part| self.formula(part)).collect();
        let both = |sides: &[Formula; 2]| Box::new([self.formula(&sides[0]), self.formula(&sides[1])]);
        match formula {
            Formula::Enabled(transitions) => {
                let seconds = transitions.iter().filter_map(|one| self.seconds[one.index()]);
                Formula::Enabled(transitions.iter().copied().chain(seconds).collect())
            }
            Formula::Not(inner) => Formula::Not(Box::new(self.formula(inner))),
            Formula::And(parts) => Formula::And(all(parts)),
            Formula::Or(parts) => Formula::Or(all(parts)),
            Formula::Implies(sides) => Formula::Implies(both(sides)),
            Formula::Iff(sides) => Formula::Iff(both(sides)),
            Formula::Constant(_) | Formula::Deadlock | Formula::Compare(_) | Formula::Values(_) => {
                formula.clone()
            }
        }
    }

    /// Translates a run to a marking that is not excluded into one of the original net.
    pub(crate) fn original(&self, mut trace: Trace) -> Trace {
        trace.initial.0.retain(|(place, _)| !self.own_ids.contains(place));
        let restricted = |mut step: Step| {
            step.changed.retain(|change| !self.own_ids.contains(&change.place));
            step
        };
        trace.steps = trace.steps.iter().map(restricted).collect();
        trace
    }
}

/// Returns the number of tokens that each transition adds; `None` if it is too large.
fn added_tokens(net: &Net) -> Option<Vec<i128>> {
    let mut added = vec![0_i128; net.transitions.len()];
    for arc in &net.arcs {
        let weight = i128::from(arc.inscription.tokens());
        let effect = match arc.kind {
            ArcKind::Input => -weight,
            ArcKind::Output => weight,
            ArcKind::Inhibitor | ArcKind::Read | ArcKind::Reset => 0,
        };
        let sum = &mut added[arc.transition.index()];
        *sum = sum.checked_add(effect)?;
    }
    Some(added)
}

fn at_least_one(place: PlaceId) -> Formula {
    let comparison = Comparison::build([(1, place)], Relation::AtLeast, 1);
    Formula::Compare(comparison.expect("one token is a small number"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use sanderling_net::semantics::{self, Interpreter, Marking};
    use sanderling_testkit::naive;
    use sanderling_testkit::random::{self, Shape, for_seeds};

    use super::*;

    /// Returns the markings that are reached through markings with at most this number of tokens, and whether
    /// some are excluded.
    fn by_definition(net: &Net, max_tokens: u64) -> (HashSet<Marking>, bool) {
        let interpreter = Interpreter::new(net);
        let start = semantics::initial(net).unwrap();
        let (mut found, mut open, mut leaves_out) = (HashSet::from([start.clone()]), vec![start], false);
        while let Some(marking) = open.pop() {
            for firing in interpreter.enabled(&marking).unwrap() {
                let mut next = marking.clone();
                interpreter.fire(&mut next, &firing).unwrap();
                let goes_beyond = next.total() > u128::from(max_tokens) && next.total() > marking.total();
                leaves_out |= goes_beyond;
                if !goes_beyond && found.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        (found, leaves_out)
    }

    #[test]
    fn the_bounded_net_matches_its_definition() {
        let shape = Shape { reset: 0.0, capacity: 0.0, places: 1..=3, max_tokens: 2, ..Shape::special() };
        for_seeds(200, |seed| {
            let net = random::net(seed, &shape);
            let within = Within::build(&net, 6).expect("its effects are the same everywhere");
            let (expected, leaves_out) = by_definition(&net, 6);
            let explored = naive::explore(within.net(), 100_000).expect("there are few markings");
            let places = net.places.len();
            let is_running = |marking: &&Marking| marking.tokens(within.running) == 1;
            let original = |marking: &Marking| marking.iter().take(places).cloned().collect::<Marking>();
            let found: HashSet<Marking> = explored.markings.keys().filter(is_running).map(original).collect();
            assert_eq!(found, expected);
            let is_beyond = |marking: &Marking| marking.tokens(within.beyond) == 1;
            assert_eq!(explored.markings.keys().any(is_beyond), leaves_out);
        });
    }

    #[test]
    fn effects_that_differ_are_refused() {
        let mut net = Net::new("n");
        let place = net.add_place(Place::with_tokens("p", 3));
        let transition = net.add_transition(Transition::plain("t"));
        net.add_arc(Arc::weighted(place, transition, ArcKind::Reset, 1));
        assert!(Within::build(&net, 5).is_none());
    }
}
