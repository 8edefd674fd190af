//! Formulas in the syntax of older editors: `EF (Train.DangerZone >= 1 and not TrafficLight.Red = 1)`.
//!
//! `or` binds less tightly than `and`, and a path quantifier less tightly than both. A comparison is between a place
//! and a number, two places, or two numbers.

use sanderling_net::Diagnostic;

use super::Names;
use crate::escape;
use crate::number::shortened;

/// Maximum nesting depth of a formula, the same as in the contest's reader.
const DEPTH: usize = 100;

/// Comparison operators, longer ones first.
const RELATIONS: [(&str, &str); 7] = [
    ("<=", "integer-le"),
    (">=", "integer-ge"),
    ("!=", "integer-ne"),
    ("==", "integer-eq"),
    ("=", "integer-eq"),
    ("<", "integer-lt"),
    (">", "integer-gt"),
];

/// The path quantifiers and their elements in the contest's language.
const QUANTIFIERS: [(&str, &str, &str); 8] = [
    ("EF", "exists-path", "finally"),
    ("E<>", "exists-path", "finally"),
    ("AG", "all-paths", "globally"),
    ("A[]", "all-paths", "globally"),
    ("EG", "exists-path", "globally"),
    ("E[]", "exists-path", "globally"),
    ("AF", "all-paths", "finally"),
    ("A<>", "all-paths", "finally"),
];

/// Parses a formula, and returns it as an element of the contest's language.
pub(super) fn formula(text: &str, names: &Names<'_>) -> Read {
    let mut reader = Reader { rest: text.trim_start(), names, depth: 0 };
    let formula = reader.disjunction()?;
    match reader.rest {
        "" => Ok(format!("<formula>{formula}</formula>")),
        _ => Err(reader.unexpected("`and`, `or` or the end")),
    }
}

struct Reader<'t, 'n> {
    rest: &'t str,
    names: &'t Names<'n>,
    depth: usize,
}

type Read = Result<String, Box<Diagnostic>>;

impl<'t> Reader<'t, '_> {
    fn disjunction(&mut self) -> Read {
        self.joined("disjunction", &["or", "||"], Self::conjunction)
    }

    fn conjunction(&mut self) -> Read {
        self.joined("conjunction", &["and", "&&"], Self::operand)
    }

    fn joined(&mut self, element: &str, signs: &[&str], part: fn(&mut Self) -> Read) -> Read {
        let first = part(self)?;
        let mut others = String::new();
        while signs.iter().any(|sign| self.takes(sign)) {
            others.push_str(&part(self)?);
        }
        Ok(if others.is_empty() { first } else { format!("<{element}>{first}{others}</{element}>") })
    }

    fn operand(&mut self) -> Read {
        if self.depth == DEPTH {
            return Err(Diagnostic::error(format!("a query that is nested more than {DEPTH} deep")).into());
        }
        self.depth += 1;
        let read = self.nested();
        self.depth -= 1;
        read
    }

    fn nested(&mut self) -> Read {
        if let Some((_, path, within)) = QUANTIFIERS.into_iter().find(|(sign, ..)| self.takes(sign)) {
            return Ok(format!("<{path}><{within}>{}</{within}></{path}>", self.disjunction()?));
        }
        if self.takes("not") || !self.rest.starts_with("!=") && self.takes("!") {
            return Ok(format!("<negation>{}</negation>", self.operand()?));
        }
        if self.takes("(") {
            let inner = self.disjunction()?;
            return if self.takes(")") { Ok(inner) } else { Err(self.unexpected("`)`")) };
        }
        if let Some(constant) = ["true", "false", "deadlock"].into_iter().find(|word| self.takes(word)) {
            return Ok(format!("<{constant}/>"));
        }
        let left = self.number()?;
        let Some((_, relation)) = RELATIONS.into_iter().find(|(sign, _)| self.takes(sign)) else {
            return Err(self.unexpected("a comparison"));
        };
        Ok(format!("<{relation}>{left}{}</{relation}>", self.number()?))
    }

    /// Parses a number, or the tokens of a place.
    fn number(&mut self) -> Read {
        let length = self.rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.'));
        let word = &self.rest[..length.unwrap_or(self.rest.len())];
        if word.is_empty() {
            return Err(self.unexpected("a place or a number"));
        }
        self.advance(word.len());
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(format!("<integer-constant>{word}</integer-constant>"));
        }
        let place = escape::text(self.names.id(word));
        Ok(format!("<tokens-count><place>{place}</place></tokens-count>"))
    }

    /// Consumes an operator or a whole word.
    fn takes(&mut self, sign: &str) -> bool {
        let Some(behind) = self.rest.strip_prefix(sign) else { return false };
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let continues_word = sign.ends_with(is_word) && behind.starts_with(is_word);
        if !continues_word {
            self.advance(sign.len());
        }
        !continues_word
    }

    fn advance(&mut self, bytes: usize) {
        let rest: &'t str = &self.rest[bytes..];
        self.rest = rest.trim_start();
    }

    fn unexpected(&self, expected: &str) -> Box<Diagnostic> {
        let found = match self.rest {
            "" => "the end of a query".to_owned(),
            rest => format!("`{}` in a query", shortened(rest)),
        };
        Box::new(Diagnostic::error(found).expected(expected))
    }
}

