//! The file that a net comes from.

use std::time::Duration;

use sanderling::describe_diagnostic;
use sanderling_formats::{NotRead, OneNet, Reading};
use sanderling_machine::clock::Instant;
use sanderling_net::{Assertion, Diagnostics, Net, Source};
use sanderling_report::{AnalysisReport, Answer, Diagnostic, Report};

/// A net, its origin, and the warnings about its file.
#[derive(Debug)]
pub struct Opened {
    /// The net that was chosen.
    pub net: Net,
    /// What reports say about its file.
    pub origin: Origin,
    /// The warnings, with their places in the file.
    pub warnings: Diagnostics,
}

/// What reports say about the file of a net.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The name of the file, as the user wrote it.
    pub file: String,
    /// The name of the format.
    pub format: String,
    /// Number of nets in the file.
    pub nets_in_file: usize,
    /// The warnings about the file.
    pub warnings: Vec<Diagnostic>,
    /// The chosen meaning of a DVE model.
    pub dve_semantics: Option<&'static str>,
    /// The macros that were defined before the text.
    pub definitions: Vec<String>,
    /// Time to read the file.
    pub parse_time: Duration,
    /// The assertions of the net: the id of each, and its text in one line if the file has it.
    pub assertions: Vec<(String, Option<String>)>,
}

impl Opened {
    /// Reads the net that the user means from a file. `is_file`: the name is a path, which an external converter can read.
    ///
    /// # Errors
    /// If the file is not valid, or does not have just one net that could be meant.
    pub fn read(source: &Source, reading: &Reading, is_file: bool) -> Result<Self, NotRead> {
        let started = Instant::now();
        let converters = std::env::var_os("PATH").unwrap_or_default();
        let OneNet { net, nets_in_file, format, dve_semantics, warnings } =
            reading.read(source, &converters, is_file)?;
        let text = source.shown();
        let origin = Origin {
            file: source.name().to_owned(),
            nets_in_file,
            warnings: warnings.iter().map(|one| describe_diagnostic(one, Some(&text))).collect(),
            dve_semantics,
            definitions: source.definitions().to_vec(),
            assertions: net.assertions.iter().map(|one| quoted(one, &text, &format)).collect(),
            parse_time: started.elapsed(),
            format,
        };
        drop(text);
        Ok(Self { net, origin, warnings })
    }
}

impl Origin {
    /// Adds the file, its warnings, the texts of its assertions and the time to read it to a report.
    pub fn complete(&self, report: &mut Report) {
        report.file.clone_from(&self.file);
        report.format.clone_from(&self.format);
        report.warnings.splice(0..0, self.warnings.iter().cloned());
        if let Some(semantics) = self.dve_semantics {
            report.options.insert("dve_semantics".into(), semantics.into());
        }
        if !self.definitions.is_empty() {
            report.options.insert("define".into(), self.definitions.as_slice().into());
        }
        let first = report.answers.len().saturating_sub(self.assertions.len());
        self.quote_assertions(&mut report.answers[first..]);
        report.time_s.parse = self.parse_time.as_secs_f64();
        report.time_s.total += report.time_s.parse;
    }

    /// Adds the file, its warnings, the texts of its assertions and the time to read it to a report about standard
    /// properties.
    pub fn complete_analysis(&self, report: &mut AnalysisReport) {
        report.file.clone_from(&self.file);
        report.format.clone_from(&self.format);
        report.warnings.clone_from(&self.warnings);
        if let Some(program) = &mut report.program {
            self.quote_assertions(&mut program.assertions);
        }
        report.time_s.parse = self.parse_time.as_secs_f64();
        report.time_s.total += report.time_s.parse;
    }

    /// Replaces the ids of assertions by their texts in the answers to them.
    fn quote_assertions(&self, answers: &mut [Answer]) {
        for (answer, (id, text)) in answers.iter_mut().zip(&self.assertions) {
            if let (true, Some(text)) = (answer.name.as_ref() == Some(id), text) {
                answer.property = format!("assert {text}");
            }
        }
    }
}

/// An assertion with its text in one line. Only the spans of a DVE model refer to the file that was read.
fn quoted(assertion: &Assertion, text: &str, format: &str) -> (String, Option<String>) {
    let span = assertion.span.filter(|_| format == "dve");
    let quoted = span.and_then(|span| text.get(span.start as usize..span.end as usize));
    let in_one_line = |quoted: &str| quoted.split_whitespace().collect::<Vec<_>>().join(" ");
    (assertion.id.clone(), quoted.map(in_one_line))
}
