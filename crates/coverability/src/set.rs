//! The minimal coverability set: the maximal elements of the downward closure of the reachable markings, with ω if
//! there is no maximum.
//!
//! Every reachable marking is below one of its markings, and equal to it in the exact places. Conversely, below each of
//! its markings there are reachable ones with exactly the tokens of its finite places, and with arbitrarily many where
//! it has ω.

use sanderling_model::Structure;
use sanderling_net::{PlaceId, TransitionId};
use sanderling_property::Formula;

use crate::construction::{Construction, is_enabled};
use crate::layout::OMEGA;
use crate::region::Region;
use crate::run;
use crate::tree::{NodeId, ROOT};

/// The minimal coverability set of a net.
#[derive(Debug)]
pub struct CoverabilitySet<'a> {
    construction: Construction<'a>,
    maximal: Vec<NodeId>,
}

/// A number of tokens, or ω.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tokens {
    /// This number of tokens.
    Finite(u64),
    /// Arbitrarily many tokens.
    Omega,
}

/// The decision about a condition on markings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decided {
    /// These firings lead to a marking that satisfies it.
    Reachable(Vec<TransitionId>),
    /// A marking that satisfies it is reachable, by a run that is too long to return.
    ReachableFarAway,
    /// No reachable marking satisfies it.
    Unreachable,
    /// The coverability set does not decide it.
    Open,
}

impl<'a> CoverabilitySet<'a> {
    pub(crate) fn of(construction: Construction<'a>) -> Self {
        let maximal = construction.tree.nodes().collect();
        Self { construction, maximal }
    }

    /// Returns the number of markings in the set.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "something covers the initial marking")]
    pub fn len(&self) -> usize {
        self.maximal.len()
    }

    /// Returns the tokens in a place of a marking of the set, given its number.
    #[must_use]
    pub fn tokens(&self, marking: usize, place: PlaceId) -> Tokens {
        match self.region(marking).most(place) {
            OMEGA => Tokens::Omega,
            tokens => Tokens::Finite(tokens),
        }
    }

    /// Returns the maximum number of tokens in a place over all reachable markings, or ω if there is none.
    #[must_use]
    pub fn bound(&self, place: PlaceId) -> Tokens {
        (0..self.len()).map(|marking| self.tokens(marking, place)).max().unwrap_or(Tokens::Finite(0))
    }

    /// Returns the maximum of a sum of tokens with positive weights over all reachable markings, or `None` if there is
    /// none.
    ///
    /// # Panics
    /// If a weight is negative.
    #[must_use]
    pub fn greatest(&self, sum: &[(i64, PlaceId)]) -> Option<i128> {
        let of = |marking: usize| -> Option<i128> {
            let terms = sum.iter().filter(|&&(weight, _)| weight != 0).map(|&(weight, place)| {
                assert!(weight > 0, "the weights of a sum that has a greatest value are positive");
                match self.tokens(marking, place) {
                    Tokens::Omega => None,
                    Tokens::Finite(tokens) => Some(i128::from(weight) * i128::from(tokens)),
                }
            });
            terms.sum()
        };
        (0..self.len()).map(of).try_fold(0, |greatest, value| Some(greatest.max(value?)))
    }

    /// Returns the transitions that are enabled in no reachable marking.
    #[must_use]
    pub fn dead_transitions(&self) -> Vec<TransitionId> {
        let structure = self.structure();
        let is_enabled = |transition: TransitionId| {
            (0..self.len()).any(|marking| {
                let region = self.region(marking);
                is_enabled(structure, transition, |place| region.most(place))
            })
        };
        structure.transition_ids().filter(|&transition| !is_enabled(transition)).collect()
    }

    /// Decides a condition, if possible. It is always decided if it only tests for enough tokens, and otherwise tests
    /// only exact places.
    #[must_use]
    pub fn decide(&self, condition: &Formula) -> Decided {
        let mut decided = Decided::Unreachable;
        for marking in 0..self.len() {
            let region = self.region(marking);
            if !region.may_meet(condition) {
                continue;
            }
            if !region.meets_at_the_top(condition) {
                decided = Decided::Open;
                continue;
            }
            let run = run::to(&self.construction, self.maximal[marking], region.target(condition));
            return run.map_or(Decided::ReachableFarAway, Decided::Reachable);
        }
        decided
    }

    /// Returns the arcs of the coverability graph: a marking, a transition that is enabled there, and the first marking
    /// that covers the successor.
    ///
    /// Once `is_over` returns true, the arcs of the remaining markings are omitted. The second value is the number of
    /// markings whose arcs are included. For each arc, the target is searched for among all markings.
    #[must_use]
    pub fn arcs_until(&mut self, is_over: &dyn Fn() -> bool) -> (Vec<(usize, TransitionId, usize)>, usize) {
        let mut number = vec![0; self.maximal.iter().max().map_or(0, |&most| most as usize + 1)];
        self.maximal.iter().enumerate().for_each(|(marking, &node)| number[node as usize] = marking);
        let mut arcs = Vec::new();
        for (marking, node) in self.maximal.iter().copied().enumerate() {
            if is_over() {
                return (arcs, marking);
            }
            for (transition, successor) in self.construction.successors(node) {
                arcs.push((marking, transition, number[successor as usize]));
            }
        }
        (arcs, self.maximal.len())
    }

    /// Returns the number of the marking that covers the initial one and from which the others are derived.
    #[must_use]
    pub fn initial(&self) -> usize {
        self.maximal.iter().position(|&node| node == ROOT).expect("the root is never removed")
    }

    /// Returns the structure of the net.
    #[must_use]
    pub fn structure(&self) -> &'a Structure {
        self.construction.structure
    }

    fn region(&self, marking: usize) -> Region<'_> {
        let Construction { structure, layout, tree, .. } = &self.construction;
        Region { structure, layout, top: tree.marking(self.maximal[marking]) }
    }
}
