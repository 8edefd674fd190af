//! Runs the experiments, from their arguments to their results.
//!
//! If an experiment is interrupted, even by Ctrl-C, its finished results are written.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sanderling_analysis::Control;
use sanderling_analysis::retention::Replacement;
use sanderling_progress::{Effort, LEVELS, Sample, learn_from};

use super::caching::{self, Best, Group, MAX_VISITS};
use super::explored_model::{ExploredModel, Halt};
use super::laboratory::{Finished, Laboratory};
use super::page::Page;
use super::published::Published;
use super::records::Records;
use super::setting::{Kind, Learned};
use super::sweep::{self, Measured};
use super::table::Table;
use super::{Choice, Models, caching_table, collect, depth, sleep, strategies, sweep_table};
use crate::atomic;

/// File name of the recorded runs.
const RUNS: &str = "runs.jsonl";

const CACHING: &str = "\
    The smallest cache, in steps of 5 % of the states, with which each kind of order explores all states in at most five \
    times as many visits, and then the fewest visits. Edge-lean reduction is always on; + is with chains taken off the tree. \
    Beside ours stands what Evangelista and Kristensen published (Search-Order Independent State Caching, 2010, table 2); caches \
    that are larger than theirs are marked.";
const SWEEP: &str = "\
    What the sweep-line stores alone, and with the smallest cache that explores all states in at most five times \
    as many visits, for each level of progress. Beside ours stands what Evangelista and Kristensen published \
    (Search-Order Independent State Caching, 2010, table 3); what is larger than theirs is marked.";

const DEPTH: &str = "\
    What a depth-bounded search saves by thresholds and by frontier trees, for each increment of the bound; after tables 2 to 4 of Udupa, \
    Desai and Rajamani (Depth Bounded Explicit-State Model Checking, 2011), whose own models were not published.";

const SLEEP: &str = "\
    How few states have to be stored at a time with sleep sets and without them, if at most four times as many states are \
    visited; after table 1 and figure 4 of Godefroid, Holzmann and Pirottin (State-Space Caching Revisited, 1992), whose own \
    models were not published.";

/// The setup that both experiments with caching share.
struct Prepared {
    folder: PathBuf,
    laboratory: Laboratory,
    models: Vec<ExploredModel>,
    replacements: Vec<Replacement>,
    published: Published,
}

/// Runs experiment 1.
///
/// # Errors
/// As for the task.
pub(super) fn caching(choice: &Choice, kinds: &[Kind]) -> Result<(), String> {
    let groups: Vec<Group> = Group::all().filter(|group| kinds.contains(&group.kind)).collect();
    let prepared = Prepared::new(choice, "caching", &strategies::CACHING, groups.len() as u64)?;
    let with_groups = |explored| groups.iter().map(move |&group| (explored, group));
    let jobs: Vec<(&ExploredModel, Group)> = prepared.models.iter().flat_map(with_groups).collect();
    let finished = prepared.laboratory.each(
        &jobs,
        choice.jobs.into(),
        |(explored, _)| explored.states,
        |&(explored, group)| prepared.best(explored, group),
        |best| line(&caching_table::table(std::slice::from_ref(best), &prepared.published)),
    );
    let table = caching_table::table(&finished.results, &prepared.published);
    let charts = caching_table::charts(&finished.results, &prepared.published);
    let page = Page { title: "State caching by search order", introduction: CACHING, table: &table, charts };
    let is_larger = |row: &[String], column: &str| {
        column == "cache_percent" && row.last().is_some_and(|larger| larger == "yes")
    };
    prepared.write("caching.csv", &table.csv())?;
    prepared.write("caching.html", &page.html(is_larger))?;
    prepared.end(&finished)
}

