//! Which transitions to look at: those whose control location is current, and few others.
//!
//! For each content of a group's key there is a branch with a second key, and for each content of that a list:
//! the transitions that are enabled, and few that are left to be tested. So a state is a handful of table
//! look-ups and short lists, without branches that could be guessed wrong. With the locations of one process as
//! the key this is the usual dispatch on the program counter.

use sanderling_system::EventId;

use super::gather::Gathers;
use super::guard;
use super::key::{Run, read};
use super::machine::{Address, Machine, Ran, Registers};
use super::slot::Slot;

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

/// The cells of a key are in at most so many words.
pub(super) const KEY_WORDS: usize = 2;

/// The lists of a group.
#[derive(Debug, Clone)]
pub(super) struct Lists {
    key: Gathers<KEY_WORDS>,
    /// For each key, the number of its branch. PERF: two bytes, so that the nearest cache holds them.
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
    /// Where the list of key 0 stands in [`Lists::lists_of`].
    first: u32,
}

/// A list. Events that are enabled for these keys alone stand in [`Selector::free`]; behind them come
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

/// What is in a list: events that are enabled, candidates without a program, and others.
pub(super) type Parts = [Vec<u32>; 3];

impl Lists {
    /// No lists, for a key and the branches that its contents will have.
    pub(super) fn new(key: Gathers<KEY_WORDS>, branches_of: Vec<u16>) -> Self {
        Self { key, branches_of, branches: Vec::new(), lists_of: Vec::new(), lists: Vec::new() }
    }

    /// Adds a branch with the list of each content of its key.
    pub(super) fn push_branch(&mut self, key: Gathers<KEY_WORDS>, lists: impl Iterator<Item = u16>) {
        self.branches.push(Branch { key, first: self.lists_of.len() as u32 });
        self.lists_of.extend(lists);
    }

    /// The list of a state.
    #[inline(always)]
    fn list<const W: usize>(&self, words: &[u64]) -> List {
        let branch = &self.branches[self.branches_of[self.key.read::<W>(words)] as usize];
        self.lists[self.lists_of[branch.first as usize + branch.key.read::<W>(words)] as usize]
    }
}

impl Selector {
    /// Adds a list to a group; answers its number.
    pub(super) fn push(&mut self, lists: &mut Lists, [free, plain, programmed]: &Parts) -> u16 {
        self.free.truncate(self.free.len().saturating_sub(PIECE));
        let first = self.free.len() as u32;
        self.free.extend(free.iter().map(|&event| EventId::new(event as usize)));
        let free_end = self.free.len() as u32;
        // What is copied beyond the end is overwritten.
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
