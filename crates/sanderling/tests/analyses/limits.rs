//! A limited search reports its limit, and its report on the explored part is correct.

use std::time::Duration;

use sanderling::{Control, Limits, Question, Request, analyse};
use sanderling_net::ArcKind::{Input, Output};
use sanderling_net::{NestedUnits, Net, PlaceId, Unit, UnitId};
use sanderling_property::Property;
use sanderling_report::{Count, NupnClaim, Reason, Report, Verdict};
use sanderling_testkit::tiny::nets;
use sanderling_tests::{Configuration, play};

/// Enough philosophers that no configuration finishes before it first checks its limits.
const PHILOSOPHERS: usize = 10;
/// The number of states: 3^10.
const STATES: u64 = 59_049;

fn limited(net: &Net, configuration: &Configuration, question: Question, limits: Limits) -> Report {
    let request = Request { limits, ..configuration.request(question) };
    analyse(net, &request, &Control::default()).unwrap()
}

fn properties(net: &Net, texts: &[&str]) -> Question {
    Question::Check(texts.iter().map(|text| Property::parse(text, net).unwrap()).collect())
}

/// Returns a memory limit that is too small for the states.
fn memory(configuration: &Configuration) -> usize {
    match configuration.store.to_string().as_str() {
        // In a tree, the states fit in the memory that is too small for the other stores.
        "tree" => 1 << 18,
        // A disk holds any number of states, but not the memory needed for each shard.
        "disk" => 1 << 14,
        _ => 1 << 20,
    }
}

/// Checks for every question that the answer is unknown for this reason, and that nothing is exhaustive.
fn check_limit(limits: Limits, reason: Reason) {
    let net = nets::philosophers(PHILOSOPHERS);
    let true_ones = properties(&net, &["always tokens(p0) <= 1", "reach tokens(p0) == 2"]);
    for configuration in Configuration::distinct() {
        for question in [Question::Explore, true_ones.clone()] {
            let limits =
                Limits { memory_bytes: limits.memory_bytes.map(|_| memory(&configuration)), ..limits };
            let report = limited(&net, &configuration, question, limits);
            let about = format!("{configuration:?}: {report:?}");
            assert_eq!((report.verdict, report.reason), (Verdict::Unknown, Some(reason)), "{about}");
            assert!(!report.exhaustive && report.trace.is_none(), "{about}");
            assert!(report.states.is_some_and(|states| states < Count::from(STATES)), "{about}");
            assert!(report.max_tokens_in_place <= Some(Count::from(1_u64)), "{about}");
            for answer in &report.answers {
                assert_eq!((answer.verdict, answer.reason), (Verdict::Unknown, Some(reason)), "{about}");
            }
        }
    }
}

#[test]
fn a_limit_on_states_gives_unknown() {
    check_limit(Limits { states: Some(3_000), ..Limits::default() }, Reason::StateLimit);
}

#[test]
fn a_limit_on_memory_gives_unknown() {
    check_limit(Limits { memory_bytes: Some(1 << 20), ..Limits::default() }, Reason::MemoryLimit);
}

#[test]
fn a_limit_on_time_gives_unknown() {
    check_limit(Limits { time: Some(Duration::ZERO), ..Limits::default() }, Reason::TimeLimit);
}

#[test]
fn a_search_that_is_cancelled_before_it_begins_is_unknown() {
    let net = nets::philosophers(PHILOSOPHERS);
    for configuration in Configuration::distinct() {
        let control = Control::default();
        control.cancel();
        let report = analyse(&net, &configuration.request(Question::Explore), &control).unwrap();
        let found = (report.verdict, report.reason, report.exhaustive);
        assert_eq!(found, (Verdict::Unknown, Some(Reason::Cancelled), false), "{configuration:?}");
    }
}

#[test]
fn answers_found_by_a_limited_search_are_kept() {
    let net = nets::philosophers(PHILOSOPHERS);
    let near = "reach tokens(p2) == 1";
    for configuration in Configuration::distinct() {
        let question = properties(&net, &[near, "always tokens(p0) <= 1"]);
        let limits = Limits { states: Some(3_000), ..Limits::default() };
        let report = limited(&net, &configuration, question, limits);
        let [found, open] = &report.answers[..] else { panic!("two answers") };
        assert_eq!((found.verdict, found.reason), (Verdict::Holds, None), "{configuration:?}");
        let marking = play(&net, found.trace.as_ref().expect("a trace"));
        assert_eq!(marking.tokens(net.place_ids().nth(2).unwrap()), 1, "{configuration:?}");
        assert_eq!((open.verdict, open.reason), (Verdict::Unknown, Some(Reason::StateLimit)));
        assert_eq!((report.verdict, report.exhaustive), (Verdict::Unknown, false), "{configuration:?}");
    }
}

