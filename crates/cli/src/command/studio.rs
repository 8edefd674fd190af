//! `studio`: a net on a local page.
//!
//! The net is read here first, so that what is wrong with it is told where the command was given; the page loads it again whenever
//! it is loaded itself, and so shows what an editor has saved in the meantime.

use std::io::{self, Write};
use std::path::Path;

use sanderling_studio::{Options, Studio};
use serde_json::{Value, json};

use super::{load, serve};
use crate::arguments::{DveSemantics, NetArguments, OutputOptions, StudioArguments};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{interrupt, output};

/// Serves the page until Ctrl-C.
pub(super) fn studio(options: &StudioArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    let parameters = parameters(&options.net)?;
    load(&options.net, output)?;
    let wanted = Options {
        port: options.port,
        load: parameters,
        defaults: defaults(options.net.dve_semantics),
        file: options.net.file.display().to_string(),
        memory_bytes: options.memory.or_else(sanderling::default_memory_limit).unwrap_or(4 << 30),
    };
    let studio = Studio::open(wanted, Box::new(serve::compose));
    let studio = studio.map_err(|error| Failure::input(format!("port {}: {error}", options.port)))?;
    let (address, stop) = (studio.address(), studio.stop());
    interrupt::calls(move || stop.stop());
    output::print(&format!("{address}\n"))?;
    if options.open
        && let Err(error) = open::that_detached(&address)
    {
        let _ = writeln!(io::stderr(), "note: no browser was opened: {error}");
    }
    studio.serve().map_err(|error| Failure::input(format!("the page cannot be served: {error}")))?;
    Ok(Exit::Success)
}

/// DiVinE 2 has an error state, as on the command line.
fn defaults(semantics: DveSemantics) -> Value {
    match semantics {
        DveSemantics::Ltsmin => json!({}),
        DveSemantics::Divine2 => json!({ "model-errors": "state" }),
    }
}

/// What the page loads.
fn parameters(options: &NetArguments) -> Result<Value, Failure> {
    if options.file == Path::new("-") {
        return Err(Failure::usage("the page loads the net from a file, and not from standard input"));
    }
    let path = std::path::absolute(&options.file)
        .map_err(|error| Failure::input(format!("`{}`: {error}", options.file.display())))?;
    let Some(path) = path.to_str() else {
        return Err(Failure::input(format!("`{}` is not UTF-8", path.display())));
    };
    let semantics = match options.dve_semantics {
        DveSemantics::Ltsmin => "ltsmin",
        DveSemantics::Divine2 => "divine2",
    };
    Ok(json!({ "uri": path, "format": options.from, "net": options.net, "dve_semantics": semantics }))
}
