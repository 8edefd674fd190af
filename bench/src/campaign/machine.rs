//! The machine on which runs are made.

use std::path::Path;
use std::thread;

use super::record::Machine;

impl Machine {
    /// This one.
    pub(super) fn this() -> Self {
        let processor = line_of("/proc/cpuinfo", "model name").map(|line| {
            let (_, name) = line.split_once(':').unwrap_or(("", &line));
            name.trim().to_owned()
        });
        Self {
            processor: processor.unwrap_or_else(|| "unknown".to_owned()),
            cores: cores(),
            memory_bytes: bytes_of("MemTotal:"),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }

    /// How many runs fit at the same time, each with so many threads and so much memory.
    pub(super) fn room_for(&self, threads: usize, memory_bytes: u64) -> usize {
        let by_memory = bytes_of("MemAvailable:").map_or(1, |free| free / memory_bytes.max(1));
        (self.cores / threads.max(1)).min(usize::try_from(by_memory).unwrap_or(1)).max(1)
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// A line of the system's account of memory, in bytes.
pub(super) fn bytes_of(name: &str) -> Option<u64> {
    let line = line_of("/proc/meminfo", name)?;
    let number: u64 = line.strip_prefix(name)?.trim().strip_suffix("kB")?.trim().parse().ok()?;
    number.checked_mul(1024)
}

fn line_of(path: &str, start: &str) -> Option<String> {
    let text = std::fs::read_to_string(Path::new(path)).ok()?;
    text.lines().find(|line| line.starts_with(start)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_least_one_run_fits() {
        let machine = Machine::this();
        assert!(machine.cores >= 1);
        assert_eq!(machine.room_for(1000, u64::MAX), 1);
        assert!(machine.room_for(1, 1 << 20) <= machine.cores);
    }
}
