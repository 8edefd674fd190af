//! From a path to a net.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use sanderling::PreparedNet;
use sanderling_formats::Semantics;
use sanderling_net::{Assertion, Diagnostics, Differences, Net, Source, Span};
use sanderling_unfolding::{Budget, NotUnfolded, Options};

use crate::arguments::{Difference, DveSemantics, NetArguments};
use crate::diagnostics::{self, Look};
use crate::failure::Failure;

/// A larger file is refused: it would be read into memory in full.
const LARGEST_FILE: u64 = 4 << 30;
/// As many nets are named where one has to be chosen.
const MAX_NAMED: usize = 20;

/// A net, and where it comes from.
#[derive(Debug)]
pub(crate) struct Input {
    /// The file as the user named it.
    pub(crate) file: String,
    /// The name of its format.
    pub(crate) format: String,
    /// The net that was chosen, or its unfolding.
    pub(crate) prepared: PreparedNet,
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
        let choice =
            match sanderling_formats::choose(&source, arguments.reading.from.as_deref(), &search_path()) {
                Ok(choice) => {
                    sanderling_formats::with_semantics(choice, semantics(arguments.reading.dve_semantics))
                }
                Err(found) => return Err(refused(source, found)),
            };
        let read =
            if arguments.reading.untimed { choice.parse_untimed(&source) } else { choice.parse(&source) };
        let parsed = match read {
            Ok(parsed) => parsed,
            Err(found) => return Err(refused(source, found)),
        };
        if !parsed.warnings.is_empty() {
            warn(&diagnostics::render(&source, &parsed.warnings, Look::of_standard_error()));
        }
        let nets_in_file = parsed.nets.len();
        let mut net = choose(parsed.nets, arguments.reading.net.as_deref(), source.name())?;
        match arguments.reading.difference {
            Some(Difference::Defined) => net.read_differences(Differences::Defined),
            Some(Difference::Truncated) => net.read_differences(Differences::Truncated),
            None => {}
        }
        Ok(Self {
            assertions: assertions(&net, &source, choice.name()),
            prepared: PreparedNet::not_unfolded(net),
            dve_semantics: (choice.name() == "dve").then_some(match arguments.reading.dve_semantics {
                DveSemantics::Ltsmin => "ltsmin",
                DveSemantics::Divine2 => "divine2",
            }),
            file: source.name().to_owned(),
            format: choice.name().to_owned(),
            nets_in_file,
            warnings: described(&parsed.warnings, &source),
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
        let net = match self.prepared.into_net() {
            Ok(net) => net,
            Err(prepared) => return Ok(Self { prepared, ..self }),
        };
        match prepared(net) {
            Ok(prepared) => Ok(Self { prepared, ..self }),
            Err(refused) => {
                let (net, problem) = *refused;
                Err(Box::new((Self { prepared: PreparedNet::not_unfolded(net), ..self }, problem)))
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

fn semantics(asked: DveSemantics) -> Semantics {
    match asked {
        DveSemantics::Ltsmin => Semantics::Ltsmin,
        DveSemantics::Divine2 => Semantics::Divine2,
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

fn refused(source: Source, found: Diagnostics) -> Failure {
    let errors = found.iter().filter(|one| one.severity == sanderling_net::Severity::Error).count();
    let number = if errors > 1 { format!(": {errors} errors") } else { String::new() };
    Failure::diagnosed(format!("`{}` cannot be read{number}", source.name()), source, found)
}

/// The net with this id, or at this position from 1. Without a choice there has to be only one.
fn choose(mut nets: Vec<Net>, choice: Option<&str>, file: &str) -> Result<Net, Failure> {
    let chosen = match choice {
        None if nets.len() == 1 => Some(0),
        None => None,
        Some(id) => nets.iter().position(|net| net.id == id).or_else(|| {
            let position: usize = id.parse().ok()?;
            position.checked_sub(1).filter(|&index| index < nets.len())
        }),
    };
    match (chosen, choice) {
        (Some(index), _) => Ok(nets.swap_remove(index)),
        (None, None) => {
            let message =
                format!("`{file}` holds {} nets: choose one with --net ({})", nets.len(), named(&nets));
            Err(Failure::input(message).file(file))
        }
        (None, Some(id)) => {
            Err(Failure::input(format!("`{file}` holds no net `{id}`, but {}", named(&nets))).file(file))
        }
    }
}

/// The nets as one can choose them.
fn named(nets: &[Net]) -> String {
    let name = |(index, net): (usize, &Net)| {
        if net.id.is_empty() { format!("number {}", index + 1) } else { format!("`{}`", net.id) }
    };
    let mut names: Vec<String> = nets.iter().enumerate().take(MAX_NAMED).map(name).collect();
    if nets.len() > MAX_NAMED {
        names.push(format!("{} more", nets.len() - MAX_NAMED));
    }
    names.join(", ")
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
