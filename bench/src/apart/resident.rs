//! The most memory that this process has had.

/// The greatest resident size so far, as Linux counts it; `None` on other systems.
pub(super) fn peak_resident_bytes() -> Option<u64> {
    high_water_mark(&std::fs::read_to_string("/proc/self/status").ok()?)
}

/// The line `VmHWM:` of a process's status, which is in kibibytes.
fn high_water_mark(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::high_water_mark;

    #[test]
    fn the_high_water_mark_is_read_in_kibibytes() {
        assert_eq!(high_water_mark("VmPeak:\t 9 kB\nVmHWM:\t    2048 kB\n"), Some(2 << 20));
        assert_eq!(high_water_mark("VmPeak:\t 9 kB\n"), None);
        assert_eq!(high_water_mark("VmHWM: some kB\n"), None);
    }
}
