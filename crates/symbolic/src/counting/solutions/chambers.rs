//! Numbers of solutions for many tokens, from those for few tokens.
//!
//! Let the initial marking be a + S·d, and n(s) the number of solutions of Y·m = Y·(a + s·d) − y, with fixed a, d and y.
//! A *basis* is a set of independent columns, as many as there are rows. If all bases have the same determinant up to
//! the sign, n is a polynomial in s as long as no coordinate of the sums in a basis changes its sign, and its degree is
//! at most the number of variables minus the number of rows. (Sums whose coordinates in all bases have the same signs
//! lie in one chamber; Blakley, *Combinatorial Remarks on Partitions of a Multipartite Number*, Duke Mathematical
//! Journal 31, 1964; Sturmfels, *On Vector Partition Functions*, Journal of Combinatorial Theory A 72, 1995.) So n(S)
//! follows from the values after the last change of a sign before S, by Newton's formula. One more value is a check.
//!
//! The greatest sum over the solutions is attained in a vertex, which is a basis with coordinates of at least 0. All
//! vertices are integral, since the determinants are equal.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::{BigInt, BigUint};

use super::system::{Block, System};

/// Maximum number of bases that are tried in all blocks together.
const MAX_BASES: usize = 100_000;

/// Minimum number of tokens that counts as many.
const MANY: i128 = 16;

/// Known numbers of solutions, by block and sums that demands use up.
pub(super) type Known = BTreeMap<(usize, Vec<i128>), BigUint>;

/// The columns that are not zero, with their values.
type Vertex = Vec<(usize, i128)>;

/// A system with the bases of its blocks.
pub(super) struct Chambers<'a> {
    blocks: Vec<(&'a Block, Vec<Basis>)>,
    /// The vertices of the solutions of each block.
    vertices: Vec<BTreeSet<Vertex>>,
    /// The parts of the initial marking, S, a and d.
    scale: i128,
    fixed: Vec<i128>,
    scaled: Vec<i128>,
}

/// Independent columns, and the inverse of their matrix times the determinant.
struct Basis {
    columns: Vec<usize>,
    inverse: Vec<Vec<i128>>,
    determinant: i128,
}

impl<'a> Chambers<'a> {
    /// Finds the bases. Returns `None` if there are too many, their determinants differ, or it takes too long.
    pub(super) fn new(system: &'a System, initial: &[i128], is_over: &dyn Fn() -> bool) -> Option<Self> {
        let mut left = MAX_BASES;
        let blocks = system.blocks.iter().map(|block| Some((block, bases(block, &mut left, is_over)?)));
        let blocks = blocks.collect::<Option<Vec<_>>>()?;
        let scale = initial.iter().copied().filter(|&tokens| tokens >= MANY).min().unwrap_or(0);
        let times = |&tokens: &i128| if scale > 0 { (tokens + scale / 2) / scale } else { 0 };
        let scaled: Vec<_> = initial.iter().map(times).collect();
        let fixed = initial.iter().zip(&scaled).map(|(tokens, times)| tokens - times * scale).collect();
        let vertices = blocks.iter().map(|(block, bases): &(&Block, Vec<Basis>)| {
            let sums = block.sums(initial);
            bases.iter().filter_map(|basis| basis.vertex(&sums)).collect()
        });
        Some(Self { vertices: vertices.collect(), blocks, scale, fixed, scaled })
    }

    /// Returns the number of solutions with at least the demanded tokens, or `None` if it takes too long.
    pub(super) fn count(
        &self,
        demand: &[i128],
        known: &mut Known,
        is_over: &dyn Fn() -> bool,
    ) -> Option<BigUint> {
        let mut product = BigUint::from(1u32);
        for (number, (block, bases)) in self.blocks.iter().enumerate() {
            let key = (number, block.sums(demand));
            let count = match known.get(&key) {
                Some(count) => count.clone(),
                None => self.count_block(block, bases, &key.1, is_over)?,
            };
            product *= &count;
            known.insert(key, count);
        }
        Some(product)
    }

    fn count_block(
        &self,
        block: &Block,
        bases: &[Basis],
        used: &[i128],
        is_over: &dyn Fn() -> bool,
    ) -> Option<BigUint> {
        let mut fixed = block.sums(&self.fixed);
        fixed.iter_mut().zip(used).for_each(|(sum, used)| *sum -= used);
        let scaled = block.sums(&self.scaled);
        let at = |scale: i128| {
            let sums: Vec<_> =
                fixed.iter().zip(&scaled).map(|(fixed, times)| fixed + scale * times).collect();
            block.solutions(&sums, is_over)
        };
        if scaled.iter().all(|&times| times == 0) {
            return at(0);
        }
        let changes = bases.iter().flat_map(|basis| basis.changes(&fixed, &scaled, self.scale));
        let first = changes.max().unwrap_or(0).max(0);
        let degree = (block.variables() - block.rows.len()) as i128;
        if first + degree + 1 >= self.scale {
            return at(self.scale);
        }
        let values = (first..=first + degree + 1).map(|scale| at(scale).map(BigInt::from));
        let mut differences = values.collect::<Option<Vec<_>>>()?;
        for order in 1..differences.len() {
            for position in (order..differences.len()).rev() {
                let before = differences[position - 1].clone();
                differences[position] -= before;
            }
        }
        if differences.pop().is_none_or(|rest| rest != BigInt::ZERO) {
            debug_assert!(false, "the number of solutions is no polynomial");
            return None;
        }
        let (mut binomial, mut sum) = (BigInt::from(1), BigInt::ZERO);
        for (order, difference) in (0i128..).zip(differences) {
            sum += difference * &binomial;
            binomial = binomial * (self.scale - first - order) / (order + 1);
        }
        BigUint::try_from(sum).ok()
    }

