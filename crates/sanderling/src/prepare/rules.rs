//! What structural rules have done to a net, as reports tell it.

use sanderling_report::RuleFigures;
use sanderling_structural::Reduction;

/// What each rule did that did anything, in the order in which they take turns.
#[must_use]
pub fn rule_figures(reduction: &Reduction) -> Vec<RuleFigures> {
    let used = reduction.removed().iter().filter(|removed| removed.applications > 0);
    let figures = used.map(|removed| RuleFigures {
        rule: removed.rule.to_owned(),
        applications: removed.applications,
        places: removed.places,
        transitions: removed.transitions,
    });
    figures.collect()
}
