//! External converters, played by shell scripts that the tests write.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sanderling_formats::{Choice, Converter, choose};
use sanderling_net::{Diagnostics, Source};

/// A system refuses to start a script while anybody has it open for writing, and a process that one
/// test starts has open, for a moment, what another test is writing: the tests take turns.
static TURN: Mutex<()> = Mutex::new(());

/// A folder with a converter for the format `toy` and a file of it.
struct Workshop {
    _turn: MutexGuard<'static, ()>,
    folder: tempfile::TempDir,
    source: Source,
}

const NET: &str = r#"{"sanderling_net":1,"id":"ID","places":[{"id":"p"}],"transitions":[],"arcs":[]}"#;

impl Workshop {
    fn with_script(script: &str) -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = tempfile::tempdir().unwrap();
        let executable = folder.path().join("sanderling-format-toy");
        fs::write(&executable, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&executable, fs::Permissions::from_mode(0o755)).unwrap();
        let file = folder.path().join("a net.toy");
        fs::write(&file, "first line\nsecond line\n").unwrap();
        let source = Source::new(file.to_str().unwrap(), "first line\nsecond line\n");
        Self { _turn: turn, folder, source }
    }

    fn search_path(&self) -> &OsStr {
        self.folder.path().as_os_str()
    }

    fn converter(&self) -> Converter {
        Converter::find("toy", self.search_path()).unwrap()
    }

    fn error(&self) -> String {
        let found: Diagnostics = self.converter().convert(&self.source).unwrap_err();
        assert!(found.has_errors());
        assert!(found.iter().all(|diagnostic| diagnostic.span.is_some()), "{found}");
        found.to_string()
    }
}

#[test]
fn a_converter_is_found_by_the_ending_and_by_name() {
    let workshop = Workshop::with_script(&format!("echo '{NET}'"));
    let by_ending = choose(&workshop.source, None, workshop.search_path()).unwrap();
    assert!(matches!(&by_ending, Choice::External(converter) if converter.name() == "toy"));
    let other = Source::new("x", "");
    assert_eq!(choose(&other, Some("toy"), workshop.search_path()).unwrap().name(), "toy");
    assert_eq!(Converter::all(workshop.search_path()), [workshop.converter()]);
}

#[test]
fn the_net_that_a_converter_prints_is_read() {
    let workshop = Workshop::with_script(&format!("cat \"$1\" > /dev/null && echo '{NET}'"));
    let parsed =
        choose(&workshop.source, None, workshop.search_path()).unwrap().parse(&workshop.source).unwrap();
    assert_eq!((parsed.nets.len(), parsed.nets[0].id.as_str()), (1, "ID"));
    assert!(parsed.warnings.is_empty());
}

#[test]
fn the_path_is_the_only_argument() {
    let script = r#"[ "$#" = 1 ] && [ -f "$1" ] && case "$1" in /*) exit 9;; esac; exit 1"#;
    let error = Workshop::with_script(script).error();
    assert!(error.contains("exit status: 9"), "{error}");
}

#[test]
fn several_nets_and_warnings_are_kept() {
    let workshop = Workshop::with_script(&format!("echo '2:1: warning: odd' >&2; echo '[{NET},{NET}]'"));
    let parsed = workshop.converter().convert(&workshop.source).unwrap();
    assert_eq!(parsed.nets.len(), 2);
    assert_eq!(parsed.warnings.to_string(), "2:1: warning: odd");
}

#[test]
fn the_message_of_a_failing_converter_is_reported() {
    let error = Workshop::with_script("echo '2:8: error: no such place' >&2; exit 3").error();
    assert_eq!(error, "2:8: error: no such place");
    let silent = Workshop::with_script("exit 3").error();
    assert_eq!(
        silent,
        "1:1: error: the converter `sanderling-format-toy` failed (exit status: 3) without a message"
    );
}

#[test]
fn garbage_is_no_net() {
    let error = Workshop::with_script("echo 'not JSON'").error();
    assert!(
        error.starts_with("1:1: error: the converter `sanderling-format-toy` printed no net at 1:"),
        "{error}"
    );
    let error = Workshop::with_script("exit 0").error();
    assert!(error.contains("printed no net"), "{error}");
}

#[test]
fn a_net_that_is_not_sound_is_refused() {
    let bad = r#"{"sanderling_net":1,"id":"n","places":[{"id":"p"},{"id":"p"}],"transitions":[],"arcs":[]}"#;
    let error = Workshop::with_script(&format!("echo '{bad}'")).error();
    assert!(error.contains("printed no net on `p`: the id `p` belongs to two nodes"), "{error}");
}

#[test]
fn endless_output_is_cut_off() {
    let workshop = Workshop::with_script("while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done");
    let converter = workshop.converter().with_max_output_bytes(10_000);
    let found = converter.convert(&workshop.source).unwrap_err().to_string();
    assert_eq!(found, "1:1: error: the converter `sanderling-format-toy` printed more than 10000 bytes");
}

#[test]
fn endless_messages_do_not_stop_a_converter() {
    let script = format!(
        "i=0; while [ $i -lt 20000 ]; do echo 'message number '$i >&2; i=$((i+1)); done; echo '{NET}'"
    );
    let workshop = Workshop::with_script(&script);
    let parsed = workshop.converter().convert(&workshop.source).unwrap();
    assert!(parsed.warnings.len() <= 50);
}

#[test]
fn a_converter_that_cannot_be_started_is_reported() {
    let workshop = Workshop::with_script("");
    let converter = workshop.converter();
    fs::write(converter.executable(), "\u{0}no script").unwrap();
    let found = converter.convert(&workshop.source).unwrap_err().to_string();
    assert!(found.contains("cannot be started") || found.contains("failed"), "{found}");
}

#[test]
fn input_that_is_no_file_is_refused() {
    let workshop = Workshop::with_script(&format!("echo '{NET}'"));
    let found = workshop.converter().convert(&Source::new("-", "")).unwrap_err().to_string();
    assert!(found.contains("reads files only"), "{found}");
}

#[test]
fn names_that_lead_elsewhere_are_not_looked_for() {
    let workshop = Workshop::with_script("");
    for name in ["", "../toy", "a/b", "to y"] {
        assert_eq!(Converter::find(name, workshop.search_path()), None, "{name}");
    }
    let plain = PathBuf::from(workshop.search_path()).join("sanderling-format-plain");
    fs::write(plain, "").unwrap();
    assert_eq!(Converter::find("plain", workshop.search_path()), None, "it is not executable");
}
