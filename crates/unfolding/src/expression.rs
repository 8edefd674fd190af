//! Terms, compiled so that they can be evaluated many times.
//!
//! The variables of a transition have *slots*, a small array of colours. The operations of symmetric nets are compiled:
//! tuples, neighbours, comparisons, connectives, classes, multisets. Every other term is *foreign*: it is left to the
//! reference semantics, with a binding made of the slots, so that arithmetic, lists and declared operators have the
//! same meaning here.
//!
//! INVARIANT: an expression has the meaning that the reference semantics gives to its term, and fails if that fails.

use std::collections::HashMap;

use sanderling_net::{Net, Operator, PartitionId, Sort, SortId, Term, Value, VariableId};

use crate::colour::Colour;
use crate::evaluator::Evaluator;

/// Position of the colour of a variable.
pub(crate) type Slot = usize;

/// Term that denotes a value.
#[derive(Debug, Clone)]
pub(crate) enum Expression {
    Slot(Slot),
    Known(Colour),
    Tuple(Vec<Expression>),
    /// Constant `by` positions further in an enumeration of `count` constants.
    Step {
        argument: Box<Expression>,
        by: u32,
        count: u32,
    },
    Component(Box<Expression>, u32),
    /// Class of a colour, by its number.
    Class(Box<Expression>, Box<Classes>),
    Condition(Box<Condition>),
    Foreign(Box<Foreign>),
}

/// Classes of a partition.
#[derive(Debug, Clone)]
pub(crate) struct Classes {
    pub(crate) of: HashMap<Colour, Colour>,
    /// Whether every value has a class.
    covers: bool,
}

/// Term that denotes a truth value.
#[derive(Debug, Clone)]
pub(crate) enum Condition {
    Known(bool),
    Equal(Expression, Expression),
    NotEqual(Expression, Expression),
    Less(Expression, Expression),
    LessOrEqual(Expression, Expression),
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Not(Box<Condition>),
    Value(Expression),
}

/// Term that denotes a multiset.
#[derive(Debug, Clone)]
pub(crate) enum Bag {
    Empty,
    /// The given number of copies of one value.
    Copies(u64, Expression),
    /// The given number of copies of a multiset.
    Times(u64, Box<Bag>),
    All(SortId),
    Sum(Vec<Bag>),
    /// The first multiset less the others.
    Difference(Vec<Bag>),
    /// All tuples with one value from each multiset.
    Product(Vec<Bag>),
    Foreign(Box<Foreign>),
}

/// Term that is left to the reference semantics, with its variables.
#[derive(Debug, Clone)]
pub(crate) struct Foreign {
    pub(crate) term: Term,
    pub(crate) variables: Vec<(VariableId, Slot)>,
}

/// Compiler of the terms of one transition, whose variables have these slots.
pub(crate) struct Compiler<'a, 'b> {
    pub(crate) net: &'a Net,
    pub(crate) evaluator: &'b mut Evaluator<'a>,
    pub(crate) slots: &'b HashMap<VariableId, Slot>,
}

impl Compiler<'_, '_> {
    /// Compiles a term that denotes a value.
    pub(crate) fn value(&mut self, term: &Term) -> Expression {
        match term {
            Term::Variable(variable) => self
                .slots
                .get(variable)
                .map_or_else(|| Expression::Foreign(self.foreign(term)), |&slot| Expression::Slot(slot)),
            Term::Literal { value, .. } => Expression::Known(self.evaluator.colours.of(value)),
            Term::Tuple(parts) => Expression::Tuple(parts.iter().map(|part| self.value(part)).collect()),
            Term::Apply(operator, arguments) => self.applied(*operator, arguments, term),
            Term::All(_) | Term::Empty(_) => Expression::Foreign(self.foreign(term)),
        }
    }

    fn applied(&mut self, operator: Operator, arguments: &[Term], term: &Term) -> Expression {
        use Operator as Op;
        match operator {
            Op::Successor | Op::Predecessor => match self.constants_of(&arguments[0]) {
                Some(count) => {
                    let by = if operator == Op::Successor { 1 } else { count - 1 };
                    self.step(&arguments[0], by, count)
                }
                None => Expression::Foreign(self.foreign(term)),
            },
            Op::Component(position) => Expression::Component(Box::new(self.value(&arguments[0])), position),
            Op::PartitionElementOf(partition) => {
                let classes = self.classes(partition);
                Expression::Class(Box::new(self.value(&arguments[0])), Box::new(classes))
            }
            Op::Equal | Op::NotEqual | Op::Less | Op::LessOrEqual | Op::Greater | Op::GreaterOrEqual => {
                Expression::Condition(Box::new(self.condition(term)))
            }
            Op::And | Op::Or | Op::Not | Op::Imply | Op::PartitionLess(_) => {
                Expression::Condition(Box::new(self.condition(term)))
            }
            _ => Expression::Foreign(self.foreign(term)),
        }
    }

