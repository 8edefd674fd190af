//! The examinations of the contest, in its setting: a folder, the environment, and output lines.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::explicit_colours::sums;
use crate::running::command;

/// A folder with a coloured net and files of properties about it.
fn instance() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::copy(root.join("nets/coloured/philosophers-3.pnml"), folder.path().join("model.pnml")).unwrap();
    let property = |id: &str, formula: &str| {
        format!("<property><id>{id}</id><description/><formula>{formula}</formula></property>\n")
    };
    let eats = |number: u32| {
        format!(
            "<exists-path><finally><integer-le><integer-constant>{number}</integer-constant><tokens-count>\
             <place>eat</place></tokens-count></integer-le></finally></exists-path>"
        )
    };
    let later = "<all-paths><finally><deadlock/></finally></all-paths>";
    let formulas =
        [property("P-Card-00", &eats(1)), property("P-Card-01", &eats(2)), property("P-Card-02", later)];
    let bound = |place: &str| format!("<place-bound><place>{place}</place></place-bound>");
    let bounds = [property("P-UpperBounds-00", &bound("eat")), property("P-UpperBounds-01", &bound("think"))];
    let set = |properties: &[String]| format!("<property-set>{}</property-set>", properties.concat());
    fs::write(folder.path().join("ReachabilityCardinality.xml"), set(&formulas)).unwrap();
    fs::write(folder.path().join("UpperBounds.xml"), set(&bounds)).unwrap();
    let no_deadlock = "<negation><deadlock/></negation>";
    let always = format!("<all-paths><globally><finally>{no_deadlock}</finally></globally></all-paths>");
    let next = format!("<all-paths><next>{no_deadlock}</next></all-paths>");
    let linear =
        [property("P-Linear-00", later), property("P-Linear-01", &always), property("P-Linear-02", &next)];
    fs::write(folder.path().join("LTLCardinality.xml"), set(&linear)).unwrap();
    let may_end = "<exists-path><finally><deadlock/></finally></exists-path>";
    let branching = [
        property("P-Branching-00", &format!("<all-paths><globally>{may_end}</globally></all-paths>")),
        property("P-Branching-01", &format!("<exists-path><globally>{no_deadlock}</globally></exists-path>")),
        // A deadlock has no next marking.
        property(
            "P-Branching-02",
            "<exists-path><finally><all-paths><next><false/></next></all-paths></finally></exists-path>",
        ),
        property("P-Branching-03", "<exists-path><globally><mystery/></globally></exists-path>"),
    ];
    fs::write(folder.path().join("CTLFireability.xml"), set(&branching)).unwrap();
    folder
}

/// Runs an examination in the setting of the contest, in the folder of the instance.
fn examine(folder: &Path, examination: &str) -> Output {
    command(&["mcc"])
        .current_dir(folder)
        .env("BK_EXAMINATION", examination)
        .env("BK_TIME_CONFINEMENT", "60")
        .env("BK_MEMORY_CONFINEMENT", "2048")
        .output()
        .unwrap()
}

/// Returns the printed lines without their techniques, in alphabetical order.
fn lines(output: &Output) -> Vec<String> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let answer = |line: &str| line.split(" TECHNIQUES ").next().unwrap_or_default().to_owned();
    let mut lines: Vec<String> = text.lines().map(answer).collect();
    lines.sort();
    lines
}

