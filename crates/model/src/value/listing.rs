//! Computation of the lists by which transitions are selected.
//!
//! For each key of a group, some of its guards are met, and others have remainders. A second key, of the cells that
//! these use, decides most of the remainders. It has few bits, since there is a table of it for every list of the first
//! one. Transitions that neither key decides are candidates, which are tested one by one.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use sanderling_cutoff::{KEY_BRANCHES, REMAINDERS, SECOND_KEY_BITS, SECOND_KEY_CONTENTS};

use sanderling_data_net::{CellId, Ranges, Refusal};

use super::compile::Compiler;
use super::gather::Gathers;
use super::group::{Group, bits, extended, groups};
use super::guard::{Guard, Test};
use super::key::Key;
use super::remainder::{Division, RemainderId, Remainders, Variant};
use super::selector::{Candidate, KEY_WORDS, Lists, Parts, Selector};
use super::slot::{Slot, Slots};

/// Computes the lists for these guards. `ranges` are those that the slots can represent. Returns `None` if it is
/// stopped.
pub(super) fn select(
    compiler: &mut Compiler<'_>,
    guards: &[Guard],
    control: &[CellId],
    ranges: &dyn Ranges,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Option<Selector>, Refusal> {
    let (selector, remainders) = (Selector::default(), Remainders::new(ranges));
    let mut selection = Selection { selector, remainders, candidates: HashMap::new(), keys: HashMap::new() };
    for group in groups(guards, compiler.slots, control) {
        if !selection.add(compiler, &group, guards, is_stopped)? {
            return Ok(None);
        }
    }
    Ok(Some(selection.selector))
}

/// A selector in construction.
struct Selection<'r> {
    selector: Selector,
    remainders: Remainders<'r>,
    /// For each remainder, the index of its candidate, and whether that has no program.
    candidates: HashMap<RemainderId, (u32, bool)>,
    /// Keys of cells, if they can be read.
    keys: HashMap<Vec<CellId>, Option<(Key, Reading)>>,
}

/// The parameters for reading a key.
type Reading = Gathers<KEY_WORDS>;

/// Returns the key of some cells, if it can be read.
fn readable(
    known: &mut HashMap<Vec<CellId>, Option<(Key, Reading)>>,
    cells: &[CellId],
    slots: &Slots,
) -> Option<(Key, Reading)> {
    if let Some(known) = known.get(cells) {
        return known.clone();
    }
    let found = Gathers::key_of(cells, slots);
    known.insert(cells.to_vec(), found.clone());
    found
}

/// Numbers of known items.
type Known<T> = HashMap<T, u16, BuildHasherDefault<Mixer>>;

/// A hash of few numbers. PERF: most of the time to compute lists is spent on finding known ones.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// The events that are enabled, and the remainders of the guards of others.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct Left {
    free: Vec<u32>,
    guards: Vec<RemainderId>,
}

impl Left {
    fn push(&mut self, variant: Variant) {
        match variant {
            Variant::Impossible => {}
            Variant::Free(event) => self.free.push(event),
            Variant::Left(id) => self.guards.push(id),
        }
    }
}

