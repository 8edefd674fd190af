//! More states, memory or time never answer less, and the answers within any limits agree. The exception is a search that
//! the same limit on states ends.

use std::cell::Cell;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::{Control, Effort, Limits, PreparedNet, Question, Request};
use sanderling_property::{Logic, Property, Statement};
use sanderling_report::{Reason, Report, Verdict};
use sanderling_testkit::random::{self, Shape, coloured, for_seeds, is_met};
use sanderling_testkit::random_property;
use sanderling_tests::temporal::{random_temporal, without_colours};
use sanderling_unfolding::{Budget, NotUnfolded, Options};

/// Maximum number of states within any limits, since the state space may be infinite.
const MAX_STATES: u64 = 5_000;

/// Limits, each of which is at least as large as the one before.
fn growing(random: &mut StdRng) -> Vec<Limits> {
    let limits = |states, memory_bytes, time| Limits { states: Some(states), memory_bytes, time };
    let mut growing = match random.random_range(0..3) {
        0 => [1, 3, 10, 40, 200].map(|states| limits(states, None, None)).to_vec(),
        1 => [10, 14, 17, 20, 24].map(|log| limits(MAX_STATES, Some(1 << log), None)).to_vec(),
        _ => [0, 1, 100]
            .map(|milliseconds| limits(MAX_STATES, None, Some(Duration::from_millis(milliseconds))))
            .to_vec(),
    };
    growing.push(limits(MAX_STATES, None, None));
    growing
}

/// Returns a question about the net that was read, translated to the analysed net.
fn random_question(prepared: &PreparedNet, random: &mut StdRng) -> Question {
    if random.random_bool(0.3) {
        return Question::Deadlock;
    }
    let net = prepared.original_net();
    let statements = (0..random.random_range(1..=3)).map(|_| {
        let logic = [Logic::Ltl, Logic::Ctl][random.random_range(0..2)];
        let property = random_temporal(net, logic, random.random_range(0..=3), random);
        let statement = Statement::Runs(without_colours(&property, net));
        prepared.statement_to_unfolded(&statement).expect("it is small")
    });
    let mut statements: Vec<Statement> = statements.collect();
    if net.is_place_transition() {
        let text = random_property(net, random);
        let property = Property::parse(&text, net).unwrap_or_else(|error| panic!("{text}: {error}"));
        statements.push(Statement::Markings(property));
    }
    Question::check(statements)
}

/// Returns the verdict on each property, or on the question.
fn verdicts(report: &Report) -> Vec<Verdict> {
    match report.answers.as_slice() {
        [] => vec![report.verdict],
        answers => answers.iter().map(|answer| answer.verdict).collect(),
    }
}

/// Answers a random question about a net within growing limits. Returns the number of answers within the
/// first and the last limits.
fn check(prepared: &PreparedNet, seed: u64) -> [usize; 2] {
    let net = prepared.net();
    let mut random = StdRng::seed_from_u64(seed);
    let limits = growing(&mut random);
    // Random walks take a time and not a number of steps, so a busy machine walks less far.
    let usual = Effort { walk_time: Duration::ZERO, ..Effort::default() };
    let effort = match random.random_range(0..3) {
        0 => usual,
        1 => Effort { small: 30, short: 10, ..usual },
        _ => Effort { small: 0, short: 0, ..usual },
    };
    let request = Request {
        effort,
        threads: random.random_range(1..=2),
        ..Request::new(random_question(prepared, &mut random)).with_portfolio(net)
    };
    let (mut known, mut earlier): (Vec<Verdict>, _) = (Vec::new(), Limits::default());
    let mut counts = Vec::new();
    for limits in limits {
        let request = Request { limits, ..request.clone() };
        // A search of a net with explicit colours ends where a place has too many tokens.
        let Ok(report) = prepared.analyse(&request, &Control::default()) else {
            assert!(known.iter().all(|verdict| *verdict == Verdict::Unknown), "seed {seed}, {limits:?}");
            continue;
        };
        let now = verdicts(&report);
        let about = || {
            let Request { threads, question, .. } = &request;
            format!("seed {seed}, {limits:?}, {threads} threads, {question:?}: {known:?}, {now:?}")
        };
        for (property, (before, now)) in known.iter().zip(&now).enumerate() {
            let reason = report.answers.get(property).and_then(|answer| answer.reason);
            // With more memory, a search in another order may reach the same limit on states first. So may a search on
            // two threads, which meets other states each time.
            let may_differ = request.threads > 1 || earlier.memory_bytes != limits.memory_bytes;
            let is_other_limit =
                may_differ && earlier.states == limits.states && reason == Some(Reason::StateLimit);
            assert!(before == now || *before == Verdict::Unknown || is_other_limit, "{}", about());
        }
        earlier = limits;
        counts.push(now.iter().filter(|&&verdict| verdict != Verdict::Unknown).count());
        known = now;
    }
    [counts[0], counts[counts.len() - 1]]
}

fn add(cell: &Cell<[usize; 2]>, counts: [usize; 2]) {
    let [first, last] = cell.get();
    cell.set([first + counts[0], last + counts[1]]);
}

#[test]
fn more_never_answers_less_about_plain_nets() {
    let answers = Cell::new([0; 2]);
    for_seeds(2_000, |seed| {
        let shapes = [Shape::plain(), Shape::conservative(), Shape::special(), Shape::conservative_special()];
        let net = random::net(seed, &shapes[seed as usize % shapes.len()]);
        add(&answers, check(&PreparedNet::not_unfolded(net), seed));
    });
    let [first, last] = answers.get();
    assert!(is_met(last - first, 300), "{first} of {last} answers are given within the first limits");
}

#[test]
fn more_never_answers_less_about_coloured_nets() {
    let answers = Cell::new([0; 2]);
    for_seeds(400, |seed| {
        let net = coloured::net(seed);
        let prepared = if seed % 2 == 0 {
            PreparedNet::of(net, Options::default(), &Budget::default())
        } else {
            let too_large = NotUnfolded::TooLarge { what: "places", limit: 0 };
            PreparedNet::without_unfolding(Box::new((net, too_large)))
        };
        let Ok(prepared) = prepared else { return };
        add(&answers, check(&prepared, seed));
    });
    let [first, last] = answers.get();
    assert!(is_met(last - first, 60), "{first} of {last} answers are given within the first limits");
}
