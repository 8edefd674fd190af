//! Which transitions to look at: those whose control location is current, and few others.
//!
//! The tests of all guards ask for a few cells over and over: control locations above all. Some cells
//! together make a *key* of a few bits, and for each key there is a list of the transitions whose tests
//! of those cells hold; what is left to check of a transition comes with it. A group of transitions has
//! one key, so that a state is a handful of table look-ups and short lists without branches that could
//! be guessed wrong. With the locations of one process as the key this is the usual dispatch on the
//! program counter.

use std::collections::HashMap;

use sanderling_system::EventId;

use super::cell::CellId;
use super::guard::{self, Guard, TEST_BITS, Test};
use super::key::{Key, Run, read};
use super::machine::{Address, Machine, Ran, Registers};
use super::slot::{Slot, Slots};

/// A key has at most so many bits.
const KEY_BITS: u32 = 12;
/// Control locations of several processes are put together in a key up to so many bits, which leaves
/// room for what their guards ask for.
const HOME_BITS: u32 = 10;
/// All lists of a group together have at most so many entries.
const MOST_ENTRIES: usize = 1 << 18;

/// What it is worth to know a cell that a condition asks for, beside what a test rules out of 64.
const GAIN: u32 = 16;

/// Transitions that are selected by the same key.
#[derive(Debug, Clone, Default)]
pub(super) struct Group {
    /// The cells of the key.
    pub(super) key: Vec<CellId>,
    /// The transitions.
    pub(super) members: Vec<usize>,
}

/// Groups for transitions with these guards; impossible ones are in none.
pub(super) fn groups(guards: &[Guard], slots: &Slots, control: &[CellId]) -> Vec<Group> {
    let mut homes: HashMap<Option<CellId>, Vec<usize>> = HashMap::new();
    for (index, guard) in guards.iter().enumerate().filter(|(_, guard)| guard.is_possible) {
        homes.entry(home(guard, slots, control)).or_default().push(index);
    }
    let mut homes: Vec<(Option<CellId>, Vec<usize>)> = homes.into_iter().collect();
    homes.sort_unstable();
    let mut groups: Vec<Group> = Vec::new();
    for (home, members) in homes {
        let group = Group { key: home.into_iter().collect(), members };
        let joins = |known: &Group| {
            let cells = known.key.iter().chain(&group.key);
            let bits = cells.map(|&cell| width(slots, cell)).sum();
            is_affordable(known.members.len() + group.members.len(), bits, HOME_BITS)
        };
        match groups.last_mut().filter(|known| joins(known)) {
            Some(known) => *known = known.with(&group),
            None => groups.push(group),
        }
    }
    for group in &mut groups {
        extend_key(group, guards, slots);
    }
    groups
}

impl Group {
    /// The members of both, by all cells of both keys.
    fn with(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.key.extend(other.key.iter().filter(|cell| !self.key.contains(cell)));
        both.members.extend(&other.members);
        both.members.sort_unstable();
        both
    }
}

/// The cell by which a transition is selected: its first control cell, else the one whose test rules
/// out most.
fn home(guard: &Guard, slots: &Slots, control: &[CellId]) -> Option<CellId> {
    let tested = |cell: &CellId| guard.tests.iter().any(|test| test.cell == *cell);
    let first = control.iter().copied().find(|cell| tested(cell) && slots.slot(*cell).width > 0);
    first.or_else(|| guard.tests.iter().max_by_key(|test| ruled_out(test, slots)).map(|test| test.cell))
}

/// How many of 64 equal parts of a slot's contents a test rules out.
fn ruled_out(test: &Test, slots: &Slots) -> u32 {
    let width = width(slots, test.cell);
    let allowed = test.set.count_ones();
    64 - (allowed << (6 - width.min(6)))
}

fn width(slots: &Slots, cell: CellId) -> u32 {
    u32::from(slots.slot(cell).width)
}

/// Whether a key has at most so many bits, and the lists of so many members are short enough.
fn is_affordable(members: usize, bits: u32, most_bits: u32) -> bool {
    bits <= most_bits && members << bits <= MOST_ENTRIES
}

