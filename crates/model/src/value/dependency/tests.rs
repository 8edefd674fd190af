//! Tests of the dependencies of hand-written rules.

use sanderling_data_net::{Binary, CellRanges, Elements, Expression, ListCells, Statement, TemporaryId};
use sanderling_net::{Sort, SortId, Value, semantics};
use sanderling_system::{Change, Condition, Dependency};
use sanderling_testkit::rules::net;

use super::*;

use Condition::{Depends, Not};
use Expression::{Cell, Element, Number};

/// The cells of all tests, and their proved ranges: `x`, `y` and `z`, the array `a`, and the list `c` of at most two
/// numbers. All numbers are from -3 to 3.
struct Fixture {
    cells: Cells,
    proof: CellRanges,
}

const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;
/// Three elements.
const A: usize = 3;
/// The length and two elements.
const C: usize = 6;

fn fixture() -> Fixture {
    let element = SortId::new(1);
    let sorts = vec![
        Sort::Range { start: -3, end: 3 },
        Sort::Array { element, length: 3 },
        Sort::List { element, capacity: Some(2) },
    ];
    let zeros = |count| Value::List(vec![Value::Integer(0); count]);
    let scalars = [(); 3].map(|()| (1, Value::Integer(0)));
    let net = net(sorts, scalars.into_iter().chain([(2, zeros(3)), (3, zeros(0))]));
    let cells = Cells::build(&net, &semantics::initial(&net).unwrap()).unwrap();
    let proof = cells.sorts();
    Fixture { cells, proof }
}

impl Fixture {
    fn dependency(&self, guard: Vec<Expression>, statements: Vec<Statement>) -> Dependency {
        let rule = Rule { guard, statements, ..Rule::default() };
        of_rule(&rule, Narrowed::new(&self.proof), &self.cells)
    }

    fn tests(&self, guard: Vec<Expression>) -> Vec<(usize, Condition)> {
        let dependency = self.dependency(guard, Vec::new());
        dependency.tests().iter().map(|test| (test.slot.index(), test.condition)).collect()
    }
}

fn reads(dependency: &Dependency) -> Vec<usize> {
    dependency.reads().iter().map(|slot| slot.index()).collect()
}

fn writes(dependency: &Dependency) -> Vec<(usize, Change)> {
    dependency.writes().iter().map(|write| (write.slot.index(), write.change)).collect()
}

fn cell(index: usize) -> Expression {
    Cell(CellId::new(index))
}

fn binary(operation: Binary, a: Expression, b: Expression) -> Expression {
    Expression::binary(operation, a, b)
}

fn equal(index: usize, number: i64) -> Expression {
    binary(Binary::Equal, cell(index), Number(number))
}

fn sum(index: usize, number: i64) -> Expression {
    binary(Binary::Add, cell(index), Number(number))
}

fn set(index: usize, value: Expression) -> Statement {
    Statement::Set(CellId::new(index), value)
}

fn array() -> Elements {
    Elements { first: CellId::new(A), stride: 1, count: 3, length: None }
}

fn list() -> ListCells {
    ListCells { length: CellId::new(C), capacity: 2, components: 1 }
}

#[test]
fn a_condition_on_one_cell_says_which_numbers_pass() {
    let fixture = fixture();
    let below = binary(Binary::Less, cell(X), Number(2));
    let above = binary(Binary::AtMost, Number(-1), cell(X));
    // The order is that of the conditions.
    let expected = [(X, Condition::at_most(1)), (X, Condition::at_least(-1))];
    assert_eq!(fixture.tests(vec![above, below]), expected);
    let square = binary(Binary::Equal, binary(Binary::Multiply, cell(Y), cell(Y)), Number(4));
    let within = Condition::Within { least: -2, most: 2 };
    assert_eq!(fixture.tests(vec![square]), [(Y, within), (Y, Not(-1)), (Y, Not(0)), (Y, Not(1))]);
    let never = binary(Binary::Equal, binary(Binary::Multiply, cell(Y), cell(Y)), Number(5));
    assert_eq!(fixture.tests(vec![never]), [(Y, Condition::Within { least: 1, most: 0 })]);
}

#[test]
fn a_condition_on_several_cells_depends_on_all_of_them() {
    let ordered = binary(Binary::Less, cell(X), cell(Y));
    assert_eq!(
        fixture().tests(vec![ordered, equal(Z, 1)]),
        [(X, Depends), (Y, Depends), (Z, Condition::exactly(1))]
    );
}

