//! The levels of a breadth-first search in which a state can be met again, with which candidates are compared.

/// A proved restriction on the levels of successors.
///
/// A step from a state of level `l` leads to that state itself, to a new state of level `l + 1`, or to a state of a
/// level that differs from `l + 1` by a multiple of the period and is not before `l − back`. In undirected graphs
/// `back` is 1: Korf, *Best-First Frontier Search with Delayed Duplicate Detection* (AAAI 2004). Zhou and Hansen,
/// *Breadth-First Heuristic Search* (ICAPS 2004), call it locality. Lamborn and Hansen, *Layered Duplicate Detection in
/// External-Memory Model Checking* (SPIN 2008), compare with few levels even without a proof, and expand some states
/// again. Here each state is counted once, so a proof is required.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// The period of the levels, at least 1.
    pub period: u64,
    /// The number of levels to look back, or `None` for all previous levels.
    pub back: Option<u64>,
}

impl Default for Scope {
    fn default() -> Self {
        Self { period: 1, back: None }
    }
}

impl Scope {
    /// Returns the class of a level. A state is only in levels of one class.
    pub(super) fn class_of(self, level: usize) -> u64 {
        level as u64 % self.period
    }

    /// Whether candidates for a level can be in an earlier level.
    pub(super) fn has(self, before: usize, level: usize) -> bool {
        let is_near = self.back.is_none_or(|back| (level - before) as u64 <= back + 1);
        is_near && self.class_of(before) == self.class_of(level)
    }
}
