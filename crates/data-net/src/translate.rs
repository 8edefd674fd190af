//! Translation of a net's transitions to rules over cells.
//!
//! A net is a *data net* if every transition consumes exactly one token from each place to which it adds one, so that
//! each place always holds one token, and if arcs bind all variables. A net that does not fit this is refused with a
//! name; nothing is approximated.

use std::collections::HashMap;

use sanderling_net::{
    Arc, ArcKind, Inscription, Net, Operator, PlaceId, Sort, SortId, Term, TransitionId, Value, VariableId,
};

use crate::cell::{Cells, PlaceCells, Shape, number_of, scalar_range};
use crate::expression::{Binary, Expression, TemporaryId, Unary};
use crate::interval::Interval;
use crate::refusal::Refusal;
use crate::rule::{ListCells, Rule, Statement};

/// Returns the rules of all transitions.
///
/// # Errors
/// If the net is no data net, or has a term that no expression stands for.
pub fn rules(net: &Net, cells: &Cells) -> Result<Vec<Rule>, Refusal> {
    let mut arcs = vec![Vec::new(); net.transitions.len()];
    for arc in &net.arcs {
        arcs[arc.transition.index()].push(arc);
    }
    net.transition_ids()
        .map(|id| {
            let transition = net.transition(id);
            rule(net, cells, id, &arcs[id.index()]).map_err(|refusal| refusal.at(transition.span))
        })
        .collect()
}

/// Returns the conditions of the net's assertions: 1 if they hold.
///
/// # Errors
/// If one has a term that no expression stands for.
pub fn assertions(net: &Net, cells: &Cells) -> Result<Vec<Expression>, Refusal> {
    let assertion = |assertion: &sanderling_net::Assertion| {
        let mut scope = Scope::new(net, cells, &assertion.id);
        scope.bound.extend(assertion.reads.iter().map(|reading| (reading.variable, reading.place)));
        scope.expression(&assertion.condition).map_err(|refusal| refusal.at(assertion.span))
    };
    net.assertions.iter().map(assertion).collect()
}

fn rule(net: &Net, cells: &Cells, id: TransitionId, arcs: &[&Arc]) -> Result<Rule, Refusal> {
    let transition = net.transition(id);
    let mut scope = Scope::new(net, cells, &transition.id);
    let outputs = scope.check_balance(arcs)?;
    let mut rule = Rule::default();
    let mut tests = Vec::new();
    for arc in arcs {
        match (arc.kind, &arc.inscription) {
            (ArcKind::Output, _) => {}
            (ArcKind::Input | ArcKind::Read, Inscription::Term(term)) => match **term {
                Term::Variable(variable) if !scope.bound.contains_key(&variable) => {
                    scope.bound.insert(variable, arc.place);
                }
                _ => tests.push((arc.place, term, Binary::Equal)),
            },
            (ArcKind::Inhibitor, Inscription::Term(term)) => tests.push((arc.place, term, Binary::Unequal)),
            _ => return Err(scope.refuse("an arc that counts tokens of a value")),
        }
    }
    scope.put_back = outputs
        .iter()
        .filter_map(|&(place, term)| match term {
            Term::Variable(v) if scope.bound.get(v) == Some(&place) => Some(*v),
            _ => None,
        })
        .collect();
    for (place, term, comparison) in tests {
        let cell = scope.scalar_cell(place)?;
        let value = scope.expression(term)?;
        if !matches!(value, Expression::Number(_) | Expression::Cell(_)) {
            return Err(scope.refuse("a term on an arc that is neither a variable nor a constant"));
        }
        rule.conditions.push(Expression::binary(comparison, cell, value));
    }
    if let Some(guard) = &transition.guard {
        match scope.expression(guard)? {
            Expression::All(parts) => rule.guard = parts,
            other => rule.guard.push(other),
        }
    }
    for assignment in &transition.code {
        scope.assign(assignment.variable, &assignment.value, &mut rule.statements)?;
    }
    scope.put(&outputs, &mut rule.statements)?;
    Ok(Rule { temporaries: scope.named, ..rule })
}

