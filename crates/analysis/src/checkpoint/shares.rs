//! Checkpoints of several processes. Each process writes its share into its own folder, and a checkpoint is
//! valid if every process has its share of it.
//!
//! All processes decide together when to write, and only after all have written their shares of the previous
//! checkpoint. A folder keeps the last two shares, so that one checkpoint is complete whenever a process or
//! a machine fails. Shares of the same checkpoint have the same unique [point](Point). It contains the run,
//! since two runs may resume from the same checkpoint and diverge.
//!
//! Before writing, all processes exchange the points of their shares. So all choose the same one, or all
//! report the problem.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sanderling_checkpoint::{Folder, Manifest, Problem, Which};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::content::{Point, SavedCommon, SavedShare};
use super::{Checkpoints, content_of};
use crate::peers::{Lost, Peers, exchange_heads};

/// The process whose share is written, and its last written point.
#[derive(Debug)]
pub(crate) struct Of {
    processes: usize,
    own: usize,
    last: Point,
}

impl Of {
    /// Returns the share of the next checkpoint.
    pub(super) fn next(&mut self, common: SavedCommon) -> SavedShare {
        self.last.number += 1;
        SavedShare { processes: self.processes, own: self.own, point: self.last, common }
    }
}

/// A problem, in a form that is sent to other processes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Said {
    what: String,
    help: String,
}

impl Said {
    pub(crate) fn of(problem: &Problem) -> Self {
        Self { what: problem.to_string(), help: problem.help().to_owned() }
    }

    /// Returns this process's own problem, or else that of the first process that has one.
    pub(crate) fn first(said: &[Option<Self>], own: Option<Problem>) -> Option<Problem> {
        let elsewhere = said.iter().enumerate().find_map(|(process, said)| Some((process, said.clone()?)));
        own.or_else(|| {
            elsewhere.map(|(process, Self { what, help })| Problem::Elsewhere { process, what, help })
        })
    }
}

/// The message of a process about its folder, sent before writing.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Offer {
    /// A number for the run. That of the first process counts.
    run: u64,
    /// The points of its shares, the newest last.
    points: Vec<Point>,
    /// The damage of other shares.
    damage: Vec<String>,
    /// Whether its folder is new.
    is_new: bool,
    problem: Option<Said>,
}

/// The folder of a process, and its content.
struct Own {
    folder: Folder,
    shares: Vec<(Point, Manifest)>,
    damage: Vec<Problem>,
    is_new: bool,
}

impl Own {
    fn of(directory: &Path, which: Option<Which>, peers: &dyn Peers) -> Result<Self, Problem> {
        let wrong = |what: String| Problem::Shares { path: directory.to_owned(), what };
        if Folder::look(directory).has_checkpoint() {
            return Err(wrong("the folder has a checkpoint of a search by one process".into()));
        }
        let other = shares_in(directory)
            .into_iter()
            .find(|(process, path)| *process >= peers.processes() && Folder::look(path).has_checkpoint());
        if let Some((process, _)) = other {
            let now = peers.processes();
            return Err(wrong(format!(
                "the folder has a share of process {process}, counted from 0, and now there are {now} processes"
            )));
        }
        let path = share_of(directory, peers.own());
        let is_new = !path.exists();
        let folder = if which.is_some() && !is_new { Folder::open(&path)? } else { Folder::create(&path)? };
        let (manifests, damage) = if which.is_some() { folder.manifests()? } else { Default::default() };
        let mut shares = Vec::new();
        for manifest in manifests {
            let share = content_of(folder.path(), &manifest)?.share;
            let wrong = |what: String| Problem::Shares {
                path: folder.path().to_owned(),
                what: format!("checkpoint {} is {what}", manifest.number),
            };
            let share = share.ok_or_else(|| wrong("one of a search by one process".into()))?;
            if share.processes != peers.processes() {
                let (before, now) = (share.processes, peers.processes());
                return Err(wrong(format!("one of {before} processes, and now there are {now}")));
            }
            if share.own != peers.own() {
                return Err(wrong(format!(
                    "the share of process {}, and this is process {}",
                    share.own,
                    peers.own()
                )));
            }
            shares.push((share.point, manifest));
        }
        Ok(Self { folder, shares, damage, is_new })
    }
}

