//! Traces as files: four formats, for writing and reading.
//!
//! [`TraceFormat`] lists the formats; each has a module. The content of a file determines its format for reading
//! ([`TraceFormat::of_content`]), and its extension the format for writing ([`TraceFormat::of_name`]). JSON holds a
//! whole trace; the modules of the other formats describe what these hold. If a format cannot hold a part that a replay
//! needs, the trace is refused ([`Unwritable`]). A replay does not need branches, so they are omitted, with a comment if
//! the format has comments. INVARIANT: a written file is read as a trace with the same firings in the same order.
//! `docs/traces.md` documents the formats for users.

mod csv;
mod fault;
mod json;
mod scn;
mod tapaal;

use std::fmt;

pub use fault::TraceFault;
pub use tapaal::Consumption;

use crate::{Report, Trace};

/// A format of traces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TraceFormat {
    /// The trace of `docs/json.md`.
    Json,
    /// The XML of TAPAAL and its engines.
    Tapaal,
    /// The firing sequences of TINA.
    Scn,
    /// A table with a row for each step.
    Csv,
}

/// The reason why a trace cannot be written in a format, as the end of a sentence that names the format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unwritable(String);

impl Unwritable {
    fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unwritable {}

impl TraceFormat {
    /// Every format of traces.
    pub const ALL: [Self; 4] = [Self::Json, Self::Tapaal, Self::Scn, Self::Csv];

    /// The extensions of the formats, for a message.
    pub const EXTENSIONS: &str = ".json, .xml, .trc, .scn or .csv";

    /// Returns the name on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Tapaal => "tapaal",
            Self::Scn => "scn",
            Self::Csv => "csv",
        }
    }

    /// Returns the format for a file with this name, by its extension.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        Some(match ending.to_ascii_lowercase().as_str() {
            "json" => Self::Json,
            "xml" | "trc" => Self::Tapaal,
            "scn" => Self::Scn,
            "csv" => Self::Csv,
            _ => return None,
        })
    }

    /// Returns the format of a file by its text or, if that is inconclusive, by its extension. The default is a firing
    /// sequence.
    #[must_use]
    pub fn of_file(name: &str, text: &str) -> Self {
        match Self::of_content(text) {
            Self::Scn => Self::of_name(name).unwrap_or(Self::Scn),
            format => format,
        }
    }

    /// Returns the format of a text. The default is a firing sequence.
    #[must_use]
    pub fn of_content(text: &str) -> Self {
        let text = text.trim_start_matches('\u{FEFF}').trim_start();
        let in_braces = text.strip_prefix('{').map(str::trim_start);
        if text.starts_with('<') || text.starts_with(tapaal::HEADING) {
            Self::Tapaal
        } else if text.starts_with('[') || in_braces.is_some_and(|rest| rest.starts_with(['"', '}'])) {
            Self::Json
        } else if csv::is_headed(text) {
            Self::Csv
        } else {
            Self::Scn
        }
    }

    /// Reads a trace.
    ///
    /// # Errors
    /// The problem with the text, with its position.
    pub fn read(self, text: &str) -> Result<Trace, TraceFault> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        match self {
            Self::Json => json::read(text),
            Self::Tapaal => tapaal::read(text),
            Self::Scn => scn::read(text),
            Self::Csv => csv::read(text),
        }
    }

    /// Returns the text of a trace. `consumption` contains the tokens that each step consumes; only TAPAAL's format
    /// stores them.
    ///
    /// # Errors
    /// If the format cannot hold the trace.
    pub fn write(self, trace: &Trace, consumption: &[Consumption]) -> Result<String, Unwritable> {
        match self {
            Self::Json => Ok(crate::to_json(trace) + "\n"),
            Self::Tapaal => tapaal::write(trace, consumption),
            _ if trace.repeated_from.is_some() && !self.holds_lassos() => {
                Err(Unwritable::new("it has no infinite runs"))
            }
            Self::Scn => scn::write(trace),
            Self::Csv => Ok(csv::write(trace)),
        }
    }

    /// Whether comments can mention what the format does not hold.
    #[must_use]
    pub fn holds_comments(self) -> bool {
        matches!(self, Self::Scn | Self::Tapaal)
    }

    /// Whether infinite runs can be written.
    #[must_use]
    pub fn holds_lassos(self) -> bool {
        matches!(self, Self::Json | Self::Tapaal)
    }
}