/// Meaning of names while a transition is translated.
struct Scope<'a> {
    net: &'a Net,
    cells: &'a Cells,
    element: &'a str,
    /// Place to which an arc bound each variable.
    bound: HashMap<VariableId, PlaceId>,
    /// Variables that are put back into their places.
    put_back: Vec<VariableId>,
    /// Variables that code has assigned and that do not belong to a place.
    temporaries: HashMap<VariableId, TemporaryId>,
    /// Variable of each temporary.
    named: Vec<Option<VariableId>>,
}

impl<'a> Scope<'a> {
    fn new(net: &'a Net, cells: &'a Cells, element: &'a str) -> Self {
        let (bound, temporaries) = (HashMap::new(), HashMap::new());
        Self { net, cells, element, bound, put_back: Vec::new(), temporaries, named: Vec::new() }
    }

    fn refuse(&self, what: &str) -> Refusal {
        Refusal::new(what, self.element)
    }

    /// Checks that the transition consumes one token from each place to which it adds one, and returns these places
    /// with their terms.
    fn check_balance(&self, arcs: &[&'a Arc]) -> Result<Vec<(PlaceId, &'a Term)>, Refusal> {
        let of_kind = |kind: ArcKind| {
            let mut places: Vec<PlaceId> = arcs.iter().filter(|a| a.kind == kind).map(|a| a.place).collect();
            places.sort_unstable();
            places
        };
        let (taken, put) = (of_kind(ArcKind::Input), of_kind(ArcKind::Output));
        if taken != put || taken.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(self
                .refuse("a transition that does not take one token from each place that it puts one into"));
        }
        let outputs = arcs.iter().filter(|arc| arc.kind == ArcKind::Output);
        outputs
            .map(|arc| match &arc.inscription {
                Inscription::Term(term) => Ok((arc.place, &**term)),
                Inscription::Tokens(_) => Err(self.refuse("an arc with plain tokens on a place with values")),
            })
            .collect()
    }

    fn temporary(&mut self, variable: Option<VariableId>) -> TemporaryId {
        self.named.push(variable);
        TemporaryId(self.named.len() as u32 - 1)
    }

    fn place_cells(&self, variable: VariableId) -> Option<PlaceCells> {
        self.bound.get(&variable).map(|&place| self.cells.place(place))
    }

    fn scalar_cell(&self, place: PlaceId) -> Result<Expression, Refusal> {
        let cells = self.cells.place(place);
        match cells.shape {
            Shape::Scalar => Ok(Expression::Cell(cells.first)),
            _ => Err(self.refuse("a comparison of a whole array or list")),
        }
    }

    fn sort_of(&self, variable: VariableId) -> SortId {
        self.net.declarations.variables[variable.index()].sort
    }

    /// Translates an assignment of the code segment.
    fn assign(
        &mut self,
        variable: VariableId,
        value: &Term,
        statements: &mut Vec<Statement>,
    ) -> Result<(), Refusal> {
        match self.place_cells(variable).filter(|_| self.put_back.contains(&variable)) {
            Some(cells) => self.assign_place(variable, cells, value, statements),
            None => {
                let range = scalar_range(self.net, self.sort_of(variable));
                let range =
                    range.ok_or_else(|| self.refuse("a variable of a sort that cannot be computed with"))?;
                let value = self.expression(value)?;
                let temporary = self.temporary(Some(variable));
                statements.push(Statement::Compute(temporary, range, value));
                self.temporaries.insert(variable, temporary);
                Ok(())
            }
        }
    }

