//! The rules: a file for each, and [`RULES`], the list of them.
//!
//! A rule is a function that applies itself, to the net or to one place. It may assume that a visible place is one
//! whose contents must be preserved, and that only visible places decide whether a kept transition is enabled. To add a
//! rule, write its file, with its preconditions, the classes that it preserves, its inverse on traces and the proof;
//! and add one line to the list.

mod agglomeration;
mod always_enabled;
mod dominated_transition;
mod implied_place;
mod influence;
mod monotone_place;
mod post_agglomeration;
mod pre_agglomeration;
mod sink_place;
mod source_transition;
mod superfluous_test;
mod unmarked_part;

use sanderling_net::PlaceId;

use crate::work::Work;

/// All rules, in the order in which they are applied.
pub const RULES: &[Rule] = &[
    monotone_place::RULE,
    unmarked_part::RULE,
    sink_place::RULE,
    always_enabled::RULE,
    dominated_transition::RULE,
    superfluous_test::RULE,
    influence::RULE,
    source_transition::RULE,
    post_agglomeration::RULE,
    pre_agglomeration::RULE,
    implied_place::RULE,
];

/// A rule that makes a net smaller.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// The name in reports.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// What the rule keeps in addition to [`Preserved`](crate::Preserved), if that includes deadlocks.
    pub keeps: Keeps,
    pub(crate) reach: Reach,
}

/// What a rule keeps. Each level includes the previous ones. The visible part of a marking is the contents of the
/// visible places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Keeps {
    /// The reachable contents of visible places.
    Answers,
    /// Whole runs, up to repetitions of visible parts. For each run of one net that is infinite or ends in a deadlock,
    /// the other net has such a run with the same visible parts, though each may be repeated more or less often; and
    /// one run is finite if the other is. Before its end, a run of the original net may pass markings in which
    /// something else is enabled than on that of the reduced one, so formulas must not mention deadlocks.
    Runs,
    /// All reachable markings with all firings, except for invisible parts. The corresponding markings of the two nets
    /// form a bisimulation, in which both have the same visible part, and both are dead or neither.
    Graph,
}

/// The function that applies a rule.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reach {
    /// A rule that examines the whole net, applies itself everywhere, and returns the number of applications.
    Net(fn(&mut Work<'_>) -> u64),
    /// A rule that examines one place and its neighbourhood, and returns whether it has applied itself.
    Place(fn(&mut Work<'_>, PlaceId) -> bool),
}
