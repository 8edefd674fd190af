//! A state space as columns: for each place how many tokens each state has in it, and the firings between the states.
//!
//! What [`state_graph`](super::state_graph()) tells of a few thousand states by name, this has for as many as memory holds, as numbers:
//! tables and data frames are made of it. Nothing is worked out before somebody asks for some rows, and then only these are, so that the
//! store and a few rows are all that there is in memory. Edges are not stored: events are fired once more, and successors looked up.
//!
//! States are numbered from the initial one, which is 0; the others come as the store has them, in an order that says nothing.

use std::ops::Range;

use sanderling_analysis::retention::Retention;
use sanderling_analysis::{
    Control, Guidance, Limits, Observation, Options, Outcome, StoreChoice, Stored, explore,
};
use sanderling_model::CountModel;
use sanderling_net::{Diagnostic, Diagnostics, Net, PlaceId, TransitionId};
use sanderling_report::Reason;
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{EventId, Fired, with_few_words, word_count};

use super::self_check::{NetReference, sound};
use super::until::Until;
use crate::explain::report::reason;
use crate::prepare::{AnalysedNet, Encoded, Facts};
use crate::request::Request;

/// So many states are unpacked before their tokens are told, place by place.
const BLOCK: usize = 256;

/// The states of a place/transition net, or those of them that a limit left room for.
pub struct StateSpace {
    states: Box<dyn States>,
    widths: Vec<Width>,
    /// Whether every reachable state is here.
    pub exhaustive: bool,
    /// Why not.
    pub reason: Option<Reason>,
}

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

/// The tokens of a place in some states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Column {
    /// Up to 2^31 - 1.
    Int32(Vec<i32>),
    /// Up to 2^63 - 1.
    Int64(Vec<i64>),
    /// Up to 2^64 - 1.
    UInt64(Vec<u64>),
}

/// Firings, one at each position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Edges {
    /// The numbers of the states before,
    pub sources: Vec<u32>,
    /// those after,
    pub targets: Vec<u32>,
    /// and the transitions.
    pub transitions: Vec<TransitionId>,
}

/// Explores the reachable markings of a place/transition net breadth-first within the limits of a request, and keeps them. Of the request, the
/// limits, the number of threads and the self-check are looked at.
///
/// # Errors
/// Where the net has colours or values, and as for [`analyse`](crate::analyse).
pub fn state_space(net: &Net, request: &Request, control: &Control<'_>) -> Result<StateSpace, Diagnostics> {
    let facts = Facts::default();
    let analysed = AnalysedNet::new(net, &facts);
    if !analysed.is_place_transition() {
        return Err(Diagnostic::error("a model whose places hold colours or values")
            .expected("a place/transition net, or a coloured net that can be unfolded")
            .help("`graph --to json` tells the states of a small model with what its places hold")
            .into());
    }
    let until = Until::of(&request.limits, control);
    if !analysed.learn_until(&|| until.is_over()) {
        let error = Diagnostic::error("no time to get ready for a search");
        return Err(error.expected("a longer `time`").into());
    }
    let proved: Vec<Option<u64>> = {
        let bounds = analysed.knowledge()?.bounds();
        net.place_ids().map(|place| bounds.upper(place)).collect()
    };
    match analysed.encoded()? {
        Encoded::Fields(model) => explored(net, model, (request, &proved), until, control),
        Encoded::Radix(model) => explored(net, model, (request, &proved), until, control),
    }
}

