//! Stored states with their numbers, and the firings between them.
//!
//! Numbers follow the order of the shards, except that the initial state and the first stored state have
//! exchanged numbers.

use std::ops::Range;

use sanderling_analysis::{Outcome, Stored};
use sanderling_model::NetModel;
use sanderling_net::TransitionId;
use sanderling_net::semantics::Marking;
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{EventId, Fired, with_few_words, word_count};

use super::Edges;

/// Stored states with their numbers.
pub(super) struct Numbered<M> {
    pub(super) model: M,
    pub(super) store: PackedStore,
    /// For each shard, the number of states in the shards before it.
    before: Vec<usize>,
    /// The number that the initial state would have without the exchange.
    root: usize,
    /// Whether all successors of all states are included.
    is_whole: bool,
}

impl<M: NetModel> Numbered<M> {
    pub(super) fn of(outcome: Outcome<M>, is_whole: bool) -> Self {
        let Stored::Packed(store) = outcome.store else { unreachable!("the search uses a packed store") };
        let before = store.shards().iter().scan(0, |all, shard| {
            let before = *all;
            *all += shard.len();
            Some(before)
        });
        let before: Vec<usize> = before.collect();
        let root = before[outcome.root.shard()] + outcome.root.position();
        Self { model: outcome.system, store, before, root, is_whole }
    }

    /// Exchanges the numbers of the initial state and the first stored state.
    fn exchanged(&self, number: usize) -> usize {
        match number {
            0 => self.root,
            number if number == self.root => 0,
            number => number,
        }
    }

    fn number(&self, id: StateId) -> u32 {
        // Ids have 32 bits, so the number fits.
        self.exchanged(self.before[id.shard()] + id.position()) as u32
    }

    /// Returns the state with this number, before the exchange.
    fn at(&self, number: usize) -> StateId {
        let shard = self.before.partition_point(|&before| before <= number) - 1;
        StateId::new(shard, number - self.before[shard])
    }

    /// Returns the states with these numbers, shard by shard.
    pub(super) fn ids(&self, states: Range<usize>) -> impl Iterator<Item = StateId> + '_ {
        let mut last = self.at(states.start.min(self.store.len() - 1));
        states.map(move |number| {
            let exchanged = self.exchanged(number);
            if exchanged != number {
                return self.at(exchanged);
            }
            let position = number - self.before[last.shard()];
            if position >= self.store.shards()[last.shard()].len() {
                last = self.at(number);
                return last;
            }
            StateId::new(last.shard(), position)
        })
    }

    pub(super) fn state<const W: usize>(&self, id: StateId) -> &[u64] {
        self.store.shards()[id.shard()].state::<W>(id.position())
    }

    pub(super) fn marking(&self, number: usize) -> Option<Marking> {
        let state = self.store.state(self.at(self.exchanged(number)));
        let mut scratch = self.model.scratch();
        self.model.unpack::<0>(state, &mut scratch);
        self.model.marking(state, &scratch)
    }

    pub(super) fn edges(&self, states: Range<usize>) -> Edges {
        with_few_words!(self.store.words(), W => self.edges_of::<W>(states))
    }

    fn edges_of<const W: usize>(&self, states: Range<usize>) -> Edges {
        let (mut edges, mut events) = (Edges::default(), Vec::<EventId>::new());
        let mut successor = vec![0; self.model.words()];
        let successor = &mut successor[..word_count::<W>(self.model.words())];
        let mut scratch = self.model.scratch();
        for (number, id) in states.clone().zip(self.ids(states)) {
            let state = self.state::<W>(id);
            self.model.unpack::<W>(state, &mut scratch);
            events.clear();
            self.model.enabled::<W>(state, &scratch, &mut events);
            for &event in &events {
                let fired = self.model.fire::<W>(state, &scratch, event, successor);
                let target = self.store.find::<W>(successor).filter(|_| fired == Fired::Successor);
                let Some(target) = target else {
                    assert!(!self.is_whole, "where everything was explored, all successors are known");
                    continue;
                };
                edges.sources.push(number as u32);
                edges.targets.push(self.number(target));
                edges.transitions.push(TransitionId::new(event.index()));
            }
        }
        edges
    }
}