    fn assign_place(
        &mut self,
        variable: VariableId,
        cells: PlaceCells,
        value: &Term,
        statements: &mut Vec<Statement>,
    ) -> Result<(), Refusal> {
        let is_itself = |term: &Term| *term == Term::Variable(variable);
        match (cells.shape, value) {
            (_, same) if is_itself(same) => Ok(()),
            (Shape::Scalar, value) => {
                statements.push(Statement::Set(cells.first, self.expression(value)?));
                Ok(())
            }
            (Shape::Array(_), Term::Apply(Operator::Update, parts)) if is_itself(&parts[0]) => {
                let (index, value) = (self.expression(&parts[1])?, self.expression(&parts[2])?);
                let elements = cells.arrays()[0];
                statements.push(match elements.at(&index) {
                    Some(cell) => Statement::Set(cell, value),
                    None => Statement::SetElement(elements, index, value),
                });
                Ok(())
            }
            (Shape::List { .. }, Term::Apply(Operator::Append, parts)) if is_itself(&parts[0]) => {
                let values = match &parts[1] {
                    Term::Tuple(values) => values.iter().map(|value| self.expression(value)).collect(),
                    Term::Literal { value: Value::Tuple(values), .. } => {
                        Ok(values.iter().map(|value| Expression::Number(number_of(value))).collect())
                    }
                    value => self.expression(value).map(|value| vec![value]),
                };
                statements.push(Statement::Append(list_of(cells), values?));
                Ok(())
            }
            (Shape::List { .. }, Term::Apply(Operator::RemoveFirst, parts)) if is_itself(&parts[0]) => {
                statements.push(Statement::RemoveFirst(list_of(cells)));
                Ok(())
            }
            _ => Err(self.refuse("an assignment of a whole array or list")),
        }
    }

    /// Adds the tokens of the output arcs: all are computed before the first one changes a cell.
    fn put(&mut self, outputs: &[(PlaceId, &Term)], statements: &mut Vec<Statement>) -> Result<(), Refusal> {
        let mut sets = Vec::new();
        for &(place, term) in outputs {
            if let Term::Variable(variable) = term
                && self.put_back.contains(variable)
                && self.bound.get(variable) == Some(&place)
            {
                continue;
            }
            let Expression::Cell(cell) = self.scalar_cell(place)? else { continue };
            let value = match self.expression(term)? {
                number @ Expression::Number(_) => number,
                value => {
                    let temporary = self.temporary(None);
                    statements.push(Statement::Compute(temporary, self.cells.cell(cell).sort, value));
                    Expression::Temporary(temporary)
                }
            };
            sets.push(Statement::Set(cell, value));
        }
        statements.extend(sets);
        Ok(())
    }

    /// Translates a term that denotes a number, a condition or a constant.
    fn expression(&self, term: &Term) -> Result<Expression, Refusal> {
        match term {
            Term::Variable(variable) => self.variable(*variable),
            Term::Literal { value: Value::Bool(_) | Value::Constant(_) | Value::Integer(_), .. } => {
                let Term::Literal { value, .. } = term else { unreachable!("it has just matched") };
                Ok(Expression::Number(number_of(value)))
            }
            Term::Apply(operator, arguments) => self.apply(*operator, arguments),
            _ => Err(self.refuse("a tuple, a list or a multiset where a number is wanted")),
        }
    }

    fn variable(&self, variable: VariableId) -> Result<Expression, Refusal> {
        if let Some(&temporary) = self.temporaries.get(&variable) {
            return Ok(Expression::Temporary(temporary));
        }
        match self.bound.get(&variable) {
            Some(&place) => self.scalar_cell(place),
            None => Err(self.refuse("a variable that no arc binds by itself")),
        }
    }

