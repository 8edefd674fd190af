//! Formulas as terms of the net.
//!
//! The net distinguishes numbers from truth values. A condition used as a number becomes 1 or 0, and a number used as a
//! condition is compared with 0.

use std::collections::{BTreeSet, HashMap};

use sanderling_net::{Declarations, Operator, Sort, SortDeclaration, SortId, Term, Value, VariableId};

use crate::formula::Formula;
use crate::machine::{Machine, Role};
use crate::program::Range;
use crate::syntax::{Binary, Unary};

/// All numbers that a formula can have as an intermediate result.
const NUMBERS: Range = Range { low: -(1 << 40), high: 1 << 40 };

/// Converts formulas, and records the cells that they read.
pub(super) struct Terms<'m, 'a> {
    pub(super) machine: &'m Machine<'a>,
    /// For each cell, its variable in the net, if it has a place.
    pub(super) variables: Vec<Option<VariableId>>,
    /// For each cell, the sort of its place.
    pub(super) sorts_of_cells: Vec<SortId>,
    /// For each instance, the position of a location in the enumeration, by the location's number plus 1.
    pub(super) positions: Vec<HashMap<i64, u32>>,
    ranges: HashMap<Range, SortId>,
    arrays: HashMap<(Range, u32), SortId>,
    number: SortId,
    pub(super) truth: SortId,
    pub(super) reads: BTreeSet<usize>,
}

impl<'m, 'a> Terms<'m, 'a> {
    pub(super) fn new(machine: &'m Machine<'a>, declarations: &mut Declarations) -> Self {
        let number = declare(declarations, "number", range_sort(NUMBERS));
        let truth = declare(declarations, "truth", Sort::Bool);
        Self {
            machine,
            variables: vec![None; machine.cells.len()],
            sorts_of_cells: vec![number; machine.cells.len()],
            positions: vec![HashMap::new(); machine.instances.len()],
            ranges: HashMap::new(),
            arrays: HashMap::new(),
            number,
            truth,
            reads: BTreeSet::new(),
        }
    }

    /// Returns the sort of a range, and declares it if it is new.
    pub(super) fn range(&mut self, declarations: &mut Declarations, range: Range) -> SortId {
        *self.ranges.entry(range).or_insert_with(|| {
            let name = match range {
                Range::BIT => "bit".to_owned(),
                Range::BYTE => "byte".to_owned(),
                Range::SHORT => "short".to_owned(),
                Range::INT => "int".to_owned(),
                Range { low, high } => format!("{low}..{high}"),
            };
            declare(declarations, &name, range_sort(range))
        })
    }

    pub(super) fn array(&mut self, declarations: &mut Declarations, range: Range, count: u32) -> SortId {
        let element = self.range(declarations, range);
        *self.arrays.entry((range, count)).or_insert_with(|| {
            let name = format!("{}[{count}]", declarations.sorts[element.index()].id);
            declare(declarations, &name, Sort::Array { element, length: count.into() })
        })
    }

    /// Declares the sorts that `Wrap` and `Within` in a formula need.
    pub(super) fn declare_sorts(&mut self, declarations: &mut Declarations, formula: &Formula) {
        match formula {
            Formula::Number(_) | Formula::Cell(..) => {}
            Formula::Wrap(range, part) | Formula::Within(range, part) => {
                self.range(declarations, *range);
                self.declare_sorts(declarations, part);
            }
            Formula::Element(_, _, part) | Formula::Unary(_, part) => self.declare_sorts(declarations, part),
            Formula::Binary(_, parts) => parts.iter().for_each(|part| self.declare_sorts(declarations, part)),
            Formula::If(parts) => parts.iter().for_each(|part| self.declare_sorts(declarations, part)),
            Formula::All(parts) | Formula::Any(parts) => {
                parts.iter().for_each(|part| self.declare_sorts(declarations, part));
            }
        }
    }

    pub(super) fn literal(&self, number: i64) -> Term {
        Term::Literal { sort: self.number, value: Value::Integer(number) }
    }

    /// Returns a location of an instance as a constant.
    pub(super) fn location(&self, instance: usize, location: i64) -> Term {
        let sort = self.sorts_of_cells[self.machine.instances[instance].location];
        let position = self.positions[instance].get(&location).copied().unwrap_or(0);
        Term::Literal { sort, value: Value::Constant(position) }
    }

    pub(super) fn variable(&mut self, cell: usize) -> Term {
        self.reads.insert(cell);
        match self.variables[cell] {
            Some(variable) => Term::Variable(variable),
            None => self.literal(0),
        }
    }

