//! The encoding of markings as mixed-radix numbers.
//!
//! Source: Geldenhuys, *Efficient State-exploration*, whose state compaction writes a state as one number in the
//! product of its components' domains. Three points differ. Components are not places but [digits](crate::digit), which
//! need fewer bits if invariants hold. A digit does not cross a word boundary, so no division is longer than a word.
//! And firing does not encode the successor: the number is a *linear* function of the marking, so a firing always adds
//! the same constant to it.

use sanderling_cutoff::WORDS_WITH_ROOM;
use sanderling_net::PlaceId;
use sanderling_system::word_count;

use crate::digit::{Digit, Digits};
use crate::enabling::Piece;
use crate::layout::{Field, Layout};
use crate::ragged::Ragged;
use crate::rule::DENSE_WORDS;
use crate::structure::Structure;
use crate::translation::{Position, Translation};
use crate::unpacking::{TokenSummands, Unpacking};

/// An encoding of the markings over a layout as numbers, one for each word.
#[derive(Debug, Clone)]
pub(crate) struct RadixCode {
    words: usize,
    bits: u64,
    /// The position of each digit, which is named by its first place.
    positions: Vec<(PlaceId, Position)>,
    /// For each field with a digit: its word, and the contribution of a token.
    coefficients: Vec<(Field, u32, u64)>,
    /// For each transition, the words that it changes and the numbers that it adds to them.
    effects: Ragged<(u32, u64)>,
    /// For each transition, the number that it adds to each word. For markings of few words only.
    dense_effects: Vec<u64>,
    /// The packed marking in which all digits are 0.
    base: Vec<u64>,
    /// For each word, the contributions of its digits to that marking.
    unpacking: Vec<Unpacking>,
    /// For each word, the index of its first piece.
    first_piece: Vec<usize>,
}

/// Returns the number of words that these digits take.
pub(crate) fn words_of(digits: &Digits) -> usize {
    pack(&digits.digits).len().max(1)
}

impl RadixCode {
    /// Creates the code for these digits over a layout.
    pub(crate) fn new(structure: &Structure, layout: &Layout, digits: &Digits) -> Self {
        let packed = pack(&digits.digits);
        let coefficients = coefficients(&packed, structure.place_count());
        let tokens = TokenSummands::new(layout, &digits.derived);
        let mut effects = Ragged::new();
        for transition in structure.transition_ids() {
            effects.push_row(word_effects(&coefficients, structure.effect(transition)));
        }
        let of_field = |(place, field): (PlaceId, Field)| {
            coefficients[place.index()].map(|(word, coefficient)| (field, word, coefficient))
        };
        let unpacking: Vec<_> = packed.iter().map(|digits| Unpacking::new(digits, &tokens)).collect();
        let mut pieces = 0;
        let first_piece = |unpacking: &Unpacking| {
            pieces += unpacking.len();
            pieces - unpacking.len()
        };
        Self {
            words: words_of(digits),
            bits: digits.bits(),
            positions: positions(&packed),
            coefficients: layout.fields().filter_map(of_field).collect(),
            dense_effects: dense(&effects, words_of(digits)),
            effects,
            first_piece: unpacking.iter().map(first_piece).collect(),
            unpacking,
            base: tokens.base,
        }
    }

    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Returns the number of bits needed to distinguish all combinations of digits.
    pub(crate) fn bits(&self) -> u64 {
        self.bits
    }

    /// Writes the number of a marking that is packed in the layout.
    pub(crate) fn encode(&self, packed: &[u64], code: &mut [u64]) {
        code.fill(0);
        for &(field, word, coefficient) in &self.coefficients {
            let word = &mut code[word as usize];
            *word = word.wrapping_add(coefficient.wrapping_mul(field.read(packed)));
        }
    }

    /// Returns the translation of numbers from an earlier code of the same net.
    pub(crate) fn translation(&self, earlier: &Self) -> Translation {
        let positions = |code: &Self| code.positions.clone().into_iter();
        Translation::new(positions(earlier), positions(self))
    }

