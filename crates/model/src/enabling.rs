//! Enabled transitions, found by tables over pieces of a marking.
//!
//! A test depends on one place. A *piece* of the marking consists of a few adjacent slots, or of a few digits of a
//! mixed-radix number. A table maps each possible content of a piece to the transitions whose tests of these places all
//! pass. A transition is enabled if every piece lets it pass. With a bit for each transition, this is the intersection
//! of one row of each table, independently of the marking and the number of tests.
//!
//! For large nets this would take longer than testing the transitions that are [triggered by marked
//! places](crate::trigger), so no tables are built. Tables list transitions in the same order as triggers.
//!
//! INVARIANT: every test of a transition is in the table of one piece, or the transition is in `tested_besides`.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use sanderling_cutoff::{ENABLING_BYTES, ENABLING_STRIP, ENABLING_WORDS, PIECE_BITS, PIECE_BITS_OF_SLOT};
use sanderling_system::EventId;

use crate::layout::Field;
use crate::rule::{RangeTest, Rules};

/// Minimum number of bits to which shared pieces shrink if tables would be too large.
const FEWEST_BITS_OF_PIECE: u32 = 4;
/// Maximum number of words of a row that are intersected at a time.
const STRIP: usize = 4;

/// A part of an unpacked marking whose content indexes a table.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    /// The location of the content.
    pub(crate) word: u32,
    pub(crate) shift: u32,
    pub(crate) mask: u64,
    /// An upper bound that all contents are below.
    pub(crate) contents: usize,
    /// The slots that the content determines, with their tokens for each content.
    pub(crate) slots: Vec<(Field, Vec<u64>)>,
}

/// For each piece and each of its contents, the transitions that it lets pass.
#[derive(Debug, Clone)]
pub(crate) struct EnablingTables {
    /// The transition of each bit.
    transitions: Vec<u32>,
    /// The number of words of a strip: 1, 2 or [`STRIP`].
    width: usize,
    strips: Vec<Strip>,
    keys: Vec<Key>,
    rows: Vec<u64>,
    /// The transitions that have tests outside the tables.
    tested_besides: Vec<u64>,
}

/// A few words of transitions. Only the relevant pieces have rows for them.
#[derive(Debug, Clone, Copy)]
struct Strip {
    all: [u64; STRIP],
    /// The keys of the pieces that are relevant to these transitions.
    start: usize,
    end: usize,
}

/// The location of the content of a piece, and of its rows.
#[derive(Debug, Clone, Copy)]
struct Key {
    mask: u64,
    word: u32,
    shift: u32,
    start: usize,
}

/// The pieces that answer the tests of the transitions.
struct Answers<'a> {
    pieces: &'a [Piece],
    /// For each slot, its piece and its index among the slots of that piece.
    of_slot: HashMap<(u32, u32), (usize, usize)>,
}

impl EnablingTables {
    /// Creates tables for these transitions over given pieces, and over pieces of the packed marking for all other
    /// slots.
    ///
    /// Returns `None` if other methods to find enabled transitions are faster.
    pub(crate) fn of(rules: &Rules, transitions: &[u32], given: &[Piece]) -> Option<Self> {
        if !ENABLING_WORDS.admits(transitions.len().div_ceil(64)) {
            return None;
        }
        let in_pieces: HashSet<(u32, u32)> =
            given.iter().flat_map(|piece| &piece.slots).map(|(field, _)| at(field)).collect();
        let tests = transitions.iter().flat_map(|&transition| rules.tests(transition as usize));
        let mut others: Vec<Field> =
            tests.map(|test| test.field).filter(|field| !in_pieces.contains(&at(field))).collect();
        others.sort_unstable_by_key(at);
        others.dedup_by_key(|field| at(field));
        (FEWEST_BITS_OF_PIECE..=PIECE_BITS.bits()).rev().find_map(|bits| {
            let groups = neighbours(&others, bits);
            // Each piece has rows, even if only for one transition.
            if !ENABLING_WORDS.admits(groups.len()) {
                return None;
            }
            let pieces: Vec<_> =
                given.iter().cloned().chain(groups.iter().map(|slots| piece(slots))).collect();
            Self::over(&pieces, rules, transitions)
        })
    }

    /// Creates tables over these pieces, unless they are too large.
    fn over(pieces: &[Piece], rules: &Rules, transitions: &[u32]) -> Option<Self> {
        let answers = Answers::of(pieces);
        let width = transitions.len().div_ceil(64).clamp(1, ENABLING_STRIP.size()).next_power_of_two();
        let words = transitions.len().div_ceil(64).next_multiple_of(width);
        let mut tables = Self {
            transitions: transitions.to_vec(),
            width,
            strips: Vec::new(),
            keys: Vec::new(),
            rows: Vec::new(),
            tested_besides: vec![0; words],
        };
        for first in (0..words).step_by(width) {
            let end = transitions.len().min((first + width) * 64);
            tables.add_strip(&answers, rules, first * 64..end)?;
        }
        Some(tables)
    }

    fn add_strip(&mut self, answers: &Answers<'_>, rules: &Rules, bits: Range<usize>) -> Option<()> {
        let mut start_of_piece = vec![None; answers.pieces.len()];
        let start = self.keys.len();
        for bit in bits.clone() {
            for test in rules.tests(self.transitions[bit] as usize) {
                let Some(&(number, slot)) = answers.of_slot.get(&at(&test.field)) else {
                    self.tested_besides[bit / 64] |= 1 << (bit % 64);
                    continue;
                };
                let piece = &answers.pieces[number];
                if start_of_piece[number].is_none() {
                    start_of_piece[number] = Some(self.add_rows(piece, bits.len())?);
                }
                let rows = start_of_piece[number].unwrap_or_default();
                self.bar(bit - bits.start, &test, rows, &piece.slots[slot].1);
            }
        }
        let all = std::array::from_fn(|word| all(bits.len(), word));
        self.strips.push(Strip { all, start, end: self.keys.len() });
        Some(())
    }

