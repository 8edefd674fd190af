//! Every rule of validation detects violations and accepts a sound net.

use crate::{
    Arc, ArcKind, Constant, Declarations, Inscription, MarkedPlace, NestedUnits, Net, Operator,
    OperatorDeclaration, OperatorId, PartitionDeclaration, PartitionElement, PartitionId, Place, PlaceId,
    Point, Severity, Sort, SortDeclaration, SortId, Term, Transition, TransitionId, Unit, UnitId, Value,
    VariableDeclaration, VariableId,
};

use super::{MAX_ERRORS, MAX_TERM_DEPTH};

/// Returns the diagnostics of `validate`, one line each, with the element's id.
fn findings(net: &Net) -> Vec<String> {
    let with_element = |d: &crate::Diagnostic| format!("{}: {d}", d.element.as_deref().unwrap_or("-"));
    net.validate().iter().map(with_element).collect()
}

/// Returns a net with a place of each declared sort, a transition with an input arc from each place, and the variables
/// x and y of sort 1, the range from 0 to 2.
fn coloured(sorts: Vec<Sort>) -> Net {
    let mut net = Net::new("n");
    let sorts = [Sort::Range { start: 0, end: 2 }].into_iter().chain(sorts);
    let named = |(i, sort)| SortDeclaration { id: format!("s{}", i + 1), name: None, sort };
    net.declarations.sorts.extend(sorts.enumerate().map(named));
    for id in ["x", "y"] {
        net.declarations.variables.push(VariableDeclaration {
            id: id.into(),
            name: None,
            sort: SortId::new(1),
        });
    }
    let t = net.add_transition(Transition::plain("t"));
    for sort in 1..net.declarations.sorts.len() {
        let sort = SortId::new(sort);
        let place = net.add_place(Place { sort, ..Place::with_tokens(format!("p{}", sort.index()), 0) });
        let mut arc = Arc::weighted(place, t, ArcKind::Input, 1);
        arc.inscription = Inscription::Term(Box::new(Term::Empty(sort)));
        net.add_arc(arc);
    }
    net
}

fn x() -> Term {
    Term::Variable(VariableId::new(0))
}

fn number(number: i64) -> Term {
    Term::Literal { sort: SortId::new(1), value: Value::Integer(number) }
}

/// Returns a net whose only transition has this guard, with one constant sort, `s2`, of two constants.
fn guarded(guard: Term) -> Net {
    let constants = ["a", "b"].map(|id| Constant { id: id.into(), name: None }).to_vec();
    let mut net = coloured(vec![Sort::Enumeration { cyclic: false, constants }]);
    net.transitions[0].guard = Some(guard);
    net
}

#[test]
fn a_sound_net_has_no_findings() {
    assert_eq!(findings(&Net::new("empty")), [""; 0]);
    let net = guarded(Term::Apply(Operator::Less, vec![x(), number(2)]));
    assert_eq!(findings(&net), [""; 0]);
}

#[test]
fn dot_comes_first() {
    let mut net = Net::new("n");
    net.declarations = Declarations { sorts: Vec::new(), ..Declarations::default() };
    assert_eq!(
        findings(&net),
        ["-: error: the first declared sort is not `dot`; expected the built-in sort `dot`"]
    );
}

#[test]
fn nodes_have_ids_of_their_own() {
    let mut net = Net::new("n");
    net.add_place(Place::with_tokens("a", 0));
    net.add_place(Place::with_tokens("", 0));
    net.add_transition(Transition::plain("a"));
    let found = findings(&net);
    assert_eq!(
        found,
        [
            "-: error: a place without id",
            "a: error: the id `a` belongs to two nodes; expected an id of its own",
        ]
    );
}

#[test]
fn arcs_lead_somewhere_and_weigh_something() {
    let mut net = Net::new("n");
    let p = net.add_place(Place::with_tokens("p", 0));
    let t = net.add_transition(Transition::plain("t"));
    net.add_arc(Arc::weighted(PlaceId::new(1), t, ArcKind::Input, 1));
    net.add_arc(Arc::weighted(p, TransitionId::new(9), ArcKind::Input, 1));
    for kind in [ArcKind::Input, ArcKind::Output, ArcKind::Inhibitor, ArcKind::Read, ArcKind::Reset] {
        net.add_arc(Arc::weighted(p, t, kind, 0));
    }
    let weightless = "error: weight 0 on an arc; expected a positive integer";
    assert_eq!(findings(&net), [
        "-: error: an arc between place number 1 and transition number 0; expected a place below 1 and a transition below 1".to_owned(),
        "-: error: an arc between place number 0 and transition number 9; expected a place below 1 and a transition below 1".to_owned(),
        format!("p → t: {weightless}"),
        format!("t → p: {weightless}"),
        format!("p → t: {weightless}"),
        format!("p → t: {weightless}"),
    ]);
}

