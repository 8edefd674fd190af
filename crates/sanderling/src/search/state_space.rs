//! A state space as columns: the tokens of each place or the value of each variable in every state, and the
//! firings between the states.
//!
//! While [`state_graph`](super::state_graph()) returns a few thousand states with names, this returns as many as fit
//! in memory, as numbers. It is the source of tables and data frames. Rows are computed only on request, so memory
//! holds the store and the requested rows. Edges are not stored: they are computed by firing events again and looking
//! up the successors.
//!
//! The initial state has number 0. The others follow in the order of the store, which is arbitrary.
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
use crate::prepare::{AnalysedNet, Encoded, Facts};
use crate::replay::{Until, reason};
use crate::request::{Kind, Request};

/// Number of states that are unpacked before their columns are filled, place by place.
const BLOCK: usize = 256;

/// The states of a net, up to a limit.
pub struct StateSpace {
    states: Box<dyn States>,
    contents: Vec<Content>,
    /// Whether all reachable states are included.
    pub exhaustive: bool,
    /// Why the state space is incomplete, if it is.
    pub reason: Option<Reason>,
    /// The number of the error state, if it is reachable. It has no values.
    pub error_state: Option<usize>,
}

/// The type of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Numbers of tokens, stored with this width.
    Tokens(Width),
    /// Values of this sort.
    Values(ValueSort),
}

/// The tokens or the values of a place in some states.
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

/// Firings, in parallel vectors.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Edges {
    /// The numbers of the source states.
    pub sources: Vec<u32>,
    /// The numbers of the target states.
    pub targets: Vec<u32>,
    /// The transitions.
    pub transitions: Vec<TransitionId>,
}

/// Explores the reachable markings of a net breadth-first within the limits of a request, and keeps them.
/// Uses only the limits, the number of threads, the self-check and the treatment of model errors from the
/// request.
///
/// # Errors
/// Places hold several colours or values each, and the errors of [`analyse`](crate::analyse).
pub fn state_space(net: &Net, request: &Request, control: &Control<'_>) -> Result<StateSpace, Diagnostics> {
    let facts = Facts::default();
    let analysed = AnalysedNet::new(net, &facts);
    let until = Until::of(&request.limits, control);
    let search = Search { net, request, until, control };
    if !analysed.learn_with_errors_until(request.model_errors, &|| until.is_over()) {
        let error = Diagnostic::error("the time limit was reached before the search started");
        return Err(error.expected("a longer `time`").into());
    }
    match analysed.kind() {
        Kind::PlaceTransition => search.tokens(analysed),
        Kind::Data => search.values(analysed),
        Kind::Coloured => Err(Diagnostic::error("a model whose places hold colours")
            .expected("a place/transition net, a program, or a coloured net that can be unfolded")
            .help("`graph --to json` writes the states of a small model with the contents of its places")
            .into()),
    }
}

/// A search that keeps all states.
struct Search<'a> {
    net: &'a Net,
    request: &'a Request,
    until: Until<'a>,
    control: &'a Control<'a>,
}

/// The states that a search has kept.
struct Kept<M> {
    states: Numbered<M>,
    exhaustive: bool,
    reason: Option<Reason>,
}

impl Search<'_> {
    /// Returns the states of a place/transition net.
    fn tokens(self, analysed: AnalysedNet<'_>) -> Result<StateSpace, Diagnostics> {
        let bounds = analysed.knowledge()?.bounds();
        let proved: Vec<Option<u64>> = self.net.place_ids().map(|place| bounds.upper(place)).collect();
        Ok(match analysed.encoded()? {
            Encoded::Fields(model) => tokens::space(self.kept(model)?, &proved),
            Encoded::Radix(model) => tokens::space(self.kept(model)?, &proved),
        })
    }

    /// Returns the states of a data net.
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
        // If the user gave a number of states, the search continues to that number even if the net is
        // unbounded.
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
    /// Returns the number of states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns false, since the initial state is always included.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the type of each place's column.
    #[must_use]
    pub fn contents(&self) -> &[Content] {
        &self.contents
    }

    /// Returns all places.
    pub fn places(&self) -> impl Iterator<Item = PlaceId> + use<> {
        (0..self.contents.len()).map(PlaceId::new)
    }

    /// Returns the columns of some places for a range of states. Takes about a nanosecond for each number,
    /// and some ten for each state.
    ///
    /// # Panics
    /// A place or a state does not exist.
    #[must_use]
    pub fn columns(&self, places: impl IntoIterator<Item = PlaceId>, states: Range<usize>) -> Vec<Column> {
        let places: Vec<_> = places.into_iter().map(|place| (place, &self.contents[place.index()])).collect();
        self.states.columns(&places, states)
    }

    /// Returns the marking of a state; `None` for the error state.
    ///
    /// # Panics
    /// The state does not exist.
    #[must_use]
    pub fn marking(&self, state: usize) -> Option<Marking> {
        self.states.marking(state)
    }

    /// Returns the firings from some states to states of this state space, in the order of the source states.
    /// Firings of an unexpanded state may lead to states that are not included; these are omitted.
    ///
    /// # Panics
    /// A state does not exist, or a firing leads out of a complete state space, which is a bug.
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
