//! Nets survive a round trip through JSON, and anything else is refused with a reason.

use crate::program::{Alias, Channel, Move, Process, Step};
use crate::semantics::{Interpreter, initial};
use crate::{
    Arc, ArcKind, Assertion, Beyond, Constant, Inscription, MarkedPlace, NestedUnits, Net, Operator,
    OperatorDeclaration, PartitionDeclaration, PartitionElement, Place, PlaceId, Point, Program,
    PropertyProcess, Reading, Sort, SortDeclaration, SortId, Span, Term, Transition, Unit, UnitId, Value,
    VariableDeclaration, VariableId, Watch, validate,
};

use super::{read, read_all, write};

fn written(net: &Net) -> String {
    let mut bytes = Vec::new();
    write(net, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn only_error(text: &str) -> String {
    let found = read_all(text.as_bytes()).unwrap_err();
    assert_eq!(found.len(), 1, "{found}");
    found.to_string()
}

/// Returns a net in which every field is set.
fn full() -> Net {
    let mut net = Net::new("n");
    net.name = Some("a net".into());
    let constants =
        vec![Constant { id: "a".into(), name: Some("A".into()) }, Constant { id: "b".into(), name: None }];
    let range = SortId::new(2);
    let sorts = [
        Sort::Enumeration { cyclic: true, constants },
        Sort::Range { start: -(1 << 60), end: 1 << 60 },
        Sort::Product(vec![SortId::new(1), range]),
        Sort::Integer { minimum: Some(1) },
        Sort::List { element: range, capacity: Some(3) },
        Sort::Array { element: range, length: 2 },
        Sort::Bool,
        Sort::String,
    ];
    net.declarations.sorts.extend(sorts.into_iter().map(|sort| SortDeclaration {
        id: "s".into(),
        name: Some("S".into()),
        sort,
    }));
    let variable = VariableDeclaration { id: "x".into(), name: None, sort: range };
    net.declarations.variables.push(variable);
    let x = || Term::Variable(VariableId::new(0));
    net.declarations.operators.push(OperatorDeclaration {
        id: "twice".into(),
        parameters: vec![VariableId::new(0)],
        body: Term::Apply(Operator::Add, vec![x(), x()]),
    });
    let class = PartitionElement { id: "one".into(), values: vec![Value::Constant(0), Value::Constant(1)] };
    net.declarations.partitions.push(PartitionDeclaration {
        id: "p".into(),
        sort: SortId::new(1),
        elements: vec![class],
    });
    let big = Term::Literal { sort: range, value: Value::Integer((1 << 53) + 1) };
    let span = Some(Span { line: 1, column: 2, start: 3, end: 4 });
    let position = Some(Point { x: 0.1, y: -1e300 });
    let p = net.add_place(Place {
        name: Some("P".into()),
        sort: range,
        initial: Inscription::Term(Box::new(big.clone())),
        capacity: Some(u64::MAX),
        position,
        span,
        ..Place::with_tokens("p", 0)
    });
    let q = net.add_place(Place::with_tokens("q", u64::MAX));
    let t = net.add_transition(Transition {
        guard: Some(Term::Apply(Operator::Not, vec![Term::Apply(Operator::Less, vec![x(), big])])),
        code: vec![crate::Assignment { variable: VariableId::new(0), value: x() }],
        position,
        span,
        ..Transition::plain("t")
    });
    let mut arc = Arc::weighted(p, t, ArcKind::Input, 1);
    arc.inscription = Inscription::Term(Box::new(x()));
    arc.bends = vec![Point { x: 1.0, y: 2.0 }];
    arc.id = Some("a".into());
    arc.span = span;
    net.add_arc(arc);
    net.add_arc(Arc::weighted(q, t, ArcKind::Inhibitor, 1 << 53));
    let unit = Unit { id: "u".into(), places: vec![PlaceId::new(0), PlaceId::new(1)], subunits: vec![] };
    net.units = Some(NestedUnits { root: UnitId::new(0), units: vec![unit], claims_safe: false });
    net.final_markings = vec![vec![MarkedPlace { place: q, tokens: 1 << 60 }], vec![]];
    with_program(net)
}

/// Adds a program to the net, with a control location, a buffer, operators on numbers, and every field set.
fn with_program(mut net: Net) -> Net {
    let span = Span { line: 5, column: 6, start: 70, end: 80 };
    let mut place = |id: &str, sort| {
        net.add_place(Place { sort: SortId::new(sort), ..Place::with_tokens(id, 0) });
        PlaceId::new(net.places.len() - 1)
    };
    let (location, buffer) = (place("P", 1), place("c", 5));
    net.units.as_mut().unwrap().units[0].places.extend([location, buffer]);
    let (x, range) = (VariableId::new(0), SortId::new(2));
    let reads = vec![Reading { place: PlaceId::new(0), variable: x }];
    let of_two =
        [Operator::BitAnd, Operator::BitOr, Operator::BitXor, Operator::ShiftLeft, Operator::ShiftRight];
    let both = |term, operator| Term::Apply(operator, vec![term, Term::Variable(x)]);
    let number = of_two.into_iter().fold(Term::Variable(x), both);
    let wrapped = [Operator::BitNot, Operator::Wrap(range), Operator::Within(range)]
        .into_iter()
        .fold(number, |term, operator| Term::Apply(operator, vec![term]));
    let component = Term::Apply(Operator::Component(1), vec![Term::Tuple(vec![Term::Variable(x), wrapped])]);
    let condition = Term::Apply(Operator::Equal, vec![component, Term::Variable(x)]);
    let assertion = Assertion { id: "P.b".into(), reads, condition, span: Some(span) };
    net.assertions.push(assertion.clone());
    net.program = Some(Program {
        variables: vec![PlaceId::new(0)],
        processes: vec![Process {
            name: "P".into(),
            location,
            variables: vec![],
            committed: vec![1],
            aliases: vec![Alias { name: "c".into(), location: 1 }],
            span: Some(span),
        }],
        channels: vec![
            Channel { name: "c".into(), items: Some(vec![range]), buffer: Some(buffer), span: Some(span) },
            Channel { name: "d".into(), items: None, buffer: None, span: None },
        ],
        steps: vec![Step { moves: vec![Move { process: 0, span }], communication: Some("c!x".into()) }],
        left_out: vec!["the property process `L`".into()],
        end: None,
        limits: Vec::new(),
        property: Some(Box::new(PropertyProcess {
            name: "L".into(),
            locations: vec!["q".into(), "r".into()],
            initial: 0,
            accepting: vec![vec![1], vec![]],
            transitions: vec![
                Watch { source: 0, target: 1, guard: Some(assertion) },
                Watch { source: 1, target: 1, guard: None },
            ],
            beyond: vec![Beyond { what: "an effect".into(), span: Some(span) }],
            span: Some(span),
        })),
    });
    net
}

#[test]
fn written_nets_are_read_back() {
    for net in [Net::new(""), full()] {
        assert_eq!(read(written(&net).as_bytes()), Ok(net));
    }
}

#[test]
fn numbers_beyond_2_to_the_53_are_strings() {
    let text = written(&full());
    for string in ["\"18446744073709551615\"", "\"9007199254740993\"", "\"-1152921504606846976\""] {
        assert!(text.contains(string), "{text}");
    }
    assert!(text.contains("\"tokens\": 9007199254740992\n"), "{text}");
}

#[test]
fn numbers_are_read_from_numbers_and_from_strings() {
    for tokens in ["7", "\"7\""] {
        let text = format!(
            r#"{{"sanderling_net": 1, "places": [{{"id": "p", "initial": {{"tokens": {tokens}}}}}],
                "transitions": [], "arcs": []}}"#
        );
        assert_eq!(read(text.as_bytes()).unwrap().places[0].initial, Inscription::Tokens(7));
    }
}

