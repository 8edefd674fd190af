//! Statistics of structural rules, as reports show them.

use sanderling_report::RuleStatistics;
use sanderling_structural::Reduction;

/// Returns the statistics of each rule that was applied, in the order of application.
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
