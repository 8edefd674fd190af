//! `graph`: a small state space as a drawing, a coverability graph, the levels of any state space, or the net itself.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use sanderling::{Limits, Question, Request};
use sanderling_drawing::svg;
use sanderling_report::{LevelGraph, Reason, StateGraph, graph as languages, levels, to_json};
use serde::Serialize;

use super::{load, search, unfold, written};
use crate::arguments::{GraphArguments, GraphLanguage, OutputOptions, Style};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Input;
use crate::output;
use crate::watch::Watch;

/// Default number of states to draw.
const STATES_TO_DRAW: u64 = 10_000;

/// Default number of states in a picture.
const STATES_IN_PICTURE: u64 = 300;

/// Draws the net or its state space.
pub(super) fn graph(options: &GraphArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let language = language(options, output)?;
    if options.structure {
        structure(options, language, output)
    } else if options.levels {
        levels(options, language, output)
    } else {
        states(options, language, output)
    }
}

fn structure(
    options: &GraphArguments,
    language: GraphLanguage,
    output: &OutputOptions,
) -> Result<Exit, Failure> {
    if language != GraphLanguage::Svg {
        return Err(Failure::usage("the net itself can only be drawn as svg: use convert for other formats"));
    }
    let input = load(&options.net, output)?;
    let net = match input.net() {
        program if program.program.is_some() => Cow::Borrowed(program),
        net => Cow::Owned(net.titled(options.names.chosen())),
    };
    let picture = svg::net(&net, &input.origin.file).map_err(|found| {
        let help = "the studio shows larger nets, up to 5000 nodes";
        Failure::input(format!("{found}; {help}")).file(input.origin.file.clone())
    })?;
    put(&input, options, output, |sink| sink.write_all(picture.as_bytes()))?;
    Ok(Exit::Success)
}

fn states(
    options: &GraphArguments,
    language: GraphLanguage,
    output: &OutputOptions,
) -> Result<Exit, Failure> {
    let write: Writer<StateGraph> = match language {
        GraphLanguage::Dot => languages::dot::write,
        GraphLanguage::Aut => languages::aut::write,
        GraphLanguage::Graphml => languages::graphml::write,
        GraphLanguage::Json => json,
        GraphLanguage::Svg => picture,
        GraphLanguage::Csv => return Err(Failure::usage("only levels can be written as csv: add --levels")),
    };
    let most = max_states(options, language)?;
    let input = load(&options.net, output)?;
    let watch = Watch::begin(output, &input.origin.file);
    let input = unfold::unfolded(input, &options.net, &search::limits(&options.how.choices), false, &watch)
        .map_err(unfold::failure)?;
    let request = request(options, Some(most), &watch);
    let draw = if options.coverability { sanderling::coverability_graph } else { sanderling::state_graph };
    let graph = draw(input.net(), &request, watch.control());
    drop(watch);
    let mut graph = graph.map_err(|found| input.unsupported(found))?;
    (graph.file, graph.format) = (input.origin.file.clone(), input.origin.format.clone());
    if language == GraphLanguage::Svg {
        cut(&mut graph, most);
    }
    if matches!(language, GraphLanguage::Svg | GraphLanguage::Dot) {
        graph = input.prepared.labels(options.names.chosen()).graph(graph);
    }
    put(&input, options, output, |sink| write(&graph, sink))?;
    Ok(if graph.exhaustive { Exit::Success } else { note(graph.reason) })
}

/// Returns the maximum number of states to draw.
fn max_states(options: &GraphArguments, language: GraphLanguage) -> Result<u64, Failure> {
    let choices = search::choices(&options.how.choices, &options.net);
    let limit = choices.without_net(Question::Explore).limits.states;
    match (language, limit) {
        (GraphLanguage::Svg, Some(states)) if states > svg::MAX_NODES as u64 => {
            let most = svg::MAX_NODES;
            Err(Failure::usage(format!(
                "a picture of {states} states is not readable: draw at most {most} with --max-states, draw the levels with --levels, or choose another language with --to"
            )))
        }
        (GraphLanguage::Svg, limit) => Ok(limit.unwrap_or(STATES_IN_PICTURE)),
        (_, limit) => Ok(limit.unwrap_or(STATES_TO_DRAW)),
    }
}

/// Cuts a graph to the states of a picture. A search ends only at its next pause, and a coverability graph is not
/// limited.
fn cut(graph: &mut StateGraph, states: u64) {
    let was_whole = graph.exhaustive;
    graph.truncate(usize::try_from(states).unwrap_or(usize::MAX));
    if was_whole && !graph.exhaustive {
        graph.reason = Some(Reason::StateLimit);
    }
}

fn picture(graph: &StateGraph, sink: &mut dyn Write) -> io::Result<()> {
    sink.write_all(svg::states(graph).map_err(io::Error::other)?.as_bytes())
}

fn picture_of_levels(graph: &LevelGraph, sink: &mut dyn Write) -> io::Result<()> {
    sink.write_all(svg::levels(graph)?.as_bytes())
}

