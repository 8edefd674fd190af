//! Computing a set with rows of bits.
//!
//! If each event has a [row of bits](super::direct) with the events that it adds, a set is closed by uniting
//! rows. The row of an event is determined once for a state: an enabled event has the row of events that do
//! not accord with it, and a disabled one the row of its lightest unmet need. The closures from several keys
//! use the same rows, and few of them evaluate new parts of the state. If there are many keys and none leads
//! to a small set, [one pass](super::one_pass) examines the closures of all of them.

use sanderling_system::EventId;

use super::direct::Direct;
use super::one_pass::OnePass;
use super::options::KeyEvent;
use super::relation::{NONE, Relation};
use super::rows::number;
use super::workspace::{Slots, Workspace};
use crate::bits::Bits;

/// The part of the work limit that reading a row takes, besides its words.
pub(super) const ROW: usize = 8;

/// The keys are closed one after the other until one part in this number of the work limit is used. Then one
/// pass examines all of them.
///
/// PERF: with 4, a set takes a third of the time on BridgeAndVehicles V20P10N20, and CloudDeployment 7a,
/// which exceeded the work limit before, fires 2 % of the events instead of 9. With 8, HealthRecord 5 takes
/// twice as long.
const PART: usize = 4;

/// Number of words with which reading a row takes twice as long as with one.
const WORDS: usize = 8;

/// A set of events that is being closed, as bits.
#[derive(Debug)]
pub(super) struct Dense {
    events: Bits,
    /// Events of the set that have not been processed.
    open: Vec<u32>,
    /// The number of its enabled events.
    enabled: usize,
    /// The set that the closures from all keys start with.
    base: Bits,
    /// The smallest set so far.
    best: Bits,
    /// Keys that have been tried. A set that contains one has no fewer enabled events than the smallest set
    /// so far.
    dead_ends: Bits,
    /// The row of each event, and the number of the state that it is valid for.
    drawn: Box<[(u32, u32)]>,
    state: u32,
    pub(super) pass: OnePass,
}

impl Dense {
    /// Creates a value for sets of this number of events.
    pub(super) fn new(events: usize) -> Self {
        let none = || Bits::new(events);
        Self {
            events: none(),
            open: Vec::new(),
            enabled: 0,
            base: none(),
            best: none(),
            dead_ends: none(),
            drawn: vec![(0, 0); events].into(),
            state: 0,
            pass: OnePass::new(events),
        }
    }

    /// Starts with the empty set, in another state.
    pub(super) fn begin(&mut self) {
        self.events.clear();
        self.dead_ends.clear();
        self.open.clear();
        self.enabled = 0;
        self.state = self.state.wrapping_add(1);
        if self.state == 0 {
            self.drawn.fill((0, 0));
            self.state = 1;
        }
    }

    /// Starts a pass over the events outside the set.
    pub(super) fn begin_pass(&mut self) {
        self.pass.begin(&self.events);
    }

    /// Removes and returns an event that has not been processed.
    #[inline]
    pub(super) fn next_open(&mut self) -> Option<u32> {
        self.open.pop()
    }

    /// Whether all events of a row are in the set.
    #[inline]
    pub(super) fn has_row(&self, row: &[u64]) -> bool {
        row.iter().zip(self.events.words()).all(|(row, events)| row & !events == 0)
    }

    /// Adds the events of a row, without counting enabled ones.
    #[inline]
    pub(super) fn unite_row(&mut self, row: &[u64]) {
        for (at, (row, events)) in (0..).zip(row.iter().zip(self.events.words_mut())) {
            let mut new = row & !*events;
            *events |= new;
            while new != 0 {
                self.open.push(64 * at + new.trailing_zeros());
                new &= new - 1;
            }
        }
    }

    /// Returns the set.
    pub(super) fn events(&self) -> &Bits {
        &self.events
    }
}

impl Workspace {
    /// Adds an event.
    #[inline]
    pub(super) fn put(&mut self, event: u32) {
        if self.dense.events.insert(event) {
            self.dense.open.push(event);
            self.dense.enabled += usize::from(self.enabled.has(event));
        }
    }

