//! Random Promela programs: the compiled model of the net agrees with the reference semantics of the net, step by step,
//! and a search of the engine finds the numbers of the direct interpreter of the program.

use std::cell::Cell;
use std::collections::BTreeSet;

use sanderling::{Control, PreparedNet, Question, Request};
use sanderling_model::ModelErrors;
use sanderling_net::Source;
use sanderling_report::{Count, Verdict};
use sanderling_testkit::promela::{Explored, explore, random};
use sanderling_testkit::random::{for_seeds, is_met};

use super::dve_random::compiled;

/// Maximum number of states of a program. Larger ones are skipped.
const LIMIT: usize = 300;

/// Compares a program in all implementations; `None` if it is too large, has errors or is divided.
fn compare(text: &str) -> Option<Explored> {
    let source = Source::new("random.pml", text);
    let program = sanderling_promela::program(&source).unwrap_or_else(|found| panic!("{found}\n{text}"));
    let expected = explore(&program, LIMIT).ok().flatten()?;
    let mut parsed = sanderling_promela::parse(&source).ok()?;
    if !parsed.warnings.is_empty() {
        return None;
    }
    let net = parsed.nets.remove(0);
    compiled::follow(&net, ModelErrors::Report, expected.states)
        .unwrap_or_else(|difference| panic!("{difference}\n{text}"));
    let lines: Vec<Option<u32>> = net.assertions.iter().map(|found| Some(found.span?.line)).collect();
    let prepared = PreparedNet::not_unfolded(net);
    let answered = |question| {
        let request = Request { assertions: true, ..Request::new(question) };
        prepared.analyse(&request, &Control::default()).unwrap_or_else(|found| panic!("{found}\n{text}"))
    };
    let report = answered(Question::Explore);
    let count = |number: usize| Some(Count::from(number as u64));
    assert_eq!(
        (report.states, report.firings, report.deadlocks),
        (count(expected.states), count(expected.steps as usize), count(expected.dead)),
        "{text}"
    );
    assert_eq!(report.answers.len(), lines.len(), "{text}");
    let answers = report.answers.iter().zip(&lines);
    let violated =
        answers.filter(|(answer, _)| answer.verdict == Verdict::Violated).filter_map(|(_, line)| *line);
    assert_eq!(violated.collect::<BTreeSet<_>>(), expected.violated, "{text}");
    let verdict = if expected.invalid_ends > 0 { Verdict::Violated } else { Verdict::Holds };
    let deadlock = Request { assertions: false, ..Request::new(Question::Deadlock) };
    let report = prepared.analyse(&deadlock, &Control::default()).unwrap();
    assert_eq!(report.verdict, verdict, "{text}");
    Some(expected)
}

#[test]
fn compiled_programs_agree_with_the_interpreter() {
    let (compared, violated) = (Cell::new(0), Cell::new(0));
    for_seeds(2000, |seed| {
        if let Some(found) = compare(&random(seed).print()) {
            compared.set(compared.get() + 1);
            violated.set(violated.get() + usize::from(!found.violated.is_empty()));
        }
    });
    assert!(is_met(compared.get(), 500) && is_met(violated.get(), 25), "{compared:?} {violated:?}");
}
