//! Sort inference: which terms are well-sorted, and what type each of them has.
//!
//! A sort is inferred from the leaves up. Sorts are compared by structure and not by id, because a file may declare the
//! same range under two names and mix them. Numbers of all ranges and of the integers have one type; whether a result
//! lies within a range is checked when it is computed. A class of a partition can be compared with a constant of any
//! enumeration whose constants have the ids of the partition's classes, because files write classes as such constants.
//!
//! All functions recurse with terms and sorts, so they expect depths that [`Net::validate`] has checked.

mod sequences;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use crate::{Net, Operator, OperatorId, PartitionId, Sort, SortId, Term};

/// The type of a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Type {
    /// A value of a declared sort.
    Sort(SortId),
    /// A computed number.
    Number,
    /// A computed truth value.
    Bool,
    /// A class of a partition.
    Class(PartitionId),
    /// A tuple.
    Tuple(Vec<Type>),
    /// A list literal; `None` for the empty list.
    List(Option<Box<Type>>),
    /// A multiset over values of this type.
    Multiset(Box<Type>),
}

/// The reason why a term is not well-sorted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IllSorted {
    pub(crate) found: String,
    pub(crate) expected: String,
}

impl IllSorted {
    fn new(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { found: found.into(), expected: expected.into() }
    }
}

type Inferred = Result<Type, IllSorted>;

/// A type checker for one net.
#[derive(Debug)]
pub(crate) struct Typing<'a> {
    net: &'a Net,
    /// The types of the bodies of declared operators. Each body is checked once, however often it is used.
    bodies: RefCell<HashMap<OperatorId, Inferred>>,
}

impl<'a> Typing<'a> {
    pub(crate) fn new(net: &'a Net) -> Self {
        Self { net, bodies: RefCell::default() }
    }

    /// Returns the type of `term`.
    pub(crate) fn infer(&self, term: &Term) -> Inferred {
        match term {
            Term::Variable(v) => Ok(Type::Sort(self.net.declarations.variables[v.index()].sort)),
            Term::Literal { sort, value } if self.net.is_value_of(*sort, value) => Ok(Type::Sort(*sort)),
            Term::Literal { sort, value } => {
                Err(IllSorted::new(format!("the constant {value:?}"), self.describe(&Type::Sort(*sort))))
            }
            Term::Tuple(parts) => self.tuple(parts),
            Term::All(sort) if self.net.value_count(*sort).is_none() => {
                Err(IllSorted::new("all values of a sort that has too many", "a finite sort"))
            }
            Term::All(sort) | Term::Empty(sort) => Ok(multiset(Type::Sort(*sort))),
            Term::Apply(operator, arguments) => {
                check_arity(*operator, arguments.len(), self.net)?;
                self.apply(*operator, arguments)
            }
        }
    }

    /// Checks that `term` denotes a multiset over `sort`, or one value of it.
    pub(crate) fn check_multiset(&self, term: &Term, sort: SortId) -> Result<(), IllSorted> {
        self.expect_fit(&self.element(term)?, &Type::Sort(sort))
    }

    /// Checks that `term` denotes one value of `sort`.
    pub(crate) fn check_value(&self, term: &Term, sort: SortId) -> Result<(), IllSorted> {
        self.value_like(term, &Type::Sort(sort)).map(drop)
    }

    /// Checks that `term` is a condition.
    pub(crate) fn check_condition(&self, term: &Term) -> Result<(), IllSorted> {
        self.value_like(term, &Type::Bool).map(drop)
    }

    fn tuple(&self, parts: &[Term]) -> Inferred {
        if parts.is_empty() {
            return Err(IllSorted::new("a tuple without components", "at least one component"));
        }
        let types = parts.iter().map(|part| self.infer(part)).collect::<Result<Vec<_>, _>>()?;
        let distributes = types.iter().any(|t| matches!(t, Type::Multiset(_)));
        let tuple = Type::Tuple(types.into_iter().map(element).collect());
        Ok(if distributes { multiset(tuple) } else { tuple })
    }

