//! The parser: from tokens to the syntax tree.
//!
//! It descends recursively. INVARIANT: [`MAX_DEPTH`] bounds the recursion, and [`MAX_INLINED`] the tokens that calls of
//! `inline` insert.

mod declaration;
mod expression;
mod formula;
mod label;
mod statement;

use std::collections::HashMap;
use std::rc::Rc;

use sanderling_net::{Diagnostic, Diagnostics, Span};

use crate::preprocess::MAX_TOKENS;
use crate::syntax::{Expression, Model, Name};
use crate::token::{Kind, Token};

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
    let processes = model.processes.iter_mut().chain(&mut model.claims);
    processes.for_each(|process| label::resolve(&mut process.body));
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
