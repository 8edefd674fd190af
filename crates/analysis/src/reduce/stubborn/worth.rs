//! A decision whether to compute sets at all, made by a few random walks before the search.
//!
//! In many programs no event can be left out, and sets would only cost time in every state. So the sets of
//! some states are examined in advance. If they leave out nothing, or little for much work, sets are
//! computed in few states only, with a cost below that of firing all events. The words of a state determine
//! whether it is one of them. All enabled events always form a stubborn set, so this is one more way to
//! choose the set by the state alone. A search must not make this decision later: the states seen so
//! far depend on threads and memory, and a repeated state must get the same set.

use sanderling_cutoff::{WORTH_FEW_STATES, WORTH_LOOKED_AT, WORTH_STATES, WORTH_STEPS, WORTH_WALKS};
use sanderling_system::{Dependencies, EventId, Fired};

use super::workspace::Workspace;
use super::{Stubborn, Unpacked};

/// If sets are not worthwhile, they are computed in one of `one_of` states, where `one_of` is between these
/// bounds.
///
/// PERF: rarely computed sets are in no cache. With one of 32 states, plc took four times as long as firing,
/// without benefit.
const SELDOM: (u64, u64) = (256, 2048);

/// The number of events fired for each one processed, over all states, if sets are computed rarely.
///
/// PERF: processing an event takes about as long as firing two.
const SHARE: usize = 4;

/// Returns the number of states for each one with a set. It is 1 if the sets in a few walks leave out enough
/// events.
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

/// Whether a set is computed in this state.
#[inline]
pub(super) fn is_sampled(state: &[u64], one_of: u64) -> bool {
    // PERF: firing takes some nanoseconds, so the words are combined into one before mixing.
    let words = state.iter().fold(0_u64, |words, word| words.rotate_left(23) ^ word);
    words.wrapping_mul(0x9e37_79b9_7f4a_7c15) < u64::MAX / one_of
}
