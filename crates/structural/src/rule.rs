//! The rules: a file for each, and [`RULES`], the list of them.
//!
//! A rule is a function that applies itself, to the net or to one place. It may take for granted that a
//! visible place is one whose contents have to be kept, and that a kept transition has only visible places
//! that decide about it. To add a rule, write its file, with its preconditions, the classes that it
//! preserves, its inverse on traces and the reason why; and add one line to the list.

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

/// Every rule, in the order in which they take turns.
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

/// A way to make a net smaller.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// By which reports call it.
    pub name: &'static str,
    /// What the rule does, in a line.
    pub about: &'static str,
    /// What it keeps besides the answers that [`Preserved`](crate::Preserved) asks for, if deadlocks are among these.
    pub keeps: Keeps,
    pub(crate) reach: Reach,
}

/// What a rule keeps; each of these includes those before it. What is seen of a marking is what the visible places hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Keeps {
    /// What is reachable.
    Answers,
    /// Whole runs, up to repetitions of what is seen: for each run of the one net that has no end or ends where nothing is enabled, the
    /// other net has such a run along which the same is seen, though each thing more or less often; and one has an end where the
    /// other has. Before the end, a run of the original net may be where something else is enabled than on that of the reduced one, so that
    /// formulas must not ask for deadlocks.
    Runs,
    /// All that is reachable with all firings, but for what is not seen: the markings of one net and those of the other that belong together
    /// form a bisimulation, in which the same is seen and both are dead or neither.
    Graph,
}

/// How a rule is asked.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reach {
    /// A rule that looks at the whole net, applies itself wherever it can and says how often.
    Net(fn(&mut Work<'_>) -> u64),
    /// A rule that looks at one place and its neighbourhood, and says whether it has applied itself.
    Place(fn(&mut Work<'_>, PlaceId) -> bool),
}
