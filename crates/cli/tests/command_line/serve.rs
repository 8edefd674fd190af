//! The server as a process, and the client libraries in other languages.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::running::{command, run};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Sends frames, and returns the exit code and the output.
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
    let (code, replies) = served(&["{", &load, start]);
    assert_eq!(code, Some(0));
    assert!(replies.contains("-32700") && replies.contains(r#""id":"philosophers_3""#), "{replies}");
    assert!(replies.contains("invalid value 'sideways'"), "{replies}");
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
    let reply = loop {
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
    assert_eq!(without_time(reply), without_time(printed));
}

/// Returns a command that runs a client, in the project's folder and with this engine, or `None` if the program is not
/// installed.
fn runner(program: &str) -> Option<Command> {
    let is_there =
        Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("skipped: what {program} would run, which is not there");
        return None;
    }
    let mut command = Command::new(program);
    command.current_dir(root()).env("SANDERLING", env!("CARGO_BIN_EXE_sanderling"));
    command.env("PYTHONPATH", "crates/python/python").env("PYTHONDONTWRITEBYTECODE", "1");
    Some(command)
}

/// Returns standard output. If the command fails, all output is shown.
fn printed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{stdout}{}", String::from_utf8_lossy(&output.stderr));
    stdout
}

#[test]
fn the_libraries_for_other_languages_pass_their_own_tests() {
    let tests: [(&str, &[&str]); 2] = [
        (
            "python3",
            &["-W", "error", "-m", "unittest", "discover", "crates/python/tests", "-p", "test_client.py"],
        ),
        ("node", &["--test", "clients/javascript/tests/process.test.mjs"]),
    ];
    for (program, arguments) in tests {
        if let Some(mut command) = runner(program) {
            printed(command.args(arguments));
        }
    }
}

#[test]
fn the_examples_of_the_libraries_work() {
    for (program, file) in [
        ("python3", "crates/python/examples/questions.py"),
        ("node", "clients/javascript/examples/questions.mjs"),
    ] {
        let answers = |net: &str| {
            let mut command = runner(program)?;
            Some(printed(command.args([file, net, env!("CARGO_BIN_EXE_sanderling")])))
        };
        let Some(with_deadlock) = answers("nets/philosophers-3.pnml") else { continue };
        let lines: Vec<&str> = with_deadlock.lines().collect();
        assert_eq!(lines[0], "philosophers_3: 15 places, 15 transitions", "{with_deadlock}");
        assert!(lines[1].starts_with("enabled: take_") && lines[2].starts_with("fired: take_"));
        assert_eq!((lines[3], lines.len()), ("free of deadlocks: violated", 9), "{with_deadlock}");
        assert_eq!(lines[7], "bounded: holds, 1-bounded");
        assert!(lines[8].starts_with("live: violated, after 3 firings, "), "{with_deadlock}");
        let without_deadlock = answers("nets/token-ring-4.pnml").unwrap();
        assert!(
            without_deadlock.contains("free of deadlocks: holds\nbounded: holds, "),
            "{without_deadlock}"
        );
    }
}

/// Returns the blocks of a page in a language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join(page)).unwrap();
    let begin = format!("```{language}\n");
    let blocks = text.split(&begin).skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// Returns the search path, with the folder of the program first.
fn path() -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_sanderling"));
    let folders = [program.parent().unwrap().to_owned()];
    let others = std::env::var_os("PATH").unwrap_or_default();
    let all = folders.into_iter().chain(std::env::split_paths(&others));
    std::env::join_paths(all).unwrap().into_string().unwrap()
}

#[test]
fn examples_of_the_libraries_in_the_documentation_work() {
    if let Some(mut command) = runner("python3") {
        let [task] = &blocks("docs/tasks.md", "python")[..] else { panic!("one example") };
        let stdout = printed(command.env("PATH", path()).args(["-c", task]));
        assert!(blocks("docs/tasks.md", "text").concat().contains(&format!("ask.py\n{stdout}")), "{stdout}");
    }
    if let Some(mut command) = runner("python3") {
        let [first, progress] = &blocks("docs/python-client.md", "python")[..] else {
            panic!("two examples")
        };
        // The second example continues with the net of the first.
        let indented = progress.lines().map(|line| format!("    {line}\n")).collect::<String>();
        let stdout = printed(command.env("PATH", path()).args(["-c", &format!("{first}{indented}")]));
        assert_eq!(stdout.lines().next(), Some("holds"));
    }
    if let Some(mut command) = runner("node") {
        let [example] = &blocks("clients/javascript/README.md", "ts")[..] else { panic!("one example") };
        let example = example.replace("\"sanderling/process\"", "\"./clients/javascript/process.js\"");
        let stdout = printed(command.env("PATH", path()).args(["--input-type=module", "-e", &example]));
        assert_eq!(stdout, "holds\n");
    }
}
