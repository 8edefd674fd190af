//! Evaluation of expressions, as far as they do not depend on variables.
//!
//! A function is applied by evaluating its body, so the net contains no functions. A condition on variables evaluates
//! both branches. A recursion whose end depends on variables therefore never ends, and neither does a faulty one.
//! Limits on steps and on depth detect both.

mod built_in;
mod fit;
mod operator;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use sanderling_net::{Operator, Term};

use crate::cpn_tools::colour::{ColourId, Colours, Parts};
use crate::cpn_tools::lower::Lowering;
use crate::cpn_tools::meaning::{Function, Meaning, Scope, Shape};
use crate::cpn_tools::ml::{Binary, Clause, Declaration, Expression, Pattern};
use crate::cpn_tools::problem::{Outcome, Problem};

/// Maximum number of steps for all expressions of a file, in addition to [`STEPS_PER_BYTE`].
const STEPS: usize = 500_000;

/// Number of additional steps per byte of the file.
const STEPS_PER_BYTE: usize = 4;

/// Maximum nesting depth of evaluations.
const DEPTH: usize = 400;

/// An evaluator of the expressions of a file.
#[derive(Debug)]
pub(crate) struct Evaluator<'c> {
    pub(crate) lower: Lowering<'c>,
    /// The declared constants, functions, constructors and variables.
    pub(crate) globals: HashMap<String, Meaning>,
    /// The names that denote constants in patterns; other names are bound.
    pub(crate) constructors: HashSet<String>,
    /// The variables with a special meaning in the current transition.
    pub(crate) bound: HashMap<String, Meaning>,
    /// The names whose declarations are not understood.
    pub(crate) unreadable: HashSet<String>,
    /// Whether time stamps are ignored instead of refused.
    is_untimed: bool,
    steps: usize,
    depth: usize,
}

impl<'c> Evaluator<'c> {
    pub(crate) fn new(colours: &'c mut Colours, is_untimed: bool, bytes: usize) -> Self {
        Self {
            lower: Lowering::new(colours),
            globals: HashMap::new(),
            constructors: HashSet::new(),
            bound: HashMap::new(),
            unreadable: HashSet::new(),
            is_untimed,
            steps: bytes.saturating_mul(STEPS_PER_BYTE).saturating_add(STEPS),
            depth: 0,
        }
    }

    pub(crate) fn colours(&self) -> &Colours {
        self.lower.colours
    }

    /// Declares values and functions for the whole net.
    pub(crate) fn declare(&mut self, declarations: &[Declaration]) -> Outcome<()> {
        for declaration in declarations {
            match declaration {
                Declaration::Value(Pattern::Name(name), value) => {
                    let value = self.evaluate(value, &Scope::default())?;
                    self.global(name, value)?;
                }
                Declaration::Value(..) => {
                    return Err(Problem::new("a declaration of several values at once"));
                }
                Declaration::Function(name, clauses) => {
                    let function = closure(Some(name.clone()), clauses, &Scope::default())?;
                    self.global(name, function)?;
                }
            }
        }
        Ok(())
    }

    /// Sets the meaning of a global name.
    pub(crate) fn global(&mut self, name: &str, meaning: Meaning) -> Outcome<()> {
        if self.globals.contains_key(name) {
            return Err(Problem::new(format!("a second declaration of `{name}`")));
        }
        self.globals.insert(name.to_owned(), meaning);
        Ok(())
    }

    /// Declares a constant of a colour set.
    pub(crate) fn constructor(&mut self, name: &str, shape: Shape) -> Outcome<()> {
        self.constructors.insert(name.to_owned());
        self.global(name, Meaning::new(shape)?)
    }

    /// Counts steps, and fails if there are too many.
    fn spend(&mut self, steps: usize) -> Outcome<()> {
        match self.steps.checked_sub(steps) {
            Some(left) => {
                self.steps = left;
                Ok(())
            }
            None => Err(endless()),
        }
    }

    /// Evaluates an expression.
    pub(crate) fn evaluate(&mut self, expression: &Expression, scope: &Scope) -> Outcome<Meaning> {
        self.spend(1)?;
        if self.depth == DEPTH {
            return Err(endless());
        }
        self.depth += 1;
        let meaning = self.form(expression, scope);
        self.depth -= 1;
        meaning
    }

