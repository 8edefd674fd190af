//! Sets for deadlocks, each closed from a single enabled event, the key.
//!
//! The closure of a key depends only on the answers to the questions that it evaluates, not on all enabled
//! events. So it is remembered by key, and one closure serves all states that agree in the part of the system
//! around the key. In most nets there are far fewer such parts than lists of enabled events. In programs, lists
//! recur instead, since they follow from few locations.
//!
//! Keys are tried in an order that is fixed before the search. [Walks](super::worth) show which keys lead to
//! small sets, and which size is good enough to stop. A closure that contains an enabled event earlier in the
//! order is abandoned, because it contains the closure of that event, up to the choice of needs.
//!
//! INVARIANT: the result depends only on the state: neither the order, nor the limits, nor a remembered
//! closure depend on states seen before.

use std::cmp::Ordering;

use sanderling_cutoff::{STUBBORN_KEY_EVENTS, STUBBORN_KEYS};
use sanderling_system::{Dependencies, EventId};

use super::direct::Direct;
use super::question::Question;
use super::relation::{NONE, Relation};
use super::rows::number;
use super::workspace::{Slots, Workspace};
use super::{Stubborn, worth};

/// Maximum number of events processed for a state, as a multiple of the maximum for a key.
const KEYS_OF_FULL_SIZE: usize = 2;

/// The knowledge about keys that is collected before the search.
#[derive(Debug, Clone)]
pub(super) struct Keys {
    /// The position of each event in the order of trying.
    position: Box<[u32]>,
    /// The number of enabled events with which a set is small enough.
    enough: usize,
    /// The [sizes](size_class) of lists of enabled events for which sets are not worth their work.
    skipped_sizes: u64,
}

/// The closures of the enabled events of some states.
#[derive(Debug)]
pub(super) struct Experience {
    /// For each event, the sum of the enabled events of its closures, and the number of its closures.
    of_event: Vec<(usize, usize)>,
    /// The number of enabled events of the smallest set of each state.
    smallest: Vec<usize>,
}

/// Returns a number below 64 that is equal for lists of about the same length.
pub(super) fn size_class(events: usize) -> u32 {
    events.checked_ilog2().unwrap_or(0)
}

impl Keys {
    /// Creates an order without experience: first the events with the fewest that do not accord with them.
    pub(super) fn of(relation: &Relation) -> Self {
        let mut keys = Self { position: vec![0; relation.events].into(), enough: 1, skipped_sizes: 0 };
        keys.put_in_order(|one, other| {
            relation.ranks[one as usize].cmp(&relation.ranks[other as usize]).then(one.cmp(&other))
        });
        keys
    }

    fn put_in_order(&mut self, compare: impl Fn(u32, u32) -> Ordering) {
        let mut order: Vec<u32> = (0..number(self.position.len())).collect();
        order.sort_unstable_by(|&one, &other| compare(one, other));
        for (position, event) in (0..).zip(order) {
            self.position[event as usize] = position;
        }
    }

    /// Puts keys first whose closures have few enabled events on average, and settles what is small enough: what
    /// half of the states achieve. An event without closures counts as average.
    fn learn(&mut self, mut experience: Experience) {
        let of_event = &experience.of_event;
        let (sum, count) =
            of_event.iter().fold((0, 0), |(sum, count), of_one| (sum + of_one.0, count + of_one.1));
        let average = sum as f64 / count.max(1) as f64;
        // Half a closure of average size is added, since few closures prove little.
        let size = |event: u32| {
            let (sum, count) = of_event[event as usize];
            (sum as f64 + average / 2.0) / (count as f64 + 0.5)
        };
        let before = self.position.clone();
        self.put_in_order(|one, other| {
            size(one).total_cmp(&size(other)).then(before[one as usize].cmp(&before[other as usize]))
        });
        experience.smallest.sort_unstable();
        self.enough = experience.smallest.get(experience.smallest.len() / 2).copied().unwrap_or(1).max(1);
    }

    /// Whether sets are not worth their work for lists of about this number of enabled events.
    pub(super) fn skips_size(&self, events: usize) -> bool {
        self.skipped_sizes >> size_class(events) & 1 != 0
    }
}

impl Experience {
    /// Returns an experience without closures, for this number of events.
    pub(super) fn none(events: usize) -> Self {
        Self { of_event: vec![(0, 0); events], smallest: Vec::new() }
    }
}