#[test]
fn behind_what_may_be_undefined_everything_depends() {
    let fixture = fixture();
    let fallible = || binary(Binary::Less, binary(Binary::Divide, Number(3), cell(Y)), Number(2));
    assert_eq!(fixture.tests(vec![equal(X, 1), fallible()]), [(X, Condition::exactly(1)), (Y, Depends)]);
    assert_eq!(fixture.tests(vec![fallible(), equal(X, 1)]), [(X, Depends), (Y, Depends)]);
    // Of the positive numbers, 3 divided by 2 and by 3 is less than 2.
    let positive = binary(Binary::AtMost, Number(1), cell(Y));
    let passing = Condition::Within { least: 2, most: 3 };
    assert_eq!(fixture.tests(vec![positive, fallible()]), [(Y, Condition::at_least(1)), (Y, passing)]);
}

#[test]
fn an_index_reaches_only_the_elements_that_it_can_mean() {
    let fixture = fixture();
    let (least, most) =
        (binary(Binary::AtMost, Number(1), cell(X)), binary(Binary::AtMost, cell(X), Number(2)));
    let element = Element(array(), Box::new(cell(X)));
    let dependency = fixture.dependency(vec![least.clone(), most.clone()], vec![set(Y, element)]);
    assert_eq!(reads(&dependency), [X, A + 1, A + 2]);
    assert_eq!(writes(&dependency), [(Y, Change::Assign)]);
    let store = Statement::SetElement(array(), cell(X), Number(0));
    let dependency = fixture.dependency(vec![least, most], vec![store.clone()]);
    assert_eq!(reads(&dependency), [X]);
    assert_eq!(writes(&dependency), [(A + 1, Change::Assign), (A + 2, Change::Assign)]);
    let dependency = fixture.dependency(vec![equal(X, 2)], vec![store]);
    assert_eq!((reads(&dependency), writes(&dependency)), (vec![], vec![(A + 2, Change::Put(0))]));
}

#[test]
fn overwritten_cells_are_not_read() {
    let statements = vec![set(X, cell(Z)), set(Y, sum(X, 0)), set(X, Number(1))];
    let dependency = fixture().dependency(Vec::new(), statements);
    assert_eq!(reads(&dependency), [Z]);
    assert_eq!(writes(&dependency), [(X, Change::Put(1)), (Y, Change::Assign)]);
}

#[test]
fn temporaries_are_read_where_they_are_computed() {
    let (temporary, range) = (TemporaryId(0), Interval::new(-9, 9));
    let swap = vec![
        Statement::Compute(temporary, range, cell(X)),
        set(X, cell(Y)),
        set(Y, Expression::Temporary(temporary)),
    ];
    let dependency = fixture().dependency(Vec::new(), swap);
    assert_eq!(reads(&dependency), [X, Y]);
    assert_eq!(writes(&dependency), [(X, Change::Assign), (Y, Change::Assign)]);
}

#[test]
fn constant_results_are_put_and_unchanged_cells_are_not_written() {
    let fixture = fixture();
    let dependency = fixture.dependency(vec![equal(X, 1)], vec![set(X, sum(X, 1)), set(Y, cell(Y))]);
    assert_eq!((reads(&dependency), writes(&dependency)), (vec![], vec![(X, Change::Put(2))]));
    let dependency = fixture.dependency(vec![equal(X, 1)], vec![set(X, Number(1))]);
    assert_eq!(writes(&dependency), []);
}

#[test]
fn an_undefined_store_is_decided_by_what_is_read() {
    // If x is 3, x + 1 is beyond its sort.
    let dependency = fixture().dependency(Vec::new(), vec![set(X, sum(X, 1))]);
    assert_eq!((reads(&dependency), writes(&dependency)), (vec![X], vec![(X, Change::Assign)]));
}

