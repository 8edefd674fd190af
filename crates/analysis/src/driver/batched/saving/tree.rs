//! Of a tree store there are two logs: the keys of the states in the order of their discovery, and the values of the nodes in theirs. Both are only
//! added to as long as the tree is the same one.

use sanderling_checkpoint::Problem;
use sanderling_store::{Key, StateId, TreeStore};
use sanderling_system::{Adaptive, Extremes};

use super::super::met::Met;
use super::super::tree::TreeLevels;
use super::{Log, Resumable, entries, words};
use crate::checkpoint::Resumed;
use crate::checkpoint::content::Standing;
use crate::driver::search::Search;
use crate::limits::StopReason;
use crate::store::TreeStates;

/// The logs.
const KEYS: &str = "keys";
const NODES: &str = "nodes";

const BYTES_OF_VALUE: usize = size_of::<u64>();

/// How much is logged, and of which tree.
#[derive(Default)]
pub(in crate::driver::batched) struct LoggedTree {
    tree: u64,
    keys: usize,
    /// By node.
    values: Vec<usize>,
}

impl<S: Extremes + Adaptive + Send> Resumable<S> for TreeLevels {
    type Logged = LoggedTree;

    fn unlogged(search: &Search<'_, S, TreeStates>, logged: &LoggedTree) -> usize {
        let (states, tree) = (&search.store, search.store.tree());
        let is_same = logged.tree == tree.number();
        let before = if is_same { logged.keys + logged.values.iter().sum::<usize>() } else { 0 };
        (states.len() + tree.nodes() - before) * BYTES_OF_VALUE
    }

    fn log(
        search: &mut Search<'_, S, TreeStates>,
        logged: &mut LoggedTree,
        mut log: Log<'_>,
    ) -> Result<(), StopReason> {
        let tree = search.store.tree();
        if logged.tree != tree.number() {
            log.renew();
            *logged = LoggedTree { tree: tree.number(), keys: 0, values: vec![0; tree.tables()] };
        }
        for (node, logged) in logged.values.iter_mut().enumerate() {
            let values = (*logged, tree.values(node));
            *logged = log.entries((NODES, node as u32), values, BYTES_OF_VALUE, |numbers, block| {
                block.extend(numbers.flat_map(|number| tree.value(node, number).to_le_bytes()));
                Ok(())
            })?;
        }
        let (states, mut keys) = (&mut search.store, Vec::new());
        let all = (logged.keys, states.len());
        logged.keys = log.entries((KEYS, 0), all, BYTES_OF_VALUE, |numbers, block| {
            states.read(numbers, &mut keys)?;
            block.extend(keys.iter().flat_map(|key| key.to_le_bytes()));
            Ok(())
        })?;
        Ok(())
    }

    fn standing(&self, search: &Search<'_, S, TreeStates>) -> Standing {
        let tree = search.store.tree();
        let (next_look, learned_at) = search.store.looks();
        let (met, looked_at) = self.met.saved();
        Standing::Tree {
            left_bits: tree.left_bits().to_vec(),
            widths: tree.widths(),
            next_look,
            learned_at,
            starts: self.starts.clone(),
            next: self.next,
            end: self.end,
            met: met.to_vec(),
            looked_at,
        }
    }

    fn restore(
        search: &mut Search<'_, S, TreeStates>,
        resumed: &Resumed,
    ) -> Result<(Self, LoggedTree), Problem> {
        let standing = resumed.content.standing.clone();
        let Standing::Tree { left_bits, widths, next_look, learned_at, starts, next, end, met, looked_at } =
            standing
        else {
            return Err(resumed.contradiction("it is of another store"));
        };
        let tree = TreeStore::of_shape(search.system.words(), left_bits, widths);
        let mut tree = tree.ok_or_else(|| resumed.contradiction("there is no such tree"))?;
        let mut blocks = resumed.blocks(NODES)?;
        while let Some(block) = blocks.next_block()? {
            let wrong = || resumed.contradiction("its nodes are not those of its tree");
            let (node, _, bytes) = entries(block, BYTES_OF_VALUE).ok_or_else(wrong)?;
            if !words(bytes).all(|value| tree.restore_value(node, value)) {
                return Err(wrong());
            }
        }
        let number = tree.number();
        let values = (0..tree.tables()).map(|node| tree.values(node)).collect();
        let mut states =
            TreeStates::of(tree, search.system.words(), &search.options.disk, (next_look, learned_at));
        let mut blocks = resumed.blocks(KEYS)?;
        while let Some(block) = blocks.next_block()? {
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
        let put_back = states.put_back();
        let is_whole = put_back.is_ok()
            && states.tree().len() == states.len()
            && states.len() as u64 == resumed.content.search.states;
        let are_levels = starts.first() == Some(&0)
            && starts.is_sorted()
            && next <= end
            && end <= states.len()
            && met.iter().all(|&(_, number)| number < states.len());
        if !is_whole || !are_levels {
            return Err(resumed.contradiction("its states are not as many as it says"));
        }
        let keys = states.len();
        (search.store, search.root) = (states, StateId::new(0, 0));
        let levels = Self::at(starts, (next, end), Met::of(met, looked_at));
        Ok((levels, LoggedTree { tree: number, keys, values }))
    }
}
