//! `no livelock without`, and patterns of names: `send*, "two words"`. After `no livelock` alone, no transition is
//! progress.
//!
//! A pattern ends at a blank, a comma or a semicolon, so that ids such as `P.idle->busy` need no quotes here.

use super::{Parsed, Parser};
use crate::lexer::Token;
use crate::syntax::{Condition, Name, Scope};

impl Parser<'_> {
    /// Returns whether a property about livelocks begins here.
    pub(super) fn at_livelock(&self) -> bool {
        matches!(self.token, Token::Word("no")) && self.peek() == Token::Word("livelock")
    }

    /// Parses such a property after its name.
    pub(super) fn livelock(&mut self, name: Option<Name>) -> Parsed<(Option<Name>, Scope, Condition)> {
        self.advance();
        self.advance();
        let mut patterns = Vec::new();
        let names_some = self.take_word("without");
        if names_some {
            patterns.push(self.pattern()?);
            while self.take(",") {
                patterns.push(self.pattern()?);
            }
        }
        if self.at(";") || self.token == Token::End || self.at_property() {
            return Ok((name, Scope::Livelock, Condition::Progress(patterns)));
        }
        self.found(if names_some {
            "`,` and another transition, or `;`"
        } else {
            "`without` and the transitions that are progress"
        })
    }

    /// Parses a name in which `*` stands for any characters.
    fn pattern(&mut self) -> Parsed<Name> {
        const EXPECTED: &str = "the name of a transition, in which `*` stands for any characters";
        let start = self.span;
        if let Token::Quoted(name) = &self.token {
            let text = name.clone();
            self.advance();
            return Ok(Name { text, span: start });
        }
        while !matches!(self.token, Token::End | Token::Quoted(_)) && !self.at(",") && !self.at(";") {
            self.advance();
            if self.previous.end != self.span.start {
                break;
            }
        }
        if self.previous.end <= start.start {
            return self.found(EXPECTED);
        }
        let span = crate::operand::joined(start, self.previous);
        Ok(Name { text: self.text[span.start as usize..span.end as usize].to_owned(), span })
    }
}
