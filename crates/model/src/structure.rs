//! The structure of a place/transition net: its arcs, sparse and in both directions.
//!
//! A [`Net`] lists arcs in the order of the file, possibly with several between the same place and transition. Analysis
//! and compilation need them aggregated: parallel input and output arcs add up; of several inhibitor arcs the smallest
//! weight counts, of several read arcs the largest. A self loop keeps separate `pre` and `post`, since `pre` alone
//! decides whether the transition is enabled.
//!
//! A transition `t` is enabled in a marking m if m(p) ≥ pre and m(p) ≥ read and m(p) < inhibitor. Firing it leads to
//! m(p) − pre + post, and to post if `t` resets p. A capacity limits the tokens after a firing.
//!
//! INVARIANT: rows are sorted by id without duplicates; weights in `pre`, `post` and `read` are positive;
//! [`Structure::effect`] has no zeros and no places that the transition resets.

mod arcs;

use sanderling_net::{ArcKind, Diagnostics, Net, PlaceId, TransitionId, sparse};

use self::arcs::{ArcsByKind, refuse_colours};
use crate::ragged::Ragged;

/// The arcs of a place/transition net, aggregated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Structure {
    pre: Ragged<(PlaceId, u64)>,
    post: Ragged<(PlaceId, u64)>,
    inhibitor: Ragged<(PlaceId, u64)>,
    read: Ragged<(PlaceId, u64)>,
    reset: Ragged<PlaceId>,
    effect: Ragged<(PlaceId, i128)>,
    preset: Ragged<TransitionId>,
    postset: Ragged<TransitionId>,
    tested_by: Ragged<TransitionId>,
    reset_by: Ragged<TransitionId>,
    initial: Vec<u64>,
    capacity: Vec<Option<u64>>,
}

impl Structure {
    /// Builds the structure of a net.
    ///
    /// # Errors
    /// If the net is coloured, an arc has an end that does not exist, or weights of parallel arcs add up to 2^64 or
    /// more.
    pub fn build(net: &Net) -> Result<Self, Diagnostics> {
        let mut diagnostics = refuse_colours(net);
        let structure = Self::assemble(net, &mut diagnostics);
        if diagnostics.has_errors() {
            diagnostics.sort();
            return Err(diagnostics);
        }
        Ok(structure)
    }

    fn assemble(net: &Net, diagnostics: &mut Diagnostics) -> Self {
        let (places, transitions) = (net.places.len(), net.transitions.len());
        let mut arcs = ArcsByKind::of(net, diagnostics);
        let mut by_transition = |kind| arcs.take_weights(kind, transitions, diagnostics);
        let pre = by_transition(ArcKind::Input);
        let post = by_transition(ArcKind::Output);
        let inhibitor = by_transition(ArcKind::Inhibitor);
        let read = by_transition(ArcKind::Read);
        let mut reset = Ragged::new();
        for row in by_transition(ArcKind::Reset).rows() {
            reset.push_row(row.iter().map(|&(place, _)| place));
        }
        let mut effect = Ragged::new();
        for ((taken, put), emptied) in pre.rows().zip(post.rows()).zip(reset.rows()) {
            effect.push_row(difference(put, taken).filter(|(p, _)| emptied.binary_search(p).is_err()));
        }
        Self {
            preset: by_place(places, [&post]),
            postset: by_place(places, [&pre]),
            tested_by: by_place(places, [&read, &inhibitor]),
            reset_by: Ragged::group(places, &inverted(reset.rows(), |&place| place)),
            capacity: net.places.iter().map(|place| place.capacity).collect(),
            initial: net.places.iter().map(|place| place.initial.tokens()).collect(),
            pre,
            post,
            inhibitor,
            read,
            reset,
            effect,
        }
    }

    /// Returns the number of places.
    #[must_use]
    pub fn place_count(&self) -> usize {
        self.initial.len()
    }

    /// Returns the number of transitions.
    #[must_use]
    pub fn transition_count(&self) -> usize {
        self.pre.len()
    }

    /// Returns the number of aggregated arcs: pairs of a place and a transition, counted once for each kind.
    #[must_use]
    pub fn arc_count(&self) -> usize {
        let weighted = [&self.pre, &self.post, &self.inhibitor, &self.read];
        weighted.iter().map(|table| table.entry_count()).sum::<usize>() + self.reset.entry_count()
    }

    /// Iterates over the ids of the places, in order.
    pub fn place_ids(&self) -> impl ExactSizeIterator<Item = PlaceId> + use<> {
        (0..self.place_count()).map(PlaceId::new)
    }

    /// Iterates over the ids of the transitions, in order.
    pub fn transition_ids(&self) -> impl ExactSizeIterator<Item = TransitionId> + use<> {
        (0..self.transition_count()).map(TransitionId::new)
    }

    /// Returns the tokens that `transition` takes, by place.
    #[must_use]
    #[inline]
    pub fn pre(&self, transition: TransitionId) -> &[(PlaceId, u64)] {
        self.pre.row(transition.index())
    }

    /// Returns the tokens that `transition` puts, by place.
    #[must_use]
    #[inline]
    pub fn post(&self, transition: TransitionId) -> &[(PlaceId, u64)] {
        self.post.row(transition.index())
    }