fn levels(
    options: &GraphArguments,
    language: GraphLanguage,
    output: &OutputOptions,
) -> Result<Exit, Failure> {
    let write: Writer<LevelGraph> = match language {
        GraphLanguage::Svg => picture_of_levels,
        GraphLanguage::Csv => levels::csv::write,
        GraphLanguage::Json => json,
        GraphLanguage::Dot | GraphLanguage::Aut | GraphLanguage::Graphml => {
            return Err(Failure::usage("levels can only be written as svg, csv or json"));
        }
    };
    let input = load(&options.net, output)?;
    let watch = Watch::begin(output, &input.origin.file);
    let input = unfold::unfolded(input, &options.net, &search::limits(&options.how.choices), false, &watch)
        .map_err(unfold::failure)?;
    let request = Request { threads: search::cores(), ..request(options, None, &watch) };
    let graph = sanderling::level_graph(input.net(), &request, watch.control());
    drop(watch);
    let mut graph = graph.map_err(|found| input.unsupported(found))?;
    (graph.file, graph.format) = (input.origin.file.clone(), input.origin.format.clone());
    put(&input, options, output, |sink| write(&graph, sink))?;
    Ok(if graph.exhaustive { Exit::Success } else { note(graph.reason) })
}

/// A function that writes a graph.
type Writer<G> = fn(&G, &mut dyn Write) -> io::Result<()>;

fn json<G: Serialize>(graph: &G, sink: &mut dyn Write) -> io::Result<()> {
    writeln!(sink, "{}", to_json(graph))
}

fn request(options: &GraphArguments, states: Option<u64>, watch: &Watch) -> Request {
    let choices = search::choices(&options.how.choices, &options.net);
    let request = choices.without_net(Question::Explore);
    let Limits { time, states: most, .. } = request.limits;
    let time = time.map(|time| watch.left_of(time));
    Request { threads: 1, limits: Limits { states: most.or(states), time, ..request.limits }, ..request }
}

/// Prints why the graph is incomplete. The graph says so itself, but the user may not look at it.
fn note(reason: Option<Reason>) -> Exit {
    if let Some(reason) = reason {
        let _ = writeln!(io::stderr(), "note: only a part is drawn: {}", reason.in_words());
    }
    Exit::Unknown
}

/// Writes to the output file, or to standard output if there is none.
fn put(
    input: &Input,
    options: &GraphArguments,
    output: &OutputOptions,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    match &options.output {
        Some(path) => written::file("graph", &input.origin.file, path, output, write),
        None => output::print_with(write),
    }
}

/// Returns the requested language, or the one given by the name of the output file.
fn language(options: &GraphArguments, output: &OutputOptions) -> Result<GraphLanguage, Failure> {
    let default = match (options.levels, options.structure) {
        (true, _) => GraphLanguage::Csv,
        (_, true) => GraphLanguage::Svg,
        _ => GraphLanguage::Dot,
    };
    let on_standard_output = options.output.is_none() && output.format == Style::Json;
    match (options.to, on_standard_output) {
        (Some(GraphLanguage::Json) | None, true) => Ok(GraphLanguage::Json),
        (Some(_), true) => {
            Err(Failure::usage("with --format json, --to any other language needs an output file (-o)"))
        }
        (named, false) => match &options.output {
            Some(path) => in_file(path, named, default),
            None => Ok(named.unwrap_or(default)),
        },
    }
}

/// The languages by their file extensions.
const EXTENSIONS: [(&str, GraphLanguage); 8] = [
    ("dot", GraphLanguage::Dot),
    ("gv", GraphLanguage::Dot),
    ("aut", GraphLanguage::Aut),
    ("graphml", GraphLanguage::Graphml),
    ("xml", GraphLanguage::Graphml),
    ("json", GraphLanguage::Json),
    ("svg", GraphLanguage::Svg),
    ("csv", GraphLanguage::Csv),
];

/// Extensions of pictures that other programs make from an SVG file.
const OTHER_PICTURES: [&str; 8] = ["png", "pdf", "jpg", "jpeg", "eps", "ps", "webp", "gif"];

/// Returns the language of an output file by its extension. It must not differ from the language that the user named.
fn in_file(
    path: &Path,
    named: Option<GraphLanguage>,
    default: GraphLanguage,
) -> Result<GraphLanguage, Failure> {
    let Some(extension) = path.extension() else { return Ok(named.unwrap_or(default)) };
    let extension = extension.to_string_lossy().to_ascii_lowercase();
    let known = EXTENSIONS.iter().find(|(known, _)| *known == extension).map(|&(_, language)| language);
    let name = path.display();
    match (named, known) {
        _ if OTHER_PICTURES.contains(&&*extension) => {
            let svg = path.with_extension("svg");
            Err(Failure::usage(format!(
                "cannot write `{name}`: pictures are written as SVG; help: write `{}`, and convert it with another program, such as rsvg-convert, Inkscape or a browser",
                svg.display()
            )))
        }
        (Some(named), Some(known)) if named != known => Err(Failure::usage(format!(
            "`{name}` has the extension of another language than --to; help: omit --to, or change the extension"
        ))),
        (Some(named), _) => Ok(named),
        (None, Some(known)) => Ok(known),
        (None, None) => {
            let known: Vec<String> = EXTENSIONS.iter().map(|(known, _)| format!(".{known}")).collect();
            Err(Failure::usage(format!(
                "`{name}` has an unknown extension: expected {}; help: name the language with --to",
                known.join(", ")
            )))
        }
    }
}
