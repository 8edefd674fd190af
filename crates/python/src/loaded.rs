//! A net, from a text to what is asked about it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sanderling::{PreparedNet, describe_diagnostic};
use sanderling_drawing::svg;
use sanderling_formats::{Choice, Semantics};
use sanderling_net::{Diagnostics, Differences, Net, NodeNames, Source};
use sanderling_query::Stored;
use sanderling_report::{Diagnostic, to_json};
use sanderling_unfolding::{Budget, Naming, NotUnfolded, Options};
use serde::Deserialize;

use crate::failure::Failure;
use crate::game::Game;
use crate::space::Space;
use crate::watch::{Watch, watched, watched_any};
use crate::{answer, convert, question, standard};

/// As many nets are named where one has to be chosen.
const MAX_NAMED: usize = 20;

/// How a net is read, as `docs/cli.md` has it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Reading {
    format: Option<String>,
    net: Option<String>,
    untimed: bool,
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
    pub(crate) format: String,
    pub(crate) nets_in_file: usize,
    pub(crate) warnings: Vec<Diagnostic>,
    pub(crate) dve_semantics: Option<&'static str>,
    /// Whether this is the net in the file that it is named after.
    pub(crate) is_file: bool,
    pub(crate) naming: Naming,
    pub(crate) parse_time: Duration,
}

impl Input {
    fn read(source: Source, reading: &Reading) -> Result<Self, Failure> {
        let started = Instant::now();
        let semantics = [("ltsmin", Semantics::Ltsmin), ("divine2", Semantics::Divine2)];
        let semantics = semantics.map(|(name, semantics)| (name, (name, semantics)));
        let semantics = choice("dve_semantics", reading.dve_semantics.as_deref(), semantics)?
            .unwrap_or(("ltsmin", Semantics::Ltsmin));
        let naming = [("values", Naming::Values), ("tapaal", Naming::Tapaal)];
        let naming =
            choice("unfold_names", reading.unfold_names.as_deref(), naming)?.unwrap_or(Naming::Values);
        let differences = [("defined", Differences::Defined), ("truncated", Differences::Truncated)];
        let differences = choice("difference", reading.difference.as_deref(), differences)?;
        let refused = |found: &Diagnostics| {
            Failure::diagnosed(format!("`{}` cannot be read", source.name()), &source, found)
        };
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let choice = sanderling_formats::choose(&source, reading.format.as_deref(), &folders);
        let choice =
            sanderling_formats::with_semantics(choice.map_err(|found| refused(&found))?, semantics.1);
        if let (Choice::External(converter), false) = (&choice, reading.is_file) {
            let name = converter.name();
            return Err(Failure::usage(format!(
                "a text in the format `{name}` is read by a converter, which needs a file: give its path"
            )));
        }
        let parsed = if reading.untimed { choice.parse_untimed(&source) } else { choice.parse(&source) };
        let parsed = parsed.map_err(|found| refused(&found))?;
        let shown = source.shown();
        let warnings = parsed.warnings.iter().map(|one| describe_diagnostic(one, Some(&shown))).collect();
        drop(shown);
        let nets_in_file = parsed.nets.len();
        let mut net = one_of(parsed.nets, reading.net.as_deref(), source.name())?;
        if let Some(differences) = differences {
            net.read_differences(differences);
        }
        Ok(Self {
            nets_in_file,
            net: Arc::new(net),
            format: choice.name().to_owned(),
            dve_semantics: (choice.name() == "dve").then_some(semantics.0),
            source: Arc::new(source),
            warnings,
            naming,
            is_file: reading.is_file,
            parse_time: started.elapsed(),
        })
    }

    /// The file as it was named.
    pub(crate) fn file(&self) -> &str {
        self.source.name()
    }

