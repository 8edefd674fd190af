//! Classes of interchangeable values, found from candidates that are checked.
//!
//! The values on some axes of [arrays](crate::arrays) form a class if permuting them on all these axes at once is an
//! automorphism. Two values are *interchangeable* if exchanging them is one; this is an equivalence, so all
//! permutations of its blocks are automorphisms, too. If no two values are interchangeable, rotations are tried.

use std::collections::HashMap;

use num_bigint::BigUint;
use sanderling_model::Knowledge;
use sanderling_model::layout::Extent;
use sanderling_net::{Net, PlaceId};
use sanderling_property::Formula;

use crate::arrays::Arrays;
use crate::automorphism::Types;
use crate::finder::Finder;

/// Maximum number of entries in the tables of places, for each place.
const MAX_ENTRIES: usize = 16;
/// Maximum number of labellings of a marking to compare, by default.
const MAX_LABELLINGS: u64 = 512;

/// Symmetries of a net: permutations of values, each of which permutes the places.
pub struct Symmetries {
    pub(crate) classes: Vec<Class>,
    /// The number of values in all classes.
    pub(crate) value_count: usize,
    /// The rank of each value in its class.
    ranks: Vec<u32>,
    /// The places that some symmetry moves.
    pub(crate) movable: Vec<Movable>,
    /// The coordinates of these places.
    pub(crate) coordinates: Vec<Coordinate>,
    /// The movable places whose tokens may change.
    pub(crate) active: Vec<u32>,
    /// The values of each block of at least two interchangeable ones.
    pub(crate) blocks: Vec<Vec<u32>>,
    /// The movable places with each value.
    pub(crate) columns: Vec<Vec<u32>>,
    /// The movable place at each position of the tables of all kinds, or `NONE`.
    pub(crate) table: Vec<u32>,
    /// The position of each place in `movable`, or `NONE`.
    pub(crate) movable_at: Vec<u32>,
    pub(crate) max_labellings: u64,
    pub(crate) types: Types,
    /// For each place the first place of its orbit.
    orbit_of_place: Vec<u32>,
}

/// Values that are permuted together.
pub(crate) struct Class {
    /// The number of the first value among those of all classes.
    pub(crate) first: u32,
    pub(crate) size: u32,
    pub(crate) action: Action,
}

/// The permutations of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Action {
    /// All permutations within each block. Blocks are sorted lists of at least two ranks.
    Exchanges(Vec<Vec<u32>>),
    /// All rotations.
    Rotations,
}

/// A place that some symmetry moves.
#[derive(Clone, Copy)]
pub(crate) struct Movable {
    pub(crate) place: PlaceId,
    /// The array and its coordinates on fixed axes, as a number.
    pub(crate) kind: u32,
    /// The start of its coordinates.
    pub(crate) start: u32,
    pub(crate) axes: u32,
    /// The start of the table of its kind.
    base: u32,
    /// Its own position in the table.
    entry: u32,
}

/// A value of a place on one axis.
#[derive(Clone, Copy)]
pub(crate) struct Coordinate {
    /// The number of the value among those of all classes.
    pub(crate) value: u32,
    /// The distance in the table of the kind to the place with the next value.
    stride: u32,
}

/// Marks a missing place.
pub(crate) const NONE: u32 = u32::MAX;

/// An axis of an array.
pub(crate) type Axis = (u32, usize);

