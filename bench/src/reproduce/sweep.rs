//! Experiment 2: the sweep-line alone, and with the smallest sufficient cache.
//!
//! For each level of progress, the sweep-line runs alone first. Its peak number of stored states is a
//! sufficient cache size, and a smaller one is found by bisection. Success is mostly but not always monotone
//! in the cache size: the result is a sufficient size whose next smaller size fails. Each further setting is
//! tried one step below the best size so far, and continued if it succeeds.

use sanderling_analysis::open::Order;
use sanderling_analysis::retention::Replacement;

use super::explored_model::Halt;
use super::run::Run;
use super::setting::{Learned, Setting};

/// Number of steps into which the states are divided for cache sizes.
const PARTS: u64 = 1000;

/// The orders within a class of progress. The paper does not state the orders that it used.
const ORDERS: [Order; 3] =
    [Order::DepthFirst, Order::BreadthFirst, Order::Alternating { breadth: 4, depth: 4 }];

/// The two runs of a row in the paper's third table.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pair {
    /// Without a cache, with any outcome.
    pub(super) alone: Run,
    /// With the smallest sufficient cache, if one was found.
    pub(super) combined: Option<Run>,
}

/// The runs for a level.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Measured {
    pub(super) model: String,
    pub(super) states: u64,
    pub(super) level: u8,
    pub(super) pair: Pair,
}

/// Measures one level on a model with this number of states. `search` executes a run; all runs have the same
/// limit of visits.
pub(super) fn measure(
    learned: Learned,
    states: u64,
    replacements: &[Replacement],
    mut search: impl FnMut(&Setting) -> Result<Run, Halt>,
) -> Result<Pair, Halt> {
    let replacement = replacements.first().copied().unwrap_or_default();
    let alone = Setting {
        order: Order::BreadthFirst,
        last_event_first: true,
        chains: false,
        replacement,
        measure: Some(learned),
        cache_states: None,
    };
    let alone = search(&alone)?;
    let ample = if alone.is_success() { alone.statistics.peak_stored } else { states };
    let mut best: Option<(u64, Run)> = None;
    for setting in settings(learned, replacements) {
        // One step above the ample size, so the first setting is tried with the ample size itself.
        let above = best.as_ref().map_or((ample * PARTS).div_ceil(states) + 1, |&(parts, _)| parts);
        let below = smallest_below(above, |parts| {
            let cache_states = (states * parts / PARTS).max(1);
            search(&Setting { cache_states: Some(cache_states), ..setting })
        });
        best = below?.or(best);
    }
    Ok(Pair { alone, combined: best.map(|(_, run)| run) })
}

fn settings(learned: Learned, replacements: &[Replacement]) -> impl Iterator<Item = Setting> {
    let choices = ORDERS.into_iter().flat_map(|order| [false, true].map(|chains| (order, chains)));
    replacements.iter().flat_map(move |&replacement| {
        let setting = move |(order, chains)| Setting {
            order,
            last_event_first: true,
            chains,
            replacement,
            measure: Some(learned),
            cache_states: None,
        };
        choices.clone().map(setting)
    })
}

/// Returns the smallest successful size below `above`, if the next smaller size than `above` succeeds.
fn smallest_below(
    above: u64,
    mut search: impl FnMut(u64) -> Result<Run, Halt>,
) -> Result<Option<(u64, Run)>, Halt> {
    let (mut fails, mut at) = (0, above.saturating_sub(1));
    let mut best = None;
    while at > fails {
        let run = search(at)?;
        if run.is_success() {
            best = Some((at, run));
        } else if best.is_none() {
            return Ok(None);
        } else {
            fails = at;
        }
        let Some((succeeds, _)) = &best else { break };
        at = fails + (succeeds - fails) / 2;
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::run::{Ended, example};

    const LEARNED: Learned = Learned { level: 3, sample: 100 };

    fn ends(setting: &Setting, needs: u64) -> Run {
        let suffices = setting.cache_states.is_none_or(|cache| cache >= needs);
        let run = example(0, if suffices { Ended::Success } else { Ended::OutOfMemory }, 10, 50);
        let mut run = Run { setting: *setting, ..run };
        run.statistics.peak_stored = 800;
        run
    }

    #[test]
    fn the_smallest_cache_of_the_best_strategy_is_found() {
        let replacements = ["random", "lru"].map(|name| name.parse().unwrap());
        let mut runs = 0;
        let pair = measure(LEARNED, 2000, &replacements, |setting| {
            runs += 1;
            Ok(ends(setting, if setting.replacement.is_random() { 700 } else { 37 }))
        });
        let pair = pair.unwrap();
        assert_eq!(pair.alone.setting.cache_states, None);
        let combined = pair.combined.unwrap();
        // 19 thousandths of 2000.
        assert_eq!(combined.setting.cache_states, Some(38));
        assert_eq!(combined.setting.replacement.to_string(), "lru");
        assert!(runs < 40, "{runs}");
    }

    #[test]
    fn nothing_smaller_is_found_where_nothing_suffices() {
        let replacements = [Replacement::default()];
        let pair = measure(LEARNED, 2000, &replacements, |setting| Ok(ends(setting, 2001)));
        assert_eq!(pair.unwrap().combined, None);
        let pair = measure(LEARNED, 2000, &replacements, |setting| Ok(ends(setting, 0)));
        assert_eq!(pair.unwrap().combined.unwrap().setting.cache_states, Some(2));
    }
}