    /// Returns an upper bound on the number of tokens that all pieces list together.
    pub(crate) fn tokens_of_pieces(&self) -> u64 {
        self.unpacking.iter().map(Unpacking::tokens_of_pieces).fold(0, u64::saturating_add)
    }

    /// Returns the pieces, for [tables of enabled transitions](crate::enabling).
    pub(crate) fn pieces(&self, layout: &Layout, digits: &Digits) -> Vec<Piece> {
        let mut first = self.base.len();
        let mut pieces = Vec::new();
        for unpacking in &self.unpacking {
            pieces.extend(unpacking.pieces(first, layout, &digits.derived));
            first += unpacking.len();
        }
        pieces
    }

    /// Allocates the memory to unpack a number. If numbers have many words, it initially contains the unpacked zero.
    pub(crate) fn unpacked(&self) -> Vec<u64> {
        let pieces = self.unpacking.iter().map(Unpacking::len).sum::<usize>();
        let mut unpacked = vec![0; self.base.len() + pieces];
        if self.is_long() {
            self.decode_all(&vec![0; self.words], &mut unpacked);
            unpacked.resize(unpacked.len() + self.words, 0);
        }
        unpacked
    }

    /// Packs the marking of a number in the layout, followed by the contents of the pieces and, if it has many words,
    /// by the number itself.
    #[inline(always)]
    pub(crate) fn decode<const W: usize>(&self, code: &[u64], unpacked: &mut [u64]) {
        if W == 0 && self.is_long() {
            self.decode_changes(code, unpacked);
        } else {
            self.decode_all(&code[..word_count::<W>(self.words)], unpacked);
        }
    }

    /// Whether numbers are unpacked by their differences from the previous one.
    #[inline(always)]
    fn is_long(&self) -> bool {
        self.words > DENSE_WORDS
    }

    /// Unpacks the words that differ from those of the number unpacked before. Markings expanded one after the other
    /// are often similar.
    fn decode_changes(&self, code: &[u64], unpacked: &mut [u64]) {
        let (unpacked, last) = unpacked.split_at_mut(unpacked.len() - self.words);
        let (packed, contents) = unpacked.split_at_mut(self.base.len());
        for (number, (last, &word)) in last.iter_mut().zip(&code[..self.words]).enumerate() {
            if *last != word {
                let own = &mut contents[self.first_piece[number]..][..self.unpacking[number].len()];
                self.unpacking[number].change(word, packed, own);
                *last = word;
            }
        }
    }

    #[inline(always)]
    fn decode_all(&self, code: &[u64], unpacked: &mut [u64]) {
        let (packed, mut contents) = unpacked.split_at_mut(self.base.len());
        packed.copy_from_slice(&self.base);
        for (&number, unpacking) in code.iter().zip(&self.unpacking) {
            let (own, others) = contents.split_at_mut(unpacking.len());
            unpacking.add(number, packed, own);
            contents = others;
        }
    }

    /// Packs the markings of some numbers in the layout, with a vector for each word of both. The numbers are
    /// overwritten.
    ///
    /// PERF: this proceeds digit by digit, so that the computations for different markings are independent.
    pub(crate) fn decode_together(&self, codes: &mut [Vec<u64>], packed: &mut [Vec<u64>]) {
        let count = codes.first().map_or(0, Vec::len);
        for (packed, &base) in packed.iter_mut().zip(&self.base) {
            packed.clear();
            packed.resize(count, base);
        }
        let mut values = vec![0; count];
        for (numbers, unpacking) in codes.iter_mut().zip(&self.unpacking) {
            unpacking.add_together(numbers, packed, &mut values);
        }
    }

