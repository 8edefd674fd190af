//! Accepting states, for every kind of automaton.

use super::Step;
use super::cursor::Parser;
use crate::syntax::{AcceptanceKind, Accepting, Name};

/// The kinds whose states are in parentheses.
const IN_GROUPS: [AcceptanceKind; 4] = [
    AcceptanceKind::GeneralisedBuchi,
    AcceptanceKind::Muller,
    AcceptanceKind::Rabin,
    AcceptanceKind::Streett,
];

impl Parser<'_> {
    /// Parses everything after `accept`.
    pub(super) fn accepting(&mut self, accepting: &mut Accepting) -> Step<()> {
        if let Some(kind) = IN_GROUPS.into_iter().find(|kind| self.take_keyword(kind.keyword())) {
            accepting.kind = kind;
            return self.groups(accepting);
        }
        self.take_keyword("buchi");
        accepting.sets.push(self.names("a state, or a kind such as `buchi`")?);
        self.expect(";", "`,` or `;` behind a state")
    }

    /// Parses the groups in parentheses, and the end of the clause.
    fn groups(&mut self, accepting: &mut Accepting) -> Step<()> {
        let is_of_pairs = matches!(accepting.kind, AcceptanceKind::Rabin | AcceptanceKind::Streett);
        loop {
            self.expect("(", "`(`")?;
            let first = self.group()?;
            accepting.sets.push(first);
            if is_of_pairs {
                self.expect(";", "`,` or `;` behind a state")?;
                let second = self.group()?;
                accepting.sets.push(second);
            }
            self.expect(")", "`,` or `)` behind a state")?;
            if !self.take(",") {
                return self.expect(";", "`,` or `;`");
            }
        }
    }

    /// Parses states with commas between them; there may be none.
    fn group(&mut self) -> Step<Vec<Name>> {
        if self.at(")") || self.at(";") { Ok(Vec::new()) } else { self.names("a state") }
    }
}
