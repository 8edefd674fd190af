//! The columns of the chart: one for each level, or for a few if there are too many.
//!
//! A column of several levels shows their mean, so that areas have the same meaning as if each level had a column of
//! its own. Backward edges are put into classes whose bounds double: within the level, 1, 2 to 3, 4 to 7 and so on.

use std::ops::Range;

use sanderling_report::{GraphLevel, LevelGraph};

/// Column for some neighbouring levels.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Column {
    /// Levels of the column.
    pub(super) levels: Range<usize>,
    /// Mean number of states of a level.
    pub(super) states: f64,
    /// Mean number of backward edges of a level, by class.
    pub(super) backward: Vec<f64>,
}

/// Returns the number of levels of each column if there may be `max_columns` columns.
pub(super) fn levels_of_column(graph: &LevelGraph, max_columns: usize) -> usize {
    graph.levels.len().div_ceil(max_columns).max(1)
}

/// Returns the graph in columns of this number of levels.
pub(super) fn columns(graph: &LevelGraph, levels_of_column: usize) -> Vec<Column> {
    let classes = class(graph.longest) + 1;
    let parts = graph.levels.chunks(levels_of_column).enumerate();
    parts.map(|(number, levels)| column(number * levels_of_column, levels, classes)).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a picture has no more digits")]
fn column(first: usize, levels: &[GraphLevel], classes: usize) -> Column {
    let number = levels.len() as f64;
    let mut backward = vec![0.0; classes];
    for edges in levels.iter().flat_map(|level| &level.edges) {
        if let Ok(length) = u64::try_from(edges.length) {
            backward[class(length)] += edges.edges as f64 / number;
        }
    }
    let states: u64 = levels.iter().map(|level| level.states).sum();
    Column { levels: first..first + levels.len(), states: states as f64 / number, backward }
}

/// Returns the class of backward edges of this length.
fn class(length: u64) -> usize {
    length.checked_ilog2().map_or(0, |log| log as usize + 1)
}

/// Returns the lengths of a class, in words.
pub(super) fn lengths(class: usize) -> String {
    match class {
        0 => "within the level".into(),
        1 => "back by 1".into(),
        _ => format!("back by {}–{}", 1_u64 << (class - 1), (1_u128 << class) - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{graph, partial};
    use super::*;

    #[test]
    fn the_bounds_of_classes_double() {
        let classes: Vec<usize> = [0, 1, 2, 3, 4, 7, 8, u64::MAX].map(class).to_vec();
        assert_eq!(classes, [0, 1, 2, 2, 3, 3, 4, 64]);
        assert_eq!(lengths(3), "back by 4–7");
        assert_eq!(lengths(64), "back by 9223372036854775808–18446744073709551615");
    }

    #[test]
    fn a_column_is_the_mean_of_its_levels() {
        let columns = columns(&partial(), 2);
        assert_eq!(columns.len(), 2);
        let first = Column { levels: 0..2, states: 1.5, backward: vec![0.5, 0.5, 0.0] };
        assert_eq!(columns[0], first);
        assert_eq!(columns[1], Column { levels: 2..3, states: 5.0, backward: vec![1.0, 0.0, 3.0] });
    }

    #[test]
    fn there_are_never_more_columns_than_there_may_be() {
        for levels in 1..50 {
            let graph = graph(&vec![(1, 0, &[] as &[_]); levels]);
            let columns = columns(&graph, levels_of_column(&graph, 7));
            assert!(columns.len() <= 7);
            assert_eq!(columns.iter().map(|column| column.levels.len()).sum::<usize>(), levels);
        }
    }
}
