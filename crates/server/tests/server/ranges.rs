//! Diagnostics give the part of a text that they are about, from its first character to the end of its last.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::client::Client;

/// Returns the files that formats refuse or warn about.
fn bad_files() -> Vec<PathBuf> {
    let formats = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../formats");
    let folders = std::fs::read_dir(formats).unwrap().map(|folder| folder.unwrap().path());
    let files = folders.filter_map(|folder| std::fs::read_dir(folder.join("examples/bad")).ok());
    files.flatten().map(|file| file.unwrap().path()).filter(|path| path.is_file()).collect()
}

/// Returns the line and column of a byte of a text, from 1.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..byte];
    let line = before.rsplit('\n').next().unwrap();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// Returns the part of the text that a diagnostic is about. Bytes must agree with lines and columns.
fn part<'t>(text: &'t str, diagnostic: &Value) -> &'t str {
    let number =
        |key: &str| diagnostic[key].as_u64().unwrap_or_else(|| panic!("{key}: {diagnostic}")) as usize;
    let (start, end) = (number("start"), number("end"));
    assert_eq!(place(text, start), (number("line"), number("column")), "{diagnostic}");
    assert_eq!(place(text, end), (number("end_line"), number("end_column")), "{diagnostic}");
    &text[start..end]
}

#[test]
fn diagnostics_of_a_file_have_a_range_in_it() {
    let mut client = Client::new();
    let (mut ranges, mut marked) = (0, 0);
    for file in bad_files() {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let text = text.trim_start_matches('\u{FEFF}');
        let diagnostics = match client.request("net/load", json!({ "uri": file.to_str() })) {
            Ok(loaded) => loaded["warnings"].clone(),
            Err(error) => error["data"].clone(),
        };
        for diagnostic in diagnostics.as_array().into_iter().flatten().filter(|one| one["line"].is_u64()) {
            ranges += 1;
            marked += usize::from(!part(text, diagnostic).is_empty());
        }
    }
    assert!(ranges > 100 && marked > ranges / 2, "{ranges} ranges, {marked} of them not empty");
    client.leave();
}

#[test]
fn diagnostics_of_a_property_have_a_range_in_it() {
    let mut client = Client::new();
    let net = client.load("kanban-2.pnml");
    let start =
        |text: &str| json!({ "net": net, "question": "check", "properties": ["reach deadlock", text] });
    for (text, wrong) in [
        ("always tokens(wrk_1) <= 2", "wrk_1"),
        ("always\n  tokens(work_1) <= 2 and tökens(work_1) = 1", "tökens"),
    ] {
        let error = client.request("analysis/start", start(text)).unwrap_err();
        let diagnostic = &error["data"][0];
        assert_eq!((part(text, diagnostic), &diagnostic["property"]), (wrong, &json!(1)), "{error}");
    }
    client.leave();
}
