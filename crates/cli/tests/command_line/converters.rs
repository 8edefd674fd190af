//! External converters, found on the search path.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::{env, fs};

use crate::net_file::Folder;
use crate::running::command;
use crate::words;

const CONVERTER: &str = r#"#!/bin/sh
if grep -q broken "$1"; then
    echo "2:3: error: this is not a toy net" >&2
    exit 1
fi
cat <<'NET'
{"sanderling_net": 1, "id": "toy",
 "places": [{"id": "p", "initial": {"tokens": 1}}, {"id": "q"}],
 "transitions": [{"id": "t"}],
 "arcs": [{"place": 0, "transition": 0, "kind": "input"}, {"place": 1, "transition": 0, "kind": "output"}]}
NET
"#;

/// Runs the program with the converter of `toy` files on its search path.
fn with_converter(folder: &Folder, words: &[std::ffi::OsString]) -> (Option<i32>, String, String) {
    let script = folder.file("sanderling-format-toy", CONVERTER);
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let paths = env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(folder.path().to_path_buf()).chain(env::split_paths(&paths));
    let output = command(words).env("PATH", env::join_paths(paths).unwrap()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_file_of_a_foreign_format_is_explored_through_its_converter() {
    let folder = Folder::new();
    let net = folder.file("net.toy", "p -> t -> q\n");
    let (code, out, err) = with_converter(&folder, &words!["deadlock", net, "--format", "json"]);
    assert_eq!((code, err.as_str()), (Some(1), ""), "{out}");
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&json["format"], &json["states"]), (&"toy".into(), &2.into()));
    let (code, ..) = with_converter(&folder, &words!["explore", folder.file("x", ""), "--from", "toy"]);
    assert_eq!(code, Some(0));
    assert!(with_converter(&folder, &words!["formats"]).1.contains("toy"));
}

#[test]
fn errors_of_a_converter_are_shown_with_their_line() {
    let folder = Folder::new();
    let net = folder.file("bad.toy", "first\nxxbroken\n");
    let (code, out, err) = with_converter(&folder, &words!["explore", net]);
    assert_eq!((code, out.as_str()), (Some(3), ""), "{err}");
    assert!(err.contains("bad.toy:2:3") && err.contains("2 | xxbroken"), "{err}");
}