impl Symmetries {
    /// Finds symmetries of a net that fix its initial marking and some formulas. Returns `None` if there are none, or if
    /// `is_stopped` returns true.
    ///
    /// Cost: at most a second or two, and some milliseconds if names have no numbers.
    #[must_use]
    pub fn find(
        net: &Net,
        knowledge: &Knowledge,
        formulas: &[Formula],
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let (structure, arrays) = (knowledge.structure(), Arrays::of(net));
        if arrays.arrays.iter().all(|array| array.axes.iter().all(|axis| axis.len() < 2)) {
            return None;
        }
        let mut finder = Finder::new(structure, &arrays, formulas, is_stopped);
        let classes = finder.classes();
        let types = finder.types;
        if is_stopped() {
            return None;
        }
        let all = Self::new(&arrays, &classes, types, &|_| false)?;
        // If the tokens of a place are constant, so are those of all places of its orbit.
        let mut is_constant = vec![false; structure.place_count()];
        for (extent, &first) in knowledge.extents().iter().zip(&all.orbit_of_place) {
            is_constant[first as usize] |= matches!(extent, Extent::Constant(_));
        }
        let is_constant = |place: usize| is_constant[all.orbit_of_place[place] as usize];
        let has_effect = |value: u32| {
            let places = all.columns[value as usize].iter();
            places.map(|&one| all.movable[one as usize].place.index()).any(|place| !is_constant(place))
        };
        let restricted = classes.into_iter().zip(&all.classes).filter_map(|((axes, action), class)| {
            let action = match action {
                Action::Exchanges(mut blocks) => {
                    blocks.retain(|block| block.len() > 1 && has_effect(class.first + block[0]));
                    Action::Exchanges(blocks)
                }
                Action::Rotations => Action::Rotations,
            };
            let is_empty = matches!(&action, Action::Exchanges(blocks) if blocks.is_empty());
            let has_effect = (class.first..class.first + class.size).any(has_effect);
            (!is_empty && has_effect).then_some((axes, action))
        });
        let restricted: Vec<_> = restricted.collect();
        let is_constant: Vec<bool> = (0..structure.place_count()).map(is_constant).collect();
        let found = Self::new(&arrays, &restricted, all.types, &|place| is_constant[place])?;
        Some(found).filter(|found| !found.classes.is_empty())
    }

    /// Returns these symmetries with another maximum number of labellings to compare for a marking.
    #[must_use]
    pub fn with_max_labellings(self, max_labellings: u64) -> Self {
        Self { max_labellings, ..self }
    }

    /// Returns the number of symmetries.
    #[must_use]
    pub fn order(&self) -> BigUint {
        self.classes.iter().map(Class::order).product()
    }

    /// Describes the classes, such as "4 interchangeable values".
    #[must_use]
    pub fn described(&self) -> Vec<String> {
        let class = |class: &Class| match &class.action {
            Action::Rotations => format!("{} values in a circle", class.size),
            Action::Exchanges(blocks) => {
                let sizes: Vec<String> = blocks.iter().map(|block| block.len().to_string()).collect();
                format!("{} interchangeable values", sizes.join(" and "))
            }
        };
        let mut classes: Vec<String> = self.classes.iter().map(class).collect();
        classes.sort_unstable();
        let often = |same: &[String]| match same.len() {
            1 => same[0].clone(),
            times => format!("{times} times {}", same[0]),
        };
        classes.chunk_by(|one, other| one == other).map(often).collect()
    }

    /// Returns for each place the first place to which symmetries map it.
    #[must_use]
    pub fn orbits_of_places(&self) -> &[u32] {
        &self.orbit_of_place
    }