    fn apply(&self, operator: Operator, arguments: &[Term]) -> Inferred {
        use Operator as Op;
        match operator {
            Op::NumberOf => {
                self.number(&arguments[0])?;
                self.element(&arguments[1]).map(multiset)
            }
            Op::Sum | Op::Difference | Op::TruncatedDifference => {
                self.common(arguments, Self::element).map(multiset)
            }
            Op::Cardinality => self.element(&arguments[0]).map(|_| Type::Number),
            Op::Successor | Op::Predecessor => self.enumerated(&arguments[0]),
            Op::Equal | Op::NotEqual => self.common(arguments, Self::value).map(|_| Type::Bool),
            Op::Less | Op::LessOrEqual | Op::Greater | Op::GreaterOrEqual => self.ordered(arguments),
            Op::And | Op::Or | Op::Imply | Op::Not => {
                arguments.iter().try_for_each(|a| self.check_condition(a)).map(|()| Type::Bool)
            }
            Op::Add | Op::Subtract | Op::Multiply | Op::Divide | Op::Remainder | Op::Negate => {
                arguments.iter().try_for_each(|a| self.number(a)).map(|()| Type::Number)
            }
            Op::BitAnd | Op::BitOr | Op::BitXor | Op::BitNot | Op::ShiftLeft | Op::ShiftRight => {
                arguments.iter().try_for_each(|a| self.number(a)).map(|()| Type::Number)
            }
            Op::Wrap(sort) | Op::Within(sort) => {
                self.number(&arguments[0])?;
                match self.net.sort(sort) {
                    Sort::Range { start, end } if start <= end => Ok(Type::Sort(sort)),
                    _ => Err(IllSorted::new(self.describe(&Type::Sort(sort)), "a range with a number in it")),
                }
            }
            Op::Component(position) => self.component(&arguments[0], position as usize),
            Op::PartitionElementOf(partition) => {
                self.check_value(&arguments[0], self.net.partition(partition).sort)?;
                Ok(Type::Class(partition))
            }
            Op::PartitionLess(partition) => {
                let class = Type::Class(partition);
                arguments.iter().try_for_each(|a| self.value_like(a, &class).map(drop))?;
                Ok(Type::Bool)
            }
            Op::Index | Op::Update | Op::Append | Op::RemoveFirst | Op::Length | Op::MakeList => {
                self.list(operator, arguments)
            }
            Op::Concatenate | Op::Slice | Op::HasPart => self.sequence(operator, arguments),
            Op::IfThenElse => {
                self.check_condition(&arguments[0])?;
                let (first, second) = (self.infer(&arguments[1])?, self.infer(&arguments[2])?);
                let distributes = [&first, &second].into_iter().any(|t| matches!(t, Type::Multiset(_)));
                let (first, second) = (element(first), element(second));
                self.expect_fit(&second, &first)?;
                Ok(if distributes { multiset(first) } else { first })
            }
            Op::Declared(id) => self.declared(id, arguments),
        }
    }

    fn list(&self, operator: Operator, arguments: &[Term]) -> Inferred {
        if operator == Operator::MakeList {
            let element =
                if arguments.is_empty() { None } else { Some(self.common(arguments, Self::value)?) };
            return Ok(Type::List(element.map(Box::new)));
        }
        let list = self.value(&arguments[0])?;
        let (elements, is_array) = match &list {
            Type::Sort(sort) => match self.net.sort(*sort) {
                Sort::List { element, .. } => (Some(Type::Sort(*element)), false),
                Sort::Array { element, .. } => (Some(Type::Sort(*element)), true),
                Sort::String if operator == Operator::Length => return Ok(Type::Number),
                _ => return Err(IllSorted::new(self.describe(&list), "a list or an array")),
            },
            Type::List(elements) => (elements.as_deref().cloned(), false),
            _ => return Err(IllSorted::new(self.describe(&list), "a list or an array")),
        };
        if is_array && matches!(operator, Operator::Append | Operator::RemoveFirst) {
            return Err(IllSorted::new(self.describe(&list), "a list"));
        }
        match (operator, elements) {
            (Operator::Length, _) => Ok(Type::Number),
            (Operator::RemoveFirst, _) => Ok(list),
            (Operator::Append, None) => Ok(Type::List(Some(Box::new(self.value(&arguments[1])?)))),
            (Operator::Append, Some(element)) => self.value_like(&arguments[1], &element).map(|_| list),
            (_, None) => Err(IllSorted::new("the empty list", "a list with elements")),
            (Operator::Update, Some(element)) => {
                self.number(&arguments[1])?;
                self.value_like(&arguments[2], &element).map(|_| list)
            }
            (_, Some(element)) => self.number(&arguments[1]).map(|()| element),
        }
    }

    fn component(&self, tuple: &Term, position: usize) -> Inferred {
        let tuple = self.value(tuple)?;
        let component = match &tuple {
            Type::Tuple(parts) => parts.get(position).cloned(),
            Type::Sort(sort) => match self.net.sort(*sort) {
                Sort::Product(sorts) => sorts.get(position).map(|&sort| Type::Sort(sort)),
                _ => None,
            },
            _ => None,
        };
        let expected = || format!("a tuple of more than {position}");
        component.ok_or_else(|| IllSorted::new(self.describe(&tuple), expected()))
    }

