//! Where the property process is along a run that it accepts.
//!
//! Of a run with steps that are repeated, one way round is looked for on which it visits each accepting set and comes back to where it was: then
//! what is told of one round is so in all. Where that would take much, or where a last state is repeated, any way is told from which it can go on
//! so that the run is accepted.

use std::collections::BTreeMap;
use std::ops::Range;

use sanderling_net::PropertyProcess;

use super::run::Word;

/// More triples of a position, a location and some accepting sets are not looked at.
const MOST: usize = 1_000_000;

impl Word {
    /// The locations before each letter and behind the last one. `comes_round` says whether several letters, or steps, are repeated.
    pub(super) fn locations(&self, process: &PropertyProcess, comes_round: bool) -> Vec<u32> {
        let accepting = self.accepting_pairs(process);
        let closed = comes_round.then(|| self.closed(process, &accepting)).flatten();
        closed.unwrap_or_else(|| self.any(process, &accepting))
    }

    /// From each pair on to one from which the run is accepted.
    fn any(&self, process: &PropertyProcess, accepting: &[bool]) -> Vec<u32> {
        let (mut locations, mut at) = (vec![process.initial], process.initial);
        for position in 0..self.allowed.len() {
            let mut next = self.next(process, accepting, position, at);
            at = next.next().expect("an accepting pair is followed by one");
            locations.push(at);
        }
        locations
    }

    /// A way whose locations before the repeated letters and behind them are the same, with each accepting set visited between.
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

    /// The locations of a way over some letters from one to another, on which each of some sets is visited.
    fn way(
        &self,
        (process, sets): (&PropertyProcess, &[Vec<u32>]),
        accepting: &[bool],
        letters: Range<usize>,
        [from, to]: [u32; 2],
    ) -> Option<Vec<u32>> {
        // For each letter: the locations and visited sets that come behind it, each with one that comes before.
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

    /// Where a letter lets the process go from a location, if the run is accepted from there.
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
