//! The places of processes that are started individually.

use std::fs;
use std::path::Path;
use std::time::Duration;

use sanderling_distribution::Hosts;

use crate::failure::Failure;

/// Environment variable that holds the token shared by the processes of a run.
const TOKEN: &str = "SANDERLING_TOKEN";

/// Minimum length of a token, in bytes; a shorter one could be guessed.
const SHORTEST_TOKEN: usize = 16;

/// Time limit for connecting to the other processes.
const TIMEOUT: Duration = Duration::from_secs(60);

/// First port that timely dataflow uses when no file of hosts is given.
const FIRST_PORT: usize = 2101;

/// Maximum number of processes.
const MOST: usize = 256;

/// Returns the places listed in a file.
pub(super) fn of_file(path: &Path, own: usize) -> Result<Hosts, Failure> {
    let name = path.display();
    let addresses = read(path)?;
    if !(1..=MOST).contains(&addresses.len()) {
        let message =
            format!("`{name}` has {} addresses: expected 1 to {MOST}, one on each line", addresses.len());
        return Err(Failure::input(message));
    }
    if own >= addresses.len() {
        let message = format!(
            "`--host {own}` is not a line of `{name}`, which has {} addresses: the first is 0",
            addresses.len()
        );
        return Err(Failure::usage(message));
    }
    Ok(Hosts { addresses, own, token: token()?, timeout: TIMEOUT })
}

/// Returns the places given by the options of timely dataflow programs: `-n PROCESSES -p INDEX -h FILE`.
pub(super) fn of_timely(words: &str) -> Result<Hosts, Failure> {
    let wrong = |what: String| Failure::usage(format!("`--timely \"{words}\"`: {what}"));
    let (mut processes, mut own, mut file) = (1, 0, None);
    let mut given = words.split_whitespace();
    while let Some(option) = given.next() {
        let known = ["-n", "-p", "-h"].contains(&option);
        let why = || {
            wrong(format!(
                "found `{option}`, expected -n PROCESSES, -p INDEX or -h FILE; threads are --threads"
            ))
        };
        let value = given.next().filter(|_| known).ok_or_else(why)?;
        let number =
            || value.parse::<usize>().map_err(|_| wrong(format!("`{option} {value}` is not a number")));
        match option {
            "-n" => processes = number()?,
            "-p" => own = number()?,
            _ => file = Some(Path::new(value)),
        }
    }
    if !(1..=MOST).contains(&processes) || own >= processes {
        let what = format!(
            "process {own} of {processes}: expected 1 to {MOST} processes, and an index below their number"
        );
        return Err(wrong(what));
    }
    let addresses: Vec<String> = match file {
        None => (FIRST_PORT..FIRST_PORT + processes).map(|port| format!("localhost:{port}")).collect(),
        Some(path) => read(path)?.into_iter().take(processes).collect(),
    };
    if addresses.len() < processes {
        return Err(wrong(format!("the file has {} addresses: expected {processes}", addresses.len())));
    }
    Ok(Hosts { addresses, own, token: token()?, timeout: TIMEOUT })
}

/// Reads the addresses of a file, one on each line.
fn read(path: &Path) -> Result<Vec<String>, Failure> {
    let name = path.display();
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::input(format!("cannot read the file of hosts `{name}`: {error}")))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let addresses: Vec<String> = lines.map(ToOwned::to_owned).collect();
    if let Some(wrong) = addresses.iter().find(|line| !is_address(line)) {
        let message =
            format!("`{name}`: `{wrong}` is not an address: expected a host and a port, as in `node1:4100`");
        return Err(Failure::input(message));
    }
    Ok(addresses)
}

fn is_address(line: &str) -> bool {
    line.rsplit_once(':')
        .is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0))
}

fn token() -> Result<String, Failure> {
    let token = std::env::var(TOKEN).unwrap_or_default();
    if token.len() >= SHORTEST_TOKEN {
        return Ok(token);
    }
    Err(Failure::usage(format!(
        "the environment variable {TOKEN} must hold a secret token of at least {SHORTEST_TOKEN} characters, shared by all processes of the run: \
         set it to the same random text for all of them"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_host_and_a_port() {
        let right = ["node1:4100", "10.0.0.1:1", "[::1]:65535"];
        let wrong = ["node1", "node1:", ":4100", "node1:0", "node1:65536", "node1:x"];
        assert!(right.iter().all(|line| is_address(line)));
        assert!(!wrong.iter().any(|line| is_address(line)));
    }
}
