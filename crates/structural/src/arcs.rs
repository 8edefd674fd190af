//! The arcs of one transition, aggregated: the tokens that it takes and puts, and the places that it tests and empties.
//!
//! A read arc is a loop that returns the tokens it takes. If both have the same meaning, it is stored as part of `pre`
//! and `post`. `read` contains the few other cases: the transition also empties the place, or the place has a capacity,
//! since only arcs that put tokens require room.
//!
//! Firing, in a marking m with m(p) ≥ pre, m(p) ≥ read and m(p) < inhibitor, leads to m(p) − pre + post, and to post if
//! the transition resets p.

use sanderling_net::PlaceId;

use crate::row::{self, Row};

/// The arcs of one transition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Arcs {
    /// The tokens that it takes.
    pub(crate) pre: Row,
    /// The tokens that it puts.
    pub(crate) post: Row,
    /// The places that must contain less than these weights.
    pub(crate) inhibitor: Row,
    /// The places that must contain at least these weights, if `pre` does not imply this.
    pub(crate) read: Row,
    /// The places that it empties. The weights are 1 and meaningless.
    pub(crate) reset: Row,
}

impl Arcs {
    /// Returns the row of each kind.
    pub(crate) fn rows(&self) -> [&Row; 5] {
        [&self.pre, &self.post, &self.inhibitor, &self.read, &self.reset]
    }

    /// Returns the places at the other ends, sorted and without duplicates.
    pub(crate) fn places(&self) -> Vec<PlaceId> {
        let mut places: Vec<_> = self.rows().into_iter().flatten().map(|&(place, _)| place).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Removes all arcs to a place.
    pub(crate) fn detach(&mut self, place: PlaceId) {
        for row in [&mut self.pre, &mut self.post, &mut self.inhibitor, &mut self.read, &mut self.reset] {
            row::set(row, place, 0);
        }
    }

    /// Returns the number of tokens that a place must contain.
    pub(crate) fn need(&self, place: PlaceId) -> u64 {
        row::weight(&self.pre, place).max(row::weight(&self.read, place))
    }

    /// Iterates over the places that must contain tokens, with their numbers.
    pub(crate) fn needs(&self) -> impl Iterator<Item = (PlaceId, u64)> + '_ {
        row::merge(&self.pre, &self.read).map(|(place, pre, read)| (place, pre.max(read)))
    }

    /// Whether it empties a place.
    pub(crate) fn resets(&self, place: PlaceId) -> bool {
        row::weight(&self.reset, place) > 0
    }

    /// Returns the number of tokens that a firing adds to a place that is not emptied.
    pub(crate) fn effect(&self, place: PlaceId) -> i128 {
        i128::from(row::weight(&self.post, place)) - i128::from(row::weight(&self.pre, place))
    }

    /// Iterates over post − pre, without zeros.
    pub(crate) fn effects(&self) -> impl Iterator<Item = (PlaceId, i128)> + '_ {
        row::merge(&self.pre, &self.post)
            .map(|(place, pre, post)| (place, i128::from(post) - i128::from(pre)))
            .filter(|&(_, effect)| effect != 0)
    }

    /// Iterates over the places whose contents a firing may change.
    pub(crate) fn changed(&self) -> impl Iterator<Item = PlaceId> + '_ {
        self.effects().map(|(place, _)| place).chain(self.reset.iter().map(|&(place, _)| place))
    }

    /// Whether firing never changes anything.
    pub(crate) fn is_without_effect(&self) -> bool {
        self.changed().next().is_none()
    }

    pub(crate) fn count(&self) -> usize {
        self.rows().into_iter().map(Vec::len).sum()
    }
}