    fn form(&mut self, expression: &Expression, scope: &Scope) -> Outcome<Meaning> {
        match expression {
            Expression::Number(number) => Meaning::new(Shape::Number(*number)),
            Expression::Text(text) => Meaning::new(Shape::Text(text.clone())),
            Expression::Name(name) => self.named(name, scope),
            Expression::Tuple(parts) if parts.is_empty() => Meaning::new(Shape::Unit),
            Expression::Tuple(parts) => Meaning::new(Shape::Tuple(self.all(parts, scope)?)),
            Expression::List(parts) => Meaning::new(Shape::List(self.all(parts, scope)?)),
            Expression::Record(fields) => self.record(fields, scope),
            Expression::Select(field, of) => {
                let of = self.evaluate(of, scope)?;
                self.select(field, &of)
            }
            Expression::Apply(..) | Expression::Binary(..) => self.spine(expression, scope),
            Expression::If(parts) => {
                let condition = self.evaluate(&parts[0], scope)?;
                match condition.shape() {
                    Shape::Truth(true) => self.evaluate(&parts[1], scope),
                    Shape::Truth(false) => self.evaluate(&parts[2], scope),
                    _ => {
                        let condition = self.lower.condition(&condition)?;
                        let (yes, no) = (self.evaluate(&parts[1], scope)?, self.evaluate(&parts[2], scope)?);
                        self.choice(condition, yes, no)
                    }
                }
            }
            Expression::Case(scrutinee, clauses) => {
                let scrutinee = self.evaluate(scrutinee, scope)?;
                self.first_fit(clauses, &[scrutinee], scope)
            }
            Expression::Function(clauses) => closure(None, clauses, scope),
            Expression::Let(declarations, body) => {
                let mut inner = scope.clone();
                for declaration in declarations {
                    inner = self.local(declaration, &inner)?;
                }
                self.evaluate(body, &inner)
            }
        }
    }

    fn all(&mut self, parts: &[Expression], scope: &Scope) -> Outcome<Vec<Meaning>> {
        parts.iter().map(|part| self.evaluate(part, scope)).collect()
    }

    fn record(&mut self, fields: &[(String, Expression)], scope: &Scope) -> Outcome<Meaning> {
        let field = |(name, field): &(String, Expression)| Ok((name.clone(), self.evaluate(field, scope)?));
        let mut fields = fields.iter().map(field).collect::<Outcome<Vec<_>>>()?;
        fields.sort_by(|(one, _), (other, _)| one.cmp(other));
        Meaning::new(Shape::Record(fields))
    }

    /// Evaluates operators and applications from the innermost left operand outwards, without recursion on the left.
    fn spine(&mut self, expression: &Expression, scope: &Scope) -> Outcome<Meaning> {
        let (mut first, mut outer) = (expression, Vec::new());
        loop {
            match first {
                Expression::Binary(operator, left, right) => {
                    outer.push((Some(*operator), right));
                    first = left;
                }
                Expression::Apply(function, argument) => {
                    outer.push((None, argument));
                    first = function;
                }
                _ => break,
            }
        }
        let mut meaning = self.evaluate(first, scope)?;
        while let Some((operator, right)) = outer.pop() {
            self.spend(1)?;
            if operator == Some(Binary::Sum) {
                let mut parts = vec![meaning, self.evaluate(right, scope)?];
                while let Some((Some(Binary::Sum), right)) = outer.last() {
                    parts.push(self.evaluate(right, scope)?);
                    outer.pop();
                }
                meaning = self.sum(&parts)?;
                continue;
            }
            meaning = match (operator, meaning.shape()) {
                (Some(Binary::And), Shape::Truth(false)) | (Some(Binary::Or), Shape::Truth(true)) => meaning,
                (Some(operator), _) => {
                    let right = self.evaluate(right, scope)?;
                    self.binary(operator, &meaning, &right)?
                }
                (None, _) => {
                    let argument = self.evaluate(right, scope)?;
                    self.apply(&meaning, argument)?
                }
            };
        }
        Ok(meaning)
    }

    fn local(&mut self, declaration: &Declaration, scope: &Scope) -> Outcome<Scope> {
        match declaration {
            Declaration::Function(name, clauses) => {
                Ok(scope.with(name, closure(Some(name.clone()), clauses, scope)?))
            }
            Declaration::Value(pattern, value) => {
                let value = self.evaluate(value, scope)?;
                let mut conditions = Vec::new();
                match self.fit(pattern, &value, scope.clone(), &mut conditions)? {
                    Some(scope) if conditions.is_empty() => Ok(scope),
                    _ => Err(Problem::new("a value that its pattern may not fit")),
                }
            }
        }
    }

    fn named(&mut self, name: &str, scope: &Scope) -> Outcome<Meaning> {
        let known = scope.get(name).or_else(|| self.bound.get(name)).or_else(|| self.globals.get(name));
        if let Some(meaning) = known {
            return Ok(meaning.clone());
        }
        if self.unreadable.contains(name) {
            return Err(Problem::new(format!("`{name}`, whose declaration is not understood")));
        }
        match name {
            "true" | "false" => Meaning::new(Shape::Truth(name == "true")),
            "nil" => Meaning::new(Shape::List(Vec::new())),
            "empty" => Meaning::new(Shape::Sum(Vec::new())),
            _ if self.is_built_in(name) => Meaning::new(Shape::Function(Function::BuiltIn(name.to_owned()))),
            _ => Err(Problem::new(format!("the unknown name `{name}`"))
                .help("declare it, or write what it stands for; few of CPN ML's own functions are known")),
        }
    }

