//! Tests of strategies as text.

use super::*;

fn parse(text: &str) -> Result<Replacement, ReplacementError> {
    text.parse()
}

#[test]
fn every_strategy_survives_being_printed() {
    let mut texts: Vec<String> = NAMES.iter().map(|(name, _)| (*name).to_owned()).collect();
    texts.extend(["stratified:8".to_owned(), "stratified:8:3".to_owned()]);
    let reversed: Vec<String> = texts.iter().map(|text| format!("-{text}")).collect();
    texts.extend(reversed);
    texts.extend([RANDOM.to_owned(), "stratified:2,-distance,lru,event-type".to_owned()]);
    for text in &texts {
        let replacement = parse(text).unwrap();
        assert_eq!(replacement.to_string(), *text);
        assert_eq!(parse(&replacement.to_string()), Ok(replacement));
    }
}

#[test]
fn criteria_keep_their_order_and_direction() {
    let replacement = parse("stratified:8, -distance").unwrap();
    let rankings: Vec<Ranking> = replacement.rankings().collect();
    assert_eq!(
        rankings,
        [
            Ranking { criterion: Criterion::Stratified { period: 8, kept: 1 }, is_reversed: false },
            Ranking { criterion: Criterion::Distance, is_reversed: true },
        ]
    );
}

#[test]
fn random_at_the_end_says_nothing_new() {
    assert_eq!(parse("stratified:8,-distance,random"), parse("stratified:8,-distance"));
    assert_eq!(parse("random"), Ok(Replacement::default()));
    assert!(parse("random").unwrap().is_random() && !parse("lru,random").unwrap().is_random());
}

#[test]
fn strata_of_the_first_alone_are_printed_without_it() {
    assert_eq!(parse("stratified:8:1").unwrap().to_string(), "stratified:8");
}

#[test]
fn errors_say_what_is_expected() {
    let error = |text| parse(text).unwrap_err().to_string();
    for text in ["", "newest", "lru,", ",lru", "--lru", "Random", "lru:2"] {
        let message = error(text);
        assert!(message.contains("expected random, oldest, lru") && message.contains("stratified:N"));
    }
    for text in ["stratified", "stratified:", "stratified:1", "stratified:8:0", "stratified:8:8"] {
        assert!(error(text).contains("N of at least 2"), "{text}");
    }
    for text in ["stratified:8:1:1", "stratified:x", "-stratified:99999999999"] {
        assert!(error(text).contains("N of at least 2"), "{text}");
    }
    for text in ["random,lru", "-random", "lru,-random", "random,random"] {
        assert!(error(text).contains("random alone or as the last"), "{text}");
    }
    assert!(error("lru,distance,-lru").contains("'lru' repeated"));
    assert!(error("lru,oldest,distance,in-degree,out-degree").contains("at most 4"));
}

#[test]
fn as_many_criteria_as_promised_fit() {
    let replacement = parse("lru,oldest,distance,in-degree,random").unwrap();
    assert_eq!(replacement.rankings().count(), MAX_CRITERIA);
}
