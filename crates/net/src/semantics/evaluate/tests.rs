//! The operators on numbers, bits, ranges and tuples, up to the limits of their definition.

use crate::semantics::{Binding, Problem, error::Failure};
use crate::{Net, Operator, Sort, SortDeclaration, SortId, Term, Value};

use super::Evaluator;

use Operator::{
    Add, BitAnd, BitNot, BitOr, BitXor, Component, Divide, Multiply, Negate, Remainder, ShiftLeft,
    ShiftRight, Subtract,
};

const BEYOND: &str = "a number beyond 64 bits";
const BY_ZERO: &str = "a division by zero";
const SHIFT: &str = "a shift by a number of bits outside 0 to 63";

/// The ranges: name, first number, last number.
const RANGES: [(&str, i64, i64); 5] =
    [("byte", 0, 255), ("int", -32768, 32767), ("high", 5, 7), ("one", -3, -3), ("all", i64::MIN, i64::MAX)];

fn net() -> Net {
    let mut net = Net::new("n");
    for (id, start, end) in RANGES {
        let sort = Sort::Range { start, end };
        net.declarations.sorts.push(SortDeclaration { id: id.into(), name: None, sort });
    }
    for (id, sort) in [
        ("string", Sort::String),
        ("list", Sort::List { element: range("all"), capacity: None }),
        ("short", Sort::List { element: range("all"), capacity: Some(2) }),
        ("array", Sort::Array { element: range("all"), length: 1 }),
    ] {
        net.declarations.sorts.push(SortDeclaration { id: id.into(), name: None, sort });
    }
    net
}

fn range(id: &str) -> SortId {
    SortId::new(RANGES.iter().position(|range| range.0 == id).unwrap() + 1)
}

fn number(number: i64) -> Term {
    Term::Literal { sort: range("all"), value: Value::Integer(number) }
}

/// Returns the value of an operator applied to terms, or the problem. Checks that the term is well-sorted.
fn evaluated(operator: Operator, arguments: &[Term]) -> Result<Value, String> {
    let (net, term) = (net(), Term::Apply(operator, arguments.to_vec()));
    let evaluator = Evaluator::new(&net);
    evaluator.typing().infer(&term).unwrap();
    evaluator.value(&term, &Binding::default()).map_err(|failure| match failure {
        Failure::Problem(problem @ (Problem::Undefined(_) | Problem::OutOfSort { .. })) => {
            problem.to_string()
        }
        other => panic!("{other:?}"),
    })
}

fn of_numbers(operator: Operator, arguments: &[i64]) -> Result<i64, String> {
    let arguments: Vec<_> = arguments.iter().copied().map(number).collect();
    evaluated(operator, &arguments).map(|value| match value {
        Value::Integer(number) => number,
        other => panic!("{other:?}"),
    })
}

/// Checks that applying the operator to each pair gives the third number.
fn check(operator: Operator, cases: &[(i64, i64, i64)]) {
    for &(first, second, result) in cases {
        assert_eq!(of_numbers(operator, &[first, second]), Ok(result), "{first} {operator:?} {second}");
    }
}

fn check_undefined(operator: Operator, why: &str, cases: &[(i64, i64)]) {
    for &(first, second) in cases {
        let found = of_numbers(operator, &[first, second]);
        assert_eq!(found, Err(why.into()), "{first} {operator:?} {second}");
    }
}

#[test]
fn sums_and_products_are_those_of_the_integers_or_undefined() {
    check(Add, &[(i64::MAX, i64::MIN, -1), (-3, 5, 2)]);
    check(Subtract, &[(i64::MIN, i64::MIN, 0), (-1, i64::MAX, i64::MIN)]);
    check(Multiply, &[(-3, 5, -15), (1 << 31, -(1 << 32), i64::MIN)]);
    check_undefined(Add, BEYOND, &[(i64::MAX, 1), (i64::MIN, -1)]);
    check_undefined(Subtract, BEYOND, &[(i64::MIN, 1), (0, i64::MIN)]);
    check_undefined(Multiply, BEYOND, &[(i64::MIN, -1), (1 << 32, 1 << 31)]);
    assert_eq!(of_numbers(Negate, &[i64::MAX]), Ok(-i64::MAX));
    assert_eq!(of_numbers(Negate, &[i64::MIN]), Err(BEYOND.into()));
}

#[test]
fn quotients_are_rounded_towards_zero_and_remainders_have_the_dividends_sign() {
    check(Divide, &[(7, 2, 3), (-7, 2, -3), (7, -2, -3), (-7, -2, 3), (i64::MIN, 1, i64::MIN)]);
    check(Remainder, &[(7, 2, 1), (-7, 2, -1), (7, -2, 1), (-7, -2, -1), (i64::MIN, 2, 0)]);
    for operator in [Divide, Remainder] {
        check_undefined(operator, BY_ZERO, &[(0, 0), (1, 0), (i64::MIN, 0)]);
        check_undefined(operator, BEYOND, &[(i64::MIN, -1)]);
    }
}

