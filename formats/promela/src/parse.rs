//! The parser: from tokens to the syntax tree.
//!
//! It descends recursively. INVARIANT: [`MAX_DEPTH`] bounds the recursion, and [`MAX_INLINED`] the tokens that calls of
//! `inline` insert.

use std::collections::HashMap;
use std::rc::Rc;

use sanderling_net::{Diagnostic, Diagnostics, Span};

use crate::preprocess::MAX_TOKENS;
use crate::syntax::{
    Binary, ChannelFunction, Expression, ExpressionKind, Formula, Initial, Model, Name, Pattern, Process,
    Record, Reference, Statement, StatementKind, Type, Unary, Variable,
};
use crate::token::{Kind, Token, number};

/// Maximum nesting depth of statements and expressions.
const MAX_DEPTH: usize = 120;

/// Maximum number of tokens that calls of `inline` insert.
const MAX_INLINED: usize = MAX_TOKENS;

/// Result of a rule of the grammar.
type Parsed<T> = Result<T, Diagnostics>;

/// Statements that are inserted where they are called.
#[derive(Debug)]
struct Inline {
    parameters: Vec<Rc<str>>,
    body: Vec<Token>,
}

/// Parses a model.
///
/// # Errors
/// The first token that does not fit, with what was expected.
pub(crate) fn model(tokens: Vec<Token>) -> Parsed<Model> {
    let mut parser = Parser::new(tokens);
    let mut model = Model::default();
    while !parser.is_at_end() {
        parser.unit(&mut model)?;
    }
    Ok(model)
}

/// Returns the value of a constant expression. `span` is its position if it is empty.
///
/// # Errors
/// If it is no constant expression.
pub(crate) fn constant(tokens: &[Token], span: Span) -> Parsed<i64> {
    let mut parser = Parser::new(tokens.to_vec());
    parser.last = span;
    let expression = parser.expression()?;
    if !parser.is_at_end() {
        return Err(parser.unexpected("the end of the line").into());
    }
    crate::constant::value(&expression, &HashMap::new())
        .ok_or_else(|| Diagnostic::error("a condition that is no constant").at(span).into())
}

