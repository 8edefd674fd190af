//! A net, from its text to the answers about it.

use std::path::Path;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sanderling::{Limits, PreparedNet};
use sanderling_drawing::svg;
use sanderling_formats::{DIFFERENCES, NotRead, SEMANTICS, Word};
use sanderling_net::{Diagnostics, Net, NodeNames, Source};
use sanderling_query::Stored;
use sanderling_report::to_json;
use sanderling_session::{self as session, Opened, Origin};
use sanderling_unfolding::{Naming, NotUnfolded, Options, Progress};
use serde::Deserialize;

use crate::failure::Failure;
use crate::game::Game;
use crate::space::Space;
use crate::watch::{Watch, watched, watched_any};
use crate::{answer, convert, question, standard};

/// The values of the option for names of unfoldings.
const NAMINGS: [Word<Naming>; 2] =
    [("values", "P(a,b) and t(x=a,y=b)", Naming::Values), ("tapaal", "P_i and t_k", Naming::Tapaal)];

/// The options for reading a net, as in `docs/cli.md`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Reading {
    format: Option<String>,
    net: Option<String>,
    untimed: bool,
    define: Vec<String>,
    difference: Option<String>,
    dve_semantics: Option<String>,
    unfold_names: Option<String>,
    /// Whether the name is the path of a file, which a converter can read.
    is_file: bool,
}

/// A net that has been read.
#[derive(Debug, Clone)]
pub(crate) struct Input {
    pub(crate) net: Arc<Net>,
    pub(crate) source: Arc<Source>,
    /// The description of the file, for reports.
    pub(crate) origin: Origin,
    /// Whether this is the net in the file with its name.
    pub(crate) is_file: bool,
    pub(crate) naming: Naming,
}

impl Input {
    fn read(source: Source, reading: &Reading) -> Result<Self, Failure> {
        let naming =
            word("unfold_names", reading.unfold_names.as_deref(), &NAMINGS)?.unwrap_or(Naming::Values);
        let request = sanderling_formats::Reading {
            format: reading.format.clone(),
            net: reading.net.clone(),
            untimed: reading.untimed,
            differences: word("difference", reading.difference.as_deref(), &DIFFERENCES)?,
            semantics: word("dve_semantics", reading.dve_semantics.as_deref(), &SEMANTICS)?
                .unwrap_or_default(),
        };
        let Opened { net, origin, .. } =
            Opened::read(&source, &request, reading.is_file).map_err(|problem| {
                let message = problem.message(source.name(), "net");
                match problem {
                    NotRead::Refused(found) => Failure::diagnosed(message, &source, &found),
                    NotRead::NeedsFile { .. } => Failure::usage(message),
                    NotRead::NotChosen { .. } => Failure::input(message).file(source.name()),
                }
            })?;
        let is_file = reading.is_file;
        Ok(Self { net: Arc::new(net), source: Arc::new(source), origin, is_file, naming })
    }

    /// Returns the name of the file.
    pub(crate) fn file(&self) -> &str {
        self.source.name()
    }

    /// Returns the queries stored in the net's file.
    pub(crate) fn stored(&self) -> Result<Stored<'_>, Failure> {
        Ok(Stored::of(&self.source, sanderling_formats::by_name(&self.origin.format), &self.net, "")?)
    }

    /// Unfolds the net if it is coloured, within the limits.
    pub(crate) fn unfolded(
        &self,
        limits: Limits,
        watch: &Watch<'_>,
    ) -> Result<PreparedNet, Box<(Net, NotUnfolded)>> {
        let options = Options { naming: self.naming, merges: false };
        let show = |progress: &Progress| watch.record_unfolding(progress);
        session::unfolded(Net::clone(&self.net), options, &watch.means(limits, &show))
    }

    /// Returns the failure of work that needs the unfolding.
    pub(crate) fn not_unfolded(&self, problem: NotUnfolded) -> Failure {
        match problem {
            NotUnfolded::Cancelled => Failure::stopped(problem.to_string()).file(self.file()),
            NotUnfolded::Infinite(found) | NotUnfolded::Unsupported(found) => {
                self.unsupported(&(*found).into())
            }
            problem => {
                let message = format!("{problem}; increase the limit of memory or time");
                Failure::stopped(message).file(self.file())
            }
        }
    }

    /// Returns the failure for a net that cannot be compiled, or for a bug in the program.
    pub(crate) fn unsupported(&self, found: &Diagnostics) -> Failure {
        let message = format!("the net in `{}` cannot be analysed", self.file());
        Failure::diagnosed(message, &self.source, found)
    }
}

