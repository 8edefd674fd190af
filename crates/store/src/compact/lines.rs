//! The lines of a shard, in segments of equal size.
//!
//! Shards grow at different times. If the lines of each were one piece of memory, a freed piece would seldom fit the
//! next shard, and much memory would lie idle. A segment fits every shard. PERF: the segments of a shard stay in the
//! caches, since a batch looks them up again and again.

use std::ops::{Index, IndexMut};

use super::line::Line;
use sanderling_cutoff::LINES_OF_SEGMENT;

use crate::prefetch::prefetch;

/// An array of lines.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    segments: Vec<Box<[Line]>>,
    len: usize,
}

impl Lines {
    /// Creates `len` empty lines.
    pub(super) fn new(len: usize) -> Self {
        let segment = vec![Line::default(); len.min(LINES_OF_SEGMENT.size())].into_boxed_slice();
        Self { segments: vec![segment; len.div_ceil(LINES_OF_SEGMENT.size())], len }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> usize {
        let lines: usize = self.segments.iter().map(|segment| segment.len()).sum();
        lines * size_of::<Line>() + self.segments.capacity() * size_of::<Box<[Line]>>()
    }

    /// Prefetches a line.
    #[inline(always)]
    pub(super) fn prefetch(&self, at: usize) {
        prefetch(&self.segments[at / LINES_OF_SEGMENT.size()], at % LINES_OF_SEGMENT.size());
    }

    /// Iterates over all lines in order, and frees each segment once it has been read.
    pub(super) fn into_each(self) -> impl Iterator<Item = Line> {
        let len = self.len;
        self.segments.into_iter().flatten().take(len)
    }
}

impl Index<usize> for Lines {
    type Output = Line;

    #[inline(always)]
    fn index(&self, at: usize) -> &Line {
        &self.segments[at / LINES_OF_SEGMENT.size()][at % LINES_OF_SEGMENT.size()]
    }
}

impl IndexMut<usize> for Lines {
    #[inline(always)]
    fn index_mut(&mut self, at: usize) -> &mut Line {
        &mut self.segments[at / LINES_OF_SEGMENT.size()][at % LINES_OF_SEGMENT.size()]
    }
}
