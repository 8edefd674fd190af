//! The Aldebaran format of labelled transition systems: a header and one line for each edge.
//!
//! Labels are printable ASCII between double quotes, and readers disagree on how to escape a quote. Quotes, backslashes
//! and all other characters outside ASCII are therefore written as `\u{…}` with the character's number. Every reader
//! accepts that, and different labels stay different.

use std::io::{self, Write};

use super::StateGraph;

/// Writes the graph without markings, for which the format has no place.
///
/// # Errors
/// If the sink fails.
pub fn write(graph: &StateGraph, sink: &mut dyn Write) -> io::Result<()> {
    writeln!(sink, "des (0, {}, {})", graph.edges.len(), graph.states.len())?;
    for edge in &graph.edges {
        writeln!(sink, "({}, \"{}\", {})", edge.source, label(&edge.event), edge.target)?;
    }
    Ok(())
}

fn label(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(c.escape_unicode()),
            ' '..='~' => out.push(c),
            _ => out.extend(c.escape_unicode()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::graph::tests::awkward;

    #[test]
    fn labels_are_printable_ascii_without_quotes() {
        let mut aut = Vec::new();
        super::write(&awkward(), &mut aut).unwrap();
        insta::assert_snapshot!(String::from_utf8(aut).unwrap());
    }
}
