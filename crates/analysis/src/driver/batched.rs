//! The batched driver: breadth-first search, a block of states at a time, on any number of threads.
//!
//! A random access to memory is slow if the next step depends on it, and fast if many are in flight. A round
//! therefore first *expands* a block of states of the current level and sorts the successors by shard of the
//! store. Then it *inserts* them shard by shard. In both phases each piece of work has one owner: a part of
//! the block in the first, a shard in the second. [Threads](workers) take the next piece when they are
//! ready. A shard receives its successors in the order of the block, so the result is the same for any
//! number of threads.
//!
//! This loop serves every store that can be explored [level by level](Levels). One file for each store
//! defines how it takes [blocks](Blocks) and inserts successors: [`packed`], [`tree`], [`pairs`], [`disk`].
//! Searches by several processes have their own loop, in [`partition`].
//!
//! INVARIANT: between rounds every stored state is closed, open in this level or open in the next, and every
//! successor of a closed state is stored.

mod backwards;
mod block;
pub(super) mod disk;
mod disk_paths;
mod expand;
mod frontier;
mod met;
pub(super) mod packed;
pub(super) mod pairs;
pub(super) mod partition;
mod saving;
pub(super) mod tree;
mod turns;
mod workers;

use sanderling_store::StateId;
use sanderling_system::{Adaptive, Extremes, with_words_of};

use self::expand::{Cut, Expansion};
pub(super) use self::frontier::Frontier;
pub(crate) use self::workers::share_out;
pub use self::workers::team;
use self::workers::{AtHand, Workers};
use super::search::{Interruption, Search};
use crate::limits::StopReason;
use crate::observe::Watch;
use crate::phases::{Round, Sample};
use crate::recent::Recent;
use crate::reduce::Reducer;
use crate::relaxation::Ended;
use crate::retention::Retention;
use crate::store::{Store, StoreWithIds};

/// The open states of a level, expanded one block at a time.
trait Blocks<S: Extremes + Adaptive>: Sync {
    /// Whether expansion spends more time on memory than on computation. If so,
    /// [small](sanderling_system::with_few_words) numbers of words have specialized code.
    const WAITS_FOR_MEMORY: bool;

    type Store: Store + Sync;
    /// A block of open states.
    type Block: Sync;
    /// Successors that are not in the store yet.
    type Outbox: Outbox;

    /// The number of open states of this level.
    fn open_in_level(&self) -> u64;

    /// The number of successors that a round should have.
    fn successors_per_round(&self, search: &Search<'_, S, Self::Store>) -> u64;

    /// Takes the next open states of this level, up to the given number.
    fn take(
        &mut self,
        search: &mut Search<'_, S, Self::Store>,
        states: usize,
    ) -> Result<Self::Block, StopReason>;

    /// The number of units in the block. A thread takes one unit at a time.
    fn units(&self, block: &Self::Block) -> usize;

    /// Expands a unit of the block into an outbox, without the successors that the thread has generated
    /// recently. Stops at the first event without a successor. Uses the code [for the number of
    /// words](Self::expand_words).
    fn expand(
        &self,
        store: &Self::Store,
        unit: (&Self::Block, usize),
        expansion: &mut Expansion<'_, '_, S>,
        at_hand: &mut AtHand<Self::Outbox>,
        outbox: &mut Self::Outbox,
        sample: &mut Option<Sample>,
    ) -> Option<Interruption> {
        let words = expansion.system.words();
        if const { Self::WAITS_FOR_MEMORY } {
            with_words_of!(S, with_few_words, words, W => self.expand_words::<W>(store, unit, expansion, at_hand, outbox, sample))
        } else {
            with_words_of!(S, with_words, words, W => self.expand_words::<W>(store, unit, expansion, at_hand, outbox, sample))
        }
    }

    /// [Expands](Self::expand) states of `W` words, or of any number if `W` is 0.
    fn expand_words<const W: usize>(
        &self,
        store: &Self::Store,
        unit: (&Self::Block, usize),
        expansion: &mut Expansion<'_, '_, S>,
        at_hand: &mut AtHand<Self::Outbox>,
        outbox: &mut Self::Outbox,
        sample: &mut Option<Sample>,
    ) -> Option<Interruption>;

    /// Closes the block.
    fn close(&mut self, block: &Self::Block);
}

/// The position of a search in a store that is explored level by level, and its working memory.
trait Levels<S: Extremes + Adaptive>: Blocks<S> {
    /// The number of open states in both levels.
    fn open(&self, store: &Self::Store) -> u64;

