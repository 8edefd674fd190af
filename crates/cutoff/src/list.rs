//! Every cutoff: what it counts, and where it is read.
//!
//! A line is `NAME: usual, smallest..=largest`. Within its range nothing but time and memory depends on a cutoff, except that
//! a claim of unit-safety may stay unchecked, that what needs independence may be refused, and that a tree of runs may be cut, each of which
//! is told.

use crate::Cutoff;
use crate::constants::cutoffs;

cutoffs! {
    // sanderling
    /// Words that are compared to find out whether a net without proved bounds is unbounded. `crates/sanderling/src/prepare/coverability.rs`
    SELF_COVERING_WORK: 2_000_000, 0..=3_000_000;
    /// Words that are compared at most to find out what can be covered where nobody asked for it. `crates/sanderling/src/prepare/coverability.rs`
    ///
    /// In debug builds fewer, since random nets are often unbounded.
    UNASKED_WORK: if cfg!(debug_assertions) { 100_000 } else { 20_000_000 }, 0..=20_000_000;

    // system
    /// States of up to this number of words have code of their own. `crates/system/src/words.rs`
    WORDS_WITH_CODE_OF_THEIR_OWN: 6, 0..=6;
    /// Words of states up to which large code has a version of its own. `crates/system/src/words.rs`
    FEW_WORDS_WITH_CODE_OF_THEIR_OWN: 2, 0..=2;

    // model: place/transition nets
    /// Rows of a table that says what a chunk of digits adds to a packed marking. `crates/model/src/unpacking.rs`
    ///
    /// What is looked up all the time should stay near the processor.
    UNPACKING_ROWS: 256, 1..=1 << 12;
    /// Entries of such a table, if it is of several digits. `crates/model/src/unpacking.rs`
    UNPACKING_ENTRIES: 4096, 1..=1 << 16;
    /// Values of a chunk that is a piece which tables of enabled transitions go by. `crates/model/src/unpacking.rs`
    UNPACKING_CONTENTS: 1 << 11, 1..=1 << 12;
    /// The last words, in which room for one more digit is looked for: those before are nearly full. `crates/model/src/radix_code.rs`
    WORDS_WITH_ROOM: 8, 0..=64;
    /// Places from which one place is derived, directly or not. `crates/model/src/digit.rs`
    ///
    /// With more, what is unpacked would touch too much.
    DERIVED_BASES: 64, 1..=1 << 12;
    /// Tokens that are listed by the pieces which tables of enabled transitions go by. `crates/model/src/radix_model.rs`
    ///
    /// A digit lists those of each of its places for each of its values; with more there are no tables.
    PIECE_TOKENS: 1 << 20, 0..=1 << 24;
    /// Bytes of the rows of all tables of enabled transitions. `crates/model/src/enabling.rs`
    ///
    /// They are looked up all the time, and should stay near the processor.
    ENABLING_BYTES: 1 << 19, 0..=1 << 22;
    /// Words of rows that are intersected for a state. `crates/model/src/enabling.rs`
    ///
    /// That takes about as long as testing as many transitions.
    ENABLING_WORDS: 192, 0..=1 << 12;
    /// Bits of a piece that several slots share, where tables do not become too large. `crates/model/src/enabling.rs`
    PIECE_BITS: 8, 4..=11;
    /// Bits of a slot that has a piece for itself. `crates/model/src/enabling.rs`
    PIECE_BITS_OF_SLOT: 11, 1..=14;
    /// Words of a row that are intersected at a time: 1, 2 or 4. `crates/model/src/enabling.rs`
    ENABLING_STRIP: 4, 1..=4;
    /// Places and units that are looked at while the checks of a claim of unit-safety are computed. `crates/model/src/unit_claim.rs`
    ///
    /// Beyond that it stays unchecked.
    UNIT_CLAIM_WORK: 500_000_000, 0..=1 << 32;
    /// Units above the places of one transition. `crates/model/src/unit_claim.rs`
    UNIT_CLAIM_PATH: 4_000_000, 0..=1 << 32;
    /// Places in all checks together. `crates/model/src/unit_claim.rs`
    UNIT_CLAIM_CHECKS: 16_000_000, 0..=1 << 32;
    /// Rounds of finding dead transitions and invariants from each other. `crates/model/src/bound.rs`
    ///
    /// Each round but the last must have found a dead transition; more than a few are rare.
    BOUND_ROUNDS: 3, 1..=16;
    /// Words that are looked at to find the pairs of tokens that may lie in one marking. `crates/model/src/concurrency.rs`
    CONCURRENCY_WORK: 50_000_000, 0..=100_000_000;
    /// Entries of the incidence matrix up to which invariants are found by elimination alone. `crates/model/src/invariant.rs`
    ///
    /// A larger net is first covered by balanced sets of places.
    ELIMINATED_ENTRIES: 5_000, 0..=1 << 40;
    /// Entries that are looked at to find balanced sets, for each entry of the incidence matrix. `crates/model/src/invariant/balanced.rs`
    BALANCED_WORK: 100, 0..=1 << 20;
    /// Elementary operations of an elimination for exact invariants. `crates/model/src/invariant.rs`
    ///
    /// About a nanosecond each. The other eliminations get a quarter: they find a bound for every place long
    /// before they find every row.
    INVARIANT_WORK: 100_000_000, 0..=500_000_000;
    /// Entries that are looked at to find independent columns. `crates/model/src/invariant.rs`
    INVARIANT_COLUMN_WORK: 100_000_000, 0..=1 << 32;
    /// How many times its even share of the work that is left one column may take. `crates/model/src/invariant/elimination.rs`
    ///
    /// Most columns cost next to nothing, so that the few that grow may have much more than an even share.
    ELIMINATION_GENEROSITY: 8, 1..=1 << 10;
    /// The bits that a coloured place starts with. `crates/model/src/explicit/model.rs`
    COLOUR_BITS: 4, 1..=16;

    // model: data nets
    /// Operations from which on a condition is worth a diagram. `crates/model/src/value/decision.rs`
    LONG_CONDITION: 12, 1..=1 << 10;
    /// Bits of a cell that a diagram branches on. `crates/model/src/value/decision.rs`
    DIAGRAM_BITS: 8, 1..=10;
    /// How many times as long as the condition all remainders together may be, `crates/model/src/value/decision.rs`
    DIAGRAM_GROWTH: 50, 0..=1 << 10;
    /// and how much longer. `crates/model/src/value/decision.rs`
    DIAGRAM_FREE: 10_000, 0..=1 << 20;
    /// Cells that are tried to find the one that is asked for next. `crates/model/src/value/decision.rs`
    DIAGRAM_TRIED: 8, 1..=64;
    /// Contents for which each of them is tried. `crates/model/src/value/decision.rs`
    DIAGRAM_SAMPLED: 3, 1..=64;
    /// How often a bound moves on its own account before it jumps to thresholds. `crates/model/src/value/proof.rs`
    RANGE_MOVES: 3, 0..=64;
    /// How often it jumps before it goes to the end of its sort. `crates/model/src/value/proof.rs`
    RANGE_JUMPS: 12, 0..=64;
    /// Percent of a layout's free bits that go to the cells that have just been widened. `crates/model/src/value/extents.rs`
    ///
    /// The rest is for others, which would otherwise need another word.
    SPENT_PERCENT: 50, 0..=100;
    /// Cells of one place that get them. `crates/model/src/value/extents.rs`
    ///
    /// An array that grows together would take what all others need.
    CELLS_WIDENED_TWICE: 4, 0..=1 << 10;
    /// Bits by which actions are told apart. `crates/model/src/value/action.rs`
    ACTION_BITS: 5, 0..=8;
    /// Contents that are worked out for all events together. `crates/model/src/value/action.rs`
    ACTION_CONTENTS: 1024, 0..=1 << 14;
    /// Bits of a slot whose passing values become a table. `crates/model/src/value/condition.rs`
    SET_BITS: 12, 0..=14;
    /// Bits of several slots together whose passing values become a table.
    /// `crates/model/src/value/condition.rs`
    JOINT_SET_BITS: 12, 0..=14;
    /// Bits of a slot that becomes a table of values, or of what is allowed. `crates/model/src/value/compile.rs`
    VALUE_TABLE_BITS: 8, 0..=12;
    /// Bits of a slot that can be tested. `crates/model/src/value/guard.rs`
    TEST_BITS: 6, 0..=6;
    /// Runs of bits that are brought together. `crates/model/src/value/gather.rs`
    GATHER_RUNS: 5, 1..=5;
    /// Bits of a key. `crates/model/src/value/group.rs`
    KEY_BITS: 12, 1..=14;
    /// Bits of a key of control locations of several processes. `crates/model/src/value/group.rs`
    ///
    /// That leaves room for what their guards ask for.
    HOME_BITS: 10, 1..=14;
    /// Bits that these processes alone ask for. `crates/model/src/value/group.rs`
    ///
    /// What does not fit the key would have to be found out for each of them.
    PRIVATE_BITS: 14, 0..=64;
    /// Entries of all lists of a group. `crates/model/src/value/group.rs`
    GROUP_ENTRIES: 1 << 18, 1..=1 << 20;
    /// Cells that are tried in vain before a key is left as it is. `crates/model/src/value/group.rs`
    ///
    /// Arrays may have many.
    KEY_MISSES: 32, 0..=1 << 10;
    /// Bits of a second key. `crates/model/src/value/listing.rs`
    SECOND_KEY_BITS: 8, 0..=10;
    /// Remainders after which no further guards are divided by second keys. `crates/model/src/value/listing.rs`
    ///
    /// A model that is relaxed often is compiled often.
    REMAINDERS: 500, 0..=1 << 14;
    /// Cases that a first key tells apart. `crates/model/src/value/listing.rs`
    ///
    /// PERF: more do not stay in the near caches.
    KEY_BRANCHES: 1024, 1..=1 << 14;
    /// Contents of all second keys of a group. `crates/model/src/value/listing.rs`
    SECOND_KEY_CONTENTS: 1 << 14, 1..=1 << 16;
    /// Bits of the key for which it is worked out what is left of a guard. `crates/model/src/value/remainder.rs`
    DECISIVE_BITS: 9, 0..=12;
    /// Values that are tried to find those that pass a test. `crates/model/src/value/dependency/condition.rs`
    VALUES_TRIED: 256, 1..=1 << 12;
    /// Values between the least and the greatest that do not pass. `crates/model/src/value/dependency/condition.rs`
    HOLES: 4, 0..=64;
    /// How often a range at a location grows before it is taken for the whole. `crates/model/src/value/dependency/located.rs`
    LOCATED_MOVES: 20, 0..=100;
    /// Ranges that are known for locations. `crates/model/src/value/dependency/located.rs`
    LOCATED_RANGES: 1 << 16, 0..=1 << 20;

    // store
    /// Entries up to which the table of a node doubles. `crates/store/src/tree/nodes.rs`
    NODE_ENTRIES_THAT_DOUBLE: 1 << 10, 0..=1 << 16;
    /// How often each bit is tried in another half. `crates/store/src/tree/learn.rs`
    LEARNING_ROUNDS: 4, 0..=16;
    /// Values of a block. `crates/store/src/tree/values.rs`
    VALUES_OF_BLOCK: 256, 1..=1 << 12;
    /// Entries of a segment. `crates/store/src/tree/entries.rs`
    ENTRIES_OF_SEGMENT: 512, 1..=1 << 12;
    /// Pairs of a block. `crates/store/src/pairs/array.rs`
    PAIRS_OF_BLOCK: 128, 1..=1 << 12;
    /// Seats of a block of a cache of states. `crates/store/src/pairs/cache.rs`
    SEATS_OF_BLOCK: 1024, 1..=1 << 14;
    /// Seats among which a state of that cache has a choice. `crates/store/src/pairs/cache.rs`
    SEATS_OF_SET: 8, 1..=64;
    /// Rows of a block of whole states. `crates/store/src/pairs/whole.rs`
    ROWS_OF_BLOCK: 256, 1..=1 << 12;
    /// Lines of a segment of a compact shard. `crates/store/src/compact/lines.rs`
    ///
    /// A page of memory.
    LINES_OF_SEGMENT: 64, 1..=1 << 10;
    /// Lines up to which a compact shard grows by more at a time. `crates/store/src/compact/buckets.rs`
    ///
    /// They take 64 KiB, and those of all shards 16 MiB.
    LINES_THAT_GROW_BY_MORE: 1 << 10, 0..=1 << 16;
    /// Lines of a block of an index. `crates/store/src/lines.rs`
    LINES_OF_BLOCK: 32, 1..=1 << 10;

    // analysis: drivers and their states
    /// States with which it is seen for the first time whether a tree could be better. `crates/analysis/src/store/tree_states.rs`
    ///
    /// In debug builds early, so that small state spaces test it.
    TREE_FIRST_LOOK: if cfg!(debug_assertions) { 20 } else { 1 << 18 }, 1..=1 << 20;
    /// States for a node of a tree that is good enough. `crates/analysis/src/store/tree_states.rs`
    ///
    /// A node takes about 12 bytes, but a tree with fewer nodes has narrower roots besides.
    TREE_STATES_FOR_FEW_NODES: 24, 1..=1 << 10;
    /// States for a node of a tree that is bad. `crates/analysis/src/store/tree_states.rs`
    ///
    /// Then it is tried again whenever there are twice as many states.
    TREE_STATES_FOR_MANY_NODES: 8, 1..=1 << 10;
    /// How many times as many states there are when a tree is looked at again. `crates/analysis/src/store/tree_states.rs`
    TREE_LONG_AGO: 8, 2..=1 << 10;
    /// States of which one is looked at to learn a tree. `crates/analysis/src/store/tree_states.rs`
    TREE_STATES_FOR_SAMPLE: 32, 1..=1 << 10;
    /// States that are looked at. `crates/analysis/src/store/tree_states.rs`
    TREE_SAMPLE: 1 << 12, 1..=1 << 15;
    /// States that are made anew at a time. `crates/analysis/src/store/tree_states.rs`
    TREE_STATES_OF_BLOCK: if cfg!(debug_assertions) { 30 } else { 1 << 12 }, 1..=1 << 14;
    /// Keys that are kept in memory before they go to a file. `crates/analysis/src/store/key_log.rs`
    ///
    /// In debug builds fewer, so that small state spaces test it.
    KEYS_IN_MEMORY: if cfg!(debug_assertions) { 100 } else { 1 << 12 }, 1..=1 << 14;
    /// Bytes of the log of predecessors before it goes to a file. `crates/analysis/src/store/path_log.rs`
    PATH_BYTES_IN_MEMORY: 1 << 16, 0..=1 << 20;
    /// States that are counted between two looks at what the caller wants. `crates/analysis/src/levels.rs`
    LEVEL_STATES_OF_PART: 1 << 12, 1..=1 << 14;
    /// Bytes of the successors of a moment ago. `crates/analysis/src/recent.rs`
    ///
    /// They should stay in the caches of a processor. They are not counted as memory of the search: like the
    /// program itself, they do not grow.
    RECENT_BYTES: 1 << 18, 64..=1 << 20;
    /// Words of states that are remembered whole where nothing else is asked for. `crates/analysis/src/driver/stages.rs`
    ///
    /// Longer ones take as long to be compared and moved as a tree takes to be looked up, and far more memory.
    WORDS_OF_WHOLE_STATES: 32, 0..=1 << 8;
    /// Relaxations before they must be as seldom as the store doubles. `crates/analysis/src/relaxation.rs`
    ///
    /// Relaxations one by one are affordable as long as the store doubles between them.
    RELAXATIONS_ONE_BY_ONE: 4, 0..=1 << 10;
    /// Nodes among which the nearest way to an accepted run is looked for. `crates/analysis/src/accepting/lasso.rs`
    SHORT_LASSO: 1 << 20, 0..=1 << 20;
    /// Claims that a tree of runs tells beside its runs. `crates/analysis/src/branching/telling.rs`
    ///
    /// More are not read.
    TOLD_BRANCHES: 64, 0..=1 << 8;
    /// Branches of branches of a tree of runs. `crates/analysis/src/branching/telling.rs`
    ///
    /// Readers of JSON go no deeper than some hundred levels, of which a branch takes three.
    DEPTH_OF_BRANCHES: 8, 0..=16;
    /// Visits for a tree of runs, once the formula has been decided. `crates/analysis/src/branching/local.rs`
    ///
    /// A part that need not hold for the formula to be decided may take far longer than the formula.
    TELLING_VISITS: 1 << 22, 0..=1 << 22;
    /// Visits of a search for accepted runs on one thread, before others take part. `crates/analysis/src/accepting.rs`
    VISITS_BEFORE_THREADS: 1 << 16, 0..=1 << 20;
    /// Bytes of a search for accepted runs over whole states, before it begins again over the tree. `crates/analysis/src/accepting.rs`
    ///
    /// Usually only the memory limits it.
    BYTES_OF_WHOLE_STATES_OF_RUNS: 1 << 46, 0..=1 << 46;
    /// States of a shard that are packed anew at a time. `crates/analysis/src/store/repacking.rs`
    REPACKED_STATES_OF_BLOCK: 1 << 15, 1..=1 << 16;
    /// Pairs whose states are found together to be hashed anew. `crates/analysis/src/store/pair_repacking.rs`
    REPACKED_PAIRS_OF_BLOCK: 1 << 15, 1..=1 << 16;
    /// States between two looks at what may be forgotten. `crates/analysis/src/driver/forgetting.rs`
    FORGETTING_STATES_BETWEEN_PAUSES: 128, 1..=1 << 14;
    /// States up to which a store grows without a look at the memory. `crates/analysis/src/driver/forgetting.rs`
    FORGETTING_STATES: 1 << 15, 0..=1 << 20;
    /// Successors of the smallest rounds over the tree store. `crates/analysis/src/driver/batched/tree.rs`
    ///
    /// Enough that each shard gets a batch.
    LAYER_SUCCESSORS: 1 << 14, 1..=1 << 20;
    /// States for one more of them. `crates/analysis/src/driver/batched/tree.rs`
    ///
    /// The larger the set of roots, the more there is to be gained from going through it in order.
    LAYER_STATES_FOR_SUCCESSOR: 32, 1..=1 << 10;
    /// Roots of a round that one thread looks up alone, as waking another takes longer. `crates/analysis/src/driver/batched/tree.rs`
    LAYER_ROOTS_OF_ONE_THREAD: 1 << 10, 0..=1 << 20;
    /// Changes of halves of a tree that are kept. `crates/store/src/tree/memo.rs`
    /// 512 KiB for each thread, which fit its own cache.
    MEMO_ENTRIES: 1 << 14, 1..=1 << 16;
    /// Words of a block of a run, which should stay near the processor with those of other runs. `crates/store/src/runs/run.rs`
    RUN_WORDS_OF_BLOCK: 1 << 12, 1..=1 << 14;
    /// Bytes of runs that are kept in memory before they are written to a file together. `crates/store/src/runs/vault.rs`
    VAULT_BYTES_IN_MEMORY: 1 << 18, 0..=1 << 20;
    /// Bytes of candidates in memory, where that is not limited. `crates/analysis/src/store/disk_states.rs`
    CANDIDATE_BYTES: 1 << 30, 1..=1 << 30;
    /// States that are read from the tree at a time. `crates/analysis/src/driver/batched/tree.rs`
    LAYER_STATES_AT_A_TIME: 128, 1..=1 << 12;
    /// States of a chain that are not stored. `crates/analysis/src/driver/sequential/expansion.rs`
    ///
    /// One state in so many is stored: the chain may be a circle that never comes back to a stored state.
    EVENTS_PASSED_BY: 1 << 12, 1..=1 << 14;
    /// Events between two looks at the limits, one event at a time. `crates/analysis/src/driver/sequential.rs`
    ///
    /// In debug builds the invariants are asserted as often.
    EVENTS_BETWEEN_PAUSES: if cfg!(debug_assertions) { 100 } else { 1 << 14 }, 1..=1 << 16;
    /// Events between two that are timed, one event at a time. `crates/analysis/src/driver/sequential.rs`
    ///
    /// Each takes several looks at the clock.
    EVENTS_OF_SAMPLE: 31, 1..=1 << 10;
    /// Bytes of the records of the smallest rounds. `crates/analysis/src/driver/batched/packed.rs`
    ///
    /// Enough that every shard gets a batch, few enough that they stay near the processor.
    BATCH_BYTES: 3 << 18, 64..=1 << 24;
    /// Records of the largest rounds: more help no further. `crates/analysis/src/driver/batched/packed.rs`
    BATCH_SUCCESSORS: 1 << 22, 1..=1 << 24;
    /// Bytes of a round that one thread takes in alone. `crates/analysis/src/driver/batched/packed.rs`
    /// They stay in the cache nearest to the processor, with what they are compared with.
    BATCH_BYTES_OF_ONE_THREAD: 1 << 16, 0..=1 << 20;
    /// States that a thread takes at a time. `crates/analysis/src/driver/batched/packed.rs`
    ///
    /// Waking one takes longer than expanding a few, and nobody should wait long for the last ones.
    BATCH_STATES_OF_UNIT: 128, 1..=1 << 12;
    /// States of a round that are timed. `crates/analysis/src/driver/batched/packed.rs`
    ///
    /// In a round of usual size less than one in a hundred.
    BATCH_STATES_OF_SAMPLE: 64, 1..=1 << 12;
    /// Successors of the timed states that are looked up together. `crates/analysis/src/driver/batched/packed.rs`
    ///
    /// There is more to be timed than the clock.
    SUCCESSORS_AT_A_TIME: 256, 1..=1 << 12;
    /// Bytes of the records of the smallest rounds over pairs. `crates/analysis/src/driver/batched/pairs.rs`
    ///
    /// Enough that many paths meet.
    DELAYED_BYTES: 1 << 18, 64..=1 << 24;
    /// States of a level that are tried as predecessors at a time. `crates/analysis/src/driver/batched/backwards.rs`
    BACKWARD_STATES_OF_BLOCK: 1 << 12, 1..=1 << 14;
    /// States of a frontier between two looks at the limits. `crates/analysis/src/depth/bounded.rs`
    DEPTH_STATES_BETWEEN_LOOKS: 1 << 12, 1..=1 << 14;
    /// Events between two looks at the limits in a search to a depth. `crates/analysis/src/depth/explore.rs`
    DEPTH_EVENTS_BETWEEN_PAUSES: if cfg!(debug_assertions) { 100 } else { 1 << 14 }, 1..=1 << 16;
    /// Open states for which there is always room. `crates/analysis/src/open/spare.rs`
    OPEN_STATES_KEPT: 1 << 12, 0..=1 << 16;

    // analysis: progress measures and reductions
    /// Components of a learned measure. `crates/analysis/src/progress/learn.rs`
    ///
    /// Each is evaluated for every state.
    MEASURE_COMPONENTS: 32, 1..=64;
    /// How often states may be visited in an experiment, on average. `crates/analysis/src/progress/learn.rs`
    MEASURE_VISITS: 4, 1..=64;
    /// How often events that regress are put to the front, for each order to begin with. `crates/analysis/src/progress/derive.rs`
    MEASURE_ROUNDS: 6, 1..=64;
    /// Entries of equations that each attempt to derive a measure may look at. `crates/analysis/src/progress/derive.rs`
    MEASURE_WORK: 3_000_000, 0..=4_000_000;
    /// Rounds in which single values are moved. `crates/analysis/src/progress/ranking.rs`
    RANKING_ROUNDS: 8, 1..=64;
    /// States of a sample. `crates/analysis/src/progress/sample.rs`
    SAMPLE_STATES: 20_000, 1..=30_000;
    /// Steps of the first walks of a sample. `crates/analysis/src/progress/sample.rs`
    SAMPLE_FIRST_WALK: 64, 1..=1 << 10;
    /// Walks of the same number of steps. `crates/analysis/src/progress/sample.rs`
    SAMPLE_WALKS: 16, 1..=64;
    /// Steps without even one new state after which walks are given up. `crates/analysis/src/progress/sample.rs`
    SAMPLE_STALE: 50, 1..=100;
    /// Events for which independence is kept as a table; with more, what needs it is refused. `crates/analysis/src/reduce/independence.rs`
    ///
    /// Both relations together would take more than 64 MiB.
    INDEPENDENCE_EVENTS: 1 << 14, 256..=1 << 15;
    /// Events up to which deletion begins with all of them. `crates/analysis/src/reduce/stubborn.rs`
    ///
    /// Beyond, it begins with a set that was closed by insertion.
    DELETED_EVENTS: 1 << 10, 0..=1 << 14;
    /// Work for a stubborn set, `crates/analysis/src/reduce/stubborn/workspace.rs`
    STUBBORN_WORK: 1 << 10, 0..=1 << 20;
    /// and for each enabled event. `crates/analysis/src/reduce/stubborn/workspace.rs`
    ///
    /// PERF: where a few events are enabled among thousands that are not, a set takes far longer than firing,
    /// and mostly contains them all.
    STUBBORN_WORK_FOR_EVENT: 1 << 8, 0..=1 << 20;
    /// Words of all rows of the relation between events. `crates/analysis/src/reduce/stubborn/direct.rs`
    STUBBORN_ROW_WORDS: 1 << 18, 0..=1 << 22;
    /// Lists of enabled events that have a spot of their own: a power of two. `crates/analysis/src/reduce/stubborn/memo.rs`
    ///
    /// Two that share one replace each other.
    MEMO_ROOTS: 1 << 13, 2..=1 << 14;
    /// Numbers of the forest of remembered sets. `crates/analysis/src/reduce/stubborn/memo.rs`
    MEMO_CELLS: 1 << 19, 0..=1 << 22;
    /// Searches in a row after which it is seen whether remembering pays. `crates/analysis/src/reduce/stubborn/memo.rs`
    MEMO_WINDOW: 1 << 12, 1..=1 << 16;
    /// Sets of which one has been found before where it does. `crates/analysis/src/reduce/stubborn/memo.rs`
    ///
    /// PERF: where all states differ, as on ResAllocation, noting what is never asked for again is a fifth of
    /// the time.
    MEMO_ENOUGH: 16, 0..=1 << 10;
    /// Roles of a slot that are told apart. `crates/analysis/src/reduce/stubborn/relation.rs`
    ///
    /// Beyond, they count as one.
    ROLES: 1 << 10, 0..=1 << 14;
    /// Values between borders whose classes are written down. `crates/analysis/src/reduce/stubborn/question.rs`
    CLASSES_LISTED: 1 << 10, 0..=1 << 14;
    /// Walks that show whether sets are worth while, `crates/analysis/src/reduce/stubborn/worth.rs`
    WORTH_WALKS: 8, 0..=64;
    /// each of this number of steps. `crates/analysis/src/reduce/stubborn/worth.rs`
    WORTH_STEPS: 32, 1..=1 << 10;
    /// States of which one has to have fewer events. `crates/analysis/src/reduce/stubborn/worth.rs`
    WORTH_STATES: 64, 1..=1 << 20;
    /// States after which it is enough if half of the events are left out. `crates/analysis/src/reduce/stubborn/worth.rs`
    WORTH_FEW_STATES: 16, 1..=1 << 10;
    /// Events that are looked at for one that is left out. `crates/analysis/src/reduce/stubborn/worth.rs`
    ///
    /// Where less than a third of the events is left out, not counting what is remembered. PERF: bopdp needs 58
    /// to 97 of them, and with sets takes longer for five sixths of the states; collision and peterson need 10
    /// to 25, and pay.
    WORTH_LOOKED_AT: 48, 0..=1 << 20;
    /// States of an automaton that have stubborn sets of their own while it waits. `crates/analysis/src/accepting/waiting.rs`
    WAITING_LOCATIONS: 16, 0..=64;
    /// Steps of the first random walks. `crates/analysis/src/walk.rs`
    WALK_STEPS: 64, 1..=1 << 10;
    /// Walks of the same number of steps. `crates/analysis/src/walk.rs`
    WALKS: 16, 1..=64;
    /// Steps of the longest walks. `crates/analysis/src/walk.rs`
    ///
    /// If there is one goal: the paths to several may not be longer together, since each is kept.
    WALK_LONGEST: 1 << 20, 1024..=1 << 21;
    /// Successors of which the best is taken. `crates/analysis/src/walk.rs`
    WALK_LOOKED_AT: 6, 1..=64;
    /// States around a run in which a shorter one is looked for first. `crates/analysis/src/shorten/neighbourhood.rs`
    SHORTENING_STATES: 1 << 14, 1..=1 << 20;
    /// Bytes of the states around a run, at most. `crates/analysis/src/shorten/neighbourhood.rs`
    SHORTENING_BYTES: 1 << 25, 1024..=1 << 26;

    // structural
    /// Arcs by which even the smallest net may grow. `crates/structural/src/work.rs`
    SPARE_ARCS: 64, 0..=1 << 20;
    /// Arcs of a place that is asked about more than once in a pass. `crates/structural/src/work.rs`
    ARCS_ASKED_ONCE: 64, 0..=1 << 20;
    /// Arcs of a node that passes a change on to its neighbours. `crates/structural/src/graph.rs`
    ARCS_OF_NEIGHBOUR: 8, 0..=1 << 20;
    /// Firings that one transition stands for. `crates/structural/src/inverse.rs`
    FIRINGS_OF_TRANSITION: 1 << 12, 1..=1 << 16;
    /// Firings that are carried out in advance. `crates/structural/src/inverse.rs`
    FIRINGS_IN_ADVANCE: 1 << 20, 0..=1 << 24;
    /// Transitions with which one is compared for superfluous tests. `crates/structural/src/rule/superfluous_test.rs`
    TESTS_COMPARED: 64, 0..=1 << 20;
    /// Places that are tried as the one that implies another. `crates/structural/src/rule/implied_place.rs`
    IMPLYING_PLACES: 16, 0..=1 << 20;
    /// Transitions of the same effect with which one is compared. `crates/structural/src/rule/dominated_transition.rs`
    EFFECTS_COMPARED: 64, 0..=1 << 20;
    /// Ids of transitions from which an id is put together. `crates/structural/src/emit.rs`
    ID_PARTS: 4, 1..=64;

    // unfolding
    /// Bindings that are put in order in one piece. `crates/unfolding/src/emit.rs`
    BINDINGS_IN_ORDER: 1 << 16, 4..=1 << 20;
    /// Bindings and tokens between two looks at the budget. `crates/unfolding/src/evaluator.rs`
    BINDINGS_BETWEEN_LOOKS: 1 << 12, 1..=1 << 16;
    /// Steps of a join between two looks at the clock. `crates/unfolding/src/budget.rs`
    STEPS_BETWEEN_TICKS: 1 << 12, 1..=1 << 16;

    // proof
    /// How often a place is split at a fraction. `crates/proof/src/refutation.rs`
    SPLITS: 64, 0..=1 << 10;
    /// Conditions of a lemma of known weights. `crates/proof/src/refutation.rs`
    ///
    /// With more, those of a linear program are better.
    CONDITIONS_OF_LEMMA: 2, 0..=4;
    /// Lemmas of known weights that a choice gives. `crates/proof/src/refutation.rs`
    ///
    /// Those with the fewest conditions.
    LEMMAS_OF_KNOWN_WEIGHTS: 4, 0..=16;
    /// How often a bound is lowered by one. `crates/proof/src/prover.rs`
    ///
    /// That is what the linear relaxation does not see.
    LOWERINGS: 4, 0..=64;
    /// Places of a trap that are struck out one by one. `crates/proof/src/trap.rs`
    TRAP_TRIALS: 200, 0..=1 << 14;
    /// Regions of a net in which weights are looked for before they are looked for in all of it. `crates/proof/src/weighing.rs`
    REGIONS: 4, 0..=16;
    /// Places of a region. `crates/proof/src/region.rs`
    ///
    /// A linear program of that size is solved within a millisecond or two.
    REGION_PLACES: 64, 1..=1 << 12;
    /// Entries of a matrix of a linear program. `crates/proof/src/budget.rs`
    ///
    /// They are dealt with in seconds.
    PROOF_ENTRIES: 400_000, 0..=1 << 24;
    /// Cases of a proof. `crates/proof/src/budget.rs`
    PROOF_CASES: 100_000, 0..=150_000;
    /// Conditions of a proof. `crates/proof/src/budget.rs`
    ///
    /// They fit in 200 megabytes.
    PROOF_CONDITIONS: 2_000_000, 0..=1 << 24;

    // sanderling
    /// Parts of a formula that is taken apart for stubborn sets. `crates/sanderling/src/target.rs`
    ///
    /// An `iff` doubles what stands in it.
    TARGET_PARTS: 1 << 12, 0..=1 << 16;
}
