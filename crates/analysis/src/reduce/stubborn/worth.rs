//! Decisions made by a few random walks before the search: in which states to compute sets, and for deadlocks,
//! the order of [keys](super::keys).
//!
//! In many programs no event can be left out, and sets would only cost time in every state. So the sets of
//! some states are examined in advance. If they leave out nothing, or little for much work, sets are
//! computed in few states only, with a cost below that of firing all events. The words of a state determine
//! whether it is one of them. All enabled events always form a stubborn set, so this is one more way to
//! choose the set by the state alone. A search must not make these decisions later: the states seen so
//! far depend on threads and memory, and a repeated state must get the same set.

use sanderling_cutoff::{
    STUBBORN_KEY_EVENTS, WORTH_FEW_STATES, WORTH_KEY_LOOKED_AT, WORTH_LOOKED_AT, WORTH_STATES, WORTH_STEPS,
    WORTH_WALKS,
};
use sanderling_system::{Dependencies, EventId, Fired};

use super::keys::{Experience, size_class};
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

/// The number of largest closures whose events are processed at most to learn the order of keys.
const LEARNING: usize = 1 << 7;

/// The seed of the walks that show the order of keys. It differs from that of the decision.
const LEARNING_SEED: u64 = 88_172_645_463_325_252;

/// A state of a walk, with its enabled events.
type Seen<'a, S> = (Unpacked<'a, S>, &'a [EventId]);

/// Visits the states of random walks that have several enabled events, until `each` returns `false`.
fn walk<S: Dependencies>(system: &S, mut random: u64, mut each: impl FnMut(Seen<'_, S>) -> bool) {
    let (mut state, mut successor) = (vec![0; system.words()], vec![0; system.words()]);
    let (mut scratch, mut events) = (system.scratch(), Vec::new());
    for _ in 0..WORTH_WALKS.size() {
        system.initial(&mut state);
        for _ in 0..WORTH_STEPS.size() {
            events.clear();
            system.unpack::<0>(&state, &mut scratch);
            system.enabled::<0>(&state, &scratch, &mut events);
            if events.len() > 1 && !each((Unpacked(system, &state, &scratch), &events)) {
                return;
            }
            let Some(&event) = pick(&events, &mut random) else { break };
            if system.fire::<0>(&state, &scratch, event, &mut successor) != Fired::Successor {
                break;
            }
            state.clone_from(&successor);
        }
    }
}

/// Closes all enabled events in the states of some walks.
pub(super) fn experience(
    sets: &Stubborn,
    workspace: &mut Workspace,
    system: &impl Dependencies,
) -> Experience {
    let mut experience = Experience::none(sets.relation.events);
    let most = workspace.looked_at + LEARNING * STUBBORN_KEY_EVENTS.size();
    walk(system, LEARNING_SEED, |(slots, events)| {
        if sets.alone(events).is_none() {
            sets.try_all_keys(workspace, &slots, events, &mut experience);
        }
        workspace.looked_at < most
    });
    experience
}

/// Returns the sizes of lists of enabled events for which sets leave out too little for their work, as bits.
pub(super) fn skipped_sizes(sets: &Stubborn, workspace: &mut Workspace, system: &impl Dependencies) -> u64 {
    let mut chosen = Vec::new();
    // For each size, the number of states, of events left out, and of events processed.
    let mut sizes = [(0, 0, 0); u64::BITS as usize];
    walk(system, LEARNING_SEED, |(slots, events)| {
        if sets.alone(events).is_none() {
            chosen.clear();
            chosen.extend_from_slice(events);
            let before = workspace.looked_at;
            sets.choose(workspace, &slots, &mut chosen);
            let (states, left_out, work) = &mut sizes[size_class(events.len()) as usize];
            *states += 1;
            *left_out += events.len() - chosen.len();
            *work += workspace.looked_at - before;
        }
        true
    });
    let most = WORTH_KEY_LOOKED_AT.size();
    let is_skipped = |&(states, left_out, work): &(usize, usize, usize)| {
        states >= WORTH_FEW_STATES.size() && work > left_out * most
    };
    sizes.iter().rev().fold(0, |bits, size| bits << 1 | u64::from(is_skipped(size)))
}

/// Returns the number of states for each one with a set. It is 1 if the sets in a few walks leave out enough
/// events.
pub(super) fn how_seldom(sets: &Stubborn, workspace: &mut Workspace, system: &impl Dependencies) -> u64 {
    let (looked_at, mut chosen) = (workspace.looked_at, Vec::new());
    let (mut seen, mut smaller, mut all, mut left_out) = (0, 0, 0, 0);
    let mut is_clear = false;
    walk(system, 1, |(slots, events)| {
        chosen.clear();
        chosen.extend_from_slice(events);
        let before = workspace.remembered;
        sets.choose(workspace, &slots, &mut chosen);
        seen += 1;
        smaller += usize::from(chosen.len() < events.len());
        if workspace.remembered == before {
            all += events.len();
            left_out += events.len() - chosen.len();
        }
        is_clear = seen >= WORTH_FEW_STATES.size() && left_out * 2 >= all;
        !is_clear
    });
    let looked_at = workspace.looked_at - looked_at;
    let is_cheap = left_out * 3 >= all || looked_at <= left_out * WORTH_LOOKED_AT.size();
    if is_clear || seen == 0 || (smaller * WORTH_STATES.size() >= seen && is_cheap) {
        return 1;
    }
    let share = (looked_at * SHARE / all.max(1)) as u64;
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
