//! Where a process ends, and what is improper about an end.
//!
//! A workflow net ends in its sink, with as many tokens as there were cases. Any other net may end where a condition holds: final markings,
//! as open nets have them (Lohmann, Massuthe and Wolf, *Operating Guidelines for Finite-State Services*, ICATPN 2007), where they are
//! required to enable nothing, and the net has to *terminate weakly*: a final marking can be reached from every reachable one.
//! So the option to complete is the same for both. What may be left behind, a condition says by itself, and an end is improper
//! where the process can go on. For a workflow net of ordinary arcs whose condition is one token in the sink and none elsewhere, the two are
//! equally sound: there, the option to complete implies that nothing is left behind (van der Aalst et al., see the [page](super)).

use sanderling_analysis::Goal;
use sanderling_model::NetModel;
use sanderling_net::PlaceId;
use sanderling_property::{Formula, Relation};

use super::page::{Page, after};
use crate::portfolio::query::compare;
use crate::search::goal;

/// Where a process ends.
#[derive(Debug, Clone)]
pub(super) enum End {
    /// With as many tokens in the sink as there were cases, and nowhere else.
    Sink { sink: PlaceId, cases: u64 },
    /// Where a condition holds.
    Condition(Formula),
}

impl End {
    /// Whether a marking is an end, in a net with this number of places.
    pub(super) fn reached<'a, M: NetModel>(&self, places: usize) -> Goal<'a, M> {
        match self {
            &Self::Sink { sink, cases } => Box::new(move |model, state, scratch, _| {
                is_end((sink, cases), places, |place| model.tokens(state, scratch, place))
            }),
            Self::Condition(formula) => goal(formula),
        }
    }

    /// Whether a marking is no end although the sink is full, or is one where the process can go on.
    pub(super) fn improper<'a, M: NetModel>(&self, places: usize) -> Goal<'a, M> {
        match self {
            &Self::Sink { sink, cases } => Box::new(move |model, state, scratch, _| {
                let tokens = |place| model.tokens(state, scratch, place);
                tokens(sink) >= cases && !is_end((sink, cases), places, tokens)
            }),
            Self::Condition(_) => goal(&self.improper_formula(places)),
        }
    }

    /// What holds at an end.
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

    /// What holds where something is [improper](Self::improper).
    pub(super) fn improper_formula(&self, places: usize) -> Formula {
        match self {
            &Self::Sink { sink, cases } => {
                let full = compared([sink], Relation::AtLeast, cases);
                Formula::And(vec![full, self.formula(places).negate()])
            }
            Self::Condition(formula) => Formula::And(vec![formula.clone(), Formula::Deadlock.negate()]),
        }
    }

    /// What proper completion means.
    pub(super) fn proper_in_words(&self) -> &'static str {
        match self {
            Self::Sink { .. } => "at the end, nothing is left behind",
            Self::Condition(_) => "at the end, nothing can fire",
        }
    }

    /// What it means that there is none.
    pub(super) fn improper_in_words(&self) -> &'static str {
        match self {
            Self::Sink { .. } => "something may be left behind",
            Self::Condition(_) => "it can go on after its end",
        }
    }

    /// What is improper after some firings.
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

/// The tokens in some places together, compared with a number.
pub(super) fn compared(
    places: impl IntoIterator<Item = PlaceId>,
    relation: Relation,
    number: u64,
) -> Formula {
    let terms = places.into_iter().map(|place| (1, place));
    compare(terms, relation, number.into()).expect("there are less than 10^18 places")
}

/// Whether a marking has these tokens in the sink, and none elsewhere.
fn is_end((sink, cases): (PlaceId, u64), places: usize, tokens: impl Fn(PlaceId) -> u64) -> bool {
    let wanted = |place: PlaceId| if place == sink { cases } else { 0 };
    (0..places).map(PlaceId::new).all(|place| tokens(place) == wanted(place))
}
