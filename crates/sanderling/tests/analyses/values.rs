//! Data nets that do not come from a program.

use sanderling::{Control, Question, Request, Statistics, analyse, describe, replay, state_graph};
use sanderling_net::{
    Arc, ArcKind, Assertion, Assignment, Inscription, Net, Operator, Place, PlaceId, Reading, Sort,
    SortDeclaration, SortId, Term, Transition, Value, VariableDeclaration, VariableId,
};
use sanderling_report::{Report, Step, Tokens, Verdict};

/// Returns the sort of digits.
fn digit() -> SortId {
    SortId::new(1)
}

/// Returns the variable for the consumed value.
fn x() -> VariableId {
    VariableId::new(0)
}

/// Returns the variable for the produced value.
fn y() -> VariableId {
    VariableId::new(1)
}

fn number(number: i64) -> Term {
    Term::Literal { sort: digit(), value: Value::Integer(number) }
}

fn apply(operator: Operator, arguments: [Term; 2]) -> Term {
    Term::Apply(operator, arguments.into())
}

/// Creates a net with a digit, initially 3. `count` takes any digit x except 9 and puts 6 / (x - 1) - 1. This
/// leads from 3 to 2, to 5, to 0, and then to a value outside the range.
fn net() -> Net {
    let mut net = Net::new("digits");
    net.declarations.sorts.push(SortDeclaration {
        id: "digit".into(),
        name: None,
        sort: Sort::Range { start: 0, end: 9 },
    });
    for id in ["x", "y"] {
        net.declarations.variables.push(VariableDeclaration { id: id.into(), name: None, sort: digit() });
    }
    let initial = Inscription::Term(Box::new(number(3)));
    let place = net.add_place(Place { sort: digit(), initial, ..Place::with_tokens("p", 0) });
    let less = apply(Operator::Subtract, [Term::Variable(x()), number(1)]);
    let quotient = apply(Operator::Subtract, [apply(Operator::Divide, [number(6), less]), number(1)]);
    let transition = net.add_transition(Transition {
        guard: Some(apply(Operator::NotEqual, [Term::Variable(x()), number(9)])),
        code: vec![Assignment { variable: y(), value: quotient }],
        ..Transition::plain("count")
    });
    for (kind, variable) in [(ArcKind::Input, x()), (ArcKind::Output, y())] {
        let inscription = Inscription::Term(Box::new(Term::Variable(variable)));
        net.add_arc(Arc { inscription, ..Arc::weighted(place, transition, kind, 1) });
    }
    net.assertions.push(Assertion {
        id: "small".into(),
        reads: vec![Reading { place: PlaceId::new(0), variable: x() }],
        condition: apply(Operator::Less, [Term::Variable(x()), number(5)]),
        span: None,
    });
    assert!(net.validate().is_empty(), "{}", net.validate());
    net
}

fn report(request: &Request) -> Report {
    analyse(&net(), request, &Control::default()).unwrap()
}

#[test]
fn steps_have_bindings_and_changes_have_values() {
    let report = report(&Request::new(Question::Explore));
    // After 3, 2, 5 and 0, the value of 6 / (0 - 1) - 1 is not a digit.
    let error = report.model_error.as_ref().unwrap();
    assert_eq!((report.verdict, report.states), (Verdict::Violated, Some(4u64.into())));
    assert!(error.message.contains("-7"), "{error:?}");
    let steps = &error.trace.steps;
    let shown = |step: &Step| {
        let changed: Vec<_> = step.changed.iter().map(|c| format!("{}→{}", c.before, c.after)).collect();
        (step.binding.get("x").cloned(), changed.concat())
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        steps.iter().map(|step| shown(&step)).collect::<Vec<_>>(),
        [
            (some("3"), "3→2".into()),
            (some("2"), "2→5".into()),
            (some("5"), "5→0".into()),
            (some("0"), String::new())
        ]
    );
    assert_eq!(report.answers[0].name.as_deref(), Some("small"));
    assert_eq!(report.answers[0].trace.as_ref().unwrap().steps.len(), 2);
    assert!(!report.program);
}

#[test]
fn a_trace_with_bindings_is_replayed_and_another_binding_is_refused() {
    let mut trace = report(&Request::new(Question::Explore)).model_error.unwrap().trace;
    let played = replay(&net(), &trace);
    assert_eq!((played.verdict, played.error.is_some()), (Verdict::Holds, true), "{played:?}");
    assert_eq!(played.marking.get("p").map(Tokens::to_string).as_deref(), Some("0"));
    let mut steps: Vec<Step> = trace.steps.iter().collect();
    for (_, value) in &mut steps[1].binding.0 {
        *value = "4".into();
    }
    trace.steps = steps.into();
    let refused = replay(&net(), &trace);
    assert_eq!((refused.verdict, refused.failed_step), (Verdict::Violated, Some(2)), "{refused:?}");
}

#[test]
fn an_assertion_is_checked_if_requested() {
    let properties = Question::Check(Vec::new());
    assert!(report(&Request { assertions: false, ..Request::new(properties.clone()) }).answers.is_empty());
    let report = report(&Request { assertions: true, ..Request::new(properties) });
    assert_eq!((report.answers[0].verdict, report.verdict), (Verdict::Violated, Verdict::Violated));
    assert_eq!(report.trace, report.answers[0].trace);
}

#[test]
fn bounds_are_omitted_for_places_with_values() {
    let statistics = Statistics { bounds: true, dead_transitions: true, ..Statistics::default() };
    let report = report(&Request { statistics, ..Request::new(Question::Deadlock) });
    assert_eq!((report.bounds, report.max_tokens_in_place), (None, Some(1u64.into())));
    assert_eq!(report.dead_transitions, Some(Vec::new()));
    assert!(report.answers.is_empty(), "a question for deadlocks asks for nothing else");
}

#[test]
fn the_layout_lists_the_packed_slots() {
    let structure = describe(&net()).unwrap();
    assert_eq!((structure.program, structure.initial_tokens), (None, Some(1u64.into())));
    let layout = structure.layout.unwrap();
    assert_eq!(layout.slots.len(), 1);
    assert!(layout.bits_per_state <= 4, "{layout:?}");
}

#[test]
fn a_state_graph_shows_values() {
    let graph = state_graph(&net(), &Request::new(Question::Explore), &Control::default()).unwrap();
    let values: Vec<String> =
        graph.states.iter().map(|state| state.marking.get("p").unwrap().to_string()).collect();
    assert_eq!(values, ["3", "2", "5", "0"]);
    assert!(!graph.exhaustive);
}
