//! The standard properties of a net as a page of text, with names where nodes have them.

use std::collections::HashMap;
use std::fmt::Write;

use super::marking;
use super::statistics::{grouped, some_of, widest};
use crate::{
    AnalysisReport, Count, Greatest, Group, HintKind, Listed, LivenessLevel, Marking, Ordered,
    PropertyAnswer, StandardProperty, Tokens, Trace, Verdict,
};

/// As many rows of a list are shown.
const MAX_ROWS: usize = 6;
/// As many terms of a sum, or names of a set.
const MAX_TERMS: usize = 8;
/// As many firings of a run.
const MAX_FIRINGS: usize = 12;
/// As many places of a marking.
const MAX_PLACES: usize = 8;

/// The whole page.
#[must_use]
pub fn analysis(report: &AnalysisReport) -> String {
    let page =
        Page { report, names: report.names.iter().map(|(id, name)| (id.as_str(), name.as_str())).collect() };
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
    page.lists(&mut out);
    out
}

struct Page<'r> {
    report: &'r AnalysisReport,
    names: HashMap<&'r str, &'r str>,
}

impl Page<'_> {
    fn title(&self, out: &mut String) {
        let report = self.report;
        let name = report.name.as_ref().map(|name| format!(" \"{name}\"")).unwrap_or_default();
        let _ = writeln!(
            out,
            "{}: {} net {}{name}: {}, {}, {}",
            report.file,
            report.format,
            report.net.as_deref().unwrap_or_default(),
            counted(report.places, "place"),
            counted(report.transitions, "transition"),
            counted(report.arcs, "arc")
        );
        if let Some(unfolding) = &report.unfolding {
            let _ = writeln!(
                out,
                "unfolded from {} and {}",
                counted(unfolding.coloured_places, "coloured place"),
                counted(unfolding.coloured_transitions, "transition")
            );
        }
        // That a deadlock is meant stands beside it.
        for hint in report.hints.iter().filter(|hint| hint.kind == HintKind::NoTokens) {
            let _ = writeln!(out, "hint: {}", hint.message);
        }
    }

    fn behaviour(&self) -> String {
        match (self.report.states, self.report.firings) {
            (Some(Count::Infinite), _) => "behaviour: infinitely many markings".to_owned(),
            (Some(states), Some(firings)) => {
                let ends = self.report.terminal_components.map_or(String::new(), |ends| {
                    if ends == Count::from(1_u64) {
                        ", one terminal component".to_owned()
                    } else {
                        format!(", {} terminal components", grouped(ends))
                    }
                });
                format!("behaviour: {} markings, {} firings{ends}", grouped(states), grouped(firings))
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
        let labels: Vec<String> = answers.iter().map(|answer| label(answer.property)).collect();
        let width = widest(labels.iter());
        for (answer, label) in answers.iter().zip(&labels) {
            let line = format!("  {label:width$}  {:7}  {}", word(answer.verdict), answer.text);
            let _ = writeln!(out, "{}", line.trim_end());
            if let Some(trace) = answer.trace.as_ref().filter(|_| answer.verdict == Verdict::Violated) {
                self.run(trace, answer.marking.as_ref(), width + 13, out);
            }
        }
    }

    /// A run and where it ends, below the property that it is about.
    fn run(&self, trace: &Trace, end: Option<&Marking>, margin: usize, out: &mut String) {
        let margin = " ".repeat(margin);
        if !trace.steps.is_empty() {
            let steps = trace.steps.iter().take(MAX_FIRINGS).map(|step| self.name(&step.event));
            let steps: Vec<&str> = steps.collect();
            let between = if steps.iter().any(|name| name.contains(' ')) { ", " } else { " " };
            let more = if trace.steps.len() > MAX_FIRINGS { " …" } else { "" };
            let _ = writeln!(out, "{margin}{}{more}", steps.join(between));
        }
        if let Some(end) = end {
            let named: Marking = end
                .iter()
                .map(|(place, tokens): &(String, Tokens)| (self.name(place).to_owned(), tokens.clone()))
                .collect();
            let _ = writeln!(out, "{margin}→ {}", marking::marking(&named, MAX_PLACES));
        }
    }

    fn greatest_values(&self, out: &mut String) {
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

    fn lists(&self, out: &mut String) {
        let report = self.report;
        if let Some(bounds) = &report.bounds {
            let beyond: Vec<String> = bounds
                .iter()
                .filter(|(_, bound)| *bound > Count::from(1_u64))
                .map(|(place, bound)| {
                    format!("{} ≤ {}", self.name(place), grouped(*bound).replace("+inf", "∞"))
                })
                .collect();
            if !beyond.is_empty() {
                let _ = writeln!(out, "\nbounds other than 1: {}", some_of(&beyond, MAX_TERMS));
            }
        }
        self.liveness(out);
        let sum = |terms: &Ordered<Count>| self.sum(terms);
        rows("place invariants", &report.place_invariants, out, |one| {
            format!("{} = {}", sum(&one.weights), grouped(one.value))
        });
        rows("transition invariants", &report.transition_invariants, out, sum);
        for (title, sets) in [("minimal siphons", &report.siphons), ("minimal traps", &report.traps)] {
            rows(title, sets, out, |set| {
                let names: Vec<&str> = set.places.iter().map(|place| self.name(place)).collect();
                let unmarked = if set.marked { "" } else { "  (not marked)" };
                format!("{{{}}}{unmarked}", some_of(&names, MAX_TERMS))
            });
        }
    }

    /// The transitions that are not live, by their level.
    fn liveness(&self, out: &mut String) {
        let Some(liveness) =
            self.report.liveness.as_ref().filter(|_| self.report.states != Some(Count::Infinite))
        else {
            return;
        };
        let of = |level: LivenessLevel| -> Vec<&str> {
            liveness.iter().filter(|(_, one)| *one == level).map(|(id, _)| self.name(id)).collect()
        };
        let levels = [
            (LivenessLevel::L0, "dead (L0)"),
            (LivenessLevel::L1, "a few times (L1)"),
            (LivenessLevel::L3, "for ever, or not (L3)"),
        ];
        let mut title = "\n";
        for (level, label) in levels {
            let transitions = of(level);
            if !transitions.is_empty() {
                let _ = writeln!(
                    out,
                    "{title}transitions that fire {label}: {}",
                    some_of(&transitions, MAX_TERMS)
                );
                title = "";
            }
        }
    }

    fn sum(&self, terms: &Ordered<Count>) -> String {
        let shown = terms.iter().take(MAX_TERMS).map(|(id, factor)| match *factor {
            Count::Finite(1) => self.name(id).to_owned(),
            factor => format!("{} {}", grouped(factor), self.name(id)),
        });
        let mut sum = shown.collect::<Vec<_>>().join(" + ");
        if terms.len() > MAX_TERMS {
            let _ = write!(sum, " + … ({} terms)", grouped(terms.len().into()));
        }
        sum
    }

    fn name<'a>(&'a self, id: &'a str) -> &'a str {
        self.names.get(id).copied().unwrap_or(id)
    }
}

fn rows<T>(title: &str, listed: &Listed<T>, out: &mut String, row: impl Fn(&T) -> String) {
    if listed.list.is_empty() {
        return;
    }
    let more = if listed.complete { "" } else { ", and perhaps others" };
    let _ = writeln!(out, "\n{title} ({}{more})", grouped(listed.list.len().into()));
    for one in listed.list.iter().take(MAX_ROWS) {
        let _ = writeln!(out, "  {}", row(one));
    }
    if listed.list.len() > MAX_ROWS {
        let _ = writeln!(out, "  … and {} more", grouped((listed.list.len() - MAX_ROWS).into()));
    }
}

/// An integer with separators, or ∞.
fn number(value: Greatest) -> String {
    match value {
        Greatest::Infinite => "∞".to_owned(),
        Greatest::Finite(number) => {
            let sign = if number < 0 { "-" } else { "" };
            format!("{sign}{}", grouped(number.unsigned_abs().into()))
        }
    }
}

/// A text in one line, cut short where it is long.
fn shortened(text: &str) -> String {
    /// As many characters are shown.
    const MAX_LENGTH: usize = 80;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_LENGTH) {
        None => line,
        Some((end, _)) => format!("{}…", &line[..end]),
    }
}

fn label(property: StandardProperty) -> String {
    property.as_str().replace('_', " ")
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds | Verdict::Computed => "yes",
        Verdict::Violated => "no",
        Verdict::Unknown => "unknown",
    }
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(count.into()))
}
