//! Random workflow nets, sound by construction, and then broken.
//!
//! A net of one task between the source `i` and the sink `o` is refined step by step: a task or a place becomes a
//! sequence, a task gets an alternative, a place a parallel one, and a place a task that leads back to it. Each step
//! keeps soundness and extended free choice (Desel and Esparza, *Free Choice Petri Nets*, 1995, chapter 7, have them as
//! rules of synthesis). Then some steps break the net, usually in the same way as modellers do: a join that does not
//! wait for all branches of a split, one that waits for a branch that was never started, an arc that is missing or in
//! the wrong position. The result may still be sound; it may no longer be a workflow net, or be one with another source
//! or sink.

use std::ops::RangeInclusive;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sanderling_net::{Arc, ArcKind, Net, Place, PlaceId, Transition, TransitionId};

use ArcKind::{Input, Output};

/// Returns a workflow net, refined and broken this number of times. The initial marking is one token in `i`, which is
/// the first place; `o` is the second.
#[must_use]
pub fn net(seed: u64, refinements: RangeInclusive<usize>, flaws: RangeInclusive<usize>) -> Net {
    let mut random = StdRng::seed_from_u64(seed);
    let mut draft = Draft { places: 2, transitions: 1, arcs: vec![(SOURCE, 0, Input), (SINK, 0, Output)] };
    for _ in 0..random.random_range(refinements) {
        draft.refine(&mut random);
    }
    for _ in 0..random.random_range(flaws) {
        draft.break_something(&mut random);
    }
    draft.finish(seed)
}

const SOURCE: usize = 0;
const SINK: usize = 1;

/// Net as numbers: an arc is a place, a transition and its kind.
struct Draft {
    places: usize,
    transitions: usize,
    arcs: Vec<(usize, usize, ArcKind)>,
}

impl Draft {
    fn refine(&mut self, random: &mut StdRng) {
        let transition = random.random_range(0..self.transitions);
        let place = random.random_range(0..self.places);
        match random.random_range(0..5) {
            0 => self.split_transition(transition),
            1 if place != SINK => self.split_place(place),
            2 => self.add_alternative(transition),
            3 if place > SINK => self.add_parallel(place),
            4 if place > SINK => self.add_loop(place),
            _ => {}
        }
    }

    fn add_place(&mut self) -> usize {
        self.places += 1;
        self.places - 1
    }

    fn add_transition(&mut self) -> usize {
        self.transitions += 1;
        self.transitions - 1
    }

    /// Replaces a task by two, one after the other.
    fn split_transition(&mut self, transition: usize) {
        let (between, second) = (self.add_place(), self.add_transition());
        self.arcs
            .iter_mut()
            .filter(|arc| arc.1 == transition && arc.2 == Output)
            .for_each(|arc| arc.1 = second);
        self.arcs.extend([(between, transition, Output), (between, second, Input)]);
    }

    /// Replaces a place by two, with a task from the first to the second.
    fn split_place(&mut self, place: usize) {
        let (second, task) = (self.add_place(), self.add_transition());
        self.arcs.iter_mut().filter(|arc| arc.0 == place && arc.2 == Input).for_each(|arc| arc.0 = second);
        self.arcs.extend([(place, task, Input), (second, task, Output)]);
    }

    /// Adds another task with the same effect.
    fn add_alternative(&mut self, transition: usize) {
        let other = self.add_transition();
        let same = self.arcs.iter().filter(|arc| arc.1 == transition).map(|arc| (arc.0, other, arc.2));
        self.arcs.extend(same.collect::<Vec<_>>());
    }

    /// Adds another place that is marked when this one is.
    fn add_parallel(&mut self, place: usize) {
        let other = self.add_place();
        let same = self.arcs.iter().filter(|arc| arc.0 == place).map(|arc| (other, arc.1, arc.2));
        self.arcs.extend(same.collect::<Vec<_>>());
    }

