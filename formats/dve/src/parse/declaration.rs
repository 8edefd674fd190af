//! Declarations of variables, constants and channels.

use super::cursor::Parser;
use super::{Step, hint};
use crate::syntax::{Channel, Initialiser, Name, Number, Variable, Width};

impl Parser<'_> {
    /// Parses `const byte a = 1, b[2] = {1, 2};`, which declares one variable or constant for each name.
    pub(super) fn variables(&mut self, declared: &mut Vec<Variable>) -> Step<()> {
        let is_const = self.take_keyword("const");
        let width = self.width()?;
        declared.push(self.variable(is_const, width)?);
        while self.take(",") {
            declared.push(self.variable(is_const, width)?);
        }
        self.expect_behind(";", "`,` or `;` behind a declaration")
    }

    fn width(&mut self) -> Step<Width> {
        for (word, width) in [("byte", Width::Byte), ("int", Width::Int)] {
            if self.take_keyword(word) {
                return Ok(width);
            }
        }
        self.found_with("`byte` or `int`", hint::width)
    }

    fn variable(&mut self, is_const: bool, width: Width) -> Step<Variable> {
        let name = self.name("the name of a variable")?;
        let length = if self.at("[") { Some(self.size("the length of an array")?) } else { None };
        let initial = if self.take("=") { Some(self.initialiser()?) } else { None };
        Ok(Variable { is_const, width, name, length, initial })
    }

    fn initialiser(&mut self) -> Step<Initialiser> {
        if !self.at("{") {
            return self.expression().map(Initialiser::Value);
        }
        let open = self.span;
        let values = self.list()?;
        Ok(Initialiser::List(values, self.since(open)))
    }

    /// Parses a number literal in brackets.
    fn size(&mut self, of_what: &str) -> Step<Number> {
        self.expect("[", &format!("`[` and {of_what}"))?;
        let number = self.number(&format!("a number, {of_what}"))?;
        self.expect("]", "`]`")?;
        Ok(number)
    }

    /// Parses `channel a, b;` or `channel {byte, int} a[1], b[0];`, which declares one channel for each name.
    pub(super) fn channels(&mut self, mut declare: impl FnMut(Channel)) -> Step<()> {
        self.advance();
        let items = if self.take("{") { Some(self.items()?) } else { None };
        if items.is_none() && (self.at_keyword("byte") || self.at_keyword("int")) {
            return self.found_with("`{` or the name of a channel", |_| Some(hint::UNTYPED));
        }
        loop {
            let name = self.name("the name of a channel")?;
            declare(self.channel(name, items.clone())?);
            if !self.take(",") {
                break;
            }
        }
        if self.at("[") {
            return self.found_with("`,` or `;`", |_| Some(hint::UNTYPED));
        }
        self.expect(";", "`,` or `;` behind a declaration")
    }

    fn channel(&mut self, name: Name, items: Option<Vec<Width>>) -> Step<Channel> {
        let capacity = match &items {
            None => None,
            Some(_) if self.at("[") => Some(self.size("how many messages fit")?),
            Some(_) => {
                return self.found_with("`[` and how many messages fit", |_| Some(hint::RENDEZVOUS));
            }
        };
        Ok(Channel { name, items, capacity })
    }

    /// Parses the types of the values in a message, after the opening brace.
    fn items(&mut self) -> Step<Vec<Width>> {
        let items = self.widths();
        if items.is_err() {
            self.skip_list();
        }
        items
    }

    fn widths(&mut self) -> Step<Vec<Width>> {
        let mut items = vec![self.width()?];
        while self.take(",") {
            items.push(self.width()?);
        }
        self.expect("}", "`,` or `}`")?;
        Ok(items)
    }
}
