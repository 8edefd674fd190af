//! How processes find each other: each listens at its own address, and calls those before it.
//!
//! Whoever calls says a greeting, with the version of the program, the run's token and its own number; whoever is called answers that all is well, or why
//! not. Everything else is refused, and the connection closed. Then the first process sends the others what it wants them to know, and hears whether
//! they agree. Nothing of timely has begun until then.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use socket2::{SockRef, TcpKeepalive};

use crate::connection::Connection;
use crate::exchange::Exchange;
use crate::losses::Losses;
use crate::problem::Problem;

/// So long a connection may be silent at the beginning.
const LONGEST_SILENCE: Duration = Duration::from_secs(5);

/// So long the first process may take for what it sends the others.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// How often.
const AGAIN: Duration = Duration::from_millis(20);

/// A greeting is no longer than that.
const LONGEST_GREETING: usize = 4096;

/// A process that does not answer for so long is lost.
const UNANSWERED: Duration = Duration::from_secs(8);

/// Which processes there are.
#[derive(Debug, Clone)]
pub struct Hosts {
    /// The addresses of all, by process, as `host:port`.
    pub addresses: Vec<String>,
    /// Which one this is.
    pub own: usize,
    /// What all know and nobody else.
    pub token: String,
    /// So long the others are waited for.
    pub timeout: Duration,
}

