//! Conversion of a reduced net to a net.

use sanderling_net::{Arc, ArcKind, Inscription, NestedUnits, Net, PlaceId, Transition, TransitionId, Unit};

use super::draft::{Change, Draft};

/// The reduced net, and the new id of each place.
pub(super) struct Emitted {
    pub(super) net: Net,
    pub(super) places: Vec<Option<PlaceId>>,
}

/// Returns the net of a draft that was made from `original`. It has the transitions that fire. Nested units keep the
/// places that are not sums, so a claim that they are safe stays as valid as before.
pub(super) fn emit(draft: &Draft<'_>, original: &Net) -> Emitted {
    let mut net = Net::new(original.id.clone());
    net.declarations = original.declarations.clone();
    let places = draft.places.iter().map(|place| {
        let first = original.place(*place.parts.first()?);
        let initial = Inscription::Tokens(place.initial);
        Some(net.add_place(sanderling_net::Place { initial, capacity: None, ..first.clone() }))
    });
    let places: Vec<_> = places.collect();
    for number in draft.firing_ids() {
        let id = original.transition(TransitionId::new(number as usize)).id.clone();
        let transition = net.add_transition(Transition::plain(id));
        for (&place, local) in &draft.transition(number).locals {
            let place = places[place as usize].expect("it has not been removed");
            let mut add = |kind, weight| {
                if weight > 0 {
                    net.add_arc(Arc::weighted(place, transition, kind, weight));
                }
            };
            let (taken, put) = match local.change {
                Change::Add(number) if number < 0 => (number.unsigned_abs() as u64, 0),
                Change::Add(number) => (0, number as u64),
                Change::Put(number) => {
                    add(ArcKind::Reset, 1);
                    (0, number)
                }
            };
            add(ArcKind::Input, taken);
            add(ArcKind::Output, put);
            if local.low > taken {
                add(ArcKind::Read, local.low);
            }
            if let Some(high) = local.high.filter(|&high| high < u64::MAX) {
                add(ArcKind::Inhibitor, high + 1);
            }
        }
    }
    let left = |unit: &Unit| {
        let alone =
            |place: &PlaceId| (draft.places[place.index()].parts == [*place]).then(|| places[place.index()]);
        Unit { places: unit.places.iter().filter_map(alone).flatten().collect(), ..unit.clone() }
    };
    net.units = original
        .units
        .as_ref()
        .map(|units| NestedUnits { units: units.units.iter().map(left).collect(), ..units.clone() });
    Emitted { net, places }
}
