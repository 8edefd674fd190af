//! Standard properties of random nets, compared with their definitions on the reachability graph.

mod greatest;
mod limits;
mod workflow;

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use sanderling::{Control, Effort, Limits, PreparedNet, StandardRequest};
use sanderling_net::semantics::{Interpreter, Marking};
use sanderling_net::{Arc, ArcKind, Net, Place, PlaceId, Transition, TransitionId};
use sanderling_report::{AnalysisReport, LivenessLevel, StandardProperty, Trace, Verdict};
use sanderling_testkit::naive;
use sanderling_testkit::random::{self, Shape, classes, for_seeds, is_met};

/// Maximum number of markings of a compared net.
const LIMIT: usize = 60;

/// The reachable markings of a small net, the initial one first, with their firings.
struct Graph {
    markings: Vec<Marking>,
    firings: Vec<Vec<(TransitionId, usize)>>,
    /// Whether each marking leads to, or equals, each other marking.
    leads: Vec<Vec<bool>>,
}

impl Graph {
    fn of(net: &Net) -> Option<Self> {
        let naive::Graph { markings, firings } = naive::Graph::explore(net, LIMIT).ok()?;
        let count = markings.len();
        let mut leads: Vec<Vec<bool>> =
            (0..count).map(|from| (0..count).map(|to| from == to).collect()).collect();
        for (from, firings) in firings.iter().enumerate() {
            firings.iter().for_each(|&(_, to)| leads[from][to] = true);
        }
        for via in 0..count {
            let beyond = leads[via].clone();
            for from in leads.iter_mut().filter(|from| from[via]) {
                from.iter_mut().zip(&beyond).for_each(|(leads, &beyond)| *leads |= beyond);
            }
        }
        Some(Self { markings, firings, leads })
    }

    fn all(&self) -> std::ops::Range<usize> {
        0..self.markings.len()
    }

    fn enables(&self, at: usize, transition: TransitionId) -> bool {
        self.firings[at].iter().any(|&(one, _)| one == transition)
    }

    /// Returns the last marking of a run.
    fn after(&self, net: &Net, trace: &Trace) -> usize {
        trace.steps.iter().fold(0, |at, step| {
            let is_it = |&&(one, _): &&(TransitionId, usize)| net.transition(one).id == step.event;
            self.firings[at].iter().find(is_it).expect("the run can be fired").1
        })
    }

    fn level(&self, transition: TransitionId) -> LivenessLevel {
        let can_again =
            |from: usize| self.all().any(|at| self.leads[from][at] && self.enables(at, transition));
        let recurs = |from: usize| {
            self.firings[from].iter().any(|&(one, to)| one == transition && self.leads[to][from])
        };
        if !self.all().any(|at| self.enables(at, transition)) {
            LivenessLevel::L0
        } else if self.all().all(can_again) {
            LivenessLevel::L4
        } else if self.all().any(recurs) {
            LivenessLevel::L3
        } else {
            LivenessLevel::L1
        }
    }

    /// Returns whether a firing disables another transition.
    fn disables(&self, from: usize, (fired, to): (TransitionId, usize)) -> bool {
        self.firings[from].iter().any(|&(other, _)| other != fired && !self.enables(to, other))
    }
}

fn analysed(net: &Net, request: &StandardRequest) -> AnalysisReport {
    let prepared = PreparedNet::not_unfolded(net.clone());
    prepared.standard_properties(request, &Control::default()).expect("the net can be compiled")
}

/// How often each verdict occurred.
type Met = RefCell<HashMap<(StandardProperty, Verdict), usize>>;

/// Prints how often each verdict occurred, and checks that each did.
fn met_both(met: &Met, properties: &[StandardProperty]) {
    for &property in properties {
        let [holds, violated] = [Verdict::Holds, Verdict::Violated]
            .map(|verdict| met.borrow().get(&(property, verdict)).copied().unwrap_or(0));
        println!("{property}: {holds} hold, {violated} do not");
        assert!(is_met(holds, 20) && is_met(violated, 20), "{property}");
    }
}

/// Creates a random net of one of several kinds.
fn random_net(seed: u64) -> Net {
    match seed % 6 {
        0 => random::net(seed, &Shape::plain()),
        1 => random::net(seed, &Shape::conservative_special()),
        2 => random::net(seed, &Shape::special()),
        3 => classes::free_choice(seed),
        4 => classes::marked_graph(seed),
        _ => random::workflow::net(seed, 1..=6, 0..=2),
    }
}

