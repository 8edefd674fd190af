//! The standard properties of a net as a page of text. Nodes with a name appear by name.
//!
//! A page about all properties fits a screen if none is violated: properties that hold are only named, violated ones
//! are shown with evidence, and lists are shortened. If single properties were requested, the verdict comes first, and
//! each property has a row with the reason. The full page shortens nothing.

mod answers;
mod lists;
mod program;
mod summary;
#[cfg(test)]
mod tests;
mod wrap;

use std::collections::HashMap;
use std::fmt::Write;

pub(super) use self::answers::number;
use super::plan::plan;
use super::statistics::{counted, figure};
use crate::{AnalysisReport, Count, Group, HintKind, PropertyAnswer, Verdict};

/// The detail of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// One screen: properties that hold by name, violated ones with evidence, and the beginnings of lists.
    Summary,
    /// A row for each property, with the reason for its verdict.
    Answers,
    /// A row for each property, without shortening anything.
    All,
}

/// Renders the whole page.
#[must_use]
pub fn analysis(report: &AnalysisReport, detail: Detail) -> String {
    let names = report.names.iter().map(|(id, name)| (id.as_str(), name.as_str())).collect();
    let page = Page { report, names, detail };
    let mut out = String::new();
    page.title(&mut out);
    for (group, title) in [
        (Group::Structure, "structure".to_owned()),
        (Group::Behaviour, page.behaviour()),
        (Group::Workflow, page.workflow()),
    ] {
        page.properties(group, &title, &mut out);
    }
    page.greatest_values(&mut out);
    page.program(&mut out);
    page.lists(&mut out);
    out.push_str(&plan(&report.plan));
    match detail {
        Detail::Summary => {
            out.push_str("\n--all shows how each answer was decided, and the lists in full\n");
        }
        Detail::Answers => {
            let _ = writeln!(out, "\n{}", page.net());
        }
        Detail::All => {}
    }
    out
}

struct Page<'r> {
    report: &'r AnalysisReport,
    names: HashMap<&'r str, &'r str>,
    detail: Detail,
}

impl Page<'_> {
    /// Renders the verdict on single properties, or the description of the net for a page about it.
    fn title(&self, out: &mut String) {
        let report = self.report;
        let _ = match self.detail {
            Detail::Answers => writeln!(out, "{}: {}: {}", report.file, report.verdict, self.sentence()),
            Detail::Summary | Detail::All => writeln!(out, "{}: {}", report.file, self.net()),
        };
        // Hints about intended deadlocks appear next to the deadlock.
        for hint in report.hints.iter().filter(|hint| hint.kind == HintKind::NoTokens) {
            let _ = writeln!(out, "hint: {}", hint.message);
        }
    }

    /// Returns the verdict in a sentence.
    fn sentence(&self) -> &'static str {
        let is_one = self.report.answers.len() + self.report.greatest.len() == 1;
        match (self.report.verdict, is_one) {
            (Verdict::Holds, true) => "the property holds",
            (Verdict::Holds, false) => "every property holds",
            (Verdict::Violated, true) => "the property does not hold",
            (Verdict::Violated, false) => "not every property holds",
            (Verdict::Unknown, _) => "not everything was decided",
            (Verdict::Computed, true) => "the greatest value is known",
            (Verdict::Computed, false) => "the greatest values are known",
        }
    }

    /// Describes the net.
    fn net(&self) -> String {
        let report = self.report;
        if let Some(program) = &report.program {
            return self.described_program(program);
        }
        let name = report.name.as_ref().map(|name| format!(" \"{name}\"")).unwrap_or_default();
        let unfolded = report.unfolding.as_ref().map(|unfolding| {
            let places = counted(unfolding.coloured_places, "coloured place");
            format!("\nunfolded from {places} and {}", counted(unfolding.coloured_transitions, "transition"))
        });
        format!(
            "{} net {}{name}: {}, {}, {}{}",
            report.format,
            report.net.as_deref().unwrap_or_default(),
            counted(report.places, "place"),
            counted(report.transitions, "transition"),
            counted(report.arcs, "arc"),
            unfolded.unwrap_or_default()
        )
    }

    fn behaviour(&self) -> String {
        match (self.report.states, self.report.firings) {
            (Some(Count::Infinite), _) => "behaviour: infinitely many markings".to_owned(),
            (Some(states), Some(firings)) => {
                let ends = self.report.terminal_components.map_or(String::new(), |ends| {
                    if ends == Count::from(1_u64) {
                        ", one terminal component".to_owned()
                    } else {
                        format!(", {} terminal components", figure(ends))
                    }
                });
                let (state, step) = self.units();
                format!("behaviour: {}, {}{ends}", counted(states, state), counted(firings, step))
            }
            _ => "behaviour".to_owned(),
        }
    }

    fn workflow(&self) -> String {
        match (&self.report.source, &self.report.sink) {
            (Some(source), Some(sink)) => {
                format!("workflow from {} to {}", self.name(source), self.name(sink))
            }
            _ => match &self.report.final_condition {
                Some(condition) => format!("workflow from the initial marking to {}", shortened(condition)),
                None => "workflow".to_owned(),
            },
        }
    }

    fn properties(&self, group: Group, title: &str, out: &mut String) {
        let answers: Vec<&PropertyAnswer> =
            self.report.answers.iter().filter(|answer| answer.property.group() == group).collect();
        if answers.is_empty() {
            return;
        }
        let _ = writeln!(out, "\n{title}");
        match self.detail {
            Detail::Summary => self.summary(&answers, out),
            Detail::Answers | Detail::All => self.rows(&answers, out),
        }
    }

    /// Whether all reachable markings were explored.
    fn is_explored(&self) -> bool {
        self.report.states.is_some_and(|states| states != Count::Infinite)
    }

    /// Returns the names of a marking and of a firing.
    fn units(&self) -> (&'static str, &'static str) {
        if self.report.program.is_some() { ("state", "step") } else { ("marking", "firing") }
    }

    /// Returns `most`, or no limit if nothing is to be shortened.
    fn at_most(&self, most: usize) -> usize {
        if self.detail == Detail::All { usize::MAX } else { most }
    }

    fn name<'a>(&'a self, id: &'a str) -> &'a str {
        self.names.get(id).copied().unwrap_or(id)
    }
}

/// Returns a text in one line, shortened if necessary.
fn shortened(text: &str) -> String {
    /// Maximum number of characters shown.
    const MAX_LENGTH: usize = 80;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_LENGTH) {
        None => line,
        Some((end, _)) => format!("{}…", &line[..end]),
    }
}
