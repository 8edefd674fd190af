//! Terms as expressions of Promela.
//!
//! Everything is a number: conditions are 0 and 1, constants of enumerations their positions. Promela's
//! `&&` and `||` go from left to right and no further than needed, as the net's do. Where a term has no
//! meaning, the expression reads an array beyond its end, which Spin reports as an error; indices of
//! arrays are checked by Spin itself. INVARIANT: the text of a number is in parentheses or a word, and
//! its limit holds wherever it is defined.

use sanderling_interval::Interval;
use sanderling_net::{Operator, PlaceId, Sort, SortId, Term, Value, VariableId};

use super::cells::{Cells, Shape, number_of};
use super::interval::{of_binary, of_unary};
use super::rule::Scope;
use crate::Refusal;
use crate::document::undefined;

/// A term whose text is longer is refused: what is asked of a number twice is written twice.
const MAX_BYTES: usize = 1 << 16;

/// An expression, and what it can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) text: String,
    pub(super) limit: Interval,
}

impl Number {
    /// A number that is known.
    pub(super) fn known(number: i64) -> Self {
        let text = match number {
            0.. => number.to_string(),
            _ if number == Interval::I32.low => format!("(-{} - 1)", Interval::I32.high),
            _ => format!("({number})"),
        };
        Self { text, limit: Interval::only(number) }
    }
}

impl Scope<'_, '_> {
    /// The expression for a term.
    pub(super) fn number(&mut self, term: &Term) -> Result<Number, Refusal> {
        let number = match term {
            Term::Variable(variable) => self.variable(*variable)?,
            Term::Literal {
                value: value @ (Value::Bool(_) | Value::Constant(_) | Value::Integer(_)),
                ..
            } => Number::known(number_of(value)),
            Term::Apply(operator, arguments) => self.apply(*operator, arguments)?,
            _ => return Err(self.refuse("a tuple, a list or a multiset where a number is wanted")),
        };
        if !Interval::I32.includes(number.limit) {
            return Err(self.refuse("a number that may be beyond the 32 bits of Promela"));
        }
        if number.text.len() > MAX_BYTES {
            return Err(self.refuse("a term that is too long in Promela"));
        }
        Ok(number)
    }

    fn variable(&mut self, variable: VariableId) -> Result<Number, Refusal> {
        if let Some(limit) = self.assigned.get(&variable).copied() {
            return Ok(Number { text: self.frame.hidden_variable(variable), limit });
        }
        match self.bound.get(&variable) {
            Some(&place) => self.scalar(place),
            None => Err(self.refuse("a variable that no arc binds by itself")),
        }
    }

    /// The value of a place that is one number.
    pub(super) fn scalar(&self, place: PlaceId) -> Result<Number, Refusal> {
        let cells = &self.frame.cells[place.index()];
        match cells.shape {
            Shape::Scalar(limit) => Ok(Number { text: cells.name.clone(), limit }),
            _ => Err(self.refuse("a whole array or list where a number is wanted")),
        }
    }

    fn apply(&mut self, operator: Operator, arguments: &[Term]) -> Result<Number, Refusal> {
        use Operator as Op;
        match operator {
            Op::Equal => self.binary("==", operator, arguments),
            Op::NotEqual => self.binary("!=", operator, arguments),
            Op::Less => self.binary("<", operator, arguments),
            Op::LessOrEqual => self.binary("<=", operator, arguments),
            Op::Greater => self.binary(">", operator, arguments),
            Op::GreaterOrEqual => self.binary(">=", operator, arguments),
            Op::Add => self.binary("+", operator, arguments),
            Op::Subtract => self.binary("-", operator, arguments),
            Op::Multiply => self.binary("*", operator, arguments),
            Op::BitAnd => self.binary("&", operator, arguments),
            Op::BitOr => self.binary("|", operator, arguments),
            Op::BitXor => self.binary("^", operator, arguments),
            Op::Divide => self.quotient("/", operator, arguments),
            Op::Remainder => self.quotient("%", operator, arguments),
            Op::ShiftLeft => self.shifted("<<", operator, arguments),
            Op::ShiftRight => self.shifted(">>", operator, arguments),
            Op::Negate => self.unary("-", operator, arguments),
            Op::BitNot => self.unary("~", operator, arguments),
            Op::Not => {
                let operand = self.number(&arguments[0])?;
                Ok(Number { text: format!("(!{})", operand.text), limit: Interval::TRUTH })
            }
            Op::And => self.chain("&&", arguments),
            Op::Or => self.chain("||", arguments),
            Op::Imply => {
                let [premise, conclusion] = self.two(arguments)?;
                let text = format!("(!{} || {})", premise.text, conclusion.text);
                Ok(Number { text, limit: Interval::TRUTH })
            }
            Op::IfThenElse => self.choice(arguments),
            Op::Wrap(sort) => self.wrapped(sort, &arguments[0]),
            Op::Within(sort) => self.within_sort(sort, &arguments[0]),
            Op::Index => self.index(&arguments[0], &arguments[1], 0),
            Op::Component(component) => match &arguments[0] {
                Term::Apply(Op::Index, inner) => self.index(&inner[0], &inner[1], component as usize),
                _ => Err(self.refuse("a component of a tuple that is not of a list's element")),
            },
            Op::Length => self.length(&arguments[0]),
            _ => Err(self.refuse("an operator on multisets, enumerations, lists or partitions")),
        }
    }

