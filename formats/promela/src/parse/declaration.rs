//! Declarations.

use std::rc::Rc;

use sanderling_net::{Diagnostic, Diagnostics, Span};

use super::{Inline, Parsed, Parser, is_c};
use crate::syntax::{
    Expression, ExpressionKind, Formula, Initial, Model, Name, Process, Record, Statement, Type, Variable,
};
use crate::token::{Token, number};

impl Parser {
    pub(super) fn unit(&mut self, model: &mut Model) -> Parsed<()> {
        let span = self.span();
        match self.peek(0) {
            ";" => {
                self.next()?;
            }
            "mtype"
                if matches!(self.peek(1), "=" | "{")
                    || self.peek(1) == ":" && matches!(self.peek(3), "=" | "{") =>
            {
                self.next()?;
                if self.eat(":") {
                    self.name()?;
                }
                self.eat("=");
                self.expect("{")?;
                model.symbols.push(self.list("}", Self::name)?);
            }
            "typedef" => {
                self.next()?;
                let name = self.name()?;
                self.expect("{")?;
                let mut fields = Vec::new();
                while !self.eat("}") {
                    if !self.eat(";") {
                        fields.extend(self.declaration()?);
                    }
                }
                self.records.push(name.text.clone());
                model.records.push(Record { name, fields });
            }
            "active" | "proctype" | "init" | "D_proctype" => {
                let process = self.process()?;
                model.processes.push(process);
            }
            "never" => {
                let text = self.next()?.text;
                let name = if self.peek(0) == "{" { Name { text, span } } else { self.name()? };
                let (body, end) = self.process_body()?;
                let (active, parameters, provided) = (None, Vec::new(), None);
                model.claims.push(Process { name, active, parameters, provided, body, end });
            }
            "ltl" => {
                self.next()?;
                let name = if self.peek(0) == "{" { None } else { Some(self.name()?) };
                let tokens = self.braces()?;
                model.formulas.push(Formula { name, tokens, span });
            }
            "inline" => self.inline()?,
            "trace" | "notrace" => return Err(self.refused("event traces", "a never claim")),
            word if is_c(word) => {
                return Err(self.refused("embedded C code", "statements of Promela"));
            }
            _ if self.is_declaration() => model.variables.extend(self.declaration()?),
            _ => {
                let expected =
                    "a declaration, `proctype`, `init`, `never`, `ltl`, `inline`, `mtype` or `typedef`";
                return Err(self.unexpected(expected).into());
            }
        }
        Ok(())
    }

    pub(super) fn refused(&self, what: &str, instead: &str) -> Diagnostics {
        let message = format!("`{}`: {what} cannot be read", self.peek(0));
        Diagnostic::error(message).at(self.span()).expected(instead).into()
    }

    /// Returns the tokens between braces.
    pub(super) fn braces(&mut self) -> Parsed<Vec<Token>> {
        let start = self.expect("{")?;
        let (mut depth, mut tokens) = (0, Vec::new());
        loop {
            match self.peek(0) {
                "}" if depth == 0 => break,
                "{" => depth += 1,
                "}" => depth -= 1,
                _ if self.is_at_end() => {
                    return Err(Diagnostic::error("a brace that is not closed")
                        .at(start)
                        .expected("`}`")
                        .into());
                }
                _ => {}
            }
            tokens.push(self.next()?);
        }
        self.next()?;
        Ok(tokens)
    }

    pub(super) fn inline(&mut self) -> Parsed<()> {
        self.next()?;
        let name = self.name()?;
        self.expect("(")?;
        let parameters = self.list(")", Self::name)?.into_iter().map(|name| name.text).collect();
        let body = self.braces()?;
        self.inlines.insert(name.text, Rc::new(Inline { parameters, body }));
        Ok(())
    }

    pub(super) fn process(&mut self) -> Parsed<Process> {
        let one = |span| Expression { kind: ExpressionKind::Number(1), span };
        let mut active = None;
        if self.peek(0) == "active" {
            let span = self.next()?.span;
            active = Some(one(span));
            if self.eat("[") {
                active = Some(self.expression()?);
                self.expect("]")?;
            }
        }
        let word = self.next()?;
        let (name, parameters) = match &*word.text {
            "init" => {
                active = Some(one(word.span));
                (Name { text: word.text.clone(), span: word.span }, Vec::new())
            }
            "proctype" => {
                let name = self.name()?;
                self.expect("(")?;
                (name, self.parameters()?)
            }
            _ => {
                let found = Diagnostic::error(format!("`{}`", word.text)).at(word.span);
                return Err(found.expected("`proctype` or `init`").into());
            }
        };
        if self.peek(0) == "priority" {
            return Err(self.refused("priorities of processes", "a process without priority"));
        }
        let mut provided = None;
        if self.eat("provided") {
            self.expect("(")?;
            provided = Some(self.expression()?);
            self.expect(")")?;
        }
        let (body, end) = self.process_body()?;
        Ok(Process { name, active, parameters, provided, body, end })
    }

