//! Detection of processors with wide vectors.
//!
//! The program is built for every x86-64 processor, and checks at run time for more: 256-bit vectors and the bit
//! manipulation instructions, which nearly all processors since 2015 have.

/// Whether this processor has wide vectors.
#[must_use]
#[inline]
pub(crate) fn is_available() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("popcnt")
}
