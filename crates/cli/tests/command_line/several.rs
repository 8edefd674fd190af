//! Several files in one call: a line for each, and the worst exit code.

use serde_json::Value;

use crate::net_file::{Folder, clock, switches, two_locks};
use crate::running::{run, run_with_input};
use crate::words;

/// A net that holds, one that does not, and an invalid file.
fn three(folder: &Folder) -> [std::path::PathBuf; 3] {
    [
        folder.file("clock.pnml", clock()),
        folder.file("bad.pnml", "<pnml><nonsense/></pnml>"),
        folder.file("locks.pnml", two_locks()),
    ]
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).collect()
}

#[test]
fn each_file_has_a_line_and_a_row_and_a_bad_one_does_not_stop_the_others() {
    let folder = Folder::new();
    let [holds, bad, violated] = three(&folder);
    let ran = run(&words!["deadlock", holds, bad, violated]);
    assert_eq!(ran.code, Some(3), "the worst: {ran:?}");
    let printed = lines(&ran.out);
    assert_eq!(printed[0], format!("{}: holds: no deadlock can be reached", holds.display()));
    assert_eq!(
        printed[1],
        format!("{}: error: cannot be read: 1:7: the unknown element `nonsense` in `pnml`", bad.display())
    );
    assert_eq!(printed[2], format!("{}: violated: a deadlock can be reached", violated.display()));
    let row = |file: &std::path::Path| {
        let file = file.display().to_string();
        let row = printed[4..].iter().find(|line| line.starts_with(&file)).unwrap();
        row[file.len()..].split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row(&holds)[0], "holds");
    assert_eq!(row(&bad), ["error"]);
    assert_eq!(row(&violated)[..1], ["violated"]);
    assert_eq!(printed.last(), Some(&"3 files: 1 holds, 1 violated, 1 error"));
    assert!(ran.err.contains("bad.pnml:1:7") && ran.err.contains("nonsense"), "{ran:?}");
}

#[test]
fn the_exit_code_is_the_worst() {
    let folder = Folder::new();
    let [holds, _, violated] = three(&folder);
    let large = folder.file("switches.pnml", switches(16));
    let code = |files: &[&std::path::PathBuf]| {
        let mut words =
            words!["deadlock", "--max-states", "100", "--reduce", "none", "--proof", "off"].to_vec();
        words.extend(files.iter().map(std::ffi::OsString::from));
        run(&words).code
    };
    assert_eq!(code(&[&holds, &holds]), Some(0));
    assert_eq!(code(&[&large, &holds]), Some(2));
    assert_eq!(code(&[&violated, &large]), Some(1));
}

#[test]
fn as_csv_each_file_is_a_row_with_the_same_fields() {
    let folder = Folder::new();
    let [holds, bad, violated] = three(&folder);
    for (command, files) in [
        ("explore", vec![&holds, &bad, &violated]),
        ("analyse", vec![&holds, &bad, &violated]),
        ("explore", vec![&holds]),
    ] {
        let mut words = words![command, "--format", "csv"].to_vec();
        words.extend(files.iter().map(std::ffi::OsString::from));
        let ran = run(&words);
        let rows: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(rows.len(), files.len() + 1, "{ran:?}");
        assert_eq!(rows[0][..2], ["file", "verdict"]);
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{ran:?}");
        let field = |row: usize, column: &str| {
            rows[row][rows[0].iter().position(|name| *name == column).unwrap()].to_owned()
        };
        assert_eq!((field(1, "verdict").as_str(), field(1, "states").as_str()), ("computed", "2"));
        if files.len() > 1 {
            assert_eq!((field(2, "verdict").as_str(), field(2, "states").as_str()), ("error", ""));
            assert!(field(2, "message").contains("cannot be read"), "{ran:?}");
            assert_eq!(field(3, "states"), "6");
            assert!(ran.err.contains("nonsense"), "{ran:?}");
        }
        if command == "analyse" {
            assert_eq!((field(1, "live").as_str(), field(3, "live").as_str()), ("holds", "violated"));
        }
    }
}