#[test]
fn every_examination_of_a_coloured_net_is_answered_in_the_contests_lines() {
    let folder = instance();
    for (examination, expected) in [
        (
            "StateSpace",
            &[
                "STATE_SPACE MAX_TOKEN_IN_PLACE 1",
                "STATE_SPACE MAX_TOKEN_PER_MARKING 6",
                "STATE_SPACE STATES 14",
                "STATE_SPACE TRANSITIONS 27",
            ][..],
        ),
        ("ReachabilityDeadlock", &["FORMULA ReachabilityDeadlock TRUE"]),
        // Each unfolded place holds at most one token, and `think` initially holds three.
        ("OneSafe", &["FORMULA OneSafe FALSE"]),
        ("QuasiLiveness", &["FORMULA QuasiLiveness TRUE"]),
        ("StableMarking", &["FORMULA StableMarking FALSE"]),
        ("Liveness", &["FORMULA Liveness FALSE"]),
        // The third property is about paths, and gets no answer.
        ("ReachabilityCardinality", &["FORMULA P-Card-00 TRUE", "FORMULA P-Card-01 FALSE"]),
        (
            "LTLCardinality",
            &["FORMULA P-Linear-00 FALSE", "FORMULA P-Linear-01 FALSE", "FORMULA P-Linear-02 TRUE"],
        ),
        // The fourth property is invalid, and gets no answer.
        (
            "CTLFireability",
            &["FORMULA P-Branching-00 TRUE", "FORMULA P-Branching-01 TRUE", "FORMULA P-Branching-02 TRUE"],
        ),
        ("UpperBounds", &["FORMULA P-UpperBounds-00 1", "FORMULA P-UpperBounds-01 3"]),
    ] {
        let output = examine(folder.path(), examination);
        assert_eq!(lines(&output), expected, "{examination}: {output:?}");
        assert_eq!(output.status.code(), Some(0), "{examination}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(!stderr.contains("FORMULA") && !stderr.contains("STATE_SPACE"), "{stderr}");
    }
}

#[test]
fn an_answer_line_lists_the_techniques_used() {
    let coloured = instance();
    let plain = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::copy(root.join("nets/philosophers-5.pnml"), plain.path().join("model.pnml")).unwrap();
    let claimed = |folder: &Path, examination: &str| {
        let text = String::from_utf8(examine(folder, examination).stdout).unwrap();
        let claims = |line: &str| line.split(" TECHNIQUES ").nth(1).unwrap_or_default().to_owned();
        text.lines().map(claims).collect::<Vec<_>>()
    };
    // A small search of the original net answers, without stubborn sets or structural rules.
    assert_eq!(claimed(plain.path(), "ReachabilityDeadlock"), ["EXPLICIT STATE_COMPRESSION"]);
    assert_eq!(claimed(plain.path(), "StateSpace"), ["EXPLICIT STATE_COMPRESSION"; 4]);
    assert_eq!(claimed(plain.path(), "OneSafe"), ["TOPOLOGICAL LP_APPROX"]);
    let unfolded = "EXPLICIT STATE_COMPRESSION UNFOLDING_TO_PT";
    assert_eq!(claimed(coloured.path(), "ReachabilityDeadlock"), [unfolded]);
    assert_eq!(claimed(coloured.path(), "StateSpace"), [unfolded; 4]);
    assert_eq!(claimed(coloured.path(), "OneSafe"), ["INITIAL_STATE UNFOLDING_TO_PT"]);
}

/// Without a search, the numbers of this net have no known bound.
#[test]
fn a_net_that_cannot_be_unfolded_is_examined_with_explicit_colours() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("model.pnml"), sums()).unwrap();
    let bound = "<property-set><property><id>B</id><description/><formula>\
                 <place-bound><place>fuel</place><place>sum</place></place-bound></formula></property></property-set>";
    fs::write(folder.path().join("UpperBounds.xml"), bound).unwrap();
    for (examination, expected) in [
        (
            "StateSpace",
            &[
                "STATE_SPACE MAX_TOKEN_IN_PLACE 5",
                "STATE_SPACE MAX_TOKEN_PER_MARKING 6",
                "STATE_SPACE STATES 21",
                "STATE_SPACE TRANSITIONS 30",
            ][..],
        ),
        ("ReachabilityDeadlock", &["FORMULA ReachabilityDeadlock TRUE"]),
        ("StableMarking", &["FORMULA StableMarking TRUE"]),
        ("Liveness", &["FORMULA Liveness FALSE"]),
        ("UpperBounds", &["FORMULA B 6"]),
    ] {
        let words = ["mcc", "--examination", examination, "--time", "3s", "--memory", "2G"];
        let output = command(&words).current_dir(folder.path()).output().unwrap();
        assert_eq!(lines(&output), expected, "{examination}: {output:?}");
        assert_eq!(output.status.code(), Some(0), "{examination}");
        let note = String::from_utf8(output.stderr).unwrap();
        assert!(note.starts_with("note: the net is explored with explicit colours"), "{note}");
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert!(!stdout.contains("UNFOLDING_TO_PT"), "{stdout}");
    }
}

#[test]
fn unanswered_examinations_are_reported() {
    let folder = instance();
    let unknown = examine(folder.path(), "ReversibilityFireability");
    assert_eq!(lines(&unknown), ["DO_NOT_COMPETE"], "{unknown:?}");
    let note = String::from_utf8_lossy(&unknown.stderr);
    assert!(note.starts_with("note: unknown examination `ReversibilityFireability`: expected"), "{note}");
    assert!(note.contains("ReachabilityDeadlock, OneSafe"), "{note}");
    // There is no file of properties for this examination.
    let missing = examine(folder.path(), "ReachabilityFireability");
    assert_eq!(lines(&missing), ["CANNOT_COMPUTE"], "{missing:?}");
    assert_eq!(missing.status.code(), Some(3));
    let no_net: PathBuf = folder.path().join("nowhere");
    fs::create_dir(&no_net).unwrap();
    assert_eq!(lines(&examine(&no_net, "OneSafe")), ["CANNOT_COMPUTE"]);
}

