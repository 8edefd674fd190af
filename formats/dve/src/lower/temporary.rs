//! Variables without a place, for values that are overwritten before they are used.

use sanderling_net::{Declarations, Sort, SortId, VariableDeclaration, VariableId};

use super::sorts;

/// The use of a temporary variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// A sent value.
    Sent,
    /// The index of the target of a received value.
    Index,
}

/// The temporary variables so far. Their numbers follow those of the variables of places.
#[derive(Debug)]
pub(super) struct Temporaries {
    number: SortId,
    first_variable: usize,
    next_sort: SortId,
    declared: Vec<VariableDeclaration>,
    known: [Vec<VariableId>; 2],
    conflict: Option<VariableId>,
}

impl Temporaries {
    /// Creates an empty set of temporaries for a net whose other variables and sorts are declared.
    pub(super) fn new(declarations: &Declarations, number: SortId) -> Self {
        Self {
            number,
            first_variable: declarations.variables.len(),
            next_sort: SortId::new(declarations.sorts.len()),
            declared: Vec::new(),
            known: [Vec::new(), Vec::new()],
            conflict: None,
        }
    }

    /// Returns the variable at a position among those with the same use in a transition.
    pub(super) fn variable(&mut self, what: Use, position: usize) -> VariableId {
        while self.known[what as usize].len() <= position {
            let name = if what == Use::Sent { "sent" } else { "index" };
            let id = format!("{name} {}", self.known[what as usize].len() + 1);
            let variable = self.declare(id, self.number);
            self.known[what as usize].push(variable);
        }
        self.known[what as usize][position]
    }

    /// Returns the variable and the sort for an undefined value: the number of processes that write a variable, with a
    /// sort that contains only 1.
    pub(super) fn conflict(&mut self) -> (VariableId, SortId) {
        let variable = match self.conflict {
            Some(variable) => variable,
            None => self.declare("writers".to_owned(), self.next_sort),
        };
        self.conflict = Some(variable);
        (variable, self.next_sort)
    }

    fn declare(&mut self, id: String, sort: SortId) -> VariableId {
        self.declared.push(VariableDeclaration { id, name: None, sort });
        VariableId::new(self.first_variable + self.declared.len() - 1)
    }

    /// Declares the temporary variables in the net.
    pub(super) fn finish(self, declarations: &mut Declarations) {
        declarations.variables.extend(self.declared);
        if self.conflict.is_some() {
            sorts::add(declarations, "one writer", Sort::Range { start: 1, end: 1 });
        }
    }
}
