//! Whether sets are worth asking for, told by a few random walks before the search.
//!
//! In many programs nothing can wait, and sets would cost time in every state for nothing. So some states are looked at
//! when the question is asked; where no set leaves anything out, sets are asked for in one of sixteen states only: which ones,
//! the words of the state decide. All enabled events are always a stubborn set, so this is one more way to
//! choose it by the state alone. A search must not learn such a thing on the way: which states it has seen depends on
//! threads and memory, and a state that is asked for twice has to get the same set.

use sanderling_system::{EventId, Fired, Footprints};

use super::desk::Desk;
use super::{Stubborn, Unpacked};

/// How many walks there are, each of at most so many steps.
const WALKS: usize = 8;
const STEPS: usize = 32;

/// Sets are worth while if one of so many states has fewer events.
const ENOUGH: usize = 64;

/// After so many states it is enough if a quarter of them has.
const FEW: usize = 16;

/// Where sets are not worth while, they are asked for in one of so many states.
const SELDOM: u64 = 16;

/// Whether sets leave out anything in the states of a few walks.
pub(super) fn is_worth_while<S: Footprints>(sets: &Stubborn, desk: &mut Desk, system: &S) -> bool {
    let (mut state, mut successor) = (vec![0; system.words()], vec![0; system.words()]);
    let (mut scratch, mut events, mut chosen) = (system.scratch(), Vec::new(), Vec::new());
    let (mut random, mut seen, mut smaller) = (1_u64, 0, 0);
    for _ in 0..WALKS {
        system.initial(&mut state);
        for _ in 0..STEPS {
            events.clear();
            system.unpack::<0>(&state, &mut scratch);
            system.enabled::<0>(&state, &scratch, &mut events);
            if events.len() > 1 {
                chosen.clone_from(&events);
                sets.choose(desk, &Unpacked(system, &state, &scratch), &mut chosen);
                seen += 1;
                smaller += usize::from(chosen.len() < events.len());
                if seen >= FEW && smaller * 4 >= seen {
                    return true;
                }
            }
            let Some(&event) = pick(&events, &mut random) else { break };
            if system.fire::<0>(&state, &scratch, event, &mut successor) != Fired::Successor {
                break;
            }
            state.clone_from(&successor);
        }
    }
    seen == 0 || smaller * ENOUGH >= seen
}

fn pick<'a>(events: &'a [EventId], random: &mut u64) -> Option<&'a EventId> {
    // Marsaglia, Xorshift RNGs, Journal of Statistical Software 8, 2003.
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    events.get((*random % events.len().max(1) as u64) as usize)
}

/// Whether a state is one of the few that are asked nevertheless.
#[inline]
pub(super) fn is_asked(state: &[u64]) -> bool {
    let mix = |hash: u64, word: &u64| (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    state.iter().fold(0, mix) % SELDOM == 0
}
