//! Traces as files: four formats, to be written and to be read again.
//!
//! [`TraceFormat`] is the list of them, a module each. A file says by its content which it is
//! ([`TraceFormat::of_content`]), and by the ending of its name which it is to be
//! ([`TraceFormat::of_name`]). JSON holds all of a trace. The others hold as much as their module says; a trace
//! with more that matters to a replay is refused there, not cut ([`Unwritable`]). What branches off a run does not
//! matter to a replay of it: there it is left out, with a comment where a format has any. INVARIANT: what is
//! written is read as a trace with the same firings in the same order. `docs/traces.md` tells users.

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

/// Why a trace cannot be written in a format, as the end of a sentence that names the format.
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

    /// The name on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Tapaal => "tapaal",
            Self::Scn => "scn",
            Self::Csv => "csv",
        }
    }

    /// The format that a file of this name is to have, by the ending of the name.
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

    /// The format that a file with this name and text is in: by the text where that shows it, otherwise by
    /// the ending of the name, and otherwise a firing sequence.
    #[must_use]
    pub fn of_file(name: &str, text: &str) -> Self {
        match Self::of_content(text) {
            Self::Scn => Self::of_name(name).unwrap_or(Self::Scn),
            told => told,
        }
    }

    /// The format that a text is in. What looks like none of the others is taken for a firing sequence.
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
    /// What is wrong with the text, and where.
    pub fn read(self, text: &str) -> Result<Trace, TraceFault> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        match self {
            Self::Json => json::read(text),
            Self::Tapaal => tapaal::read(text),
            Self::Scn => scn::read(text),
            Self::Csv => csv::read(text),
        }
    }

    /// The text of a trace. `consumption` says what the steps take, which only TAPAAL's format says.
    ///
    /// # Errors
    /// Where the format cannot hold the trace.
    pub fn write(self, trace: &Trace, consumption: &[Consumption]) -> Result<String, Unwritable> {
        match self {
            Self::Json => Ok(crate::to_json(trace) + "\n"),
            Self::Tapaal => tapaal::write(trace, consumption),
            _ if trace.repeated_from.is_some() && !self.holds_lassos() => {
                Err(Unwritable::new("it has no runs that go on for ever"))
            }
            Self::Scn => scn::write(trace),
            Self::Csv => Ok(csv::write(trace)),
        }
    }

    /// Whether what has no place in the format can be told in a comment.
    #[must_use]
    pub fn holds_comments(self) -> bool {
        matches!(self, Self::Scn | Self::Tapaal)
    }

    /// Whether runs without an end can be written.
    #[must_use]
    pub fn holds_lassos(self) -> bool {
        matches!(self, Self::Json | Self::Tapaal)
    }
}

impl Report {
    /// The run that the report has: the one that decides, else that to a model error, else to where the net
    /// begins to grow and once through what can be repeated.
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

/// That what is claimed along a run is not written with it, for formats that have no place for that.
fn without_branches(trace: &Trace) -> Option<String> {
    match trace.claims() {
        0 => None,
        1 => Some("1 branch is left out".to_owned()),
        count => Some(format!("{count} branches are left out")),
    }
}

/// Refuses a trace whose last step leads nowhere, for formats that can only tell firings.
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
    fn endings_and_contents_say_the_format() {
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
