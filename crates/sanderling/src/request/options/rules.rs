//! The table of refusals: combinations of options that are not allowed, each with its remedies.
//!
//! The first rule that applies gives the reason. The refusals of the engine itself come last.

mod engines;

use sanderling_analysis::open::Order;
use sanderling_analysis::reduce::Chains;
use sanderling_analysis::retention::{Caching, Retention};
use sanderling_analysis::{DepthBound, Disk, Driver, StoreChoice};
use sanderling_model::ModelErrors;

use sanderling_property::{Logic, Statement};

use self::engines::{OF_ENGINES, is_on_diagrams, is_symmetric};
use super::refusal::Remedy::{Choose, FireAll, Give, LeaveOut, LeaveOutOf};
use super::refusal::{Refusal, Remedy};
use crate::request::choices::{Heuristic, ProgressMeasure, Reductions};
use crate::request::{Encoding, Kind, Question, Request, Statistics};

/// A condition on requests, and the refusal of the requests that meet it.
struct Rule {
    applies: fn(&Request) -> bool,
    refusal: Refusal,
}

const fn rule(applies: fn(&Request) -> bool, reason: &'static str, remedies: &'static [Remedy]) -> Rule {
    Rule { applies, refusal: Refusal { reason, remedies } }
}

/// The remedy of choosing a cache, with or without a sweep-line.
const A_CACHE: Remedy = Choose("retain", &["cache", "cache+sweep"]);

/// Rules for every search for markings.
const ALWAYS: &[Rule] = &[
    rule(
        |request| request.heuristic != Heuristic::default() && request.order != Order::BestFirst,
        "a heuristic has an effect only in a best-first search",
        &[Choose("order", &["best"])],
    ),
    rule(
        |request| request.progress_measure != ProgressMeasure::default() && !request.retention.sweeps(),
        "a progress measure has an effect only with a sweep-line",
        &[Choose("retain", &["sweep", "cache+sweep"])],
    ),
    rule(
        |request| request.caching.max_states.is_some() && !request.retention.caches(),
        "a limit on cached states has no effect without a cache",
        &[LeaveOut(&["cache-states"]), A_CACHE],
    ),
    rule(
        |request| {
            request.caching.replacement != Caching::default().replacement && !request.retention.caches()
        },
        "a replacement strategy has no effect without a cache",
        &[LeaveOut(&["replace"]), A_CACHE],
    ),
    rule(
        |request| request.reductions.chains == Chains::OffTree && !request.retention.caches(),
        "removing chains from the tree has no effect without a cache",
        &[LeaveOutOf("reduce", "chains"), A_CACHE],
    ),
    rule(
        |request| request.disk != Disk::default() && !request.may_write(),
        "this search writes nothing to disk",
        &[LeaveOut(&["disk", "disk-size"]), Choose("store", &["tree", "disk"])],
    ),
    rule(
        |request| request.shortest && request.question == Question::Explore,
        "`explore` counts states; only `deadlock` and `check` search for runs",
        &[LeaveOut(&["shortest"])],
    ),
    rule(|request| request.fairness.is_some(), WITHOUT_LTL, &[LeaveOut(&["fair"])]),
    rule(
        |request| request.checkpoint.is_some() && request.depth.is_some(),
        "checkpoints are not available for a depth-bounded search",
        &[LeaveOut(&["checkpoint", "depth"])],
    ),
    rule(
        |request| {
            let caches = matches!(request.retention, Retention::Cache | Retention::CacheAndSweep);
            request.checkpoint.is_some() && caches && request.caching.max_states.is_none()
        },
        "with checkpoints, a cache must be limited by a number of states, not by memory",
        &[Give("a limit with", "cache-states"), LeaveOut(&["checkpoint"])],
    ),
    rule(
        |request| request.checkpoint.is_some() && request.options().refusal_of_checkpoints().is_some(),
        "this store has no checkpoints, or none if states are forgotten",
        &[LeaveOut(&["checkpoint"]), Choose("store", &["packed"])],
    ),
    rule(
        |request| request.company.is_some() && request.depth.is_some(),
        "a search by several processes has no depth bound",
        &[LeaveOut(&["depth"])],
    ),
    rule(
        |request| request.company.is_some() && request.reductions.structural,
        "several processes search the whole net, without structural reductions",
        &[LeaveOutOf("reduce", "structural")],
    ),
    rule(
        |request| request.company.is_some() && request.proofs,
        "several processes search the state space, without proofs",
        &[Choose("proof", &["off"])],
    ),
    rule(
        |request| request.company.is_some() && request.shortest,
        "several processes search breadth-first, so their runs are already shortest",
        &[LeaveOut(&["shortest"])],
    ),
    rule(
        |request| request.company.is_some() && request.options().refusal_of_peers().is_some(),
        "several processes search breadth-first, keep all states in the packed store, in the tree or on disk, and fire all events or stubborn sets",
        &[LeaveOut(&["order", "driver", "store", "retain"])],
    ),
];

