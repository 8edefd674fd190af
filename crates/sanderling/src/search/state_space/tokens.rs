//! Columns of tokens, each as wide as its place needs.

use std::ops::Range;

use sanderling_model::CountModel;
use sanderling_model::layout::Slot;
use sanderling_net::PlaceId;
use sanderling_net::semantics::Marking;
use sanderling_system::with_few_words;

use super::numbered::Numbered;
use super::{BLOCK, Column, Content, Edges, Kept, StateSpace, States};

/// The numbers that a column has room for. Columns have signs as long as they can, since differences of tokens have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// Up to 2^31 - 1.
    Int32,
    /// Up to 2^63 - 1.
    Int64,
    /// Up to 2^64 - 1.
    UInt64,
}

/// The states of a place/transition net, with what is proved of the tokens of each place.
pub(super) fn space<M: CountModel + 'static>(kept: Kept<M>, proved: &[Option<u64>]) -> StateSpace {
    let Kept { states, exhaustive, reason } = kept;
    let contents = widths(&states, proved).into_iter().map(Content::Tokens).collect();
    StateSpace { states: Box::new(states), contents, exhaustive, reason, error_state: None }
}

/// What each place needs: what is proved says so, and otherwise what is there.
fn widths<M: CountModel>(states: &Numbered<M>, proved: &[Option<u64>]) -> Vec<Width> {
    let mut most: Vec<u64> = proved.iter().map(|bound| bound.unwrap_or(0)).collect();
    let open: Vec<usize> = (0..most.len()).filter(|&place| proved[place].is_none()).collect();
    let mut scratch = states.model.scratch();
    for id in states.store.ids().filter(|_| !open.is_empty()) {
        let state = states.store.state(id);
        states.model.unpack::<0>(state, &mut scratch);
        for &place in &open {
            most[place] = most[place].max(states.model.tokens(state, &scratch, PlaceId::new(place)));
        }
    }
    most.into_iter().map(Width::of).collect()
}

impl<M: CountModel> States for Numbered<M> {
    fn len(&self) -> usize {
        self.store.len()
    }

    fn columns(&self, contents: &[Content], states: Range<usize>) -> Vec<Column> {
        with_few_words!(self.store.words(), W => columns_of::<M, W>(self, contents, states))
    }

    fn marking(&self, state: usize) -> Option<Marking> {
        self.marking(state)
    }

    fn edges(&self, states: Range<usize>) -> Edges {
        self.edges(states)
    }
}

/// PERF: words of a block side by side, and then a column at a time, so that a loop over many states has nothing but a shift and a mask.
fn columns_of<M: CountModel, const W: usize>(
    numbered: &Numbered<M>,
    contents: &[Content],
    states: Range<usize>,
) -> Vec<Column> {
    let mut columns: Vec<Column> = contents.iter().map(|content| column(content, states.len())).collect();
    let (model, mut scratch) = (&numbered.model, numbered.model.scratch());
    let layout = model.layout();
    let mut words: Vec<Vec<u64>> = vec![Vec::with_capacity(BLOCK); layout.words()];
    let mut ids = numbered.ids(states);
    loop {
        words.iter_mut().for_each(Vec::clear);
        for id in ids.by_ref().take(BLOCK) {
            let state = numbered.state::<W>(id);
            model.unpack::<W>(state, &mut scratch);
            let fields = model.fields(state, &scratch);
            words.iter_mut().zip(fields).for_each(|(words, &word)| words.push(word));
        }
        let count = words[0].len();
        if count == 0 {
            return columns;
        }
        for ((_, slot), column) in layout.slots().zip(&mut columns) {
            match slot {
                Slot::Constant(tokens) => column.extend(std::iter::repeat_n(tokens, count)),
                Slot::Field(field) => {
                    column.extend(words[field.word as usize].iter().map(|&word| field.of_word(word)));
                }
            }
        }
    }
}

/// An empty column with room for so many rows.
fn column(content: &Content, rows: usize) -> Column {
    match content {
        Content::Tokens(Width::Int32) => Column::Int32(Vec::with_capacity(rows)),
        Content::Tokens(Width::Int64) => Column::Int64(Vec::with_capacity(rows)),
        Content::Tokens(Width::UInt64) => Column::UInt64(Vec::with_capacity(rows)),
        Content::Values(_) => unreachable!("places of a place/transition net hold tokens"),
    }
}

impl Width {
    fn of(most: u64) -> Self {
        match most {
            0..=0x7fff_ffff => Self::Int32,
            0x8000_0000..=0x7fff_ffff_ffff_ffff => Self::Int64,
            _ => Self::UInt64,
        }
    }
}

impl Column {
    /// Appends numbers of tokens. INVARIANT: there is room for them, as the width of a column is at least what is proved or there.
    fn extend(&mut self, tokens: impl Iterator<Item = u64>) {
        match self {
            Self::Int32(column) => column.extend(tokens.map(|one| one as i32)),
            Self::Int64(column) => column.extend(tokens.map(|one| one as i64)),
            Self::UInt64(column) => column.extend(tokens),
            Self::Values(_) => unreachable!("places of a place/transition net hold tokens"),
        }
    }
}
