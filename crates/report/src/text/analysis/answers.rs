//! Answers as rows, each with its reason and, if the property is violated, a run that shows this.

use std::fmt::Write;

use super::super::marking;
use super::super::statistics::{figure, widest};
use super::{Page, shortened};
use crate::{Greatest, Marking, PropertyAnswer, StandardProperty, Tokens, Trace, Verdict};

/// Maximum number of firings of a run to show.
const MAX_FIRINGS: usize = 12;
/// Maximum number of places of a marking to show.
const MAX_PLACES: usize = 8;

impl Page<'_> {
    /// Renders a row for each answer.
    pub(super) fn rows(&self, answers: &[&PropertyAnswer], out: &mut String) {
        let labels: Vec<String> = answers.iter().map(|answer| label(answer.property)).collect();
        let width = widest(labels.iter());
        for (answer, label) in answers.iter().zip(&labels) {
            let line = format!("  {label:width$}  {:7}  {}", word(answer.verdict), answer.text);
            let _ = writeln!(out, "{}", line.trim_end());
            self.shown_by(answer, width + 13, out);
        }
    }

    /// Renders the run that shows the violation of a property, or refers to an earlier answer with the same run.
    pub(super) fn shown_by(&self, answer: &PropertyAnswer, margin: usize, out: &mut String) {
        let Some(trace) = answer.trace.as_ref().filter(|_| answer.verdict == Verdict::Violated) else {
            return;
        };
        let mut before = self.report.answers.iter().take_while(|one| one.property != answer.property);
        let is_same = |one: &&PropertyAnswer| {
            one.verdict == Verdict::Violated
                && one.trace.as_ref() == Some(trace)
                && one.marking == answer.marking
        };
        match before.find(is_same).filter(|_| !trace.steps.is_empty()) {
            Some(first) => {
                let _ = writeln!(out, "{:margin$}the same run as for {}", "", label(first.property));
            }
            None => self.run(trace, answer.marking.as_ref(), margin, out),
        }
    }

    /// Renders a run and its final marking, below its property.
    pub(super) fn run(&self, trace: &Trace, end: Option<&Marking>, margin: usize, out: &mut String) {
        let most = self.at_most(MAX_FIRINGS);
        if self.report.program.is_some() {
            self.run_of_program(trace, most, margin, out);
        } else if !trace.steps.is_empty() {
            let steps: Vec<String> =
                trace.steps.iter().take(most).map(|step| self.name(&step.event).to_owned()).collect();
            let between = if steps.iter().any(|name| name.contains(' ')) { ", " } else { " " };
            let more = if trace.steps.len() > most { " …" } else { "" };
            let _ = writeln!(out, "{:margin$}{}{more}", "", steps.join(between));
        }
        if let Some(end) = end {
            let named: Marking = end
                .iter()
                .map(|(place, tokens): &(String, Tokens)| (self.name(place).to_owned(), tokens.clone()))
                .collect();
            let _ = writeln!(out, "{:margin$}→ {}", "", marking::marking(&named, self.at_most(MAX_PLACES)));
        }
    }

    pub(super) fn greatest_values(&self, out: &mut String) {
        let values = &self.report.greatest;
        if values.is_empty() {
            return;
        }
        let _ = writeln!(out, "\ngreatest values");
        let labels: Vec<String> = values.iter().map(|one| shortened(&one.sum)).collect();
        let numbers: Vec<String> =
            values.iter().map(|one| one.value.map_or("unknown".into(), number)).collect();
        let (width, wide) = (widest(labels.iter()), widest(numbers.iter()));
        for ((one, label), number) in values.iter().zip(&labels).zip(&numbers) {
            let _ = writeln!(out, "  {label:width$}  {number:wide$}  {}", one.text);
            if let Some(trace) = &one.trace {
                self.run(trace, one.marking.as_ref(), width + wide + 6, out);
            }
        }
    }
}

/// Renders an integer with separators, or ∞.
pub(in crate::text) fn number(value: Greatest) -> String {
    match value {
        Greatest::Infinite => "∞".to_owned(),
        Greatest::Finite(number) => {
            let sign = if number < 0 { "-" } else { "" };
            format!("{sign}{}", figure(number.unsigned_abs().into()))
        }
    }
}

pub(super) fn label(property: StandardProperty) -> String {
    property.as_str().replace('_', " ")
}

pub(super) fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds | Verdict::Computed => "yes",
        Verdict::Violated => "no",
        Verdict::Unknown => "unknown",
    }
}
