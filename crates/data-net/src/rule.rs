//! The effect of a transition of a data net, over cells.
//!
//! Its conditions come first (all of them, in an order in which a false one hides something undefined after it), then
//! its statements, one after the other on the cells of the successor. A variable that an arc binds to a place and that
//! an output arc puts back *is* the place's cells while the code runs; every other variable that code assigns is a
//! temporary.

use sanderling_net::VariableId;

use crate::cell::CellId;
use crate::expression::{Elements, Expression, TemporaryId};
use crate::interval::Interval;

/// Compiled transition.
#[derive(Debug, Clone, Default)]
pub struct Rule {
    /// Conditions that must hold; none of them may be undefined.
    pub conditions: Vec<Expression>,
    /// Further conditions, evaluated from left to right: one may be undefined even if all before it hold.
    pub guard: Vec<Expression>,
    /// Statements of the transition.
    pub statements: Vec<Statement>,
    /// The net's variable of each temporary; `None` for the value of an output arc.
    pub temporaries: Vec<Option<VariableId>>,
}

/// Step of a transition.
#[derive(Debug, Clone, PartialEq)]
pub enum Statement {
    /// Sets a cell; undefined if the number is not of the cell's sort.
    Set(CellId, Expression),
    /// Sets the cell at an index; undefined beyond the end, or if the number is not of the cell's sort.
    SetElement(Elements, Expression, Expression),
    /// Computes a temporary; undefined if it is outside the range.
    Compute(TemporaryId, Interval, Expression),
    /// Appends an element to a list; undefined if the list is full.
    Append(ListCells, Vec<Expression>),
    /// Removes the first element of a list; undefined if there is none.
    RemoveFirst(ListCells),
}

/// Cells of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListCells {
    /// Cell of the list's length.
    pub length: CellId,
    /// Maximum number of elements.
    pub capacity: usize,
    /// Number of cells of an element. They follow the length directly.
    pub components: usize,
}

impl ListCells {
    /// Returns a component of the elements.
    #[must_use]
    pub fn component(self, component: usize) -> Elements {
        Elements {
            first: CellId::new(self.length.index() + 1 + component),
            stride: self.components as u32,
            count: self.capacity as u32,
            length: Some(self.length),
        }
    }

    /// Returns the cell of a component at a position.
    #[must_use]
    pub fn cell(self, position: usize, component: usize) -> CellId {
        CellId::new(self.length.index() + 1 + position * self.components + component)
    }
}

impl Rule {
    /// Calls `see` with each expression of the statements.
    pub fn for_each_expression(&self, see: &mut dyn FnMut(&Expression)) {
        for statement in &self.statements {
            match statement {
                Statement::Set(_, value) | Statement::Compute(_, _, value) => see(value),
                Statement::SetElement(_, index, value) => {
                    see(index);
                    see(value);
                }
                Statement::Append(_, values) => values.iter().for_each(&mut *see),
                Statement::RemoveFirst(_) => {}
            }
        }
    }
}
