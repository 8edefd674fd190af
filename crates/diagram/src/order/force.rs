//! FORCE: an order of the vertices of a hypergraph in which edges are short.
//!
//! Source: Aloul, Markov and Sakallah, *FORCE: A Fast and Easy-to-Implement Variable-Ordering Heuristic*, GLSVLSI 2003.
//! An edge's center of gravity is the mean position of its vertices. Each round moves each vertex to the mean of its
//! edges' centers, and sorts. The order with the smallest sum of spans is kept.
//!
//! The paper stops at the first round without progress, often in an order that folds a chain many times. Instead, such a
//! round doubles the number of moves before each sort. Many moves are a power iteration, which leaves the slowest
//! vibration of the springs: Hall's placement (*An r-Dimensional Quadratic Placement Algorithm*, Management Science 17,
//! 1970). A random chain of 1000 vertices so gets a sum of spans of 1.5 to 2 times the minimum instead of 10 times.
//!
//! We start from a given order, which breaks ties, and vertices can be kept in blocks. Positions are rounded to 32 bits
//! and sorted by radix, which takes linear time and can be interrupted.

use super::clock::Clock;
use super::levels;
use super::rows::Rows;

/// Maximum number of moves before a sort.
const MAX_MOVES: usize = 1024;
/// Maximum work: the vertices and the ends of edges of all moves. It takes a few seconds.
const MAX_WORK: usize = 100_000_000;
/// Minimum number of moves altogether, also in larger hypergraphs.
const MIN_MOVES: usize = 10;
/// Minimum extent of the positions to sort, in levels. Closer positions are nearly equal.
const MIN_EXTENT: f64 = 1e-3;
/// Bits of a digit of the radix sort. Three digits make a position.
const DIGIT: u32 = 11;

/// Improves an order of vertices. If `blocks` is not empty, it has the block of each vertex, ascending along `start`,
/// and each block stays where it is.
pub(super) fn arrange(edges: &Rows, blocks: &[u32], start: Vec<u32>, clock: &mut Clock<'_>) -> Vec<u32> {
    let mut springs = Springs::new(edges, start.len());
    let mut left = (MAX_WORK / (start.len() + edges.size()).max(1)).max(MIN_MOVES);
    let (mut arranged, mut best, mut shortest, mut moves) = (start.clone(), start, u64::MAX, 1);
    while moves <= MAX_MOVES.min(left) {
        left -= moves;
        let mut positions: Vec<f64> = levels(&arranged).into_iter().map(f64::from).collect();
        let Some(spans) = springs.relax(&mut positions, clock) else { break };
        if spans < shortest {
            best.copy_from_slice(&arranged);
            shortest = spans;
        } else {
            moves *= 2;
        }
        if (1..moves).any(|_| springs.relax(&mut positions, clock).is_none()) {
            break;
        }
        let Some(sorted) = sorted(&arranged, &positions, clock) else { break };
        arranged = in_blocks(sorted, blocks);
    }
    best
}

/// The edges as springs between vertices.
struct Springs<'e> {
    edges: &'e Rows,
    degrees: Vec<f64>,
    /// The sum of the centers of each vertex's edges; 0 between moves.
    pulls: Vec<f64>,
}

impl<'e> Springs<'e> {
    fn new(edges: &'e Rows, vertices: usize) -> Self {
        let mut degrees = vec![0.0; vertices];
        edges.iter().flatten().for_each(|&vertex| degrees[vertex as usize] += 1.0);
        Self { edges, degrees, pulls: vec![0.0; vertices] }
    }

    /// Moves all vertices once, and returns the sum of spans before; `None` after an interruption.
    fn relax(&mut self, positions: &mut [f64], clock: &mut Clock<'_>) -> Option<u64> {
        let mut spans = 0;
        for edge in self.edges.iter() {
            if clock.is_over_after(2 * edge.len()) {
                return None;
            }
            let (mut low, mut high, mut sum) = (f64::MAX, 0.0_f64, 0.0);
            for &vertex in edge {
                let position = positions[vertex as usize];
                (low, high, sum) = (low.min(position), high.max(position), sum + position);
            }
            spans += (high - low) as u64 + 1;
            let center = sum / edge.len() as f64;
            edge.iter().for_each(|&vertex| self.pulls[vertex as usize] += center);
        }
        if clock.is_over_after(positions.len()) {
            return None;
        }
        for ((position, pull), degree) in positions.iter_mut().zip(&mut self.pulls).zip(&self.degrees) {
            if *degree > 0.0 {
                *position = std::mem::take(pull) / degree;
            }
        }
        Some(spans)
    }
}

/// Sorts vertices by position, stably; `None` after an interruption.
fn sorted(arranged: &[u32], positions: &[f64], clock: &mut Clock<'_>) -> Option<Vec<u32>> {
    let bounds = |(low, high): (f64, f64), &position: &f64| (low.min(position), high.max(position));
    let (low, high) = positions.iter().fold((f64::MAX, 0.0), bounds);
    let scale = f64::from(u32::MAX) / (high - low).max(MIN_EXTENT);
    let key = |&vertex: &u32| {
        u64::from(((positions[vertex as usize] - low) * scale) as u32) << 32 | u64::from(vertex)
    };
    let mut from: Vec<u64> = arranged.iter().map(key).collect();
    let mut to = vec![0; from.len()];
    for shift in [32, 32 + DIGIT, 32 + 2 * DIGIT] {
        if clock.is_over_after(from.len()) {
            return None;
        }
        let digit = |key: u64| (key >> shift) as usize & ((1 << DIGIT) - 1);
        let mut next = [0; 1 << DIGIT];
        from.iter().for_each(|&key| next[digit(key)] += 1);
        let mut before = 0;
        next.iter_mut().for_each(|next| before += std::mem::replace(next, before));
        for &key in &from {
            to[next[digit(key)]] = key;
            next[digit(key)] += 1;
        }
        std::mem::swap(&mut from, &mut to);
    }
    Some(from.into_iter().map(|key| key as u32).collect())
}

/// Sorts vertices by block, stably.
fn in_blocks(arranged: Vec<u32>, blocks: &[u32]) -> Vec<u32> {
    let Some(last) = blocks.iter().max() else { return arranged };
    let along: Vec<u32> = arranged.iter().map(|&vertex| blocks[vertex as usize]).collect();
    let rows = Rows::grouped(&along, *last as usize + 1);
    rows.iter().flatten().map(|&index| arranged[index as usize]).collect()
}
