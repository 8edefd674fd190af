//! Executes one run of another program: converts the model to a format that it reads, executes its steps, and
//! reads their output.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::attempt::{Laboratory, Process};
use super::plan::Task;
use super::record::Outcome;
use super::suite::Ask;
use super::tool::Tool;
use crate::runner::process::{self, Bounds, Ending};

/// Limits of a conversion, whose time does not count.
const CONVERSION: Bounds = Bounds { time: Duration::from_secs(120), memory_bytes: 8 << 30 };

/// Maximum number of characters of a line; longer ones are cut.
const LONGEST_LINE: usize = 200;

impl Laboratory<'_> {
    /// Runs a tool; `None` if the campaign is stopped in the meantime.
    pub(super) fn run_other(
        &self,
        task: &Task<'_>,
        tool: &Tool,
        known: &BTreeMap<String, String>,
    ) -> Option<Process> {
        let folder = match tempfile::tempdir_in(self.scratch) {
            Ok(folder) => folder,
            Err(error) => return Some(Process::without(Outcome::Crashed, error.to_string())),
        };
        let model = match self.prepare(task, tool, folder.path())? {
            Ok(model) => model,
            Err(error) => return Some(Process::without(Outcome::Refused, error)),
        };
        let (mut run, mut output) = (Process::default(), String::new());
        for number in 1..=tool.steps.len() {
            let printed = self.step(number, tool, &model, folder.path(), &mut run)?;
            output.push_str(&printed);
            if run.outcome.is_some() {
                return Some(run);
            }
        }
        match tool.read(&output) {
            Err(message) => run.outcome = Some((Outcome::Unknown, message)),
            Ok(answers) => run.findings.answers = of_interest(answers, task.question.ask, known),
        }
        if run.findings.answers.is_empty() && run.outcome.is_none() {
            let last =
                output.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it printed nothing");
            run.outcome = Some((Outcome::Unknown, last.chars().take(LONGEST_LINE).collect()));
        }
        run.findings.states = run.findings.answers.get("states").and_then(|(states, _)| states.parse().ok());
        Some(run)
    }

    /// Executes the step with this number, from 1, and adds its cost. Returns its output.
    fn step(
        &self,
        number: usize,
        tool: &Tool,
        model: &str,
        folder: &Path,
        run: &mut Process,
    ) -> Option<String> {
        let step = &tool.steps[number - 1];
        run.command.extend((number > 1).then(|| "&&".to_owned()));
        run.command.extend(step.iter().cloned());
        let command: Vec<String> = step.iter().map(|word| self.filled(word, model, tool)).collect();
        let left = (self.limits.time_s - run.wall.as_secs_f64()).max(0.0);
        let bounds = Bounds { time: Duration::from_secs_f64(left), memory_bytes: self.limits.memory_bytes };
        let ended = match process::run(&command, folder, bounds, self.is_stopped) {
            Ok(ended) => ended,
            Err(error) => {
                run.outcome = Some((Outcome::Crashed, format!("{}: {error}", command[0])));
                return Some(String::new());
            }
        };
        let Process { outcome, wall, processor, peak_bytes, .. } = Process::of(&ended, Vec::new())?;
        if number >= tool.timed {
            run.wall += wall;
            run.processor += processor;
            run.peak_bytes = run.peak_bytes.max(peak_bytes);
        }
        run.outcome = outcome;
        // The meaning of the last step's exit code depends on the tool; for an earlier step, any code except
        // 0 is a failure.
        if run.outcome.is_none() && number < tool.steps.len() && !ended.status.success() {
            let last = ended.last_line(&ended.status.to_string());
            run.outcome = Some((Outcome::Unknown, format!("{}: {last}", command[0])));
        }
        Some(ended.output + &ended.complaint)
    }

    /// Writes the tool's files to a folder, and the model in the format that the tool reads. Returns the
    /// model's file.
    fn prepare(&self, task: &Task<'_>, tool: &Tool, folder: &Path) -> Option<Result<String, String>> {
        let model = match self.converted(task, tool, folder)? {
            Ok(model) => model,
            Err(error) => return Some(Err(error)),
        };
        let written: io::Result<()> = tool
            .files
            .iter()
            .try_for_each(|(name, text)| std::fs::write(folder.join(name), self.filled(text, &model, tool)));
        Some(written.map(|()| model).map_err(|error| error.to_string()))
    }

    /// Returns the model's file, or the result of its conversion.
    fn converted(&self, task: &Task<'_>, tool: &Tool, folder: &Path) -> Option<Result<String, String>> {
        let original = task.model.path.to_string_lossy().into_owned();
        let Some(format) = &tool.convert else { return Some(Ok(original)) };
        let target = format!("model.{format}");
        let program = self.program.to_string_lossy().into_owned();
        let mut command = vec![program, "convert".to_owned(), original];
        command.extend(["--unfold", "--to", format, "-o", &target].map(str::to_owned));
        Some(match process::run(&command, folder, CONVERSION, self.is_stopped) {
            Ok(ended) if ended.ended_for == Some(Ending::Stop) => return None,
            Ok(ended) if ended.status.success() => Ok(target),
            Ok(ended) => {
                let mut lines = ended.complaint.lines().filter(|line| !line.trim().is_empty());
                Err(lines.next().unwrap_or("it cannot be converted").to_owned())
            }
            Err(error) => Err(error.to_string()),
        })
    }

    /// Replaces the placeholders of a word.
    fn filled(&self, word: &str, model: &str, tool: &Tool) -> String {
        let stem = Path::new(model).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        word.replace("{model}", model)
            .replace("{stem}", &stem)
            .replace("{threads}", &tool.threads.to_string())
            .replace("{memory_mb}", &(self.limits.memory_bytes >> 20).to_string())
            .replace("{time_s}", &self.limits.time_s.ceil().to_string())
    }
}

/// Selects the requested answers from those of a tool.
fn of_interest(
    answers: BTreeMap<String, String>,
    ask: Ask,
    known: &BTreeMap<String, String>,
) -> BTreeMap<String, (String, bool)> {
    let is_requested =
        |name: &String| known.contains_key(name) || (ask == Ask::Deadlock) == (name == "deadlock");
    answers
        .into_iter()
        .filter(|(name, _)| is_requested(name))
        .map(|(name, value)| (name, (value, false)))
        .collect()
}