#[test]
fn a_list_grows_at_its_end_and_shrinks_at_its_head() {
    let fixture = fixture();
    let (length, head, tail) = (C, C + 1, C + 2);
    let has_room = binary(Binary::Less, cell(length), Number(2));
    let send = fixture.dependency(vec![has_room], vec![Statement::Append(list(), vec![cell(X)])]);
    assert_eq!(reads(&send), [X, length]);
    assert_eq!(writes(&send), [(length, Change::Add(1)), (head, Change::Assign), (tail, Change::Assign)]);
    let receive = fixture.dependency(vec![equal(length, 2)], vec![Statement::RemoveFirst(list())]);
    assert_eq!(reads(&receive), [tail]);
    assert_eq!(writes(&receive), [(length, Change::Add(-1)), (head, Change::Assign), (tail, Change::Put(0))]);
    assert!(send.is_independent_of(&receive), "a full list has no room");
    let first = fixture.dependency(vec![equal(length, 0)], vec![Statement::Append(list(), vec![Number(2)])]);
    assert_eq!(
        (reads(&first), writes(&first)),
        (vec![], vec![(length, Change::Add(1)), (head, Change::Put(2))])
    );
    let blind = fixture.dependency(Vec::new(), vec![Statement::RemoveFirst(list())]);
    assert_eq!(reads(&blind), [length, tail], "undefined where it is empty");
}

/// Returns the rules of a process whose location is `x`. It counts `y` up to 2 at location 1, and uses it as an index
/// at location 2.
fn counting() -> Vec<Rule> {
    let step = |from, guard, statements| Rule {
        conditions: vec![equal(X, from)],
        guard,
        statements,
        ..Rule::default()
    };
    let below = binary(Binary::Less, cell(Y), Number(2));
    let index = Statement::SetElement(array(), cell(Y), Number(1));
    vec![
        step(0, vec![], vec![set(Y, Number(0)), set(X, Number(1))]),
        step(1, vec![below], vec![set(Y, sum(Y, 1))]),
        step(1, vec![equal(Y, 2)], vec![set(X, Number(2))]),
        step(2, vec![], vec![index, set(Y, Number(-3)), set(X, Number(0))]),
    ]
}

fn located(rules: &[Rule], control: &[usize]) -> Vec<bool> {
    let fixture = fixture();
    let control: Vec<_> = control.iter().copied().map(CellId::new).collect();
    let located = Located::of(rules, &fixture.proof, &fixture.cells, &control);
    let may_be = |rule: usize| {
        undefined::may_be_within(&rules[rule], located.at(rule, &fixture.proof), &fixture.cells)
    };
    (0..rules.len()).map(may_be).collect()
}

#[test]
fn an_index_is_in_range_where_the_process_has_seen_to_it() {
    let fixture = fixture();
    let rules = counting();
    assert!(undefined::may_be(&rules[3], &fixture.proof, &fixture.cells), "whatever the location is");
    assert_eq!(located(&rules, &[X]), [false; 4]);
    assert_eq!(located(&rules, &[Z]), [false, false, false, true], "another process's location says nothing");
    let located = Located::of(&rules, &fixture.proof, &fixture.cells, &[CellId::new(X)]);
    let dependency = of_rule(&rules[3], located.at(3, &fixture.proof), &fixture.cells);
    assert_eq!(dependency.tests_of(slot(CellId::new(X))).len(), 1, "the location is still tested");
    assert_eq!(
        writes(&dependency)[..3],
        [(X, Change::Put(0)), (Y, Change::Put(-3)), (A + 2, Change::Put(1))]
    );
}

#[test]
fn a_location_determines_only_cells_that_its_process_alone_writes() {
    let mut rules = counting();
    rules.push(Rule { statements: vec![set(Y, Number(-1))], ..Rule::default() });
    assert_eq!(located(&rules, &[X]), [false, false, false, true, false]);
    let mut rules = counting();
    rules.push(Rule { statements: vec![set(X, Number(2))], ..Rule::default() });
    assert_eq!(located(&rules, &[X]), [false, false, false, true, false], "it may come from anywhere");
}

#[test]
fn two_processes_that_move_together_keep_both_their_tests() {
    let both = |from: i64, to: i64| Rule {
        conditions: vec![equal(X, from), equal(Y, from)],
        guard: Vec::new(),
        statements: vec![set(X, Number(to)), set(Y, Number(to)), set(Z, Number(to))],
        ..Rule::default()
    };
    let rules = [both(0, 1), both(1, 0)];
    let fixture = fixture();
    let located = Located::of(&rules, &fixture.proof, &fixture.cells, &[CellId::new(X), CellId::new(Y)]);
    for (position, rule) in rules.iter().enumerate() {
        let dependency = of_rule(rule, located.at(position, &fixture.proof), &fixture.cells);
        assert_eq!(dependency.tests().len(), 2);
    }
}
