//! Of a tree store there are two logs: the keys of the states in the order of their discovery, and the values of the nodes in theirs. Both are only
//! added to as long as the tree is the same one.

use sanderling_checkpoint::{Blocks, Problem};
use sanderling_store::{Key, TreeStore};

use super::Resumed;
use super::log::{Log, entries, words};
use crate::limits::StopReason;
use crate::store::{Disk, TreeStates};

/// The logs.
const KEYS: &str = "keys";
const NODES: &str = "nodes";

const BYTES_OF_VALUE: usize = size_of::<u64>();

/// How much is logged, and of which tree.
#[derive(Default)]
pub(crate) struct LoggedTree {
    tree: u64,
    keys: usize,
    /// By node.
    values: Vec<usize>,
}

/// A tree with nothing in it: the bits of its left half, and those of the numbers of each half; when it is looked at next, and when it was learned.
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
    /// Whether it is the tree of these states of which something is logged.
    pub(crate) fn is_of(&self, states: &TreeStates) -> bool {
        self.tree == states.tree().number()
    }

    /// How many bytes are not logged.
    pub(crate) fn unlogged(&self, states: &TreeStates) -> usize {
        let before = if self.is_of(states) { self.keys + self.values.iter().sum::<usize>() } else { 0 };
        (states.len() + states.tree().nodes() - before) * BYTES_OF_VALUE
    }

    /// Hands over what is new, as many bytes as may be, to logs that have begun anew where the tree is another one.
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

    /// The states in the logs, of so many words, in a tree of this shape.
    pub(crate) fn restore(
        resumed: &Resumed,
        Shape { left_bits, widths, looks }: Shape,
        (states_words, disk): (usize, &Disk),
    ) -> Result<(TreeStates, Self), Problem> {
        let tree = TreeStore::of_shape(states_words, left_bits, widths);
        let mut tree = tree.ok_or_else(|| resumed.contradiction("there is no such tree"))?;
        // The share of a process to which no state belongs has no logs.
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

/// The next block of a log, if there is one.
fn next_block(blocks: &mut Option<Blocks>) -> Result<Option<&[u8]>, Problem> {
    blocks.as_mut().map_or(Ok(None), Blocks::next_block)
}
