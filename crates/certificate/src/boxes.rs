//! Finds boxes of markings that show that a condition is never satisfied.
//!
//! This is the tree of Karp and Miller (*Parallel Program Schemata*, 1969) over boxes instead of markings: a place that
//! has grown since an ancestor loses its maximum. Inhibitor arcs, reset arcs and capacities make boxes larger than
//! necessary, but never wrong, and the tree stays finite.

use sanderling_certificate_check::boxes::{Intervals, MAX_INTERVALS};
use sanderling_certificate_check::condition::Condition;
use sanderling_certificate_check::net::Ground;
use sanderling_certificate_check::schema::Evidence;
use sanderling_proof::Budget;

/// Maximum number of boxes. The checker compares each successor of a box with all of them.
const MAX_BOXES: usize = 2_000;

/// A box of the tree, and the number of the one before it.
struct Node {
    intervals: Intervals,
    parent: Option<usize>,
}

/// Returns boxes that have every reachable marking and none that satisfies the condition, if they are found.
pub(crate) fn evidence(ground: &Ground<'_>, condition: &Condition, budget: &Budget<'_>) -> Option<Evidence> {
    let initial = Intervals::of(&ground.net.initial());
    if initial.may_satisfy(condition) {
        return None;
    }
    let mut tree = vec![Node { intervals: initial, parent: None }];
    let max_boxes = MAX_BOXES.min(MAX_INTERVALS / ground.net.places.len().max(1));
    let mut at = 0;
    while at < tree.len() {
        for (transition, _) in ground.net.transitions.iter().zip(&ground.live).filter(|(_, live)| **live) {
            if budget.is_spent() {
                return None;
            }
            let Some(after) = tree[at].intervals.after(ground.net, transition) else { continue };
            let is_included = |one: &Intervals| tree.iter().any(|node| node.intervals.includes(one));
            if is_included(&after) {
                continue;
            }
            let intervals = widened(after, &tree, at);
            if tree.len() >= max_boxes || intervals.may_satisfy(condition) {
                return None;
            }
            tree.push(Node { intervals, parent: Some(at) });
        }
        at += 1;
    }
    let largest = |at: &usize| {
        let is_in = |other: usize| other != *at && tree[other].intervals.includes(&tree[*at].intervals);
        !(0..tree.len()).any(is_in)
    };
    let kept = (0..tree.len()).filter(largest);
    Some(Evidence::Boxes(kept.map(|at| tree[at].intervals.written(ground.net)).collect()))
}

/// Removes the maximum of each place that has grown since an ancestor from which no place has shrunk.
fn widened(mut intervals: Intervals, tree: &[Node], parent: usize) -> Intervals {
    let mut ancestor = Some(parent);
    while let Some(at) = ancestor {
        let old = &tree[at].intervals;
        let pairs = || old.0.iter().zip(&intervals.0);
        // A place without a maximum counts as one with the greatest.
        let most = |most: Option<u64>| most.unwrap_or(u64::MAX);
        if pairs().all(|(old, new)| old.least <= new.least && most(old.most) <= most(new.most)) {
            let grows: Vec<bool> = pairs().map(|(old, new)| most(old.most) < most(new.most)).collect();
            for (one, _) in intervals.0.iter_mut().zip(grows).filter(|(_, grows)| *grows) {
                one.most = None;
            }
        }
        ancestor = tree[at].parent;
    }
    intervals
}
