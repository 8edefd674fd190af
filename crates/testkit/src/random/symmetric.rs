//! Small random nets over finite sorts, with all kinds of arcs, which can be unfolded.
//!
//! Unlike [`coloured`](super::coloured), they have products within products, partitions, two ranges that share numbers,
//! a declared operator, variables that occur only on output arcs, read, inhibitor and reset arcs, capacities and nested
//! units. INVARIANT: no term is undefined, but differences on arcs may be negative.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_net::{
    Arc, ArcKind, Assignment, Constant, Inscription, Net, Operator, OperatorDeclaration, OperatorId,
    PartitionDeclaration, PartitionElement, PartitionId, Place, Sort, SortDeclaration, SortId, Term,
    Transition, Value, VariableDeclaration, VariableId,
};

use super::units::add_random_units;

const COLOUR: usize = 1;
const NARROW: usize = 2;
const WIDE: usize = 3;
const PAIR: usize = 4;
const NESTED: usize = 5;
const TRUTH: usize = 6;

/// Names and sorts of the variables.
const VARIABLES: [(&str, usize); 8] = [
    ("x", COLOUR),
    ("y", COLOUR),
    ("n", NARROW),
    ("m", NARROW),
    ("w", WIDE),
    ("q", PAIR),
    ("b", TRUTH),
    ("z", COLOUR),
];

/// Parameter of the declared operator.
const PARAMETER: usize = 7;

/// Returns a coloured net of finite sorts. Each transition has as many output arcs as input arcs, so that many nets are
/// bounded.
#[must_use]
pub fn net(seed: u64) -> Net {
    let mut random = StdRng::seed_from_u64(seed);
    let mut net = Net::new(format!("random-symmetric-{seed}"));
    declare(&mut net, &mut random);
    for i in 0..random.random_range(2..=4) {
        let sort = SortId::new(random.random_range(0..=TRUTH));
        let term = Terms(&mut random).initial(sort.index());
        let mut place = Place { sort, initial: inscription(term), ..Place::with_tokens(format!("p{i}"), 0) };
        place.capacity = random.random_bool(0.05).then(|| random.random_range(1..=6));
        net.add_place(place);
    }
    for i in 0..random.random_range(1..=4) {
        let mut terms = Terms(&mut random);
        let mut transition = Transition::plain(format!("t{i}"));
        transition.guard = terms.chance(0.4).then(|| terms.guard());
        transition.code = terms.code();
        let transition = net.add_transition(transition);
        for kind in [ArcKind::Input, ArcKind::Output].repeat(random.random_range(1..=2)) {
            add_arc(&mut net, transition, kind, &mut random);
        }
        for (kind, probability) in [(ArcKind::Read, 0.15), (ArcKind::Inhibitor, 0.15), (ArcKind::Reset, 0.08)]
        {
            if random.random_bool(probability) {
                add_arc(&mut net, transition, kind, &mut random);
            }
        }
    }
    if random.random_bool(0.1) {
        add_random_units(&mut net, &mut random);
    }
    net
}

fn inscription(term: Term) -> Inscription {
    Inscription::Term(Box::new(term))
}

fn add_arc(net: &mut Net, transition: sanderling_net::TransitionId, kind: ArcKind, random: &mut StdRng) {
    let place = super::any_place(net, random);
    let sort = net.place(place).sort;
    let plain = if sort == SortId::DOT { 0.5 } else { 0.0 };
    let plain = if kind == ArcKind::Inhibitor && sort != SortId::DOT { 0.5 } else { plain };
    let inscribed = if random.random_bool(plain) {
        Inscription::Tokens(random.random_range(1..=2))
    } else {
        inscription(Terms(random).bag(sort.index()))
    };
    net.add_arc(Arc { inscription: inscribed, ..Arc::weighted(place, transition, kind, 1) });
}

fn declare(net: &mut Net, random: &mut StdRng) {
    let constants = ["c0", "c1", "c2"].map(|id| Constant { id: id.into(), name: Some("same".into()) });
    let [colour, narrow, wide, pair] = [COLOUR, NARROW, WIDE, PAIR].map(SortId::new);
    let cyclic = random.random_bool(0.5);
    let sorts = [
        ("colour", Sort::Enumeration { cyclic, constants: constants.to_vec() }),
        ("narrow", Sort::Range { start: 1, end: 2 }),
        ("wide", Sort::Range { start: 0, end: 3 }),
        ("pair", Sort::Product(vec![colour, narrow])),
        ("nested", Sort::Product(vec![pair, wide])),
        ("truth", Sort::Bool),
    ];
    for (id, sort) in sorts {
        net.declarations.sorts.push(SortDeclaration { id: id.into(), name: None, sort });
    }
    for (id, sort) in VARIABLES {
        let sort = SortId::new(sort);
        net.declarations.variables.push(VariableDeclaration { id: id.into(), name: None, sort });
    }
    let class = |id: &str, positions: &[u32]| PartitionElement {
        id: id.into(),
        values: positions.iter().map(|&position| Value::Constant(position)).collect(),
    };
    let elements = vec![class("low", &[0, 2]), class("high", &[1])];
    net.declarations.partitions.push(PartitionDeclaration { id: "height".into(), sort: colour, elements });
    let parameter = Term::Variable(VariableId::new(PARAMETER));
    let body = apply(Operator::Successor, vec![parameter]);
    let parameters = vec![VariableId::new(PARAMETER)];
    net.declarations.operators.push(OperatorDeclaration { id: "next".into(), parameters, body });
    debug_assert_eq!((wide.index(), net.declarations.sorts.len()), (WIDE, TRUTH + 1));
}

