//! External converters: executables that read a file and print its nets as JSON.
//!
//! `docs/external-formats.md` describes the interface. A converter is called `sanderling-format-NAME` and receives the
//! file's path as its only argument. It prints a net or an array of nets as JSON of the common net, and reports
//! problems on standard error. Its output is not trusted: it is bounded and validated like any file, and every failure
//! ends in a diagnostic.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use sanderling_net::format::Parsed;
use sanderling_net::{Diagnostic, Diagnostics, Net, Source, json};

use crate::foreign::START;
use crate::output;

/// Default limit for the output of a converter, in bytes: 1 GiB.
pub const MAX_OUTPUT_BYTES: u64 = 1 << 30;

/// Maximum number of bytes to keep of a converter's standard error.
const MAX_MESSAGE_BYTES: u64 = 64 << 10;

const PREFIX: &str = "sanderling-format-";

/// An executable that reads a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converter {
    name: String,
    executable: PathBuf,
    max_output_bytes: u64,
}

/// The result of running a converter.
struct Finished {
    status: ExitStatus,
    output: Vec<u8>,
    messages: Vec<u8>,
    is_too_long: bool,
}

impl Converter {
    /// Returns the converter for the format called `name`, in the first folder of `search_path` that has one.
    #[must_use]
    pub fn find(name: &str, search_path: &OsStr) -> Option<Self> {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '+' | '.');
        if name.is_empty() || !name.chars().all(is_name) {
            return None;
        }
        let file = format!("{PREFIX}{name}{}", std::env::consts::EXE_SUFFIX);
        let executable =
            folders(search_path).map(|folder| folder.join(&file)).find(|path| is_executable(path))?;
        Some(Self { name: name.to_owned(), executable, max_output_bytes: MAX_OUTPUT_BYTES })
    }

    /// Returns all converters in the folders of `search_path`, sorted by name.
    #[must_use]
    pub fn all(search_path: &OsStr) -> Vec<Self> {
        let entries =
            folders(search_path).filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
        let mut names: Vec<String> = entries.filter_map(|entry| name_of(&entry.file_name())).collect();
        names.sort();
        names.dedup();
        names.iter().filter_map(|name| Self::find(name, search_path)).collect()
    }

    /// Returns the name of the format.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the path of the executable.
    #[must_use]
    pub fn executable(&self) -> &Path {
        &self.executable
    }

    /// Sets the limit for the output, in bytes.
    #[must_use]
    pub fn with_max_output_bytes(mut self, bytes: u64) -> Self {
        self.max_output_bytes = bytes;
        self
    }

    /// Reads the nets of the file whose path is [`Source::name`], and waits until the converter ends.
    ///
    /// # Errors
    /// The problems that the converter reports, or one error if it cannot be started, fails, or prints too much or no
    /// net.
    pub fn convert(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        let path = std::path::absolute(source.name()).ok().filter(|path| path.is_file());
        let Some(path) = path else {
            let error =
                self.error("reads files only, and this is none").help("save the input to a file first");
            return Err(error.into());
        };
        let finished =
            self.execute(&path).map_err(|error| self.error(&format!("cannot be started: {error}")))?;
        let reported = output::diagnostics(&finished.messages, source, finished.status.success());
        if finished.is_too_long {
            let found = format!("printed more than {} bytes", self.max_output_bytes);
            return Err(self.error(&found).into());
        }
        if !finished.status.success() {
            return Err(self.failed(finished.status, reported));
        }
        let nets = self.nets(&finished.output)?;
        let mut warnings = reported;
        nets.iter().for_each(|net| warnings.extend(net.validate()));
        Ok(Parsed { nets, warnings })
    }

    fn nets(&self, printed: &[u8]) -> Result<Vec<Net>, Diagnostics> {
        json::read_all(printed).map_err(|found| {
            let mut errors = Diagnostics::new();
            errors.extend(found.into_iter().map(|inner| {
                let place =
                    inner.span.map_or(String::new(), |span| format!(" at {}:{}", span.line, span.column));
                let about = inner.element.as_ref().map_or(String::new(), |id| format!(" on `{id}`"));
                let mut outer = self.error(&format!("printed no net{place}{about}: {}", inner.message));
                (outer.expected, outer.help) = (inner.expected, inner.help);
                outer
            }));
            errors
        })
    }

    fn failed(&self, status: ExitStatus, mut reported: Diagnostics) -> Diagnostics {
        if !reported.has_errors() {
            reported.push(self.error(&format!("failed ({status}) without a message")));
        }
        reported
    }

    fn error(&self, what: &str) -> Diagnostic {
        Diagnostic::error(format!("the converter `{PREFIX}{}` {what}", self.name)).at(START)
    }

    fn execute(&self, path: &Path) -> io::Result<Finished> {
        let mut child = Command::new(&self.executable)
            .arg(path)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let stderr = child.stderr.take();
        // Both pipes are read at the same time, because a full one would block the converter.
        let messages =
            std::thread::spawn(move || stderr.map_or(Ok(Vec::new()), |pipe| head(pipe, MAX_MESSAGE_BYTES)));
        let (output, is_too_long) = self.output(&mut child)?;
        let status = child.wait()?;
        let messages = messages.join().unwrap_or_else(|_| Ok(Vec::new()))?;
        Ok(Finished { status, output, messages, is_too_long })
    }

    /// Reads the output of the converter; kills the converter if it prints too much.
    fn output(&self, child: &mut Child) -> io::Result<(Vec<u8>, bool)> {
        let mut output = Vec::new();
        if let Some(pipe) = child.stdout.take() {
            pipe.take(self.max_output_bytes.saturating_add(1)).read_to_end(&mut output)?;
        }
        let is_too_long = output.len() as u64 > self.max_output_bytes;
        if is_too_long {
            child.kill()?;
        }
        Ok((output, is_too_long))
    }
}

/// Returns the first bytes of a pipe, and reads the pipe to its end.
fn head(mut pipe: impl Read, bytes: u64) -> io::Result<Vec<u8>> {
    let mut kept = Vec::new();
    pipe.by_ref().take(bytes).read_to_end(&mut kept)?;
    io::copy(&mut pipe, &mut io::sink())?;
    Ok(kept)
}

/// Returns the folders of a search path. An empty entry of `PATH` denotes the working folder; it is omitted.
fn folders(search_path: &OsStr) -> impl Iterator<Item = PathBuf> {
    // On platforms without programs, the search path is empty, and `split_paths` would panic.
    let paths = (!search_path.is_empty()).then(|| std::env::split_paths(search_path));
    paths.into_iter().flatten().filter(|folder| !folder.as_os_str().is_empty())
}

fn name_of(file: &OsStr) -> Option<String> {
    let name = file.to_str()?.strip_prefix(PREFIX)?;
    Some(name.strip_suffix(std::env::consts::EXE_SUFFIX).unwrap_or(name).to_owned())
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}
