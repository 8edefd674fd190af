//! Invariants: weighted sums of tokens that no firing changes, or that no firing raises.
//!
//! If y ≥ 0 and y·C = 0 for the incidence C, then y·m = y·m0 in every reachable marking m; with
//! y·C ≤ 0, y·m ≤ y·m0. Either bounds every place in the support of y, whatever the order of
//! firings and whatever tests the net has. A y of the first kind is a P-semiflow, of the second
//! kind a surinvariant, which also bounds places whose tokens get lost. A T-semiflow is the same
//! thing on the transposed matrix: firing counts that lead back to the marking they began in.
//!
//! `elimination` finds them. Both kinds are computed for the net without the transitions that are
//! known to be dead, hence they hold of the reachable markings, not of all markings.

mod elimination;
mod incidence;
mod row;

use sanderling_net::{PlaceId, TransitionId};

use self::elimination::{Eliminated, Goal, eliminate};
use self::incidence::Incidence;
use self::row::Row;
use crate::{Potential, Structure};

/// Elementary operations of one elimination: a few tenths of a second.
const BUDGET: u64 = 400_000_000;

/// A weighted sum of tokens that never grows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invariant {
    /// The places in the sum with their positive weights, sorted by place.
    pub weights: Vec<(PlaceId, u64)>,
    /// The sum in the initial marking.
    pub initial_sum: u128,
    /// Whether the sum never changes at all: then it is a P-semiflow. Otherwise, it may fall.
    pub exact: bool,
}

impl Invariant {
    fn new(structure: &Structure, row: &Row) -> Option<Self> {
        let weights: Vec<_> = positive(row, PlaceId::new).collect();
        let initial_sum = weights.iter().try_fold(0_u128, |sum, &(place, weight)| {
            let tokens = structure.initial()[place.index()];
            sum.checked_add(u128::from(weight).checked_mul(u128::from(tokens))?)
        })?;
        Some(Self { weights, initial_sum, exact: row.exact })
    }

    /// The weight of `place` in the sum; 0 where it is not in it.
    #[must_use]
    pub fn weight(&self, place: PlaceId) -> u64 {
        let found = self.weights.binary_search_by_key(&place, |&(p, _)| p);
        found.map_or(0, |position| self.weights[position].1)
    }
}

/// The invariants that were found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Invariants {
    /// The exact ones first, then those that bound further places.
    pub invariants: Vec<Invariant>,
    /// Whether all P-semiflows of minimal support over places that change are among them, and all
    /// places that an invariant can bound are in one of them. Otherwise, the budget was not enough.
    pub complete: bool,
}

impl Invariants {
    /// Finds invariants, in less than about a second.
    #[must_use]
    pub fn find(structure: &Structure, potential: &Potential) -> Self {
        let incidence = Incidence::of_places(structure, potential);
        let constant = eliminate(&incidence, Goal::Constant, BUDGET);
        let mut found = Self { invariants: Vec::new(), complete: constant.complete };
        let mut covered = vec![false; structure.place_count()];
        found.extend(structure, &constant, &mut covered);
        let uncovered = |row: &[(u32, i64)]| row.iter().any(|&(place, _)| !covered[place as usize]);
        if incidence.columns.iter().any(|column| uncovered(column)) {
            let falling = eliminate(&incidence, Goal::NeverGrows, BUDGET);
            found.complete &= falling.complete;
            found.extend(structure, &falling, &mut covered);
        }
        found
    }

    /// Adds the rows that cover a place which was not covered before all of them were added, and
    /// every row as long as none is.
    fn extend(&mut self, structure: &Structure, eliminated: &Eliminated, covered: &mut [bool]) {
        let before = covered.to_vec();
        let is_new = |row: &&Row| row.weights.iter().any(|&(place, _)| !before[place as usize]);
        for row in eliminated.rows.iter().filter(is_new) {
            match Invariant::new(structure, row) {
                Some(invariant) => self.invariants.push(invariant),
                None => self.complete = false,
            }
            for &(place, _) in &row.weights {
                covered[place as usize] = true;
            }
        }
    }
}

/// Firing counts with no effect: fired so often, in any order that is possible, the transitions
/// lead back to the marking that they began in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TransitionSemiflows {
    /// The counts, sorted by transition, of each semiflow.
    pub semiflows: Vec<Vec<(TransitionId, u64)>>,
    /// Whether all of minimal support, over the transitions with an effect, are among them.
    pub complete: bool,
}

impl TransitionSemiflows {
    /// Finds T-semiflows, in less than about a second.
    #[must_use]
    pub fn find(structure: &Structure, potential: &Potential) -> Self {
        let incidence = Incidence::of_transitions(structure, potential);
        let Eliminated { rows, complete } = eliminate(&incidence, Goal::Constant, BUDGET);
        let semiflows = rows.iter().map(|row| positive(row, TransitionId::new).collect()).collect();
        Self { semiflows, complete }
    }
}

/// The weights of a row, which are positive, with their ids.
fn positive<'a, Id>(row: &'a Row, id: impl Fn(usize) -> Id + 'a) -> impl Iterator<Item = (Id, u64)> + 'a {
    row.weights.iter().map(move |&(index, weight)| (id(index as usize), weight.unsigned_abs()))
}
