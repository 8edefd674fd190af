//! The choice of digits for a mixed-radix number that encodes a marking, based on place invariants.
//!
//! If an invariant implies that exactly one of k places contains a token, these places form one *choice* digit of radix
//! k. If all places of an invariant but one of weight 1 are known, that one is *derived* and needs no digit. All other
//! places get digits of their own.
//!
//! States of many words are stored as [trees](sanderling_cutoff::WORDS_OF_WHOLE_STATES), which work best if a change
//! affects few bits. Each digit then has bits of its own, so that moving a token changes no bit of other digits.
//!
//! INVARIANT: every place with a field is in exactly one digit, or derived from places that are in digits, constant, or
//! derived before it.

use sanderling_cutoff::{DERIVED_BASES, WORDS_OF_WHOLE_STATES};
use sanderling_net::PlaceId;

use crate::invariant::Invariant;
use crate::layout::{Extent, Layout, Slot};

/// A digit of a mixed-radix number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Digit {
    pub(crate) says: Says,
    radix: u128,
}

/// The meaning of a digit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Says {
    /// The token count of a place.
    Count(PlaceId),
    /// Which one of several places contains a token. If all of them may be empty, 0 means none, and the places are
    /// numbered from 1.
    Choice(Vec<PlaceId>, ChoiceOf),
}

/// Whether the places of a choice may all be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChoiceOf {
    /// Exactly one of the places contains a token.
    ExactlyOne,
    /// At most one of the places contains a token.
    AtMostOne,
}

impl ChoiceOf {
    /// Returns the value for the first place.
    fn first(self) -> u64 {
        u64::from(self == Self::AtMostOne)
    }
}

impl Digit {
    /// Creates a digit for the token count of a place, which is below the radix.
    fn count(place: PlaceId, radix: u128) -> Self {
        Self { says: Says::Count(place), radix }
    }

    /// Creates a digit for a choice between places.
    fn choice(places: Vec<PlaceId>, of: ChoiceOf) -> Self {
        let radix = places.len() as u128 + u128::from(of.first());
        Self { says: Says::Choice(places, of), radix }
    }

    /// Returns the number of possible values.
    pub(crate) fn radix(&self) -> u128 {
        self.radix
    }

    /// Returns one of its places, the same for equal digits.
    pub(crate) fn first_place(&self) -> PlaceId {
        match &self.says {
            Says::Count(place) => *place,
            Says::Choice(places, _) => places[0],
        }
    }

    /// Returns the place and the token count that a value represents.
    pub(crate) fn tokens(&self, value: u64) -> Option<(PlaceId, u64)> {
        match &self.says {
            Says::Count(place) => Some((*place, value)),
            Says::Choice(places, of) => {
                let index = value.checked_sub(of.first())?;
                places.get(usize::try_from(index).ok()?).map(|&place| (place, 1))
            }
        }
    }

    /// Returns, for each of its places, the contribution of a token to the value.
    pub(crate) fn values(&self) -> Vec<(PlaceId, u64)> {
        match &self.says {
            Says::Count(place) => vec![(*place, 1)],
            Says::Choice(places, of) => places.iter().copied().zip(of.first()..).collect(),
        }
    }
}

/// A place whose token count follows from an invariant: sum − Σ weight · tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Derived {
    pub(crate) place: PlaceId,
    pub(crate) sum: u128,
    pub(crate) others: Vec<(PlaceId, u64)>,
}

/// The digits, and the places derived from them, in an order that permits the derivation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Digits {
    pub(crate) digits: Vec<Digit>,
    pub(crate) derived: Vec<Derived>,
}

impl Digits {
    /// Chooses digits for the places of a layout.
    pub(crate) fn choose(layout: &Layout, extents: &[Extent], invariants: &[Invariant]) -> Self {
        let mut choice = Choosing::new(layout, invariants);
        choice.take_choices();
        choice.derive();
        for (place, field) in layout.fields() {
            if !choice.known[place.index()] {
                let radix = match extents[place.index()] {
                    Extent::Proved(most) => u128::from(most) + 1,
                    _ => u128::from(field.most()) + 1,
                };
                choice.digits.digits.push(Digit::count(place, radix));
                choice.bases[place.index()] = 1;
                choice.learn(place);
                choice.derive();
            }
        }
        choice.digits.separate_if_many();
        choice.digits
    }

