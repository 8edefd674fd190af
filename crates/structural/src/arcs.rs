//! The arcs of one transition, aggregated: what it takes, puts, tests and empties.
//!
//! A read arc is a loop that gives back what it takes, so wherever that is the same it is kept as
//! part of `pre` and `post`. `read` holds the few that are not: where the transition also empties the
//! place, and where the place has a capacity, since only arcs that put tokens ask for room.
//!
//! Firing, in a marking m with m(p) ≥ pre, m(p) ≥ read and m(p) < inhibitor, leads to m(p) − pre + post,
//! and to post where the transition resets p.

use sanderling_net::PlaceId;

use crate::row::{self, Row};

/// The arcs of one transition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Arcs {
    /// What it takes.
    pub(crate) pre: Row,
    /// What it puts.
    pub(crate) post: Row,
    /// The places that must hold less.
    pub(crate) inhibitor: Row,
    /// The places that must hold as much, where `pre` does not say it.
    pub(crate) read: Row,
    /// The places that it empties; the weights are 1 and mean nothing.
    pub(crate) reset: Row,
}

impl Arcs {
    /// The row of each kind.
    pub(crate) fn rows(&self) -> [&Row; 5] {
        [&self.pre, &self.post, &self.inhibitor, &self.read, &self.reset]
    }

    /// The places at the other ends, sorted, each once.
    pub(crate) fn places(&self) -> Vec<PlaceId> {
        let mut places: Vec<_> = self.rows().into_iter().flatten().map(|&(place, _)| place).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Takes all arcs to a place away.
    pub(crate) fn detach(&mut self, place: PlaceId) {
        for row in [&mut self.pre, &mut self.post, &mut self.inhibitor, &mut self.read, &mut self.reset] {
            row::set(row, place, 0);
        }
    }

    /// How many tokens must be in a place.
    pub(crate) fn need(&self, place: PlaceId) -> u64 {
        row::weight(&self.pre, place).max(row::weight(&self.read, place))
    }

    /// The places in which tokens must be, with how many.
    pub(crate) fn needs(&self) -> impl Iterator<Item = (PlaceId, u64)> + '_ {
        row::merge(&self.pre, &self.read).map(|(place, pre, read)| (place, pre.max(read)))
    }

    /// Whether it empties a place.
    pub(crate) fn resets(&self, place: PlaceId) -> bool {
        row::weight(&self.reset, place) > 0
    }

    /// What a firing adds to a place that is not emptied.
    pub(crate) fn effect(&self, place: PlaceId) -> i128 {
        i128::from(row::weight(&self.post, place)) - i128::from(row::weight(&self.pre, place))
    }

    /// Post − pre, without zeros.
    pub(crate) fn effects(&self) -> impl Iterator<Item = (PlaceId, i128)> + '_ {
        row::merge(&self.pre, &self.post)
            .map(|(place, pre, post)| (place, i128::from(post) - i128::from(pre)))
            .filter(|&(_, effect)| effect != 0)
    }

    /// The places whose contents a firing may change.
    pub(crate) fn changed(&self) -> impl Iterator<Item = PlaceId> + '_ {
        self.effects().map(|(place, _)| place).chain(self.reset.iter().map(|&(place, _)| place))
    }

    /// Whether no firing changes anything.
    pub(crate) fn is_without_effect(&self) -> bool {
        self.changed().next().is_none()
    }

    /// How many arcs there are.
    pub(crate) fn count(&self) -> usize {
        self.rows().into_iter().map(Vec::len).sum()
    }
}
