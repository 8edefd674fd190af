//! A process with limits: it is killed together with its children when it exceeds its time or memory.
//!
//! The process leads its own process group, so that a signal reaches its children, too. The memory of the
//! group is polled every few milliseconds, if the system reports it, and so is the peak size of each of its
//! processes. The system's final report cannot be used for that: on Linux it starts with the size of the
//! parent process.

use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use wait4::Wait4;

use super::memory::in_text;

/// Interval between checks of time and memory.
const POLL: Duration = Duration::from_millis(10);
/// Maximum number of bytes of each output to keep. Further output is discarded.
const LONGEST_OUTPUT: u64 = 16 << 20;

/// The limits of a process.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) time: Duration,
    pub(crate) memory_bytes: u64,
}

/// The result of a process.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    /// Why it was killed, if it did not end by itself.
    pub(crate) ended_for: Option<Ending>,
    pub(crate) output: String,
    pub(crate) complaint: String,
    pub(crate) wall: Duration,
    /// Processor time, including that of its children.
    pub(crate) processor: Duration,
    /// Peak memory that was observed; `None` for a process that ended before the first check.
    pub(crate) peak_bytes: Option<u64>,
}

/// Why a process is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    Time,
    Memory,
    /// The whole program is stopped.
    Stop,
}

impl Bounds {
    /// No limits.
    pub(crate) const NONE: Self = Self { time: Duration::MAX, memory_bytes: u64::MAX };
}

impl Ended {
    /// Returns the last line of its error output, or `otherwise`.
    pub(crate) fn last_line(&self, otherwise: &str) -> String {
        let line = self.complaint.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or(otherwise);
        line.chars().take(200).collect()
    }
}

/// Returns whether the user has asked to stop. The first call installs a handler, so that an interrupt sets
/// this flag and does not end the program. An interrupt does not reach the processes, which have their own
/// groups.
pub(crate) fn stop() -> &'static AtomicBool {
    static IS_STOPPED: AtomicBool = AtomicBool::new(false);
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        if let Err(error) = ctrlc::set_handler(|| IS_STOPPED.store(true, Ordering::Relaxed)) {
            eprintln!("an interrupt will end the program and not its processes: {error}");
        }
    });
    &IS_STOPPED
}

