//! `simulate` from a script.

use crate::net_file::{Folder, two_locks};
use crate::running::{run, run_with_input};
use crate::words;

#[test]
fn a_script_steps_to_the_deadlock_and_back() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let script = "take_a_1\ntake_b_2\ntrace\nback\nnonsense\nquit\nnever read\n";
    let ran = run_with_input(&words!["simulate", net], script.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    assert!(ran.out.contains("take_a_1: idle1 1→0, first1 0→1, a 1→0"), "{ran:?}");
    assert!(ran.out.contains("deadlock: no transition is enabled"), "{ran:?}");
    assert!(ran.out.contains("no enabled transition or command `nonsense`"), "{ran:?}");
    assert!(!ran.out.contains("never read"), "{ran:?}");
}

#[test]
fn the_end_of_the_input_ends_the_session() {
    let folder = Folder::new();
    let ran = run(&words!["simulate", folder.file("locks.pnml", two_locks())]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("start: idle1, idle2, a, b"), "{ran:?}");
}

#[test]
fn the_run_is_a_trace_that_can_be_replayed() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let words = words!["simulate", net, "--format", "json", "--seed", "3"];
    let ran = run_with_input(&words, b"random 20\n");
    let json = ran.json();
    assert_eq!(json["question"], "simulate");
    assert!(!json["trace"]["steps"].as_array().unwrap().is_empty(), "{json}");
    assert_eq!(json["trace"], run_with_input(&words, b"random 20\n").json()["trace"], "the seed decides");
    let replayed = run(&words!["replay", net, "--trace", folder.file("run.json", ran.out)]);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
}

#[test]
fn a_line_without_end_is_refused() {
    let folder = Folder::new();
    let ran = run_with_input(&words!["simulate", folder.file("locks.pnml", two_locks())], &[b'x'; 200_000]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn at_a_terminal_lines_are_edited_remembered_and_completed() {
    use std::fs::File;
    use std::io::{Read, Write};

    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    let terminal = nix::pty::openpty(None, None).unwrap();
    let mut child = crate::running::command(&words!["simulate", net])
        .env("TERM", "xterm")
        .stdin(terminal.slave.try_clone().unwrap())
        .stdout(terminal.slave)
        .spawn()
        .unwrap();
    let mut master = File::from(terminal.master);
    let mut printed = String::new();
    // The keys delete a surplus letter, recall `back` with an arrow, complete `marking` with Tab, and leave with
    // Ctrl-D.
    for keys in
        ["take_a_1x\x7f\r", "take_b_2\r", "back\r", "\x1b[A\r", "take_b_2\r", "reset\r", "mar\t\r", "\x04"]
    {
        // The editor is ready once it has enabled the terminal's bracketed paste.
        let mut since = String::new();
        while !since.contains("\x1b[?2004h") {
            let mut bytes = [0; 4096];
            let read = master.read(&mut bytes).unwrap();
            since.push_str(&String::from_utf8_lossy(&bytes[..read]));
        }
        printed.push_str(&since);
        master.write_all(keys.as_bytes()).unwrap();
    }
    // When the other end is closed, reading from a terminal fails.
    let mut rest = Vec::new();
    let _ = master.read_to_end(&mut rest);
    assert_eq!(child.wait().unwrap().code(), Some(0), "{printed}");
    printed.push_str(&String::from_utf8_lossy(&rest));
    for (part, times) in [
        ("take_a_1: idle1 1→0", 1),
        ("take_b_2: idle2 1→0", 2),
        ("after 1 firing:", 3),
        ("\nidle1, idle2, a, b\r", 1),
    ] {
        assert_eq!(printed.matches(part).count(), times, "{part}: {printed}");
    }
}
