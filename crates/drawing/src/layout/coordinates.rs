//! Coordinates: layers below each other, and in each layer everything as near to its neighbours as its order allows.
//!
//! Layer by layer, the desired position of each node is the mean of its neighbours. To keep the order and the distances
//! is an isotonic regression: the widths to the left of each node are subtracted from the desired position, and the
//! nearest ascending sequence is found by pooling neighbours that are in the wrong order (Ayer, Brunk, Ewing, Reid and
//! Silverman, *An Empirical Distribution Function for Sampling with Incomplete Information*, Annals of Mathematical
//! Statistics, 1955). Points of edges have a larger weight, so that edges are straight. The layers of a drawing go from
//! left to right if it fits a screen better that way.

use super::layers::Layering;
use super::order::Neighbours;
use super::pack::ASPECT;
use super::{Point, Size};

/// Number of passes over all layers.
const PASSES: usize = 12;
/// Weight of a point of an edge; a node has weight 1.
const WEIGHT_OF_POINT: f64 = 4.0;
/// Maximum ratio of the extent along a layer to that across the layers; the distance of the layers is increased to keep
/// it.
const FLATTEST: f64 = 4.0;
/// Distance of an edge from its neighbour, as a fraction of the distance between nodes.
const SPACE_OF_POINT: f64 = 0.6;

