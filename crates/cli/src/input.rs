//! From a path to a net.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use sanderling::PreparedNet;
use sanderling_formats::{NotRead, OneNet};
use sanderling_net::{Assertion, Diagnostics, Net, Source, Span};
use sanderling_unfolding::{Budget, NotUnfolded, Options};

use crate::arguments::NetArguments;
use crate::diagnostics::{self, Look};
use crate::failure::Failure;
use crate::freed_later::FreedLater;

/// A larger file is refused: it would be read into memory in full.
const LARGEST_FILE: u64 = 4 << 30;

/// A net, and where it comes from.
#[derive(Debug)]
pub(crate) struct Input {
    /// The file as the user named it.
    pub(crate) file: String,
    /// The name of its format.
    pub(crate) format: String,
    /// The net that was chosen, or its unfolding.
    pub(crate) prepared: FreedLater<PreparedNet>,
    /// How many nets the file holds.
    pub(crate) nets_in_file: usize,
    /// What the user should know about the file.
    pub(crate) warnings: Vec<sanderling_report::Diagnostic>,
    /// The net's assertions, as the file writes them.
    pub(crate) assertions: Vec<Quoted>,
    /// Whose meaning the model has, where it is in DVE.
    pub(crate) dve_semantics: Option<&'static str>,
    /// How long reading took.
    pub(crate) parse_time: Duration,
}

/// A piece of the file.
#[derive(Debug)]
pub(crate) struct Quoted {
    /// The id of what stands there.
    pub(crate) id: String,
    /// Its text in one line, where the file is the one that spans refer to.
    pub(crate) text: Option<String>,
}

impl Input {
    /// Reads the net that the command line names; `warn` is given what there is to say about it.
    pub(crate) fn load(arguments: &NetArguments, warn: impl FnOnce(&str)) -> Result<Self, Failure> {
        let started = Instant::now();
        let input = Self::of(read_source(&arguments.file)?, arguments, warn)?;
        Ok(Self { parse_time: started.elapsed(), ..input })
    }

    /// The net that the command line names, from the text of its file; `warn` is given what there is to say
    /// about it.
    pub(crate) fn of(
        source: Source,
        arguments: &NetArguments,
        warn: impl FnOnce(&str),
    ) -> Result<Self, Failure> {
        let is_file = arguments.file != Path::new("-");
        let OneNet { net, nets_in_file, format, dve_semantics, warnings } =
            match arguments.reading.reading().read(&source, &search_path(), is_file) {
                Ok(read) => read,
                Err(problem) => return Err(not_read(source, problem, warn)),
            };
        tell(&source, &warnings, warn);
        Ok(Self {
            assertions: assertions(&net, &source, &format),
            prepared: FreedLater::new(PreparedNet::not_unfolded(net)),
            dve_semantics,
            file: source.name().to_owned(),
            format,
            nets_in_file,
            warnings: described(&warnings, &source),
            parse_time: Duration::ZERO,
        })
    }

    /// The net to be analysed.
    pub(crate) fn net(&self) -> &Net {
        self.prepared.net()
    }

    /// Unfolds the net where it is coloured. An error has the input with its coloured net, and why that is
    /// not unfolded.
    pub(crate) fn unfolded(
        self,
        options: Options,
        budget: &Budget<'_>,
    ) -> Result<Self, Box<(Self, NotUnfolded)>> {
        self.with_prepared(|net| PreparedNet::of(net, options, budget))
    }

    /// Prepares a net that cannot be unfolded for a search without unfolding. An error has what was given:
    /// such a search does not support the net.
    pub(crate) fn without_unfolding(
        (input, problem): (Self, NotUnfolded),
    ) -> Result<Self, Box<(Self, NotUnfolded)>> {
        input.with_prepared(|net| PreparedNet::without_unfolding(Box::new((net, problem))))
    }

    fn with_prepared(
        self,
        prepared: impl FnOnce(Net) -> Result<PreparedNet, Box<(Net, NotUnfolded)>>,
    ) -> Result<Self, Box<(Self, NotUnfolded)>> {
        let net = match self.prepared.into_inner().into_net() {
            Ok(net) => net,
            Err(prepared) => return Ok(Self { prepared: FreedLater::new(prepared), ..self }),
        };
        match prepared(net) {
            Ok(prepared) => Ok(Self { prepared: FreedLater::new(prepared), ..self }),
            Err(refused) => {
                let (net, problem) = *refused;
                let prepared = FreedLater::new(PreparedNet::not_unfolded(net));
                Err(Box::new((Self { prepared, ..self }, problem)))
            }
        }
    }

    /// The failure that the net uses something which cannot be compiled, or that the program is wrong.
    pub(crate) fn unsupported(&self, found: Diagnostics) -> Failure {
        if found.is_internal() {
            return Failure::fault(found).file(&self.file);
        }
        // The places in the file are shown with its lines; the file is read again for them.
        let source =
            read_source(Path::new(&self.file)).unwrap_or_else(|_| Source::new(&self.file, Vec::new()));
        Failure::diagnosed(format!("the net in `{}` cannot be analysed", self.file), source, found)
    }
}

/// The assertions with their texts. A net in another format than that of the model may have spans of
/// a file that is not at hand.
fn assertions(net: &Net, source: &Source, format: &str) -> Vec<Quoted> {
    let text = |span: Span| {
        let bytes = source.bytes();
        let text = str::from_utf8(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)).ok()?;
        let words = text.get(span.start as usize..span.end as usize)?.split_whitespace();
        Some(words.collect::<Vec<_>>().join(" "))
    };
    let quoted = |assertion: &Assertion| Quoted {
        id: assertion.id.clone(),
        text: assertion.span.filter(|_| format == "dve").and_then(text),
    };
    net.assertions.iter().map(quoted).collect()
}

/// Where external converters are looked for.
pub(crate) fn search_path() -> OsString {
    std::env::var_os("PATH").unwrap_or_default()
}

/// What is said of a file, as reports tell it.
fn described(found: &Diagnostics, source: &Source) -> Vec<sanderling_report::Diagnostic> {
    let text = source.shown();
    found.iter().map(|one| sanderling::describe_diagnostic(one, Some(&text))).collect()
}

fn tell(source: &Source, warnings: &Diagnostics, warn: impl FnOnce(&str)) {
    if !warnings.is_empty() {
        warn(&diagnostics::render(source, warnings, Look::of_standard_error()));
    }
}

fn not_read(source: Source, problem: NotRead, warn: impl FnOnce(&str)) -> Failure {
    let message = problem.message(source.name(), "--net");
    if let NotRead::NotChosen { warnings, .. } = &problem {
        tell(&source, warnings, warn);
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
        Ok(bytes) => Ok(Source::new(name, bytes)),
        Err(error) => {
            let hint = hint(&error, &name).unwrap_or_default();
            Err(Failure::input(format!("cannot read `{name}`: {error}{hint}")).file(name))
        }
    }
}

/// What may have been meant by the name of a file that cannot be read.
fn hint(error: &io::Error, name: &str) -> Option<String> {
    match error.kind() {
        io::ErrorKind::IsADirectory => {
            let folder = name.trim_end_matches('/');
            Some(format!(
                "; name the files in it, for example `{folder}/*.pnml`, which the shell replaces by their names"
            ))
        }
        io::ErrorKind::NotFound if name.contains(['*', '?', '[']) => Some(
            "; patterns are for the shell, which found no such file, or was kept from looking by quotes"
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
