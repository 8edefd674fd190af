//! GraphML, for graph editors and libraries.

use std::io::{self, Write};

use super::StateGraph;
use crate::xml::escaped;

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="marking" for="node" attr.name="marking" attr.type="string"/>
  <key id="initial" for="node" attr.name="initial" attr.type="boolean"><default>false</default></key>
  <key id="dead" for="node" attr.name="dead" attr.type="boolean"><default>false</default></key>
  <key id="expanded" for="node" attr.name="expanded" attr.type="boolean"><default>true</default></key>
  <key id="event" for="edge" attr.name="event" attr.type="string"/>
"#;

/// Writes the graph.
///
/// # Errors
/// If the sink fails.
pub fn write(graph: &StateGraph, sink: &mut dyn Write) -> io::Result<()> {
    sink.write_all(HEAD.as_bytes())?;
    writeln!(sink, "  <graph id=\"states\" edgedefault=\"directed\">")?;
    let dead = graph.dead_states();
    for (number, state) in graph.states.iter().enumerate() {
        writeln!(sink, "    <node id=\"s{number}\">")?;
        let marking = escaped(&state.label());
        writeln!(sink, "      <data key=\"marking\">{marking}</data>")?;
        for (key, value, default) in [
            ("initial", number == 0, false),
            ("dead", dead[number], false),
            ("expanded", state.expanded, true),
        ] {
            if value != default {
                writeln!(sink, "      <data key=\"{key}\">{value}</data>")?;
            }
        }
        writeln!(sink, "    </node>")?;
    }
    for edge in &graph.edges {
        writeln!(
            sink,
            "    <edge source=\"s{}\" target=\"s{}\"><data key=\"event\">{}</data></edge>",
            edge.source,
            edge.target,
            escaped(&edge.event)
        )?;
    }
    sink.write_all(b"  </graph>\n</graphml>\n")
}

#[cfg(test)]
mod tests {
    use crate::graph::tests::awkward;
    use crate::xml::Document;

    #[test]
    fn the_document_is_well_formed_and_keeps_every_character_it_can() {
        let mut graphml = Vec::new();
        super::write(&awkward(), &mut graphml).unwrap();
        let text = String::from_utf8(graphml).unwrap();
        insta::assert_snapshot!(text);
        let document = Document::parse(&text).unwrap();
        let edges = document.root().named("graph").flat_map(|graph| graph.named("edge")).count();
        assert_eq!(edges, 3);
    }
}
