//! Logs of a tree store. One contains the keys of the states in the order of discovery, and the other the
//! values of the nodes in order. Both only grow while the tree stays the same.

use sanderling_checkpoint::{Blocks, Problem};
use sanderling_store::{Key, TreeStore};

use super::Resumed;
use super::log::{Log, entries, words};
use crate::limits::StopReason;
use crate::store::{Disk, TreeStates};

/// Names of the logs.
const KEYS: &str = "keys";
const NODES: &str = "nodes";

const BYTES_OF_VALUE: usize = size_of::<u64>();

/// The logged amounts, and the tree they belong to.
#[derive(Default)]
pub(crate) struct LoggedTree {
    tree: u64,
    keys: usize,
    /// The number of logged values, by node.
    values: Vec<usize>,
}

/// The shape of an empty tree: the bits of its left half, and the number of bits of each half; the number of
/// states at the next check, and when it was learned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) left_bits: Vec<u64>,
    pub(crate) widths: (u32, u32),
    pub(crate) looks: (usize, usize),
}

impl Shape {
    pub(crate) fn of(states: &TreeStates) -> Self {
        let tree = states.tree();
        Self { left_bits: tree.left_bits().to_vec(), widths: tree.widths(), looks: states.looks() }
    }
}

impl LoggedTree {
    /// Whether the log belongs to the tree of these states.
    pub(crate) fn is_of(&self, states: &TreeStates) -> bool {
        self.tree == states.tree().number()
    }

    /// Returns the number of bytes that are not logged.
    pub(crate) fn unlogged(&self, states: &TreeStates) -> usize {
        let before = if self.is_of(states) { self.keys + self.values.iter().sum::<usize>() } else { 0 };
        (states.len() + states.tree().nodes() - before) * BYTES_OF_VALUE
    }

    /// Writes the new parts, up to the number of bytes that the log accepts. The logs have been renewed if
    /// the tree is another one.
    pub(crate) fn log(&mut self, states: &mut TreeStates, log: &mut Log<'_>) -> Result<(), StopReason> {
        let tree = states.tree();
        if !self.is_of(states) {
            *self = Self { tree: tree.number(), keys: 0, values: vec![0; tree.tables()] };
        }
        for (node, logged) in self.values.iter_mut().enumerate() {
            let values = (*logged, tree.values(node));
            *logged = log.entries((NODES, node as u32), values, BYTES_OF_VALUE, |numbers, block| {
                block.extend(numbers.flat_map(|number| tree.value(node, number).to_le_bytes()));
                Ok(())
            })?;
        }
        let (all, mut keys) = ((self.keys, states.len()), Vec::new());
        self.keys = log.entries((KEYS, 0), all, BYTES_OF_VALUE, |numbers, block| {
            states.read(numbers, &mut keys)?;
            block.extend(keys.iter().flat_map(|key| key.to_le_bytes()));
            Ok(())
        })?;
        Ok(())
    }

    /// Restores the states in the logs, with this number of words, in a tree of this shape.
    pub(crate) fn restore(
        resumed: &Resumed,
        Shape { left_bits, widths, looks }: Shape,
        (states_words, disk): (usize, &Disk),
    ) -> Result<(TreeStates, Self), Problem> {
        let tree = TreeStore::of_shape(states_words, left_bits, widths);
        let mut tree = tree.ok_or_else(|| resumed.contradiction("there is no such tree"))?;
        // The share of a process without states has no logs.
        let has_states = resumed.content.search.states > 0;
        let mut blocks = has_states.then(|| resumed.blocks(NODES)).transpose()?;
        while let Some(block) = next_block(&mut blocks)? {
            let wrong = || resumed.contradiction("its nodes are not those of its tree");
            let (node, _, bytes) = entries(block, BYTES_OF_VALUE).ok_or_else(wrong)?;
            if !words(bytes).all(|value| tree.restore_value(node, value)) {
                return Err(wrong());
            }
        }
        let number = tree.number();
        let values = (0..tree.tables()).map(|node| tree.values(node)).collect();
        let mut states = TreeStates::of(tree, states_words, disk, looks);
        let mut blocks = has_states.then(|| resumed.blocks(KEYS)).transpose()?;
        while let Some(block) = next_block(&mut blocks)? {
            let wrong = || resumed.contradiction("its states are not those of its tree");
            let (_, _, bytes) = entries(block, BYTES_OF_VALUE).ok_or_else(wrong)?;
            for key in words(bytes) {
                let key: Key = key;
                if !states.tree().has(key) {
                    return Err(wrong());
                }
                states.note(key);
            }
        }
        let is_whole = states.put_back().is_ok() && states.tree().len() == states.len();
        if !is_whole {
            return Err(resumed.contradiction("its states are not as many as it says"));
        }
        let keys = states.len();
        Ok((states, Self { tree: number, keys, values }))
    }
}

/// Returns the next block of a log, if there is one.
fn next_block(blocks: &mut Option<Blocks>) -> Result<Option<&[u8]>, Problem> {
    blocks.as_mut().map_or(Ok(None), Blocks::next_block)
}
