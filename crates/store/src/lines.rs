//! The lines of an index, in one piece of memory or in several.
//!
//! One piece is fastest. But when it grows, it leaves a hole that is too small for the next piece. With little else in
//! memory, holes take up to a fifth of it. Blocks of equal size leave none.

use sanderling_cutoff::LINES_OF_BLOCK;

use crate::line::Line;
use crate::prefetch::prefetch;

/// An array of lines.
pub(crate) trait Lines: Default {
    fn len(&self) -> usize;

    /// Returns the smallest possible number of lines that is at least `lines`.
    fn rounded(lines: usize) -> usize;

    /// Changes the number of lines, and empties all of them.
    fn renew(&mut self, lines: usize);

    fn line(&self, at: usize) -> &Line;

    /// Returns a line for modification.
    fn line_mut(&mut self, at: usize) -> &mut Line;

    /// Prefetches a line.
    fn prefetch(&self, at: usize);

    /// Returns the memory of the lines, in bytes.
    fn bytes(&self) -> usize;
}

impl Lines for Vec<Line> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.len()
    }

    fn rounded(lines: usize) -> usize {
        lines
    }

    fn renew(&mut self, lines: usize) {
        // Frees the old lines before allocating the new ones. Their contents can be recomputed from the states.
        *self = Vec::new();
        *self = vec![Line::default(); lines];
    }

    #[inline(always)]
    fn line(&self, at: usize) -> &Line {
        &self[at]
    }

    #[inline(always)]
    fn line_mut(&mut self, at: usize) -> &mut Line {
        &mut self[at]
    }

    #[inline(always)]
    fn prefetch(&self, at: usize) {
        prefetch(self, at);
    }

    fn bytes(&self) -> usize {
        self.capacity() * size_of::<Line>()
    }
}

/// Lines in blocks of equal size.
#[derive(Debug, Default)]
pub(crate) struct BlockLines(Vec<Box<[Line]>>);

impl Lines for BlockLines {
    #[inline(always)]
    fn len(&self) -> usize {
        self.0.len() * LINES_OF_BLOCK.size()
    }

    fn rounded(lines: usize) -> usize {
        lines.next_multiple_of(LINES_OF_BLOCK.size())
    }

    fn renew(&mut self, lines: usize) {
        self.0.iter_mut().for_each(|block| block.fill(Line::default()));
        let blocks = lines.div_ceil(LINES_OF_BLOCK.size());
        self.0.reserve_exact(blocks.saturating_sub(self.0.len()));
        self.0.resize_with(blocks, || vec![Line::default(); LINES_OF_BLOCK.size()].into_boxed_slice());
    }

    #[inline(always)]
    fn line(&self, at: usize) -> &Line {
        &self.0[at / LINES_OF_BLOCK.size()][at % LINES_OF_BLOCK.size()]
    }

    #[inline(always)]
    fn line_mut(&mut self, at: usize) -> &mut Line {
        &mut self.0[at / LINES_OF_BLOCK.size()][at % LINES_OF_BLOCK.size()]
    }

    #[inline(always)]
    fn prefetch(&self, at: usize) {
        if let Some(block) = self.0.get(at / LINES_OF_BLOCK.size()) {
            prefetch(block, at % LINES_OF_BLOCK.size());
        }
    }

    fn bytes(&self) -> usize {
        self.len() * size_of::<Line>() + self.0.capacity() * size_of::<Box<[Line]>>()
    }
}
