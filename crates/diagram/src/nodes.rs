//! The nodes of all diagrams, each stored once.
//!
//! A node is a header word and some words of payload in one growing array, and its [`Id`] is the position of the
//! header. The header holds the encoding and the length of the payload. Of three encodings, the shortest is used:
//!
//! ```text
//! Dense   child of 0, child of 1, …                    trailing empty children are omitted
//! Offset  first value, its child, next child, …        leading empty children are omitted, too
//! Runs    (end value, child), (end value, child), …    equal neighbours are stored once
//! ```
//!
//! A binary variable therefore takes 12 bytes. The level of a node is not stored: all paths of a diagram visit all
//! levels, so it follows from the children. The table of nodes stores ids only and compares the words themselves.
//!
//! INVARIANT: a child's id is less than its parent's, and no two nodes have equal words. So equal sets have equal ids.

use crate::Stop;

/// The position of a node's header, or [`EMPTY`] or [`UNIT`].
pub(crate) type Id = u32;

/// The empty set, at every level.
pub(crate) const EMPTY: Id = 0;

/// The set whose only member is the state without variables.
pub(crate) const UNIT: Id = 1;

/// Number of bits of a header for the length.
const LENGTH_BITS: u32 = 30;
const LENGTH: u32 = (1 << LENGTH_BITS) - 1;

const DENSE: u32 = 0;
const OFFSET: u32 = 1;
const RUNS: u32 = 2;

/// The table has at least this many entries for each three nodes.
const ENTRIES_PER_THREE_NODES: usize = 4;

pub(crate) struct Nodes {
    words: Vec<u32>,
    /// A hash table with open addressing; its length is a power of two. An entry is the low half of the hash, and the id.
    /// [`EMPTY`] marks free entries.
    table: Vec<(u32, Id)>,
    /// The number of nodes.
    count: usize,
    /// The number of nodes that were ever stored.
    created: u64,
    /// Maximum number of bytes for the nodes and the table.
    bytes: usize,
}

/// Some words of the array, a bit for each: those of the nodes to keep, or the headers of numbered nodes.
pub(crate) struct Kept {
    bits: Vec<u64>,
    /// For each word of `bits`, the number of bits before it.
    before: Vec<u32>,
}

impl Nodes {
    pub(crate) fn new(bytes: usize) -> Self {
        Self { words: vec![0, 0], table: vec![(0, EMPTY); 1 << 8], count: 0, created: 0, bytes }
    }

    /// Returns the number of nodes that were ever stored.
    pub(crate) fn created(&self) -> u64 {
        self.created
    }