    pub(super) fn parameters(&mut self) -> Parsed<Vec<Variable>> {
        let mut all = Vec::new();
        while self.peek(0) != ")" {
            if !self.eat(";") && !self.eat(",") {
                let sort = self.sort()?;
                loop {
                    all.push(self.variable(&sort, false)?);
                    let is_more = self.peek(0) == "," && !self.is_declaration_at(1);
                    if !is_more {
                        break;
                    }
                    self.next()?;
                }
            }
        }
        self.next()?;
        Ok(all)
    }

    /// Parses the body of a process.
    pub(super) fn process_body(&mut self) -> Parsed<(Vec<Statement>, Span)> {
        self.is_beginning = true;
        self.body()
    }

    pub(super) fn body(&mut self) -> Parsed<(Vec<Statement>, Span)> {
        self.expect("{")?;
        let body = self.sequence()?;
        Ok((body, self.expect("}")?))
    }

    pub(super) fn is_declaration(&self) -> bool {
        self.is_declaration_at(0)
    }

    pub(super) fn is_declaration_at(&self, ahead: usize) -> bool {
        let word = self.peek(ahead);
        let is_type = matches!(
            word,
            "bit"
                | "bool"
                | "byte"
                | "short"
                | "int"
                | "unsigned"
                | "mtype"
                | "pid"
                | "chan"
                | "hidden"
                | "show"
                | "local"
        );
        is_type || self.records.iter().any(|record| &**record == word)
    }

    pub(super) fn sort(&mut self) -> Parsed<Type> {
        let token = self.next()?;
        Ok(match &*token.text {
            "bit" | "bool" => Type::Bit,
            "byte" | "pid" => Type::Byte,
            "short" => Type::Short,
            "int" => Type::Int,
            "unsigned" => Type::Unsigned(32),
            "mtype" => {
                if self.eat(":") {
                    self.name()?;
                }
                Type::Symbol
            }
            "chan" => Type::Channel,
            name if self.records.iter().any(|record| &**record == name) => Type::Record(token.text.clone()),
            _ => {
                self.at -= 1;
                return Err(self.unexpected("a type").into());
            }
        })
    }

    pub(super) fn declaration(&mut self) -> Parsed<Vec<Variable>> {
        let mut is_hidden = false;
        while matches!(self.peek(0), "hidden" | "show" | "local") {
            is_hidden |= self.peek(0) == "hidden";
            self.next()?;
        }
        let sort = self.sort()?;
        let mut all = vec![self.variable(&sort, is_hidden)?];
        while self.eat(",") {
            all.push(self.variable(&sort, is_hidden)?);
        }
        Ok(all)
    }

    pub(super) fn variable(&mut self, sort: &Type, is_hidden: bool) -> Parsed<Variable> {
        let name = self.name()?;
        let mut sort = sort.clone();
        let (mut length, mut initial) = (None, Initial::Zero);
        if self.eat(":") {
            let token = self.next()?;
            match number(&token).filter(|bits| (1..=32).contains(bits)) {
                Some(bits) if matches!(sort, Type::Unsigned(_)) => sort = Type::Unsigned(bits as u32),
                _ => {
                    let found =
                        Diagnostic::error(format!("`{}` as a number of bits", token.text)).at(token.span);
                    return Err(found.expected("1 to 32, for a variable of type `unsigned`").into());
                }
            }
        }
        if self.eat("[") {
            length = Some(self.expression()?);
            self.expect("]")?;
        }
        if self.eat("=") {
            initial = match self.peek(0) {
                "[" => {
                    self.next()?;
                    let capacity = self.expression()?;
                    self.expect("]")?;
                    self.expect("of")?;
                    self.expect("{")?;
                    Initial::Channel(capacity, self.list("}", Self::sort)?)
                }
                "{" => {
                    self.next()?;
                    Initial::List(self.list("}", Self::expression)?)
                }
                _ => Initial::Value(self.expression()?),
            };
        }
        Ok(Variable { sort, name, length, initial, is_hidden })
    }
}
