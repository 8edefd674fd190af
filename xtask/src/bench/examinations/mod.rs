//! `cargo xtask bench --examinations FOLDER`: the questions of the Model Checking Contest, answered and scored.
//!
//! Each instance in a folder is examined in every way, each time by `sanderling mcc` in a process of its own, with the limits
//! that are given; the answers are compared with those that are known. A wrong answer is the first thing that is
//! shown, and makes the task fail. Coloured instances are unfolded besides, to tell how large they become and how long it takes.

mod run;
mod score;
mod unfolding;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sanderling_contest::Examination;

use self::run::{Limits, Run};
use self::score::Scores;
use crate::collection::{Known, known_file};

/// What to examine.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Examinations")]
pub(super) struct Arguments {
    /// Answer the contest's questions about the instances in this folder, and compare with what is known
    #[arg(long, value_name = "FOLDER")]
    examinations: Option<PathBuf>,
    /// Only these examinations
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "examinations", value_parser = named)]
    examination: Vec<Examination>,
    /// Seconds for each of them
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "examinations")]
    examination_time: u64,
    /// Memory for each of them, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096, requires = "examinations")]
    examination_memory: u64,
    /// How many at the same time
    #[arg(long, value_name = "N", default_value_t = 1, requires = "examinations")]
    examination_jobs: usize,
    /// The `sanderling` that answers [default: the one that is built beside this program]
    #[arg(long, value_name = "FILE", requires = "examinations")]
    program: Option<PathBuf>,
}

fn named(name: &str) -> Result<Examination, String> {
    let names = Examination::ALL.map(Examination::name).join(", ");
    Examination::named(name).ok_or_else(|| format!("the examinations are {names}"))
}

impl Arguments {
    /// Whether this is what is to be measured.
    pub(super) fn is_wanted(&self) -> bool {
        self.examinations.is_some()
    }

    /// Examines, and shows the scores; answers them for a file.
    ///
    /// # Errors
    /// That a file cannot be read, or an answer is wrong.
    pub(super) fn measure(&self, is_wanted: impl Fn(&str) -> bool) -> Result<Scores, String> {
        let Some(folder) = &self.examinations else { return Ok(Scores::default()) };
        let known = Known::read(&known_file(folder)?)?;
        let program = self.program.clone().map_or_else(beside, Ok)?;
        let limits = Limits {
            time: Duration::from_secs(self.examination_time),
            megabytes: self.examination_memory,
            threads: (self.examination_jobs > 1).then_some(1),
        };
        let instances: Vec<PathBuf> =
            instances(folder)?.into_iter().filter(|path| is_wanted(&name_of(path))).collect();
        let examinations =
            if self.examination.is_empty() { Examination::ALL.to_vec() } else { self.examination.clone() };
        let mut tasks = Vec::new();
        for instance in &instances {
            tasks.extend(examinations.iter().map(|&examination| (instance.as_path(), examination)));
        }
        let runs = in_turn(&tasks, self.examination_jobs, |&(instance, examination)| {
            Run::make(&program, instance, examination, &limits)
        });
        let mut scores = Scores::of(&runs, &known.answers);
        scores.unfoldings =
            instances.iter().filter_map(|path| unfolding::measure(&program, path, &limits)).collect();
        write!(std::io::stdout(), "{scores}").map_err(|error| error.to_string())?;
        match scores.wrong() {
            0 => Ok(scores),
            wrong => Err(format!("{wrong} answers are wrong")),
        }
    }
}

/// The folders with a net, in alphabetical order.
fn instances(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let unreadable = |error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()).map_err(unreadable))
        .collect::<Result<Vec<_>, String>>()?;
    paths.retain(|path| path.join("model.pnml").is_file());
    paths.sort();
    if paths.is_empty() {
        return Err(format!("{}: no folder in it has a model.pnml", folder.display()));
    }
    Ok(paths)
}

/// The name of an instance.
fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The program that is built beside this one.
fn beside() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let program = own.with_file_name(format!("sanderling{}", std::env::consts::EXE_SUFFIX));
    if program.is_file() {
        Ok(program)
    } else {
        Err(format!("there is no {}: `cargo build --release` builds it", program.display()))
    }
}

/// Carries out tasks, so many at the same time; the results are in the order of the tasks.
fn in_turn<T: Sync, R: Send>(tasks: &[T], jobs: usize, carry_out: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, tasks.len().max(1)) {
            scope.spawn(|| {
                while let Some((index, task)) = Some(next.fetch_add(1, Ordering::Relaxed))
                    .and_then(|index| Some((index, tasks.get(index)?)))
                {
                    let result = carry_out(task);
                    results.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_tasks() {
        for jobs in [1, 3, 100] {
            let tasks: Vec<usize> = (0..20).collect();
            let squares: Vec<usize> = tasks.iter().map(|task| task * task).collect();
            assert_eq!(in_turn(&tasks, jobs, |task| task * task), squares);
        }
        assert!(in_turn(&[], 2, |task: &usize| *task).is_empty());
    }

    #[test]
    fn instances_are_folders_with_a_net() {
        let root = tempfile::tempdir().unwrap();
        for path in ["B-PT-2/model.pnml", "A-COL-1/model.pnml", "notes/readme"] {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let found = instances(root.path()).unwrap();
        assert_eq!(found.iter().map(|path| name_of(path)).collect::<Vec<_>>(), ["A-COL-1", "B-PT-2"]);
        assert!(instances(&root.path().join("notes")).is_err());
        assert!(instances(&root.path().join("none")).is_err());
    }
}
