//! Asking for memory before it is needed.
//!
//! A random access to memory costs hundreds of nanoseconds when the next step waits for it, and
//! about twenty when many are in flight. Whoever knows an address some steps ahead says so here.

#![allow(unsafe_code)]

/// Asks that the cache line of `items[index]` be brought near. Does nothing where the index is out
/// of range, and on processors without such a request; WebAssembly has none, and reads ahead instead.
#[inline(always)]
pub fn prefetch<T>(items: &[T], index: usize) {
    if let Some(item) = items.get(index) {
        #[cfg(not(target_family = "wasm"))]
        ask_for(std::ptr::from_ref(item).cast());
        #[cfg(target_family = "wasm")]
        touch(std::ptr::from_ref(item).cast());
    }
}

/// Asks for the cache line where the element will be that is pushed `ahead` elements from now.
///
/// PERF: appending to many vectors in turn, which do not fit the cache together, waits at every line
/// otherwise.
#[expect(clippy::ptr_arg, reason = "it is about what is behind the slice")]
#[inline(always)]
pub fn prefetch_spare<T>(items: &Vec<T>, ahead: usize) {
    ask_for(items.as_ptr().wrapping_add(items.len() + ahead).cast());
}

/// Reads a byte, which nobody waits for.
///
/// PERF: WebAssembly has no request for memory, but processors go on behind a read whose result is not needed.
#[cfg(target_family = "wasm")]
#[inline(always)]
fn touch(address: *const u8) {
    // SAFETY: the address is that of an item of a slice, and every byte of memory of a WebAssembly module is initialised.
    unsafe { address.read_volatile() };
}

#[inline(always)]
fn ask_for(address: *const i8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY:
    // * `_mm_prefetch` is part of SSE, which every x86-64 processor has;
    // * it neither reads nor writes memory as far as the program can tell, whatever the address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
