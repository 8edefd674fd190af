//! The net of `docs/properties.md`, and a valuation that is whatever a test says.

#![allow(dead_code, reason = "each test crate uses a part")]

use sanderling_net::{Net, Place, PlaceId, Transition, TransitionId};
use sanderling_property::Valuation;

/// Places `p`, `q`, `r`, `free`, `buffer-1`, `1st floor`, and `p26` with the name `waiting`;
/// transitions `t`, `u`, `take.left`, `go!`, and `t7` with the name `leave`.
pub(crate) fn net() -> Net {
    let mut net = Net::new("sample");
    for id in ["p", "q", "r", "free", "buffer-1", "1st floor"] {
        net.add_place(Place::with_tokens(id, 0));
    }
    net.add_place(Place { name: Some("waiting".into()), ..Place::with_tokens("p26", 0) });
    for id in ["t", "u", "take.left", "go!"] {
        net.add_transition(Transition::plain(id));
    }
    net.add_transition(Transition { name: Some("leave".into()), ..Transition::plain("t7") });
    net
}

/// Tokens and enabledness by position; places and transitions beyond them have none and are not.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    pub(crate) tokens: Vec<u64>,
    pub(crate) enabled: Vec<bool>,
    pub(crate) deadlock: bool,
}

impl Valuation for Table {
    fn tokens(&self, place: PlaceId) -> u64 {
        self.tokens.get(place.index()).copied().unwrap_or(0)
    }

    fn is_enabled(&self, transition: TransitionId) -> bool {
        self.enabled.get(transition.index()).copied().unwrap_or(false)
    }

    fn is_deadlock(&self) -> bool {
        self.deadlock
    }
}