/// Adds the cells to the key that most of the members ask for.
fn extend_key(group: &mut Group, guards: &[Guard], slots: &Slots) {
    // Cells that hold one number need no key: there may be many of them, in arrays.
    let is_narrow = |cell: CellId| (1..=TEST_BITS).contains(&width(slots, cell));
    let mut gains: HashMap<CellId, u32> = HashMap::new();
    for guard in group.members.iter().map(|&member| &guards[member]) {
        for test in guard.tests.iter().filter(|test| is_narrow(test.cell)) {
            *gains.entry(test.cell).or_default() += ruled_out(test, slots);
        }
        let asked = guard.conditions().filter(|_| guard.is_divisible());
        asked.for_each(|condition| {
            condition.for_each_cell(&mut |cell| {
                if is_narrow(cell) {
                    *gains.entry(cell).or_default() += GAIN;
                }
            });
        });
    }
    gains.retain(|cell, gain| *gain > 0 && !group.key.contains(cell));
    // By gain for each bit, then by number, so that the result is always the same.
    let worth = |(&cell, gain): (&CellId, &u32)| (gain / width(slots, cell), std::cmp::Reverse(cell));
    loop {
        let bits = group.key.iter().map(|&cell| width(slots, cell)).sum::<u32>();
        let lists = group.members.len();
        gains.retain(|&cell, _| is_affordable(lists, bits + width(slots, cell), KEY_BITS));
        let Some((_, std::cmp::Reverse(cell))) = gains.iter().map(worth).max() else { return };
        group.key.push(cell);
        gains.remove(&cell);
    }
}

/// What several narrow cells may hold together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table {
    /// Where its runs start and end.
    runs: (u32, u32),
    /// Where its set starts.
    set: u32,
}

/// What is left to check of a transition once it has been selected.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) event: u32,
    /// The program of what neither the masks nor the tables say.
    pub(super) program: Option<Address>,
    /// The tables that are asked before it.
    pub(super) tables: (u32, u32),
    pub(super) word: u32,
    pub(super) mask: u64,
    pub(super) expected: u64,
    pub(super) slot: Slot,
    /// The contents of the slot that are allowed.
    pub(super) set: u64,
}

impl Candidate {
    /// Whether the masks and the slot say yes.
    #[inline(always)]
    pub(super) fn passes(&self, words: &[u64]) -> bool {
        let is_equal = words[self.word as usize] & self.mask == self.expected;
        let bits = words[self.slot.word as usize] >> self.slot.shift & self.slot.most();
        is_equal & (self.set >> (bits & 63) & 1 != 0)
    }
}

/// The lists of a group.
#[derive(Debug, Clone)]
pub(super) struct Lists {
    runs: Vec<Run>,
    /// For each key, the number of its list. PERF: two bytes, so that the nearest cache holds them.
    numbers: Vec<u16>,
    lists: Vec<List>,
}

/// A list. Events that are enabled for this key alone stand in [`Selector::free`]; behind them come
/// candidates without a program and then those with one, in [`Selector::entries`].
#[derive(Debug, Clone, Copy)]
struct List {
    free: u32,
    free_end: u32,
    plain: u32,
    programmed: u32,
    end: u32,
}

/// Free events are copied in pieces of so many, whether there are as many or not.
const PIECE: usize = 4;

/// All lists.
#[derive(Debug, Clone, Default)]
pub(super) struct Selector {
    pub(super) candidates: Vec<Candidate>,
    groups: Vec<Lists>,
    free: Vec<EventId>,
    entries: Vec<u32>,
    tables: Vec<Table>,
    runs: Vec<Run>,
    sets: Vec<u64>,
    /// How many events all lists of a state have at most, and one more to write to.
    most: usize,
}

/// What is to be known of a member of a group to put it into lists.
pub(super) struct Member {
    /// The tests of cells in the key.
    pub(super) keyed: Vec<Test>,
    /// The cells of the key that decide what is left to check.
    pub(super) decisive: Key,
    /// What is left, for each content of these.
    pub(super) variants: Vec<Variant>,
    pub(super) event: u32,
}

/// What is left to check of a member for a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variant {
    /// It is not enabled.
    Impossible,
    /// Nothing: it is enabled.
    Free,
    /// The candidate, which has neither tables nor a program.
    Plain(u32),
    /// The candidate.
    Programmed(u32),
}

impl Member {
    /// What is left for a key.
    fn variant(&self, key: &Key, value: u64, slots: &Slots) -> Variant {
        let content = |cell| key.content(value, cell, slots).unwrap_or_default();
        let holds = |test: &Test| test.set >> (content(test.cell) & 63) & 1 != 0;
        if !self.keyed.iter().all(holds) {
            return Variant::Impossible;
        }
        self.variants[self.decisive.key_of(content) as usize]
    }
}

