//! Refusals of options that have no effect with decision diagrams or with searches of symmetric markings.

use sanderling_analysis::open::Order;
use sanderling_analysis::reduce::{Chains, Events};
use sanderling_analysis::retention::Retention;
use sanderling_analysis::{Disk, Driver, StoreChoice};
use sanderling_property::{Logic, Statement};

use super::super::refusal::Remedy::{Choose, LeaveOut};
use super::{Rule, has_linear_time_property, may_forget, rule};
use crate::request::choices::{Heuristic, ProgressMeasure, Reductions};
use crate::request::{Encoding, Engine, Question, Request, SelfCheckMode, Statistics};

/// Rules for decision diagrams, for which each option of a search is refused, and for searches of symmetric markings.
pub(super) const OF_ENGINES: &[Rule] = &[
    rule(
        |request| is_on_diagrams(request) && (has_linear_time_property(request) || request.property_process),
        "decision diagrams decide conditions of markings and formulas of CTL, but not formulas of LTL, livelocks and property processes",
        &[LeaveOut(&["engine"])],
    ),
    rule(
        |request| {
            let is_chosen = request.order != Order::default()
                || request.heuristic != Heuristic::default()
                || request.driver != Driver::Auto
                || request.depth.is_some();
            is_on_diagrams(request) && is_chosen
        },
        "a decision diagram finds all markings at once, in no order of states",
        &[LeaveOut(&["order", "heuristic", "driver", "depth"]), Choose("engine", &["explicit"])],
    ),
    rule(
        |request| is_on_diagrams(request) && request.threads > 1,
        "decision diagrams are built on one thread",
        &[LeaveOut(&["threads"])],
    ),
    rule(
        |request| {
            let is_chosen = request.store.is_some()
                || request.encoding != Encoding::Auto
                || request.disk != Disk::default()
                || request.checkpoint.is_some();
            is_on_diagrams(request) && is_chosen
        },
        "a decision diagram is in memory only, without packed states",
        &[
            LeaveOut(&["store", "encoding", "disk", "disk-size", "checkpoint"]),
            Choose("engine", &["explicit"]),
        ],
    ),
    rule(
        |request| is_on_diagrams(request) && chooses_retention(request),
        "a decision diagram keeps all markings",
        &[LeaveOut(OF_RETENTION)],
    ),
    rule(
        |request| is_on_diagrams(request) && fires_fewer_events(request),
        "a decision diagram fires all transitions",
        &[Choose("reduce", &["structural", "none"])],
    ),
    rule(
        |request| is_on_diagrams(request) && request.company.is_some(),
        "several processes search marking by marking",
        &[LeaveOut(&["engine"])],
    ),
    rule(
        |request| is_on_diagrams(request) && request.limits.states.is_some(),
        "a limit on states has no effect on a decision diagram",
        &[LeaveOut(&["max-states"])],
    ),
    rule(
        |request| is_on_diagrams(request) && request.statistics.levels,
        "a decision diagram does not measure the distance of each marking",
        &[LeaveOut(&["levels"])],
    ),
    rule(
        |request| {
            is_on_diagrams(request)
                && request.statistics != Statistics::default()
                && request.question != Question::Explore
        },
        "only `explore` computes bounds with a decision diagram",
        &[LeaveOut(&["bounds"])],
    ),
    rule(
        |request| is_on_diagrams(request) && request.shortest,
        "a search for shortest runs visits markings one by one",
        &[LeaveOut(&["shortest"]), Choose("engine", &["auto"])],
    ),
    rule(
        |request| is_on_diagrams(request) && request.self_check != SelfCheckMode::default(),
        "a decision diagram is always compared in a few of its markings",
        &[LeaveOut(&["self-check"])],
    ),
    rule(
        |request| {
            let is_livelock = |statement: &Statement| matches!(statement, Statement::Livelock(_));
            let has_livelock = request.question.statements().iter().any(is_livelock);
            is_symmetric(request) && (has_livelock || request.property_process || request.fairness.is_some())
        },
        "a search of symmetric markings decides conditions of markings and formulas, but not livelocks, property processes and fair runs",
        &[LeaveOut(&["engine"])],
    ),
    rule(
        |request| {
            let is_chosen = request.store.is_some_and(|store| store != StoreChoice::Packed)
                || request.encoding == Encoding::Radix
                || request.disk != Disk::default()
                || request.checkpoint.is_some();
            is_symmetric(request) && is_chosen
        },
        "a search of symmetric markings packs them into bit fields in memory",
        &[LeaveOut(&["store", "encoding", "disk", "disk-size", "checkpoint"])],
    ),
    rule(
        |request| is_symmetric(request) && chooses_retention(request),
        "a search of symmetric markings keeps all that it visits",
        &[LeaveOut(OF_RETENTION)],
    ),
    rule(
        |request| is_symmetric(request) && fires_fewer_events(request),
        "a search of symmetric markings fires all transitions",
        &[Choose("reduce", &["structural", "none"])],
    ),
    rule(
        |request| is_symmetric(request) && (request.company.is_some() || request.depth.is_some()),
        "a search of symmetric markings is a single search without a bound on the depth",
        &[LeaveOut(&["engine"])],
    ),
    rule(
        |request| is_symmetric(request) && request.statistics.levels,
        "a search of symmetric markings does not count the markings of each level",
        &[LeaveOut(&["levels"])],
    ),
    rule(
        |request| request.diagram_order.is_some() && !request.builds_diagrams(),
        "an order for decision diagrams has no effect, since none is built",
        &[LeaveOut(&["diagram-order"]), Choose("engine", &["diagram"])],
    ),
];

/// The options that choose which states are kept.
const OF_RETENTION: &[&str] =
    &["search", "retain", "cache-states", "replace", "max-revisit-factor", "progress-measure"];

fn chooses_retention(request: &Request) -> bool {
    request.retention != Retention::Auto
        || may_forget(request)
        || request.progress_measure != ProgressMeasure::default()
}

fn fires_fewer_events(request: &Request) -> bool {
    let Reductions { events, chains, .. } = request.reductions;
    events != Events::ALL || chains != Chains::default()
}

/// Returns whether only decision diagrams find markings.
pub(super) fn is_on_diagrams(request: &Request) -> bool {
    request.engine == Engine::Diagram
}

/// Returns whether one marking of each class of symmetric ones is visited.
pub(super) fn is_symmetric(request: &Request) -> bool {
    request.engine == Engine::Symmetric
}

impl Request {
    /// Returns whether decision diagrams may be built for the question.
    fn builds_diagrams(&self) -> bool {
        let is_on_sets = |statement: &Statement| match statement {
            Statement::Markings(_) => true,
            Statement::Runs(property) => property.logic == Logic::Ctl,
            Statement::Livelock(_) => false,
        };
        match self.engine {
            Engine::Explicit | Engine::Symmetric => false,
            Engine::Diagram => true,
            Engine::Auto => match &self.question {
                Question::Explore => false,
                Question::Deadlock | Question::DeadlockExcept(_) | Question::Check(_) => self.proofs,
                Question::Statements(statements) => self.proofs && statements.iter().any(is_on_sets),
            },
        }
    }
}
