//! The reference semantics of coloured nets: bindings, terms, guards and code segments.

use std::ops::ControlFlow;

use crate::{
    Arc, ArcKind, Assignment, Constant, Inscription, Net, Operator, OperatorDeclaration, OperatorId,
    PartitionDeclaration, PartitionElement, PartitionId, Place, PlaceId, Sort, SortDeclaration, SortId, Term,
    Transition, TransitionId, Value, VariableDeclaration, VariableId,
};

use super::{Binding, FireError, Firing, Interpreter, NotEnabled, Problem, enabled, fire, initial};

const DOT: SortId = SortId::DOT;

/// A net of the colours a, b and c, with variables x and y over them, and one transition `t`.
struct Colours(Net);

fn colour() -> SortId {
    SortId::new(1)
}
fn variable(index: usize) -> Term {
    Term::Variable(VariableId::new(index))
}
fn x() -> Term {
    variable(0)
}
fn y() -> Term {
    variable(1)
}
fn constant(position: u32) -> Term {
    Term::Literal { sort: colour(), value: Value::Constant(position) }
}
fn apply(operator: Operator, arguments: &[Term]) -> Term {
    Term::Apply(operator, arguments.to_vec())
}
fn all() -> Term {
    Term::All(colour())
}

impl Colours {
    fn new() -> Self {
        let mut net = Net::new("n");
        net.add_transition(Transition::plain("t"));
        let mut colours = Self(net);
        let constants = ["a", "b", "c"].map(|id| Constant { id: id.into(), name: None }).to_vec();
        colours.sort(Sort::Enumeration { cyclic: true, constants });
        colours.variable("x", colour());
        colours.variable("y", colour());
        colours
    }

    fn sort(&mut self, sort: Sort) -> SortId {
        let sorts = &mut self.0.declarations.sorts;
        sorts.push(SortDeclaration { id: format!("s{}", sorts.len()), name: None, sort });
        SortId::new(sorts.len() - 1)
    }

    fn variable(&mut self, id: &str, sort: SortId) -> Term {
        self.0.declarations.variables.push(VariableDeclaration { id: id.into(), name: None, sort });
        variable(self.0.declarations.variables.len() - 1)
    }

    fn place(&mut self, sort: SortId, initial: Option<Term>) -> PlaceId {
        let id = format!("p{}", self.0.places.len());
        let initial = initial.map_or(Inscription::Tokens(0), |term| Inscription::Term(Box::new(term)));
        self.0.add_place(Place { sort, initial, ..Place::with_tokens(id, 0) })
    }

    fn arc(&mut self, place: PlaceId, kind: ArcKind, term: Term) {
        let inscription = Inscription::Term(Box::new(term));
        self.0.add_arc(Arc { inscription, ..Arc::weighted(place, TransitionId::new(0), kind, 1) });
    }

    fn guard(&mut self, guard: Term) {
        self.0.transitions[0].guard = Some(guard);
    }

    /// Validates and returns the net.
    fn net(&self) -> &Net {
        let found = self.0.validate();
        assert!(!found.has_errors(), "{found}");
        &self.0
    }

    /// Returns the successors of the initial marking, described, with the bindings that lead to them.
    fn steps(&self) -> Vec<String> {
        let (net, start) = (self.net(), initial(self.net()).unwrap());
        let step = |firing: &Firing| {
            let value = |(v, value): &(VariableId, Value)| {
                let declaration = &net.declarations.variables[v.index()];
                format!("{}={}", declaration.id, net.value_text(declaration.sort, value))
            };
            let binding: Vec<_> = firing.binding.iter().map(value).collect();
            format!("{} → {}", binding.join(" "), fire(net, &start, firing).unwrap().describe(net))
        };
        enabled(net, &start).unwrap().iter().map(step).collect()
    }

    /// Returns the initial marking, described.
    fn start(&self) -> String {
        initial(self.net()).unwrap().describe(self.net())
    }
}

#[test]
fn all_values_are_there_once() {
    let mut colours = Colours::new();
    let two = Term::Literal { sort: SortId::new(2), value: Value::Integer(2) };
    colours.sort(Sort::Integer { minimum: Some(0) });
    colours.place(colour(), Some(apply(Operator::NumberOf, &[two, all()])));
    assert_eq!(colours.start(), "p0: 2'a + 2'b + 2'c");
}

#[test]
fn a_multiset_in_a_tuple_distributes() {
    let mut colours = Colours::new();
    let pair = colours.sort(Sort::Product(vec![colour(), colour()]));
    let two_as = apply(Operator::Sum, &[constant(0), constant(0)]);
    colours.place(pair, Some(Term::Tuple(vec![two_as, apply(Operator::Difference, &[all(), constant(1)])])));
    assert_eq!(colours.start(), "p0: 2'(a, a) + 2'(a, c)");
}