    /// Computes a set with the events added so far, and with an enabled event if `needs_key`. Returns
    /// whether it leaves out some of `events`, the enabled ones. If the first keys have been tried already
    /// (`is_tried`), one pass examines all of them at once.
    pub(super) fn find_dense(
        &mut self,
        (relation, direct): (&Relation, &Direct),
        slots: &impl Slots,
        events: &[EventId],
        (key, needs_key, is_tried): (KeyEvent, bool, bool),
    ) -> bool {
        if !self.unite((relation, direct), slots, events.len()) {
            return false;
        }
        // A set with enabled events already contains a key.
        if !needs_key || self.dense.enabled > 0 {
            return true;
        }
        self.list_keys(relation, events, key);
        self.dense.base.copy_from(&self.dense.events);
        let mut fewest = events.len();
        if is_tried {
            return self.add_least((relation, direct), slots, fewest);
        }
        // Trying one key after the other gives smaller sets, since each closure prefers needs that are
        // already in it.
        let reserve = self.work_limit - self.work_limit / PART;
        self.work_limit -= reserve;
        for tried in 0..self.keys.len() {
            let event = self.keys[tried];
            self.back_to_base();
            self.put(event);
            if self.unite((relation, direct), slots, fewest) {
                fewest = self.dense.enabled;
                if fewest == 1 || key == KeyEvent::First {
                    return true;
                }
                self.dense.best.copy_from(&self.dense.events);
            }
            if self.work_limit == 0 {
                self.work_limit = reserve;
                self.back_to_base();
                if self.add_least((relation, direct), slots, fewest) {
                    return true;
                }
                break;
            }
            self.dense.dead_ends.insert(event);
        }
        std::mem::swap(&mut self.dense.events, &mut self.dense.best);
        fewest < events.len()
    }

    fn back_to_base(&mut self) {
        self.dense.enabled = 0;
        self.dense.open.clear();
        self.dense.events.copy_from(&self.dense.base);
    }

    /// Lists the enabled events in the order of trying: first those with the fewest events that do not
    /// accord with them.
    pub(super) fn list_keys(&mut self, relation: &Relation, events: &[EventId], key: KeyEvent) {
        self.keys.clear();
        self.keys.extend(events.iter().map(|event| number(event.index())));
        if key == KeyEvent::Fewest {
            self.keys.sort_by_key(|&event| relation.ranks[event as usize]);
        }
    }

    /// Closes the set. Returns whether it has fewer than `most` enabled events. Gives up and returns `false`
    /// if it does not, if the set contains a dead end, or if the work limit is reached.
    #[inline]
    fn unite(&mut self, rows: (&Relation, &Direct), slots: &impl Slots, most: usize) -> bool {
        match self.enabled.words().len() {
            1 => self.unite_words::<1>(rows, slots, most),
            2 => self.unite_words::<2>(rows, slots, most),
            _ => self.unite_words::<0>(rows, slots, most),
        }
    }

    fn unite_words<const W: usize>(
        &mut self,
        rows @ (relation, direct): (&Relation, &Direct),
        slots: &impl Slots,
        most: usize,
    ) -> bool {
        let words = if W == 0 { self.enabled.words().len() } else { W };
        while self.dense.enabled < most && self.work_limit > 0 {
            let Some(event) = self.dense.open.pop() else { return true };
            self.looked_at += 1 + words / WORDS;
            let row = direct.row(self.row_of(relation, slots, event));
            if !self.enabled.has(event) && self.waits_already(rows, slots, event, row) {
                continue;
            }
            let (row, enabled) = (&row[..words], &self.enabled.words()[..words]);
            let Dense { events, open, dead_ends, enabled: count, .. } = &mut self.dense;
            let (events, dead_ends) = (&mut events.words_mut()[..words], &dead_ends.words()[..words]);
            let mut is_dead_end = false;
            for word in 0..words {
                let mut new = row[word] & !events[word];
                events[word] |= new;
                *count += (new & enabled[word]).count_ones() as usize;
                is_dead_end |= new & dead_ends[word] != 0;
                while new != 0 {
                    open.push(64 * word as u32 + new.trailing_zeros());
                    new &= new - 1;
                }
            }
            self.work_limit = self.work_limit.saturating_sub(words + ROW);
            if is_dead_end {
                return false;
            }
        }
        false
    }

    /// Whether a disabled event has a condition known to fail whose need is already in the set. `lightest`
    /// is the row that it would add otherwise.
    #[inline]
    fn waits_already(
        &mut self,
        (relation, direct): (&Relation, &Direct),
        slots: &impl Slots,
        event: u32,
        lightest: &[u64],
    ) -> bool {
        let tests = relation.tests.row(event);
        tests.len() > 1
            && !self.dense.has_row(lightest)
            && tests.iter().any(|&test| {
                // Evaluating other questions would distinguish states that are otherwise treated alike.
                if !self.is_known(relation.requirements[test as usize].question) {
                    return false;
                }
                let need = self.unmet(relation, slots, test);
                need != NONE && self.dense.has_row(direct.row(number(relation.events) + need))
            })
    }

    /// Returns the row of an event.
    #[inline]
    pub(super) fn row_of(&mut self, relation: &Relation, slots: &impl Slots, event: u32) -> u32 {
        let (state, row) = self.dense.drawn[event as usize];
        if state == self.dense.state {
            return row;
        }
        let row = if self.enabled.has(event) {
            event
        } else {
            number(relation.events) + self.lightest_need(relation, slots, event)
        };
        self.dense.drawn[event as usize] = (self.dense.state, row);
        row
    }
}