    /// Builds the tables, unless they would be much larger than the net.
    fn new(
        arrays: &Arrays,
        found: &[(Vec<Axis>, Action)],
        types: Types,
        is_constant: &dyn Fn(usize) -> bool,
    ) -> Option<Self> {
        let mut class_of: HashMap<Axis, usize> = HashMap::new();
        let (mut classes, mut first) = (Vec::new(), 0);
        for (axes, action) in found {
            let (array, axis) = axes[0];
            let size = arrays.arrays[array as usize].axes[axis].len() as u32;
            class_of.extend(axes.iter().map(|&axis| (axis, classes.len())));
            classes.push(Class { first, size, action: action.clone() });
            first += size;
        }
        let places = arrays.coordinates.len();
        let (mut movable, mut coordinates) = (Vec::new(), Vec::new());
        let mut kinds: HashMap<(u32, Vec<u32>), (u32, u32)> = HashMap::new();
        let (mut entries, mut movable_at) = (0_usize, vec![NONE; places]);
        for (place, (array, ranks)) in arrays.coordinates.iter().enumerate() {
            let class = |axis: usize| class_of.get(&(*array, axis)).map(|&class| &classes[class]);
            let fixed = ranks.iter().enumerate().filter(|&(axis, _)| class(axis).is_none());
            let fixed: Vec<u32> = fixed.map(|(_, &rank)| rank).collect();
            if fixed.len() == ranks.len() {
                continue;
            }
            let (number, moving) = (kinds.len() as u32, (0..ranks.len()).filter_map(class));
            let (kind, base) = *kinds.entry((*array, fixed)).or_insert_with(|| {
                let base = entries;
                let size = moving.map(|class| class.size as usize).fold(1, usize::saturating_mul);
                entries = entries.saturating_add(size);
                (number, u32::try_from(base).unwrap_or(NONE))
            });
            let start = coordinates.len() as u32;
            let mut stride = 1_u32;
            for (axis, rank) in ranks.iter().enumerate() {
                let Some(class) = class(axis) else { continue };
                coordinates.push(Coordinate { value: class.first + rank, stride });
                stride = stride.saturating_mul(class.size);
            }
            let axes = coordinates.len() as u32 - start;
            movable_at[place] = movable.len() as u32;
            movable.push(Movable { place: PlaceId::new(place), kind, start, axes, base, entry: NONE });
        }
        if entries > MAX_ENTRIES * places + 1024 {
            return None;
        }
        let mut symmetries = Self {
            value_count: first as usize,
            ranks: classes.iter().flat_map(|class: &Class| 0..class.size).collect(),
            classes,
            movable,
            coordinates,
            active: Vec::new(),
            blocks: Vec::new(),
            columns: vec![Vec::new(); first as usize],
            table: vec![NONE; entries],
            movable_at,
            max_labellings: MAX_LABELLINGS,
            types,
            orbit_of_place: Vec::new(),
        };
        for Class { first, action, .. } in &symmetries.classes {
            if let Action::Exchanges(blocks) = action {
                let of_values = |block: &Vec<u32>| block.iter().map(|rank| first + rank).collect();
                symmetries.blocks.extend(blocks.iter().map(of_values));
            }
        }
        let moves = symmetries.moving_values();
        let identity = symmetries.identity();
        for number in 0..symmetries.movable.len() {
            let entry = symmetries.entry(number, &identity);
            symmetries.table[entry] = number as u32;
            symmetries.movable[number].entry = entry as u32;
            let Movable { place, start, axes, .. } = symmetries.movable[number];
            let coordinates = &symmetries.coordinates[start as usize..(start + axes) as usize];
            if !is_constant(place.index()) && coordinates.iter().any(|at| moves[at.value as usize]) {
                symmetries.active.push(number as u32);
            }
            for at in coordinates {
                let column = &mut symmetries.columns[at.value as usize];
                if column.last() != Some(&(number as u32)) {
                    column.push(number as u32);
                }
            }
        }
        let mut orbits = Orbits::new(places);
        symmetries.for_each_generator(&mut |ranks, values| {
            for place in symmetries.places_with(values) {
                orbits.join(place, symmetries.image(place, ranks));
            }
        });
        symmetries.orbit_of_place = orbits.first();
        Some(symmetries)
    }

    /// Returns for each value whether a symmetry moves it.
    fn moving_values(&self) -> Vec<bool> {
        let mut moves = vec![false; self.value_count];
        self.blocks.iter().flatten().for_each(|&value| moves[value as usize] = true);
        for Class { first, size, action } in &self.classes {
            if *action == Action::Rotations {
                moves[*first as usize..(first + size) as usize].fill(true);
            }
        }
        moves
    }

    /// Returns the rank of a value.
    pub(crate) fn rank(&self, value: u32) -> u32 {
        self.ranks[value as usize]
    }

    /// Returns the permutation that maps each value to itself, as ranks.
    pub(crate) fn identity(&self) -> Vec<u32> {
        self.ranks.clone()
    }

    /// Returns the position in the table of the place to which a permutation maps a movable place. `ranks` has the new
    /// rank of each value.
    #[inline]
    pub(crate) fn entry(&self, movable: usize, ranks: &[u32]) -> usize {
        let own = self.coordinates_of(movable).iter();
        let position: u32 = own.map(|&Coordinate { value, stride }| stride * ranks[value as usize]).sum();
        (self.movable[movable].base + position) as usize
    }

