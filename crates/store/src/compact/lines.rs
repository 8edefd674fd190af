//! The lines of a shard, in segments of one size.
//!
//! Shards grow at different times. Where each had its lines in one piece, the pieces that are given back
//! would seldom suit the next one, and much memory would lie idle between them. A segment suits every
//! shard. PERF: a shard's batch looks its segments up again and again, so that they are at hand.

use std::ops::{Index, IndexMut};

use super::line::Line;
use sanderling_cutoff::LINES_OF_SEGMENT;

use crate::prefetch::prefetch;

/// Some lines.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    segments: Vec<Box<[Line]>>,
    len: usize,
}

impl Lines {
    /// An array of `len` empty lines.
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

    /// Asks for a line.
    #[inline(always)]
    pub(super) fn prefetch(&self, at: usize) {
        prefetch(&self.segments[at / LINES_OF_SEGMENT.size()], at % LINES_OF_SEGMENT.size());
    }

    /// All lines in order. Each segment goes when it has been read.
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
