//! The parser for the texts of algebraic nets.
//!
//! From the loosest to the tightest: `or`, `and`, `not`, comparisons, sums, products. Parentheses around an expression
//! are kept, because the editor sometimes parses their content differently.

use sanderling_net::Operator;

use super::expression::{Expression, Function, Kind};

/// Maximum nesting depth of an expression.
const DEPTH: usize = 48;
/// Maximum number of operators in an expression.
const OPERATORS: usize = 128;

/// Words of the editor's conditions; only `and`, `or` and `not` are supported.
const RESERVED: [&str; 6] = ["and", "or", "not", "xor", "implies", "iff"];

type Parsed = Result<Expression, String>;

/// Parses expressions with commas between them.
pub(super) fn expressions(text: &str) -> Result<Vec<Expression>, String> {
    let mut parser = Parser { rest: text, depth: 0, operators: 0 };
    let mut found = vec![parser.expression()?];
    while parser.takes(",") {
        parser.operators = 0;
        found.push(parser.expression()?);
    }
    parser.end().map(|()| found)
}

/// Parses a text that is one expression.
pub(super) fn expression(text: &str) -> Parsed {
    let mut parser = Parser { rest: text, depth: 0, operators: 0 };
    let found = parser.expression()?;
    parser.end().map(|()| found)
}

struct Parser<'t> {
    rest: &'t str,
    depth: usize,
    operators: usize,
}