    /// Adds a task that leads back to its own input, if the net stays free-choice.
    fn add_loop(&mut self, place: usize) {
        if self.arcs.iter().any(|arc| arc.0 == place && arc.2 == Input && self.inputs(arc.1).len() > 1) {
            return;
        }
        let task = self.add_transition();
        self.arcs.extend([(place, task, Input), (place, task, Output)]);
    }

    fn break_something(&mut self, random: &mut StdRng) {
        let (arc, place) = (random.random_range(0..self.arcs.len()), random.random_range(0..self.places));
        let transition = random.random_range(0..self.transitions);
        match random.random_range(0..8) {
            0..=2 => self.split_join(random),
            3 | 4 => self.merge_into_join(random),
            5 if self.arcs.len() > 2 => {
                self.arcs.swap_remove(arc);
            }
            6 => self.arcs[arc].0 = place,
            _ => {
                let kind = if random.random_bool(0.5) { Input } else { Output };
                self.arcs.push((place, transition, kind));
            }
        }
    }

    fn inputs(&self, transition: usize) -> Vec<usize> {
        self.arcs.iter().filter(|arc| arc.1 == transition && arc.2 == Input).map(|arc| arc.0).collect()
    }

    fn producers(&self, place: usize) -> Vec<usize> {
        self.arcs.iter().filter(|arc| arc.0 == place && arc.2 == Output).map(|arc| arc.1).collect()
    }

    /// Replaces a task that waits for several places by one for each of them, so that nothing is synchronised.
    fn split_join(&mut self, random: &mut StdRng) {
        let joins: Vec<usize> = (0..self.transitions).filter(|&t| self.inputs(t).len() > 1).collect();
        let Some(&join) = joins.choose(random) else { return };
        let is_output = |arc: &&(usize, usize, ArcKind)| arc.1 == join && arc.2 == Output;
        let outputs: Vec<usize> = self.arcs.iter().filter(is_output).map(|arc| arc.0).collect();
        for place in self.inputs(join).into_iter().skip(1) {
            let task = self.add_transition();
            let old = (place, join, Input);
            self.arcs.iter_mut().filter(|arc| **arc == old).for_each(|arc| arc.1 = task);
            self.arcs.extend(outputs.iter().map(|&output| (output, task, Output)));
        }
    }

    /// Replaces a place with several inputs by one place for each input; the transitions that consumed from it wait for
    /// all of them.
    fn merge_into_join(&mut self, random: &mut StdRng) {
        let merges: Vec<usize> =
            (SINK + 1..self.places).filter(|&place| self.producers(place).len() > 1).collect();
        let Some(&place) = merges.choose(random) else { return };
        let is_input = |arc: &&(usize, usize, ArcKind)| arc.0 == place && arc.2 == Input;
        let consumers: Vec<usize> = self.arcs.iter().filter(is_input).map(|arc| arc.1).collect();
        for producer in self.producers(place).into_iter().skip(1) {
            let own = self.add_place();
            let old = (place, producer, Output);
            self.arcs.iter_mut().filter(|arc| **arc == old).for_each(|arc| arc.0 = own);
            self.arcs.extend(consumers.iter().map(|&consumer| (own, consumer, Input)));
        }
    }

    /// Returns the net without parallel arcs.
    fn finish(mut self, seed: u64) -> Net {
        self.arcs.sort_unstable();
        self.arcs.dedup();
        let mut net = Net::new(format!("random-workflow-{seed}"));
        for place in 0..self.places {
            let id = ["i", "o"].get(place).map_or_else(|| format!("p{place}"), |&end| end.to_owned());
            net.add_place(Place::with_tokens(id, u64::from(place == SOURCE)));
        }
        for transition in 0..self.transitions {
            net.add_transition(Transition::plain(format!("t{transition}")));
        }
        for (place, transition, kind) in self.arcs {
            net.add_arc(Arc::weighted(PlaceId::new(place), TransitionId::new(transition), kind, 1));
        }
        net
    }
}
