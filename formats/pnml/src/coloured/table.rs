//! What ids stand for, each declared once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use sanderling_net::{Diagnostic, Span};

use crate::number::shortened;
use crate::report::Report;

/// Ids with what they stand for and where they were declared.
#[derive(Debug)]
pub(crate) struct Table<'a, T> {
    /// What messages call an entry: `sort`.
    kind: &'static str,
    entries: HashMap<Cow<'a, str>, (T, Span)>,
}

impl<'a, T: Copy> Table<'a, T> {
    /// A table of sorts, variables, and so on.
    pub(crate) fn of(kind: &'static str) -> Self {
        Self { kind, entries: HashMap::new() }
    }

    /// Declares an id. A second declaration is reported, and the first stays.
    pub(crate) fn declare(
        &mut self,
        id: Cow<'a, str>,
        entry: T,
        span: Span,
        report: &mut Report<'_>,
    ) -> bool {
        match self.entries.entry(id) {
            Entry::Vacant(vacant) => {
                vacant.insert((entry, span));
                true
            }
            Entry::Occupied(occupied) => {
                let (id, first) = (occupied.key(), occupied.get().1);
                report.say_error(|| {
                    Diagnostic::error(format!("a second {} with the id `{}`", self.kind, shortened(id)))
                        .expected("an id of its own")
                        .element(id.as_ref())
                        .related(first, "first used")
                        .at(span)
                });
                false
            }
        }
    }

    /// What an id stands for.
    pub(crate) fn get(&self, id: &str) -> Option<T> {
        self.entries.get(id).map(|&(entry, _)| entry)
    }

    /// Where an id was declared.
    pub(crate) fn span(&self, id: &str) -> Option<Span> {
        self.entries.get(id).map(|&(_, span)| span)
    }

    /// Changes what a declared id stands for.
    pub(crate) fn set(&mut self, id: &str, entry: T) {
        if let Some(slot) = self.entries.get_mut(id) {
            slot.0 = entry;
        }
    }
}