    fn two(&mut self, arguments: &[Term]) -> Result<[Number; 2], Refusal> {
        Ok([self.number(&arguments[0])?, self.number(&arguments[1])?])
    }

    fn unary(&mut self, symbol: &str, operator: Operator, arguments: &[Term]) -> Result<Number, Refusal> {
        let operand = self.number(&arguments[0])?;
        let text = format!("({symbol}{})", operand.text);
        Ok(Number { text, limit: of_unary(operator, operand.limit) })
    }

    fn binary(&mut self, symbol: &str, operator: Operator, arguments: &[Term]) -> Result<Number, Refusal> {
        let [left, right] = self.two(arguments)?;
        let text = format!("({} {symbol} {})", left.text, right.text);
        Ok(Number { text, limit: of_binary(operator, left.limit, right.limit) })
    }

    fn quotient(&mut self, symbol: &str, operator: Operator, arguments: &[Term]) -> Result<Number, Refusal> {
        let [left, right] = self.two(arguments)?;
        let mut text = format!("({} {symbol} {})", left.text, right.text);
        if right.limit.includes(Interval::only(0)) {
            text = self.defined_where(&format!("{} != 0", right.text), &text);
        }
        Ok(Number { text, limit: of_binary(operator, left.limit, right.limit) })
    }

    /// A shift; by a distance that the model says is within 32 bits.
    fn shifted(&mut self, symbol: &str, operator: Operator, arguments: &[Term]) -> Result<Number, Refusal> {
        let [left, right] = self.two(arguments)?;
        if !Interval::SHIFTS_OF_I32.includes(right.limit) {
            return Err(self.refuse("a shift by a number of bits that may be outside 0 to 31"));
        }
        let text = format!("({} {symbol} {})", left.text, right.text);
        Ok(Number { text, limit: of_binary(operator, left.limit, right.limit) })
    }

    fn chain(&mut self, symbol: &str, arguments: &[Term]) -> Result<Number, Refusal> {
        let parts = arguments.iter().map(|argument| Ok(self.number(argument)?.text));
        let parts = parts.collect::<Result<Vec<_>, Refusal>>()?;
        Ok(Number { text: format!("({})", parts.join(&format!(" {symbol} "))), limit: Interval::TRUTH })
    }

    fn choice(&mut self, arguments: &[Term]) -> Result<Number, Refusal> {
        let condition = self.number(&arguments[0])?;
        let [yes, no] = self.two(&arguments[1..])?;
        let limit = yes.limit.hull(no.limit);
        if (yes.limit.single(), no.limit.single()) == (Some(1), Some(0)) {
            return Ok(Number { text: condition.text, limit });
        }
        Ok(Number { text: format!("({} -> {} : {})", condition.text, yes.text, no.text), limit })
    }

    /// What is left of a number in a range that is as large as a power of two.
    fn wrapped(&mut self, sort: SortId, argument: &Term) -> Result<Number, Refusal> {
        let number = self.number(argument)?;
        let Sort::Range { start, end } = *self.frame.net.sort(sort) else {
            return Err(self.refuse("a number wrapped around something else than a range"));
        };
        let limit = Interval::new(start, end);
        if limit.includes(number.limit) {
            return Ok(number);
        }
        let is_mask = |mask: i64| (1..=Interval::I32.high).contains(&mask) && mask & (mask + 1) == 0;
        let text = match start {
            0 if is_mask(end) => format!("({} & {end})", number.text),
            // Two's complement: the sign bit is inverted and taken off.
            _ if start == !end && is_mask(end) && is_mask(2 * end + 1) => {
                let sign = end + 1;
                format!("((({} & {}) ^ {sign}) - {sign})", number.text, 2 * end + 1)
            }
            _ => return Err(self.refuse("a number that wraps around a range of no power of two")),
        };
        Ok(Number { text, limit })
    }

    /// The number, where it lies within a range of the net; undefined otherwise.
    fn within_sort(&mut self, sort: SortId, argument: &Term) -> Result<Number, Refusal> {
        let Sort::Range { start, end } = *self.frame.net.sort(sort) else {
            return Err(self.refuse("a number within something else than a range"));
        };
        let limit = Interval::new(start, end);
        let number = match argument {
            Term::Apply(operator, sides) if sides.len() == 2 && Interval::I32.includes(limit) => {
                self.fitting(*operator, sides)?
            }
            _ => None,
        };
        let number = match number {
            Some(number) => number,
            None => self.number(argument)?,
        };
        Ok(self.within(number, limit))
    }

