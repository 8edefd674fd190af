//! Selection of the transitions to test: those whose control location is current, and a few others.
//!
//! For each content of a group's key there is a branch with a second key, and for each content of that a list of the
//! enabled transitions, and of the few that have to be tested. A state thus takes a handful of table lookups and short
//! lists, without mispredicted branches. If the key is the location of one process, this is the usual dispatch on the
//! program counter.

use sanderling_system::EventId;

use super::gather::Gathers;
use super::guard;
use super::key::{Run, read};
use super::machine::{Address, Machine, Ran, Registers};
use super::slot::Slot;

/// The permitted joint contents of several narrow cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table {
    /// The start and the end of its runs.
    runs: (u32, u32),
    /// The start of its set.
    set: u32,
}

/// The remaining checks of a transition that has been selected.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) event: u32,
    /// The program of the conditions that are neither in the masks nor in the tables.
    pub(super) program: Option<Address>,
    /// The tables to check before the program.
    pub(super) tables: (u32, u32),
    pub(super) word: u32,
    pub(super) mask: u64,
    pub(super) expected: u64,
    pub(super) slot: Slot,
    /// The permitted contents of the slot.
    pub(super) set: u64,
}

impl Candidate {
    /// Whether the masks and the slot are satisfied.
    #[inline(always)]
    pub(super) fn passes(&self, words: &[u64]) -> bool {
        let is_equal = words[self.word as usize] & self.mask == self.expected;
        let bits = words[self.slot.word as usize] >> self.slot.shift & self.slot.most();
        is_equal & (self.set >> (bits & 63) & 1 != 0)
    }
}

/// Maximum number of words that contain the cells of a key.
pub(super) const KEY_WORDS: usize = 2;

/// The lists of a group.
#[derive(Debug, Clone)]
pub(super) struct Lists {
    key: Gathers<KEY_WORDS>,
    /// For each key, the number of its branch. PERF: two bytes, so that the nearest cache can hold all of them.
    branches_of: Vec<u16>,
    branches: Vec<Branch>,
    /// For each key of a branch, the number of its list.
    lists_of: Vec<u16>,
    lists: Vec<List>,
}

/// The second key.
#[derive(Debug, Clone, Copy)]
struct Branch {
    key: Gathers<KEY_WORDS>,
    /// The index of the list of key 0 in [`Lists::lists_of`].
    first: u32,
}

/// A list.
///
/// Events that are enabled for these keys are in [`Selector::free`]. They are followed by candidates without a program
/// and then by those with one, in [`Selector::entries`].
#[derive(Debug, Clone, Copy)]
struct List {
    free: u32,
    free_end: u32,
    plain: u32,
    programmed: u32,
    end: u32,
}

/// Number of free events that are copied at a time, even beyond the end of a list.
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
    /// The maximum number of events in all lists of a state together, plus one.
    most: usize,
}

/// The contents of a list: events that are enabled, candidates without a program, and others.
pub(super) type Parts = [Vec<u32>; 3];

impl Lists {
    /// Creates the lists of a group without branches, for a key and the branch numbers of its contents.
    pub(super) fn new(key: Gathers<KEY_WORDS>, branches_of: Vec<u16>) -> Self {
        Self { key, branches_of, branches: Vec::new(), lists_of: Vec::new(), lists: Vec::new() }
    }

    /// Adds a branch with the list of each content of its key.
    pub(super) fn push_branch(&mut self, key: Gathers<KEY_WORDS>, lists: impl Iterator<Item = u16>) {
        self.branches.push(Branch { key, first: self.lists_of.len() as u32 });
        self.lists_of.extend(lists);
    }

    /// Returns the list of a state.
    #[inline(always)]
    fn list<const W: usize>(&self, words: &[u64]) -> List {
        let branch = &self.branches[self.branches_of[self.key.read::<W>(words)] as usize];
        self.lists[self.lists_of[branch.first as usize + branch.key.read::<W>(words)] as usize]
    }
}

impl Selector {
    /// Adds a list to a group, and returns its number.
    pub(super) fn push(&mut self, lists: &mut Lists, [free, plain, programmed]: &Parts) -> u16 {
        self.free.truncate(self.free.len().saturating_sub(PIECE));
        let first = self.free.len() as u32;
        self.free.extend(free.iter().map(|&event| EventId::new(event as usize)));
        let free_end = self.free.len() as u32;
        // Events copied beyond the end are overwritten later.
        self.free.extend([EventId::new(0); PIECE]);
        let start = self.entries.len() as u32;
        self.entries.extend(plain.iter().chain(programmed));
        let (programmed, end) = (start + plain.len() as u32, self.entries.len() as u32);
        lists.lists.push(List { free: first, free_end, plain: start, programmed, end });
        (lists.lists.len() - 1) as u16
    }

    /// Adds the lists of a group.
    pub(super) fn add(&mut self, lists: Lists) {
        let length = |list: &List| (list.free_end - list.free + list.end - list.plain) as usize;
        self.most += lists.lists.iter().map(length).max().unwrap_or(0);
        self.groups.push(lists);
    }

    /// Adds tables, and returns their start and end.
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

    /// Whether a state satisfies all tables of a candidate.
    #[inline(always)]
    pub(super) fn is_in_tables(&self, (start, end): (u32, u32), words: &[u64]) -> bool {
        self.tables[start as usize..end as usize].iter().all(|table| {
            let key = read(&self.runs[table.runs.0 as usize..table.runs.1 as usize], words);
            self.sets[table.set as usize + key / 64] >> (key % 64) & 1 != 0
        })
    }

    /// Appends the events whose guards hold or are undefined in a state.
    ///
    /// PERF: room for all of them is made once. Whether a plain candidate passes is unpredictable, so there is no
    /// branch on it.
    #[inline(always)]
    pub(super) fn enabled<const W: usize>(
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
            let List { free, free_end, plain, programmed, end } = group.list::<W>(words);
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