#[test]
fn an_empty_multiset_in_a_tuple_leaves_nothing() {
    let mut colours = Colours::new();
    let pair = colours.sort(Sort::Product(vec![colour(), colour()]));
    let place = colours.place(pair, None);
    colours.arc(place, ArcKind::Input, Term::Tuple(vec![x(), Term::Empty(colour())]));
    assert_eq!(colours.steps(), ["x=a → ", "x=b → ", "x=c → "]);
}

#[test]
fn a_negative_difference_is_an_error_at_the_start_and_disables_a_binding() {
    let difference = || apply(Operator::Difference, &[constant(0), x()]);
    let mut colours = Colours::new();
    let place = colours.place(colour(), Some(apply(Operator::Difference, &[constant(0), constant(1)])));
    let error = initial(colours.net()).unwrap_err();
    assert_eq!(error.to_string(), "`p0`: a difference that is negative");
    colours.0.places[0].initial = Inscription::Tokens(0);
    colours.arc(place, ArcKind::Output, difference());
    assert_eq!(colours.steps(), ["x=a → "]);
    let mut colours = Colours::new();
    let place = colours.place(colour(), None);
    colours.arc(place, ArcKind::Input, difference());
    assert_eq!(colours.steps(), ["x=a → "]);
}

#[test]
fn a_variable_only_on_an_output_arc_ranges_over_its_sort() {
    let mut colours = Colours::new();
    let place = colours.place(colour(), None);
    colours.arc(place, ArcKind::Output, x());
    assert_eq!(colours.steps(), ["x=a → p0: 1'a", "x=b → p0: 1'b", "x=c → p0: 1'c"]);
}

#[test]
fn equal_values_need_two_tokens_and_two_bindings_are_two_firings() {
    let mut colours = Colours::new();
    let place = colours.place(colour(), Some(apply(Operator::Sum, &[constant(0), constant(0), constant(1)])));
    colours.arc(place, ArcKind::Input, apply(Operator::Sum, &[x(), y()]));
    assert_eq!(colours.steps(), ["x=a y=a → p0: 1'b", "x=a y=b → p0: 1'a", "x=b y=a → p0: 1'a"]);
}

#[test]
fn successor_and_predecessor_wrap_around() {
    let mut colours = Colours::new();
    let place = colours.place(colour(), Some(constant(2)));
    let other = colours.place(colour(), None);
    colours.arc(place, ArcKind::Input, apply(Operator::Predecessor, &[x()]));
    colours.arc(other, ArcKind::Output, apply(Operator::Successor, &[apply(Operator::Predecessor, &[x()])]));
    assert_eq!(colours.steps(), ["x=a → p1: 1'a"]);
}

#[test]
fn a_guard_selects_bindings() {
    let mut colours = Colours::new();
    let place = colours.place(colour(), Some(all()));
    colours.arc(place, ArcKind::Input, x());
    let less = apply(Operator::Less, &[x(), constant(2)]);
    colours.guard(apply(Operator::And, &[less, apply(Operator::NotEqual, &[x(), constant(0)])]));
    assert_eq!(colours.steps(), ["x=b → p0: 1'a + 1'c"]);
}

#[test]
fn guards_select_by_class() {
    let mut colours = Colours::new();
    let class = |id: &str, values: &[u32]| PartitionElement {
        id: id.into(),
        values: values.iter().copied().map(Value::Constant).collect(),
    };
    let elements = vec![class("low", &[0, 1]), class("high", &[2])];
    colours.0.declarations.partitions.push(PartitionDeclaration { id: "p".into(), sort: colour(), elements });
    let constants = ["low", "high"].map(|id| Constant { id: id.into(), name: None }).to_vec();
    let classes = colours.sort(Sort::Enumeration { cyclic: false, constants });
    let place = colours.place(colour(), Some(all()));
    colours.arc(place, ArcKind::Input, x());
    let partition = PartitionId::new(0);
    let class_of_x = apply(Operator::PartitionElementOf(partition), &[x()]);
    let high = Term::Literal { sort: classes, value: Value::Constant(1) };
    colours.guard(apply(Operator::Equal, &[class_of_x.clone(), high.clone()]));
    assert_eq!(colours.steps(), ["x=c → p0: 1'a + 1'b"]);
    colours.guard(apply(Operator::PartitionLess(partition), &[class_of_x, high]));
    assert_eq!(colours.steps(), ["x=a → p0: 1'b + 1'c", "x=b → p0: 1'a + 1'c"]);
}