#[test]
fn bits_are_those_of_twos_complement() {
    check(BitAnd, &[(12, 10, 8), (-1, 77, 77), (-4, 7, 4), (i64::MIN, -1, i64::MIN)]);
    check(BitOr, &[(12, 10, 14), (-1, 77, -1), (-8, 5, -3), (i64::MIN, i64::MAX, -1)]);
    check(BitXor, &[(12, 10, 6), (-1, 77, -78), (-8, -8, 0), (i64::MIN, -1, i64::MAX)]);
    for (argument, result) in [(0, -1), (-1, 0), (5, -6), (i64::MIN, i64::MAX), (i64::MAX, i64::MIN)] {
        assert_eq!(of_numbers(BitNot, &[argument]), Ok(result));
    }
}

#[test]
fn a_shift_to_the_left_multiplies_or_is_undefined() {
    check(
        ShiftLeft,
        &[(5, 0, 5), (5, 3, 40), (-5, 3, -40), (-1, 63, i64::MIN), (0, 63, 0), (1, 62, 1 << 62)],
    );
    check_undefined(ShiftLeft, BEYOND, &[(1, 63), (-2, 63), (i64::MAX, 1), (i64::MIN, 1), (3, 62)]);
    check_undefined(ShiftLeft, SHIFT, &[(0, 64), (0, -1), (1, i64::MIN), (1, i64::MAX), (1, 1 << 32)]);
}

#[test]
fn a_shift_to_the_right_divides_and_rounds_down() {
    check(ShiftRight, &[(40, 3, 5), (41, 3, 5), (-40, 3, -5), (-41, 3, -6), (-1, 63, -1)]);
    check(ShiftRight, &[(i64::MAX, 63, 0), (i64::MIN, 63, -1), (i64::MIN, 0, i64::MIN)]);
    check_undefined(ShiftRight, SHIFT, &[(0, 64), (0, -1), (1, i64::MIN), (1, i64::MAX), (1, 1 << 32)]);
}

#[test]
fn wrapping_keeps_what_fits_into_the_range() {
    let cases = [
        ("byte", &[(0, 0), (255, 255), (256, 0), (-1, 255), (-256, 0), (1000, 232), (-1000, 24)][..]),
        ("int", &[(32767, 32767), (32768, -32768), (-32768, -32768), (-32769, 32767), (65535, -1)]),
        ("int", &[(70_000, 4464), (i64::MAX, -1), (i64::MIN, 0)]),
        ("byte", &[(i64::MAX, 255), (i64::MIN, 0)]),
        ("high", &[(5, 5), (7, 7), (8, 5), (4, 7), (0, 6), (-1, 5)]),
        ("one", &[(-3, -3), (0, -3), (i64::MAX, -3)]),
        ("all", &[(0, 0), (i64::MIN, i64::MIN), (i64::MAX, i64::MAX)]),
    ];
    for (id, cases) in cases {
        for &(argument, result) in cases {
            assert_eq!(of_numbers(Operator::Wrap(range(id)), &[argument]), Ok(result), "{argument} in {id}");
        }
    }
}

#[test]
fn a_number_within_a_range_is_itself_and_another_is_undefined() {
    for (id, start, end) in RANGES {
        let within = |number| of_numbers(Operator::Within(range(id)), &[number]);
        assert_eq!((within(start), within(end)), (Ok(start), Ok(end)));
        for outside in [start.checked_sub(1), end.checked_add(1)].into_iter().flatten() {
            let message = format!("the value {outside}, which is not of the sort `{id}`");
            assert_eq!(within(outside), Err(message));
        }
    }
}

#[test]
fn an_inner_term_that_is_undefined_is_not_wrapped() {
    let product = Term::Apply(Multiply, vec![number(i64::MAX), number(2)]);
    assert_eq!(evaluated(Operator::Wrap(range("byte")), &[product]), Err(BEYOND.into()));
}

#[test]
fn components_of_tuples_are_counted_from_zero() {
    let tuple = || Term::Tuple(vec![number(4), Term::Tuple(vec![number(-5)])]);
    assert_eq!(evaluated(Component(0), &[tuple()]), Ok(Value::Integer(4)));
    assert_eq!(evaluated(Component(1), &[tuple()]), Ok(Value::Tuple(vec![Value::Integer(-5)])));
    let inner = Term::Apply(Component(1), vec![tuple()]);
    assert_eq!(evaluated(Component(0), &[inner]), Ok(Value::Integer(-5)));
}

fn string(words: &str) -> Term {
    Term::Literal { sort: SortId::new(RANGES.len() + 1), value: Value::String(words.into()) }
}

fn list(numbers: &[i64]) -> Term {
    let value = Value::List(numbers.iter().copied().map(Value::Integer).collect());
    Term::Literal { sort: SortId::new(RANGES.len() + 2), value }
}

