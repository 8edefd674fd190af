//! A place/transition net built from bytes, so that whatever the fuzzer changes is a small change of a net.
//!
//! The first bytes say how many places there are and what they hold, the others, three for each, what arcs there are. Where
//! bytes end, zeros follow, so that every input is a net.

use sanderling_net::{Arc, ArcKind, Net, Place, PlaceId, Transition, TransitionId};

/// There are up to so many of either.
const MAX_NODES: u8 = 6;

/// There are no more arcs.
const MAX_ARCS: usize = 40;

/// Parallel arcs add up to no more than 64 bits hold, beyond which nets are refused.
const MAX_WEIGHT: u64 = u64::MAX / MAX_ARCS as u64;

/// Bytes that are used up one by one.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Bytes<'_> {
    /// The next byte, or zero.
    pub(crate) fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// A number made of the next two bytes.
    pub(crate) fn seed(&mut self) -> u64 {
        u64::from(u16::from_le_bytes([self.next(), self.next()]))
    }

    /// A number of tokens: mostly few, now and then many.
    fn tokens(&mut self) -> u64 {
        match self.next() {
            byte @ 0..240 => u64::from(byte % 4),
            byte @ 240..250 => u64::from(byte),
            byte => 1 << (u32::from(byte - 250) * 12 + 3),
        }
    }
}

/// The net that these bytes make.
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
