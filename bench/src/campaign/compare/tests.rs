//! Comparisons of complete results.

use super::*;
use crate::campaign::record::{Answer, Run};
use crate::campaign::sample::{answered, campaign, run, session};

fn results(runs: Vec<Run>) -> Results {
    Results { sessions: vec![session()], runs }
}

/// Creates runs of eight models in two configurations with three repetitions each, which differ by a few
/// percent.
fn repeated() -> Vec<Run> {
    let keys = (0..8_u32).flat_map(|model| ["x", "y"].map(|configuration| (model, configuration)));
    let timed = |(model, configuration): (u32, &str), repetition: u32| Run {
        wall_s: f64::from(1 + model) * (1.0 + 0.02 * f64::from(repetition)),
        ..run(&format!("m{model}"), "q", configuration, repetition)
    };
    keys.flat_map(|key| [1, 2, 3].map(|repetition| timed(key, repetition))).collect()
}

#[test]
fn unchanged_results_are_reported_as_unchanged() {
    let runs = repeated();
    let comparison = compare(&results(runs.clone()), &results(runs));
    assert!(comparison.is_unchanged());
    let text = comparison.to_string();
    assert!(text.contains("Nothing changed.") && text.contains("No answer became wrong."), "{text}");
    assert!(
        text.contains("0 faster, 0 slower, 16 within noise") && text.contains("1.000 to 1.000"),
        "{text}"
    );
    let empty = compare(&Results::default(), &Results::default());
    assert!(empty.to_string().contains("Nothing changed."));
}

#[test]
fn a_wrong_answer_that_is_new_comes_first() {
    let old = repeated();
    let mut new = old.clone();
    new[0].wall_s = 50.0;
    new[3].outcome = Outcome::Crashed;
    new[3].answers.clear();
    new[47].answers = vec![answered("states", "5", Some("4000"))];
    let comparison = compare(&results(old), &results(new));
    assert_eq!((comparison.new_wrong_answers(), comparison.new_crashes()), (1, 1));
    let text = comparison.to_string();
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
    assert!(
        at("NEW WRONG ANSWERS: 1") < at("NEW CRASHES: 1") && at("NEW CRASHES: 1") < at("Seconds:"),
        "{text}"
    );
    assert!(text.contains("m7     q         y              states  4000  5    4000"), "{text}");
}

#[test]
fn only_new_wrong_answers_are_counted_as_new() {
    let wrong = || vec![answered("states", "5", Some("4000"))];
    let old = vec![Run { answers: wrong(), ..run("a", "q", "x", 1) }];
    let new = vec![old[0].clone(), Run { answers: wrong(), ..run("b", "q", "x", 1) }];
    let comparison = compare(&results(old.clone()), &results(new));
    assert_eq!(comparison.new_wrong_answers(), 1);
    assert_eq!(comparison.answers[0].case.model, "b");
    let text = compare(&results(old.clone()), &results(old)).to_string();
    assert!(text.contains("Still wrong: 1") && text.contains("No answer became wrong."), "{text}");
}

#[test]
fn slower_runs_are_listed_with_their_ratios_and_means() {
    let old = repeated();
    let mut new = old.clone();
    new.iter_mut().filter(|run| run.configuration == "y").for_each(|run| run.wall_s *= 1.5);
    let comparison = compare(&results(old), &results(new));
    assert_eq!((comparison.seconds.less.len(), comparison.seconds.more.len()), (0, 8));
    for ratio in &comparison.seconds.more {
        assert!(ratio.low <= ratio.ratio && ratio.ratio <= ratio.high && (ratio.ratio - 1.5).abs() < 1e-9);
    }
    let means: Vec<_> =
        comparison.seconds.means.iter().map(|mean| (mean.ratio * 1e3).round() / 1e3).collect();
    assert_eq!(means, [1.5_f64.sqrt(), 1.0, 1.5].map(|ratio| (ratio * 1e3).round() / 1e3));
    assert!(comparison.memory.more.is_empty());
}

#[test]
fn only_what_both_sides_answered_is_compared() {
    let old = vec![run("a", "q", "x", 1), run("b", "q", "x", 1)];
    let mut new = old.clone();
    new[0].outcome = Outcome::OutOfTime;
    new[0].answers = vec![Answer::new("states", None, Some("4000".into()), false)];
    new[0].wall_s = 60.0;
    new[1].peak_bytes = Some(640 << 20);
    let comparison = compare(&results(old), &results(new));
    assert_eq!(
        (comparison.seconds.compared, comparison.seconds.more.len(), comparison.memory.more.len()),
        (1, 0, 1)
    );
    let text = comparison.to_string();
    assert!(text.contains("Became unknown: 1") && text.contains("Ended otherwise: 1"), "{text}");
    assert!(text.contains("Became larger (MiB): 1") && text.contains("out of time"), "{text}");
}

#[test]
fn runs_of_one_side_are_listed() {
    let old = vec![run("a", "q", "x", 1), run("b", "q", "x", 1)];
    let new = vec![run("b", "q", "x", 1), run("c", "q", "x", 1)];
    let comparison = compare(&results(old), &results(new));
    let text = comparison.to_string();
    assert_eq!(comparison.joined, 1);
    assert!(
        text.contains("Only in the old results: 1") && text.contains("Only in the new results: 1"),
        "{text}"
    );
    assert!(!comparison.is_unchanged());
}

#[test]
fn other_machines_and_suites_are_noted() {
    let mut new = results(repeated());
    new.sessions[0].machine.processor = "Other".into();
    new.sessions[0].fingerprint = "f".into();
    new.sessions[0].random_access_per_s = Some(2.1e7);
    let comparison = compare(&results(repeated()), &new);
    assert_eq!(comparison.notes.len(), 3);
    assert!(comparison.notes[2].contains("-50 %"), "{:?}", comparison.notes);
}

#[test]
fn long_lists_are_cut_in_text_and_whole_in_json() {
    let old = campaign(100, 1, 1);
    let comparison = compare(&results(old), &results(Vec::new()));
    assert!(comparison.to_string().contains("  and 60 more"));
    let json = serde_json::to_value(&comparison).unwrap();
    assert_eq!(json["only_old"].as_array().unwrap().len(), 100);
    assert_eq!(json["only_old"][0]["question"], "q0");
}