#[test]
fn a_coloured_inhibitor_counts_tokens_or_looks_for_some() {
    let mut colours = Colours::new();
    let place = colours.place(colour(), Some(apply(Operator::Sum, &[constant(0), constant(1)])));
    colours.arc(place, ArcKind::Inhibitor, x());
    assert_eq!(colours.steps().len(), 1, "only c is not there");
    colours.0.arcs[0].inscription = Inscription::Tokens(2);
    assert_eq!(colours.steps().len(), 0);
    colours.0.arcs[0].inscription = Inscription::Tokens(3);
    assert_eq!(colours.steps().len(), 1);
}

#[test]
fn code_runs_in_order_between_input_and_output() {
    let mut colours = Colours::new();
    let place = colours.place(colour(), Some(constant(0)));
    let other = colours.place(colour(), None);
    colours.arc(place, ArcKind::Input, x());
    let next = |term| apply(Operator::Successor, &[term]);
    let assign = |index, value| Assignment { variable: VariableId::new(index), value };
    colours.0.transitions[0].code = vec![assign(0, next(x())), assign(1, next(x()))];
    colours.arc(place, ArcKind::Output, x());
    colours.arc(other, ArcKind::Output, y());
    assert_eq!(colours.steps(), ["x=a → p0: 1'b, p1: 1'c"], "y is bound by the code and not tried");
}

#[test]
fn variables_over_the_integers_take_their_values_from_tokens() {
    let mut colours = Colours::new();
    let integers = colours.sort(Sort::Integer { minimum: None });
    let number = |n| Term::Literal { sort: integers, value: Value::Integer(n) };
    let n = colours.variable("n", integers);
    let pair = colours.sort(Sort::Product(vec![integers, colour()]));
    let place = colours.place(pair, Some(Term::Tuple(vec![number(7), all()])));
    let sum = colours.place(integers, Some(number(5)));
    colours.arc(place, ArcKind::Input, Term::Tuple(vec![n.clone(), constant(1)]));
    colours.arc(sum, ArcKind::Output, apply(Operator::Remainder, &[n.clone(), number(4)]));
    assert_eq!(colours.steps(), ["n=7 → p0: 1'(7, a) + 1'(7, c), p1: 1'3 + 1'5"]);
    colours.0.arcs.remove(0);
    let error = enabled(colours.net(), &initial(colours.net()).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "`t`: a variable with more values than can be tried");
}

#[test]
fn an_undefined_condition_counts_only_where_all_others_hold() {
    let mut colours = Colours::new();
    let integers = colours.sort(Sort::Range { start: 0, end: 1 });
    let n = colours.variable("n", integers);
    let number = |n| Term::Literal { sort: integers, value: Value::Integer(n) };
    let place = colours.place(integers, Some(apply(Operator::Sum, &[number(0), number(1)])));
    let quotient = apply(Operator::Divide, &[number(1), n.clone()]);
    colours.arc(place, ArcKind::Input, n.clone());
    colours.arc(place, ArcKind::Read, quotient);
    let start = initial(colours.net()).unwrap();
    let error = enabled(colours.net(), &start).unwrap_err();
    assert_eq!(error.to_string(), "`p0 → t`: a division by zero");
    colours.guard(apply(Operator::NotEqual, &[n, number(0)]));
    assert_eq!(colours.steps(), ["n=1 → p0: 1'0"]);
}

#[test]
fn a_value_must_be_of_the_sort_where_it_is_put() {
    let mut colours = Colours::new();
    let range = colours.sort(Sort::Range { start: 0, end: 1 });
    let n = colours.variable("n", range);
    let one = Term::Literal { sort: range, value: Value::Integer(1) };
    let place = colours.place(range, Some(one.clone()));
    colours.arc(place, ArcKind::Input, n.clone());
    colours.arc(place, ArcKind::Output, apply(Operator::Add, &[n, one]));
    let start = initial(colours.net()).unwrap();
    let error = enabled(colours.net(), &start).unwrap_err();
    assert_eq!(error.to_string(), "`t → p0`: the value 2, which is not of the sort `s2`");
}

#[test]
fn lists_are_bounded_by_their_capacity() {
    let mut colours = Colours::new();
    let list = colours.sort(Sort::List { element: colour(), capacity: Some(2) });
    let l = colours.variable("l", list);
    let make = |terms: &[Term]| apply(Operator::MakeList, terms);
    let place = colours.place(list, Some(make(&[constant(0), constant(1)])));
    let other = colours.place(colour(), None);
    colours.arc(place, ArcKind::Input, l.clone());
    let zero = Term::Literal { sort: SortId::new(3), value: Value::Integer(0) };
    colours.sort(Sort::Integer { minimum: None });
    let rest = Term::Apply(Operator::RemoveFirst, vec![l.clone()]);
    colours.arc(place, ArcKind::Output, apply(Operator::Append, &[rest, constant(2)]));
    colours.arc(other, ArcKind::Output, apply(Operator::Index, &[l.clone(), zero]));
    assert_eq!(colours.steps(), ["l=[a, b] → p0: 1'[b, c], p1: 1'a"]);
    colours.guard(apply(Operator::Equal, &[apply(Operator::Append, &[l.clone(), constant(2)]), l]));
    let error = enabled(colours.net(), &initial(colours.net()).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "`t`: a list that is longer than its capacity");
}

