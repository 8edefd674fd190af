//! Access to the words of a marking by programs.

/// A packed marking that programs read and may write.
pub(super) trait Words {
    fn words(&self) -> &[u64];
    /// Returns the words for writing. Guards have none.
    fn words_mut(&mut self) -> &mut [u64];
}

impl Words for &[u64] {
    #[inline(always)]
    fn words(&self) -> &[u64] {
        self
    }
    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        unreachable!("guards write nothing")
    }
}

impl Words for &mut [u64] {
    #[inline(always)]
    fn words(&self) -> &[u64] {
        self
    }
    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
}
