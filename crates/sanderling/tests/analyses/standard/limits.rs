//! The standard properties under limits: more states never give fewer answers, no answer is wrong, and
//! answers are consistent.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Duration;

use sanderling::{Limits, StandardRequest};
use sanderling_net::{Arc, ArcKind, Net, Place, Transition};
use sanderling_report::{AnalysisReport, StandardProperty, Verdict};
use sanderling_testkit::random::{for_seeds, is_met};

use super::{analysed, random_net};
use StandardProperty::{
    Bounded, Conservative, Consistent, DeadlockFree, HomeMarking, Live, NoDeadTransition, OptionToComplete,
    Persistent, ProperCompletion, QuasiLive, RelaxedSound, Repetitive, Reversible, Safe, Sound,
    StructurallyBounded, WeaklySound,
};

/// Returns the properties that are decided.
fn decided(report: &AnalysisReport) -> BTreeMap<StandardProperty, bool> {
    let known = report.answers.iter().filter(|answer| answer.verdict != Verdict::Unknown);
    known.map(|answer| (answer.property, answer.verdict == Verdict::Holds)).collect()
}

fn within(limits: Limits) -> StandardRequest {
    StandardRequest { limits, ..StandardRequest::default() }
}

/// Pairs of properties such that the first implies the second, if the net has a transition.
const IMPLIED: [(StandardProperty, bool, StandardProperty, bool); 19] = [
    (Conservative, true, StructurallyBounded, true),
    (Consistent, true, Repetitive, true),
    (Conservative, true, Bounded, true),
    (StructurallyBounded, true, Bounded, true),
    (Safe, true, Bounded, true),
    (Bounded, false, Safe, false),
    (Repetitive, false, Live, false),
    (QuasiLive, false, Live, false),
    (DeadlockFree, false, Live, false),
    (Live, true, QuasiLive, true),
    (Live, true, DeadlockFree, true),
    (Reversible, true, HomeMarking, true),
    (Sound, true, WeaklySound, true),
    (Sound, true, RelaxedSound, true),
    (WeaklySound, true, OptionToComplete, true),
    (WeaklySound, true, ProperCompletion, true),
    (OptionToComplete, false, WeaklySound, false),
    (WeaklySound, false, Sound, false),
    (NoDeadTransition, false, RelaxedSound, false),
];

/// Checks that implied properties are answered.
fn check_implied(net: &Net, decided: &BTreeMap<StandardProperty, bool>, about: &str) {
    if net.transitions.is_empty() {
        return;
    }
    for (premise, holds, conclusion, implied) in IMPLIED {
        if decided.get(&premise) == Some(&holds) {
            assert_eq!(decided.get(&conclusion), Some(&implied), "{about}: {premise} and {conclusion}");
        }
    }
    let is = |property, holds| decided.get(&property) == Some(&holds);
    if is(Consistent, false) && is(Bounded, true) {
        assert!(is(Live, false), "{about}: bounded, and not consistent");
    }
    if is(Consistent, false) && is(QuasiLive, true) {
        assert!(is(Reversible, false), "{about}: quasi-live, and not consistent");
    }
}

#[test]
fn more_states_never_answer_less_and_the_answers_agree() {
    let answered = Cell::new([0; 4]);
    for_seeds(60, |seed| {
        let net = random_net(seed);
        let mut before: BTreeMap<StandardProperty, bool> = BTreeMap::new();
        for (step, states) in [Some(1), Some(4), Some(20), None].into_iter().enumerate() {
            // Without a limit, an unbounded net may have too many markings.
            let states = states.or(Some(3000));
            let report = analysed(&net, &within(Limits { states, ..StandardRequest::default().limits }));
            let now = decided(&report);
            let about = format!("seed {seed}, {states:?} states");
            for (property, holds) in &before {
                assert_eq!(now.get(property), Some(holds), "{about}: {property}");
            }
            check_implied(&net, &now, &about);
            let mut counts = answered.get();
            counts[step] += now.len();
            answered.set(counts);
            before = now;
        }
    });
    let answered = answered.get();
    println!("answers within 1, 4, 20 and 3000 states: {answered:?}");
    assert!(is_met(answered[3] - answered[0], 0), "more states answer more");
}

