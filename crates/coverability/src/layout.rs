//! The layout of a marking with ω in words.
//!
//! Each place has a field of bits in one word. Those of the *exact* places come first; two markings are compared only
//! if these words are equal. The fields of the other places, the *counters*, have an additional bit, a guard that is 0
//! in every marking, and their greatest value is ω. One subtraction thus compares all counters of a word. INVARIANT: no
//! field crosses a word boundary.

use sanderling_model::{Bounds, Structure};
use sanderling_net::PlaceId;

/// Arbitrarily many tokens.
pub(crate) const OMEGA: u64 = u64::MAX;

/// Number of bits for counts without a proved bound, unless the net contains numbers that are nearly as large.
const USUAL_BITS: u32 = 31;

/// Number of bits for counts without a proved bound otherwise: as many as fit a word.
const MAX_BITS: u32 = 63;

/// The error that the tokens of this place do not fit its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooMany(pub(crate) PlaceId);

/// The location of the tokens of a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field {
    word: u32,
    shift: u32,
    mask: u64,
    is_exact: bool,
}

impl Field {
    #[inline]
    fn content(self, marking: &[u64]) -> u64 {
        (marking[self.word as usize] >> self.shift) & self.mask
    }

    /// Returns the tokens there, or [`OMEGA`].
    #[inline]
    pub(crate) fn tokens(self, marking: &[u64]) -> u64 {
        let tokens = self.content(marking);
        if tokens == self.mask && !self.is_exact { OMEGA } else { tokens }
    }

    /// Sets the tokens there to a number or [`OMEGA`], or returns `None` if the number does not fit.
    #[inline]
    pub(crate) fn put(self, marking: &mut [u64], tokens: u64) -> Option<()> {
        let Self { word, shift, mask, is_exact } = self;
        let content = match tokens {
            OMEGA if !is_exact => mask,
            tokens if tokens < mask || (is_exact && tokens == mask) => tokens,
            _ => return None,
        };
        let word = &mut marking[word as usize];
        *word = *word & !(mask << shift) | content << shift;
        Some(())
    }
}

/// The condition that a place contains at least some number of tokens.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AtLeast {
    field: Field,
    content: u64,
}

impl AtLeast {
    pub(crate) fn new(field: Field, tokens: u64) -> Self {
        // Of the contents of a counter, only ω satisfies a number beyond its field.
        Self { field, content: if field.is_exact { tokens } else { tokens.min(field.mask) } }
    }

    #[inline]
    pub(crate) fn holds(self, marking: &[u64]) -> bool {
        self.field.content(marking) >= self.content
    }

    /// Whether it holds in no marking.
    pub(crate) fn is_impossible(self) -> bool {
        self.content > self.field.mask
    }
}

/// The locations of all places.
#[derive(Debug)]
pub(crate) struct Layout {
    fields: Vec<Field>,
    exact_words: usize,
    /// By word of counters: the guards.
    guards: Vec<u64>,
    /// By bit of a marking: the place whose field contains it.
    owners: Vec<PlaceId>,
}

impl Layout {
    /// Creates a layout for the markings of a net in which these places are compared exactly.
    pub(crate) fn new(structure: &Structure, bounds: &Bounds, is_exact: impl Fn(PlaceId) -> bool) -> Self {
        let usual = usual_bits(structure);
        let no_field = Field { word: 0, shift: 0, mask: 0, is_exact: false };
        let mut layout = Self {
            fields: vec![no_field; structure.place_count()],
            exact_words: 0,
            guards: Vec::new(),
            owners: Vec::new(),
        };
        let (exact, counters): (Vec<_>, Vec<_>) = structure.place_ids().partition(|&place| is_exact(place));
        let mut end = End::default();
        for place in exact {
            let width = bounds.upper(place).map_or(usual, |most| bits(most).min(MAX_BITS));
            layout.fields[place.index()] = Field { is_exact: true, ..end.take(width, 0) };
        }
        end.close();
        layout.exact_words = end.words();
        for place in counters {
            let width = bounds.upper(place).map_or(usual, |most| bits(most.saturating_add(1)).min(usual));
            let field = end.take(width, 1);
            layout.fields[place.index()] = field;
            layout.guards.resize(end.words() - layout.exact_words, 0);
            layout.guards[field.word as usize - layout.exact_words] |= (field.mask + 1) << field.shift;
        }
        layout.owners = vec![PlaceId::new(0); layout.words() * 64];
        for place in structure.place_ids() {
            let Field { word, shift, mask, .. } = layout.field(place);
            let first = word as usize * 64 + shift as usize;
            layout.owners[first..first + mask.count_ones() as usize].fill(place);
        }
        layout
    }

