//! Lists that an input arc takes apart, such as `x::xs` on an arc from a queue.
//!
//! The common net has no such pattern. Instead, the arc takes the whole list as a variable of its own. The variables of
//! the pattern are its first element and the others, and the guard requires that the list is long enough.

use std::collections::{HashMap, HashSet};

use sanderling_net::{Operator, Term, VariableDeclaration, VariableId};

use super::Building;
use super::variable::names;
use crate::cpn_tools::colour::{ColourId, Parts};
use crate::cpn_tools::meaning::{Meaning, Scope, Shape};
use crate::cpn_tools::ml::{self, Binary, Expression, Pattern};
use crate::cpn_tools::page::{ArcNode, Direction};
use crate::cpn_tools::problem::{Outcome, Problem};

/// The translation of lists that are taken apart.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// The variables of arcs, by the positions of the arcs.
    pub(super) whole: HashMap<usize, Meaning>,
    /// The conditions on these variables.
    pub(super) conditions: Vec<Term>,
    /// Whether a list was not understood and reported.
    pub(super) is_refused: bool,
}

impl Building<'_, '_> {
    /// Binds the variables of lists that are taken apart.
    pub(super) fn take_apart(&mut self, instance: usize, arcs: &[&ArcNode]) -> Lists {
        let mut lists = Lists::default();
        for (position, arc) in arcs.iter().enumerate() {
            let Ok(read @ Expression::Binary(Binary::Cons, ..)) = ml::expression(&arc.inscription) else {
                continue;
            };
            let Ok(colour) = self.evaluator.colours().named(&self.page(instance).places[arc.place].colour)
            else {
                continue;
            };
            let is_list = matches!(self.evaluator.colours().get(colour).parts, Parts::List(_));
            if !is_list || !matches!(arc.direction, Direction::In | Direction::Both) {
                continue;
            }
            let mut elsewhere = HashSet::new();
            let others = arcs.iter().enumerate().filter(|(other, _)| *other != position);
            for (_, other) in
                others.filter(|(_, other)| matches!(other.direction, Direction::In | Direction::Both))
            {
                ml::expression(&other.inscription).iter().for_each(|read| names(read, &mut elsewhere));
            }
            match self.take(&read, colour, &elsewhere, &mut lists.conditions) {
                Ok(whole) => _ = lists.whole.insert(position, whole),
                Err(problem) => {
                    lists.is_refused = true;
                    self.report.say(problem.within("the inscription", &arc.inscription, arc.span));
                }
            }
        }
        lists
    }

    fn take(
        &mut self,
        read: &Expression,
        colour: ColourId,
        elsewhere: &HashSet<String>,
        conditions: &mut Vec<Term>,
    ) -> Outcome<Meaning> {
        let pattern = pattern(read)?;
        let whole = self.list_variable(colour)?;
        let fitting = self.evaluator.fit(&pattern, &whole, Scope::default(), conditions)?;
        let scope = fitting.ok_or_else(|| Problem::new("a list that is never there"))?;
        let mut bound = Vec::new();
        bind(&pattern, &mut bound);
        bound.retain(|name| !self.evaluator.constructors.contains(*name));
        for name in bound {
            let value =
                scope.get(name).cloned().ok_or_else(|| Problem::new(format!("the unknown name `{name}`")))?;
            let sort = |colour: Option<ColourId>| Some(self.evaluator.colours().get(colour?).sort);
            let found = match value.shape() {
                Shape::Term(_, colour) => sort(*colour),
                _ => None,
            };
            if found.is_none() || found != sort(self.variable(name)) {
                return Err(Problem::new(format!(
                    "`{name}`, which is no variable of the colour set of what it stands for"
                )));
            }
            if elsewhere.contains(name) || self.evaluator.bound.contains_key(name) {
                let other = self.evaluator.evaluate(&Expression::Name(name.to_owned()), &Scope::default())?;
                let sort = found.unwrap_or(sanderling_net::SortId::DOT);
                let both =
                    vec![self.evaluator.lower.at(&other, sort)?, self.evaluator.lower.at(&value, sort)?];
                conditions.push(Term::Apply(Operator::Equal, both));
            } else {
                self.evaluator.bound.insert(name.to_owned(), value);
            }
        }
        Ok(whole)
    }

    /// Declares a new variable for a list.
    fn list_variable(&mut self, colour: ColourId) -> Outcome<Meaning> {
        let sort = self.evaluator.colours().get(colour).sort;
        let variables = &mut self.evaluator.lower.colours.declarations.variables;
        let number = VariableId::new(variables.len());
        let mut id = format!("list-{}", variables.len());
        while self.evaluator.globals.contains_key(&id) {
            id.push('-');
        }
        variables.push(VariableDeclaration { id, name: None, sort });
        Meaning::new(Shape::Term(Term::Variable(number), Some(colour)))
    }
}

/// Converts an expression to a pattern.
fn pattern(read: &Expression) -> Outcome<Pattern> {
    Ok(match read {
        Expression::Number(number) => Pattern::Number(*number),
        Expression::Text(text) => Pattern::Text(text.clone()),
        Expression::Name(name) => Pattern::Name(name.clone()),
        Expression::Tuple(parts) => Pattern::Tuple(parts.iter().map(pattern).collect::<Outcome<_>>()?),
        Expression::List(parts) => Pattern::List(parts.iter().map(pattern).collect::<Outcome<_>>()?),
        Expression::Record(fields) => {
            let field = |(name, part): &(String, Expression)| Ok((name.clone(), pattern(part)?));
            Pattern::Record(fields.iter().map(field).collect::<Outcome<_>>()?)
        }
        Expression::Binary(Binary::Cons, head, tail) => {
            Pattern::Cons(Box::new([pattern(head)?, pattern(tail)?]))
        }
        Expression::Apply(function, argument) => match &**function {
            Expression::Name(name) => Pattern::Apply(name.clone(), Box::new(pattern(argument)?)),
            _ => return Err(Problem::new("a list that is taken apart by something else than a pattern")),
        },
        _ => return Err(Problem::new("a list that is taken apart by something else than a pattern")),
    })
}

/// Collects the names in a pattern.
fn bind<'p>(pattern: &'p Pattern, found: &mut Vec<&'p str>) {
    match pattern {
        Pattern::Name(name) => found.push(name),
        Pattern::Tuple(parts) | Pattern::List(parts) => parts.iter().for_each(|part| bind(part, found)),
        Pattern::Record(fields) => fields.iter().for_each(|(_, part)| bind(part, found)),
        Pattern::Cons(parts) => parts.iter().for_each(|part| bind(part, found)),
        Pattern::Apply(_, argument) => bind(argument, found),
        Pattern::Any | Pattern::Number(_) | Pattern::Text(_) => {}
    }
}
