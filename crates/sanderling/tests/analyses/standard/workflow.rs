//! Soundness of random workflow nets, and of random nets with final markings, compared with the definitions.

use std::cell::Cell;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::{Control, Limits, PreparedNet, StandardRequest};
use sanderling_net::semantics::{Interpreter, Marking};
use sanderling_net::{Arc, ArcKind, Inscription, MarkedPlace, Net, PlaceId, TransitionId};
use sanderling_property::{Property, Quantifier, ReferenceValuation};
use sanderling_report::{AnalysisReport, HintKind, StandardProperty, Verdict};
use sanderling_testkit::random::{for_seeds, is_met, workflow};
use sanderling_testkit::{naive, random_property};
use sanderling_tests::play;

use super::{Graph, Met, analysed, met_both, random_net};

use StandardProperty::{
    NoDeadTransition, OptionToComplete, ProperCompletion, RelaxedSound, Sound, WeaklySound,
};

const PARTS: [StandardProperty; 6] =
    [OptionToComplete, ProperCompletion, NoDeadTransition, RelaxedSound, WeaklySound, Sound];

fn request() -> StandardRequest {
    StandardRequest {
        properties: PARTS.to_vec(),
        limits: Limits { time: Some(Duration::from_secs(20)), ..Limits::default() },
        ..StandardRequest::default()
    }
}

/// Creates a random workflow net. One in three has arcs of all kinds, weights and capacities.
fn random_workflow(seed: u64) -> Net {
    let mut net = workflow::net(seed, 1..=8, 0..=3);
    if !seed.is_multiple_of(3) {
        return net;
    }
    let mut random = StdRng::seed_from_u64(seed);
    let kinds = [ArcKind::Inhibitor, ArcKind::Read, ArcKind::Reset, ArcKind::Input, ArcKind::Output];
    for _ in 0..random.random_range(1..=3) {
        let place = PlaceId::new(random.random_range(0..net.places.len()));
        let transition = TransitionId::new(random.random_range(0..net.transitions.len()));
        let kind = kinds[random.random_range(0..kinds.len())];
        let weight = if kind == ArcKind::Reset { 1 } else { random.random_range(1..=2) };
        net.add_arc(Arc::weighted(place, transition, kind, weight));
        if random.random_bool(0.2) {
            net.places[place.index()].capacity = Some(random.random_range(1..=2));
        }
    }
    net
}

/// Returns the net with the given number of cases in its source, and the sink, if the report is about a
/// workflow net.
fn started(net: &Net, report: &AnalysisReport, cases: u64) -> Option<(Net, PlaceId)> {
    let place =
        |id: &Option<String>| net.place_ids().find(|&place| Some(&net.place(place).id) == id.as_ref());
    let (source, sink) = (place(&report.source)?, place(&report.sink)?);
    let mut started = net.clone();
    for one in net.place_ids() {
        started.places[one.index()].initial = Inscription::Tokens(if one == source { cases } else { 0 });
    }
    Some((started, sink))
}

/// The end of a process, by definition.
trait Ends {
    fn is_end(&self, marking: &Marking) -> bool;
    fn is_improper(&self, marking: &Marking) -> bool;
}

struct InSink(PlaceId, u64);

impl Ends for InSink {
    fn is_end(&self, marking: &Marking) -> bool {
        marking.tokens(self.0) == self.1 && marking.total() == u128::from(self.1)
    }

    fn is_improper(&self, marking: &Marking) -> bool {
        marking.tokens(self.0) >= self.1 && !self.is_end(marking)
    }
}

struct Where<'a>(&'a Net, &'a Property);

impl Ends for Where<'_> {
    fn is_end(&self, marking: &Marking) -> bool {
        self.1.formula.holds(&ReferenceValuation::build(self.0, marking).expect("it has a meaning"))
    }

    fn is_improper(&self, marking: &Marking) -> bool {
        self.is_end(marking)
            && !Interpreter::new(self.0).enabled(marking).expect("it has a meaning").is_empty()
    }
}

