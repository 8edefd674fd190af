//! Experiment 1: the smallest cache for each group of orders, with and without chain reduction.
//!
//! Within a group, cache sizes are tried in ascending order, each with all orders and strategies, until one
//! succeeds. The smallest size wins, and then the fewest visits, as in the paper's second table. Since only
//! the best run of a group counts, a run is stopped when it has more visits than the best at its size.
//!
//! INVARIANT: the result is the one that complete runs would give, regardless of recorded runs.

use sanderling_analysis::retention::Replacement;

use super::explored_model::Halt;
use super::run::Run;
use super::setting::{Kind, Setting};

/// Step between cache sizes, in percent of the states.
pub(super) const STEP_PERCENT: u64 = 5;
/// Maximum number of visits, as a multiple of the number of states.
pub(super) const MAX_VISITS: u64 = 5;

/// A group of settings. The experiment finds the best one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) kind: Kind,
    pub(super) chains: bool,
}

impl Group {
    /// Returns the eight groups.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        Kind::ALL.into_iter().flat_map(|kind| [false, true].map(|chains| Self { kind, chains }))
    }

    fn settings(self, replacements: &[Replacement], cache_states: u64) -> impl Iterator<Item = Setting> {
        // Strategies are the outer loop: if one fails with an order, it is more likely to succeed with
        // another order.
        let directions = replacements.iter().flat_map(|&one| [true, false].map(|last| (one, last)));
        directions.flat_map(move |(replacement, last_event_first)| {
            self.kind.orders().into_iter().map(move |order| Setting {
                order,
                last_event_first,
                chains: self.chains,
                replacement,
                measure: None,
                cache_states: Some(cache_states),
            })
        })
    }
}

/// The best run of a group, and the runs of its setting with larger caches.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Best {
    pub(super) model: String,
    pub(super) states: u64,
    pub(super) group: Group,
    pub(super) run: Option<Run>,
    pub(super) with_more: Vec<Run>,
}

/// Returns the number of states in a percentage of all states.
pub(super) fn cache_states(states: u64, percent: u64) -> u64 {
    (states * percent / 100).max(1)
}

/// Returns the best run of a group for a model with this number of states. `search` executes a run with a
/// maximum number of visits.
pub(super) fn best(
    group: Group,
    states: u64,
    replacements: &[Replacement],
    mut search: impl FnMut(&Setting, u64) -> Result<Run, Halt>,
) -> Result<Option<Run>, Halt> {
    for percent in (STEP_PERCENT..=100).step_by(STEP_PERCENT as usize) {
        let mut best: Option<Run> = None;
        for setting in group.settings(replacements, cache_states(states, percent)) {
            let allowed = best.as_ref().map_or(MAX_VISITS * states, |best| best.statistics.visits - 1);
            if allowed < states {
                break;
            }
            let run = search(&setting, allowed)?;
            if run.is_success() {
                best = Some(run);
            }
        }
        if best.is_some() {
            return Ok(best);
        }
    }
    Ok(None)
}

/// Returns the successful runs of the best setting with larger caches: by one step, two steps, four steps and
/// so on.
pub(super) fn with_more(
    best: &Run,
    states: u64,
    mut search: impl FnMut(&Setting, u64) -> Result<Run, Halt>,
) -> Result<Vec<Run>, Halt> {
    let mut runs = Vec::new();
    let (mut cache, mut more) = (best.setting.cache_states.unwrap_or(states), 1);
    while cache < states {
        cache = (cache + more * cache_states(states, STEP_PERCENT)).min(states);
        more *= 2;
        let setting = Setting { cache_states: Some(cache), ..best.setting };
        runs.push(search(&setting, MAX_VISITS * states)?);
    }
    runs.retain(Run::is_success);
    Ok(runs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::run::{Ended, example};

    fn strategies() -> Vec<Replacement> {
        ["random", "lru", "oldest"].map(|name| name.parse().unwrap()).to_vec()
    }

    /// Simulates a search whose number of visits depends on the strategy, and which needs this number of
    /// states in the cache.
    fn ends(setting: &Setting, allowed: u64, needs: u64, visits: [u64; 3]) -> Run {
        let which = strategies().iter().position(|&one| one == setting.replacement).unwrap_or(0);
        let cache = setting.cache_states.unwrap();
        let ended = if cache < needs { Ended::OutOfMemory } else { Ended::Success };
        let run = example(cache, ended, visits[which], u64::MAX);
        Run { setting: *setting, ..run }.under(allowed).unwrap()
    }

    #[test]
    fn the_smallest_size_comes_first_and_then_the_fewest_visits() {
        let group = Group { kind: Kind::Dfs, chains: true };
        let mut seen = Vec::new();
        let best = best(group, 200, &strategies(), |setting, allowed| {
            seen.push((setting.cache_states.unwrap(), allowed));
            Ok(ends(setting, allowed, 15, [700, 1200, 300]))
        });
        let best = best.unwrap().unwrap();
        assert_eq!((best.setting.cache_states, best.statistics.visits), (Some(20), 300));
        assert_eq!(best.setting.replacement.to_string(), "oldest");
        // Each strategy with both orders of events.
        let expected =
            [(10, 1000); 6].into_iter().chain([(20, 1000)]).chain([(20, 699); 4]).chain([(20, 299)]);
        assert!(seen.into_iter().eq(expected));
    }

    #[test]
    fn the_search_stops_at_the_optimum() {
        let group = Group { kind: Kind::Dfs, chains: false };
        let mut runs = 0;
        let best = best(group, 200, &strategies(), |setting, allowed| {
            runs += 1;
            Ok(ends(setting, allowed, 1, [200, 200, 200]))
        });
        assert!(best.unwrap().is_some() && runs == 1);
    }

    #[test]
    fn larger_caches_are_tried_up_to_all_states() {
        let best = example(20, Ended::Success, 500, 1000);
        let runs = with_more(&best, 200, |setting, allowed| Ok(ends(setting, allowed, 1, [300, 1, 1])));
        let sizes: Vec<_> = runs.unwrap().iter().map(|run| run.setting.cache_states.unwrap()).collect();
        assert_eq!(sizes, [30, 50, 90, 170, 200]);
    }

    #[test]
    fn the_absence_of_a_success_up_to_all_states_is_reported() {
        let group = Group { kind: Kind::Bfs, chains: false };
        let none = best(group, 200, &strategies(), |setting, allowed| {
            Ok(ends(setting, allowed, 1, [1001, 2000, 3000]))
        });
        assert_eq!(none, Ok(None));
        let broken = best(group, 200, &strategies(), |_, _| Err(Halt::Cancelled));
        assert_eq!(broken, Err(Halt::Cancelled));
    }
}
