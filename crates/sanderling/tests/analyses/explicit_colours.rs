//! Coloured nets that cannot be unfolded: the library's answers, compared with the naive explorer's.

use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::StdRng;
use sanderling::query::{Answered, Query, answer};
use sanderling::{
    Control, DepthBound, Encoding, Events, Fairness, Heuristic, ModelErrors, Order, PreparedNet, Question,
    Reductions, Request, Retention, Statistics, StoreChoice,
};
use sanderling_analysis::Disk;
use sanderling_net::{Inscription, Net, Operator, Term, VariableId, semantics};
use sanderling_property::{ColouredProperty, Property, Quantifier, ReferenceValuation, Statement};
use sanderling_report::{Count, Reason, Report, Trace, Verdict};
use sanderling_testkit::naive::{Explored, Stopped, explore};
use sanderling_testkit::random::{coloured, for_seeds, is_met, symmetric};
use sanderling_tests::{
    apply, counter, freedom_from_deadlock, number, random_property, without_unfolding, x,
};
use sanderling_unfolding::NotUnfolded;

/// Maximum number of markings of a compared net.
const MAX: usize = 200;

fn answered(prepared: &PreparedNet, request: &Request) -> Report {
    let answer = prepared.analyse(request, &Control::default());
    answer.unwrap_or_else(|found| panic!("{}: {found}", prepared.net().id))
}

fn every_figure(question: Question) -> Request {
    let statistics = Statistics { levels: true, bounds: true, dead_transitions: true };
    Request { statistics, ..Request::new(question) }
}

fn check_statistics(net: &Net, explored: &Explored, report: &Report) {
    let about = &net.id;
    assert_eq!((report.verdict, report.reason), (Verdict::Computed, None), "{about}");
    let counts: [Count; 3] = [report.states, report.firings, report.deadlocks].map(Option::unwrap);
    let firings = explored.firings;
    let expected = [explored.states().into(), firings.into(), explored.deadlocks.len().into()];
    assert_eq!(counts, expected, "{about}");
    let most: [Count; 2] = [explored.max_tokens_in_place.into(), explored.max_tokens_in_marking.into()];
    assert_eq!([report.max_tokens_in_place, report.max_tokens_in_marking], most.map(Some), "{about}");
    let bounds =
        net.places.iter().zip(&explored.bounds).map(|(place, &most)| (place.id.clone(), most.into()));
    assert_eq!(report.bounds, Some(bounds.collect()), "{about}");
    let dead = net.transition_ids().filter(|id| !explored.fired.contains(id));
    let dead: Vec<_> = dead.map(|id| net.transition(id).id.clone()).collect();
    assert_eq!(report.dead_transitions, Some(dead), "{about}");
    let levels = explored.levels.iter().map(|&states| states.into()).collect::<Vec<Count>>();
    assert_eq!(report.levels, Some(levels), "{about}");
}

/// Replays a trace by its bindings, and returns its last marking.
fn played(net: &Net, trace: &Trace) -> semantics::Marking {
    let (interpreter, display) = (semantics::Interpreter::new(net), sanderling::MarkingDisplay::new(net));
    let mut marking = semantics::initial(net).unwrap();
    assert_eq!(trace.initial, display.marking(&marking), "{}", net.id);
    for step in &trace.steps {
        let mut firings = interpreter.enabled(&marking).unwrap();
        firings.retain(|firing| {
            let shown = display.firing(firing);
            shown.event == step.event && shown.binding == step.binding
        });
        let [firing] = firings.as_slice() else { panic!("{}: {step:?}: {firings:?}", net.id) };
        interpreter.fire(&mut marking, firing).unwrap();
    }
    let replayed = sanderling::replay(net, trace);
    assert_eq!((replayed.verdict, replayed.problem), (Verdict::Holds, None), "{}", net.id);
    assert_eq!(replayed.marking, display.marking(&marking), "{}", net.id);
    marking
}

