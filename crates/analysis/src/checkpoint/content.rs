//! The content of a checkpoint besides the logs of the store.

use sanderling_store::StateId;
use sanderling_store::runs::SavedRun;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The whole content.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Content {
    /// The caller's value.
    pub(crate) caller: Value,
    /// The number in the names of logs.
    pub(crate) epoch: u64,
    /// The number in the name of the snapshot, if there is one.
    #[serde(default)]
    pub(crate) snapshot: u64,
    /// The number of the current stage.
    pub(crate) stage: usize,
    pub(crate) search: SavedSearch,
    pub(crate) standing: Standing,
    /// In a search by several processes, the share and its checkpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) share: Option<SavedShare>,
}

/// The share of one process.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SavedShare {
    pub(crate) processes: usize,
    pub(crate) own: usize,
    pub(crate) point: Point,
    pub(crate) common: SavedCommon,
}

/// The point of a checkpoint, which all its shares have in common: the run, given by a random number, and
/// the number of checkpoints up to this one in all runs of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Point {
    pub(crate) run: u64,
    pub(crate) number: u64,
}

/// The facts common to all processes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SavedCommon {
    /// Whether the next level begins with the next step.
    pub(crate) is_level_over: bool,
    /// Whether the search has ended because all goals were decided.
    pub(crate) is_decided: bool,
    /// Goals met by states with unknown paths, with their levels, processes and numbers, and the number of
    /// states when paths were last found.
    pub(crate) met: Vec<(usize, (usize, usize, u64))>,
    pub(crate) looked_at: u64,
}

/// The counts and findings of a search.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SavedSearch {
    /// Whether no work is left.
    pub(crate) is_over: bool,
    pub(crate) states: u64,
    pub(crate) root: Id,
    /// The packed initial state and the number of events of the current system.
    pub(crate) initial: Vec<u64>,
    pub(crate) events: usize,
    pub(crate) levels: Vec<u64>,
    pub(crate) elapsed_ns: u64,
    /// The times of firing, hashing, looking up and retaining.
    pub(crate) phases_ns: [Option<u64>; 4],
    pub(crate) peak_bytes: usize,
    pub(crate) relaxations: SavedRelaxations,
    pub(crate) tally: SavedTally,
}

/// The relaxations that led to the current system.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct SavedRelaxations {
    pub(crate) steps: Vec<RelaxationStep>,
    pub(crate) count: u32,
    pub(crate) states_at_last: usize,
    /// The events of the prefix and of the cycle.
    pub(crate) self_covering: Option<(Vec<usize>, Vec<usize>)>,
}

/// A relaxation: firing this event in this state broke an assumption of the system at that point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RelaxationStep {
    pub(crate) state: Vec<u64>,
    pub(crate) event: usize,
    /// Whether other assumptions were dropped at the same time.
    pub(crate) others_too: bool,
    /// Approximate number of events tested to find other assumptions to drop.
    pub(crate) tests_ahead: usize,
}

/// The observations of all states.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct SavedTally {
    pub(crate) expanded: u64,
    pub(crate) firings: u64,
    pub(crate) dead: u64,
    pub(crate) maxima: Vec<u64>,
    /// As text, since the number may exceed 64 bits.
    pub(crate) greatest_sum: String,
    pub(crate) measured: Vec<String>,
    pub(crate) fired: Vec<u64>,
    pub(crate) next_look: u64,
    /// For each goal, the events to a state that meets it.
    pub(crate) hits: Vec<Option<Vec<usize>>>,
    pub(crate) met: Vec<bool>,
    /// The number of compared states, and the two numbers that determine the next ones.
    pub(crate) compared: (u64, u64, u64),
}

/// The position of a search in its store.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Standing {
    /// A packed store, by shard.
    Packed {
        /// The number of closed states.
        closed: Vec<usize>,
        /// The end of this level.
        end: Vec<usize>,
    },
    /// A store of pairs, by shard, with the numbers of reconstructed states, of events fired for that, and
    /// of compared states.
    Pairs {
        /// The number of closed states.
        closed: Vec<usize>,
        /// The end of this level.
        end: Vec<usize>,
        effort: [u64; 3],
    },
    /// One event at a time. Everything besides the store is in a snapshot.
    Sequential {
        /// The number of events to fire until the next pause.
        until_pause: u32,
    },
    /// A tree store, in the order of discovery.
    Tree {
        /// The bits of the left half.
        left_bits: Vec<u64>,
        /// The number of bits of each half in the set of roots.
        widths: (u32, u32),
        /// The number of states at the next check of the tree, and when it was learned.
        next_look: usize,
        learned_at: usize,
        /// The start of each level.
        starts: Vec<usize>,
        /// The first open state, and the end of this level.
        next: usize,
        end: usize,
        /// Goals met by states with unknown paths, with their numbers, and the number of states when paths
        /// were last found.
        met: Vec<(usize, usize)>,
        looked_at: usize,
    },
    /// Sorted runs on disk.
    Disk {
        /// The parts of each level.
        levels: Vec<Vec<SavedRun>>,
        /// Candidates for the next level, or for the last one.
        spilled: Vec<SavedRun>,
        is_partial: bool,
        /// The number of levels that have begun, and the number of closed states of the last one.
        begun: usize,
        closed: u64,
        /// Goals met by states with unknown paths, with their levels and words, and the number of states
        /// when paths were last found.
        met: Vec<(usize, (usize, Vec<u64>))>,
        looked_at: usize,
    },
}

/// A state: its shard, and its position there.
pub(crate) type Id = (usize, usize);

pub(crate) fn id(id: StateId) -> Id {
    (id.shard(), id.position())
}
