//! The order in which a search on the fly follows the events of a state.
//!
//! A run that decides a formula is often close, but the first events of each state may lead away from it for millions
//! of states. So a search that stops soon is repeated in other orders. The search for an operator can go first to the
//! state that is the least away from satisfying its operand. Any order gives the same answers.
//!
//! The estimate is that of best-first search: S. Edelkamp, A. Lluch Lafuente and S. Leue, *Directed Explicit Model
//! Checking with HSF-SPIN*, SPIN 2001. Where we differ: formulas may have operators within others.

use sanderling_analysis::Heuristic;
use sanderling_system::System;

use super::numbered::Numbered;
use crate::sample::Sample;

/// The distance of a formula that cannot be approached.
const FAR: i64 = 1 << 40;

/// An order of events.
pub struct EventOrder<'a, S: System> {
    /// The sample whose chosen events come first.
    pub sample: Sample,
    /// The distances of a state from satisfying each condition, and from failing it. If it is empty, the sample alone
    /// determines the order.
    pub distances: Vec<[Heuristic<'a, S>; 2]>,
}

impl<S: System> std::fmt::Debug for EventOrder<'_, S> {
    fn fmt(&self, into: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        into.debug_struct("EventOrder").field("sample", &self.sample).finish_non_exhaustive()
    }
}

impl<S: System> EventOrder<'_, S> {
    /// Returns the distance of a state, for which the scratch is prepared, from giving a formula this value.
    pub(super) fn distance(&self, formula: &Numbered, value: bool, at: (&S, &[u64], &S::Scratch)) -> i64 {
        let of_all = |parts: &[Numbered]| {
            let distances = parts.iter().map(|part| self.distance(part, value, at));
            match matches!(formula, Numbered::And(_)) == value {
                true => distances.fold(0, i64::saturating_add).min(FAR),
                false => distances.min().unwrap_or(FAR),
            }
        };
        match formula {
            Numbered::Constant(holds) => {
                if *holds == value {
                    0
                } else {
                    FAR
                }
            }
            Numbered::Atom(condition) => {
                let (system, state, scratch) = at;
                self.distances[*condition][usize::from(!value)](system, state, scratch)
            }
            Numbered::Not(inner) => self.distance(inner, !value, at),
            Numbered::And(parts) | Numbered::Or(parts) => of_all(parts),
            // That no run satisfies an operator is not near or far.
            Numbered::Next(..) | Numbered::Until(..) if !value => 0,
            Numbered::Next(_, inner) => self.distance(inner, value, at),
            Numbered::Until(_, until) => {
                let wanted = self.distance(&until.wanted, value, at);
                match until.may_last {
                    true => wanted.min(self.distance(&until.on_the_way, value, at)),
                    false => wanted,
                }
            }
        }
    }
}