/// Runs experiment 2.
///
/// # Errors
/// As for the task.
pub(super) fn sweep(choice: &Choice, sample: usize, levels: &[u8]) -> Result<(), String> {
    let prepared = Prepared::new(choice, "sweep", &strategies::SWEEP, 1)?;
    let finished = prepared.laboratory.each(
        &prepared.models,
        choice.jobs.into(),
        |explored| explored.states,
        |explored| prepared.sweep_levels(explored, sample, levels),
        |rows| line(&sweep_table::table(rows, &prepared.published)),
    );
    let measured: Vec<Measured> = finished.results.iter().flatten().cloned().collect();
    let table = sweep_table::table(&measured, &prepared.published);
    let charts = sweep_table::charts(&measured, &prepared.published);
    let page = Page { title: "Sweep-line and state caching", introduction: SWEEP, table: &table, charts };
    let is_larger = |row: &[String], column: &str| {
        let larger = row.last().map_or("", String::as_str);
        (column == "stored_percent" && matches!(larger, "alone" | "both"))
            || (column == "cached_stored_percent" && matches!(larger, "cached" | "both"))
    };
    prepared.write("sweep.csv", &table.csv())?;
    prepared.write("sweep.html", &page.html(is_larger))?;
    prepared.end(&finished)
}

/// Runs the experiment on depth-bounded search. There is one run at a time, since times are compared.
///
/// # Errors
/// As for the task.
pub(super) fn depth(
    models: &Models,
    max_depth: Option<u32>,
    increments: &[u32],
    time: Duration,
    out: Option<&Path>,
) -> Result<(), String> {
    let folder = folder(out, "depth")?;
    let control = interruptible()?;
    let models = collect::explored_models(models, &control)?;
    let mut measured = Vec::new();
    let ended = depth::measure_all(&models, (max_depth, increments), time, &control, |one| {
        println!("{}", line(&depth::table(std::slice::from_ref(&one))));
        measured.push(one);
    });
    let table = depth::table(&measured);
    let page = Page { title: "Search to a depth", introduction: DEPTH, table: &table, charts: Vec::new() };
    write(&folder, "depth.csv", &table.csv())?;
    write(&folder, "depth.html", &page.html(|_, _| false))?;
    print_folder(&folder)?;
    end(ended)
}

/// Runs the experiment on sleep sets. There is one run at a time, since times are compared.
///
/// # Errors
/// As for the task.
pub(super) fn sleep(models: &[PathBuf], out: Option<&Path>) -> Result<(), String> {
    let folder = folder(out, "sleep")?;
    let control = interruptible()?;
    let mut measured = Vec::new();
    let mut on_measured = |one| {
        println!("{}", line(&sleep::table(std::slice::from_ref(&one))));
        measured.push(one);
    };
    let paths = if models.is_empty() { protocols()? } else { models.to_vec() };
    let ended = paths.iter().try_for_each(|path| {
        let explored = ExploredModel::read(path, None, &control)?;
        sleep::measure(&explored, &control, &mut on_measured)
    });
    let table = sleep::table(&measured);
    let page =
        Page { title: "Sleep sets", introduction: SLEEP, table: &table, charts: sleep::charts(&measured) };
    write(&folder, "sleep.csv", &table.csv())?;
    write(&folder, "sleep.html", &page.html(|_, _| false))?;
    print_folder(&folder)?;
    end(ended)
}

/// Returns the models of protocols that belong to the project.
pub(super) fn protocols() -> Result<Vec<PathBuf>, String> {
    let folder = crate::workspace().join("bench/models");
    let broken = |error: io::Error| format!("{}: {error}", folder.display());
    let files = std::fs::read_dir(&folder).map_err(broken)?.map(|file| file.map(|file| file.path()));
    let mut files: Vec<PathBuf> = files.collect::<Result<_, _>>().map_err(broken)?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "pml"));
    files.sort();
    Ok(files)
}

fn end(ended: Result<(), Halt>) -> Result<(), String> {
    ended.map_err(|halt| match halt {
        Halt::Cancelled => "interrupted".to_owned(),
        Halt::Broken(message) => message,
    })
}