    fn declared(&self, id: OperatorId, arguments: &[Term]) -> Inferred {
        for (argument, parameter) in arguments.iter().zip(&self.net.operator(id).parameters) {
            self.check_value(argument, self.net.declarations.variables[parameter.index()].sort)?;
        }
        self.body(id)
    }

    /// Returns the type of the body of a declared operator.
    pub(crate) fn body(&self, id: OperatorId) -> Inferred {
        let known = self.bodies.borrow().get(&id).cloned();
        known.unwrap_or_else(|| {
            let inferred = self.infer(&self.net.operator(id).body);
            self.bodies.borrow_mut().insert(id, inferred.clone());
            inferred
        })
    }

    /// Returns the type of the elements of a multiset term, or of a value that denotes a multiset.
    fn element(&self, term: &Term) -> Inferred {
        self.infer(term).map(element)
    }

    /// Returns the type of a term that must not be a multiset.
    fn value(&self, term: &Term) -> Inferred {
        match self.infer(term)? {
            Type::Multiset(_) => Err(IllSorted::new("a multiset", "a value")),
            value => Ok(value),
        }
    }

    /// Returns the type of a value that must fit `wanted`.
    fn value_like(&self, term: &Term, wanted: &Type) -> Inferred {
        let found = self.value(term)?;
        self.expect_fit(&found, wanted).map(|()| found)
    }

    fn number(&self, term: &Term) -> Result<(), IllSorted> {
        self.value_like(term, &Type::Number).map(drop)
    }

    /// Returns the common type of all arguments.
    fn common(&self, arguments: &[Term], infer: impl Fn(&Self, &Term) -> Inferred) -> Inferred {
        let first = infer(self, &arguments[0])?;
        for argument in &arguments[1..] {
            self.expect_fit(&infer(self, argument)?, &first)?;
        }
        Ok(first)
    }

    fn enumerated(&self, term: &Term) -> Inferred {
        match self.value(term)? {
            Type::Sort(sort) if matches!(self.net.sort(sort), Sort::Enumeration { .. }) => {
                Ok(Type::Sort(sort))
            }
            other => Err(IllSorted::new(self.describe(&other), "a value of an enumeration")),
        }
    }

    fn ordered(&self, arguments: &[Term]) -> Inferred {
        let found = self.common(arguments, Self::value)?;
        let is_ordered = match &found {
            Type::Sort(sort) => {
                !matches!(self.net.sort(*sort), Sort::Product(_) | Sort::List { .. } | Sort::Array { .. })
            }
            Type::Number | Type::Bool | Type::Class(_) => true,
            _ => false,
        };
        if is_ordered {
            return Ok(Type::Bool);
        }
        Err(IllSorted::new(self.describe(&found), "values with an order: constants, numbers or strings"))
    }

    fn expect_fit(&self, found: &Type, wanted: &Type) -> Result<(), IllSorted> {
        if self.fit(found, wanted) {
            return Ok(());
        }
        Err(IllSorted::new(self.describe(found), self.describe(wanted)))
    }

