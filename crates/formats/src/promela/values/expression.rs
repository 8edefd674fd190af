//! Conversion of expressions to Promela.
//!
//! Promela's `&&` and `||` evaluate from left to right and only as far as needed, as in the net. If an expression is
//! undefined, its text reads an array beyond its end, which Spin reports as an error. Spin itself checks array indices.
//! INVARIANT: the text of a number is in parentheses or a word, and its limit holds whenever the number is defined.

use sanderling_data_net::{Binary, Elements, Expression, Interval, Ranges, Unary};

use super::rule::Scope;
use crate::promela::Refusal;
use crate::promela::document::undefined;

/// Maximum length of the text of a term, in bytes. An operand that is used twice is written twice.
const MAX_BYTES: usize = 1 << 16;

/// The text of an expression, and the interval of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) text: String,
    pub(super) limit: Interval,
}

impl Number {
    /// Returns a known number.
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
    /// Returns the text of an expression.
    pub(super) fn number(&mut self, expression: &Expression) -> Result<Number, Refusal> {
        let text = match expression {
            Expression::Number(number) => Number::known(*number).text,
            Expression::Cell(cell) => self.frame.variables.cell(*cell),
            Expression::Temporary(temporary) => self.frame.hidden(self.rule, *temporary),
            Expression::Element(elements, index) => self.element(*elements, index)?,
            Expression::Choice(numbers, index) => {
                let table = self.frame.table(numbers);
                let index = self.number(index)?;
                self.indexed(&table, numbers.len(), &index)
            }
            Expression::Unary(operation, part) => {
                let symbol = match operation {
                    Unary::Negate => '-',
                    Unary::Invert => '~',
                    Unary::Not => '!',
                };
                format!("({symbol}{})", self.number(part)?.text)
            }
            Expression::Binary(operation, parts) => self.binary(*operation, parts)?,
            Expression::All(parts) => self.chain("&&", parts)?,
            Expression::Any(parts) => self.chain("||", parts)?,
            Expression::If(parts) => {
                let [condition, yes, no] = [&parts[0], &parts[1], &parts[2]].map(|part| self.number(part));
                let (condition, yes, no) = (condition?, yes?, no?);
                match (yes.limit.single(), no.limit.single()) {
                    (Some(1), Some(0)) => condition.text,
                    _ => format!("({} -> {} : {})", condition.text, yes.text, no.text),
                }
            }
            Expression::Wrap(range, part) => self.wrapped(*range, part)?,
            Expression::Within(range, part) => self.within(*range, part)?,
        };
        let limit = expression.estimate(&self.ranges).range;
        if !Interval::I32.includes(limit) {
            return Err(self.refuse("a number that may be beyond the 32 bits of Promela"));
        }
        if text.len() > MAX_BYTES {
            return Err(self.refuse("a term that is too long in Promela"));
        }
        Ok(Number { text, limit })
    }

    fn two(&mut self, parts: &[Expression; 2]) -> Result<[Number; 2], Refusal> {
        Ok([self.number(&parts[0])?, self.number(&parts[1])?])
    }

    fn binary(&mut self, operation: Binary, parts: &[Expression; 2]) -> Result<String, Refusal> {
        let [a, b] = self.two(parts)?;
        let is_constant = matches!(parts[0], Expression::Number(_));
        let symbol = match operation {
            Binary::Less if is_constant => return Ok(format!("({} > {})", b.text, a.text)),
            Binary::AtMost if is_constant => return Ok(format!("({} >= {})", b.text, a.text)),
            Binary::ShiftLeft | Binary::ShiftRight if !Interval::SHIFTS_OF_I32.includes(b.limit) => {
                return Err(self.refuse("a shift by a number of bits that may be outside 0 to 31"));
            }
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::Divide => "/",
            Binary::Remainder => "%",
            Binary::And => "&",
            Binary::Or => "|",
            Binary::Xor => "^",
            Binary::ShiftLeft => "<<",
            Binary::ShiftRight => ">>",
            Binary::Equal => "==",
            Binary::Unequal => "!=",
            Binary::Less => "<",
            Binary::AtMost => "<=",
        };
        let text = format!("({} {symbol} {})", a.text, b.text);
        let divides = matches!(operation, Binary::Divide | Binary::Remainder);
        Ok(match divides && b.limit.contains(0) {
            true => self.defined_where(&format!("{} != 0", b.text), &text),
            false => text,
        })
    }

    fn chain(&mut self, symbol: &str, parts: &[Expression]) -> Result<String, Refusal> {
        let parts = parts.iter().map(|part| Ok(self.number(part)?.text));
        let parts = parts.collect::<Result<Vec<_>, Refusal>>()?;
        Ok(format!("({})", parts.join(&format!(" {symbol} "))))
    }

