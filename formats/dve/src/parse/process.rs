//! Processes: clauses that begin with a keyword, in a fixed order.
//!
//! A clause in the wrong order is reported and parsed nevertheless, so that later errors are meaningful.

use sanderling_net::{Diagnostic, Span};

use super::cursor::Parser;
use super::heads::Heads;
use super::recovery::is_clause;
use super::token::Token;
use super::{Abandoned, Step, hint};
use crate::syntax::{Assertion, Name, Process, Transition, Variable};

/// The order of the clauses; `init`, `commit` and `accept` have their own order.
const ORDER: &str = "in a process: variables, `state`, `init` with `commit` and `accept`, `assert`, `trans`";

/// The parts of a process read so far.
#[derive(Default)]
struct Draft {
    variables: Vec<Variable>,
    states: Option<Vec<Name>>,
    heads: Heads,
    assertions: Vec<Assertion>,
    transitions: Vec<Transition>,
    /// The last clause: rank, keyword, position.
    last: Option<(u8, &'static str, Span)>,
}

/// Returns the position of a clause in the order.
fn rank(keyword: &str) -> u8 {
    match keyword {
        "const" | "byte" | "int" => 0,
        "state" => 1,
        "init" | "commit" | "accept" => 2,
        "assert" => 3,
        _ => 4,
    }
}

impl Parser<'_> {
    pub(super) fn process(&mut self) -> Step<Process> {
        let start = self.span;
        self.advance();
        let name = self.process_name();
        if name.is_err() {
            self.skip_to_body();
        }
        let mut draft = Draft::default();
        self.clauses(&mut draft, start)?;
        let (name, span) = (name?, self.since(start));
        self.assemble(name, draft, span)
    }

    /// Parses clauses after a process that ended early because of a surplus brace.
    pub(super) fn clauses_behind(&mut self) {
        let start = self.span;
        let _: Step<()> = self.clauses(&mut Draft::default(), start);
    }

    /// Parses the name and the opening brace.
    fn process_name(&mut self) -> Step<Name> {
        let name = self.name("the name of the process")?;
        self.expect("{", "`{`")?;
        Ok(name)
    }

    /// Parses a process after its opening brace.
    fn clauses(&mut self, draft: &mut Draft, start: Span) -> Step<()> {
        loop {
            match self.token {
                Token::Symbol("}") => {
                    self.advance();
                    return Ok(());
                }
                Token::Keyword("channel") => self.inner_channel(),
                Token::Keyword(keyword) if is_clause(keyword) => {
                    self.check_order(draft, keyword);
                    if let Err(Abandoned) = self.clause(draft, keyword) {
                        self.skip_clause();
                    }
                }
                token if token.is_end() || self.at_keyword("process") || self.at_keyword("system") => {
                    return self.found_before_end("`}` at the end of the process", start, "the process");
                }
                _ => {
                    let expected =
                        if draft.last.is_some() { "a clause or `}`" } else { "a variable or `state`" };
                    let _: Step<()> = self.found_with(expected, hint::clause);
                    self.advance();
                    self.skip_clause();
                }
            }
        }
    }

    /// Reports a clause that must not follow the earlier ones.
    fn check_order(&mut self, draft: &mut Draft, keyword: &'static str) {
        let rank = rank(keyword);
        let Some((last_rank, last, place)) = draft.last else {
            draft.last = Some((rank, keyword, self.span));
            return;
        };
        let found = if rank < last_rank {
            Some(format!("`{keyword}` behind `{last}`"))
        } else if rank == last_rank && matches!(rank, 1 | 3 | 4) {
            Some(format!("a second `{keyword}`"))
        } else {
            None
        };
        match found {
            Some(found) => {
                let error = Diagnostic::error(found).related(place, format!("`{last}`"));
                self.blame(error.help(hint::twice(keyword, rank == last_rank).unwrap_or(ORDER)));
            }
            None => draft.last = Some((rank, keyword, self.span)),
        }
    }

    /// Parses a clause whose keyword is the next token.
    fn clause(&mut self, draft: &mut Draft, keyword: &str) -> Step<()> {
        match keyword {
            "const" | "byte" | "int" => self.variables(&mut draft.variables),
            "state" => self.states(&mut draft.states),
            "assert" => self.assertions(&mut draft.assertions),
            "trans" => self.transitions(&mut draft.transitions),
            _ => self.head(&mut draft.heads),
        }
    }

    fn states(&mut self, states: &mut Option<Vec<Name>>) -> Step<()> {
        self.advance();
        let states = states.get_or_insert_default();
        states.extend(self.names("the name of a state")?);
        self.expect(";", "`,` or `;` behind a state")
    }

    fn assertions(&mut self, assertions: &mut Vec<Assertion>) -> Step<()> {
        self.advance();
        loop {
            let location = self.name("the state that an assertion is about")?;
            self.expect(":", "`:` and a condition")?;
            assertions.push(Assertion { location, condition: self.expression()? });
            if !self.take(",") {
                return self.expect_behind(";", "an operator, `,` or `;`");
            }
        }
    }

    /// Reports a channel within a process, and parses it so that parsing can continue.
    fn inner_channel(&mut self) {
        let expected = "its declaration before the first process";
        self.blame(Diagnostic::error("a channel within a process").expected(expected));
        if let Err(Abandoned) = self.channels(|_| {}) {
            self.skip_clause();
        }
    }

    /// Returns the process, if no required part is missing.
    fn assemble(&mut self, name: Name, draft: Draft, span: Span) -> Step<Process> {
        let Draft { variables, states, heads, assertions, transitions, .. } = draft;
        let lacks = |what: &str, line: &str| {
            let found = format!("the process `{}` has no {what}", name.text);
            Diagnostic::error(found).at(name.span).expected(line)
        };
        if states.is_none() {
            self.report(lacks("states", "`state` and their names"));
        }
        if heads.initial.is_none() && !heads.is_init_unreadable {
            self.report(lacks("initial state", "`init` and its name"));
        }
        let (Some(states), Some(initial)) = (states, heads.initial) else { return Err(Abandoned) };
        let Heads { committed, accepting, .. } = heads;
        Ok(Process { name, variables, states, initial, committed, accepting, assertions, transitions, span })
    }
}
