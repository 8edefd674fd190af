//! Starting and finding the processes of a search.

mod places;

use std::ffi::OsString;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use sanderling::{Company, StopReason};
use sanderling_distribution::{Connected, Hosts, LossWatch, Problem, address, connect, listen, token};
use sanderling_net::Source;
use sanderling_report::{Reason, Report, Verdict};
use serde::{Deserialize, Serialize};

use crate::arguments::{NetArguments, ProcessOptions};
use crate::command::resume;
use crate::failure::Failure;
use crate::input::read_source;
use crate::{interrupt, output};

/// Environment variable that gives a started process its place.
const PLACE: &str = "SANDERLING_PROCESS";

/// Maximum size of the file that is sent, in bytes.
const LARGEST_FILE: usize = 4 << 30;

/// Time limit for connecting to started processes.
const TIMEOUT_HERE: Duration = Duration::from_secs(8);

/// Time that started processes have to end before they are killed.
const LONGEST_END: Duration = Duration::from_secs(4);

/// The processes of one search.
pub(in crate::command) struct Joined {
    company: Company,
    watch: LossWatch,
    /// The number of processes known to share this machine.
    here: usize,
    /// The processes that this one has started.
    _children: Children,
}

/// The place of a process that was started by another.
#[derive(Debug, Serialize, Deserialize)]
struct Place {
    addresses: Vec<String>,
    own: usize,
    token: String,
}

/// What the first process sends to the others before the file.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    words: Vec<String>,
    file: String,
}

impl Joined {
    /// Connects the processes, and returns the file that the first one has read.
    pub(super) fn join(net: &NetArguments, options: &ProcessOptions) -> Result<(Self, Source), Failure> {
        let mut children = Children(Vec::new());
        let (hosts, listener, source) = match (place()?, options.processes, &options.hosts) {
            (Some(Place { addresses, own, token }), _, _) => {
                let hosts = Hosts { addresses, own, token, timeout: TIMEOUT_HERE };
                let listener = listen(&hosts.addresses[hosts.own]).map_err(|problem| failed(&problem))?;
                (hosts, listener, None)
            }
            (None, Some(processes), _) => {
                let source = read_source(&net.file)?;
                let (hosts, listener) = here(processes.into())?;
                children = Children::start(&hosts)?;
                (hosts, listener, Some(source))
            }
            (None, None, path) => {
                let hosts = match &options.timely {
                    Some(words) => places::of_timely(words)?,
                    None => {
                        let path = path.as_deref().unwrap_or(Path::new(""));
                        places::of_file(path, options.host.unwrap_or(0))?
                    }
                };
                let source = if hosts.own == 0 { Some(read_source(&net.file)?) } else { None };
                let listener = listen(&hosts.addresses[hosts.own]).map_err(|problem| failed(&problem))?;
                (hosts, listener, source)
            }
        };
        if hosts.own > 0 {
            output::silence();
        }
        let mut connected =
            connect(&hosts, &listener, &interrupt::is_stopped).map_err(|problem| failed(&problem))?;
        drop(listener);
        let source = match source {
            Some(source) => send(&mut connected, source, &hosts)?,
            None => receive(&mut connected)?,
        };
        let exchange =
            connected.start(interrupt::ends_with_what_there_is).map_err(|problem| failed(&problem))?;
        let watch = exchange.watch();
        let here = if options.processes.is_some() { hosts.addresses.len() } else { 1 };
        let company = Company::new(Box::new(exchange), hosts.addresses);
        Ok((Self { company, watch, here, _children: children }, source))
    }

    /// Returns the number of this process, if it is given.
    pub(super) fn own(options: &ProcessOptions) -> Result<Option<usize>, Failure> {
        if let Some(Place { own, .. }) = place()? {
            return Ok(Some(own));
        }
        let of_timely = options.timely.as_deref().map(places::of_timely).transpose()?;
        let first = options.processes.map(|_| 0);
        Ok(options.host.or(first).or(of_timely.map(|hosts| hosts.own)))
    }

    pub(super) fn company(&self) -> Company {
        self.company.clone()
    }

    pub(super) fn processes_here(&self) -> usize {
        self.here
    }

    pub(super) fn complete(&self, report: &mut Report) {
        self.company.leave(report.reason);
        let is_cut =
            report.verdict == Verdict::Unknown && matches!(report.reason, Some(Reason::Cancelled) | None);
        let Some(lost) = self.watch.lost().filter(|_| is_cut) else { return };
        match lost.left {
            None => {
                (report.reason, report.reason_text) =
                    (Some(Reason::PeerLost), Some(self.company.describe_loss(&lost)));
            }
            Some(StopReason::Time) => report.reason = Some(Reason::TimeLimit),
            Some(StopReason::Memory) => report.reason = Some(Reason::MemoryLimit),
            Some(_) => report.reason = Some(Reason::Cancelled),
        }
    }
}

fn failed(problem: &Problem) -> Failure {
    Failure::input(problem.to_string())
}

/// Reads the place of this process from its environment, if another process has started it.
fn place() -> Result<Option<Place>, Failure> {
    let Some(text) = std::env::var_os(PLACE) else { return Ok(None) };
    let place: Option<Place> = text.to_str().and_then(|text| serde_json::from_str(text).ok());
    let place = place.filter(|place| place.own < place.addresses.len());
    let message =
        || format!("the environment variable {PLACE} is for processes that this program starts: unset it");
    place.map(Some).ok_or_else(|| Failure::usage(message()))
}