#[test]
fn answers_within_little_time_agree_with_those_within_more() {
    for_seeds(150, |seed| {
        let net = random_net(seed);
        let answers_within = |time| {
            let limits = Limits { time: Some(time), states: Some(3000), ..Limits::default() };
            decided(&analysed(&net, &within(limits)))
        };
        let whole = answers_within(Duration::from_secs(60));
        check_implied(&net, &whole, &format!("seed {seed}"));
        for micros in [0, 300, 1000, 5000] {
            let about = format!("seed {seed}, {micros} µs");
            let part = answers_within(Duration::from_micros(micros));
            check_implied(&net, &part, &about);
            for (property, holds) in part {
                assert_eq!(whole.get(&property), Some(&holds), "{about}: {property}");
            }
        }
    });
}

/// Creates a net of arcs such as `p>t` and `t>p`, with places in lower case and transitions in capitals.
/// `marked` places have one token.
fn net(arcs: &str, marked: &str) -> Net {
    let mut net = Net::new("n");
    for arc in arcs.split_whitespace() {
        let (from, to) = arc.split_once('>').expect("an arc");
        let is_input = from.to_lowercase() == from;
        let (place, transition) = if is_input { (from, to) } else { (to, from) };
        let place = net.place_ids().find(|&one| net.place(one).id == place).unwrap_or_else(|| {
            net.add_place(Place::with_tokens(
                place,
                u64::from(marked.split_whitespace().any(|one| one == place)),
            ))
        });
        let transition = net
            .transition_ids()
            .find(|&one| net.transition(one).id == transition)
            .unwrap_or_else(|| net.add_transition(Transition::plain(transition)));
        let kind = if is_input { ArcKind::Input } else { ArcKind::Output };
        net.add_arc(Arc::weighted(place, transition, kind, 1));
    }
    net
}

/// Answers without exploring all markings: with a state limit of one, only close markings and implications
/// remain.
#[test]
fn answers_follow_without_the_markings() {
    for (arcs, marked, property, expected) in [
        // Two transitions compete for the only token.
        ("p>A p>B A>q B>q", "p", Persistent, false),
        ("p>A p>B A>p B>p A>q B>q", "p", Persistent, false),
        ("p>A A>q q>B q>C B>p C>p", "p", Persistent, false),
        // Unbounded, with a conflict after one firing.
        ("S>p p>A p>B", "", Persistent, false),
        ("p>A A>q q>B B>p", "p", Bounded, true),
        ("p>A A>q", "p", Live, false),
        ("p>A A>q q>B B>r r>C C>q", "p", Live, false),
        // The source transition is live, though the net is not consistent.
        ("S>p", "", Live, true),
        ("S>p", "", Reversible, false),
        ("S>p S>q", "", Reversible, false),
        ("p>A A>q A>p", "p", Safe, false),
        ("p>A A>q A>p", "p", Bounded, false),
        ("p>A A>q A>r q>B r>C B>p C>p", "p", Bounded, false),
        // Each task doubles the tokens, so some are left behind at the end.
        ("i>S S>a a>D D>a D>b b>T T>a a>E E>o", "i", RelaxedSound, false),
        ("i>S S>a a>E E>o", "i", RelaxedSound, true),
        ("i>S S>a S>b a>E b>E E>o", "i", RelaxedSound, true),
        ("i>S S>a S>b a>E E>o b>F F>o", "i", RelaxedSound, false),
        ("i>S S>a S>b a>E E>o b>F F>o", "i", Sound, false),
        ("i>S S>a i>T T>b a>E b>E E>o", "i", RelaxedSound, false),
        ("i>S S>o i>T T>o", "i", Sound, true),
    ] {
        for states in [1, 2, 1000] {
            let request = within(Limits { states: Some(states), ..StandardRequest::default().limits });
            let report = analysed(&net(arcs, marked), &request);
            let answer = report.answer(property);
            let verdict = answer.map(|answer| answer.verdict == Verdict::Holds);
            assert_eq!(verdict, Some(expected), "{property} of {arcs} within {states} states: {answer:?}");
        }
    }
}
