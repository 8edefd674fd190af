//! Union, intersection and difference of two sets.

use crate::nodes::{EMPTY, Id};
use crate::{Diagrams, Stop};

/// An operation on two sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    Union = 1,
    Intersection = 2,
    Difference = 3,
}

use Operation::{Difference, Intersection, Union};

/// Two nodes that are being combined.
struct Frame {
    one: Id,
    other: Id,
    /// The start of the children in the scratch memory: those of `one`, which the results replace, then those of
    /// `other`.
    start: usize,
    /// The number of children of each.
    length: usize,
    /// The next value to combine.
    value: usize,
}

/// Scratch memory for combining nodes.
#[derive(Default)]
pub(crate) struct Combining {
    frames: Vec<Frame>,
    children: Vec<Id>,
}

impl Combining {
    /// Returns the memory in use, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.frames.capacity() * size_of::<Frame>() + self.children.capacity() * 4
    }
}

impl Operation {
    /// Returns the result if it needs no work.
    #[inline]
    fn trivial(self, one: Id, other: Id) -> Option<Id> {
        let result = match self {
            Union if one == EMPTY || one == other => other,
            Union | Difference if other == EMPTY => one,
            Intersection if one == other => one,
            Intersection if one == EMPTY || other == EMPTY => EMPTY,
            Difference if one == EMPTY || one == other => EMPTY,
            _ => return None,
        };
        Some(result)
    }
}

impl Diagrams<'_> {
    /// Combines two nodes of the same level.
    ///
    /// # Errors
    /// A limit was reached.
    pub(crate) fn combine(&mut self, operation: Operation, one: Id, other: Id) -> Result<Id, Stop> {
        let mut combining = std::mem::take(&mut self.combining);
        let result = self.combine_in(&mut combining, operation, one, other);
        combining.frames.clear();
        combining.children.clear();
        self.combining = combining;
        result
    }

    /// Returns the result if it is trivial or cached. If not, puts the nodes in a frame.
    #[inline]
    fn begin(&mut self, work: &mut Combining, operation: Operation, one: Id, other: Id) -> Option<Id> {
        if let Some(result) = operation.trivial(one, other) {
            return Some(result);
        }
        let (one, other) = if operation == Difference || one < other { (one, other) } else { (other, one) };
        if let Some(result) = self.results.get([operation as u32, one, other]) {
            return Some(result);
        }
        let start = work.children.len();
        self.nodes.append_children(one, &mut work.children);
        let (left, right) = (work.children.len() - start, self.nodes.most(other) as usize + 1);
        let length = match operation {
            Union => left.max(right),
            Intersection => left.min(right),
            Difference => left,
        };
        work.children.resize(start + length, EMPTY);
        self.nodes.append_children(other, &mut work.children);
        work.children.resize(start + 2 * length, EMPTY);
        work.frames.push(Frame { one, other, start, length, value: 0 });
        None
    }

    fn combine_in(
        &mut self,
        work: &mut Combining,
        operation: Operation,
        one: Id,
        other: Id,
    ) -> Result<Id, Stop> {
        if let Some(result) = self.begin(work, operation, one, other) {
            return Ok(result);
        }
        'frames: loop {
            self.check()?;
            let depth = work.frames.len() - 1;
            let Frame { one, other, start, length, mut value } = work.frames[depth];
            while value < length {
                let (left, right) = (work.children[start + value], work.children[start + length + value]);
                let Some(result) = self.begin(work, operation, left, right) else {
                    work.frames[depth].value = value;
                    continue 'frames;
                };
                work.children[start + value] = result;
                value += 1;
            }
            self.count_children(length);
            let result = self.nodes.make(&work.children[start..start + length])?;
            self.results.put([operation as u32, one, other], result);
            work.frames.pop();
            work.children.truncate(start);
            let Some(above) = work.frames.last_mut() else { return Ok(result) };
            work.children[above.start + above.value] = result;
            above.value += 1;
        }
    }
}