fn explored<M: CountModel + 'static>(
    net: &Net,
    model: M,
    (request, proved): (&Request, &[Option<u64>]),
    until: Until<'_>,
    control: &Control<'_>,
) -> Result<StateSpace, Diagnostics> {
    let options = Options {
        retention: Retention::KeepAll,
        store: StoreChoice::Packed,
        threads: request.threads.max(1),
        limits: Limits { time: until.left(), ..request.limits },
        ..Options::default()
    };
    let reference = NetReference::new(net, request);
    // Who asks for a number of states gets them, of an unbounded net, too.
    let observation = Observation {
        self_check: reference.check(&model),
        past_unbounded: request.limits.states.is_some(),
        ..Observation::default()
    };
    let outcome = explore(model, &options, &observation, &Guidance::default(), control);
    sound(&outcome)?;
    let (exhaustive, stop) = (outcome.is_exhaustive(), outcome.stop.and_then(reason));
    let is_unbounded = outcome.self_covering.is_some();
    let states = Numbered::of(outcome, exhaustive);
    let widths = states.widths(proved);
    Ok(StateSpace {
        states: Box::new(states),
        widths,
        exhaustive,
        reason: if is_unbounded { Some(Reason::Unbounded) } else { stop },
    })
}

impl StateSpace {
    /// The number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there are none: there is always the initial one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// For each place, what its column has room for: the same in all rows.
    #[must_use]
    pub fn widths(&self) -> &[Width] {
        &self.widths
    }

    /// For each place, the tokens that it has in each of some states. Takes a few nanoseconds for each place and state.
    ///
    /// # Panics
    /// Where there are no such states.
    #[must_use]
    pub fn columns(&self, states: Range<usize>) -> Vec<Column> {
        self.states.columns(&self.widths, states)
    }

    /// The firings from some states to others that are here, in the order of the states. Of a state that the search has left open, some may lead
    /// to states that are not.
    ///
    /// # Panics
    /// Where there are no such states, and where one leads out of a state space that is whole, which is a fault of the program.
    #[must_use]
    pub fn edges(&self, states: Range<usize>) -> Edges {
        self.states.edges(states)
    }
}

impl std::fmt::Debug for StateSpace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StateSpace").field("states", &self.len()).finish_non_exhaustive()
    }
}

/// States of some encoding.
trait States: Send + Sync {
    fn len(&self) -> usize;
    fn columns(&self, widths: &[Width], states: Range<usize>) -> Vec<Column>;
    fn edges(&self, states: Range<usize>) -> Edges;
}

/// Stored states with their numbers: of a shard one after the other, but that the initial state has changed places with the first one.
struct Numbered<M> {
    model: M,
    store: PackedStore,
    /// For each shard, how many states there are in those before it.
    before: Vec<usize>,
    /// Where the initial state would be, had it not changed places.
    root: usize,
    /// Whether all successors of all states are here.
    is_whole: bool,
}

impl<M: CountModel> Numbered<M> {
    fn of(outcome: Outcome<M>, is_whole: bool) -> Self {
        let Stored::Packed(store) = outcome.store else { unreachable!("a packed store was asked for") };
        let before = store.shards().iter().scan(0, |all, shard| {
            let before = *all;
            *all += shard.len();
            Some(before)
        });
        let before: Vec<usize> = before.collect();
        let root = before[outcome.root.shard()] + outcome.root.position();
        Self { model: outcome.system, store, before, root, is_whole }
    }

    /// The number of what would have another one, had the initial state not changed places, and the other way round.
    fn exchanged(&self, number: usize) -> usize {
        match number {
            0 => self.root,
            number if number == self.root => 0,
            number => number,
        }
    }

    fn number(&self, id: StateId) -> u32 {
        // Ids have 32 bits, so that there are no more states.
        self.exchanged(self.before[id.shard()] + id.position()) as u32
    }

    /// The state of this number, had the initial state not changed places.
    fn at(&self, number: usize) -> StateId {
        let shard = self.before.partition_point(|&before| before <= number) - 1;
        StateId::new(shard, number - self.before[shard])
    }