#[test]
fn several_nets_are_read_from_an_array() {
    let two = format!("[{}, {}]", written(&Net::new("a")), written(&Net::new("b")));
    let ids: Vec<_> = read_all(two.as_bytes()).unwrap().into_iter().map(|net| net.id).collect();
    assert_eq!(ids, ["a", "b"]);
    assert_eq!(
        read(two.as_bytes()).unwrap_err().to_string(),
        "error: 2 nets in the document; expected one net"
    );
    assert_eq!(only_error("[]"), "error: an empty array; expected at least one net");
}

#[test]
fn another_version_is_refused_for_what_it_is() {
    assert_eq!(
        only_error(r#"{"sanderling_net": 2, "pages": []}"#),
        "error: version 2 of the net's JSON; expected version 1\n  help: write the net anew with a converter for this version, or use a release that knows the other one"
    );
    assert_eq!(
        only_error(r#"{"places": []}"#),
        "error: an object without `sanderling_net`; expected a net: an object that begins with \"sanderling_net\": 1"
    );
}

#[test]
fn errors_have_a_line_and_a_column() {
    let cases = [
        ("", "1:1: error: EOF while parsing a value"),
        ("[1", "1:2: error: invalid type: integer `1`; expected a net, which is an object"),
        (
            "{\"sanderling_net\": 1,\n \"places\": [{\"id\": \"é\", \"colour\": 1}]}",
            "2:32: error: unknown field `colour`; expected one of `id`, `name`, `sort`, `initial`, `capacity`, `position`, `span`",
        ),
        ("{\"sanderling_net\": 1}\n}", "2:1: error: trailing characters"),
        ("{\"sanderling_net\": 1}", "1:21: error: missing field `places`"),
        (
            "{\"sanderling_net\": 1, \"places\": [{\"id\": \"p\", \"initial\": {\"tokens\": -1}}]}",
            "1:69: error: invalid value: integer `-1`; expected an integer from 0 to 2^64 - 1, as a number or as a string of digits",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(only_error(text), message);
    }
}

#[test]
fn absent_parts_are_not_written() {
    let text = written(&Net::new("n"));
    for optional in ["assertions", "program", "final_markings", "units"] {
        assert!(!text.contains(optional), "{text}");
    }
    let names =
        ["\"bit_and\"", "\"bit_or\"", "\"bit_xor\"", "\"bit_not\"", "\"shift_left\"", "\"shift_right\""];
    let text = written(&full());
    for name in names.into_iter().chain(["\"wrap\": 2", "\"within\": 2", "\"component\": 1"]) {
        assert!(text.contains(name), "{name} in {text}");
    }
}

#[test]
fn read_nets_are_validated() {
    let mut net = Net::new("n");
    let p = net.add_place(Place::with_tokens("p", 0));
    let t = net.add_transition(Transition::plain("t"));
    net.add_arc(Arc::weighted(p, t, ArcKind::Input, 0));
    let found = read(written(&net).as_bytes()).unwrap_err();
    assert_eq!(found.iter().next().unwrap().element.as_deref(), Some("p → t"));
}

#[test]
fn terms_are_read_as_deep_as_they_may_be() {
    let mut net = full();
    let x = || Term::Variable(VariableId::new(0));
    let negate = |term, _| Term::Apply(Operator::Negate, vec![term]);
    net.transitions[0].code[0].value = (1..validate::MAX_TERM_DEPTH).fold(x(), negate);
    assert_eq!(read(written(&net).as_bytes()), Ok(net));
}

#[test]
fn endless_nesting_is_refused_before_it_is_parsed() {
    let brackets = "[".repeat(1_000_000);
    assert!(only_error(&brackets).starts_with("1:833: error: more than 832 levels of nesting"));
    let in_a_string = format!(
        "{{\"sanderling_net\": 1, \"id\": \"\\\"{brackets}\", \"places\": [], \"transitions\": [], \"arcs\": []}}"
    );
    assert_eq!(read(in_a_string.as_bytes()).unwrap().id.len(), 1_000_001);
}

#[test]
fn bytes_that_are_not_text_are_an_error() {
    assert!(read(b"{\"sanderling_net\": 1, \"id\": \"\xff\"}").is_err());
    assert!(read(b"\xff\xfe").is_err());
}

#[test]
fn a_document_with_another_digit_is_refused_or_has_a_meaning() {
    let (mut accepted, mut refused) = (0, 0);
    for document in [written(&full()), examples()[2].to_owned()] {
        for (position, digit) in document.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
            for other in (b'0'..=b'9').filter(|&other| other != digit) {
                let mut bytes = document.clone().into_bytes();
                bytes[position] = other;
                let Ok(net) = read(&bytes) else {
                    refused += 1;
                    continue;
                };
                accepted += 1;
                let (interpreter, start) = (Interpreter::new(&net), initial(&net));
                // Firing and checking assertions do not panic, whatever the result.
                let _ = start.map(|start| {
                    net.assertions.iter().for_each(|assertion| drop(interpreter.holds(assertion, &start)));
                    interpreter.attempts(&start)
                });
            }
        }
    }
    assert!(accepted > 100 && refused > 100, "{accepted} accepted, {refused} refused");
}

/// Returns the documents on the page that describes them.
fn examples() -> Vec<&'static str> {
    let page = include_str!("../../../../docs/net-json.md");
    page.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn the_documented_examples_are_read() {
    let examples = examples();
    assert_eq!(examples.len(), 3, "the page has a plain, a coloured and a programmed example");
    for example in examples {
        let net = read(example.as_bytes()).unwrap_or_else(|found| panic!("{found}\n{example}"));
        assert_eq!(read(written(&net).as_bytes()), Ok(net));
    }
}