#[test]
fn plain_weights_are_for_plain_places() {
    let mut net = coloured(Vec::new());
    net.places[0].initial = Inscription::Tokens(1);
    net.arcs[0].inscription = Inscription::Tokens(1);
    net.add_arc(Arc::weighted(PlaceId::new(0), TransitionId::new(0), ArcKind::Inhibitor, 2));
    assert_eq!(
        findings(&net),
        [
            "p1: error: a number of plain tokens in a coloured place; expected a multiset over the place's sort",
            "p1 → t: error: a plain weight on an arc of a coloured place; expected a multiset over the place's sort",
        ]
    );
}

#[test]
fn more_tokens_than_the_capacity_are_worth_a_warning() {
    let mut net = Net::new("n");
    net.add_place(Place { capacity: Some(1), ..Place::with_tokens("p", 2) });
    let found = net.validate();
    assert!(!found.has_errors());
    assert_eq!(found.iter().map(|d| d.severity).collect::<Vec<_>>(), [Severity::Warning]);
}

#[test]
fn positions_are_finite() {
    let mut net = Net::new("n");
    net.add_place(Place { position: Some(Point { x: f64::NAN, y: 0.0 }), ..Place::with_tokens("p", 0) });
    assert!(findings(&net)[0].starts_with("p: error: a position that is not a finite number"));
}

#[test]
fn sorts_are_sound() {
    let broken = [
        (Sort::Product(vec![SortId::new(2)]), "a sort that is made of itself"),
        (Sort::Product(vec![SortId::new(7)]), "sort number 7, which is not declared"),
        (Sort::Product(vec![]), "a product of no sorts"),
        (Sort::Range { start: 1, end: 0 }, "a range from 1 to 0"),
        (Sort::Enumeration { cyclic: true, constants: vec![] }, "an enumeration without constants"),
        (Sort::Array { element: SortId::new(1), length: 1 << 40 }, "a sort whose values have more than"),
    ];
    for (sort, message) in broken {
        let found = findings(&coloured(vec![sort]));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(&format!("s2: error: {message}")), "{found:?}");
    }
}

#[test]
fn sorts_nest_only_so_deep() {
    let nested = |levels| (0..levels).map(|i| Sort::List { element: SortId::new(i + 3), capacity: None });
    assert_eq!(findings(&coloured(nested(62).chain([Sort::Bool]).collect())), [""; 0]);
    let deep = findings(&coloured(nested(100_000).chain([Sort::Bool]).collect()));
    assert_eq!(deep.len(), MAX_ERRORS + 1);
    assert!(deep[0].contains("deeper than 64 levels"), "{}", deep[0]);
    assert!(deep[MAX_ERRORS].contains("more errors, not listed"), "{}", deep[MAX_ERRORS]);
}

#[test]
fn partitions_hold_values_of_their_sort_once() {
    let mut net = coloured(Vec::new());
    let class = |id: &str, values: &[i64]| PartitionElement {
        id: id.into(),
        values: values.iter().copied().map(Value::Integer).collect(),
    };
    net.declarations.partitions.push(PartitionDeclaration {
        id: "p".into(),
        sort: SortId::new(1),
        elements: vec![class("low", &[0, 7]), class("high", &[0, 1]), class("low", &[])],
    });
    let found = findings(&net);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].contains("not of the partition's sort"));
    assert!(found[1].contains("in a class already"));
    assert!(found[2].contains("class `low` is listed twice"));
}

#[test]
fn terms_refer_to_what_is_declared() {
    let unknown = [
        Term::Variable(VariableId::new(2)),
        Term::All(SortId::new(3)),
        Term::Apply(Operator::Declared(OperatorId::new(0)), vec![]),
        Term::Apply(Operator::PartitionElementOf(PartitionId::new(0)), vec![x()]),
        Term::Apply(Operator::Wrap(SortId::new(3)), vec![x()]),
        Term::Apply(Operator::Within(SortId::new(3)), vec![x()]),
    ];
    for term in unknown {
        let found = findings(&guarded(Term::Apply(Operator::Not, vec![term])));
        assert_eq!(found.len(), 1);
        assert!(
            found[0].starts_with("t: error: ") && found[0].contains("which is not declared"),
            "{found:?}"
        );
    }
}