    fn classes(&mut self, partition: PartitionId) -> Classes {
        let mut of = HashMap::new();
        let partition = self.net.partition(partition);
        for (class, element) in partition.elements.iter().enumerate() {
            let class = self.evaluator.colours.constant(class as u32);
            for value in &element.values {
                of.entry(self.evaluator.colours.of(value)).or_insert(class);
            }
        }
        // Only values of an enumeration cannot be of another sort.
        let covers = matches!(self.net.sort(partition.sort), Sort::Enumeration { .. })
            && self.net.value_count(partition.sort) == Some(of.len() as u64);
        Classes { of, covers }
    }

    /// Returns a neighbour. Several steps become one.
    fn step(&mut self, argument: &Term, by: u32, count: u32) -> Expression {
        match self.value(argument) {
            Expression::Step { argument, by: before, count } => {
                let by = ((u64::from(before) + u64::from(by)) % u64::from(count)) as u32;
                Expression::Step { argument, by, count }
            }
            argument => Expression::Step { argument: Box::new(argument), by, count },
        }
    }

    /// Returns the number of constants of the enumeration that a term belongs to, if it is plain from the form of the
    /// term.
    fn constants_of(&self, term: &Term) -> Option<u32> {
        let sort = match term {
            Term::Variable(variable) => self.net.declarations.variables[variable.index()].sort,
            Term::Literal { sort, .. } => *sort,
            Term::Apply(Operator::Successor | Operator::Predecessor, arguments) => {
                return self.constants_of(&arguments[0]);
            }
            _ => return None,
        };
        match self.net.sort(sort) {
            Sort::Enumeration { constants, .. } => u32::try_from(constants.len()).ok().filter(|&n| n > 0),
            _ => None,
        }
    }

    /// Compiles a term that denotes a truth value.
    pub(crate) fn condition(&mut self, term: &Term) -> Condition {
        use Operator as Op;
        let (operator, arguments) = match term {
            Term::Literal { value: Value::Bool(truth), .. } => return Condition::Known(*truth),
            Term::Apply(operator, arguments) => (*operator, arguments.as_slice()),
            _ => return Condition::Value(self.value(term)),
        };
        let mut all = |terms: &[Term]| terms.iter().map(|term| self.condition(term)).collect::<Vec<_>>();
        match operator {
            Op::And => return Condition::And(all(arguments)),
            Op::Or => return Condition::Or(all(arguments)),
            Op::Not => return Condition::Not(Box::new(self.condition(&arguments[0]))),
            Op::Imply => {
                let premise = Condition::Not(Box::new(self.condition(&arguments[0])));
                return Condition::Or(vec![premise, self.condition(&arguments[1])]);
            }
            Op::Equal | Op::NotEqual | Op::Less | Op::PartitionLess(_) => {}
            Op::LessOrEqual | Op::Greater | Op::GreaterOrEqual => {}
            Op::Component(_) | Op::PartitionElementOf(_) => return Condition::Value(self.value(term)),
            _ => return Condition::Value(Expression::Foreign(self.foreign(term))),
        }
        let (first, second) = (self.value(&arguments[0]), self.value(&arguments[1]));
        match operator {
            Op::Equal => Condition::Equal(first, second),
            Op::NotEqual => Condition::NotEqual(first, second),
            Op::LessOrEqual => Condition::LessOrEqual(first, second),
            Op::Greater => Condition::Less(second, first),
            Op::GreaterOrEqual => Condition::LessOrEqual(second, first),
            _ => Condition::Less(first, second),
        }
    }

    /// Compiles a term that denotes a multiset.
    pub(crate) fn bag(&mut self, term: &Term) -> Bag {
        match term {
            Term::All(sort) => Bag::All(*sort),
            Term::Empty(_) => Bag::Empty,
            _ if is_value(term) => Bag::Copies(1, self.value(term)),
            Term::Tuple(parts) => Bag::Product(parts.iter().map(|part| self.bag(part)).collect()),
            Term::Apply(Operator::Sum, parts) => Bag::Sum(parts.iter().map(|part| self.bag(part)).collect()),
            Term::Apply(Operator::Difference, parts) => {
                Bag::Difference(parts.iter().map(|part| self.bag(part)).collect())
            }
            Term::Apply(Operator::NumberOf, arguments) => match &arguments[0] {
                Term::Literal { value: Value::Integer(copies @ 0..), .. } => {
                    let copies = copies.cast_unsigned();
                    match self.bag(&arguments[1]) {
                        Bag::Copies(1, value) if copies > 0 => Bag::Copies(copies, value),
                        bag => Bag::Times(copies, Box::new(bag)),
                    }
                }
                _ => Bag::Foreign(self.foreign(term)),
            },
            _ => Bag::Foreign(self.foreign(term)),
        }
    }