    /// Returns the movable place to which exchanging two values of a block maps a movable place.
    #[inline]
    pub(crate) fn exchanged(&self, movable: usize, one: u32, other: u32) -> usize {
        let step = i64::from(other) - i64::from(one);
        let moved = |&Coordinate { value, stride }: &Coordinate| match value {
            value if value == one => step * i64::from(stride),
            value if value == other => -step * i64::from(stride),
            _ => 0,
        };
        let by: i64 = self.coordinates_of(movable).iter().map(moved).sum();
        self.table[(i64::from(self.movable[movable].entry) + by) as usize] as usize
    }

    /// Returns the coordinates of a movable place.
    #[inline]
    pub(crate) fn coordinates_of(&self, movable: usize) -> &[Coordinate] {
        let Movable { start, axes, .. } = self.movable[movable];
        &self.coordinates[start as usize..(start + axes) as usize]
    }

    /// Returns the place to which a permutation maps a place.
    pub(crate) fn image(&self, place: u32, ranks: &[u32]) -> u32 {
        match self.movable_at[place as usize] {
            NONE => place,
            movable => {
                let image = self.table[self.entry(movable as usize, ranks)];
                self.movable[image as usize].place.index() as u32
            }
        }
    }

    /// Calls `visit` with permutations that generate all symmetries, each with the values that it moves.
    fn for_each_generator(&self, visit: &mut dyn FnMut(&[u32], &[u32])) {
        let mut ranks = self.identity();
        for pair in self.blocks.iter().flat_map(|block| block.windows(2)) {
            ranks.swap(pair[0] as usize, pair[1] as usize);
            visit(&ranks, pair);
            ranks.swap(pair[0] as usize, pair[1] as usize);
        }
        for Class { first, size, action } in &self.classes {
            if *action == Action::Rotations {
                let values: Vec<u32> = (*first..first + size).collect();
                let own = *first as usize..(first + size) as usize;
                ranks[own.clone()].rotate_left(1);
                visit(&ranks, &values);
                ranks[own].rotate_right(1);
            }
        }
    }

    /// Returns for each transition the first type of its orbit.
    pub(crate) fn orbits_of_transitions(&self) -> Vec<u32> {
        let mut types_at = vec![Vec::new(); self.movable_at.len()];
        for number in 0..self.types.len() as u32 {
            self.types.places(number).for_each(|place| types_at[place as usize].push(number));
        }
        let mut orbits = Orbits::new(self.types.len());
        self.for_each_generator(&mut |ranks, values| {
            for place in self.places_with(values) {
                for &number in &types_at[place as usize] {
                    let image = self.types.image(number, &|place| self.image(place, ranks));
                    orbits.join(number, image.expect("symmetries are automorphisms"));
                }
            }
        });
        let first = orbits.first();
        self.types.of_transitions().iter().map(|&number| first[number as usize]).collect()
    }

    /// Returns the places with one of some values as a coordinate. A place may occur twice.
    fn places_with<'s>(&'s self, values: &'s [u32]) -> impl Iterator<Item = u32> + 's {
        let columns = values.iter().flat_map(|&value| &self.columns[value as usize]);
        columns.map(|&movable| self.movable[movable as usize].place.index() as u32)
    }
}

/// Disjoint sets of numbers, each represented by its first one.
struct Orbits(Vec<u32>);

impl Orbits {
    fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    fn root(&self, mut number: u32) -> u32 {
        while self.0[number as usize] != number {
            number = self.0[number as usize];
        }
        number
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other) as usize] = one.min(other);
    }

    /// Returns the first number of each number's set.
    fn first(&self) -> Vec<u32> {
        (0..self.0.len() as u32).map(|number| self.root(number)).collect()
    }
}

impl Class {
    /// Returns the number of permutations.
    fn order(&self) -> BigUint {
        match &self.action {
            Action::Rotations => self.size.into(),
            Action::Exchanges(blocks) => blocks.iter().map(|block| factorial(block.len() as u64)).product(),
        }
    }
}

pub(crate) fn factorial(number: u64) -> BigUint {
    (1..=number).map(BigUint::from).product()
}
