//! The server as a process, and the clients of its manual.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::running::{command, run};

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

#[test]
fn the_standard_properties_are_those_of_the_command_line() {
    use std::io::{BufRead, BufReader, Read};

    let mut child =
        command(&["serve", "--stdio"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let net = root().join("nets/order.pnml").display().to_string();
    let load = json!({ "jsonrpc": "2.0", "id": 1, "method": "net/load", "params": { "uri": net } });
    let params = json!({ "net": "net1", "cases": 2 });
    let ask = json!({ "jsonrpc": "2.0", "id": 2, "method": "analysis/standard", "params": params });
    for message in [load.to_string(), ask.to_string()] {
        write!(input, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
    }
    let told = loop {
        let mut lines = [String::new(), String::new()];
        for line in &mut lines {
            output.read_line(line).unwrap();
        }
        let length = lines[0].trim().strip_prefix("Content-Length: ").unwrap().parse().unwrap();
        let mut body = vec![0; length];
        output.read_exact(&mut body).unwrap();
        let message: Value = serde_json::from_slice(&body).unwrap();
        if message["method"] == "analysis/result" {
            break message["params"]["report"].clone();
        }
    };
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let without_time = |mut report: Value| {
        report["time_s"] = Value::Null;
        report
    };
    let printed = run(&["analyse", &net, "--cases", "2", "--format", "json"]).json();
    assert_eq!(without_time(told), without_time(printed));
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
        assert_eq!((lines[3], lines.len()), ("free of deadlocks: violated", 9), "{told}");
        assert_eq!(lines[7], "bounded: holds, 1-bounded");
        assert!(lines[8].starts_with("live: violated, after 3 firings, "), "{told}");
        let Some(told) = client(program, file, "token-ring-4.pnml") else { continue };
        assert!(told.contains("free of deadlocks: holds\nbounded: holds, "), "{told}");
    }
}
