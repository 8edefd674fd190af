//! Concatenation, slices and search of strings and lists. The parts of a string are its characters.

use super::{Evaluator, Meaning, undefined};
use crate::semantics::Binding;
use crate::semantics::error::{Failure, Problem};
use crate::{Operator, Term, Value};

type Evaluated = Result<Meaning, Failure>;

/// Maximum number of bytes of a concatenated string, or of elements of a concatenated list.
const MAX_LENGTH: usize = 1 << 20;

impl Evaluator<'_> {
    /// Evaluates an operator on strings or lists. It is well-sorted: all arguments are of one kind.
    pub(super) fn sequence(&self, operator: Operator, arguments: &[Term], binding: &Binding) -> Evaluated {
        let value = |index: usize| self.value(&arguments[index], binding);
        match (operator, value(0)?) {
            (Operator::Slice, whole) => self.slice(whole, &arguments[1..], binding),
            (Operator::Concatenate, Value::String(first)) => joined_strings(first, value(1)?),
            (Operator::Concatenate, Value::List(first)) => {
                let capacity = self.capacity(&arguments[0]);
                joined_lists(first, value(1)?, capacity)
            }
            (_, Value::String(whole)) => match value(1)? {
                Value::String(part) => truth(whole.contains(&part)),
                _ => Err(undefined(NEITHER)),
            },
            (_, Value::List(whole)) => match value(1)? {
                Value::List(part) if part.is_empty() => truth(true),
                Value::List(part) => truth(whole.windows(part.len()).any(|window| window == part)),
                _ => Err(undefined(NEITHER)),
            },
            _ => Err(undefined(NEITHER)),
        }
    }

    /// Returns the part from a position on, of at most a given length.
    fn slice(&self, whole: Value, numbers: &[Term], binding: &Binding) -> Evaluated {
        let count = |index: usize| {
            let number = self.number(&numbers[index], binding)?;
            usize::try_from(number).map_err(|_| undefined("a part with a negative position or length"))
        };
        let (start, length) = (count(0)?, count(1)?);
        let part = match whole {
            Value::String(whole) => Value::String(whole.chars().skip(start).take(length).collect()),
            Value::List(whole) => Value::List(whole.into_iter().skip(start).take(length).collect()),
            _ => return Err(undefined(NEITHER)),
        };
        Ok(Meaning::Value(part))
    }
}

const NEITHER: &str = "a value where a string or a list is wanted";

fn joined_strings(mut first: String, second: Value) -> Evaluated {
    let Value::String(second) = second else { return Err(undefined(NEITHER)) };
    check(first.len() + second.len(), None)?;
    first.push_str(&second);
    Ok(Meaning::Value(Value::String(first)))
}

fn joined_lists(mut first: Vec<Value>, second: Value, capacity: Option<u64>) -> Evaluated {
    let Value::List(second) = second else { return Err(undefined(NEITHER)) };
    check(first.len() + second.len(), capacity)?;
    first.extend(second);
    Ok(Meaning::Value(Value::List(first)))
}

fn check(length: usize, capacity: Option<u64>) -> Result<(), Failure> {
    if capacity.is_some_and(|capacity| length as u64 > capacity) {
        return Err(undefined("a list that is longer than its capacity"));
    }
    if length > MAX_LENGTH {
        return Err(Problem::TooMany("a string or a list that is too long").into());
    }
    Ok(())
}

fn truth(truth: bool) -> Evaluated {
    Ok(Meaning::Value(Value::Bool(truth)))
}
