//! `studio`: its address, and its end.

use crate::net_file::{Folder, two_locks};
use crate::running::run;
use crate::words;

#[test]
fn an_invalid_net_is_an_error_and_nothing_is_served() {
    let folder = Folder::new();
    let ran = run(&words!["studio", folder.file("bad.pnml", "<pnml>")]);
    assert!(ran.code == Some(3) && ran.out.is_empty() && ran.err.contains("cannot be read"), "{ran:?}");
    assert_eq!(run(&["studio", "-"]).code, Some(3));
}

#[cfg(unix)]
#[test]
fn it_prints_its_address_and_ends_with_ctrl_c() {
    use std::io::Write;
    use std::process::Stdio;

    let folder = Folder::new();
    let words = words!["studio", folder.file("locks.pnml", two_locks())];
    let child = crate::running::command(&words).stdout(Stdio::piped()).spawn().unwrap();
    let (page, _) = visited(child, &["net/drawing"]);
    assert!(page.contains("200 OK") && page.contains("locks.pnml"), "{page}");
    let timed = r#"<pnml><net active="true" id="A"><place id="P0" name="p" initialMarking="1"/>
        <transition id="T0" name="t"/><arc id="a" source="P0" target="T0" type="timed" inscription="[1,2]" weight="1"/>
        </net></pnml>"#;
    let words = words!["studio", folder.file("timed.tapn", timed), "--untimed", "--difference", "defined"];
    let child = crate::running::command(&words).stdout(Stdio::piped()).spawn().unwrap();
    let (_, loaded) = visited(child, &["net/load"]);
    assert!(
        loaded[0].contains(r#""places":1"#),
        "the page reads the net as the command line says: {loaded:?}"
    );
    let mut child = crate::running::command(&words!["studio", "-", "--from", "pnml"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(two_locks().as_bytes()).unwrap();
    let (page, loaded) = visited(child, &["net/load", "net/load"]);
    assert!(page.contains("200 OK"), "{page}");
    assert!(loaded.iter().all(|reply| reply.contains(r#""format":"pnml""#)), "{loaded:?}");
}

/// Returns the page of a studio and its replies to some requests about its net, and then interrupts it.
#[cfg(unix)]
fn visited(mut child: std::process::Child, methods: &[&str]) -> (String, Vec<String>) {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    use std::process::Command;

    let mut address = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let (host, path) = address.trim().strip_prefix("http://").unwrap().split_once('/').unwrap();
    assert!(host.starts_with("127.0.0.1:") && path.len() == 33, "{address}");
    let fetch = |head: &str, body: &str| {
        let mut stream = TcpStream::connect(host).unwrap();
        let length = body.len();
        write!(
            stream,
            "{head} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    };
    let page = fetch(&format!("GET /{path}"), "");
    let ask = |method: &&str| {
        let body = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"net":"net1"}}}}"#);
        fetch(&format!("POST /{path}rpc"), &body)
    };
    let replies = methods.iter().map(ask).collect();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    (page, replies)
}