impl<'t> Parser<'t> {
    fn expression(&mut self) -> Parsed {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err("an expression that nests too deep".to_owned());
        }
        let parts = self.chain(&["||"], "or", Self::conjunction)?;
        self.depth -= 1;
        Ok(only(parts, Expression::Or))
    }

    fn conjunction(&mut self) -> Parsed {
        Ok(only(self.chain(&["&&"], "and", Self::negation)?, Expression::And))
    }

    /// Parses parts with an operator between them, given as a sign or a word.
    fn chain(
        &mut self,
        signs: &[&str],
        word: &str,
        part: fn(&mut Self) -> Parsed,
    ) -> Result<Vec<Expression>, String> {
        let mut parts = vec![part(self)?];
        while signs.iter().any(|sign| self.takes(sign)) || self.takes_word(word) {
            self.operator()?;
            parts.push(part(self)?);
        }
        Ok(parts)
    }

    fn negation(&mut self) -> Parsed {
        let mut negations = 0;
        while self.takes_word("not") {
            self.operator()?;
            negations += 1;
        }
        let condition = self.comparison()?;
        Ok((0..negations).fold(condition, |condition, _| Expression::Not(Box::new(condition))))
    }

    fn comparison(&mut self) -> Parsed {
        let left = self.sum()?;
        let signs = [
            (">=", Operator::GreaterOrEqual),
            ("<=", Operator::LessOrEqual),
            ("==", Operator::Equal),
            ("!=", Operator::NotEqual),
            (">", Operator::Greater),
            ("<", Operator::Less),
        ];
        for (sign, operator) in signs {
            if self.takes(sign) {
                return Ok(Expression::Comparison(operator, Box::new([left, self.sum()?])));
            }
        }
        Ok(left)
    }

    fn sum(&mut self) -> Parsed {
        self.arithmetic([("+", Operator::Add), ("-", Operator::Subtract)], Self::product)
    }

    fn product(&mut self) -> Parsed {
        self.arithmetic([("*", Operator::Multiply), ("/", Operator::Divide)], Self::atom)
    }

    fn arithmetic(&mut self, signs: [(&str, Operator); 2], part: fn(&mut Self) -> Parsed) -> Parsed {
        let mut left = part(self)?;
        while let Some((_, operator)) = signs.into_iter().find(|(sign, _)| self.takes(sign)) {
            self.operator()?;
            left = Expression::Arithmetic(operator, Box::new([left, part(self)?]));
        }
        Ok(left)
    }

    fn atom(&mut self) -> Parsed {
        if self.takes("[") {
            return self.list("]").map(Expression::List);
        }
        if self.takes("(") {
            return self.group();
        }
        if self.takes("'") {
            return self.text();
        }
        let is_negative = self.takes("-");
        let digits = self.leading(|c| c.is_ascii_digit());
        if !digits.is_empty() {
            let number: i64 = digits.parse().map_err(|_| TOO_LARGE.to_owned())?;
            let number = if is_negative { -number } else { number };
            return i32::try_from(number)
                .map(|n| Expression::Integer(n.into()))
                .map_err(|_| TOO_LARGE.to_owned());
        }
        match self.rest.trim_start().chars().next() {
            Some(c) if !is_negative && (c.is_ascii_alphabetic() || c == '_') => self.word(),
            Some(c) => Err(format!("a value is expected before `{c}`")),
            None => Err("a value is expected at the end".to_owned()),
        }
    }

    /// Parses an expression in parentheses, or a pair.
    fn group(&mut self) -> Parsed {
        let first = self.expression()?;
        if self.takes(",") {
            let second = self.expression()?;
            return self.closed(")").map(|()| Expression::Pair(Box::new([first, second])));
        }
        self.closed(")").map(|()| Expression::Group(Box::new(first)))
    }

    /// Parses expressions with commas between them, up to a closing bracket.
    fn list(&mut self, end: &str) -> Result<Vec<Expression>, String> {
        let mut found = Vec::new();
        if self.takes(end) {
            return Ok(found);
        }
        loop {
            found.push(self.expression()?);
            if !self.takes(",") {
                return self.closed(end).map(|()| found);
            }
        }
    }

    /// Parses a string. The editor's parsers disagree on quotes, brackets and commas in a string, and JavaScript counts
    /// characters beyond U+FFFF as two; such strings are refused.
    fn text(&mut self) -> Parsed {
        let Some((text, rest)) = self.rest.split_once('\'') else {
            return Err("a string without its end".to_owned());
        };
        if text.contains(|c: char| "\\()[],".contains(c) || c.is_control() || c > '\u{FFFF}') {
            return Err(
                "a string with a bracket, a comma or another sign that the editor takes for something else"
                    .to_owned(),
            );
        }
        self.rest = rest;
        Ok(Expression::Text(text.to_owned()))
    }

    /// Parses a truth value, a function with its arguments, or a variable.
    fn word(&mut self) -> Parsed {
        let word = self.leading(|c| c.is_ascii_alphanumeric() || c == '_');
        match word {
            "T" | "true" => return Ok(Expression::Truth(true)),
            "F" | "false" => return Ok(Expression::Truth(false)),
            _ => {}
        }
        if self.takes("(") {
            let Some((function, count)) = Function::named(word) else {
                return Err(format!("the unknown function `{word}`"));
            };
            let arguments = self.list(")")?;
            if arguments.len() != count {
                return Err(format!("{} arguments of `{word}`, which takes {count}", arguments.len()));
            }
            return Ok(Expression::Call(function, arguments));
        }
        if word.starts_with(|c: char| c.is_ascii_uppercase()) || RESERVED.contains(&word) {
            return Err(format!(
                "`{word}` as a variable, where one begins with a small letter and is no word of the language"
            ));
        }
        let kind = if self.takes(":") {
            self.rest = self.rest.trim_start();
            let kind = self.leading(|c| c.is_ascii_alphabetic());
            Some(Kind::named(kind).ok_or_else(|| format!("the unknown type `{kind}`"))?)
        } else {
            None
        };
        Ok(Expression::Variable(word.to_owned(), kind))
    }

    /// Counts an operator. The depth of a tree is bounded by the number of operators and the nesting.
    fn operator(&mut self) -> Result<(), String> {
        self.operators += 1;
        if self.operators <= OPERATORS {
            Ok(())
        } else {
            Err("an expression of too many operators".to_owned())
        }
    }

    fn end(&self) -> Result<(), String> {
        match self.rest.trim_start().chars().next() {
            None => Ok(()),
            Some(c) => Err(format!("`{c}` behind the end of an expression")),
        }
    }

    fn closed(&mut self, bracket: &str) -> Result<(), String> {
        if self.takes(bracket) { Ok(()) } else { Err(format!("`{bracket}` is missing")) }
    }

    fn takes(&mut self, sign: &str) -> bool {
        match self.rest.trim_start().strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let rest = self.rest.trim_start();
        let is_word = |rest: &&str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        match rest.strip_prefix(word).filter(is_word) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Consumes the characters of a kind that come next.
    fn leading(&mut self, is_meant: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest.trim_start();
        let (found, rest) = rest.split_at(rest.find(|c| !is_meant(c)).unwrap_or(rest.len()));
        self.rest = rest;
        found
    }
}

