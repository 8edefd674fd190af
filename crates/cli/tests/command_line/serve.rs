//! The server as a process, and the clients of its manual.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::running::command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Frames in, what is printed out.
fn served(messages: &[&str]) -> (Option<i32>, String) {
    let mut child =
        command(&["serve", "--stdio"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for message in messages {
        write!(input, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_server_answers_over_standard_input_and_output_and_ends_with_its_input() {
    let net = root().join("nets/philosophers-3.pnml");
    let load = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"net/load","params":{{"uri":"{}"}}}}"#,
        net.display().to_string().replace('\\', "\\\\")
    );
    let start = r#"{"jsonrpc":"2.0","id":2,"method":"analysis/start","params":{"net":"net1","question":"explore","options":{"order":"sideways"}}}"#;
    let (code, told) = served(&["{", &load, start]);
    assert_eq!(code, Some(0));
    assert!(told.contains("-32700") && told.contains(r#""id":"philosophers_3""#), "{told}");
    assert!(told.contains("invalid value 'sideways'"), "{told}");
}

/// What a client of the manual prints about a net, if the program that runs it is there.
fn client(program: &str, file: &str, net: &str) -> Option<String> {
    let is_there =
        Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("skipped: the client {file} ({program} is not there)");
        return None;
    }
    let path = |path: &str| root().join(path);
    let output = Command::new(program)
        .arg(path("docs/clients").join(file))
        .arg(env!("CARGO_BIN_EXE_sanderling"))
        .arg(path("nets").join(net))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_clients_of_the_manual_work() {
    for (program, file) in [("python3", "client.py"), ("node", "client.mjs")] {
        let Some(told) = client(program, file, "philosophers-3.pnml") else { continue };
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines[0], "philosophers_3: 15 places, 15 transitions", "{told}");
        assert!(lines[1].starts_with("enabled: take_") && lines[2].starts_with("fired: take_"), "{told}");
        assert_eq!((lines[3], lines.len()), ("free of deadlocks: violated", 7), "{told}");
        let Some(told) = client(program, file, "token-ring-4.pnml") else { continue };
        assert!(told.ends_with("free of deadlocks: holds\n"), "{told}");
    }
}