#[test]
fn the_behaviour_of_random_nets_is_that_of_the_definitions() {
    use StandardProperty::{
        Bounded, DeadlockFree, HomeMarking, Live, Persistent, QuasiLive, Reversible, Safe,
    };
    let met = Met::default();
    for_seeds(2400, |seed| {
        let net = random_net(seed);
        let Some(graph) = Graph::of(&net) else { return };
        let request = StandardRequest {
            properties: vec![
                Bounded,
                Safe,
                DeadlockFree,
                QuasiLive,
                Live,
                Reversible,
                HomeMarking,
                Persistent,
            ],
            threads: 1 + seed as usize % 2,
            ..StandardRequest::default()
        };
        let report = analysed(&net, &request);
        let answer = |property| report.answer(property).unwrap_or_else(|| panic!("{property}"));
        let check = |property, expected: bool| {
            let verdict = answer(property).verdict;
            assert_eq!(
                verdict,
                if expected { Verdict::Holds } else { Verdict::Violated },
                "{property} of {seed}"
            );
            *met.borrow_mut().entry((property, verdict)).or_default() += 1;
        };
        let shown = |property| answer(property).trace.as_ref().map(|trace| graph.after(&net, trace));
        let most = |place: PlaceId| graph.markings.iter().map(|marking| marking.tokens(place)).max();
        check(Bounded, true);
        check(Safe, net.place_ids().all(|place| most(place) <= Some(1)));
        if let Some(at) = shown(Safe) {
            assert!(net.place_ids().any(|place| graph.markings[at].tokens(place) > 1), "{seed}");
        }
        check(DeadlockFree, graph.all().all(|at| !graph.firings[at].is_empty()));
        assert!(shown(DeadlockFree).is_none_or(|at| graph.firings[at].is_empty()), "{seed}");
        let levels: Vec<_> = net.transition_ids().map(|one| graph.level(one)).collect();
        check(QuasiLive, !levels.contains(&LivenessLevel::L0));
        check(Live, levels.iter().all(|&level| level == LivenessLevel::L4));
        if let (Some(at), [id]) = (shown(Live), &answer(Live).nodes[..]) {
            let lacking = net.transition_ids().find(|&one| net.transition(one).id == *id).expect("its id");
            assert!(!graph.all().any(|to| graph.leads[at][to] && graph.enables(to, lacking)), "{seed}");
        }
        check(Reversible, graph.all().all(|at| graph.leads[at][0]));
        assert!(shown(Reversible).is_none_or(|at| !graph.leads[at][0]), "{seed}");
        let is_home = |home: usize| graph.all().all(|at| graph.leads[at][home]);
        check(HomeMarking, graph.all().any(is_home));
        if answer(HomeMarking).verdict == Verdict::Holds {
            assert!(shown(HomeMarking).is_none_or(is_home), "{seed}");
        }
        let conflicts = |at: usize| graph.firings[at].iter().any(|&firing| graph.disables(at, firing));
        check(Persistent, !graph.all().any(conflicts));
        assert!(shown(Persistent).is_none_or(conflicts), "{seed}");
        if let Some(liveness) = &report.liveness {
            let found: Vec<_> = liveness.iter().map(|(_, level)| *level).collect();
            assert_eq!(found, levels, "{seed}");
            assert_eq!(report.states, Some((graph.markings.len() as u64).into()), "{seed}");
            let bounds = report.bounds.as_ref().expect("all markings were explored");
            for place in net.place_ids() {
                let bound = bounds.get(&net.place(place).id).copied();
                assert_eq!(bound, most(place).map(Into::into), "{seed}");
            }
        }
    });
    met_both(&met, &[Safe, DeadlockFree, QuasiLive, Live, Reversible, HomeMarking, Persistent]);
}

#[test]
fn a_net_terminates_if_its_graph_has_no_cycle() {
    let met: RefCell<HashMap<Verdict, usize>> = RefCell::default();
    for_seeds(300, |seed| {
        let net = random_net(seed);
        let Some(graph) = Graph::of(&net) else { return };
        let returns = |at: usize| graph.firings[at].iter().any(|&(_, to)| graph.leads[to][at]);
        for states in [None, Some(1)] {
            let usual = StandardRequest::default();
            let limits = Limits { states, ..usual.limits };
            let request = StandardRequest { properties: vec![StandardProperty::Terminates], limits, ..usual };
            let answer = &analysed(&net, &request).answers[0];
            let expected = if graph.all().any(returns) { Verdict::Violated } else { Verdict::Holds };
            assert!(
                answer.verdict == expected || states.is_some() && answer.verdict == Verdict::Unknown,
                "{seed}"
            );
            *met.borrow_mut().entry(answer.verdict).or_default() += 1;
        }
    });
    let times = |verdict| met.borrow().get(&verdict).copied().unwrap_or(0);
    assert!(is_met(times(Verdict::Holds), 5) && is_met(times(Verdict::Violated), 5), "{met:?}");
}

