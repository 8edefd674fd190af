//! The machine on which runs are executed.

use std::thread;

use super::record::Machine;
use crate::runner::memory::bytes_of;

/// The system's file of memory statistics.
const MEMORY: &str = "/proc/meminfo";

impl Machine {
    /// Describes the machine on which this program runs.
    pub(super) fn this() -> Self {
        let account = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let line = account.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
        let processor = line.map(|(_, name)| name.trim().to_owned());
        Self {
            processor: processor.unwrap_or_else(|| "unknown".to_owned()),
            cores: cores(),
            memory_bytes: bytes_of(MEMORY, "MemTotal:"),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }

    /// Returns the number of runs that fit on the machine concurrently, each with these threads and this
    /// memory.
    pub(super) fn room_for(&self, threads: usize, memory_bytes: u64) -> usize {
        let by_memory = free_bytes().map_or(1, |free| free / memory_bytes.max(1));
        (self.cores / threads.max(1)).min(usize::try_from(by_memory).unwrap_or(1)).max(1)
    }
}

/// Returns the available memory in bytes.
pub(super) fn free_bytes() -> Option<u64> {
    bytes_of(MEMORY, "MemAvailable:")
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
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
