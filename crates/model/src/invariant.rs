//! Invariants: weighted sums of tokens that no firing changes, or that no firing raises.
//!
//! If y ≥ 0 and y·C = 0 for the incidence C, then y·m = y·m0 in every reachable marking m; with y·C ≤ 0, y·m ≤ y·m0.
//! Either bounds every place in the support of y, for any order of firings and any tests of the net. A y of the first
//! kind is a P-semiflow, and one of the second kind a surinvariant, which also bounds places that lose tokens. A
//! T-semiflow is a P-semiflow of the transposed matrix: firing counts that lead from a marking back to itself.
//!
//! `elimination` finds them. If that is too expensive, `balanced` finds some that keep places safe. For a large net it
//! runs first, and suffices if it covers every place. Both work on the net without transitions that are known to be
//! dead, so the invariants hold in the reachable markings, not in all markings.

mod balanced;
mod elimination;
mod incidence;
mod independent;
mod row;

use std::collections::HashSet;

use sanderling_cutoff::{ELIMINATED_ENTRIES, INVARIANT_COLUMN_WORK, INVARIANT_WORK};
use sanderling_net::{PlaceId, TransitionId, sparse};

use self::balanced::balanced;
use self::elimination::{Eliminated, Goal, eliminate, eliminate_until};
use self::incidence::Incidence;
use self::independent::{rank, spanning};
use self::row::Row;
use crate::{OverApproximation, Structure};

/// A weighted sum of tokens that never grows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invariant {
    /// The places in the sum with their positive weights, sorted by place.
    pub weights: Vec<(PlaceId, u64)>,
    /// The sum in the initial marking.
    pub initial_sum: u128,
    /// Whether the sum never changes, that is, whether it is a P-semiflow. Otherwise it may fall.
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

    /// Improves the bound of each place in the sum if it is lower than the best so far, and returns whether any has
    /// improved.
    fn improve(&self, best: &mut [Option<u128>]) -> bool {
        let mut improves = false;
        for &(place, weight) in &self.weights {
            let (bound, best) = (self.initial_sum / u128::from(weight), &mut best[place.index()]);
            if best.is_none_or(|known| bound < known) {
                *best = Some(bound);
                improves = true;
            }
        }
        improves
    }

    /// Returns the weight of `place` in the sum, or 0 if it is not in the sum.
    #[must_use]
    pub fn weight(&self, place: PlaceId) -> u64 {
        sparse::value(&self.weights, place)
    }
}

/// The invariants found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Invariants {
    /// The exact invariants, followed by others that improve a bound if the exact ones do not bound every place.
    pub invariants: Vec<Invariant>,
    /// Whether the list contains all P-semiflows of minimal support over places that change, and all places that an
    /// invariant can bound are in one of the invariants. Otherwise, the budget was insufficient.
    pub complete: bool,
}

impl Invariants {
    /// Finds invariants, in less than about a second.
    #[must_use]
    pub fn find(structure: &Structure, over_approximation: &OverApproximation) -> Self {
        Self::find_until(structure, over_approximation, &|| false).expect("the search is never stopped")
    }

    /// Finds invariants like `find`, or returns `None` if `is_stopped` returns true in the meantime.
    #[must_use]
    pub fn find_until(
        structure: &Structure,
        over_approximation: &OverApproximation,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let found = Self::search(structure, over_approximation, is_stopped)?;
        // A step that was stopped may have missed invariants.
        (!is_stopped()).then_some(found)
    }

