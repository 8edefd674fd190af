//! The location of each place's tokens in a packed marking.
//!
//! A marking is packed into bit fields. Each place has a slot with as many bits as its greatest token count needs, and
//! no slot crosses a word boundary. A place whose count never changes has no slot at all. The width of a slot is either
//! *proved* to suffice (see [`Bounds`](crate::Bounds)) or *assumed*. Assumptions are checked at every firing that could
//! break them.
//!
//! ```text
//! word 0                                word 1
//! ┌─────────┬───┬───┬─┬─┬─┬ ─ ─ ─ ┐     ┌──────────────┬ ─
//! │ p5: 0…9 │ p0│ p1│ │ │ │ unused│     │ p9: 0…10^9   │
//! └─────────┴───┴───┴─┴─┴─┴ ─ ─ ─ ┘     └──────────────┴ ─
//! ```

use std::ops::Range;

#[cfg(target_pointer_width = "64")]
use bitvec::{order::Lsb0, slice::BitSlice, view::BitView};
use sanderling_net::PlaceId;

use crate::translation::{Position, Translation};

/// The location of a place's tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// No location: the place contains this number of tokens in every reachable marking.
    Constant(u64),
    /// A bit field.
    Field(Field),
}

/// A bit field inside a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// The index of the word.
    pub word: u32,
    /// The lowest bit's position in the word.
    pub shift: u32,
    /// The number of bits, from 1 to 64.
    pub width: u32,
    /// Whether it is proved that the tokens always fit.
    pub is_proved: bool,
}

impl Field {
    /// Returns the greatest value that fits.
    #[must_use]
    #[inline(always)]
    pub fn most(self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    /// Returns the mask of the field in its word.
    #[must_use]
    #[inline(always)]
    pub fn mask(self) -> u64 {
        self.most() << self.shift
    }

    /// Returns the positions of its bits among [all bits](Layout::bits_of) of a packed marking.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        let first = self.word as usize * 64 + self.shift as usize;
        first..first + self.width as usize
    }

    /// Returns the value in a packed marking.
    #[must_use]
    #[inline(always)]
    pub fn read(self, words: &[u64]) -> u64 {
        self.of_word(words[self.word as usize])
    }

    /// Returns the value of the field in its word.
    #[must_use]
    #[inline(always)]
    pub fn of_word(self, word: u64) -> u64 {
        word >> self.shift & self.most()
    }

    /// Writes a value to a field that contains 0.
    #[inline(always)]
    pub fn write(self, value: u64, words: &mut [u64]) {
        debug_assert!(value <= self.most() && self.read(words) == 0);
        words[self.word as usize] |= value << self.shift;
    }
}

/// A proved or assumed bound on the token count of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The token count is constant.
    Constant(u64),
    /// The token count is proved to be at most this number.
    Proved(u64),
    /// The token count is assumed to fit this number of bits.
    Assumed(u32),
}

impl Extent {
    /// Returns the bound of a place for which both bounds hold, where an assumption is replaced by a proof or by the weaker assumption.
    pub(crate) fn in_common(self, other: Self) -> Self {
        match (self, other) {
            (Self::Constant(tokens), _) | (_, Self::Constant(tokens)) => Self::Constant(tokens),
            (Self::Proved(one), Self::Proved(other)) => Self::Proved(one.min(other)),
            (Self::Proved(most), _) | (_, Self::Proved(most)) => Self::Proved(most),
            (Self::Assumed(one), Self::Assumed(other)) => Self::Assumed(one.max(other)),
        }
    }
}

/// The slots of all places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    slots: Vec<Slot>,
    words: usize,
}

impl Layout {
    /// Creates a layout for places with these bounds. Slots are allocated in the order of the places, each in the first
    /// word with enough room.
    #[must_use]
    pub fn of(extents: &[Extent]) -> Self {
        let mut free: Vec<u32> = Vec::new();
        let mut first_with_room = 0;
        let slots = extents
            .iter()
            .map(|&extent| {
                let (width, is_proved) = match extent {
                    Extent::Constant(tokens) => return Slot::Constant(tokens),
                    Extent::Proved(most) => (bits(most), true),
                    Extent::Assumed(width) => (width, false),
                };
                while free.get(first_with_room) == Some(&0) {
                    first_with_room += 1;
                }
                let fits = (first_with_room..free.len()).find(|&word| free[word] >= width);
                let word = fits.unwrap_or_else(|| {
                    free.push(64);
                    free.len() - 1
                });
                let shift = 64 - free[word];
                free[word] -= width;
                Slot::Field(Field { word: word as u32, shift, width, is_proved })
            })
            .collect();
        Self { slots, words: free.len().max(1) }
    }

