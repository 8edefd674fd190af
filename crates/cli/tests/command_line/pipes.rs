//! A reader that closes a pipe early is not an error.

use std::io::Read;
use std::process::Stdio;

use crate::net_file::{Folder, switches, two_locks};
use crate::running::command;
use crate::words;

#[test]
fn a_closed_pipe_changes_nothing_about_the_exit_code() {
    let folder = Folder::new();
    let net = folder.file("locks.pnml", two_locks());
    for (words, code) in [(words!["deadlock", net], 1), (words!["explore", net], 0)] {
        let mut child = command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut complaints = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        assert_eq!((child.wait().unwrap().code(), complaints.as_str()), (Some(code), ""), "{words:?}");
    }
}

#[test]
fn a_long_output_can_be_cut_off_in_the_middle() {
    let folder = Folder::new();
    let net = folder.file("switches.pnml", switches(11));
    let mut child =
        command(&words!["graph", net]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut start = [0; 100];
    let mut pipe = child.stdout.take().unwrap();
    pipe.read_exact(&mut start).unwrap();
    drop(pipe);
    let mut complaints = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
    assert_eq!((child.wait().unwrap().code(), complaints.as_str()), (Some(0), ""));
}
