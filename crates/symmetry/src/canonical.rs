//! The canonical marking of an orbit: its representative.
//!
//! A *labelling* gives each value a rank of its class, by a symmetry. The representative of a marking is the image under
//! one of a few labellings, the one whose tokens are the smallest in the order of the places.
//!
//! Interchangeable values are kept in an ordered partition, whose cells are refined like the colors of a graph: by the tokens of
//! the places of each value, and by the cells of the other coordinates. If exchanging two values of a cell keeps the
//! marking, either order will do. Otherwise each value is tried as the first of its cell, and the cells are refined again. This is
//! the scheme of McKay, *Practical Graph Isomorphism*, Congressus Numerantium 30, 1981, without pruning by the automorphisms that
//! are found. Of rotations, all that give the least sequence of tokens are tried.
//!
//! The set of compared images depends on the orbit only, so the smallest one does, too. If there are too many
//! labellings, only the first ones are compared. The marking is then still represented by a symmetric one, but an orbit
//! may have several representatives.
//!
//! The size of an orbit is the number of symmetries, divided by the number of labellings that lead to the representative. No
//! labelling may be counted twice. So the parts of a cell share its ranks, and the tried value gets the first one: if another value
//! is tried, this rank has another value.

use std::ops::Range;

use num_bigint::BigUint;
use sanderling_unfolding::mix;

use crate::classes::{Action, Class, NONE, Symmetries, factorial};

/// Memory to compute representatives.
pub(crate) struct Canonizer {
    /// The tokens of the movable places, and of their image.
    tokens: Vec<u64>,
    image: Vec<u64>,
    /// The movable places that are marked.
    marked: Vec<u32>,
    /// The smallest image so far, and its labelling.
    best: Vec<u64>,
    best_ranks: Vec<u32>,
    /// The sizes of the cells of the best labelling.
    ties: Vec<u64>,
    /// The number of labellings that lead to the smallest image, without exchanges of such values; `None` if it exceeds 128 bits.
    minimal: Option<u128>,
    /// The number of labellings that were compared.
    compared: u64,
    is_exact: bool,
    /// The partial labelling for each number of values that were tried as the first.
    levels: Vec<Level>,
    /// What distinguishes each value from the others of its cell.
    gathered: Vec<u64>,
    /// For each class with rotations, those that are tried.
    rotations: Vec<Vec<u32>>,
    /// The rotation in use of each class.
    chosen: Vec<u32>,
    ranks: Vec<u32>,
}

/// A partial labelling: an ordered partition of the values of each block into cells.
#[derive(Clone, Default)]
struct Level {
    /// The value whose rank each value gets. The values of a cell have the same: that of its first one.
    targets: Vec<u32>,
    /// The values of each block, one block after the other, sorted by targets.
    order: Vec<u32>,
}

impl Level {
    /// Iterates over the cells of a block, given as a range of the order. Each is a range of the order.
    fn cells(&self, block: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
        let target = |value: u32| self.targets[value as usize];
        let cells = self.order[block.clone()].chunk_by(move |&one, &other| target(one) == target(other));
        cells.scan(block.start, |start, cell| {
            let range = *start..*start + cell.len();
            *start = range.end;
            Some(range)
        })
    }
}

impl Canonizer {
    pub(crate) fn new(symmetries: &Symmetries) -> Self {
        Self {
            tokens: vec![0; symmetries.movable.len()],
            image: vec![0; symmetries.movable.len()],
            marked: Vec::new(),
            best: Vec::new(),
            best_ranks: Vec::new(),
            ties: Vec::new(),
            minimal: None,
            compared: 0,
            is_exact: true,
            levels: Vec::new(),
            gathered: vec![0; symmetries.value_count],
            rotations: vec![Vec::new(); symmetries.classes.len()],
            chosen: vec![0; symmetries.classes.len()],
            ranks: symmetries.identity(),
        }
    }

    /// Computes the representative of a marking, given by the tokens of each movable place. [`tokens`](Self::tokens) and
    /// [`labelling`](Self::labelling) return it and the labelling that leads to it. Returns whether it depends on the orbit only.
    pub(crate) fn represent(&mut self, symmetries: &Symmetries, tokens: impl Fn(usize) -> u64) -> bool {
        self.marked.clear();
        for &movable in &symmetries.active {
            let number = tokens(movable as usize);
            self.tokens[movable as usize] = number;
            if number != 0 {
                self.marked.push(movable);
            }
        }
        (self.compared, self.minimal, self.is_exact) = (0, Some(0), true);
        self.choose_rotations(symmetries);
        loop {
            self.start(symmetries);
            self.descend(symmetries, 0, 1);
            if !self.is_exact || !self.next_rotation(symmetries) {
                return self.is_exact;
            }
            if self.compared >= symmetries.max_labellings {
                self.is_exact = false;
                return false;
            }
        }
    }

    /// Returns the tokens of the representative in each movable place, or `None` if the marking is its own.
    pub(crate) fn tokens(&self) -> Option<&[u64]> {
        (self.best != self.tokens).then_some(&*self.best)
    }

