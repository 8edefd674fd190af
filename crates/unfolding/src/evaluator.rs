//! Evaluation of expressions, given the colours in the slots.

use std::sync::Arc;

use sanderling_cutoff::BINDINGS_BETWEEN_LOOKS;
use sanderling_net::semantics::{self, Binding, Multiset, Problem};
use sanderling_net::{Net, SortId};

use crate::colour::{Colour, Colours};
use crate::expression::{Bag, Condition, Expression, Foreign};

/// Maximum number of different values in one multiset, as in the reference semantics.
pub(crate) const MAX_VALUES: u64 = 1 << 20;

/// Maximum number of parts of all tuples of one multiset together.
const MAX_PARTS: u64 = 1 << 24;

/// Multiset: the colours in the order of their numbers, each once, with their multiplicities.
pub type Tokens = Vec<(Colour, u64)>;

/// Reason why a term has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    /// A difference is not a multiset. This disables a binding.
    Negative,
    /// The term is undefined.
    Undefined(String),
    /// The term has a value that is too large to compute.
    TooMany(&'static str),
}

impl From<semantics::Failure> for Failure {
    fn from(failure: semantics::Failure) -> Self {
        match failure {
            semantics::Failure::Negative => Self::Negative,
            semantics::Failure::Problem(Problem::TooMany(what)) => Self::TooMany(what),
            semantics::Failure::Problem(problem) => Self::Undefined(problem.to_string()),
        }
    }
}

/// Evaluator of the expressions of one net.
pub struct Evaluator<'a> {
    pub(crate) net: &'a Net,
    /// The numbered colours. They can be exchanged for others that contain them.
    pub colours: Colours,
    reference: semantics::Terms<'a>,
    /// Colours of each sort in order, if they have been needed.
    domains: Vec<Option<Arc<[Colour]>>>,
    /// Number of bindings and tokens since the last check of the budget.
    effort: usize,
}

impl<'a> Evaluator<'a> {
    /// Creates an evaluator of the terms of `net`.
    #[must_use]
    pub fn new(net: &'a Net) -> Self {
        let domains = vec![None; net.declarations.sorts.len()];
        Self { net, colours: Colours::new(), reference: semantics::Terms::new(net), domains, effort: 0 }
    }

    /// Returns whether it is time to check the budget: a binding may be little work, or a million tokens.
    pub(crate) fn is_effort_due(&mut self) -> bool {
        self.effort += 1;
        let is_due = self.effort >= BINDINGS_BETWEEN_LOOKS.size();
        self.effort *= usize::from(!is_due);
        is_due
    }

    /// Returns the colours of a sort in order.
    pub(crate) fn domain(&mut self, sort: SortId) -> Result<Arc<[Colour]>, Failure> {
        if let Some(domain) = &self.domains[sort.index()] {
            return Ok(Arc::clone(domain));
        }
        let values = self.net.values_of(sort, MAX_VALUES);
        let values = values.ok_or(Failure::TooMany("a sort with more values than can be listed"))?;
        let domain: Arc<[Colour]> = values.iter().map(|value| self.colours.of(value)).collect();
        self.domains[sort.index()] = Some(Arc::clone(&domain));
        Ok(domain)
    }

    pub(crate) fn colour(&mut self, expression: &Expression, slots: &[Colour]) -> Result<Colour, Failure> {
        match expression {
            Expression::Slot(slot) => Ok(slots[*slot]),
            Expression::Known(colour) => Ok(*colour),
            Expression::Tuple(parts) => self.tuple(parts, slots),
            Expression::Step { argument, by, count } => {
                let argument = self.colour(argument, slots)?;
                Ok(self.step(argument, *by, *count))
            }
            Expression::Component(tuple, position) => {
                let tuple = self.colour(tuple, slots)?;
                let component = self.colours.component(tuple, &[*position]);
                component.ok_or_else(|| undefined("a component that a tuple does not have"))
            }
            Expression::Class(argument, classes) => {
                let argument = self.colour(argument, slots)?;
                let class = classes.of.get(&argument).copied();
                class.ok_or_else(|| undefined("a value that is in no class of the partition"))
            }
            Expression::Condition(condition) => {
                let truth = self.holds(condition, slots)?;
                Ok(self.colours.truth(truth))
            }
            Expression::Foreign(foreign) => {
                let multiset = self.foreign(foreign, slots)?;
                let value = multiset.iter().next().filter(|_| multiset.total() == 1).map(|(value, _)| value);
                let value = value.ok_or_else(|| undefined("a multiset instead of a value"))?;
                Ok(self.colours.of(value))
            }
        }
    }