/// A formula of linear temporal logic.
#[derive(Debug)]
pub(crate) enum Temporal {
    /// An operator as the property language writes it: `not`, `[]`, `<>`, `X`.
    Unary(&'static str, Box<Temporal>),
    /// `U`, `W`, `R`, `and`, `or`, `->`, `<->`
    Binary(&'static str, Box<[Temporal; 2]>),
    Atom(Expression),
}

/// Parses a formula of linear temporal logic. `span` is its position if it is empty.
///
/// # Errors
/// The first token that does not fit.
pub(crate) fn formula(tokens: Vec<Token>, span: Span) -> Parsed<Temporal> {
    let mut parser = Parser::new(tokens);
    parser.last = span;
    let formula = parser.temporal(0)?;
    parser.eat(";");
    if !parser.is_at_end() {
        return Err(parser.unexpected("an operator or `}`").into());
    }
    Ok(formula)
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    last: Span,
    depth: usize,
    inlined: usize,
    /// Whether no statement of the process has ended yet: declarations until then take no step.
    is_beginning: bool,
    records: Vec<Rc<str>>,
    inlines: HashMap<Rc<str>, Rc<Inline>>,
}

/// Parser of one construct between commas.
type Rule<T> = fn(&mut Parser) -> Parsed<T>;

impl Parser {
    fn new(tokens: Vec<Token>) -> Self {
        let last = Span { line: 1, column: 1, start: 0, end: 0 };
        Self {
            tokens,
            at: 0,
            last,
            depth: 0,
            inlined: 0,
            is_beginning: true,
            records: Vec::new(),
            inlines: HashMap::new(),
        }
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    fn peek(&self, ahead: usize) -> &str {
        match self.tokens.get(self.at + ahead) {
            Some(token) if token.kind != Kind::Text && token.kind != Kind::Character => &token.text,
            _ => "",
        }
    }

    fn span(&self) -> Span {
        self.tokens.get(self.at).map_or(self.last, |token| token.span)
    }

    fn next(&mut self) -> Parsed<Token> {
        let Some(token) = self.tokens.get(self.at).cloned() else {
            return Err(self.unexpected("more text").into());
        };
        self.at += 1;
        self.last = token.span;
        Ok(token)
    }

    fn unexpected(&self, expected: &str) -> Diagnostic {
        let found = match self.tokens.get(self.at) {
            Some(token) => format!("`{}`", token.text),
            None => "the end of the file".to_owned(),
        };
        Diagnostic::error(found).at(self.span()).expected(expected)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let is_it = self.peek(0) == sign;
        if is_it {
            self.last = self.span();
            self.at += 1;
        }
        is_it
    }

    fn expect(&mut self, sign: &str) -> Parsed<Span> {
        let span = self.span();
        if self.eat(sign) { Ok(span) } else { Err(self.unexpected(&format!("`{sign}`")).into()) }
    }

    fn name(&mut self) -> Parsed<Name> {
        match self.tokens.get(self.at) {
            Some(token) if token.kind == Kind::Name && !is_keyword(&token.text) => {
                let token = self.next()?;
                Ok(Name { text: token.text, span: token.span })
            }
            _ => Err(self.unexpected("a name").into()),
        }
    }

    fn deeper<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let deep = Diagnostic::error("a text that nests too deep").at(self.span());
            return Err(deep.help("divide it into smaller parts").into());
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    fn list<T>(&mut self, end: &str, rule: Rule<T>) -> Parsed<Vec<T>> {
        let mut all = Vec::new();
        while self.peek(0) != end {
            all.push(rule(self)?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(end)?;
        Ok(all)
    }

    // Declarations.

    fn unit(&mut self, model: &mut Model) -> Parsed<()> {
        let span = self.span();
        match self.peek(0) {
            ";" => {
                self.next()?;
            }
            "mtype"
                if matches!(self.peek(1), "=" | "{")
                    || self.peek(1) == ":" && self.peek(3) != "" && matches!(self.peek(3), "=" | "{") =>
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
                self.next()?;
                if self.peek(0) != "{" {
                    self.name()?;
                }
                self.process_body()?;
                model.claims.push(span);
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

    fn refused(&self, what: &str, instead: &str) -> Diagnostics {
        let message = format!("`{}`: {what} cannot be read", self.peek(0));
        Diagnostic::error(message).at(self.span()).expected(instead).into()
    }

    /// Returns the tokens between braces.
    fn braces(&mut self) -> Parsed<Vec<Token>> {
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

    fn inline(&mut self) -> Parsed<()> {
        self.next()?;
        let name = self.name()?;
        self.expect("(")?;
        let parameters = self.list(")", Self::name)?.into_iter().map(|name| name.text).collect();
        let body = self.braces()?;
        self.inlines.insert(name.text, Rc::new(Inline { parameters, body }));
        Ok(())
    }

    fn process(&mut self) -> Parsed<Process> {
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

    fn parameters(&mut self) -> Parsed<Vec<Variable>> {
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
    fn process_body(&mut self) -> Parsed<(Vec<Statement>, Span)> {
        self.is_beginning = true;
        self.body()
    }

    fn body(&mut self) -> Parsed<(Vec<Statement>, Span)> {
        self.expect("{")?;
        let body = self.sequence()?;
        Ok((body, self.expect("}")?))
    }

    fn is_declaration(&self) -> bool {
        self.is_declaration_at(0)
    }

    fn is_declaration_at(&self, ahead: usize) -> bool {
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

    fn sort(&mut self) -> Parsed<Type> {
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

    fn declaration(&mut self) -> Parsed<Vec<Variable>> {
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

    fn variable(&mut self, sort: &Type, is_hidden: bool) -> Parsed<Variable> {
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

    // Statements.

    fn sequence(&mut self) -> Parsed<Vec<Statement>> {
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
    fn separator(&self) -> Parsed<()> {
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

    fn statement(&mut self) -> Parsed<Statement> {
        let (mut labels, start) = (Vec::new(), self.span());
        while self.peek(1) == ":" && self.tokens[self.at].kind == Kind::Name && !is_keyword(self.peek(0)) {
            labels.push(self.name()?);
            self.next()?;
        }
        if matches!(self.peek(0), "}" | "fi" | "od" | "::") && !labels.is_empty() {
            let kind = StatementKind::Block(Vec::new());
            return Ok(Statement { labels, kind, span: start });
        }
        let start = self.span();
        let kind = self.deeper(Self::kind)?;
        self.is_beginning &= matches!(kind, StatementKind::Declare { .. });
        let span = Span { end: self.last.end.max(start.start), ..start };
        let statement = Statement { labels, kind, span };
        if !self.eat("unless") {
            return Ok(statement);
        }
        let escape = self.statement()?;
        let labels = Vec::new();
        Ok(Statement { labels, kind: StatementKind::Unless(Box::new(statement), Box::new(escape)), span })
    }

    fn kind(&mut self) -> Parsed<StatementKind> {
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

    fn options(&mut self, end: &str) -> Parsed<Vec<Vec<Statement>>> {
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

    fn for_loop(&mut self) -> Parsed<StatementKind> {
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
    fn call(&mut self) -> Parsed<StatementKind> {
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
                    body.extend(arguments[argument].iter().cloned())
                }
                _ => body.push(token.clone()),
            }
        }
        self.inlined += body.len();
        if self.inlined > MAX_INLINED {
            let many = format!("calls of `inline` that insert more than {MAX_INLINED} tokens");
            return Err(Diagnostic::error(many).at(name.span).into());
        }
        let after = std::mem::take(&mut self.tokens);
        let at = std::mem::replace(&mut self.at, 0);
        self.tokens = body;
        let statements = self.sequence().and_then(|statements| match self.is_at_end() {
            true => Ok(statements),
            false => Err(self.unexpected("the end of the `inline`").into()),
        });
        (self.tokens, self.at, self.last) = (after, at, name.span);
        Ok(StatementKind::Block(statements?))
    }

    /// Parses an assignment, a communication or an expression.
    fn simple(&mut self) -> Parsed<StatementKind> {
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
    fn message<T>(&mut self, rule: Rule<T>) -> Parsed<Vec<T>> {
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
    fn is_list(&self) -> bool {
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

    fn pattern(&mut self) -> Parsed<Pattern> {
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

    // Formulas.

    fn temporal(&mut self, level: usize) -> Parsed<Temporal> {
        let mut left = self.deeper(Self::temporal_operand)?;
        loop {
            let (name, strength, tokens) = match (self.peek(0), self.peek(1), self.peek(2)) {
                ("<", "->", _) => ("<->", 0, 2),
                ("<", "-", ">") => ("<->", 0, 3),
                ("equivalent", ..) => ("<->", 0, 1),
                ("->" | "implies", ..) => ("->", 0, 1),
                ("||" | "or", ..) => ("or", 1, 1),
                ("&&" | "and", ..) => ("and", 2, 1),
                ("U" | "until" | "stronguntil", ..) => ("U", 3, 1),
                ("W" | "weakuntil", ..) => ("W", 3, 1),
                ("V" | "R" | "release", ..) => ("R", 3, 1),
                _ => return Ok(left),
            };
            if strength < level {
                return Ok(left);
            }
            for _ in 0..tokens {
                self.next()?;
            }
            let right = self.temporal(if name == "->" { strength } else { strength + 1 })?;
            left = Temporal::Binary(name, Box::new([left, right]));
        }
    }

    fn temporal_operand(&mut self) -> Parsed<Temporal> {
        let operator = match self.peek(0) {
            "[]" | "always" => Some("[]"),
            "[" if self.peek(1) == "]" => Some("[]"),
            "<>" | "eventually" => Some("<>"),
            "X" | "next" => Some("X"),
            "!" => Some("not"),
            _ => None,
        };
        if let Some(operator) = operator {
            if self.next()?.is("[") {
                self.next()?;
            }
            return Ok(Temporal::Unary(operator, Box::new(self.deeper(Self::temporal_operand)?)));
        }
        // A parenthesis may begin a formula or an expression: `(p) U q`, `(x + 1) == y`.
        if self.peek(0) == "(" {
            let start = self.at;
            self.next()?;
            if let Ok(inner) = self.temporal(0)
                && self.eat(")")
                && operator_of_numbers(self.peek(0)).is_none()
            {
                return Ok(inner);
            }
            self.at = start;
        }
        self.binary(2).map(Temporal::Atom)
    }

    // Expressions.

    fn reference(&mut self) -> Parsed<Reference> {
        let start = self.span();
        let mut parts = Vec::new();
        loop {
            let name = if self.peek(0) == "_" {
                let token = self.next()?;
                Name { text: token.text, span: token.span }
            } else {
                self.name()?
            };
            let mut index = None;
            if self.eat("[") {
                index = Some(self.expression()?);
                self.expect("]")?;
            }
            parts.push((name, index));
            if !self.eat(".") {
                break;
            }
        }
        Ok(Reference { parts, span: Span { end: self.last.end.max(start.start), ..start } })
    }

    fn expression(&mut self) -> Parsed<Expression> {
        self.deeper(|parser| parser.binary(0))
    }

    fn binary(&mut self, level: usize) -> Parsed<Expression> {
        let mut left = self.unary()?;
        while let Some((operator, strength)) =
            operator(self.peek(0)).filter(|(_, strength)| *strength >= level)
        {
            self.next()?;
            let right = self.deeper(|parser| parser.binary(strength + 1))?;
            let span = Span { end: self.last.end, ..left.span };
            left = Expression { kind: ExpressionKind::Binary(operator, Box::new([left, right])), span };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expression> {
        let span = self.span();
        let operator = match self.peek(0) {
            "!" | "!!" => Unary::Not,
            "~" => Unary::Invert,
            "-" => Unary::Negate,
            _ => return self.operand(),
        };
        let is_double = self.peek(0) == "!!";
        self.next()?;
        let operand = self.deeper(Self::unary)?;
        let wrap = |operand| Expression { kind: ExpressionKind::Unary(operator, Box::new(operand)), span };
        Ok(if is_double { wrap(wrap(operand)) } else { wrap(operand) })
    }

    fn operand(&mut self) -> Parsed<Expression> {
        let span = self.span();
        let Some(token) = self.tokens.get(self.at).cloned() else {
            return Err(self.unexpected("an expression").into());
        };
        let plain = |kind| Ok(Expression { kind, span });
        if matches!(token.kind, Kind::Number | Kind::Character) {
            self.next()?;
            let Some(value) = number(&token) else {
                return Err(Diagnostic::error(format!("the number `{}`", token.text)).at(span).into());
            };
            return plain(ExpressionKind::Number(value));
        }
        if token.is("(") {
            self.next()?;
            let inner = self.expression()?;
            if self.eat("->") {
                let yes = self.expression()?;
                self.expect(":")?;
                let no = self.expression()?;
                self.expect(")")?;
                return plain(ExpressionKind::Conditional(Box::new([inner, yes, no])));
            }
            self.expect(")")?;
            return Ok(inner);
        }
        let kind = match &*token.text {
            "true" => Some(ExpressionKind::Number(1)),
            "false" => Some(ExpressionKind::Number(0)),
            "skip" => Some(ExpressionKind::Number(1)),
            "timeout" => Some(ExpressionKind::Timeout),
            "_pid" => Some(ExpressionKind::ProcessNumber),
            "_nr_pr" => Some(ExpressionKind::ProcessCount),
            "np_" => Some(ExpressionKind::NonProgress),
            _ => None,
        };
        if let Some(kind) = kind {
            self.next()?;
            return plain(kind);
        }
        let function = match &*token.text {
            "len" => Some(ChannelFunction::Length),
            "empty" => Some(ChannelFunction::Empty),
            "nempty" => Some(ChannelFunction::NotEmpty),
            "full" => Some(ChannelFunction::Full),
            "nfull" => Some(ChannelFunction::NotFull),
            _ => None,
        };
        if let Some(function) = function.filter(|_| self.peek(1) == "(") {
            self.next()?;
            self.expect("(")?;
            let channel = self.reference()?;
            self.expect(")")?;
            return plain(ExpressionKind::Channel(function, channel));
        }
        match &*token.text {
            "run" => {
                self.next()?;
                let name = self.name()?;
                self.expect("(")?;
                let arguments = self.list(")", Self::expression)?;
                return plain(ExpressionKind::Run(name, arguments));
            }
            "enabled" | "pc_value" | "_last" | "_priority" | "get_priority" => {
                return Err(self.refused("this function of the scheduler", "an expression over variables"));
            }
            word if is_c(word) => return Err(self.refused("embedded C code", "an expression of Promela")),
            _ => {}
        }
        if token.kind != Kind::Name {
            return Err(self.unexpected("an expression").into());
        }
        self.named(span)
    }

    /// Parses what begins with a name: a variable, a poll of a channel, or a reference to another process.
    fn named(&mut self, span: Span) -> Parsed<Expression> {
        let reference = self.reference()?;
        let plain = |kind| Ok(Expression { kind, span });
        let sign = self.peek(0).to_owned();
        match &*sign {
            "?" | "??" if self.peek(1) == "[" => {
                self.next()?;
                self.next()?;
                let targets = self.message(Self::pattern)?;
                self.expect("]")?;
                plain(ExpressionKind::Poll { channel: reference, is_random: &*sign == "??", targets })
            }
            "@" | ":" if reference.parts.len() == 1 && (&*sign == "@" || self.is_remote_variable()) => {
                self.next()?;
                let Some((process, number)) = reference.parts.into_iter().next() else {
                    return Err(self.unexpected("a process").into());
                };
                let number = number.map(Box::new);
                if &*sign == "@" {
                    return plain(ExpressionKind::At { process, number, label: self.name()? });
                }
                plain(ExpressionKind::Remote { process, number, variable: self.reference()? })
            }
            _ => plain(ExpressionKind::Reference(reference)),
        }
    }

    /// Returns whether the colon here belongs to `process:variable`, which is written without spaces, and not to a
    /// conditional expression or a range.
    fn is_remote_variable(&self) -> bool {
        let (colon, next) = (self.tokens.get(self.at), self.tokens.get(self.at + 1));
        colon.is_some_and(|token| !token.is_spaced)
            && next.is_some_and(|token| !token.is_spaced && token.kind == Kind::Name)
    }
}

/// Returns an operator between numbers; `<` also begins `<->`, which is none.
fn operator_of_numbers(sign: &str) -> Option<Binary> {
    operator(sign).filter(|(_, strength)| *strength >= 2).map(|(operator, _)| operator)
}

/// Returns an operator and its strength.
fn operator(sign: &str) -> Option<(Binary, usize)> {
    Some(match sign {
        "||" => (Binary::Or, 0),
        "&&" => (Binary::And, 1),
        "|" => (Binary::BitOr, 2),
        "^" => (Binary::BitXor, 3),
        "&" => (Binary::BitAnd, 4),
        "==" => (Binary::Equal, 5),
        "!=" => (Binary::Unequal, 5),
        "<" => (Binary::Less, 6),
        ">" => (Binary::Greater, 6),
        "<=" => (Binary::AtMost, 6),
        ">=" => (Binary::AtLeast, 6),
        "<<" => (Binary::ShiftLeft, 7),
        ">>" => (Binary::ShiftRight, 7),
        "+" => (Binary::Add, 8),
        "-" => (Binary::Subtract, 8),
        "*" => (Binary::Multiply, 9),
        "/" => (Binary::Divide, 9),
        "%" => (Binary::Remainder, 9),
        _ => return None,
    })
}

fn is_c(word: &str) -> bool {
    matches!(word, "c_code" | "c_expr" | "c_decl" | "c_state" | "c_track")
}

fn is_keyword(word: &str) -> bool {
    is_c(word)
        || matches!(
            word,
            "active"
                | "assert"
                | "atomic"
                | "bit"
                | "bool"
                | "break"
                | "byte"
                | "chan"
                | "d_step"
                | "do"
                | "else"
                | "empty"
                | "enabled"
                | "eval"
                | "false"
                | "fi"
                | "for"
                | "full"
                | "goto"
                | "hidden"
                | "if"
                | "init"
                | "inline"
                | "int"
                | "len"
                | "ltl"
                | "mtype"
                | "nempty"
                | "never"
                | "nfull"
                | "notrace"
                | "np_"
                | "od"
                | "of"
                | "pid"
                | "printf"
                | "printm"
                | "priority"
                | "proctype"
                | "provided"
                | "run"
                | "select"
                | "short"
                | "show"
                | "skip"
                | "timeout"
                | "true"
                | "typedef"
                | "unless"
                | "unsigned"
                | "xr"
                | "xs"
                | "_pid"
                | "_nr_pr"
                | "_"
                | "D_proctype"
                | "trace"
        )
}
