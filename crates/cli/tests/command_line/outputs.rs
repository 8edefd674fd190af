//! `convert` and `graph`: what is written, and that it is written in full or not at all.

use std::fs;

use crate::net_file::{Folder, clock, two_locks};
use crate::running::run;
use crate::words;

#[test]
fn a_net_survives_conversion_to_json_and_back() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let (json, back) = (folder.path().join("locks.json"), folder.path().join("back.pnml"));
    for (from, to) in [(&net, &json), (&json, &back)] {
        let ran = run(&words!["convert", from, "-o", to]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
    }
    let figures = |path| {
        let json = run(&words!["explore", path, "--format", "json"]).json();
        (json["states"].clone(), json["firings"].clone())
    };
    assert_eq!(figures(net), figures(back));
    assert_eq!(folder.names(), ["back.pnml", "locks.json", "locks.pnml"]);
}

#[test]
fn a_conversion_that_fails_leaves_the_old_file_alone() {
    let folder = Folder::new();
    let old = folder.file("out.pnml", "precious");
    let ran = run(&words!["convert", folder.file("bad.pnml", "<pnml>"), "-o", old]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    let ran = run(&words!["convert", folder.file("net.pnml", clock()), "--to", "nonsense", "-o", old]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    let ran = run(&words![
        "convert",
        folder.file("net.pnml", clock()),
        "-o",
        folder.path().join("no/such/folder.pnml")
    ]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert_eq!(fs::read_to_string(old).unwrap(), "precious");
    assert_eq!(folder.names(), ["bad.pnml", "net.pnml", "out.pnml"]);
}

#[test]
fn a_conversion_goes_to_standard_output_without_a_file() {
    let folder = Folder::new();
    let ran = run(&words!["convert", folder.file("net.pnml", clock()), "--to", "pnml"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("<pnml") && ran.out.contains("tock"), "{ran:?}");
}

#[test]
fn a_summary_in_json_tells_what_was_written() {
    let folder = Folder::new();
    let out = folder.path().join("out.pnml");
    let json =
        run(&words!["convert", folder.file("net.pnml", clock()), "-o", out, "--format", "json"]).json();
    assert_eq!(json["question"], "convert");
    assert_eq!(json["output"], out.to_str().unwrap());
    assert_eq!(json["bytes"], fs::metadata(out).unwrap().len());
}

#[test]
fn a_state_space_is_drawn_in_every_language() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let dot = run(&words!["graph", net]);
    assert_eq!(dot.code, Some(0), "{dot:?}");
    assert_eq!(dot.out.matches(" -> ").count(), 8, "{dot:?}");
    let aut = run(&words!["graph", net, "--to", "aut"]);
    assert!(aut.out.starts_with("des (0, 8, 6)\n"), "{aut:?}");
    let path = folder.path().join("states.graphml");
    let graphml = run(&words!["graph", net, "-o", path]);
    assert_eq!(graphml.code, Some(0), "{graphml:?}");
    assert_eq!(fs::read_to_string(path).unwrap().matches("<node ").count(), 6);
    let json = run(&words!["graph", net, "--format", "json"]).json();
    assert_eq!((json["states"].as_array().unwrap().len(), json["edges"].as_array().unwrap().len()), (6, 8));
    assert_eq!(json["exhaustive"], true);
}

#[test]
fn a_state_space_that_is_too_large_is_drawn_in_part() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let ran = run(&words!["graph", net, "--max-states", "3", "--to", "json"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert_eq!(ran.json()["exhaustive"], false);
    assert!(ran.json()["states"].as_array().unwrap().len() <= 3, "{ran:?}");
}
