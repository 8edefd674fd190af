//! Conditions on the contents of a program's variables, processes and channels.
//!
//! In the net of a program, each place holds one token, whose colour is the value: a number for a variable, several for
//! an array, the location for a process, and the buffered messages for a channel. A condition refers to such numbers by
//! a place and a position in it ([`Part`]). For an array, the position is that of the element. For a buffer, the first
//! number is its length, followed by the values of its messages, one message after the other.
//!
//! A term is *undefined* if an index is out of range or a divisor is zero. A comparison with such a term does not hold;
//! its negation does.
//!
//! INVARIANT: for terms made by parsing, no result exceeds [`MAX_CONSTANT`](crate::MAX_CONSTANT), whatever the places
//! hold, so that arithmetic in 128 bits is exact. Terms nest no deeper than the text that they come from.

mod display;
mod linear;

use sanderling_net::{Net, PlaceId, Sort, Value};

use crate::Relation;

pub use linear::Linear;

/// A number in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// The place.
    pub place: PlaceId,
    /// The position of the number in the place, from 0.
    pub offset: u32,
}

/// Numbers of a place that an index selects from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Elements {
    /// The number at index 0.
    pub first: Part,
    /// The distance between consecutive numbers.
    pub stride: u32,
    /// Number of elements.
    pub count: u32,
    /// Whether they are in the messages of a buffer; only existing messages count then.
    pub in_buffer: bool,
}

/// A number that depends on the contents of places.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueTerm {
    /// A constant.
    Number(i128),
    /// A number in a place.
    Part(Part),
    /// The element at an index, from 0; undefined beyond the end.
    Element(Elements, Box<ValueTerm>),
    /// A sum of terms; those with `false` are subtracted.
    Sum(Vec<(bool, ValueTerm)>),
    /// A number, multiplied and divided from left to right.
    Product(Box<ValueTerm>, Vec<(Factor, ValueTerm)>),
}

/// The operation of a product on its next number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Factor {
    /// `*`
    Times,
    /// `/`: rounded towards zero; undefined if the divisor is 0.
    Divide,
    /// `%`: with the dividend's sign; undefined if the divisor is 0.
    Remainder,
}

/// A condition on the contents of places.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueCondition {
    /// A process is at the location with this position in the enumeration of its place.
    At(PlaceId, u32),
    /// A comparison of two numbers.
    Compare([ValueTerm; 2], Relation),
}

impl Factor {
    fn apply(self, left: i128, right: i128) -> Option<i128> {
        match self {
            Self::Times => left.checked_mul(right),
            Self::Divide => left.checked_div(right),
            Self::Remainder => left.checked_rem(right),
        }
    }
}

impl ValueTerm {
    /// Returns the number for these contents of places; `None` if it is undefined.
    pub fn number(&self, held: &impl Fn(Part) -> Option<i64>) -> Option<i128> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Part(part) => held(*part).map(i128::from),
            Self::Element(elements, index) => held(elements.at(index.number(held)?, held)?).map(i128::from),
            Self::Sum(terms) => terms.iter().try_fold(0_i128, |sum, (is_added, term)| {
                let number = term.number(held)?;
                if *is_added { sum.checked_add(number) } else { sum.checked_sub(number) }
            }),
            Self::Product(first, factors) => factors
                .iter()
                .try_fold(first.number(held)?, |left, (factor, term)| factor.apply(left, term.number(held)?)),
        }
    }

    /// Calls `see` with every number that the term may depend on.
    pub fn for_each_part(&self, see: &mut impl FnMut(Part)) {
        match self {
            Self::Number(_) => {}
            Self::Part(part) => see(*part),
            Self::Element(elements, index) => {
                elements.parts().for_each(&mut *see);
                index.for_each_part(see);
            }
            Self::Sum(terms) => terms.iter().for_each(|(_, term)| term.for_each_part(see)),
            Self::Product(first, factors) => {
                first.for_each_part(see);
                factors.iter().for_each(|(_, term)| term.for_each_part(see));
            }
        }
    }
}

impl Elements {
    /// Returns the part at an index, if the index is valid.
    fn at(self, index: i128, held: &impl Fn(Part) -> Option<i64>) -> Option<Part> {
        let length = Part { place: self.first.place, offset: 0 };
        let count = if self.in_buffer { i128::from(held(length)?) } else { i128::from(self.count) };
        let index = u32::try_from(index).ok().filter(|&at| i128::from(at) < count && at < self.count)?;
        Some(self.part(index))
    }

    fn part(self, index: u32) -> Part {
        Part { offset: self.first.offset + index * self.stride, ..self.first }
    }

    /// Returns all parts, and the length of a buffer.
    fn parts(self) -> impl Iterator<Item = Part> {
        let length = self.in_buffer.then_some(Part { offset: 0, ..self.first });
        (0..self.count).map(move |index| self.part(index)).chain(length)
    }
}

impl ValueCondition {
    /// Returns whether the condition holds for these contents of places. An undefined condition does not hold.
    pub fn holds(&self, held: &impl Fn(Part) -> Option<i64>) -> bool {
        match self {
            Self::At(process, position) => {
                held(Part { place: *process, offset: 0 }) == Some(i64::from(*position))
            }
            Self::Compare([left, right], relation) => match (left.number(held), right.number(held)) {
                (Some(left), Some(right)) => relation.admits(left.cmp(&right)),
                _ => false,
            },
        }
    }

    /// Returns the numbers that the condition depends on, sorted, each once.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        match self {
            Self::At(process, _) => parts.push(Part { place: *process, offset: 0 }),
            Self::Compare(sides, _) => {
                sides.iter().for_each(|side| side.for_each_part(&mut |part| parts.push(part)));
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}

/// Returns the number at a position in the contents of a place; `None` if there is none, as in the free space of a
/// buffer.
#[must_use]
pub fn number_in(value: &Value, is_buffer: bool, offset: u32) -> Option<i64> {
    let offset = offset as usize;
    match value {
        Value::List(messages) if is_buffer => {
            let Some(behind) = offset.checked_sub(1) else { return i64::try_from(messages.len()).ok() };
            let width = messages.first().map_or(1, width);
            match messages.get(behind / width)? {
                Value::Tuple(values) => scalar(values.get(behind % width)?),
                one => scalar(one),
            }
        }
        Value::List(elements) => scalar(elements.get(offset)?),
        one if offset == 0 => scalar(one),
        _ => None,
    }
}

/// Returns the number of values in a message.
fn width(message: &Value) -> usize {
    if let Value::Tuple(values) = message { values.len().max(1) } else { 1 }
}

fn scalar(value: &Value) -> Option<i64> {
    match value {
        Value::Bool(truth) => Some(i64::from(*truth)),
        Value::Constant(position) => Some(i64::from(*position)),
        Value::Integer(number) => Some(*number),
        _ => None,
    }
}

/// Returns whether a place holds messages: a list of any length.
pub(crate) fn is_buffer(net: &Net, place: PlaceId) -> bool {
    matches!(net.sort(net.place(place).sort), Sort::List { .. })
}
