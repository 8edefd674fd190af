//! The states of a process in runs on disk. A number is a position in all levels, one after the other.
//!
//! Inserted states are candidates. When a level is over in all processes, each process compares its
//! candidates with its known states. The rest is its part of the next level, which may be empty. Level
//! numbers are the same in all processes.

use std::ops::Range;

use sanderling_store::StateId;
use sanderling_store::hash::hash;
use sanderling_store::runs::{LevelRuns, Work};
use sanderling_system::{Adaptive, Extremes, with_words, word_count};

use super::super::block::position_of;
use super::super::disk::{DiskLevels, DiskOutbox, SHARE_OF_MEMORY, begin};
use super::super::expand::Expansion;
use super::super::met::Met;
use super::super::workers::Workers;
use super::super::{Blocks, Levels};
use super::ownership::bucket;
use super::part::{Part, PartAtHand, PartOutbox};
use crate::driver::search::{Interruption, Search, due};
use crate::limits::StopReason;
use crate::phases::Sample;
use crate::store::{ALONE, DiskStates, disk_stop};

pub(super) struct DiskPart {
    pub(super) levels: DiskLevels,
    own: Range<usize>,
    /// The number of the first state of this level.
    first: u64,
    /// The position before this level began.
    before: (usize, u64),
}

impl DiskPart {
    /// Creates the part with this position, which owns these buckets.
    pub(super) fn at(store: &DiskStates, levels: DiskLevels, own: Range<usize>) -> Self {
        let (begun, closed) = levels.position();
        let first = first_of(store.runs(), begun.saturating_sub(1));
        Self { levels, own, first, before: (begun, closed) }
    }
}

impl<S: Extremes + Adaptive + Send> Blocks<S> for DiskPart {
    const WAITS_FOR_MEMORY: bool = true;

    type Store = DiskStates;
    type Block = usize;
    type Outbox = PartOutbox<DiskOutbox>;

    fn open_in_level(&self) -> u64 {
        Blocks::<S>::open_in_level(&self.levels)
    }

    fn successors_per_round(&self, search: &Search<'_, S, DiskStates>) -> u64 {
        self.levels.successors_per_round(search)
    }

    fn take(&mut self, search: &mut Search<'_, S, DiskStates>, states: usize) -> Result<usize, StopReason> {
        self.levels.take(search, states)
    }

    fn units(&self, block: &usize) -> usize {
        Blocks::<S>::units(&self.levels, block)
    }

    fn expand_words<const W: usize>(
        &self,
        _: &DiskStates,
        unit: (&usize, usize),
        expansion: &mut Expansion<'_, '_, S>,
        PartAtHand { recent, .. }: &mut PartAtHand<DiskOutbox>,
        PartOutbox { own, foreign }: &mut PartOutbox<DiskOutbox>,
        sample: &mut Option<Sample>,
    ) -> Option<Interruption> {
        own.begin(expansion.system.words());
        self.levels.expand_unit::<S, W>(unit, expansion, sample, |state| {
            let hash = hash(state);
            if recent.is_new::<W>(hash, state) {
                let bucket = bucket(hash);
                if self.own.contains(&bucket) {
                    own.push::<W>(state);
                } else {
                    foreign[bucket].push_if(true, state);
                }
            }
        })
    }

    fn close(&mut self, block: &usize) {
        Blocks::<S>::close(&mut self.levels, block);
    }
}

impl<S: Extremes + Adaptive + Send> Part<S> for DiskPart {
    type Own = DiskOutbox;

    fn begin(search: &mut Search<'_, S, DiskStates>, own: Range<usize>, initial: Option<&[u64]>) -> Self {
        begin(search, initial);
        search.store.runs_mut().keep_to(search.guidance.scope);
        if initial.is_none() {
            search.store.runs_mut().add_empty_level();
        }
        Self::at(&search.store, DiskLevels::default(), own)
    }