#[test]
fn with_json_lines_each_file_has_the_same_object_as_alone() {
    let folder = Folder::new();
    let [holds, bad, violated] = three(&folder);
    let ran = run(&words![
        "check",
        holds,
        bad,
        violated,
        "--property",
        "always not deadlock",
        "--reach",
        "deadlock",
        "--format",
        "jsonl"
    ]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(3), ""), "{ran:?}");
    let objects: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 3);
    for (object, file) in objects.iter().zip([&holds, &bad, &violated]) {
        assert_eq!((&object["schema"], object["file"].as_str()), (&3.into(), file.to_str()));
    }
    assert_eq!(objects[0]["answers"][1]["verdict"], "violated");
    assert_eq!(
        (&objects[1]["error"], objects[1]["diagnostics"].as_array().unwrap().is_empty()),
        (&"input".into(), false)
    );
    assert_eq!(objects[2]["verdict"], "violated");
    assert_eq!(objects[2]["trace"]["steps"].as_array().unwrap().len(), 2);
    let alone = run(&words!["deadlock", holds, "--format", "jsonl"]);
    assert_eq!((alone.code, alone.out.lines().count()), (Some(0), 1), "{alone:?}");
    assert_eq!(alone.json()["verdict"], "holds");
}

#[test]
fn options_for_one_file_are_refused_for_several() {
    let folder = Folder::new();
    let [holds, _, violated] = three(&folder);
    for (words, message) in [
        (
            words!["deadlock", holds, violated, "--trace", "t.json"].to_vec(),
            "--trace applies to a single file",
        ),
        (
            words!["explore", holds, violated, "--certificate", "c"].to_vec(),
            "--certificate applies to a single file",
        ),
        (
            words!["deadlock", holds, violated, "--format", "json"].to_vec(),
            "--format jsonl writes one on each line",
        ),
        (words!["deadlock", "-", "-"].to_vec(), "standard input can be read only once"),
        (
            words!["check", holds, violated, "--properties", "-"].to_vec(),
            "standard input can be read only once",
        ),
        (words!["info", holds, "--format", "csv"].to_vec(), "require a command for several files"),
    ] {
        let ran = run(&words);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(format!("{}{}", ran.err, ran.out).contains(message), "{ran:?}");
    }
    assert_eq!(folder.names().len(), 3, "nothing is written");
}

#[test]
fn standard_input_may_be_one_of_them() {
    let folder = Folder::new();
    let [holds, ..] = three(&folder);
    let ran = run_with_input(&words!["deadlock", holds, "-"], two_locks().as_bytes());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("\n-: violated: a deadlock can be reached\n"), "{ran:?}");
}

#[test]
fn a_folder_and_an_unmatched_pattern_are_refused_with_advice() {
    let folder = Folder::new();
    let ran = run(&words!["analyse", folder.path()]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(
        ran.err.contains("it is a directory; give the files in it") && ran.err.contains("/*.pnml"),
        "{ran:?}"
    );
    let ran = run(&words!["analyse", folder.path().join("*.pnml")]);
    assert!(ran.err.contains("patterns are expanded by the shell"), "{ran:?}");
}

#[test]
fn a_line_of_an_analysis_says_what_kind_of_net_it_is() {
    let folder = Folder::new();
    let [holds, _, violated] = three(&folder);
    let ran = run(&words!["analyse", holds, violated]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.out
            .contains("clock.pnml: bounded, safe, deadlock free, quasi live, live, reversible; 2 markings\n"),
        "{ran:?}"
    );
    assert!(
        ran.out.contains(
            "locks.pnml: bounded, safe, quasi live; not deadlock free, live, reversible; 6 markings\n"
        ),
        "{ran:?}"
    );
    let only = run(&words!["analyse", holds, violated, "--only", "ordinary,live"]);
    assert_eq!(only.code, Some(1), "{only:?}");
    assert!(only.out.contains("locks.pnml: ordinary; not live; 6 markings\n"), "{only:?}");
}

/// The search of the first of three files does not end.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_present_file_and_leaves_the_rest_out() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let folder = Folder::new();
    let endless = folder.file("switches.pnml", switches(48));
    let [holds, _, violated] = three(&folder);
    // The limits on time and memory only protect against a program with a bug.
    let words = words![
        "explore",
        holds,
        endless,
        holds,
        violated,
        "--format",
        "jsonl",
        "--progress",
        "json",
        "--time",
        "60s",
        "--memory",
        "2G"
    ];
    let mut child =
        crate::running::command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut progress = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    progress.read_line(&mut line).unwrap();
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    drop(progress);
    assert_eq!(child.wait().unwrap().code(), Some(2), "{out}");
    let objects: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 4, "{out}");
    assert_eq!(objects[0]["verdict"], "computed");
    assert_eq!((&objects[1]["verdict"], &objects[1]["reason"]), (&"unknown".into(), &"cancelled".into()));
    assert!(objects[1]["states"].as_u64().unwrap() > 0);
    for left_out in &objects[2..] {
        assert_eq!(left_out["message"], "skipped, since the program was stopped");
    }
    assert_eq!(objects[3]["file"].as_str(), violated.to_str());
}