impl Selection<'_> {
    /// Adds the lists of a group, and returns whether they are complete.
    fn add(
        &mut self,
        compiler: &mut Compiler<'_>,
        group: &Group,
        guards: &[Guard],
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<bool, Refusal> {
        let mut all = Left::default();
        for &event in &group.members {
            all.push(self.remainders.add(event as u32, guards[event].clone()));
        }
        let (reading, branches_of, branches) = self.first_key(compiler, &group.key, &all);
        let mut lists = Lists::new(reading, branches_of);
        let mut known: Known<Left> = Known::default();
        for branch in &branches {
            if is_stopped() {
                return Ok(false);
            }
            let (key, reading) = self.second_key(compiler, branch, branches.len());
            let (lists_of, left) = self.divide(compiler, branch, &key);
            let mut numbers = Vec::with_capacity(left.len());
            for left in left {
                numbers.push(match known.get(&left) {
                    Some(&number) => number,
                    None => {
                        let parts = self.parts(compiler, &left)?;
                        *known.entry(left).or_insert(self.selector.push(&mut lists, &parts))
                    }
                });
            }
            lists.push_branch(reading, lists_of.into_iter().map(|left| numbers[left as usize]));
        }
        self.selector.add(lists);
        Ok(true)
    }

    /// Returns the key of some cells with its branches. Drops cells if there would be too many branches.
    fn first_key(
        &mut self,
        compiler: &Compiler<'_>,
        cells: &[CellId],
        all: &Left,
    ) -> (Reading, Vec<u16>, Vec<Left>) {
        for count in (0..=cells.len()).rev() {
            let Some((key, reading)) = readable(&mut self.keys, &cells[..count], compiler.slots) else {
                continue;
            };
            let (branches_of, branches) = self.divide(compiler, all, &key);
            if KEY_BRANCHES.admits(branches.len()) {
                return (reading, branches_of, branches);
            }
        }
        unreachable!("a key of no cells is readable, and has one branch")
    }

    /// Returns the key of the cells that the remainders of a branch use, as far as there is room.
    fn second_key(&mut self, compiler: &Compiler<'_>, branch: &Left, branches: usize) -> (Key, Reading) {
        let slots = compiler.slots;
        let is_final = compiler.is_final && self.remainders.all.len() < REMAINDERS.size();
        let max_bits = (SECOND_KEY_CONTENTS.size() / branches).max(1).ilog2().min(SECOND_KEY_BITS.bits());
        let (remainders, keys) = (&self.remainders, &mut self.keys);
        let testing = branch.guards.iter().map(|&id| &remainders.all[id as usize].guard).filter(|_| is_final);
        let mut best = readable(keys, &[], slots);
        extended(Vec::new(), testing, slots, |cells| {
            let found = readable(keys, cells, slots).filter(|_| bits(cells, slots) <= max_bits);
            let fits = found.is_some();
            best = found.or(best.take());
            fits
        });
        best.expect("a key of no cells is readable")
    }

    /// Returns the distinct remainders for the contents of a key, and their index for each content.
    fn divide(&mut self, compiler: &Compiler<'_>, all: &Left, key: &Key) -> (Vec<u16>, Vec<Left>) {
        let cells: Vec<CellId> = key.cells().collect();
        let guards = all.guards.iter();
        let divisions: Vec<Rc<Division>> =
            guards.map(|&id| self.remainders.divided(compiler, id, &cells)).collect();
        let placed: Vec<_> = divisions.iter().map(|division| division.placed(key, compiler)).collect();
        let mut known: Known<Left> = Known::default();
        let (mut numbers, mut lefts) = (Vec::with_capacity(1 << key.bits()), Vec::new());
        // PERF: most keys have a known list, so nothing is allocated for them.
        let mut left = Left { free: all.free.clone(), guards: Vec::new() };
        for value in 0..1_u64 << key.bits() {
            left.free.truncate(all.free.len());
            left.guards.clear();
            placed.iter().for_each(|division| left.push(division.variant(value)));
            numbers.push(match known.get(&left) {
                Some(&number) => number,
                None => {
                    lefts.push(left.clone());
                    *known.entry(left.clone()).or_insert((lefts.len() - 1) as u16)
                }
            });
        }
        (numbers, lefts)
    }

    /// Returns a list, with candidates for remainders.
    fn parts(&mut self, compiler: &mut Compiler<'_>, left: &Left) -> Result<Parts, Refusal> {
        let mut parts = [left.free.clone(), Vec::new(), Vec::new()];
        for &id in &left.guards {
            let known = self.candidates.get(&id).copied();
            let (candidate, is_plain) = match known {
                Some(known) => known,
                None => self.candidate(compiler, id)?,
            };
            parts[if is_plain { 1 } else { 2 }].push(candidate);
        }
        Ok(parts)
    }

    /// Creates a candidate for a remainder.
    fn candidate(&mut self, compiler: &mut Compiler<'_>, id: RemainderId) -> Result<(u32, bool), Refusal> {
        let remainder = &self.remainders.all[id as usize];
        let guard = &remainder.guard;
        let mut left = guard.tests.clone();
        let mut candidate = Candidate {
            event: remainder.event,
            program: None,
            tables: self.selector.add_tables(guard.tables.iter()),
            word: 0,
            mask: 0,
            expected: 0,
            slot: Slot::default(),
            set: u64::MAX,
        };
        // All tests for a single content of slots in the same word become one comparison.
        let has_one_value = |test: &Test| test.set.is_power_of_two();
        if let Some(first) = left.iter().find(|test| has_one_value(test)) {
            let word = compiler.slots.slot(first.cell).word;
            candidate.word = u32::from(word);
            left.retain(|test| {
                let slot = compiler.slots.slot(test.cell);
                let joins = slot.word == word && has_one_value(test);
                if joins {
                    candidate.mask |= slot.mask();
                    candidate.expected |= u64::from(test.set.trailing_zeros()) << slot.shift;
                }
                !joins
            });
        }
        if let Some(test) = left.pop() {
            candidate.slot = compiler.slots.slot(test.cell);
            candidate.set = test.set;
        }
        candidate.program = guard.compile(compiler, &left, false)?;
        let is_plain = candidate.program.is_none() && guard.tables.is_empty();
        self.selector.candidates.push(candidate);
        let made = (self.selector.candidates.len() as u32 - 1, is_plain);
        self.candidates.insert(id, made);
        Ok(made)
    }
}