    fn foreign(&self, term: &Term) -> Box<Foreign> {
        let mut variables: Vec<_> =
            variables(term).filter_map(|variable| Some((variable, *self.slots.get(&variable)?))).collect();
        variables.sort_unstable();
        variables.dedup();
        Box::new(Foreign { term: term.clone(), variables })
    }
}

/// Returns whether the form of a term shows that it denotes one value, not a multiset.
fn is_value(term: &Term) -> bool {
    match term {
        Term::Variable(_) | Term::Literal { .. } => true,
        Term::Tuple(parts) => parts.iter().all(is_value),
        Term::All(_) | Term::Empty(_) => false,
        Term::Apply(operator, _) => !matches!(
            operator,
            Operator::NumberOf
                | Operator::Sum
                | Operator::Difference
                | Operator::TruncatedDifference
                | Operator::IfThenElse
                | Operator::Declared(_)
        ),
    }
}

/// Returns the variables in a term, some of them several times.
pub(crate) fn variables(term: &Term) -> impl Iterator<Item = VariableId> + '_ {
    let mut open = vec![term];
    std::iter::from_fn(move || {
        while let Some(term) = open.pop() {
            match term {
                Term::Variable(variable) => return Some(*variable),
                Term::Tuple(terms) | Term::Apply(_, terms) => open.extend(terms),
                _ => {}
            }
        }
        None
    })
}

impl Expression {
    /// Adds the slots that the expression reads.
    pub(crate) fn collect_slots(&self, slots: &mut Vec<Slot>) {
        match self {
            Self::Slot(slot) => slots.push(*slot),
            Self::Known(_) => {}
            Self::Tuple(parts) => parts.iter().for_each(|part| part.collect_slots(slots)),
            Self::Step { argument, .. } | Self::Component(argument, _) | Self::Class(argument, _) => {
                argument.collect_slots(slots);
            }
            Self::Condition(condition) => condition.collect_slots(slots),
            Self::Foreign(foreign) => slots.extend(foreign.variables.iter().map(|&(_, slot)| slot)),
        }
    }

    /// Returns whether the expression has a value whatever the slots hold.
    pub(crate) fn is_total(&self) -> bool {
        match self {
            Self::Slot(_) | Self::Known(_) => true,
            Self::Tuple(parts) => parts.iter().all(Self::is_total),
            Self::Step { argument, .. } | Self::Component(argument, _) => argument.is_total(),
            Self::Condition(condition) => condition.is_total(),
            Self::Class(argument, classes) => classes.covers && argument.is_total(),
            Self::Foreign(_) => false,
        }
    }
}

impl Condition {
    pub(crate) fn collect_slots(&self, slots: &mut Vec<Slot>) {
        match self {
            Self::Known(_) => {}
            Self::Equal(a, b) | Self::NotEqual(a, b) | Self::Less(a, b) | Self::LessOrEqual(a, b) => {
                a.collect_slots(slots);
                b.collect_slots(slots);
            }
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.collect_slots(slots)),
            Self::Not(part) => part.collect_slots(slots),
            Self::Value(value) => value.collect_slots(slots),
        }
    }

    pub(crate) fn is_total(&self) -> bool {
        match self {
            Self::Known(_) => true,
            Self::Equal(a, b) | Self::NotEqual(a, b) | Self::Less(a, b) | Self::LessOrEqual(a, b) => {
                a.is_total() && b.is_total()
            }
            Self::And(parts) | Self::Or(parts) => parts.iter().all(Self::is_total),
            Self::Not(part) => part.is_total(),
            Self::Value(value) => value.is_total(),
        }
    }

    /// Returns the conditions whose conjunction is this condition.
    pub(crate) fn conjuncts(self) -> Vec<Self> {
        let (mut open, mut conjuncts) = (vec![self], Vec::new());
        while let Some(condition) = open.pop() {
            match condition {
                Self::And(parts) => open.extend(parts.into_iter().rev()),
                Self::Known(true) => {}
                Self::Equal(Expression::Tuple(a), Expression::Tuple(b)) if a.len() == b.len() => {
                    open.extend(a.into_iter().zip(b).map(|(a, b)| Self::Equal(a, b)));
                }
                other => conjuncts.push(other),
            }
        }
        conjuncts
    }
}
