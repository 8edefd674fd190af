//! Conversion of a path to a marking with ω into a run: the number of repetitions of each acceleration that yields
//! enough tokens.
//!
//! The conversion proceeds backwards from the required tokens. Before a firing, there must be the tokens that it needs
//! and those that it does not give. An acceleration is repeated until no more of the tokens that it raises are needed
//! than its path needs anyway. The required tokens thus never exceed the markings of the tree, and the initial marking
//! has enough.

use sanderling_model::Structure;
use sanderling_net::TransitionId;

use crate::acceleration::{Acceleration, Step};
use crate::construction::Construction;
use crate::tree::NodeId;

/// Maximum number of firings of a run.
const MAX_FIRINGS: usize = 1 << 20;

/// Maximum nesting depth of accelerations.
const MAX_NESTED: usize = 1000;

/// Returns the firings to a marking below that of a node with at least these tokens in each place, or `None` if there
/// are too many.
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
    /// By place: the tokens required before the firings so far.
    needed: Vec<u64>,
    /// The firings, starting with the last one.
    backwards: Vec<TransitionId>,
}

impl Unrolling<'_> {
    /// Prepends a path that is nested in `depth` accelerations.
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
