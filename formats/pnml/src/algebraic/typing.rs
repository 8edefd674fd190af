//! The types of expressions.

use std::collections::HashMap;

use sanderling_net::Operator;

use super::expression::{Expression, Function, Kind};
use super::places::mismatch;
use super::types::{TypeId, Types};

/// A requirement on a type that can be checked only when all types are known.
#[derive(Debug, Clone, Copy)]
enum Later {
    /// Its values are compared. The editor compares lists, and values that contain lists, by identity.
    Compared { allows_pairs: bool },
    /// It is a type of strings or of lists.
    StringOrList,
}

/// The variables of a transition.
#[derive(Debug, Default)]
pub(super) struct Scope {
    types: HashMap<String, TypeId>,
}

/// The types found so far, and the open requirements.
#[derive(Debug, Default)]
pub(super) struct Typing {
    pub(super) types: Types,
    later: Vec<(Later, TypeId)>,
}

type Typed = Result<TypeId, String>;

impl Typing {
    /// Returns the type of a pattern, and binds its variables.
    pub(super) fn pattern(&mut self, pattern: &Expression, scope: &mut Scope) -> Typed {
        match pattern {
            Expression::Variable(name, kind) => {
                let known = scope.types.get(name).copied();
                let found = known.unwrap_or_else(|| self.types.unknown());
                if known.is_some() {
                    self.later.push((Later::Compared { allows_pairs: false }, found));
                }
                scope.types.insert(name.clone(), found);
                self.of_kind(found, *kind)
            }
            Expression::List(parts) => {
                let element = self.types.unknown();
                for part in parts {
                    let part = self.pattern(part, scope)?;
                    self.unify(element, part)?;
                }
                Ok(self.types.list(element))
            }
            Expression::Pair(parts) => {
                let [first, second] = &**parts;
                let (first, second) = (self.pattern(first, scope)?, self.pattern(second, scope)?);
                Ok(self.types.pair(first, second))
            }
            constant => self.expression(constant, scope),
        }
    }

    /// Returns the type of an expression over bound variables.
    pub(super) fn expression(&mut self, expression: &Expression, scope: &Scope) -> Typed {
        match expression {
            Expression::Integer(_) => Ok(self.types.of_kind(Kind::Int)),
            Expression::Truth(_) => Ok(self.types.of_kind(Kind::Bool)),
            Expression::Text(_) => Ok(self.types.of_kind(Kind::String)),
            Expression::Variable(name, kind) => match scope.types.get(name) {
                Some(&found) => self.of_kind(found, *kind),
                None => Err(format!("the variable `{name}`, which no arc to the transition binds")),
            },
            Expression::List(parts) => {
                let element = self.types.unknown();
                self.all(parts, element, scope)?;
                Ok(self.types.list(element))
            }
            Expression::Pair(parts) => {
                let [first, second] = &**parts;
                let (first, second) = (self.expression(first, scope)?, self.expression(second, scope)?);
                Ok(self.types.pair(first, second))
            }
            Expression::Group(inner) => self.expression(inner, scope),
            Expression::Arithmetic(_, parts) => self.all_of_kind(&**parts, Kind::Int, scope),
            Expression::Comparison(operator, sides) => self.comparison(*operator, sides, scope),
            Expression::And(parts) | Expression::Or(parts) => self.all_of_kind(parts, Kind::Bool, scope),
            Expression::Not(inner) => self.all_of_kind(std::slice::from_ref(inner), Kind::Bool, scope),
            Expression::Call(function, arguments) => self.call(*function, arguments, scope),
        }
    }

    /// Checks that an expression is a condition.
    pub(super) fn condition(&mut self, expression: &Expression, scope: &Scope) -> Result<(), String> {
        let found = self.expression(expression, scope)?;
        self.of_kind(found, Some(Kind::Bool)).map(drop)
    }

    fn comparison(&mut self, operator: Operator, sides: &[Expression; 2], scope: &Scope) -> Typed {
        let (left, right) = (self.expression(&sides[0], scope)?, self.expression(&sides[1], scope)?);
        self.unify(left, right)?;
        if matches!(operator, Operator::Equal | Operator::NotEqual) {
            self.later.push((Later::Compared { allows_pairs: true }, left));
        } else {
            self.of_kind(left, Some(Kind::Int))?;
        }
        Ok(self.types.of_kind(Kind::Bool))
    }