    /// Returns the greatest weighted sum of the places' tokens, for weights of at least 0.
    pub(super) fn greatest(&self, weights: &[i64]) -> i128 {
        let of_block = |((block, _), vertices): (&(&Block, Vec<Basis>), &BTreeSet<Vertex>)| {
            let weight = |column: usize| {
                block.columns[column].places.iter().map(|&place| weights[place]).max().unwrap_or(0)
            };
            let sum = |vertex: &Vertex| {
                vertex.iter().map(|&(column, tokens)| i128::from(weight(column)) * tokens).sum::<i128>()
            };
            vertices.iter().map(sum).max().unwrap_or(0)
        };
        self.blocks.iter().zip(&self.vertices).map(of_block).sum()
    }
}

impl Basis {
    /// Returns the coordinates of sums, times the determinant, which is positive.
    fn coordinates(&self, sums: &[i128]) -> Vec<i128> {
        let product = |row: &Vec<i128>| row.iter().zip(sums).map(|(factor, sum)| factor * sum).sum();
        self.inverse.iter().map(product).collect()
    }

    /// Returns the vertex with these sums, if no coordinate is negative.
    fn vertex(&self, sums: &[i128]) -> Option<Vertex> {
        let coordinates = self.coordinates(sums);
        let is_vertex = coordinates.iter().all(|&coordinate| coordinate >= 0);
        let values = self.columns.iter().copied().zip(coordinates).filter(|&(_, coordinate)| coordinate > 0);
        is_vertex
            .then(|| values.map(|(column, coordinate)| (column, coordinate / self.determinant)).collect())
    }

    /// Returns the integers from which coordinates of fixed + s·scaled keep their signs, as far as they change before
    /// `until`.
    fn changes(&self, fixed: &[i128], scaled: &[i128], until: i128) -> impl Iterator<Item = i128> {
        let pairs = self.coordinates(fixed).into_iter().zip(self.coordinates(scaled));
        pairs.filter_map(move |(fixed, slope)| {
            // The coordinate is zero at the quotient of these.
            let (zero, slope) = if slope < 0 { (fixed, -slope) } else { (-fixed, slope) };
            let is_before = slope != 0 && zero < slope * until;
            is_before.then(|| zero.div_euclid(slope) + i128::from(zero.rem_euclid(slope) > 0))
        })
    }
}

/// Returns all bases of a block. Returns `None` if there are too many, their determinants differ, or it takes too long.
fn bases(block: &Block, left: &mut usize, is_over: &dyn Fn() -> bool) -> Option<Vec<Basis>> {
    let (size, count) = (block.rows.len(), block.columns.len());
    let mut bases: Vec<Basis> = Vec::new();
    let mut chosen: Vec<usize> = (0..size).collect();
    loop {
        *left = left.checked_sub(1)?;
        if is_over() {
            return None;
        }
        if let Some(basis) = basis(block, &chosen)? {
            if bases.first().is_some_and(|first| first.determinant != basis.determinant) {
                return None;
            }
            bases.push(basis);
        }
        // The next set of columns in the order of the positions.
        let Some(position) = (0..size).rev().find(|&position| chosen[position] + size < count + position)
        else {
            return Some(bases);
        };
        chosen[position] += 1;
        for next in position + 1..size {
            chosen[next] = chosen[next - 1] + 1;
        }
    }
}

/// Returns the basis of some columns, or `Some(None)` if they depend on each other. Returns `None` if a number is too
/// large.
///
/// Eliminates without fractions, as Bareiss does (Mathematics of Computation 22, 1968), in all other rows.
fn basis(block: &Block, columns: &[usize]) -> Option<Option<Basis>> {
    let size = columns.len();
    let mut matrix: Vec<Vec<i128>> = (0..size)
        .map(|row| {
            let own = columns.iter().map(|&column| block.columns[column].factors[row]);
            own.chain((0..size).map(|other| i128::from(row == other))).collect()
        })
        .collect();
    let mut last = 1;
    for step in 0..size {
        let Some(pivot) = (step..size).find(|&row| matrix[row][step] != 0) else { return Some(None) };
        matrix.swap(step, pivot);
        let of_pivot = matrix[step].clone();
        for row in (0..size).filter(|&row| row != step) {
            let factor = matrix[row][step];
            for (number, other) in matrix[row].iter_mut().zip(&of_pivot) {
                let product = number.checked_mul(of_pivot[step])?;
                *number = product.checked_sub(other.checked_mul(factor)?)? / last;
            }
        }
        last = of_pivot[step];
    }
    // The left half is the determinant on the diagonal, and the right half the inverse times the determinant.
    let sign = last.signum();
    let inverse = matrix.iter().map(|row| row[size..].iter().map(|number| number * sign).collect()).collect();
    Some(Some(Basis { columns: columns.to_vec(), inverse, determinant: last.abs() }))
}