/// Chooses addresses on this machine, and returns a listening socket for the first process.
fn here(processes: usize) -> Result<(Hosts, std::net::TcpListener), Failure> {
    // All sockets are bound at the same time, so that their ports differ.
    let listeners = (0..processes).map(|_| listen("127.0.0.1:0")).collect::<Result<Vec<_>, _>>();
    let listeners = listeners.map_err(|problem| failed(&problem))?;
    let addresses = listeners.iter().filter_map(|one| Some(address(one)?.to_string())).collect();
    let token = token().map_err(|problem| failed(&problem))?;
    let mut listeners = listeners.into_iter();
    let first = listeners.next().ok_or_else(|| Failure::usage("at least one process is required"))?;
    Ok((Hosts { addresses, own: 0, token, timeout: TIMEOUT_HERE }, first))
}

/// Returns the arguments that have to be the same in every process.
fn words() -> Vec<String> {
    let mut words = Vec::new();
    let mut given = crate::words().into_iter().skip(1);
    while let Some(word) = given.next() {
        let word = word.to_string_lossy().into_owned();
        match word.as_str() {
            "--host" | "--hosts" | "--timely" => drop(given.next()),
            own if ["--host=", "--hosts=", "--timely="].iter().any(|option| own.starts_with(option)) => {}
            _ => words.push(word),
        }
    }
    words
}

/// Sends the file to the other processes.
fn send(connected: &mut Connected, source: Source, hosts: &Hosts) -> Result<Source, Failure> {
    let header = Header { words: words(), file: source.name().to_owned() };
    let head = serde_json::to_vec(&header).map_err(|error| Failure::internal(error.to_string()))?;
    let mut message = (head.len() as u64).to_le_bytes().to_vec();
    message.extend(head);
    message.extend(source.bytes());
    connected.send(&message).map_err(|(process, why)| {
        Failure::input(format!("process {process} at {} does not take part: {why}", hosts.addresses[process]))
    })?;
    // No process reads included files, which may differ between machines.
    Ok(source.without_folder())
}

/// Receives the file that the first process has read.
fn receive(connected: &mut Connected) -> Result<Source, Failure> {
    let lost =
        |why: String| Failure::stopped(format!("the first process ended before the search started: {why}"));
    let message = connected.receive(LARGEST_FILE).map_err(lost)?;
    let cut = message
        .split_first_chunk()
        .and_then(|(length, rest)| rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?));
    let header = cut.and_then(|(head, bytes)| Some((serde_json::from_slice::<Header>(head).ok()?, bytes)));
    let (header, bytes) = header.ok_or_else(|| Failure::input("invalid message from the first process"))?;
    let own = words();
    let difference = difference(&header.words, &own);
    connected.answer(difference.as_deref().unwrap_or("")).map_err(lost)?;
    match difference {
        Some(difference) => Err(Failure::usage(difference)),
        None => Ok(Source::new(header.file, bytes.to_vec())),
    }
}

/// Describes the first difference between two command lines, if there is one.
fn difference(first: &[String], own: &[String]) -> Option<String> {
    let at = (0..first.len().max(own.len())).find(|&at| first.get(at) != own.get(at))?;
    let describe_argument =
        |words: &[String]| words.get(at).map_or("nothing more".to_owned(), |word| format!("`{word}`"));
    Some(format!(
        "it was started with {}, but the first process has {}: the command lines must be the same, except for --host, --hosts and --timely",
        describe_argument(own),
        describe_argument(first)
    ))
}

/// The processes that this one has started. They end with it.
struct Children(Vec<Child>);

impl Children {
    fn start(hosts: &Hosts) -> Result<Self, Failure> {
        let failed = |error: &dyn std::fmt::Display| {
            Failure::input(format!("no more processes can be started: {error}"))
        };
        let words: Vec<OsString> = crate::words().into_iter().skip(1).collect();
        let mut children = Self(Vec::new());
        for own in 1..hosts.addresses.len() {
            let place = Place { addresses: hosts.addresses.clone(), own, token: hosts.token.clone() };
            let place = serde_json::to_string(&place).map_err(|error| failed(&error))?;
            let mut command = crate::started_again().map_err(|error| failed(&error))?;
            command.args(&words).env(PLACE, place);
            // The directory to which relative paths on the command line refer.
            if let Some(directory) = resume::begun_in() {
                command.current_dir(directory);
            }
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            children.0.push(command.spawn().map_err(|error| failed(&error))?);
        }
        Ok(children)
    }
}

impl Drop for Children {
    /// Waits for the processes to end, and kills the rest.
    fn drop(&mut self) {
        let end = Instant::now() + LONGEST_END;
        let is_running = |child: &mut Child| matches!(child.try_wait(), Ok(None));
        while self.0.iter_mut().any(is_running) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(5));
        }
        for child in &mut self.0 {
            // The process may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_described_by_its_first_argument() {
        let words = |text: &str| text.split(' ').map(ToOwned::to_owned).collect::<Vec<_>>();
        assert_eq!(difference(&words("explore a.pnml"), &words("explore a.pnml")), None);
        let message =
            difference(&words("explore a.pnml"), &words("explore a.pnml --bounds")).expect("they differ");
        assert!(message.contains("with `--bounds`, but the first process has nothing more"), "{message}");
    }
}
