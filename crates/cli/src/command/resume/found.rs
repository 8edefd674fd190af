//! The contents of a search's folder: its checkpoints, or the shares of several processes that are on this machine.

use std::path::{Path, PathBuf};

use sanderling::{Caller, CheckpointSummary, ShareSummary, shares_in};
use sanderling_checkpoint::{Folder, Manifest, Problem, Which};
use sanderling_report::CheckpointReport;

use super::{Invocation, failed};
use crate::failure::Failure;

/// The checkpoints of a search, and its command line.
pub(super) struct Found {
    invocation: Invocation,
    checkpoints: Checkpoints,
}

/// A share and its summary.
type Of = (ShareSummary, CheckpointSummary);

enum Checkpoints {
    OfOne(CheckpointSummary),
    /// The shares of each process that has one here, the newest last.
    Shares {
        shares: Vec<Vec<Of>>,
        which: Which,
        is_place_known: bool,
    },
}

impl Found {
    /// Reads the folder, for process number `own` if that is known.
    pub(super) fn look(directory: &Path, which: Which, own: Option<usize>) -> Result<Self, Failure> {
        let shares = shares_in(directory).into_iter();
        let shares: Vec<_> = shares.filter(|(_, path)| Folder::look(path).has_checkpoint()).collect();
        if shares.is_empty() || Folder::look(directory).has_checkpoint() {
            let manifest = Folder::look(directory).manifest(which).map_err(|problem| failed(&problem))?;
            let summary = CheckpointSummary::of(directory, &manifest).map_err(|problem| failed(&problem))?;
            let invocation = invocation_in(directory, &summary)?;
            return Ok(Self { invocation, checkpoints: Checkpoints::OfOne(summary) });
        }
        Self::of_shares(directory, &shares, which, own)
    }

    fn of_shares(
        directory: &Path,
        folders: &[(usize, PathBuf)],
        which: Which,
        own: Option<usize>,
    ) -> Result<Self, Failure> {
        let (mut shares, mut problem) = (Vec::new(), None);
        for (_, path) in folders {
            let (found, problems) = in_share(path).map_err(|problem| failed(&problem))?;
            problem = problem.or(problems.into_iter().next());
            shares.push(found);
        }
        let own_at = folders.iter().position(|(process, _)| own == Some(*process));
        // If this process has no share left, another share has the same command line.
        let newest =
            own_at.and_then(|at| shares[at].last()).or_else(|| shares.iter().find_map(|found| found.last()));
        let nothing = || problem.unwrap_or_else(|| Problem::Nothing(directory.to_owned()));
        let (_, summary) = newest.ok_or_else(|| failed(&nothing()))?;
        let invocation = invocation_in(directory, summary)?;
        let is_place_known = own.is_some() || shares.len() == 1;
        Ok(Self { invocation, checkpoints: Checkpoints::Shares { shares, which, is_place_known } })
    }

    /// Returns how the search was started.
    pub(super) fn invocation(&self) -> &Invocation {
        &self.invocation
    }

    pub(super) fn are_shares(&self) -> bool {
        matches!(self.checkpoints, Checkpoints::Shares { .. })
    }

    /// Whether it is known which of several processes this one is, or was.
    pub(super) fn is_place_known(&self) -> bool {
        matches!(self.checkpoints, Checkpoints::Shares { is_place_known: true, .. })
    }

    /// Describes the checkpoint. For shares it adds up those on this machine.
    pub(super) fn report(&self, directory: &Path) -> Result<CheckpointReport, Failure> {
        let (number, summaries) = match &self.checkpoints {
            Checkpoints::OfOne(summary) => (summary.number, vec![summary]),
            Checkpoints::Shares { shares, which, .. } => {
                let common = common(shares, *which);
                common.ok_or_else(|| failed(&no_common(directory, shares)))?
            }
        };
        let sum =
            |number: fn(&CheckpointSummary) -> u64| summaries.iter().map(|one| number(one)).sum::<u64>();
        let elapsed = summaries.iter().map(|one| one.elapsed).max().unwrap_or_default();
        Ok(CheckpointReport {
            directory: directory.display().to_string(),
            checkpoint: number,
            command: self.invocation.words.clone(),
            working_directory: self.invocation.directory.display().to_string(),
            states: sum(|one| one.states).into(),
            firings: sum(|one| one.firings).into(),
            level: summaries.first().map_or(0, |one| one.level),
            elapsed_s: elapsed.as_secs_f64(),
            bytes: sum(|one| one.bytes),
            finished: summaries.iter().all(|one| one.is_finished),
            ..CheckpointReport::default()
        })
    }
}

/// Returns the newest checkpoint for which every process here has a share, or the one before it, with these shares.
fn common(shares: &[Vec<Of>], which: Which) -> Option<(u64, Vec<&CheckpointSummary>)> {
    let of = |point: (u64, u64)| {
        let of_process = |found: &Vec<Of>| found.iter().position(|(share, _)| share.point == point);
        let at: Option<Vec<usize>> = shares.iter().map(of_process).collect();
        at.map(|at| (point.1, shares.iter().zip(at).map(|(found, at)| &found[at].1).collect()))
    };
    let mut all = shares.first()?.iter().rev().filter_map(|(share, _)| of(share.point));
    match which {
        Which::Newest => all.next(),
        Which::Earlier => all.nth(1),
    }
}

fn no_common(directory: &Path, shares: &[Vec<Of>]) -> Problem {
    let numbers = |found: &Vec<Of>| {
        found.iter().map(|(share, _)| share.point.1.to_string()).collect::<Vec<_>>().join(" and ")
    };
    let all: Vec<String> = shares.iter().map(numbers).collect();
    let what =
        format!("there is no checkpoint with the shares of all processes: they have {}", all.join("; "));
    Problem::Shares { path: directory.to_owned(), what }
}

/// Returns the shares of checkpoints in the folder of a process, the newest last, and the problems found in others.
fn in_share(path: &Path) -> Result<(Vec<Of>, Vec<Problem>), Problem> {
    let (manifests, problems) = Folder::look(path).manifests()?;
    let summary = |manifest: &Manifest| {
        let summary = CheckpointSummary::of(path, manifest)?;
        Ok(summary.share.map(|share| (share, summary)))
    };
    let found = manifests.iter().filter_map(|manifest| summary(manifest).transpose());
    Ok((found.collect::<Result<_, Problem>>()?, problems))
}

/// Returns how the search was started.
fn invocation_in(directory: &Path, summary: &CheckpointSummary) -> Result<Invocation, Failure> {
    let caller = Caller::read(&summary.caller);
    let invocation = caller.and_then(|caller| serde_json::from_value(caller.command).ok());
    invocation.ok_or_else(|| {
        Failure::input(format!(
            "{}: checkpoint {} was not created by the command line: resume it with the program that created it",
            directory.display(),
            summary.number
        ))
    })
}