/// Without time to explore anything, the answers are still correct.
#[test]
fn answers_without_the_graph_are_correct() {
    let decided = RefCell::new(0);
    for_seeds(120, |seed| {
        let net = random_net(seed);
        let Some(graph) = Graph::of(&net) else { return };
        let request = StandardRequest {
            limits: Limits { states: Some(1), ..StandardRequest::default().limits },
            ..StandardRequest::default()
        };
        let report = analysed(&net, &request);
        for answer in report.answers.iter().filter(|answer| answer.verdict != Verdict::Unknown) {
            let expected = match answer.property {
                StandardProperty::DeadlockFree => graph.all().all(|at| !graph.firings[at].is_empty()),
                StandardProperty::QuasiLive => {
                    net.transition_ids().all(|one| graph.level(one) != LivenessLevel::L0)
                }
                StandardProperty::Live => {
                    net.transition_ids().all(|one| graph.level(one) == LivenessLevel::L4)
                }
                StandardProperty::Reversible => graph.all().all(|at| graph.leads[at][0]),
                StandardProperty::Persistent => {
                    !graph.all().any(|at| graph.firings[at].iter().any(|&firing| graph.disables(at, firing)))
                }
                StandardProperty::Bounded => true,
                StandardProperty::Safe => net
                    .place_ids()
                    .all(|place| graph.markings.iter().all(|marking| marking.tokens(place) <= 1)),
                _ => continue,
            };
            *decided.borrow_mut() += 1;
            assert_eq!(
                answer.verdict == Verdict::Holds,
                expected,
                "{} of {seed}: {}",
                answer.property,
                answer.text
            );
        }
    });
    assert!(*decided.borrow() > 100, "{decided:?}");
}

/// Answers about nets with too many markings for this test are not contradicted by the explored markings.
#[test]
fn answers_about_infinite_nets_are_not_contradicted() {
    let met: RefCell<HashMap<(StandardProperty, Verdict), usize>> = RefCell::default();
    for_seeds(900, |seed| {
        let net = random_net(seed);
        if Graph::of(&net).is_some() {
            return;
        }
        let request = StandardRequest {
            limits: Limits { states: Some(2000), ..StandardRequest::default().limits },
            effort: Effort { walk_time: Duration::from_millis(20), ..Effort::default() },
            ..StandardRequest::default()
        };
        let report = analysed(&net, &request);
        if report.states != Some(sanderling_report::Count::Infinite) {
            return;
        }
        let nearest = naive::nearest(&net, 400);
        let interpreter = Interpreter::new(&net);
        let enabled: Vec<Vec<TransitionId>> = nearest
            .iter()
            .map(|marking| {
                let firings = interpreter.enabled(marking).expect("enabledness is defined");
                firings.iter().map(|firing| firing.transition).collect()
            })
            .collect();
        let holds = |property| report.answer(property).is_some_and(|one| one.verdict == Verdict::Holds);
        let dead = |answer: StandardProperty| report.answer(answer).map_or(&[][..], |one| &one.nodes);
        for answer in report.answers.iter().filter(|answer| answer.verdict != Verdict::Unknown) {
            *met.borrow_mut().entry((answer.property, answer.verdict)).or_default() += 1;
        }
        assert!(!holds(StandardProperty::Bounded), "{seed}");
        if holds(StandardProperty::DeadlockFree) || holds(StandardProperty::Live) {
            assert!(enabled.iter().all(|enabled| !enabled.is_empty()), "{seed}");
        }
        if holds(StandardProperty::Safe) {
            assert!(nearest.iter().all(|marking| net.place_ids().all(|p| marking.tokens(p) <= 1)), "{seed}");
        }
        for transition in enabled.iter().flatten() {
            assert!(!dead(StandardProperty::QuasiLive).contains(&net.transition(*transition).id), "{seed}");
        }
        for place in net.place_ids() {
            let bound = report.bounds.as_ref().and_then(|bounds| bounds.get(&net.place(place).id).copied());
            let most = nearest.iter().map(|marking| marking.tokens(place)).max().unwrap_or(0);
            assert!(bound.is_none_or(|bound| bound >= most.into()), "{seed}");
        }
    });
    let met = met.borrow();
    let times = |property, verdict| met.get(&(property, verdict)).copied().unwrap_or(0);
    for property in [StandardProperty::Bounded, StandardProperty::QuasiLive, StandardProperty::DeadlockFree] {
        assert!(is_met(times(property, Verdict::Violated), 4), "{property}: {met:?}");
    }
    assert!(is_met(times(StandardProperty::DeadlockFree, Verdict::Holds), 10), "{met:?}");
}

/// Tokens accumulate as long as the case is open, and its end removes all of them.
#[test]
fn a_workflow_that_clears_accumulated_tokens_is_not_unsound() {
    let mut net = Net::new("clearing");
    let [source, open, pile, sink] = [("i", 1), ("open", 0), ("pile", 0), ("o", 0)]
        .map(|(id, tokens)| net.add_place(Place::with_tokens(id, tokens)));
    let [begin, work, end] = ["begin", "work", "end"].map(|id| net.add_transition(Transition::plain(id)));
    for (place, transition, kind) in [
        (source, begin, ArcKind::Input),
        (open, begin, ArcKind::Output),
        (open, work, ArcKind::Input),
        (open, work, ArcKind::Output),
        (pile, work, ArcKind::Output),
        (open, end, ArcKind::Input),
        (pile, end, ArcKind::Reset),
        (sink, end, ArcKind::Output),
    ] {
        net.add_arc(Arc::weighted(place, transition, kind, 1));
    }
    let report = analysed(&net, &StandardRequest::default());
    let verdict = |property| report.answer(property).map(|answer| answer.verdict);
    assert_ne!(verdict(StandardProperty::Sound), Some(Verdict::Violated), "{report:?}");
    assert_ne!(verdict(StandardProperty::WeaklySound), Some(Verdict::Violated), "{report:?}");
}
