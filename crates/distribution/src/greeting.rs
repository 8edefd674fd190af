//! Connects the processes: each listens at its own address and calls the processes before it.
//!
//! The caller sends a greeting with the version of the program, the token of the run and its own number. The
//! called process accepts, or refuses with a reason. Any other message is refused and the connection is
//! closed. Then the first process sends its data to the others, and each answers whether it agrees. Timely
//! starts only after that.

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

/// Time limit for a read or write during the greeting.
const LONGEST_SILENCE: Duration = Duration::from_secs(5);

/// Time limit for the data of the first process.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Interval between attempts.
const AGAIN: Duration = Duration::from_millis(20);

/// Maximum number of bytes of a greeting.
const LONGEST_GREETING: usize = 4096;

/// Time after which a process that does not answer is lost.
const UNANSWERED: Duration = Duration::from_secs(8);

/// The addresses of all processes.
#[derive(Debug, Clone)]
pub struct Hosts {
    /// The address of each process, as `host:port`.
    pub addresses: Vec<String>,
    /// The number of this process.
    pub own: usize,
    /// The secret that the processes of a run share.
    pub token: String,
    /// Time limit for connecting to the other processes.
    pub timeout: Duration,
}

/// Generates a token that cannot be guessed.
///
/// # Errors
/// The system cannot provide random numbers.
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

/// Connected processes, before the search starts.
#[derive(Debug)]
pub struct Connected {
    own: usize,
    /// The connection to each process.
    streams: Vec<Option<TcpStream>>,
}

/// Opens a socket that listens at one address only.
///
/// # Errors
/// The address does not belong to this machine, or it is in use.
pub fn listen(address: &str) -> Result<TcpListener, Problem> {
    let help = "name an address of this machine with a port that is free";
    TcpListener::bind(address)
        .map_err(|error| Problem::new(format!("cannot listen at `{address}`: {error}"), help))
}

/// Connects to the other processes; `listener` listens at the address of this one. Calls `is_cancelled` from
/// time to time.
///
/// # Errors
/// A process cannot be reached in time, has another version, or does not know the token.
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
            // The caller may be an unrelated program.
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

/// Calls a process with a lower number until it answers.
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

/// Sets the timeouts that detect a process that no longer answers.
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

/// Sends the greeting to a process. Its answer is empty if it accepts.
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

/// Answers a caller. Returns its process number if that process is still missing.
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

/// Compares two texts in a time that does not depend on where they differ.
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
    /// Returns the number of this process.
    #[must_use]
    pub fn own(&self) -> usize {
        self.own
    }

    /// Sends the same data to all other processes, and waits for each to agree. Only for the first process.
    ///
    /// # Errors
    /// A process is lost or does not agree: its number and the reason.
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

    /// Returns the data from the first process, at most `longest` bytes. Only for the other processes.
    ///
    /// # Errors
    /// The first process is lost.
    pub fn receive(&mut self, longest: usize) -> Result<Vec<u8>, String> {
        let first = self.streams[0].as_mut().ok_or("this is the first process")?;
        // The first process may still be reading a file.
        first.set_read_timeout(Some(LONGEST_WAIT)).map_err(|error| error.to_string())?;
        read(first, longest).map_err(|error| error.to_string())
    }

    /// Answers the data of the first process; an empty text means agreement. Only for the other processes.
    ///
    /// # Errors
    /// The first process is lost.
    pub fn answer(&mut self, text: &str) -> Result<(), String> {
        let first = self.streams[0].as_mut().ok_or("this is the first process")?;
        let end = (0..=text.len().min(LONGEST_GREETING)).rev().find(|&at| text.is_char_boundary(at));
        write(first, &text.as_bytes()[..end.unwrap_or(0)]).map_err(|error| error.to_string())
    }

    /// Starts exchanging messages. If a process is lost, `on_loss` is called on a separate thread.
    ///
    /// # Errors
    /// The system cannot provide the threads.
    pub fn start(self, on_loss: impl Fn() + Send + 'static) -> Result<Exchange, Problem> {
        let losses = Arc::new(Losses::default());
        let watched = |(process, stream): (usize, Option<TcpStream>)| {
            let Some(stream) = stream else { return Ok(None) };
            // After the greeting, silence is normal.
            stream.set_read_timeout(None)?;
            stream.set_write_timeout(None)?;
            Ok(Some(Connection::new(stream, process, Arc::clone(&losses))))
        };
        let connections: io::Result<_> = self.streams.into_iter().enumerate().map(watched).collect();
        let connections = connections.map_err(|error| Problem::of_system(error.to_string()))?;
        Exchange::start(self.own, connections, losses, Box::new(on_loss))
    }
}

/// Returns the address at which a socket listens.
#[must_use]
pub fn address(listener: &TcpListener) -> Option<SocketAddr> {
    listener.local_addr().ok()
}
