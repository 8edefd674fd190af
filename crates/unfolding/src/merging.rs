//! Bindings of a transition that do the same, made one transition.
//!
//! Two bindings with the same arcs are enabled together and lead to the same marking. Where it does not matter
//! how many firings there are, one of them is enough: a transition that takes four different tokens out of
//! one place has 24 bindings for each choice of them.

use crate::emit::WeightedArc;
use crate::live::{Mixer, NumberMap};
use std::hash::{Hash, Hasher};

/// What has become of the bindings of one transition.
#[derive(Debug, Clone, Default)]
pub(crate) struct Merged {
    /// By binding: its transition, counted from the first one of the coloured transition.
    pub(crate) transitions: Vec<u32>,
    /// By transition: the first binding that it stands for.
    pub(crate) firsts: Vec<u32>,
    /// By transition: how many bindings it stands for.
    pub(crate) copies: Vec<u64>,
}

/// Finds out which bindings are new, one after the other.
#[derive(Default)]
pub(crate) struct Merging {
    merged: Merged,
    /// By the arcs' hash: transitions.
    by_hash: NumberMap<u64, Vec<u32>>,
    /// By transition.
    arcs: Vec<Box<[WeightedArc]>>,
}

impl Merging {
    /// Takes in the arcs of the next binding, and says whether none before it had the same.
    pub(crate) fn is_new(&mut self, binding: usize, arcs: &[WeightedArc]) -> bool {
        let same_hash = self.by_hash.entry(hash(arcs)).or_default();
        let same = same_hash.iter().copied().find(|&earlier| *self.arcs[earlier as usize] == *arcs);
        let transition = same.unwrap_or(self.arcs.len() as u32);
        self.merged.transitions.push(transition);
        if same.is_some() {
            self.merged.copies[transition as usize] += 1;
            return false;
        }
        same_hash.push(transition);
        self.arcs.push(arcs.into());
        self.merged.firsts.push(binding as u32);
        self.merged.copies.push(1);
        true
    }

    pub(crate) fn finish(self) -> Merged {
        self.merged
    }
}

fn hash(arcs: &[WeightedArc]) -> u64 {
    let mut hasher = Mixer::default();
    for (kind, place, weight) in arcs {
        hasher.write_u64(*kind as u64);
        place.hash(&mut hasher);
        hasher.write_u64(*weight);
    }
    hasher.finish()
}
