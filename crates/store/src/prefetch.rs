//! Prefetching of memory.
//!
//! A random access to memory costs hundreds of nanoseconds if the next step waits for it, and about twenty if many are
//! in flight. Code that knows an address some steps ahead can prefetch it.

#![allow(unsafe_code)]

/// Prefetches the cache line of `items[index]`.
///
/// Does nothing if the index is out of range, or if the processor has no such instruction. WebAssembly has none, and
/// reads a byte instead.
#[inline(always)]
pub fn prefetch<T>(items: &[T], index: usize) {
    if let Some(item) = items.get(index) {
        #[cfg(not(target_family = "wasm"))]
        prefetch_line(std::ptr::from_ref(item).cast());
        #[cfg(target_family = "wasm")]
        touch(std::ptr::from_ref(item).cast());
    }
}

/// Prefetches the cache line of the element that will be pushed `ahead` elements from now.
///
/// PERF: otherwise, appending to many vectors in turn, which do not fit the cache together, waits at every line.
#[expect(clippy::ptr_arg, reason = "it is about what is behind the slice")]
#[inline(always)]
pub fn prefetch_spare<T>(items: &Vec<T>, ahead: usize) {
    prefetch_line(items.as_ptr().wrapping_add(items.len() + ahead).cast());
}

/// Reads a byte whose value is unused.
///
/// PERF: WebAssembly has no prefetch instruction, but processors continue past a read whose result is not needed.
#[cfg(target_family = "wasm")]
#[inline(always)]
fn touch(address: *const u8) {
    // SAFETY: the address is that of an item of a slice, and every byte of memory of a WebAssembly module is
    // initialised.
    unsafe { address.read_volatile() };
}

#[inline(always)]
fn prefetch_line(address: *const i8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY:
    // * `_mm_prefetch` is part of SSE, which every x86-64 processor has;
    // * it has no observable effect on memory, whatever the address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
