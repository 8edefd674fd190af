//! Replays of all stored inputs: those with which the fuzzer reached new code, and those that once broke a promise.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sanderling_fuzz_targets::{TARGETS, Target, run};

/// Maximum time for each kilobyte of an input, rounded up. Tests are not optimised, and other tests run at the same
/// time.
const MAX_TIME_PER_KILOBYTE: Duration = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 1 });

/// The folders of inputs that reached new code, and of inputs that once broke a promise.
const FOLDERS: [&str; 2] = ["seeds", "regressions"];

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// Returns the inputs of a target, sorted by name.
fn inputs(folder: &str, target: &Target) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(fuzz().join(folder).join(target.name)) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    paths.sort();
    paths
}

/// Replays an input. Returns a description of the failure, if any, and of how to repeat it.
fn replay(target: &Target, path: &Path) -> Option<String> {
    let bytes = fs::read(path).expect("an input can be read");
    let started = Instant::now();
    let ran = catch_unwind(AssertUnwindSafe(|| run(target.name, &bytes)));
    let max = MAX_TIME_PER_KILOBYTE * u32::try_from(bytes.len().div_ceil(1024).max(1)).unwrap_or(u32::MAX);
    let problem = match ran {
        Err(_) => "broke its promise (see above)".to_owned(),
        Ok(()) if started.elapsed() > max => format!("took {:?}, of at most {max:?}", started.elapsed()),
        Ok(()) => return None,
    };
    let shown = path.strip_prefix(fuzz()).unwrap_or(path).display().to_string();
    Some(format!(
        "{}: fuzz/{shown} {problem}; repeat it with `cargo +nightly fuzz run {} fuzz/{shown}`",
        target.name, target.name
    ))
}

#[test]
fn every_input_that_is_kept_keeps_the_promise_of_its_target() {
    let (mut problems, mut replayed) = (Vec::new(), 0);
    for target in TARGETS {
        for path in FOLDERS.iter().flat_map(|folder| inputs(folder, target)) {
            problems.extend(replay(target, &path));
            replayed += 1;
        }
    }
    println!("{replayed} inputs");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_target_has_inputs_and_every_folder_a_target() {
    for target in TARGETS {
        assert!(!inputs("seeds", target).is_empty(), "{} has no inputs in fuzz/seeds", target.name);
    }
    for folder in FOLDERS {
        let entries = fs::read_dir(fuzz().join(folder)).expect("the folder is there");
        for entry in entries {
            let name = entry.expect("it can be listed").file_name();
            let is_known = TARGETS.iter().any(|target| name == target.name);
            assert!(is_known || name == "README.md", "fuzz/{folder}/{name:?} belongs to no target");
        }
    }
}

#[test]
fn every_target_has_a_program_and_a_row_in_the_page() {
    let page = fs::read_to_string(fuzz().join("../docs/fuzzing.md")).expect("the page is there");
    for target in TARGETS {
        let program = fuzz().join("fuzz_targets").join(format!("{}.rs", target.name));
        assert!(program.is_file(), "{} is missing", program.display());
        let row = format!("| `{}` | {} |", target.name, target.promise);
        assert!(page.contains(&row), "docs/fuzzing.md lacks `{row}`");
    }
}

/// Every target accepts an empty input and an input of zeros.
#[test]
fn every_target_takes_nothing_and_zeros() {
    for target in TARGETS {
        run(target.name, &[]);
        run(target.name, &[0; 300]);
    }
}
