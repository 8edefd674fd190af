//! `convert` and `graph`: the files that they write, each in full or not at all.

use std::fs;

use crate::net_file::{Folder, clock, switches, two_locks};
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
    let statistics = |path| {
        let json = run(&words!["explore", path, "--format", "json"]).json();
        (json["states"].clone(), json["firings"].clone())
    };
    assert_eq!(statistics(net), statistics(back));
    assert_eq!(folder.names(), ["back.pnml", "locks.json", "locks.pnml"]);
}

#[test]
fn a_failed_conversion_does_not_change_the_old_file() {
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
fn formats_of_other_tools_are_written_with_proved_bounds() {
    let folder = Folder::new();
    let net = folder.file("net.pnml", clock());
    for (format, ending, bounded) in [("promela", "pml", "\nbit p0_"), ("lola", "lola", "SAFE 1: ")] {
        let out = folder.path().join(format!("net.{ending}"));
        let ran = run(&words!["convert", net, "-o", out]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(fs::read_to_string(&out).unwrap().contains(bounded), "{format}");
    }
    let program = folder.path().join("net.pml");
    let [original, read] =
        [&net, &program].map(|file| run(&words!["explore", file, "--format", "json"]).json());
    assert_eq!((&original["states"], &original["firings"]), (&read["states"], &read["firings"]));
    let listed = run(&words!["formats"]).out;
    let may = |name: &str, access: &str| {
        let mut own = listed.lines().filter(|line| line.starts_with(name));
        own.any(|line| line.contains(&format!("  {access}  ")))
    };
    assert!(may("promela", "read, write") && may("lola", "read, write"), "{listed}");
    assert!(may("tina", "read, write") && may("ndr", "read       "), "{listed}");
}

#[test]
fn convert_says_what_the_format_does_not_keep() {
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/philosophers-3.pnml");
    let converted = run(&words!["convert", net, "--to", "lola"]);
    assert!(
        converted.out.contains("PLACE") && converted.err.contains("warning: not kept in lola: "),
        "{converted:?}"
    );
    assert!(
        converted.err.contains("the id of the net") && converted.err.contains("the positions of"),
        "{converted:?}"
    );
    let kept = run(&words!["convert", net, "--to", "pnml"]);
    assert!(kept.err.is_empty(), "{kept:?}");
    let folder = Folder::new();
    let lost = |name: &str| {
        run(&words!["convert", net, "-o", folder.path().join(name), "--format", "json"]).json()["lost"]
            .clone()
    };
    assert!(lost("a.net").as_array().is_some_and(|lost| lost.len() > 1), "{}", lost("a.net"));
    assert!(lost("a.json").is_null());
}

#[test]
fn a_net_written_for_another_tool_has_the_same_states() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    for ending in ["lola", "net"] {
        let out = folder.path().join(format!("locks.{ending}"));
        let ran = run(&words!["convert", net, "-o", out]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let json = run(&words!["explore", out, "--format", "json"]).json();
        assert_eq!(json["states"], 6, "{json}");
    }
    let ran = run(&words!["convert", net, "-o", folder.path().join("locks.ndr")]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("a file with this name cannot be written"), "{ran:?}");
}

#[test]
fn a_coloured_net_that_a_format_cannot_hold_is_refused_with_the_flag_that_unfolds_it() {
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/coloured/sorting-4.pnml");
    for format in ["promela", "lola"] {
        let ran = run(&words!["convert", net, "--to", format]);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(ran.err.contains("help: write its unfolding with --unfold"), "{ran:?}");
        assert_eq!(run(&words!["convert", net, "--unfold", "--to", format]).code, Some(0));
    }
}

#[test]
fn a_summary_in_json_names_the_written_file() {
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
fn levels_are_written_as_a_table_a_picture_and_an_object() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let csv = run(&words!["graph", net, "--levels"]);
    assert_eq!(csv.code, Some(0), "{csv:?}");
    assert!(
        csv.out.starts_with("kind,level,length,count,share\nstates,0,,1,0.166667\nedges,0,-1,2,"),
        "{csv:?}"
    );
    let json = run(&words!["graph", net, "--levels", "--format", "json"]).json();
    assert_eq!(
        (&json["question"], &json["states"], &json["edges"]),
        (&"levels".into(), &6.into(), &8.into())
    );
    let rows = json["levels"].as_array().unwrap().iter();
    let edges = rows.flat_map(|level| level["edges"].as_array().unwrap());
    assert_eq!(edges.map(|edges| edges["edges"].as_u64().unwrap()).sum::<u64>(), 8);
    let picture = folder.path().join("levels.svg");
    let svg = run(&words!["graph", net, "--levels", "-o", picture]);
    assert_eq!(svg.code, Some(0), "{svg:?}");
    let svg = fs::read_to_string(picture).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("6 states on ") && svg.contains("locks.pnml"), "{svg}");
    assert_eq!(folder.names(), ["levels.svg", "locks.pnml"]);
}

#[test]
fn a_partial_level_graph_is_marked_in_every_format() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(16));
    let picture = folder.path().join("levels.svg");
    for target in [words!["--to", "csv"], words!["-o", picture], words!["--to", "json"]] {
        let ran =
            run(&[words!["graph", net, "--levels", "--max-states", "100"].as_slice(), &target].concat());
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.err.contains("only a part is drawn: the limit on states was reached"), "{ran:?}");
        assert!(
            ran.out.contains("\npartial_state_limit,,,")
                || ran.out.starts_with("wrote ")
                || ran.json()["reason"] == "state_limit",
            "{ran:?}"
        );
    }
    assert!(fs::read_to_string(picture).unwrap().contains("partial: the limit on states was reached"));
}

