//! The replacement strategies that are tried.
//!
//! The paper's authors had sixty, of which they tell the criteria but not the list. These are ours: each
//! criterion in both directions where that can make sense, strata of several periods, and pairs of those that
//! a small sample of models found best. The promising ones come first, since a run is stopped
//! as soon as it is worse than an earlier one.

use sanderling_analysis::retention::Replacement;

/// For the first experiment.
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

/// For the second experiment, in which the paper has a variation of strata.
pub(super) const SWEEP: [&str; 6] = [
    "in-degree,out-degree",
    "stratified:4",
    "stratified:8",
    "stratified:2,in-degree",
    "stratified:4:3",
    "random",
];

/// Reads names of strategies.
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
