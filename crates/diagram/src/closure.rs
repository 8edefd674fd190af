//! Saturation: closing a set under events.
//!
//! A node is *saturated* if no event whose top level is at the node or below leads out of its set. Nodes are saturated
//! from the bottom to the top, and each new node is saturated before it is used. So most events fire on small sets, and
//! few nodes that do not belong to the result are created.
//!
//! Sources: Ciardo, Lüttgen and Siminiceanu, *Saturation: An Efficient Iteration Strategy for Symbolic State-Space
//! Generation*, TACAS 2001; Ciardo, Marmorstein and Siminiceanu, *The Saturation Algorithm for Symbolic State-Space
//! Exploration*, STTT 8, 2006, for domains that are found during the search; Zhao and Ciardo, *Symbolic CTL Model Checking of
//! Asynchronous Systems Using Constrained Saturation*, ATVA 2009, for closing within a set. In contrast to the papers,
//! frames on a heap replace the recursion, so that 10^6 levels are no problem; each event remembers which values have
//! changed since it fired on them, and takes them in the direction in which it moves them; and a set that moves to
//! another constraint is saturated again, since it may not be closed there.
//!
//! Without events, the same code computes the image of a set under one event.

use crate::nodes::{EMPTY, Id, Kept, UNIT};
use crate::relation::{ALL, Change, DONE, TailId, Tails};
use crate::sets::Operation::Union;
use crate::{Diagrams, Stop};

/// The constraint that admits all states.
pub(crate) const ANYTHING: Id = Id::MAX;

/// Number of low bits of a cache key for the tail; the others are for the relation. [`Diagrams::close`] refuses more.
const TAIL_BITS: u32 = 26;

/// A node under construction: the image of `node` under `tail` within `within`, which is then saturated.
#[derive(Default)]
pub(crate) struct Frame {
    tail: TailId,
    node: Id,
    within: Id,
    level: u32,
    /// Whether the image is complete and the node is being saturated.
    is_closing: bool,
    /// The event that fires.
    event: usize,
    /// The value on which it fires.
    pub(crate) value: u32,
    /// The tail for the child of `value`.
    below: TailId,
    /// The next value to which it leads, and the last one. The next is greater than the last if there is none.
    target: u32,
    last: u32,
    /// The children so far.
    pub(crate) children: Vec<Id>,
    /// While the node is saturated: for each event, a bit for each value on which it has to fire. `stride` words are
    /// for one event.
    dirty: Vec<u64>,
    stride: usize,
    /// The number of bits in `dirty` that are set.
    pending: usize,
}

/// The state of a computation.
#[derive(Default)]
pub(crate) struct Closing {
    pub(crate) frames: Vec<Frame>,
    /// The `children` and `dirty` of finished frames, for their memory.
    unused: Vec<(Vec<Id>, Vec<u64>)>,
    /// The bytes of all `children` and `dirty`, at most.
    bytes: usize,
}

impl Closing {
    /// Returns an estimate of the memory in use, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.frames.capacity() * size_of::<Frame>() + self.unused.capacity() * 48 + self.bytes
    }

    /// Returns the number of levels whose own nodes are not saturated yet.
    pub(crate) fn open_levels(&self) -> u32 {
        self.frames.iter().take_while(|frame| frame.tail == ALL).count() as u32
    }

    /// Calls `visit` for each node that the frames use.
    pub(crate) fn for_each_root(&self, visit: &mut dyn FnMut(Id)) {
        for frame in &self.frames {
            visit(frame.node);
            if frame.within != ANYTHING {
                visit(frame.within);
            }
            frame.children.iter().for_each(|&child| visit(child));
        }
    }

    /// Renames all nodes.
    pub(crate) fn keep(&mut self, kept: &Kept) {
        for frame in &mut self.frames {
            let ids = [&mut frame.node, &mut frame.within];
            for id in ids.into_iter().chain(&mut frame.children) {
                *id = kept.moved(*id).unwrap_or(EMPTY);
            }
        }
    }
}

impl Frame {
    /// Returns whether the image is not complete.
    pub(crate) fn is_opening(&self) -> bool {
        !self.is_closing
    }