    /// Returns whether two types describe the same kind of values.
    fn fit(&self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Sort(a), Type::Sort(b)) => self.sorts_fit(*a, *b),
            (Type::Sort(sort), other) | (other, Type::Sort(sort)) => self.sort_fits(*sort, other),
            (Type::Tuple(a), Type::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.fit(a, b))
            }
            (Type::List(Some(a)), Type::List(Some(b))) => self.fit(a, b),
            (Type::List(_), Type::List(_)) => true,
            _ => a == b,
        }
    }

    /// Returns whether a type that is not a declared sort describes the same kind of values as `sort`.
    fn sort_fits(&self, sort: SortId, other: &Type) -> bool {
        match (self.net.sort(sort), other) {
            (Sort::Range { .. } | Sort::Integer { .. }, Type::Number) | (Sort::Bool, Type::Bool) => true,
            (Sort::Enumeration { constants, .. }, Type::Class(partition)) => {
                let classes = &self.net.partition(*partition).elements;
                constants.iter().map(|c| &c.id).eq(classes.iter().map(|class| &class.id))
            }
            (Sort::Product(sorts), Type::Tuple(types)) => {
                sorts.len() == types.len()
                    && sorts.iter().zip(types).all(|(&sort, t)| self.fit(&Type::Sort(sort), t))
            }
            (Sort::List { element, .. } | Sort::Array { element, .. }, Type::List(elements)) => {
                elements.as_deref().is_none_or(|e| self.fit(&Type::Sort(*element), e))
            }
            _ => false,
        }
    }

    /// Returns whether two declared sorts describe the same kind of values. Each pair of parts is compared once,
    /// because sorts may share their parts many times over.
    fn sorts_fit(&self, a: SortId, b: SortId) -> bool {
        let (mut seen, mut open) = (HashSet::new(), vec![(a, b)]);
        while let Some((a, b)) = open.pop() {
            if a == b || !seen.insert((a, b)) {
                continue;
            }
            match (self.net.sort(a), self.net.sort(b)) {
                (Sort::Dot, Sort::Dot) | (Sort::Bool, Sort::Bool) | (Sort::String, Sort::String) => {}
                (Sort::Range { .. } | Sort::Integer { .. }, Sort::Range { .. } | Sort::Integer { .. }) => {}
                (Sort::Enumeration { constants: a, .. }, Sort::Enumeration { constants: b, .. })
                    if a.iter().map(|c| &c.id).eq(b.iter().map(|c| &c.id)) => {}
                (Sort::Product(a), Sort::Product(b)) if a.len() == b.len() => {
                    open.extend(a.iter().copied().zip(b.iter().copied()));
                }
                (Sort::List { element: a, .. }, Sort::List { element: b, .. })
                | (Sort::Array { element: a, .. }, Sort::Array { element: b, .. }) => open.push((*a, *b)),
                _ => return false,
            }
        }
        true
    }

    /// Describes the components of a tuple, if there are few.
    fn describe_parts(&self, parts: &[Type]) -> String {
        if !(2..=DESCRIBED).contains(&parts.len()) || parts.iter().any(|part| matches!(part, Type::Tuple(_)))
        {
            return String::new();
        }
        let parts: Vec<String> = parts.iter().map(|part| self.describe(part)).collect();
        format!(" ({})", parts.join(", "))
    }

    /// Describes the type.
    fn describe(&self, found: &Type) -> String {
        match found {
            Type::Sort(sort) => {
                match (self.net.sort(*sort), self.net.declarations.sorts[sort.index()].id.as_str()) {
                    (Sort::Dot, _) => "a plain token".into(),
                    (_, "") => format!("a value of sort number {}", sort.index()),
                    (_, id) => format!("a value of sort `{id}`"),
                }
            }
            Type::Number => "a number".into(),
            Type::Bool => "a condition".into(),
            Type::Class(partition) => format!("a class of partition `{}`", self.net.partition(*partition).id),
            Type::Tuple(parts) => format!("a tuple of {}{}", parts.len(), self.describe_parts(parts)),
            Type::List(_) => "a list".into(),
            Type::Multiset(_) => "a multiset".into(),
        }
    }
}

/// Maximum number of components of a tuple that a message describes.
const DESCRIBED: usize = 4;

fn multiset(element: Type) -> Type {
    Type::Multiset(Box::new(element))
}

fn element(found: Type) -> Type {
    match found {
        Type::Multiset(element) => *element,
        value => value,
    }
}

/// Checks the number of arguments of an operator.
fn check_arity(operator: Operator, found: usize, net: &Net) -> Result<(), IllSorted> {
    use Operator as Op;
    let (least, most) = match operator {
        Op::Cardinality | Op::Successor | Op::Predecessor | Op::Not | Op::Negate => (1, 1),
        Op::PartitionElementOf(_) | Op::RemoveFirst | Op::Length => (1, 1),
        Op::NumberOf | Op::Equal | Op::NotEqual | Op::Less | Op::LessOrEqual | Op::Greater => (2, 2),
        Op::GreaterOrEqual | Op::Imply | Op::Add | Op::Subtract | Op::Multiply | Op::Divide => (2, 2),
        Op::Remainder | Op::PartitionLess(_) | Op::Index | Op::Append => (2, 2),
        Op::Concatenate | Op::HasPart => (2, 2),
        Op::BitAnd | Op::BitOr | Op::BitXor | Op::ShiftLeft | Op::ShiftRight => (2, 2),
        Op::BitNot | Op::Wrap(_) | Op::Within(_) | Op::Component(_) => (1, 1),
        Op::Update | Op::IfThenElse | Op::Slice => (3, 3),
        Op::Sum | Op::And | Op::Or => (1, usize::MAX),
        Op::Difference | Op::TruncatedDifference => (2, usize::MAX),
        Op::MakeList => (0, usize::MAX),
        Op::Declared(id) => {
            let count = net.operator(id).parameters.len();
            (count, count)
        }
    };
    if (least..=most).contains(&found) {
        return Ok(());
    }
    let more = if most > least { " or more" } else { "" };
    Err(IllSorted::new(format!("{found} arguments of `{operator:?}`"), format!("{least}{more}")))
}
