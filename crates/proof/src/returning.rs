//! A proof that the initial marking can be reached again from every reachable marking, without exploring them.
//!
//! Give each place that is unmarked initially a weight: about the number of firings that bring one of its
//! tokens home. The *distance* of a marking is the weighted sum of its tokens and, if that is equal, the number of
//! tokens beyond the initial ones in other places. Collect sequences of firings that lower the distance in all
//! markings that meet some conditions on single places. From any marking, firing such sequences must end. If every
//! reachable marking other than the initial one allows one of them, it can only end there. The negation of this
//! last condition is a formula about single markings, so the [prover](Prover) may refute it. Inhibitor arcs and
//! capacities take part in the formula. Transitions with reset arcs have no fixed effect, and are in no sequence.
//!
//! At first, the sequences are single firings. Others are learned from random runs, and from markings that the
//! prover cannot exclude: each may be a reachable marking from which no known sequence leads on.
//!
//! A net whose initial marking can always be reached again is live if and only if it is quasi-live.

mod descent;
mod nearby;
mod weights;

use std::mem;

use sanderling_net::PlaceId;

use crate::budget::Budget;
use crate::proof::Proof;
use crate::prover::{Answer, Prover};

use self::descent::Descent;
pub use self::descent::Sequence;

/// A proof that the initial marking can always be reached again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Return {
    /// The weights of the places that have one. Places that are marked initially have none.
    pub weights: Vec<(PlaceId, i128)>,
    /// Sequences of firings, each of which lowers the distance from the initial marking if its conditions hold.
    pub sequences: Vec<Sequence>,
    /// The proof that some sequence applies to every reachable marking except for the initial one.
    pub proof: Proof,
}

impl Prover<'_> {
    /// Returns a proof that the initial marking can always be reached again, if one is found.
    #[must_use]
    pub fn always_returns(&self, budget: &Budget<'_>) -> Option<Return> {
        let mut descent = Descent::of(self.structure())?;
        let (mut lemmas, mut has_learned) = (Vec::new(), false);
        while !budget.is_spent() {
            let stuck = descent.stuck()?;
            let answer = if has_learned {
                self.decide(&stuck, &lemmas, budget)
            } else {
                self.decide(&stuck, &lemmas, &budget.part(3))
            };
            let leads_home = match answer {
                Answer::Unreachable(proof) => {
                    let (weights, sequences) = descent.into_parts();
                    return Some(Return { weights, sequences, proof });
                }
                _ if !mem::replace(&mut has_learned, true) => descent.learn(&budget.part(2)),
                Answer::Open { marking, lemmas: found } => {
                    lemmas = found;
                    descent.descend(marking.into_iter().map(i128::from).collect(), budget)
                }
                Answer::Unknown => false,
            };
            if !leads_home {
                return None;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use sanderling_model::Structure;
    use sanderling_net::{ArcKind, Net};
    use sanderling_testkit::naive::Graph;
    use sanderling_testkit::random::{self, Shape, for_seeds, is_met};
    use sanderling_testkit::tiny;

    use super::*;

    fn is_proved(net: &Net) -> bool {
        let structure = Structure::build(net).expect("it is a place/transition net");
        let found = Prover::new(&structure).always_returns(&Budget::of_time(Duration::from_secs(5)));
        found.is_some_and(|found| {
            assert!(found.proof.check(&structure));
            true
        })
    }

    /// Returns a net with these marked places, by number, and these presets and postsets of transitions.
    fn net(marked: &[u64], transitions: &[(&[usize], &[usize])]) -> Net {
        let arcs = (0..).zip(transitions).flat_map(|(transition, (takes, puts))| {
            let taken = takes.iter().map(move |&place| (place, transition, ArcKind::Input, 1));
            taken.chain(puts.iter().map(move |&place| (place, transition, ArcKind::Output, 1)))
        });
        tiny::nets::net("net", marked, transitions.len(), &arcs.collect::<Vec<_>>())
    }

    #[test]
    fn a_part_that_waits_for_another_part_comes_home() {
        let [a, b, a_waits, b_waits, a_leaves, b_leaves, joined] = [0, 1, 2, 3, 4, 5, 6];
        let assembly = net(
            &[3, 2, 0, 0, 0, 0, 0],
            &[
                (&[a], &[a_waits]),
                (&[b], &[b_waits]),
                (&[a], &[a_leaves]),
                (&[b], &[b_leaves]),
                (&[a_leaves], &[a]),
                (&[b_leaves], &[b]),
                (&[a_waits, b_waits], &[joined]),
                (&[joined], &[a, b]),
            ],
        );
        assert!(is_proved(&assembly));
    }

    #[test]
    fn tokens_that_have_changed_places_come_home() {
        let [a, b, lock, a_goes, b_goes] = [0, 1, 2, 3, 4];
        let there: [(&[usize], &[usize]); 2] = [(&[a, lock], &[a_goes]), (&[a_goes], &[b, lock])];
        let back: [(&[usize], &[usize]); 2] = [(&[b, lock], &[b_goes]), (&[b_goes], &[a, lock])];
        assert!(is_proved(&net(&[2, 2, 1, 0, 0], &[there, back].concat())));
        assert!(!is_proved(&net(&[2, 2, 1, 0, 0], &there)));
    }

    #[test]
    fn a_transition_with_a_reset_arc_need_not_be_in_a_sequence() {
        let arcs = [
            (0, 0, ArcKind::Input, 1),
            (1, 0, ArcKind::Output, 1),
            (2, 0, ArcKind::Reset, 1),
            (1, 1, ArcKind::Input, 1),
            (0, 1, ArcKind::Output, 1),
        ];
        assert!(is_proved(&tiny::nets::net("reset", &[1, 0, 0], 2, &arcs)));
    }

    #[test]
    fn random_runs_end_at_once_in_a_net_without_transitions() {
        let structure = Structure::build(&net(&[1, 0], &[])).expect("it is a place/transition net");
        let mut descent = Descent::of(&structure).expect("small numbers");
        assert!(descent.learn(&Budget::of_time(Duration::from_secs(5))));
    }

    #[test]
    fn a_proof_of_return_is_right() {
        let (proved, reversible) = (Cell::new(0), Cell::new(0));
        for_seeds(1_000, |seed| {
            let net = match seed % 6 {
                0 => random::classes::state_machine(seed),
                1 => random::classes::marked_graph(seed),
                2 => random::classes::free_choice(seed),
                3 => random::net(seed, &Shape::conservative()),
                4 => random::net(seed, &Shape::conservative_special()),
                _ => random::net(seed, &Shape::special()),
            };
            let Ok(graph) = Graph::explore(&net, 500) else { return };
            let returns = graph.is_reversible();
            reversible.set(reversible.get() + u64::from(returns));
            if is_proved(&net) {
                proved.set(proved.get() + 1);
                assert!(returns, "seed {seed}");
            }
        });
        let (proved, reversible) = (proved.get(), reversible.get());
        assert!(is_met(proved, 100), "{proved} of {reversible} reversible nets are proved");
    }
}
