//! The path of a depth-first search: nodes, and their remaining successors.
//!
//! The successors of a node are those of its state, each combined with every location that the letter of the
//! state allows. If memory suffices, they are kept for all nodes on the path. Otherwise they are kept for
//! the last node only, and computed again when the search returns to a node. That happens once for each
//! visited node, so there are at most twice as many expansions.

use super::memory::Node;

/// A node on the path: 16 bytes at most.
#[derive(Debug, Clone, Copy)]
struct Frame<Id> {
    state: Id,
    location: u32,
    /// The number of followed successors.
    followed: u32,
}

/// The starts of the successors and the locations of a node.
type Starts = (usize, usize);

/// A path with the remaining successors.
#[derive(Debug)]
pub(super) struct Path<Id> {
    frames: Vec<Frame<Id>>,
    /// The successors of the states.
    successors: Vec<Id>,
    /// The locations that each of them is combined with.
    locations: Vec<u32>,
    /// The starts of each node, if all successors are kept.
    starts: Option<Vec<Starts>>,
}

impl<Id: Copy> Path<Id> {
    /// Creates an empty path. `keeps_all` says whether the successors of all nodes are kept.
    pub(super) fn new(keeps_all: bool) -> Self {
        let starts = keeps_all.then(Vec::new);
        Self { frames: Vec::new(), successors: Vec::new(), locations: Vec::new(), starts }
    }

    pub(super) fn len(&self) -> usize {
        self.frames.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    pub(super) fn node(&self, position: usize) -> Node<Id> {
        let Frame { state, location, .. } = self.frames[position];
        Node { state, location }
    }

    pub(super) fn last(&self) -> Option<Node<Id>> {
        self.frames.last().map(|&Frame { state, location, .. }| Node { state, location })
    }

    /// Returns the nodes from a position on.
    pub(super) fn nodes_from(&self, position: usize) -> impl Iterator<Item = Node<Id>> + '_ {
        (position..self.len()).map(|position| self.node(position))
    }

    /// Moves to a node, whose successors and locations must then be [appended](Self::end).
    pub(super) fn push(&mut self, Node { state, location }: Node<Id>) {
        self.frames.push(Frame { state, location, followed: 0 });
        match &mut self.starts {
            Some(starts) => starts.push((self.successors.len(), self.locations.len())),
            None => {
                self.successors.clear();
                self.locations.clear();
            }
        }
    }

    /// Returns the vectors to which the successors and the locations of the last node are appended.
    pub(super) fn end(&mut self) -> (&mut Vec<Id>, &mut Vec<u32>) {
        (&mut self.successors, &mut self.locations)
    }

    /// Returns the successors and locations of the last node.
    pub(super) fn last_appended(&mut self) -> (&mut [Id], &mut [u32]) {
        let (successors, locations) = self.last_starts();
        (&mut self.successors[successors..], &mut self.locations[locations..])
    }

    fn last_starts(&self) -> Starts {
        self.starts.as_ref().and_then(|starts| starts.last()).copied().unwrap_or((0, 0))
    }

    /// Returns the next successor of the last node, if there is one.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Node<Id>> {
        let (successors, locations) = self.last_starts();
        let frame = self.frames.last_mut()?;
        let (successors, locations) = (&self.successors[successors..], &self.locations[locations..]);
        let followed = frame.followed as usize;
        let &state = successors.get(followed.checked_div(locations.len())?)?;
        frame.followed += 1;
        Some(Node { state, location: locations[followed % locations.len()] })
    }

    /// Leaves the last node, and returns whether the successors of the one before have to be
    /// [appended](Self::end) again.
    pub(super) fn pop(&mut self) -> bool {
        self.frames.pop();
        match &mut self.starts {
            Some(starts) => {
                if let Some((successors, locations)) = starts.pop() {
                    self.successors.truncate(successors);
                    self.locations.truncate(locations);
                }
                false
            }
            None => {
                self.successors.clear();
                self.locations.clear();
                !self.frames.is_empty()
            }
        }
    }

    /// Returns the memory of the path, in bytes. It never decreases.
    pub(super) fn bytes(&self) -> usize {
        self.frames.capacity() * size_of::<Frame<Id>>()
            + self.successors.capacity() * size_of::<Id>()
            + self.locations.capacity() * size_of::<u32>()
            + self.starts.as_ref().map_or(0, |starts| starts.capacity() * size_of::<Starts>())
    }
}

