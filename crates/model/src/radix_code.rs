//! The mixed-radix number that stands for a marking.
//!
//! Source: Geldenhuys, *Efficient State-exploration*, whose state compaction writes a state as one
//! number in the product of its components' domains. We differ in three points. Components are not
//! places but [digits](crate::digit), which need fewer bits where invariants hold. A digit does not
//! cross the border of a word, so that decoding needs no long division. And firing does not encode
//! the successor at all: the number is a *linear* function of the marking, so a firing adds the same
//! constant to it wherever it happens.

use sanderling_net::PlaceId;
use sanderling_system::word_count;

use crate::digit::{Digit, Digits};
use crate::layout::{Field, Layout, Slot};
use crate::ragged::Ragged;
use crate::structure::Structure;

/// How markings over a layout are written as numbers, one for each word.
#[derive(Debug, Clone)]
pub(crate) struct RadixCode {
    words: usize,
    bits: f64,
    placed: Vec<PlacedDigit>,
    /// Where each word's digits begin in `placed`, from the least significant one on.
    starts: Vec<usize>,
    /// What each value of a choice stands for; `None`: all of its places are empty.
    choices: Vec<Option<Field>>,
    derived: Vec<Derivation>,
    /// For each place, the word and what a token there adds to it.
    coefficients: Vec<Option<(u32, u64)>>,
    fields: Vec<(PlaceId, Field)>,
    /// For each transition, what it adds to each word.
    effects: Ragged<(u32, u64)>,
}

#[derive(Debug, Clone, Copy)]
struct PlacedDigit {
    /// The number of values; 0 stands for 2^64.
    radix: u64,
    reading: Reading,
}

/// How a digit's value becomes tokens.
#[derive(Debug, Clone, Copy)]
enum Reading {
    Count(Field),
    /// From here on in `choices`.
    Choice(u32),
}

#[derive(Debug, Clone)]
struct Derivation {
    field: Field,
    /// What is left of the invariant's sum after the constant places.
    sum: u128,
    divisor: u64,
    others: Vec<(Field, u64)>,
}

impl RadixCode {
    /// The code for these digits over a layout.
    pub(crate) fn new(structure: &Structure, layout: &Layout, digits: &Digits) -> Self {
        let packed = pack(&digits.digits);
        let mut code = Self {
            words: packed.len().max(1),
            bits: digits.digits.iter().map(|digit| (digit.radix() as f64).log2()).sum(),
            placed: Vec::new(),
            starts: Vec::new(),
            choices: Vec::new(),
            derived: digits.derived.iter().map(|derived| derivation(layout, derived)).collect(),
            coefficients: vec![None; structure.place_count()],
            fields: layout.fields().collect(),
            effects: Ragged::new(),
        };
        for (word, digits) in packed.iter().enumerate() {
            code.starts.push(code.placed.len());
            let mut weight: u128 = 1;
            for digit in digits {
                code.place_digit(layout, digit, word as u32, weight as u64);
                weight *= digit.radix();
            }
        }
        code.starts.resize(code.words + 1, code.placed.len());
        for transition in structure.transition_ids() {
            code.effects.push_row(word_effects(&code.coefficients, structure.effect(transition)));
        }
        code
    }

    fn place_digit(&mut self, layout: &Layout, digit: &Digit, word: u32, weight: u64) {
        for (place, value) in digit.values() {
            self.coefficients[place.index()] = Some((word, weight.wrapping_mul(value)));
        }
        let field_of = |place: PlaceId| match layout.slot(place) {
            Slot::Field(field) => field,
            Slot::Constant(_) => unreachable!("constant places have no digit"),
        };
        let reading = match digit {
            Digit::Count(place, _) => Reading::Count(field_of(*place)),
            Digit::Choice(places, _) => {
                let start = self.choices.len();
                let can_be_none = digit.radix() > places.len() as u128;
                self.choices.extend(can_be_none.then_some(None));
                self.choices.extend(places.iter().map(|&place| Some(field_of(place))));
                Reading::Choice(start as u32)
            }
        };
        self.placed.push(PlacedDigit { radix: digit.radix() as u64, reading });
    }

