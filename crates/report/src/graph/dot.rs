//! Graphviz's language, for drawings.
//!
//! A dead state is filled, a state that was not expanded is dashed, and the initial state has a thick border. Graphviz
//! interprets backslashes and HTML entities in quoted labels; both are escaped.

use std::io::{self, Write};

use super::StateGraph;

/// Writes the graph.
///
/// # Errors
/// If the sink fails.
pub fn write(graph: &StateGraph, sink: &mut dyn Write) -> io::Result<()> {
    writeln!(sink, "digraph {} {{", quoted(&graph.file))?;
    writeln!(sink, "  node [shape=box, style=rounded];")?;
    let dead = graph.dead_states();
    for (number, state) in graph.states.iter().enumerate() {
        let label = quoted(&state.label());
        let look = look(number == 0, dead[number], state.expanded);
        writeln!(sink, "  s{number} [label={label}{look}];")?;
    }
    for edge in &graph.edges {
        writeln!(sink, "  s{} -> s{} [label={}];", edge.source, edge.target, quoted(&edge.event))?;
    }
    writeln!(sink, "}}")
}

fn look(is_initial: bool, is_dead: bool, is_expanded: bool) -> String {
    let mut look = String::new();
    if is_initial {
        look.push_str(", penwidth=3");
    }
    if is_dead {
        look.push_str(", style=\"rounded,filled\", fillcolor=\"#f4a6a0\"");
    } else if !is_expanded {
        look.push_str(", style=\"rounded,dashed\"");
    }
    look
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '&' => out.push_str("&amp;"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use crate::graph::tests::awkward;

    #[test]
    fn no_id_breaks_out_of_its_quotes() {
        let mut dot = Vec::new();
        super::write(&awkward(), &mut dot).unwrap();
        insta::assert_snapshot!(String::from_utf8(dot).unwrap());
    }
}
