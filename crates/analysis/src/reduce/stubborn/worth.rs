//! Whether sets are worth asking for, told by a few random walks before the search.
//!
//! In many programs nothing can wait, and sets would cost time in every state for nothing. So some states are looked at
//! when the question is asked; where no set leaves anything out, or little for much work, sets are asked for in one of
//! thirty-two states only: which ones, the words of the state decide. All enabled events are always a stubborn set, so this is one more way to
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

/// After so many states it is enough if half of the events is left out.
const FEW: usize = 16;

/// Where less than a third of the events is left out, so many events at most may be looked at for each of those, not counting
/// what is remembered.
///
/// PERF: bopdp needs 90 of them, and with sets takes five times as long for five sixths of the states; collision needs 33, and pays.
const MOST_LOOKED_AT: usize = 64;

/// Where sets are not worth while, they are asked for in one of so many states.
const SELDOM: u64 = 32;

/// Whether sets leave out anything in the states of a few walks.
pub(super) fn is_worth_while<S: Footprints>(sets: &Stubborn, desk: &mut Desk, system: &S) -> bool {
    let (mut state, mut successor) = (vec![0; system.words()], vec![0; system.words()]);
    let (mut scratch, mut events, mut chosen) = (system.scratch(), Vec::new(), Vec::new());
    let (mut random, mut seen, mut smaller) = (1_u64, 0, 0);
    let (mut all, mut left_out) = (0, 0);
    for _ in 0..WALKS {
        system.initial(&mut state);
        for _ in 0..STEPS {
            events.clear();
            system.unpack::<0>(&state, &mut scratch);
            system.enabled::<0>(&state, &scratch, &mut events);
            if events.len() > 1 {
                chosen.clone_from(&events);
                let before = desk.looked_at;
                sets.choose(desk, &Unpacked(system, &state, &scratch), &mut chosen);
                seen += 1;
                smaller += usize::from(chosen.len() < events.len());
                if desk.looked_at > before {
                    all += events.len();
                    left_out += events.len() - chosen.len();
                }
                if seen >= FEW && left_out * 2 >= all {
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
    let is_cheap = left_out * 3 >= all || desk.looked_at <= left_out * MOST_LOOKED_AT;
    seen == 0 || (smaller * ENOUGH >= seen && is_cheap)
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
    // PERF: firing takes some nanoseconds, so the words are mixed only once they are one.
    let words = state.iter().fold(0_u64, |words, word| words.rotate_left(23) ^ word);
    words.wrapping_mul(0x9e37_79b9_7f4a_7c15) < u64::MAX / SELDOM
}
