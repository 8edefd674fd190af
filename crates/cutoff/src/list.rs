//! All cutoffs: what each one limits, and the file that uses it.
//!
//! A line is `NAME: usual, smallest..=largest`. Within its range, a cutoff affects only time and memory, with three
//! exceptions: a claim of unit-safety may stay unchecked, an option that needs independence may be refused, and a tree
//! of runs may be cut. All three are reported.

use crate::Cutoff;
use crate::constants::cutoffs;

cutoffs! {
    // sanderling
    /// Maximum number of words to compare when checking whether a net without proved bounds is unbounded.
    /// `crates/sanderling/src/prepare/coverability.rs`
    SELF_COVERING_WORK: 2_000_000, 0..=3_000_000;
    /// Maximum number of words to compare in a coverability analysis that was not requested. Debug builds use fewer,
    /// since random nets are often unbounded. `crates/sanderling/src/explain/coverable.rs`
    UNREQUESTED_WORK: if cfg!(debug_assertions) { 100_000 } else { 20_000_000 }, 0..=20_000_000;

    // system
    /// Maximum number of words of a state for which code is specialised. `crates/system/src/words.rs`
    WORDS_WITH_CODE_OF_THEIR_OWN: 6, 0..=6;
    /// Maximum number of words of a state for which large code is specialised. `crates/system/src/words.rs`
    FEW_WORDS_WITH_CODE_OF_THEIR_OWN: 2, 0..=2;

    // model: place/transition nets
    /// Maximum number of rows of a table that maps a chunk of digits to its part of a packed marking. The tables are
    /// used constantly and should stay in the nearest caches. `crates/model/src/unpacking.rs`
    UNPACKING_ROWS: 256, 1..=1 << 12;
    /// Maximum number of entries of such a table, if it covers several digits. `crates/model/src/unpacking.rs`
    UNPACKING_ENTRIES: 4096, 1..=1 << 16;
    /// Maximum number of values of a chunk that serves as a piece of the tables of enabled transitions.
    /// `crates/model/src/unpacking.rs`
    UNPACKING_CONTENTS: 1 << 11, 1..=1 << 12;
    /// Number of last words searched for room for a digit. `crates/model/src/radix_code.rs`
    WORDS_WITH_ROOM: 8, 0..=64;
    /// Maximum number of places from which one place is derived, directly or indirectly. `crates/model/src/digit.rs`
    /// With more, unpacking would touch too much memory.
    DERIVED_BASES: 64, 1..=1 << 12;
    /// Maximum number of tokens listed by the pieces of the tables of enabled transitions. A digit lists the tokens of
    /// each of its places for each of its values. Beyond this number there are no tables.
    /// `crates/model/src/radix_model.rs`
    PIECE_TOKENS: 1 << 20, 0..=1 << 24;
    /// Maximum size of the rows of all tables of enabled transitions, in bytes. `crates/model/src/enabling.rs`
    /// The rows are used constantly and should stay in the nearest caches.
    ENABLING_BYTES: 1 << 19, 0..=1 << 22;
    /// Maximum number of words of rows intersected per state. `crates/model/src/enabling.rs`
    /// Intersecting them takes about as long as testing as many transitions.
    ENABLING_WORDS: 192, 0..=1 << 12;
    /// Maximum number of bits of a piece shared by several slots, if its tables do not become too large.
    /// `crates/model/src/enabling.rs`
    PIECE_BITS: 8, 4..=11;
    /// Maximum number of bits of a slot that has a piece for itself. `crates/model/src/enabling.rs`
    PIECE_BITS_OF_SLOT: 11, 1..=14;
    /// Number of words of a row intersected at a time: 1, 2 or 4. `crates/model/src/enabling.rs`
    ENABLING_STRIP: 4, 1..=4;
    /// Maximum number of places and units visited to compute the checks of a claim of unit-safety. Beyond that the
    /// claim stays unchecked. `crates/model/src/unit_claim.rs`
    UNIT_CLAIM_WORK: 500_000_000, 0..=1 << 32;
    /// Maximum number of units above the places of one transition. `crates/model/src/unit_claim.rs`
    UNIT_CLAIM_PATH: 4_000_000, 0..=1 << 32;
    /// Maximum number of places in all checks together. `crates/model/src/unit_claim.rs`
    UNIT_CLAIM_CHECKS: 16_000_000, 0..=1 << 32;
    /// Maximum number of rounds that alternate between finding dead transitions and finding invariants. A further round
    /// is run only if the last one found a dead transition; more than a few rounds are rare.
    /// `crates/model/src/bound.rs`
    BOUND_ROUNDS: 3, 1..=16;
    /// Maximum number of words visited to find pairs of tokens. `crates/model/src/concurrency.rs`
    CONCURRENCY_WORK: 50_000_000, 0..=100_000_000;
    /// Maximum number of entries of an incidence matrix whose invariants are found by elimination alone. A larger net
    /// is first covered by balanced sets of places. `crates/model/src/invariant.rs`
    ELIMINATED_ENTRIES: 5_000, 0..=1 << 40;
    /// Maximum number of entries visited to find balanced sets, per entry of the incidence matrix.
    /// `crates/model/src/invariant/balanced.rs`
    BALANCED_WORK: 100, 0..=1 << 20;
    /// Maximum number of elementary operations of an elimination for exact invariants. `crates/model/src/invariant.rs`
    ///
    /// An operation takes about a nanosecond. The other eliminations get a quarter: they find a bound for every place
    /// long before they find every row.
    INVARIANT_WORK: 100_000_000, 0..=500_000_000;
    /// Maximum number of entries visited to find independent columns. `crates/model/src/invariant.rs`
    INVARIANT_COLUMN_WORK: 100_000_000, 0..=1 << 32;
    /// Maximum work for one column, as a multiple of its even share of the remaining work. Most columns cost next to
    /// nothing, so the few that grow may have much more than an even share. `crates/model/src/invariant/elimination.rs`
    ELIMINATION_GENEROSITY: 8, 1..=1 << 10;
    /// Initial number of bits of a coloured place. `crates/model/src/explicit/model.rs`
    COLOUR_BITS: 4, 1..=16;
    /// Maximum number of words of stored results: the enabled events of transitions, and the contents of places after
    /// firings. Beyond it, all results are forgotten and computed again. `crates/model/src/explicit/numbering.rs`
    COLOUR_RESULT_WORDS: 1 << 24, 0..=1 << 32;

    // model: data nets
    /// Minimum number of operations to build a decision diagram. `crates/model/src/value/decision.rs`
    LONG_CONDITION: 12, 1..=1 << 10;
    /// Maximum number of bits of a cell that a decision diagram branches on. `crates/model/src/value/decision.rs`
    DIAGRAM_BITS: 8, 1..=10;
    /// Maximum size of all remainders together, as a multiple of the size of the condition.
    /// `crates/model/src/value/decision.rs`
    DIAGRAM_GROWTH: 50, 0..=1 << 10;
    /// Number of operations that the remainders may have in addition. `crates/model/src/value/decision.rs`
    DIAGRAM_FREE: 10_000, 0..=1 << 20;
    /// Maximum number of cells tried to find the next one to branch on. `crates/model/src/value/decision.rs`
    DIAGRAM_TRIED: 8, 1..=64;
    /// Maximum number of contents for which each of these cells is tried. `crates/model/src/value/decision.rs`
    DIAGRAM_SAMPLED: 3, 1..=64;
    /// Number of times a bound moves freely before it jumps to thresholds. `crates/model/src/value/proof.rs`
    RANGE_MOVES: 3, 0..=64;
    /// Number of times a bound jumps to a threshold before it moves to the end of its sort.
    /// `crates/model/src/value/proof.rs`
    RANGE_JUMPS: 12, 0..=64;
    /// Percentage of a layout's free bits given to the cells that have just been widened. The rest is for other cells,
    /// which would otherwise need another word. `crates/model/src/value/extents.rs`
    SPENT_PERCENT: 50, 0..=100;
    /// Maximum number of cells of one place that receive such bits. `crates/model/src/value/extents.rs`
    /// An array whose cells grow together would otherwise take the bits that all other cells need.
    CELLS_WIDENED_TWICE: 4, 0..=1 << 10;
    /// Maximum number of bits of the key by which actions are distinguished. `crates/model/src/value/action.rs`
    ACTION_BITS: 5, 0..=8;
    /// Maximum number of contents precomputed for all events together. `crates/model/src/value/action.rs`
    ACTION_CONTENTS: 1024, 0..=1 << 14;
    /// Maximum number of bits of a slot whose passing values become a table. `crates/model/src/value/condition.rs`
    SET_BITS: 12, 0..=14;
    /// Maximum number of bits of several slots together whose passing values become a table.
    /// `crates/model/src/value/condition.rs`
    JOINT_SET_BITS: 12, 0..=14;
    /// Maximum number of bits of a slot that becomes a table. `crates/model/src/value/compile.rs`
    VALUE_TABLE_BITS: 8, 0..=12;
    /// Maximum number of bits of a slot that can be tested. `crates/model/src/value/guard.rs`
    TEST_BITS: 6, 0..=6;
    /// Maximum number of runs of bits that are gathered into one number. `crates/model/src/value/gather.rs`
    GATHER_RUNS: 5, 1..=5;
    /// Maximum number of bits of a key. `crates/model/src/value/group.rs`
    KEY_BITS: 12, 1..=14;
    /// Maximum number of bits of a key made of the control locations of several processes. The remaining bits are for
    /// the cells that their guards test. `crates/model/src/value/group.rs`
    HOME_BITS: 10, 1..=14;
    /// Maximum number of bits that only these processes test. `crates/model/src/value/group.rs`
    /// Bits that do not fit the key would have to be tested for each process separately.
    PRIVATE_BITS: 14, 0..=64;
    /// Maximum number of entries of all lists of a group. `crates/model/src/value/group.rs`
    GROUP_ENTRIES: 1 << 18, 1..=1 << 20;
    /// Number of failed attempts before a key is kept unchanged. `crates/model/src/value/group.rs`
    /// Arrays may have many cells.
    KEY_MISSES: 32, 0..=1 << 10;
    /// Maximum number of bits of a second key. `crates/model/src/value/listing.rs`
    SECOND_KEY_BITS: 8, 0..=10;
    /// Number of remainders after which no further guards are divided by second keys. A model that is repacked often is
    /// compiled often. `crates/model/src/value/listing.rs`
    REMAINDERS: 500, 0..=1 << 14;
    /// Maximum number of cases that a first key distinguishes. `crates/model/src/value/listing.rs`
    /// PERF: more do not stay in the near caches.
    KEY_BRANCHES: 1024, 1..=1 << 14;
    /// Maximum number of contents of all second keys of a group. `crates/model/src/value/listing.rs`
    SECOND_KEY_CONTENTS: 1 << 14, 1..=1 << 16;
    /// Maximum number of bits of the part of a key for which the remainder of a guard is computed.
    /// `crates/model/src/value/remainder.rs`
    DECISIVE_BITS: 9, 0..=12;
    /// Maximum number of values tried to find those that pass a test. `crates/model/src/value/dependency/condition.rs`
    VALUES_TRIED: 256, 1..=1 << 12;
    /// Maximum number of values within a range that do not pass. `crates/model/src/value/dependency/condition.rs`
    HOLES: 4, 0..=64;
    /// Number of times a range at a location grows before the range of all locations replaces it.
    /// `crates/model/src/value/dependency/located.rs`
    LOCATED_MOVES: 20, 0..=100;
    /// Maximum number of ranges stored for locations. `crates/model/src/value/dependency/located.rs`
    LOCATED_RANGES: 1 << 16, 0..=1 << 20;

    // store
    /// Maximum number of entries at which the table of a node still doubles. `crates/store/src/tree/nodes.rs`
    NODE_ENTRIES_THAT_DOUBLE: 1 << 10, 0..=1 << 16;
    /// Number of times each bit is tried in the other half. `crates/store/src/tree/learn.rs`
    LEARNING_ROUNDS: 4, 0..=16;
    /// Number of values in a block. `crates/store/src/tree/values.rs`
    VALUES_OF_BLOCK: 256, 1..=1 << 12;
    /// Number of entries in a segment. `crates/store/src/tree/entries.rs`
    ENTRIES_OF_SEGMENT: 512, 1..=1 << 12;
    /// Number of pairs in a block. `crates/store/src/pairs/array.rs`
    PAIRS_OF_BLOCK: 128, 1..=1 << 12;
    /// Number of seats in a block of a cache of states. `crates/store/src/pairs/cache.rs`
    SEATS_OF_BLOCK: 1024, 1..=1 << 14;
    /// Number of seats in which a state of that cache can be placed. `crates/store/src/pairs/cache.rs`
    SEATS_OF_SET: 8, 1..=64;
    /// Number of rows in a block of whole states. `crates/store/src/pairs/whole.rs`
    ROWS_OF_BLOCK: 256, 1..=1 << 12;
    /// Number of lines in a segment of a compact shard. `crates/store/src/compact/lines.rs`
    /// A segment is a page of memory.
    LINES_OF_SEGMENT: 64, 1..=1 << 10;
    /// Maximum number of lines at which a compact shard grows in larger steps. `crates/store/src/compact/buckets.rs`
    /// These lines take 64 KiB, and those of all shards 16 MiB.
    LINES_THAT_GROW_BY_MORE: 1 << 10, 0..=1 << 16;
    /// Number of lines in a block of an index. `crates/store/src/lines.rs`
    LINES_OF_BLOCK: 32, 1..=1 << 10;

    // analysis: drivers and their states
    /// Number of states at which the search first checks whether a tree could be better. Debug builds check early, so
    /// that small state spaces test it. `crates/analysis/src/store/tree_states.rs`
    TREE_FIRST_LOOK: if cfg!(debug_assertions) { 20 } else { 1 << 18 }, 1..=1 << 20;
    /// Minimum number of states per node of a good tree. `crates/analysis/src/store/tree_states.rs`
    /// A node takes about 12 bytes, but a tree with fewer nodes also has narrower roots.
    TREE_STATES_FOR_FEW_NODES: 24, 1..=1 << 10;
    /// Number of states per node below which a tree is bad. `crates/analysis/src/store/tree_states.rs`
    /// A bad tree is learned again whenever the number of states has doubled.
    TREE_STATES_FOR_MANY_NODES: 8, 1..=1 << 10;
    /// Factor of growth after which a tree is examined again. `crates/analysis/src/store/tree_states.rs`
    TREE_LONG_AGO: 8, 2..=1 << 10;
    /// Number of states for each state sampled to learn a tree. `crates/analysis/src/store/tree_states.rs`
    TREE_STATES_FOR_SAMPLE: 32, 1..=1 << 10;
    /// Usual maximum number of states in that sample. `crates/analysis/src/store/tree_states.rs`
    TREE_SAMPLE: 1 << 12, 1..=1 << 15;
    /// Number of states rebuilt at a time. `crates/analysis/src/store/tree_states.rs`
    TREE_STATES_OF_BLOCK: if cfg!(debug_assertions) { 30 } else { 1 << 12 }, 1..=1 << 14;
    /// Number of keys in memory before they are written to a file. `crates/analysis/src/store/key_log.rs`
    /// Debug builds use fewer, so that small state spaces test it.
    KEYS_IN_MEMORY: if cfg!(debug_assertions) { 100 } else { 1 << 12 }, 1..=1 << 14;
    /// Maximum size of the path log in memory, in bytes. `crates/analysis/src/store/path_log.rs`
    PATH_BYTES_IN_MEMORY: 1 << 16, 0..=1 << 20;
    /// Number of states counted between two checks for requests of the caller. `crates/analysis/src/levels.rs`
    LEVEL_STATES_OF_PART: 1 << 12, 1..=1 << 14;
    /// Maximum size of the table of recent successors, in bytes. `crates/analysis/src/recent.rs`
    ///
    /// The table should stay in the caches of a processor. It does not grow, so the search's memory excludes it.
    RECENT_BYTES: 1 << 18, 64..=1 << 20;
    /// Maximum number of words of a state that is stored whole by default. `crates/analysis/src/driver/stages.rs`
    ///
    /// Comparing and moving longer states takes as long as a lookup in a tree, and far more memory.
    WORDS_OF_WHOLE_STATES: 32, 0..=1 << 8;
    /// Number of repackings before the store has to double in between. `crates/analysis/src/relaxation.rs`
    RELAXATIONS_ONE_BY_ONE: 4, 0..=1 << 10;
    /// Number of repackings that may look ahead. `crates/analysis/src/relaxation.rs`
    RELAXATIONS_LOOKING_AHEAD: 16, 0..=1 << 10;
    /// Events tested ahead per stored state, each far faster than a repacking. `crates/analysis/src/relaxation.rs`
    TESTS_AHEAD: 1, 0..=64;
    /// Maximum number of nodes searched for a shortest lasso. `crates/runs/src/accepting/lasso.rs`
    SHORT_LASSO: 1 << 20, 0..=1 << 20;
    /// Maximum number of claims that a tree of runs shows beside its runs. `crates/runs/src/branching/evidence.rs`
    ///
    /// Readers would not look at more.
    SHOWN_BRANCHES: 64, 0..=1 << 8;
    /// Maximum depth of nested branches of a tree of runs. `crates/runs/src/branching/evidence.rs`
    ///
    /// JSON parsers accept some hundred levels, and a branch takes three.
    DEPTH_OF_BRANCHES: 8, 0..=16;
    /// Maximum number of visits to build a tree of runs once the formula has been decided. A part that need not hold to
    /// decide the formula may take far longer than the formula. `crates/runs/src/branching/local.rs`
    TELLING_VISITS: 1 << 22, 0..=1 << 22;
    /// Number of visits on one thread before others take part. `crates/runs/src/accepting.rs`
    VISITS_BEFORE_THREADS: 1 << 16, 0..=1 << 20;
    /// Maximum size of a search for accepted runs over whole states before it restarts over the tree, in bytes. Usually
    /// only the memory limits it. `crates/runs/src/accepting.rs`
    BYTES_OF_WHOLE_STATES_OF_RUNS: 1 << 46, 0..=1 << 46;
    /// Number of states of a shard repacked at a time. `crates/analysis/src/store/repacking.rs`
    REPACKED_STATES_OF_BLOCK: 1 << 15, 1..=1 << 16;
    /// Number of pairs repacked at a time. `crates/analysis/src/store/pair_repacking.rs`
    REPACKED_PAIRS_OF_BLOCK: 1 << 15, 1..=1 << 16;
    /// Number of states between two checks to forget. `crates/analysis/src/driver/sequential/forgetting.rs`
    FORGETTING_STATES_BETWEEN_PAUSES: 128, 1..=1 << 14;
    /// Maximum number of states at which a store grows without checking the memory.
    /// `crates/analysis/src/driver/sequential/forgetting.rs`
    FORGETTING_STATES: 1 << 15, 0..=1 << 20;
    /// Number of successors of the smallest rounds over the tree store. `crates/analysis/src/driver/batched/tree.rs`
    ///
    /// Each shard should get a batch.
    LAYER_SUCCESSORS: 1 << 14, 1..=1 << 20;
    /// Number of states for each further successor of a round. `crates/analysis/src/driver/batched/tree.rs`
    ///
    /// The larger the set of roots, the more is gained from visiting it in order.
    LAYER_STATES_FOR_SUCCESSOR: 32, 1..=1 << 10;
    /// Maximum number of roots of a round looked up by one thread alone, since waking another takes longer.
    /// `crates/analysis/src/driver/batched/tree.rs`
    LAYER_ROOTS_OF_ONE_THREAD: 1 << 10, 0..=1 << 20;
    /// Number of memorised changes of halves of a tree. `crates/store/src/tree/memo.rs`
    ///
    /// They take 512 KiB per thread and fit its own cache.
    MEMO_ENTRIES: 1 << 14, 1..=1 << 16;
    /// Number of words in a block of a run. `crates/store/src/runs/run.rs`
    ///
    /// The blocks of several runs should stay in the nearest caches together.
    RUN_WORDS_OF_BLOCK: 1 << 12, 1..=1 << 14;
    /// Maximum size of runs in memory before they go to a file, in bytes. `crates/store/src/runs/vault.rs`
    VAULT_BYTES_IN_MEMORY: 1 << 18, 0..=1 << 20;
    /// Size of candidates in memory, in bytes, if memory is not limited. `crates/analysis/src/store/disk_states.rs`
    CANDIDATE_BYTES: 1 << 30, 1..=1 << 30;
    /// Number of states read from the tree at a time. `crates/analysis/src/driver/batched/tree.rs`
    LAYER_STATES_AT_A_TIME: 128, 1..=1 << 12;
    /// Maximum number of states of a chain that are not stored. `crates/analysis/src/driver/sequential/expansion.rs`
    ///
    /// One state in this number is stored, since the chain may be a cycle that never returns to a stored state.
    EVENTS_PASSED_BY: 1 << 12, 1..=1 << 14;
    /// Number of events between two checks of the limits, in a search that fires one event at a time. In debug builds
    /// the invariants are asserted as often. `crates/analysis/src/driver/sequential.rs`
    EVENTS_BETWEEN_PAUSES: if cfg!(debug_assertions) { 100 } else { 1 << 14 }, 1..=1 << 16;
    /// Number of events between two timed ones, in a search that fires one event at a time. Timing an event reads the
    /// clock several times. `crates/analysis/src/driver/sequential.rs`
    EVENTS_OF_SAMPLE: 31, 1..=1 << 10;
    /// Size of the records of the smallest rounds, in bytes. `crates/analysis/src/driver/batched/packed.rs`
    ///
    /// Every shard should get a batch, but the records should stay in the nearest caches.
    BATCH_BYTES: 3 << 18, 64..=1 << 24;
    /// Maximum number of records of a round, beyond which more bring no benefit.
    /// `crates/analysis/src/driver/batched/packed.rs`
    BATCH_SUCCESSORS: 1 << 22, 1..=1 << 24;
    /// Maximum size of a round inserted by one thread alone, in bytes. `crates/analysis/src/driver/batched/packed.rs`
    ///
    /// Such a round stays in the nearest cache, with the states that it is compared with.
    BATCH_BYTES_OF_ONE_THREAD: 1 << 16, 0..=1 << 20;
    /// Number of states that a thread takes at a time. `crates/analysis/src/driver/batched/packed.rs`
    ///
    /// Waking a thread takes longer than expanding a few states, and threads should not wait long for the last ones.
    BATCH_STATES_OF_UNIT: 128, 1..=1 << 12;
    /// Number of states of a round that are timed. `crates/analysis/src/driver/batched/packed.rs`
    ///
    /// In a round of usual size this is less than one in a hundred.
    BATCH_STATES_OF_SAMPLE: 64, 1..=1 << 12;
    /// Number of successors of the timed states that are hashed together. With fewer, the clock itself would dominate
    /// the measurement. `crates/analysis/src/driver/batched/packed.rs`
    SUCCESSORS_AT_A_TIME: 256, 1..=1 << 12;
    /// Size of the records of the smallest rounds over pairs, in bytes. `crates/analysis/src/driver/batched/pairs.rs`
    ///
    /// Many paths should meet in one round.
    DELAYED_BYTES: 1 << 18, 64..=1 << 24;
    /// Number of states of a level tried as predecessors at a time. `crates/analysis/src/driver/batched/backwards.rs`
    BACKWARD_STATES_OF_BLOCK: 1 << 12, 1..=1 << 14;
    /// Number of states of a frontier between two checks of the limits. `crates/analysis/src/depth/bounded.rs`
    DEPTH_STATES_BETWEEN_LOOKS: 1 << 12, 1..=1 << 14;
    /// Number of events between two checks of the limits in a depth-bounded search.
    /// `crates/analysis/src/depth/explore.rs`
    DEPTH_EVENTS_BETWEEN_PAUSES: if cfg!(debug_assertions) { 100 } else { 1 << 14 }, 1..=1 << 16;
    /// Number of open states for which memory is never released. `crates/analysis/src/open/spare.rs`
    OPEN_STATES_KEPT: 1 << 12, 0..=1 << 16;

    // analysis: progress measures and reductions
    /// Maximum number of components of a learned measure. `crates/progress/src/learn.rs`
    ///
    /// Each component is evaluated for every state.
    MEASURE_COMPONENTS: 32, 1..=64;
    /// Maximum average number of visits per state in an experiment. `crates/progress/src/learn.rs`
    MEASURE_VISITS: 4, 1..=64;
    /// Number of times that regressing events are moved to the front, for each initial order.
    /// `crates/progress/src/derive.rs`
    MEASURE_ROUNDS: 6, 1..=64;
    /// Maximum number of entries visited to derive a measure. `crates/progress/src/derive.rs`
    MEASURE_WORK: 3_000_000, 0..=4_000_000;
    /// Number of rounds in which single values are moved. `crates/progress/src/ranking.rs`
    RANKING_ROUNDS: 8, 1..=64;
    /// Maximum number of states of a sample. `crates/progress/src/sample.rs`
    SAMPLE_STATES: 20_000, 1..=30_000;
    /// Number of steps of the first walks of a sample. `crates/progress/src/sample.rs`
    SAMPLE_FIRST_WALK: 64, 1..=1 << 10;
    /// Number of walks of the same length. `crates/progress/src/sample.rs`
    SAMPLE_WALKS: 16, 1..=64;
    /// Number of steps per new state above which the walks end. `crates/progress/src/sample.rs`
    SAMPLE_STALE: 50, 1..=100;
    /// Maximum number of events for which independence is stored as a table; beyond it, options that need it are
    /// refused. Both relations together would take more than 64 MiB. `crates/analysis/src/reduce/independence.rs`
    INDEPENDENCE_EVENTS: 1 << 14, 256..=1 << 15;
    /// Maximum number of events for which deletion starts with all of them. `crates/analysis/src/reduce/stubborn.rs`
    ///
    /// Beyond that it starts with a set that was closed by insertion.
    DELETED_EVENTS: 1 << 10, 0..=1 << 14;
    /// Maximum work for a set, besides that for enabled events. `crates/analysis/src/reduce/stubborn/workspace.rs`
    STUBBORN_WORK: 1 << 10, 0..=1 << 20;
    /// Additional work for each enabled event. `crates/analysis/src/reduce/stubborn/workspace.rs`
    ///
    /// PERF: if a few events are enabled among thousands that are not, computing a set takes far longer than firing,
    /// and the set mostly contains all enabled events.
    STUBBORN_WORK_FOR_EVENT: 1 << 8, 0..=1 << 20;
    /// Maximum number of key events tried for a set. `crates/analysis/src/reduce/stubborn/keys.rs`
    STUBBORN_KEYS: 8, 1..=1 << 10;
    /// Maximum number of events processed for a key event. `crates/analysis/src/reduce/stubborn/keys.rs`
    STUBBORN_KEY_EVENTS: 1 << 8, 1..=1 << 14;
    /// Maximum size of the relation of events, in words. `crates/analysis/src/reduce/stubborn/direct.rs`
    STUBBORN_ROW_WORDS: 1 << 18, 0..=1 << 22;
    /// Number of slots for lists of enabled events, a power of two. `crates/analysis/src/reduce/stubborn/memo.rs`
    ///
    /// Two lists with the same slot replace each other.
    MEMO_ROOTS: 1 << 13, 2..=1 << 14;
    /// Maximum number of cells of the forest of remembered sets. `crates/analysis/src/reduce/stubborn/memo.rs`
    MEMO_CELLS: 1 << 19, 0..=1 << 22;
    /// Number of lookups between checks that remembering pays. `crates/analysis/src/reduce/stubborn/memo.rs`
    MEMO_WINDOW: 1 << 12, 1..=1 << 16;
    /// Maximum number of lookups per successful one for which remembering pays. PERF: if all states differ, as on
    /// ResAllocation, storing sets that are never looked up again takes a fifth of the time.
    /// `crates/analysis/src/reduce/stubborn/memo.rs`
    MEMO_ENOUGH: 16, 0..=1 << 10;
    /// Maximum number of roles of a slot that are distinguished. `crates/analysis/src/reduce/stubborn/relation.rs`
    ///
    /// Beyond that they count as one.
    ROLES: 1 << 10, 0..=1 << 14;
    /// Maximum number of values with tabulated classes. `crates/analysis/src/reduce/stubborn/question.rs`
    CLASSES_LISTED: 1 << 10, 0..=1 << 14;
    /// Number of walks that estimate whether stubborn sets pay. `crates/analysis/src/reduce/stubborn/worth.rs`
    WORTH_WALKS: 8, 0..=64;
    /// Number of steps of each of these walks. `crates/analysis/src/reduce/stubborn/worth.rs`
    WORTH_STEPS: 32, 1..=1 << 10;
    /// Sets pay only if at least one in this number of states has a smaller set.
    /// `crates/analysis/src/reduce/stubborn/worth.rs`
    WORTH_STATES: 64, 1..=1 << 20;
    /// Number of states after which sets pay if they omit half of the events.
    /// `crates/analysis/src/reduce/stubborn/worth.rs`
    WORTH_FEW_STATES: 16, 1..=1 << 10;
    /// Maximum number of events visited per omitted event. `crates/analysis/src/reduce/stubborn/worth.rs`
    ///
    /// It applies if less than a third of the events is omitted, and does not count remembered sets. PERF: bopdp needs
    /// 58 to 97 of them, and with sets takes longer for five sixths of the states; collision and peterson need 10 to
    /// 25, and pay.
    WORTH_LOOKED_AT: 48, 0..=1 << 20;
    /// The same for states with about the same number of events. `crates/analysis/src/reduce/stubborn/worth.rs`
    WORTH_KEY_LOOKED_AT: 1 << 7, 0..=1 << 20;
    /// Maximum number of states of an automaton that have their own stubborn sets while it waits.
    /// `crates/runs/src/accepting/waiting.rs`
    WAITING_LOCATIONS: 16, 0..=64;
    /// Number of steps of the first random walks. `crates/analysis/src/walk.rs`
    WALK_STEPS: 64, 1..=1 << 10;
    /// Number of walks of the same length. `crates/analysis/src/walk.rs`
    WALKS: 16, 1..=64;
    /// Number of steps of the longest walks, if there is one goal. `crates/analysis/src/walk.rs`
    ///
    /// With several goals, the paths may not be longer together, since each path is stored.
    WALK_LONGEST: 1 << 20, 1024..=1 << 21;
    /// Maximum number of successors from which a walk chooses the best. `crates/analysis/src/walk.rs`
    WALK_LOOKED_AT: 6, 1..=64;
    /// Number of states first searched for a shorter run. `crates/analysis/src/shorten/neighbourhood.rs`
    SHORTENING_STATES: 1 << 14, 1..=1 << 20;
    /// Maximum size of the states around a run, in bytes. `crates/analysis/src/shorten.rs`
    SHORTENING_BYTES: 1 << 25, 1024..=1 << 26;

    // structural
    /// Number of arcs by which even the smallest net may grow. `crates/structural/src/work.rs`
    SPARE_ARCS: 64, 0..=1 << 20;
    /// Maximum number of arcs of a place that is examined more than once in a pass. `crates/structural/src/work.rs`
    ARCS_OF_REEXAMINED: 64, 0..=1 << 20;
    /// Maximum number of arcs of a node that passes a change on to its neighbours. `crates/structural/src/graph.rs`
    ARCS_OF_NEIGHBOUR: 8, 0..=1 << 20;
    /// Maximum number of firings that one transition may represent. `crates/structural/src/inverse.rs`
    FIRINGS_OF_TRANSITION: 1 << 12, 1..=1 << 16;
    /// Maximum number of firings carried out in advance. `crates/structural/src/inverse.rs`
    FIRINGS_IN_ADVANCE: 1 << 20, 0..=1 << 24;
    /// Maximum number of transitions compared with one to find superfluous tests.
    /// `crates/structural/src/rule/superfluous_test.rs`
    TESTS_COMPARED: 64, 0..=1 << 20;
    /// Maximum number of places tried as the one that implies another. `crates/structural/src/rule/implied_place.rs`
    IMPLYING_PLACES: 16, 0..=1 << 20;
    /// Maximum number of transitions of the same effect compared with one.
    /// `crates/structural/src/rule/dominated_transition.rs`
    EFFECTS_COMPARED: 64, 0..=1 << 20;
    /// Maximum number of transition ids from which an id is composed. `crates/structural/src/emit.rs`
    ID_PARTS: 4, 1..=64;

    // unfolding
    /// Maximum number of bindings sorted in one piece. `crates/unfolding/src/emit.rs`
    BINDINGS_IN_ORDER: 1 << 16, 4..=1 << 20;
    /// Number of bindings and tokens between two checks of the budget. `crates/unfolding/src/evaluator.rs`
    BINDINGS_BETWEEN_LOOKS: 1 << 12, 1..=1 << 16;
    /// Number of steps of a join between two readings of the clock. `crates/unfolding/src/budget.rs`
    STEPS_BETWEEN_TICKS: 1 << 12, 1..=1 << 16;

    // proof
    /// Maximum number of times that a place is split at a fraction. `crates/proof/src/refutation.rs`
    SPLITS: 64, 0..=1 << 10;
    /// Maximum number of conditions of a lemma of known weights. `crates/proof/src/refutation.rs`
    ///
    /// Beyond that the conditions of a linear program are better.
    CONDITIONS_OF_LEMMA: 2, 0..=4;
    /// Maximum number of lemmas of known weights taken from a choice: those with the fewest conditions.
    /// `crates/proof/src/refutation.rs`
    LEMMAS_OF_KNOWN_WEIGHTS: 4, 0..=16;
    /// Maximum number of times that a bound is lowered by one. `crates/proof/src/prover.rs`
    ///
    /// The linear relaxation misses these steps.
    LOWERINGS: 4, 0..=64;
    /// Maximum number of places of a trap that are removed one by one. `crates/proof/src/trap.rs`
    TRAP_TRIALS: 200, 0..=1 << 14;
    /// Maximum number of regions searched for weights before the whole net is. `crates/proof/src/weighing.rs`
    REGIONS: 4, 0..=16;
    /// Maximum number of places of a region. `crates/proof/src/region.rs`
    ///
    /// A linear program of that size is solved within a millisecond or two.
    REGION_PLACES: 64, 1..=1 << 12;
    /// Maximum number of entries of a matrix of a linear program. `crates/proof/src/budget.rs`
    ///
    /// Such a program is solved in seconds.
    PROOF_ENTRIES: 400_000, 0..=1 << 24;
    /// Maximum number of cases of a proof. `crates/proof/src/budget.rs`
    PROOF_CASES: 100_000, 0..=150_000;
    /// Maximum number of conditions of a proof. `crates/proof/src/budget.rs`
    ///
    /// They fit in 200 megabytes.
    PROOF_CONDITIONS: 2_000_000, 0..=1 << 24;

    // sanderling
    /// Maximum number of parts of a formula that is decomposed for stubborn sets. An `iff` doubles its operands.
    /// `crates/sanderling/src/search/target.rs`
    TARGET_PARTS: 1 << 12, 0..=1 << 16;
    /// Maximum number of visits to decide a formula with the first order of events other than the usual one.
    /// `crates/sanderling/src/portfolio/temporal/branching.rs`
    VISITS_IN_ANOTHER_ORDER: 1 << 14, 0..=1 << 14;
}