fn apply(operator: Operator, arguments: Vec<Term>) -> Term {
    Term::Apply(operator, arguments)
}

fn literal(sort: usize, value: Value) -> Term {
    Term::Literal { sort: SortId::new(sort), value }
}

/// Generator of random terms.
struct Terms<'a>(&'a mut StdRng);

impl Terms<'_> {
    fn chance(&mut self, probability: f64) -> bool {
        self.0.random_bool(probability)
    }

    fn below(&mut self, count: u32) -> u32 {
        self.0.random_range(0..count)
    }

    /// Returns a variable of a sort, except the operator's parameter.
    fn variable(&mut self, sort: usize) -> Term {
        let of_sort: Vec<usize> = (0..PARAMETER).filter(|&variable| VARIABLES[variable].1 == sort).collect();
        Term::Variable(VariableId::new(of_sort[self.below(of_sort.len() as u32) as usize]))
    }

    fn constant(&mut self, sort: usize) -> Term {
        match sort {
            COLOUR => literal(sort, Value::Constant(self.below(3))),
            NARROW => literal(sort, Value::Integer(1 + i64::from(self.below(2)))),
            WIDE => literal(sort, Value::Integer(i64::from(self.below(4)))),
            PAIR => Term::Tuple(vec![self.constant(COLOUR), self.constant(NARROW)]),
            NESTED => Term::Tuple(vec![self.constant(PAIR), self.constant(WIDE)]),
            TRUTH => literal(sort, Value::Bool(self.chance(0.5))),
            _ => literal(0, Value::Dot),
        }
    }

    /// Returns a value of a sort.
    fn value(&mut self, sort: usize) -> Term {
        match sort {
            0 => literal(0, Value::Dot),
            _ if self.chance(0.15) => self.constant(sort),
            COLOUR => match self.below(12) {
                0..=1 => apply(Operator::Successor, vec![self.value(COLOUR)]),
                2 => apply(Operator::Predecessor, vec![self.variable(COLOUR)]),
                3 => apply(Operator::Component(0), vec![self.variable(PAIR)]),
                4 => apply(Operator::Declared(OperatorId::new(0)), vec![self.variable(COLOUR)]),
                5 => {
                    let condition = self.comparison();
                    apply(Operator::IfThenElse, vec![condition, self.variable(COLOUR), self.constant(COLOUR)])
                }
                _ => self.variable(COLOUR),
            },
            NARROW => match self.below(8) {
                0 => {
                    let next = apply(Operator::Add, vec![self.variable(NARROW), self.constant(NARROW)]);
                    apply(Operator::Wrap(SortId::new(NARROW)), vec![next])
                }
                1 => apply(Operator::Component(1), vec![self.variable(PAIR)]),
                _ => self.variable(NARROW),
            },
            // The two ranges share numbers, so that either variable may be used here.
            WIDE => match self.below(3) {
                0 => self.variable(NARROW),
                _ => self.variable(WIDE),
            },
            PAIR => match self.below(3) {
                0 => self.variable(PAIR),
                _ => Term::Tuple(vec![self.value(COLOUR), self.value(NARROW)]),
            },
            NESTED => Term::Tuple(vec![self.value(PAIR), self.value(WIDE)]),
            _ => match self.below(3) {
                0 => self.comparison(),
                _ => self.variable(TRUTH),
            },
        }
    }

    /// Returns a multiset over a sort: usually one value.
    fn bag(&mut self, sort: usize) -> Term {
        match self.below(16) {
            0 => Term::All(SortId::new(sort)),
            1 => apply(Operator::Difference, vec![Term::All(SortId::new(sort)), self.value(sort)]),
            2 | 3 => apply(Operator::Sum, vec![self.value(sort), self.value(sort)]),
            4 => apply(Operator::NumberOf, vec![number(2), self.value(sort)]),
            5 => {
                let twice = apply(Operator::NumberOf, vec![number(2), self.value(sort)]);
                apply(Operator::Difference, vec![twice, self.value(sort)])
            }
            6 => apply(Operator::NumberOf, vec![number(i64::from(self.below(2))), self.bag(sort)]),
            7 => apply(Operator::Sum, vec![Term::Empty(SortId::new(sort)), self.value(sort)]),
            8 | 9 if sort == PAIR => Term::Tuple(vec![self.bag(COLOUR), self.bag(NARROW)]),
            8 if sort == NESTED => Term::Tuple(vec![self.value(PAIR), Term::All(SortId::new(WIDE))]),
            _ => self.value(sort),
        }
    }

    fn initial(&mut self, sort: usize) -> Term {
        match self.below(5) {
            0 => Term::Empty(SortId::new(sort)),
            1 if sort != NESTED => Term::All(SortId::new(sort)),
            2 => apply(Operator::NumberOf, vec![number(2), self.constant(sort)]),
            3 => apply(Operator::Sum, vec![self.constant(sort), self.constant(sort)]),
            _ => self.constant(sort),
        }
    }

    fn comparison(&mut self) -> Term {
        use Operator as Op;
        let height = Op::PartitionElementOf(PartitionId::new(0));
        let sort = [COLOUR, COLOUR, NARROW, WIDE, TRUTH][self.below(5) as usize];
        let (a, b) = (self.plain(sort), self.plain(sort));
        match self.below(10) {
            0..=2 => apply(Op::Equal, vec![a, b]),
            3 => apply(Op::NotEqual, vec![a, b]),
            4 => apply(Op::Less, vec![a, b]),
            5 => apply(Op::LessOrEqual, vec![a, b]),
            6 => apply(Op::Greater, vec![a, b]),
            7 => apply(Op::GreaterOrEqual, vec![a, b]),
            8 => {
                let classes =
                    [self.plain(COLOUR), self.plain(COLOUR)].map(|value| apply(height, vec![value]));
                let order = [Op::PartitionLess(PartitionId::new(0)), Op::Equal][self.below(2) as usize];
                apply(order, classes.to_vec())
            }
            _ => {
                let pair = |terms: &mut Self| Term::Tuple(vec![terms.plain(COLOUR), terms.plain(NARROW)]);
                let (first, second) = (pair(self), pair(self));
                apply(Op::Equal, vec![first, second])
            }
        }
    }

    /// Returns a variable, its neighbour or a constant.
    fn plain(&mut self, sort: usize) -> Term {
        match self.below(6) {
            0 => self.constant(sort),
            1 if sort == COLOUR => apply(Operator::Successor, vec![self.variable(sort)]),
            // Numbers of both ranges are compared.
            1 | 2 if sort == WIDE => self.variable(NARROW),
            _ => self.variable(sort),
        }
    }

    fn guard(&mut self) -> Term {
        use Operator as Op;
        let first = self.comparison();
        match self.below(10) {
            0..=2 => apply(Op::And, vec![first, self.comparison(), self.comparison()]),
            3 => apply(Op::Or, vec![first, self.comparison()]),
            4 => apply(Op::Not, vec![first]),
            5 => apply(Op::Imply, vec![first, self.comparison()]),
            6 => {
                let size = apply(Op::Cardinality, vec![self.bag(COLOUR)]);
                apply(Op::Or, vec![first, apply(Op::Equal, vec![size, number(2)])])
            }
            7 => self.variable(TRUTH),
            _ => first,
        }
    }

    /// Returns the code: usually empty, sometimes one assignment.
    fn code(&mut self) -> Vec<Assignment> {
        let sort = [COLOUR, NARROW][self.below(2) as usize];
        let Term::Variable(variable) = self.variable(sort) else { return Vec::new() };
        let value = self.value(sort);
        if self.chance(0.15) { vec![Assignment { variable, value }] } else { Vec::new() }
    }
}

