//! Clauses about states: the initial one, the committed ones, the accepting ones.
//!
//! Each clause occurs at most once, and `init` does not come between the other two.

use sanderling_net::{Diagnostic, Span};

use super::Step;
use super::cursor::Parser;
use super::hint;
use super::token::Token;
use crate::syntax::{Accepting, Name};

/// The clauses read so far.
#[derive(Default)]
pub(super) struct Heads {
    pub(super) initial: Option<Name>,
    pub(super) committed: Vec<Name>,
    pub(super) accepting: Accepting,
    /// Whether there is an `init` whose rest is wrong and was reported.
    pub(super) is_init_unreadable: bool,
    /// The clauses so far and their positions.
    seen: Vec<(&'static str, Span)>,
}

impl Parser<'_> {
    /// Parses `init`, `commit` or `accept`, which is the next token.
    pub(super) fn head(&mut self, heads: &mut Heads) -> Step<()> {
        if let Token::Keyword(keyword) = self.token {
            self.check_head(heads, keyword);
        }
        if self.take_keyword("init") {
            return self.initial(heads);
        }
        if self.take_keyword("commit") {
            heads.committed.extend(self.names("a state")?);
            return self.expect(";", "`,` or `;` behind a state");
        }
        let start = self.span;
        self.advance();
        self.accepting(&mut heads.accepting)?;
        heads.accepting.span = Some(self.since(start));
        Ok(())
    }

    fn initial(&mut self, heads: &mut Heads) -> Step<()> {
        let name = self.name("the state in which the process begins");
        heads.is_init_unreadable |= name.is_err();
        heads.initial.get_or_insert(name?);
        if self.at(",") {
            return self.found_with("`;`", |_| Some(hint::ONE_INITIAL));
        }
        self.expect(";", "`;` behind the initial state")
    }

    /// Reports a clause that occurs twice, or `commit` and `accept` with `init` between them.
    fn check_head(&mut self, heads: &mut Heads, keyword: &'static str) {
        if let Some((_, first)) = heads.seen.iter().find(|(seen, _)| *seen == keyword) {
            let error = Diagnostic::error(format!("a second `{keyword}`")).related(*first, "the first");
            let help = if keyword == "init" { hint::ONE_INITIAL } else { hint::LISTS };
            return self.blame(error.help(help));
        }
        heads.seen.push((keyword, self.span));
        if let [(other, first), ("init", _), _] = heads.seen[..] {
            let found = format!("`{keyword}` behind `init`, where `{other}` is before it");
            let error = Diagnostic::error(found).related(first, format!("`{other}`"));
            self.blame(error.help("`init` comes before both `commit` and `accept`, or after both"));
        }
    }
}
