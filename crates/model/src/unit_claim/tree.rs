//! The places of a unit tree in an order in which every subtree is an interval.
//!
//! Units are numbered from the root down, each before those below it, and the places are ordered by their unit. The
//! places of a unit and of all units below it are then consecutive. The places comparable to one of them are that
//! interval and one short interval for each unit above.

use std::ops::Range;

use sanderling_net::{NestedUnits, PlaceId, Unit, UnitId};

/// A unit tree over the places of a net.
#[derive(Debug)]
pub(super) struct UnitTree {
    /// The places in order.
    places: Vec<PlaceId>,
    /// The position of each place in that order.
    positions: Vec<usize>,
    /// The unit of each place.
    unit_of: Vec<UnitId>,
    units: Vec<Node>,
}

#[derive(Debug, Clone)]
struct Node {
    parent: Option<UnitId>,
    /// The number of units from the root to this one.
    depth: usize,
    /// The positions of the unit's own places.
    own: Range<usize>,
    /// The positions of its own places and of those in units below it.
    subtree: Range<usize>,
}

impl UnitTree {
    /// Builds the tree, or returns `None` if the units are not a tree that contains each place exactly once.
    pub(super) fn build(units: &NestedUnits, place_count: usize) -> Option<Self> {
        let mut nodes = vec![None; units.units.len()];
        let mut unit_of = vec![None; place_count];
        let mut places = Vec::with_capacity(place_count);
        let mut path: Vec<(UnitId, &[UnitId])> = Vec::new();
        let mut next = Some((units.root, None));
        loop {
            if let Some((id, parent)) = next.take() {
                let unit = units.units.get(id.index())?;
                let own = line_up(unit, id, &mut places, &mut unit_of)?;
                path.push((id, &unit.subunits));
                let node = Node { parent, depth: path.len(), subtree: own.clone(), own };
                if nodes[id.index()].replace(node).is_some() {
                    return None;
                }
            }
            let Some((id, below)) = path.last_mut() else { break };
            if let Some((first, rest)) = below.split_first() {
                next = Some((*first, Some(*id)));
                *below = rest;
            } else {
                nodes[id.index()].as_mut()?.subtree.end = places.len();
                path.pop();
            }
        }
        let mut positions = vec![0; place_count];
        for (position, place) in places.iter().enumerate() {
            positions[place.index()] = position;
        }
        Some(Self { places, positions, unit_of: all(unit_of)?, units: all(nodes)? })
    }

    fn unit(&self, place: PlaceId) -> &Node {
        &self.units[self.unit_of[place.index()].index()]
    }

    /// Returns the number of units from the root to that of `place`.
    pub(super) fn depth(&self, place: PlaceId) -> usize {
        self.unit(place).depth
    }

    /// Returns the place at a position.
    pub(super) fn place(&self, position: usize) -> PlaceId {
        self.places[position]
    }

    /// Returns the positions of the places whose unit is equal to, above or below that of `place`: `place` itself, and
    /// those that must be empty when it is marked.
    pub(super) fn comparable(&self, place: PlaceId) -> impl Iterator<Item = Range<usize>> {
        let unit = self.unit(place);
        let above = std::iter::successors(unit.parent, |id| self.units[id.index()].parent);
        let above = above.map(|id| self.units[id.index()].own.clone()).filter(|own| !own.is_empty());
        std::iter::once(unit.subtree.clone()).chain(above)
    }

    /// Whether the set contains the position of `place`.
    pub(super) fn is_within(&self, set: &Intervals, place: PlaceId) -> bool {
        let position = self.positions[place.index()];
        let candidate = set.0.partition_point(|interval| interval.end <= position);
        set.0.get(candidate).is_some_and(|interval| interval.contains(&position))
    }

    /// Returns two comparable marked places, or the same place twice if it has two tokens.
    pub(super) fn violation(&self, tokens: &[u64]) -> Option<(PlaceId, PlaceId)> {
        let marked = || (0..tokens.len()).filter(|&place| tokens[place] > 0).map(PlaceId::new);
        if let Some(crowded) = marked().find(|place| tokens[place.index()] > 1) {
            return Some((crowded, crowded));
        }
        self.comparable_pair(&marked().collect::<Vec<_>>())
    }

    /// Returns two comparable places among these, which must be distinct.
    ///
    /// If one place's unit is above another's, it is also above that of every place in between. Only neighbours in the
    /// order therefore have to be compared.
    pub(super) fn comparable_pair(&self, places: &[PlaceId]) -> Option<(PlaceId, PlaceId)> {
        let mut sorted = places.to_vec();
        sorted.sort_unstable_by_key(|place| self.positions[place.index()]);
        let is_comparable =
            |pair: &&[PlaceId]| self.unit(pair[0]).subtree.contains(&self.positions[pair[1].index()]);
        sorted.windows(2).find(is_comparable).map(|pair| (pair[0], pair[1]))
    }
}