    /// Makes the next level the current one, and returns its number of states.
    fn advance(&mut self, store: &Self::Store) -> u64;

    /// Whether the next level is complete as soon as this one is closed.
    fn knows_next(&self, _: &Self::Store) -> bool {
        true
    }

    /// Adds the observations made in states of the block.
    fn add(&mut self, search: &mut Search<'_, S, Self::Store>, watch: &mut Watch<S>);

    /// Inserts the successors that the workers have found into the store.
    fn insert(
        &mut self,
        search: &mut Search<'_, S, Self::Store>,
        workers: &Workers<Self::Outbox>,
    ) -> Result<(), StopReason>;

    /// After an assumption broke, continues with a system that does not make it. Otherwise records
    /// why the search ends.
    fn relax(&mut self, search: &mut Search<'_, S, Self::Store>, interruption: Interruption);

    /// Does periodic work between rounds.
    fn after_round(
        &mut self,
        _: &mut Search<'_, S, Self::Store>,
        _: &Workers<Self::Outbox>,
    ) -> Result<(), StopReason> {
        Ok(())
    }

    /// Does the remaining work when the search ends.
    fn end(&mut self, _: &mut Search<'_, S, Self::Store>) {}

    /// The memory of the block, in bytes.
    fn bytes(&self) -> usize;

    /// The number of bytes to keep free with this number of open states.
    fn reserve(&self, _: &Search<'_, S, Self::Store>, _open: u64) -> usize {
        0
    }
}

/// Successors that are not in the store yet.
trait Outbox: Default + Send + Sync {
    /// The working memory that a thread needs to find them.
    type Workspace: Workspace;

    fn clear(&mut self);
    fn bytes(&self) -> usize;
}

/// Reusable memory of a thread.
trait Workspace: Default + Send {
    fn bytes(&self) -> usize;
}

impl Workspace for () {
    fn bytes(&self) -> usize {
        0
    }
}

/// Explores level by level, on this number of threads, until no state is open or the search is stopped.
fn explore<S: Extremes + Adaptive + Send, L: Levels<S>>(
    search: &mut Search<'_, S, L::Store>,
    levels: &mut L,
    threads: usize,
    mut between_rounds: impl FnMut(&mut Search<'_, S, L::Store>, &L) -> Result<(), StopReason>,
) {
    let limits = &search.options.limits;
    let mut workers = Workers::new(threads, || Recent::new(search.system.words(), limits));
    while search.stop.is_none() {
        if levels.open_in_level() == 0 {
            match levels.advance(&search.store) {
                0 => break,
                states => search.levels.push(states),
            }
        }
        match round(search, levels, &mut workers) {
            Ok(None) => {}
            Ok(Some(interruption)) => {
                search.raise_gathered();
                levels.relax(search, interruption);
                // The pending successors will not be stored, and states may have different words from here
                // on.
                workers.forget(|| Recent::new(search.system.words(), limits));
            }
            Err(reason) => search.stop = Some(reason),
        }
        if search.stop.is_none() {
            search.stop = levels.after_round(search, &workers).err();
        }
        if search.stop.is_none() {
            let open = levels.open(&search.store);
            let bytes = search.report(open, levels.bytes() + workers.bytes());
            search.stop_if_due(open, bytes + levels.reserve(search, open));
        }
        if search.stop.is_none() {
            search.stop = between_rounds(search, levels).err();
        }
    }
    search.raise_gathered();
    levels.end(search);
    let is_between_levels = levels.open_in_level() == 0 && levels.open(&search.store) > 0;
    if is_between_levels && levels.knows_next(&search.store) && search.stop != Some(StopReason::StoreFull) {
        // The search stopped exactly between two levels, and the next one is complete.
        search.levels.push(levels.advance(&search.store));
    }
}

/// Expands a block of the level and inserts the successors. If an event has no successor, or time runs out,
/// the round has no effect.
fn round<S: Extremes + Adaptive + Send, L: Levels<S>>(
    search: &mut Search<'_, S, L::Store>,
    levels: &mut L,
    workers: &mut Workers<L::Outbox>,
) -> Result<Option<Interruption>, StopReason> {
    let Expanded { block, mut watches, interruption, mut timed } = expand_block(search, levels, workers)?;
    if interruption.is_some() {
        return Ok(interruption);
    }
    for watch in &mut watches {
        search.gather(watch);
        levels.add(search, watch);
    }
    levels.close(&block);

    let inserted = levels.insert(search, workers);
    search.stopwatch.looked_up(&mut timed);
    inserted.map(|()| None)
}

/// A block whose events have been fired, with the successors in the outboxes. Its results do not count yet.
struct Expanded<S: Extremes, B> {
    block: B,
    /// The observations made in its states.
    watches: Vec<Watch<S>>,
    /// The first event without a successor. If there is one, the results of the block are discarded.
    interruption: Option<Interruption>,
    timed: Option<Round>,
}

/// Expands the next block of the level. Fails if time runs out.
fn expand_block<S: Extremes + Adaptive + Send, L: Blocks<S>>(
    search: &mut Search<'_, S, L::Store>,
    levels: &mut L,
    workers: &mut Workers<L::Outbox>,
) -> Result<Expanded<S, L::Block>, StopReason> {
    let states = states_per_round(search, levels);
    let mut round = search.stopwatch.round(states.min(levels.open_in_level() as usize));
    let block = levels.take(search, states)?;
    let units = levels.units(&block);
    let is_timed = round.is_some();

    let (system, store, observation, tally) =
        (&search.system, &search.store, search.observation, &search.tally);
    let (guidance, options, at) = (search.guidance, search.options, &*levels);
    let cut = Cut::new(search.control, search.clock);
    workers.outboxes.iter_mut().for_each(Outbox::clear);
    let own = || {
        let watch = Watch::new(system, observation, tally);
        (Expansion::new(system, observation, Reducer::new(guidance, options), watch, &cut), None)
    };
    let (own, interruption) = workers.work(units, own, |unit, at_hand, outbox, (expansion, sample)| {
        let mut timed = (is_timed && unit == units / 2).then(Sample::start);
        let interruption = at.expand(store, (&block, unit), expansion, at_hand, outbox, &mut timed);
        *sample = sample.take().or(timed);
        interruption
    });
    let (mut watches, samples): (Vec<_>, Vec<_>) =
        own.into_iter().map(|(expansion, sample)| (expansion.watch, sample)).unzip();
    search.stopwatch.expanded(&mut round, samples.iter().flatten());
    if !search.join_checks(&mut watches) {
        return Err(StopReason::Discrepancy);
    }
    if interruption.is_none() && cut.is_due() {
        return Err(search.cut().unwrap_or(StopReason::Time));
    }
    Ok(Expanded { block, watches, interruption, timed: round })
}

/// The number of states that have about as many successors as a round should, by the average so far.
fn states_per_round<S: Extremes + Adaptive, L: Blocks<S>>(
    search: &Search<'_, S, L::Store>,
    levels: &L,
) -> usize {
    let tally = &search.tally;
    let average = (tally.firings / tally.expanded.max(1)).max(1);
    let successors = levels.successors_per_round(search).min(search.states_to_limit());
    // The first states may be untypical, so the block grows with the number of expanded states.
    (successors / average).clamp(1, 64 + tally.expanded) as usize
}

/// After an assumption broke, continues with a system that does not make it, in a store whose open states a
/// frontier gives.
fn relax<S: Extremes + Adaptive, T: StoreWithIds>(
    search: &mut Search<'_, S, T>,
    frontier: &mut Frontier,
    interruption: Interruption,
) {
    let group = |id: StateId| frontier.group(id);
    let resumed = search.path_through(interruption).and_then(|path| search.resume(&path, 3, group));
    match resumed {
        // The same event is fired again once states can be forgotten.
        Err(Ended::Stop(StopReason::Memory)) if search.options.retention == Retention::Auto => {
            search.stop = Some(StopReason::Memory);
        }
        Err(ended) => {
            search.observe(frontier.open_states(&search.store));
            search.end(ended);
        }
        Ok(resumed) => {
            *frontier = frontier.moved(&resumed.new_ids);
            search.adopt(resumed);
        }
    }
}
