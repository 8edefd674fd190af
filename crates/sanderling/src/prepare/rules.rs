//! What structural rules have done to a net, as reports tell it.

use sanderling_report::RuleStatistics;
use sanderling_structural::Reduction;

/// What each rule did that did anything, in the order in which they take turns.
#[must_use]
pub fn rule_statistics(reduction: &Reduction) -> Vec<RuleStatistics> {
    let used = reduction.removed().iter().filter(|removed| removed.applications > 0);
    let statistics = used.map(|removed| RuleStatistics {
        rule: removed.rule.to_owned(),
        applications: removed.applications,
        places: removed.places,
        transitions: removed.transitions,
    });
    statistics.collect()
}