impl Checkpoints {
    /// Creates the checkpoints of a search by several processes. Each process calls this function, and
    /// writes its share into its own folder in this directory. The search resumes from the newest checkpoint
    /// for which all processes have shares, or from the one before. It starts at the beginning if `which` is
    /// `None`, or if there is no checkpoint yet.
    ///
    /// # Errors
    /// If a process is lost. The inner error is returned in all processes: the folder of one cannot be used,
    /// it has shares for another number of processes, or no checkpoint is complete.
    pub fn together(
        directory: &Path,
        which: Option<Which>,
        (every, caller): (Duration, Value),
        peers: &mut dyn Peers,
    ) -> Result<Result<Self, Problem>, Lost> {
        let own = Own::of(directory, which, &*peers);
        let offers = exchange_heads(peers, &offer(&own))?;
        let begun = own.and_then(|own| start(own, chosen(&offers, which, directory)?, (every, caller)));
        let said = exchange_heads(peers, &begun.as_ref().err().map(Said::of))?;
        let (begun, problem) = match begun {
            Ok(begun) => (Some(begun), None),
            Err(problem) => (None, Some(problem)),
        };
        let problem = Said::first(&said, problem);
        Ok(match (begun, problem) {
            (Some(begun), None) => {
                let (processes, own, run) = (peers.processes(), peers.own(), offers[0].run);
                let mut saver = begun.lock();
                let number = saver.resumed.as_ref().and_then(|resumed| resumed.content.share.as_ref());
                let number = number.map_or(0, |share| share.point.number);
                saver.share = Some(Of { processes, own, last: Point { run, number } });
                drop(saver);
                Ok(begun)
            }
            (_, problem) => Err(problem.expect("who has not begun has a problem")),
        })
    }
}

fn offer(own: &Result<Own, Problem>) -> Offer {
    // If two runs had the same number, their checkpoints could be confused.
    let run = RandomState::new().build_hasher().finish();
    match own {
        Ok(Own { shares, damage, is_new, .. }) => {
            let points = shares.iter().map(|(point, _)| *point).collect();
            let damage = damage.iter().map(ToString::to_string).collect();
            Offer { run, points, damage, is_new: *is_new, problem: None }
        }
        Err(problem) => Offer {
            run,
            points: Vec::new(),
            damage: Vec::new(),
            is_new: false,
            problem: Some(Said::of(problem)),
        },
    }
}

/// Returns the point from which all resume, given the offers of all. Returns `None` if they start at the
/// beginning.
fn chosen(offers: &[Offer], which: Option<Which>, path: &Path) -> Result<Option<Point>, Problem> {
    let said: Vec<_> = offers.iter().map(|offer| offer.problem.clone()).collect();
    if let Some(problem) = Said::first(&said, None) {
        return Err(problem);
    }
    let Some(which) = which else { return Ok(None) };
    let is_common = |point: &&Point| offers.iter().all(|offer| offer.points.contains(point));
    let mut common = offers[0].points.iter().filter(is_common).rev();
    let point = match which {
        Which::Newest => common.next(),
        Which::Earlier => common.nth(1),
    };
    // If not all processes wrote the first checkpoint, it never existed. A missing folder, however,
    // indicates that it did.
    let is_first = |point: &Point| point.number == 1;
    let never_was =
        |offer: &Offer| !offer.is_new && offer.damage.is_empty() && offer.points.iter().all(is_first);
    let has_none = |offer: &Offer| offer.damage.is_empty() && offer.points.is_empty();
    match point {
        Some(&point) => Ok(Some(point)),
        None if which == Which::Newest && (offers.iter().all(has_none) || offers.iter().all(never_was)) => {
            Ok(None)
        }
        None => Err(Problem::Shares { path: path.to_owned(), what: describe_missing(offers, which) }),
    }
}

/// Describes why no checkpoint is complete.
fn describe_missing(offers: &[Offer], which: Which) -> String {
    let has = |(process, offer): (usize, &Offer)| {
        let numbers: Vec<String> = offer.points.iter().map(|point| point.number.to_string()).collect();
        let numbers = if numbers.is_empty() { "none".to_owned() } else { numbers.join(" and ") };
        let damage = offer.damage.iter().map(|damage| format!(" ({damage})")).collect::<String>();
        format!("process {process} has {numbers}{damage}")
    };
    let all: Vec<String> = offers.iter().enumerate().map(has).collect();
    let earlier = if which == Which::Earlier { "earlier " } else { "" };
    format!("there is no {earlier}checkpoint with the shares of all processes: {}", all.join("; "))
}

fn start(
    Own { folder, shares, .. }: Own,
    point: Option<Point>,
    (every, caller): (Duration, Value),
) -> Result<Checkpoints, Problem> {
    let Some(point) = point else { return Checkpoints::begin(folder, every, caller) };
    let share = shares.into_iter().find(|(of, _)| *of == point);
    let (_, manifest) = share.ok_or_else(|| Problem::Nothing(folder.path().to_owned()))?;
    Checkpoints::resume(folder, manifest, every)
}

/// Returns the folder of a process in the common directory.
#[must_use]
pub fn share_of(directory: &Path, process: usize) -> PathBuf {
    directory.join(format!("{NAME}{process}"))
}

/// Lists the folders of processes in a directory, by process.
#[must_use]
pub fn shares_in(directory: &Path) -> Vec<(usize, PathBuf)> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let number = |name: &str| name.strip_prefix(NAME)?.parse().ok();
    let mut shares: Vec<(usize, PathBuf)> = entries
        .filter_map(|entry| Some((number(entry.file_name().to_str()?)?, entry.path())))
        .filter(|(_, path)| path.is_dir())
        .collect();
    shares.sort_unstable();
    shares
}

/// Prefix of the names of their folders.
const NAME: &str = "process-";
