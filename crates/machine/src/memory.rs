//! The memory that the program has.
//!
//! A limit of memory is one of the whole program, so that what it has besides a search, the net above all, has to be known. And what is freed has
//! to come back: the usual allocator of Linux keeps large pieces for later once some have been freed, up to 32 MiB each and for each thread, of which tables that grow have
//! no use. Tables of a store are pieces of their own once they have some pages, as holes between smaller ones took a tenth of the memory.

use std::fs;

/// Pieces of so many bytes or more are given back at once when they are freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE_BYTES: i32 = 32 << 10;

/// So is what is free at the end of the heap, if it is as much.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const FREE_BYTES: i32 = 128 << 10;

/// From now on, has the allocator give back what is large and free. For where a limit of memory was asked for, and is to be kept.
///
/// PERF: to get pages anew takes a search of a second up to a twentieth of its time.
pub fn give_back_what_is_free() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code)]
    // SAFETY:
    // * the parameters are of glibc's allocator, for which any size and any number of heaps but 0 is allowed;
    // * it takes its own lock while it changes them.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_BYTES);
        libc::mallopt(libc::M_TRIM_THRESHOLD, FREE_BYTES);
        // One heap for all threads: what one frees, another one can use.
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

/// The bytes that the program has, without those that are free; 0 where the system does not tell. Takes a few milliseconds.
#[must_use]
pub fn taken_bytes() -> usize {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code)]
    // SAFETY: whole pages that are free are given back, which nobody reads or writes.
    unsafe {
        libc::malloc_trim(0);
    }
    resident_bytes().and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(0)
}

/// The memory that the program has, as Linux counts it; `None` on other systems.
#[must_use]
pub fn resident_bytes() -> Option<u64> {
    let pages: u64 = fs::read_to_string("/proc/self/statm").ok()?.split_whitespace().nth(1)?.parse().ok()?;
    pages.checked_mul(PAGE)
}

/// The size of a page on the machines that Linux mostly runs on; where pages are larger, the program has more than this
/// says, and the limits of the search alone keep it small.
const PAGE: u64 = 4096;

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_grows_with_what_is_used_and_comes_back() {
        give_back_what_is_free();
        let before = taken_bytes();
        let pieces: Vec<Vec<u8>> = (0..64).map(|at| vec![at as u8 + 1; 1 << 20]).collect();
        let with_pieces = taken_bytes();
        assert!(with_pieces >= before + (48 << 20), "{before}, {with_pieces}");
        drop(pieces);
        assert!(taken_bytes() < with_pieces - (48 << 20));
    }
}