#[test]
fn a_limit_that_everything_fits_in_takes_nothing_away() {
    let net = nets::philosophers(5);
    for configuration in Configuration::distinct() {
        let limits = Limits { states: Some(1 << 20), memory_bytes: Some(1 << 30), time: None };
        let report = limited(&net, &configuration, Question::Explore, limits);
        assert_eq!(
            (report.verdict, report.states),
            (Verdict::Computed, Some(243_u64.into())),
            "{configuration:?}"
        );
        assert!(report.exhaustive, "{configuration:?}");
    }
}

#[test]
fn a_claim_that_was_not_checked_everywhere_does_not_hold() {
    let (net, few) = (with_false_claim(), Limits { states: Some(2), ..Limits::default() });
    for configuration in Configuration::distinct() {
        let whole = limited(&net, &configuration, Question::Explore, Limits::default());
        assert!(matches!(whole.nupn_claim, NupnClaim::Refuted { .. }), "{configuration:?}: {whole:?}");
        if configuration.has_levels() {
            let part = limited(&net, &configuration, Question::Explore, few);
            let found = (part.verdict, part.nupn_claim);
            assert_eq!(found, (Verdict::Unknown, NupnClaim::Unchecked), "{configuration:?}");
        }
    }
}

/// Philosophers with a false claim that two of them never eat at the same time; they do after four firings.
fn with_false_claim() -> Net {
    let mut net = nets::philosophers(6);
    let (eats, others) = net.place_ids().partition(|place| [4, 14].contains(&place.index()));
    let unit = |id: &str, places, subunits| Unit { id: id.into(), places, subunits };
    let below = (1..=1 + Vec::len(&others)).map(UnitId::new).collect();
    let mut units = vec![unit("root", Vec::new(), below), unit("eating", eats, Vec::new())];
    units.extend(others.into_iter().map(|place| unit(&net.place(place).id, vec![place], Vec::new())));
    net.units = Some(NestedUnits { root: UnitId::new(0), units, claims_safe: true });
    net
}

#[test]
fn memory_stays_near_its_limit() {
    let net = nets::philosophers(PHILOSOPHERS);
    for configuration in Configuration::distinct() {
        let memory = memory(&configuration);
        let limits = Limits { memory_bytes: Some(memory), ..Limits::default() };
        let report = limited(&net, &configuration, Question::Explore, limits);
        let peak = report.peak_memory_bytes as usize;
        // The memory that a search may use between two checks of its limits.
        assert!((memory..memory + (1 << 20)).contains(&peak), "{configuration:?}: {peak}");
    }
}

#[test]
fn a_deadlock_discovered_before_the_net_turned_out_unbounded_is_reported() {
    // The token of the first place moves to the second, where it is stuck, or produces tokens in the third.
    let arcs = [(0, 0, Input, 1), (1, 0, Output, 1), (0, 1, Input, 1), (0, 1, Output, 1), (2, 1, Output, 1)];
    let net = nets::net("stuck-or-growing", &[1, 0, 0], 2, &arcs);
    for configuration in Configuration::all().into_iter().filter(Configuration::is_breadth_first) {
        let report = limited(&net, &configuration, Question::Deadlock, Limits::default());
        assert_eq!(report.verdict, Verdict::Violated, "{configuration:?}: {report:?}");
        assert_eq!(report.trace.map(|trace| trace.steps.len()), Some(1), "{configuration:?}");
    }
}

#[test]
fn a_claim_of_unit_safety_about_an_unbounded_net_is_refuted() {
    let mut net = nets::source();
    let unit = Unit { id: "u".into(), places: vec![PlaceId::new(0)], subunits: Vec::new() };
    net.units = Some(NestedUnits { root: UnitId::new(0), units: vec![unit], claims_safe: true });
    for configuration in Configuration::all() {
        let report = limited(&net, &configuration, Question::Explore, Limits::default());
        let NupnClaim::Refuted { places, .. } = report.nupn_claim else { panic!("{:?}", report.nupn_claim) };
        assert_eq!(places, ["p0"], "{configuration:?}");
    }
}