    /// Returns the places that must contain *less* than the weight for `transition` to be enabled. If the weight is 0,
    /// the transition is never enabled.
    #[must_use]
    #[inline]
    pub fn inhibitor(&self, transition: TransitionId) -> &[(PlaceId, u64)] {
        self.inhibitor.row(transition.index())
    }

    /// Returns the places that must contain at least the weight for `transition` to be enabled, in addition to those
    /// that it takes tokens from.
    #[must_use]
    #[inline]
    pub fn read(&self, transition: TransitionId) -> &[(PlaceId, u64)] {
        self.read.row(transition.index())
    }

    /// Returns the tokens required for `transition` to be enabled, in the places that it takes from or reads, by place.
    pub fn needs(&self, transition: TransitionId) -> impl Iterator<Item = (PlaceId, u64)> {
        sparse::merge(self.pre(transition), self.read(transition))
            .map(|(place, pre, read)| (place, pre.max(read)))
    }

    /// Returns the maximum number of tokens with which `transition` is enabled, by place that inhibits it or limits the
    /// tokens it may put there. `None` means that no number is small enough.
    pub fn at_most(&self, transition: TransitionId) -> impl Iterator<Item = (PlaceId, Option<u64>)> + '_ {
        let inhibited = self.inhibitor(transition).iter();
        let inhibited = inhibited.map(|&(place, weight)| (place, weight.checked_sub(1)));
        inhibited.chain(self.post(transition).iter().filter_map(move |&(place, put)| {
            let capacity = self.capacity[place.index()]?;
            if self.reset(transition).binary_search(&place).is_ok() {
                return Some((place, (put <= capacity).then_some(u64::MAX)));
            }
            let taken = sparse::value(self.pre(transition), place);
            let most = i128::from(capacity) + i128::from(taken) - i128::from(put);
            Some((place, (most >= 0).then(|| u64::try_from(most).unwrap_or(u64::MAX))))
        }))
    }

    /// Returns the places that `transition` empties, after taking its tokens and before putting others.
    #[must_use]
    #[inline]
    pub fn reset(&self, transition: TransitionId) -> &[PlaceId] {
        self.reset.row(transition.index())
    }

    /// Returns post − pre of `transition` for the places where that is not 0 and that it does not reset.
    #[must_use]
    #[inline]
    pub fn effect(&self, transition: TransitionId) -> &[(PlaceId, i128)] {
        self.effect.row(transition.index())
    }

    /// Returns the transitions that put tokens into `place`, including those that take as many from it.
    #[must_use]
    #[inline]
    pub fn preset(&self, place: PlaceId) -> &[TransitionId] {
        self.preset.row(place.index())
    }

    /// Returns the transitions that take tokens from `place`, including those that put as many into it.
    #[must_use]
    #[inline]
    pub fn postset(&self, place: PlaceId) -> &[TransitionId] {
        self.postset.row(place.index())
    }

    /// Returns the transitions that read `place` or are inhibited by it.
    #[must_use]
    #[inline]
    pub fn tested_by(&self, place: PlaceId) -> &[TransitionId] {
        self.tested_by.row(place.index())
    }

    /// Returns the transitions that reset `place`.
    #[must_use]
    #[inline]
    pub fn reset_by(&self, place: PlaceId) -> &[TransitionId] {
        self.reset_by.row(place.index())
    }

    /// Returns the initial tokens, by place.
    #[must_use]
    #[inline]
    pub fn initial(&self) -> &[u64] {
        &self.initial
    }

    /// Returns the maximum number of tokens after a firing, by place. `None` means no limit.
    #[must_use]
    #[inline]
    pub fn capacity(&self) -> &[Option<u64>] {
        &self.capacity
    }
}

/// Returns left − right, sorted, without zeros.
fn difference<'a>(
    left: &'a [(PlaceId, u64)],
    right: &'a [(PlaceId, u64)],
) -> impl Iterator<Item = (PlaceId, i128)> + 'a {
    let differences =
        sparse::merge(left, right).map(|(place, plus, minus)| (place, i128::from(plus) - i128::from(minus)));
    differences.filter(|&(_, difference)| difference != 0)
}

/// Returns the transitions of each place in any of the tables, sorted and without duplicates.
fn by_place<const N: usize>(places: usize, tables: [&Ragged<(PlaceId, u64)>; N]) -> Ragged<TransitionId> {
    let mut pairs: Vec<_> =
        tables.iter().flat_map(|table| inverted(table.rows(), |&(place, _)| place)).collect();
    // A single table has no duplicates, and lists those of a place in the order of the transitions.
    if N > 1 {
        pairs.sort_unstable();
        pairs.dedup();
    }
    Ragged::group(places, &pairs)
}

fn inverted<'a, T: 'a>(
    rows: impl Iterator<Item = &'a [T]>,
    place: impl Fn(&T) -> PlaceId,
) -> Vec<(usize, TransitionId)> {
    let mut pairs = Vec::new();
    for (transition, row) in rows.enumerate() {
        pairs.extend(row.iter().map(|entry| (place(entry).index(), TransitionId::new(transition))));
    }
    pairs
}

#[cfg(test)]
mod tests;