    /// Adds rows for a piece in which all of some transitions pass, and returns their start.
    fn add_rows(&mut self, piece: &Piece, transitions: usize) -> Option<usize> {
        let Piece { word, shift, mask, contents, .. } = *piece;
        let start = self.rows.len();
        self.keys.push(Key { word, shift, mask, start });
        let words = start + contents * self.width;
        if !ENABLING_BYTES.admits(words * size_of::<u64>())
            || !ENABLING_WORDS.admits(self.keys.len() * self.width)
        {
            return None;
        }
        self.rows.extend((0..contents * self.width).map(|at| all(transitions, at % self.width)));
        Some(start)
    }

    /// Removes a transition from the rows of the contents for which a test fails.
    fn bar(&mut self, bit: usize, test: &RangeTest, start: usize, tokens: &[u64]) {
        for (content, tokens) in tokens.iter().enumerate() {
            if !(test.least..=test.most).contains(tokens) {
                self.rows[start + content * self.width + bit / 64] &= !(1 << (bit % 64));
            }
        }
    }

    /// Appends the enabled transitions of a marking that is unpacked together with the contents of the pieces.
    #[inline(never)]
    pub(crate) fn enabled(&self, rules: &Rules, unpacked: &[u64], events: &mut Vec<EventId>) {
        match self.width {
            1 => self.intersect::<1>(rules, unpacked, events),
            2 => self.intersect::<2>(rules, unpacked, events),
            _ => self.intersect::<STRIP>(rules, unpacked, events),
        }
    }

    #[inline(always)]
    fn intersect<const N: usize>(&self, rules: &Rules, unpacked: &[u64], events: &mut Vec<EventId>) {
        for (strip, first) in self.strips.iter().zip((0..).step_by(N)) {
            let mut passing: [u64; N] = std::array::from_fn(|word| strip.all[word]);
            for key in &self.keys[strip.start..strip.end] {
                let content = (unpacked[key.word as usize] >> key.shift & key.mask) as usize;
                let row = &self.rows[key.start + content * N..][..N];
                for (passing, row) in passing.iter_mut().zip(row) {
                    *passing &= row;
                }
            }
            for (word, mut passing) in (first..).zip(passing) {
                let tested_besides = passing & self.tested_besides[word];
                if tested_besides != 0 {
                    passing &= !self.failing(word, tested_besides, rules, unpacked);
                }
                while passing != 0 {
                    let bit = passing.trailing_zeros() as usize;
                    passing &= passing - 1;
                    events.push(EventId::new(self.transitions[word * 64 + bit] as usize));
                }
            }
        }
    }

    /// Returns the transitions of a set that are not enabled.
    #[cold]
    fn failing(&self, word: usize, mut among: u64, rules: &Rules, unpacked: &[u64]) -> u64 {
        let mut failing = 0;
        while among != 0 {
            let bit = among.trailing_zeros() as usize;
            among &= among - 1;
            let transition = self.transitions[word * 64 + bit] as usize;
            failing |= u64::from(!rules.is_enabled::<0>(transition, unpacked)) << bit;
        }
        failing
    }
}

impl<'a> Answers<'a> {
    fn of(pieces: &'a [Piece]) -> Self {
        let slots = pieces.iter().enumerate().flat_map(|(number, piece)| {
            piece.slots.iter().enumerate().map(move |(slot, (field, _))| (at(field), (number, slot)))
        });
        Self { pieces, of_slot: slots.collect() }
    }
}

/// Returns the location that identifies a slot.
fn at(field: &Field) -> (u32, u32) {
    (field.word, field.shift)
}

/// Returns a word of the row that contains the first `transitions` transitions.
fn all(transitions: usize, word: usize) -> u64 {
    match transitions.saturating_sub(word * 64) {
        0 => 0,
        bits @ 1..=63 => (1 << bits) - 1,
        _ => u64::MAX,
    }
}

/// Groups adjacent slots up to `bits` bits. A slot that is much wider is in no group.
fn neighbours(slots: &[Field], bits: u32) -> Vec<Vec<Field>> {
    let mut groups: Vec<Vec<Field>> = Vec::new();
    for &slot in slots.iter().filter(|slot| slot.width <= bits.max(PIECE_BITS_OF_SLOT.bits())) {
        let joins = |group: &&mut Vec<Field>| {
            group[0].word == slot.word && slot.shift + slot.width - group[0].shift <= bits
        };
        match groups.last_mut().filter(joins) {
            Some(group) => group.push(slot),
            None => groups.push(vec![slot]),
        }
    }
    groups
}

/// Creates the piece from the first to the last of some slots of a word.
fn piece(slots: &[Field]) -> Piece {
    let (first, last) = (slots[0], slots[slots.len() - 1]);
    let mask = u64::MAX >> (64 - (last.shift + last.width - first.shift));
    let tokens = |slot: &Field| {
        let contents = (0..=mask).map(|content| content >> (slot.shift - first.shift) & slot.most());
        (*slot, contents.collect())
    };
    Piece {
        word: first.word,
        shift: first.shift,
        mask,
        contents: mask as usize + 1,
        slots: slots.iter().map(tokens).collect(),
    }
}

#[cfg(test)]
mod tests;
