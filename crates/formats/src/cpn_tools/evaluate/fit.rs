//! Pattern matching.

use sanderling_net::{Operator, Sort, Term, Value};

use super::Evaluator;
use crate::cpn_tools::colour::Parts;
use crate::cpn_tools::meaning::{Function, Meaning, Scope, Shape};
use crate::cpn_tools::ml::{Clause, Pattern};
use crate::cpn_tools::problem::{Outcome, Problem};

impl Evaluator<'_> {
    /// Returns the body of the first case that the values match. If that depends on variables, returns a choice.
    pub(super) fn first_fit(
        &mut self,
        clauses: &[Clause],
        values: &[Meaning],
        scope: &Scope,
    ) -> Outcome<Meaning> {
        let mut choices: Vec<(Term, Meaning)> = Vec::new();
        let mut otherwise = None;
        for clause in clauses {
            let (mut fitting, mut conditions) = (Some(scope.clone()), Vec::new());
            for (pattern, value) in clause.patterns.iter().zip(values) {
                let Some(scope) = fitting else { break };
                fitting = self.fit(pattern, value, scope, &mut conditions)?;
            }
            let Some(scope) = fitting else { continue };
            let body = self.evaluate(&clause.body, &scope)?;
            if conditions.is_empty() {
                otherwise = Some(body);
                break;
            }
            let condition = match conditions.len() {
                1 => conditions.remove(0),
                _ => Term::Apply(Operator::And, conditions),
            };
            choices.push((condition, body));
        }
        if otherwise.is_none() && self.covers_all(clauses, values) {
            otherwise = choices.pop().map(|(_, body)| body);
        }
        let otherwise = otherwise.ok_or_else(|| {
            Problem::new("cases that a value may not fit").help("add a case `_` at the end")
        })?;
        choices.into_iter().rev().try_fold(otherwise, |no, (condition, yes)| self.choice(condition, yes, no))
    }

    /// Returns whether each constant of a finite colour set has its own case.
    fn covers_all(&self, clauses: &[Clause], values: &[Meaning]) -> bool {
        let [value] = values else { return false };
        let Shape::Term(_, Some(colour)) = value.shape() else { return false };
        let colour = self.colours().get(*colour);
        let count = match (self.colours().described(colour.sort), &colour.parts) {
            (Sort::Enumeration { constants, .. }, _) => constants.len(),
            (Sort::Bool, _) => 2,
            (_, Parts::Union(constructors)) => constructors.len(),
            _ => return false,
        };
        let name = |clause: &Clause| match &clause.patterns[0] {
            Pattern::Name(name) => Some(name.clone()),
            Pattern::Apply(name, inner) if matches!(**inner, Pattern::Name(_) | Pattern::Any) => {
                Some(name.clone())
            }
            _ => None,
        };
        let mut names: Vec<String> = clauses.iter().filter_map(name).collect();
        names.sort();
        names.dedup();
        names.len() == count
    }

    /// Returns the scope with the bindings of a pattern; `None` if the value certainly does not match. Adds the
    /// conditions under which it matches to `conditions`.
    pub(crate) fn fit(
        &mut self,
        pattern: &Pattern,
        value: &Meaning,
        scope: Scope,
        conditions: &mut Vec<Term>,
    ) -> Outcome<Option<Scope>> {
        self.spend(1)?;
        match pattern {
            Pattern::Any => Ok(Some(scope)),
            Pattern::Number(number) => {
                self.fit_constant(&Meaning::new(Shape::Number(*number))?, value, scope, conditions)
            }
            Pattern::Text(text) => {
                self.fit_constant(&Meaning::new(Shape::Text(text.clone()))?, value, scope, conditions)
            }
            Pattern::Name(name) => match self.constant_named(name)? {
                Some(constant) => self.fit_constant(&constant, value, scope, conditions),
                None => Ok(Some(scope.with(name, value.clone()))),
            },
            Pattern::Tuple(patterns) => self.fit_tuple(patterns, value, scope, conditions),
            Pattern::Record(fields) => {
                let mut scope = scope;
                for (field, pattern) in fields {
                    let part = self.select(field, value)?;
                    let Some(inner) = self.fit(pattern, &part, scope, conditions)? else { return Ok(None) };
                    scope = inner;
                }
                Ok(Some(scope))
            }
            Pattern::List(patterns) => self.fit_list(patterns, None, value, scope, conditions),
            Pattern::Cons(parts) => {
                self.fit_list(std::slice::from_ref(&parts[0]), Some(&parts[1]), value, scope, conditions)
            }
            Pattern::Apply(name, argument) => self.fit_constructor(name, argument, value, scope, conditions),
        }
    }

    /// Returns the constant that a name in a pattern denotes; `None` if the name is a variable to be bound.
    fn constant_named(&self, name: &str) -> Outcome<Option<Meaning>> {
        if matches!(name, "true" | "false") {
            return Meaning::new(Shape::Truth(name == "true")).map(Some);
        }
        if name == "nil" {
            return Meaning::new(Shape::List(Vec::new())).map(Some);
        }
        Ok(self.globals.get(name).filter(|_| self.constructors.contains(name)).cloned())
    }

    fn fit_constant(
        &mut self,
        constant: &Meaning,
        value: &Meaning,
        scope: Scope,
        conditions: &mut Vec<Term>,
    ) -> Outcome<Option<Scope>> {
        let is_equal = self.equal(constant, value)?;
        Ok(match is_equal.shape() {
            Shape::Truth(is_equal) => is_equal.then_some(scope),
            _ => {
                conditions.push(self.lower.condition(&is_equal)?);
                Some(scope)
            }
        })
    }

    fn fit_tuple(
        &mut self,
        patterns: &[Pattern],
        value: &Meaning,
        mut scope: Scope,
        conditions: &mut Vec<Term>,
    ) -> Outcome<Option<Scope>> {
        if patterns.is_empty() {
            return Ok(Some(scope));
        }
        for (position, pattern) in patterns.iter().enumerate() {
            let part = self.select(&(position + 1).to_string(), value)?;
            let Some(inner) = self.fit(pattern, &part, scope, conditions)? else { return Ok(None) };
            scope = inner;
        }
        Ok(Some(scope))
    }

    /// Matches the first elements of a list and, if there is a pattern for them, the others.
    fn fit_list(
        &mut self,
        patterns: &[Pattern],
        others: Option<&Pattern>,
        value: &Meaning,
        mut scope: Scope,
        conditions: &mut Vec<Term>,
    ) -> Outcome<Option<Scope>> {
        let (parts, rest) = match value.shape() {
            Shape::List(parts)
                if others.is_some() && parts.len() >= patterns.len() || parts.len() == patterns.len() =>
            {
                self.spend(parts.len())?;
                (
                    parts[..patterns.len()].to_vec(),
                    Meaning::new(Shape::List(parts[patterns.len()..].to_vec()))?,
                )
            }
            Shape::List(_) => return Ok(None),
            Shape::Term(list, Some(colour)) => {
                let Parts::List(element) = self.colours().get(*colour).parts else {
                    return Err(Problem::new("a pattern of lists for something else"));
                };
                let count = Meaning::new(Shape::Number(patterns.len() as i64))?;
                let operator = if others.is_some() { Operator::GreaterOrEqual } else { Operator::Equal };
                let length = Term::Apply(Operator::Length, vec![list.clone()]);
                conditions.push(Term::Apply(operator, vec![length, self.lower.number(&count)?]));
                let (mut list, mut parts) = (list.clone(), Vec::new());
                for _ in patterns {
                    let first = self.lower.number(&Meaning::new(Shape::Number(0))?)?;
                    parts.push(
                        self.term(Term::Apply(Operator::Index, vec![list.clone(), first]), Some(element))?,
                    );
                    list = Term::Apply(Operator::RemoveFirst, vec![list]);
                }
                (parts, self.term(list, Some(*colour))?)
            }
            _ => return Err(Problem::new("a pattern of lists for something else")),
        };
        for (pattern, part) in patterns.iter().zip(&parts) {
            let Some(inner) = self.fit(pattern, part, scope, conditions)? else { return Ok(None) };
            scope = inner;
        }
        match others {
            Some(others) => self.fit(others, &rest, scope, conditions),
            None => Ok(Some(scope)),
        }
    }

    fn fit_constructor(
        &mut self,
        name: &str,
        argument: &Pattern,
        value: &Meaning,
        scope: Scope,
        conditions: &mut Vec<Term>,
    ) -> Outcome<Option<Scope>> {
        let constructor = self.globals.get(name).map(Meaning::shape);
        if let Some(Shape::Function(Function::Index)) = constructor {
            return self.fit(argument, value, scope, conditions);
        }
        let Some(&Shape::Function(Function::Constructor(colour, which))) = constructor else {
            return Err(Problem::new(format!("`{name}` in a pattern, which is no constructor")));
        };
        match value.shape() {
            Shape::Variant(_, own, Some(inner)) if *own == which => {
                self.fit(argument, inner, scope, conditions)
            }
            Shape::Variant(..) => Ok(None),
            Shape::Term(term, Some(own))
                if self.colours().get(*own).sort == self.colours().get(colour).sort =>
            {
                let (term, sort) = (term.clone(), self.colours().get(colour).sort);
                let (Sort::Product(sorts), Parts::Union(constructors)) =
                    (self.colours().described(sort).clone(), self.colours().get(colour).parts.clone())
                else {
                    return Err(Problem::new("a constructor of no union"));
                };
                let part = constructors.get(which as usize).and_then(|(_, part)| *part);
                let tag = Term::Literal { sort: sorts[0], value: Value::Constant(which) };
                let own = Term::Apply(Operator::Component(0), vec![term.clone()]);
                conditions.push(Term::Apply(Operator::Equal, vec![own, tag]));
                let inner = self.term(Term::Apply(Operator::Component(which + 1), vec![term]), part)?;
                self.fit(argument, &inner, scope, conditions)
            }
            _ => Err(Problem::new(format!("the pattern `{name}` for something else"))),
        }
    }
}
