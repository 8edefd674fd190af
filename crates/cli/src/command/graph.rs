//! `graph`: a small state space as a drawing.

use std::io::{self, Write};
use std::path::Path;

use sanderling::{Limits, Question, Request};
use sanderling_report::{StateGraph, graph as languages, to_json};

use super::search::with_control;
use super::{load, search, written};
use crate::arguments::{GraphArguments, GraphLanguage, OutputOptions, Style};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{memory, output};

/// Draws the state space.
pub(super) fn graph(options: &GraphArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let language = language(options, output)?;
    let input = load(&options.net, output)?;
    let limits = Limits {
        states: Some(options.max_states),
        memory_bytes: memory::default_limit().map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
        time: None,
    };
    let model_errors = search::model_errors(&options.errors, &options.net);
    let request = Request { limits, model_errors, ..Request::new(Question::Explore) };
    let drawn = with_control(output, |control| sanderling::state_graph(&input.net, &request, control));
    let mut graph = drawn.map_err(|found| input.unsupported(found))?;
    graph.file.clone_from(&input.file);
    graph.format.clone_from(&input.format);
    match &options.output {
        Some(path) => written::file("graph", &input, path, output, |sink| write(&graph, language, sink))?,
        None => output::print_with(|sink| write(&graph, language, sink))?,
    }
    if let (false, Some(reason)) = (graph.exhaustive, graph.reason) {
        // The drawing says it, too, by dashed states; but it may not be looked at.
        let _ = writeln!(io::stderr(), "note: only a part is drawn: {}", reason.in_words());
    }
    Ok(if graph.exhaustive { Exit::Success } else { Exit::Unknown })
}

fn write(graph: &StateGraph, language: GraphLanguage, sink: &mut dyn Write) -> io::Result<()> {
    match language {
        GraphLanguage::Dot => languages::dot::write(graph, sink),
        GraphLanguage::Aut => languages::aut::write(graph, sink),
        GraphLanguage::Graphml => languages::graphml::write(graph, sink),
        GraphLanguage::Json => writeln!(sink, "{}", to_json(graph)),
    }
}

/// The language that was asked for, or that the name of the output file asks for.
fn language(options: &GraphArguments, output: &OutputOptions) -> Result<GraphLanguage, Failure> {
    let on_standard_output = options.output.is_none() && output.format == Style::Json;
    match (options.to, on_standard_output) {
        (Some(GraphLanguage::Json) | None, true) => Ok(GraphLanguage::Json),
        (Some(_), true) => {
            Err(Failure::usage("with --format json, --to dot, aut or graphml needs an output file (-o)"))
        }
        (Some(language), false) => Ok(language),
        (None, false) => Ok(options.output.as_deref().and_then(by_name).unwrap_or(GraphLanguage::Dot)),
    }
}

fn by_name(path: &Path) -> Option<GraphLanguage> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "dot" | "gv" => Some(GraphLanguage::Dot),
        "aut" => Some(GraphLanguage::Aut),
        "graphml" | "xml" => Some(GraphLanguage::Graphml),
        "json" => Some(GraphLanguage::Json),
        _ => None,
    }
}
