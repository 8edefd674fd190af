//! Standard properties as questions of `check`: the answers equal those of `analyse`, and sums have greatest values.

use serde_json::Value;

use crate::net_file::{Folder, document, pnml, two_locks};
use crate::running::run;
use crate::words;

/// A case that may end in either of two places.
fn two_ends(tokens: u64) -> String {
    let places = [("begin", tokens), ("left", 0), ("right", 0)];
    let rules: [crate::net_file::Rule<'_>; 2] =
        [("to_left", &[("begin", 1)], &[("left", 1)]), ("to_right", &[("begin", 1)], &[("right", 1)])];
    document(&[pnml("two-ends", &places, &rules)])
}

/// Returns an object without the values that differ between runs.
fn without_times(mut json: Value) -> Value {
    json.as_object_mut().unwrap().remove("time_s");
    json
}

#[test]
fn flags_of_check_decide_the_properties_of_analyse() {
    let folder = Folder::new();
    let net = folder.file("two-locks.pnml", two_locks());
    for (flag, name, code) in [
        ("--bounded", "bounded", 0),
        ("--safe", "safe", 0),
        ("--deadlock-free", "deadlock_free", 1),
        ("--quasi-live", "quasi_live", 0),
        ("--live", "live", 1),
        ("--reversible", "reversible", 1),
        ("--home-marking", "home_marking", 0),
        ("--persistent", "persistent", 1),
        ("--terminates", "terminates", 1),
        ("--sound", "sound", 2),
        ("--proper-completion", "proper_completion", 2),
    ] {
        let ran = run(&words!["check", net, flag, "--format", "json"]);
        assert_eq!(ran.code, Some(code), "{flag}: {ran:?}");
        let json = ran.json();
        assert_eq!(json["answers"].as_array().map(Vec::len), Some(1), "{flag}");
        assert_eq!(json["answers"][0]["property"], name);
        let analysed = run(&words!["analyse", net, "--only", name, "--format", "json"]);
        assert_eq!(
            (ran.code, without_times(json)),
            (analysed.code, without_times(analysed.json())),
            "{flag}"
        );
    }
    let json = run(&words!["check", net, "--live", "--safe", "--bounded", "--format", "json"]).json();
    let verdicts = json["answers"].as_array().unwrap().iter().map(|one| &one["verdict"]);
    assert!(verdicts.eq(["holds", "holds", "violated"]), "{json}");
    assert_eq!(json["verdict"], "violated");
}

#[test]
fn a_bound_is_exact_and_comes_with_a_run() {
    let folder = Folder::new();
    let net = folder.file("two-locks.pnml", two_locks());
    let sums = ["tokens(both1) + tokens(both2)", "tokens(first1, first2) - 3", "-tokens(idle1)"];
    let ran = run(&words![
        "check", net, "--bound", sums[0], "--bound", sums[1], "--bound", sums[2], "--format", "json"
    ]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let json = ran.json();
    for ((greatest, sum), value) in json["greatest"].as_array().unwrap().iter().zip(sums).zip([1, -1, 0]) {
        assert_eq!((&greatest["sum"], &greatest["value"]), (&sum.into(), &value.into()));
        assert_eq!((&greatest["at_least"], &greatest["at_most"]), (&value.into(), &value.into()));
        assert_eq!(greatest["verdict"], "computed");
        let trace = folder.file("trace.json", greatest["trace"].to_string());
        let replayed = run(&words!["replay", net, "--trace", trace, "--format", "json"]);
        assert_eq!(replayed.code, Some(0), "{replayed:?}");
        assert_eq!(replayed.json()["marking"], greatest["marking"]);
    }
    assert_eq!(json["answers"], Value::Array(Vec::new()));
}

#[test]
fn an_unbounded_sum_has_no_greatest_value() {
    let folder = Folder::new();
    let rules: [crate::net_file::Rule<'_>; 1] = [("give", &[("p", 1)], &[("p", 1), ("q", 2)])];
    let net = folder.file("giving.pnml", document(&[pnml("giving", &[("p", 1), ("q", 0)], &rules)]));
    let ran = run(&words![
        "check",
        net,
        "--bounded",
        "--bound",
        "tokens(p, q)",
        "--bound",
        "tokens(p) - tokens(q)"
    ]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    for line in ["  tokens(p, q)           ∞", "  tokens(p) - tokens(q)"] {
        assert!(ran.out.contains(line), "{ran:?}");
    }
    let json = run(&words!["check", net, "--bound", "tokens(q)", "--format", "json"]).json();
    assert_eq!((&json["greatest"][0]["value"], &json["verdict"]), (&"+inf".into(), &"computed".into()));
}

#[test]
fn a_condition_says_where_a_process_ends() {
    let folder = Folder::new();
    let net = folder.file("two-ends.pnml", two_ends(1));
    let ran = run(&words!["check", net, "--sound"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.out.contains("help: state the final markings with the option `final`"), "{ran:?}");
    let code = |formula: &str| run(&words!["check", net, "--sound", "--final", formula]).code;
    assert_eq!(code("tokens(left, right) == 1"), Some(0));
    assert_eq!(code("tokens(left) == 1"), Some(1));
    let ran = run(&words!["analyse", net, "--final", "left = 1 or right = 1"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("workflow from the initial marking to left = 1 or right = 1\n"), "{ran:?}");
    let marked = "<finalmarkings><marking><place idref=\"left\"><text>1</text></place></marking>\
                  <marking><place idref=\"right\"><text>1</text></place></marking></finalmarkings></net>";
    let stated = folder.file("stated.pnml", two_ends(1).replace("</net>", marked));
    let json = run(&words!["check", stated, "--sound", "--format", "json"]).json();
    assert_eq!(json["verdict"], "holds");
    let condition = json["final_condition"].as_str().expect("the file states it");
    assert_eq!(run(&words!["check", net, "--sound", "--final", condition]).code, Some(0));
}

#[test]
fn a_page_fits_one_screen_where_all_is_well() {
    let nets = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/");
    for name in ["kanban-2", "traffic-lights", "round-robin-3", "readers-writers-3", "order"] {
        let ran = run(&words!["analyse", format!("{nets}{name}.pnml")]);
        assert!(ran.out.lines().count() <= 40, "{name}: {ran:?}");
        let cut: Vec<&str> = ran.out.lines().filter(|line| line.chars().count() > 100).collect();
        assert!(cut.iter().skip(1).all(|line| line.contains('→')), "{name}: {cut:?}");
    }
}

#[test]
fn analyse_all_shows_a_line_for_each_property_and_cuts_nothing() {
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/round-robin-3.pnml");
    let (page, all) = (run(&words!["analyse", net]), run(&words!["analyse", net, "--all"]));
    let json = run(&words!["analyse", net, "--format", "json"]).json();
    for answer in json["answers"].as_array().unwrap() {
        let label = format!("\n  {} ", answer["property"].as_str().unwrap().replace('_', " "));
        assert_eq!(all.out.matches(&label).count(), 1, "{label}");
        assert_eq!(page.out.matches(&label).count(), 0, "{label}");
    }
    let sets =
        json["traps"]["list"].as_array().unwrap().len() + json["siphons"]["list"].as_array().unwrap().len();
    assert_eq!(all.out.matches('}').count(), sets + 1, "and the siphon without a marked trap");
    assert!(page.out.contains('…') && !all.out.contains(", …"), "{all:?}");
}

#[test]
fn unbounded_places_are_named_as_such() {
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/chain-reaction.pnml");
    for options in [words!["analyse", net].to_vec(), words!["analyse", net, "--all"].to_vec()] {
        let ran = run(&options);
        assert!(ran.out.contains("\nunbounded places  2  nuclei, neutrons\n"), "{ran:?}");
    }
    let ran = run(&words!["check", net, "--bound", "tokens(neutrons)"]);
    assert!(ran.out.contains("can rise for ever, by a self-covering run"), "{ran:?}");
}

#[test]
fn the_run_of_a_standard_question_is_written_and_replays() {
    let folder = Folder::new();
    let net = folder.file("two-locks.pnml", two_locks());
    for name in ["run.json", "run.csv", "run.scn"] {
        let trace = folder.path().join(name);
        let ran = run(&words!["check", net, "--safe", "--live", "--trace", trace]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""), "{ran:?}");
        let replayed = run(&words!["replay", net, "--trace", trace, "--format", "json"]);
        assert_eq!(replayed.json()["verdict"], "holds", "{replayed:?}");
        let json = run(&words!["check", net, "--live", "--format", "json"]).json();
        assert_eq!(replayed.json()["marking"], json["answers"][0]["marking"]);
    }
    let trace = folder.path().join("bound.json");
    assert_eq!(run(&words!["check", net, "--bound", "tokens(both1)", "--trace", trace]).code, Some(0));
    assert_eq!(run(&words!["replay", net, "--trace", trace]).code, Some(0));
    for (options, message) in [
        (words!["--bounded"].to_vec(), "the answer has no trace"),
        (words!["--option-to-complete", "--cases", "2"].to_vec(), "not with the initial marking of the file"),
    ] {
        let places = [("begin", 1), ("left", 0), ("end", 0)];
        let rules: [crate::net_file::Rule<'_>; 2] =
            [("go", &[("begin", 2)], &[("left", 1)]), ("stop", &[("begin", 1), ("left", 1)], &[("end", 2)])];
        let other = folder.file("workflow.pnml", document(&[pnml("workflow", &places, &rules)]));
        let trace = folder.path().join("none.json");
        let ran = run(&[words!["check", other, "--trace", trace].as_slice(), &options].concat());
        assert!(ran.err.contains(message) && !trace.exists(), "{ran:?}");
    }
}

#[test]
fn greatest_values_are_a_column_of_several_files() {
    let nets = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/");
    let [pump, reaction] = ["pump", "chain-reaction"].map(|name| format!("{nets}{name}.pnml"));
    let folder = Folder::new();
    let other = folder.file("other.pnml", document(&[pnml("other", &[("parts", 3), ("idle", 1)], &[])]));
    let words = words!["check", pump, other, reaction, "--bound", "tokens(parts)", "--bound", "tokens(idle)"];
    let ran = run(&words);
    assert!(ran.out.contains("pump.pnml: greatest values ∞, 1\n"), "{ran:?}");
    assert!(ran.out.contains("other.pnml: greatest values 3, 1\n"), "{ran:?}");
    let ran = run(&[words.as_slice(), &words!["--format", "csv"]].concat());
    let rows: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split(',').collect()).collect();
    let column = rows[0].iter().position(|name| *name == "greatest").expect("there is such a column");
    assert!(rows.iter().skip(1).map(|row| row[column]).eq(["+inf 1", "3 1", ""]), "{ran:?}");
}

#[test]
fn incompatible_options_are_refused_with_advice() {
    let folder = Folder::new();
    let net = folder.file("two-locks.pnml", two_locks());
    let refused = |options: &[&str]| {
        let mut words = words!["check", net].to_vec();
        words.extend(options.iter().map(Into::into));
        let ran = run(&words);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        ran.err
    };
    for (options, message) in [
        (["--bounded", "--always", "true"].as_slice(), "run the command twice"),
        (&["--bound", "idle1", "--assertions"], "run the command twice"),
        (&["--safe", "--order", "dfs"], "`--order` controls a search"),
        (&["--safe", "--certificate", "run.json"], "`--trace` writes the run"),
        (&["--safe", "--trace", "run"], "choose a format with --trace-format"),
        (&["--sink", "idle1", "--reach", "true"], "add `--sound`"),
        (&["--sound", "--final", "true", "--sink", "idle1"], "cannot be used with"),
        (&["--sound", "--final", "tokens(nowhere) == 1"], "the net has no place `nowhere`"),
        (&["--bound", "tokens(nowhere)"], "the net has no place `nowhere`"),
        (&["--bound", "idle1, first1"], "several expressions"),
        (&["--bound", "deadlock"], "--bound:1:1"),
    ] {
        let err = refused(options);
        assert!(err.contains(message), "{options:?}: {err}");
    }
}

#[test]
fn programs_have_standard_properties_and_greatest_values() {
    let folder = Folder::new();
    let text = "byte x; process P { byte n; state a, b, c; init a; trans
        a -> b { guard x < 3; effect x = x + 1; },
        b -> a {},
        a -> c { guard x > 3; };
    } system async;";
    let model = folder.file("count.dve", text);
    let json = run(&words!["analyse", model, "--format", "json"]).json();
    let verdict =
        |at: usize| (json["answers"][at]["property"].as_str(), json["answers"][at]["verdict"].as_str());
    for (at, expected) in [
        ("deadlock_free", "violated"),
        ("quasi_live", "violated"),
        ("live", "violated"),
        ("reversible", "violated"),
        ("terminates", "holds"),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(verdict(at), (Some(expected.0), Some(expected.1)));
    }
    let program = &json["program"];
    assert_eq!((&program["exhaustive"], &json["states"]), (&Value::from(true), &Value::from(7)));
    let executed =
        program["statements"].as_array().unwrap().iter().map(|one| (&one["line"], &one["executed"]));
    let expected = [(2, true), (3, true), (4, false)].map(|(line, executed)| (line.into(), executed.into()));
    assert!(
        executed.eq(expected.iter().map(|(line, executed): &(Value, Value)| (line, executed))),
        "{program}"
    );
    assert_eq!((&program["values"][0]["greatest"], &program["values"][0]["least"]), (&3.into(), &0.into()));

    let ran = run(&words!["check", model, "--bound", "2 * x - P.n", "--terminates", "--format", "json"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let json = ran.json();
    assert_eq!((&json["greatest"][0]["value"], &json["answers"][0]["verdict"]), (&6.into(), &"holds".into()));
    assert_eq!(json["greatest"][0]["trace"]["steps"].as_array().map(Vec::len), Some(5));
    let few =
        run(&words!["check", model, "--bound", "x", "--quasi-live", "--max-states", "3", "--format", "json"]);
    assert_eq!(few.code, Some(2), "{few:?}");
    assert_eq!(few.json()["greatest"][0]["verdict"], "unknown");
}

#[test]
fn what_has_no_meaning_for_a_program_is_refused_with_a_command_that_works() {
    let folder = Folder::new();
    let model = folder.file("one.dve", "byte x; process P { state a; init a; } system async;");
    for (option, help) in [
        ("--safe", "check FILE --bound 'x'"),
        ("--sound", "analyse FILE --only deadlock_free,quasi_live,live,reversible,terminates"),
    ] {
        let ran = run(&words!["check", model, option]);
        assert!(ran.code == Some(3) && ran.err.contains(help), "{ran:?}");
    }
    assert_eq!(run(&words!["check", model, "--bound", "x"]).code, Some(0));
    let only = "deadlock_free,quasi_live,live,reversible,terminates";
    assert_eq!(run(&words!["analyse", model, "--only", only]).code, Some(1));
    let ends = run(&words!["check", model, "--live", "--final", "P.a"]);
    assert!(ends.code == Some(3) && ends.err.contains("deadlock FILE --except"), "{ends:?}");
}
