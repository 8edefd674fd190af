//! Small random coloured nets: places over an enumeration, over pairs of it, over numbers, or plain.
//!
//! INVARIANT: no term of a [`net`] is undefined. Numbers are wrapped into their range, divisors are odd, and shifts are
//! by few bits. A [`loose_net`] has terms that may be undefined.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_net::{
    Arc, ArcKind, Assignment, Constant, Inscription, Net, Operator, Place, Sort, SortDeclaration, SortId,
    Term, Transition, Value, VariableDeclaration, VariableId,
};

const COLOUR: usize = 1;
const PAIR: usize = 2;
const NUMBER: usize = 3;

/// Number of variables over the colours, which come first, and of variables over the numbers.
const VARIABLES: usize = 2;

/// Returns a coloured net with a few colours. Each transition has as many output arcs as input arcs, so that many nets
/// are bounded.
#[must_use]
pub fn net(seed: u64) -> Net {
    let mut random = StdRng::seed_from_u64(seed);
    let mut net = Net::new(format!("random-coloured-{seed}"));
    declare(&mut net, &mut random);
    for i in 0..random.random_range(2..=4) {
        let sort = SortId::new(random.random_range(0..=NUMBER));
        let term = if random.random_bool(0.8) { ground(sort, &net, &mut random) } else { Term::Empty(sort) };
        let initial = Inscription::Term(Box::new(term));
        net.add_place(Place { sort, initial, ..Place::with_tokens(format!("p{i}"), 0) });
    }
    for i in 0..random.random_range(2..=5) {
        let mut transition = Transition::plain(format!("t{i}"));
        transition.guard = random.random_bool(0.25).then(|| guard(&net, &mut random));
        transition.code = code(&net, &mut random);
        let transition = net.add_transition(transition);
        for kind in [ArcKind::Input, ArcKind::Output].repeat(random.random_range(1..=2)) {
            let place = super::any_place(&net, &mut random);
            let term = inscription(net.place(place).sort, &net, &mut random);
            let inscription = Inscription::Term(Box::new(term));
            net.add_arc(Arc { inscription, ..Arc::weighted(place, transition, kind, 1) });
        }
    }
    net
}

/// Returns a coloured net whose numbers may leave their range, and whose divisors may be 0. Some arcs have an additional
/// number.
#[must_use]
pub fn loose_net(seed: u64) -> Net {
    let mut random = StdRng::seed_from_u64(seed);
    let mut net = net(seed);
    for index in 0..net.arcs.len() {
        let sort = net.place(net.arcs[index].place).sort;
        let more = random.random_bool(0.2).then(|| inscription(sort, &net, &mut random));
        let Inscription::Term(term) = &mut net.arcs[index].inscription else { continue };
        if let Some(more) = more {
            **term = Term::Apply(Operator::Sum, vec![(**term).clone(), more]);
        }
        loosen(term, &mut random);
    }
    for transition in &mut net.transitions {
        let code = transition.code.iter_mut().map(|assignment| &mut assignment.value);
        code.chain(&mut transition.guard).for_each(|term| loosen(term, &mut random));
    }
    net
}

/// Removes some of the operators that keep a term from being undefined.
fn loosen(term: &mut Term, random: &mut StdRng) {
    use Operator as Op;
    if let Term::Apply(Op::Wrap(_) | Op::BitOr | Op::BitAnd, arguments) = term
        && random.random_bool(0.5)
    {
        *term = arguments.swap_remove(0);
    }
    if let Term::Apply(_, parts) | Term::Tuple(parts) = term {
        parts.iter_mut().for_each(|part| loosen(part, random));
    }
}

fn declare(net: &mut Net, random: &mut StdRng) {
    let constants =
        (0..random.random_range(2..=3)).map(|i| Constant { id: format!("c{i}"), name: None }).collect();
    let colour = SortId::new(COLOUR);
    let mut sort =
        |id: &str, sort| net.declarations.sorts.push(SortDeclaration { id: id.into(), name: None, sort });
    sort("colour", Sort::Enumeration { cyclic: true, constants });
    sort("pair", Sort::Product(vec![colour, colour]));
    sort("number", Sort::Range { start: -2, end: 5 });
    let number = SortId::new(NUMBER);
    for (id, sort) in [("x", colour), ("y", colour), ("n", number), ("m", number)] {
        net.declarations.variables.push(VariableDeclaration { id: id.into(), name: None, sort });
    }
}

fn variable(random: &mut StdRng) -> Term {
    Term::Variable(VariableId::new(random.random_range(0..VARIABLES)))
}

fn constant(net: &Net, random: &mut StdRng) -> Term {
    let colour = SortId::new(COLOUR);
    let count = u32::try_from(net.value_count(colour).unwrap_or(1)).unwrap_or(1);
    Term::Literal { sort: colour, value: Value::Constant(random.random_range(0..count)) }
}

/// Returns a colour: a variable, its neighbour, or a constant.
fn colour(net: &Net, random: &mut StdRng) -> Term {
    match random.random_range(0..5) {
        0 => constant(net, random),
        1 => Term::Apply(Operator::Successor, vec![variable(random)]),
        2 => Term::Apply(Operator::Predecessor, vec![variable(random)]),
        _ => variable(random),
    }
}

/// Returns a multiset of colours: usually one, sometimes all, or all but one.
fn colours(net: &Net, random: &mut StdRng) -> Term {
    match random.random_range(0..8) {
        0 => Term::All(SortId::new(COLOUR)),
        1 => Term::Apply(Operator::Difference, vec![Term::All(SortId::new(COLOUR)), colour(net, random)]),
        2 => Term::Apply(Operator::Sum, vec![colour(net, random), colour(net, random)]),
        _ => colour(net, random),
    }
}