    /// The queries that the net's file keeps.
    pub(crate) fn stored(&self) -> Result<Stored<'_>, Failure> {
        Ok(Stored::of(&self.source, sanderling_formats::by_name(&self.format), &self.net, "")?)
    }

    /// The net with its unfolding, where it is coloured, within a time and a memory; usual ones where there is no limit.
    pub(crate) fn unfolded(
        &self,
        (time, bytes): (Option<Duration>, Option<usize>),
        merges: bool,
        watch: &Watch<'_>,
    ) -> Result<PreparedNet, Box<(Net, NotUnfolded)>> {
        let usual = Budget::default();
        let budget = Budget {
            bytes: bytes.map_or(usual.bytes, |bytes| bytes as u64),
            time: time.unwrap_or(usual.time),
            is_cancelled: &|| watch.control().is_cancelled(),
            hear: &|progress| watch.hear_unfolding(progress),
            ..usual
        };
        PreparedNet::of(Net::clone(&self.net), Options { naming: self.naming, merges }, &budget)
    }

    /// The failure of what needs the unfolding.
    pub(crate) fn not_unfolded(&self, problem: NotUnfolded) -> Failure {
        match problem {
            NotUnfolded::Cancelled => Failure::stopped(problem.to_string()).file(self.file()),
            NotUnfolded::Infinite(found) | NotUnfolded::Unsupported(found) => {
                self.unsupported(&(*found).into())
            }
            problem => {
                let message = format!("{problem}; a limit of memory or time may be raised");
                Failure::stopped(message).file(self.file())
            }
        }
    }

    /// The failure that the net uses something which cannot be compiled, or that the program is wrong.
    pub(crate) fn unsupported(&self, found: &Diagnostics) -> Failure {
        let message = format!("the net in `{}` cannot be analysed", self.file());
        Failure::diagnosed(message, &self.source, found)
    }
}

/// What the value of an option names; nothing where the option is not given.
fn choice<T: Copy>(option: &str, given: Option<&str>, choices: [(&str, T); 2]) -> Result<Option<T>, Failure> {
    let Some(given) = given else { return Ok(None) };
    let found = choices.iter().find(|(name, _)| *name == given).map(|(_, choice)| Some(*choice));
    found.ok_or_else(|| {
        let [(one, _), (other, _)] = choices;
        Failure::usage(format!("invalid value '{given}' for `{option}`: expected {one} or {other}"))
    })
}

/// The net with this id, or at this position from 1. Without a choice there has to be only one.
fn one_of(mut nets: Vec<Net>, which: Option<&str>, file: &str) -> Result<Net, Failure> {
    let index = match which {
        None => (nets.len() == 1).then_some(0),
        Some(id) => nets
            .iter()
            .position(|net| net.id == id)
            .or_else(|| id.parse::<usize>().ok()?.checked_sub(1).filter(|&index| index < nets.len())),
    };
    if let Some(index) = index {
        return Ok(nets.swap_remove(index));
    }
    let named = nets.iter().enumerate().take(MAX_NAMED).map(|(index, net)| {
        if net.id.is_empty() { format!("number {}", index + 1) } else { format!("`{}`", net.id) }
    });
    let named = named.collect::<Vec<_>>().join(", ");
    Err(Failure::input(match which {
        None => format!("`{file}` holds {} nets: choose one with `net` ({named})", nets.len()),
        Some(id) => format!("`{file}` holds no net `{id}`, but {named}"),
    })
    .file(file))
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
        let read = |_: &Watch<'_>| Input::read(Source::new(name, bytes), &reading);
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
    #[pyo3(signature = (asked, options, listener=None))]
    fn analyse(
        &self,
        py: Python<'_>,
        asked: &str,
        options: &str,
        listener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let asked = standard::read(asked, options)?;
        watched(py, listener, |watch| {
            standard::answered(&self.0, &asked, watch).map(|report| to_json(&report))
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
            let limits = (limits.time, limits.memory_bytes);
            self.0.unfolded(limits, false, watch).map_err(|refused| self.0.not_unfolded(refused.1))
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
