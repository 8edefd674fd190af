//! How the module's memory grows: by a share of what there is, not page by page.
//!
//! The allocator of the standard library asks the host for a page of 64 KiB whenever it has run out. A host takes part of a millisecond for each,
//! which is a sixth of the time of a search whose tables grow.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;

/// Memory grows by one part in so many.
const PART: usize = 8;

/// The bytes of a page of WebAssembly.
const PAGE: usize = 1 << 16;

/// The standard library's allocator, to which more than it needs is given where memory has to grow.
///
/// INVARIANT: its code is not part of that of its callers. There, the compiler knows where an allocation begins and ends, and takes what the
/// allocator keeps beside it for something that cannot be read.
struct InSteps;

#[global_allocator]
static ALLOCATOR: InSteps = InSteps;

/// The pages that there are.
fn pages() -> usize {
    std::arch::wasm32::memory_size(0)
}

/// Does what may let memory grow, and where it has, lets it grow by more, which is kept for later.
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
        // * the layout has a size other than 0;
        // * what is given back was just given with the same layout, if it was.
        unsafe {
            let step = System.alloc(more);
            if !step.is_null() {
                System.dealloc(black_box(step), more);
            }
        }
    }
}

// SAFETY: memory is given and taken back by the standard library's allocator alone, with what the caller says.
unsafe impl GlobalAlloc for InSteps {
    #[inline(never)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of the same method.
        in_steps(|| unsafe { System.alloc(layout) })
    }

    #[inline(never)]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of the same method.
        in_steps(|| unsafe { System.alloc_zeroed(layout) })
    }

    #[inline(never)]
    unsafe fn dealloc(&self, address: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of the same method.
        unsafe { System.dealloc(black_box(address), layout) }
    }

    #[inline(never)]
    unsafe fn realloc(&self, address: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of the same method.
        in_steps(|| unsafe { System.realloc(black_box(address), layout, size) })
    }
}