/// Returns the value of an option's word, or `None` if the option is not given.
fn word<T: Copy>(option: &str, given: Option<&str>, words: &[Word<T>; 2]) -> Result<Option<T>, Failure> {
    let Some(given) = given else { return Ok(None) };
    let found = words.iter().find(|(word, ..)| *word == given).map(|(.., value)| Some(*value));
    found.ok_or_else(|| {
        let [(one, ..), (other, ..)] = words;
        Failure::usage(format!("invalid value '{given}' for `{option}`: expected {one} or {other}"))
    })
}

/// A net that has been read. `sanderling.Net` is around it.
#[pyclass(frozen, module = "sanderling._sanderling")]
pub(crate) struct Loaded(pub(crate) Input);

#[pymethods]
impl Loaded {
    /// Reads a net from the bytes of a file called `name`; `reading` is an object of JSON.
    #[new]
    fn new(py: Python<'_>, name: String, bytes: &[u8], reading: &str) -> PyResult<Self> {
        let reading: Reading = serde_json::from_str(reading).map_err(Failure::from)?;
        let source = match reading.is_file {
            true => Source::of_file(Path::new(&name), bytes),
            false => Source::new(name, bytes),
        };
        let source = source.with_definitions(reading.define.clone());
        let read = |_: &Watch<'_>| Input::read(source, &reading);
        let (read, interruption) = watched_any(py, None, read)?;
        interruption.map_or_else(|| Ok(Self(read?)), Err)
    }

    /// The numbers and names of the net, as JSON.
    fn head(&self) -> String {
        convert::head(&self.0)
    }

    /// Answers `explore`, `deadlock` or `check`.
    #[pyo3(signature = (question, options, listener=None))]
    fn ask(
        &self,
        py: Python<'_>,
        question: &str,
        options: &str,
        listener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let question = question::read(question, options, &self.0)?;
        watched(py, listener, |watch| {
            answer::answered(&self.0, &question, watch).map(|report| to_json(&report))
        })
    }

    /// Answers `analyse`.
    #[pyo3(signature = (question, options, listener=None))]
    fn analyse(
        &self,
        py: Python<'_>,
        question: &str,
        options: &str,
        listener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let request = standard::read(question, options)?;
        watched(py, listener, |watch| {
            standard::answered(&self.0, &request, watch).map(|report| to_json(&report))
        })
    }

    /// Answers `info`.
    fn info(&self, py: Python<'_>, unfold: bool, options: &str) -> PyResult<String> {
        let limits = standard::budget(options)?;
        watched(py, None, |watch| {
            standard::described(&self.0, unfold, limits, watch).map(|report| to_json(&report))
        })
    }

    /// Keeps the state space.
    #[pyo3(signature = (options, listener=None))]
    fn space(&self, py: Python<'_>, options: &str, listener: Option<&Bound<'_, PyAny>>) -> PyResult<Space> {
        Space::of(py, &self.0, options, listener)
    }

    /// The place/transition net that a coloured net is unfolded to.
    #[pyo3(signature = (options, listener=None))]
    fn unfold(&self, py: Python<'_>, options: &str, listener: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let limits = standard::budget(options)?;
        let unfold = |watch: &Watch<'_>| {
            self.0.unfolded(limits, watch).map_err(|refused| self.0.not_unfolded(refused.1))
        };
        let (unfolded, interruption) = watched_any(py, listener, unfold)?;
        if let Some(error) = interruption {
            return Err(error);
        }
        let net = Arc::new(unfolded?.net().clone());
        Ok(Self(Input { net, is_file: false, ..self.0.clone() }))
    }

    /// A token game.
    fn game(&self) -> PyResult<Game> {
        Ok(Game::begin(Arc::clone(&self.0.net))?)
    }

    /// The net in a format, with what the format does not keep, in words.
    fn text<'py>(&self, py: Python<'py>, format: &str) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
        let written = |watch: &Watch<'_>| convert::written(&self.0, format, watch);
        let (written, interruption) = watched_any(py, None, written)?;
        if let Some(error) = interruption {
            return Err(error);
        }
        let (text, lost) = written?;
        Ok((PyBytes::new(py, &text), lost))
    }

    /// Whether a trace is a run of the net, as `replay` answers.
    fn replay(&self, py: Python<'_>, trace: &str) -> PyResult<String> {
        watched(py, None, |watch| convert::replayed(&self.0, trace, watch))
    }

    /// What differs in another net, as `compare` answers.
    fn compare(&self, py: Python<'_>, other: &Self) -> String {
        py.detach(|| convert::compared(&self.0, &other.0))
    }

    /// The picture of the net as SVG.
    fn picture(&self, py: Python<'_>) -> PyResult<String> {
        let net = &self.0.net;
        let drawn = py.detach(|| match net.program {
            Some(_) => svg::net(net, self.0.file()),
            None => svg::net(&net.titled(NodeNames::Names), self.0.file()),
        });
        Ok(drawn.map_err(|found| Failure::input(found.to_string()).file(self.0.file()))?)
    }
}
