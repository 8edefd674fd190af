//! Snapshots: data that is overwritten, so that each checkpoint writes it as a whole. A snapshot is a log
//! of its own, which no later checkpoint uses.
//!
//! Values are written one after the other, numbers in little-endian order, and lists after their lengths.
//! INVARIANT: reading takes at most a few times the memory of the data.

use std::collections::VecDeque;
use std::sync::Arc;

use sanderling_checkpoint::{Blocks, Problem};
use sanderling_store::StateId;
use sanderling_system::EventId;

use super::Saver;
use super::log::BYTES_OF_BLOCK;

/// A writer for a snapshot.
pub(crate) struct Sink<'c> {
    checkpoints: &'c Saver,
    log: Arc<str>,
    block: Vec<u8>,
}

/// A reader of a snapshot.
pub(crate) struct Source {
    blocks: Blocks,
    block: Vec<u8>,
    /// The number of bytes of the block that have been read.
    at: usize,
    problem: Option<Problem>,
}

/// A value that can be written and read.
pub(crate) trait Snapshot: Sized {
    fn save(&self, to: &mut Sink<'_>);

    /// Reads a value. Returns `None` if the data is invalid.
    fn load(from: &mut Source) -> Option<Self>;
}

impl<'c> Sink<'c> {
    pub(super) fn new(checkpoints: &'c Saver, log: Arc<str>) -> Self {
        Self { checkpoints, log, block: Vec::new() }
    }

    pub(crate) fn put(&mut self, bytes: &[u8]) {
        self.block.extend_from_slice(bytes);
        if self.block.len() >= BYTES_OF_BLOCK {
            self.hand_over();
        }
    }

    /// Writes values one after the other, preceded by their number.
    pub(crate) fn list<T: Snapshot>(&mut self, values: &[T]) {
        values.len().save(self);
        values.iter().for_each(|value| value.save(self));
    }

    fn hand_over(&mut self) {
        self.checkpoints.append(&self.log, std::mem::take(&mut self.block));
    }

    /// Ends the snapshot.
    pub(crate) fn end(mut self) {
        self.hand_over();
    }
}

impl Source {
    pub(super) fn new(blocks: Blocks) -> Self {
        Self { blocks, block: Vec::new(), at: 0, problem: None }
    }

    pub(crate) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        for byte in &mut bytes {
            while self.at == self.block.len() {
                self.next_block()?;
            }
            *byte = self.block[self.at];
            self.at += 1;
        }
        Some(bytes)
    }

    fn next_block(&mut self) -> Option<()> {
        match self.blocks.next_block() {
            Ok(block) => {
                self.block.clear();
                self.block.extend_from_slice(block?);
                self.at = 0;
                Some(())
            }
            Err(problem) => {
                self.problem = Some(problem);
                None
            }
        }
    }

    /// Whether everything has been read.
    pub(crate) fn is_at_end(&mut self) -> bool {
        while self.at == self.block.len() {
            if self.next_block().is_none() {
                return self.problem.is_none();
            }
        }
        false
    }

    /// Returns the problem that stopped reading, other than the end of the data.
    pub(crate) fn problem(self) -> Option<Problem> {
        self.problem
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Snapshot for $number {
            fn save(&self, to: &mut Sink<'_>) {
                to.put(&self.to_le_bytes());
            }

            fn load(from: &mut Source) -> Option<Self> {
                from.take().map(Self::from_le_bytes)
            }
        })*
    };
}

numbers!(u8 u32 u64 i64);

/// Implements `Snapshot` by writing the fields in this order.
macro_rules! snapshot_of_fields {
    ($of:ty: $($field:ident),*) => {
        impl $crate::checkpoint::snapshot::Snapshot for $of {
            fn save(&self, to: &mut $crate::checkpoint::snapshot::Sink<'_>) {
                $($crate::checkpoint::snapshot::Snapshot::save(&self.$field, to);)*
            }

            fn load(from: &mut $crate::checkpoint::snapshot::Source) -> Option<Self> {
                Some(Self { $($field: $crate::checkpoint::snapshot::Snapshot::load(from)?),* })
            }
        }
    };
}

pub(crate) use snapshot_of_fields;

impl Snapshot for usize {
    fn save(&self, to: &mut Sink<'_>) {
        (*self as u64).save(to);
    }

    fn load(from: &mut Source) -> Option<Self> {
        u64::load(from)?.try_into().ok()
    }
}

impl Snapshot for bool {
    fn save(&self, to: &mut Sink<'_>) {
        u8::from(*self).save(to);
    }

    fn load(from: &mut Source) -> Option<Self> {
        match u8::load(from)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl Snapshot for f64 {
    fn save(&self, to: &mut Sink<'_>) {
        self.to_bits().save(to);
    }

    fn load(from: &mut Source) -> Option<Self> {
        u64::load(from).map(Self::from_bits)
    }
}

impl Snapshot for StateId {
    fn save(&self, to: &mut Sink<'_>) {
        ((self.shard() << 24 | self.position()) as u32).save(to);
    }

    fn load(from: &mut Source) -> Option<Self> {
        let id = u32::load(from)? as usize;
        Some(Self::new(id >> 24, id & 0x00ff_ffff))
    }
}

impl Snapshot for EventId {
    fn save(&self, to: &mut Sink<'_>) {
        (self.index() as u32).save(to);
    }

    fn load(from: &mut Source) -> Option<Self> {
        u32::load(from).map(|event| Self::new(event as usize))
    }
}

impl<T: Snapshot> Snapshot for Option<T> {
    fn save(&self, to: &mut Sink<'_>) {
        self.is_some().save(to);
        if let Some(value) = self {
            value.save(to);
        }
    }

    fn load(from: &mut Source) -> Option<Self> {
        if bool::load(from)? { T::load(from).map(Some) } else { Some(None) }
    }
}

impl<A: Snapshot, B: Snapshot> Snapshot for (A, B) {
    fn save(&self, to: &mut Sink<'_>) {
        self.0.save(to);
        self.1.save(to);
    }

    fn load(from: &mut Source) -> Option<Self> {
        Some((A::load(from)?, B::load(from)?))
    }
}

impl<T: Snapshot> Snapshot for Vec<T> {
    fn save(&self, to: &mut Sink<'_>) {
        to.list(self);
    }

    fn load(from: &mut Source) -> Option<Self> {
        let length = usize::load(from)?;
        let mut values = Self::new();
        for _ in 0..length {
            values.push(T::load(from)?);
        }
        Some(values)
    }
}

impl<T: Snapshot> Snapshot for VecDeque<T> {
    fn save(&self, to: &mut Sink<'_>) {
        self.len().save(to);
        self.iter().for_each(|value| value.save(to));
    }

    fn load(from: &mut Source) -> Option<Self> {
        Vec::load(from).map(Into::into)
    }
}

impl<T: Snapshot> Snapshot for Box<[T]> {
    fn save(&self, to: &mut Sink<'_>) {
        to.list(self);
    }

    fn load(from: &mut Source) -> Option<Self> {
        Vec::load(from).map(Into::into)
    }
}
