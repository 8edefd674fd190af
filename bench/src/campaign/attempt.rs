//! Executes one run of our own program: its command, its process and its result. For other programs, see
//! [`competitor`](super::competitor).

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::checkpoints::Checkpoints;
use super::findings::Findings;
use super::known::Known;
use super::plan::{Solver, Task};
use super::record::{Answer, Limits, Outcome, Run};
use super::suite::{Ask, Configuration};
use crate::runner::process::{self, Bounds, Ended, Ending};

/// Time that our own program may exceed its limit, to print its results.
const GRACE: Duration = Duration::from_millis(if cfg!(test) { 50 } else { 3000 });
/// Memory in bytes that it may exceed its limit, for the program itself and what it does not count.
const OWN_BYTES: u64 = 64 << 20;
/// The context that all runs share.
#[derive(Debug)]
pub(super) struct Laboratory<'a> {
    /// The path of the program `sanderling`.
    pub(super) program: PathBuf,
    pub(super) limits: Limits,
    pub(super) known: Known,
    /// The folder in which folders for runs are created.
    pub(super) scratch: &'a Path,
    /// The checkpoints of our own runs, if requested.
    pub(super) checkpoints: Option<Checkpoints>,
    pub(super) random_access_per_s: Option<f64>,
    /// The versions of other tools by name.
    pub(super) versions: HashMap<String, String>,
    pub(super) is_stopped: &'a AtomicBool,
}

/// The result of the processes of a run.
#[derive(Debug, Default)]
pub(super) struct Process {
    pub(super) findings: Findings,
    pub(super) outcome: Option<(Outcome, String)>,
    pub(super) wall: Duration,
    pub(super) processor: Duration,
    pub(super) peak_bytes: Option<u64>,
    pub(super) command: Vec<String>,
}

impl Laboratory<'_> {
    /// Executes a run; `None` if the campaign is stopped in the meantime.
    pub(super) fn run(&self, task: &Task<'_>) -> Option<Run> {
        let mut known = self.known.answers(task.model, task.question);
        if let Solver::Other(tool) = task.solver {
            // Answers that a tool never gives are not missing.
            known.retain(|name, _| tool.can_give(name));
        }
        let process = match (&task.model.trouble, task.solver) {
            (Some(trouble), _) => Process::without(Outcome::Refused, trouble.clone()),
            (None, Solver::Own(configuration)) => self.run_own(task, configuration, &known)?,
            (None, Solver::Other(tool)) => self.run_other(task, tool, &known)?,
        };
        let mut run = self.record(task, process, &known);
        if let (Solver::Own(_), Some(checkpoints)) = (task.solver, &self.checkpoints) {
            run.command = run.command.into_iter().map(|word| checkpoints.without_path(task, word)).collect();
            if let Err(error) = checkpoints.keep_if_open(task, run.outcome) {
                eprintln!("note: {error}");
            }
        }
        Some(run)
    }

    fn record(&self, task: &Task<'_>, process: Process, known: &BTreeMap<String, String>) -> Run {
        let Process { findings, outcome, wall, processor, peak_bytes, command } = process;
        let answers = findings.rated(known);
        let (outcome, reason) = match outcome.or_else(|| findings.open.clone()) {
            Some((outcome, reason)) => (outcome, Some(reason)),
            None => outcome_of(task.question.ask, &answers),
        };
        let firings_per_s = findings.firings.zip(findings.search_s).filter(|&(_, seconds)| seconds > 0.001);
        let firings_per_s = firings_per_s.map(|(firings, seconds)| firings / seconds);
        let (tool, version) = match task.solver {
            Solver::Own(_) => ("sanderling".to_owned(), findings.version),
            Solver::Other(tool) => {
                (tool.name.clone(), self.versions.get(&tool.name).cloned().unwrap_or_default())
            }
        };
        Run {
            model: task.model.name.clone(),
            question: task.question.name.clone(),
            configuration: task.solver.name().to_owned(),
            repetition: task.repetition,
            tool,
            version,
            command,
            limits: self.limits,
            outcome,
            reason,
            answers,
            wall_s: wall.as_secs_f64(),
            processor_s: (processor > Duration::ZERO).then_some(processor.as_secs_f64()),
            phases_s: findings.phases_s,
            peak_bytes,
            store_bytes: findings.store_bytes,
            states: findings.states,
            firings: findings.firings,
            firings_per_s,
            share_of_random_access: firings_per_s
                .zip(self.random_access_per_s)
                .map(|(firings, accesses)| firings / accesses),
        }
    }

    fn run_own(
        &self,
        task: &Task<'_>,
        configuration: &Configuration,
        known: &BTreeMap<String, String>,
    ) -> Option<Process> {
        let command = self.own_command(task, configuration);
        let bounds = Bounds {
            time: Duration::from_secs_f64(self.limits.time_s) + GRACE,
            memory_bytes: self.limits.memory_bytes / 8 * 9 + OWN_BYTES,
        };
        let ended = match process::run(&command, self.scratch, bounds, self.is_stopped) {
            Ok(ended) => ended,
            Err(error) => return Some(Process::without(Outcome::Crashed, error.to_string())),
        };
        let findings = match task.question.examination() {
            Some(examination) => {
                let file = examination.property_file().map(|file| task.model.path.with_file_name(file));
                let properties = file.and_then(|file| std::fs::read_to_string(file).ok());
                Ok(Findings::of_lines(examination, properties.as_deref(), &ended.output))
            }
            None => Findings::of_json(&ended.output, known),
        };
        let command = command.iter().map(|word| task.without_path(word)).collect();
        let mut process = Process::of(&ended, command)?;
        match (findings, process.outcome.is_some()) {
            (Ok(findings), _) => process.findings = findings,
            (Err(_), true) => {}
            (Err(error), false) => process.outcome = Some((Outcome::Crashed, ended.last_line(&error))),
        }
        if task.question.ask == Ask::Examination && !matches!(ended.status.code(), Some(0 | 2) | None) {
            process.outcome = Some((Outcome::Refused, ended.last_line("it printed nothing")));
        }
        Some(process)
    }

    fn own_command(&self, task: &Task<'_>, configuration: &Configuration) -> Vec<String> {
        let path = task.model.path.to_string_lossy().into_owned();
        let checkpoints = self.checkpoints.as_ref().map(|checkpoints| checkpoints.arguments(task));
        let checkpoints = checkpoints.into_iter().flatten();
        let mut command = vec![self.program.to_string_lossy().into_owned()];
        let limits = [
            "--time".to_owned(),
            format!("{}s", self.limits.time_s),
            "--memory".to_owned(),
            self.limits.memory_bytes.to_string(),
        ];
        if let Some(examination) = task.question.examination() {
            let folder = task.model.path.parent().unwrap_or(Path::new(".")).to_string_lossy().into_owned();
            let mcc = ["mcc".to_owned(), folder, "--examination".to_owned(), examination.to_string()];
            command.extend(mcc.into_iter().chain(limits).chain(configuration.arguments()).chain(checkpoints));
            return command;
        }
        command.extend(["--format".to_owned(), "json".to_owned()]);
        match task.question.ask {
            Ask::Deadlock => command.extend(["deadlock".to_owned(), path]),
            Ask::Check => {
                command.extend(["check".to_owned(), path]);
                match &task.question.property {
                    Some(property) => command.extend(["--property".to_owned(), property.clone()]),
                    None => command.push("--assertions".to_owned()),
                }
            }
            Ask::Explore | Ask::Examination => command.extend(["explore".to_owned(), path]),
        }
        if let Some(net) = &task.model.net {
            command.extend(["--net".to_owned(), net.clone()]);
        }
        command.extend(limits.into_iter().chain(configuration.arguments()).chain(checkpoints));
        command
    }
}

