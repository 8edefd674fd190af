//! Reconstruction of many states together, in which common parts of their paths are followed once.
//!
//! The requested states form the first layer, their distinct predecessors the next, and so on, until all states of a
//! layer are available whole. Then events are fired from layer to layer. A layer is sorted by id, so memory is read in
//! one direction, and all events of a state are fired in sequence. Source: Evangelista, Westergaard and Kristensen,
//! *The ComBack Method Revisited*, ToPNoC III, 2009, section 4, which traverses a tree of paths state by state.
//!
//! In contrast to the source, a state is in several layers if paths to it have different lengths. It is then
//! reconstructed several times.

use sanderling_system::{EventId, word_count};

use super::Pairs;
use super::array::Source;
use super::reconstruct::{Reconstruction, Replay};
use crate::StateId;

/// Number of states by which pairs are prefetched ahead.
const AHEAD: usize = 16;

/// The memory to reconstruct many states.
#[derive(Debug, Default)]
pub(super) struct Group {
    layers: Vec<Layer>,
    states: Vec<u64>,
    before: Vec<u64>,
}

/// States at the same distance from the requested ones.
#[derive(Debug, Default)]
struct Layer {
    ids: Vec<StateId>,
    /// For each state that is not available whole, in this order: its predecessor, its index in `ids`, and the event.
    steps: Vec<Step>,
    /// The indices of the other states in `ids`, and their words.
    known: Vec<u32>,
    known_words: Vec<u64>,
}

#[derive(Debug, Clone, Copy)]
struct Step {
    pred: StateId,
    index: u32,
    event: EventId,
}

impl Group {
    pub(super) fn bytes(&self) -> usize {
        let words = self.states.capacity() + self.before.capacity();
        self.layers.iter().map(Layer::bytes).sum::<usize>() + words * size_of::<u64>()
    }

    /// Appends the words of states, which must be sorted and distinct.
    pub(super) fn load_all<R: Replay, const W: usize>(
        &mut self,
        pairs: &Pairs,
        found: &mut Reconstruction,
        replay: &mut R,
        ids: &[StateId],
        states: &mut Vec<u64>,
    ) {
        let depth = self.go_back(pairs, found, ids);
        found.effort.reconstructions += self.layers[0].steps.len() as u64;
        for layer in (0..depth).rev() {
            std::mem::swap(&mut self.states, &mut self.before);
            let layer = &self.layers[layer];
            found.effort.events += layer.steps.len() as u64;
            layer.fire::<R, W>(replay, word_count::<W>(pairs.words), &self.before, &mut self.states);
        }
        states.extend_from_slice(&self.states);
    }

    /// Creates the layers, and returns their number.
    fn go_back(&mut self, pairs: &Pairs, found: &Reconstruction, ids: &[StateId]) -> usize {
        self.next_layer(0).ids.extend_from_slice(ids);
        let mut depth = 0;
        loop {
            self.layers[depth].look(pairs, found);
            depth += 1;
            if self.layers[depth - 1].steps.is_empty() {
                return depth;
            }
            self.next_layer(depth);
            let (done, rest) = self.layers.split_at_mut(depth);
            rest[0].ids.extend(done[depth - 1].steps.iter().map(|step| step.pred));
            rest[0].ids.dedup();
        }
    }

    /// Returns an empty layer.
    fn next_layer(&mut self, depth: usize) -> &mut Layer {
        if self.layers.len() == depth {
            self.layers.push(Layer::default());
        }
        let layer = &mut self.layers[depth];
        layer.ids.clear();
        layer.steps.clear();
        layer.known.clear();
        layer.known_words.clear();
        layer
    }
}

impl Layer {
    fn bytes(&self) -> usize {
        self.ids.capacity() * size_of::<StateId>()
            + self.steps.capacity() * size_of::<Step>()
            + self.known.capacity() * size_of::<u32>()
            + self.known_words.capacity() * size_of::<u64>()
    }

    /// Determines which states are available whole, and the predecessors and events of the others.
    fn look(&mut self, pairs: &Pairs, found: &Reconstruction) {
        for (index, &id) in self.ids.iter().enumerate() {
            if let Some(&ahead) = self.ids.get(index + AHEAD) {
                pairs.arrays[ahead.shard()].prefetch(ahead.position());
                found.cache.prefetch(ahead);
            }
            let index = index as u32;
            let known = match found.cache.peek(id) {
                Some(state) => state,
                None => match pairs.get(id) {
                    (Source::Row(row), _) => pairs.whole.state(row),
                    (Source::Pred(pred), event) => {
                        self.steps.push(Step { pred, index, event });
                        continue;
                    }
                },
            };
            self.known.push(index);
            self.known_words.extend_from_slice(known);
        }
        self.steps.sort_unstable_by_key(|step| u64::from(step.pred.raw()) << 32 | u64::from(step.index));
    }

    /// Writes the words of all states, given those of the previous layer.
    fn fire<R: Replay, const W: usize>(
        &self,
        replay: &mut R,
        words: usize,
        before: &[u64],
        states: &mut Vec<u64>,
    ) {
        states.clear();
        states.resize(self.ids.len() * words, 0);
        for (&index, known) in self.known.iter().zip(self.known_words.chunks_exact(words)) {
            states[index as usize * words..][..words].copy_from_slice(known);
        }
        let mut preds = before.chunks_exact(words);
        let (mut pred, mut pred_state) = (None, [].as_slice());
        for step in &self.steps {
            if pred != Some(step.pred) {
                pred = Some(step.pred);
                pred_state = preds.next().expect("the layer before has every predecessor");
                replay.unpack::<W>(pred_state);
            }
            replay.fire::<W>(pred_state, step.event, &mut states[step.index as usize * words..][..words]);
        }
    }
}
