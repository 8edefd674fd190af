//! Tables of ids, each declared once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use sanderling_net::{Diagnostic, Span};

use crate::number::shortened;
use crate::report::Report;

/// Ids with their meanings and the positions of their declarations.
#[derive(Debug)]
pub(crate) struct Table<'a, T> {
    /// The name of an entry in messages, such as `sort`.
    kind: &'static str,
    entries: HashMap<Cow<'a, str>, (T, Span)>,
}

impl<'a, T: Copy> Table<'a, T> {
    /// Creates a table for entries of a kind.
    pub(crate) fn of(kind: &'static str) -> Self {
        Self { kind, entries: HashMap::new() }
    }

    /// Declares an id. A second declaration is reported, and the first one is kept.
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

    /// Returns the meaning of an id.
    pub(crate) fn get(&self, id: &str) -> Option<T> {
        self.entries.get(id).map(|&(entry, _)| entry)
    }

    /// Returns the position of the declaration of an id.
    pub(crate) fn span(&self, id: &str) -> Option<Span> {
        self.entries.get(id).map(|&(_, span)| span)
    }

    /// Changes the meaning of a declared id.
    pub(crate) fn set(&mut self, id: &str, entry: T) {
        if let Some(slot) = self.entries.get_mut(id) {
            slot.0 = entry;
        }
    }
}