/// Returns whether a marking decides a property.
fn decides(net: &Net, property: &Property, marking: &semantics::Marking) -> bool {
    let valuation = ReferenceValuation::build(net, marking).unwrap();
    property.formula.holds(&valuation) == (property.quantifier == Quantifier::Reach)
}

fn check_property(
    net: &Net,
    explored: &Explored,
    property: &Property,
    (verdict, trace): (Verdict, Option<&Trace>),
) {
    let about = format!("{}: {}", net.id, property.text);
    let deciding = explored.markings.iter().filter(|(marking, _)| decides(net, property, marking));
    let nearest = deciding.map(|(_, &distance)| distance).min();
    let is_true = nearest.is_some() == (property.quantifier == Quantifier::Reach);
    assert_eq!(verdict, if is_true { Verdict::Holds } else { Verdict::Violated }, "{about}");
    assert_eq!(trace.map(|trace| trace.steps.len()), nearest, "{about}: a shortest trace");
    if let Some(trace) = trace {
        assert!(decides(net, property, &played(net, trace)), "{about}");
    }
}

/// Compares all answers about a net. Returns whether the net could be compared.
fn compare(net: Net, seed: u64) -> bool {
    let Some(prepared) = without_unfolding(net) else { return false };
    let net = prepared.net();
    let explored = match explore(net, MAX) {
        Ok(explored) => explored,
        Err(Stopped::LimitReached) => return check_growing(&prepared),
        Err(other) => panic!("{}: {other:?}", net.id),
    };
    check_statistics(net, &explored, &answered(&prepared, &every_figure(Question::Explore)));
    let request = Request { threads: 3, ..Request::new(Question::Deadlock) }.with_portfolio(net);
    let report = answered(&prepared, &request);
    let deadlock = Property::parse("always not deadlock", net).unwrap();
    check_property(net, &explored, &deadlock, (report.verdict, report.trace.as_ref()));
    let mut random = StdRng::seed_from_u64(seed);
    let except = ColouredProperty::parse_coloured(&random_property(net, &mut random), net).unwrap();
    let except = prepared.to_unfolded(&except).unwrap();
    let property = freedom_from_deadlock(Some(&except), net);
    let report = answered(&prepared, &Request::new(Question::DeadlockExcept(except)).with_portfolio(net));
    check_property(net, &explored, &property, (report.verdict, report.trace.as_ref()));
    let texts: Vec<String> = (0..4).map(|_| random_property(net, &mut random)).collect();
    let properties = texts.iter().map(|text| {
        let coloured =
            ColouredProperty::parse_coloured(text, net).unwrap_or_else(|found| panic!("{text}: {found}"));
        prepared.to_unfolded(&coloured).unwrap()
    });
    let properties: Vec<Property> = properties.collect();
    let report = answered(&prepared, &Request::new(Question::Check(properties.clone())).with_portfolio(net));
    for (property, answer) in properties.iter().zip(&report.answers) {
        check_property(net, &explored, property, (answer.verdict, answer.trace.as_ref()));
    }
    explored.states() > 3
}

/// Checks a net that the naive explorer could not finish: it is unbounded, or a limit stops the search.
fn check_growing(prepared: &PreparedNet) -> bool {
    let mut request = every_figure(Question::Explore);
    request.limits.states = Some(MAX as u64);
    let report = answered(prepared, &request);
    if let Some(proof) = &report.unbounded {
        assert_eq!((report.verdict, report.states), (Verdict::Computed, Some(Count::Infinite)));
        let net = prepared.net();
        let mut whole = proof.prefix.clone();
        let mut before = played(net, &whole);
        // Repeats the cycle.
        for _ in 0..3 {
            whole.steps.extend(
                proof.pump.iter().map(|step| sanderling_report::Step { changed: Vec::new(), ..step }),
            );
            let after = played(net, &whole);
            for place in net.place_ids() {
                let grows = proof.places.contains(&net.place(place).id);
                assert!(after.place(place).includes(before.place(place)), "{}", net.id);
                assert_eq!(after.tokens(place) > before.tokens(place), grows, "{}", net.id);
            }
            before = after;
        }
    } else {
        assert_eq!((report.verdict, report.reason), (Verdict::Unknown, Some(Reason::StateLimit)));
    }
    true
}