fn number(number: i64) -> Term {
    literal(WIDE, Value::Integer(number))
}

#[cfg(test)]
mod tests {
    use crate::naive::{Stopped, explore};
    use crate::random::for_seeds;

    #[test]
    fn no_term_is_undefined() {
        for_seeds(300, |seed| {
            let explored = explore(&super::net(seed), 50);
            assert!(!matches!(explored, Err(Stopped::Undefined(_))), "{explored:?}");
        });
    }

    #[test]
    fn nets_move_and_end() {
        let explored: Vec<_> = (0..200).filter_map(|seed| explore(&super::net(seed), 300).ok()).collect();
        let moving = explored.iter().filter(|explored| explored.states() > 3).count();
        assert!(explored.len() > 100 && moving > 30, "{} of 200 are small, {moving} move", explored.len());
    }

    #[test]
    fn everything_turns_up() {
        let nets: Vec<String> = (0..400).map(|seed| format!("{:?}", super::net(seed))).collect();
        let kinds = "Input Output Read Inhibitor Reset All Empty NumberOf Sum Difference Cardinality Successor \
                     Predecessor Equal NotEqual Less LessOrEqual Greater GreaterOrEqual And Or Imply Not Wrap \
                     Component PartitionElementOf PartitionLess IfThenElse Declared Assignment Tuple";
        for kind in kinds.split_whitespace() {
            let with = nets.iter().filter(|net| net.contains(kind)).count();
            assert!(with > 5, "{kind} in {with} of 400 nets");
        }
    }
}