    /// Returns a choice between two meanings by a condition on variables.
    pub(crate) fn choice(&mut self, condition: Term, yes: Meaning, no: Meaning) -> Outcome<Meaning> {
        self.spend(size(&condition))?;
        Meaning::new(Shape::If(condition, yes, no))
    }

    /// Returns a term with its colour set, if that is known.
    fn term(&mut self, term: Term, colour: Option<ColourId>) -> Outcome<Meaning> {
        self.spend(size(&term))?;
        Meaning::new(Shape::Term(term, colour))
    }

    fn operation(&mut self, operator: Operator, arguments: Vec<Term>) -> Outcome<Meaning> {
        self.term(Term::Apply(operator, arguments), None)
    }

    fn apply(&mut self, function: &Meaning, argument: Meaning) -> Outcome<Meaning> {
        let Shape::Function(function) = function.shape() else {
            return Err(Problem::new("an argument of something that is not a function"));
        };
        match function {
            Function::BuiltIn(name) => self.built_in(name, &argument),
            Function::Constructor(colour, constructor) => {
                Meaning::new(Shape::Variant(*colour, *constructor, Some(argument)))
            }
            Function::Index => Ok(argument),
            Function::Clauses { name, clauses, scope, arguments } => {
                let mut arguments = arguments.clone();
                arguments.push(argument);
                if clauses.first().is_some_and(|clause| arguments.len() < clause.patterns.len()) {
                    let (name, clauses, scope) = (name.clone(), Rc::clone(clauses), scope.clone());
                    return Meaning::new(Shape::Function(Function::Clauses {
                        name,
                        clauses,
                        scope,
                        arguments,
                    }));
                }
                let own = match name {
                    Some(name) => scope.with(name, closure(Some(name.clone()), clauses, scope)?),
                    None => scope.clone(),
                };
                self.first_fit(clauses, &arguments, &own)
            }
        }
    }

    fn select(&mut self, field: &str, of: &Meaning) -> Outcome<Meaning> {
        let missing = || Problem::new(format!("no component `{field}`"));
        let position = || field.parse::<usize>().ok()?.checked_sub(1);
        match of.shape() {
            Shape::Tuple(parts) => position().and_then(|at| parts.get(at).cloned()).ok_or_else(missing),
            Shape::Record(fields) => fields
                .iter()
                .find(|(name, _)| name == field)
                .map(|(_, part)| part.clone())
                .ok_or_else(missing),
            Shape::If(condition, yes, no) => {
                let (yes, no) = (self.select(field, yes)?, self.select(field, no)?);
                self.choice(condition.clone(), yes, no)
            }
            Shape::Term(term, Some(colour)) => {
                let at = match &self.colours().get(*colour).parts {
                    Parts::Product(_) => position(),
                    Parts::Record(fields) => fields.iter().position(|(name, _)| name == field),
                    _ => None,
                };
                self.component(&term.clone(), *colour, at.ok_or_else(missing)?)
            }
            _ => Err(Problem::new(format!("a component `{field}` of something that may have none"))),
        }
    }

    /// Returns a component of a variable that is a tuple or a record.
    fn component(&mut self, term: &Term, colour: ColourId, position: usize) -> Outcome<Meaning> {
        let (part, is_only) = match &self.colours().get(colour).parts {
            Parts::Product(parts) => (parts.get(position).copied(), false),
            Parts::Record(fields) => (fields.get(position).map(|(_, part)| *part), fields.len() == 1),
            _ => (None, false),
        };
        let part = part.ok_or_else(|| Problem::new("a component that a value does not have"))?;
        if is_only {
            return self.term(term.clone(), Some(part));
        }
        let component = Operator::Component(u32::try_from(position).unwrap_or(u32::MAX));
        self.term(Term::Apply(component, vec![term.clone()]), Some(part))
    }
}

fn closure(name: Option<String>, clauses: &Rc<[Clause]>, scope: &Scope) -> Outcome<Meaning> {
    let (clauses, scope) = (Rc::clone(clauses), scope.clone());
    Meaning::new(Shape::Function(Function::Clauses { name, clauses, scope, arguments: Vec::new() }))
}

fn endless() -> Problem {
    Problem::new(
        "functions that do not terminate, or that depend on a value that is unknown before the net fires",
    )
    .help("write the function without recursion, or let it end by constants alone")
}

fn size(term: &Term) -> usize {
    match term {
        Term::Tuple(parts) | Term::Apply(_, parts) => 1 + parts.iter().map(size).sum::<usize>(),
        _ => 1,
    }
}
