//! `studio`: a net on a local page, or several in a file.
//!
//! The net is first read here, so that errors in it are reported where the command was given. The page reads the file
//! again each time it is loaded, and so shows changes saved by an editor. Input that is not a file, such as standard
//! input, can be read only once, and is kept.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use sanderling_formats::{DIFFERENCES, Semantics, semantics_word};
use sanderling_studio::{Options, Studio};
use serde_json::{Value, json};

use super::{explorable, load, warn, written};
use crate::arguments::{NetArguments, OutputOptions, ReadingOptions, StudioArguments};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Input, read_source};
use crate::{interrupt, output};

/// Writes the page if a file for it is given. Otherwise, serves it until Ctrl-C.
pub(super) fn studio(options: &StudioArguments, output: &OutputOptions) -> Result<Exit, Failure> {
    if let Some(page) = &options.output {
        return write(options, page, output);
    }
    let [file] = options.nets.files.as_slice() else {
        return Err(Failure::usage("the studio serves one file; `--output PAGE` writes a page with several"));
    };
    let net = options.nets.one(file);
    let parameters = parameters(&net, output)?;
    let wanted = Options {
        port: options.port,
        load: parameters,
        defaults: defaults(net.reading.dve_semantics),
        file: match file.to_str() {
            Some("-") => "standard input".into(),
            _ => file.display().to_string(),
        },
        memory_bytes: options.memory.or_else(sanderling::default_memory_limit).unwrap_or(4 << 30),
        is_framed: options.framed,
    };
    let studio =
        Studio::open(wanted).map_err(|error| Failure::input(format!("port {}: {error}", options.port)))?;
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

/// Writes the page with the nets and the engine.
fn write(options: &StudioArguments, path: &Path, output: &OutputOptions) -> Result<Exit, Failure> {
    let page = explorable::standalone(&options.nets, options.wasm.as_deref(), output)?;
    let page = sanderling_studio::standalone(&page);
    let page = page.map_err(|error| Failure::internal(format!("the page cannot be made: {error}")))?;
    let first = options.nets.files[0].display().to_string();
    written::file("studio", &first, path, output, |sink| sink.write_all(page.as_bytes()))?;
    Ok(Exit::Success)
}

/// Returns the default options of the page. DiVinE 2 has an error state, as on the command line.
pub(super) fn defaults(semantics: Semantics) -> Value {
    match semantics {
        Semantics::Ltsmin => json!({}),
        Semantics::Divine2 => json!({ "model-errors": "state" }),
    }
}

/// Returns the options for reading the net as parameters of the server's `net/load`.
pub(super) fn reading(options: &ReadingOptions) -> Value {
    let difference = DIFFERENCES.iter().find(|(.., one)| Some(*one) == options.difference);
    json!({
        "format": options.from,
        "net": options.net,
        "untimed": options.untimed,
        "define": options.define,
        "difference": difference.map(|(word, ..)| word),
        "dve_semantics": semantics_word(options.dve_semantics),
    })
}

/// Reads the net once, and returns the parameters with which the page loads it.
fn parameters(options: &NetArguments, output: &OutputOptions) -> Result<Value, Failure> {
    let mut parameters = reading(&options.reading);
    let path = std::path::absolute(&options.file)
        .map_err(|error| Failure::input(format!("`{}`: {error}", options.file.display())))?;
    let is_stream =
        options.file == Path::new("-") || fs::metadata(&path).is_ok_and(|it| !it.is_file() && !it.is_dir());
    match path.to_str() {
        Some(path) if !is_stream => {
            load(options, output)?;
            parameters["uri"] = path.into();
        }
        _ => {
            let source = read_source(&options.file)?;
            let name = source.name().to_owned();
            let text = String::from_utf8(source.bytes().to_vec()).map_err(|_| {
                let why = "is not UTF-8: store it as a file with a name that is UTF-8, so that the page can load it";
                Failure::input(format!("`{name}` {why}")).file(&name)
            })?;
            Input::of(source, options, |warnings| warn(warnings, output))?;
            (parameters["text"], parameters["name"]) = (text.into(), name.into());
        }
    }
    Ok(parameters)
}
