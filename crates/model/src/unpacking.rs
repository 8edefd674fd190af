//! Conversion of the digits of a mixed-radix number to the bit fields of a marking, by additions only.
//!
//! The number is a linear function of the marking, and the packed marking is a linear function of the digits: each
//! token adds 1 to its place's field, and subtracts from the fields of the places that are derived from it. Modulo 2^64
//! the words of the packed marking are thus a constant plus one summand for each digit. Borrows between fields cancel
//! out, since the result is a marking. The summands are tabulated, with several digits in a table as long as it stays
//! small.

use std::collections::HashMap;

use sanderling_cutoff::{UNPACKING_CONTENTS, UNPACKING_ENTRIES, UNPACKING_ROWS};
use sanderling_net::PlaceId;

use crate::digit::{Derived, Digit, Says};
use crate::enabling::Piece;
use crate::layout::{Field, Layout, Slot};
use crate::quotient::Divisor;

/// The contributions of the digits of one word to the words of the packed marking.
#[derive(Debug, Clone)]
pub(crate) struct Unpacking {
    chunks: Vec<Chunk>,
}

/// Some adjacent digits, treated as one.
#[derive(Debug, Clone)]
struct Chunk {
    digits: Vec<Digit>,
    /// The number of values of the digits together. `None` means 2^64.
    radix: Option<Divisor>,
    /// The words of the packed marking to which the chunk contributes.
    words: Vec<u32>,
    summands: Summands,
}

#[derive(Debug, Clone)]
enum Summands {
    /// For each value, its contribution to each of the words.
    Table(Vec<u64>),
    /// The contribution of each unit of the value to each of the words. For a digit that is a token count.
    PerUnit(Vec<u64>),
    /// For each value, the words to which it contributes, and its contributions. For a choice digit of many places
    /// that each affect few words.
    Sparse(SparseRows),
}

/// The rows of a sparse matrix, without zeros.
#[derive(Debug, Clone)]
struct SparseRows {
    /// The start of each row in the entries, followed by the end of the last one.
    starts: Vec<usize>,
    entries: Vec<(u32, u64)>,
}

impl SparseRows {
    fn new(rows: impl Iterator<Item = Vec<(u32, u64)>>) -> Self {
        let mut sparse = Self { starts: vec![0], entries: Vec::new() };
        for row in rows {
            sparse.entries.extend(row);
            sparse.starts.push(sparse.entries.len());
        }
        sparse
    }

    #[inline(always)]
    fn row(&self, row: u64) -> &[(u32, u64)] {
        let (start, end) = (self.starts[row as usize], self.starts[row as usize + 1]);
        &self.entries[start..end]
    }
}

impl Unpacking {
    /// Creates the tables for the digits of a word, starting with the least significant one.
    pub(crate) fn new(digits: &[&Digit], tokens: &TokenSummands) -> Self {
        let mut chunks = Vec::new();
        let mut rest = digits;
        while let Some((first, _)) = rest.split_first() {
            let mut rows = first.radix();
            let mut count = 1;
            let mut words = tokens.words_of(first);
            while let Some(next) = rest.get(count).filter(|next| UNPACKING_ROWS.admits(rows * next.radix())) {
                words += tokens.words_of(next);
                if !UNPACKING_ENTRIES.admits(rows * next.radix() * words as u128) {
                    break;
                }
                rows *= next.radix();
                count += 1;
            }
            let (together, behind) = rest.split_at(count);
            chunks.push(Chunk::new(together, rows, tokens));
            rest = behind;
        }
        Self { chunks }
    }

    /// Returns the number of chunks.
    pub(crate) fn len(&self) -> usize {
        self.chunks.len()
    }

    /// Adds the contributions of the digits of `number` to a packed marking, and writes the values of the chunks.
    #[inline(always)]
    pub(crate) fn add(&self, number: u64, packed: &mut [u64], values: &mut [u64]) {
        let mut rest = number;
        for (chunk, value) in self.chunks.iter().zip(values) {
            (rest, *value) = chunk.split(rest);
            chunk.add::<false>(*value, packed);
        }
    }

    /// Adds the contributions of the digits of each number to its packed marking. The markings are given word by word.
    /// Overwrites the numbers. `values` is scratch memory with an entry for each number.
    pub(crate) fn add_together(&self, numbers: &mut [u64], packed: &mut [Vec<u64>], values: &mut [u64]) {
        for chunk in &self.chunks {
            for (number, value) in numbers.iter_mut().zip(&mut *values) {
                (*number, *value) = chunk.split(*number);
            }
            chunk.add_together(values, packed);
        }
    }

    /// Updates a packed marking for another number, given the values of the chunks of the current one.
    pub(crate) fn change(&self, number: u64, packed: &mut [u64], values: &mut [u64]) {
        let mut rest = number;
        for (chunk, value) in self.chunks.iter().zip(values) {
            let (others, own) = chunk.split(rest);
            rest = others;
            if own != *value {
                chunk.add::<true>(*value, packed);
                chunk.add::<false>(own, packed);
                *value = own;
            }
        }
    }

