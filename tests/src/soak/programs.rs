//! Programs, against the direct interpreter of their syntax trees.

use rand::rngs::StdRng;
use rand::{Rng, RngExt};
use sanderling::{Control, Encoding, Events, ModelErrors, Question, Request, analyse};
use sanderling_dve::{Dve, Semantics};
use sanderling_net::{Format, Net, Source};
use sanderling_report::Verdict;
use sanderling_testkit::dve::{Errors, Shape, explore, print, random as random_model};

use super::LIMIT;
use crate::{Configuration, check_counts, check_property_process};

/// Checks the counts of a program, with one more state for failing steps.
pub(super) fn explored(random: &mut StdRng) -> bool {
    let shapes = [Shape::tame, Shape::wild, Shape::talkative, Shape::wide];
    let model = random_model(random.next_u64(), &shapes[random.random_range(0..shapes.len())]());
    let semantics = if random.random_bool(0.5) { Semantics::Ltsmin } else { Semantics::Divine2 };
    let Ok(Some(explored)) = explore(&model, semantics, Errors::State, LIMIT) else { return false };
    let text = print(&model);
    let Ok(mut parsed) = Dve { semantics }.parse(&Source::new("random.dve", text.clone())) else {
        return false;
    };
    let net = parsed.nets.remove(0);
    if random.random_bool(0.5) {
        let is_dead = explored.deadlocks > 0;
        return is_deadlock_found(&net, is_dead, random, &text);
    }
    let configuration = Configuration::rotation_of_programs(random.next_u64(), 1)[0];
    let request = with_error_state(configuration.request(Question::Explore));
    let report =
        analyse(&net, &request, &Control::default()).unwrap_or_else(|found| panic!("{found}\n{text}"));
    if configuration.gave_up(&report) {
        return false;
    }
    let known = [explored.states.into(), explored.edges.into(), explored.deadlocks.into()];
    let about = || format!("{semantics:?} {configuration:?}\n{text}");
    check_counts(&report, known).unwrap_or_else(|difference| panic!("{difference}: {}", about()));
    for (assertion, answer) in net.assertions.iter().zip(&report.answers) {
        assert_eq!(answer.name.as_ref(), Some(&assertion.id), "{}", about());
    }
    true
}

/// Checks the property process of a program against its definition.
pub(super) fn watched(random: &mut StdRng) -> bool {
    let shapes = [Shape::tame, Shape::wild, Shape::talkative, Shape::wide];
    let shape = Shape { property: 1.0, ..shapes[random.random_range(0..shapes.len())]() };
    let text = print(&random_model(random.next_u64(), &shape));
    let semantics = if random.random_bool(0.5) { Semantics::Ltsmin } else { Semantics::Divine2 };
    let threads = random.random_range(1..=4);
    let request = Request { threads, ..Request::new(Question::Check(Vec::new())) };
    check_property_process(&text, semantics, request, LIMIT).is_some()
}

/// Checks two counters that skip some values, so that tests of them have holes.
pub(super) fn with_holes(random: &mut StdRng) -> bool {
    let end = random.random_range(5..30);
    let guard = |random: &mut StdRng| {
        let parts: Vec<_> = (0..random.random_range(1..8))
            .map(|_| format!("x * x % {} != {}", random.random_range(3..30), random.random_range(0..12)))
            .collect();
        parts.join(" and ")
    };
    let process = |name: &str, guard: String| {
        let guard = guard.replace('x', &name.to_lowercase());
        let x = name.to_lowercase();
        format!(
            "process {name} {{ state a; init a; trans a -> a {{ guard {guard} and {x} < {end}; effect {x} = {x} + 1; }}; }}\n"
        )
    };
    let text = format!(
        "byte p; byte q;\n{}{}system async;\n",
        process("P", guard(random)),
        process("Q", guard(random))
    );
    let source = Source::new("holes.dve", text.clone());
    let net = Dve { semantics: Semantics::Ltsmin }.parse(&source).expect("it is a program").nets.remove(0);
    // Each counter stops at its first hole, or at its end.
    is_deadlock_found(&net, true, random, &text)
}

fn with_error_state(request: Request) -> Request {
    Request { model_errors: ModelErrors::State, ..request }
}

/// Whether a deadlock is found if and only if there is one, with stubborn sets and without.
fn is_deadlock_found(net: &Net, is_dead: bool, random: &mut StdRng, text: &str) -> bool {
    let drawn = Configuration::rotation_for(&Question::Deadlock, random.next_u64(), 1)[0];
    let mut configuration = Configuration { encoding: Encoding::Fields, ..drawn };
    if random.random_bool(0.7) && !configuration.retention.sweeps() {
        configuration.reductions.events = Events::STUBBORN;
    }
    let request = with_error_state(configuration.request(Question::Deadlock));
    if request.refusal().is_some() {
        return false;
    }
    let report =
        analyse(net, &request, &Control::default()).unwrap_or_else(|found| panic!("{found}\n{text}"));
    if configuration.gave_up(&report) {
        return false;
    }
    let expected = if is_dead { Verdict::Violated } else { Verdict::Holds };
    assert_eq!(report.verdict, expected, "{configuration:?}\n{text}");
    true
}
