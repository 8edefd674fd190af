//! Linear equations in non-negative integers, and the number of their solutions for few tokens.
//!
//! Variables with equal factors are one *column*: with n of them, a sum v has C(v + n − 1, n − 1) choices. Equations
//! without common variables are solved apart, as *blocks*. The solutions of a block are counted column by column;
//! numbers of solutions for the same rest of the sums are stored.

use std::collections::{BTreeMap, HashMap};

use num_bigint::BigUint;
use sanderling_diagram::splits;

/// Maximum number of stored numbers for a count.
const MAX_STORED: usize = 300_000;

/// Maximum number of steps for a count.
const MAX_STEPS: u64 = 20_000_000;

/// Equations with weights of at least 0 in which every place occurs.
pub(super) struct System {
    pub(super) blocks: Vec<Block>,
}

/// Equations that are connected by variables.
pub(super) struct Block {
    /// Independent weights of sums, by place.
    pub(super) rows: Vec<Vec<i128>>,
    pub(super) columns: Vec<Column>,
}

/// Variables with equal factors.
pub(super) struct Column {
    /// The factor in each row.
    pub(super) factors: Vec<i128>,
    /// The places that it is the sum of.
    pub(super) places: Vec<usize>,
    /// The number of variables.
    pub(super) parts: u32,
}

impl System {
    /// Creates the system of some sums. `parts` gives the number of variables for each place. Returns `None` if a number
    /// is too large.
    pub(super) fn new(flows: &[Vec<i128>], parts: &[u32]) -> Option<Self> {
        let rows = independent(flows)?;
        let mut block_of: Vec<usize> = (0..rows.len()).collect();
        for place in 0..parts.len() {
            let mut with_place = (0..rows.len()).filter(|&row| rows[row][place] > 0);
            let Some(first) = with_place.next().map(|row| block_of[row]) else { continue };
            for block in with_place.map(|row| block_of[row]).collect::<Vec<_>>() {
                block_of.iter_mut().filter(|other| **other == block).for_each(|other| *other = first);
            }
        }
        let mut blocks: BTreeMap<usize, Vec<Vec<i128>>> = BTreeMap::new();
        for (row, block) in rows.into_iter().zip(block_of) {
            blocks.entry(block).or_default().push(row);
        }
        let blocks = blocks.into_values().map(|rows| Block::new(rows, parts));
        Some(Self { blocks: blocks.collect() })
    }
}

/// Returns independent rows that span all.
fn independent(flows: &[Vec<i128>]) -> Option<Vec<Vec<i128>>> {
    let mut kept: Vec<Vec<i128>> = Vec::new();
    // Each has a place in which the later ones have weight 0.
    let mut reduced: Vec<(usize, Vec<i128>)> = Vec::new();
    let mut flows: Vec<_> = flows.iter().collect();
    flows.sort_by_key(|flow| flow.iter().filter(|&&weight| weight > 0).count());
    for flow in flows {
        let mut rest = flow.clone();
        for (pivot, row) in &reduced {
            let (factor, times) = (row[*pivot], rest[*pivot]);
            if times == 0 {
                continue;
            }
            for (number, other) in rest.iter_mut().zip(row) {
                *number = number.checked_mul(factor)?.checked_sub(other.checked_mul(times)?)?;
            }
            let divisor = rest.iter().fold(0, |divisor, &number| gcd(divisor, number));
            rest.iter_mut().filter(|_| divisor > 1).for_each(|number| *number /= divisor);
        }
        if let Some(pivot) = rest.iter().position(|&number| number != 0) {
            reduced.push((pivot, rest));
            kept.push(flow.clone());
        }
    }
    Some(kept)
}