#[test]
fn each_language_is_for_states_or_for_levels() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let old = folder.file("old.csv", "precious");
    let lines = [
        words!["graph", net, "--to", "csv"].to_vec(),
        words!["graph", net, "-o", old].to_vec(),
        words!["graph", net, "--levels", "--to", "dot"].to_vec(),
        words!["graph", net, "--levels", "--to", "graphml", "-o", old].to_vec(),
        words!["graph", net, "--levels", "--to", "csv", "--format", "json"].to_vec(),
    ];
    for line in lines {
        let ran = run(&line);
        assert_eq!(ran.code, Some(3), "{ran:?}");
    }
    assert_eq!(fs::read_to_string(old).unwrap(), "precious");
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

#[test]
fn a_net_a_state_space_and_what_can_be_covered_are_drawn_as_pictures() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let boxes = |svg: &str, class: &str| svg.matches(&format!("class=\"{class}\"")).count();
    let states = folder.path().join("states.svg");
    let ran = run(&words!["graph", net, "-o", states]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let svg = fs::read_to_string(states).unwrap();
    assert_eq!((boxes(&svg, "state"), boxes(&svg, "box dead")), (6, 1), "{svg}");
    let covered = run(&words!["graph", net, "--coverability", "--to", "svg"]);
    assert_eq!(boxes(&covered.out, "state"), 6, "{covered:?}");
    let structure = run(&words!["graph", net, "--structure"]);
    assert_eq!(structure.code, Some(0), "{structure:?}");
    assert_eq!(
        (boxes(&structure.out, "place"), boxes(&structure.out, "transition")),
        (8, 6),
        "{structure:?}"
    );
}

#[test]
fn a_picture_of_a_part_says_so() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(16));
    let ran = run(&words!["graph", net, "--to", "svg", "--max-states", "20"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.err.contains("only a part is drawn: the limit on states was reached"), "{ran:?}");
    assert!(ran.out.contains("only a part: the limit on states was reached"), "{ran:?}");
    assert_eq!(ran.out.matches("class=\"state\"").count(), 20, "{ran:?}");
}

#[test]
fn pictures_too_large_to_read_and_languages_for_other_outputs_are_refused() {
    let folder = Folder::new();
    let small = folder.file("locks.pnml", two_locks());
    let large = folder.file("switches.pnml", switches(1001));
    for (words, message) in [
        (
            words!["graph", small, "--to", "svg", "--max-states", "2001"].to_vec(),
            "draw at most 2000 with --max-states",
        ),
        (words!["graph", large, "--structure"].to_vec(), "2000 are drawn at most; the studio shows"),
        (
            words!["graph", small, "--structure", "--to", "dot"].to_vec(),
            "the net itself can only be drawn as svg",
        ),
        (words!["graph", small, "--structure", "--levels"].to_vec(), "cannot be used with"),
        (words!["graph", small, "--to", "csv"].to_vec(), "only levels can be written as csv"),
        (words!["graph", small, "--structure", "--format", "json"].to_vec(), "only be drawn as svg"),
    ] {
        let ran = run(&words);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(ran.err.contains(message) || ran.out.contains(message), "{message}: {ran:?}");
    }
}

#[test]
fn the_extension_of_a_drawing_names_its_language_or_is_refused() {
    let folder = Folder::new();
    let net = folder.file("net.pnml", clock());
    for (name, begins) in [
        ("g.dot", "digraph"),
        ("g.gv", "digraph"),
        ("g.aut", "des ("),
        ("g.graphml", "<?xml"),
        ("g.xml", "<?xml"),
        ("g.json", "{"),
        ("g.svg", "<svg"),
        ("G.SVG", "<svg"),
        ("g", "digraph"),
    ] {
        let out = folder.path().join(name);
        let ran = run(&words!["graph", net, "-o", out]);
        assert_eq!(ran.code, Some(0), "{name}: {ran:?}");
        assert!(fs::read_to_string(&out).unwrap().trim_start().starts_with(begins), "{name}");
        fs::remove_file(out).unwrap();
    }
    for (name, options, part) in [
        ("g.png", &[][..], "g.svg"),
        ("g.PNG", &[], "pictures are written as SVG"),
        ("g.pdf", &["--structure"], "g.svg"),
        ("g.jpeg", &["--levels"], "g.svg"),
        ("g.png", &["--to", "svg"], "g.svg"),
        ("g.webp", &["--coverability"], "g.svg"),
        ("g.txt", &[], ".dot, .gv, .aut"),
        ("g.pnml", &[], "an unknown extension"),
        ("g.svg", &["--to", "dot"], "another language than --to"),
        ("g.dot", &["--to", "svg"], "another language than --to"),
        ("g.json", &["--to", "aut"], "another language than --to"),
    ] {
        let mut words = words!["graph", net, "-o", folder.path().join(name)].to_vec();
        words.extend(options.iter().map(Into::into));
        let ran = run(&words);
        assert_eq!(ran.code, Some(3), "{name} {options:?}: {ran:?}");
        assert!(ran.err.contains(part), "{name} {options:?}: {ran:?}");
    }
    let ran = run(&words!["graph", net, "-o", folder.path().join("g.txt"), "--to", "dot"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(folder.names(), ["g.txt", "net.pnml"]);
}
