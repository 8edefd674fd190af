//! Conducts a campaign from reading the suite to writing the page.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::attempt::Laboratory;
use super::checkpoints::Checkpoints;
use super::known::Known;
use super::models::{Found, Model};
use super::plan::Task;
use super::record::{Limits, Line, Machine, Outcome, Rating, SCHEMA, Session};
use super::results::Results;
use super::show::Show;
use super::suite::Suite;
use super::tool::Tool;
use super::{Arguments, PAGE, RESULTS, machine, write_page};
use crate::runner::journal::Journal;
use crate::runner::process::{self, Bounds};
use crate::runner::schedule;
use crate::{bench, beside};

/// Prefix of the names of folders in which runs are executed.
const SCRATCH: &str = ".scratch-";

/// Conducts a campaign for the selected models until it is finished or stopped.
///
/// # Errors
/// The suite or a folder is invalid, or some answers are wrong.
pub(super) fn conduct(
    arguments: &Arguments,
    is_wanted: impl Fn(&Model) -> bool,
    is_stopped: &AtomicBool,
) -> Result<(), String> {
    let Some(collection) = &arguments.collection else { return Ok(()) };
    let suite = arguments.suite()?;
    let limits = Limits { time_s: suite.time_s, memory_bytes: suite.memory_bytes()? };
    let program = arguments.program.clone().map_or_else(beside::sanderling, Ok)?;
    let program = program.canonicalize().map_err(|error| format!("{}: {error}", program.display()))?;
    let collection =
        collection.canonicalize().map_err(|error| format!("{}: {error}", collection.display()))?;
    let known = Known::read(&suite, &collection)?;
    fs::create_dir_all(&arguments.out).map_err(|error| format!("{}: {error}", arguments.out.display()))?;
    remove_scratch(&arguments.out);
    let scratch_folder = tempfile::Builder::new().prefix(SCRATCH).tempdir_in(&arguments.out);
    let scratch_folder = scratch_folder.map_err(|error| error.to_string())?;
    // Runs have their own working folders, so the path must be absolute.
    let scratch = scratch_folder.path().canonicalize().map_err(|error| error.to_string())?;
    let mut found = Found::search(&collection, &scratch, &known.table);
    found.models.retain(is_wanted);

    let path = arguments.out.join(RESULTS);
    let (mut journal, results) = open(arguments, &path, &suite)?;
    let (tools, versions) = installed(&suite, is_stopped);
    let mut tasks = Task::all(&suite, &found.models, &tools);
    tasks.retain(|task| arguments.question.is_empty() || arguments.question.contains(&task.question.name));
    let tasks = Task::open(tasks, &results.runs, &arguments.again);
    eprintln!("{} models, {} files that are none; {} runs", found.models.len(), found.others, tasks.len());

    let unwritten = |error: io::Error| format!("{}: {error}", path.display());
    let machine = Machine::this();
    let room = machine.room_for(suite.max_threads(), limits.memory_bytes);
    let jobs = arguments.jobs.map_or(room, usize::from);
    let random_access_per_s = (!tasks.is_empty()).then(random_access).flatten();
    if !tasks.is_empty() {
        let session = session(&suite, machine, random_access_per_s, jobs);
        journal.append(&Line::Session(session)).map_err(unwritten)?;
    }
    let checkpoints = arguments.checkpoint_every.map(|every| Checkpoints::of_campaign(&arguments.out, every));
    let laboratory = Laboratory {
        program,
        limits,
        known,
        scratch: &scratch,
        checkpoints: checkpoints.transpose()?,
        random_access_per_s,
        versions,
        is_stopped,
    };
    let mut show = Show::new(tasks.len(), jobs);
    let record = |_, run| {
        show.finished(&run);
        journal.append(&Line::Run(run)).map_err(unwritten)
    };
    let is_over = || is_stopped.load(Ordering::Relaxed);
    schedule::carry_out(&tasks, jobs, is_over, |task| laboratory.run(task), record)?;
    show.end();

    let results = Results::read(&path)?;
    let page = arguments.out.join(PAGE);
    write_page(&results, &page)?;
    conclude(&results, &page, is_stopped.load(Ordering::Relaxed))
}