/// The reason why fairness has no effect.
const WITHOUT_LTL: &str = "fairness applies only to formulas of LTL, livelocks and property processes";

/// Rules for queries about runs.
const OF_RUNS: &[Rule] = &[
    rule(
        |request| {
            request.fairness.is_some() && !request.property_process && !has_linear_time_property(request)
        },
        WITHOUT_LTL,
        &[LeaveOut(&["fair"])],
    ),
    rule(
        |request| request.fairness.is_some() && has_ctl_formula(request),
        "fairness does not apply to formulas of CTL, which are about all runs",
        &[LeaveOut(&["fair"])],
    ),
    rule(
        |request| request.order != Order::default() || request.heuristic != Heuristic::default(),
        OWN_SEARCHES,
        &[LeaveOut(&["order", "heuristic"])],
    ),
    rule(
        may_forget,
        "a search for runs keeps all states, to recognize those that repeat",
        &[LeaveOut(&["retain", "cache-states", "replace", "max-revisit-factor"])],
    ),
    rule(
        has_another_store,
        "a search for runs stores whole states, and restarts with the tree store when memory is used up",
        &[LeaveOut(&["store"])],
    ),
    rule(
        |request| request.disk != Disk::default(),
        "a search for runs writes nothing to disk",
        &[LeaveOut(&["disk", "disk-size"])],
    ),
    rule(
        |request| request.progress_measure != ProgressMeasure::default(),
        "a progress measure has an effect only with a sweep-line, and a search for runs keeps all states",
        &[LeaveOut(&["progress-measure"])],
    ),
    rule(|request| request.depth.is_some(), OWN_SEARCHES, &[LeaveOut(&["depth"])]),
    rule(
        |request| request.checkpoint.is_some(),
        "checkpoints are not available for searches for runs",
        &[LeaveOut(&["checkpoint"])],
    ),
    rule(
        |request| request.company.is_some(),
        "several processes cannot search for runs: check formulas of LTL and CTL, livelocks and property processes in one process",
        &[],
    ),
    rule(|request| request.driver != Driver::Auto, OWN_SEARCHES, &[LeaveOut(&["driver"])]),
    rule(|request| request.encoding != Encoding::Auto, OWN_SEARCHES, &[LeaveOut(&["encoding"])]),
    rule(
        |request| request.statistics != Statistics::default(),
        "statistics cover all reachable markings, and searches for runs do not compute them",
        &[LeaveOut(&["levels", "bounds"])],
    ),
    rule(
        |request| request.shortest && request.fairness.is_some(),
        "fair runs cannot be shortened",
        &[LeaveOut(&["shortest"])],
    ),
    rule(
        |request| request.shortest && !request.searches_for_runs(),
        "trees of runs, which explain formulas of CTL, cannot be shortened",
        &[LeaveOut(&["shortest"])],
    ),
    rule(
        |request| request.model_errors == ModelErrors::State,
        "formulas about runs do not support an error state",
        &[LeaveOutOf("model-errors", "state")],
    ),
];

/// Returns whether a question has a CTL formula.
fn has_ctl_formula(request: &Request) -> bool {
    let is_one = |statement: &Statement| matches!(statement, Statement::Runs(property) if property.logic == Logic::Ctl);
    request.question.statements().iter().any(is_one)
}

/// Returns whether a question has an LTL formula or a livelock property.
fn has_linear_time_property(request: &Request) -> bool {
    let is_one = |statement: &Statement| match statement {
        Statement::Markings(_) => false,
        Statement::Runs(property) => property.logic == Logic::Ltl,
        Statement::Livelock(_) => true,
    };
    request.question.statements().iter().any(is_one)
}

/// The reason why search options do not apply to queries about runs.
const OWN_SEARCHES: &str = "searches for formulas about runs do not support this option";

