//! Whether sets are worth asking for, told by a few random walks before the search.
//!
//! In many programs nothing can wait, and sets would cost time in every state for nothing. So some states are looked at
//! when the question is asked; where no set leaves anything out, or little for much work, sets are asked for in few
//! states only, as many as cost less than firing all events does: which ones, the words of the state decide. All enabled events are always a stubborn set, so this is one more way to
//! choose it by the state alone. A search must not learn such a thing on the way: which states it has seen depends on
//! threads and memory, and a state that is asked for twice has to get the same set.

use sanderling_cutoff::{WORTH_FEW_STATES, WORTH_LOOKED_AT, WORTH_STATES, WORTH_STEPS, WORTH_WALKS};
use sanderling_system::{Dependencies, EventId, Fired};

use super::workspace::Workspace;
use super::{Stubborn, Unpacked};

/// Where sets are not worth while, they are asked for in one of this number of states at the most, and at the least.
///
/// PERF: what is asked for seldom is in no cache. With one of 32 states plc took four times as long as firing, for nothing.
const SELDOM: (u64, u64) = (256, 2048);

/// The number of events fired for each one looked at, over all states, where sets are computed seldom.
///
/// PERF: looking at an event takes about as long as firing two.
const SHARE: usize = 4;

/// In one of how many states sets are to be asked for: in all where they leave out enough in the states of a few walks.
pub(super) fn how_seldom<S: Dependencies>(sets: &Stubborn, workspace: &mut Workspace, system: &S) -> u64 {
    let (mut state, mut successor) = (vec![0; system.words()], vec![0; system.words()]);
    let (mut scratch, mut events, mut chosen) = (system.scratch(), Vec::new(), Vec::new());
    let (mut random, mut seen, mut smaller) = (1_u64, 0, 0);
    let (mut all, mut left_out) = (0, 0);
    for _ in 0..WORTH_WALKS.size() {
        system.initial(&mut state);
        for _ in 0..WORTH_STEPS.size() {
            events.clear();
            system.unpack::<0>(&state, &mut scratch);
            system.enabled::<0>(&state, &scratch, &mut events);
            if events.len() > 1 {
                chosen.clone_from(&events);
                let before = workspace.remembered;
                sets.choose(workspace, &Unpacked(system, &state, &scratch), &mut chosen);
                seen += 1;
                smaller += usize::from(chosen.len() < events.len());
                if workspace.remembered == before {
                    all += events.len();
                    left_out += events.len() - chosen.len();
                }
                if seen >= WORTH_FEW_STATES.size() && left_out * 2 >= all {
                    return 1;
                }
            }
            let Some(&event) = pick(&events, &mut random) else { break };
            if system.fire::<0>(&state, &scratch, event, &mut successor) != Fired::Successor {
                break;
            }
            state.clone_from(&successor);
        }
    }
    let is_cheap = left_out * 3 >= all || workspace.looked_at <= left_out * WORTH_LOOKED_AT.size();
    if seen == 0 || (smaller * WORTH_STATES.size() >= seen && is_cheap) {
        return 1;
    }
    let share = (workspace.looked_at * SHARE / all.max(1)) as u64;
    share.next_power_of_two().clamp(SELDOM.0, SELDOM.1)
}

fn pick<'a>(events: &'a [EventId], random: &mut u64) -> Option<&'a EventId> {
    // Marsaglia, Xorshift RNGs, Journal of Statistical Software 8, 2003.
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    events.get((*random % events.len().max(1) as u64) as usize)
}

/// Whether a state is one of those in which sets are asked for.
#[inline]
pub(super) fn is_asked(state: &[u64], one_of: u64) -> bool {
    // PERF: firing takes some nanoseconds, so the words are mixed only once they are one.
    let words = state.iter().fold(0_u64, |words, word| words.rotate_left(23) ^ word);
    words.wrapping_mul(0x9e37_79b9_7f4a_7c15) < u64::MAX / one_of
}