/// Compares all answers with the definitions on the graph. If `is_whole`, every property must be answered.
fn compare(net: &Net, report: &AnalysisReport, graph: &Graph, ends: &impl Ends, is_whole: bool, met: &Met) {
    let check = |property, expected: bool| {
        let answer = report.answer(property).unwrap_or_else(|| panic!("{property}"));
        if answer.verdict != Verdict::Unknown || is_whole {
            let expected = if expected { Verdict::Holds } else { Verdict::Violated };
            assert_eq!(answer.verdict, expected, "{property}: {}", answer.text);
        }
        *met.borrow_mut().entry((property, answer.verdict)).or_default() += 1;
        answer.trace.as_ref().map(|trace| graph.after(net, trace))
    };
    let is_end = |at: usize| ends.is_end(&graph.markings[at]);
    let can_end = |from: usize| graph.all().any(|at| graph.leads[from][at] && is_end(at));
    let completes = graph.all().all(can_end);
    let at = check(OptionToComplete, completes);
    assert!(at.is_none_or(|at| !can_end(at)));
    let is_improper = |at: usize| ends.is_improper(&graph.markings[at]);
    let is_proper = !graph.all().any(is_improper);
    let at = check(ProperCompletion, is_proper);
    assert!(at.is_none_or(is_improper));
    let fires = |one: TransitionId| graph.all().any(|at| graph.enables(at, one));
    let is_useful = |one: TransitionId| {
        graph.all().any(|at| graph.firings[at].iter().any(|&(fired, to)| fired == one && can_end(to)))
    };
    let are_alive = net.transition_ids().all(fires);
    check(NoDeadTransition, are_alive);
    check(RelaxedSound, net.transition_ids().all(is_useful));
    check(WeaklySound, completes && is_proper);
    check(Sound, completes && is_proper && are_alive);
}

/// Looks among the closest markings for a contradiction to the answers about a large net.
fn contradict(net: &Net, report: &AnalysisReport, ends: &impl Ends) {
    let near = naive::nearest(net, 150);
    let verdict = |property| report.answer(property).map(|answer| answer.verdict);
    let shown = |property| Some(play(net, report.answer(property)?.trace.as_ref()?));
    if verdict(ProperCompletion) == Some(Verdict::Holds) {
        assert!(!near.iter().any(|marking| ends.is_improper(marking)));
    }
    assert!(shown(ProperCompletion).is_none_or(|marking| ends.is_improper(&marking)));
    if let Some(answer) = report.answer(OptionToComplete).filter(|one| one.text.contains("never be reached"))
    {
        assert!(!near.iter().any(|marking| ends.is_end(marking)), "{}", answer.text);
    }
    let interpreter = Interpreter::new(net);
    let fires = |one: TransitionId| {
        near.iter().any(|at| interpreter.enabled(at).unwrap().iter().any(|firing| firing.transition == one))
    };
    if net.transition_ids().all(fires) {
        assert_ne!(verdict(NoDeadTransition), Some(Verdict::Violated));
    }
}

#[test]
fn the_soundness_of_random_workflows_is_that_of_the_definitions() {
    let (met, large, compared) = (Met::default(), Cell::new(0), Cell::new(0));
    for_seeds(2000, |seed| {
        let cases = 1 + seed % 5 / 4;
        let net = random_workflow(seed);
        let report = analysed(&net, &StandardRequest { cases, ..request() });
        let Some((started, sink)) = started(&net, &report, cases) else {
            assert!(report.answers.iter().all(|answer| answer.verdict == Verdict::Unknown));
            return;
        };
        let ends = InSink(sink, cases);
        if let Some(graph) = Graph::of(&started) {
            compared.set(compared.get() + 1);
            return compare(&started, &report, &graph, &ends, true, &met);
        }
        contradict(&started, &report, &ends);
        if !seed.is_multiple_of(3) && naive::explore(&started, 2000).is_err() {
            // With ordinary arcs, an unbounded workflow is not even weakly sound. With some cutoffs, deciding
            // this takes too long.
            for property in [OptionToComplete, WeaklySound, Sound] {
                let answer = report.answer(property).expect("it is requested");
                assert_ne!(answer.verdict, Verdict::Holds, "{property}: {}", answer.text);
                large.set(large.get() + u32::from(answer.verdict == Verdict::Violated));
            }
        }
    });
    println!("{} workflow nets were compared; {} answers about unbounded ones", compared.get(), large.get());
    met_both(&met, &PARTS);
    assert!(is_met(large.get(), 20), "{large:?}");
}

/// Without time to explore anything, the answers about a workflow are still correct.
#[test]
fn answers_about_workflows_without_the_graph_are_correct() {
    let met = Met::default();
    for_seeds(200, |seed| {
        let net = random_workflow(seed);
        let usual = request();
        let limits = Limits { states: Some(1), ..usual.limits };
        let report = analysed(&net, &StandardRequest { limits, ..usual });
        let Some((started, sink)) = started(&net, &report, 1) else { return };
        let Some(graph) = Graph::of(&started) else { return contradict(&started, &report, &InSink(sink, 1)) };
        compare(&started, &report, &graph, &InSink(sink, 1), false, &met);
    });
    println!("{:?}", met.borrow());
    assert!(met.borrow().get(&(Sound, Verdict::Holds)).is_some_and(|&met| met > 10), "{:?}", met.borrow());
}

