//! Shares that are missing, truncated, or from another checkpoint or another number of processes. The search resumes
//! from an older checkpoint that all processes have, or every process refuses and reports the reason.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sanderling::{Checkpointing, Control, Request, StoreChoice, WhichCheckpoint, analyse};
use sanderling_net::Net;
use sanderling_report::{Reason, Report};
use tempfile::TempDir;

use crate::interrupted::{NEVER, STORES, ended, lamps, run, text};
use crate::is_as_of_one;

/// A search by two processes that has reached a limit after some checkpoints.
struct Begun {
    net: Net,
    request: Request,
    plain: Report,
    folder: TempDir,
}

impl Begun {
    fn over(store: StoreChoice) -> Self {
        let (net, request, plain) = lamps();
        let request = Request { store: Some(store), ..request };
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let mut begun = Self { net, request, plain, folder };
        begun.to(200, None);
        begun
    }

    /// Continues the search until it has `states` states.
    fn to(&mut self, states: u64, resume: Option<WhichCheckpoint>) {
        let mut request = self.request.clone();
        request.limits.states = Some(states);
        let how = (self.folder.path(), resume, Duration::ZERO);
        for report in ended(run(&self.net, &request, how, 2, NEVER)) {
            assert_eq!(report.reason, Some(Reason::StateLimit));
        }
    }

    fn share(&self, process: usize) -> PathBuf {
        self.folder.path().join(format!("process-{process}"))
    }

    /// Resumes the search with `processes` processes. Checks the final reports, or returns the error of each process.
    fn resume(&self, processes: usize, which: WhichCheckpoint) -> Result<(), Vec<String>> {
        let how = (self.folder.path(), Some(which), Duration::ZERO);
        let all = run(&self.net, &self.request, how, processes, NEVER);
        if all.iter().all(Result::is_ok) {
            ended(all).iter().for_each(|report| is_as_of_one(report, &self.plain, processes));
            return Ok(());
        }
        Err(all.into_iter().map(|one| text(&one.expect_err("all are refused together"))).collect())
    }

    fn refused(&self, processes: usize, parts: &[&str]) {
        let errors = self.resume(processes, WhichCheckpoint::Newest).expect_err("it cannot resume");
        for part in parts {
            assert!(errors.iter().all(|text| text.contains(part)), "{part}: {errors:?}");
        }
    }
}

/// Returns the manifests of a share, with the newest last.
fn manifests(share: &Path) -> Vec<PathBuf> {
    let number = |path: &PathBuf| {
        path.file_name()?.to_str()?.strip_prefix("checkpoint-")?.strip_suffix(".json")?.parse::<u64>().ok()
    };
    let entries = fs::read_dir(share).expect("it is a folder").map(|entry| entry.expect("a file").path());
    let mut found: Vec<(u64, PathBuf)> = entries.filter_map(|path| Some((number(&path)?, path))).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, path)| path).collect()
}

/// Returns the files with the states of a share.
fn files(share: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(share).expect("it is a folder").map(|entry| entry.expect("a file").path());
    entries.filter(|path| path.extension().is_some_and(|end| end == "log" || end == "sorted")).collect()
}

fn changed(path: &Path, at: impl Fn(usize) -> usize) {
    let mut bytes = fs::read(path).expect("it is there");
    let at = at(bytes.len());
    bytes[at] ^= 4;
    fs::write(path, bytes).expect("it can be written");
}

#[test]
fn an_incomplete_checkpoint_is_skipped() {
    for store in STORES {
        for process in [0, 1] {
            let begun = Begun::over(store);
            let newest = manifests(&begun.share(process)).pop().expect("there are two");
            fs::remove_file(newest).expect("it is there");
            assert_eq!(begun.resume(2, WhichCheckpoint::Newest), Ok(()));
        }
        let begun = Begun::over(store);
        changed(&manifests(&begun.share(1))[1], |length| length / 2);
        assert_eq!(begun.resume(2, WhichCheckpoint::Newest), Ok(()));
        let begun = Begun::over(store);
        assert_eq!(begun.resume(2, WhichCheckpoint::Earlier), Ok(()));
    }
}

