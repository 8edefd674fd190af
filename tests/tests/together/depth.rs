//! Depth-bounded searches: their reports on random nets, and the levels of the collections.

use std::path::Path;

use sanderling::{
    Control, DepthBound, Driver, Events, Order, Question, Reductions, Request, Retention, analyse,
};
use sanderling_dve::{Dve, Semantics};
use sanderling_net::{Format, Net, Source};
use sanderling_property::Property;
use sanderling_report::{Count, Depth, Reason, Report, Verdict};
use sanderling_testkit::corpora::{KnownLevels, corpora, skip};
use sanderling_testkit::naive::{self, Explored};
use sanderling_testkit::random::{self, Shape, for_seeds};
use sanderling_testkit::tiny::nets;

fn to_depth(net: &Net, question: Question, bound: DepthBound) -> (Report, Depth) {
    let request = Request { depth: Some(bound), ..Request::new(question) };
    let report = analyse(net, &request, &Control::default()).unwrap();
    let depth = report.depth.expect("it was requested");
    (report, depth)
}

/// Returns the number of markings within a depth.
fn within(explored: &Explored, depth: u32) -> u64 {
    explored.levels.iter().take(depth as usize + 1).map(|&states| states as u64).sum()
}

#[test]
fn reports_show_the_states_within_the_depth_and_whether_there_are_others() {
    for_seeds(150, |seed| {
        let net = random::net(seed, &Shape::conservative_special());
        let Ok(explored) = naive::explore(&net, 2000) else { return };
        for depth in [1, 2, 4, 7, 50] {
            let increment = 1 + (seed % 4) as u32;
            let bound = DepthBound { increment, ..DepthBound::new(depth) };
            let (report, reached) = to_depth(&net, Question::Explore, bound);
            let about = format!("{} {bound:?}", net.id);
            let states = within(&explored, depth);
            let is_complete = states == explored.states() as u64;
            assert_eq!(report.states, Some(states.into()), "{about}");
            assert_eq!((report.exhaustive, reached.complete), (is_complete, is_complete), "{about}");
            assert_eq!((reached.bound, reached.explored), (depth, depth), "{about}");
            let expected = match is_complete {
                true => (Verdict::Computed, None),
                false => (Verdict::Unknown, Some(Reason::DepthLimit)),
            };
            assert_eq!((report.verdict, report.reason), expected, "{about}");
            let deadlocks = explored.deadlocks.iter().filter(|(_, distance)| *distance <= depth as usize);
            assert_eq!(report.deadlocks, Some(Count::from(deadlocks.count() as u64)), "{about}");
            if is_complete {
                assert_eq!(report.firings, Some(explored.firings.into()), "{about}");
            }
        }
    });
}

#[test]
fn a_deadlock_is_found_within_its_distance_and_unknown_before() {
    let net = nets::philosophers(6);
    for (depth, verdict) in [(5, Verdict::Unknown), (6, Verdict::Violated), (20, Verdict::Violated)] {
        let bound = DepthBound { increment: 4, ..DepthBound::new(depth) };
        let (report, _) = to_depth(&net, Question::Deadlock, bound);
        assert_eq!(report.verdict, verdict, "{depth}");
        assert_eq!(report.reason, (verdict == Verdict::Unknown).then_some(Reason::DepthLimit), "{depth}");
        let steps = report.trace.map(|trace| trace.steps.len());
        assert!(steps.is_none_or(|steps| steps <= depth as usize), "{steps:?} {depth}");
        assert_eq!(steps.is_some(), verdict == Verdict::Violated);
    }
}

#[test]
fn an_invariant_holds_only_where_everything_lies_within_the_depth() {
    let net = nets::philosophers(3);
    let explored = naive::explore(&net, 10_000).unwrap();
    let farthest = explored.levels.len() as u32 - 1;
    let property = Property::parse("always tokens(p1) <= 1", &net).unwrap();
    for (depth, verdict) in [(farthest - 1, Verdict::Unknown), (farthest, Verdict::Holds)] {
        let (report, _) = to_depth(&net, Question::Check(vec![property.clone()]), DepthBound::new(depth));
        assert_eq!((report.verdict, report.answers[0].verdict), (verdict, verdict), "{depth}");
    }
}