/// Drawing of a part.
#[derive(Debug)]
pub(crate) struct Drawing {
    /// Positions of the nodes, then of the points of edges.
    pub(crate) points: Vec<Point>,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Computes all positions, with gaps between neighbours and between layers.
pub(crate) fn assign(
    layering: &Layering,
    rows: &[Vec<usize>],
    sizes: &[Size],
    (gap, layer_gap): (f64, f64),
) -> Drawing {
    let is_sideways = is_sideways(rows, sizes, (gap, layer_gap));
    // Extents of each node along its layer and across it.
    let (along, across): (Vec<f64>, Vec<f64>) = (0..layering.layer.len())
        .map(|node| match sizes.get(node) {
            Some(size) if is_sideways => (size.height, size.width),
            Some(size) => (size.width, size.height),
            None => (gap * SPACE_OF_POINT - gap, 0.0),
        })
        .unzip();
    let places = Row { along: &along, gap, nodes: layering.nodes };
    let positions = settle(layering, rows, &places);
    let length =
        (0..along.len()).map(|node| positions[node] + along[node].max(0.0) / 2.0).fold(0.0, f64::max);
    let levels = levels(rows, &across, layer_gap.max(length / FLATTEST / rows.len() as f64));
    let mut points = vec![Point::default(); layering.layer.len()];
    for (node, point) in points.iter_mut().enumerate() {
        let (here, level) = (positions[node], levels.middles[layering.layer[node]]);
        *point = if is_sideways { Point { x: level, y: here } } else { Point { x: here, y: level } };
    }
    let (width, height) = if is_sideways { (levels.total, length) } else { (length, levels.total) };
    Drawing { points, width, height }
}

/// Returns whether the drawing fits a screen better if its layers go from left to right.
fn is_sideways(rows: &[Vec<usize>], sizes: &[Size], (gap, layer_gap): (f64, f64)) -> bool {
    let longest = |part: fn(&Size) -> f64| {
        let taken = |&node: &usize| sizes.get(node).map_or(gap * SPACE_OF_POINT, |size| part(size) + gap);
        rows.iter().map(|row| row.iter().map(taken).sum()).fold(0.0, f64::max)
    };
    let total = |part: fn(&Size) -> f64| {
        let thick = |row: &Vec<usize>| {
            let parts = row.iter().filter_map(|&node| sizes.get(node)).map(part);
            parts.fold(0.0, f64::max) + layer_gap
        };
        rows.iter().map(thick).sum::<f64>()
    };
    let (width, height) = (|size: &Size| size.width, |size: &Size| size.height);
    let scale = |wide: f64, high: f64| (wide / ASPECT).max(high);
    scale(total(width), longest(height)) < scale(longest(width), total(height))
}

struct Levels {
    middles: Vec<f64>,
    total: f64,
}

fn levels(rows: &[Vec<usize>], across: &[f64], gap: f64) -> Levels {
    let mut total = 0.0;
    let mut middles = Vec::with_capacity(rows.len());
    for row in rows {
        let thick = row.iter().map(|&node| across[node]).fold(0.0, f64::max);
        middles.push(total + thick / 2.0);
        total += thick + gap;
    }
    Levels { middles, total: (total - gap).max(0.0) }
}

/// Returns the positions in the layers, from 0 on.
fn settle(layering: &Layering, rows: &[Vec<usize>], places: &Row<'_>) -> Vec<f64> {
    let neighbours = Neighbours::of(layering);
    let mut positions = vec![0.0; layering.layer.len()];
    for row in rows {
        places.fit(row, &mut positions, |_, _| None);
    }
    for pass in 0..PASSES {
        let is_down = pass % 2 == 0;
        for step in 0..rows.len() {
            let row = &rows[if is_down { step } else { rows.len() - 1 - step }];
            places.fit(row, &mut positions, |node, positions| {
                let (before, after) = (&neighbours.before[node], &neighbours.after[node]);
                // In the last passes both sides count, so that a node between two layers is in the middle.
                if pass + 2 >= PASSES {
                    mean(before.iter().chain(after), positions)
                } else if is_down {
                    mean(before.iter(), positions)
                } else {
                    mean(after.iter(), positions)
                }
            });
        }
    }
    let left = |node: usize| positions[node] - places.along[node].max(0.0) / 2.0;
    let least = (0..positions.len()).map(left).fold(f64::INFINITY, f64::min);
    positions.iter().map(|position| position - least).collect()
}

fn mean<'a>(nodes: impl Iterator<Item = &'a usize>, positions: &[f64]) -> Option<f64> {
    let (sum, count) = nodes.fold((0.0, 0), |(sum, count), &node| (sum + positions[node], count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// Spacing within a layer.
struct Row<'a> {
    along: &'a [f64],
    gap: f64,
    nodes: usize,
}

impl Row<'_> {
    /// Moves everything in a layer as near as possible to its desired position. An item without a desired position
    /// should stay.
    fn fit(&self, row: &[usize], positions: &mut [f64], wish: impl Fn(usize, &[f64]) -> Option<f64>) {
        let mut offset = 0.0;
        let mut offsets = Vec::with_capacity(row.len());
        let mut pools: Vec<Pool> = Vec::with_capacity(row.len());
        for (index, &node) in row.iter().enumerate() {
            if index > 0 {
                offset += (self.along[row[index - 1]] + self.along[node]) / 2.0 + self.gap;
            }
            offsets.push(offset);
            let wanted = wish(node, positions);
            let weight = match wanted {
                None => 0.01,
                Some(_) if node >= self.nodes => WEIGHT_OF_POINT,
                Some(_) => 1.0,
            };
            let mut pool = Pool { mean: wanted.unwrap_or(positions[node]) - offset, weight, count: 1 };
            while let Some(last) = pools.pop_if(|last| last.mean >= pool.mean) {
                pool = last.with(&pool);
            }
            pools.push(pool);
        }
        let settled = pools.iter().flat_map(|pool| std::iter::repeat_n(pool.mean, pool.count));
        for ((&node, offset), mean) in row.iter().zip(offsets).zip(settled) {
            positions[node] = mean + offset;
        }
    }
}

/// Neighbours that move together.
struct Pool {
    mean: f64,
    weight: f64,
    count: usize,
}

impl Pool {
    fn with(&self, other: &Self) -> Self {
        let weight = self.weight + other.weight;
        let mean = (self.mean * self.weight + other.mean * other.weight) / weight;
        Self { mean, weight, count: self.count + other.count }
    }
}
