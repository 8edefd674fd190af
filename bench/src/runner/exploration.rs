//! An exploration in a separate process.
//!
//! A crash, or termination by the system for lack of memory, affects only that process, and its peak memory
//! is that of the exploration. The process runs this program with a hidden task: it receives an
//! [`Exploration`] and prints an [`Outcome`], both as JSON.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sanderling::{Control, Driver, Limits, PreparedNet, Question, Request, Statistics};
use sanderling_families::Family;
use sanderling_net::{Net, Source};
use sanderling_report::Report;
use sanderling_unfolding::{Budget, Options};
use serde::{Deserialize, Serialize};

use super::memory::own_peak_bytes;
use super::process::{self, Bounds, Ending};
use crate::values::Encoding;

/// The parameters of an exploration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Exploration {
    /// The source of the nets.
    pub(crate) source: NetSource,
    /// Whether one event is fired at a time.
    pub(crate) is_sequential: bool,
    /// The number of threads.
    pub(crate) threads: usize,
    /// The encoding of markings.
    pub(crate) encoding: Encoding,
    /// The name of the store. If given, the driver is the one that suits it.
    pub(crate) store: Option<String>,
    /// Whether to find the transitions that never fire.
    pub(crate) dead_transitions: bool,
    /// Whether to report the states of each level.
    pub(crate) levels: bool,
    /// Limit on the counted memory in bytes.
    pub(crate) memory_bytes: Option<u64>,
    /// Time limit of the search.
    pub(crate) time: Option<Duration>,
}

/// A source of nets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NetSource {
    /// All nets in a file.
    File(PathBuf),
    /// The net of a family with this name and size.
    Family(String, u64),
}

/// The result of an exploration.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// A report for each net, or why the source is refused.
    pub(crate) reports: Result<Vec<Report>, String>,
    /// Peak resident memory of the process in bytes, if the system reports it.
    pub(crate) peak_resident_bytes: Option<u64>,
    /// Peak resident memory after reading the nets, in bytes.
    pub(crate) resident_bytes_before: Option<u64>,
}

/// Time that a process may exceed the time limit of its search, to read the file and compile the nets.
const GRACE: Duration = Duration::from_secs(300);

impl Exploration {
    /// Returns the default exploration of a source, without limits.
    pub(crate) fn of(source: NetSource) -> Self {
        Self {
            source,
            is_sequential: false,
            threads: 1,
            encoding: Encoding::Auto,
            store: None,
            dead_transitions: false,
            levels: false,
            memory_bytes: None,
            time: None,
        }
    }

    /// Explores in a separate process.
    ///
    /// # Errors
    /// Why the process reported nothing: its last line of output, or the signal that ended it.
    pub(crate) fn run_apart(&self) -> Result<Outcome, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let json = serde_json::to_string(self).map_err(|error| error.to_string())?;
        let command = [program.to_string_lossy().into_owned(), "explore-apart".to_owned(), json];
        let time = self.time.map_or(Bounds::NONE.time, |time| time + GRACE);
        let ended = process::run(&command, Path::new("."), Bounds { time, ..Bounds::NONE }, process::stop());
        let ended = ended.map_err(|error| error.to_string())?;
        if ended.ended_for == Some(Ending::Stop) {
            return Err("stopped".to_owned());
        }
        serde_json::from_str(&ended.output)
            .map_err(|_| format!("{}: {}", ended.status, ended.last_line("it printed nothing")))
    }
}

/// Executes the hidden task.
///
/// # Errors
/// The parameters cannot be parsed.
pub(crate) fn explore_and_report(exploration: &str) -> Result<(), String> {
    let exploration: Exploration = serde_json::from_str(exploration).map_err(|error| error.to_string())?;
    let outcome = exploration.carry_out();
    println!("{}", serde_json::to_string(&outcome).map_err(|error| error.to_string())?);
    Ok(())
}

