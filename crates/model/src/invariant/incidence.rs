//! The incidence matrix for elimination: distinct columns of small integers.
//!
//! In the matrix for place invariants, a row is a place, and a column is the effect of a transition. Many transitions
//! of a large net have the same effect or a multiple of it. They impose the same condition on an invariant, so one
//! column represents all of them. Transitions that are never enabled impose none. Places that never change are omitted:
//! each is an invariant of its own, and of no use in another. A row with an entry beyond 64 bits is omitted as well; a
//! vector then has weight 0 there.
//!
//! A reset makes the effect on a place depend on the marking, but never larger than post − pre: the firing leaves post
//! in a place that contained at least pre. The matrix therefore contains post − pre, and a row that a transition resets
//! can only be used in weighted sums that may fall.

use sanderling_net::{PlaceId, TransitionId, sparse};

use super::row::{Sparse, gcd};
use crate::{OverApproximation, Structure};

/// A sparse integer matrix by columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Incidence {
    /// The distinct columns, each sorted by row.
    pub(crate) columns: Vec<Sparse>,
    /// Rows with entries that are too large.
    pub(crate) excluded: Vec<bool>,
    /// Rows whose entries are upper bounds instead of exact values.
    pub(crate) inexact: Vec<bool>,
}

impl Incidence {
    /// Creates the matrix whose rows are places and whose columns are transitions.
    pub(crate) fn of_places(structure: &Structure, over_approximation: &OverApproximation) -> Self {
        let mut incidence = Self::with_rows(structure.place_count());
        for transition in structure.transition_ids().filter(|&t| over_approximation.may_be_enabled(t)) {
            for &place in structure.reset(transition) {
                incidence.inexact[place.index()] = true;
            }
            incidence.add_column(&upper_effect(structure, transition));
        }
        incidence.finish()
    }

    /// Creates the matrix whose rows are transitions and whose columns are places.
    ///
    /// Transitions that are never enabled are omitted. So are those that reset a place, since a linear equation cannot
    /// express when they lead back to a marking.
    pub(crate) fn of_transitions(structure: &Structure, over_approximation: &OverApproximation) -> Self {
        let mut incidence = Self::with_rows(structure.transition_count());
        let mut columns = vec![Vec::new(); structure.place_count()];
        for transition in structure.transition_ids() {
            let usable =
                over_approximation.may_be_enabled(transition) && structure.reset(transition).is_empty();
            for &(place, effect) in structure.effect(transition).iter().filter(|_| usable) {
                columns[place.index()].push((transition.index(), effect));
            }
        }
        for column in &columns {
            incidence.add_column(column);
        }
        incidence.finish()
    }

    fn with_rows(rows: usize) -> Self {
        Self { columns: Vec::new(), excluded: vec![false; rows], inexact: vec![false; rows] }
    }

    /// Adds a column, divided by the greatest common divisor of its entries.
    fn add_column(&mut self, entries: &[(usize, i128)]) {
        let mut column = Sparse::with_capacity(entries.len());
        for &(row, entry) in entries {
            match (u32::try_from(row), i64::try_from(entry)) {
                (Ok(index), Ok(entry)) if entry != i64::MIN => column.push((index, entry)),
                _ => self.excluded[row] = true,
            }
        }
        let divisor = column.iter().fold(0, |divisor, &(_, entry)| gcd(divisor, entry)).max(1);
        for (_, entry) in &mut column {
            *entry /= divisor;
        }
        self.columns.push(column);
    }

    fn finish(mut self) -> Self {
        for column in &mut self.columns {
            column.retain(|&(row, _)| !self.excluded[row as usize]);
        }
        self.columns.sort_unstable();
        self.columns.dedup();
        self.columns.retain(|column| !column.is_empty());
        self
    }

    /// Returns the number of entries.
    pub(crate) fn entry_count(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    /// Returns the entries of each row, by column.
    pub(crate) fn rows(&self) -> Vec<Sparse> {
        let mut rows = vec![Sparse::new(); self.excluded.len()];
        for (index, column) in (0..).zip(&self.columns) {
            for &(row, entry) in column {
                rows[row as usize].push((index, entry));
            }
        }
        rows
    }
}

/// Returns post − pre for each place where it is not 0, including places that `transition` resets.
fn upper_effect(structure: &Structure, transition: TransitionId) -> Vec<(usize, i128)> {
    let weight = |row: &[(PlaceId, u64)], place| i128::from(sparse::value(row, place));
    let of_reset = structure.reset(transition).iter().map(|&place| {
        (place, weight(structure.post(transition), place) - weight(structure.pre(transition), place))
    });
    let mut entries: Vec<(usize, i128)> = structure
        .effect(transition)
        .iter()
        .copied()
        .chain(of_reset.filter(|&(_, effect)| effect != 0))
        .map(|(place, effect)| (place.index(), effect))
        .collect();
    entries.sort_unstable();
    entries
}
