//! The replacement strategies of the experiments.
//!
//! The paper's authors had sixty strategies; they describe the criteria but do not list the strategies. Ours
//! are each criterion in both directions if that makes sense, strata of several periods, and pairs of those
//! that were best on a small sample of models. The most promising come first, because a run stops when it becomes
//! worse than an earlier one.

use sanderling_analysis::retention::Replacement;

/// The strategies of the first experiment.
pub(super) const CACHING: [&str; 20] = [
    "in-degree,out-degree",
    "in-degree",
    "in-degree,distance",
    "stratified:4,in-degree",
    "stratified:2,in-degree",
    "stratified:8",
    "in-degree,-out-degree",
    "in-degree,lru",
    "in-degree,-distance",
    "stratified:4",
    "stratified:2",
    "stratified:8,in-degree",
    "stratified:4:3",
    "stratified:16",
    "out-degree",
    "distance",
    "-distance",
    "lru",
    "oldest",
    "random",
];

/// The strategies of the second experiment, for which the paper uses a variation of strata.
pub(super) const SWEEP: [&str; 6] = [
    "in-degree,out-degree",
    "stratified:4",
    "stratified:8",
    "stratified:2,in-degree",
    "stratified:4:3",
    "random",
];

/// Parses names of strategies.
pub(super) fn parse(names: &[String]) -> Result<Vec<Replacement>, String> {
    names.iter().map(|name| name.parse().map_err(|error| format!("{error}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_hold_strategies_each_once() {
        for list in [&CACHING[..], &SWEEP] {
            let names: Vec<String> = list.iter().map(|&name| name.to_owned()).collect();
            let parsed = parse(&names).unwrap();
            let written: Vec<String> = parsed.iter().map(ToString::to_string).collect();
            assert_eq!(written, names);
            assert!((1..names.len()).all(|end| !names[..end].contains(&names[end])));
        }
        assert!(parse(&["nearest".to_owned()]).is_err());
    }
}
