//! Translation of markings from one layout of a net to a wider one.
//!
//! When a slot is widened, all stored markings are packed again. In every encoding a packed marking is a row of digits,
//! and a bit field is a digit whose radix is a power of two. Most digits keep their neighbours, so adjacent digits move
//! in one *piece*: a quotient, a remainder and a product.
//!
//! INVARIANT: both layouts have the same digits, and no radix is smaller in the new one.

use std::sync::{Arc, OnceLock};

use sanderling_net::PlaceId;

use crate::layout::Layout;
use crate::quotient::Divisor;

/// The position of a digit in a packed marking: its word, the weight of a unit, and its radix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) word: u32,
    pub(crate) weight: u64,
    pub(crate) radix: u128,
}

/// Adjacent digits that move together.
#[derive(Debug, Clone, Copy)]
struct Piece {
    /// Its position in the earlier layout. The radix is the product of those of its digits.
    from: Position,
    to_word: u32,
    to_weight: u64,
}

/// A piece with its arithmetic.
#[derive(Debug, Clone, Copy)]
struct Move {
    from_word: u32,
    to_word: u32,
    to_weight: u64,
    part: Part,
}

/// The arithmetic that reads a piece from its word.
#[derive(Debug, Clone, Copy)]
enum Part {
    /// The weight and the radix are powers of two.
    Bits { shift: u32, mask: u64 },
    /// The weight, and the radix unless it is 2^64.
    Digits(Divisor, Option<Divisor>),
}

/// The moves of all digits.
#[derive(Debug, Clone)]
pub(crate) struct Translation {
    moves: Vec<Move>,
}

impl Translation {
    /// Creates the translation between two layouts, given the position of each digit. A digit is named by one of its
    /// places, and both lists have the same names.
    pub(crate) fn new(
        earlier: impl Iterator<Item = (PlaceId, Position)>,
        wider: impl Iterator<Item = (PlaceId, Position)>,
    ) -> Self {
        let (mut earlier, mut wider): (Vec<_>, Vec<_>) = (earlier.collect(), wider.collect());
        earlier.sort_unstable_by_key(|&(place, _)| place);
        wider.sort_unstable_by_key(|&(_, to)| (to.word, to.weight));
        debug_assert_eq!(earlier.len(), wider.len(), "all layouts of a net have the same digits");
        let mut pieces: Vec<Piece> = Vec::new();
        for (place, to) in wider {
            let at = earlier.binary_search_by_key(&place, |&(place, _)| place);
            let from = earlier[at.expect("all layouts of a net have the same digits")].1;
            debug_assert!(from.radix <= to.radix, "a wider slot holds what the earlier did");
            match pieces.last_mut().filter(|piece| piece.is_followed_by(from, to)) {
                Some(piece) => piece.from.radix *= from.radix,
                None => pieces.push(Piece { from, to_word: to.word, to_weight: to.weight }),
            }
        }
        Self { moves: pieces.into_iter().map(Move::of).collect() }
    }

    /// Writes a marking in the wider layout.
    fn translate(&self, marking: &[u64], translated: &mut [u64]) {
        translated.fill(0);
        for piece in &self.moves {
            let value = piece.part.of(marking[piece.from_word as usize]);
            let word = &mut translated[piece.to_word as usize];
            // The sum is a number of the new layout, so it does not overflow.
            *word = word.wrapping_add(value.wrapping_mul(piece.to_weight));
        }
    }
}

impl Piece {
    /// Whether a digit at these positions continues the piece in both layouts.
    fn is_followed_by(&self, from: Position, to: Position) -> bool {
        let follows =
            |weight: u64, next: u64| u128::from(weight).checked_mul(self.from.radix) == Some(next.into());
        (self.from.word, self.to_word) == (from.word, to.word)
            && follows(self.from.weight, from.weight)
            && follows(self.to_weight, to.weight)
    }
}

impl Move {
    fn of(Piece { from, to_word, to_weight }: Piece) -> Self {
        let part = if from.weight.is_power_of_two() && from.radix.is_power_of_two() {
            Part::Bits { shift: from.weight.trailing_zeros(), mask: (from.radix - 1) as u64 }
        } else {
            Part::Digits(Divisor::new(from.weight), u64::try_from(from.radix).ok().map(Divisor::new))
        };
        Self { from_word: from.word, to_word, to_weight, part }
    }
}

impl Part {
    #[inline(always)]
    fn of(self, word: u64) -> u64 {
        match self {
            Self::Bits { shift, mask } => word >> shift & mask,
            Self::Digits(weight, radix) => {
                let above = weight.divide(word).0;
                radix.map_or(above, |radix| radix.divide(above).1)
            }
        }
    }
}

/// The translation into the layout of a model, from the layout that was translated first. Other layouts are rare.
#[derive(Debug, Clone, Default)]
pub(crate) struct Translations(OnceLock<(Arc<Layout>, Translation)>);

impl Translations {
    /// Writes the marking of an earlier model, which has this layout. `create` makes its translation.
    pub(crate) fn translate(
        &self,
        earlier: &Arc<Layout>,
        create: impl Fn() -> Translation,
        marking: &[u64],
        translated: &mut [u64],
    ) {
        let (layout, translation) = self.0.get_or_init(|| (Arc::clone(earlier), create()));
        if Arc::ptr_eq(layout, earlier) {
            translation.translate(marking, translated);
        } else {
            create().translate(marking, translated);
        }
    }
}

#[cfg(test)]
mod tests;