    /// Returns the total number of token counts that the pieces list: one for each value of a chunk and each place with
    /// a digit in it.
    pub(crate) fn tokens_of_pieces(&self) -> u64 {
        let of_chunk = |chunk: &Chunk| {
            let contents =
                chunk.radix.as_ref().map(Divisor::divisor).filter(|&of| UNPACKING_CONTENTS.admits(of));
            let places = chunk.digits.iter().map(|digit| digit.values().len() as u64).sum::<u64>();
            contents.map_or(0, |contents| contents.saturating_mul(places))
        };
        self.chunks.iter().map(of_chunk).fold(0, u64::saturating_add)
    }

    /// Returns the chunks as pieces whose contents are in words of their own, from `first` on.
    pub(crate) fn pieces(&self, first: usize, layout: &Layout, derived: &[Derived]) -> Vec<Piece> {
        let chunks = (first..).zip(&self.chunks);
        chunks.filter_map(|(word, chunk)| chunk.piece(word as u32, layout, derived)).collect()
    }
}

impl Chunk {
    fn new(digits: &[&Digit], rows: u128, tokens: &TokenSummands) -> Self {
        let places = digits.iter().flat_map(|digit| digit.values()).map(|(place, _)| place);
        let mut words: Vec<u32> =
            places.flat_map(|place| tokens.of(place).iter().map(|&(word, _)| word)).collect();
        words.sort_unstable();
        words.dedup();
        let summands = match digits {
            _ if UNPACKING_ROWS.admits(rows) => {
                let row = |value: u128| row(digits, value, &words, tokens);
                Summands::Table((0..rows).flat_map(row).collect())
            }
            [choice @ Digit { says: Says::Choice(..), .. }] => {
                let row =
                    |value: u128| choice.tokens(value as u64).map(|(place, _)| tokens.of(place).to_vec());
                Summands::Sparse(SparseRows::new((0..rows).map(|value| row(value).unwrap_or_default())))
            }
            // INVARIANT: only a single digit can have too many values for a table, and here it is a token count.
            _ => Summands::PerUnit(row(digits, 1, &words, tokens)),
        };
        let digits = digits.iter().copied().cloned().collect();
        Self { digits, radix: u64::try_from(rows).ok().map(Divisor::new), words, summands }
    }

    /// Returns the chunk as a piece, with the slots of all places whose tokens its digits alone determine. Returns
    /// `None` if it has too many values.
    fn piece(&self, word: u32, layout: &Layout, derived: &[Derived]) -> Option<Piece> {
        let contents = self.radix.as_ref()?.divisor();
        if !UNPACKING_CONTENTS.admits(contents) {
            return None;
        }
        let mut tokens = self.tokens(contents);
        for derived in derived {
            if let Some(own) = follow(derived, &tokens, contents as usize, layout) {
                tokens.insert(derived.place, own);
            }
        }
        let field = |place| match layout.slot(place) {
            Slot::Field(field) => Some(field),
            Slot::Constant(_) => None,
        };
        let mut slots: Vec<(Field, Vec<u64>)> =
            tokens.into_iter().filter_map(|(place, tokens)| Some((field(place)?, tokens))).collect();
        slots.sort_unstable_by_key(|(field, _)| (field.word, field.shift));
        Some(Piece { word, shift: 0, mask: u64::MAX, contents: contents as usize, slots })
    }

    /// Returns for each value of the chunk the tokens of the places with a digit in it.
    fn tokens(&self, contents: u64) -> HashMap<PlaceId, Vec<u64>> {
        let mut tokens = HashMap::new();
        let mut weight = 1;
        for digit in &self.digits {
            let radix = digit.radix() as u64;
            for (place, _) in digit.values() {
                let count = |content: u64| match digit.tokens(content / weight % radix) {
                    Some((marked, count)) if marked == place => count,
                    _ => 0,
                };
                tokens.insert(place, (0..contents).map(count).collect());
            }
            weight *= radix;
        }
        tokens
    }

    /// Splits a number into the part above the chunk, and the chunk's value.
    #[inline(always)]
    fn split(&self, number: u64) -> (u64, u64) {
        match &self.radix {
            Some(radix) => radix.divide(number),
            None => (0, number),
        }
    }

    /// Adds the contribution of a value to a packed marking, or subtracts it.
    #[inline(always)]
    fn add<const AWAY: bool>(&self, value: u64, packed: &mut [u64]) {
        let mut add = |word: u32, summand: u64| {
            let word = &mut packed[word as usize];
            *word = if AWAY { word.wrapping_sub(summand) } else { word.wrapping_add(summand) };
        };
        let (row, factor) = match &self.summands {
            Summands::Table(table) => (&table[value as usize * self.words.len()..][..self.words.len()], 1),
            Summands::PerUnit(row) => (row.as_slice(), value),
            Summands::Sparse(rows) => {
                return rows.row(value).iter().for_each(|&(word, summand)| add(word, summand));
            }
        };
        for (&word, summand) in self.words.iter().zip(row) {
            add(word, summand.wrapping_mul(factor));
        }
    }