    /// Returns the constant `by` positions further.
    pub(crate) fn step(&mut self, colour: Colour, by: u32, count: u32) -> Colour {
        match self.colours.as_constant(colour) {
            Some(position) => {
                let position = (u64::from(position) + u64::from(by)) % u64::from(count);
                self.colours.constant(position as u32)
            }
            // Terms are well-sorted, so it is a constant.
            None => colour,
        }
    }

    fn tuple(&mut self, parts: &[Expression], slots: &[Colour]) -> Result<Colour, Failure> {
        const FEW: usize = 8;
        if parts.len() > FEW {
            let parts = parts.iter().map(|part| self.colour(part, slots)).collect::<Result<Vec<_>, _>>()?;
            return Ok(self.colours.tuple(&parts));
        }
        // PERF: most tuples are short, and this is done for each binding.
        let mut few = [None; FEW];
        for (place, part) in few.iter_mut().zip(parts) {
            *place = Some(self.colour(part, slots)?);
        }
        let first = few[0].ok_or_else(|| undefined("a tuple without components"))?;
        let few = few.map(|part| part.unwrap_or(first));
        Ok(self.colours.tuple(&few[..parts.len()]))
    }

    pub(crate) fn holds(&mut self, condition: &Condition, slots: &[Colour]) -> Result<bool, Failure> {
        match condition {
            Condition::Known(truth) => Ok(*truth),
            Condition::Equal(a, b) => Ok(self.colour(a, slots)? == self.colour(b, slots)?),
            Condition::NotEqual(a, b) => Ok(self.colour(a, slots)? != self.colour(b, slots)?),
            Condition::Less(a, b) => self.compare(a, b, slots).map(std::cmp::Ordering::is_lt),
            Condition::LessOrEqual(a, b) => self.compare(a, b, slots).map(std::cmp::Ordering::is_le),
            Condition::And(parts) => {
                for part in parts {
                    if !self.holds(part, slots)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Condition::Or(parts) => {
                for part in parts {
                    if self.holds(part, slots)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Condition::Not(part) => self.holds(part, slots).map(|truth| !truth),
            Condition::Value(value) => {
                let value = self.colour(value, slots)?;
                let truth = self.colours.as_truth(value);
                truth.ok_or_else(|| undefined("a value instead of a condition"))
            }
        }
    }

    fn compare(
        &mut self,
        a: &Expression,
        b: &Expression,
        slots: &[Colour],
    ) -> Result<std::cmp::Ordering, Failure> {
        let (a, b) = (self.colour(a, slots)?, self.colour(b, slots)?);
        Ok(self.colours.compare(a, b))
    }

    /// Returns the multiset that a term denotes.
    pub(crate) fn tokens(&mut self, bag: &Bag, slots: &[Colour]) -> Result<Tokens, Failure> {
        let tokens = self.meaning(bag, slots)?;
        self.effort += tokens.len();
        Ok(tokens)
    }

    fn meaning(&mut self, bag: &Bag, slots: &[Colour]) -> Result<Tokens, Failure> {
        match bag {
            // PERF: sums of values are on most arcs of nets with many bindings.
            Bag::Sum(parts) if parts.iter().all(|part| matches!(part, Bag::Copies(..))) => {
                let mut sum = Tokens::with_capacity(parts.len());
                for part in parts {
                    if let Bag::Copies(count, value) = part {
                        sum.push((self.colour(value, slots)?, *count));
                    }
                }
                gathered(sum)
            }
            Bag::Empty => Ok(Tokens::new()),
            Bag::Copies(count, value) => Ok(vec![(self.colour(value, slots)?, *count)]),
            Bag::Times(count, bag) => times(self.tokens(bag, slots)?, *count),
            Bag::All(sort) => Ok(gathered(self.domain(*sort)?.iter().map(|&colour| (colour, 1)).collect())?),
            Bag::Sum(parts) => {
                let mut sum = Tokens::new();
                for part in parts {
                    sum.extend(self.tokens(part, slots)?);
                }
                gathered(sum)
            }
            Bag::Difference(parts) => {
                let mut left = self.tokens(&parts[0], slots)?;
                for part in &parts[1..] {
                    left = difference(left, &self.tokens(part, slots)?)?;
                }
                Ok(left)
            }
            Bag::Product(parts) => self.product(parts, slots),
            Bag::Foreign(foreign) => {
                let multiset = self.foreign(foreign, slots)?;
                gathered(multiset.iter().map(|(value, &count)| (self.colours.of(value), count)).collect())
            }
        }
    }

    fn product(&mut self, parts: &[Bag], slots: &[Colour]) -> Result<Tokens, Failure> {
        let parts = parts.iter().map(|part| self.tokens(part, slots)).collect::<Result<Vec<_>, _>>()?;
        let size = parts.iter().try_fold(1_u64, |size, part| size.checked_mul(part.len() as u64));
        let too_many = Failure::TooMany("more values than can be put into one multiset");
        let is_small = |size: &u64| *size <= MAX_VALUES && size * parts.len() as u64 <= MAX_PARTS;
        let size = size.filter(is_small).ok_or(too_many)? as usize;
        let mut tuples = Tokens::with_capacity(size);
        let mut tuple = Vec::with_capacity(parts.len());
        for number in 0..size {
            let (mut below, mut copies) = (size, 1_u64);
            tuple.clear();
            for part in &parts {
                below /= part.len();
                let (colour, count) = part[number / below % part.len()];
                tuple.push(colour);
                copies = copies.checked_mul(count).ok_or_else(overflow)?;
            }
            tuples.push((self.colours.tuple(&tuple), copies));
        }
        gathered(tuples)
    }

    fn foreign(&mut self, foreign: &Foreign, slots: &[Colour]) -> Result<Multiset, Failure> {
        let value = |&(variable, slot): &(_, usize)| (variable, self.colours.value(slots[slot]));
        let binding: Binding = foreign.variables.iter().map(value).collect();
        Ok(self.reference.multiset(&foreign.term, &binding)?)
    }
}

fn undefined(what: &str) -> Failure {
    Failure::Undefined(what.to_owned())
}

fn overflow() -> Failure {
    undefined("2^64 tokens or more")
}

/// Sorts tokens, and adds up those of equal colour.
pub(crate) fn gathered(mut tokens: Tokens) -> Result<Tokens, Failure> {
    tokens.sort_unstable_by_key(|&(colour, _)| colour.index());
    let mut total = 0_u64;
    for &(_, count) in &tokens {
        total = total.checked_add(count).ok_or_else(overflow)?;
    }
    tokens.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        kept.1 += if is_same { next.1 } else { 0 };
        is_same
    });
    Ok(tokens)
}

fn times(mut tokens: Tokens, count: u64) -> Result<Tokens, Failure> {
    if count == 0 {
        return Ok(Tokens::new());
    }
    let mut total = 0_u64;
    for (_, copies) in &mut tokens {
        *copies = copies.checked_mul(count).ok_or_else(overflow)?;
        total = total.checked_add(*copies).ok_or_else(overflow)?;
    }
    Ok(tokens)
}

fn difference(mut from: Tokens, less: &Tokens) -> Result<Tokens, Failure> {
    let mut position = 0;
    for &(colour, count) in less {
        while from.get(position).is_some_and(|&(other, _)| other.index() < colour.index()) {
            position += 1;
        }
        let held = from.get_mut(position).filter(|(other, _)| *other == colour).ok_or(Failure::Negative)?;
        held.1 = held.1.checked_sub(count).ok_or(Failure::Negative)?;
    }
    from.retain(|&(_, count)| count > 0);
    Ok(from)
}
