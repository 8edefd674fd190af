//! Statements.

use sanderling_net::{Diagnostic, Span};

use super::{MAX_INLINED, Parsed, Parser, Rule, is_c, is_keyword, label};
use crate::syntax::{Binary, Expression, ExpressionKind, Pattern, Statement, StatementKind};
use crate::token::{Kind, Token};

impl Parser {
    pub(super) fn sequence(&mut self) -> Parsed<Vec<Statement>> {
        self.deeper(|parser| {
            let mut all = Vec::new();
            while !parser.is_at_end() && !matches!(parser.peek(0), "}" | "fi" | "od" | "::") {
                if !parser.eat(";") && !parser.eat("->") {
                    all.push(parser.statement()?);
                    parser.separator()?;
                }
            }
            Ok(all)
        })
    }

    /// Checks what follows a statement: the end of the sequence, a separator, or a new line, where Spin adds one.
    pub(super) fn separator(&self) -> Parsed<()> {
        let (Some(last), Some(next)) = (self.tokens.get(self.at.wrapping_sub(1)), self.tokens.get(self.at))
        else {
            return Ok(());
        };
        let is_sign = matches!(&*next.text, "}" | "fi" | "od" | "::" | ";" | "->" | "unless");
        let is_closed = matches!(&*last.text, "}" | "fi" | "od" | ":" | "else");
        let is_elsewhere = last.span.line != next.span.line || last.span.start == next.span.start;
        if is_sign || is_closed || is_elsewhere || self.inlined > 0 {
            return Ok(());
        }
        Err(self.unexpected("`;` or `->`").into())
    }

    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        let (mut labels, start) = (Vec::new(), self.span());
        while self.peek(1) == ":" && self.tokens[self.at].kind == Kind::Name && !is_keyword(self.peek(0)) {
            labels.push(self.name()?);
            self.next()?;
        }
        let is_alone = self.is_at_end() || matches!(self.peek(0), "}" | "fi" | "od" | "::" | ";" | "->");
        if is_alone && !labels.is_empty() {
            // As in Spin, a label without a statement stands before a `skip`.
            let kind = StatementKind::Skip { is_print: false };
            return Ok(Statement { labels, kind, span: start });
        }
        let start = self.span();
        // As in Spin, only declarations at the start of a process take no step, not those in a block there.
        self.is_beginning &= self.is_declaration();
        let kind = self.deeper(Self::kind)?;
        let span = Span { end: self.last.end.max(start.start), ..start };
        let statement = Statement { labels, kind, span };
        if !self.eat("unless") {
            return Ok(statement);
        }
        let escape = self.statement()?;
        let labels = Vec::new();
        Ok(Statement { labels, kind: StatementKind::Unless(Box::new(statement), Box::new(escape)), span })
    }

    pub(super) fn kind(&mut self) -> Parsed<StatementKind> {
        let word = self.peek(0).to_owned();
        Ok(match &*word {
            "xr" | "xs" => {
                self.next()?;
                loop {
                    self.reference()?;
                    if !self.eat(",") {
                        break;
                    }
                }
                StatementKind::Block(Vec::new())
            }
            "if" => StatementKind::If(self.options("fi")?),
            "do" => StatementKind::Do(self.options("od")?),
            "atomic" => {
                self.next()?;
                StatementKind::Atomic(self.body()?.0)
            }
            "d_step" => {
                self.next()?;
                StatementKind::DStep(self.body()?.0)
            }
            "{" => StatementKind::Block(self.body()?.0),
            "goto" => {
                self.next()?;
                StatementKind::Goto(self.name()?)
            }
            "break" => {
                self.next()?;
                StatementKind::Break
            }
            "skip" if !matches!(self.peek(1), "=" | "[" | "." | "++" | "--") => {
                self.next()?;
                StatementKind::Skip { is_print: false }
            }
            "else" => {
                self.next()?;
                StatementKind::Else
            }
            "assert" => {
                self.next()?;
                StatementKind::Assert(self.expression()?)
            }
            "printf" | "printm" => {
                self.next()?;
                self.expect("(")?;
                let mut depth = 0;
                loop {
                    match self.next()?.text.as_ref() {
                        ")" if depth == 0 => break,
                        "(" => depth += 1,
                        ")" => depth -= 1,
                        _ => {}
                    }
                }
                StatementKind::Skip { is_print: true }
            }
            "for" => self.for_loop()?,
            "select" => {
                self.next()?;
                self.expect("(")?;
                let variable = self.reference()?;
                self.expect(":")?;
                let low = self.expression()?;
                self.expect("..")?;
                let high = self.expression()?;
                self.expect(")")?;
                StatementKind::Select(variable, low, high)
            }
            word if is_c(word) => return Err(self.refused("embedded C code", "statements of Promela")),
            "get_priority" | "set_priority" => {
                return Err(self.refused("priorities of processes", "a statement without them"));
            }
            _ if self.is_declaration() => {
                StatementKind::Declare { variables: self.declaration()?, is_step: !self.is_beginning }
            }
            word if self.peek(1) == "(" && self.inlines.contains_key(word) => self.call()?,
            _ => self.simple()?,
        })
    }

    pub(super) fn options(&mut self, end: &str) -> Parsed<Vec<Vec<Statement>>> {
        self.next()?;
        let mut options = Vec::new();
        while self.eat("::") {
            options.push(self.sequence()?);
        }
        if options.is_empty() {
            return Err(self.unexpected("`::`").into());
        }
        self.expect(end)?;
        Ok(options)
    }

    pub(super) fn for_loop(&mut self) -> Parsed<StatementKind> {
        self.next()?;
        self.expect("(")?;
        let variable = self.reference()?;
        if self.eat("in") {
            let array = self.reference()?;
            self.expect(")")?;
            return Ok(StatementKind::ForIn(variable, array, self.body()?.0));
        }
        self.expect(":")?;
        let low = self.expression()?;
        self.expect("..")?;
        let high = self.expression()?;
        self.expect(")")?;
        Ok(StatementKind::For(variable, low, high, self.body()?.0))
    }

    /// Inserts the statements of an `inline` at its call.
    pub(super) fn call(&mut self) -> Parsed<StatementKind> {
        let name = self.next()?;
        let inline = self.inlines[&name.text].clone();
        self.is_beginning = false;
        self.next()?;
        let mut arguments: Vec<Vec<Token>> = Vec::new();
        let mut depth = 0;
        loop {
            let token = self.next()?;
            match token.text.as_ref() {
                ")" if depth == 0 => break,
                "," if depth == 0 => {
                    arguments.push(Vec::new());
                    continue;
                }
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if arguments.is_empty() {
                arguments.push(Vec::new());
            }
            if let Some(last) = arguments.last_mut() {
                last.push(token);
            }
        }
        if arguments.len() != inline.parameters.len() {
            let found = format!("{} arguments of `{}`", arguments.len(), name.text);
            let expected = inline.parameters.len().to_string();
            return Err(Diagnostic::error(found).at(name.span).expected(expected).into());
        }
        let mut body = Vec::new();
        for token in &inline.body {
            match inline.parameters.iter().position(|parameter| *parameter == token.text) {
                Some(argument) if token.kind == Kind::Name => {
                    body.extend(arguments[argument].iter().cloned());
                }
                _ => body.push(token.clone()),
            }
        }
        self.inlined += body.len();
        if self.inlined > MAX_INLINED {
            let many = format!("calls of `inline` that insert more than {MAX_INLINED} tokens");
            return Err(Diagnostic::error(many).at(name.span).into());
        }
        let call = self.inlined;
        let after = std::mem::take(&mut self.tokens);
        let at = std::mem::replace(&mut self.at, 0);
        self.tokens = body;
        let statements = self.sequence().and_then(|statements| match self.is_at_end() {
            true => Ok(statements),
            false => Err(self.unexpected("the end of the `inline`").into()),
        });
        (self.tokens, self.at, self.last) = (after, at, name.span);
        let mut statements = statements?;
        label::enclose(&mut statements, call);
        Ok(StatementKind::Block(statements))
    }

    /// Parses an assignment, a communication or an expression.
    pub(super) fn simple(&mut self) -> Parsed<StatementKind> {
        let start = self.at;
        let is_name = self.tokens.get(start).is_some_and(|token| token.kind == Kind::Name);
        if is_name
            && (!is_keyword(self.peek(0)) || self.peek(0) == "_")
            && self.peek(1) != "("
            && self.peek(1) != "@"
        {
            let reference = self.reference()?;
            let sign = self.peek(0).to_owned();
            match &*sign {
                "=" => {
                    self.next()?;
                    return Ok(StatementKind::Assign(reference, self.expression()?));
                }
                "++" | "--" => {
                    let span = self.next()?.span;
                    let one = Expression { kind: ExpressionKind::Number(1), span };
                    let old = Expression { kind: ExpressionKind::Reference(reference.clone()), span };
                    let operator = if &*sign == "++" { Binary::Add } else { Binary::Subtract };
                    let kind = ExpressionKind::Binary(operator, Box::new([old, one]));
                    return Ok(StatementKind::Assign(reference, Expression { kind, span }));
                }
                "!" | "!!" => {
                    self.next()?;
                    let values = self.message(Self::expression)?;
                    return Ok(StatementKind::Send { channel: reference, is_sorted: &*sign == "!!", values });
                }
                "?" | "??" if self.peek(1) != "[" && self.peek(1) != "[]" => {
                    self.next()?;
                    let is_copy = self.eat("<");
                    let targets = self.message(Self::pattern)?;
                    if is_copy {
                        self.expect(">")?;
                    }
                    let is_random = &*sign == "??";
                    return Ok(StatementKind::Receive { channel: reference, is_random, is_copy, targets });
                }
                _ => self.at = start,
            }
        }
        Ok(StatementKind::Test(self.expression()?))
    }

    /// Parses the values of a message: `a, b` or `a(b)`.
    pub(super) fn message<T>(&mut self, rule: Rule<T>) -> Parsed<Vec<T>> {
        if self.is_list() {
            self.next()?;
            return self.list(")", rule);
        }
        let mut all = vec![rule(self)?];
        if self.eat("(") {
            all.extend(self.list(")", rule)?);
            return Ok(all);
        }
        while self.eat(",") {
            all.push(rule(self)?);
        }
        Ok(all)
    }

    /// Returns whether a list in parentheses follows, and no expression in parentheses.
    pub(super) fn is_list(&self) -> bool {
        let mut depth = 0;
        for token in &self.tokens[self.at..] {
            match &*token.text {
                "(" => depth += 1,
                ")" => depth -= 1,
                "," if depth == 1 => return self.peek(0) == "(",
                _ => {}
            }
            if depth <= 0 {
                break;
            }
        }
        false
    }

    pub(super) fn pattern(&mut self) -> Parsed<Pattern> {
        if self.peek(0) == "eval" {
            self.next()?;
            self.expect("(")?;
            let value = self.expression()?;
            self.expect(")")?;
            return Ok(Pattern::Equal(value));
        }
        if self.eat("_") {
            return Ok(Pattern::Ignore);
        }
        let is_name = self.tokens.get(self.at).is_some_and(|token| token.kind == Kind::Name);
        if is_name && !matches!(self.peek(0), "true" | "false" | "_pid" | "_nr_pr") {
            return Ok(Pattern::Store(self.reference()?));
        }
        Ok(Pattern::Equal(self.unary()?))
    }
}
