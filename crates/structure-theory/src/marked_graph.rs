//! Marked graphs: liveness and bounds by the tokens on circuits.
//!
//! No firing changes the number of tokens on a directed circuit of a marked graph. A marked graph is live if and only
//! if every directed circuit is marked. In a live one, the maximum number of tokens in a place is the minimum number of
//! tokens on a circuit through it; a place on no circuit is unbounded.
//!
//! Sources: Commoner, Holt, Even and Pnueli, *Marked Directed Graphs*, Journal of Computer and System Sciences 5(5),
//! 1971; Murata, *Petri Nets: Properties, Analysis and Applications*, 1989, section VII.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use sanderling_net::{PlaceId, TransitionId};

use crate::budget::{Answer, Budget, Unknown};
use crate::class::Class;
use crate::flow::Flow;

/// A live marked graph.
#[derive(Debug, Clone, Copy)]
pub struct LiveMarkedGraph<'a> {
    flow: &'a Flow<'a>,
}

impl<'a> LiveMarkedGraph<'a> {
    /// Decides whether a marked graph is live. *No* contains the places of a directed circuit without a token, in
    /// order. Other nets are [beyond](Unknown::Beyond). Cost: linear in the arcs.
    #[must_use]
    pub fn of(flow: &'a Flow<'a>) -> Answer<Self, Vec<PlaceId>> {
        match Class::MarkedGraph.require(flow) {
            Err(obstacle) => Answer::Unknown(Unknown::Beyond(obstacle)),
            Ok(()) => unmarked_circuit(flow).map_or(Answer::Yes(Self { flow }), Answer::No),
        }
    }

    /// Returns the maximum number of tokens of each place over all reachable markings, by place; `None` means
    /// unbounded. Cost: a search for shortest paths from every transition.
    ///
    /// # Errors
    /// If the budget is insufficient.
    pub fn place_bounds(self, budget: &Budget<'_>) -> Result<Vec<Option<u128>>, Unknown> {
        let flow = self.flow;
        let mut bounds = vec![None; flow.structure().place_count()];
        let mut work_left = budget.max_work;
        for transition in flow.structure().transition_ids() {
            if budget.is_stopped() {
                return Err(Unknown::Stopped);
            }
            let distances = distances(flow, transition, &mut work_left).ok_or(Unknown::OverBudget)?;
            for &place in flow.inputs(transition) {
                let back = flow.producers(place).first().and_then(|producer| distances[producer.index()]);
                bounds[place.index()] = back.map(|back| back + tokens(flow, place));
            }
        }
        Ok(bounds)
    }
}

/// Returns the minimum number of tokens on a path from a transition to each other one, by transition, or `None` if the
/// work limit is reached.
fn distances(flow: &Flow<'_>, start: TransitionId, work_left: &mut u64) -> Option<Vec<Option<u128>>> {
    const COST_OF_NODE: u64 = 16;
    let mut distances = vec![None; flow.structure().transition_count()];
    let mut open = BinaryHeap::from([Reverse((0_u128, start))]);
    while let Some(Reverse((distance, transition))) = open.pop() {
        *work_left = work_left.checked_sub(COST_OF_NODE)?;
        if distances[transition.index()].is_some() {
            continue;
        }
        distances[transition.index()] = Some(distance);
        for &place in flow.outputs(transition) {
            let next = flow.consumers(place).iter();
            open.extend(next.map(|&next| Reverse((distance + tokens(flow, place), next))));
        }
    }
    Some(distances)
}

fn tokens(flow: &Flow<'_>, place: PlaceId) -> u128 {
    flow.structure().initial()[place.index()].into()
}

/// Returns a directed circuit of a marked graph whose places are all empty, if there is one.
///
/// Transitions without an empty input from a remaining producer are removed repeatedly. From any remaining one, the
/// path back never ends.
fn unmarked_circuit(flow: &Flow<'_>) -> Option<Vec<PlaceId>> {
    let is_empty = |place: &&PlaceId| !flow.is_marked(**place);
    let transitions = || flow.structure().transition_ids();
    let mut waits_for: Vec<usize> =
        transitions().map(|t| flow.inputs(t).iter().filter(is_empty).count()).collect();
    let mut free: Vec<TransitionId> = transitions().filter(|t| waits_for[t.index()] == 0).collect();
    while let Some(transition) = free.pop() {
        for &place in flow.outputs(transition).iter().filter(is_empty) {
            for &next in flow.consumers(place) {
                waits_for[next.index()] -= 1;
                if waits_for[next.index()] == 0 {
                    free.push(next);
                }
            }
        }
    }
    let mut transition = transitions().find(|t| waits_for[t.index()] > 0)?;
    let mut met = vec![None; flow.structure().transition_count()];
    let mut path = Vec::new();
    while met[transition.index()].is_none() {
        met[transition.index()] = Some(path.len());
        let is_left = |place: &&PlaceId| {
            is_empty(place) && flow.producers(**place).iter().any(|producer| waits_for[producer.index()] > 0)
        };
        let place = *flow.inputs(transition).iter().find(is_left)?;
        path.push(place);
        transition = *flow.producers(place).first()?;
    }
    let mut circuit = path.split_off(met[transition.index()].unwrap_or(0));
    circuit.reverse();
    Some(circuit)
}
