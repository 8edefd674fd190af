//! Paths through the states of several processes, found backwards over their owners.

use sanderling_store::{PackedStore, StateId};

use super::message::{self, Piece, owner, state_id, unreadable};
use crate::checkpoint::content::id;
use crate::peers::{Lost, Peers};

/// The states from the initial one to a stored one, along the predecessors: all processes ask for it, and each tells those that follow each
/// other in its own store.
pub(super) fn to(state: StateId, store: &PackedStore, peers: &mut dyn Peers) -> Result<Vec<Vec<u64>>, Lost> {
    let (own, processes) = (peers.own(), peers.processes());
    let mut backwards = Vec::new();
    let mut at = Some(state);
    while let Some(state) = at {
        let process = owner(state.shard(), processes);
        let piece = if process == own {
            message::write(&piece(state, store, |id| owner(id.shard(), processes) == own))
        } else {
            Vec::new()
        };
        let told = peers.exchange(vec![piece; processes])?;
        let (Piece { states, before }, _) = message::read(process, &told[process])?;
        if states.is_empty() || states.iter().any(|state| state.len() != store.words()) {
            return Err(unreadable(process, "a path has states of another length"));
        }
        backwards.extend(states);
        let no_state = || unreadable(process, "a path leads to no state");
        at = before.map(|before| state_id(before).ok_or_else(no_state)).transpose()?;
    }
    backwards.reverse();
    Ok(backwards)
}

/// The states before one of this store, with it, as far as they are here.
fn piece(state: StateId, store: &PackedStore, is_here: impl Fn(StateId) -> bool) -> Piece {
    let (mut states, mut at) = (Vec::new(), state);
    loop {
        let is_known = at.position() < store.shards()[at.shard()].positions();
        if !is_known {
            // Somebody has asked for a state that is not there: that is told by a piece without states.
            return Piece { states: Vec::new(), before: None };
        }
        states.push(store.state(at).to_vec());
        let before = store.pred(at);
        if before == at {
            return Piece { states, before: None };
        }
        if !is_here(before) {
            return Piece { states, before: Some(id(before)) };
        }
        at = before;
    }
}
