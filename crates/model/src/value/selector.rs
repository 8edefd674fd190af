//! Which transitions to look at: those whose control location is current, and few others.
//!
//! The tests of all guards ask for a few cells over and over: control locations above all. Some cells
//! together make a *key* of a few bits, and for each key there is a list of the transitions whose tests
//! of those cells hold; what is left to check of a transition comes with it. A group of transitions has one key, so that a
//! state is a handful of table look-ups and short lists without branches that could be guessed wrong. With the
//! locations of one process as the key this is the usual dispatch on the program counter.

use std::collections::HashMap;
use std::sync::Arc;

use super::cell::CellId;
use super::guard::{Guard, Test};
use super::key::{Key, Run, read};
use super::machine::Address;
use super::slot::{Slot, Slots};

/// A key has at most so many bits.
const KEY_BITS: u32 = 11;
/// All lists of a group together have at most so many entries.
const MOST_ENTRIES: usize = 1 << 18;

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
        let bits = home.map_or(0, |cell| width(slots, cell));
        match groups.last_mut() {
            Some(group) if has_room(group, slots, bits, members.len()) => {
                group.key.extend(home);
                group.members.extend(members);
            }
            _ => groups.push(Group { key: home.into_iter().collect(), members }),
        }
    }
    for group in &mut groups {
        group.members.sort_unstable();
        extend_key(group, guards, slots);
    }
    groups
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

/// Whether the group's lists stay short enough with another cell of so many bits in the key.
fn has_room(group: &Group, slots: &Slots, bits: u32, more: usize) -> bool {
    let bits = bits + group.key.iter().map(|&cell| width(slots, cell)).sum::<u32>();
    bits <= KEY_BITS && (group.members.len() + more) << bits <= MOST_ENTRIES
}

/// Adds the cells to the key that most of the members test.
fn extend_key(group: &mut Group, guards: &[Guard], slots: &Slots) {
    loop {
        let mut gains: HashMap<CellId, u32> = HashMap::new();
        for test in group.members.iter().flat_map(|&member| &guards[member].tests) {
            if !group.key.contains(&test.cell) {
                *gains.entry(test.cell).or_default() += ruled_out(test, slots);
            }
        }
        let affordable = |cell: &CellId| has_room(group, slots, width(slots, *cell), 0);
        let gains = gains.into_iter().filter(|(cell, gain)| *gain > 0 && affordable(cell));
        // By gain for each bit, then by number, so that the result is always the same.
        let best =
            gains.max_by_key(|&(cell, gain)| (gain / width(slots, cell).max(1), std::cmp::Reverse(cell)));
        match best {
            Some((cell, _)) => group.key.push(cell),
            None => return,
        }
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
    /// For each key, where its list starts, where the plain candidates begin and end, and where it ends: before the
    /// first border are events that are enabled for this key alone, then candidates without a program,
    /// then those with one.
    borders: Vec<[u32; 4]>,
}

/// All lists.
#[derive(Debug, Clone, Default)]
pub(super) struct Selector {
    pub(super) candidates: Vec<Candidate>,
    groups: Vec<Lists>,
    entries: Vec<u32>,
    tables: Vec<Table>,
    runs: Vec<Run>,
    sets: Vec<u64>,
}

/// What is to be known of a member of a group to put it into lists.
pub(super) struct Member {
    /// The tests of cells in the key.
    pub(super) keyed: Vec<Test>,
    /// Its candidate.
    pub(super) candidate: u32,
    /// Whether the key says it all.
    pub(super) is_free: bool,
    /// Whether it has a program.
    pub(super) has_program: bool,
    pub(super) event: u32,
}

impl Selector {
    /// Adds the lists of a group.
    pub(super) fn add(&mut self, group: &Group, members: &[Member], slots: &Slots) {
        let key = Key::of(&group.key, slots);
        let mut known: HashMap<Vec<u32>, [u32; 4]> = HashMap::new();
        let mut borders = Vec::with_capacity(1 << key.bits());
        for value in 0..1_u64 << key.bits() {
            let holds = |test: &Test| {
                let content = key.content(value, test.cell, slots);
                content.is_none_or(|content| test.set >> (content & 63) & 1 != 0)
            };
            let passing: Vec<&Member> =
                members.iter().filter(|member| member.keyed.iter().all(holds)).collect();
            let free = passing.iter().filter(|m| m.is_free).map(|m| m.event);
            let plain = passing.iter().filter(|m| !m.is_free && !m.has_program).map(|m| m.candidate);
            let programmed = passing.iter().filter(|m| m.has_program).map(|m| m.candidate);
            let list: Vec<u32> = free.chain(plain).chain(programmed).collect();
            let count = |wanted: fn(&Member) -> bool| passing.iter().filter(|m| wanted(m)).count() as u32;
            let free = count(|m| m.is_free);
            let plain = count(|m| !m.is_free && !m.has_program);
            let mut identity = list.clone();
            identity.extend([free, plain]);
            let entries = &mut self.entries;
            borders.push(*known.entry(identity).or_insert_with(|| {
                let start = entries.len() as u32;
                entries.extend(&list);
                [start, start + free, start + free + plain, start + list.len() as u32]
            }));
        }
        self.groups.push(Lists { runs: key.runs().to_vec(), borders });
    }

    /// Adds tables; answers where they start and end.
    pub(super) fn add_tables<'t>(
        &mut self,
        tables: impl Iterator<Item = &'t (Key, Arc<[u64]>)>,
    ) -> (u32, u32) {
        let start = self.tables.len() as u32;
        for (key, set) in tables {
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

    /// Calls back with the lists for a state: events that are enabled, candidates without a program, and
    /// candidates with one.
    #[inline(always)]
    pub(super) fn select(&self, words: &[u64], mut each: impl FnMut(&[u32], &[u32], &[u32])) {
        for group in &self.groups {
            let [start, plain, programmed, end] =
                group.borders[read(&group.runs, words)].map(|border| border as usize);
            let list = &self.entries[start..end];
            each(
                &list[..plain - start],
                &list[plain - start..programmed - start],
                &list[programmed - start..],
            );
        }
    }
}
