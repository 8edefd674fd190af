//! The memory of the process.
//!
//! A memory limit applies to the whole process, so the memory outside a search, above all that of the net, has to be
//! known. Freed memory must also return to the system. The usual allocator of Linux keeps large pieces once some have
//! been freed, up to 32 MiB each and per thread, and growing tables cannot reuse them. Tables of a store are pieces of
//! their own if they have several pages, since holes between smaller ones took a tenth of the memory.

use std::fs;

/// Minimum size of pieces that are returned to the system as soon as they are freed, in bytes.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE_BYTES: i32 = 32 << 10;

/// Minimum size of free memory at the end of the heap that is returned to the system, in bytes.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const FREE_BYTES: i32 = 128 << 10;

/// Makes the allocator return large and free memory from now on. For processes with a memory limit.
///
/// PERF: allocating pages again takes up to a twentieth of the time of a search of a second.
pub fn give_back_what_is_free() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code)]
    // SAFETY:
    // * the parameters belong to glibc's allocator, which accepts any size and any number of heaps but 0;
    // * it takes its own lock while it changes them.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_BYTES);
        libc::mallopt(libc::M_TRIM_THRESHOLD, FREE_BYTES);
        // With one heap for all threads, each thread can reuse memory that another one frees.
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

/// Returns the memory of the process without free memory, in bytes, or 0 if the system does not report it. Takes a few
/// milliseconds.
#[must_use]
pub fn taken_bytes() -> usize {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code)]
    // SAFETY: the call returns whole free pages to the system, which are not in use.
    unsafe {
        libc::malloc_trim(0);
    }
    resident_bytes().and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(0)
}

/// Returns the resident memory of the process on Linux, in bytes, or `None` on other systems.
#[must_use]
pub fn resident_bytes() -> Option<u64> {
    let pages: u64 = fs::read_to_string("/proc/self/statm").ok()?.split_whitespace().nth(1)?.parse().ok()?;
    pages.checked_mul(PAGE)
}

/// Size of a page on most Linux machines, in bytes. If pages are larger, the process has more memory than computed, and
/// only the limits of the search keep it small.
const PAGE: u64 = 4096;

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn allocated_memory_grows_and_shrinks_with_use() {
        give_back_what_is_free();
        let before = taken_bytes();
        let pieces: Vec<Vec<u8>> = (0..64).map(|at| vec![at as u8 + 1; 1 << 20]).collect();
        let with_pieces = taken_bytes();
        assert!(with_pieces >= before + (48 << 20), "{before}, {with_pieces}");
        drop(pieces);
        assert!(taken_bytes() < with_pieces - (48 << 20));
    }
}