    /// Converts a formula that is used as a number.
    pub(super) fn number(&mut self, formula: &Formula) -> Term {
        if formula.is_condition() {
            let condition = self.condition(formula);
            let parts = vec![condition, self.literal(1), self.literal(0)];
            return Term::Apply(Operator::IfThenElse, parts);
        }
        match formula {
            Formula::Number(number) => self.literal(*number),
            Formula::Cell(cell, _) => self.variable(*cell),
            Formula::Element(cell, _, index) => {
                let array = self.variable(*cell);
                Term::Apply(Operator::Index, vec![array, self.number(index)])
            }
            Formula::Unary(operator, operand) => {
                let operand = self.number(operand);
                let operator = if *operator == Unary::Negate { Operator::Negate } else { Operator::BitNot };
                Term::Apply(operator, vec![operand])
            }
            Formula::Binary(operator, parts) => {
                let parts = vec![self.number(&parts[0]), self.number(&parts[1])];
                Term::Apply(applied(*operator), parts)
            }
            Formula::If(parts) => {
                let condition = self.condition(&parts[0]);
                let parts = vec![condition, self.number(&parts[1]), self.number(&parts[2])];
                Term::Apply(Operator::IfThenElse, parts)
            }
            Formula::Wrap(range, part) => {
                let sort = self.ranges[range];
                Term::Apply(Operator::Wrap(sort), vec![self.number(part)])
            }
            Formula::Within(range, part) => {
                let sort = self.ranges[range];
                Term::Apply(Operator::Within(sort), vec![self.number(part)])
            }
            Formula::All(_) | Formula::Any(_) => self.literal(0),
        }
    }

    /// Converts a formula that is used as a condition.
    pub(super) fn condition(&mut self, formula: &Formula) -> Term {
        match formula {
            Formula::Number(number) => Term::Literal { sort: self.truth, value: Value::Bool(*number != 0) },
            Formula::All(parts) => {
                let parts = parts.iter().map(|part| self.condition(part)).collect();
                Term::Apply(Operator::And, parts)
            }
            Formula::Any(parts) => {
                let parts = parts.iter().map(|part| self.condition(part)).collect();
                Term::Apply(Operator::Or, parts)
            }
            Formula::Unary(Unary::Not, part) => Term::Apply(Operator::Not, vec![self.condition(part)]),
            Formula::Binary(operator, parts) if formula.is_condition() => {
                if let (Formula::Cell(cell, _), Formula::Number(location)) = (&parts[0], &parts[1])
                    && let Role::Location(instance) = self.machine.cells[*cell].role
                {
                    if !self.positions[instance].contains_key(location) {
                        // No state has the location; an instance without locations never exists.
                        let value = Value::Bool((*operator == Binary::Unequal) != (*location == 0));
                        return Term::Literal { sort: self.truth, value };
                    }
                    let literal = self.location(instance, *location);
                    return Term::Apply(applied(*operator), vec![self.variable(*cell), literal]);
                }
                let parts = vec![self.number(&parts[0]), self.number(&parts[1])];
                Term::Apply(applied(*operator), parts)
            }
            other => {
                let number = self.number(other);
                Term::Apply(Operator::NotEqual, vec![number, self.literal(0)])
            }
        }
    }
}

fn range_sort(range: Range) -> Sort {
    Sort::Range { start: range.low, end: range.high }
}

/// Declares a sort.
pub(super) fn declare(declarations: &mut Declarations, id: &str, sort: Sort) -> SortId {
    declarations.sorts.push(SortDeclaration { id: id.to_owned(), name: None, sort });
    SortId::new(declarations.sorts.len() - 1)
}

fn applied(operator: Binary) -> Operator {
    match operator {
        Binary::Or => Operator::Or,
        Binary::And => Operator::And,
        Binary::BitOr => Operator::BitOr,
        Binary::BitXor => Operator::BitXor,
        Binary::BitAnd => Operator::BitAnd,
        Binary::Equal => Operator::Equal,
        Binary::Unequal => Operator::NotEqual,
        Binary::Less => Operator::Less,
        Binary::Greater => Operator::Greater,
        Binary::AtMost => Operator::LessOrEqual,
        Binary::AtLeast => Operator::GreaterOrEqual,
        Binary::ShiftLeft => Operator::ShiftLeft,
        Binary::ShiftRight => Operator::ShiftRight,
        Binary::Add => Operator::Add,
        Binary::Subtract => Operator::Subtract,
        Binary::Multiply => Operator::Multiply,
        Binary::Divide => Operator::Divide,
        Binary::Remainder => Operator::Remainder,
    }
}