#[cfg(test)]
mod tests {
    use sanderling_net::{Net, Place};

    use super::*;

    fn read(text: &str) -> Read {
        let mut net = Net::new("C");
        net.add_place(Place { name: Some("A.p".into()), ..Place::with_tokens("A_p", 0) });
        net.add_place(Place::with_tokens("q", 0));
        formula(text, &Names::of(&net))
    }

    #[test]
    fn formulas_are_put_into_the_words_of_the_contest() {
        let tokens = |place: &str| format!("<tokens-count><place>{place}</place></tokens-count>");
        let one = "<integer-constant>1</integer-constant>";
        let (p, q) = (tokens("A_p"), tokens("q"));
        for (text, expected) in [
            (
                "EF A.p>=1",
                format!("<exists-path><finally><integer-ge>{p}{one}</integer-ge></finally></exists-path>"),
            ),
            (
                "AG(1 = C.q)",
                format!("<all-paths><globally><integer-eq>{one}{q}</integer-eq></globally></all-paths>"),
            ),
            ("E<> deadlock", "<exists-path><finally><deadlock/></finally></exists-path>".to_owned()),
            (
                "AF not (true)",
                "<all-paths><finally><negation><true/></negation></finally></all-paths>".to_owned(),
            ),
            (
                "true or !false && q != 1 or deadlock",
                format!(
                    "<disjunction><true/><conjunction><negation><false/></negation><integer-ne>{q}{one}</integer-ne></conjunction><deadlock/></disjunction>"
                ),
            ),
            ("other < A.x", format!("<integer-lt>{}{}</integer-lt>", tokens("other"), tokens("A.x"))),
            ("truely = 1", format!("<integer-eq>{}{one}</integer-eq>", tokens("truely"))),
        ] {
            assert_eq!(read(text).as_deref(), Ok(&*format!("<formula>{expected}</formula>")), "{text}");
        }
    }

    #[test]
    fn errors_name_the_wrong_part_of_a_formula() {
        for (text, found) in [
            ("", "the end of a query"),
            ("EF", "the end of a query"),
            ("EF (q = 1", "the end of a query"),
            ("EF q = 1)", "`)` in a query"),
            ("EF q", "the end of a query"),
            ("EF q = &", "`&` in a query"),
            ("EF q = 1 and", "the end of a query"),
        ] {
            assert_eq!(read(text).unwrap_err().message, found, "{text}");
        }
        assert!(read(&"(".repeat(100_000)).unwrap_err().message.contains("100 deep"));
    }
}