impl Task<'_> {
    /// Returns a word of a command with `{model}` in place of the model's path, which differs between
    /// machines.
    fn without_path(&self, word: &str) -> String {
        let path = self.model.path.to_string_lossy();
        let folder = self.model.path.parent().map(|folder| folder.to_string_lossy().into_owned());
        match word {
            word if word == path => "{model}".to_owned(),
            word if Some(word) == folder.as_deref() => "{folder}".to_owned(),
            // The program is the first word.
            word if word.ends_with("sanderling") || word.ends_with("sanderling.exe") => {
                "sanderling".to_owned()
            }
            word => word.to_owned(),
        }
    }
}

impl Process {
    pub(super) fn without(outcome: Outcome, reason: String) -> Self {
        Self { outcome: Some((outcome, reason)), ..Self::default() }
    }

    /// Returns the result that the end of a process determines; `None` if the campaign is stopped.
    pub(super) fn of(ended: &Ended, command: Vec<String>) -> Option<Self> {
        let outcome = match ended.ended_for {
            Some(Ending::Stop) => return None,
            Some(Ending::Time) => Some((Outcome::OutOfTime, "it was ended at the limit".to_owned())),
            Some(Ending::Memory) => Some((Outcome::OutOfMemory, "it was ended at the limit".to_owned())),
            None if ended.status.code().is_none() => {
                Some((Outcome::Crashed, ended.last_line(&ended.status.to_string())))
            }
            None => None,
        };
        let Ended { wall, processor, peak_bytes, .. } = *ended;
        Some(Self { findings: Findings::default(), outcome, wall, processor, peak_bytes, command })
    }
}

/// Returns the outcome of a process that ended by itself and reported nothing as open. It is unknown if an
/// answer is missing.
fn outcome_of(ask: Ask, answers: &[Answer]) -> (Outcome, Option<String>) {
    let missing = answers.iter().filter(|answer| answer.value.is_none()).count();
    match (missing, answers.len()) {
        (0, 1..) => (Outcome::Answered, None),
        (0, 0) if ask == Ask::Check => (Outcome::Answered, None),
        (0, 0) => (Outcome::Unknown, Some("it answered nothing".to_owned())),
        (missing, all) => (Outcome::Unknown, Some(format!("{missing} of {all} answers are missing"))),
    }
}
