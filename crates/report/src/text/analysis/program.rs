//! What the page of a program shows besides its standard properties: assertions, statements that are never executed,
//! the values of variables, and the messages in channels.

use std::collections::HashMap;
use std::fmt::Write;

use super::super::statistics::{counted, figure, widest};
use super::super::trace;
use super::answers::word;
use super::wrap::wrapped;
use super::{Detail, Page, shortened};
use crate::{ProgramBehaviour, Statement, Steps, Trace, Verdict};

/// Maximum number of lines for variables or channels.
const MAX_ROWS: usize = 20;

impl Page<'_> {
    /// Describes a program in a line.
    pub(super) fn described_program(&self, program: &ProgramBehaviour) -> String {
        let report = self.report;
        format!(
            "{} model {}: {}, {}",
            report.format,
            report.net.as_deref().unwrap_or_default(),
            processes_of(program.processes),
            counted(report.transitions, "transition")
        )
    }

    /// Renders what is known of a program besides its standard properties.
    pub(super) fn program(&self, out: &mut String) {
        let Some(program) = &self.report.program else { return };
        self.model_error(program, out);
        self.assertions(program, out);
        if self.detail != Detail::Answers
            || self.report.answers.iter().any(|one| one.verdict != Verdict::Holds)
        {
            self.statements(program, out);
        }
        self.values(program, out);
    }

    fn model_error(&self, program: &ProgramBehaviour, out: &mut String) {
        let Some(error) = &program.model_error else { return };
        let _ = writeln!(out, "\nmodel error: {}", error.message);
        self.run(&error.trace, None, 2, out);
    }

    fn assertions(&self, program: &ProgramBehaviour, out: &mut String) {
        if program.assertions.is_empty() {
            return;
        }
        let _ = writeln!(out, "\nassertions");
        for answer in &program.assertions {
            let reason = answer.reason.map_or(String::new(), |reason| format!("  {}", reason.in_words()));
            let (verdict, text) = (word(answer.verdict), shortened(&answer.property));
            let _ = writeln!(out, "  {verdict:7}  {text}{reason}");
            answer.trace.iter().for_each(|trace| self.run(trace, None, 11, out));
        }
    }

    /// Lists the lines of the statements that are not executed, by process.
    fn statements(&self, program: &ProgramBehaviour, out: &mut String) {
        let dead: Vec<&Statement> = program.statements.iter().filter(|one| !one.executed).collect();
        if dead.is_empty() {
            return;
        }
        let when = if program.exhaustive { "never executed" } else { "not executed in the explored states" };
        let of = counted(program.statements.len(), "statement");
        let _ = writeln!(out, "\n{when}: {} of {of}", figure(dead.len().into()));
        let mut in_line: HashMap<_, usize> = HashMap::new();
        for one in &program.statements {
            *in_line.entry((&one.process, one.line)).or_default() += 1;
        }
        // Statements in the same line are distinguished by their columns.
        let position = |one: &&Statement| match in_line[&(&one.process, one.line)] {
            1 => format!("line {}", one.line),
            _ => format!("line {} column {}", one.line, one.column),
        };
        let width = widest(dead.iter().map(|one| &one.process));
        let mut processes = dead.chunk_by(|one, next| one.process == next.process);
        for statements in processes.by_ref().take(self.at_most(MAX_ROWS)) {
            let start = format!("  {:width$}  ", statements[0].process);
            let lines = self.joined(statements.iter().map(position).collect(), ",");
            wrapped(&start, lines.iter().map(String::as_str), width + 4, out);
        }
        let omitted = processes.count();
        if omitted > 0 {
            let _ = writeln!(out, "  … and {} more", figure(omitted.into()));
        }
    }

    /// Renders the ranges of variables and the fill of channels.
    fn values(&self, program: &ProgramBehaviour, out: &mut String) {
        let so_far = if program.exhaustive { "" } else { ", in the explored states" };
        let range = |least, greatest| {
            if least == greatest { format!("{least}") } else { format!("{least} to {greatest}") }
        };
        let values = program.values.iter().map(|one| {
            let declared = format!("of {}", range(one.declared[0], one.declared[1]));
            (&one.variable, range(one.least, one.greatest), declared)
        });
        self.table(&format!("values of variables{so_far}"), values.collect(), out);
        let channels = program
            .channels
            .iter()
            .map(|one| (&one.channel, format!("{}", one.greatest), format!("of {}", one.capacity)));
        self.table(&format!("greatest number of messages{so_far}"), channels.collect(), out);
    }

    fn table(&self, title: &str, mut rows: Vec<(&String, String, String)>, out: &mut String) {
        if rows.is_empty() {
            return;
        }
        let (count, most) = (rows.len(), self.at_most(MAX_ROWS));
        rows.truncate(most);
        let _ = writeln!(out, "\n{title}");
        let width = widest(rows.iter().map(|(name, ..)| *name));
        let wide = widest(rows.iter().map(|(_, found, _)| found));
        for (name, found, declared) in rows {
            let _ = writeln!(out, "  {name:width$}  {found:wide$}  {declared}");
        }
        if count > most {
            let _ = writeln!(out, "  … and {} more", figure((count - most).into()));
        }
    }

    /// Renders the first steps of a run of a program, one line each.
    pub(super) fn run_of_program(&self, run: &Trace, most: usize, margin: usize, out: &mut String) {
        let shown: Steps = run.steps.iter().take(most).collect::<Vec<_>>().into();
        let mut lines = String::new();
        trace::steps(&shown, run.repeated_from, &mut lines);
        for line in lines.lines() {
            let _ = writeln!(out, "{:margin$}{}", "", line.strip_prefix("  ").unwrap_or(line));
        }
        if run.steps.len() > most {
            let _ = writeln!(out, "{:margin$}… {} in all", "", counted(run.steps.len(), "step"));
        }
    }
}

/// Returns a number of processes in words.
fn processes_of(number: usize) -> String {
    format!("{} {}", figure(number.into()), if number == 1 { "process" } else { "processes" })
}