impl Exploration {
    fn carry_out(&self) -> Outcome {
        let started = Instant::now();
        let nets = self.source.nets();
        let parse = started.elapsed().as_secs_f64();
        let resident_bytes_before = own_peak_bytes();
        let reports = nets.and_then(|nets| self.explore(nets, parse));
        Outcome { reports, peak_resident_bytes: own_peak_bytes(), resident_bytes_before }
    }

    fn explore(&self, nets: Vec<Net>, parse: f64) -> Result<Vec<Report>, String> {
        let request = self.request()?;
        let explored = nets.into_iter().map(|net| {
            let ready = PreparedNet::of(net, Options::default(), &Budget::default());
            let ready = ready.map_err(|refused| refused.1.to_string())?;
            let mut report =
                ready.analyse(&request, &Control::default()).map_err(|found| found.to_string())?;
            report.time_s.parse = parse;
            Ok(report)
        });
        explored.collect()
    }

    fn request(&self) -> Result<Request, String> {
        let store = self.store.as_ref().map(|store| store.parse()).transpose()?;
        Ok(Request {
            statistics: Statistics {
                dead_transitions: self.dead_transitions,
                levels: self.levels,
                ..Statistics::default()
            },
            driver: match (self.is_sequential, store) {
                (true, _) => Driver::Sequential,
                (false, None) => Driver::Batched,
                (false, Some(_)) => Driver::Auto,
            },
            store,
            threads: self.threads,
            encoding: self.encoding.into(),
            limits: Limits {
                memory_bytes: self.memory_bytes.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
                time: self.time,
                states: None,
            },
            ..Request::new(Question::Explore)
        })
    }
}

impl NetSource {
    fn nets(&self) -> Result<Vec<Net>, String> {
        match self {
            Self::File(path) => read(path),
            Self::Family(name, size) => Ok(vec![Family::named(name)?.net(*size)?]),
        }
    }
}

/// Reads the nets of a file in any built-in format.
pub(crate) fn read(path: &Path) -> Result<Vec<Net>, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let source = Source::new(path.to_string_lossy(), bytes);
    let format =
        sanderling_formats::choose(&source, None, OsStr::new("")).map_err(|found| found.to_string())?;
    Ok(format.parse(&source).map_err(|found| found.to_string())?.nets)
}

#[cfg(test)]
mod tests {
    use sanderling_report::Verdict;

    use super::*;

    fn exploration(source: NetSource) -> Exploration {
        Exploration {
            encoding: Encoding::Radix,
            dead_transitions: true,
            levels: true,
            ..Exploration::of(source)
        }
    }

    #[test]
    fn an_exploration_survives_json() {
        let exploration = exploration(NetSource::Family("kanban".into(), 2));
        let json = serde_json::to_string(&exploration).unwrap();
        assert_eq!(serde_json::from_str::<Exploration>(&json).unwrap(), exploration);
    }

    #[test]
    fn families_and_files_are_explored_with_the_given_options() {
        let file = crate::workspace().join("nets/kanban-2.pnml");
        for source in [NetSource::Family("kanban".into(), 2), NetSource::File(file)] {
            let reports = exploration(source).carry_out().reports.unwrap();
            let [report] = &reports[..] else { panic!("one net") };
            assert_eq!((report.verdict, report.states), (Verdict::Computed, Some(4600_u64.into())));
            assert_eq!(report.options["encoding"], "radix");
            assert_eq!(report.dead_transitions.as_deref(), Some(&[][..]));
            assert!(report.levels.as_ref().is_some_and(|levels| levels.len() > 1));
        }
    }

    #[test]
    fn missing_and_invalid_nets_are_refused() {
        for path in ["nets/none.pnml", "nets/README.md"] {
            assert!(exploration(NetSource::File(crate::workspace().join(path))).carry_out().reports.is_err());
        }
        assert!(exploration(NetSource::Family("kanban".into(), 0)).carry_out().reports.is_err());
    }
}
