//! Every cutoff: what it counts, and where it is read.
//!
//! A line is `NAME: usual, smallest..=largest`. Within its range nothing but time and memory depends on a cutoff.

use crate::Cutoff;

macro_rules! cutoffs {
    ($($(#[$about:meta])* $name:ident: $usual:expr, $smallest:literal..=$largest:expr;)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "the names of the constants, to number them")]
        #[cfg(feature = "settable")]
        enum Index { $($name,)* }

        $($(#[$about])*
        pub const $name: Cutoff = Cutoff {
            #[cfg(feature = "settable")]
            index: Index::$name as usize,
            name: stringify!($name),
            usual: $usual,
            #[cfg(feature = "settable")]
            smallest: $smallest,
            #[cfg(feature = "settable")]
            largest: $largest,
        };)*

        /// In the order of the list.
        pub(crate) const ALL: &[Cutoff] = &[$($name),*];
    };
}

cutoffs! {
    // system
    /// States of up to this number of words have code of their own. `crates/system/words.rs`
    WORDS_WITH_CODE_OF_THEIR_OWN: 6, 0..=6;
    /// The same where the code is large. `crates/system/words.rs`
    FEW_WORDS_WITH_CODE_OF_THEIR_OWN: 2, 0..=2;

    // model: place/transition nets
    /// Rows of a table that says what a chunk of digits adds to a packed marking. `crates/model/unpacking.rs`
    UNPACKING_ROWS: 256, 1..=1 << 12;
    /// Entries of such a table, if it is of several digits. `crates/model/unpacking.rs`
    UNPACKING_ENTRIES: 4096, 1..=1 << 16;
    /// Values of a chunk that is a piece which tables of enabled transitions go by. `crates/model/unpacking.rs`
    UNPACKING_CONTENTS: 1 << 11, 1..=1 << 12;
    /// The last words, in which room for one more digit is looked for. `crates/model/radix_code.rs`
    WORDS_WITH_ROOM: 8, 0..=64;
    /// Places from which one place is derived, directly or not. `crates/model/digit.rs`
    DERIVED_BASES: 64, 1..=1 << 12;
    /// Bytes of the rows of all tables of enabled transitions. `crates/model/enabling.rs`
    ENABLING_BYTES: 1 << 19, 0..=1 << 22;
    /// Words that are intersected for a state. `crates/model/enabling.rs`
    ENABLING_WORDS: 192, 0..=1 << 12;
    /// Bits of a piece that several slots share, where tables do not become too large. `crates/model/enabling.rs`
    PIECE_BITS: 8, 4..=11;
    /// Bits of a slot that has a piece for itself. `crates/model/enabling.rs`
    PIECE_BITS_OF_SLOT: 11, 1..=14;
    /// Words of a row that are intersected at a time: 1, 2 or 4. `crates/model/enabling.rs`
    ENABLING_STRIP: 4, 1..=4;
    /// Places and units that are looked at while the checks of a claim of unit-safety are computed; beyond that it stays unchecked. `crates/model/unit_claim.rs`
    UNIT_CLAIM_WORK: 500_000_000, 0..=1 << 32;
    /// Units above the places of one transition. `crates/model/unit_claim.rs`
    UNIT_CLAIM_PATH: 4_000_000, 0..=1 << 32;
    /// Places in all checks together. `crates/model/unit_claim.rs`
    UNIT_CLAIM_CHECKS: 16_000_000, 0..=1 << 32;
    /// Rounds of finding dead transitions and invariants from each other. `crates/model/bound.rs`
    BOUND_ROUNDS: 3, 1..=16;
    /// Elementary operations of an elimination for exact invariants. `crates/model/invariant.rs`
    INVARIANT_WORK: 400_000_000, 0..=500_000_000;
    /// Entries that are looked at to find independent columns. `crates/model/invariant.rs`
    INVARIANT_COLUMN_WORK: 100_000_000, 0..=1 << 32;
    /// How many times its even share of the work that is left one column may take. `crates/model/invariant/elimination.rs`
    ELIMINATION_GENEROSITY: 8, 1..=1 << 10;
    /// The bits that a coloured place starts with. `crates/model/interned/model.rs`
    COLOUR_BITS: 4, 1..=16;

    // model: data nets
    /// Operations from which on a condition is worth a diagram. `crates/model/value/decision.rs`
    LONG_CONDITION: 12, 1..=1 << 10;
    /// Bits of a cell that a diagram branches on. `crates/model/value/decision.rs`
    DIAGRAM_BITS: 8, 1..=10;
    /// How many times as long as the condition all remainders together may be, `crates/model/value/decision.rs`
    DIAGRAM_GROWTH: 50, 0..=1 << 10;
    /// and how much longer. `crates/model/value/decision.rs`
    DIAGRAM_FREE: 10_000, 0..=1 << 20;
    /// Cells that are tried to find the one that is asked for next. `crates/model/value/decision.rs`
    DIAGRAM_TRIED: 8, 1..=64;
    /// Contents for which each of them is tried. `crates/model/value/decision.rs`
    DIAGRAM_SAMPLED: 3, 1..=64;
    /// How often a bound moves on its own account before it jumps to thresholds. `crates/model/value/proof.rs`
    RANGE_MOVES: 3, 0..=64;
    /// How often it jumps before it goes to the end of its sort. `crates/model/value/proof.rs`
    RANGE_JUMPS: 12, 0..=64;
    /// Bits by which actions are told apart. `crates/model/value/action.rs`
    ACTION_BITS: 5, 0..=8;
    /// Contents that are worked out for all events together. `crates/model/value/action.rs`
    ACTION_CONTENTS: 1024, 0..=1 << 14;
    /// Bits of a slot whose passing values become a table. `crates/model/value/condition.rs`
    SET_BITS: 12, 0..=14;
    /// The same for several slots together. `crates/model/value/condition.rs`
    JOINT_SET_BITS: 12, 0..=14;
    /// Bits of a slot that becomes a table of values, or of what is allowed. `crates/model/value/compile.rs`
    VALUE_TABLE_BITS: 8, 0..=12;
    /// Bits of a slot that can be tested. `crates/model/value/guard.rs`
    TEST_BITS: 6, 0..=6;
    /// Runs of bits that are brought together. `crates/model/value/gather.rs`
    GATHER_RUNS: 5, 1..=5;
    /// Bits of a key. `crates/model/value/group.rs`
    KEY_BITS: 12, 1..=14;
    /// Bits of a key of control locations of several processes. `crates/model/value/group.rs`
    HOME_BITS: 10, 1..=14;
    /// Bits that these processes alone ask for. `crates/model/value/group.rs`
    PRIVATE_BITS: 14, 0..=64;
    /// Entries of all lists of a group. `crates/model/value/group.rs`
    GROUP_ENTRIES: 1 << 18, 1..=1 << 20;
    /// Cells that are tried in vain before a key is left as it is. `crates/model/value/group.rs`
    KEY_MISSES: 32, 0..=1 << 10;
    /// Bits of a second key. `crates/model/value/listing.rs`
    SECOND_KEY_BITS: 8, 0..=10;
    /// Remainders after which no further guards are divided by second keys. `crates/model/value/listing.rs`
    REMAINDERS: 500, 0..=1 << 14;
    /// Cases that a first key tells apart. `crates/model/value/listing.rs`
    KEY_BRANCHES: 1024, 1..=1 << 14;
    /// Contents of all second keys of a group. `crates/model/value/listing.rs`
    SECOND_KEY_CONTENTS: 1 << 14, 1..=1 << 16;
    /// Bits of the key for which it is worked out what is left of a guard. `crates/model/value/remainder.rs`
    DECISIVE_BITS: 9, 0..=12;
    /// Values that are tried to find those that pass a test. `crates/model/value/footprint/condition.rs`
    VALUES_TRIED: 256, 1..=1 << 12;
    /// Values between the least and the greatest that do not pass. `crates/model/value/footprint/condition.rs`
    HOLES: 4, 0..=64;
    /// How often a range at a location grows before it is taken for the whole. `crates/model/value/footprint/located.rs`
    LOCATED_MOVES: 20, 0..=100;
    /// Ranges that are known for locations. `crates/model/value/footprint/located.rs`
    LOCATED_RANGES: 1 << 16, 0..=1 << 20;

    // store
    /// Entries up to which the table of a node doubles. `crates/store/tree/nodes.rs`
    NODE_ENTRIES_THAT_DOUBLE: 1 << 10, 0..=1 << 16;
    /// How often each bit is tried in another half. `crates/store/tree/learn.rs`
    LEARNING_ROUNDS: 4, 0..=16;
    /// Values of a block. `crates/store/tree/values.rs`
    VALUES_OF_BLOCK: 256, 1..=1 << 12;
    /// Entries of a segment. `crates/store/tree/entries.rs`
    ENTRIES_OF_SEGMENT: 512, 1..=1 << 12;
    /// Pairs of a block. `crates/store/pairs/array.rs`
    PAIRS_OF_BLOCK: 128, 1..=1 << 12;
    /// Seats of a block of a cache of states. `crates/store/pairs/cache.rs`
    SEATS_OF_BLOCK: 1024, 1..=1 << 14;
    /// Seats among which a state of that cache has a choice. `crates/store/pairs/cache.rs`
    SEATS_OF_SET: 8, 1..=64;
    /// Rows of a block of whole states. `crates/store/pairs/whole.rs`
    ROWS_OF_BLOCK: 256, 1..=1 << 12;
    /// Lines of a segment of a compact shard. `crates/store/compact/lines.rs`
    LINES_OF_SEGMENT: 64, 1..=1 << 10;
    /// Lines up to which a compact shard grows by more at a time. `crates/store/compact/homes.rs`
    LINES_THAT_GROW_BY_MORE: 1 << 10, 0..=1 << 16;
    /// Lines of a block of an index. `crates/store/lines.rs`
    LINES_OF_BLOCK: 32, 1..=1 << 10;

    // analysis: drivers and their states
    /// States with which it is seen for the first time whether a tree could be better. `crates/analysis/tree_states.rs`
    TREE_FIRST_LOOK: if cfg!(debug_assertions) { 20 } else { 1 << 18 }, 1..=1 << 20;
    /// States for a node of a tree that is good enough. `crates/analysis/tree_states.rs`
    TREE_STATES_FOR_FEW_NODES: 24, 1..=1 << 10;
    /// States for a node of a tree that is bad. `crates/analysis/tree_states.rs`
    TREE_STATES_FOR_MANY_NODES: 8, 1..=1 << 10;
    /// How many times as many states there are when a tree is looked at again. `crates/analysis/tree_states.rs`
    TREE_LONG_AGO: 8, 2..=1 << 10;
    /// States of which one is looked at to learn a tree. `crates/analysis/tree_states.rs`
    TREE_STATES_FOR_SAMPLE: 32, 1..=1 << 10;
    /// States that are looked at. `crates/analysis/tree_states.rs`
    TREE_SAMPLE: 1 << 12, 1..=1 << 15;
    /// States that are made anew at a time. `crates/analysis/tree_states.rs`
    TREE_STATES_OF_BLOCK: if cfg!(debug_assertions) { 30 } else { 1 << 12 }, 1..=1 << 14;
    /// Keys that are kept in memory before they go to a file. `crates/analysis/key_log.rs`
    KEYS_IN_MEMORY: if cfg!(debug_assertions) { 100 } else { 1 << 12 }, 1..=1 << 14;
    /// Bytes of the log of predecessors before it goes to a file. `crates/analysis/way_log.rs`
    PATH_BYTES_IN_MEMORY: 1 << 16, 0..=1 << 20;
    /// States that are counted between two looks at what the caller wants. `crates/analysis/levels.rs`
    LEVEL_STATES_OF_PART: 1 << 12, 1..=1 << 14;
    /// Bytes of the successors of a moment ago. `crates/analysis/recent.rs`
    RECENT_BYTES: 1 << 18, 64..=1 << 20;
    /// Relaxations before they must be as seldom as the store doubles. `crates/analysis/relaxation.rs`
    RELAXATIONS_ONE_BY_ONE: 4, 0..=1 << 10;
    /// States of a shard that are packed anew at a time. `crates/analysis/repacking.rs`
    REPACKED_STATES_OF_BLOCK: 1 << 15, 1..=1 << 16;
    /// Pairs that are hashed anew at a time. `crates/analysis/pair_repacking.rs`
    REPACKED_PAIRS_OF_BLOCK: 1 << 15, 1..=1 << 16;
    /// States between two looks at what may be forgotten. `crates/analysis/driver/forgetting.rs`
    FORGETTING_STATES_BETWEEN_PAUSES: 128, 1..=1 << 14;
    /// States up to which a store grows without a look at the memory. `crates/analysis/driver/forgetting.rs`
    FORGETTING_STATES: 1 << 15, 0..=1 << 20;
    /// Successors of the smallest rounds over the tree store. `crates/analysis/driver/layered.rs`
    LAYER_SUCCESSORS: 1 << 14, 1..=1 << 20;
    /// States for one more of them. `crates/analysis/driver/layered.rs`
    LAYER_STATES_FOR_SUCCESSOR: 32, 1..=1 << 10;
    /// States that are read from the tree at a time. `crates/analysis/driver/layered.rs`
    LAYER_STATES_AT_A_TIME: 128, 1..=1 << 12;
    /// States of a chain that are not stored. `crates/analysis/driver/expansion.rs`
    EVENTS_PASSED_BY: 1 << 12, 1..=1 << 14;
    /// Events between two looks at the limits, one event at a time. `crates/analysis/driver/sequential.rs`
    EVENTS_BETWEEN_PAUSES: if cfg!(debug_assertions) { 100 } else { 1 << 14 }, 1..=1 << 16;
    /// Events between two that are timed. `crates/analysis/driver/sequential.rs`
    EVENTS_OF_SAMPLE: 31, 1..=1 << 10;
    /// Bytes of the records of the smallest rounds. `crates/analysis/driver/batched.rs`
    BATCH_BYTES: 3 << 18, 64..=1 << 24;
    /// Records of the largest rounds. `crates/analysis/driver/batched.rs`
    BATCH_SUCCESSORS: 1 << 22, 1..=1 << 24;
    /// Bytes of a round that one thread takes in alone. `crates/analysis/driver/batched.rs`
    BATCH_BYTES_OF_ONE_THREAD: 1 << 16, 0..=1 << 20;
    /// States of a round that are timed. `crates/analysis/driver/batched.rs`
    BATCH_STATES_OF_SAMPLE: 64, 1..=1 << 12;
    /// New states that are told at a time. `crates/analysis/driver/batched.rs`
    SUCCESSORS_AT_A_TIME: 256, 1..=1 << 12;
    /// Bytes of the records of the smallest rounds over pairs. `crates/analysis/driver/delayed.rs`
    DELAYED_BYTES: 1 << 18, 64..=1 << 24;
    /// States of a level that are tried as predecessors at a time. `crates/analysis/driver/backwards.rs`
    BACKWARD_STATES_OF_BLOCK: 1 << 12, 1..=1 << 14;
    /// States of a frontier between two looks at the limits. `crates/analysis/depth/bounded.rs`
    DEPTH_STATES_BETWEEN_LOOKS: 1 << 12, 1..=1 << 14;
    /// Events between two looks at the limits in a search to a depth. `crates/analysis/depth/explore.rs`
    DEPTH_EVENTS_BETWEEN_PAUSES: if cfg!(debug_assertions) { 100 } else { 1 << 14 }, 1..=1 << 16;
    /// Open states for which there is always room. `crates/analysis/open/spare.rs`
    OPEN_STATES_KEPT: 1 << 12, 0..=1 << 16;

    // analysis: progress measures and reductions
    /// Components of a learned measure. `crates/analysis/progress/learn.rs`
    MEASURE_COMPONENTS: 32, 1..=64;
    /// Visits after which a sweep of a sample is given up. `crates/analysis/progress/learn.rs`
    MEASURE_VISITS: 4, 1..=64;
    /// Rounds of deriving a measure. `crates/analysis/progress/derive.rs`
    MEASURE_ROUNDS: 6, 1..=64;
    /// Operations on the equations of a measure. `crates/analysis/progress/derive.rs`
    MEASURE_WORK: 3_000_000, 0..=4_000_000;
    /// Rounds of ranking the values of a slot. `crates/analysis/progress/ranking.rs`
    RANKING_ROUNDS: 8, 1..=64;
    /// States of a sample. `crates/analysis/progress/sample.rs`
    SAMPLE_STATES: 20_000, 1..=30_000;
    /// Steps of the first walks of a sample. `crates/analysis/progress/sample.rs`
    SAMPLE_FIRST_WALK: 64, 1..=1 << 10;
    /// Walks of the same number of steps. `crates/analysis/progress/sample.rs`
    SAMPLE_WALKS: 16, 1..=64;
    /// Steps for one new state below which walks have become stale. `crates/analysis/progress/sample.rs`
    SAMPLE_STALE: 50, 1..=100;
    /// Events for which independence is kept as a table; with more, what needs it is refused. `crates/analysis/reduce/independence.rs`
    INDEPENDENCE_EVENTS: 1 << 14, 256..=1 << 15;
    /// Events up to which deletion begins with all of them. `crates/analysis/reduce/stubborn/mod.rs`
    DELETED_EVENTS: 1 << 10, 0..=1 << 14;
    /// Work for a stubborn set, `crates/analysis/reduce/stubborn/desk.rs`
    STUBBORN_WORK: 1 << 10, 0..=1 << 20;
    /// and for each enabled event. `crates/analysis/reduce/stubborn/desk.rs`
    STUBBORN_WORK_FOR_EVENT: 1 << 8, 0..=1 << 20;
    /// Words of all rows of the relation between events. `crates/analysis/reduce/stubborn/direct.rs`
    STUBBORN_ROW_WORDS: 1 << 18, 0..=1 << 22;
    /// Lists of enabled events that have a spot of their own: a power of two. `crates/analysis/reduce/stubborn/recall.rs`
    MEMO_ROOTS: 1 << 13, 2..=1 << 14;
    /// Numbers of the forest of remembered sets. `crates/analysis/reduce/stubborn/recall.rs`
    MEMO_CELLS: 1 << 19, 0..=1 << 22;
    /// Searches in a row after which it is seen whether remembering pays. `crates/analysis/reduce/stubborn/recall.rs`
    MEMO_WINDOW: 1 << 12, 1..=1 << 16;
    /// Sets of which one has been found before where it does. `crates/analysis/reduce/stubborn/recall.rs`
    MEMO_ENOUGH: 16, 0..=1 << 10;
    /// Roles of a slot that are told apart. `crates/analysis/reduce/stubborn/relation.rs`
    ROLES: 1 << 10, 0..=1 << 14;
    /// Values between borders whose classes are written down. `crates/analysis/reduce/stubborn/question.rs`
    CLASSES_LISTED: 1 << 10, 0..=1 << 14;
    /// Walks that show whether sets are worth while, `crates/analysis/reduce/stubborn/worth.rs`
    WORTH_WALKS: 8, 0..=64;
    /// each of this number of steps. `crates/analysis/reduce/stubborn/worth.rs`
    WORTH_STEPS: 32, 1..=1 << 10;
    /// States of which one has to have fewer events. `crates/analysis/reduce/stubborn/worth.rs`
    WORTH_STATES: 64, 1..=1 << 20;
    /// States after which it is enough if half of the events are left out. `crates/analysis/reduce/stubborn/worth.rs`
    WORTH_FEW_STATES: 16, 1..=1 << 10;
    /// Events that are looked at for one that is left out. `crates/analysis/reduce/stubborn/worth.rs`
    WORTH_LOOKED_AT: 48, 0..=1 << 20;
    /// Steps of the first random walks. `crates/analysis/walk.rs`
    WALK_STEPS: 64, 1..=1 << 10;
    /// Walks of the same number of steps. `crates/analysis/walk.rs`
    WALKS: 16, 1..=64;
    /// Steps of the longest walks. `crates/analysis/walk.rs`
    WALK_LONGEST: 1 << 20, 1024..=1 << 21;
    /// Successors of which the best is taken. `crates/analysis/walk.rs`
    WALK_LOOKED_AT: 6, 1..=64;

    // structural
    /// Arcs by which even the smallest net may grow. `crates/structural/work.rs`
    SPARE_ARCS: 64, 0..=1 << 20;
    /// Arcs of a place that is asked about more than once in a pass. `crates/structural/work.rs`
    ARCS_ASKED_ONCE: 64, 0..=1 << 20;
    /// Arcs of a node that passes a change on to its neighbours. `crates/structural/graph.rs`
    ARCS_OF_NEIGHBOUR: 8, 0..=1 << 20;
    /// Firings that one transition stands for. `crates/structural/inverse.rs`
    FIRINGS_OF_TRANSITION: 1 << 12, 1..=1 << 16;
    /// Firings that are carried out in advance. `crates/structural/inverse.rs`
    FIRINGS_IN_ADVANCE: 1 << 20, 0..=1 << 24;
    /// Transitions with which one is compared for superfluous tests. `crates/structural/rule/superfluous_test.rs`
    TESTS_COMPARED: 64, 0..=1 << 20;
    /// Places that are tried as the one that implies another. `crates/structural/rule/implied_place.rs`
    IMPLYING_PLACES: 16, 0..=1 << 20;
    /// Transitions of the same effect with which one is compared. `crates/structural/rule/dominated_transition.rs`
    EFFECTS_COMPARED: 64, 0..=1 << 20;
    /// Ids of transitions from which an id is put together. `crates/structural/emit.rs`
    ID_PARTS: 4, 1..=64;

    // unfolding
    /// Bindings that are put in order in one piece. `crates/unfolding/emit.rs`
    BINDINGS_IN_ORDER: 1 << 16, 4..=1 << 20;
    /// Bindings and tokens between two looks at the budget. `crates/unfolding/evaluator.rs`
    BINDINGS_BETWEEN_LOOKS: 1 << 12, 1..=1 << 16;
    /// Steps of a join between two looks at the clock. `crates/unfolding/budget.rs`
    STEPS_BETWEEN_TICKS: 1 << 12, 1..=1 << 16;

    // proof
    /// How often a place is split at a fraction. `crates/proof/refutation.rs`
    SPLITS: 64, 0..=1 << 10;
    /// Conditions of a lemma of known weights. `crates/proof/refutation.rs`
    CONDITIONS_OF_LEMMA: 2, 0..=4;
    /// Lemmas of known weights that a choice gives. `crates/proof/refutation.rs`
    LEMMAS_OF_KNOWN_WEIGHTS: 4, 0..=16;
    /// How often a bound is lowered by one. `crates/proof/prover.rs`
    LOWERINGS: 4, 0..=64;
    /// Places of a trap that are struck out one by one. `crates/proof/trap.rs`
    TRAP_TRIALS: 200, 0..=1 << 14;
    /// Entries of a matrix of a linear program. `crates/proof/budget.rs`
    PROOF_ENTRIES: 400_000, 0..=1 << 24;
    /// Cases of a proof. `crates/proof/budget.rs`
    PROOF_CASES: 100_000, 0..=150_000;
    /// Conditions of a proof. `crates/proof/budget.rs`
    PROOF_CONDITIONS: 300_000, 0..=1 << 24;

    // sanderling
    /// Parts of a formula that is taken apart for stubborn sets. `crates/sanderling/target.rs`
    TARGET_PARTS: 1 << 12, 0..=1 << 16;
}