    /// Returns the number of nodes.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns the memory in use, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        4 * self.words.capacity() + 8 * self.table.capacity()
    }

    /// Changes the maximum number of bytes.
    pub(crate) fn set_limit(&mut self, bytes: usize) {
        self.bytes = bytes;
    }

    /// Returns the number of words that the nodes occupy.
    pub(crate) fn words(&self) -> usize {
        self.words.len()
    }

    /// Whether unused nodes should be removed, since the memory is nearly used up.
    pub(crate) fn is_nearly_full(&self) -> bool {
        // A node takes at most 22 bytes of the table, and the array has at most a quarter more words than needed.
        4 * self.words.len() + 22 * self.count > self.bytes / 10 * 7
    }

    fn payload(&self, id: Id) -> (u32, &[u32]) {
        let header = self.words[id as usize];
        let start = id as usize + 1;
        (header >> LENGTH_BITS, &self.words[start..start + (header & LENGTH) as usize])
    }

    /// Returns the child of a value.
    #[inline]
    pub(crate) fn child(&self, id: Id, value: u32) -> Id {
        let (encoding, payload) = self.payload(id);
        match encoding {
            DENSE => payload.get(value as usize).copied().unwrap_or(EMPTY),
            OFFSET => match value.checked_sub(payload[0]) {
                Some(from_first) => payload.get(1 + from_first as usize).copied().unwrap_or(EMPTY),
                None => EMPTY,
            },
            _ => {
                let ends = payload.as_chunks::<2>().0;
                let run = ends.partition_point(|&[end, _]| end <= value);
                ends.get(run).map_or(EMPTY, |&[_, child]| child)
            }
        }
    }

    /// Appends the children of all values to `children`, up to the last that is not empty.
    #[inline]
    pub(crate) fn append_children(&self, id: Id, children: &mut Vec<Id>) {
        let (encoding, payload) = self.payload(id);
        match encoding {
            DENSE => children.extend_from_slice(payload),
            OFFSET => {
                children.resize(children.len() + payload[0] as usize, EMPTY);
                children.extend_from_slice(&payload[1..]);
            }
            _ => {
                let start = children.len();
                for &[end, child] in payload.as_chunks::<2>().0 {
                    children.resize(start + end as usize, child);
                }
            }
        }
    }

    /// Calls `visit` for each value with a child that is not empty, in ascending order.
    pub(crate) fn for_each_child(&self, id: Id, mut visit: impl FnMut(u32, Id)) {
        let (encoding, payload) = self.payload(id);
        let mut visit = |value: usize, child: Id| {
            if child != EMPTY {
                visit(value as u32, child);
            }
        };
        match encoding {
            DENSE => payload.iter().enumerate().for_each(|(value, &child)| visit(value, child)),
            OFFSET => {
                let first = payload[0] as usize;
                payload[1..].iter().enumerate().for_each(|(value, &child)| visit(first + value, child));
            }
            _ => {
                let mut first = 0;
                for &[end, child] in payload.as_chunks::<2>().0 {
                    (first..end as usize).for_each(|value| visit(value, child));
                    first = end as usize;
                }
            }
        }
    }

    /// Returns the greatest value with a child.
    pub(crate) fn most(&self, id: Id) -> u32 {
        let (encoding, payload) = self.payload(id);
        match encoding {
            DENSE => payload.len() as u32 - 1,
            OFFSET => payload[0] + payload.len() as u32 - 2,
            _ => payload[payload.len() - 2] - 1,
        }
    }

    /// Returns the node with these children, which is stored unless it exists.
    ///
    /// # Errors
    /// There is no memory for it.
    pub(crate) fn make(&mut self, children: &[Id]) -> Result<Id, Stop> {
        let Some(last) = children.iter().rposition(|&child| child != EMPTY) else { return Ok(EMPTY) };
        let children = &children[..=last];
        self.grow(children.len() + 2)?;
        let id = self.words.len();
        self.encode(children);
        let hash = hash(&self.words[id..]) as u32;
        let mut entry = hash as usize & (self.table.len() - 1);
        loop {
            let (tag, found) = self.table[entry];
            if found == EMPTY {
                break;
            }
            if tag == hash && self.is_same(found as usize, id) {
                self.words.truncate(id);
                return Ok(found);
            }
            entry = (entry + 1) & (self.table.len() - 1);
        }
        self.table[entry] = (hash, id as Id);
        self.count += 1;
        self.created += 1;
        Ok(id as Id)
    }

    /// Appends the shortest encoding of a node.
    fn encode(&mut self, children: &[Id]) {
        let length = children.len();
        let header = self.words.len();
        self.words.push(0);
        let first =
            if length > 2 { children.iter().position(|&child| child != EMPTY).unwrap_or(0) } else { 0 };
        let runs = if length > 2 {
            1 + children.windows(2).filter(|pair| pair[0] != pair[1]).count()
        } else {
            length
        };
        let encoding = if 2 * runs < length.min(length - first + 1) {
            for (value, pair) in children.windows(2).enumerate() {
                if pair[0] != pair[1] {
                    self.words.extend([value as u32 + 1, pair[0]]);
                }
            }
            self.words.extend([length as u32, children[length - 1]]);
            RUNS
        } else if first > 1 {
            self.words.push(first as u32);
            self.words.extend_from_slice(&children[first..]);
            OFFSET
        } else {
            self.words.extend_from_slice(children);
            DENSE
        };
        self.words[header] = encoding << LENGTH_BITS | (self.words.len() - header - 1) as u32;
    }

    /// Whether the words of two nodes are equal.
    #[inline]
    fn is_same(&self, one: usize, other: usize) -> bool {
        let length = (self.words[other] & LENGTH) as usize;
        self.words[one] == self.words[other]
            && self.words[one + 1..=one + length] == self.words[other + 1..=other + length]
    }

    /// Makes room for a node with a payload of `words` words.
    fn grow(&mut self, words: usize) -> Result<(), Stop> {
        let needed = self.words.len() + words + 1;
        if needed > self.words.capacity() {
            let wanted = (self.words.capacity() / 4 * 5).max(needed).max(1 << 10);
            let allowed = (self.bytes / 4).saturating_sub(2 * self.table.len()).min(u32::MAX as usize);
            if needed > allowed {
                return Err(Stop::Memory);
            }
            self.words.reserve_exact(wanted.min(allowed) - self.words.len());
        }
        if (self.count + 1) * ENTRIES_PER_THREE_NODES > self.table.len() * 3 {
            let length = self.table.len() * 2;
            if 8 * length + 4 * self.words.capacity() > self.bytes {
                return Err(Stop::Memory);
            }
            self.grow_table(length);
        }
        Ok(())
    }

    /// Replaces the table by one of this length.
    fn grow_table(&mut self, length: usize) {
        let old = std::mem::replace(&mut self.table, vec![(0, EMPTY); length]);
        old.into_iter().filter(|&(_, id)| id != EMPTY).for_each(|entry| self.insert(entry));
    }

    /// Puts an entry into the table, in which it is missing.
    fn insert(&mut self, (hash, id): (u32, Id)) {
        let mut entry = hash as usize & (self.table.len() - 1);
        while self.table[entry].1 != EMPTY {
            entry = (entry + 1) & (self.table.len() - 1);
        }
        self.table[entry] = (hash, id);
    }

    /// Numbers some nodes from 2, in the order of their ids.
    pub(crate) fn numbered(&self, nodes: impl Iterator<Item = Id>) -> Kept {
        let mut bits = vec![0u64; self.words.len().div_ceil(64)];
        for node in nodes {
            bits[node as usize / 64] |= 1 << (node % 64);
        }
        Kept::new(bits)
    }

    /// Finds all nodes that are reachable from the roots.
    pub(crate) fn reachable(&self, roots: impl Iterator<Item = Id>) -> Kept {
        let mut bits = vec![0u64; self.words.len().div_ceil(64)];
        let mut open = Vec::new();
        for root in roots {
            open.push(root);
            while let Some(id) = open.pop() {
                if id <= UNIT || bits[id as usize / 64] & 1 << (id % 64) != 0 {
                    continue;
                }
                let (encoding, payload) = self.payload(id);
                for word in id..=id + payload.len() as u32 {
                    bits[word as usize / 64] |= 1 << (word % 64);
                }
                match encoding {
                    DENSE => open.extend_from_slice(payload),
                    OFFSET => open.extend_from_slice(&payload[1..]),
                    _ => open.extend(payload.as_chunks::<2>().0.iter().map(|&[_, child]| child)),
                }
            }
        }
        Kept::new(bits)
    }

    /// Removes all other nodes. The ids of the kept ones change as [`Kept::moved`] says.
    pub(crate) fn keep(&mut self, kept: &Kept) {
        let (mut from, mut to) = (2, 2);
        self.count = 0;
        while from < self.words.len() {
            let header = self.words[from];
            let length = (header & LENGTH) as usize;
            if kept.contains(from as Id) {
                self.words.copy_within(from..=from + length, to);
                let payload = &mut self.words[to + 1..=to + length];
                let moves = |child: &mut Id| *child = kept.moved(*child).unwrap_or(EMPTY);
                match header >> LENGTH_BITS {
                    DENSE => payload.iter_mut().for_each(moves),
                    OFFSET => payload[1..].iter_mut().for_each(moves),
                    _ => payload.iter_mut().skip(1).step_by(2).for_each(moves),
                }
                self.count += 1;
                to += length + 1;
            }
            from += length + 1;
        }
        self.words.truncate(to);
        self.table.fill((0, EMPTY));
        let mut id = 2;
        while id < to {
            let end = id + 1 + (self.words[id] & LENGTH) as usize;
            self.insert((hash(&self.words[id..end]) as u32, id as Id));
            id = end;
        }
    }
}

