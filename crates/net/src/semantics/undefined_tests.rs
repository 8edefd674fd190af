//! Something undefined is an error exactly if every defined condition holds.

use crate::{
    Arc, ArcKind, Assignment, Constant, Inscription, Net, Operator, Place, PlaceId, Sort, SortDeclaration,
    SortId, Term, Transition, TransitionId, Value, VariableDeclaration, VariableId,
};

use ArcKind::{Inhibitor, Input, Output, Read};

use super::{Attempt, FireError, Interpreter, NotEnabled, initial};

const BYTE: usize = 1;
const LOCATION: usize = 2;

fn byte(number: i64) -> Term {
    Term::Literal { sort: SortId::new(BYTE), value: Value::Integer(number) }
}

fn location(position: u32) -> Term {
    Term::Literal { sort: SortId::new(LOCATION), value: Value::Constant(position) }
}

fn x() -> Term {
    Term::Variable(VariableId::new(0))
}

fn apply(operator: Operator, arguments: [Term; 2]) -> Term {
    Term::Apply(operator, arguments.into())
}

/// Returns `1 / x = 0`.
fn reciprocal() -> Term {
    apply(Operator::Equal, [apply(Operator::Divide, [byte(1), x()]), byte(0)])
}

/// Returns a variable with the value of `value`, a process in its location 0, and the transition `t`, which reads the
/// variable and moves the process to location 1.
fn net(value: i64) -> Net {
    let mut net = Net::new("n");
    let constants = ["a", "b"].map(|id| Constant { id: id.into(), name: None }).to_vec();
    let sorts = [
        ("byte", Sort::Range { start: 0, end: 255 }),
        ("location", Sort::Enumeration { cyclic: false, constants }),
        ("integers", Sort::Integer { minimum: None }),
    ];
    for (id, sort) in sorts {
        net.declarations.sorts.push(SortDeclaration { id: id.into(), name: None, sort });
    }
    for (id, sort) in [("x", BYTE), ("n", 3)] {
        let sort = SortId::new(sort);
        net.declarations.variables.push(VariableDeclaration { id: id.into(), name: None, sort });
    }
    for (id, term, sort) in [("x", byte(value), BYTE), ("P", location(0), LOCATION)] {
        let (initial, sort) = (Inscription::Term(Box::new(term)), SortId::new(sort));
        net.add_place(Place { sort, initial, ..Place::with_tokens(id, 0) });
    }
    net.add_transition(Transition::plain("t"));
    with_arcs(
        &mut net,
        &[(0, Input, x()), (1, Input, location(0)), (0, Output, x()), (1, Output, location(1))],
    );
    net
}

fn with_arcs(net: &mut Net, arcs: &[(usize, ArcKind, Term)]) {
    for (place, kind, term) in arcs {
        let arc = Arc::weighted(PlaceId::new(*place), TransitionId::new(net.transitions.len() - 1), *kind, 1);
        net.add_arc(Arc { inscription: Inscription::Term(Box::new(term.clone())), ..arc });
    }
}

fn assign(value: Term) -> Assignment {
    Assignment { variable: VariableId::new(0), value }
}

/// Returns the outcome of every attempt in the initial marking: `t`, or the error. Checks that all functions agree.
fn attempts(net: &Net) -> Vec<String> {
    let found = net.validate();
    assert!(!found.has_errors(), "{found}");
    let (start, interpreter) = (initial(net).unwrap(), Interpreter::new(net));
    let attempts = interpreter.attempts(&start).unwrap();
    let first_error = attempts.iter().find_map(|attempt| attempt.error.clone());
    assert_eq!(interpreter.enabled(&start).err(), first_error);
    for attempt in &attempts {
        let mut marking = start.clone();
        let fired = interpreter.fire(&mut marking, &attempt.firing);
        assert_eq!(fired.err(), attempt.error.clone().map(FireError::Undefined));
        assert!(attempt.error.is_none() || marking == start, "an undefined firing changes nothing");
    }
    let outcome = |attempt: &Attempt| match &attempt.error {
        Some(error) => error.to_string(),
        None => net.transition(attempt.firing.transition).id.clone(),
    };
    attempts.iter().map(outcome).collect()
}

#[test]
fn an_undefined_guard_is_an_error() {
    let mut net = net(0);
    net.transitions[0].guard = Some(reciprocal());
    assert_eq!(attempts(&net), ["`t`: a division by zero"]);
}

#[test]
fn a_condition_that_fails_disables_whatever_the_guard_may_be() {
    let missing_input = (1, Input, location(0)); // a second one
    let missing_read = (1, Read, location(1));
    let inhibited = (1, Inhibitor, location(0));
    let computed_read = (0, Read, apply(Operator::Add, [x(), byte(1)]));
    for arc in [missing_input, missing_read, inhibited, computed_read] {
        let mut net = net(0);
        net.transitions[0].guard = Some(reciprocal());
        with_arcs(&mut net, &[arc]);
        assert_eq!(attempts(&net), [""; 0]);
    }
}

