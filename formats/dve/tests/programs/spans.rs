//! Where things stand: spans cover the text of what they are of.

use crate::support::read;
use sanderling_dve::syntax::{Declaration, Expression, ExpressionKind, Initialiser, Name};
use sanderling_net::Span;

const TEXT: &str = "/* é */ byte x = ((1) + 2) * -x, y[2] = { 1,\t2 };
process P { byte v; state a; init a;
  trans a -> a { guard (x == 1) ; sync c ! { v , 2 } ; effect y [ 0 ] = ( 1 ), x = 2; },
    -> a { sync c ?; };
}
process Q { state b; init b; assert b : P -> v [ 1 ] ; }
system async property Q ;
";

fn excerpt(span: Span) -> &'static str {
    let (start, end) = (span.start as usize, span.end as usize);
    let line = TEXT[..start].matches('\n').count();
    let column = TEXT[..start].rsplit('\n').next().unwrap().chars().count();
    assert_eq!((span.line as usize, span.column as usize), (line + 1, column + 1));
    &TEXT[start..end]
}

fn variable(declaration: &Declaration) -> (&Name, &Option<Initialiser>) {
    match declaration {
        Declaration::Variable(variable) => (&variable.name, &variable.initial),
        Declaration::Channel(channel) => panic!("{channel:?}"),
    }
}

fn operands(expression: &Expression) -> Vec<&'static str> {
    match &expression.kind {
        ExpressionKind::Binary(_, operands) => operands.iter().map(|one| excerpt(one.span)).collect(),
        ExpressionKind::Prefix(_, operand) => vec![excerpt(operand.span)],
        other => panic!("{other:?}"),
    }
}

#[test]
fn expressions_are_covered_with_their_parentheses() {
    let model = read(TEXT).unwrap().model;
    let (name, Some(Initialiser::Value(value))) = variable(&model.declarations[0]) else { panic!() };
    assert_eq!(excerpt(name.span), "x");
    assert_eq!(excerpt(value.span), "((1) + 2) * -x");
    assert_eq!(operands(value), ["((1) + 2)", "-x"]);
    let ExpressionKind::Binary(_, parts) = &value.kind else { panic!() };
    assert_eq!((operands(&parts[0]), operands(&parts[1])), (vec!["(1)", "2"], vec!["x"]));
    let (_, Some(Initialiser::List(values, braces))) = variable(&model.declarations[1]) else { panic!() };
    assert_eq!(excerpt(*braces), "{ 1,\t2 }");
    assert_eq!(excerpt(values[1].span), "2");
}

#[test]
fn transitions_and_their_parts_are_covered() {
    let model = read(TEXT).unwrap().model;
    let [first, second] = &model.processes[0].transitions[..] else { panic!() };
    assert!(excerpt(first.span).starts_with("a -> a {") && excerpt(first.span).ends_with("x = 2; }"));
    assert_eq!(excerpt(second.span), "-> a { sync c ?; }");
    assert_eq!(first.source, second.source);
    assert_eq!(excerpt(first.guard.as_ref().unwrap().span), "(x == 1)");
    assert_eq!(excerpt(first.communication.as_ref().unwrap().span), "c ! { v , 2 }");
    assert_eq!(excerpt(second.communication.as_ref().unwrap().span), "c ?");
    let effects: Vec<_> = first.effects.iter().map(|effect| excerpt(effect.span)).collect();
    assert_eq!(effects, ["y [ 0 ] = ( 1 )", "x = 2"]);
}

#[test]
fn processes_assertions_and_the_system_are_covered() {
    let model = read(TEXT).unwrap().model;
    let spans: Vec<_> = model.processes.iter().map(|process| excerpt(process.span)).collect();
    assert!(spans.iter().all(|text| text.starts_with("process") && text.ends_with('}')));
    assert_eq!(excerpt(model.processes[1].assertions[0].condition.span), "P -> v [ 1 ]");
    assert_eq!(excerpt(model.system.span), "system async property Q ;");
}

#[test]
fn spans_are_of_the_decoded_text() {
    let model = read(b"\xef\xbb\xbf/* \xff */ byte x;process P{state s;init s;}system async;").unwrap().model;
    let span = variable(&model.declarations[0]).0.span;
    assert_eq!((span.line, span.column, span.start, span.end), (1, 14, 15, 16));
}