    /// Marks a value for every event that it admits. `events` are the tails of the level.
    fn mark(&mut self, tails: &Tails, events: &[TailId], value: u32) {
        if value as usize / 64 >= self.stride {
            self.widen(events.len(), value as usize / 64 + 1);
        }
        for (event, &tail) in events.iter().enumerate() {
            if tails.get(tail).local.admits(value) {
                let word = &mut self.dirty[event * self.stride + value as usize / 64];
                self.pending += usize::from(*word & 1 << (value % 64) == 0);
                *word |= 1 << (value % 64);
            }
        }
    }

    /// Makes room for `stride` words of each event.
    fn widen(&mut self, events: usize, stride: usize) {
        let stride = stride.max(self.stride * 2);
        let mut dirty = vec![0; events * stride];
        for event in 0..events {
            let old = &self.dirty[event * self.stride..(event + 1) * self.stride];
            dirty[event * stride..event * stride + self.stride].copy_from_slice(old);
        }
        (self.dirty, self.stride) = (dirty, stride);
    }

    /// Removes and returns the least marked value of the current event, or the greatest one.
    fn next_marked(&mut self, is_least: bool) -> Option<u32> {
        let words = &mut self.dirty[self.event * self.stride..(self.event + 1) * self.stride];
        let value = if is_least {
            let word = words.iter().position(|&word| word != 0)?;
            word as u32 * 64 + words[word].trailing_zeros()
        } else {
            let word = words.iter().rposition(|&word| word != 0)?;
            word as u32 * 64 + 63 - words[word].leading_zeros()
        };
        words[value as usize / 64] &= !(1 << (value % 64));
        self.pending -= 1;
        Some(value)
    }
}

