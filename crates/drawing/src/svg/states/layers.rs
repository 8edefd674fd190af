//! The layers of states and labels.

use std::collections::VecDeque;

use super::arrow::Arrow;

/// Returns layers for the states, by their distance from the initial one, and between these for the labels. The label
/// of an arrow that leads back is directly before its source: such arrows usually lead from many states to a few.
pub(super) fn layers(states: usize, arrows: &[Arrow]) -> Vec<usize> {
    let distance = distances(states, arrows);
    let label = |arrow: &Arrow| {
        let (source, target) = (distance[arrow.source], distance[arrow.target]);
        if target < source { 2 * source - 1 } else { 2 * source + 1 }
    };
    distance.iter().map(|distance| 2 * distance).chain(arrows.iter().map(label)).collect()
}

/// Returns the distance of each state from the initial one; 0 if it is not reached.
fn distances(states: usize, arrows: &[Arrow]) -> Vec<usize> {
    let mut leaves = vec![Vec::new(); states];
    arrows.iter().for_each(|arrow| leaves[arrow.source].push(arrow.target));
    let mut distance: Vec<Option<usize>> = (0..states).map(|state| (state == 0).then_some(0)).collect();
    let mut open: VecDeque<(usize, usize)> = (0..states.min(1)).map(|first| (first, 0)).collect();
    while let Some((state, far)) = open.pop_front() {
        for &next in &leaves[state] {
            if distance[next].is_none() {
                distance[next] = Some(far + 1);
                open.push_back((next, far + 1));
            }
        }
    }
    distance.into_iter().map(Option::unwrap_or_default).collect()
}
