//! The parts with which a page answers by itself: the engine and the texts of nets.

use std::fs;
use std::path::{Path, PathBuf};

use sanderling_net::Source;
use sanderling_studio::{Engine, Explorable, Standalone};
use serde_json::Value;

use super::studio::{defaults, reading};
use super::warn;
use crate::arguments::{NetArguments, NetsArguments, OutputOptions, ReportArguments};
use crate::failure::Failure;
use crate::input::{Input, read_source};

/// Name of the engine's file beside the program.
const FILE: &str = "sanderling.wasm";
/// Hint for users without an engine.
const HELP: &str = "help: use `sanderling.wasm` from a release archive of this version, or build it with `cargo xtask wasm` in the project's folder (see docs/browser.md); then put it beside this program, or choose it with `--wasm FILE`";

/// Returns the engine and the net, for a page. `source` is the file that the net was read from.
pub(super) fn explorable(
    options: &ReportArguments,
    input: &Input,
    source: &Source,
) -> Result<Explorable, Failure> {
    Ok(Explorable {
        engine: engine(options.wasm.as_deref(), "--explorable")?,
        load: parameters(&options.net, input, source)?,
        defaults: defaults(options.net.reading.dve_semantics),
    })
}

/// Returns the engine and the nets of the files, for a page without a server.
pub(super) fn standalone(
    nets: &NetsArguments,
    wasm: Option<&Path>,
    output: &OutputOptions,
) -> Result<Standalone, Failure> {
    let load = |file: &Path| {
        let net = nets.one(file);
        let source = read_source(file)?;
        let input = Input::of(source.clone(), &net, |warnings| warn(warnings, output))?;
        parameters(&net, &input, &source)
    };
    Ok(Standalone {
        engine: engine(wasm, "--output")?,
        nets: nets.files.iter().map(|file| load(file)).collect::<Result<_, _>>()?,
        defaults: defaults(nets.reading.dve_semantics),
    })
}

/// Reads the engine from a file, by default the one beside this program. `option` is the option that requires it.
fn engine(file: Option<&Path>, option: &str) -> Result<Engine, Failure> {
    let path = match file {
        Some(path) => path.to_path_buf(),
        None => beside().ok_or_else(|| Failure::input(absent(option)))?,
    };
    let name = path.display().to_string();
    let bytes = fs::read(&path)
        .map_err(|error| Failure::input(format!("cannot read `{name}`: {error}\n{HELP}")).file(&name))?;
    Engine::of(&bytes).map_err(|problem| Failure::input(format!("`{name}` {problem}\n{HELP}")).file(&name))
}

/// Returns the message for a missing engine, with the place where it was expected.
fn absent(option: &str) -> String {
    format!(
        "`{option}` requires the engine as WebAssembly: expected a file `{FILE}` beside this program\n{HELP}"
    )
}

/// Returns the path of the engine beside the program, if the file exists.
fn beside() -> Option<PathBuf> {
    let file = std::env::current_exe().ok()?.parent()?.join(FILE);
    file.is_file().then_some(file)
}

/// Returns the parameters with which the page loads the net; they include its text.
fn parameters(options: &NetArguments, input: &Input, source: &Source) -> Result<Value, Failure> {
    let name = source.name();
    let refused = |why: &str| {
        let what = "and the page reads nets by itself: convert the net with `sanderling convert` first";
        Failure::input(format!("`{name}` {why}, {what}")).file(name)
    };
    if sanderling_formats::by_name(&input.origin.format).is_none() {
        return Err(refused("is read by a converter"));
    }
    let text = std::str::from_utf8(source.bytes()).map_err(|_| refused("is not UTF-8"))?;
    let mut parameters = reading(&options.reading);
    (parameters["text"], parameters["name"]) = (text.into(), name.into());
    parameters["format"] = input.origin.format.as_str().into();
    Ok(parameters)
}