fn words(value: Result<Value, String>) -> String {
    match value {
        Ok(Value::String(words)) => words,
        Ok(Value::List(values)) => format!("{values:?}"),
        Ok(Value::Bool(truth)) => truth.to_string(),
        Ok(Value::Integer(number)) => number.to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn strings_are_joined_cut_searched_measured_and_compared() {
    let cases = [
        (Operator::Concatenate, vec![string("größ"), string("e")], "größe"),
        (Operator::Slice, vec![string("größe"), number(1), number(3)], "röß"),
        (Operator::Slice, vec![string("größe"), number(4), number(3)], "e"),
        (Operator::Slice, vec![string("größe"), number(7), number(i64::MAX)], ""),
        (Operator::HasPart, vec![string("größe"), string("öß")], "true"),
        (Operator::HasPart, vec![string("größe"), string("")], "true"),
        (Operator::HasPart, vec![string("größe"), string("ßö")], "false"),
        (Operator::Length, vec![string("größe")], "5"),
        (Operator::Less, vec![string("ab"), string("b")], "true"),
        (Operator::Less, vec![string("ab"), string("ab")], "false"),
        (Operator::GreaterOrEqual, vec![string("ab"), string("a")], "true"),
    ];
    for (operator, arguments, expected) in cases {
        assert_eq!(words(evaluated(operator, &arguments)), expected, "{operator:?} {arguments:?}");
    }
}

#[test]
fn lists_are_joined_cut_and_searched() {
    let values =
        |numbers: &[i64]| words(Ok(Value::List(numbers.iter().copied().map(Value::Integer).collect())));
    let empty = || Term::Apply(Operator::MakeList, Vec::new());
    let cases = [
        (Operator::Concatenate, vec![list(&[1, 2]), list(&[3])], values(&[1, 2, 3])),
        (Operator::Concatenate, vec![empty(), list(&[3])], values(&[3])),
        (Operator::Slice, vec![list(&[1, 2, 3]), number(1), number(1)], values(&[2])),
        (Operator::Slice, vec![list(&[1, 2, 3]), number(2), number(5)], values(&[3])),
        (Operator::Slice, vec![empty(), number(0), number(5)], values(&[])),
        (Operator::HasPart, vec![list(&[1, 2, 3]), list(&[2, 3])], "true".into()),
        (Operator::HasPart, vec![list(&[1, 2, 3]), list(&[1, 3])], "false".into()),
        (Operator::HasPart, vec![list(&[]), empty()], "true".into()),
    ];
    for (operator, arguments, expected) in cases {
        assert_eq!(words(evaluated(operator, &arguments)), expected, "{operator:?} {arguments:?}");
    }
}

#[test]
fn slices_that_are_too_long_or_have_negative_positions_are_undefined() {
    let negative = "a part with a negative position or length";
    for numbers in [[-1, 1], [1, -1]] {
        let arguments = [string("ab"), number(numbers[0]), number(numbers[1])];
        assert_eq!(evaluated(Operator::Slice, &arguments), Err(negative.into()));
    }
    let short = Term::Literal {
        sort: SortId::new(RANGES.len() + 3),
        value: Value::List(vec![Value::Integer(1), Value::Integer(2)]),
    };
    let found = evaluated(Operator::Concatenate, &[short, list(&[3])]);
    assert_eq!(found, Err("a list that is longer than its capacity".into()));
    let net = net();
    let evaluator = Evaluator::new(&net);
    let twice = |term: Term| Term::Apply(Operator::Concatenate, vec![term.clone(), term]);
    let long = (0..21).fold(string("ab"), |term, _| twice(term));
    let found = evaluator.value(&long, &Binding::default());
    assert!(matches!(found, Err(Failure::Problem(Problem::TooMany(_)))), "{found:?}");
}

#[test]
fn strings_and_lists_do_not_mix() {
    let (net, array) = (net(), SortId::new(RANGES.len() + 4));
    let array = Term::Literal { sort: array, value: Value::List(vec![Value::Integer(1)]) };
    let typing = Evaluator::new(&net).typing;
    let ill_sorted = [
        (Operator::Concatenate, vec![string("a"), list(&[1])]),
        (Operator::Concatenate, vec![list(&[1]), number(1)]),
        (Operator::Concatenate, vec![array.clone(), list(&[1])]),
        (Operator::HasPart, vec![list(&[1]), array]),
        (Operator::Slice, vec![string("a"), string("b"), number(1)]),
        (Operator::Slice, vec![number(1), number(1), number(1)]),
        (Operator::Less, vec![list(&[1]), list(&[2])]),
        (Operator::Index, vec![string("a"), number(0)]),
    ];
    for (operator, arguments) in ill_sorted {
        let term = Term::Apply(operator, arguments);
        assert!(typing.infer(&term).is_err(), "{term:?}");
    }
}
