//! Batches: the pieces of a message that timely transports, as bytes.
//!
//! A message from one process to another is cut into pieces of at most [`LARGEST`] bytes. They are sent in
//! order over a single connection and arrive in that order. Timely neither inspects nor splits them: a
//! received piece is the memory into which the network was read.

use std::io::Write;
use std::sync::Arc;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::progress::Stamp;

/// Maximum number of bytes of a piece. LTSmin's distributed search (`pins2lts-dist`) uses the same size.
pub(crate) const LARGEST: usize = 1 << 16;

/// A piece of a message.
#[derive(Clone, Default)]
pub(crate) struct Batch {
    /// The number of the exchange.
    pub(crate) step: u64,
    pub(crate) from: u32,
    pub(crate) to: u32,
    content: Content,
}

#[derive(Clone, Default)]
enum Content {
    #[default]
    Nothing,
    /// An outgoing piece: a message, with the start and the length of the piece in it.
    Piece(Arc<Vec<u8>>, usize, usize),
    /// A received piece, with the header that [`ContainerBytes::into_bytes`] writes.
    Arrived(Bytes),
}

/// Number of bytes of the header: the step, and the numbers of the sender and the receiver.
const HEAD: usize = 16;

impl Batch {
    /// Cuts a message into pieces.
    pub(crate) fn pieces(step: u64, from: usize, to: usize, message: Vec<u8>) -> impl Iterator<Item = Self> {
        let message = Arc::new(message);
        (0..message.len()).step_by(LARGEST).map(move |start| {
            let length = LARGEST.min(message.len() - start);
            let content = Content::Piece(Arc::clone(&message), start, length);
            Self { step, from: from as u32, to: to as u32, content }
        })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Nothing => &[],
            Content::Piece(message, start, length) => &message[*start..][..*length],
            Content::Arrived(bytes) => &bytes[HEAD..],
        }
    }
}

impl Accountable for Batch {
    /// Counts a piece as one record for timely's progress tracking.
    fn record_count(&self) -> i64 {
        i64::from(!matches!(self.content, Content::Nothing))
    }
}

impl ContainerBytes for Batch {
    fn from_bytes(bytes: Bytes) -> Self {
        let word = |at: usize| bytes[at..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
        let (step, processes) = (word(0), word(8));
        Self { step, from: processes as u32, to: (processes >> 32) as u32, content: Content::Arrived(bytes) }
    }

    fn length_in_bytes(&self) -> usize {
        HEAD + self.bytes().len()
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let numbers = [self.step, u64::from(self.to) << 32 | u64::from(self.from)].map(u64::to_le_bytes);
        let written = writer.write_all(numbers.as_flattened()).and_then(|()| writer.write_all(self.bytes()));
        written.expect("timely has made room for the length in bytes");
    }
}

/// A distributor that sends each piece to its receiver.
pub(crate) struct ToProcess;

impl Distributor<Batch> for ToProcess {
    fn partition<T: Clone, P: Push<Message<T, Batch>>>(
        &mut self,
        batch: &mut Batch,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        let to = batch.to as usize;
        Message::push_at(batch, stamp.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, Batch>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}