impl Kept {
    fn new(bits: Vec<u64>) -> Self {
        let mut sum = 2;
        let before = bits.iter().map(|word| {
            let before = sum;
            sum += word.count_ones();
            before
        });
        let before = before.collect();
        Self { bits, before }
    }

    fn contains(&self, id: Id) -> bool {
        self.bits[id as usize / 64] & 1 << (id % 64) != 0
    }

    /// Returns the new id of a node, if it is kept.
    pub(crate) fn moved(&self, id: Id) -> Option<Id> {
        if id <= UNIT || id == Id::MAX {
            return Some(id);
        }
        let word = id as usize / 64;
        let lower = self.bits[word] & ((1 << (id % 64)) - 1);
        self.contains(id).then(|| self.before[word] + lower.count_ones())
    }
}

/// Returns a hash of some words.
#[inline]
pub(crate) fn hash(words: &[u32]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word) * u128::from(FACTOR);
        product as u64 ^ (product >> 64) as u64
    };
    let (pairs, rest) = words.as_chunks::<2>();
    let hash = pairs.iter().fold(words.len() as u64 ^ FACTOR, |hash, &[low, high]| {
        mix(hash, u64::from(low) | u64::from(high) << 32)
    });
    let hash = rest.iter().fold(hash, |hash, &word| mix(hash, u64::from(word)));
    mix(hash, FACTOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn children(nodes: &Nodes, id: Id) -> Vec<Id> {
        let mut children = Vec::new();
        nodes.append_children(id, &mut children);
        children
    }

    #[test]
    fn every_encoding_keeps_the_children() {
        let mut nodes = Nodes::new(1 << 20);
        let other = nodes.make(&[0, 1]).unwrap();
        let lists: [&[Id]; 7] = [
            &[1],
            &[0, 1],
            &[0, 0, 0, other, 1],
            &[1, 1, 1, 1, 1, 1, 1],
            &[0, 0, 0, 0, 0, 1, 1, 1, 1, other, other, other],
            &[other, 0, 1, 0, other],
            &[0, 0, 0, 0, 0, 0, 0, 0, 1],
        ];
        for list in lists {
            let id = nodes.make(list).unwrap();
            assert_eq!(children(&nodes, id), list);
            let mut visited = vec![EMPTY; list.len()];
            nodes.for_each_child(id, |value, child| visited[value as usize] = child);
            assert_eq!(visited, list);
            for value in 0..20 {
                let expected = list.get(value as usize).copied().unwrap_or(EMPTY);
                assert_eq!(nodes.child(id, value), expected, "{list:?} {value}");
            }
            let with_zeros = [list, &[0, 0]].concat();
            assert_eq!(nodes.make(&with_zeros).unwrap(), id);
        }
        assert_eq!(nodes.make(&[0, 0]).unwrap(), EMPTY);
    }

    #[test]
    fn collection_keeps_what_the_roots_reach() {
        let mut nodes = Nodes::new(1 << 20);
        let mut ids = vec![nodes.make(&[1]).unwrap()];
        for number in 1..500u32 {
            let below = ids[number as usize / 2];
            ids.push(nodes.make(&vec![below; number as usize % 7 + 1]).unwrap());
        }
        let root = ids[499];
        let before = children(&nodes, root);
        let kept = nodes.reachable([root].into_iter());
        nodes.keep(&kept);
        let moved = kept.moved(root).unwrap();
        let after: Vec<_> = before.iter().map(|&child| kept.moved(child).unwrap()).collect();
        assert_eq!(children(&nodes, moved), after);
        assert_eq!(nodes.make(&after).unwrap(), moved, "the table finds the node");
        assert!(nodes.words() < 100);
        assert_eq!(kept.moved(ids[498]), None);
    }

    #[test]
    fn too_little_memory_is_an_error() {
        let mut nodes = Nodes::new(1 << 13);
        let mut below = UNIT;
        let stop = (0..10_000u32).find_map(|_| match nodes.make(&[below, below]) {
            Ok(id) => {
                below = id;
                None
            }
            Err(stop) => Some(stop),
        });
        assert_eq!(stop, Some(Stop::Memory));
        assert!(nodes.bytes() <= 1 << 13);
    }
}