#[test]
fn declared_operators_stand_for_their_bodies() {
    let mut colours = Colours::new();
    let both = apply(Operator::Sum, &[y(), apply(Operator::Successor, &[y()])]);
    let parameters = vec![VariableId::new(1)];
    colours.0.declarations.operators.push(OperatorDeclaration { id: "f".into(), parameters, body: both });
    colours.place(colour(), Some(apply(Operator::Declared(OperatorId::new(0)), &[constant(2)])));
    assert_eq!(colours.start(), "p0: 1'a + 1'c");
}

#[test]
fn operators_that_multiply_are_stopped() {
    let mut colours = Colours::new();
    for level in 0..100_usize {
        let call = |level| apply(Operator::Declared(OperatorId::new(level)), &[y()]);
        let truth = apply(Operator::Equal, &[y(), y()]);
        let body = if level == 0 { truth } else { apply(Operator::And, &[call(level - 1), call(level - 1)]) };
        let parameters = vec![VariableId::new(1)];
        colours.0.declarations.operators.push(OperatorDeclaration {
            id: format!("f{level}"),
            parameters,
            body,
        });
    }
    colours.guard(apply(Operator::Declared(OperatorId::new(99)), &[constant(0)]));
    let error = enabled(colours.net(), &initial(colours.net()).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "`t`: a term that takes too many steps to evaluate");
}

#[test]
fn a_binding_must_fit_the_transition() {
    let mut colours = Colours::new();
    let place = colours.place(colour(), Some(all()));
    colours.arc(place, ArcKind::Input, x());
    let start = initial(colours.net()).unwrap();
    let fire_with = |pairs: &[(usize, u32)]| {
        let value = |&(v, c): &(usize, u32)| (VariableId::new(v), Value::Constant(c));
        let binding: Binding = pairs.iter().map(value).collect();
        fire(&colours.0, &start, &Firing { transition: TransitionId::new(0), binding }).map(drop)
    };
    let refused = |reason| Err(FireError::NotEnabled(reason));
    assert_eq!(fire_with(&[(0, 2)]), Ok(()));
    assert_eq!(fire_with(&[]), refused(NotEnabled::Unbound(VariableId::new(0))));
    assert_eq!(fire_with(&[(0, 3)]), refused(NotEnabled::Unbound(VariableId::new(0))));
    assert_eq!(fire_with(&[(0, 0), (1, 0)]), refused(NotEnabled::Stray(VariableId::new(1))));
}

#[test]
fn coloured_counts_never_wrap() {
    let mut colours = Colours::new();
    let integers = colours.sort(Sort::Integer { minimum: None });
    let most = Term::Literal { sort: integers, value: Value::Integer(i64::MAX) };
    colours.place(colour(), Some(apply(Operator::NumberOf, &[most, all()])));
    let error = initial(colours.net()).unwrap_err();
    assert_eq!((error.element.as_str(), error.problem), ("p0", Problem::Overflow));
}

#[test]
fn plain_tokens_may_be_written_as_terms() {
    let mut colours = Colours::new();
    let dot = || Term::Literal { sort: DOT, value: Value::Dot };
    let place = colours.place(DOT, Some(apply(Operator::Sum, &[dot(), dot()])));
    colours.arc(place, ArcKind::Input, dot());
    assert_eq!(colours.start(), "p0: 2");
    assert_eq!(colours.steps(), [" → p0: 1"]);
}

/// A visitor that breaks has seen the first bindings, and no more.
#[test]
fn attempts_are_handed_out_one_by_one() {
    let mut colours = Colours::new();
    let place = colours.place(colour(), Some(all()));
    colours.arc(place, ArcKind::Input, x());
    colours.arc(place, ArcKind::Read, y());
    let (net, start) = (colours.net(), initial(colours.net()).unwrap());
    let (interpreter, transition) = (Interpreter::new(net), TransitionId::new(0));
    let all = interpreter.attempts_of(&start, transition).unwrap();
    assert!(all.len() >= 6, "{all:?}");
    for most in 1..=all.len() {
        let mut seen = Vec::new();
        let visited = interpreter.visit_attempts(&start, transition, &|| false, |attempt| {
            seen.push(attempt);
            if seen.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((visited, &seen[..]), (Ok(ControlFlow::Break(())), &all[..most]));
    }
}
