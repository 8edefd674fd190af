//! Conversion of expressions to terms.

use std::collections::{HashMap, HashSet};

use sanderling_net::{Net, Operator, Sort, SortId, Term, Value, VariableDeclaration, VariableId};

use super::expression::{Expression, Function};
use super::types::{TypeId, Types};

/// Maximum magnitude of a product that the editor's numbers represent exactly.
const EXACT: i64 = 1 << 53;

/// The terms for the variables of a transition, and the conditions for them.
#[derive(Debug, Default)]
pub(super) struct Bound {
    terms: HashMap<String, Term>,
    /// Conditions on the lists that arcs take apart, in the order in which they must be checked.
    pub(super) conditions: Vec<Term>,
    lists: usize,
}

/// A builder of terms and of the sorts and variables that they need.
pub(super) struct Terms<'n> {
    pub(super) net: &'n mut Net,
    pub(super) types: Types,
    variables: HashMap<(String, SortId), VariableId>,
    /// The names of all variables.
    names: HashSet<String>,
}

type Made = Result<Term, String>;

impl<'n> Terms<'n> {
    /// Creates a builder for a net whose types are known.
    pub(super) fn new(net: &'n mut Net, types: Types) -> Self {
        Self { net, types, variables: HashMap::new(), names: HashSet::new() }
    }

    /// Returns the sort of a type.
    pub(super) fn sort(&mut self, found: TypeId) -> Result<SortId, String> {
        self.types
            .sort(self.net, found)
            .ok_or_else(|| "a value of a type that nests too deep, or in itself".to_owned())
    }

    /// Converts a pattern on an input arc, and binds its variables.
    pub(super) fn pattern(&mut self, pattern: &Expression, found: TypeId, bound: &mut Bound) -> Made {
        match pattern {
            Expression::Variable(name, _) => {
                let variable = Term::Variable(self.variable(name.clone(), found)?);
                let earlier = bound.terms.entry(name.clone()).or_insert_with(|| variable.clone());
                if *earlier == variable { Ok(variable) } else { Err(TWICE.to_owned()) }
            }
            Expression::List(parts) => {
                bound.lists += 1;
                let list = Term::Variable(self.variable(format!("list.{}", bound.lists), found)?);
                self.taken_apart(parts, &list, bound)?;
                Ok(list)
            }
            Expression::Pair(parts) => {
                let types = self.types.pair_parts(found).ok_or("a pair without its types")?;
                let first = self.pattern(&parts[0], types.0, bound)?;
                Ok(Term::Tuple(vec![first, self.pattern(&parts[1], types.1, bound)?]))
            }
            constant => self.expression(constant, bound),
        }
    }

    /// Binds the elements of a list that a pattern takes apart.
    fn taken_apart(&mut self, parts: &[Expression], list: &Term, bound: &mut Bound) -> Result<(), String> {
        let length = Term::Apply(Operator::Length, vec![list.clone()]);
        let count = self.integer(parts.len() as i64);
        bound.conditions.push(Term::Apply(Operator::Equal, vec![length, count]));
        for (position, part) in parts.iter().enumerate() {
            let position = self.integer(position as i64);
            self.inside(part, Term::Apply(Operator::Index, vec![list.clone(), position]), bound)?;
        }
        Ok(())
    }

    /// Binds the variables of a pattern for a value inside a list.
    fn inside(&mut self, pattern: &Expression, value: Term, bound: &mut Bound) -> Result<(), String> {
        match pattern {
            Expression::Variable(name, _) => match bound.terms.insert(name.clone(), value) {
                Some(_) => Err(TWICE.to_owned()),
                None => Ok(()),
            },
            Expression::List(parts) => self.taken_apart(parts, &value, bound),
            Expression::Pair(parts) => {
                let component = |index| Term::Apply(Operator::Component(index), vec![value.clone()]);
                self.inside(&parts[0], component(0), bound)?;
                self.inside(&parts[1], component(1), bound)
            }
            constant => {
                let constant = self.expression(constant, bound)?;
                bound.conditions.push(Term::Apply(Operator::Equal, vec![value, constant]));
                Ok(())
            }
        }
    }

