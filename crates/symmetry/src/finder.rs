//! The search for classes of values.
//!
//! Candidates are groups of axes whose values may have the same sort: first those that transitions link, then those with equal lists of
//! values, then single axes, and last axes of the same length. The philosophers may count from 1, and the forks from 0.

use std::collections::{HashMap, HashSet};

use sanderling_model::Structure;
use sanderling_net::PlaceId;
use sanderling_property::Formula;
use sanderling_unfolding::mix;

use crate::arrays::Arrays;
use crate::automorphism::Types;
use crate::classes::{Action, Axis};
use crate::formula;

/// Maximum number of arcs to compare while symmetries are looked for: about a second.
const MAX_WORK: u64 = 1 << 24;
/// Maximum number of values in a class.
const MAX_VALUES: usize = 4096;
/// Maximum number of axes with several values. Names with more are not those of equal parts.
const MAX_AXES: usize = 1024;
/// Number of times that the colors of places are refined by those of their neighbours.
const ROUNDS: usize = 3;

/// Whether two axes are in one group.
type Together<'t> = dyn Fn(&Axis, &Axis) -> bool + 't;

/// The search for classes.
pub(crate) struct Finder<'f> {
    structure: &'f Structure,
    arrays: &'f Arrays,
    pub(crate) types: Types,
    /// The place at some coordinates of an array.
    place_at: HashMap<(u32, &'f [u32]), u32>,
    /// The places of each value of each axis.
    columns: HashMap<Axis, Vec<Vec<u32>>>,
    /// Places of different colors are not symmetric.
    colors: Vec<u64>,
    /// The formulas, with their parts in order.
    formulas: Vec<Formula>,
    /// The number of atoms in the formulas.
    formula_work: u64,
    /// Arcs that may still be compared.
    work_left: u64,
    is_stopped: &'f dyn Fn() -> bool,
    /// A map of all places to themselves, changed and restored by each check.
    image: Vec<u32>,
}

impl<'f> Finder<'f> {
    /// Prepares the search. `formulas` are those that symmetries must not change.
    pub(crate) fn new(
        structure: &'f Structure,
        arrays: &'f Arrays,
        formulas: &[Formula],
        is_stopped: &'f dyn Fn() -> bool,
    ) -> Self {
        let types = Types::of(structure);
        let place_at =
            (0_u32..).zip(&arrays.coordinates).map(|(place, (array, at))| ((*array, &**at), place));
        let mut columns: HashMap<Axis, Vec<Vec<u32>>> = HashMap::new();
        for (place, (array, ranks)) in (0_u32..).zip(&arrays.coordinates) {
            for (axis, &rank) in ranks.iter().enumerate() {
                let values = arrays.arrays[*array as usize].axes[axis].len();
                let column = columns.entry((*array, axis)).or_insert_with(|| vec![Vec::new(); values]);
                column[rank as usize].push(place);
            }
        }
        let first = |transition| types.first(types.of_transition(transition));
        let in_order = |formula: &Formula| formula::image(formula, &|place| place, &first);
        let ordered: Vec<Formula> = formulas.iter().filter_map(in_order).collect();
        // Without an image of each formula, nothing is symmetric.
        let work_left = if ordered.len() == formulas.len() { MAX_WORK } else { 0 };
        let size = |one: &Formula| one.places().len() + one.transitions().len();
        let formula_work = ordered.iter().map(size).sum::<usize>() as u64;
        Self {
            structure,
            arrays,
            place_at: place_at.collect(),
            columns,
            colors: colors(structure, arrays, is_stopped),
            formulas: ordered,
            formula_work,
            work_left,
            is_stopped,
            image: (0..structure.place_count() as u32).collect(),
            types,
        }
    }

