//! Numbers have grouped digits on a terminal, and are single words for programs.

use crate::running::run;
use crate::words;

#[test]
fn numbers_have_no_spaces_if_the_output_is_not_a_terminal() {
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/kanban-2.pnml");
    let ran = run(&words!["explore", net]);
    assert!(ran.out.contains("\n4600 states, 28120 firings, "), "{ran:?}");
    for words in [words!["analyse", net].to_vec(), words!["explore", net, net].to_vec()] {
        let ran = run(&words);
        assert!(ran.out.contains("4600") && !ran.out.contains("4 600"), "{ran:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn digits_are_in_groups_on_a_terminal() {
    use std::io::Read;

    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/kanban-2.pnml");
    let terminal = nix::pty::openpty(None, None).unwrap();
    let mut child = crate::running::command(&words!["explore", net, "--progress", "none"])
        .stdout(terminal.slave)
        .spawn()
        .unwrap();
    let mut printed = Vec::new();
    // When the other end is closed, reading from a terminal fails.
    let _ = std::fs::File::from(terminal.master).read_to_end(&mut printed);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let printed = String::from_utf8_lossy(&printed);
    assert!(printed.contains("\n4 600 states, 28 120 firings, "), "{printed}");
}