    /// Wraps a number to a range whose size is a power of two.
    fn wrapped(&mut self, range: Interval, part: &Expression) -> Result<String, Refusal> {
        let Number { text, limit } = self.number(part)?;
        let is_mask = |mask: i64| (1..=Interval::I32.high).contains(&mask) && mask & (mask + 1) == 0;
        let Interval { low, high } = range;
        match low {
            _ if range.includes(limit) => Ok(text),
            0 if is_mask(high) => Ok(format!("({text} & {high})")),
            // Two's complement: the sign bit is inverted and then subtracted.
            _ if low == !high && is_mask(high) && is_mask(2 * high + 1) => {
                let sign = high + 1;
                Ok(format!("((({text} & {}) ^ {sign}) - {sign})", 2 * high + 1))
            }
            _ => Err(self.refuse("a number that wraps around a range of no power of two")),
        }
    }

    /// Returns the number if it lies within a range; undefined otherwise.
    fn within(&mut self, range: Interval, part: &Expression) -> Result<String, Refusal> {
        let limit = part.estimate(&self.ranges).range;
        if range.intersection(limit).is_none() {
            return Ok(self.undefined());
        }
        let number = match part {
            Expression::Binary(operation, parts) if Interval::I32.includes(range) => {
                self.fitting(*operation, parts, limit)?
            }
            _ => None,
        };
        let number = number.map_or_else(|| self.number(part), Ok)?;
        Ok(match outside(&number, range) {
            Some(condition) => self.defined_where(&condition, &number.text),
            None => number.text,
        })
    }

    /// Converts an operation whose result may exceed 32 bits, with a check of the operands, because it is undefined in
    /// that case. Returns `None` if the result always fits, or if the operands cannot be checked in advance.
    fn fitting(
        &mut self,
        operation: Binary,
        parts: &[Expression; 2],
        limit: Interval,
    ) -> Result<Option<Number>, Refusal> {
        if Interval::I32.includes(limit) {
            return Ok(None);
        }
        let [left, right] = self.two(parts)?;
        let (a, b) = (&left.text, &right.text);
        let Interval { low, high } = Interval::I32;
        let is_natural = left.limit.low >= 0 && right.limit.low >= 0;
        let (fits, text) = match operation {
            Binary::Multiply if is_natural => {
                (format!("({b} == 0 || {a} <= {high} / {b})"), format!("({a} * {b})"))
            }
            Binary::ShiftLeft if Interval::SHIFTS_OF_I32.includes(right.limit) && is_natural => {
                (format!("{a} <= ({high} >> {b})"), format!("({a} << {b})"))
            }
            Binary::Add if right.limit.low >= 0 => (format!("{a} <= {high} - {b}"), format!("({a} + {b})")),
            Binary::Subtract if right.limit.low >= 0 => {
                (format!("{a} >= {} + {b}", Number::known(low).text), format!("({a} - {b})"))
            }
            _ => return Ok(None),
        };
        let text = self.defined_where(&fits, &text);
        Ok(Some(Number { text, limit: limit.clamp(Interval::I32) }))
    }

    fn undefined(&mut self) -> String {
        self.frame.may_be_undefined = true;
        undefined()
    }

    fn defined_where(&mut self, condition: &str, text: &str) -> String {
        format!("({condition} -> {text} : {})", self.undefined())
    }

    fn element(&mut self, elements: Elements, index: &Expression) -> Result<String, Refusal> {
        let (array, index) = (self.frame.variables.array(elements), self.number(index)?);
        let text = self.indexed(&array, elements.count as usize, &index);
        Ok(match elements.length {
            Some(length) if index.limit.high >= self.ranges.cell(length).low => {
                let length = self.frame.variables.cell(length);
                self.defined_where(&format!("{} < {length}", index.text), &text)
            }
            _ => text,
        })
    }

    /// Returns an element of an array of Promela. Spin checks indices during the search, except for known ones.
    fn indexed(&mut self, array: &str, count: usize, index: &Number) -> String {
        match index.limit.single() {
            Some(at) if !usize::try_from(at).is_ok_and(|at| at < count) => self.undefined(),
            _ => format!("{array}[{}]", index.text),
        }
    }
}

/// Returns the condition that a number lies within a limit; `None` if it always does.
pub(super) fn outside(number: &Number, limit: Interval) -> Option<String> {
    let text = &number.text;
    match (number.limit.low < limit.low, number.limit.high > limit.high) {
        (false, false) => None,
        (true, false) => Some(format!("{text} >= {}", limit.low)),
        (false, true) => Some(format!("{text} <= {}", limit.high)),
        (true, true) => Some(format!("{text} >= {} && {text} <= {}", limit.low, limit.high)),
    }
}
