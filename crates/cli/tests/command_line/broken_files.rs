//! For any content of a file, the program reports what is wrong with it, and where.

use std::fs;

use crate::net_file::{Folder, clock, two_locks};
use crate::running::{Ran, run, run_with_input};
use crate::words;

/// Asserts that the file is refused with an explanation, and with nothing on standard output.
fn is_refused(ran: &Ran) {
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert_eq!(ran.out, "", "{ran:?}");
    assert!(ran.err.contains("error"), "{ran:?}");
    assert!(!ran.err.contains("panicked"), "{ran:?}");
}

#[test]
fn files_that_are_not_nets_are_refused() {
    let folder = Folder::new();
    let cases: [(&str, Vec<u8>); 7] = [
        ("empty.pnml", Vec::new()),
        ("blank.pnml", b"  \n\n".to_vec()),
        ("garbage.pnml", (0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect()),
        ("zeros.pnml", vec![0; 1000]),
        ("text.pnml", b"this is a shopping list".to_vec()),
        ("html.pnml", b"<html><body/></html>".to_vec()),
        ("no-net.pnml", b"<pnml></pnml>".to_vec()),
    ];
    for (name, content) in cases {
        let ran = run(&words!["explore", folder.file(name, content)]);
        is_refused(&ran);
        assert!(ran.err.contains(name), "{ran:?}");
    }
}

#[test]
fn a_truncated_file_is_refused() {
    let folder = Folder::new();
    let whole = two_locks();
    let end = whole.trim_end().len();
    for length in (0..end).step_by(97).chain([end - 1]) {
        is_refused(&run(&words!["explore", folder.file("cut.pnml", &whole[..length])]));
    }
}

#[test]
fn a_directory_and_a_missing_file_are_refused() {
    let folder = Folder::new();
    is_refused(&run(&words!["info", folder.path()]));
    let missing = run(&words!["info", folder.path().join("missing.pnml")]);
    is_refused(&missing);
    assert!(missing.err.contains("missing.pnml"), "{missing:?}");
}

#[test]
fn a_number_that_is_too_large_is_shown_in_its_line() {
    let folder = Folder::new();
    let huge = "99999999999999999999999999999999999999";
    let net =
        clock().replace("<text>1</text></initialMarking>", &format!("<text>{huge}</text></initialMarking>"));
    let ran = run(&words!["explore", folder.file("huge.pnml", net)]);
    is_refused(&ran);
    assert!(ran.err.contains("huge.pnml:4:"), "{ran:?}");
    assert!(ran.err.contains("4 |") && ran.err.contains(huge) && ran.err.contains('^'), "{ran:?}");
}

#[test]
fn broken_standard_input_is_refused() {
    is_refused(&run_with_input(&["explore", "-"], b""));
    is_refused(&run_with_input(&["explore", "-"], b"<pnml>"));
}

#[test]
fn a_file_that_may_not_be_read_is_refused() {
    let folder = Folder::new();
    let path = folder.file("locked.pnml", clock());
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    #[cfg(unix)]
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o000);
    fs::set_permissions(&path, permissions).unwrap();
    // The superuser can read every file.
    if fs::read(&path).is_err() {
        is_refused(&run(&words!["explore", path]));
    }
}
