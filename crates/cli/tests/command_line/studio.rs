//! `studio`: the address, and the end.

use crate::net_file::{Folder, two_locks};
use crate::running::run;
use crate::words;

#[test]
fn what_is_no_net_is_told_and_nothing_is_served() {
    let folder = Folder::new();
    let ran = run(&words!["studio", folder.file("bad.pnml", "<pnml>")]);
    assert!(ran.code == Some(3) && ran.out.is_empty() && ran.err.contains("cannot be read"), "{ran:?}");
    assert_eq!(run(&["studio", "-"]).code, Some(3));
}

#[cfg(unix)]
#[test]
fn it_prints_its_address_and_ends_with_ctrl_c() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    use std::process::{Command, Stdio};

    let folder = Folder::new();
    let words = words!["studio", folder.file("locks.pnml", two_locks())];
    let mut child = crate::running::command(&words).stdout(Stdio::piped()).spawn().unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let (host, path) = address.trim().strip_prefix("http://").unwrap().split_once('/').unwrap();
    assert!(host.starts_with("127.0.0.1:") && path.len() == 33, "{address}");
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.contains("200 OK") && page.contains("locks.pnml"), "{page}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
