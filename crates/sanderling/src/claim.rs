//! What became of a file's claim that its nested units are safe.

use sanderling_model::ClaimStatus;
use sanderling_net::{NestedUnits, Net, PlaceId, UnitId};
use sanderling_report::NupnClaim;

/// The claim as a report tells it; `is_exhaustive`: whether every reachable marking was checked.
pub(crate) fn claim(net: &Net, status: &ClaimStatus, is_exhaustive: bool) -> NupnClaim {
    match status {
        ClaimStatus::NoClaim => NupnClaim::None,
        ClaimStatus::Refuted(tokens) => NupnClaim::Refuted {
            places: offending(net, tokens).into_iter().map(|place| net.place(place).id.clone()).collect(),
            marking: marked(tokens)
                .map(|(place, tokens)| (net.place(place).id.clone(), tokens.into()))
                .collect(),
        },
        ClaimStatus::Proved => NupnClaim::Holds,
        ClaimStatus::NotRefuted if is_exhaustive => NupnClaim::Holds,
        ClaimStatus::NotRefuted | ClaimStatus::Unchecked => NupnClaim::Unchecked,
    }
}

/// A place with several tokens, or two marked places whose units are equal or one above the other.
fn offending(net: &Net, tokens: &[u64]) -> Vec<PlaceId> {
    if let Some((place, _)) = marked(tokens).find(|&(_, tokens)| tokens > 1) {
        return vec![place];
    }
    let Some(units) = &net.units else { return Vec::new() };
    let tree = Tree::of(units, net.places.len());
    let marked: Vec<PlaceId> = marked(tokens).map(|(place, _)| place).collect();
    let pairs = marked
        .iter()
        .enumerate()
        .flat_map(|(i, &one)| marked[i + 1..].iter().map(move |&other| (one, other)));
    let mut clashes = pairs.filter(|&(one, other)| tree.are_comparable(one, other));
    clashes.next().map_or(Vec::new(), |(one, other)| vec![one, other])
}

fn marked(tokens: &[u64]) -> impl Iterator<Item = (PlaceId, u64)> + '_ {
    let places = tokens.iter().enumerate().filter(|&(_, &tokens)| tokens > 0);
    places.map(|(place, &tokens)| (PlaceId::new(place), tokens))
}

/// The unit of each place, and the unit above each unit.
struct Tree {
    unit_of: Vec<Option<UnitId>>,
    above: Vec<Option<UnitId>>,
}

impl Tree {
    fn of(units: &NestedUnits, places: usize) -> Self {
        let mut tree = Self { unit_of: vec![None; places], above: vec![None; units.units.len()] };
        for (index, unit) in units.units.iter().enumerate() {
            unit.places.iter().for_each(|place| tree.unit_of[place.index()] = Some(UnitId::new(index)));
            unit.subunits.iter().for_each(|below| tree.above[below.index()] = Some(UnitId::new(index)));
        }
        tree
    }

    fn are_comparable(&self, one: PlaceId, other: PlaceId) -> bool {
        let (one, other) = (self.unit_of[one.index()], self.unit_of[other.index()]);
        self.is_at_or_below(one, other) || self.is_at_or_below(other, one)
    }

    fn is_at_or_below(&self, unit: Option<UnitId>, upper: Option<UnitId>) -> bool {
        upper.is_some()
            && std::iter::successors(unit, |unit| self.above[unit.index()]).any(|above| Some(above) == upper)
    }
}