impl Stubborn {
    /// Learns the order of keys from walks, and for which states keys are not worth their work.
    pub(super) fn learn_keys(&mut self, workspace: &mut Workspace, system: &impl Dependencies) {
        if self.keys.is_none() {
            return;
        }
        let experience = worth::experience(self, workspace, system);
        if let Some(keys) = &mut self.keys {
            keys.learn(experience);
        }
        let skipped_sizes = worth::skipped_sizes(self, workspace, system);
        if let Some(keys) = &mut self.keys {
            keys.skipped_sizes = skipped_sizes;
        }
    }

    /// Closes all enabled events of a state, and records the results.
    pub(super) fn try_all_keys(
        &self,
        workspace: &mut Workspace,
        slots: &impl Slots,
        events: &[EventId],
        experience: &mut Experience,
    ) {
        let Some(direct) = self.direct() else { return };
        workspace.begin_keys(events);
        let sizes = events.iter().map(|event| {
            let key = number(event.index());
            let is_set = workspace.close_key((&self.relation, direct), slots, key, |_| false);
            let size = if is_set { workspace.enabled_of_set().count() } else { events.len() };
            let (sum, count) = &mut experience.of_event[key as usize];
            (*sum, *count) = (*sum + size, *count + 1);
            size
        });
        experience.smallest.extend(sizes.min());
    }

    /// Keeps the events of the smallest set among those of a few keys. Returns `false` if
    /// none leaves an event out, and most keys have not been tried.
    pub(super) fn choose_by_key(
        &self,
        keys: &Keys,
        workspace: &mut Workspace,
        slots: &impl Slots,
        events: &mut Vec<EventId>,
    ) -> bool {
        let Some(direct) = self.direct() else { return false };
        let tries = events.len().min(STUBBORN_KEYS.size());
        let most = KEYS_OF_FULL_SIZE * STUBBORN_KEY_EVENTS.size();
        let mut processed = 0;
        let mut best = std::mem::take(&mut workspace.best);
        best.clear();
        workspace.begin_keys(events);
        for tried in 0..tries {
            let key = workspace.next_key(tried, &keys.position);
            self.find_closure((direct, keys), workspace, slots, key);
            let [work, set @ ..] = &*workspace.chosen else { break };
            processed += *work as usize;
            let fewest = if best.is_empty() { events.len() } else { best.len() };
            if !set.is_empty() && set.len() < fewest {
                best.clear();
                best.extend_from_slice(set);
            }
            if !best.is_empty() && best.len() <= keys.enough || processed >= most {
                break;
            }
        }
        let is_done = !best.is_empty() || events.len() <= 2 * tries;
        if !best.is_empty() {
            events.clear();
            events.extend(best.iter().map(|&event| EventId::new(event as usize)));
        }
        workspace.best = best;
        is_done
    }

    /// Finds or computes the closure of a key. Lists in `chosen` the number of events processed, followed by the
    /// enabled events of the set, if there is one.
    fn find_closure(
        &self,
        (direct, keys): (&Direct, &Keys),
        workspace: &mut Workspace,
        slots: &impl Slots,
        key: u32,
    ) {
        let questions = number(self.relation.questions.len());
        let root = [EventId::new(key as usize)];
        let remembers = workspace.key_memo.is_worth_while();
        workspace.chosen.clear();
        if remembers {
            let enabled = &workspace.enabled;
            let answer = |question: u32| match self.relation.questions.get(question as usize) {
                Some(question) => question.class(slots.value(question.slot)),
                None => enabled.has(question - questions).into(),
            };
            let found = workspace.key_memo.find(&root, answer);
            workspace.chosen.extend(found.into_iter().flatten());
            let is_found = found.is_some();
            workspace.key_memo.count(is_found);
            if is_found {
                return;
            }
        }
        let before = workspace.looked_at;
        let position = &keys.position;
        let is_earlier = |event: u32| position[event as usize] < position[key as usize];
        let is_set = workspace.close_key((&self.relation, direct), slots, key, is_earlier);
        let mut chosen = std::mem::take(&mut workspace.chosen);
        chosen.push(number(workspace.looked_at - before));
        if is_set {
            chosen.extend(workspace.enabled_of_set());
        }
        if remembers {
            let classes =
                |question: u32| self.relation.questions.get(question as usize).map(Question::classes);
            let answers = |question| classes(question).unwrap_or(2);
            workspace.key_memo.note(&root, &workspace.trail, &chosen, answers);
        }
        workspace.chosen = chosen;
    }
}