/// The positions of the nodes on a path, which are the *cyan* ones.
///
/// This is a hash table of positions with linear probing. INVARIANT: nodes are pushed and popped as on the
/// path. When a node is removed, all later ones are gone, so its entry can simply be freed.
#[derive(Debug)]
pub(super) struct Cyan {
    /// Positions plus one, or 0 for a free entry. At most three in four are used.
    entries: Vec<u32>,
}

/// Number of entries of the smallest table.
const FEWEST_ENTRIES: usize = 16;

impl Cyan {
    pub(super) fn new() -> Self {
        Self { entries: vec![0; FEWEST_ENTRIES] }
    }

    /// Returns the position of a node on the path.
    #[inline]
    pub(super) fn position<Id: Copy + Eq + Into<u64>>(
        &self,
        path: &Path<Id>,
        node: Node<Id>,
    ) -> Option<usize> {
        let entry = self.entries[self.entry(path, node)];
        (entry as usize).checked_sub(1)
    }

    /// Adds the last node of the path.
    #[inline]
    pub(super) fn push<Id: Copy + Eq + Into<u64>>(&mut self, path: &Path<Id>) {
        let position = path.len() - 1;
        if path.len() * 4 > self.entries.len() * 3 {
            let entries = 2 * self.entries.len();
            self.entries.clear();
            self.entries.resize(entries, 0);
            (0..position).for_each(|position| self.put(path, position));
        }
        self.put(path, position);
    }

    /// Removes the last node, before it leaves the path.
    #[inline]
    pub(super) fn pop<Id: Copy + Eq + Into<u64>>(&mut self, path: &Path<Id>) {
        let Some(node) = path.last() else { return };
        let entry = self.entry(path, node);
        debug_assert_eq!(self.entries[entry] as usize, path.len(), "it came last");
        self.entries[entry] = 0;
    }

    fn put<Id: Copy + Eq + Into<u64>>(&mut self, path: &Path<Id>, position: usize) {
        let entry = self.entry(path, path.node(position));
        debug_assert_eq!(self.entries[entry], 0, "a node is on a path once");
        self.entries[entry] = position as u32 + 1;
    }

    /// Returns the entry of a node, or the free one for it.
    #[inline]
    fn entry<Id: Copy + Eq + Into<u64>>(&self, path: &Path<Id>, node: Node<Id>) -> usize {
        let mask = self.entries.len() - 1;
        let mut entry = (node.hash_with(0) >> 16) as usize & mask;
        while self.entries[entry] != 0 && path.node(self.entries[entry] as usize - 1) != node {
            entry = (entry + 1) & mask;
        }
        entry
    }

    /// Returns the memory of the table, in bytes. It never decreases.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<u32>()
    }
}

/// Maximum number of nodes of a path.
pub(super) const MAX_NODES: usize = u32::MAX as usize - 1;

#[cfg(test)]
mod tests {
    use super::*;

    fn node(number: u64) -> Node<u64> {
        Node { state: number * 7, location: (number % 3) as u32 }
    }

    #[test]
    fn nodes_are_found_where_they_are_on_the_path_and_nowhere_once_they_have_gone() {
        let (mut path, mut cyan, mut length) = (Path::new(true), Cyan::new(), 0);
        for step in 0..4000_u64 {
            // The path goes up and down, and grows.
            if step % 11 < 4 && length > 0 {
                cyan.pop(&path);
                path.pop();
                length -= 1;
            } else {
                path.push(node(length));
                cyan.push(&path);
                length += 1;
            }
            if step % 97 == 0 {
                let found = (0..length + 9).map(|number| cyan.position(&path, node(number)));
                let expected = (0..length + 9).map(|number| (number < length).then_some(number as usize));
                assert!(found.eq(expected), "step {step}");
            }
        }
        assert!(length > 1000);
    }

    #[test]
    fn each_successor_is_followed_with_each_location_whether_they_are_kept_or_not() {
        for keeps_all in [false, true] {
            let mut path = Path::new(keeps_all);
            let expand = |(successors, locations): (&mut Vec<u64>, &mut Vec<u32>)| {
                successors.extend([10, 20, 30]);
                locations.extend([0, 1]);
            };
            path.push(node(0));
            expand(path.end());
            let mut followed = Vec::new();
            while let Some(next) = path.next() {
                followed.push((next.state, next.location));
                path.push(next);
                assert_eq!(path.next(), None);
                if path.pop() {
                    assert!(!keeps_all);
                    expand(path.end());
                }
            }
            assert_eq!(followed, [(10, 0), (10, 1), (20, 0), (20, 1), (30, 0), (30, 1)]);
            assert!(!path.pop() && path.is_empty());
        }
    }
}
