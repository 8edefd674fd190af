//! A place/transition net built from bytes, such that a change of bytes by the fuzzer is a small change of the net.
//!
//! The first bytes determine the numbers of places and transitions, and the tokens and capacities of the places. The
//! other bytes determine the arcs, up to three bytes for each. Missing bytes count as zeros, so every input is a net.

use sanderling_net::{Arc, ArcKind, Net, Place, PlaceId, Transition, TransitionId};

/// Maximum number of places, and of transitions.
const MAX_NODES: u8 = 6;

/// Maximum number of arcs.
const MAX_ARCS: usize = 40;

/// Maximum weight of an arc. The sum of parallel arcs fits in 64 bits, since larger sums are refused.
const MAX_WEIGHT: u64 = u64::MAX / MAX_ARCS as u64;

/// Bytes that are consumed one by one.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Bytes<'_> {
    /// Returns the next byte, or zero at the end.
    pub(crate) fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// Returns the next two bytes as a number.
    pub(crate) fn seed(&mut self) -> u64 {
        u64::from(u16::from_le_bytes([self.next(), self.next()]))
    }

    /// Returns a number of tokens, usually a small one.
    fn tokens(&mut self) -> u64 {
        match self.next() {
            byte @ 0..240 => u64::from(byte % 4),
            byte @ 240..250 => u64::from(byte),
            byte => 1 << (u32::from(byte - 250) * 12 + 3),
        }
    }
}

/// Builds a net from the bytes.
pub(crate) fn net(bytes: &mut Bytes<'_>) -> Net {
    let mut net = Net::new("bytes");
    let (places, transitions) = (1 + bytes.next() % MAX_NODES, 1 + bytes.next() % MAX_NODES);
    for number in 0..places {
        let tokens = bytes.tokens();
        let mut place = Place::with_tokens(format!("p{number}"), tokens);
        let capacity = bytes.next();
        place.capacity = (capacity % 8 == 7).then(|| tokens.saturating_add(u64::from(capacity / 8)));
        net.add_place(place);
    }
    for number in 0..transitions {
        net.add_transition(Transition::plain(format!("t{number}")));
    }
    while !bytes.0.is_empty() && net.arcs.len() < MAX_ARCS {
        let arc = arc(bytes, places, transitions);
        net.add_arc(arc);
    }
    net
}

fn arc(bytes: &mut Bytes<'_>, places: u8, transitions: u8) -> Arc {
    let place = PlaceId::new(usize::from(bytes.next() % places));
    let ends = bytes.next();
    let transition = TransitionId::new(usize::from(ends / 8 % transitions));
    let kind = match ends % 8 {
        0..3 => ArcKind::Input,
        3..5 => ArcKind::Output,
        5 => ArcKind::Inhibitor,
        6 => ArcKind::Read,
        _ => ArcKind::Reset,
    };
    let weight = if kind == ArcKind::Reset { 1 } else { bytes.tokens().clamp(1, MAX_WEIGHT) };
    Arc::weighted(place, transition, kind, weight)
}
