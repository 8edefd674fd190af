//! Positive weightings: conservative, structurally bounded, consistent and repetitive nets.
//!
//! With the incidence matrix C of effects, by place and transition:
//!
//! | property | definition | refutation |
//! | --- | --- | --- |
//! | conservative | y > 0 with y·C = 0 | x with C·x ≥ 0, ≠ 0 |
//! | structurally bounded, or sub-conservative | y > 0 with y·C ≤ 0 | x ≥ 0 with C·x ≥ 0, ≠ 0 |
//! | consistent | x > 0 with C·x = 0 | y with y·C ≤ 0, ≠ 0 |
//! | repetitive | x > 0 with C·x ≥ 0 | y ≥ 0 with y·C ≤ 0, ≠ 0 |
//!
//! Source: Murata, *Petri Nets: Properties, Analysis and Applications*, 1989, section VI.C. A net is bounded from every
//! initial marking if and only if it is structurally bounded in this sense. Inhibitor arcs and capacities are ignored
//! here, so a *yes* also applies to the net with them, and a *no* only to the net without them. Nets with reset arcs
//! have no such matrix, and are [beyond](Unknown::Beyond).
//!
//! Weights with constant sums are also weights with sums that never grow, and a refutation of the latter refutes the
//! former. Most nets therefore need one linear program for each pair.

use sanderling_net::{PlaceId, TransitionId};

use crate::alternative::{Alternative, Relation, decide};
use crate::budget::{Answer, Budget, Unknown};
use crate::flow::Flow;
use crate::incidence::Matrix;
use crate::obstacle::Obstacle;

type Sparse<Id> = Vec<(Id, i128)>;

/// The non-zero integers of a vector over the places, sorted by place.
pub type PlaceVector = Vec<(PlaceId, i128)>;

/// The non-zero integers of a vector over the transitions, sorted by transition.
pub type TransitionVector = Vec<(TransitionId, i128)>;

/// Properties of weights of all places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceWeightings {
    /// Whether some weighted sum of all places never grows: the net is then bounded from every initial marking.
    pub structurally_bounded: Answer<PlaceVector, TransitionVector>,
    /// Whether some weighted sum of all places never changes.
    pub conservative: Answer<PlaceVector, TransitionVector>,
}

/// Properties of firing counts of all transitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransitionWeightings {
    /// Whether some positive firing counts of all transitions leave no place with fewer tokens.
    pub repetitive: Answer<TransitionVector, PlaceVector>,
    /// Whether some positive firing counts of all transitions lead from a marking back to itself.
    pub consistent: Answer<TransitionVector, PlaceVector>,
}

impl PlaceWeightings {
    /// Decides both properties. Cost: up to four linear programs.
    #[must_use]
    pub fn decide(flow: &Flow<'_>, budget: &Budget<'_>) -> Self {
        let pair = decide_pair(flow, &Matrix::of_places(flow), budget);
        let [structurally_bounded, conservative] =
            pair.map(|one| answer(one, PlaceId::new, TransitionId::new));
        Self { structurally_bounded, conservative }
    }
}

impl TransitionWeightings {
    /// Decides both properties. Cost: up to four linear programs.
    #[must_use]
    pub fn decide(flow: &Flow<'_>, budget: &Budget<'_>) -> Self {
        let pair = decide_pair(flow, &Matrix::of_transitions(flow), budget);
        let [repetitive, consistent] = pair.map(|one| answer(one, TransitionId::new, PlaceId::new));
        Self { repetitive, consistent }
    }
}

/// Decides only whether the net is conservative.
pub(crate) fn conservative(flow: &Flow<'_>, budget: &Budget<'_>) -> Answer<PlaceVector, TransitionVector> {
    answer(decide_exactly(flow, &Matrix::of_places(flow), budget), PlaceId::new, TransitionId::new)
}

/// Decides only whether the net is consistent.
pub(crate) fn consistent(flow: &Flow<'_>, budget: &Budget<'_>) -> Answer<TransitionVector, PlaceVector> {
    answer(decide_exactly(flow, &Matrix::of_transitions(flow), budget), TransitionId::new, PlaceId::new)
}

fn decide_exactly(flow: &Flow<'_>, matrix: &Matrix, budget: &Budget<'_>) -> Result<Alternative, Unknown> {
    let reset = Obstacle::reset_arc(flow);
    reset.map_or_else(|| decide(matrix, Relation::Equal, budget), |reset| Err(Unknown::Beyond(reset)))
}

/// Decides both relations: sums at most 0, and sums equal to 0.
fn decide_pair(flow: &Flow<'_>, matrix: &Matrix, budget: &Budget<'_>) -> [Result<Alternative, Unknown>; 2] {
    let equal = decide_exactly(flow, matrix, budget);
    let at_most = match &equal {
        Ok(Alternative::Weights(_)) | Err(Unknown::Beyond(_)) => equal.clone(),
        Ok(Alternative::Refuted(times)) if Relation::AtMost.is_refuted(matrix, times) => equal.clone(),
        _ => decide(matrix, Relation::AtMost, budget),
    };
    [at_most, equal]
}

fn answer<Y, N>(
    decided: Result<Alternative, Unknown>,
    row: impl Fn(usize) -> Y,
    column: impl Fn(usize) -> N,
) -> Answer<Sparse<Y>, Sparse<N>> {
    match decided {
        Ok(Alternative::Weights(weights)) => Answer::Yes(sparse(&weights, row)),
        Ok(Alternative::Refuted(times)) => Answer::No(sparse(&times, column)),
        Err(unknown) => Answer::Unknown(unknown),
    }
}

fn sparse<Id>(values: &[i128], id: impl Fn(usize) -> Id) -> Sparse<Id> {
    let entries = values.iter().enumerate().filter(|&(_, &value)| value != 0);
    entries.map(|(index, &value)| (id(index), value)).collect()
}
