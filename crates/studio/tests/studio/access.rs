//! Requests that are refused: without the token, from other hosts, or too large.

use std::io::Write;

use crate::client::Opened;

#[test]
fn requests_without_the_token_are_not_found() {
    let studio = Opened::on("philosophers-3.pnml");
    let (host, path) = studio.parts();
    for path in ["/", "/main.js", "/rpc", "/0123456789abcdef0123456789abcdef/", &path[..path.len() - 2]] {
        let (status, body) = studio
            .send(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes());
        assert_eq!((status, body.as_str()), (404, "not found"), "{path}");
    }
}

#[test]
fn other_hosts_and_origins_are_not_answered() {
    let studio = Opened::on("philosophers-3.pnml");
    let (host, path) = studio.parts();
    for headers in [
        "Host: rebound.example".to_owned(),
        String::new(),
        format!("Host: {host}\r\nOrigin: http://rebound.example"),
    ] {
        let (status, _) =
            studio.send(format!("GET {path} HTTP/1.1\r\n{headers}\r\nConnection: close\r\n\r\n").as_bytes());
        assert!([400, 404].contains(&status), "{headers}: {status}");
    }
    assert_eq!(studio.http("GET", "", "").0, 200);
}

#[test]
fn unknown_paths_and_wrong_methods_are_refused() {
    let studio = Opened::on("philosophers-3.pnml");
    assert_eq!(studio.http("GET", "main.js", "").0, 200);
    assert_eq!(studio.http("GET", "../Cargo.toml", "").0, 404);
    assert_eq!(studio.http("GET", "rpc", "").0, 405);
    assert_eq!(studio.http("PUT", "main.js", "x").0, 405);
}

#[test]
fn requests_that_are_too_long_are_refused_and_the_studio_continues() {
    let studio = Opened::on("philosophers-3.pnml");
    let (host, path) = studio.parts();
    let head = format!("POST {path}rpc HTTP/1.1\r\nHost: {host}\r\nContent-Length: {}\r\n\r\n", 1_u64 << 40);
    let mut stream = studio.connect();
    stream.write_all(head.as_bytes()).unwrap();
    let (status, _) = studio.send(format!("{head}{}", " ".repeat(17 << 20)).as_bytes());
    assert!([413, 0].contains(&status), "{status}");
    let (status, _) = studio.send(
        format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n", "x".repeat(1 << 20)).as_bytes(),
    );
    assert!([431, 400, 0].contains(&status), "{status}");
    assert_eq!(studio.send(b"nonsense\r\n\r\n").0, 400);
    assert_eq!(studio.http("GET", "", "").0, 200);
}

#[test]
fn the_page_may_fetch_nothing_from_elsewhere() {
    let answer = head(&Opened::on("philosophers-3.pnml"));
    assert!(answer.contains("content-security-policy: default-src 'none'; script-src 'self';"), "{answer}");
}

#[test]
fn only_an_editor_may_show_the_page_in_a_frame_and_only_if_framing_is_requested() {
    let answer = head(&Opened::on("philosophers-3.pnml"));
    assert!(answer.contains("frame-ancestors 'none'\r\n"), "{answer}");
    let answer = head(&Opened::framed("philosophers-3.pnml"));
    assert!(answer.contains("default-src 'none'; script-src 'self';"), "{answer}");
    assert!(answer.contains("frame-ancestors vscode-webview: vscode-file:\r\n"), "{answer}");
}

/// Returns the page with its headers, in lower case.
fn head(studio: &Opened) -> String {
    let (host, path) = studio.parts();
    let mut stream = studio.connect();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    std::io::read_to_string(stream).unwrap().to_lowercase()
}
