//! What stands in a checkpoint besides the logs of the store.

use sanderling_store::StateId;
use sanderling_store::runs::SavedRun;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// All of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Content {
    /// What the caller wants to find again.
    pub(crate) caller: Value,
    /// The number in the names of logs.
    pub(crate) epoch: u64,
    /// The number in the name of the snapshot, if there is one.
    #[serde(default)]
    pub(crate) snapshot: u64,
    /// The search over which store is under way, of those that follow each other.
    pub(crate) stage: usize,
    pub(crate) search: SavedSearch,
    pub(crate) standing: Standing,
    /// Of a search by several processes: whose share this is, and of what.
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

/// The moment that all shares of a checkpoint are of: the run, by a number drawn at its beginning, and how many checkpoints there were before, and
/// with this one, in all runs of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Point {
    pub(crate) run: u64,
    pub(crate) number: u64,
}

/// What all processes know.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SavedCommon {
    /// Whether the next level begins with the next step.
    pub(crate) is_level_over: bool,
    /// Whether the search has ended since everything was decided.
    pub(crate) is_decided: bool,
    /// Goals to whose states the paths are not known yet, with their levels, processes and numbers there, and when they were looked for.
    pub(crate) met: Vec<(usize, (usize, usize, u64))>,
    pub(crate) looked_at: u64,
}

/// What a search has counted and found.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SavedSearch {
    /// Whether nothing is left to do.
    pub(crate) is_over: bool,
    pub(crate) states: u64,
    pub(crate) root: Id,
    /// The initial state as it is packed, and the number of events: those of the system that the search goes on with.
    pub(crate) initial: Vec<u64>,
    pub(crate) events: usize,
    pub(crate) levels: Vec<u64>,
    pub(crate) elapsed_ns: u64,
    /// Of firing, hashing, looking up and retaining.
    pub(crate) phases_ns: [Option<u64>; 4],
    pub(crate) peak_bytes: usize,
    pub(crate) relaxations: SavedRelaxations,
    pub(crate) tally: SavedTally,
}

/// How the system has become what it is.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct SavedRelaxations {
    pub(crate) steps: Vec<RelaxationStep>,
    pub(crate) count: u32,
    pub(crate) states_at_last: usize,
    /// The events of the prefix and of the cycle.
    pub(crate) self_covering: Option<(Vec<usize>, Vec<usize>)>,
}

/// Firing this event in this state broke an assumption of the system as it was then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RelaxationStep {
    pub(crate) state: Vec<u64>,
    pub(crate) event: usize,
    /// Whether other assumptions were given up with it.
    pub(crate) others_too: bool,
}

/// What states have said.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct SavedTally {
    pub(crate) expanded: u64,
    pub(crate) firings: u64,
    pub(crate) dead: u64,
    pub(crate) maxima: Vec<u64>,
    /// Numbers of more than 64 bits are texts.
    pub(crate) greatest_sum: String,
    pub(crate) measured: Vec<String>,
    pub(crate) fired: Vec<u64>,
    pub(crate) next_look: u64,
    /// For each goal, the events to a state that meets it.
    pub(crate) hits: Vec<Option<Vec<usize>>>,
    pub(crate) met: Vec<bool>,
    /// How many states were compared, and the two numbers that say which ones come next.
    pub(crate) compared: (u64, u64, u64),
}

/// Where a search stands in its store.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Standing {
    /// By shard: how many states are closed, and where this level ends.
    Packed {
        /// How many states are closed;
        closed: Vec<usize>,
        /// and where this level ends.
        end: Vec<usize>,
    },
    /// The same, with the states that were found again, the events that were fired for that, and the states that were compared.
    Pairs {
        /// How many states are closed;
        closed: Vec<usize>,
        /// and where this level ends.
        end: Vec<usize>,
        effort: [u64; 3],
    },
    /// One event at a time: what there is besides the store is a snapshot.
    Sequential {
        /// How many events are fired until the next pause.
        until_pause: u32,
    },
    /// In the order of discovery.
    Tree {
        /// The bits of the left half.
        left_bits: Vec<u64>,
        /// The bits of the numbers of each half in the set of roots.
        widths: (u32, u32),
        /// When the tree is looked at next, and when it was learned.
        next_look: usize,
        learned_at: usize,
        /// Where each level starts.
        starts: Vec<usize>,
        /// The first open state, and the end of this level.
        next: usize,
        end: usize,
        /// Goals to whose states the paths are not known yet, with their numbers, and when they were looked for.
        met: Vec<(usize, usize)>,
        looked_at: usize,
    },
    /// In sorted runs.
    Disk {
        /// The parts of each level.
        levels: Vec<Vec<SavedRun>>,
        /// Candidates for the next level, or for the last one.
        spilled: Vec<SavedRun>,
        is_partial: bool,
        /// How many levels have begun, and how many states of the last of these are closed.
        begun: usize,
        closed: u64,
        /// Goals to whose states the paths are not known yet, with their levels and words, and when they were looked for.
        met: Vec<(usize, (usize, Vec<u64>))>,
        looked_at: usize,
    },
}

/// A state: its shard, and its position there.
pub(crate) type Id = (usize, usize);

pub(crate) fn id(id: StateId) -> Id {
    (id.shard(), id.position())
}