#[test]
fn a_share_that_is_gone_is_missed_by_all() {
    let begun = Begun::over(StoreChoice::Packed);
    for manifest in manifests(&begun.share(1)) {
        fs::remove_file(manifest).expect("it is there");
    }
    begun.refused(2, &["no checkpoint with the shares of all processes", "process 1 has none"]);
    fs::remove_dir_all(begun.share(1)).expect("it is there");
    begun.refused(2, &["no checkpoint with the shares of all processes", "process 1 has none"]);
}

#[test]
fn a_share_that_is_cut_does_not_count() {
    for store in STORES {
        let begun = Begun::over(store);
        for file in files(&begun.share(0)) {
            fs::write(file, []).expect("it can be written");
        }
        begun.refused(2, &["process 0 has none", "it is shorter than"]);
    }
}

/// Damage that is detected only when states are read is also reported to all processes.
#[test]
fn a_share_that_is_damaged_is_refused_by_all() {
    for store in STORES {
        let begun = Begun::over(store);
        let (name, reported) = match store {
            StoreChoice::Tree => ("keys", "the file is damaged"),
            StoreChoice::Disk => ("runs", "its runs are not those that it says"),
            _ => ("states", "the file is damaged"),
        };
        let files = files(&begun.share(1));
        let is_it =
            |path: &&PathBuf| path.file_name().is_some_and(|of| of.to_string_lossy().starts_with(name));
        changed(files.iter().find(is_it).expect("there is one"), |_| 20);
        begun.refused(2, &["process-1", name, reported, "`--earlier`"]);
    }
}

#[test]
fn another_number_of_processes_is_refused() {
    let begun = Begun::over(StoreChoice::Packed);
    begun.refused(3, &["2 processes, and now there are 3", "with the same number of processes"]);
    begun.refused(1, &["share of process 1", "now there are 1"]);
    let checkpoint = Checkpointing {
        resume: Some(WhichCheckpoint::Newest),
        ..Checkpointing::in_directory(begun.folder.path().to_owned())
    };
    let alone = Request { checkpoint: Some(checkpoint), ..begun.request.clone() };
    let refused = analyse(&begun.net, &alone, &Control::default()).expect_err("it is one process");
    assert!(text(&refused).contains("checkpoints of several processes"), "{}", text(&refused));
    assert_eq!(begun.resume(2, WhichCheckpoint::Newest), Ok(()));
}

#[test]
fn another_process_s_share_is_refused() {
    let begun = Begun::over(StoreChoice::Packed);
    let aside = begun.folder.path().join("aside");
    fs::rename(begun.share(0), &aside).expect("it is there");
    fs::rename(begun.share(1), begun.share(0)).expect("it is there");
    fs::rename(aside, begun.share(1)).expect("it is there");
    begun.refused(2, &["is the share of process"]);
}

/// Two runs that resume from the same checkpoint number their checkpoints alike, but their shares do not match.
#[test]
fn shares_of_two_runs_are_not_taken_for_one_checkpoint() {
    let mut begun = Begun::over(StoreChoice::Packed);
    let copy = tempfile::tempdir().expect("there is room for a folder");
    for of in 0..2 {
        copied(&begun.share(of), &copy.path().join(format!("process-{of}")));
    }
    begun.to(300, Some(WhichCheckpoint::Newest));
    let first = begun.share(1);
    let mut other = Begun { folder: copy, ..Begun::over(StoreChoice::Packed) };
    other.to(300, Some(WhichCheckpoint::Newest));
    fs::remove_dir_all(other.share(1)).expect("it is there");
    copied(&first, &other.share(1));
    other.refused(2, &["no checkpoint with the shares of all processes"]);
}

fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("there is room");
    for entry in fs::read_dir(from).expect("it is a folder") {
        let entry = entry.expect("a file");
        fs::copy(entry.path(), to.join(entry.file_name())).expect("there is room");
    }
}

#[test]
fn a_folder_that_is_in_use_or_has_a_checkpoint_is_refused_by_all() {
    let begun = Begun::over(StoreChoice::Packed);
    let how = (begun.folder.path(), None, Duration::ZERO);
    for result in run(&begun.net, &begun.request, how, 2, NEVER) {
        let error = text(&result.expect_err("there is a checkpoint"));
        assert!(error.contains("the folder has a checkpoint already"), "{error}");
    }
    let _lock = sanderling_checkpoint::Folder::open(&begun.share(1)).expect("no process uses it");
    begun.refused(2, &["process-1", "another process uses this folder"]);
}
