//! Checkpoints of a search over a tree. The [logs of the tree](LoggedTree) hold the states in the order in
//! which they are expanded.

use sanderling_checkpoint::Problem;
use sanderling_store::StateId;
use sanderling_system::{Adaptive, Extremes};

use super::super::met::Met;
use super::super::tree::TreeLevels;
use super::{Log, Resumable};
use crate::checkpoint::Resumed;
use crate::checkpoint::content::Standing;
use crate::checkpoint::tree::{LoggedTree, Shape};
use crate::driver::search::Search;
use crate::limits::StopReason;
use crate::store::TreeStates;

impl<S: Extremes + Adaptive + Send> Resumable<S> for TreeLevels {
    type Logged = LoggedTree;

    fn unlogged(search: &Search<'_, S, TreeStates>, logged: &LoggedTree) -> usize {
        logged.unlogged(&search.store)
    }

    fn log(
        search: &mut Search<'_, S, TreeStates>,
        logged: &mut LoggedTree,
        mut log: Log<'_>,
    ) -> Result<(), StopReason> {
        if !logged.is_of(&search.store) {
            log.renew();
        }
        logged.log(&mut search.store, &mut log)
    }

    fn standing(&self, search: &Search<'_, S, TreeStates>) -> Standing {
        let Shape { left_bits, widths, looks: (next_look, learned_at) } = Shape::of(&search.store);
        let (met, looked_at) = self.met.saved();
        Standing::Tree {
            left_bits,
            widths,
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
        let shape = Shape { left_bits, widths, looks: (next_look, learned_at) };
        let of_states = (search.system.words(), &search.options.disk);
        let (states, logged) = LoggedTree::restore(resumed, shape, of_states)?;
        let is_whole = states.len() as u64 == resumed.content.search.states;
        let are_levels = starts.first() == Some(&0)
            && starts.is_sorted()
            && next <= end
            && end <= states.len()
            && met.iter().all(|&(_, number)| number < states.len());
        if !is_whole || !are_levels {
            return Err(resumed.contradiction("its states are not as many as it says"));
        }
        (search.store, search.root) = (states, StateId::new(0, 0));
        let levels = Self::at(starts, (next, end), Met::of(met, looked_at));
        Ok((levels, logged))
    }
}
