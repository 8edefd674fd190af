//! Loading a net from a path.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::Instant;

use sanderling::PreparedNet;
use sanderling_formats::NotRead;
use sanderling_net::{Diagnostics, Net, Source};
use sanderling_session::{Opened, Origin};

use crate::arguments::NetArguments;
use crate::diagnostics::{self, Look};
use crate::failure::Failure;
use crate::freed_later::FreedLater;

/// Maximum size of a file in bytes. Files are read into memory in full.
const LARGEST_FILE: u64 = 4 << 30;

/// A net, and its origin.
#[derive(Debug)]
pub(crate) struct Input {
    /// The description of the file, for reports.
    pub(crate) origin: Origin,
    /// The chosen net, or its unfolding.
    pub(crate) prepared: FreedLater<PreparedNet>,
}

impl Input {
    /// Reads the net that the command line names. `warn` receives the warnings about the file.
    pub(crate) fn load(arguments: &NetArguments, warn: impl FnOnce(&str)) -> Result<Self, Failure> {
        let started = Instant::now();
        let mut input = Self::of(read_source(&arguments.file)?, arguments, warn)?;
        input.origin.parse_time = started.elapsed();
        Ok(input)
    }

    /// Reads the net from the text of its file. `warn` receives the warnings about the file.
    pub(crate) fn of(
        source: Source,
        arguments: &NetArguments,
        warn: impl FnOnce(&str),
    ) -> Result<Self, Failure> {
        let is_file = arguments.file != Path::new("-");
        let source = source.with_definitions(arguments.reading.define.clone());
        match Opened::read(&source, &arguments.reading.reading(), is_file) {
            Ok(Opened { net, origin, warnings }) => {
                print_warnings(&source, &warnings, warn);
                Ok(Self { origin, prepared: FreedLater::new(PreparedNet::not_unfolded(net)) })
            }
            Err(problem) => Err(not_read(source, problem, warn)),
        }
    }

    /// Returns the net to analyse.
    pub(crate) fn net(&self) -> &Net {
        self.prepared.net()
    }

    /// Prepares the net with a function, unless it is prepared. An error of the function returns the net unchanged.
    pub(crate) fn with_prepared<E>(
        self,
        prepared: impl FnOnce(Net) -> Result<PreparedNet, Box<(Net, E)>>,
    ) -> Result<Self, Box<(Self, E)>> {
        let Self { origin, prepared: before } = self;
        let net = match before.into_inner().into_net() {
            Ok(net) => net,
            Err(ready) => return Ok(Self { origin, prepared: FreedLater::new(ready) }),
        };
        match prepared(net) {
            Ok(ready) => Ok(Self { origin, prepared: FreedLater::new(ready) }),
            Err(refused) => {
                let (net, problem) = *refused;
                let prepared = FreedLater::new(PreparedNet::not_unfolded(net));
                Err(Box::new((Self { origin, prepared }, problem)))
            }
        }
    }

    /// Returns the failure for a net that cannot be compiled, or for a bug in the program.
    pub(crate) fn unsupported(&self, found: Diagnostics) -> Failure {
        if found.is_internal() {
            return Failure::fault(found).file(&self.origin.file);
        }
        // The file is read again to show the lines that the diagnostics are about.
        let source = read_source(Path::new(&self.origin.file))
            .unwrap_or_else(|_| Source::new(&self.origin.file, Vec::new()));
        Failure::diagnosed(format!("the net in `{}` cannot be analysed", self.origin.file), source, found)
    }
}

/// Returns the directories in which external converters are looked up.
pub(crate) fn search_path() -> OsString {
    std::env::var_os("PATH").unwrap_or_default()
}

fn print_warnings(source: &Source, warnings: &Diagnostics, warn: impl FnOnce(&str)) {
    if !warnings.is_empty() {
        warn(&diagnostics::render(source, warnings, Look::of_standard_error()));
    }
}

fn not_read(source: Source, problem: NotRead, warn: impl FnOnce(&str)) -> Failure {
    let message = problem.message(source.name(), "--net");
    if let NotRead::NotChosen { warnings, .. } = &problem {
        print_warnings(&source, warnings, warn);
    }
    match problem {
        NotRead::Refused(found) => Failure::diagnosed(message, source, found),
        NotRead::NeedsFile { .. } | NotRead::NotChosen { .. } => Failure::input(message).file(source.name()),
    }
}

/// Reads a text file in full; `-` is standard input.
pub(crate) fn read_source(path: &Path) -> Result<Source, Failure> {
    let name = path.display().to_string();
    let bytes = if name == "-" { read_all(io::stdin().lock()) } else { open(path).and_then(read_all) };
    match bytes {
        Ok(bytes) if name == "-" => Ok(Source::new(name, bytes)),
        Ok(bytes) => Ok(Source::of_file(path, bytes)),
        Err(error) => {
            let hint = hint(&error, &name).unwrap_or_default();
            Err(Failure::input(format!("cannot read `{name}`: {error}{hint}")).file(name))
        }
    }
}

/// Suggests what was meant by the name of a file that cannot be read.
fn hint(error: &io::Error, name: &str) -> Option<String> {
    match error.kind() {
        io::ErrorKind::IsADirectory => {
            let folder = name.trim_end_matches('/');
            Some(format!(
                "; give the files in it, for example `{folder}/*.pnml`, which the shell replaces by their names"
            ))
        }
        io::ErrorKind::NotFound if name.contains(['*', '?', '[']) => Some(
            "; patterns are expanded by the shell, which found no such file, or did not expand a quoted pattern"
                .to_owned(),
        ),
        _ => None,
    }
}

fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
    }
    Ok(file)
}

fn read_all(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(LARGEST_FILE).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == LARGEST_FILE {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it has 4 GiB or more"));
    }
    Ok(bytes)
}
