//! Markings: the tokens in every place.

use std::collections::BTreeMap;

use super::Multiset;
use crate::{Net, PlaceId, Value};

/// The tokens in every place of a net.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marking(Vec<Multiset>);

impl Marking {
    /// Returns the marking of a place/transition net with this number of tokens in each place.
    #[must_use]
    pub fn of_tokens(tokens: &[u64]) -> Self {
        tokens.iter().map(|&count| Multiset::of(Value::Dot, count)).collect()
    }

    /// Returns the tokens in `place`.
    #[must_use]
    pub fn place(&self, place: PlaceId) -> &Multiset {
        &self.0[place.index()]
    }

    /// Returns the number of tokens in `place`, of all colours together.
    #[must_use]
    pub fn tokens(&self, place: PlaceId) -> u64 {
        self.place(place).total()
    }

    /// Returns the number of tokens in all places together.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.0.iter().map(|place| u128::from(place.total())).sum()
    }

    /// Iterates over the tokens of each place, in the order of the places.
    pub fn iter(&self) -> std::slice::Iter<'_, Multiset> {
        self.0.iter()
    }

    /// Replaces the tokens of some places.
    pub(super) fn change(&mut self, changes: BTreeMap<PlaceId, Multiset>) {
        for (place, tokens) in changes {
            self.0[place.index()] = tokens;
        }
    }

    /// Describes the marked places with their tokens: `p: 2, q: 1`.
    ///
    /// Colours are written as by [`Net::value_text`].
    #[must_use]
    pub fn describe(&self, net: &Net) -> String {
        let place = |(place, tokens): (&crate::Place, &Multiset)| {
            let coloured =
                |(value, count): (&Value, &u64)| format!("{count}'{}", net.value_text(place.sort, value));
            match tokens.count(&Value::Dot) {
                0 => format!("{}: {}", place.id, tokens.iter().map(coloured).collect::<Vec<_>>().join(" + ")),
                plain => format!("{}: {plain}", place.id),
            }
        };
        let marked = net.places.iter().zip(&self.0).filter(|(_, tokens)| !tokens.is_empty());
        marked.map(place).collect::<Vec<_>>().join(", ")
    }
}

impl FromIterator<Multiset> for Marking {
    fn from_iter<I: IntoIterator<Item = Multiset>>(places: I) -> Self {
        Self(places.into_iter().collect())
    }
}
