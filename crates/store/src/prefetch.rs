//! Asking for memory before it is needed.
//!
//! A random access to memory costs hundreds of nanoseconds when the next step waits for it, and
//! about twenty when many are in flight. Whoever knows an address some steps ahead says so here.

#![allow(unsafe_code)]

/// Asks that the cache line of `items[index]` be brought near. Does nothing where the index is out
/// of range, and on processors without such a request.
#[inline(always)]
pub fn prefetch<T>(items: &[T], index: usize) {
    if let Some(item) = items.get(index) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY:
        // * `_mm_prefetch` is part of SSE, which every x86-64 processor has;
        // * it neither reads nor writes memory as far as the program can tell, whatever the address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = item;
    }
}
