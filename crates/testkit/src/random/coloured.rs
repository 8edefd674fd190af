//! Small random symmetric nets: places over an enumeration, over pairs of it, or plain.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_net::{
    Arc, ArcKind, Constant, Inscription, Net, Operator, Place, Sort, SortDeclaration, SortId, Term,
    Transition, Value, VariableDeclaration, VariableId,
};

const COLOUR: usize = 1;
const PAIR: usize = 2;

/// A coloured net with a few colours. Each transition has as many output arcs as input arcs, so that
/// many nets are bounded.
#[must_use]
pub fn net(seed: u64) -> Net {
    let mut random = StdRng::seed_from_u64(seed);
    let mut net = Net::new(format!("random-coloured-{seed}"));
    declare(&mut net, &mut random);
    for i in 0..random.random_range(2..=4) {
        let sort = SortId::new(random.random_range(0..=PAIR));
        let term = if random.random_bool(0.8) { ground(sort, &net, &mut random) } else { Term::Empty(sort) };
        let initial = Inscription::Term(Box::new(term));
        net.add_place(Place { sort, initial, ..Place::with_tokens(format!("p{i}"), 0) });
    }
    for i in 0..random.random_range(2..=5) {
        let mut transition = Transition::plain(format!("t{i}"));
        transition.guard = random.random_bool(0.25).then(|| guard(&net, &mut random));
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

fn declare(net: &mut Net, random: &mut StdRng) {
    let constants =
        (0..random.random_range(2..=3)).map(|i| Constant { id: format!("c{i}"), name: None }).collect();
    let colour = SortId::new(COLOUR);
    let mut sort =
        |id: &str, sort| net.declarations.sorts.push(SortDeclaration { id: id.into(), name: None, sort });
    sort("colour", Sort::Enumeration { cyclic: true, constants });
    sort("pair", Sort::Product(vec![colour, colour]));
    for id in ["x", "y"] {
        net.declarations.variables.push(VariableDeclaration { id: id.into(), name: None, sort: colour });
    }
}

fn variable(random: &mut StdRng) -> Term {
    Term::Variable(VariableId::new(random.random_range(0..2)))
}

fn constant(net: &Net, random: &mut StdRng) -> Term {
    let colour = SortId::new(COLOUR);
    let count = u32::try_from(net.value_count(colour).unwrap_or(1)).unwrap_or(1);
    Term::Literal { sort: colour, value: Value::Constant(random.random_range(0..count)) }
}

/// A colour: a variable, its neighbour, or a constant.
fn colour(net: &Net, random: &mut StdRng) -> Term {
    match random.random_range(0..5) {
        0 => constant(net, random),
        1 => Term::Apply(Operator::Successor, vec![variable(random)]),
        2 => Term::Apply(Operator::Predecessor, vec![variable(random)]),
        _ => variable(random),
    }
}

/// A multiset of colours: mostly one, sometimes all, or all but one.
fn colours(net: &Net, random: &mut StdRng) -> Term {
    match random.random_range(0..8) {
        0 => Term::All(SortId::new(COLOUR)),
        1 => Term::Apply(Operator::Difference, vec![Term::All(SortId::new(COLOUR)), colour(net, random)]),
        2 => Term::Apply(Operator::Sum, vec![colour(net, random), colour(net, random)]),
        _ => colour(net, random),
    }
}

fn inscription(sort: SortId, net: &Net, random: &mut StdRng) -> Term {
    match sort.index() {
        COLOUR => colours(net, random),
        PAIR => Term::Tuple(vec![colour(net, random), colours(net, random)]),
        _ => Term::Literal { sort: SortId::DOT, value: Value::Dot },
    }
}

fn ground(sort: SortId, net: &Net, random: &mut StdRng) -> Term {
    match sort.index() {
        COLOUR if random.random_bool(0.5) => Term::All(sort),
        COLOUR => constant(net, random),
        PAIR => Term::Tuple(vec![constant(net, random), Term::All(SortId::new(COLOUR))]),
        _ => Term::Literal { sort: SortId::DOT, value: Value::Dot },
    }
}

fn guard(net: &Net, random: &mut StdRng) -> Term {
    let operators = [Operator::Equal, Operator::NotEqual, Operator::Less, Operator::GreaterOrEqual];
    let comparison = |random: &mut StdRng| {
        let operator = operators[random.random_range(0..operators.len())];
        Term::Apply(operator, vec![colour(net, random), colour(net, random)])
    };
    let first = comparison(random);
    match random.random_range(0..4) {
        0 => Term::Apply(Operator::And, vec![first, comparison(random)]),
        1 => Term::Apply(Operator::Or, vec![first, comparison(random)]),
        2 => Term::Apply(Operator::Not, vec![first]),
        _ => first,
    }
}