/// Rules for depth-bounded searches.
const TO_A_DEPTH: &[Rule] = &[
    rule(
        |request| request.order != Order::default(),
        "a depth-bounded search has a fixed order, depth-first with a growing bound",
        &[LeaveOut(&["order"])],
    ),
    rule(
        |request| request.driver != Driver::Auto || request.threads > 1,
        "a depth-bounded search takes one event at a time, on one thread",
        &[LeaveOut(&["driver", "threads"])],
    ),
    rule(
        |request| request.reductions != Reductions::default(),
        "a depth-bounded search fires all events, since a reduction may skip a shortest path",
        &[LeaveOut(&["reduce"])],
    ),
    rule(
        may_forget,
        "a depth-bounded search keeps all states",
        &[LeaveOut(&["retain", "cache-states", "replace", "max-revisit-factor"])],
    ),
    rule(has_another_store, "a depth-bounded search requires the packed store", &[LeaveOut(&["store"])]),
    rule(
        |request| request.statistics.levels,
        "a depth-bounded search does not measure the distance of each state",
        &[LeaveOut(&["levels"]), LeaveOut(&["depth"])],
    ),
    rule(
        |request| request.depth.is_some_and(|bound| bound.depth > DepthBound::MAX_DEPTH),
        "the maximum depth is 2147483647 firings",
        &[Give("a smaller", "depth")],
    ),
    rule(
        |request| request.depth.is_some_and(|bound| bound.increment == 0),
        "the bound must grow by at least 1 from round to round",
        &[Give("a larger", "increment")],
    ),
];

/// Rules for searches without a depth bound.
const WITHOUT_DEPTH: &[Rule] = &[
    rule(
        |request| request.reductions.structural && request.question == Question::Explore,
        "a reduced net has other markings, and `explore` counts those of the original net",
        &[LeaveOutOf("reduce", "structural")],
    ),
    rule(
        |request| request.reductions.structural && request.statistics != Statistics::default(),
        "a reduced net has other markings, so levels, bounds and transitions that never fire are unknown",
        &[LeaveOut(&["levels", "bounds"]), LeaveOutOf("reduce", "structural")],
    ),
    rule(
        |request| request.reductions.structural && names_places(request),
        "the expression of a heuristic or a progress measure names places, which structural rules may remove",
        &[LeaveOutOf("reduce", "structural")],
    ),
    rule(
        |request| request.reductions.leave_states_out() && request.question == Question::Explore,
        "`explore` counts all states, and the reduction skips those that a query does not need",
        &[FireAll],
    ),
    rule(
        |request| request.reductions.leave_states_out() && request.statistics != Statistics::default(),
        "the reduction skips states, so levels, bounds and transitions that never fire are unknown",
        &[LeaveOut(&["levels", "bounds"]), FireAll],
    ),
];

/// Rules for data nets, whose places hold one token with a value.
const OF_VALUES: &[Rule] = &[
    rule(
        |request| request.encoding == Encoding::Radix,
        "mixed radix packs numbers of tokens, but the tokens of this net have values, which are packed as bit fields",
        &[LeaveOutOf("encoding", "radix")],
    ),
    rule(
        |request| request.reductions.structural,
        "structural rules apply to numbers of tokens, but the tokens of this net have values",
        &[LeaveOutOf("reduce", "structural"), Choose("reduce", &["stubborn"])],
    ),
    rule(
        is_on_diagrams,
        "decision diagrams are about numbers of tokens, but the tokens of this net have values",
        &[LeaveOut(&["engine"])],
    ),
    rule(
        is_symmetric,
        "symmetries are about numbers of tokens, but the tokens of this net have values",
        &[LeaveOut(&["engine"])],
    ),
];

