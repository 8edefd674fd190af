//! Evaluation of operators applied to arguments.

use super::{Evaluator, Meaning, undefined};
use crate::semantics::error::{Failure, Problem};
use crate::semantics::{Binding, Multiset};
use crate::typing::Type;
use crate::{Operator, OperatorId, PartitionId, Sort, Term, Value};

type Evaluated = Result<Meaning, Failure>;

impl Evaluator<'_> {
    pub(super) fn apply(&self, operator: Operator, arguments: &[Term], binding: &Binding) -> Evaluated {
        use Operator as Op;
        let value = |index: usize| self.value(&arguments[index], binding);
        let truth = |term: &Term| self.truth(term, binding);
        let multiset = |term: &Term| self.meaning(term, binding).map(Meaning::into_multiset);
        match operator {
            Op::NumberOf => {
                let copies = u64::try_from(self.number(&arguments[0], binding)?)
                    .map_err(|_| undefined("a negative number of copies"))?;
                bag(multiset(&arguments[1])?.checked_mul(copies))
            }
            Op::Sum => {
                let sum =
                    |sum: Multiset, term| sum.checked_add(&multiset(term)?).ok_or(Problem::Overflow.into());
                arguments.iter().try_fold(Multiset::default(), sum).map(Meaning::Multiset)
            }
            Op::Difference => {
                let less = |left: Multiset, term| left.checked_sub(&multiset(term)?).ok_or(Failure::Negative);
                arguments[1..].iter().try_fold(multiset(&arguments[0])?, less).map(Meaning::Multiset)
            }
            Op::TruncatedDifference => {
                let less = |left: Multiset, term| Ok(left.truncated_sub(&multiset(term)?));
                arguments[1..].iter().try_fold(multiset(&arguments[0])?, less).map(Meaning::Multiset)
            }
            Op::Cardinality => integer(i64::try_from(multiset(&arguments[0])?.total()).ok()),
            Op::Successor => self.step(&arguments[0], binding, |position, count| (position + 1) % count),
            Op::Predecessor => {
                self.step(&arguments[0], binding, |position, count| (position + count - 1) % count)
            }
            Op::Equal => boolean(value(0)? == value(1)?),
            Op::NotEqual => boolean(value(0)? != value(1)?),
            Op::Less | Op::PartitionLess(_) => boolean(value(0)? < value(1)?),
            Op::LessOrEqual => boolean(value(0)? <= value(1)?),
            Op::Greater => boolean(value(0)? > value(1)?),
            Op::GreaterOrEqual => boolean(value(0)? >= value(1)?),
            Op::And => first(arguments, false, truth),
            Op::Or => first(arguments, true, truth),
            Op::Imply => boolean(!truth(&arguments[0])? || truth(&arguments[1])?),
            Op::Not => boolean(!truth(&arguments[0])?),
            Op::Add | Op::Subtract | Op::Multiply | Op::Divide | Op::Remainder | Op::Negate => {
                self.arithmetic(operator, arguments, binding)
            }
            Op::BitAnd | Op::BitOr | Op::BitXor | Op::BitNot | Op::ShiftLeft | Op::ShiftRight => {
                self.bitwise(operator, arguments, binding)
            }
            Op::Wrap(sort) => {
                let Sort::Range { start, end } = self.net.sort(sort) else {
                    return Err(undefined("a number that is to wrap around something else than a range"));
                };
                integer(Some(wrap(self.number(&arguments[0], binding)?, *start, *end)))
            }
            Op::Within(sort) => {
                let number = value(0)?;
                if !self.net.is_value_of(sort, &number) {
                    return Err(Problem::out_of_sort(self.net, sort, &number).into());
                }
                Ok(Meaning::Value(number))
            }
            Op::Component(position) => match value(0)? {
                Value::Tuple(parts) if (position as usize) < parts.len() => {
                    Ok(Meaning::Value(parts[position as usize].clone()))
                }
                _ => Err(undefined("a component that a tuple does not have")),
            },
            Op::PartitionElementOf(partition) => self.class_of(partition, &value(0)?),
            Op::Index | Op::Update | Op::Append | Op::RemoveFirst | Op::Length => {
                self.list(operator, arguments, binding)
            }
            Op::Concatenate | Op::Slice | Op::HasPart => self.sequence(operator, arguments, binding),
            Op::MakeList => {
                let values =
                    arguments.iter().map(|term| self.value(term, binding)).collect::<Result<_, _>>()?;
                Ok(Meaning::Value(Value::List(values)))
            }
            Op::IfThenElse => self.meaning(&arguments[if truth(&arguments[0])? { 1 } else { 2 }], binding),
            Op::Declared(id) => self.declared(id, arguments, binding),
        }
    }

    /// Returns the constant at another position of the enumeration of `term`.
    fn step(&self, term: &Term, binding: &Binding, step: impl Fn(u64, u64) -> u64) -> Evaluated {
        let count = match self.typing.infer(term) {
            Ok(Type::Sort(sort)) => self.net.value_count(sort).unwrap_or(0),
            _ => 0,
        };
        match self.value(term, binding)? {
            Value::Constant(position) if count > 0 => u32::try_from(step(u64::from(position), count))
                .map(|position| Meaning::Value(Value::Constant(position)))
                .map_err(|_| undefined("a constant beyond its enumeration")),
            _ => Err(undefined("the neighbour of a value that is not of an enumeration")),
        }
    }

    fn arithmetic(&self, operator: Operator, arguments: &[Term], binding: &Binding) -> Evaluated {
        let first = self.number(&arguments[0], binding)?;
        if operator == Operator::Negate {
            return integer(first.checked_neg());
        }
        let second = self.number(&arguments[1], binding)?;
        if second == 0 && matches!(operator, Operator::Divide | Operator::Remainder) {
            return Err(undefined("a division by zero"));
        }
        integer(match operator {
            Operator::Add => first.checked_add(second),
            Operator::Subtract => first.checked_sub(second),
            Operator::Multiply => first.checked_mul(second),
            Operator::Divide => first.checked_div(second),
            _ => first.checked_rem(second),
        })
    }

    fn bitwise(&self, operator: Operator, arguments: &[Term], binding: &Binding) -> Evaluated {
        let first = self.number(&arguments[0], binding)?;
        if operator == Operator::BitNot {
            return integer(Some(!first));
        }
        let second = self.number(&arguments[1], binding)?;
        let distance = || match second {
            0..64 => Ok(second as u32),
            _ => Err(undefined("a shift by a number of bits outside 0 to 63")),
        };
        integer(match operator {
            Operator::BitAnd => Some(first & second),
            Operator::BitOr => Some(first | second),
            Operator::BitXor => Some(first ^ second),
            Operator::ShiftLeft => {
                let distance = distance()?;
                Some(first << distance).filter(|shifted| shifted >> distance == first)
            }
            _ => Some(first >> distance()?),
        })
    }

    /// Returns the class of a value, as its position among the partition's classes.
    fn class_of(&self, partition: PartitionId, value: &Value) -> Evaluated {
        let classes = &self.net.partition(partition).elements;
        let class = classes.iter().position(|class| class.values.contains(value));
        class
            .and_then(|class| u32::try_from(class).ok())
            .map(|class| Meaning::Value(Value::Constant(class)))
            .ok_or(undefined("a value that is in no class of the partition"))
    }

    fn list(&self, operator: Operator, arguments: &[Term], binding: &Binding) -> Evaluated {
        let mut list = match self.value(&arguments[0], binding)? {
            Value::List(list) => list,
            Value::String(string) if operator == Operator::Length => {
                return integer(i64::try_from(string.chars().count()).ok());
            }
            _ => return Err(undefined("a value where a list is wanted")),
        };
        match operator {
            Operator::Length => return integer(i64::try_from(list.len()).ok()),
            Operator::RemoveFirst if list.is_empty() => return Err(undefined("the rest of an empty list")),
            Operator::RemoveFirst => drop(list.remove(0)),
            Operator::Append => {
                if self.capacity(&arguments[0]).is_some_and(|capacity| list.len() as u64 >= capacity) {
                    return Err(undefined("a list that is longer than its capacity"));
                }
                list.push(self.value(&arguments[1], binding)?);
            }
            _ => {
                let position = self.number(&arguments[1], binding)?;
                let element = usize::try_from(position).ok().and_then(|position| list.get_mut(position));
                let element = element.ok_or(undefined("an index out of range"))?;
                if operator == Operator::Index {
                    return Ok(Meaning::Value(element.clone()));
                }
                *element = self.value(&arguments[2], binding)?;
            }
        }
        Ok(Meaning::Value(Value::List(list)))
    }

    /// Returns the maximum length of the lists that `term` denotes.
    pub(super) fn capacity(&self, term: &Term) -> Option<u64> {
        let Ok(Type::Sort(sort)) = self.typing.infer(term) else { return None };
        match self.net.sort(sort) {
            Sort::List { capacity, .. } => *capacity,
            _ => None,
        }
    }

    fn declared(&self, id: OperatorId, arguments: &[Term], binding: &Binding) -> Evaluated {
        let operator = self.net.operator(id);
        let bind = |(&parameter, term)| Ok((parameter, self.value(term, binding)?));
        let inner =
            operator.parameters.iter().zip(arguments).map(bind).collect::<Result<Binding, Failure>>()?;
        self.meaning(&operator.body, &inner)
    }
}

/// Returns the number from `start` to `end` that differs from `number` by a multiple of the range's size.
fn wrap(number: i64, start: i64, end: i64) -> i64 {
    let (number, start, end) = (i128::from(number), i128::from(start), i128::from(end));
    (start + (number - start).rem_euclid(end - start + 1)) as i64
}

fn bag(multiset: Option<Multiset>) -> Evaluated {
    multiset.map(Meaning::Multiset).ok_or(Problem::Overflow.into())
}

fn boolean(truth: bool) -> Evaluated {
    Ok(Meaning::Value(Value::Bool(truth)))
}

fn integer(number: Option<i64>) -> Evaluated {
    number.map(|n| Meaning::Value(Value::Integer(n))).ok_or(undefined("a number beyond 64 bits"))
}

/// Evaluates conditions from the left until one is `wanted`. Returns `wanted` if there is one, and its negation
/// otherwise.
fn first(terms: &[Term], wanted: bool, truth: impl Fn(&Term) -> Result<bool, Failure>) -> Evaluated {
    for term in terms {
        if truth(term)? == wanted {
            return boolean(wanted);
        }
    }
    boolean(!wanted)
}