    /// Adds the contribution of each value to its packed marking. The markings are given word by word.
    fn add_together(&self, values: &[u64], packed: &mut [Vec<u64>]) {
        match &self.summands {
            Summands::Table(table) => {
                for (at, &word) in self.words.iter().enumerate() {
                    let row = |value: u64| value as usize * self.words.len();
                    add_each(&mut packed[word as usize], values, |value| table[row(value) + at]);
                }
            }
            Summands::PerUnit(row) => {
                for (&word, unit) in self.words.iter().zip(row) {
                    add_each(&mut packed[word as usize], values, |value| unit.wrapping_mul(value));
                }
            }
            Summands::Sparse(rows) => {
                for (at, &value) in values.iter().enumerate() {
                    for &(word, summand) in rows.row(value) {
                        let word = &mut packed[word as usize][at];
                        *word = word.wrapping_add(summand);
                    }
                }
            }
        }
    }
}

/// Adds the contribution of each value to its word.
fn add_each(words: &mut [u64], values: &[u64], summand: impl Fn(u64) -> u64) {
    for (word, &value) in words.iter_mut().zip(values) {
        *word = word.wrapping_add(summand(value));
    }
}

/// Returns the tokens of a derived place for each value of a chunk, if the chunk determines all places from which it is
/// derived.
fn follow(
    derived: &Derived,
    known: &HashMap<PlaceId, Vec<u64>>,
    contents: usize,
    layout: &Layout,
) -> Option<Vec<u64>> {
    let mut tokens = vec![derived.sum as u64; contents];
    for (other, weight) in &derived.others {
        let constant = match layout.slot(*other) {
            Slot::Constant(tokens) => tokens,
            Slot::Field(_) => 0,
        };
        let others = known.get(other);
        if others.is_none() && matches!(layout.slot(*other), Slot::Field(_)) {
            return None;
        }
        for (content, tokens) in tokens.iter_mut().enumerate() {
            let of_other = others.map_or(constant, |others| others[content]);
            *tokens = tokens.wrapping_sub(of_other.wrapping_mul(*weight));
        }
    }
    Some(tokens)
}

/// Returns the contribution of a value of some digits together to each of some words.
fn row(digits: &[&Digit], mut value: u128, words: &[u32], tokens: &TokenSummands) -> Vec<u64> {
    let mut row = vec![0_u64; words.len()];
    for digit in digits {
        let digit_value = (value % digit.radix()) as u64;
        value /= digit.radix();
        if let Some((place, count)) = digit.tokens(digit_value) {
            for &(word, summand) in tokens.of(place) {
                let at = words.binary_search(&word).expect("the words are those of all the digits' places");
                row[at] = row[at].wrapping_add(summand.wrapping_mul(count));
            }
        }
    }
    row
}

/// The contribution of a token in each place to each word of the packed marking: in the place's own field, and in those
/// of the places derived from it.
#[derive(Debug)]
pub(crate) struct TokenSummands {
    by_place: Vec<Vec<(u32, u64)>>,
    /// The packed marking without tokens in any place that has a digit.
    pub(crate) base: Vec<u64>,
}

impl TokenSummands {
    /// Computes the contributions for a layout, some of whose places are derived in this order.
    pub(crate) fn new(layout: &Layout, derived: &[Derived]) -> Self {
        let own = |(_, slot)| match slot {
            Slot::Field(field) => vec![(field.word, 1 << field.shift)],
            Slot::Constant(_) => Vec::new(),
        };
        let mut summands =
            Self { by_place: layout.slots().map(own).collect(), base: vec![0; layout.words()] };
        // The last place is derived from all others, so its contributions are known first.
        for derived in derived.iter().rev() {
            summands.pass_on(layout, derived);
        }
        summands
    }

    /// Returns an upper bound on the number of words that a digit affects.
    fn words_of(&self, digit: &Digit) -> usize {
        digit.values().iter().map(|&(place, _)| self.of(place).len()).sum()
    }

    fn of(&self, place: PlaceId) -> &[(u32, u64)] {
        &self.by_place[place.index()]
    }

    /// Passes the contributions of a derived place on to the places from which it is derived.
    fn pass_on(&mut self, layout: &Layout, derived: &Derived) {
        let own = std::mem::take(&mut self.by_place[derived.place.index()]);
        let mut constant = derived.sum as u64;
        for &(other, weight) in &derived.others {
            match layout.slot(other) {
                Slot::Constant(tokens) => constant = constant.wrapping_sub(tokens.wrapping_mul(weight)),
                Slot::Field(_) => {
                    for &(word, summand) in &own {
                        let less = summand.wrapping_mul(weight).wrapping_neg();
                        add_to(&mut self.by_place[other.index()], word, less);
                    }
                }
            }
        }
        for &(word, summand) in &own {
            let base = &mut self.base[word as usize];
            *base = base.wrapping_add(summand.wrapping_mul(constant));
        }
    }
}

fn add_to(summands: &mut Vec<(u32, u64)>, word: u32, summand: u64) {
    match summands.iter_mut().find(|(other, _)| *other == word) {
        Some((_, sum)) => *sum = sum.wrapping_add(summand),
        None => summands.push((word, summand)),
    }
}
