//! Comma-separated values, with one row for each figure.
//!
//! The columns are `kind`, `level`, `length`, `count` and `share`. A row of kind `states` has the number of states of a
//! level. A row of kind `edges` has the number of edges of one length from a level. A row of kind `unexpanded` has the
//! number of states of a level whose edges are missing. Shares are of all states or of all edges. A partial result
//! begins with a row whose kind is `partial_` and the reason.

use std::io::{self, Write};

use super::{LevelGraph, share};

/// Writes the graph.
///
/// # Errors
/// If the sink fails.
pub fn write(graph: &LevelGraph, sink: &mut dyn Write) -> io::Result<()> {
    writeln!(sink, "kind,level,length,count,share")?;
    if !graph.exhaustive {
        let reason = graph.reason.map_or("unknown", crate::Reason::as_str);
        let unexpanded = graph.unexpanded();
        writeln!(sink, "partial_{reason},,,{unexpanded},{}", Share(unexpanded, graph.states))?;
    }
    for (number, level) in graph.levels.iter().enumerate() {
        writeln!(sink, "states,{number},,{},{}", level.states, Share(level.states, graph.states))?;
        if level.unexpanded > 0 {
            let share = Share(level.unexpanded, graph.states);
            writeln!(sink, "unexpanded,{number},,{},{share}", level.unexpanded)?;
        }
        for edges in &level.edges {
            let share = Share(edges.edges, graph.edges);
            writeln!(sink, "edges,{number},{},{},{share}", edges.length, edges.edges)?;
        }
    }
    Ok(())
}

/// A part of a whole, printed with as many digits as tables need.
struct Share(u64, u64);

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.6}", share(self.0, self.1))
    }
}

#[cfg(test)]
mod tests {
    use crate::levels::tests::partial;

    #[test]
    fn every_row_has_one_figure() {
        let mut csv = Vec::new();
        super::write(&partial(), &mut csv).unwrap();
        let csv = String::from_utf8(csv).unwrap();
        assert!(csv.lines().all(|line| line.split(',').count() == 5));
        insta::assert_snapshot!(csv);
    }
}