/// Returns a condition on the markings of a net: random, or that the marking equals some reachable one.
fn random_condition(net: &Net, graph: Option<&Graph>, seed: u64) -> Property {
    let mut random = StdRng::seed_from_u64(seed);
    let dead = |graph: &&Graph| {
        graph.all().find(|&at| graph.firings[at].is_empty()).unwrap_or(graph.markings.len() - 1)
    };
    let has_places = !net.places.is_empty();
    let text = match graph.filter(|_| has_places && random.random_bool(0.7)) {
        Some(graph) => {
            let at = if random.random_bool(0.7) { dead(&graph) } else { random.random_range(graph.all()) };
            let same = net.place_ids().map(|place| {
                format!("tokens({}) == {}", net.place(place).id, graph.markings[at].tokens(place))
            });
            same.collect::<Vec<_>>().join(" and ")
        }
        None => {
            let property = random_property(net, &mut random);
            property.split_once(' ').expect("a quantifier").1.to_owned()
        }
    };
    Property::parse_condition(Quantifier::Reach, &text, net).expect("it is a condition")
}

#[test]
fn soundness_with_final_markings_is_that_of_the_definitions() {
    let (met, compared) = (Met::default(), Cell::new(0));
    for_seeds(2400, |seed| {
        let net = random_net(seed);
        let graph = Graph::of(&net);
        let condition = random_condition(&net, graph.as_ref(), seed);
        // Without a graph for comparison, few results are needed.
        let few = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
        let limits = if graph.is_some() { request().limits } else { few };
        let request = StandardRequest { final_condition: Some(condition.clone()), limits, ..request() };
        let report = analysed(&net, &request);
        assert_eq!(report.final_condition.as_ref(), Some(&condition.text));
        let ends = Where(&net, &condition);
        match &graph {
            Some(graph) => {
                compared.set(compared.get() + 1);
                compare(&net, &report, graph, &ends, true, &met);
            }
            None => contradict(&net, &report, &ends),
        }
    });
    println!("{} nets were compared", compared.get());
    met_both(&met, &PARTS);
}

/// The condition is one token in the sink and none elsewhere.
#[test]
fn a_workflow_net_is_as_sound_with_a_condition_for_its_end() {
    let sound = Cell::new(0);
    for_seeds(200, |seed| {
        let net = workflow::net(seed, 1..=8, 0..=3);
        let report = analysed(&net, &request());
        let Some((started, sink)) = started(&net, &report, 1) else { return };
        if Graph::of(&started).is_none() {
            return;
        }
        let ended =
            |place: PlaceId| format!("tokens({}) == {}", net.place(place).id, u64::from(place == sink));
        let text = net.place_ids().map(ended).collect::<Vec<_>>().join(" and ");
        let condition = Property::parse_condition(Quantifier::Reach, &text, &net).expect("it is a condition");
        let request = StandardRequest { final_condition: Some(condition), ..request() };
        let with_condition = analysed(&started, &request);
        for property in [OptionToComplete, NoDeadTransition, RelaxedSound, WeaklySound, Sound] {
            let verdict = |report: &AnalysisReport| report.answer(property).map(|answer| answer.verdict);
            assert_eq!(verdict(&with_condition), verdict(&report), "{property}");
        }
        sound.set(sound.get() + u32::from(report.answer(Sound).unwrap().verdict == Verdict::Holds));
    });
    assert!(is_met(sound.get(), 20), "{sound:?}");
}

/// A net with two ends is not a workflow net, and its file declares the final markings.
#[test]
fn final_markings_of_the_file_are_taken_where_the_shape_is_no_workflow_nets() {
    let mut net = Net::new("two ends");
    let [start, left, right] = [("start", 1), ("left", 0), ("right", 0)]
        .map(|(id, tokens)| net.add_place(sanderling_net::Place::with_tokens(id, tokens)));
    for (id, end) in [("to_left", left), ("to_right", right)] {
        let transition = net.add_transition(sanderling_net::Transition::plain(id));
        net.add_arc(Arc::weighted(start, transition, ArcKind::Input, 1));
        net.add_arc(Arc::weighted(end, transition, ArcKind::Output, 1));
    }
    let verdict = |net: &Net, request: &StandardRequest| {
        let report = analysed(net, request);
        (report.answer(Sound).map(|answer| answer.verdict), report.final_condition)
    };
    assert_eq!(verdict(&net, &request()), (Some(Verdict::Unknown), None));
    assert_eq!(verdict(&net, &StandardRequest::default()), (None, None));
    let one_in = |place| vec![MarkedPlace { place, tokens: 1 }];
    net.final_markings = vec![one_in(left), one_in(right)];
    let (sound, condition) = verdict(&net, &StandardRequest::default());
    assert_eq!(sound, Some(Verdict::Holds));
    let condition = condition.expect("the file says it");
    let prepared = PreparedNet::not_unfolded(net.clone());
    let written =
        StandardRequest { final_condition: Some(prepared.condition(&condition).unwrap()), ..request() };
    assert_eq!(verdict(&net, &written), (Some(Verdict::Holds), Some(condition)));
    net.final_markings.pop();
    assert_eq!(verdict(&net, &request()).0, Some(Verdict::Violated));
    // A final marking that is never reached, and one in which the net can continue.
    net.final_markings = vec![vec![MarkedPlace { place: left, tokens: 2 }]];
    assert_eq!(verdict(&net, &request()).0, Some(Verdict::Violated));
    net.final_markings = vec![one_in(start), one_in(left), one_in(right)];
    let report = prepared_report(&net);
    assert_eq!(report.answer(ProperCompletion).map(|answer| answer.verdict), Some(Verdict::Violated));
    assert_eq!(report.answer(OptionToComplete).map(|answer| answer.verdict), Some(Verdict::Holds));
}

