//! Starting the process, and waiting for what it tells.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{Exploration, Outcome};

/// How often to look whether the process has ended.
const POLL: Duration = Duration::from_millis(5);
/// How much longer than its search may take a process lives, for reading the file and compiling.
const PATIENCE: Duration = Duration::from_secs(300);

/// Explores in a process of its own.
///
/// # Errors
/// Why the process told nothing: what it wrote last, or by which signal it ended.
pub(crate) fn run_apart(exploration: &Exploration) -> Result<Outcome, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let json = serde_json::to_string(exploration).map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(["explore-apart", &json]);
    let (status, told, complaint) =
        run(&mut command, exploration.time.map(|time| time + PATIENCE)).map_err(|error| error.to_string())?;
    serde_json::from_str(&told).map_err(|_| {
        let last = complaint.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it told nothing");
        format!("{status}: {last}")
    })
}

/// Runs a program; answers how it ended and what it wrote to its two outputs. One that takes longer
/// than `longest` is ended.
fn run(command: &mut Command, longest: Option<Duration>) -> io::Result<(ExitStatus, String, String)> {
    let pipes = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn()?;
    let (told, complaint) = (gather(child.stdout.take()), gather(child.stderr.take()));
    let status = wait(&mut child, longest)?;
    let text = |reader: thread::JoinHandle<String>| reader.join().unwrap_or_default();
    Ok((status, text(told), text(complaint)))
}

/// Reads all that comes through a pipe, on a thread of its own.
fn gather(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // NOTE: what has come before an error is all there is to show.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn wait(child: &mut Child, longest: Option<Duration>) -> io::Result<ExitStatus> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if longest.is_some_and(|longest| started.elapsed() > longest) {
            child.kill()?;
            return child.wait();
        }
        thread::sleep(POLL);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn both_outputs_and_the_status_are_told() {
        let (status, told, complaint) = run(&mut shell("echo a; echo b >&2; exit 3"), None).unwrap();
        assert_eq!((status.code(), told.as_str(), complaint.as_str()), (Some(3), "a\n", "b\n"));
    }

    #[test]
    fn a_process_that_takes_too_long_is_ended() {
        let (status, ..) = run(&mut shell("while :; do :; done"), Some(Duration::from_millis(20))).unwrap();
        assert_eq!(status.code(), None, "a signal ended it");
    }
}