/// Removes the folders that a killed campaign left behind.
fn remove_scratch(out: &Path) {
    for entry in fs::read_dir(out).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(SCRATCH) {
            // NOTE: a folder that cannot be removed does no harm.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

impl Arguments {
    /// Returns the suite, with the limits of the command line.
    fn suite(&self) -> Result<Suite, String> {
        let mut suite = Suite::read(self.suite.as_deref())?;
        if let Some(time) = self.time {
            suite.time_s = time.as_secs_f64();
        }
        if let Some(memory) = self.run_memory {
            suite.memory = memory.to_string();
        }
        for name in &self.question {
            if suite.questions.iter().all(|question| question.name != *name) {
                let names: Vec<&str> =
                    suite.questions.iter().map(|question| question.name.as_str()).collect();
                return Err(format!("no question `{name}`; the suite has {}", names.join(", ")));
            }
        }
        Ok(suite)
    }
}

/// Opens the file of results, new or to be resumed, and reads its content.
fn open(arguments: &Arguments, path: &Path, suite: &Suite) -> Result<(Journal, Results), String> {
    let (journal, results) = Results::open(path, arguments.resume)?;
    let fingerprint = suite.fingerprint();
    match results.sessions.iter().find(|session| session.fingerprint != fingerprint) {
        None => Ok((journal, results)),
        Some(other) => Err(format!(
            "{}: these are results of another suite or another state of it, `{}`; name another folder with --out",
            path.display(),
            other.suite
        )),
    }
}

/// Returns the installed tools, and their versions by name.
fn installed<'a>(suite: &'a Suite, is_stopped: &AtomicBool) -> (Vec<&'a Tool>, HashMap<String, String>) {
    let (mut tools, mut versions, mut reported) = (Vec::new(), HashMap::new(), HashSet::new());
    for tool in &suite.tools {
        if let Some(program) = tool.missing() {
            if reported.insert((&tool.name, program)) {
                eprintln!("skipped: {} ({program} is not installed)", tool.name);
            }
            continue;
        }
        tools.push(tool);
        let bounds = Bounds { time: Duration::from_secs(10), memory_bytes: 1 << 30 };
        if let Ok(ended) = process::run(&tool.version, Path::new("."), bounds, is_stopped) {
            let output = format!("{}\n{}", ended.output, ended.complaint);
            let line = output.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
            versions.insert(tool.name.clone(), line.trim().chars().take(100).collect());
        }
    }
    (tools, versions)
}

fn session(suite: &Suite, machine: Machine, random_access_per_s: Option<f64>, jobs: usize) -> Session {
    Session {
        schema: SCHEMA,
        version: sanderling_report::VERSION.to_owned(),
        suite: suite.title.clone(),
        fingerprint: suite.fingerprint(),
        machine,
        random_access_per_s,
        jobs,
    }
}

/// Returns the machine's random-access rate, if there is enough memory to measure it.
fn random_access() -> Option<f64> {
    let is_roomy = machine::free_bytes().is_some_and(|free| free > 4 << 30);
    // Without optimization, the measurement would be meaningless.
    if !is_roomy || cfg!(debug_assertions) {
        return None;
    }
    eprintln!("measuring the rate of random accesses to memory");
    bench::updates_per_second(1).ok()
}

/// Prints the summary. Returns an error if answers are wrong.
fn conclude(results: &Results, page: &Path, is_stopped: bool) -> Result<(), String> {
    let count = |rating| results.runs.iter().map(|run| run.count(rating)).sum::<usize>();
    let runs = |outcome| results.runs.iter().filter(|run| run.outcome == outcome).count();
    let [right, unknown, unrated, wrong] =
        [Rating::Right, Rating::Unknown, Rating::Unrated, Rating::Wrong].map(count);
    let [refused, crashed] = [Outcome::Refused, Outcome::Crashed].map(runs);
    for run in &results.runs {
        for answer in run.answers.iter().filter(|answer| answer.rating == Rating::Wrong) {
            let [value, known] = [&answer.value, &answer.known].map(|it| it.as_deref().unwrap_or("nothing"));
            let (model, question, configuration) = (&run.model, &run.question, &run.configuration);
            println!(
                "WRONG {model} {question} {configuration} {}: {value} where {known} is known",
                answer.name
            );
        }
    }
    println!(
        "{} runs: {right} answers right, {unknown} unknown, {unrated} unrated, {wrong} wrong; {refused} runs refused, \
         {crashed} crashed\n{}",
        results.runs.len(),
        page.display()
    );
    match (wrong, is_stopped) {
        (1.., _) => Err(format!("{wrong} answers are wrong")),
        (0, true) => Err("stopped; --resume continues".to_owned()),
        (0, false) => Ok(()),
    }
}
