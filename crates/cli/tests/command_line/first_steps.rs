//! The command lines and answers of beginners: a file alone, options of other programs, the verdict first.

use crate::net_file::{Folder, two_locks};
use crate::running::{run, run_with_input};
use crate::words;

#[test]
fn a_file_alone_is_analysed() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let page = run(&words!["analyse", net]);
    assert!(page.code == Some(0) && page.out.contains("\nbehaviour: "), "{page:?}");
    for alone in [words![net].to_vec(), words!["--progress", "none", net].to_vec()] {
        let ran = run(&alone);
        assert_eq!((ran.code, &ran.out), (page.code, &page.out), "{alone:?}");
    }
    let json = run(&words!["--format", "json", net, "--only", "live"]).json();
    assert_eq!((&json["question"], &json["verdict"]), (&"analyse".into(), &"violated".into()));
    let several = run(&words![net, net, "--only", "live"]);
    assert_eq!(several.out.matches("locks.pnml: not live; 6 markings").count(), 2, "{several:?}");
    let standard_input = run_with_input(&["-", "--only", "live"], two_locks().as_bytes());
    assert_eq!(standard_input.code, Some(1), "{standard_input:?}");
    let unnamed = folder.file("locks", two_locks());
    assert_eq!(run(&words![unnamed]).code, page.code);
}

#[test]
fn what_is_neither_a_file_nor_a_command_is_refused() {
    let folder = Folder::new();
    let missing = folder.path().join("missing.pnml");
    let ran = run(&words![missing]);
    assert!(ran.code == Some(3) && ran.err.contains("cannot read"), "{ran:?}");
    let ran = run(&["chek", "net.pnml"]);
    assert!(ran.code == Some(3) && ran.err.contains("a similar subcommand exists: 'check'"), "{ran:?}");
    let ran = run(&words!["help", folder.file("locks.pnml", two_locks())]);
    assert!(ran.code == Some(3) && ran.err.contains("unrecognized subcommand"), "{ran:?}");
}

#[test]
fn the_tip_about_an_option_is_in_the_object_as_well() {
    let text = run(&["explore", "net.pnml", "--json"]);
    assert!(text.code == Some(3) && text.err.contains("tip: use '--format json'"), "{text:?}");
    let json = run(&["deadlock", "net.pnml", "--ltl", "x", "--format", "json"]).json();
    let message = json["message"].as_str().unwrap_or_default();
    assert!(message.contains("'--ltl' is an option of `check`"), "{json}");
}

#[test]
fn a_size_without_a_unit_gets_a_warning_and_is_used() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let ran = run(&words!["explore", net, "--memory", "10", "--format", "json"]);
    assert_eq!(ran.json()["reason"], "tree_too_large", "{ran:?}");
    assert!(ran.err.contains("warning: `--memory 10` means 10 bytes: write `10M`"), "{ran:?}");
    assert_eq!(run(&words!["explore", net, "--memory", "10M"]).err, "");
}

#[test]
fn the_verdict_and_the_run_come_before_the_statistics() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let short = run(&words!["deadlock", net]).out;
    let full = run(&words!["deadlock", net, "--stats"]).out;
    let run_of = |text: &str| text.split("\n\n").take(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(run_of(&short), run_of(&full));
    assert!(run_of(&short)[1].starts_with("deadlock after 2 firings, a shortest run:\n  start: "), "{short}");
    let statistics = short.split("\n\n").nth(2).unwrap_or_default();
    assert!(statistics.contains(" states, ") && statistics.lines().count() == 1, "{short}");
    let refused = run(&words!["check", net, "--live", "--stats"]);
    assert!(refused.code == Some(3) && refused.err.contains("`--explain-plan` shows"), "{refused:?}");
    assert!(!short.contains("bits per state") && full.contains("\nbits per state"), "{full}");
}
