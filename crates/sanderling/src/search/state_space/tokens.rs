//! Columns of token counts, each wide enough for arithmetic.

use std::ops::Range;

use sanderling_model::CountModel;
use sanderling_model::layout::{Layout, Slot};
use sanderling_net::PlaceId;
use sanderling_net::semantics::Marking;
use sanderling_system::with_few_words;

use super::numbered::Numbered;
use super::{BLOCK, Column, Content, Edges, Kept, StateSpace, States};

/// Maximum factor with which a column may occur in a sum without overflow.
const MAX_WEIGHT: u128 = 127;

/// The width of a column. All but the widest are signed, since differences of token counts may be negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// Up to 2^15 - 1.
    Int16,
    /// Up to 2^31 - 1.
    Int32,
    /// Up to 2^63 - 1.
    Int64,
    /// Up to 2^64 - 1.
    UInt64,
}

/// Returns the states of a place/transition net, given the proved bound of each place.
pub(super) fn space<M: CountModel + 'static>(kept: Kept<M>, proved: &[Option<u64>]) -> StateSpace {
    let Kept { states, exhaustive, reason } = kept;
    let widths = wide_enough(&bounds(states.model.layout(), proved));
    let contents = widths.into_iter().map(Content::Tokens).collect();
    StateSpace { states: Box::new(states), contents, exhaustive, reason, error_state: None }
}

/// Returns an upper bound of each place's tokens: the maximum of its field, or a smaller proved bound.
fn bounds(layout: &Layout, proved: &[Option<u64>]) -> Vec<u64> {
    let room = layout.slots().map(|(_, slot)| match slot {
        Slot::Constant(tokens) => tokens,
        Slot::Field(field) => field.most(),
    });
    room.zip(proved).map(|(room, proved)| proved.map_or(room, |bound| bound.min(room))).collect()
}

/// Returns the narrowest widths for places with these bounds such that sums do not overflow, with each column
/// taken up to [`MAX_WEIGHT`] times. Data frames compute a sum in the widest type of its terms and do not
/// report an overflow. A column of 16 or 32 bits therefore has room for the weighted sum of all places with
/// the same or a smaller bound. No column is wider than 64 bits.
fn wide_enough(bounds: &[u64]) -> Vec<Width> {
    let mut places: Vec<usize> = (0..bounds.len()).collect();
    places.sort_unstable_by_key(|&place| bounds[place]);
    let mut widths = vec![Width::Int16; bounds.len()];
    let mut sum = 0;
    for alike in places.chunk_by(|&one, &other| bounds[one] == bounds[other]) {
        let bound = bounds[alike[0]];
        // At most 2^32 places of 2^64 tokens.
        sum += u128::from(bound) * alike.len() as u128;
        alike.iter().for_each(|&place| widths[place] = Width::of(sum * MAX_WEIGHT, bound));
    }
    widths
}

impl<M: CountModel> States for Numbered<M> {
    fn len(&self) -> usize {
        self.store.len()
    }

    fn columns(&self, places: &[(PlaceId, &Content)], states: Range<usize>) -> Vec<Column> {
        with_few_words!(self.store.words(), W => columns_of::<M, W>(self, places, states))
    }

    fn marking(&self, state: usize) -> Option<Marking> {
        self.marking(state)
    }

    fn edges(&self, states: Range<usize>) -> Edges {
        self.edges(states)
    }
}

/// PERF: gathers the words of a block first, and then fills one column at a time. The inner loop over states
/// is only a shift and a mask.
fn columns_of<M: CountModel, const W: usize>(
    numbered: &Numbered<M>,
    places: &[(PlaceId, &Content)],
    states: Range<usize>,
) -> Vec<Column> {
    let mut columns: Vec<Column> = places.iter().map(|(_, content)| column(content, states.len())).collect();
    let layout = numbered.model.layout();
    let room = |words| vec![Vec::with_capacity(BLOCK); words];
    let (mut packed, mut words) = (room(numbered.model.words()), room(layout.words()));
    let mut ids = numbered.ids(states);
    loop {
        packed.iter_mut().for_each(Vec::clear);
        for id in ids.by_ref().take(BLOCK) {
            let state = numbered.state::<W>(id);
            packed.iter_mut().zip(state).for_each(|(words, &word)| words.push(word));
        }
        let count = packed[0].len();
        if count == 0 {
            return columns;
        }
        numbered.model.unpack_all(&mut packed, &mut words);
        for (&(place, _), column) in places.iter().zip(&mut columns) {
            match layout.slot(place) {
                Slot::Constant(tokens) => column.extend(std::iter::repeat_n(tokens, count)),
                Slot::Field(field) => {
                    column.extend(words[field.word as usize].iter().map(|&word| field.of_word(word)));
                }
            }
        }
    }
}

/// Returns an empty column with capacity for `rows` rows.
fn column(content: &Content, rows: usize) -> Column {
    match content {
        Content::Tokens(Width::Int16) => Column::Int16(Vec::with_capacity(rows)),
        Content::Tokens(Width::Int32) => Column::Int32(Vec::with_capacity(rows)),
        Content::Tokens(Width::Int64) => Column::Int64(Vec::with_capacity(rows)),
        Content::Tokens(Width::UInt64) => Column::UInt64(Vec::with_capacity(rows)),
        Content::Values(_) => unreachable!("places of a place/transition net hold tokens"),
    }
}

impl Width {
    /// Returns the narrowest width with room for this sum, or otherwise for single numbers up to a bound.
    fn of(sum: u128, bound: u64) -> Self {
        match (sum, bound) {
            (0..=0x7fff, _) => Self::Int16,
            (0x8000..=0x7fff_ffff, _) => Self::Int32,
            (_, 0..=0x7fff_ffff_ffff_ffff) => Self::Int64,
            (_, 0x8000_0000_0000_0000..) => Self::UInt64,
        }
    }
}

impl Column {
    /// Appends token counts. INVARIANT: they fit, because the width of a column is at least that of the
    /// proved bound or of the field.
    fn extend(&mut self, tokens: impl Iterator<Item = u64>) {
        match self {
            Self::Int16(column) => column.extend(tokens.map(|one| one as i16)),
            Self::Int32(column) => column.extend(tokens.map(|one| one as i32)),
            Self::Int64(column) => column.extend(tokens.map(|one| one as i64)),
            Self::UInt64(column) => column.extend(tokens),
            Self::Values(_) => unreachable!("places of a place/transition net hold tokens"),
        }
    }
}