impl Diagrams<'_> {
    /// Returns the image of a node of a level under a tail within a set, closed under the events of the current relation
    /// below.
    ///
    /// # Errors
    /// A limit was reached.
    pub(crate) fn close(&mut self, tail: TailId, node: Id, within: Id, level: u32) -> Result<Id, Stop> {
        if self.tails.count() > 1 << TAIL_BITS || self.current >= 1 << (32 - TAIL_BITS) {
            return Err(Stop::Memory);
        }
        let closing = &mut self.closing;
        closing.unused.extend(closing.frames.drain(..).map(|frame| (frame.children, frame.dirty)));
        match self.known_result(tail, node, within, level) {
            Some(result) => Ok(result),
            None => {
                let frame = self.open(tail, node, within, level);
                self.closing.frames.push(frame);
                self.close_frames()
            }
        }
    }

    fn key(&self, tail: TailId) -> u32 {
        self.current << TAIL_BITS | tail
    }

    /// Returns the result if it is trivial or cached.
    #[inline]
    fn known_result(&self, tail: TailId, node: Id, within: Id, level: u32) -> Option<Id> {
        if node == EMPTY || within == EMPTY {
            return Some(EMPTY);
        }
        if level == 0 {
            return Some(UNIT);
        }
        if tail == DONE && within == ANYTHING {
            return Some(node);
        }
        self.images.get([self.key(tail.max(ALL)), node, within])
    }

    /// Returns the frame for a result that is not known. Within a constraint, nothing is [`DONE`].
    fn open(&mut self, tail: TailId, node: Id, within: Id, level: u32) -> Frame {
        let (mut children, dirty) = self.closing.unused.pop().unwrap_or_default();
        children.clear();
        Frame { tail: tail.max(ALL), node, within, level, target: 1, children, dirty, ..Frame::default() }
    }

    /// Works on the open frames until the first one is finished. After an error, the frames stay as they are.
    pub(crate) fn close_frames(&mut self) -> Result<Id, Stop> {
        loop {
            self.check()?;
            self.collect_if_full()?;
            let mut frames = std::mem::take(&mut self.closing.frames);
            let result = self.work(&mut frames);
            self.closing.frames = frames;
            if let Some(result) = result? {
                return Ok(result);
            }
        }
    }

    /// Works on the last frame until it needs another frame, which is added, or is finished. Returns the result of the
    /// first frame.
    #[inline]
    fn work(&mut self, frames: &mut Vec<Frame>) -> Result<Option<Id>, Stop> {
        let frame = frames.last_mut().expect("a frame is open");
        while self.advance(frame) {
            let below = match frame.within {
                ANYTHING => ANYTHING,
                within => self.nodes.child(within, frame.target),
            };
            let child = if frame.is_closing {
                frame.children[frame.value as usize]
            } else {
                self.nodes.child(frame.node, frame.value)
            };
            let Some(result) = self.known_result(frame.below, child, below, frame.level - 1) else {
                let frame = self.open(frame.below, child, below, frame.level - 1);
                frames.push(frame);
                return Ok(None);
            };
            self.absorb(frame, result)?;
            self.check()?;
        }
        self.count_children(frame.children.len());
        let result = self.nodes.make(&frame.children)?;
        self.images.put([self.key(frame.tail), frame.node, frame.within], result);
        if let Some(Frame { children, dirty, .. }) = frames.pop() {
            self.closing.unused.push((children, dirty));
        }
        match frames.last_mut() {
            Some(above) => self.absorb(above, result).map(|()| None),
            None => Ok(Some(result)),
        }
    }

    /// Moves to the next value, target and event. Returns whether there is one.
    #[inline]
    fn advance(&self, frame: &mut Frame) -> bool {
        if !frame.is_closing {
            let tail = self.tails.get(frame.tail);
            let is_here = tail.level == frame.level;
            while frame.target > frame.last {
                // The first call of a frame takes the value 0.
                let is_source = |&value: &u32| {
                    (!is_here || tail.local.admits(value)) && self.nodes.child(frame.node, value) != EMPTY
                };
                let Some(value) = (frame.value..=self.nodes.most(frame.node)).find(is_source) else {
                    self.begin_marks(frame);
                    break;
                };
                let targets = if is_here { tail.local.targets(value) } else { Some((value, value)) };
                (frame.target, frame.last) = targets.unwrap_or((1, 0));
                frame.value = value;
                frame.below = if is_here { tail.below } else { frame.tail };
                if frame.target > frame.last {
                    frame.value += 1;
                }
            }
            if !frame.is_closing {
                return true;
            }
        }
        let events = &self.relations[self.current as usize].closing[frame.level as usize];
        while frame.target > frame.last {
            if frame.pending == 0 {
                return false;
            }
            let tail = self.tails.get(events[frame.event]);
            // An event that adds to the variable fires on small values first, since it leads to larger ones.
            let is_least = !matches!(tail.local.change, Change::Add(..0));
            match frame.next_marked(is_least) {
                None => frame.event = (frame.event + 1) % events.len(),
                Some(value) => {
                    frame.value = value;
                    frame.below = tail.below;
                    (frame.target, frame.last) = tail.local.targets(value).unwrap_or((1, 0));
                }
            }
        }
        true
    }

    /// Marks all values of a complete image.
    fn begin_marks(&self, frame: &mut Frame) {
        let events = &self.relations[self.current as usize].closing[frame.level as usize];
        frame.is_closing = true;
        (frame.target, frame.last) = (1, 0);
        frame.stride = frame.children.len().div_ceil(64);
        frame.dirty.clear();
        frame.dirty.resize(events.len() * frame.stride, 0);
        frame.pending = 0;
        if !events.is_empty() {
            for value in 0..frame.children.len() {
                if frame.children[value] != EMPTY {
                    frame.mark(&self.tails, events, value as u32);
                }
            }
        }
    }

    /// Adds the result for the current target to a frame, and moves to the next target.
    fn absorb(&mut self, frame: &mut Frame, result: Id) -> Result<(), Stop> {
        let target = frame.target;
        if result != EMPTY {
            self.add(frame, target, result)?;
        }
        frame.target += 1;
        if frame.target > frame.last && !frame.is_closing {
            frame.value += 1;
        }
        Ok(())
    }

    /// Adds a set to the child of a value. If that changes the child, marks the value for all events.
    fn add(&mut self, frame: &mut Frame, target: u32, result: Id) -> Result<(), Stop> {
        if target as usize >= frame.children.len() {
            if target > self.limits.most {
                return Err(Stop::Value);
            }
            let before = frame.children.capacity();
            frame.children.resize(target as usize + 1, EMPTY);
            let events = self.relations[self.current as usize].closing[frame.level as usize].len();
            self.closing.bytes += (frame.children.capacity() - before) * (4 + events.div_ceil(4));
            if self.closing.bytes as u64 > self.limits.bytes / 8 {
                return Err(Stop::Memory);
            }
        }
        let old = frame.children[target as usize];
        let new = self.combine(Union, old, result)?;
        if new != old {
            frame.children[target as usize] = new;
            if frame.is_closing {
                let events = &self.relations[self.current as usize].closing[frame.level as usize];
                frame.mark(&self.tails, events, target);
            }
        }
        Ok(())
    }
}