    /// Finds the classes, each with its axes.
    pub(crate) fn classes(&mut self) -> Vec<(Vec<Axis>, Action)> {
        let arrays = self.arrays;
        let values = |axis: &Axis| arrays.arrays[axis.0 as usize].axes[axis.1].as_slice();
        let len = |axis: &Axis| values(axis).len();
        let is_candidate = |axis: &Axis| (2..=MAX_VALUES).contains(&len(axis));
        let mut left: Vec<Axis> = self.columns.keys().copied().filter(is_candidate).collect();
        if left.len() > MAX_AXES {
            return Vec::new();
        }
        left.sort_unstable();
        let linked = self.links(&left);
        let group = |axes: &[Axis], key: &Together<'_>| {
            let mut groups: Vec<Vec<Axis>> = Vec::new();
            for axis in axes {
                match groups.iter_mut().find(|group| key(&group[0], axis)) {
                    Some(group) => group.push(*axis),
                    None => groups.push(vec![*axis]),
                }
            }
            groups
        };
        let groupings: [&Together<'_>; 4] = [
            &|one, other| linked[one] == linked[other],
            &|one, other| values(one) == values(other),
            &|one, other| one == other,
            &|one, other| len(one) == len(other),
        ];
        let mut found = Vec::new();
        for is_together in groupings {
            for axes in group(&left, is_together) {
                if let Some(action) = self.action(&axes) {
                    left.retain(|axis| !axes.contains(axis));
                    found.push((axes, action));
                }
            }
        }
        found
    }

    /// Returns the first axis of each set of linked ones. Two axes of equal length are linked if transitions use two of their values, but
    /// never both at once. Their values are then mostly of one sort.
    fn links(&mut self, axes: &[Axis]) -> HashMap<Axis, Axis> {
        let mut pairs: HashMap<(Axis, Axis), HashSet<(u32, u32)>> = HashMap::new();
        let mut first: HashMap<Axis, Axis> = axes.iter().map(|&axis| (axis, axis)).collect();
        let len = |axis: &Axis| self.arrays.arrays[axis.0 as usize].axes[axis.1].len();
        let mut work_left = self.work_left / 4;
        for number in 0..self.types.len() as u32 {
            let of_place = |place: u32| {
                let (array, ranks) = &self.arrays.coordinates[place as usize];
                ranks.iter().enumerate().map(move |(axis, &rank)| ((*array, axis), rank))
            };
            let values = self.types.places(number).flat_map(of_place);
            let values: Vec<(Axis, u32)> = values.filter(|(axis, _)| first.contains_key(axis)).collect();
            work_left = work_left.saturating_sub((values.len() * values.len()) as u64);
            if work_left == 0 || (number % 256 == 0 && (self.is_stopped)()) {
                return first;
            }
            for (position, (one, rank)) in values.iter().enumerate() {
                for (other, other_rank) in &values[position + 1..] {
                    if one != other && len(one) == len(other) {
                        let (low, high) = ((*one, *rank), (*other, *other_rank));
                        let ((one, rank), (other, other_rank)) = (low.min(high), low.max(high));
                        pairs.entry((one, other)).or_default().insert((rank, other_rank));
                    }
                }
            }
        }
        for ((one, other), seen) in pairs {
            let ones: HashSet<u32> = seen.iter().map(|pair| pair.0).collect();
            let others: HashSet<u32> = seen.iter().map(|pair| pair.1).collect();
            if seen.len() < ones.len() * others.len() {
                let (one, other) = (first[&one], first[&other]);
                let (from, to) = (one.max(other), one.min(other));
                first.values_mut().filter(|first| **first == from).for_each(|first| *first = to);
            }
        }
        first
    }

    /// Returns the permutations of the values on some axes, if there are any except the identity.
    fn action(&mut self, axes: &[Axis]) -> Option<Action> {
        let size = self.columns[&axes[0]].len() as u32;
        let profiles: Vec<u64> = (0..size).map(|rank| self.profile(axes, rank)).collect();
        let mut blocks: Vec<Vec<u32>> = Vec::new();
        let mut by_profile: HashMap<u64, Vec<usize>> = HashMap::new();
        for rank in 0..size {
            let similar = by_profile.entry(profiles[rank as usize]).or_default();
            match similar.iter().find(|&&number| self.is_exchange(axes, blocks[number][0], rank)) {
                Some(&number) => blocks[number].push(rank),
                None => {
                    similar.push(blocks.len());
                    blocks.push(vec![rank]);
                }
            }
        }
        if blocks.len() < size as usize {
            blocks.retain(|block| block.len() > 1);
            return Some(Action::Exchanges(blocks));
        }
        let are_similar = profiles.iter().all(|profile| *profile == profiles[0]);
        let is_rotation = are_similar && self.is_symmetric(axes, &|rank| (rank + 1) % size, &mut (0..size));
        is_rotation.then_some(Action::Rotations)
    }

    fn is_exchange(&mut self, axes: &[Axis], one: u32, other: u32) -> bool {
        let exchanged = |rank| match rank {
            rank if rank == one => other,
            rank if rank == other => one,
            rank => rank,
        };
        self.is_symmetric(axes, &exchanged, &mut [one, other].into_iter())
    }

    /// Returns a hash of the colors of the places with a value.
    fn profile(&self, axes: &[Axis], rank: u32) -> u64 {
        let of_axis = |(number, axis): (usize, &Axis)| {
            let color = |&place: &u32| mix(number as u64, self.colors[place as usize]);
            self.columns[axis][rank as usize].iter().map(color).fold(0, u64::wrapping_add)
        };
        axes.iter().enumerate().map(of_axis).fold(0, u64::wrapping_add)
    }

    /// Whether permuting the values on some axes is an automorphism that fixes the formulas. `changed` lists the ranks
    /// that change.
    fn is_symmetric(
        &mut self,
        axes: &[Axis],
        rank_of: &dyn Fn(u32) -> u32,
        changed: &mut dyn Iterator<Item = u32>,
    ) -> bool {
        let changed: Vec<u32> = changed.collect();
        let columns =
            axes.iter().flat_map(|axis| changed.iter().map(|&rank| &self.columns[axis][rank as usize]));
        let mut moved: Vec<u32> = columns.flatten().copied().collect();
        moved.sort_unstable();
        moved.dedup();
        let work = self.types.work(self.structure, &moved) + self.formula_work;
        self.work_left = self.work_left.saturating_sub(work);
        if self.work_left == 0 || (self.is_stopped)() {
            return false;
        }
        let is_symmetric = self.move_places(axes, rank_of, &moved)
            && self.types.is_automorphism(self.structure, &moved, &self.image)
            && self.fixes_formulas();
        moved.iter().for_each(|&place| self.image[place as usize] = place);
        is_symmetric
    }

    /// Sets the images of the places that move. Returns false if one has no image.
    fn move_places(&mut self, axes: &[Axis], rank_of: &dyn Fn(u32) -> u32, moved: &[u32]) -> bool {
        for &place in moved {
            let (array, ranks) = &self.arrays.coordinates[place as usize];
            let new = |(axis, &rank): (usize, &u32)| {
                if axes.contains(&(*array, axis)) { rank_of(rank) } else { rank }
            };
            let new: Vec<u32> = ranks.iter().enumerate().map(new).collect();
            let Some(&image) = self.place_at.get(&(*array, &*new)) else { return false };
            self.image[place as usize] = image;
        }
        true
    }

    fn fixes_formulas(&self) -> bool {
        let place = |place: PlaceId| PlaceId::new(self.image[place.index()] as usize);
        let transition = |transition| {
            let image =
                self.types.image(self.types.of_transition(transition), &|place| self.image[place as usize]);
            self.types.first(image.expect("the permutation is an automorphism"))
        };
        let is_fixed = |one: &Formula| formula::image(one, &place, &transition).as_ref() == Some(one);
        self.formulas.iter().all(is_fixed)
    }
}

