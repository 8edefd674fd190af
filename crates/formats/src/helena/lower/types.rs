//! Types and the corresponding sorts of the net. A sort is declared at its first use.

use std::collections::HashMap;

use sanderling_net::{Constant, Diagnostic, Net, Sort, SortDeclaration, SortId, Span, Value as Known};

use super::value::{Kind, Value};
use super::{Lowering, Outcome, follows};
use crate::helena::syntax::{Name, TypeDefinition};

/// The range of `int`, as on most systems.
const INT: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

/// The position of a type in the table.
pub(super) type TypeId = usize;

/// The predefined types, in the order of [`TypeId`]s.
const BOOL: TypeId = 0;
const PREDEFINED: [(&str, i64, i64); 4] =
    [("int", INT.0, INT.1), ("nat", 0, INT.1), ("short", -32_768, 32_767), ("ushort", 0, 65_535)];

/// A type.
#[derive(Debug)]
struct Type<'a> {
    name: &'a str,
    shape: Shape<'a>,
    sort: Option<SortId>,
}

#[derive(Debug)]
enum Shape<'a> {
    Truth,
    Range(i64, i64),
    /// The numbers from 0 below this one.
    Modulo(i64),
    Enumeration(Vec<Name<'a>>),
}

/// The types of a net.
#[derive(Debug)]
pub(super) struct Types<'a> {
    types: Vec<Type<'a>>,
    by_name: HashMap<&'a str, TypeId>,
    /// The sorts of tuples, by the types of their components.
    products: HashMap<Vec<TypeId>, SortId>,
}

impl Default for Types<'_> {
    fn default() -> Self {
        let truth = Type { name: "bool", shape: Shape::Truth, sort: None };
        let numbers =
            PREDEFINED.map(|(name, first, last)| Type { name, shape: Shape::Range(first, last), sort: None });
        let types: Vec<Type<'_>> = std::iter::once(truth).chain(numbers).collect();
        let by_name = types.iter().enumerate().map(|(id, one)| (one.name, id)).collect();
        Self { types, by_name, products: HashMap::new() }
    }
}

impl<'a> Types<'a> {
    pub(super) const BOOL: TypeId = BOOL;
    pub(super) const INT: TypeId = 1;

    pub(super) fn find(&self, name: &str) -> Option<TypeId> {
        self.by_name.get(name).copied()
    }

    pub(super) fn name(&self, id: TypeId) -> &'a str {
        self.types[id].name
    }

    fn add(&mut self, name: Name<'a>, shape: Shape<'a>) -> Outcome<TypeId> {
        if self.by_name.contains_key(name.text) {
            let error = Diagnostic::error(format!("a second type `{}`", name.text)).at(name.span);
            return Err(Box::new(error.expected("another name")));
        }
        self.types.push(Type { name: name.text, shape, sort: None });
        self.by_name.insert(name.text, self.types.len() - 1);
        Ok(self.types.len() - 1)
    }

    /// Returns the kind of a type's values.
    pub(super) fn kind(&self, id: TypeId) -> Kind {
        match self.types[id].shape {
            Shape::Truth => Kind::Truth,
            Shape::Range(..) => Kind::Number,
            Shape::Modulo(_) => Kind::Modulo(id),
            Shape::Enumeration(_) => Kind::Constant(id),
        }
    }

    /// Returns the first and the last number of a type; constants of an enumeration count by position.
    pub(super) fn bounds(&self, id: TypeId) -> (i64, i64) {
        match &self.types[id].shape {
            Shape::Truth => (0, 1),
            Shape::Range(first, last) => (*first, *last),
            Shape::Modulo(size) => (0, size - 1),
            Shape::Enumeration(constants) => (0, constants.len() as i64 - 1),
        }
    }

    /// Returns the value at a position between the bounds of a type.
    pub(super) fn value_at(&self, id: TypeId, position: i64) -> Value {
        match self.kind(id) {
            Kind::Truth => Value::truth(position == 1),
            Kind::Constant(_) => Value::constant(id, u32::try_from(position).unwrap_or(u32::MAX)),
            kind => Value { kind, ..Value::number(position) },
        }
    }

    /// Returns the position of a known value.
    pub(super) fn position(value: &Value) -> Option<i64> {
        match value.known()? {
            Known::Integer(number) => Some(*number),
            Known::Constant(position) => Some((*position).into()),
            Known::Bool(truth) => Some((*truth).into()),
            _ => None,
        }
    }

    /// Checks that a known value belongs to a type.
    pub(super) fn check_member(&self, id: TypeId, value: &Value, span: Span) -> Outcome<()> {
        let (first, last) = self.bounds(id);
        let fits = match self.kind(id) {
            Kind::Number | Kind::Modulo(_) => value.is_number(),
            kind => kind == value.kind,
        };
        let position = Self::position(value);
        if fits && position.is_none_or(|position| (first..=last).contains(&position)) {
            return Ok(());
        }
        let found = match (fits, position) {
            (true, Some(number)) => number.to_string(),
            _ => self.describe(value.kind),
        };
        Err(Box::new(Diagnostic::error(found).at(span).expected(format!("a value of `{}`", self.name(id)))))
    }

    /// Describes the values of a kind for messages.
    pub(super) fn describe(&self, kind: Kind) -> String {
        match kind {
            Kind::Number => "a number".into(),
            Kind::Modulo(id) | Kind::Constant(id) => format!("a value of `{}`", self.name(id)),
            Kind::Truth => "a truth value".into(),
        }
    }

    /// Returns the sort of a type.
    pub(super) fn sort(&mut self, id: TypeId, net: &mut Net) -> SortId {
        if let Some(sort) = self.types[id].sort {
            return sort;
        }
        let constant = |name: &Name<'_>| Constant { id: name.text.to_owned(), name: None };
        let sort = match &self.types[id].shape {
            Shape::Truth => Sort::Bool,
            Shape::Range(start, end) => Sort::Range { start: *start, end: *end },
            Shape::Modulo(size) => Sort::Range { start: 0, end: size - 1 },
            Shape::Enumeration(names) => {
                Sort::Enumeration { cyclic: true, constants: names.iter().map(constant).collect() }
            }
        };
        let sort = declare(net, self.name(id).to_owned(), sort);
        self.types[id].sort = Some(sort);
        sort
    }

    /// Returns the sort of the tokens in a place.
    pub(super) fn sort_of_domain(&mut self, domain: &[TypeId], net: &mut Net) -> Outcome<SortId> {
        match domain {
            [] => Ok(SortId::DOT),
            [one] => Ok(self.sort(*one, net)),
            _ => {
                if let Some(known) = self.products.get(domain) {
                    return Ok(*known);
                }
                let parts = domain.iter().map(|id| self.sort(*id, net)).collect();
                let names: Vec<&str> = domain.iter().map(|id| self.name(*id)).collect();
                let sort = declare(net, names.join("*"), Sort::Product(parts));
                self.products.insert(domain.to_vec(), sort);
                Ok(sort)
            }
        }
    }
}