#[test]
fn a_guard_is_evaluated_from_the_left_as_far_as_needed() {
    let mut net = net(0);
    let is_set = || apply(Operator::NotEqual, [x(), byte(0)]);
    net.transitions[0].guard = Some(apply(Operator::And, [is_set(), reciprocal()]));
    assert_eq!(attempts(&net), [""; 0]);
    net.transitions[0].guard = Some(apply(Operator::And, [reciprocal(), is_set()]));
    assert_eq!(attempts(&net), ["`t`: a division by zero"]);
    net.transitions[0].guard = Some(apply(Operator::Imply, [is_set(), reciprocal()]));
    assert_eq!(attempts(&net), ["t"]);
}

#[test]
fn undefined_code_is_an_error_only_where_the_conditions_hold() {
    let mut net = net(255);
    let next = apply(Operator::Add, [x(), byte(1)]);
    net.transitions[0].code = vec![assign(next)];
    assert_eq!(attempts(&net), ["`t`: the value 256, which is not of the sort `byte`"]);
    net.transitions[0].guard = Some(apply(Operator::Less, [x(), byte(255)]));
    assert_eq!(attempts(&net), [""; 0]);
    net.transitions[0].guard = None;
    net.transitions[0].code[0].value = byte(9);
    net.transitions[0].code.push(assign(Term::Apply(Operator::Within(SortId::new(BYTE)), vec![x()])));
    assert_eq!(attempts(&net), ["t"]);
}

#[test]
fn attempts_distinguish_enabled_firings_from_undefined_ones() {
    let mut net = net(0);
    net.transitions[0].guard = Some(reciprocal());
    net.add_transition(Transition::plain("u"));
    with_arcs(&mut net, &[(1, Input, location(0)), (1, Output, location(1))]);
    assert_eq!(attempts(&net), ["`t`: a division by zero", "u"]);
    let (start, interpreter) = (initial(&net).unwrap(), Interpreter::new(&net));
    assert!(interpreter.firings(&start, TransitionId::new(0)).is_err());
    assert_eq!(interpreter.firings(&start, TransitionId::new(1)).unwrap().len(), 1);
}

#[test]
fn each_binding_of_a_transition_is_an_attempt() {
    let mut net = net(0);
    net.places[0].initial = Inscription::Term(Box::new(Term::All(SortId::new(BYTE))));
    net.transitions[0].code = vec![assign(apply(Operator::Divide, [byte(255), x()]))];
    let attempts = attempts(&net);
    assert_eq!((attempts.len(), attempts[0].as_str()), (256, "`t`: a division by zero"));
    assert!(attempts[1..].iter().all(|attempt| attempt == "t"));
}

#[test]
fn a_negative_difference_on_an_output_arc_decides_before_another_is_undefined() {
    let mut net = net(0);
    let quotient = apply(Operator::Divide, [byte(1), x()]);
    let negative = apply(Operator::Difference, [location(0), location(1)]);
    with_arcs(&mut net, &[(0, Output, quotient)]);
    assert_eq!(attempts(&net), ["`t → x`: a division by zero"]);
    with_arcs(&mut net, &[(1, Output, negative)]);
    assert_eq!(attempts(&net), [""; 0]);
}

#[test]
fn too_many_values_allow_no_attempt() {
    let mut net = net(0);
    let n = Term::Variable(VariableId::new(1));
    net.transitions[0].guard = Some(apply(Operator::Less, [n, byte(1)]));
    let (start, interpreter) = (initial(&net).unwrap(), Interpreter::new(&net));
    let error = interpreter.attempts(&start).unwrap_err();
    assert_eq!(error.to_string(), "`t`: a variable with more values than can be tried");
    assert!(!error.problem.is_model_error());
    for arc in [(1, Input, location(1)), (1, Inhibitor, location(0))] {
        let mut ruled_out = net.clone();
        with_arcs(&mut ruled_out, &[arc]);
        assert_eq!(attempts(&ruled_out), [""; 0]);
    }
    let mut without_values = net.clone();
    without_values.places[0].initial = Inscription::Term(Box::new(Term::Empty(SortId::new(BYTE))));
    assert_eq!(attempts(&without_values), [""; 0]);
}

#[test]
fn fire_says_why_although_the_guard_is_undefined() {
    let mut net = net(0);
    net.transitions[0].guard = Some(reciprocal());
    let (start, interpreter) = (initial(&net).unwrap(), Interpreter::new(&net));
    let firing = interpreter.attempts(&start).unwrap().remove(0).firing;
    with_arcs(&mut net, &[(1, Inhibitor, location(0))]);
    let fired = Interpreter::new(&net).fire(&mut start.clone(), &firing);
    assert_eq!(fired, Err(FireError::NotEnabled(NotEnabled::Inhibited(PlaceId::new(1)))));
}