fn gcd(one: i128, other: i128) -> i128 {
    let (mut one, mut other) = (one.abs(), other.abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

impl Block {
    fn new(rows: Vec<Vec<i128>>, parts: &[u32]) -> Self {
        let mut columns: BTreeMap<Vec<i128>, Vec<usize>> = BTreeMap::new();
        for place in 0..parts.len() {
            let factors: Vec<i128> = rows.iter().map(|row| row[place]).collect();
            if factors.iter().any(|&factor| factor > 0) {
                columns.entry(factors).or_default().push(place);
            }
        }
        let column = |(factors, places): (Vec<i128>, Vec<usize>)| Column {
            parts: places.iter().map(|&place| parts[place]).sum(),
            factors,
            places,
        };
        let mut left: Vec<Column> = columns.into_iter().map(column).collect();
        // Columns of the equation with the fewest other columns come first, so that equations are closed early.
        let mut columns: Vec<Column> = Vec::new();
        while !left.is_empty() {
            let open = |row: usize| left.iter().filter(|column| column.factors[row] > 0).count();
            let row = (0..rows.len()).filter(|&row| open(row) > 0).min_by_key(|&row| open(row));
            let Some(row) = row else { break };
            let (chosen, rest) = left.into_iter().partition(|column| column.factors[row] > 0);
            columns.extend::<Vec<_>>(chosen);
            left = rest;
        }
        Self { rows, columns }
    }

    /// Returns the sums of a marking.
    pub(super) fn sums(&self, marking: &[i128]) -> Vec<i128> {
        let sum = |row: &Vec<i128>| row.iter().zip(marking).map(|(weight, tokens)| weight * tokens).sum();
        self.rows.iter().map(sum).collect()
    }

    /// Returns the number of variables.
    pub(super) fn variables(&self) -> usize {
        self.columns.iter().map(|column| column.parts as usize).sum()
    }

    /// Returns the number of solutions with these sums, or `None` if it takes too long.
    pub(super) fn solutions(&self, sums: &[i128], is_over: &dyn Fn() -> bool) -> Option<BigUint> {
        let last = |row: usize| self.columns.iter().rposition(|column| column.factors[row] > 0);
        let last: Vec<_> = (0..self.rows.len()).map(last).collect();
        Solving { block: self, last, stored: HashMap::new(), steps: 0, is_over }.solutions(0, sums)
    }
}

/// A count in progress.
struct Solving<'a> {
    block: &'a Block,
    /// For each row, its last column.
    last: Vec<Option<usize>>,
    stored: HashMap<(usize, Vec<i128>), BigUint>,
    steps: u64,
    is_over: &'a dyn Fn() -> bool,
}

impl Solving<'_> {
    /// Returns the number of solutions in which the columns from this one have the given sums.
    fn solutions(&mut self, from: usize, sums: &[i128]) -> Option<BigUint> {
        if sums.iter().any(|&sum| sum < 0) {
            return Some(BigUint::ZERO);
        }
        let Some(column) = self.block.columns.get(from) else {
            return Some(BigUint::from(u32::from(sums.iter().all(|&sum| sum == 0))));
        };
        if let Some(known) = self.stored.get(&(from, sums.to_vec())) {
            return Some(known.clone());
        }
        let with_factor =
            || column.factors.iter().zip(sums).enumerate().filter(|&(_, (&factor, _))| factor > 0);
        let most = with_factor().map(|(_, (factor, sum))| sum / factor).min().unwrap_or(0);
        // The last column of a row takes the rest of its sum.
        let mut values = 0..most + 1;
        for (_, (factor, sum)) in with_factor().filter(|&(row, _)| self.last[row] == Some(from)) {
            let is_possible = sum % factor == 0 && values.contains(&(sum / factor));
            values = if is_possible { sum / factor..sum / factor + 1 } else { 0..0 };
        }
        let mut all = BigUint::ZERO;
        for value in values {
            self.steps += 1;
            if self.steps > MAX_STEPS || (self.steps.is_multiple_of(1024) && (self.is_over)()) {
                return None;
            }
            let rest: Vec<i128> =
                sums.iter().zip(&column.factors).map(|(sum, factor)| sum - factor * value).collect();
            let below = self.solutions(from + 1, &rest)?;
            all += splits(u32::try_from(value).ok()?, column.parts) * below;
        }
        if self.stored.len() >= MAX_STORED {
            return None;
        }
        self.stored.insert((from, sums.to_vec()), all.clone());
        Some(all)
    }
}
