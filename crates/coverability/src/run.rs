//! From a marking with ω to a run: how often each acceleration has to be repeated, so that there are enough tokens.
//!
//! We go backwards from the tokens that are to be there. Before a firing there have to be those that it needs and those that it does not give; an acceleration is
//! repeated until of what it raises no more is needed than its path needs anyway. So what is needed never exceeds the markings of the tree, and at the
//! start there is enough.

use sanderling_model::Structure;
use sanderling_net::TransitionId;

use crate::acceleration::{Acceleration, Step};
use crate::construction::Construction;
use crate::tree::NodeId;

/// The longest run that is told.
const MAX_FIRINGS: usize = 1 << 20;

/// How many accelerations may be parts of each other there.
const MAX_NESTED: usize = 1000;

/// The firings to a marking below that of a node with at least these tokens in each place; `None` where they are too many.
pub(crate) fn to(
    construction: &Construction<'_>,
    node: NodeId,
    target: Vec<u64>,
) -> Option<Vec<TransitionId>> {
    let Construction { structure, accelerations, tree, .. } = construction;
    let mut unrolling =
        Unrolling { structure, accelerations: &accelerations.all, needed: target, backwards: Vec::new() };
    let path = tree.path(None, node);
    unrolling.put_before(&path, 0)?;
    let Unrolling { needed, mut backwards, .. } = unrolling;
    debug_assert!(
        needed.iter().zip(structure.initial()).all(|(needed, there)| needed <= there),
        "there is enough"
    );
    backwards.reverse();
    Some(backwards)
}

struct Unrolling<'a> {
    structure: &'a Structure,
    accelerations: &'a [Acceleration],
    /// By place: what there has to be before the firings so far.
    needed: Vec<u64>,
    /// The firings, the last one first.
    backwards: Vec<TransitionId>,
}

impl Unrolling<'_> {
    /// `depth` accelerations are repeated by others.
    fn put_before(&mut self, path: &[Step], depth: usize) -> Option<()> {
        if depth > MAX_NESTED {
            return None;
        }
        for step in path.iter().rev() {
            match *step {
                Step::Fire(transition) => self.fire(transition)?,
                Step::Accelerate(id) => {
                    let acceleration = &self.accelerations[id as usize];
                    for _ in 0..acceleration.repetitions(|place| self.needed[place.index()]) {
                        self.put_before(&acceleration.path, depth + 1)?;
                    }
                }
            }
        }
        Some(())
    }

    fn fire(&mut self, transition: TransitionId) -> Option<()> {
        for &(place, effect) in self.structure.effect(transition) {
            let needed = &mut self.needed[place.index()];
            *needed = u64::try_from((i128::from(*needed) - effect).max(0)).ok()?;
        }
        for place in self.structure.reset(transition) {
            self.needed[place.index()] = 0;
        }
        for (place, needs) in self.structure.needs(transition) {
            let needed = &mut self.needed[place.index()];
            *needed = (*needed).max(needs);
        }
        self.backwards.push(transition);
        (self.backwards.len() <= MAX_FIRINGS).then_some(())
    }
}
