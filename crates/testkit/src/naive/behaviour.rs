//! Properties of the whole graph of reachable markings: liveness and soundness, by their definitions.

use std::collections::HashMap;

use sanderling_net::semantics::{self, FireError, Interpreter, Marking};
use sanderling_net::{Net, PlaceId, TransitionId};

use super::Stopped;

/// Reachable markings of a net, the initial one first, and the firings between them.
#[derive(Debug, Clone)]
pub struct Graph {
    /// Markings.
    pub markings: Vec<Marking>,
    /// Transitions that are enabled in each marking, with the number of the successor.
    pub firings: Vec<Vec<(TransitionId, usize)>>,
}

impl Graph {
    /// Returns the graph of a net, if it has at most `limit` markings.
    ///
    /// # Errors
    /// If it has more, or if the net's semantics has an error.
    ///
    /// # Panics
    /// If the net is not valid.
    pub fn explore(net: &Net, limit: usize) -> Result<Self, Stopped> {
        let interpreter = Interpreter::new(net);
        let start = semantics::initial(net)?;
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut graph = Self { markings: vec![start], firings: Vec::new() };
        while let Some(marking) = graph.markings.get(graph.firings.len()).cloned() {
            let mut firings = Vec::new();
            for firing in interpreter.enabled(&marking)? {
                let mut successor = marking.clone();
                interpreter.fire(&mut successor, &firing).map_err(|error| match error {
                    FireError::Overflow(place) => Stopped::Overflow(place),
                    other => panic!("an enabled firing fires: {}", other.explain(net)),
                })?;
                let next = graph.markings.len();
                let number = *numbers.entry(successor.clone()).or_insert(next);
                if number == next {
                    graph.markings.push(successor);
                }
                firings.push((firing.transition, number));
            }
            graph.firings.push(firings);
            if graph.markings.len() > limit {
                return Err(Stopped::LimitReached);
            }
        }
        Ok(graph)
    }

    /// Returns whether every transition can be enabled again, whatever has happened.
    #[must_use]
    pub fn is_live(&self, net: &Net) -> bool {
        net.transition_ids().all(|transition| {
            let enables = |marking: usize| self.firings[marking].iter().any(|&(t, _)| t == transition);
            self.can_always_reach(enables)
        })
    }

    /// Returns whether the initial marking can be reached from every marking.
    #[must_use]
    pub fn is_reversible(&self) -> bool {
        self.can_always_reach(|marking| marking == 0)
    }

    /// Returns whether every marking has an enabled transition.
    #[must_use]
    pub fn is_deadlock_free(&self) -> bool {
        self.firings.iter().all(|firings| !firings.is_empty())
    }

    /// Returns whether the workflow net with this sink is sound: it can always be completed, it has no other tokens
    /// when the sink is marked, and every transition can be enabled.
    #[must_use]
    pub fn is_sound(&self, net: &Net, sink: PlaceId) -> bool {
        let is_final = |m: usize| self.markings[m].tokens(sink) == 1 && self.markings[m].total() == 1;
        let completes_properly =
            (0..self.markings.len()).all(|m| self.markings[m].tokens(sink) == 0 || is_final(m));
        let fires = |transition| self.firings.iter().flatten().any(|&(t, _)| t == transition);
        completes_properly && net.transition_ids().all(fires) && self.can_always_reach(is_final)
    }

    /// Returns whether a marking of this kind can be reached from every marking.
    pub fn can_always_reach(&self, is_goal: impl Fn(usize) -> bool) -> bool {
        let mut predecessors = vec![Vec::new(); self.markings.len()];
        for (marking, firings) in self.firings.iter().enumerate() {
            firings.iter().for_each(|&(_, successor)| predecessors[successor].push(marking));
        }
        let mut open: Vec<usize> = (0..self.markings.len()).filter(|&marking| is_goal(marking)).collect();
        let mut can = vec![false; self.markings.len()];
        open.iter().for_each(|&marking| can[marking] = true);
        while let Some(marking) = open.pop() {
            for &before in &predecessors[marking] {
                if !std::mem::replace(&mut can[before], true) {
                    open.push(before);
                }
            }
        }
        can.iter().all(|&can| can)
    }
}
