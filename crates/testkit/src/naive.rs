//! The naive explorer: breadth-first search with a map of markings, on the reference semantics.
//!
//! It is the oracle that every engine is compared with, so it is as simple as possible: no packing, no reduction, no
//! threads. Its own results are compared with hand-made nets whose statistics are known. [`Graph`] also keeps the
//! firings, for liveness and soundness.

mod behaviour;

use std::collections::{BTreeSet, HashMap};

use sanderling_net::semantics::{self, FireError, Interpreter, Marking, SemanticsError};
use sanderling_net::{NestedUnits, Net, PlaceId, TransitionId};

pub use behaviour::Graph;

/// Results about a net's reachable markings.
#[derive(Debug, Clone, Default)]
pub struct Explored {
    /// Reachable markings, with the length of a shortest path to each.
    pub markings: HashMap<Marking, usize>,
    /// Number of markings first reached at each length.
    pub levels: Vec<usize>,
    /// Firings in all of them, each binding counted.
    pub firings: u64,
    /// Deadlocks in the order of their discovery, with the length of a shortest path to each.
    pub deadlocks: Vec<(Marking, usize)>,
    /// Transitions that fire.
    pub fired: BTreeSet<TransitionId>,
    /// Maximum number of tokens in each place, of all colours together.
    pub bounds: Vec<u64>,
    /// Maximum number of tokens of one colour in one place.
    pub max_tokens_in_place: u64,
    /// Maximum number of tokens in a marking.
    pub max_tokens_in_marking: u128,
    /// Whether no two places in comparable units are ever marked together; true without units.
    pub is_unit_safe: bool,
}

/// Reason why there is no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stopped {
    /// There are more markings than the limit.
    LimitReached,
    /// A place would hold 2^64 tokens or more.
    Overflow(PlaceId),
    /// Something in the net is undefined.
    Undefined(SemanticsError),
}

impl From<SemanticsError> for Stopped {
    fn from(error: SemanticsError) -> Self {
        Self::Undefined(error)
    }
}

/// Returns about `limit` markings in breadth-first order, or all if there are fewer; the net may have infinitely many.
///
/// # Panics
/// If the net has no initial marking, or something in it is undefined.
#[must_use]
pub fn nearest(net: &Net, limit: usize) -> Vec<Marking> {
    let interpreter = Interpreter::new(net);
    let mut markings = vec![semantics::initial(net).expect("it has one")];
    let mut next = 0;
    while next < markings.len() && markings.len() < limit {
        let marking = markings[next].clone();
        for firing in interpreter.enabled(&marking).expect("it has a meaning") {
            let mut successor = marking.clone();
            if interpreter.fire(&mut successor, &firing).is_ok() && !markings.contains(&successor) {
                markings.push(successor);
            }
        }
        next += 1;
    }
    markings
}

/// Explores all reachable markings, if there are no more than `limit`.
///
/// # Errors
/// If there are more, or if the net's semantics has an error.
///
/// # Panics
/// If the reference semantics contradicts itself, or the net is not valid.
pub fn explore(net: &Net, limit: usize) -> Result<Explored, Stopped> {
    let (start, interpreter) = (semantics::initial(net)?, Interpreter::new(net));
    let mut explored =
        Explored { bounds: vec![0; net.places.len()], is_unit_safe: true, ..Explored::default() };
    let mut level = vec![start.clone()];
    explored.markings.insert(start, 0);
    while !level.is_empty() {
        if explored.markings.len() > limit {
            return Err(Stopped::LimitReached);
        }
        explored.levels.push(level.len());
        let distance = explored.levels.len();
        let mut next = Vec::new();
        for marking in &level {
            explored.observe(net, marking);
            let firings = interpreter.enabled(marking)?;
            if firings.is_empty() {
                explored.deadlocks.push((marking.clone(), distance - 1));
            }
            for firing in firings {
                let mut successor = marking.clone();
                interpreter.fire(&mut successor, &firing).map_err(|error| match error {
                    FireError::Overflow(place) => Stopped::Overflow(place),
                    other => panic!("an enabled firing fires: {}", other.explain(net)),
                })?;
                explored.firings += 1;
                explored.fired.insert(firing.transition);
                if !explored.markings.contains_key(&successor) {
                    explored.markings.insert(successor.clone(), distance);
                    next.push(successor);
                }
            }
        }
        level = next;
    }
    Ok(explored)
}

impl Explored {
    /// Returns the number of reachable markings.
    #[must_use]
    pub fn states(&self) -> usize {
        self.markings.len()
    }

    /// Returns the length of a shortest path to a deadlock.
    #[must_use]
    pub fn shortest_deadlock(&self) -> Option<usize> {
        self.deadlocks.first().map(|&(_, distance)| distance)
    }

    fn observe(&mut self, net: &Net, marking: &Marking) {
        for (bound, tokens) in self.bounds.iter_mut().zip(marking.iter()) {
            *bound = (*bound).max(tokens.total());
            self.max_tokens_in_place = self.max_tokens_in_place.max(tokens.max_count());
        }
        self.max_tokens_in_marking = self.max_tokens_in_marking.max(marking.total());
        self.is_unit_safe &= net.units.as_ref().is_none_or(|units| respects(units, marking));
    }
}

/// Returns whether, for every two marked places, the units are neither equal nor one above the other, and each place
/// holds one token: the definition, place by place.
#[must_use]
pub fn respects(units: &NestedUnits, marking: &Marking) -> bool {
    let parent =
        |child: usize| units.units.iter().position(|u| u.subunits.iter().any(|s| s.index() == child));
    let line = |unit: usize| std::iter::successors(Some(unit), |&unit| parent(unit)).collect::<Vec<_>>();
    let mut marked = Vec::new();
    for (unit, declaration) in units.units.iter().enumerate() {
        for &place in &declaration.places {
            match marking.tokens(place) {
                0 => {}
                1 => marked.push(unit),
                _ => return false,
            }
        }
    }
    let clash =
        |(i, &a): (usize, &usize)| marked[..i].iter().any(|&b| line(a).contains(&b) || line(b).contains(&a));
    !marked.iter().enumerate().any(clash)
}

#[cfg(test)]
mod tests;