    /// The states of these numbers, shard by shard.
    fn ids(&self, states: Range<usize>) -> impl Iterator<Item = StateId> + '_ {
        let mut last = self.at(states.start.min(self.store.len() - 1));
        states.map(move |number| {
            let exchanged = self.exchanged(number);
            if exchanged != number {
                return self.at(exchanged);
            }
            let position = number - self.before[last.shard()];
            if position >= self.store.shards()[last.shard()].len() {
                last = self.at(number);
                return last;
            }
            StateId::new(last.shard(), position)
        })
    }

    fn state<const W: usize>(&self, id: StateId) -> &[u64] {
        self.store.shards()[id.shard()].state::<W>(id.position())
    }

    /// What each place needs: what is proved says so, and otherwise what is there.
    fn widths(&self, proved: &[Option<u64>]) -> Vec<Width> {
        let mut most: Vec<u64> = proved.iter().map(|bound| bound.unwrap_or(0)).collect();
        let open: Vec<usize> = (0..most.len()).filter(|&place| proved[place].is_none()).collect();
        let mut scratch = self.model.scratch();
        for id in self.store.ids().filter(|_| !open.is_empty()) {
            let state = self.store.state(id);
            self.model.unpack::<0>(state, &mut scratch);
            for &place in &open {
                most[place] = most[place].max(self.model.tokens(state, &scratch, PlaceId::new(place)));
            }
        }
        most.into_iter().map(Width::of).collect()
    }

    /// PERF: a column of a block at a time, so that what there is to know of a place is looked up once for many states.
    fn columns_of<const W: usize>(&self, widths: &[Width], states: Range<usize>) -> Vec<Column> {
        let mut columns: Vec<Column> = widths.iter().map(|width| width.column(states.len())).collect();
        let mut scratches: Vec<M::Scratch> = (0..BLOCK).map(|_| self.model.scratch()).collect();
        let mut ids = self.ids(states);
        loop {
            let block: Vec<&[u64]> = ids.by_ref().take(BLOCK).map(|id| self.state::<W>(id)).collect();
            if block.is_empty() {
                return columns;
            }
            for (state, scratch) in block.iter().zip(&mut scratches) {
                self.model.unpack::<W>(state, scratch);
            }
            for (place, column) in columns.iter_mut().enumerate() {
                let states = block.iter().zip(&scratches);
                column.extend(
                    states.map(|(state, scratch)| self.model.tokens(state, scratch, PlaceId::new(place))),
                );
            }
        }
    }

    fn edges_of<const W: usize>(&self, states: Range<usize>) -> Edges {
        let (mut edges, mut events) = (Edges::default(), Vec::<EventId>::new());
        let mut successor = vec![0; self.model.words()];
        let successor = &mut successor[..word_count::<W>(self.model.words())];
        let mut scratch = self.model.scratch();
        for (number, id) in states.clone().zip(self.ids(states)) {
            let state = self.state::<W>(id);
            self.model.unpack::<W>(state, &mut scratch);
            events.clear();
            self.model.enabled::<W>(state, &scratch, &mut events);
            for &event in &events {
                let fired = self.model.fire::<W>(state, &scratch, event, successor);
                let target = self.store.find::<W>(successor).filter(|_| fired == Fired::Successor);
                let Some(target) = target else {
                    assert!(!self.is_whole, "where everything was explored, all successors are known");
                    continue;
                };
                edges.sources.push(number as u32);
                edges.targets.push(self.number(target));
                edges.transitions.push(TransitionId::new(event.index()));
            }
        }
        edges
    }
}

impl<M: CountModel> States for Numbered<M> {
    fn len(&self) -> usize {
        self.store.len()
    }

    fn columns(&self, widths: &[Width], states: Range<usize>) -> Vec<Column> {
        with_few_words!(self.store.words(), W => self.columns_of::<W>(widths, states))
    }

    fn edges(&self, states: Range<usize>) -> Edges {
        with_few_words!(self.store.words(), W => self.edges_of::<W>(states))
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

    fn column(self, rows: usize) -> Column {
        match self {
            Self::Int32 => Column::Int32(Vec::with_capacity(rows)),
            Self::Int64 => Column::Int64(Vec::with_capacity(rows)),
            Self::UInt64 => Column::UInt64(Vec::with_capacity(rows)),
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
        }
    }
}
