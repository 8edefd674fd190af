//! Groups of the nodes of a tree whose markings agree on the exact places, found by hashing.
//!
//! This is a hash table with open addressing over group numbers; the contents of the groups are stored consecutively.
//! INVARIANT: at least half of the slots are free.

use sanderling_store::hash::hash;

use crate::tree::{NONE, NodeId};

pub(crate) type GroupId = u32;

/// A group, and a part of the hash of its contents, which are compared only if that part agrees.
#[derive(Debug, Clone, Copy)]
struct Slot {
    tag: u32,
    group: GroupId,
}

const FREE: Slot = Slot { tag: 0, group: GroupId::MAX };

const FIRST_SLOTS: usize = 64;

#[derive(Debug)]
pub(crate) struct Groups {
    /// The number of words of the exact places.
    words: usize,
    contents: Vec<u64>,
    /// By group: its newest existing node.
    newest: Vec<NodeId>,
    slots: Vec<Slot>,
}

impl Groups {
    /// Creates an empty table for contents of `words` words.
    pub(crate) fn new(words: usize) -> Self {
        Self { words, contents: Vec::new(), newest: Vec::new(), slots: vec![FREE; FIRST_SLOTS] }
    }

    /// Returns the group with these contents of the exact places, or adds it.
    pub(crate) fn find_or_add(&mut self, exact: &[u64]) -> GroupId {
        let hash = hash(exact);
        let slot = self.slot(hash, |group| self.contents(group) == exact);
        if self.slots[slot].group != FREE.group {
            return self.slots[slot].group;
        }
        let group = GroupId::try_from(self.newest.len()).expect("fewer groups than nodes");
        self.slots[slot] = Slot { tag: tag(hash), group };
        self.contents.extend_from_slice(exact);
        self.newest.push(NONE);
        if self.newest.len() * 2 > self.slots.len() {
            self.grow();
        }
        group
    }

    /// Returns the slot of the group with this hash for which `is_same` holds, or the free slot for it.
    #[inline]
    fn slot(&self, hash: u64, is_same: impl Fn(GroupId) -> bool) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = hash as usize & last;
        loop {
            let Slot { tag: other, group } = self.slots[slot];
            if group == FREE.group || (other == tag(hash) && is_same(group)) {
                return slot;
            }
            slot = (slot + 1) & last;
        }
    }

    fn grow(&mut self) {
        self.slots = vec![FREE; self.slots.len() * 2];
        for group in 0..self.newest.len() as GroupId {
            let hash = hash(self.contents(group));
            let slot = self.slot(hash, |_| false);
            self.slots[slot] = Slot { tag: tag(hash), group };
        }
    }

    fn contents(&self, group: GroupId) -> &[u64] {
        &self.contents[group as usize * self.words..][..self.words]
    }

    /// Returns the newest node of a group, or [`NONE`].
    pub(crate) fn newest(&self, group: GroupId) -> NodeId {
        self.newest[group as usize]
    }

    pub(crate) fn newest_mut(&mut self, group: GroupId) -> &mut NodeId {
        &mut self.newest[group as usize]
    }

    /// Returns the memory of the table, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        8 * self.contents.capacity() + 4 * self.newest.capacity() + 8 * self.slots.len()
    }
}

/// Returns the part of a hash that does not choose the slot.
fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_contents_has_a_group_of_its_own() {
        let mut groups = Groups::new(2);
        let contents = |number: u64| [number / 7, number % 7];
        for number in 0..500 {
            assert_eq!(u64::from(groups.find_or_add(&contents(number))), number);
        }
        assert!((0..500).all(|number| u64::from(groups.find_or_add(&contents(number))) == number));
    }

    #[test]
    fn without_exact_places_there_is_one_group() {
        let mut groups = Groups::new(0);
        assert_eq!([groups.find_or_add(&[]), groups.find_or_add(&[])], [0, 0]);
    }
}
