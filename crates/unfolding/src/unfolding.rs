//! The unfolded net, and the map back from it.

use sanderling_net::semantics::{Firing, Marking, Multiset};
use sanderling_net::{Net, PlaceId, TransitionId, Value, VariableId};

use crate::colour::{Colour, Colours};
use crate::statistics::Statistics;

/// Origins of the unfolded nodes; those of one coloured node are contiguous.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origins {
    pub(crate) colours: Colours,
    /// First unfolded place of each coloured place, and at the end the number of unfolded places.
    pub(crate) place_starts: Vec<usize>,
    pub(crate) colour_of_place: Vec<Colour>,
    /// First unfolded transition of each coloured transition, and at the end the number of unfolded transitions.
    pub(crate) transition_starts: Vec<usize>,
    /// Colours of the variables for each coloured transition, unfolded transition by transition.
    pub(crate) bindings: Vec<Vec<Colour>>,
    pub(crate) scopes: Vec<Vec<VariableId>>,
}

impl Origins {
    pub(crate) fn places_of(&self, place: PlaceId) -> impl ExactSizeIterator<Item = PlaceId> + Clone + use<> {
        (self.place_starts[place.index()]..self.place_starts[place.index() + 1]).map(PlaceId::new)
    }
}

/// Place/transition net that behaves as a coloured net does, with the maps between the two.
///
/// A place stands for a colour of a coloured place that it may hold, and a transition for a binding of a coloured
/// transition that may be enabled. A colour without a place never occurs, and a binding without a transition is never
/// enabled.
#[derive(Debug, Clone)]
pub struct Unfolding {
    net: Net,
    statistics: Statistics,
    origins: Origins,
}

impl Unfolding {
    pub(crate) fn new(net: Net, statistics: Statistics, origins: Origins) -> Self {
        Self { net, statistics, origins }
    }

    /// Returns the place/transition net.
    #[must_use]
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// Returns the place/transition net, without the maps.
    #[must_use]
    pub fn into_net(self) -> Net {
        self.net
    }

    /// Returns the size of the unfolding, and the size that it might have had.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Returns the unfolded places of a coloured place, in the order of their colours; none if it is never marked.
    ///
    /// # Panics
    /// If the place is not of the coloured net.
    #[must_use]
    pub fn places_of(&self, place: PlaceId) -> impl ExactSizeIterator<Item = PlaceId> + Clone + use<> {
        self.origins.places_of(place)
    }

    /// Returns the unfolded transitions of a coloured transition, in the order of the values of its variables; none if
    /// it is never enabled.
    ///
    /// # Panics
    /// If the transition is not of the coloured net.
    #[must_use]
    pub fn transitions_of(
        &self,
        transition: TransitionId,
    ) -> impl ExactSizeIterator<Item = TransitionId> + use<> {
        let starts = &self.origins.transition_starts;
        (starts[transition.index()]..starts[transition.index() + 1]).map(TransitionId::new)
    }

    /// Returns the coloured place and the colour that an unfolded place stands for.
    ///
    /// # Panics
    /// If the place is not of the unfolded net.
    #[must_use]
    pub fn origin(&self, place: PlaceId) -> (PlaceId, Value) {
        let colour = self.origins.colour_of_place[place.index()];
        let coloured = position(&self.origins.place_starts, place.index());
        (PlaceId::new(coloured), self.origins.colours.value(colour))
    }

    /// Returns the unfolded place of a colour; `None` if the coloured place never holds it.
    ///
    /// # Panics
    /// If the place is not of the coloured net.
    #[must_use]
    pub fn place_of(&self, place: PlaceId, value: &Value) -> Option<PlaceId> {
        let (colours, wanted) = (&self.origins.colours, self.origins.colours.find(value)?);
        let (start, end) =
            (self.origins.place_starts[place.index()], self.origins.place_starts[place.index() + 1]);
        let found = self.origins.colour_of_place[start..end]
            .binary_search_by(|&colour| colours.compare(colour, wanted))
            .ok()?;
        Some(PlaceId::new(start + found))
    }

    /// Returns the coloured transition of an unfolded one.
    ///
    /// # Panics
    /// If the transition is not of the unfolded net.
    #[must_use]
    pub fn transition(&self, transition: TransitionId) -> TransitionId {
        assert!(transition.index() < self.net.transitions.len(), "a transition of the unfolded net");
        TransitionId::new(position(&self.origins.transition_starts, transition.index()))
    }

    /// Returns the firing of the coloured net that an unfolded transition stands for; the first one of those that were
    /// merged.
    ///
    /// # Panics
    /// If the transition is not of the unfolded net.
    #[must_use]
    pub fn firing(&self, transition: TransitionId) -> Firing {
        let coloured = self.transition(transition);
        let offset = transition.index() - self.origins.transition_starts[coloured.index()];
        let scope = &self.origins.scopes[coloured.index()];
        let colours = &self.origins.bindings[coloured.index()][offset * scope.len()..];
        let value =
            |(&variable, &colour): (&VariableId, &Colour)| (variable, self.origins.colours.value(colour));
        Firing { transition: coloured, binding: scope.iter().zip(colours).map(value).collect() }
    }

    /// Returns the coloured marking that an unfolded one stands for.
    ///
    /// # Panics
    /// If the marking is not of the unfolded net, or has 2^64 tokens or more in a coloured place.
    #[must_use]
    pub fn folded(&self, marking: &Marking) -> Marking {
        let starts = &self.origins.place_starts;
        let of_place = |range: &[usize]| {
            (range[0]..range[1]).fold(Multiset::default(), |tokens, index| {
                let value = self.origins.colours.value(self.origins.colour_of_place[index]);
                let count = marking.tokens(PlaceId::new(index));
                tokens.with(value, count).expect("fewer than 2^64 tokens in a coloured place")
            })
        };
        starts.windows(2).map(of_place).collect()
    }
}

/// Returns the position of the range between `starts` that contains `index`.
fn position(starts: &[usize], index: usize) -> usize {
    starts.partition_point(|&start| start <= index) - 1
}
