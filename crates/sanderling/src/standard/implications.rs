//! What known answers imply for open properties: the table [`RULES`].
//!
//! Sources: Murata, *Petri Nets: Properties, Analysis and Applications*, Proceedings of the IEEE, 1989, sections V and
//! VI; van der Aalst et al., *Soundness of Workflow Nets: Classification, Decidability, and Analysis*, Formal Aspects
//! of Computing, 2011.
//!
//! INVARIANT: each rule also holds for nets with inhibitor arcs and capacities. These only remove runs, and the rules
//! about vectors use only the sum of effects along a run. For nets with reset arcs, the premises have no answers.

use sanderling_report::{StandardProperty, Verdict};

use super::page::Page;
use StandardProperty::{
    Bounded, Conservative, Consistent, DeadlockFree, HomeMarking, Live, NoDeadTransition, OptionToComplete,
    ProperCompletion, QuasiLive, RelaxedSound, Repetitive, Reversible, Safe, Sound, StructurallyBounded,
    Terminates, WeaklySound,
};

/// An answer: a property, and whether it holds.
type Fact = (StandardProperty, bool);

/// A rule: if all premises are known, the conclusion follows.
struct Rule {
    premises: &'static [Fact],
    conclusion: Fact,
    /// The reason that the page shows.
    because: &'static str,
}

const fn rule(premises: &'static [Fact], conclusion: Fact, because: &'static str) -> Rule {
    Rule { premises, conclusion, because }
}

/// All rules, for nets with at least one transition.
const RULES: &[Rule] = &[
    // A positive weighting of all places whose total never increases bounds each of them.
    rule(&[(Conservative, true)], (Bounded, true), "as the net is conservative"),
    rule(&[(StructurallyBounded, true)], (Bounded, true), "as the net is structurally bounded"),
    rule(&[(Safe, true)], (Bounded, true), "as the net is safe"),
    rule(&[(Bounded, false)], (Safe, false), "as the net is unbounded"),
    // A live net has an infinite run in which every transition recurs. By Dickson's lemma, a marking of the
    // run covers an earlier one, with all transitions fired in between. Their counts together take no token
    // away.
    rule(&[(Repetitive, false)], (Live, false), "as the net is not repetitive"),
    // In a bounded net, the later marking can be chosen equal to the earlier one.
    rule(&[(Consistent, false), (Bounded, true)], (Live, false), "as the net is bounded and not consistent"),
    // Take runs that together contain every transition, each followed by a run back to the initial marking.
    // Together they have no effect.
    rule(
        &[(Consistent, false), (QuasiLive, true)],
        (Reversible, false),
        "as every transition can fire, and the net is not consistent",
    ),
    rule(&[(QuasiLive, false)], (Live, false), "as some transition can never fire"),
    rule(&[(DeadlockFree, false)], (Live, false), "as a deadlock can be reached"),
    rule(&[(Bounded, false)], (Terminates, false), "as the net is unbounded"),
    rule(&[(Live, true)], (Terminates, false), "as it is live"),
    rule(&[(Live, true)], (QuasiLive, true), "as it is live"),
    rule(&[(Live, true)], (DeadlockFree, true), "as it is live"),
    rule(
        &[(Reversible, true), (QuasiLive, true)],
        (Live, true),
        "as every transition can fire, and the initial marking can always be reached again",
    ),
    rule(
        &[(Live, false), (QuasiLive, true)],
        (Reversible, false),
        "as every transition can fire, and it is not live",
    ),
    rule(&[(Reversible, true)], (HomeMarking, true), "the initial marking is one"),
    rule(&[(HomeMarking, false)], (Reversible, false), "as there is no home marking"),
    rule(&[(Sound, true)], (WeaklySound, true), "as it is sound"),
    rule(&[(Sound, true)], (NoDeadTransition, true), "as it is sound"),
    rule(&[(WeaklySound, true)], (OptionToComplete, true), "as it is weakly sound"),
    rule(&[(WeaklySound, true)], (ProperCompletion, true), "as it is weakly sound"),
    // The run to a transition can be continued to the end.
    rule(
        &[(OptionToComplete, true), (NoDeadTransition, true)],
        (RelaxedSound, true),
        "as every task can be done, and the end can always be reached",
    ),
    rule(
        &[(OptionToComplete, true), (ProperCompletion, true)],
        (WeaklySound, true),
        "as it can always end, and ends properly",
    ),
    rule(
        &[(WeaklySound, true), (NoDeadTransition, true)],
        (Sound, true),
        "as it is weakly sound, and every task can be done",
    ),
    rule(&[(OptionToComplete, false)], (WeaklySound, false), "it cannot always end"),
    rule(&[(ProperCompletion, false)], (WeaklySound, false), "it may end improperly"),
    rule(&[(WeaklySound, false)], (Sound, false), "it is not even weakly sound"),
    rule(&[(NoDeadTransition, false)], (Sound, false), "some task can never be done"),
    rule(&[(NoDeadTransition, false)], (RelaxedSound, false), "some task can never be done"),
    rule(&[(RelaxedSound, false)], (Sound, false), "some task is on no run that ends properly"),
];

/// Answers open properties by the rules until nothing more follows.
pub(super) fn conclude(page: &mut Page<'_>) {
    if page.net.transitions.is_empty() {
        return;
    }
    leave_deadlock(page);
    while let Some(rule) = RULES.iter().find(|rule| rule.is_new(page)) {
        let (property, holds) = rule.conclusion;
        page.answer(property, holds, rule.because);
    }
}

/// Returns whether an open property may depend on this one.
pub(super) fn may_help(property: StandardProperty, is_open: impl Fn(StandardProperty) -> bool) -> bool {
    let uses = |rule: &Rule| rule.premises.iter().any(|&(premise, _)| premise == property);
    RULES.iter().any(|rule| uses(rule) && is_open(rule.conclusion.0))
}

/// Answers that the net is not reversible if a deadlock other than the initial marking is reachable.
fn leave_deadlock(page: &mut Page<'_>) {
    let deadlock = page.report.answer(DeadlockFree).filter(|answer| answer.verdict == Verdict::Violated);
    let is_beyond_start =
        deadlock.and_then(|answer| answer.trace.as_ref()).is_some_and(|trace| !trace.steps.is_empty());
    if is_beyond_start {
        page.answer(Reversible, false, "as a deadlock can be reached");
    }
}

impl Rule {
    /// Returns whether the premises are known and the conclusion is not.
    fn is_new(&self, page: &Page<'_>) -> bool {
        let is_known = |&(property, holds): &Fact| page.known(property) == Some(holds);
        page.known(self.conclusion.0).is_none() && self.premises.iter().all(is_known)
    }
}