    /// An operation whose result may leave 32 bits, and which is undefined where it does: the operands
    /// tell that beforehand. Answers nothing for one that stays within them.
    fn fitting(&mut self, operator: Operator, sides: &[Term]) -> Result<Option<Number>, Refusal> {
        let [left, right] = self.two(sides)?;
        let limit = of_binary(operator, left.limit, right.limit);
        let (a, b) = (&left.text, &right.text);
        let Interval { low, high } = Interval::I32;
        let is_natural = left.limit.low >= 0 && right.limit.low >= 0;
        if Interval::I32.includes(limit) {
            return Ok(None);
        }
        let (fits, text) = match operator {
            Operator::Multiply if is_natural => {
                (format!("({b} == 0 || {a} <= {high} / {b})"), format!("({a} * {b})"))
            }
            Operator::ShiftLeft if Interval::SHIFTS_OF_I32.includes(right.limit) && is_natural => {
                (format!("{a} <= ({high} >> {b})"), format!("({a} << {b})"))
            }
            Operator::Add if right.limit.low >= 0 => (format!("{a} <= {high} - {b}"), format!("({a} + {b})")),
            Operator::Subtract if right.limit.low >= 0 => {
                (format!("{a} >= {} + {b}", Number::known(low).text), format!("({a} - {b})"))
            }
            _ => return Ok(None),
        };
        let text = self.defined_where(&fits, &text);
        Ok(Some(Number { text, limit: limit.clamp(Interval::I32) }))
    }

    /// The number, where it lies within the limit; undefined otherwise.
    fn within(&mut self, number: Number, limit: Interval) -> Number {
        let Some(condition) = outside(&number, limit) else { return number };
        let text = self.defined_where(&condition, &number.text);
        Number { text, limit: number.limit.clamp(limit) }
    }

    fn defined_where(&mut self, condition: &str, text: &str) -> String {
        self.frame.may_be_undefined = true;
        format!("({condition} -> {text} : {})", undefined())
    }

    fn index(&mut self, list: &Term, index: &Term, component: usize) -> Result<Number, Refusal> {
        let index = self.number(index)?;
        if let Term::Literal { value: Value::List(values), .. } = list {
            let numbers: Vec<i64> = values.iter().map(number_of).collect();
            let limit = super::limit_of(&numbers);
            let table = self.frame.table(numbers);
            return Ok(self.element(&table, values.len() as u64, limit, &index));
        }
        let place = self.whole(list)?;
        let cells = self.frame.cells[place.index()].clone();
        match &cells.shape {
            Shape::Array(length, limit) if component == 0 => {
                Ok(self.element(&cells.name, *length, *limit, &index))
            }
            Shape::List(capacity, components) if component < components.len() => {
                let (array, limit) = (cells.component(component), components[component]);
                let element = self.element(&array, *capacity, limit, &index);
                if index.limit.single() == Some(0) && self.is_known_to_have_one(place) {
                    return Ok(element);
                }
                let text = self.defined_where(&format!("{} < {}", index.text, cells.length()), &element.text);
                Ok(Number { text, limit })
            }
            _ => Err(self.refuse("an element of a number")),
        }
    }

    /// An element of an array of Promela. Spin checks an index while it searches, but for a known one.
    fn element(&mut self, array: &str, length: u64, limit: Interval, index: &Number) -> Number {
        let known = index.limit.single();
        if known.is_some_and(|at| u64::try_from(at).is_ok_and(|at| at < length)) || known.is_none() {
            return Number { text: format!("{array}[{}]", index.text), limit };
        }
        self.frame.may_be_undefined = true;
        Number { text: undefined(), limit }
    }

    fn length(&mut self, list: &Term) -> Result<Number, Refusal> {
        let place = self.whole(list)?;
        let cells: &Cells = &self.frame.cells[place.index()];
        match &cells.shape {
            Shape::List(capacity, _) => {
                Ok(Number { text: cells.length(), limit: Interval::new(0, *capacity as i64) })
            }
            Shape::Array(length, _) => Ok(Number::known(*length as i64)),
            Shape::Scalar(_) => Err(self.refuse("the length of a number")),
        }
    }

    /// The place whose array or list a variable is.
    fn whole(&self, term: &Term) -> Result<PlaceId, Refusal> {
        let place = match term {
            Term::Variable(variable) => self.bound.get(variable).copied(),
            _ => None,
        };
        place.ok_or_else(|| self.refuse("an array or a list that is no place's"))
    }
}

/// The condition that a number lies within a limit, where it may be outside.
pub(super) fn outside(number: &Number, limit: Interval) -> Option<String> {
    let text = &number.text;
    match (number.limit.low < limit.low, number.limit.high > limit.high) {
        (false, false) => None,
        (true, false) => Some(format!("{text} >= {}", limit.low)),
        (false, true) => Some(format!("{text} <= {}", limit.high)),
        (true, true) => Some(format!("{text} >= {} && {text} <= {}", limit.low, limit.high)),
    }
}
