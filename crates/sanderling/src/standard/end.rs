//! The end of a process, and what is improper about reaching it.
//!
//! A workflow net ends in its sink, with as many tokens as there were cases. Any other net may end where a
//! condition holds. Such final markings are those of open nets (Lohmann, Massuthe and Wolf, *Operating
//! Guidelines for Finite-State Services*, ICATPN 2007): they must enable nothing, and the net must *terminate
//! weakly*, which means that a final marking can be reached from every reachable one. So the option to
//! complete has the same definition for both. The condition itself says which tokens may be left behind, and
//! an end is improper if the process can continue.
//!
//! Consider a workflow net of ordinary arcs whose condition is one token in the sink and none elsewhere.
//! There the two notions of soundness agree, because the option to complete implies that nothing is left
//! behind (van der Aalst et al., see the [page](super)).

use sanderling_analysis::Goal;
use sanderling_model::NetModel;
use sanderling_net::PlaceId;
use sanderling_property::{Formula, Relation};

use super::page::{Page, after};
use crate::portfolio::query::compare;
use crate::search::goal;

/// The end of a process.
#[derive(Debug, Clone)]
pub(super) enum End {
    /// As many tokens in the sink as there were cases, and none elsewhere.
    Sink { sink: PlaceId, cases: u64 },
    /// A condition on markings.
    Condition(Formula),
}

impl End {
    /// Returns the goal that a marking is an end, in a net with this number of places.
    pub(super) fn reached<'a, M: NetModel>(&self, places: usize) -> Goal<'a, M> {
        match self {
            &Self::Sink { sink, cases } => Box::new(move |model, state, scratch, _| {
                is_end((sink, cases), places, |place| model.tokens(state, scratch, place))
            }),
            Self::Condition(formula) => goal(formula),
        }
    }

    /// Returns the goal that a marking is not an end although the sink is full, or that it is an end in which
    /// the process can continue.
    pub(super) fn improper<'a, M: NetModel>(&self, places: usize) -> Goal<'a, M> {
        match self {
            &Self::Sink { sink, cases } => Box::new(move |model, state, scratch, _| {
                let tokens = |place| model.tokens(state, scratch, place);
                tokens(sink) >= cases && !is_end((sink, cases), places, tokens)
            }),
            Self::Condition(_) => goal(&self.improper_formula(places)),
        }
    }

    /// Returns the condition for an end.
    pub(super) fn formula(&self, places: usize) -> Formula {
        match self {
            &Self::Sink { sink, cases } => {
                let others = (0..places).map(PlaceId::new).filter(|&place| place != sink);
                let marked = compared([sink], Relation::Equal, cases);
                Formula::And(vec![marked, compared(others, Relation::Equal, 0)])
            }
            Self::Condition(formula) => formula.clone(),
        }
    }

    /// Returns the condition for an [improper](Self::improper) marking.
    pub(super) fn improper_formula(&self, places: usize) -> Formula {
        match self {
            &Self::Sink { sink, cases } => {
                let full = compared([sink], Relation::AtLeast, cases);
                Formula::And(vec![full, self.formula(places).negate()])
            }
            Self::Condition(formula) => Formula::And(vec![formula.clone(), Formula::Deadlock.negate()]),
        }
    }

    /// Describes proper completion.
    pub(super) fn proper_in_words(&self) -> &'static str {
        match self {
            Self::Sink { .. } => "at the end, nothing is left behind",
            Self::Condition(_) => "at the end, nothing can fire",
        }
    }

    /// Describes that proper completion fails.
    pub(super) fn improper_in_words(&self) -> &'static str {
        match self {
            Self::Sink { .. } => "something may be left behind",
            Self::Condition(_) => "it can continue after its end",
        }
    }

    /// Describes an improper marking after some firings.
    pub(super) fn describe_improper(&self, firings: usize, page: &Page<'_>) -> String {
        let when = after(firings);
        match self {
            &Self::Sink { sink, .. } => {
                format!("{when}, {} is marked while tokens are left elsewhere", page.place(sink))
            }
            Self::Condition(_) => format!("{when}, the end is reached, and something can still fire"),
        }
    }
}

/// Returns the comparison of the total number of tokens in some places with a number.
pub(super) fn compared(
    places: impl IntoIterator<Item = PlaceId>,
    relation: Relation,
    number: u64,
) -> Formula {
    let terms = places.into_iter().map(|place| (1, place));
    compare(terms, relation, number.into()).expect("there are less than 10^18 places")
}

/// Returns whether a marking has these tokens in the sink and none elsewhere.
fn is_end((sink, cases): (PlaceId, u64), places: usize, tokens: impl Fn(PlaceId) -> u64) -> bool {
    let wanted = |place: PlaceId| if place == sink { cases } else { 0 };
    (0..places).map(PlaceId::new).all(|place| tokens(place) == wanted(place))
}
