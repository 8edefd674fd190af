//! Intended deadlocks, and hints about them and about nets without a token.

use serde_json::Value;

use crate::net_file::{Folder, document, pnml, two_locks};
use crate::running::{Ran, run};
use crate::words;

/// A case goes from `begin` through `it's` to `end`.
fn workflow(tokens: u64) -> String {
    let places = [("begin", tokens), ("it's", 0), ("end", 0)];
    let rules: [crate::net_file::Rule<'_>; 2] =
        [("open", &[("begin", 1)], &[("it's", 1)]), ("close", &[("it's", 1)], &[("end", 1)])];
    document(&[pnml("workflow", &places, &rules)])
}

/// Returns the argument of `--except` in a hint, as a shell reads it.
fn pasted(ran: &Ran) -> String {
    let (_, quoted) = ran.out.split_once("to exclude it: --except ").expect("there is a hint");
    let line = quoted.lines().next().unwrap();
    line.replace(r"'\''", "\0").replace('\'', "").replace('\0', "'")
}

#[test]
fn the_hint_at_a_proper_end_can_be_pasted_and_works() {
    let folder = Folder::new();
    let net = folder.file("workflow.pnml", workflow(1));
    let ran = run(&words!["deadlock", net]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("hint: this deadlock is the proper end of a workflow"), "{ran:?}");
    let formula = pasted(&ran);
    assert_eq!(formula, "tokens(end) == 1 and tokens(begin, \"it's\") == 0");
    for options in [[].as_slice(), &["--reduce", "none"], &["--depth", "9"], &["--order", "best"]] {
        let mut words = words!["deadlock", net, "--except", formula].to_vec();
        words.extend(options.iter().map(Into::into));
        let ran = run(&words);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(
            ran.out.contains("holds: no deadlock can be reached\n  except where tokens(end) == 1"),
            "{ran:?}"
        );
        assert!(!ran.out.contains("hint"), "{ran:?}");
    }
}

/// Returns a file that gives the final marking of the process, in the format of pm4py and ProM.
fn stated(tokens: u64, end: u64) -> String {
    let stated = format!(
        "<finalmarkings><marking><place idref=\"end\"><text>{end}</text></place></marking></finalmarkings></net>"
    );
    workflow(tokens).replace("</net>", &stated)
}

#[test]
fn final_markings_of_the_file_are_no_deadlocks() {
    let folder = Folder::new();
    for (tokens, end, code) in [(1, 1, 0), (2, 2, 0), (1, 2, 1), (2, 1, 1)] {
        let net = folder.file("stated.pnml", stated(tokens, end));
        let ran = run(&words!["deadlock", net]);
        assert_eq!(ran.code, Some(code), "{tokens}, {end}: {ran:?}");
        assert!(
            ran.out.contains("hint: deadlocks in the final markings of the file do not count"),
            "{ran:?}"
        );
        let ran = run(&words!["deadlock", net, "--except", "false"]);
        assert_eq!(ran.code, Some(1), "{tokens}, {end}: {ran:?}");
    }
}

#[test]
fn json_says_what_was_excepted_and_hints_at_what_may_be() {
    let folder = Folder::new();
    let net = folder.file("workflow.pnml", workflow(1));
    let json = run(&words!["deadlock", net, "--format", "json"]).json();
    assert_eq!((&json["hints"][0]["kind"], json.get("except")), (&"meant_end".into(), None));
    let formula = json["hints"][0]["except"].as_str().unwrap();
    let json = run(&words!["deadlock", net, "--format", "json", "--except", formula]).json();
    assert_eq!((&json["question"], &json["verdict"]), (&"deadlock".into(), &"holds".into()));
    assert_eq!((&json["except"], json.get("hints")), (&formula.into(), None));
}

#[test]
fn the_standard_properties_have_the_same_hints() {
    let folder = Folder::new();
    let net = folder.file("workflow.pnml", workflow(1));
    let hints = |net, command: &str| run(&words![command, net, "--format", "json"]).json()["hints"].clone();
    assert_eq!(hints(&net, "analyse"), hints(&net, "deadlock"));
    assert!(hints(&net, "analyse")[0]["except"].is_string());
    let text = run(&words!["analyse", net]).out;
    assert!(
        text.contains("nothing can fire: the proper end of a workflow") && !text.contains("hint"),
        "{text}"
    );
    let empty = folder.file("empty.pnml", workflow(0));
    assert_eq!(hints(&empty, "analyse")[0]["kind"], "no_tokens");
    let text = run(&words!["analyse", empty]).out;
    assert!(text.contains("hint: no place has a token"), "{text}");
}

#[test]
fn deadlocks_outside_the_exception_are_found() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let ran = run(&words!["deadlock", net, "--except", "tokens(both1) = 1"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("a deadlock can be reached\n  except where tokens(both1) = 1"), "{ran:?}");
    let ran = run(&words!["deadlock", net, "--except", "tokens(first1, first2) = 2"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn errors_in_an_exception_are_shown_with_their_position() {
    let folder = Folder::new();
    let net = folder.file("workflow.pnml", workflow(1));
    for (formula, part) in [
        ("tokens(ende) = 1", "--except:1:8"),
        ("tokens(end)", "a condition"),
        ("always tokens(end) = 1", "--except:1:"),
        ("true; true", "--except:1:5"),
        ("", "--except:1:1"),
    ] {
        let ran = run(&words!["deadlock", net, "--except", formula]);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(ran.err.contains(part), "{formula}: {ran:?}");
    }
    let ran = run(&words!["explore", net, "--except", "true"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
}

#[test]
fn a_report_can_except_deadlocks() {
    let folder = Folder::new();
    let (net, page) = (folder.file("workflow.pnml", workflow(1)), folder.file("page.html", String::new()));
    let ran = run(&words!["report", net, "--deadlock", "--except", "tokens(end) = 1", "-o", page]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(std::fs::read_to_string(&page).unwrap().contains("tokens(end) = 1"));
    let ran = run(&words!["report", net, "--except", "tokens(end) = 1", "-o", page]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
}

#[test]
fn a_certificate_proves_the_property_with_the_excepted_deadlocks() {
    let folder = Folder::new();
    let (net, path) =
        (folder.file("workflow.pnml", workflow(1)), folder.file("certificate.json", String::new()));
    let ran = run(&words!["deadlock", net, "--except", "tokens(end) = 1", "--certificate", path]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let certificate: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert!(certificate.to_string().contains("always deadlock implies (tokens(end) = 1)"), "{certificate}");
}

#[test]
fn the_tokens_of_a_coloured_net_are_excepted_in_all_colours() {
    let philosophers = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/coloured/philosophers-3.pnml");
    let ran = run(&words!["deadlock", philosophers, "--except", "deadlock and not fireable(x)"]);
    assert_eq!(ran.code, Some(3), "there is no such transition: {ran:?}");
    let ran = run(&words!["deadlock", philosophers, "--except", "true"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let ran = run(&words!["deadlock", philosophers, "--except", "false"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
}

#[test]
fn a_net_without_a_token_has_a_hint_for_every_question() {
    let folder = Folder::new();
    let net = folder.file("empty.pnml", workflow(0));
    for words in [
        words!["deadlock", net].to_vec(),
        words!["explore", net].to_vec(),
        words!["check", net, "--always", "tokens(end) = 0"].to_vec(),
        words!["info", net].to_vec(),
    ] {
        let ran = run(&words);
        let hint =
            "hint: no place has a token, so that nothing can fire; the initial marking is probably missing";
        assert!(ran.out.contains(hint), "{ran:?}");
        assert!(!ran.out.contains("--except"), "an empty net has not ended properly: {ran:?}");
        let json = run(&[words, words!["--format", "json"].to_vec()].concat()).json();
        assert_eq!(json["hints"][0]["kind"], "no_tokens");
    }
}
