//! The parser, by operator precedence.

mod pattern;

use std::rc::Rc;

use super::lexer::{Token, tokens};
use super::syntax::{Binary, Clause, Declaration, Expression};
use crate::cpn_tools::problem::{Outcome, Problem};

/// Maximum nesting depth of expressions.
const DEPTH: usize = 60;

/// Maximum number of declarations in a `let`.
const DECLARATIONS: usize = 60;

/// Maximum length of a chain of operators, or number of arguments of a function.
const CHAIN: usize = 2000;

/// Operators with their precedence, and whether they are right-associative.
const OPERATORS: [(&str, Binary, u8, bool); 25] = [
    ("@@", Binary::At, 1, false),
    ("@+", Binary::At, 1, false),
    ("@", Binary::At, 1, false),
    ("orelse", Binary::Or, 2, false),
    ("andalso", Binary::And, 3, false),
    ("=", Binary::Equal, 5, false),
    ("<>", Binary::NotEqual, 5, false),
    ("<", Binary::Less, 5, false),
    ("<=", Binary::LessOrEqual, 5, false),
    (">", Binary::Greater, 5, false),
    (">=", Binary::GreaterOrEqual, 5, false),
    ("::", Binary::Cons, 6, true),
    ("^^", Binary::Join, 6, true),
    ("++", Binary::Sum, 7, false),
    ("--", Binary::Difference, 7, false),
    ("+", Binary::Add, 7, false),
    ("-", Binary::Subtract, 7, false),
    ("^", Binary::Join, 7, false),
    ("*", Binary::Multiply, 8, false),
    ("div", Binary::Divide, 8, false),
    ("mod", Binary::Modulo, 8, false),
    ("**", Binary::Scale, 8, false),
    ("`", Binary::Copies, 9, false),
    ("intdiv", Binary::Divide, 8, false),
    ("intmod", Binary::Modulo, 8, false),
];

/// Reserved words.
const KEYWORDS: [&str; 25] = [
    "if",
    "then",
    "else",
    "case",
    "of",
    "let",
    "in",
    "end",
    "fn",
    "fun",
    "val",
    "andalso",
    "orelse",
    "div",
    "mod",
    "and",
    "as",
    "handle",
    "raise",
    "local",
    "exception",
    "datatype",
    "type",
    "while",
    "op",
];

/// Parses an expression.
pub(crate) fn expression(text: &str) -> Outcome<Expression> {
    let mut reader = Reader::of(text)?;
    let expression = reader.expression()?;
    reader.finish()?;
    Ok(expression)
}

/// Parses a guard: a condition, or a list of conditions that must all hold.
pub(crate) fn guard(text: &str) -> Outcome<Vec<Expression>> {
    Ok(match expression(text)? {
        Expression::List(conditions) => conditions,
        condition => vec![condition],
    })
}

/// Parses the declarations of a text.
pub(crate) fn declarations(text: &str) -> Outcome<Vec<Declaration>> {
    let mut reader = Reader::of(text)?;
    let declarations = reader.declarations()?;
    reader.finish()?;
    Ok(declarations)
}

fn too_long() -> Problem {
    Problem::new(format!("an expression with more than {CHAIN} parts"))
}

struct Reader {
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
}