/// Rules for coloured nets that are not unfolded.
const OF_COLOURS: &[Rule] = &[
    rule(
        |request| is_on_diagrams(request) || request.diagram_order.is_some(),
        "with explicit colours, there are no decision diagrams",
        &[LeaveOut(&["engine", "diagram-order"])],
    ),
    rule(is_symmetric, "with explicit colours, there are no symmetries of places", &[LeaveOut(&["engine"])]),
    rule(
        |request| request.encoding != Encoding::Auto,
        "with explicit colours, the contents of places are numbered as they are found, and have no other encoding",
        &[LeaveOut(&["encoding"])],
    ),
    rule(
        |request| request.reductions != Reductions::default(),
        "with explicit colours, firings are not known in advance, as reductions require",
        &[LeaveOut(&["reduce"])],
    ),
    rule(
        may_forget,
        "with explicit colours, forgetting states does not free the tables of place contents",
        &[LeaveOut(&["retain", "cache-states", "replace", "max-revisit-factor"])],
    ),
    rule(
        |request| request.disk != Disk::default(),
        "with explicit colours, nothing is written to disk",
        &[LeaveOut(&["disk", "disk-size"])],
    ),
    rule(
        has_another_store,
        "with explicit colours, place contents are in tables and markings are short, so another store saves no memory",
        &[LeaveOut(&["store"])],
    ),
    rule(
        |request| request.model_errors == ModelErrors::State,
        "with explicit colours, there is no error state",
        &[LeaveOutOf("model-errors", "state")],
    ),
    rule(
        |request| request.fairness.is_some(),
        "with explicit colours, firings are not known in advance, as fairness requires",
        &[LeaveOut(&["fair"])],
    ),
    rule(
        |request| request.checkpoint.is_some(),
        "with explicit colours, the tables of place contents cannot be written to a checkpoint",
        &[LeaveOut(&["checkpoint"])],
    ),
    rule(
        |request| request.company.is_some(),
        "with explicit colours, each process would number place contents differently: search in one process",
        &[],
    ),
    rule(
        |request| request.order == Order::BestFirst && matches!(request.heuristic, Heuristic::Expression(_)),
        "with explicit colours, places hold no single numbers for an expression to use",
        &[Give("another", "heuristic")],
    ),
];

/// Returns whether options about forgetting states were chosen. No option sets the number of drawn candidates.
fn may_forget(request: &Request) -> bool {
    let usual = Caching { drawn: request.caching.drawn, ..Caching::default() };
    !matches!(request.retention, Retention::Auto | Retention::KeepAll) || request.caching != usual
}

/// Returns whether a store other than the packed one was chosen.
fn has_another_store(request: &Request) -> bool {
    !matches!(request.store, None | Some(StoreChoice::Auto | StoreChoice::Packed))
}

fn names_places(request: &Request) -> bool {
    matches!(request.heuristic, Heuristic::Expression(_))
        || matches!(request.progress_measure, ProgressMeasure::Given(_))
}

/// Returns the refusal of the first rule in a table that applies.
fn first(rules: &[Rule], request: &Request) -> Option<Refusal> {
    rules.iter().find(|rule| (rule.applies)(request)).map(|rule| rule.refusal)
}

impl Request {
    /// Returns why the options contradict each other, if they do. The request is then refused.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        let of_the_engine = || self.options().refusal().map(Refusal::because);
        if self.is_about_runs() {
            return first(OF_ENGINES, self).or_else(|| first(OF_RUNS, self));
        }
        first(OF_ENGINES, self).or_else(|| first(ALWAYS, self)).or_else(|| match self.depth {
            Some(_) => first(TO_A_DEPTH, self),
            None => first(WITHOUT_DEPTH, self).or_else(of_the_engine),
        })
    }

    /// Returns why the options do not suit a net of this kind, if they do not.
    pub(crate) fn refusal_of(&self, kind: Kind) -> Option<Refusal> {
        match kind {
            Kind::PlaceTransition => None,
            Kind::Data => first(OF_VALUES, self),
            Kind::Coloured => first(OF_COLOURS, self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{SearchOption, Value};
    use super::*;

    #[test]
    fn remedies_name_options_and_values_that_there_are() {
        let tables = [ALWAYS, OF_RUNS, TO_A_DEPTH, WITHOUT_DEPTH, OF_VALUES, OF_COLOURS];
        for refusal in tables.iter().copied().flatten().map(|rule| rule.refusal) {
            assert!(!refusal.reason.contains("--"), "{refusal}");
            for (name, values) in refusal.remedies.iter().flat_map(Remedy::options) {
                let option = SearchOption::named(name).unwrap_or_else(|| panic!("{name}: {refusal}"));
                assert!(values.is_empty() || !matches!(option.value, Value::Flag), "{refusal}");
                values.iter().for_each(|value| assert_eq!(option.check(value), Ok(()), "{refusal}"));
            }
        }
    }

    #[test]
    fn a_refusal_is_a_line_with_or_without_dashes() {
        let refusal = OF_VALUES[1].refusal;
        let reason = refusal.reason;
        assert_eq!(
            refusal.with_prefix("--"),
            format!("{reason}: omit `--reduce structural`, or choose `--reduce stubborn`")
        );
        let four = TO_A_DEPTH[3].refusal.to_string();
        assert!(
            four.ends_with(": omit `retain`, `cache-states`, `replace` and `max-revisit-factor`"),
            "{four}"
        );
        let either = WITHOUT_DEPTH[1].refusal.to_string();
        assert!(either.ends_with(": omit `levels` and `bounds`, or `reduce structural`"), "{either}");
    }
}