impl Report {
    /// Returns the run of the report: the one that decides the verdict, else the run to a model error, else the proof
    /// of unboundedness with one repetition.
    #[must_use]
    pub fn run(&self) -> Option<Trace> {
        let to_error = || self.model_error.as_ref().map(|error| error.trace.clone());
        let growing = || {
            let proof = self.unbounded.as_ref()?;
            let mut steps = proof.prefix.steps.clone();
            steps.extend(&proof.pump);
            Some(Trace { initial: proof.prefix.initial.clone(), steps, ..Trace::default() })
        };
        self.trace.clone().or_else(to_error).or_else(growing)
    }
}

/// Returns a note that the claims along a run are not written, for formats that cannot hold them.
fn without_branches(trace: &Trace) -> Option<String> {
    match trace.claims() {
        0 => None,
        1 => Some("1 branch is left out".to_owned()),
        count => Some(format!("{count} branches are left out")),
    }
}

/// Returns an error if the last step is undefined, for formats that hold only firings.
fn without_error(trace: &Trace) -> Result<(), Unwritable> {
    match trace.steps.kinds().find(|step| step.error.is_some()) {
        Some(step) => {
            Err(Unwritable::new(format!("it has firings only, and `{}` is a model error", step.event)))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_and_contents_determine_the_format() {
        for format in TraceFormat::ALL {
            let name = if format == TraceFormat::Tapaal { "xml" } else { format.as_str() };
            assert_eq!(TraceFormat::of_name(&format!("a.b/run.{name}")), Some(format));
            let trace = Trace {
                steps: vec![crate::Step { event: "t 1".into(), ..crate::Step::default() }].into(),
                ..Trace::default()
            };
            let text = format.write(&trace, &[]).unwrap();
            assert_eq!(TraceFormat::of_content(&text), format, "{text}");
            assert_eq!(TraceFormat::of_content(&format!("\u{FEFF}\n{text}")), format, "{text}");
            assert_eq!(format.read(&text).unwrap().steps.get(0).unwrap().event, "t 1", "{text}");
        }
        for extension in TraceFormat::EXTENSIONS.split([',', ' ']).filter(|word| word.starts_with('.')) {
            assert!(TraceFormat::of_name(&format!("run{extension}")).is_some(), "{extension}");
        }
        assert_eq!(TraceFormat::of_name("run"), None);
        assert_eq!(TraceFormat::of_file("run.json", "nonsense"), TraceFormat::Json);
        assert_eq!(TraceFormat::of_file("run.json", "<trace/>"), TraceFormat::Tapaal);
        assert_eq!(TraceFormat::of_file("-", "nonsense"), TraceFormat::Scn);
        assert_eq!(TraceFormat::of_name("run.txt"), None);
    }

    #[test]
    fn runs_without_an_end_survive_or_are_refused() {
        let steps = vec![crate::Step { event: "t".into(), ..crate::Step::default() }].into();
        let lasso = Trace { steps, repeated_from: Some(0), ..Trace::default() };
        for format in TraceFormat::ALL {
            match format.write(&lasso, &[]) {
                Ok(text) => assert_eq!(format.read(&text).as_ref(), Ok(&lasso), "{text}"),
                Err(_) => assert!(!format.holds_lassos(), "{format:?}"),
            }
        }
    }

    #[test]
    fn branches_survive_or_are_left_out() {
        let step = || vec![crate::Step { event: "t".into(), ..crate::Step::default() }].into();
        let branch = crate::TraceBranch {
            after: 1,
            formula: "EF (true)".into(),
            holds: true,
            shown_by: crate::ShownBy::Branch,
            trace: Some(Trace { steps: step(), left_out_from: Some(0), ..Trace::default() }),
            ..crate::TraceBranch::default()
        };
        let alone = Trace { steps: step(), ..Trace::default() };
        let trace = Trace { branches: vec![branch], ..alone.clone() };
        for format in TraceFormat::ALL {
            let text = format.write(&trace, &[]).unwrap();
            let is_json = format == TraceFormat::Json;
            assert_eq!(format.read(&text).as_ref(), Ok(if is_json { &trace } else { &alone }), "{text}");
            assert_eq!(text.contains("1 branch is left out"), format.holds_comments(), "{text}");
        }
    }

    #[test]
    fn empty_runs_survive() {
        for format in TraceFormat::ALL {
            let text = format.write(&Trace::default(), &[]).unwrap();
            assert_eq!(format.read(&text), Ok(Trace::default()), "{format:?}");
            assert_eq!(TraceFormat::of_content(&text), format);
        }
    }
}