    /// Searches for invariants. If it is stopped, the result may be incomplete.
    fn search(
        structure: &Structure,
        over_approximation: &OverApproximation,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let unless_stopped = || (!is_stopped()).then_some(());
        let incidence = Incidence::of_places(structure, over_approximation);
        unless_stopped()?;
        let mut found = Self { invariants: Vec::new(), complete: true };
        let is_large = !ELIMINATED_ENTRIES.admits(incidence.entry_count());
        let mut of_one_token = Vec::new();
        if is_large {
            of_one_token = found.with_sums(structure, &balanced(&incidence, structure.initial(), is_stopped));
            let best = best_bounds(structure, &of_one_token);
            let holds_two = |&(place, _): &(u32, i64)| best[place as usize].is_none_or(|bound| bound > 1);
            if !incidence.columns.iter().flatten().any(holds_two) {
                return Some(Self { invariants: of_one_token, complete: false });
            }
        }
        let few = (incidence.columns.len() > structure.place_count())
            .then(|| spanning(&incidence, INVARIANT_COLUMN_WORK.size(), is_stopped));
        let (columns, work) = (few.as_ref().unwrap_or(&incidence), INVARIANT_WORK.number());
        let constant = eliminate_until(columns, Goal::Constant, work, is_stopped);
        unless_stopped()?;
        found.complete &= constant.complete;
        found.invariants = found.with_sums(structure, &constant.rows);
        if !is_large && !constant.complete {
            of_one_token = found.with_sums(structure, &balanced(&incidence, structure.initial(), is_stopped));
        }
        let known: HashSet<_> = found.invariants.iter().map(|invariant| &invariant.weights).collect();
        of_one_token.retain(|invariant| !known.contains(&invariant.weights));
        found.invariants.extend(of_one_token);
        let mut best = best_bounds(structure, &found.invariants);
        let is_uncovered = |&(place, _): &(u32, i64)| best[place as usize].is_none();
        if incidence.columns.iter().flatten().any(is_uncovered) {
            let falling = eliminate_until(&incidence, Goal::NeverGrows, work / 4, is_stopped);
            found.complete &= falling.complete;
            let mut falling = found.with_sums(structure, &falling.rows);
            falling.sort_by_key(|invariant| (invariant.initial_sum, invariant.weights.len()));
            found.invariants.extend(falling.into_iter().filter(|invariant| invariant.improve(&mut best)));
        }
        Some(found)
    }

    /// Finds the P-semiflows of minimal support over the places that change, whether or not transitions can be enabled.
    ///
    /// Uses at most about `max_work` elementary operations of about a nanosecond, and ends if `is_stopped` returns
    /// true. A place that is reset is in none of them.
    #[must_use]
    pub fn minimal(structure: &Structure, max_work: u64, is_stopped: &dyn Fn() -> bool) -> Self {
        let incidence = Incidence::of_places(structure, &OverApproximation::of_everything(structure));
        let Eliminated { rows, complete } = minimal_rows(&incidence, max_work, is_stopped);
        let mut found = Self { invariants: Vec::new(), complete };
        found.invariants = found.with_sums(structure, &rows);
        found
    }

    /// Returns the finished rows whose initial sum can be represented.
    fn with_sums(&mut self, structure: &Structure, rows: &[Row]) -> Vec<Invariant> {
        let invariants: Vec<_> = rows.iter().filter_map(|row| Invariant::new(structure, row)).collect();
        self.complete &= invariants.len() == rows.len();
        invariants
    }
}

/// Returns the least bound of each place by one of the invariants.
fn best_bounds(structure: &Structure, invariants: &[Invariant]) -> Vec<Option<u128>> {
    let mut best = vec![None; structure.place_count()];
    for invariant in invariants {
        invariant.improve(&mut best);
    }
    best
}

/// Firing counts without an effect: fired this number of times, in any possible order, the transitions lead from a
/// marking back to itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TransitionSemiflows {
    /// The counts, sorted by transition, of each semiflow.
    pub semiflows: Vec<Vec<(TransitionId, u64)>>,
    /// Whether the list contains all T-semiflows of minimal support over the transitions with an effect.
    pub complete: bool,
}

impl TransitionSemiflows {
    /// Finds T-semiflows, in less than about a second.
    #[must_use]
    pub fn find(structure: &Structure, over_approximation: &OverApproximation) -> Self {
        let incidence = Incidence::of_transitions(structure, over_approximation);
        let Eliminated { rows, complete } =
            eliminate(&incidence, Goal::Constant, INVARIANT_WORK.number() / 4);
        Self::of_rows(&rows, complete)
    }

    /// Finds the T-semiflows of minimal support over the transitions with an effect, whether or not they can be
    /// enabled.
    ///
    /// Uses at most about `max_work` elementary operations, and ends if `is_stopped` returns true. A transition that
    /// resets is in none of them.
    #[must_use]
    pub fn minimal(structure: &Structure, max_work: u64, is_stopped: &dyn Fn() -> bool) -> Self {
        let incidence = Incidence::of_transitions(structure, &OverApproximation::of_everything(structure));
        let Eliminated { rows, complete } = minimal_rows(&incidence, max_work, is_stopped);
        Self::of_rows(&rows, complete)
    }

    fn of_rows(rows: &[Row], complete: bool) -> Self {
        let semiflows = rows.iter().map(|row| positive(row, TransitionId::new).collect()).collect();
        Self { semiflows, complete }
    }
}