/// Returns colors of the places such that symmetric places have equal ones.
fn colors(structure: &Structure, arrays: &Arrays, is_stopped: &dyn Fn() -> bool) -> Vec<u64> {
    let own = |place: PlaceId| {
        let (tokens, capacity) = (structure.initial()[place.index()], structure.capacity()[place.index()]);
        let of_array = mix(arrays.coordinates[place.index()].0.into(), tokens);
        mix(of_array, capacity.map_or(0, |capacity| capacity.wrapping_add(1)))
    };
    let mut colors: Vec<u64> = structure.place_ids().map(own).collect();
    for _ in 0..ROUNDS {
        if is_stopped() {
            break;
        }
        let mut gathered = colors.clone();
        for transition in structure.transition_ids() {
            let weighted = [
                structure.pre(transition),
                structure.post(transition),
                structure.read(transition),
                structure.inhibitor(transition),
            ];
            let weighted = (0_u64..).zip(weighted).flat_map(|(kind, arcs)| {
                arcs.iter().map(move |&(place, weight)| (place.index(), mix(kind, weight)))
            });
            let arcs = weighted.chain(structure.reset(transition).iter().map(|place| (place.index(), 4)));
            let color = arcs.clone().map(|(place, arc)| mix(arc, colors[place])).fold(0, u64::wrapping_add);
            arcs.for_each(|(place, arc)| gathered[place] = gathered[place].wrapping_add(mix(color, arc)));
        }
        colors = gathered;
    }
    colors
}