    /// Returns the labelling that leads to the representative: the new rank of each value.
    pub(crate) fn labelling(&self) -> &[u32] {
        &self.best_ranks
    }

    /// Returns the number of markings in the orbit of the last marking, or `None` if it was not represented exactly.
    pub(crate) fn orbit_size(&self, symmetries: &Symmetries) -> Option<BigUint> {
        let minimal = self.minimal.filter(|_| self.is_exact)?;
        let exchanged: BigUint = self.ties.iter().map(|&tie| factorial(tie)).product();
        let (order, labellings) = (symmetries.order(), exchanged * minimal);
        debug_assert!((&order % &labellings) == BigUint::ZERO, "the labellings are a coset of a subgroup");
        Some(order / labellings)
    }

    /// Finds the least rotations of each class that rotates, as seen from values of the same class and blocks of others.
    fn choose_rotations(&mut self, symmetries: &Symmetries) {
        for (number, Class { first, size, action }) in symmetries.classes.iter().enumerate() {
            if *action != Action::Rotations {
                continue;
            }
            let own = *first..first + size;
            let seen = &mut self.gathered[own.start as usize..own.end as usize];
            seen.fill(0);
            for &movable in &self.marked {
                let coordinates = symmetries.coordinates_of(movable as usize);
                let kind = symmetries.movable[movable as usize].kind;
                for (axis, at) in coordinates.iter().enumerate().filter(|(_, at)| own.contains(&at.value)) {
                    // Distances to other values of the class do not depend on the rotation.
                    let distances = coordinates.iter().map(|other| {
                        if own.contains(&other.value) { (other.value + size - at.value) % size } else { NONE }
                    });
                    let hash = mix(mix(kind.into(), self.tokens[movable as usize]), axis as u64);
                    let hash = distances.fold(hash, |hash, distance| mix(hash, distance.into()));
                    let seen = &mut seen[(at.value - first) as usize];
                    *seen = seen.wrapping_add(hash);
                }
            }
            let tried = &mut self.rotations[number];
            tried.clear();
            // A rotation by r gives rank 0 to the value with rank size - r.
            let rotated = |start: u32| (0..*size).map(move |step| ((start + step) % size) as usize);
            let compare =
                |one: u32, other: u32| rotated(one).map(|at| seen[at]).cmp(rotated(other).map(|at| seen[at]));
            let mut least = 0;
            for start in 0..*size {
                match compare(start, least) {
                    std::cmp::Ordering::Less => {
                        least = start;
                        tried.clear();
                        tried.push((size - start) % size);
                    }
                    std::cmp::Ordering::Equal => tried.push((size - start) % size),
                    std::cmp::Ordering::Greater => {}
                }
            }
            self.chosen[number] = 0;
        }
    }

    /// Chooses the next combination of rotations. Returns false after the last one.
    fn next_rotation(&mut self, symmetries: &Symmetries) -> bool {
        for (number, class) in symmetries.classes.iter().enumerate() {
            if class.action != Action::Rotations {
                continue;
            }
            self.chosen[number] += 1;
            if (self.chosen[number] as usize) < self.rotations[number].len() {
                return true;
            }
            self.chosen[number] = 0;
        }
        false
    }

    /// Lets the values of each block be one cell, rotates those that rotate, and keeps all others.
    fn start(&mut self, symmetries: &Symmetries) {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let Level { targets, order } = &mut self.levels[0];
        targets.clear();
        targets.extend(0..symmetries.value_count as u32);
        order.clear();
        for block in &symmetries.blocks {
            order.extend_from_slice(block);
            block.iter().for_each(|&value| targets[value as usize] = block[0]);
        }
        for (number, Class { first, size, action }) in symmetries.classes.iter().enumerate() {
            if *action == Action::Rotations {
                let by = self.rotations[number][self.chosen[number] as usize];
                for rank in 0..*size {
                    let new = (rank + by) % size;
                    self.ranks[(first + rank) as usize] = new;
                    targets[(first + rank) as usize] = first + new;
                }
            }
        }
    }

    /// Splits the cells of a level until no more values are distinguished.
    fn refine(&mut self, symmetries: &Symmetries, depth: usize) {
        let Level { targets, order } = &mut self.levels[depth];
        let mut is_split = true;
        while is_split {
            self.gathered.fill(0);
            for &movable in &self.marked {
                let coordinates = symmetries.coordinates_of(movable as usize);
                let kind = symmetries.movable[movable as usize].kind;
                let hash = mix(u64::from(kind) << 1 | 1, self.tokens[movable as usize]);
                let hash =
                    coordinates.iter().fold(hash, |hash, at| mix(hash, targets[at.value as usize].into()));
                for (axis, at) in (0_u64..).zip(coordinates) {
                    let gathered = &mut self.gathered[at.value as usize];
                    *gathered = gathered.wrapping_add(mix(hash, axis));
                }
            }
            is_split = false;
            for (range, block) in blocks(symmetries).zip(&symmetries.blocks) {
                let (order, mut start) = (&mut order[range], 0);
                while start < order.len() {
                    let target = targets[order[start] as usize];
                    let size =
                        order[start..].iter().take_while(|&&value| targets[value as usize] == target).count();
                    let cell = &mut order[start..start + size];
                    cell.sort_unstable_by_key(|&value| self.gathered[value as usize]);
                    let mut first = start;
                    for at in start + 1..start + size {
                        let [one, other] =
                            [order[at - 1], order[at]].map(|value| self.gathered[value as usize]);
                        if one != other {
                            (first, is_split) = (at, true);
                        }
                        targets[order[at] as usize] = block[first];
                    }
                    start += size;
                }
            }
        }
    }

