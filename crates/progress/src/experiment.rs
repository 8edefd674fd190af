//! The cost of a sweep, estimated on a sample.
//!
//! The classes of states with equal progress are visited in order. When a class is done, its states are
//! forgotten, except for the targets of regressing steps. These persist, and start the next sweep if they
//! were not stored. The maximum number of stored states therefore depends not only on the sizes of classes,
//! but also on the numbers of waiting and of persistent states. So measures are compared by experiment.
//!
//! Source: Kristensen and Mailund, *A Generalised Sweep-Line Method for Safety Properties*, FME 2002.

use std::collections::BTreeMap;

/// The successors of each state of a sample.
pub(super) struct Successors {
    targets: Vec<u32>,
    /// The start of the successors of each state, followed by their end.
    starts: Vec<u32>,
}

impl Successors {
    pub(super) fn new(states: usize, steps: &[(u32, u32)]) -> Self {
        let mut steps = steps.to_vec();
        steps.sort_unstable();
        steps.dedup();
        let start = |state| steps.partition_point(|&(from, _)| from < state) as u32;
        let starts = (0..=states as u32).map(start).collect();
        Self { targets: steps.into_iter().map(|(_, to)| to).collect(), starts }
    }

    fn states(&self) -> usize {
        self.starts.len() - 1
    }

    fn of(&self, state: u32) -> &[u32] {
        let state = state as usize;
        &self.targets[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}

/// The cost of a sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cost {
    /// Maximum number of states stored at a time.
    pub(super) peak: usize,
    /// The number of expansions.
    pub(super) visits: usize,
}

impl Cost {
    /// Combines both numbers: half the memory is worth four times the visits.
    pub(super) fn weight(self) -> f64 {
        (self.peak as f64).powi(2) * self.visits as f64
    }
}

/// Sweeps over the states from the first one on, given the class of each. Returns `None` if the average
/// number of visits would exceed `max_visits`.
pub(super) fn sweep(successors: &Successors, classes: &[u32], max_visits: usize) -> Option<Cost> {
    let mut sweep = Sweep {
        successors,
        classes,
        is_stored: vec![false; classes.len()],
        persists: vec![false; classes.len()],
        stored: 0,
        cost: Cost { peak: 0, visits: 0 },
    };
    let mut roots = Vec::new();
    if successors.states() > 0 {
        sweep.store(0);
        roots.push(0);
    }
    while !roots.is_empty() {
        roots = sweep.once(&roots);
        if sweep.cost.visits > max_visits * classes.len() {
            return None;
        }
    }
    Some(sweep.cost)
}

struct Sweep<'a> {
    successors: &'a Successors,
    classes: &'a [u32],
    is_stored: Vec<bool>,
    persists: Vec<bool>,
    stored: usize,
    cost: Cost,
}

impl Sweep<'_> {
    /// Runs one sweep from these states, and returns those that the next one starts from.
    fn once(&mut self, roots: &[u32]) -> Vec<u32> {
        let mut open: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let mut regressed = Vec::new();
        roots.iter().for_each(|&root| open.entry(self.classes[root as usize]).or_default().push(root));
        while let Some((class, mut waiting)) = open.pop_first() {
            let mut closed = Vec::new();
            while let Some(state) = waiting.pop() {
                closed.push(state);
                self.cost.visits += 1;
                for &target in self.successors.of(state) {
                    let there = self.classes[target as usize];
                    self.persists[target as usize] |= there < class;
                    if !self.store(target) {
                        continue;
                    }
                    match there.cmp(&class) {
                        std::cmp::Ordering::Less => regressed.push(target),
                        std::cmp::Ordering::Equal => waiting.push(target),
                        std::cmp::Ordering::Greater => open.entry(there).or_default().push(target),
                    }
                }
            }
            closed.into_iter().for_each(|state| self.forget(state));
        }
        regressed
    }

    /// Stores a state, and returns whether it was new.
    fn store(&mut self, state: u32) -> bool {
        if std::mem::replace(&mut self.is_stored[state as usize], true) {
            return false;
        }
        self.stored += 1;
        self.cost.peak = self.cost.peak.max(self.stored);
        true
    }

    fn forget(&mut self, state: u32) {
        if !self.persists[state as usize] && std::mem::take(&mut self.is_stored[state as usize]) {
            self.stored -= 1;
        }
    }
}

#[cfg(test)]
mod tests;