/// A workflow of two tasks whose file declares its own markings.
#[test]
fn soundness_is_decided_for_the_markings_of_the_file() {
    // Two tokens are joined at the end, so a single case gets stuck.
    let joined = |start: u64, ends: &[u64]| {
        let mut net = Net::new("joined");
        let [source, middle, sink] = [("i", start), ("m", 0), ("o", 0)]
            .map(|(id, tokens)| net.add_place(sanderling_net::Place::with_tokens(id, tokens)));
        for (id, from, to, weight) in [("t", source, middle, 1), ("u", middle, sink, 2)] {
            let transition = net.add_transition(sanderling_net::Transition::plain(id));
            net.add_arc(Arc::weighted(from, transition, ArcKind::Input, weight));
            net.add_arc(Arc::weighted(to, transition, ArcKind::Output, weight));
        }
        let marked = |&tokens: &u64| vec![MarkedPlace { place: sink, tokens }];
        net.final_markings = ends.iter().map(marked).collect();
        net
    };
    for (start, ends, sound, is_hinted) in [
        // As in 33b: the file starts and ends with two cases.
        (2, &[2][..], Verdict::Holds, true),
        (4, &[4], Verdict::Holds, true),
        (3, &[3], Verdict::Violated, false),
        (1, &[1], Verdict::Violated, false),
        (2, &[1], Verdict::Violated, false),
        (2, &[2, 4], Verdict::Holds, true),
        // Without a declared end, the classical question applies.
        (2, &[], Verdict::Violated, false),
        (1, &[], Verdict::Violated, false),
    ] {
        let report = analysed(&joined(start, ends), &StandardRequest::default());
        let answer = report.answer(Sound).expect("it is requested");
        assert_eq!(answer.verdict, sound, "from {start} to {ends:?}: {answer:?}");
        let hint = report.hints.iter().find(|hint| hint.kind == HintKind::FinalMarkings);
        assert_eq!(hint.is_some(), is_hinted, "from {start} to {ends:?}: {hint:?}");
        assert!(hint.is_none_or(|hint| hint.message.contains("the net is not sound")), "{hint:?}");
    }
    let request = StandardRequest { cases: 2, ..request() };
    assert_eq!(analysed(&joined(1, &[1]), &request).answer(Sound).unwrap().verdict, Verdict::Holds);
}

fn prepared_report(net: &Net) -> AnalysisReport {
    PreparedNet::not_unfolded(net.clone()).standard_properties(&request(), &Control::default()).unwrap()
}

#[test]
fn degenerate_nets_have_answers() {
    // A place that is both source and sink, without transitions.
    let mut net = Net::new("one place");
    net.add_place(sanderling_net::Place::with_tokens("p", 1));
    let report = prepared_report(&net);
    assert!(report.answers.iter().all(|answer| answer.verdict == Verdict::Unknown), "{:?}", report.answers);
    assert!(report.answers[0].text.contains("p is both the source and the sink"), "{:?}", report.answers[0]);
    let ended = |text: &str| {
        let condition = PreparedNet::not_unfolded(net.clone()).condition(text).unwrap();
        let report = analysed(&net, &StandardRequest { final_condition: Some(condition), ..request() });
        report.answer(Sound).unwrap().verdict
    };
    assert_eq!(ended("tokens(p) == 1"), Verdict::Holds);
    assert_eq!(ended("tokens(p) == 2"), Verdict::Violated);
    let report = prepared_report(&Net::new("nothing"));
    assert!(report.answers.iter().all(|answer| answer.verdict == Verdict::Unknown), "{:?}", report.answers);
}
