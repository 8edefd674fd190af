//! Patterns.

use super::Reader;
use crate::cpn_tools::ml::lexer::Token;
use crate::cpn_tools::ml::syntax::Pattern;
use crate::cpn_tools::problem::Outcome;

impl Reader {
    /// Parses a pattern, including the rest of a list or a type after it.
    pub(super) fn pattern(&mut self) -> Outcome<Pattern> {
        self.deeper(|reader| {
            let head = reader.applied_pattern()?;
            if reader.takes_sign("::") {
                let tail = reader.pattern()?;
                return Ok(Pattern::Cons(Box::new([head, tail])));
            }
            if reader.takes_sign(":") {
                reader.pass_type()?;
            }
            Ok(head)
        })
    }

    fn applied_pattern(&mut self) -> Outcome<Pattern> {
        let head = self.atomic_pattern()?.ok_or_else(|| self.unexpected("a pattern"))?;
        let Pattern::Name(name) = head else { return Ok(head) };
        Ok(match self.atomic_pattern()? {
            Some(argument) => Pattern::Apply(name, Box::new(argument)),
            None => Pattern::Name(name),
        })
    }

    pub(super) fn atomic_pattern(&mut self) -> Outcome<Option<Pattern>> {
        let pattern = match self.peek() {
            Some(Token::Number(number)) => Pattern::Number(*number),
            Some(Token::Text(text)) => Pattern::Text(text.clone()),
            Some(Token::Sign("_")) => Pattern::Any,
            Some(Token::Sign("(" | "[" | "{")) => return self.bracketed_pattern().map(Some),
            _ => return Ok(self.name().map(Pattern::Name)),
        };
        self.next += 1;
        Ok(Some(pattern))
    }

    fn bracketed_pattern(&mut self) -> Outcome<Pattern> {
        if self.takes_sign("(") {
            let mut parts = self.separated_patterns(")")?;
            return Ok(if parts.len() == 1 { parts.remove(0) } else { Pattern::Tuple(parts) });
        }
        if self.takes_sign("[") {
            return Ok(Pattern::List(self.separated_patterns("]")?));
        }
        self.sign("{")?;
        let mut fields = Vec::new();
        loop {
            let name = self.name().ok_or_else(|| self.unexpected("a field"))?;
            let field = if self.takes_sign("=") { self.pattern()? } else { Pattern::Name(name.clone()) };
            fields.push((name, field));
            if !self.takes_sign(",") {
                self.sign("}")?;
                return Ok(Pattern::Record(fields));
            }
            if self.takes_sign("...") {
                self.sign("}")?;
                return Ok(Pattern::Record(fields));
            }
        }
    }

    fn separated_patterns(&mut self, end: &'static str) -> Outcome<Vec<Pattern>> {
        let mut parts = Vec::new();
        if self.takes_sign(end) {
            return Ok(parts);
        }
        loop {
            parts.push(self.pattern()?);
            if !self.takes_sign(",") {
                self.sign(end)?;
                return Ok(parts);
            }
        }
    }
}