    /// Returns the number of words of a packed marking, at least one.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Returns the number of bits in use.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.fields().map(|(_, field)| u64::from(field.width)).sum()
    }

    /// Returns a place's slot.
    #[must_use]
    #[inline(always)]
    pub fn slot(&self, place: PlaceId) -> Slot {
        self.slots[place.index()]
    }

    /// Iterates over all slots, by place.
    pub fn slots(&self) -> impl ExactSizeIterator<Item = (PlaceId, Slot)> + '_ {
        self.slots.iter().enumerate().map(|(place, &slot)| (PlaceId::new(place), slot))
    }

    /// Iterates over the slots that are bit fields, by place.
    pub fn fields(&self) -> impl Iterator<Item = (PlaceId, Field)> + '_ {
        self.slots().filter_map(|(place, slot)| match slot {
            Slot::Field(field) => Some((place, field)),
            Slot::Constant(_) => None,
        })
    }

    /// Returns the translation of markings from an earlier layout of the same net.
    pub(crate) fn translation(&self, earlier: &Self) -> Translation {
        Translation::new(earlier.positions(), self.positions())
    }

    /// Iterates over the fields as digits.
    fn positions(&self) -> impl Iterator<Item = (PlaceId, Position)> + '_ {
        let position =
            |Field { word, shift, width, .. }| Position { word, weight: 1 << shift, radix: 1 << width };
        self.fields().map(move |(place, field)| (place, position(field)))
    }

    /// Returns the bits of a packed marking. Bit `64 * w + b` is the bit of value 2^`b` of word `w`.
    ///
    /// The tokens of a place are the bits of its field's [range](Field::range), the lowest first. Other bits are 0.
    /// Processors with 32 bits, such as WebAssembly's, have no such view.
    ///
    /// # Panics
    /// If the marking has fewer words than the layout.
    #[must_use]
    #[cfg(target_pointer_width = "64")]
    pub fn bits_of<'m>(&self, marking: &'m [u64]) -> &'m BitSlice<u64, Lsb0> {
        marking[..self.words].view_bits()
    }

    /// Returns the tokens of a place in a packed marking.
    #[must_use]
    #[inline(always)]
    pub fn tokens(&self, words: &[u64], place: PlaceId) -> u64 {
        match self.slot(place) {
            Slot::Constant(tokens) => tokens,
            Slot::Field(field) => field.read(words),
        }
    }

    /// Packs a marking, given by its token counts.
    pub fn pack(&self, tokens: impl Fn(PlaceId) -> u64, words: &mut [u64]) {
        words.fill(0);
        for (place, field) in self.fields() {
            field.write(tokens(place), words);
        }
    }

    /// Packs a marking, given by its token counts, if it fits.
    #[must_use]
    pub fn packed(&self, tokens: impl Fn(PlaceId) -> u64) -> Option<Vec<u64>> {
        let fits = |(place, slot)| match slot {
            Slot::Constant(always) => tokens(place) == always,
            Slot::Field(field) => tokens(place) <= field.most(),
        };
        let mut words = vec![0; self.words];
        self.slots().all(fits).then(|| self.pack(&tokens, &mut words)).map(|()| words)
    }
}

/// Returns the number of bits that a value needs, at least one.
#[must_use]
pub fn bits(value: u64) -> u32 {
    (64 - value.leading_zeros()).max(1)
}

#[cfg(test)]
mod tests {
    use bitvec::field::BitField;

    use super::*;

    #[test]
    fn fields_do_not_overlap_and_hold_what_is_packed() {
        let extents: Vec<Extent> = (0..60_u64)
            .map(|i| match i % 5 {
                0 => Extent::Constant(i),
                1 => Extent::Proved(1),
                2 => Extent::Proved(1 << i),
                3 => Extent::Assumed(i as u32 + 1),
                _ => Extent::Proved(u64::MAX),
            })
            .collect();
        let layout = Layout::of(&extents);
        let mut words = vec![0; layout.words()];
        let tokens = |place: PlaceId| match layout.slot(place) {
            Slot::Constant(tokens) => tokens,
            Slot::Field(field) => field.most() - (place.index() as u64 & field.most()),
        };
        layout.pack(tokens, &mut words);
        assert!(layout.slots().all(|(place, _)| layout.tokens(&words, place) == tokens(place)));
        let mut others = layout.bits_of(&words).to_bitvec();
        for (place, field) in layout.fields() {
            assert_eq!(layout.bits_of(&words)[field.range()].load_le::<u64>(), tokens(place));
            others[field.range()].fill(false);
        }
        assert!(others.not_any(), "bits of no field are 0");
    }

    #[test]
    fn one_bit_places_share_words() {
        let layout = Layout::of(&[Extent::Proved(1); 75]);
        assert_eq!((layout.words(), layout.bits()), (2, 75));
    }

    #[test]
    fn a_net_without_changing_places_still_has_a_word() {
        assert_eq!(Layout::of(&[Extent::Constant(3)]).words(), 1);
    }
}