#[test]
fn ill_sorted_guards_are_refused() {
    let constant = || Term::Literal { sort: SortId::new(2), value: Value::Constant(0) };
    let out_of_range = Term::Literal { sort: SortId::new(1), value: Value::Integer(3) };
    let apply = Term::Apply;
    let cases = [
        (x(), "a value of sort `s1`; expected a condition"),
        (
            apply(Operator::Equal, vec![x(), constant()]),
            "a value of sort `s2`; expected a value of sort `s1`",
        ),
        (apply(Operator::Equal, vec![x()]), "1 arguments of `Equal`; expected 2"),
        (
            apply(Operator::Less, vec![x(), out_of_range]),
            "the constant Integer(3); expected a value of sort `s1`",
        ),
        (
            apply(Operator::Equal, vec![apply(Operator::Successor, vec![x()]), x()]),
            "a value of sort `s1`; expected a value of an enumeration",
        ),
        (apply(Operator::Equal, vec![Term::All(SortId::new(1)), x()]), "a multiset; expected a value"),
        (Term::Tuple(vec![]), "a tuple without components; expected at least one component"),
        (apply(Operator::Index, vec![x(), x()]), "a value of sort `s1`; expected a list or an array"),
        (apply(Operator::BitAnd, vec![x()]), "1 arguments of `BitAnd`; expected 2"),
        (apply(Operator::BitNot, vec![constant()]), "a value of sort `s2`; expected a number"),
        (apply(Operator::ShiftLeft, vec![x(), Term::Tuple(vec![x()])]), "a tuple of 1; expected a number"),
        (
            apply(Operator::Wrap(SortId::new(2)), vec![x()]),
            "a value of sort `s2`; expected a range with a number in it",
        ),
        (
            apply(Operator::Within(SortId::DOT), vec![x()]),
            "a plain token; expected a range with a number in it",
        ),
        (
            apply(Operator::Within(SortId::new(1)), vec![constant()]),
            "a value of sort `s2`; expected a number",
        ),
        (
            apply(Operator::Component(1), vec![Term::Tuple(vec![x()])]),
            "a tuple of 1; expected a tuple of more than 1",
        ),
        (apply(Operator::Component(0), vec![x()]), "a value of sort `s1`; expected a tuple of more than 0"),
        (apply(Operator::BitOr, vec![x(), x()]), "a number; expected a condition"),
    ];
    for (guard, message) in cases {
        assert_eq!(findings(&guarded(guard)), [format!("t: error: {message}")]);
    }
}

#[test]
fn inscriptions_are_over_the_sort_of_their_place() {
    let mut net = coloured(vec![Sort::Product(vec![SortId::new(1), SortId::new(1)])]);
    let broadcast = Term::Tuple(vec![x(), Term::All(SortId::new(1))]);
    for arc in &mut net.arcs {
        arc.inscription = Inscription::Term(Box::new(broadcast.clone()));
    }
    let found = "a tuple of 2 (a value of sort `s1`, a value of sort `s1`)";
    assert_eq!(findings(&net), [format!("p1 → t: error: {found}; expected a value of sort `s1`")]);
}

#[test]
fn initial_markings_have_no_variables() {
    let mut net = coloured(Vec::new());
    net.places[0].initial = Inscription::Term(Box::new(x()));
    assert_eq!(
        findings(&net),
        ["p1: error: the variable `x` in an initial marking; expected a term without variables"]
    );
}

#[test]
fn operators_do_not_recurse_and_see_their_parameters_only() {
    let operator =
        |id: &str, body| OperatorDeclaration { id: id.into(), parameters: vec![VariableId::new(1)], body };
    let mut net = coloured(Vec::new());
    net.declarations.operators.push(operator("f", x()));
    assert_eq!(
        findings(&net),
        ["f: error: the variable `x` in an operator's body; expected parameters only"]
    );
    net.declarations.operators[0] =
        operator("f", Term::Apply(Operator::Declared(OperatorId::new(0)), vec![number(0)]));
    assert_eq!(
        findings(&net),
        ["f: error: an operator that uses itself; expected operators without recursion"]
    );
}

#[test]
fn terms_nest_only_so_deep() {
    let nested = |levels| (1..levels).fold(x(), |term, _| Term::Apply(Operator::Negate, vec![term]));
    let compared = |levels| Term::Apply(Operator::Less, vec![nested(levels - 1), x()]);
    assert_eq!(findings(&guarded(compared(MAX_TERM_DEPTH))), [""; 0]);
    let found = findings(&guarded(compared(MAX_TERM_DEPTH + 1)));
    assert!(found[0].contains("deeper than 256 levels"), "{found:?}");
}

