//! A whole file: declarations, processes, and the `system` line.

use sanderling_net::{Diagnostic, Span};

use super::cursor::Parser;
use super::recovery::is_clause;
use super::token::Token;
use super::{Abandoned, Step, hint};
use crate::syntax::{Declaration, Model, Process, System};

const EXPECTED: &str = "a declaration, `process` or `system`";

/// The parts of a file read so far.
#[derive(Default)]
struct Draft {
    declarations: Vec<Declaration>,
    processes: Vec<Process>,
    /// Span of the first process, even if it is wrong.
    first_process: Option<Span>,
    /// Whether a declaration after a process was reported.
    is_order_reported: bool,
}

impl Parser<'_> {
    pub(super) fn model(&mut self) -> Step<Model> {
        let mut draft = Draft::default();
        loop {
            match self.token {
                Token::Keyword("const" | "byte" | "int" | "channel") => self.declaration(&mut draft),
                Token::Keyword("process") => {
                    draft.first_process.get_or_insert(self.span);
                    draft.processes.extend(self.process().ok());
                }
                Token::Keyword("system") => return self.end_of_model(draft),
                token if token.is_end() && draft.first_process.is_none() => return self.found(EXPECTED),
                token if token.is_end() => return self.found("`process`, or `system async;` at the end"),
                _ => self.stray(draft.first_process.is_some()),
            }
        }
    }

    fn declaration(&mut self, draft: &mut Draft) {
        if let Some(process) = draft.first_process.filter(|_| !draft.is_order_reported) {
            draft.is_order_reported = true;
            let error = Diagnostic::error("a declaration after a process");
            self.blame(error.expected("all of them before the first process").related(process, "it begins"));
        }
        let declarations = &mut draft.declarations;
        let read = if self.at_keyword("channel") {
            self.channels(|channel| declarations.push(Declaration::Channel(channel)))
        } else {
            let mut variables = Vec::new();
            let read = self.variables(&mut variables);
            declarations.extend(variables.into_iter().map(Declaration::Variable));
            read
        };
        if let Err(Abandoned) = read {
            self.skip_declaration();
        }
    }

    /// Reports a token that begins neither a declaration nor a process.
    fn stray(&mut self, is_behind_process: bool) {
        let help = if is_behind_process { hint::behind_process } else { hint::declaration };
        let _: Step<()> = self.found_with(EXPECTED, help);
        match self.token {
            Token::Symbol(";" | "}") => self.advance(),
            Token::Keyword(keyword) if is_behind_process && is_clause(keyword) => self.clauses_behind(),
            _ => {
                self.advance();
                self.skip_declaration();
            }
        }
    }

    /// Parses the last line of a file.
    fn end_of_model(&mut self, draft: Draft) -> Step<Model> {
        let start = self.span;
        if draft.first_process.is_none() {
            self.report(Diagnostic::error("a model without a process").at(start).expected("`process`"));
        }
        let system = self.system()?;
        if self.token != Token::End {
            return self.found_with("the end of the file", |_| Some(hint::BEHIND_SYSTEM));
        }
        Ok(Model { declarations: draft.declarations, processes: draft.processes, system })
    }

    fn system(&mut self) -> Step<System> {
        let start = self.span;
        self.advance();
        let is_synchronous = self.take_keyword("sync");
        if !is_synchronous && !self.take_keyword("async") {
            return self.found("`async` or `sync`");
        }
        let property = if self.take_keyword("property") {
            Some(self.name("the name of the property process")?)
        } else {
            None
        };
        self.expect(";", if property.is_some() { "`;`" } else { "`property` or `;`" })?;
        Ok(System { is_synchronous, property, span: self.since(start) })
    }
}
