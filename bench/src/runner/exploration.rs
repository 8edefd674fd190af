//! An exploration in a process of its own.
//!
//! Whatever happens to it, a crash or the system's killing it for its memory, happens to it alone;
//! and the most memory that the process ever had is that of the exploration. The process is this
//! program again, under a task that is not shown: it gets an [`Exploration`] and tells an
//! [`Outcome`], both as JSON.

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

/// What to explore, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Exploration {
    /// Where the nets come from.
    pub(crate) source: NetSource,
    /// Whether one event is fired at a time.
    pub(crate) is_sequential: bool,
    /// The number of threads.
    pub(crate) threads: usize,
    /// How markings are packed.
    pub(crate) encoding: Encoding,
    /// The name of the store; where there is one, the driver is the one that suits it.
    pub(crate) store: Option<String>,
    /// Whether to find the transitions that never fire, too.
    pub(crate) dead_transitions: bool,
    /// Whether to tell the states of each level, too.
    pub(crate) levels: bool,
    /// The most memory that may be counted.
    pub(crate) memory_bytes: Option<u64>,
    /// The time that the search may take.
    pub(crate) time: Option<Duration>,
}

/// Where nets come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NetSource {
    /// All nets of a file.
    File(PathBuf),
    /// The net of a family with this name and size.
    Family(String, u64),
}

/// What became of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// A report for each net, or why the source is refused.
    pub(crate) reports: Result<Vec<Report>, String>,
    /// The most memory that the process had, where the system tells.
    pub(crate) peak_resident_bytes: Option<u64>,
    /// The most that it had when the nets had been read.
    pub(crate) resident_bytes_before: Option<u64>,
}

/// How much longer than its search may take a process lives, for reading the file and compiling.
const GRACE: Duration = Duration::from_secs(300);

impl Exploration {
    /// One of this, as one would explore it, without limits.
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

    /// Explores in a process of its own.
    ///
    /// # Errors
    /// Why the process told nothing: what it wrote last, or by which signal it ended.
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

/// Carries out the task that is not shown.
///
/// # Errors
/// Where what is to be explored is not understood.
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

/// The nets of a file, in whatever built-in format it is.
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
    fn families_and_files_are_explored_as_was_asked() {
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
    fn what_is_not_there_or_no_net_is_refused() {
        for path in ["nets/none.pnml", "nets/README.md"] {
            assert!(exploration(NetSource::File(crate::workspace().join(path))).carry_out().reports.is_err());
        }
        assert!(exploration(NetSource::Family("kanban".into(), 0)).carry_out().reports.is_err());
    }
}