/// Creates and returns the folder for the results.
fn folder(out: Option<&Path>, name: &str) -> Result<PathBuf, String> {
    let usual = || crate::workspace().join("target/reproduce").join(name);
    let folder = out.map_or_else(usual, Path::to_owned);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// Returns a control that Ctrl-C cancels.
fn interruptible() -> Result<Arc<Control<'static>>, String> {
    let control: Arc<Control<'static>> = Arc::default();
    let interrupted = Arc::clone(&control);
    ctrlc::set_handler(move || interrupted.cancel()).map_err(|error| error.to_string())?;
    Ok(control)
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    atomic::write(&folder.join(name), text)
}

impl Prepared {
    fn new(choice: &Choice, name: &str, usual: &[&str], jobs_each: u64) -> Result<Self, String> {
        let folder = folder(choice.out.as_deref(), name)?;
        let usual: Vec<String> = usual.iter().map(|&name| name.to_owned()).collect();
        let is_usual = choice.replacements.is_empty();
        let replacements = strategies::parse(if is_usual { &usual } else { &choice.replacements })?;
        let published = Published::read()?;
        let records = Records::open(&folder.join(RUNS), choice.resume)?;
        let control = interruptible()?;
        let models = collect::explored_models(&choice.models, &control)?;
        let states: u64 = models.iter().map(|explored| explored.states).sum();
        let laboratory = Laboratory::new(records, control, states * jobs_each);
        Ok(Self { folder, laboratory, models, replacements, published })
    }

    fn best(&self, explored: &ExploredModel, group: Group) -> Result<Best, Halt> {
        let ExploredModel { name, states, .. } = explored;
        let search = |setting: &_, allowed| self.laboratory.search(explored, setting, allowed, None);
        let run = caching::best(group, *states, &self.replacements, search)?;
        let with_more = run.as_ref().map(|run| caching::with_more(run, *states, search)).transpose()?;
        let with_more = with_more.unwrap_or_default();
        Ok(Best { model: name.clone(), states: *states, group, run, with_more })
    }

    fn sweep_levels(
        &self,
        explored: &ExploredModel,
        sample: usize,
        levels: &[u8],
    ) -> Result<Vec<Measured>, Halt> {
        let ExploredModel { name, states, .. } = explored;
        let seen = Sample::of(&explored.model, Effort::whole(sample));
        let measure_level = |&level: &u8| {
            let measure = learn_from(&seen, LEVELS[usize::from(level)]);
            let allowed = MAX_VISITS * states;
            let search = |setting: &_| self.laboratory.search(explored, setting, allowed, Some(&measure));
            let pair = sweep::measure(Learned { level, sample }, *states, &self.replacements, search)?;
            Ok(Measured { model: name.clone(), states: *states, level, pair })
        };
        levels.iter().map(measure_level).collect()
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        write(&self.folder, name, text)
    }

    fn end<R>(&self, finished: &Finished<R>) -> Result<(), String> {
        print_folder(&self.folder)?;
        finished.failures.iter().for_each(|failure| eprintln!("{failure}"));
        match (finished.is_cancelled, finished.failures.len()) {
            (true, _) => Err("interrupted: --resume continues from here".to_owned()),
            (false, 0) => Ok(()),
            (false, count) => Err(format!("{count} measurements could not be made")),
        }
    }
}

fn print_folder(folder: &Path) -> Result<(), String> {
    writeln!(io::stdout(), "results are in {}", folder.display()).map_err(|error| error.to_string())
}

/// Formats the rows of a table for the terminal.
fn line(table: &Table) -> String {
    let names = || table.columns.iter().map(|column| column.name);
    let row = |row: &Vec<String>| {
        let cells = names().zip(row).filter(|(_, cell)| !cell.is_empty());
        cells.map(|(name, cell)| format!("{name} {cell}")).collect::<Vec<_>>().join("  ")
    };
    table.rows.iter().map(row).collect::<Vec<_>>().join("\n")
}