    /// Returns the number of words of a marking.
    pub(crate) fn words(&self) -> usize {
        self.exact_words + self.guards.len()
    }

    /// Returns the words of a marking with the exact places.
    pub(crate) fn exact<'a>(&self, marking: &'a [u64]) -> &'a [u64] {
        &marking[..self.exact_words]
    }

    pub(crate) fn is_exact(&self, place: PlaceId) -> bool {
        self.fields[place.index()].is_exact
    }

    pub(crate) fn field(&self, place: PlaceId) -> Field {
        self.fields[place.index()]
    }

    /// Returns the tokens of a place, or [`OMEGA`].
    #[inline]
    pub(crate) fn tokens(&self, marking: &[u64], place: PlaceId) -> u64 {
        self.field(place).tokens(marking)
    }

    /// Returns masks of the fields of counters, by word, to test quickly whether they are ω.
    pub(crate) fn masks(&self, counters: impl Iterator<Item = PlaceId>) -> Vec<(u32, u64)> {
        let mut masks: Vec<(u32, u64)> = Vec::new();
        for Field { word, shift, mask, .. } in counters.map(|place| self.field(place)) {
            match masks.iter_mut().find(|(other, _)| *other == word) {
                Some((_, masks)) => *masks |= mask << shift,
                None => masks.push((word, mask << shift)),
            }
        }
        masks
    }

    /// Calls `call` for each place with tokens.
    #[inline]
    pub(crate) fn for_each_marked(&self, marking: &[u64], mut call: impl FnMut(PlaceId)) {
        for (word, &content) in marking.iter().enumerate() {
            let mut left = content;
            while left != 0 {
                let place = self.owners[word * 64 + left.trailing_zeros() as usize];
                let Field { shift, mask, .. } = self.field(place);
                left &= !(mask << shift);
                call(place);
            }
        }
    }

    /// Whether the first marking has at least as many tokens as the second in each counter.
    #[inline]
    pub(crate) fn covers(&self, greater: &[u64], less: &[u64]) -> bool {
        let counters = greater[self.exact_words..].iter().zip(&less[self.exact_words..]);
        counters
            .zip(&self.guards)
            .all(|((&greater, &less), &guards)| ((greater | guards) - less) & guards == guards)
    }
}

/// Returns the number of bits of a count without a known bound.
fn usual_bits(structure: &Structure) -> u32 {
    let rows = structure
        .transition_ids()
        .flat_map(|one| structure.needs(one).chain(structure.post(one).iter().copied()));
    let greatest = rows.map(|(_, weight)| weight).chain(structure.initial().iter().copied()).max();
    if greatest.is_none_or(|greatest| bits(greatest) + 8 < USUAL_BITS) { USUAL_BITS } else { MAX_BITS }
}

/// Returns the number of bits of a number, at least one.
fn bits(number: u64) -> u32 {
    (u64::BITS - number.leading_zeros()).max(1)
}

/// The end of the fields allocated so far.
#[derive(Default)]
struct End {
    word: u32,
    bit: u32,
}

impl End {
    /// Allocates a field of `width` bits, followed by `guard` bits.
    fn take(&mut self, width: u32, guard: u32) -> Field {
        if self.bit + width + guard > u64::BITS {
            self.close();
        }
        let field = Field {
            word: self.word,
            shift: self.bit,
            mask: u64::MAX >> (u64::BITS - width),
            is_exact: false,
        };
        self.bit += width + guard;
        field
    }

    /// Makes the next field start a new word.
    fn close(&mut self) {
        if self.bit > 0 {
            *self = Self { word: self.word + 1, bit: 0 };
        }
    }

    fn words(&self) -> usize {
        self.word as usize + usize::from(self.bit > 0)
    }
}
