//! The system's memory statistics: lines such as `VmHWM: 2048 kB`, on Linux.

/// Returns the bytes in the line with this prefix, in a file of the system.
pub(crate) fn bytes_of(path: &str, name: &str) -> Option<u64> {
    in_text(&std::fs::read_to_string(path).ok()?, name)
}

/// Returns the peak memory of this process in bytes.
pub(crate) fn own_peak_bytes() -> Option<u64> {
    bytes_of("/proc/self/status", "VmHWM:")
}

/// Returns the bytes in the line with this prefix.
pub(crate) fn in_text(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::in_text;

    #[test]
    fn lines_are_found_by_their_name_and_read_in_kibibytes() {
        assert_eq!(in_text("VmPeak:\t 9 kB\nVmHWM:\t    2048 kB\n", "VmHWM:"), Some(2 << 20));
        assert_eq!(in_text("VmPeak:\t 9 kB\n", "VmHWM:"), None);
        assert_eq!(in_text("VmHWM: some kB\n", "VmHWM:"), None);
    }
}
