//! Standard properties of random nets, by their definitions on the graph of all reachable markings.

mod greatest;
mod workflow;

use std::cell::RefCell;
use std::collections::HashMap;

use sanderling::{Control, Limits, PreparedNet, StandardRequest};
use sanderling_net::semantics::Marking;
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_report::{AnalysisReport, LivenessLevel, StandardProperty, Trace, Verdict};
use sanderling_testkit::naive;
use sanderling_testkit::random::{self, Shape, classes, for_seeds};

/// Larger state spaces are left out.
const LIMIT: usize = 60;

/// The reachable markings of a small net, the initial one first, with their firings.
struct Graph {
    markings: Vec<Marking>,
    firings: Vec<Vec<(TransitionId, usize)>>,
    /// Whether a marking leads to another one, or is it.
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

    /// The marking that a run ends in.
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

    /// Whether a firing disables another transition.
    fn disables(&self, from: usize, (fired, to): (TransitionId, usize)) -> bool {
        self.firings[from].iter().any(|&(other, _)| other != fired && !self.enables(to, other))
    }
}

fn analysed(net: &Net, request: &StandardRequest) -> AnalysisReport {
    let prepared = PreparedNet::not_unfolded(net.clone());
    prepared.standard_properties(request, &Control::default()).expect("the net can be compiled")
}

/// How often each verdict was met.
type Met = RefCell<HashMap<(StandardProperty, Verdict), usize>>;

/// Prints how often verdicts were met, and makes sure that each was, where more than one seed was taken.
fn met_both(met: &Met, properties: &[StandardProperty]) {
    for &property in properties {
        let [holds, violated] = [Verdict::Holds, Verdict::Violated]
            .map(|verdict| met.borrow().get(&(property, verdict)).copied().unwrap_or(0));
        println!("{property}: {holds} hold, {violated} do not");
        assert!(std::env::var_os("SANDERLING_SEED").is_some() || (holds > 20 && violated > 20), "{property}");
    }
}

/// A random net of one of many kinds.
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
            asked: vec![Bounded, Safe, DeadlockFree, QuasiLive, Live, Reversible, HomeMarking, Persistent],
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

/// Where there is no time to explore anything, what is said is still so.
#[test]
fn what_is_said_without_the_graph_holds() {
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
