//! Random cells, contents, expressions and rules.
//!
//! All are determined by a seed. Expressions have the form that translation produces: conditions are 0 or 1, and every
//! part of a chain is a condition. Any of them may be undefined.

use sanderling_data_net::{
    Binary, CellId, CellRanges, Cells, Elements, Expression, Interval, ListCells, Rule, Statement,
    TemporaryId, Unary,
};
use sanderling_net::{Inscription, Net, Place, Sort, SortDeclaration, SortId, Term, Value, semantics};

/// Cells with their known ranges: the numbers `x`, `y` and `z` (of 16 bits), an array of two, and a list of at most
/// two.
pub struct World {
    /// Cells.
    pub cells: Cells,
    /// Ranges of their contents.
    pub ranges: CellRanges,
}

const SCALARS: u64 = 3;

fn array() -> Elements {
    Elements { first: CellId::new(3), stride: 1, count: 2, length: None }
}

fn list() -> ListCells {
    ListCells { length: CellId::new(5), capacity: 2, components: 1 }
}

/// Random numbers from a seed.
pub struct Random {
    state: u64,
    /// Number of temporaries computed so far in the rule under construction.
    temporaries: u32,
}

impl Random {
    /// Returns the generator for a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed, temporaries: 0 }
    }

    /// Returns a number below `count`.
    pub fn below(&mut self, count: u64) -> u64 {
        // Steele, Lea and Flood's SplitMix: a counter whose bits are mixed.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % count
    }

    /// Returns a number of a range.
    pub fn of(&mut self, range: Interval) -> i64 {
        range.low.wrapping_add(self.below(range.size()) as i64)
    }

    /// Returns a range of at most `most` numbers inside another one.
    pub fn range(&mut self, inside: Interval, most: u64) -> Interval {
        let low = self.of(inside);
        let room = (low.abs_diff(inside.high) + 1).min(most);
        Interval { low, high: low + self.below(room) as i64 }
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    /// Returns a world whose cells have sorts of up to 5 numbers, and ranges of up to 3 in them.
    pub fn world(&mut self) -> World {
        let small = Interval::new(-2, 4);
        let [x, y, a, c] = [(); 4].map(|()| self.range(small, 5));
        let z = Interval::new(-32768, 32767);
        let cells = cells([x, y, z], a, c);
        let range = |cell| {
            let sort = cells.cell(cell).sort;
            let most = if sort == z && self.below(2) == 0 { 1 << 16 } else { 3 };
            self.range(sort, most)
        };
        let ranges = CellRanges(cells.ids().map(range).collect());
        World { cells, ranges }
    }

    /// Returns an expression for a number, nested to at most this depth.
    pub fn number(&mut self, depth: u32) -> Expression {
        use Expression as E;
        if depth == 0 || self.below(6) == 0 {
            if self.temporaries > 0 && self.below(2) == 0 {
                return E::Temporary(TemporaryId(self.below(self.temporaries.into()) as u32));
            }
            return match self.below(32) {
                0 => E::Number(self.pick(&[i64::MIN, i64::MAX, 1 << 40, i64::from(i32::MIN)])),
                1..14 => E::Number(self.of(Interval::new(-3, 5))),
                _ => E::Cell(CellId::new(self.below(SCALARS) as usize)),
            };
        }
        let depth = depth - 1;
        let part = Box::new(self.number(depth));
        match self.below(12) {
            0 => E::Element(array(), part),
            1 => E::Element(list().component(0), part),
            2 => E::Choice([7, -1, 3].into(), part),
            3 => E::Unary(self.pick(&[Unary::Negate, Unary::Invert]), part),
            4 => E::If(Box::new([self.condition(depth), *part, self.number(depth)])),
            5 => E::Wrap(self.pick(&[Interval::new(0, 3), Interval::new(-1, 3)]), part),
            6 => E::Within(self.range(Interval::new(-4, 6), 9), part),
            _ => E::Binary(self.pick(&ARITHMETIC), Box::new([*part, self.number(depth)])),
        }
    }

    /// Returns a condition, nested to at most this depth.
    pub fn condition(&mut self, depth: u32) -> Expression {
        use Expression as E;
        if depth == 0 {
            return E::Number(self.below(2) as i64);
        }
        let below = depth - 1;
        match self.below(10) {
            0 => E::Unary(Unary::Not, Box::new(self.condition(below))),
            1 | 2 => E::All(self.conditions(below)),
            3 | 4 => E::Any(self.conditions(below)),
            5 => E::If(Box::new([self.condition(below), self.condition(below), self.condition(below)])),
            _ => E::Binary(self.pick(&COMPARISONS), Box::new([self.number(below), self.number(below)])),
        }
    }

    fn conditions(&mut self, depth: u32) -> Vec<Expression> {
        (0..self.below(5)).map(|_| self.condition(depth)).collect()
    }

    /// Returns a rule. Assigned numbers are usually of the cells' sorts, and computed ones of narrow sorts.
    pub fn rule(&mut self, cells: &Cells) -> Rule {
        self.temporaries = 0;
        let scalar = |random: &mut Self| CellId::new(random.below(SCALARS) as usize);
        let test = |random: &mut Self| {
            let number = Expression::Number(random.of(Interval::new(-1, 2)));
            Expression::Binary(Binary::Equal, Box::new([Expression::Cell(scalar(random)), number]))
        };
        let statement = |random: &mut Self| match random.below(8) {
            6 | 7 => {
                let number = if random.below(2) == 0 { random.number(2) } else { random.condition(2) };
                let small = random.range(Interval::new(-3, 5), 9);
                random.temporaries += 1;
                Statement::Compute(
                    TemporaryId(random.temporaries - 1),
                    small,
                    Expression::Wrap(small, Box::new(number)),
                )
            }
            0 => Statement::SetElement(array(), random.number(1), random.number(2)),
            1 => Statement::Append(list(), vec![random.number(2)]),
            2 => Statement::RemoveFirst(list()),
            3 => {
                let (cell, by) = (scalar(random), random.of(Interval::new(-1, 1)));
                let parts = [Expression::Cell(cell), Expression::Number(by)];
                Statement::Set(cell, Expression::Binary(Binary::Add, Box::new(parts)))
            }
            kind => {
                let (cell, number) = (scalar(random), random.number(if kind == 4 { 0 } else { 2 }));
                let sort = cells.cell(cell).sort;
                let is_wrapped = random.below(4) != 0;
                Statement::Set(
                    cell,
                    if is_wrapped { Expression::Wrap(sort, Box::new(number)) } else { number },
                )
            }
        };
        Rule {
            conditions: (0..self.below(3)).map(|_| test(self)).collect(),
            guard: (0..self.below(3)).map(|_| self.condition(3)).collect(),
            statements: (0..self.below(6)).map(|_| statement(self)).collect(),
            ..Rule::default()
        }
    }
}

