//! The program itself: what comes out where, and with which exit code.

use std::fs;
use std::process::Command;

use crate::calls::{Folder, queries, reach};

const MODEL: &str = "<pnml><net id='n' type='P/T net'><place id='p' initialMarking='1'/><transition id='t'/>\
    <inputArc source='p' target='t'><inscription><value>1</value></inscription></inputArc></net></pnml>";

fn program(words: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_verifypn-sanderling")).args(words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn its_name_is_one_that_the_editor_takes() {
    let path = std::path::Path::new(env!("CARGO_BIN_EXE_verifypn-sanderling"));
    let pattern = regex::Regex::new(r"^verifypn.*(?:\.exe)?$").unwrap();
    assert!(pattern.is_match(path.file_name().unwrap().to_str().unwrap()));
}

#[test]
fn exit_codes_say_the_answer() {
    let folder = Folder::new();
    let model = folder.path("model.xml");
    fs::write(&model, MODEL).unwrap();
    let model = model.display().to_string();
    for (formula, code, sentence) in [
        (reach("<deadlock/>"), 0, "Query is satisfied."),
        (reach("<false/>"), 1, "Query is NOT satisfied."),
        (
            "<all-paths><finally><globally><deadlock/></globally></finally></all-paths>".to_owned(),
            2,
            "Query is MAYBE satisfied.",
        ),
    ] {
        let path = folder.path("query.xml");
        fs::write(&path, queries(&[&formula])).unwrap();
        let (exit, out, err) =
            program(&["", "--k-bound", "5", "--trace", &model, &path.display().to_string()]);
        assert_eq!((exit, out.contains(sentence)), (Some(code), true), "{out}{err}");
        assert_eq!(err.contains("<trace>"), code == 0, "{err}");
    }
    let (exit, out, err) = program(&["none.xml", "none.xml"]);
    assert_eq!((exit, out.as_str(), err.starts_with("error: ")), (Some(3), "", true), "{err}");
    assert_eq!(program(&["-v"]).0, Some(0));
}