/// Appends the unit's own places to the order, if none of them has a unit yet.
fn line_up(
    unit: &Unit,
    id: UnitId,
    places: &mut Vec<PlaceId>,
    unit_of: &mut [Option<UnitId>],
) -> Option<Range<usize>> {
    let start = places.len();
    for &place in &unit.places {
        if unit_of.get_mut(place.index())?.replace(id).is_some() {
            return None;
        }
        places.push(place);
    }
    Some(start..places.len())
}

fn all<T>(entries: Vec<Option<T>>) -> Option<Vec<T>> {
    entries.into_iter().collect()
}

/// A set of positions as disjoint intervals in ascending order.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Intervals(Vec<Range<usize>>);

impl Intervals {
    pub(super) fn union(mut intervals: Vec<Range<usize>>) -> Self {
        intervals.sort_unstable_by_key(|interval| (interval.start, interval.end));
        let mut union: Vec<Range<usize>> = Vec::with_capacity(intervals.len());
        for interval in intervals {
            match union.last_mut() {
                Some(last) if interval.start <= last.end => last.end = last.end.max(interval.end),
                _ => union.push(interval),
            }
        }
        Self(union)
    }

    /// Returns the number of positions in the set.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(Range::len).sum()
    }

    /// Returns the positions in this set that are not in the other, in ascending order.
    pub(super) fn difference<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        let mut removed = other.0.iter().peekable();
        self.0.iter().cloned().flatten().filter(move |&position| {
            while removed.next_if(|next| next.end <= position).is_some() {}
            removed.peek().is_none_or(|next| position < next.start)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(places: &[usize], subunits: &[usize]) -> Unit {
        Unit {
            id: "u".into(),
            places: places.iter().map(|&p| PlaceId::new(p)).collect(),
            subunits: subunits.iter().map(|&u| UnitId::new(u)).collect(),
        }
    }

    fn units(units: Vec<Unit>) -> NestedUnits {
        NestedUnits { root: UnitId::new(0), units, claims_safe: true }
    }

    fn comparable(tree: &UnitTree, place: usize) -> Vec<usize> {
        let positions = tree.comparable(PlaceId::new(place)).flatten();
        let mut places: Vec<_> = positions.map(|position| tree.place(position).index()).collect();
        places.sort_unstable();
        places
    }

    #[test]
    fn units_beside_each_other_are_not_comparable() {
        let nested = units(vec![unit(&[3], &[2, 1]), unit(&[0, 1], &[]), unit(&[2], &[3]), unit(&[4], &[])]);
        let tree = UnitTree::build(&nested, 5).unwrap();
        assert_eq!(comparable(&tree, 3), [0, 1, 2, 3, 4]);
        assert_eq!(comparable(&tree, 0), [0, 1, 3]);
        assert_eq!(comparable(&tree, 4), [2, 3, 4]);
    }

    #[test]
    fn a_comparable_pair_is_found_among_many() {
        let nested = units(vec![unit(&[0], &[1, 2]), unit(&[1], &[3]), unit(&[2], &[]), unit(&[3], &[])]);
        let tree = UnitTree::build(&nested, 4).unwrap();
        let pair = |places: &[usize]| {
            let places: Vec<_> = places.iter().map(|&p| PlaceId::new(p)).collect();
            tree.comparable_pair(&places).map(|(a, b)| (a.index(), b.index()))
        };
        assert_eq!((pair(&[2, 1]), pair(&[3, 2]), pair(&[])), (None, None, None));
        assert_eq!((pair(&[3, 2, 1]), pair(&[2, 0])), (Some((1, 3)), Some((0, 2))));
    }

    #[test]
    fn units_that_are_not_a_tree_of_all_places_are_refused() {
        assert!(UnitTree::build(&units(vec![unit(&[0], &[0])]), 1).is_none(), "a unit below itself");
        assert!(UnitTree::build(&units(vec![unit(&[0, 0], &[])]), 1).is_none(), "a place twice");
        assert!(UnitTree::build(&units(vec![unit(&[0], &[])]), 2).is_none(), "a place without a unit");
        assert!(UnitTree::build(&units(vec![unit(&[0], &[7])]), 1).is_none(), "a unit that is not there");
        assert!(UnitTree::build(&units(vec![unit(&[0], &[]), unit(&[], &[])]), 1).is_none(), "two trees");
    }

    #[test]
    fn the_difference_of_intervals_is_that_of_sets() {
        for (left, right) in (0..1_u32 << 7).flat_map(|left| (0..1_u32 << 7).map(move |right| (left, right)))
        {
            let positions = |set: u32| (0..7).filter(move |i| set >> i & 1 == 1).map(|i| i..i + 1).collect();
            let (a, b) = (Intervals::union(positions(left)), Intervals::union(positions(right)));
            let difference = a.difference(&b).fold(0, |set, position| set | 1 << position);
            assert_eq!(difference, left & !right, "{left:b} - {right:b}");
        }
    }
}
