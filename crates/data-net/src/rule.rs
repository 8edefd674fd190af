//! What a transition of a value net does, over cells.
//!
//! Its conditions come first (all of them, in an order in which a false one hides what is undefined
//! behind it), then its statements, one after the other on the cells of the successor. A variable that
//! an arc binds to a place and that an output arc puts back *is* the place's cells while the code runs;
//! every other variable that code assigns is a temporary.

use sanderling_net::VariableId;

use crate::cell::CellId;
use crate::expression::{Elements, Expression, TemporaryId};
use crate::interval::Interval;

/// A transition.
#[derive(Debug, Clone, Default)]
pub struct Rule {
    /// What must hold; none of them may be undefined.
    pub conditions: Vec<Expression>,
    /// What must hold besides, from left to right: may be undefined where all that comes before holds.
    pub guard: Vec<Expression>,
    /// What is done.
    pub statements: Vec<Statement>,
    /// The net's variable that each temporary is; none where it is what an output arc puts.
    pub temporaries: Vec<Option<VariableId>>,
}

/// A step of what a transition does.
#[derive(Debug, Clone, PartialEq)]
pub enum Statement {
    /// Sets a cell; undefined where the number is not of the cell's sort.
    Set(CellId, Expression),
    /// Sets the cell at an index; undefined beyond the end, and as above.
    SetElement(Elements, Expression, Expression),
    /// Computes a temporary; undefined where it is outside the range.
    Compute(TemporaryId, Interval, Expression),
    /// Puts an element behind the last one of a list; undefined where it is full.
    Append(ListCells, Vec<Expression>),
    /// Takes the first element of a list away; undefined where there is none.
    RemoveFirst(ListCells),
}

/// The cells of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListCells {
    /// The cell of the list's length.
    pub length: CellId,
    /// How many elements fit.
    pub capacity: usize,
    /// The number of cells of an element. They come right behind the length.
    pub components: usize,
}

impl ListCells {
    /// A component of the elements.
    #[must_use]
    pub fn component(self, component: usize) -> Elements {
        Elements {
            first: CellId::new(self.length.index() + 1 + component),
            stride: self.components as u32,
            count: self.capacity as u32,
            length: Some(self.length),
        }
    }

    /// The cell of a component at a position.
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