/// Runs a command in a folder.
///
/// # Errors
/// The command cannot be started.
pub(crate) fn run(
    command: &[String],
    folder: &Path,
    bounds: Bounds,
    is_stopped: &AtomicBool,
) -> io::Result<Ended> {
    let [program, arguments @ ..] = command else { return Err(io::ErrorKind::InvalidInput.into()) };
    let started = Instant::now();
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    let id = child.id();
    let outputs = [gather(child.stdout.take()), gather(child.stderr.take())];
    let (send, ended) = mpsc::channel();
    // The receiver is dropped only if this function has returned an error.
    let waiting = thread::spawn(move || drop(send.send(child.wait4())));
    let (mut ended_for, mut peak_bytes) = (None, None);
    let (usage, wall) = loop {
        match ended.recv_timeout(POLL) {
            Ok(usage) => break (usage?, started.elapsed()),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::other("the thread that waits for the process has ended"));
            }
            Err(RecvTimeoutError::Timeout) if ended_for.is_none() => {
                let memory = Memory::of_group(id);
                peak_bytes = peak_bytes.max(memory.map(|memory| memory.peak_bytes));
                let bytes = memory.map_or(0, |memory| memory.bytes);
                ended_for = reason_to_end(started.elapsed(), bytes, bounds, is_stopped);
                if ended_for.is_some() {
                    end_group(id);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    };
    // Kill the children that are still running.
    end_group(id);
    drop(waiting.join());
    let [output, complaint] = outputs.map(|reader| reader.join().unwrap_or_default());
    let resources = usage.rusage;
    Ok(Ended {
        status: usage.status,
        ended_for,
        output,
        complaint,
        wall,
        processor: resources.utime + resources.stime,
        peak_bytes,
    })
}

fn reason_to_end(elapsed: Duration, bytes: u64, bounds: Bounds, is_stopped: &AtomicBool) -> Option<Ending> {
    if is_stopped.load(Ordering::Relaxed) {
        return Some(Ending::Stop);
    }
    if elapsed > bounds.time {
        return Some(Ending::Time);
    }
    (bytes > bounds.memory_bytes).then_some(Ending::Memory)
}

/// Reads the output of a pipe on a separate thread.
fn gather(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // NOTE: after an error, the output so far is used.
            let _ = pipe.by_ref().take(LONGEST_OUTPUT).read_to_end(&mut bytes);
            let _ = io::copy(&mut pipe, &mut io::sink());
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Kills a process and its group.
fn end_group(id: u32) {
    #[cfg(unix)]
    if let Ok(id) = i32::try_from(id) {
        // NOTE: if the group no longer exists, all of its processes have ended.
        let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(id), nix::sys::signal::Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}

/// Resident memory: current and peak.
#[derive(Debug, Clone, Copy)]
struct Memory {
    bytes: u64,
    peak_bytes: u64,
}

impl Memory {
    /// Returns the memory of a process and its children together, if the operating system reports it (on
    /// Linux, in `/proc`).
    fn of_group(id: u32) -> Option<Self> {
        let mut memory = Self::of(id)?;
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
        let children = children.split_whitespace().filter_map(|child| Self::of(child.parse().ok()?));
        for child in children {
            memory.bytes += child.bytes;
            memory.peak_bytes += child.peak_bytes;
        }
        Some(memory)
    }

    fn of(id: u32) -> Option<Self> {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        Some(Self { bytes: in_text(&status, "VmRSS:")?, peak_bytes: in_text(&status, "VmHWM:")? })
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const WIDE: Bounds = Bounds { time: Duration::from_secs(60), memory_bytes: 1 << 40 };

    fn shell(script: &str, bounds: Bounds) -> Ended {
        let command = ["sh", "-c", script].map(str::to_owned);
        run(&command, Path::new("."), bounds, &AtomicBool::new(false)).unwrap()
    }

    #[test]
    fn outputs_status_and_resources_are_reported() {
        let ended =
            shell("echo a; echo b >&2; i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done; exit 3", WIDE);
        assert_eq!((ended.status.code(), ended.ended_for), (Some(3), None));
        assert_eq!((ended.output.as_str(), ended.complaint.as_str()), ("a\n", "b\n"));
        assert!(ended.processor > Duration::ZERO && ended.wall > Duration::ZERO);
        if cfg!(target_os = "linux") {
            assert!(ended.peak_bytes.is_none_or(|bytes| bytes > 100_000));
        }
    }

    #[test]
    fn one_that_takes_too_long_is_ended_with_its_children() {
        let bounds = Bounds { time: Duration::from_millis(50), ..WIDE };
        // The child holds the pipe: if it stayed alive, reading the output would never end.
        let ended = shell("(while :; do :; done) & while :; do :; done", bounds);
        assert_eq!((ended.ended_for, ended.status.code()), (Some(Ending::Time), None));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn one_that_takes_too_much_memory_is_ended() {
        let bounds = Bounds { memory_bytes: 20 << 20, ..WIDE };
        let ended = shell("a=0123456789abcdef; while :; do a=$a$a; done", bounds);
        assert_eq!(ended.ended_for, Some(Ending::Memory));
    }

    #[test]
    fn a_stop_ends_it() {
        let command = ["sh", "-c", "while :; do :; done"].map(str::to_owned);
        let ended = run(&command, Path::new("."), WIDE, &AtomicBool::new(true)).unwrap();
        assert_eq!(ended.ended_for, Some(Ending::Stop));
    }

    #[test]
    fn missing_programs_cannot_be_started() {
        let command = ["no-program-is-called-so".to_owned()];
        assert!(run(&command, Path::new("."), WIDE, &AtomicBool::new(false)).is_err());
    }
}