#[test]
fn options_incompatible_with_a_depth_are_refused() {
    let plain = || Request { depth: Some(DepthBound::new(5)), ..Request::new(Question::Explore) };
    assert_eq!(plain().refusal(), None);
    assert_eq!(Request { retention: Retention::KeepAll, ..plain() }.refusal(), None);
    let mut refused = vec![
        (Request { order: Order::DepthFirst, ..plain() }, "order"),
        (Request { driver: Driver::Batched, ..plain() }, "driver"),
        (Request { threads: 2, ..plain() }, "threads"),
        (Request { retention: Retention::Sweep, ..plain() }, "retain"),
        (
            Request { reductions: Reductions { events: Events::SLEEP, ..Reductions::default() }, ..plain() },
            "reduce",
        ),
        (Request { depth: Some(DepthBound { increment: 0, ..DepthBound::new(5) }), ..plain() }, "increment"),
        (Request { depth: Some(DepthBound::new(u32::MAX)), ..plain() }, "depth"),
    ];
    let mut with_cache = plain();
    with_cache.caching.max_states = Some(10);
    refused.push((with_cache, "cache-states"));
    let mut with_levels = plain();
    with_levels.statistics.levels = true;
    refused.push((with_levels, "levels"));
    for (request, option) in refused {
        let refusal = request.refusal().unwrap_or_else(|| panic!("{option} is not refused"));
        let refusal = refusal.to_string();
        assert!(refusal.contains(&format!("`{option}`")), "{option}: {refusal}");
        assert!(analyse(&nets::philosophers(2), &request, &Control::default()).is_err(), "{option}");
    }
}

#[test]
fn a_model_error_within_the_depth_is_found_and_no_other() {
    let net = dve(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../nets/division-by-zero.dve"));
    for (depth, verdict) in [(5, Verdict::Unknown), (6, Verdict::Violated)] {
        let (report, _) = to_depth(&net, Question::Explore, DepthBound::new(depth));
        assert_eq!(report.verdict, verdict, "{depth}");
        assert_eq!(report.model_error.is_some(), verdict == Verdict::Violated, "{depth}");
    }
}

fn dve(path: &Path) -> Net {
    let source = Source::new(path.to_string_lossy(), std::fs::read(path).unwrap());
    Dve { semantics: Semantics::Ltsmin }.parse(&source).unwrap().nets.remove(0)
}

/// Maximum number of states; `cargo xtask reproduce depth` covers larger models.
const MAX_STATES: u64 = 2_000_000;

#[test]
fn as_many_states_lie_within_a_depth_as_the_levels_of_the_collections_have() {
    let test = "as_many_states_lie_within_a_depth_as_the_levels_of_the_collections_have";
    let Some(corpora) = corpora() else { return skip(test, "../shared/corpora") };
    let known = KnownLevels::read(&corpora);
    let mut compared = 0;
    for entry in std::fs::read_dir(corpora.join("beem")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(levels) = known.get(&name) else { continue };
        let net = dve(&path);
        for bound in bounds(levels) {
            check_levels(&net, levels, bound);
            compared += 1;
        }
    }
    println!("{compared} searches");
    assert!(compared > 50, "{compared}");
}

/// Returns several depths and increments if there are few states, and fewer of both if there are many.
fn bounds(levels: &[(u64, u64)]) -> Vec<DepthBound> {
    let states: u64 = levels.iter().map(|level| level.0).sum();
    let farthest = levels.len() as u32 - 1;
    let bound = |depth, increment| DepthBound { increment, ..DepthBound::new(depth) };
    match states {
        0..15_000 => {
            let depths = [1, farthest / 4, farthest / 2 + 1, farthest - 1, farthest, farthest + 3];
            depths.into_iter().flat_map(|depth| [1, 7, 50].map(|k| bound(depth, k))).collect()
        }
        15_000..200_000 => vec![bound(farthest / 2, 3), bound(farthest - 1, 20), bound(farthest, 10)],
        200_000..MAX_STATES => vec![bound(farthest / 2, 10)],
        _ => Vec::new(),
    }
}

fn check_levels(net: &Net, levels: &[(u64, u64)], bound: DepthBound) {
    let sum =
        |levels: &[(u64, u64)]| levels.iter().fold((0, 0), |sum, level| (sum.0 + level.0, sum.1 + level.1));
    let depth = (bound.depth as usize).min(levels.len());
    let states = sum(&levels[..levels.len().min(depth + 1)]).0;
    let is_complete = depth + 1 >= levels.len();
    let firings = sum(if is_complete { levels } else { &levels[..depth] }).1;
    let (report, reached) = to_depth(net, Question::Explore, bound);
    let counts = (report.states, report.firings, reached.complete);
    assert_eq!(counts, (Some(states.into()), Some(firings.into()), is_complete), "{} {bound:?}", net.id);
}