    fn apply(&self, operator: Operator, arguments: &[Term]) -> Result<Expression, Refusal> {
        use Operator as Op;
        let part = |index: usize| self.expression(&arguments[index]);
        let binary = |operation| Ok(Expression::binary(operation, part(0)?, part(1)?));
        let mirrored = |operation| Ok(Expression::binary(operation, part(1)?, part(0)?));
        let unary = |operation| Ok(Expression::unary(operation, part(0)?));
        let all =
            || arguments.iter().map(|argument| self.expression(argument)).collect::<Result<Vec<_>, _>>();
        match operator {
            Op::Equal => binary(Binary::Equal),
            Op::NotEqual => binary(Binary::Unequal),
            Op::Less => binary(Binary::Less),
            Op::LessOrEqual => binary(Binary::AtMost),
            Op::Greater => mirrored(Binary::Less),
            Op::GreaterOrEqual => mirrored(Binary::AtMost),
            Op::Add => binary(Binary::Add),
            Op::Subtract => binary(Binary::Subtract),
            Op::Multiply => binary(Binary::Multiply),
            Op::Divide => binary(Binary::Divide),
            Op::Remainder => binary(Binary::Remainder),
            Op::BitAnd => binary(Binary::And),
            Op::BitOr => binary(Binary::Or),
            Op::BitXor => binary(Binary::Xor),
            Op::ShiftLeft => binary(Binary::ShiftLeft),
            Op::ShiftRight => binary(Binary::ShiftRight),
            Op::Negate => unary(Unary::Negate),
            Op::BitNot => unary(Unary::Invert),
            Op::Not => unary(Unary::Not),
            Op::And => Ok(flat(all()?, true)),
            Op::Or => Ok(flat(all()?, false)),
            Op::Imply => {
                let premise = Expression::unary(Unary::Not, part(0)?);
                Ok(flat(vec![premise, part(1)?], false))
            }
            Op::IfThenElse => Ok(Expression::If(Box::new([part(0)?, part(1)?, part(2)?]))),
            Op::Wrap(sort) | Op::Within(sort) => {
                let Sort::Range { start, end } = *self.net.sort(sort) else {
                    return Err(self.refuse("a number wrapped around something else than a range"));
                };
                let (range, part) = (Interval::new(start, end), Box::new(part(0)?));
                let is_wrap = matches!(operator, Op::Wrap(_));
                Ok(if is_wrap { Expression::Wrap(range, part) } else { Expression::Within(range, part) })
            }
            Op::Index => self.index(&arguments[0], &arguments[1], 0),
            Op::Component(component) => match &arguments[0] {
                Term::Apply(Op::Index, inner) => self.index(&inner[0], &inner[1], component as usize),
                _ => Err(self.refuse("a component of a tuple that is not of a list's element")),
            },
            Op::Length => match self.whole(&arguments[0])?.shape {
                Shape::List { .. } => Ok(Expression::Cell(self.whole(&arguments[0])?.first)),
                Shape::Array(length) => Ok(Expression::Number(length as i64)),
                Shape::Scalar => Err(self.refuse("the length of a number")),
            },
            _ => Err(self.refuse("an operator on multisets, enumerations, lists, strings or partitions")),
        }
    }

    /// Returns the cells of a variable that is an array or a list.
    fn whole(&self, term: &Term) -> Result<PlaceCells, Refusal> {
        let cells = match term {
            Term::Variable(variable) => self.place_cells(*variable),
            _ => None,
        };
        cells.ok_or_else(|| self.refuse("an array or a list that is no place's"))
    }

    fn index(&self, list: &Term, index: &Term, component: usize) -> Result<Expression, Refusal> {
        let index = self.expression(index)?;
        if let Term::Literal { value: Value::List(values), .. } = list {
            return Ok(choice(values, index));
        }
        let arrays = self.whole(list)?.arrays();
        let elements = *arrays.get(component).ok_or_else(|| self.refuse("an element of a number"))?;
        Ok(match elements.at(&index) {
            Some(cell) => Expression::Cell(cell),
            None => Expression::Element(elements, Box::new(index)),
        })
    }
}

/// Returns an expression for one of several numbers.
fn choice(values: &[Value], index: Expression) -> Expression {
    let numbers: Vec<i64> = values.iter().map(number_of).collect();
    let chosen = |at: i64| usize::try_from(at).ok().and_then(|at| numbers.get(at).copied());
    match index {
        Expression::Number(at) if chosen(at).is_some() => Expression::Number(chosen(at).unwrap_or_default()),
        index => Expression::Choice(numbers.into(), Box::new(index)),
    }
}

/// Returns a chain of conditions without nested chains of the same kind.
fn flat(parts: Vec<Expression>, is_all: bool) -> Expression {
    let mut flat = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Expression::All(inner) if is_all => flat.extend(inner),
            Expression::Any(inner) if !is_all => flat.extend(inner),
            other => flat.push(other),
        }
    }
    if is_all { Expression::All(flat) } else { Expression::Any(flat) }
}

fn list_of(cells: PlaceCells) -> ListCells {
    let Shape::List { capacity, components } = cells.shape else {
        unreachable!("the caller checks that it is a list")
    };
    ListCells { length: cells.first, capacity, components }
}