    /// Splits all cells whose order matters, and compares the images. `weight` is the number of labellings for each that is
    /// compared.
    fn descend(&mut self, symmetries: &Symmetries, depth: usize, weight: u128) {
        self.refine(symmetries, depth);
        let Some((cell, second)) = self.uneven(symmetries, depth) else {
            return self.compare(symmetries, depth, weight);
        };
        if self.levels.len() == depth + 1 {
            self.levels.push(Level::default());
        }
        let mut position = cell.start;
        while position < cell.end {
            let (value, tried) = (self.levels[depth].order[position], position);
            // Values that can be exchanged lead to the same images, so one of them is tried.
            let mut alike = 1;
            for other in position + 1..cell.end {
                if self.is_exchange(symmetries, value, self.levels[depth].order[other]) {
                    self.levels[depth].order.swap(position + alike, other);
                    alike += 1;
                }
            }
            position += alike;
            if self.compared > 0 && self.compared >= symmetries.max_labellings {
                self.is_exact = false;
                return;
            }
            let (level, next) = self.levels.split_at_mut(depth + 1);
            let Level { targets, order } = &mut next[0];
            targets.clone_from(&level[depth].targets);
            order.clone_from(&level[depth].order);
            order.swap(cell.start, tried);
            order[cell.start + 1..cell.end].iter().for_each(|&other| targets[other as usize] = second);
            let weight = weight.saturating_mul(alike as u128);
            self.descend(symmetries, depth + 1, weight);
        }
    }

    /// Returns the first cell with two values that cannot be exchanged, as a range of the order, and the target of its second value.
    fn uneven(&self, symmetries: &Symmetries, depth: usize) -> Option<(Range<usize>, u32)> {
        let level = &self.levels[depth];
        for (range, block) in blocks(symmetries).zip(&symmetries.blocks) {
            for cell in level.cells(range.clone()) {
                let mut pairs = level.order[cell.clone()].windows(2);
                if !pairs.all(|pair| self.is_exchange(symmetries, pair[0], pair[1])) {
                    let second = block[cell.start + 1 - range.start];
                    return Some((cell, second));
                }
            }
        }
        None
    }

    /// Whether exchanging two values keeps the marking.
    fn is_exchange(&self, symmetries: &Symmetries, one: u32, other: u32) -> bool {
        // If all marked places are mapped to places with as many tokens, so are all others.
        let is_kept = |&movable: &u32| {
            let tokens = self.tokens[movable as usize];
            tokens == 0 || self.tokens[symmetries.exchanged(movable as usize, one, other)] == tokens
        };
        let [one, other] = [one, other].map(|value| symmetries.columns[value as usize].iter());
        one.chain(other).all(is_kept)
    }

    /// Compares the image under a complete labelling with the smallest one.
    fn compare(&mut self, symmetries: &Symmetries, depth: usize, weight: u128) {
        let level = &self.levels[depth];
        for (range, block) in blocks(symmetries).zip(&symmetries.blocks) {
            for (&value, &target) in level.order[range].iter().zip(block) {
                self.ranks[value as usize] = symmetries.rank(target);
            }
        }
        self.image.fill(0);
        for &movable in &self.marked {
            let image = symmetries.table[symmetries.entry(movable as usize, &self.ranks)];
            self.image[image as usize] = self.tokens[movable as usize];
        }
        let order_of_images =
            if self.compared == 0 { std::cmp::Ordering::Less } else { self.image.cmp(&self.best) };
        self.compared += 1;
        match order_of_images {
            std::cmp::Ordering::Greater => {}
            std::cmp::Ordering::Equal => {
                self.minimal = self.minimal.and_then(|minimal| minimal.checked_add(weight));
            }
            std::cmp::Ordering::Less => {
                self.best.clone_from(&self.image);
                self.best_ranks.clone_from(&self.ranks);
                self.minimal = Some(weight).filter(|&weight| weight < u128::MAX);
                self.ties.clear();
                let cells = blocks(symmetries).flat_map(|block| level.cells(block));
                self.ties.extend(cells.map(|cell| cell.len() as u64));
            }
        }
    }
}

/// Iterates over the blocks of interchangeable values, as ranges of the order of a level.
fn blocks(symmetries: &Symmetries) -> impl Iterator<Item = Range<usize>> + '_ {
    symmetries.blocks.iter().scan(0, |start, block| {
        let range = *start..*start + block.len();
        *start = range.end;
        Some(range)
    })
}