/// A token that nobody can guess.
///
/// # Errors
/// Where the system has no random numbers.
pub fn token() -> Result<String, Problem> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| Problem::of_system(format!("no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[derive(Debug, Serialize, Deserialize)]
struct Greeting {
    program: String,
    version: String,
    token: String,
    processes: usize,
    process: usize,
}

/// Processes that know each other, before anything has begun.
#[derive(Debug)]
pub struct Connected {
    own: usize,
    /// By process.
    streams: Vec<Option<TcpStream>>,
}

/// A socket that listens at an address, and at no other.
///
/// # Errors
/// Where the address is no address of this machine, or is in use.
pub fn listen(address: &str) -> Result<TcpListener, Problem> {
    let help = "name an address of this machine with a port that is free";
    TcpListener::bind(address)
        .map_err(|error| Problem::new(format!("cannot listen at `{address}`: {error}"), help))
}

/// Finds the other processes; `listener` listens at the address of this one. `is_cancelled` is asked now and then.
///
/// # Errors
/// Where one cannot be reached in time, is of another version, or does not know the token.
pub fn connect(
    hosts: &Hosts,
    listener: &TcpListener,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Connected, Problem> {
    let end = Instant::now() + hosts.timeout;
    let mut streams: Vec<Option<TcpStream>> = hosts.addresses.iter().map(|_| None).collect();
    for (process, stream) in streams.iter_mut().enumerate().take(hosts.own) {
        *stream = Some(call(hosts, process, end, is_cancelled)?);
    }
    listener.set_nonblocking(true).map_err(|error| Problem::of_system(error.to_string()))?;
    while let Some(missing) = (hosts.own + 1..streams.len()).find(|&process| streams[process].is_none()) {
        match listener.accept() {
            // Whoever it was may have been somebody else.
            Ok((stream, _)) => {
                if let Ok((process, stream)) = welcome(hosts, stream, |process| streams[process].is_none()) {
                    streams[process] = Some(stream);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                give_up(hosts, missing, "it has not called", end, is_cancelled)?;
                std::thread::sleep(AGAIN);
            }
            Err(error) => return Err(Problem::of_system(format!("no connections are accepted: {error}"))),
        }
    }
    Ok(Connected { own: hosts.own, streams })
}

fn give_up(
    hosts: &Hosts,
    process: usize,
    why: &str,
    end: Instant,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<(), Problem> {
    let address = &hosts.addresses[process];
    if is_cancelled() {
        return Err(Problem::new("interrupted while processes were looked for", "start all of them again"));
    }
    if Instant::now() < end {
        return Ok(());
    }
    let help = "see that it was started, with the same file of hosts and the same token, and that this port can be reached";
    Err(Problem::new(format!("process {process} at `{address}` cannot be reached: {why}"), help))
}

/// Calls a process before this one, until it answers.
fn call(
    hosts: &Hosts,
    process: usize,
    end: Instant,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<TcpStream, Problem> {
    let address = &hosts.addresses[process];
    loop {
        let why = match reach(address) {
            Ok(mut stream) => match greet(hosts, &mut stream) {
                Ok(answer) if answer.is_empty() => return Ok(stream),
                Ok(answer) => {
                    let help = "start all processes with the same program, file of hosts and token";
                    let message = format!("process {process} at `{address}` refuses this one: {answer}");
                    return Err(Problem::new(message, help));
                }
                Err(error) => error.to_string(),
            },
            Err(error) => error.to_string(),
        };
        give_up(hosts, process, &why, end, is_cancelled)?;
        std::thread::sleep(AGAIN);
    }
}

fn reach(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "there is no such host");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, LONGEST_SILENCE) {
            Ok(stream) => {
                prepare(&stream)?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Sees that a process that does not answer any more is noticed.
fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(LONGEST_SILENCE))?;
    stream.set_write_timeout(Some(LONGEST_SILENCE))?;
    let socket = SockRef::from(stream);
    let keepalive = TcpKeepalive::new().with_time(UNANSWERED / 4).with_interval(UNANSWERED / 4);
    #[cfg(not(windows))]
    let keepalive = keepalive.with_retries(3);
    socket.set_tcp_keepalive(&keepalive)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(UNANSWERED))?;
    Ok(())
}

/// Greets a process; its answer is empty where it is content.
fn greet(hosts: &Hosts, stream: &mut TcpStream) -> io::Result<String> {
    let greeting = Greeting {
        program: PROGRAM.into(),
        version: env!("CARGO_PKG_VERSION").into(),
        token: hosts.token.clone(),
        processes: hosts.addresses.len(),
        process: hosts.own,
    };
    write(stream, &serde_json::to_vec(&greeting)?)?;
    String::from_utf8(read(stream, LONGEST_GREETING)?).map_err(io::Error::other)
}

const PROGRAM: &str = "sanderling";

/// Answers whoever has called: the process that it is, if it is one that is missing.
fn welcome(
    hosts: &Hosts,
    mut stream: TcpStream,
    is_missing: impl Fn(usize) -> bool,
) -> io::Result<(usize, TcpStream)> {
    prepare(&stream)?;
    let greeting: Greeting = serde_json::from_slice(&read(&mut stream, LONGEST_GREETING)?)?;
    let Greeting { program, version, token, processes, process } = greeting;
    let own = env!("CARGO_PKG_VERSION");
    let refusal = if program != PROGRAM || !is_same(&token, &hosts.token) {
        "it has another token".to_owned()
    } else if version != own {
        format!("it is version {version}, and this is {own}")
    } else if processes != hosts.addresses.len() {
        format!("it knows {processes} processes, and this one {}", hosts.addresses.len())
    } else if process <= hosts.own || process >= processes || !is_missing(process) {
        format!("another one is process {process}")
    } else {
        String::new()
    };
    write(&mut stream, refusal.as_bytes())?;
    if refusal.is_empty() { Ok((process, stream)) } else { Err(io::Error::other(refusal)) }
}

/// Compares in a time that does not depend on where texts differ.
fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

fn write(stream: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
    stream.write_all(&(bytes.len() as u64).to_le_bytes())?;
    stream.write_all(bytes)
}

fn read(stream: &mut TcpStream, longest: usize) -> io::Result<Vec<u8>> {
    let mut length = [0; 8];
    stream.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    if length > longest as u64 {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it is too long"));
    }
    let mut bytes = Vec::new();
    stream.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

impl Connected {
    /// Which process this is.
    #[must_use]
    pub fn own(&self) -> usize {
        self.own
    }

    /// Of the first process: sends all others the same, and hears from each whether it agrees.
    ///
    /// # Errors
    /// Where one is lost or does not agree: which one, and why.
    pub fn send(&mut self, bytes: &[u8]) -> Result<(), (usize, String)> {
        let all = self.streams.iter_mut().enumerate();
        let mut others: Vec<_> = all.filter_map(|(at, stream)| Some((at, stream.as_mut()?))).collect();
        for (process, stream) in &mut others {
            write(stream, bytes).map_err(|error| (*process, error.to_string()))?;
        }
        for (process, stream) in &mut others {
            let answer = read(stream, LONGEST_GREETING).map_err(|error| (*process, error.to_string()))?;
            if !answer.is_empty() {
                return Err((*process, String::from_utf8_lossy(&answer).into_owned()));
            }
        }
        Ok(())
    }

    /// Of the others: what the first process has sent, no longer than `longest`.
    ///
    /// # Errors
    /// Where it is lost.
    pub fn receive(&mut self, longest: usize) -> Result<Vec<u8>, String> {
        let first = self.streams[0].as_mut().ok_or("this is the first process")?;
        // It may still be reading a file.
        first.set_read_timeout(Some(LONGEST_WAIT)).map_err(|error| error.to_string())?;
        read(first, longest).map_err(|error| error.to_string())
    }

    /// Of the others: answers what the first process has sent; agrees with an empty text.
    ///
    /// # Errors
    /// Where it is lost.
    pub fn answer(&mut self, text: &str) -> Result<(), String> {
        let first = self.streams[0].as_mut().ok_or("this is the first process")?;
        let end = (0..=text.len().min(LONGEST_GREETING)).rev().find(|&at| text.is_char_boundary(at));
        write(first, &text.as_bytes()[..end.unwrap_or(0)]).map_err(|error| error.to_string())
    }

    /// Begins to exchange messages. Once a process is lost, `on_loss` is called, on a thread of its own.
    ///
    /// # Errors
    /// Where the system does not grant the threads for it.
    pub fn start(self, on_loss: impl Fn() + Send + 'static) -> Result<Exchange, Problem> {
        let losses = Arc::new(Losses::default());
        let watched = |(process, stream): (usize, Option<TcpStream>)| {
            let Some(stream) = stream else { return Ok(None) };
            // From here on silence is normal.
            stream.set_read_timeout(None)?;
            stream.set_write_timeout(None)?;
            Ok(Some(Connection::new(stream, process, Arc::clone(&losses))))
        };
        let connections: io::Result<_> = self.streams.into_iter().enumerate().map(watched).collect();
        let connections = connections.map_err(|error| Problem::of_system(error.to_string()))?;
        Exchange::start(self.own, connections, losses, Box::new(on_loss))
    }
}

/// The address at which a socket listens.
#[must_use]
pub fn address(listener: &TcpListener) -> Option<SocketAddr> {
    listener.local_addr().ok()
}