impl Reader {
    fn of(text: &str) -> Outcome<Self> {
        Ok(Self { tokens: tokens(text)?, next: 0, depth: 0 })
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    fn takes_sign(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Sign(next)) if *next == sign);
        self.next += usize::from(is_next);
        is_next
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Word(next)) if next == word);
        self.next += usize::from(is_next);
        is_next
    }

    fn sign(&mut self, sign: &'static str) -> Outcome<()> {
        if self.takes_sign(sign) { Ok(()) } else { Err(self.unexpected(sign)) }
    }

    fn word(&mut self, word: &'static str) -> Outcome<()> {
        if self.takes_word(word) { Ok(()) } else { Err(self.unexpected(word)) }
    }

    fn unexpected(&self, wanted: &str) -> Problem {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(Token::Number(number)) => format!("`{number}`"),
            Some(Token::Text(text)) => format!("`\"{text}\"`"),
            Some(Token::Word(word)) => format!("`{word}`"),
            Some(Token::Sign(sign)) => format!("`{sign}`"),
        };
        Problem::new(format!("{found} where `{wanted}` is expected"))
    }

    fn finish(&mut self) -> Outcome<()> {
        while self.takes_sign(";") {}
        if self.peek().is_none() { Ok(()) } else { Err(self.unexpected("the end")) }
    }

    /// Consumes a name, unless it is a keyword.
    fn name(&mut self) -> Option<String> {
        let Some(Token::Word(word)) = self.peek() else { return None };
        let name = word.clone();
        let is_name = !KEYWORDS.contains(&word.as_str());
        self.next += usize::from(is_name);
        is_name.then_some(name)
    }

    /// Calls `read` one nesting level deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.depth == DEPTH {
            return Err(Problem::new(format!("an expression that is nested more than {DEPTH} deep")));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn expression(&mut self) -> Outcome<Expression> {
        self.deeper(|reader| reader.binary(0))
    }

    /// Parses an expression whose operators have at least this precedence.
    fn binary(&mut self, tightness: u8) -> Outcome<Expression> {
        let mut left = self.applied()?;
        for _ in 0..CHAIN {
            if self.takes_sign(":") {
                self.pass_type()?;
                continue;
            }
            let Some((operator, own, is_right)) = self.operator() else { return Ok(left) };
            if own < tightness {
                return Ok(left);
            }
            self.next += 1;
            let right = self.deeper(|reader| reader.binary(if is_right { own } else { own + 1 }))?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
        Err(too_long())
    }

    fn operator(&self) -> Option<(Binary, u8, bool)> {
        let sign = match self.peek()? {
            Token::Sign(sign) => *sign,
            Token::Word(word) => word,
            _ => return None,
        };
        let found = OPERATORS.iter().find(|(operator, ..)| *operator == sign)?;
        Some((found.1, found.2, found.3))
    }

    /// Skips a type after a colon: names and products of them.
    fn pass_type(&mut self) -> Outcome<()> {
        loop {
            if self.takes_sign("(") {
                self.deeper(Self::pass_type)?;
                self.sign(")")?;
            } else if self.name().is_none() {
                return Err(self.unexpected("a type"));
            }
            while self.name().is_some() {}
            if !self.takes_sign("*") {
                return Ok(());
            }
        }
    }

    /// Parses a function with its arguments, or an operand.
    fn applied(&mut self) -> Outcome<Expression> {
        if let Some(prefixed) = self.keyword_expression()? {
            return Ok(prefixed);
        }
        let mut function = self.atom()?.ok_or_else(|| self.unexpected("an expression"))?;
        for _ in 0..CHAIN {
            let Some(argument) = self.atom()? else { return Ok(function) };
            function = Expression::Apply(Box::new(function), Box::new(argument));
        }
        Err(too_long())
    }

    fn keyword_expression(&mut self) -> Outcome<Option<Expression>> {
        if self.takes_word("if") {
            let condition = self.expression()?;
            self.word("then")?;
            let yes = self.expression()?;
            self.word("else")?;
            let no = self.expression()?;
            return Ok(Some(Expression::If(Box::new([condition, yes, no]))));
        }
        if self.takes_word("case") {
            let scrutinee = self.expression()?;
            self.word("of")?;
            return Ok(Some(Expression::Case(Box::new(scrutinee), self.matches()?)));
        }
        if self.takes_word("fn") {
            return Ok(Some(Expression::Function(self.matches()?)));
        }
        if self.takes_word("let") {
            let declarations = self.deeper(Self::declarations)?;
            self.word("in")?;
            let body = self.expression()?;
            while self.takes_sign(";") {}
            self.word("end")?;
            return Ok(Some(Expression::Let(declarations, Box::new(body))));
        }
        Ok(None)
    }

    /// Parses the cases of a `case` or an `fn`.
    fn matches(&mut self) -> Outcome<Rc<[Clause]>> {
        let mut clauses = Vec::new();
        loop {
            let pattern = self.pattern()?;
            self.sign("=>")?;
            clauses.push(Clause { patterns: vec![pattern], body: self.expression()? });
            if !self.takes_sign("|") {
                return Ok(clauses.into());
            }
        }
    }

    fn atom(&mut self) -> Outcome<Option<Expression>> {
        let atom = match self.peek() {
            Some(Token::Number(number)) => Expression::Number(*number),
            Some(Token::Text(text)) => Expression::Text(text.clone()),
            Some(Token::Sign("(" | "[" | "{" | "#")) => return self.bracketed().map(Some),
            _ => return Ok(self.name().map(Expression::Name)),
        };
        self.next += 1;
        Ok(Some(atom))
    }

    fn bracketed(&mut self) -> Outcome<Expression> {
        if self.takes_sign("(") {
            let mut parts = self.separated(")")?;
            return Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::Tuple(parts) });
        }
        if self.takes_sign("[") {
            return Ok(Expression::List(self.separated("]")?));
        }
        if self.takes_sign("{") {
            return self.record();
        }
        self.sign("#")?;
        let field = match self.peek() {
            Some(Token::Number(number)) => number.to_string(),
            Some(Token::Word(word)) => word.clone(),
            _ => return Err(self.unexpected("a field")),
        };
        self.next += 1;
        let of = self.deeper(Self::atom)?.ok_or_else(|| self.unexpected("an expression"))?;
        Ok(Expression::Select(field, Box::new(of)))
    }

    /// Parses expressions with commas between them, up to a closing bracket.
    fn separated(&mut self, end: &'static str) -> Outcome<Vec<Expression>> {
        let mut parts = Vec::new();
        if self.takes_sign(end) {
            return Ok(parts);
        }
        loop {
            parts.push(self.expression()?);
            if !self.takes_sign(",") {
                self.sign(end)?;
                return Ok(parts);
            }
        }
    }

    fn record(&mut self) -> Outcome<Expression> {
        let mut fields = Vec::new();
        loop {
            let name = self.name().ok_or_else(|| self.unexpected("a field"))?;
            self.sign("=")?;
            fields.push((name, self.expression()?));
            if !self.takes_sign(",") {
                self.sign("}")?;
                return Ok(Expression::Record(fields));
            }
        }
    }

    fn declarations(&mut self) -> Outcome<Vec<Declaration>> {
        let mut declarations = Vec::new();
        loop {
            while self.takes_sign(";") {}
            if self.takes_word("val") {
                let pattern = self.pattern()?;
                self.sign("=")?;
                declarations.push(Declaration::Value(pattern, self.expression()?));
            } else if self.takes_word("fun") {
                declarations.push(self.function()?);
            } else {
                return Ok(declarations);
            }
            if declarations.len() > DECLARATIONS {
                return Err(Problem::new(format!("more than {DECLARATIONS} declarations together")));
            }
        }
    }

    fn function(&mut self) -> Outcome<Declaration> {
        let name = self.name().ok_or_else(|| self.unexpected("the name of a function"))?;
        let mut clauses: Vec<Clause> = Vec::new();
        loop {
            let mut patterns = Vec::new();
            while let Some(pattern) = self.atomic_pattern()? {
                patterns.push(pattern);
            }
            if self.takes_sign(":") {
                self.pass_type()?;
            }
            self.sign("=")?;
            clauses.push(Clause { patterns, body: self.expression()? });
            if clauses.last().map(|last| last.patterns.len()) != Some(clauses[0].patterns.len())
                || clauses[0].patterns.is_empty()
            {
                return Err(Problem::new(format!(
                    "the function `{name}` with different numbers of arguments, or none"
                )));
            }
            if !self.takes_sign("|") {
                return Ok(Declaration::Function(name, clauses.into()));
            }
            if self.name().as_deref() != Some(name.as_str()) {
                return Err(self.unexpected(&name));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formats an expression with brackets around each operator.
    fn shown(expression: &Expression) -> String {
        let list = |parts: &[Expression]| parts.iter().map(shown).collect::<Vec<_>>().join(",");
        match expression {
            Expression::Number(number) => number.to_string(),
            Expression::Text(text) => format!("{text:?}"),
            Expression::Name(name) => name.clone(),
            Expression::Tuple(parts) => format!("({})", list(parts)),
            Expression::List(parts) => format!("[{}]", list(parts)),
            Expression::Record(fields) => {
                let fields = fields.iter().map(|(name, field)| format!("{name}={}", shown(field)));
                format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
            }
            Expression::Select(field, of) => format!("#{field} {}", shown(of)),
            Expression::Apply(function, argument) => format!("<{} {}>", shown(function), shown(argument)),
            Expression::Binary(operator, left, right) => {
                format!("<{} {operator:?} {}>", shown(left), shown(right))
            }
            Expression::If(parts) => format!("<if {}>", list(&parts[..])),
            Expression::Case(scrutinee, clauses) => format!("<case {} {}>", shown(scrutinee), clauses.len()),
            Expression::Function(clauses) => format!("<fn {}>", clauses.len()),
            Expression::Let(declarations, body) => format!("<let {} {}>", declarations.len(), shown(body)),
        }
    }

    #[test]
    fn operators_bind_as_in_ml() {
        for (text, expected) in [
            ("1`x ++ 2`(y,1)", "<<1 Copies x> Sum <2 Copies (y,1)>>"),
            ("a - b - c * d", "<<a Subtract b> Subtract <c Multiply d>>"),
            ("x = y andalso not z orelse true", "<<<x Equal y> And <not z>> Or true>"),
            ("1`if x then 1 else 2 ++ 3", "<1 Copies <if x,1,<2 Sum 3>>>"),
            ("f (x, y) z", "<<f (x,y)> z>"),
            ("a::b::[]", "<a Cons <b Cons []>>"),
            ("#1 p + #b {b = 2}", "<#1 p Add #b {b=2}>"),
            ("(x : INT) mod 3", "<x Modulo 3>"),
            ("x@+5", "<x At 5>"),
            ("let val a = 1; fun f 0 = 1 | f n = n in f a end", "<let 2 <f a>>"),
            ("case x of 1 => 2 | _ => 3", "<case x 2>"),
            ("List.tabulate(3, fn i => 1`i)", "<List.tabulate (3,<fn 1>)>"),
        ] {
            assert_eq!(expression(text).map(|read| shown(&read)).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn invalid_expressions_are_refused() {
        for text in
            ["", "1 +", "(1, 2", "if x then 1", "x y )", "let in", "{a}", "case x of", "1 ` ` 2", "val"]
        {
            assert!(expression(text).is_err(), "{text}");
        }
        for deep in
            ["(".repeat(5000), "if ".repeat(5000), "1::".repeat(5000), "#1 ".repeat(5000), "1`".repeat(5000)]
        {
            assert!(expression(&deep).is_err());
        }
        assert!(expression(&format!("1{}", "+1".repeat(1500))).is_ok());
    }
}