impl Workspace {
    /// Starts with a state in which these events are enabled.
    fn begin_keys(&mut self, events: &[EventId]) {
        self.enabled.clear();
        self.settled.clear();
        self.keys.clear();
        for event in events {
            self.enabled.insert(number(event.index()));
            self.keys.push(number(event.index()));
        }
    }

    /// Moves the next key behind those that were tried, and returns it.
    fn next_key(&mut self, tried: usize, position: &[u32]) -> u32 {
        let rest = tried..self.keys.len();
        let first = rest.min_by_key(|&at| position[self.keys[at] as usize]).unwrap_or(tried);
        self.keys.swap(tried, first);
        self.keys[tried]
    }

    /// Returns the enabled events of the closed set, in ascending order.
    fn enabled_of_set(&self) -> impl Iterator<Item = u32> {
        let words = self.dense.events().words().iter().zip(self.enabled.words());
        (0..).zip(words).flat_map(|(at, (set, enabled))| {
            let mut word = set & enabled;
            std::iter::from_fn(move || {
                let lowest = (word != 0).then(|| 64 * at + word.trailing_zeros());
                word &= word.wrapping_sub(1);
                lowest
            })
        })
    }

    /// Closes the set of a key, and records the questions evaluated. Returns `false` if it contains an enabled event
    /// that is earlier, or if the limit is reached.
    fn close_key(
        &mut self,
        rows @ (relation, direct): (&Relation, &Direct),
        slots: &impl Slots,
        key: u32,
        is_earlier: impl Fn(u32) -> bool,
    ) -> bool {
        self.evaluated.clear();
        self.trail.clear();
        self.dense.begin();
        self.put(key);
        let mut left = STUBBORN_KEY_EVENTS.size();
        while let Some(event) = self.dense.next_open() {
            if left == 0 {
                return false;
            }
            left -= 1;
            self.looked_at += 1;
            let row = if event == key {
                event
            } else {
                match self.row_to_add(rows, slots, event) {
                    Some(row) => row,
                    None => continue,
                }
            };
            if row == event {
                if is_earlier(event) {
                    return false;
                }
                self.settle(relation, event);
            }
            self.dense.unite_row(direct.row(row));
        }
        true
    }

    /// Returns the row that an event adds: its own if it is enabled, or that of a need. Returns `None` if the
    /// set contains the need of a condition that is known to fail.
    fn row_to_add(
        &mut self,
        (relation, direct): (&Relation, &Direct),
        slots: &impl Slots,
        event: u32,
    ) -> Option<u32> {
        let row_of = |need| number(relation.events) + need;
        let tests = relation.tests.row(event);
        let waits = |&test: &u32| {
            let need = self.need_if_known(relation, test);
            need != NONE && self.dense.has_row(direct.row(row_of(need)))
        };
        if tests.len() > 1 && tests.iter().any(waits) {
            return None;
        }
        let mut needs = tests.iter().map(|&test| self.unmet(relation, slots, test));
        if let Some(need) = needs.find(|&need| need != NONE) {
            return Some(row_of(need));
        }
        // INVARIANT: without undecided tests, the answers determine whether the event is enabled.
        let is_enabled = !relation.has_undecided_tests || self.enabled.has(event);
        if relation.has_undecided_tests {
            self.trail.push((number(relation.questions.len()) + event, is_enabled.into()));
        }
        Some(if is_enabled { event } else { row_of(relation.depends[event as usize]) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_with_small_sets_come_first_and_half_of_the_states_decide_what_is_enough() {
        let mut keys = Keys { position: [0, 1, 2, 3].into(), enough: 1, skipped_sizes: 0 };
        let of_event = vec![(60, 10), (0, 0), (10, 10), (30, 10)];
        keys.learn(Experience { of_event, smallest: vec![9, 1, 2] });
        // The average is 10/3 events, which is what the second event counts as.
        assert_eq!(*keys.position, [3, 2, 0, 1]);
        assert_eq!(keys.enough, 2);
    }

    #[test]
    fn skipped_sizes_are_those_of_a_class() {
        let keys = Keys { position: [].into(), enough: 1, skipped_sizes: 1 << size_class(5) };
        let skipped_sizes: Vec<usize> = (1..20).filter(|&events| keys.skips_size(events)).collect();
        assert_eq!(skipped_sizes, [4, 5, 6, 7]);
    }
}