#[test]
fn nets_with_numbers_and_code_are_explored_with_explicit_colours() {
    let moving = std::cell::Cell::new(0);
    for_seeds(100, |seed| moving.set(moving.get() + u32::from(compare(coloured::net(seed), seed))));
    assert!(is_met(moving.get(), 20), "{moving:?}");
}

#[test]
fn symmetric_nets_are_explored_with_explicit_colours() {
    let moving = std::cell::Cell::new(0);
    for_seeds(120, |seed| moving.set(moving.get() + u32::from(compare(symmetric::net(seed), seed))));
    assert!(is_met(moving.get(), 20), "{moving:?}");
}

/// Creates a net that is explored with explicit colours and whose tables grow.
fn moving() -> PreparedNet {
    let nets = (0..).filter_map(|seed| without_unfolding(symmetric::net(seed)));
    let large =
        |prepared: &PreparedNet| explore(prepared.net(), MAX).is_ok_and(|explored| explored.states() > 20);
    nets.into_iter().find(large).unwrap()
}

#[test]
fn orders_and_depths_agree() {
    let prepared = moving();
    let states = explore(prepared.net(), MAX).unwrap().states();
    for order in [Order::DepthFirst, Order::Random(3), Order::BoundedWidth(2), Order::BestFirst] {
        let report = answered(&prepared, &Request { order, ..Request::new(Question::Explore) });
        assert_eq!(report.states, Some(states.into()), "{order}");
    }
    let depth = Some(DepthBound::new(100));
    let report = answered(&prepared, &Request { depth, ..Request::new(Question::Explore) });
    assert_eq!((report.states, report.exhaustive), (Some(states.into()), true));
}

#[test]
fn choices_that_do_not_go_together_are_refused() {
    let prepared = moving();
    let usual = || Request::new(Question::Deadlock);
    let of_runs = Statement::parse_plain("ltl F deadlock", prepared.net()).unwrap();
    let of_runs = || Request::new(Question::check(vec![of_runs.clone()]));
    let stubborn = Reductions { events: Events::STUBBORN, ..Reductions::default() };
    let expression = sanderling_property::Expression::parse("1", prepared.net()).unwrap();
    let refused = [
        Request { encoding: Encoding::Radix, ..usual() },
        Request { reductions: stubborn, ..usual() },
        Request { retention: Retention::Cache, ..usual() },
        Request { disk: Disk { max_bytes: Some(1 << 20), ..Disk::default() }, ..usual() },
        Request { store: Some(StoreChoice::Tree), ..usual() },
        Request { model_errors: ModelErrors::State, ..usual() },
        Request { order: Order::BestFirst, heuristic: Heuristic::Expression(expression), ..usual() },
        Request { fairness: Some(Fairness::Weak), ..of_runs() },
    ];
    for request in refused {
        let refusal = prepared.analyse(&request, &Control::default()).unwrap_err();
        assert!(refusal.to_string().contains("with explicit colours"), "{refusal}");
    }
}

/// Creates a net that counts up from 0 as long as a guard on the number holds.
fn counting(guard: Option<Term>) -> PreparedNet {
    without_unfolding(counter(guard, apply(Operator::Add, x(), number(1)))).expect("nothing fits the budget")
}

#[test]
fn full_tables_are_no_overflow_of_tokens() {
    let mut request = Request::new(Question::Explore);
    request.limits.memory_bytes = Some(1 << 20);
    let report = answered(&counting(None), &request);
    assert_eq!((report.verdict, report.reason), (Verdict::Unknown, Some(Reason::MemoryLimit)));
    assert!(report.reason_text.is_some_and(|text| text.contains("tables")));
    let least = (1 << 18)..=(1 << 20);
    assert!(least.contains(&report.peak_memory_bytes), "{}", report.peak_memory_bytes);
}