fn literal(number: i64) -> Term {
    Term::Literal { sort: SortId::new(NUMBER), value: Value::Integer(number) }
}

/// Returns a variable over the numbers, or a number.
fn operand(random: &mut StdRng) -> Term {
    match random.random_range(0..4) {
        0 => literal(random.random_range(-2..=5)),
        _ => Term::Variable(VariableId::new(VARIABLES + random.random_range(0..2))),
    }
}

/// Returns a number: usually an operand, sometimes an operation on two.
fn number(net: &Net, random: &mut StdRng) -> Term {
    use Operator as Op;
    let (first, second) = (operand(random), operand(random));
    let apply = |operator, second| Term::Apply(operator, vec![first.clone(), second]);
    let with = |operator, term, number| Term::Apply(operator, vec![term, literal(number)]);
    let computed = match random.random_range(0..24) {
        0 => apply(Op::Add, second),
        1 => apply(Op::Subtract, second),
        2 => apply(Op::Multiply, second),
        3 => apply(Op::Divide, with(Op::BitOr, second, 1)),
        4 => apply(Op::Remainder, with(Op::BitOr, second, 1)),
        5 => apply(Op::BitAnd, second),
        6 => apply(Op::BitOr, second),
        7 => apply(Op::BitXor, second),
        8 => Term::Apply(Op::BitNot, vec![first]),
        9 => apply(Op::ShiftLeft, with(Op::BitAnd, second, 3)),
        10 => apply(Op::ShiftRight, with(Op::BitAnd, second, 3)),
        11 => Term::Apply(Op::Component(1), vec![Term::Tuple(vec![colour(net, random), first])]),
        12 => Term::Apply(Op::Within(SortId::new(NUMBER)), vec![first]),
        _ => return first,
    };
    Term::Apply(Op::Wrap(SortId::new(NUMBER)), vec![computed])
}

/// Returns the code: usually empty, sometimes one assignment or two.
fn code(net: &Net, random: &mut StdRng) -> Vec<Assignment> {
    let count = random.random_range(0..6_usize).saturating_sub(3);
    let assignment = |index| {
        let variable = VariableId::new(VARIABLES + index);
        Assignment { variable, value: number(net, random) }
    };
    (0..count).map(assignment).collect()
}

fn inscription(sort: SortId, net: &Net, random: &mut StdRng) -> Term {
    match sort.index() {
        COLOUR => colours(net, random),
        PAIR => Term::Tuple(vec![colour(net, random), colours(net, random)]),
        NUMBER => number(net, random),
        _ => Term::Literal { sort: SortId::DOT, value: Value::Dot },
    }
}

fn ground(sort: SortId, net: &Net, random: &mut StdRng) -> Term {
    match sort.index() {
        COLOUR if random.random_bool(0.5) => Term::All(sort),
        COLOUR => constant(net, random),
        PAIR => Term::Tuple(vec![constant(net, random), Term::All(SortId::new(COLOUR))]),
        NUMBER => literal(random.random_range(-2..=5)),
        _ => Term::Literal { sort: SortId::DOT, value: Value::Dot },
    }
}

fn guard(net: &Net, random: &mut StdRng) -> Term {
    let operators = [Operator::Equal, Operator::NotEqual, Operator::Less, Operator::GreaterOrEqual];
    let comparison = |random: &mut StdRng| {
        let operator = operators[random.random_range(0..operators.len())];
        let side = if random.random_bool(0.3) { number } else { colour };
        Term::Apply(operator, vec![side(net, random), side(net, random)])
    };
    let first = comparison(random);
    match random.random_range(0..4) {
        0 => Term::Apply(Operator::And, vec![first, comparison(random)]),
        1 => Term::Apply(Operator::Or, vec![first, comparison(random)]),
        2 => Term::Apply(Operator::Not, vec![first]),
        _ => first,
    }
}

#[cfg(test)]
mod tests {
    use crate::naive::{Stopped, explore};
    use crate::random::{for_seeds, is_met};

    #[test]
    fn no_term_is_undefined() {
        for_seeds(200, |seed| {
            let explored = explore(&super::net(seed), 100);
            assert!(!matches!(explored, Err(Stopped::Undefined(_))), "{explored:?}");
        });
    }

    #[test]
    fn terms_of_loose_nets_are_undefined_at_times() {
        let undefined = std::cell::Cell::new(0);
        for_seeds(200, |seed| {
            let net = super::loose_net(seed);
            assert!(net.validate().is_empty(), "{seed}");
            let explored = explore(&net, 100);
            undefined.set(undefined.get() + u32::from(matches!(explored, Err(Stopped::Undefined(_)))));
        });
        assert!(is_met(undefined.get(), 10), "{undefined:?}");
    }

    #[test]
    fn the_operators_of_numbers_turn_up() {
        let nets: Vec<String> = (0..200).map(|seed| format!("{:?}", super::net(seed))).collect();
        for operator in [
            "Add",
            "Subtract",
            "Multiply",
            "Divide",
            "Remainder",
            "BitAnd",
            "BitOr",
            "BitXor",
            "BitNot",
            "ShiftLeft",
            "ShiftRight",
            "Component",
            "Within",
            "Wrap",
            "Assignment",
        ] {
            let with = nets.iter().filter(|net| net.contains(operator)).count();
            assert!(with > 2, "{operator} in {with} of 200 nets");
        }
    }
}