const ARITHMETIC: [Binary; 10] = [
    Binary::Add,
    Binary::Subtract,
    Binary::Multiply,
    Binary::Divide,
    Binary::Remainder,
    Binary::And,
    Binary::Or,
    Binary::Xor,
    Binary::ShiftLeft,
    Binary::ShiftRight,
];
const COMPARISONS: [Binary; 4] = [Binary::Equal, Binary::Unequal, Binary::Less, Binary::AtMost];

/// Returns scalars, an array of two and a list of at most two numbers of these sorts.
#[must_use]
pub fn cells(scalars: [Interval; 3], array: Interval, list: Interval) -> Cells {
    let numbers = |range: Interval| Sort::Range { start: range.low, end: range.high };
    let mut sorts: Vec<Sort> = scalars.into_iter().chain([array, list]).map(numbers).collect();
    sorts.push(Sort::Array { element: SortId::new(4), length: 2 });
    sorts.push(Sort::List { element: SortId::new(5), capacity: Some(2) });
    let zero = |range: Interval| Value::Integer(range.nearest_to_zero());
    let scalars = (1..).zip(scalars.map(zero));
    let lists = [(6, Value::List(vec![zero(array); 2])), (7, Value::List(Vec::new()))];
    let net = net(sorts, scalars.chain(lists));
    let initial = semantics::initial(&net).expect("literals of the places' sorts");
    Cells::build(&net, &initial).expect("sorts of small numbers")
}

/// Returns a net with these sorts, numbered from 1, and a place for each of the values with its sort's number.
pub fn net(sorts: Vec<Sort>, values: impl IntoIterator<Item = (usize, Value)>) -> Net {
    let mut net = Net::new("values");
    for (index, sort) in sorts.into_iter().enumerate() {
        let id = format!("sort {index}");
        net.declarations.sorts.push(SortDeclaration { id, name: None, sort });
    }
    for (index, (sort, value)) in values.into_iter().enumerate() {
        let sort = SortId::new(sort);
        let initial = Inscription::Term(Box::new(Term::Literal { sort, value }));
        net.add_place(Place { sort, initial, ..Place::with_tokens(format!("place {index}"), 0) });
    }
    net
}

impl World {
    /// Calls `see` with contents inside the ranges: all numbers of small ranges, and the ends of others.
    pub fn for_each_content(&self, mut see: impl FnMut(&[i64])) {
        let choices: Vec<Vec<i64>> = self.ranges.0.iter().map(|&range| numbers(range)).collect();
        let mut at = vec![0; choices.len()];
        let mut contents: Vec<i64> = choices.iter().map(|numbers| numbers[0]).collect();
        loop {
            see(&contents);
            let Some(next) = (0..at.len()).find(|&cell| at[cell] + 1 < choices[cell].len()) else { return };
            at[next] += 1;
            at[..next].fill(0);
            for cell in 0..=next {
                contents[cell] = choices[cell][at[cell]];
            }
        }
    }
}

fn numbers(range: Interval) -> Vec<i64> {
    match range.size() {
        1..=3 => (range.low..=range.high).collect(),
        _ => vec![range.low, range.nearest_to_zero(), range.high],
    }
}

/// Returns the value of an expression for these contents.
#[must_use]
pub fn value(expression: &Expression, contents: &[i64]) -> Option<i64> {
    expression.value(&|cell| contents[cell.index()])
}