#[test]
fn full_tables_leave_properties_of_runs_unknown() {
    let prepared = counting(None);
    for text in ["ltl F X not fireable(t)", "ltl F deadlock", "ctl AF deadlock"] {
        let property = Statement::parse_plain(text, prepared.net()).unwrap();
        let mut request = Request::new(Question::check(vec![property]));
        request.limits.memory_bytes = Some(1 << 20);
        let report = answered(&prepared, &request);
        assert_eq!((report.verdict, report.reason), (Verdict::Unknown, Some(Reason::MemoryLimit)), "{text}");
        assert!(report.reason_text.is_some_and(|text| text.contains("tables")), "{text}");
    }
}

#[test]
fn a_firing_without_a_meaning_is_a_model_error() {
    let quotient = apply(Operator::Divide, number(6), apply(Operator::Subtract, number(2), x()));
    let report = answered(
        &counting(Some(apply(Operator::Less, number(0), quotient))),
        &Request::new(Question::Explore),
    );
    assert_eq!((report.verdict, report.reason), (Verdict::Violated, Some(Reason::ModelError)));
    let error = report.model_error.expect("six is divided by zero");
    assert_eq!((error.event.as_str(), error.trace.steps.len()), ("t", 3));
    assert_eq!(error.message, "a division by zero");
}

#[test]
fn a_cancelled_unfolding_prepares_no_net() {
    let net = symmetric::net(0);
    assert!(PreparedNet::without_unfolding(Box::new((net, NotUnfolded::Cancelled))).is_err());
}

/// A marking has a million bindings, and none of them is enabled. Every query ends when its time is over.
#[test]
fn the_bindings_of_one_marking_are_not_tried_beyond_the_time() {
    let sum = apply(Operator::Add, x(), Term::Variable(VariableId::new(1)));
    let mut net = counter(Some(apply(Operator::Less, sum, number(0))), x());
    let mut second = net.declarations.variables[0].clone();
    second.id = "y".into();
    net.declarations.variables.push(second);
    let mut arc = net.arcs[0].clone();
    arc.inscription = Inscription::Term(Box::new(Term::Variable(VariableId::new(1))));
    net.add_arc(arc);
    let numbers = Term::Apply(Operator::Sum, (0..1000).map(number).collect());
    net.places[0].initial = Inscription::Term(Box::new(numbers));
    let prepared = without_unfolding(net).expect("nothing fits the budget");
    let check = |text: &str| Question::check(vec![Statement::parse_plain(text, prepared.net()).unwrap()]);
    let mut questions = vec![Question::Explore, Question::Deadlock];
    questions.extend(
        ["ltl F deadlock", "ltl G fireable(t)", "ctl AF deadlock", "ctl EG not deadlock", "reach deadlock"]
            .map(check),
    );
    for question in questions {
        let mut request = Request::new(question.clone());
        request.limits.time = Some(Duration::from_millis(50));
        let report = answered(&prepared, &request);
        assert_eq!(
            (report.verdict, report.reason),
            (Verdict::Unknown, Some(Reason::TimeLimit)),
            "{question:?}"
        );
    }
    for query in [Query::Deadlock, Query::QuasiLiveness, Query::Liveness] {
        let mut request = Request::new(Question::Explore);
        request.limits.time = Some(Duration::from_millis(50));
        let mut answers = Vec::new();
        let mut on_answer = |answered: Answered| answers.push(answered);
        let examined =
            answer(&prepared.queried(), &query, &request, &Control::default(), &mut on_answer).unwrap();
        assert!(answers.is_empty(), "{query:?}: {answers:?}");
        let expected = Some(Reason::TimeLimit.in_words());
        assert_eq!(examined.ended_by.as_deref(), expected, "{query:?}");
    }
}
