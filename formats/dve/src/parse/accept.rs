//! Accepting states, of every kind of automaton. The kinds matter to properties only, so that the
//! tree has the names alone.

use super::Step;
use super::cursor::Parser;
use crate::syntax::Name;

impl Parser<'_> {
    /// All behind `accept`.
    pub(super) fn accepting(&mut self, accepting: &mut Vec<Name>) -> Step<()> {
        if self.take_keyword("genbuchi") || self.take_keyword("muller") {
            return self.groups(accepting, Self::group);
        }
        if self.take_keyword("rabin") || self.take_keyword("streett") {
            return self.groups(accepting, |parser, names| {
                parser.group(names)?;
                parser.expect(";", "`,` or `;` behind a state")?;
                parser.group(names)
            });
        }
        self.take_keyword("buchi");
        accepting.extend(self.names("a state, or a kind such as `buchi`")?);
        self.expect(";", "`,` or `;` behind a state")
    }

    /// What is in parentheses, as often as it comes, and the end of the clause.
    fn groups(
        &mut self,
        accepting: &mut Vec<Name>,
        inner: impl Fn(&mut Self, &mut Vec<Name>) -> Step<()>,
    ) -> Step<()> {
        loop {
            self.expect("(", "`(`")?;
            inner(self, accepting)?;
            self.expect(")", "`,` or `)` behind a state")?;
            if !self.take(",") {
                return self.expect(";", "`,` or `;`");
            }
        }
    }

    /// States with commas between them, or none.
    fn group(&mut self, accepting: &mut Vec<Name>) -> Step<()> {
        if !(self.at(")") || self.at(";")) {
            accepting.extend(self.names("a state")?);
        }
        Ok(())
    }
}