/// Computes the rank of the incidence matrix of a net without reset arcs, by elimination in exact integers with at most
/// about `max_work` elementary operations. Returns `None` if that is insufficient, a number does not fit 64 bits, or
/// `is_stopped` returns true.
#[must_use]
pub fn incidence_rank(structure: &Structure, max_work: u64, is_stopped: &dyn Fn() -> bool) -> Option<usize> {
    let incidence = Incidence::of_places(structure, &OverApproximation::of_everything(structure));
    rank(&incidence, usize::try_from(max_work).unwrap_or(usize::MAX), is_stopped)
}

/// Returns the rows of minimal support that every column leaves unchanged.
fn minimal_rows(incidence: &Incidence, max_work: u64, is_stopped: &dyn Fn() -> bool) -> Eliminated {
    let column_work = usize::try_from(max_work / 4).unwrap_or(usize::MAX);
    let few = (incidence.columns.len() > incidence.excluded.len())
        .then(|| spanning(incidence, column_work, is_stopped));
    eliminate_until(few.as_ref().unwrap_or(incidence), Goal::Constant, max_work, is_stopped)
}

/// Iterates over the weights of a row, which are positive, with their ids.
fn positive<'a, Id>(row: &'a Row, id: impl Fn(usize) -> Id + 'a) -> impl Iterator<Item = (Id, u64)> + 'a {
    row.weights.iter().map(move |&(index, weight)| (id(index as usize), weight.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use sanderling_net::{Arc, ArcKind, Net, Place, Transition};
    use sanderling_testkit::random::{self, Shape, for_seeds, is_met};

    use super::row::combine;
    use super::*;

    /// Creates a net with these tokens. Each transition is given by its effects on the places.
    fn structure(initial: &[u64], effects: &[&[i64]]) -> Structure {
        let mut net = Net::new("n");
        let places: Vec<_> =
            initial.iter().map(|&tokens| net.add_place(Place::with_tokens("p", tokens))).collect();
        for effects in effects {
            let transition = net.add_transition(Transition::plain("t"));
            for (&place, &effect) in places.iter().zip(*effects).filter(|(_, effect)| **effect != 0) {
                let kind = if effect > 0 { ArcKind::Output } else { ArcKind::Input };
                net.add_arc(Arc::weighted(place, transition, kind, effect.unsigned_abs()));
            }
        }
        Structure::build(&net).unwrap()
    }

    fn find(structure: &Structure) -> Invariants {
        Invariants::find(structure, &OverApproximation::of(structure))
    }

    fn weights(invariant: &Invariant) -> Vec<u64> {
        (0..4).map(|place| invariant.weight(PlaceId::new(place))).collect()
    }

    #[test]
    fn weights_balance_the_arcs() {
        let found = find(&structure(&[6, 0], &[&[-2, 3], &[2, -3]]));
        assert!(found.complete);
        let [invariant] = &found.invariants[..] else { panic!("{found:?}") };
        assert_eq!((weights(invariant), invariant.initial_sum), (vec![3, 2, 0, 0], 18));
        assert!(invariant.exact);
    }

    #[test]
    fn each_process_has_an_invariant_and_so_has_what_they_share() {
        let found = find(&structure(
            &[1, 0, 1, 0],
            &[&[-1, 1, -1, 0], &[1, -1, 1, 0], &[0, 0, -1, 1], &[0, 0, 1, -1]],
        ));
        let mut all: Vec<_> = found.invariants.iter().map(weights).collect();
        all.sort();
        assert_eq!(all, [[0, 1, 1, 1], [1, 1, 0, 0]]);
    }

    #[test]
    fn transitions_that_do_what_others_do_together_change_nothing() {
        for_seeds(300, |seed| {
            let shape = if seed % 2 == 0 { Shape::plain() } else { Shape::conservative() };
            let Ok(structure) = Structure::build(&random::net(seed, &shape)) else { return };
            let mut all = Incidence::of_places(&structure, &OverApproximation::of(&structure));
            for pair in 1..all.columns.len() {
                let combined = combine(seed as i64 % 5 + 1, &all.columns[pair - 1], -2, &all.columns[pair]);
                all.columns.extend(combined.filter(|column| !column.is_empty()));
            }
            let few = spanning(&all, 1 << 20, &|| false);
            let rows = |incidence| {
                let Eliminated { rows, complete } = eliminate(incidence, Goal::Constant, 400_000_000);
                let mut weights: Vec<_> = rows.into_iter().map(|row| row.weights).collect();
                weights.sort();
                (weights, complete)
            };
            assert!(few.columns.len() <= structure.place_count());
            assert_eq!(rows(&few), rows(&all), "{:?}", all.columns);
        });
    }

    /// The nets consist of machines of five places with a token each, and of transitions that move some of the tokens
    /// arbitrarily.
    #[test]
    fn balanced_sets_hold_one_token_at_most_and_keep_it() {
        let found = Cell::new(0);
        for_seeds(300, |seed| {
            let machines = 1 + seed as usize % 4;
            let mut random = seed;
            let mut below = |limit: usize| {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (random >> 33) as usize % limit
            };
            let effects: Vec<Vec<i64>> = (0..12)
                .map(|_| {
                    let mut effects = vec![0; 5 * machines];
                    for machine in 0..machines {
                        effects[5 * machine + below(5)] -= 1;
                        effects[5 * machine + below(5)] += 1;
                    }
                    effects
                })
                .collect();
            let initial: Vec<u64> = (0..5 * machines).map(|place| u64::from(place % 5 == 0)).collect();
            let structure = structure(&initial, &effects.iter().map(Vec::as_slice).collect::<Vec<_>>());
            let incidence = Incidence::of_places(&structure, &OverApproximation::of(&structure));
            for row in balanced(&incidence, &initial, &|| false) {
                let is_member = |place: u32| row.weights.contains(&(place, 1));
                let change = |column: &Vec<(u32, i64)>| {
                    let of_members = column.iter().filter(|&&(place, _)| is_member(place));
                    of_members.map(|&(_, effect)| effect).sum::<i64>()
                };
                assert!(incidence.columns.iter().all(|column| change(column) == 0), "{row:?}");
                let tokens = row.weights.iter().map(|&(place, _)| initial[place as usize]);
                assert!(tokens.sum::<u64>() <= 1, "{row:?}");
                found.set(found.get() + 1);
            }
        });
        assert!(is_met(found.get(), 100), "{found:?}");
    }

    #[test]
    fn a_decreasing_sum_bounds_lost_tokens() {
        let found = find(&structure(&[5, 0], &[&[-1, 1], &[0, -1]]));
        assert!(found.invariants.iter().all(|invariant| !invariant.exact));
        let sum = found.invariants.iter().find(|invariant| invariant.weight(PlaceId::new(1)) > 0);
        assert_eq!(
            sum.map(|invariant| (weights(invariant), invariant.initial_sum)),
            Some((vec![1, 1, 0, 0], 5))
        );
    }

    #[test]
    fn a_place_that_is_reset_is_in_no_exact_invariant() {
        let mut net = Net::new("n");
        let places = [2, 0].map(|tokens| net.add_place(Place::with_tokens("p", tokens)));
        let transitions = [(); 2].map(|()| net.add_transition(Transition::plain("t")));
        net.add_arc(Arc::weighted(places[0], transitions[0], ArcKind::Input, 1));
        net.add_arc(Arc::weighted(places[1], transitions[0], ArcKind::Output, 1));
        net.add_arc(Arc::weighted(places[1], transitions[1], ArcKind::Reset, 1));
        let found = find(&Structure::build(&net).unwrap());
        assert!(found.invariants.iter().all(|invariant| !invariant.exact));
        assert!(found.invariants.iter().any(|invariant| invariant.weight(places[1]) > 0));
    }

    #[test]
    fn a_budget_that_is_spent_is_admitted() {
        let structure = structure(&[1, 0, 0], &[&[-1, 1, 0], &[0, -1, 1], &[1, 0, -1]]);
        let incidence = Incidence::of_places(&structure, &OverApproximation::of(&structure));
        let starved = eliminate(&incidence, Goal::Constant, 0);
        assert!(starved.rows.is_empty() && !starved.complete);
        let sated = eliminate(&incidence, Goal::Constant, INVARIANT_WORK.number());
        assert!(sated.rows.len() == 1 && sated.complete);
    }

    #[test]
    fn a_cycle_of_transitions_is_a_semiflow() {
        let structure = structure(&[2, 0], &[&[-2, 1], &[1, -1], &[1, 0]]);
        let found = TransitionSemiflows::find(&structure, &OverApproximation::of(&structure));
        let counts = [(0, 1), (1, 1), (2, 1)].map(|(t, count)| (TransitionId::new(t), count));
        assert_eq!(found.semiflows, [counts]);
    }
}
