//! The Aldebaran format of labelled transition systems: a header and one line for each edge.
//!
//! Its labels are printable ASCII between double quotes, and its readers do not agree on how to
//! quote a quote. What is outside that alphabet, and the quote and the backslash, is therefore
//! written as `\u{…}` with the character's number, which every reader takes as it stands and which
//! keeps different labels different.

use std::io::{self, Write};

use super::StateGraph;

/// Writes the graph. Markings are left out: the format has no place for them.
///
/// # Errors
/// Those of the sink.
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