    fn call(&mut self, function: Function, arguments: &[Expression], scope: &Scope) -> Typed {
        let mut found = Vec::with_capacity(arguments.len());
        for argument in arguments {
            found.push(self.expression(argument, scope)?);
        }
        match function {
            Function::Concat => {
                self.unify(found[0], found[1])?;
                self.later.push((Later::StringOrList, found[0]));
                Ok(found[0])
            }
            Function::Length => {
                self.later.push((Later::StringOrList, found[0]));
                Ok(self.types.of_kind(Kind::Int))
            }
            Function::Substring => {
                self.each_of_kind(&found[1..], Kind::Int)?;
                self.of_kind(found[0], Some(Kind::String))
            }
            Function::IsSubstringOf => {
                self.each_of_kind(&found, Kind::String)?;
                Ok(self.types.of_kind(Kind::Bool))
            }
            Function::Fst | Function::Snd => {
                let (first, second) = (self.types.unknown(), self.types.unknown());
                let pair = self.types.pair(first, second);
                self.unify(found[0], pair)?;
                Ok(if function == Function::Fst { first } else { second })
            }
            _ => self.list_call(function, &found),
        }
    }

    fn list_call(&mut self, function: Function, found: &[TypeId]) -> Typed {
        let element = self.types.unknown();
        let list = self.types.list(element);
        self.unify(found[0], list)?;
        match function {
            Function::Head => return Ok(element),
            Function::Append => self.unify(element, found[1])?,
            Function::Sublist => self.each_of_kind(&found[1..], Kind::Int)?,
            Function::IsSublistOf => {
                self.unify(list, found[1])?;
                self.later.push((Later::Compared { allows_pairs: false }, element));
                return Ok(self.types.of_kind(Kind::Bool));
            }
            _ => {}
        }
        Ok(list)
    }

    fn all(&mut self, parts: &[Expression], wanted: TypeId, scope: &Scope) -> Result<(), String> {
        for part in parts {
            let part = self.expression(part, scope)?;
            self.unify(wanted, part)?;
        }
        Ok(())
    }

    fn all_of_kind(&mut self, parts: &[Expression], kind: Kind, scope: &Scope) -> Typed {
        let wanted = self.types.of_kind(kind);
        self.all(parts, wanted, scope).map(|()| wanted)
    }

    fn each_of_kind(&mut self, found: &[TypeId], kind: Kind) -> Result<(), String> {
        found.iter().try_for_each(|&found| self.of_kind(found, Some(kind)).map(drop))
    }

    fn of_kind(&mut self, found: TypeId, kind: Option<Kind>) -> Typed {
        if let Some(kind) = kind {
            let wanted = self.types.of_kind(kind);
            self.unify(found, wanted)?;
        }
        Ok(found)
    }

    fn unify(&mut self, a: TypeId, b: TypeId) -> Result<(), String> {
        self.types.unify(a, b).map_err(mismatch)
    }

    /// Returns the number of requirements so far; later ones belong to the next text.
    pub(super) fn mark(&self) -> usize {
        self.later.len()
    }

    /// Checks the requirements of a text when all types are known.
    pub(super) fn settle(&mut self, claims: std::ops::Range<usize>) -> Result<(), String> {
        for claim in claims {
            let (later, found) = self.later[claim];
            match (later, self.types.kind(found)) {
                (Later::StringOrList, Some(kind @ (Kind::Int | Kind::Bool | Kind::Pair))) => {
                    return Err(format!(
                        "a value of the type {} where a string or a list is needed",
                        kind.word()
                    ));
                }
                (Later::Compared { allows_pairs }, _)
                    if !self.types.is_compared_by_value(found, allows_pairs) =>
                {
                    return Err(IDENTITY.to_owned());
                }
                _ => {}
            }
        }
        Ok(())
    }
}

const IDENTITY: &str = "a comparison of values that the editor compares by identity: lists, and pairs where a variable is bound twice";
