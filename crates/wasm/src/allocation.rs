//! An allocator that grows the module's memory by a share of its size, not page by page.
//!
//! The standard library's allocator requests a page of 64 KiB from the host whenever memory runs out. A host takes a
//! fraction of a millisecond for each request. For a search with growing tables, this is a sixth of the total time.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;

/// Memory grows each time by at least 1/`PART` of its size.
const PART: usize = 8;

/// Size of a WebAssembly page in bytes.
const PAGE: usize = 1 << 16;

/// The standard library's allocator, with additional free memory each time memory grows.
///
/// INVARIANT: the methods are never inlined. In a caller, the compiler knows the bounds of an allocation, and assumes
/// that the allocator's own records beside it cannot be read.
struct InSteps;

#[global_allocator]
static ALLOCATOR: InSteps = InSteps;

/// Returns the size of the memory in pages.
fn pages() -> usize {
    std::arch::wasm32::memory_size(0)
}

/// Calls `allocate`. If memory has grown, lets it grow further and leaves the additional memory free.
#[inline(always)]
fn in_steps(allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
    let before = pages();
    let allocated = allocate();
    if pages() > before {
        grow();
    }
    allocated
}

#[cold]
#[inline(never)]
fn grow() {
    let Ok(more) = Layout::from_size_align(pages() / PART * PAGE, 1) else { return };
    if more.size() > 0 {
        // SAFETY:
        // * the size of the layout is not 0;
        // * the memory that is freed was just allocated with the same layout.
        unsafe {
            let step = System.alloc(more);
            if !step.is_null() {
                System.dealloc(black_box(step), more);
            }
        }
    }
}

// SAFETY: only the standard library's allocator allocates and frees memory, with the arguments of the caller.
unsafe impl GlobalAlloc for InSteps {
    #[inline(never)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller upholds the contract of the same method.
        in_steps(|| unsafe { System.alloc(layout) })
    }

    #[inline(never)]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller upholds the contract of the same method.
        in_steps(|| unsafe { System.alloc_zeroed(layout) })
    }

    #[inline(never)]
    unsafe fn dealloc(&self, address: *mut u8, layout: Layout) {
        // SAFETY: the caller upholds the contract of the same method.
        unsafe { System.dealloc(black_box(address), layout) }
    }

    #[inline(never)]
    unsafe fn realloc(&self, address: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller upholds the contract of the same method.
        in_steps(|| unsafe { System.realloc(black_box(address), layout, size) })
    }
}