#[test]
fn options_have_priority_over_the_environment() {
    let folder = instance();
    let output =
        command(&["mcc", "--examination", "OneSafe", "--time", "30s", "--memory", "1G", "--threads", "1"])
            .arg(folder.path())
            .env("BK_EXAMINATION", "StateSpace")
            .output()
            .unwrap();
    assert_eq!(lines(&output), ["FORMULA OneSafe FALSE"], "{output:?}");
    let none = command(&["mcc"]).current_dir(folder.path()).env_remove("BK_EXAMINATION").output().unwrap();
    assert_eq!(none.status.code(), Some(3), "{none:?}");
    let wrong = command(&["mcc", "--examination", "OneSafe"])
        .current_dir(folder.path())
        .env("BK_TIME_CONFINEMENT", "soon")
        .output()
        .unwrap();
    assert_eq!(wrong.status.code(), Some(3), "{wrong:?}");
}

#[test]
fn the_contests_files_can_be_checked_with_traces() {
    let folder = instance();
    let net = folder.path().join("model.pnml");
    let formulas = "<property-set><property><id>all eat</id><formula><possibility><integer-le>\
                    <integer-constant>1</integer-constant><tokens-count><place>eat</place></tokens-count>\
                    </integer-le></possibility></formula></property></property-set>";
    fs::write(folder.path().join("formulas.xml"), formulas).unwrap();
    let check = |file: &str| {
        command(&["check"]).arg(&net).arg("--properties").arg(folder.path().join(file)).output().unwrap()
    };
    let output = check("formulas.xml");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("all eat: reach tokens(eat) >= 1") && text.contains("take_right(x="), "{text}");
    let refused = check("UpperBounds.xml");
    assert_eq!(refused.status.code(), Some(3));
    let stderr = String::from_utf8(refused.stderr).unwrap();
    assert!(stderr.contains("is a query for a bound") && stderr.contains("P-UpperBounds-01"), "{stderr}");
}

/// Writes a file of four formulas about the coloured net: one that holds, one with an unknown place, one about a bound,
/// and another that holds.
fn mixed(folder: &Path) {
    let property =
        |id: &str, formula: &str| format!("<property><id>{id}</id><formula>{formula}</formula></property>\n");
    let holds = "<possibility><deadlock/></possibility>";
    let unknown = "<possibility><integer-le><integer-constant>1</integer-constant><tokens-count>\
                   <place>eaten</place></tokens-count></integer-le></possibility>";
    let later = "<place-bound><place>eat</place></place-bound>";
    let all = [property("a", holds), property("b", unknown), property("c", later), property("d", holds)];
    let set = format!("<property-set>\n{}</property-set>", all.concat());
    fs::write(folder.join("ReachabilityCardinality.xml"), set).unwrap();
}

#[test]
fn one_bad_formula_of_a_file_leaves_the_others_their_answers() {
    let folder = instance();
    mixed(folder.path());
    let file = folder.path().join("ReachabilityCardinality.xml");
    let check = |more: &[&str]| {
        let net = folder.path().join("model.pnml");
        command(&["check"]).arg(net).arg("--properties").arg(&file).args(more).output().unwrap()
    };
    let output = check(&["--reach", "deadlock"]);
    let (text, stderr) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(2), "{text}{stderr}");
    assert!(text.contains("unknown: 2 of 5 properties are not answered"), "{text}");
    assert!(text.contains("holds     a: ") && text.contains("holds     d: "), "{text}");
    assert!(text.contains("unknown   b: the net has no place `eaten`"), "{text}");
    assert!(text.contains("unknown   c: is a query for a bound"), "{text}");
    assert!(stderr.contains("ReachabilityCardinality.xml:3:") && stderr.contains("`c`"), "{stderr}");

    let output = check(&["--format", "json", "--always", "not deadlock"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let verdicts: Vec<_> =
        report["answers"].as_array().unwrap().iter().map(|a| a["verdict"].clone()).collect();
    assert_eq!(verdicts, ["holds", "unknown", "unknown", "holds", "violated"]);
    assert_eq!(report["answers"][1]["reason"], "not_understood");
    assert_eq!(report["warnings"].as_array().map(Vec::len), Some(2), "{report}");

    let output = examine(folder.path(), "ReachabilityCardinality");
    assert_eq!(lines(&output), ["FORMULA a TRUE", "FORMULA d TRUE"], "{output:?}");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(notes.contains("note: the property `b`") && notes.contains("note: the property `c`"), "{notes}");
}

#[test]
fn lines_are_not_mixed_with_json() {
    let folder = instance();
    let output = command(&["mcc", "--examination", "OneSafe", "--format", "json"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["error"], "usage");
}

#[test]
fn the_plan_of_an_examination_goes_to_standard_error() {
    let folder = instance();
    let examine = |plan: &[&str]| {
        let arguments =
            [&["mcc", "--examination", "OneSafe", "--time", "1m", "--progress", "none"], plan].concat();
        let output = command(&arguments).current_dir(folder.path()).output().unwrap();
        (lines(&output), String::from_utf8(output.stderr).unwrap())
    };
    let (answers, nothing) = examine(&[]);
    let (same_answers, plan) = examine(&["--explain-plan"]);
    assert_eq!((answers, nothing.as_str()), (same_answers, ""));
    assert!(plan.contains("decided") && plan.contains("initial marking"), "{plan}");
}
