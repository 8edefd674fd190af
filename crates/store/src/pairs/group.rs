//! Many states found again together: paths that meet are gone along once.
//!
//! The states that are asked for make a layer, their predecessors the next one, each once, and so on, until
//! all of a layer are known whole. Then events are fired from layer to layer. A layer is in order of ids,
//! so that memory is gone through in one direction, and all events of a state are fired one behind the
//! other. Source: Evangelista, Westergaard and Kristensen, *The ComBack Method Revisited*, ToPNoC III,
//! 2009, section 4, where a tree of paths is gone through state by state.
//!
//! We differ in that a state may be in several layers, where paths to it are of different length; then it is
//! found as often.

use sanderling_system::{EventId, word_count};

use super::Pairs;
use super::array::Source;
use super::reconstruct::{Reconstruction, Replay};
use crate::StateId;

/// How many states ahead their pairs are asked for.
const AHEAD: usize = 16;

/// What is at hand for finding many states.
#[derive(Debug, Default)]
pub(super) struct Group {
    layers: Vec<Layer>,
    states: Vec<u64>,
    before: Vec<u64>,
}

/// States at the same distance from those that are asked for.
#[derive(Debug, Default)]
struct Layer {
    ids: Vec<StateId>,
    /// For each state that is not known whole, in this order: its predecessor, where it stands in `ids`,
    /// and the event.
    steps: Vec<Step>,
    /// Where the others stand in `ids`, and their words.
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

    /// Appends the words of states, which are in order and each there once.
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

    /// Makes the layers, and answers how many.
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

    /// A layer without states.
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

    /// Finds out which states are known whole, and what leads to the others.
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

    /// Writes the words of all states, given those of the layer before.
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
