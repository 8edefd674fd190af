//! A state space as columns: for each place how many tokens each state has in it, or for each variable of a program what it holds, and
//! the firings between the states.
//!
//! What [`state_graph`](super::state_graph()) tells of a few thousand states by name, this has for as many as memory holds, as numbers:
//! tables and data frames are made of it. Nothing is worked out before somebody asks for some rows, and then only these are, so that the
//! store and a few rows are all that there is in memory. Edges are not stored: events are fired once more, and successors looked up.
//!
//! States are numbered from the initial one, which is 0; the others come as the store has them, in an order that says nothing.
//!
//! | step | module |
//! | --- | --- |
//! | numbers of states, and the firings between them | `numbered` |
//! | columns of tokens | `tokens` |
//! | columns of values | `values` |

mod numbered;
mod tokens;
mod values;

use std::ops::Range;

use sanderling_analysis::retention::Retention;
use sanderling_analysis::{Control, Guidance, Limits, Observation, Options, StoreChoice};
use sanderling_engine::Explorable;
use sanderling_model::ModelErrors;
use sanderling_net::semantics::Marking;
use sanderling_net::{Diagnostic, Diagnostics, Net, PlaceId, TransitionId};
use sanderling_report::Reason;

use self::numbered::Numbered;
pub use self::tokens::Width;
pub use self::values::{Form, Part, ValueSort, Values};
use super::self_check::{NetReference, sound};
use super::until::Until;
use crate::explain::report::reason;
use crate::prepare::{AnalysedNet, Encoded, Facts, Kind};
use crate::request::Request;

/// So many states are unpacked before their columns are told, place by place.
const BLOCK: usize = 256;

/// The states of a net, or those of them that a limit left room for.
pub struct StateSpace {
    states: Box<dyn States>,
    contents: Vec<Content>,
    /// Whether every reachable state is here.
    pub exhaustive: bool,
    /// Why not.
    pub reason: Option<Reason>,
    /// The number of the error state, where there is one and it is reachable: nothing is known of its values.
    pub error_state: Option<usize>,
}

/// What a column holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Numbers of tokens, for which there is room.
    Tokens(Width),
    /// Values of this sort.
    Values(ValueSort),
}

/// What a place holds in some states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Column {
    /// Tokens, up to 2^15 - 1.
    Int16(Vec<i16>),
    /// Tokens, up to 2^31 - 1.
    Int32(Vec<i32>),
    /// Tokens, up to 2^63 - 1.
    Int64(Vec<i64>),
    /// Tokens, up to 2^64 - 1.
    UInt64(Vec<u64>),
    /// Values.
    Values(Values),
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

/// Explores the reachable markings of a net breadth-first within the limits of a request, and keeps them. Of the request, the
/// limits, the number of threads, the self-check and what becomes of model errors are looked at.
///
/// # Errors
/// Where places hold several colours or values each, and as for [`analyse`](crate::analyse).
pub fn state_space(net: &Net, request: &Request, control: &Control<'_>) -> Result<StateSpace, Diagnostics> {
    let facts = Facts::default();
    let analysed = AnalysedNet::new(net, &facts);
    let until = Until::of(&request.limits, control);
    let search = Search { net, request, until, control };
    match analysed.kind() {
        Kind::PlaceTransition => search.tokens(analysed),
        Kind::Data => search.values(analysed),
        Kind::Coloured => Err(Diagnostic::error("a model whose places hold colours")
            .expected("a place/transition net, a program, or a coloured net that can be unfolded")
            .help("`graph --to json` tells the states of a small model with what its places hold")
            .into()),
    }
}

/// A search that keeps everything.
struct Search<'a> {
    net: &'a Net,
    request: &'a Request,
    until: Until<'a>,
    control: &'a Control<'a>,
}

/// What a search has kept.
struct Kept<M> {
    states: Numbered<M>,
    exhaustive: bool,
    reason: Option<Reason>,
}

impl Search<'_> {
    /// The states of a place/transition net.
    fn tokens(self, analysed: AnalysedNet<'_>) -> Result<StateSpace, Diagnostics> {
        if !analysed.learn_until(&|| self.until.is_over()) {
            let error = Diagnostic::error("no time to get ready for a search");
            return Err(error.expected("a longer `time`").into());
        }
        let bounds = analysed.knowledge()?.bounds();
        let proved: Vec<Option<u64>> = self.net.place_ids().map(|place| bounds.upper(place)).collect();
        Ok(match analysed.encoded()? {
            Encoded::Fields(model) => tokens::space(self.kept(model)?, &proved),
            Encoded::Radix(model) => tokens::space(self.kept(model)?, &proved),
        })
    }

    /// The states of a program, or of another net with a value in each place.
    fn values(self, analysed: AnalysedNet<'_>) -> Result<StateSpace, Diagnostics> {
        let model = analysed.data_model(self.request.model_errors)?;
        let may_have_error_state = self.request.model_errors == ModelErrors::State;
        Ok(values::space(self.net, self.kept(model)?, may_have_error_state))
    }

    fn kept<M: Explorable + 'static>(&self, model: M) -> Result<Kept<M>, Diagnostics> {
        let options = Options {
            retention: Retention::KeepAll,
            store: StoreChoice::Packed,
            threads: self.request.threads.max(1),
            limits: Limits { time: self.until.left(), ..self.request.limits },
            ..Options::default()
        };
        let reference = NetReference::new(self.net, self.request);
        // Who asks for a number of states gets them, of an unbounded net, too.
        let observation = Observation {
            self_check: reference.check(&model),
            past_unbounded: self.request.limits.states.is_some(),
            ..Observation::default()
        };
        let outcome = model.explore(&options, &observation, &Guidance::default(), self.control);
        sound(&outcome)?;
        let exhaustive = outcome.is_exhaustive();
        let stop = outcome.stop.and_then(reason);
        let reason = if outcome.self_covering.is_some() { Some(Reason::Unbounded) } else { stop };
        Ok(Kept { states: Numbered::of(outcome, exhaustive), exhaustive, reason })
    }
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

    /// For each place, what its column holds: the same in all rows.
    #[must_use]
    pub fn contents(&self) -> &[Content] {
        &self.contents
    }

    /// All places.
    pub fn places(&self) -> impl Iterator<Item = PlaceId> + use<> {
        (0..self.contents.len()).map(PlaceId::new)
    }

    /// For each of some places, what it holds in each of some states. Takes a nanosecond for each number, and some ten for each state.
    ///
    /// # Panics
    /// Where there are no such places or states.
    #[must_use]
    pub fn columns(&self, places: impl IntoIterator<Item = PlaceId>, states: Range<usize>) -> Vec<Column> {
        let places: Vec<_> = places.into_iter().map(|place| (place, &self.contents[place.index()])).collect();
        self.states.columns(&places, states)
    }

    /// The marking that a state is; `None` for the error state, which is none.
    ///
    /// # Panics
    /// Where there is no such state.
    #[must_use]
    pub fn marking(&self, state: usize) -> Option<Marking> {
        self.states.marking(state)
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
    fn columns(&self, places: &[(PlaceId, &Content)], states: Range<usize>) -> Vec<Column>;
    fn marking(&self, state: usize) -> Option<Marking>;
    fn edges(&self, states: Range<usize>) -> Edges;
}