#[test]
fn the_bodies_of_operators_count_as_depth() {
    let mut net = coloured(Vec::new());
    let y = || Term::Variable(VariableId::new(1));
    for level in 0..MAX_TERM_DEPTH {
        let inner = match level {
            0 => y(),
            _ => Term::Apply(Operator::Declared(OperatorId::new(level - 1)), vec![y()]),
        };
        let parameters = vec![VariableId::new(1)];
        net.declarations.operators.push(OperatorDeclaration {
            id: format!("f{level}"),
            parameters,
            body: inner,
        });
    }
    assert_eq!(findings(&net), [""; 0]);
    let last = OperatorId::new(MAX_TERM_DEPTH - 1);
    net.arcs[0].inscription = Inscription::Term(Box::new(Term::Apply(Operator::Declared(last), vec![x()])));
    assert!(findings(&net)[0].contains("deeper than 256 levels"));
}

#[test]
fn types_are_inferred_once_however_often_a_part_is_shared() {
    let mut net = coloured(Vec::new());
    let y = || Term::Variable(VariableId::new(1));
    for level in 0..100 {
        let call = || Term::Apply(Operator::Declared(OperatorId::new(level - 1)), vec![y()]);
        let body = if level == 0 { y() } else { Term::Apply(Operator::Add, vec![call(), call()]) };
        let parameters = vec![VariableId::new(1)];
        net.declarations.operators.push(OperatorDeclaration { id: format!("f{level}"), parameters, body });
    }
    let choice = |term| {
        Term::Apply(Operator::IfThenElse, vec![Term::Apply(Operator::Equal, vec![x(), x()]), term, x()])
    };
    net.arcs[0].inscription = Inscription::Term(Box::new((0..100).fold(x(), |term, _| choice(term))));
    assert_eq!(findings(&net), [""; 0]);
}

#[test]
fn final_markings_are_of_plain_places_with_tokens_each_once() {
    let mut net = coloured(vec![]);
    net.add_place(Place::with_tokens("p", 0));
    let of = |places: &[(usize, u64)]| {
        places.iter().map(|&(place, tokens)| MarkedPlace { place: PlaceId::new(place), tokens }).collect()
    };
    net.final_markings = vec![of(&[(1, 2)]), of(&[])];
    assert_eq!(findings(&net), [""; 0]);
    net.final_markings = vec![of(&[(1, 2), (1, 2)]), of(&[(0, 1)]), of(&[(1, 0)]), of(&[(2, 1)])];
    assert_eq!(
        findings(&net),
        [
            "p: error: a place twice in a final marking; expected each place once",
            "p1: error: a coloured place in a final marking; expected a place of the sort `dot`",
            "p: error: a place without tokens in a final marking; expected those places only that hold tokens",
            "-: error: place number 2 in a final marking, which is not there; expected a number below 2",
        ]
    );
}

/// A unit's places and subunits.
type Numbers<'a> = (&'a [usize], &'a [usize]);

fn with_units(root: usize, units: &[Numbers<'_>]) -> Vec<String> {
    let mut net = Net::new("n");
    for id in ["p0", "p1"] {
        net.add_place(Place::with_tokens(id, 0));
    }
    let unit = |(i, (places, subunits)): (usize, &Numbers<'_>)| Unit {
        id: format!("u{i}"),
        places: places.iter().copied().map(PlaceId::new).collect(),
        subunits: subunits.iter().copied().map(UnitId::new).collect(),
    };
    let units = units.iter().enumerate().map(unit).collect();
    net.units = Some(NestedUnits { root: UnitId::new(root), units, claims_safe: true });
    findings(&net)
}

#[test]
fn units_partition_the_places() {
    assert_eq!(with_units(0, &[(&[0], &[1]), (&[1], &[])]), [""; 0]);
    assert_eq!(
        with_units(0, &[(&[0], &[1]), (&[0, 2], &[])]),
        [
            "p0: error: a place in two units, `u0` and `u1`; expected one unit for each place",
            "u1: error: place number 2, which is not there; expected a number below 2",
            "p1: error: a place in no unit; expected one unit for each place",
        ]
    );
}

#[test]
fn units_are_a_tree() {
    let cases: [(usize, &[Numbers<'_>], &str); 5] = [
        (2, &[(&[0, 1], &[])], "-: error: unit number 2 as the root; expected a number below 1"),
        (0, &[(&[0, 1], &[0])], "u0: error: the root below another unit; expected a tree of units"),
        (0, &[(&[0, 1], &[5])], "u0: error: unit number 5, which is not there; expected a tree of units"),
        (
            0,
            &[(&[0, 1], &[1, 1]), (&[], &[])],
            "u0: error: unit `u1`, which is below another one already; expected a tree of units",
        ),
        (
            0,
            &[(&[0, 1], &[]), (&[], &[2]), (&[], &[1])],
            "u1: error: a unit that is not below the root; expected a tree of units",
        ),
    ];
    for (root, units, message) in cases {
        assert_eq!(with_units(root, units)[0], message);
    }
}
