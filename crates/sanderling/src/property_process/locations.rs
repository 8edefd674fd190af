//! Reconstructs the locations of the property process along a run that it accepts.
//!
//! For a run with repeated steps, it looks for a cycle of locations over one round that visits each accepting set and
//! returns to its start. The locations of one round are then valid in every round. If that is too expensive, or if a
//! last state is repeated, it uses any path from which the run can still be accepted.

use std::collections::BTreeMap;
use std::ops::Range;

use sanderling_net::PropertyProcess;

use super::run::Word;

/// Maximum number of triples of a position, a location and a set of accepting sets to explore.
const MOST: usize = 1_000_000;

impl Word {
    /// Returns the locations before each letter and after the last one. `comes_round` says whether several
    /// letters, or steps, are repeated.
    pub(super) fn locations(&self, process: &PropertyProcess, comes_round: bool) -> Vec<u32> {
        let accepting = self.accepting_pairs(process);
        let closed = comes_round.then(|| self.closed(process, &accepting)).flatten();
        closed.unwrap_or_else(|| self.any(process, &accepting))
    }

    /// Moves from each accepting pair to another one.
    fn any(&self, process: &PropertyProcess, accepting: &[bool]) -> Vec<u32> {
        let (mut locations, mut at) = (vec![process.initial], process.initial);
        for position in 0..self.allowed.len() {
            let mut next = self.next(process, accepting, position, at);
            at = next.next().expect("an accepting pair is followed by one");
            locations.push(at);
        }
        locations
    }

    /// Returns a path with the same location before and after the repeated letters that visits each accepting
    /// set in between.
    fn closed(&self, process: &PropertyProcess, accepting: &[bool]) -> Option<Vec<u32>> {
        let (sets, locations) = (process.accepting.len(), process.locations.len());
        let triples =
            u32::try_from(sets).ok().and_then(|sets| (self.allowed.len() * locations).checked_shl(sets))?;
        if sets > 8 || triples > MOST {
            return None;
        }
        let [before, round] = [0..self.repeated_from, self.repeated_from..self.allowed.len()];
        (0..locations as u32).find_map(|entry| {
            let mut way = self.way((process, &[]), accepting, before.clone(), [process.initial, entry])?;
            let round = self.way((process, &process.accepting), accepting, round.clone(), [entry, entry])?;
            way.extend(&round[1..]);
            Some(way)
        })
    }

    /// Returns the locations of a path over some letters from one location to another that visits each of
    /// some sets.
    fn way(
        &self,
        (process, sets): (&PropertyProcess, &[Vec<u32>]),
        accepting: &[bool],
        letters: Range<usize>,
        [from, to]: [u32; 2],
    ) -> Option<Vec<u32>> {
        // For each letter, the locations and visited sets after it, each with a predecessor.
        let mut layers = vec![BTreeMap::from([((from, 0_u32), (from, 0))])];
        for position in letters {
            let mut next = BTreeMap::new();
            for &(at, visited) in layers.last().into_iter().flat_map(BTreeMap::keys) {
                let here = sets.iter().enumerate().filter(|(_, set)| set.contains(&at));
                let now = here.fold(visited, |visited, (number, _)| visited | 1 << number);
                for location in self.next(process, accepting, position, at) {
                    next.entry((location, now)).or_insert((at, visited));
                }
            }
            layers.push(next);
        }
        let (mut way, mut state) = (vec![to], (to, (1 << sets.len()) - 1));
        for layer in layers[1..].iter().rev() {
            state = *layer.get(&state)?;
            way.push(state.0);
        }
        way.reverse();
        (state == (from, 0)).then_some(way)
    }

    /// Returns the locations to which a letter lets the process move, if the run is accepted from there.
    fn next<'a>(
        &'a self,
        process: &'a PropertyProcess,
        accepting: &'a [bool],
        position: usize,
        at: u32,
    ) -> impl Iterator<Item = u32> + 'a {
        let behind = if position + 1 < self.allowed.len() { position + 1 } else { self.repeated_from };
        let all = process.transitions.iter().zip(&self.allowed[position]);
        let steps = all.filter(move |(watch, is_allowed)| **is_allowed && watch.source == at);
        let is_accepting = move |&to: &u32| accepting[behind * process.locations.len() + to as usize];
        steps.map(|(watch, _)| watch.target).filter(is_accepting)
    }
}