    /// Converts an expression over bound variables.
    pub(super) fn expression(&mut self, expression: &Expression, bound: &Bound) -> Made {
        let each = |terms: &mut Self, parts: &[Expression]| -> Result<Vec<Term>, String> {
            parts.iter().map(|part| terms.expression(part, bound)).collect()
        };
        Ok(match expression {
            Expression::Integer(number) => self.integer(*number),
            Expression::Truth(truth) => self.literal(Sort::Bool, Value::Bool(*truth)),
            Expression::Text(text) => self.literal(Sort::String, Value::String(text.clone())),
            Expression::Variable(name, _) => {
                bound.terms.get(name).cloned().ok_or("a variable that is not bound")?
            }
            Expression::List(parts) => Term::Apply(Operator::MakeList, each(self, parts)?),
            Expression::Pair(parts) => Term::Tuple(each(self, &**parts)?),
            Expression::Group(inner) => self.expression(inner, bound)?,
            Expression::Arithmetic(operator, parts) => {
                let parts = each(self, &**parts)?;
                self.wrapped(*operator, parts)
            }
            Expression::Comparison(operator, sides) => Term::Apply(*operator, each(self, &**sides)?),
            Expression::And(parts) => Term::Apply(Operator::And, each(self, parts)?),
            Expression::Or(parts) => Term::Apply(Operator::Or, each(self, parts)?),
            Expression::Not(inner) => Term::Apply(Operator::Not, vec![self.expression(inner, bound)?]),
            Expression::Call(function, arguments) => {
                let arguments = each(self, arguments)?;
                self.call(*function, arguments)
            }
        })
    }

    fn call(&mut self, function: Function, mut arguments: Vec<Term>) -> Term {
        let operator = match function {
            Function::Concat => Operator::Concatenate,
            Function::Length => Operator::Length,
            Function::Substring | Function::Sublist => Operator::Slice,
            Function::Append => Operator::Append,
            Function::Fst => Operator::Component(0),
            Function::Snd => Operator::Component(1),
            Function::Head => {
                arguments.push(self.integer(0));
                Operator::Index
            }
            Function::IsSubstringOf | Function::IsSublistOf => {
                arguments.reverse();
                Operator::HasPart
            }
            // All elements after the first; there may be none.
            Function::Tail => {
                arguments.extend([self.integer(1), self.integer(i32::MAX.into())]);
                Operator::Slice
            }
        };
        Term::Apply(operator, arguments)
    }

    /// Applies an operator, and wraps the result to 32 bits.
    fn wrapped(&mut self, operator: Operator, parts: Vec<Term>) -> Term {
        let mut number = Term::Apply(operator, parts);
        if operator == Operator::Multiply {
            let exact = self.types.declared(self.net, Sort::Range { start: -EXACT, end: EXACT });
            number = Term::Apply(Operator::Within(exact), vec![number]);
        }
        Term::Apply(Operator::Wrap(self.types.integers(self.net)), vec![number])
    }

    fn integer(&mut self, number: i64) -> Term {
        Term::Literal { sort: self.types.integers(self.net), value: Value::Integer(number) }
    }

    fn literal(&mut self, sort: Sort, value: Value) -> Term {
        Term::Literal { sort: self.types.declared(self.net, sort), value }
    }

    /// Returns the variable with a name and a type. Variables with the same name and different types get different ids.
    fn variable(&mut self, name: String, found: TypeId) -> Result<VariableId, String> {
        let sort = self.sort(found)?;
        if let Some(&known) = self.variables.get(&(name.clone(), sort)) {
            return Ok(known);
        }
        let is_first = self.names.insert(name.clone());
        let other = || format!("{name}.{}", self.net.declarations.sorts[sort.index()].id);
        let id = if is_first { name.clone() } else { other() };
        let variables = &mut self.net.declarations.variables;
        let variable = VariableId::new(variables.len());
        variables.push(VariableDeclaration { id, name: None, sort });
        self.variables.insert((name, sort), variable);
        Ok(variable)
    }
}

const TWICE: &str = "a pattern with lists that binds a variable twice";