const TOO_LARGE: &str = "a number of more than 32 bits";

fn only(mut parts: Vec<Expression>, several: fn(Vec<Expression>) -> Expression) -> Expression {
    if parts.len() > 1 { several(parts) } else { parts.remove(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_bind_as_tightly_as_in_the_editor() {
        let grouped = expression("(a or (b and (not (c < ((1 + (2 * 3)) - 4)))))").unwrap();
        let plain = expression("a or b and not c<1+2*3-4").unwrap();
        assert_eq!(ungrouped(grouped), plain);
    }

    fn ungrouped(expression: Expression) -> Expression {
        let each = |parts: Box<[Expression; 2]>| Box::new(parts.map(ungrouped));
        match expression {
            Expression::Group(inner) => ungrouped(*inner),
            Expression::Arithmetic(operator, parts) => Expression::Arithmetic(operator, each(parts)),
            Expression::Comparison(operator, parts) => Expression::Comparison(operator, each(parts)),
            Expression::And(parts) => Expression::And(parts.into_iter().map(ungrouped).collect()),
            Expression::Or(parts) => Expression::Or(parts.into_iter().map(ungrouped).collect()),
            Expression::Not(inner) => Expression::Not(Box::new(ungrouped(*inner))),
            other => other,
        }
    }

    #[test]
    fn several_expressions_have_commas_between_them() {
        let found = expressions("x:Int, [T, 'a b'], (1,-2), length ( y )").unwrap();
        let integer = |number| Expression::Integer(number);
        assert_eq!(
            found,
            [
                Expression::Variable("x".into(), Some(Kind::Int)),
                Expression::List(vec![Expression::Truth(true), Expression::Text("a b".into())]),
                Expression::Pair(Box::new([integer(1), integer(-2)])),
                Expression::Call(Function::Length, vec![Expression::Variable("y".into(), None)]),
            ]
        );
    }

    #[test]
    fn errors_describe_invalid_expressions() {
        let deep = format!("{}1{}", "(".repeat(60), ")".repeat(60));
        let cases = [
            ("", "a value is expected at the end"),
            ("1 +", "a value is expected at the end"),
            ("1 2", "`2` behind the end of an expression"),
            ("Xy", "`Xy` as a variable, where one begins with a small letter and is no word of the language"),
            ("x:Real", "the unknown type `Real`"),
            ("sin(x)", "the unknown function `sin`"),
            ("head(x, y)", "2 arguments of `head`, which takes 1"),
            ("[1, 2", "`]` is missing"),
            ("'abc", "a string without its end"),
            ("2147483648", TOO_LARGE),
            ("99999999999999999999", TOO_LARGE),
            (deep.as_str(), "an expression that nests too deep"),
        ];
        for (text, expected) in cases {
            assert_eq!(expression(text), Err(expected.to_owned()), "{text}");
        }
        assert_eq!(expression("-2147483648"), Ok(Expression::Integer(-2_147_483_648)));
        assert!(expression(&vec!["1"; 200].join("+")).is_err());
        assert!(expression(&vec!["p"; 200].join(" and ")).is_err());
        assert!(expression(&"not ".repeat(200)).is_err());
    }
}