    /// The number of words.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// The number of bits that tell the markings of the digits' product apart.
    pub(crate) fn bits(&self) -> u64 {
        self.bits.ceil() as u64
    }

    /// Writes the number for a marking that is packed in the layout.
    pub(crate) fn encode(&self, packed: &[u64], code: &mut [u64]) {
        code.fill(0);
        for &(place, field) in &self.fields {
            if let Some((word, coefficient)) = self.coefficients[place.index()] {
                let word = &mut code[word as usize];
                *word = word.wrapping_add(coefficient.wrapping_mul(field.read(packed)));
            }
        }
    }

    /// Packs the marking of a number in the layout.
    #[inline]
    pub(crate) fn decode<const W: usize>(&self, code: &[u64], packed: &mut [u64]) {
        packed.fill(0);
        let words = word_count::<W>(self.words);
        for (&word, borders) in code[..words].iter().zip(self.starts.windows(2)) {
            let mut rest = word;
            for digit in &self.placed[borders[0]..borders[1]] {
                let value = match rest.checked_rem(digit.radix) {
                    None => std::mem::take(&mut rest),
                    Some(value) => {
                        rest /= digit.radix;
                        value
                    }
                };
                match digit.reading {
                    Reading::Count(field) => field.write(value, packed),
                    Reading::Choice(start) => {
                        if let Some(field) = self.choices[start as usize + value as usize] {
                            field.write(1, packed);
                        }
                    }
                }
            }
        }
        for derived in &self.derived {
            derived.field.write(derived.tokens(packed), packed);
        }
    }

    /// Writes the number after a firing that resets nothing.
    #[inline(always)]
    pub(crate) fn fire<const W: usize>(&self, transition: usize, code: &[u64], successor: &mut [u64]) {
        let words = word_count::<W>(self.words);
        successor[..words].copy_from_slice(&code[..words]);
        for &(word, effect) in self.effects.row(transition) {
            let word = &mut successor[word as usize];
            *word = word.wrapping_add(effect);
        }
    }
}

impl Derivation {
    #[inline]
    fn tokens(&self, packed: &[u64]) -> u64 {
        let known =
            self.others.iter().map(|(field, weight)| u128::from(field.read(packed)) * u128::from(*weight));
        let rest = self.sum - known.sum::<u128>();
        match (u64::try_from(rest), self.divisor) {
            (Ok(rest), 1) => rest,
            _ => (rest / u128::from(self.divisor)) as u64,
        }
    }
}

fn derivation(layout: &Layout, derived: &crate::digit::Derived) -> Derivation {
    let mut sum = derived.sum;
    let mut others = Vec::new();
    for &(place, weight) in &derived.others {
        match layout.slot(place) {
            Slot::Constant(tokens) => sum -= u128::from(tokens) * u128::from(weight),
            Slot::Field(field) => others.push((field, weight)),
        }
    }
    Derivation { field: derived.field, sum, divisor: derived.divisor, others }
}

/// Shares the digits out among words: each into the first word with room for it.
fn pack(digits: &[Digit]) -> Vec<Vec<&Digit>> {
    const VALUES_OF_A_WORD: u128 = 1 << 64;
    let mut words: Vec<(u128, Vec<&Digit>)> = Vec::new();
    for digit in digits {
        let radix = digit.radix();
        // Only the last words are worth a look: the others are nearly full.
        let from = words.len().saturating_sub(8);
        match words[from..].iter_mut().find(|(values, _)| *values * radix <= VALUES_OF_A_WORD) {
            Some((values, digits)) => {
                *values *= radix;
                digits.push(digit);
            }
            None => words.push((radix, vec![digit])),
        }
    }
    words.into_iter().map(|(_, digits)| digits).collect()
}

/// The sum of a transition's effects on each word, modulo 2^64.
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