impl Selector {
    /// Adds the lists of a group.
    pub(super) fn add(&mut self, group: &Group, members: &[Member], slots: &Slots) {
        let key = Key::of(&group.key, slots);
        let mut known: HashMap<[Vec<u32>; 3], u16> = HashMap::new();
        let (mut numbers, mut lists) = (Vec::with_capacity(1 << key.bits()), Vec::new());
        for value in 0..1_u64 << key.bits() {
            let mut parts: [Vec<u32>; 3] = Default::default();
            for member in members {
                match member.variant(&key, value, slots) {
                    Variant::Impossible => {}
                    Variant::Free => parts[0].push(member.event),
                    Variant::Plain(candidate) => parts[1].push(candidate),
                    Variant::Programmed(candidate) => parts[2].push(candidate),
                }
            }
            numbers.push(*known.entry(parts).or_insert_with_key(|parts| {
                lists.push(self.push(parts));
                (lists.len() - 1) as u16
            }));
        }
        let length = |list: &List| (list.free_end - list.free + list.end - list.plain) as usize;
        self.most += lists.iter().map(length).max().unwrap_or(0);
        self.groups.push(Lists { runs: key.runs().to_vec(), numbers, lists });
    }

    fn push(&mut self, [free, plain, programmed]: &[Vec<u32>; 3]) -> List {
        self.free.truncate(self.free.len().saturating_sub(PIECE));
        let first = self.free.len() as u32;
        self.free.extend(free.iter().map(|&event| EventId::new(event as usize)));
        let free_end = self.free.len() as u32;
        // What is copied beyond the end is overwritten.
        self.free.extend([EventId::new(0); PIECE]);
        let start = self.entries.len() as u32;
        self.entries.extend(plain.iter().chain(programmed));
        let middle = start + plain.len() as u32;
        List { free: first, free_end, plain: start, programmed: middle, end: self.entries.len() as u32 }
    }

    /// Adds tables; answers where they start and end.
    pub(super) fn add_tables<'t>(&mut self, tables: impl Iterator<Item = &'t guard::Table>) -> (u32, u32) {
        let start = self.tables.len() as u32;
        for guard::Table { key, set, .. } in tables {
            let first = self.runs.len() as u32;
            self.runs.extend(key.runs());
            let table = Table { runs: (first, self.runs.len() as u32), set: self.sets.len() as u32 };
            self.sets.extend_from_slice(set);
            self.tables.push(table);
        }
        (start, self.tables.len() as u32)
    }

    /// Whether a state is in all of a candidate's tables.
    #[inline(always)]
    pub(super) fn is_in_tables(&self, (start, end): (u32, u32), words: &[u64]) -> bool {
        self.tables[start as usize..end as usize].iter().all(|table| {
            let key = read(&self.runs[table.runs.0 as usize..table.runs.1 as usize], words);
            self.sets[table.set as usize + key / 64] >> (key % 64) & 1 != 0
        })
    }

    /// Appends the events whose guards hold, or are undefined, in a state.
    ///
    /// PERF: room is made once for all of them; and whether a plain candidate passes cannot be
    /// foreseen, so there is no branch on it.
    #[inline(always)]
    pub(super) fn enabled(
        &self,
        machine: &Machine,
        words: &[u64],
        registers: &Registers,
        events: &mut Vec<EventId>,
    ) {
        let event = |number: u32| EventId::new(number as usize);
        let mut found = events.len();
        events.resize(found + self.most + PIECE, event(0));
        let room = events.as_mut_slice();
        for group in &self.groups {
            let list = group.lists[group.numbers[read(&group.runs, words)] as usize];
            let List { free, free_end, plain, programmed, end } = list;
            let (mut from, free_end) = (free as usize, free_end as usize);
            let mut to = found;
            found += free_end - from;
            loop {
                room[to..to + PIECE].copy_from_slice(&self.free[from..from + PIECE]);
                (from, to) = (from + PIECE, to + PIECE);
                if from >= free_end {
                    break;
                }
            }
            for &number in &self.entries[plain as usize..programmed as usize] {
                let candidate = &self.candidates[number as usize];
                room[found] = event(candidate.event);
                found += usize::from(candidate.passes(words));
            }
            for &number in &self.entries[programmed as usize..end as usize] {
                let candidate = &self.candidates[number as usize];
                let holds = |program| machine.holds(program, words, registers) != Ran::Failed;
                if candidate.passes(words)
                    && self.is_in_tables(candidate.tables, words)
                    && candidate.program.is_none_or(holds)
                {
                    room[found] = event(candidate.event);
                    found += 1;
                }
            }
        }
        events.truncate(found);
    }
}

#[cfg(test)]
mod tests;
