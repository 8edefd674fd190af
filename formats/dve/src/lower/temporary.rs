//! Variables that no place has: values that must outlive what they were read from.

use sanderling_net::{Declarations, Sort, SortId, VariableDeclaration, VariableId};

use super::sorts;

/// What is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// A value that was sent.
    Sent,
    /// The position where a received value goes.
    Index,
}

/// The temporary variables so far. They are numbered behind the variables of the places.
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
    /// No temporaries yet, of a net whose other variables and sorts are declared.
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

    /// The variable for the value with this position among those of its use in a transition.
    pub(super) fn variable(&mut self, what: Use, position: usize) -> VariableId {
        while self.known[what as usize].len() <= position {
            let name = if what == Use::Sent { "sent" } else { "index" };
            let id = format!("{name} {}", self.known[what as usize].len() + 1);
            let variable = self.declare(id, self.number);
            self.known[what as usize].push(variable);
        }
        self.known[what as usize][position]
    }

    /// The variable and the sort for a value that is never defined: how many processes write a
    /// variable, of a sort that has only the number 1.
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

    /// Declares them in the net.
    pub(super) fn finish(self, declarations: &mut Declarations) {
        declarations.variables.extend(self.declared);
        if self.conflict.is_some() {
            sorts::add(declarations, "one writer", Sort::Range { start: 1, end: 1 });
        }
    }
}