    /// Returns the number of bits needed to distinguish all values together.
    pub(crate) fn bits(&self) -> u64 {
        self.digits.iter().map(|digit| (digit.radix as f64).log2()).sum::<f64>().ceil() as u64
    }

    /// Gives each digit its own bits if a number has many words.
    fn separate_if_many(&mut self) {
        if !WORDS_OF_WHOLE_STATES.admits(self.bits().div_ceil(64) as usize) {
            self.digits.iter_mut().for_each(|digit| digit.radix = digit.radix.next_power_of_two());
        }
    }
}

struct Choosing<'a> {
    exact: Vec<&'a Invariant>,
    /// For each place, the exact invariants that contain it.
    of_place: Vec<Vec<usize>>,
    /// For each exact invariant, the number of its unknown places.
    unknown: Vec<usize>,
    known: Vec<bool>,
    /// For each known place, an upper bound on the number of places with digits from which it is derived.
    bases: Vec<usize>,
    /// Invariants with a single unknown place.
    ready: Vec<usize>,
    digits: Digits,
}

impl<'a> Choosing<'a> {
    fn new(layout: &'a Layout, invariants: &'a [Invariant]) -> Self {
        let exact: Vec<_> = invariants.iter().filter(|invariant| invariant.exact).collect();
        let known: Vec<bool> = layout.slots().map(|(_, slot)| matches!(slot, Slot::Constant(_))).collect();
        let mut of_place = vec![Vec::new(); known.len()];
        let mut unknown = vec![0; exact.len()];
        for (index, invariant) in exact.iter().enumerate() {
            for (place, _) in &invariant.weights {
                of_place[place.index()].push(index);
                unknown[index] += usize::from(!known[place.index()]);
            }
        }
        let ready = (0..exact.len()).filter(|&index| unknown[index] == 1).collect();
        Self {
            exact,
            of_place,
            unknown,
            bases: vec![0; known.len()],
            known,
            ready,
            digits: Digits::default(),
        }
    }

    /// Selects choices, the largest first, from the places that previous choices have left in each invariant.
    fn take_choices(&mut self) {
        let is_choice = |invariant: &Invariant| {
            invariant.initial_sum == 1 && invariant.weights.iter().all(|&(_, weight)| weight == 1)
        };
        let mut choices: Vec<_> =
            self.exact.iter().copied().filter(|invariant| is_choice(invariant)).collect();
        choices.sort_by_key(|invariant| std::cmp::Reverse(invariant.weights.len()));
        for invariant in choices {
            let places = invariant.weights.iter().map(|&(place, _)| place);
            let places: Vec<_> = places.filter(|place| !self.known[place.index()]).collect();
            let of = if places.len() == invariant.weights.len() {
                ChoiceOf::ExactlyOne
            } else {
                ChoiceOf::AtMostOne
            };
            if places.len() >= 2 {
                for &place in &places {
                    self.bases[place.index()] = 1;
                    self.learn(place);
                }
                self.digits.digits.push(Digit::choice(places, of));
            }
        }
    }

    /// Derives all places that can be derived.
    fn derive(&mut self) {
        while let Some(index) = self.ready.pop() {
            let invariant = self.exact[index];
            let is_unknown = |place: PlaceId| !self.known[place.index()];
            let unknown = invariant.weights.iter().find(|&&(place, _)| is_unknown(place));
            let bases = invariant.weights.iter().map(|&(place, _)| self.bases[place.index()]).sum();
            if let Some(&(place, 1)) = unknown
                && DERIVED_BASES.admits(bases)
            {
                self.bases[place.index()] = bases;
                let others = invariant.weights.iter().copied().filter(|&(other, _)| other != place).collect();
                self.digits.derived.push(Derived { place, sum: invariant.initial_sum, others });
                self.learn(place);
            }
        }
    }

    fn learn(&mut self, place: PlaceId) {
        self.known[place.index()] = true;
        for &index in &self.of_place[place.index()] {
            self.unknown[index] -= 1;
            if self.unknown[index] == 1 {
                self.ready.push(index);
            }
        }
    }
}