    fn advance(&mut self, store: &DiskStates) -> u64 {
        self.before = self.levels.position();
        let (begun, closed) = self.before;
        let states = Levels::<S>::advance(&mut self.levels, store);
        if self.levels.position().0 > begun {
            // All states of the level before are closed.
            self.first += closed;
        }
        states
    }

    fn retreat(&mut self, store: &DiskStates) {
        let levels = DiskLevels::at(store, self.before, Met::default());
        *self = Self::at(store, levels, self.own.clone());
    }

    fn states_of(&block: &usize) -> u64 {
        block as u64
    }

    fn number(&self, id: StateId) -> u64 {
        let (_, closed) = self.levels.position();
        self.first + closed + position_of(id) as u64
    }

    fn sort(&self, store: &DiskStates, (states, _): (&[u64], &[u64]), (): &mut (), own: &mut DiskOutbox) {
        let words = store.runs().words();
        own.begin(words);
        with_words!(words, W => states.chunks_exact(word_count::<W>(words)).for_each(|state| own.push::<W>(state)));
    }

    fn insert(
        &mut self,
        search: &mut Search<'_, S, DiskStates>,
        workers: &Workers<PartOutbox<DiskOutbox>>,
    ) -> Result<(), StopReason> {
        // Messages have about the size of a round's successors, sent and received.
        let messages = search.options.limits.memory_bytes.map_or(0, |bytes| bytes / SHARE_OF_MEMORY);
        self.levels.insert_all(search, workers, messages, |outbox| &outbox.own)
    }

    fn complete_level(
        &mut self,
        search: &mut Search<'_, S, DiskStates>,
        workers: &Workers<PartOutbox<DiskOutbox>>,
    ) -> Result<(), StopReason> {
        if search.store.runs().levels() > self.levels.position().0 {
            // The level was completed before the search was interrupted.
            return Ok(());
        }
        DiskLevels::work_at(search, workers, |runs, work| {
            if runs.finish(u64::MAX, work)? == 0 {
                runs.add_empty_level();
            }
            Ok(())
        })
    }

    /// Some open states of the next level are candidates, which may turn out to be known.
    fn settle(&mut self, search: &mut Search<'_, S, DiskStates>) -> Result<(), StopReason> {
        let (control, clock, levels) = (search.control, search.clock, search.store.runs().levels());
        let is_cut = || due(control, &clock).is_some();
        let work = Work { is_cut: &is_cut, ..ALONE };
        let finished = search.store.runs_mut().finish(u64::MAX, work);
        if search.store.runs().levels() > levels {
            // A level exists before the current one has ended.
            search.store.tear();
        }
        finished.map(|_| ()).map_err(|error| disk_stop(error, search.cut()))
    }

    fn level(&self, store: &DiskStates, level: usize) -> Vec<Range<u64>> {
        let first = first_of(store.runs(), level);
        std::iter::once(first..first + store.runs().states_of(level)).collect()
    }

    fn open(&self, store: &DiskStates) -> [Vec<Range<u64>>; 2] {
        let (begun, closed) = self.levels.position();
        let end = first_of(store.runs(), begun);
        [self.first + closed..end, end..store.len() as u64].map(|numbers| std::iter::once(numbers).collect())
    }

    fn has(&self, store: &DiskStates, number: u64) -> bool {
        number < store.len() as u64
    }

    fn read(
        &mut self,
        search: &mut Search<'_, S, DiskStates>,
        numbers: Range<u64>,
        states: &mut Vec<u64>,
    ) -> Result<(), StopReason> {
        let (runs, mut first) = (search.store.runs(), 0);
        for level in 0..runs.levels() {
            let end = first + runs.states_of(level);
            if numbers.start < end {
                let mut reader = runs.reader(level, numbers.start - first);
                let read = reader.read::<0>((numbers.end - numbers.start) as usize, states);
                return read.map_err(|error| disk_stop(error, search.cut()));
            }
            first = end;
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        Levels::<S>::bytes(&self.levels)
    }
}

/// The number of the first state of a level.
fn first_of(runs: &LevelRuns, level: usize) -> u64 {
    (0..level).map(|level| runs.states_of(level)).sum()
}
