//! Where in a breadth-first search a state can be met again: with which levels candidates are compared.

/// What is proved of the levels in which a state can be.
///
/// A step from a state of level `l` leads to that state itself, or to a new one of level `l + 1`, or to one of a level that differs from `l + 1` by a
/// multiple of the period and is not before `l − back`. In undirected graphs `back` is 1: Korf, *Best-First Frontier Search with Delayed
/// Duplicate Detection* (AAAI 2004); Zhou and Hansen, *Breadth-First Heuristic Search* (ICAPS 2004), call it locality. Lamborn and Hansen, *Layered Duplicate
/// Detection in External-Memory Model Checking* (SPIN 2008), compare with fewer levels than that where nothing is known, and expand some states again: ours
/// are each counted once, so that nothing less than a proof will do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// At least 1.
    pub period: u64,
    /// `None`: anywhere before.
    pub back: Option<u64>,
}

impl Default for Scope {
    fn default() -> Self {
        Self { period: 1, back: None }
    }
}

impl Scope {
    /// The class of a level: a state is only in levels of one class.
    pub(super) fn class_of(self, level: usize) -> u64 {
        level as u64 % self.period
    }

    /// Whether candidates for a level can be in one before.
    pub(super) fn has(self, before: usize, level: usize) -> bool {
        let is_near = self.back.is_none_or(|back| (level - before) as u64 <= back + 1);
        is_near && self.class_of(before) == self.class_of(level)
    }
}