fn declare(net: &mut Net, id: String, sort: Sort) -> SortId {
    net.declarations.sorts.push(SortDeclaration { id, name: None, sort });
    SortId::new(net.declarations.sorts.len() - 1)
}

impl<'a> Lowering<'a> {
    /// Returns the type with this name.
    pub(super) fn type_named(&self, name: Name<'_>) -> Outcome<TypeId> {
        self.types.find(name.text).ok_or_else(|| {
            if self.broken.contains(name.text) {
                return follows();
            }
            let error = Diagnostic::error(format!("the type `{}`, which is not defined before", name.text));
            Box::new(error.at(name.span))
        })
    }

    pub(super) fn define_type(&mut self, name: Name<'a>, definition: &'a TypeDefinition<'a>) -> Outcome<()> {
        let shape = match definition {
            TypeDefinition::Range(range) => {
                let (first, last) = (self.fixed_number(&range.first)?, self.fixed_number(&range.last)?);
                not_empty(first, last, range.first.span)?;
                Shape::Range(first, last)
            }
            TypeDefinition::Modulo(size) => {
                let number = self.fixed_number(size)?;
                not_empty(1, number, size.span)?;
                Shape::Modulo(number)
            }
            TypeDefinition::Enumeration(constants) => Shape::Enumeration(constants.clone()),
            TypeDefinition::Subtype { parent, range } => {
                let parent_id = self.type_named(*parent)?;
                let (first, last) = self.types.bounds(parent_id);
                match (self.types.kind(parent_id), range) {
                    (Kind::Number, None) => Shape::Range(first, last),
                    (Kind::Number, Some(range)) => {
                        let (low, low_span) = (self.fixed(&range.first)?, range.first.span);
                        let (high, high_span) = (self.fixed(&range.last)?, range.last.span);
                        self.types.check_member(parent_id, &low, low_span)?;
                        self.types.check_member(parent_id, &high, high_span)?;
                        let numbers =
                            (low.known_number().unwrap_or(first), high.known_number().unwrap_or(last));
                        not_empty(numbers.0, numbers.1, low_span)?;
                        Shape::Range(numbers.0, numbers.1)
                    }
                    _ => {
                        let error =
                            Diagnostic::error(format!("a subtype of `{}`", parent.text)).at(parent.span);
                        return Err(Box::new(
                            error.expected("one of a range").help("write its values as a type of their own"),
                        ));
                    }
                }
            }
        };
        let id = self.types.add(name, shape)?;
        if let TypeDefinition::Enumeration(constants) = definition {
            for (position, constant) in (0_u32..).zip(constants) {
                self.names.add_constant(*constant, Value::constant(id, position))?;
            }
        }
        Ok(())
    }
}

fn not_empty(first: i64, last: i64, span: Span) -> Outcome<()> {
    if first <= last {
        return Ok(());
    }
    Err(Box::new(Diagnostic::error("a type without values").at(span).expected("at least one")))
}
