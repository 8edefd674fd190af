//! The option that selects the states to compare with the reference semantics.

use crate::net_file::{Folder, switches, two_locks};
use crate::running::run;
use crate::words;

#[test]
fn reports_say_which_states_were_checked_and_how_many() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(4));
    for (mode, least, most) in [("none", 0, 0), ("sample", 4, 16), ("all", 16, 16)] {
        let json = run(&words!["explore", net, "--self-check", mode, "--format", "json"]).json();
        assert_eq!(json["self_check"]["mode"], mode);
        let checked = json["self_check"]["states_checked"].as_u64().unwrap();
        assert!((least..=most).contains(&checked), "{mode}: {checked}");
    }
    let default = run(&words!["explore", net, "--format", "json"]).json();
    assert_eq!(default["self_check"]["mode"], "sample");
    let text = run(&words!["explore", net, "--self-check", "all", "--stats"]).out;
    assert!(text.contains("checked") && text.contains("16  states with a plain interpreter"), "{text}");
    assert!(!run(&words!["explore", net, "--self-check", "none", "--stats"]).out.contains("checked"));
}

#[test]
fn other_commands_accept_self_check_and_unknown_values_are_refused() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    assert_eq!(run(&words!["deadlock", net, "--self-check", "all"]).code, Some(1));
    assert_eq!(run(&words!["graph", net, "--self-check", "all"]).code, Some(0));
    let ran = run(&words!["explore", net, "--self-check", "some"]);
    assert_eq!(ran.code, Some(3));
    assert!(ran.err.contains("expected none, sample or all"), "{ran:?}");
}