    /// Returns the words that a firing without resets changes, and their new values.
    pub(crate) fn added<'a>(
        &'a self,
        transition: usize,
        code: &'a [u64],
    ) -> impl Iterator<Item = (u32, u64)> + 'a {
        let effects = self.effects.row(transition).iter();
        effects.map(|&(word, effect)| (word, code[word as usize].wrapping_add(effect)))
    }

    /// Writes the number after a firing without resets.
    #[inline(always)]
    pub(crate) fn fire<const W: usize>(&self, transition: usize, code: &[u64], successor: &mut [u64]) {
        let words = word_count::<W>(self.words);
        let (code, successor) = (&code[..words], &mut successor[..words]);
        if words <= DENSE_WORDS {
            let effects = &self.dense_effects[transition * words..][..words];
            for ((successor, word), effect) in successor.iter_mut().zip(code).zip(effects) {
                *successor = word.wrapping_add(*effect);
            }
            return;
        }
        successor.copy_from_slice(code);
        for &(word, effect) in self.effects.row(transition) {
            let word = &mut successor[word as usize];
            *word = word.wrapping_add(effect);
        }
    }
}

/// Returns the effects for each word, or nothing if numbers have many words.
fn dense(effects: &Ragged<(u32, u64)>, words: usize) -> Vec<u64> {
    if words > DENSE_WORDS {
        return Vec::new();
    }
    let mut dense = vec![0; effects.len() * words];
    for (transition, effects) in effects.rows().enumerate() {
        for &(word, effect) in effects {
            dense[transition * words + word as usize] = effect;
        }
    }
    dense
}

/// Distributes digits over words: each goes into the first word with room for it.
fn pack(digits: &[Digit]) -> Vec<Vec<&Digit>> {
    const VALUES_OF_A_WORD: u128 = 1 << 64;
    let mut words: Vec<(u128, Vec<&Digit>)> = Vec::new();
    for digit in digits {
        let radix = digit.radix();
        let from = words.len().saturating_sub(WORDS_WITH_ROOM.size());
        // This compares a quotient, since the product of 2^64 and 2^64 does not fit 128 bits.
        match words[from..].iter_mut().find(|(values, _)| *values <= VALUES_OF_A_WORD / radix) {
            Some((values, digits)) => {
                *values *= radix;
                digits.push(digit);
            }
            None => words.push((radix, vec![digit])),
        }
    }
    words.into_iter().map(|(_, digits)| digits).collect()
}

/// Returns the position of each digit, with its first place.
fn positions(packed: &[Vec<&Digit>]) -> Vec<(PlaceId, Position)> {
    let mut positions = Vec::new();
    for (word, digits) in packed.iter().enumerate() {
        let mut weight: u128 = 1;
        for digit in digits {
            let position = Position { word: word as u32, weight: weight as u64, radix: digit.radix() };
            positions.push((digit.first_place(), position));
            weight *= digit.radix();
        }
    }
    positions
}

/// Returns for each place with a digit its word, and the contribution of a token.
fn coefficients(packed: &[Vec<&Digit>], places: usize) -> Vec<Option<(u32, u64)>> {
    let mut coefficients = vec![None; places];
    for (word, digits) in packed.iter().enumerate() {
        let mut weight: u128 = 1;
        for digit in digits {
            for (place, value) in digit.values() {
                coefficients[place.index()] = Some((word as u32, (weight as u64).wrapping_mul(value)));
            }
            weight *= digit.radix();
        }
    }
    coefficients
}

/// Returns the sum of a transition's effects on each word, modulo 2^64.
fn word_effects(coefficients: &[Option<(u32, u64)>], effects: &[(PlaceId, i128)]) -> Vec<(u32, u64)> {
    let mut sums: Vec<(u32, u64)> = Vec::new();
    for &(place, effect) in effects {
        if let Some((word, coefficient)) = coefficients[place.index()] {
            sums.push((word, coefficient.wrapping_mul(effect as u64)));
        }
    }
    sums.sort_by_key(|&(word, _)| word);
    let by_word = sums.chunk_by(|a, b| a.0 == b.0);
    by_word.map(|same| (same[0].0, same.iter().fold(0_u64, |sum, &(_, add)| sum.wrapping_add(add)))).collect()
}
