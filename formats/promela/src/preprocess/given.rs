//! Macros that are defined before the text, as by `spin -DNAME=VALUE`.

use std::rc::Rc;

use sanderling_net::{Diagnostic, Diagnostics, Span};

use super::Preprocessor;
use crate::files::Start;
use crate::token::{Kind, tokens};

/// A macro that is defined before the text.
#[derive(Debug)]
pub(super) struct Given {
    name: Rc<str>,
    /// `NAME` or `NAME=VALUE`.
    definition: String,
    /// Whether the text uses the macro, has a condition about it, or replaces it.
    is_used: bool,
    /// Whether the text replaces it.
    is_replaced: bool,
}

impl Preprocessor<'_> {
    /// Defines the macros of the source.
    ///
    /// # Errors
    /// A definition that is not a name, with or without `=` and one line of tokens.
    pub(super) fn define_given(&mut self) -> Result<(), Diagnostics> {
        for definition in self.source.definitions() {
            let refused = || {
                Diagnostic::error(format!("the definition `{definition}`"))
                    .expected("`NAME` or `NAME=VALUE`, such as `N=4`")
            };
            let (head, value) = definition.split_once('=').unwrap_or((definition, "1"));
            let line = tokens(&format!("{head} {value}"), Start::default()).map_err(|_| refused())?;
            let first = line.first().filter(|first| first.kind == Kind::Name).ok_or_else(refused)?;
            let (name, after) = (first.text.clone(), head.strip_prefix(&*first.text));
            let is_head = after.is_some_and(|rest| rest.is_empty() || rest.starts_with('('));
            if !is_head || line.iter().any(|token| token.kind == Kind::LineEnd) {
                return Err(refused().into());
            }
            self.given.retain(|earlier| earlier.name != name);
            self.define(&line, first.span).map_err(|_| refused())?;
            let definition = definition.clone();
            self.given.push(Given { name, definition, is_used: false, is_replaced: false });
        }
        Ok(())
    }

    /// Records that the text uses a macro.
    pub(super) fn record_use(&mut self, name: &str) {
        self.given.iter_mut().filter(|given| &*given.name == name).for_each(|given| given.is_used = true);
    }

    /// Warns if a definition of the text replaces a given one.
    pub(super) fn warn_about_replaced(&mut self, name: &str, span: Span) {
        let is_defined = self.macros.contains_key(name);
        let given = self.given.iter_mut().find(|given| &*given.name == name && !given.is_replaced);
        if let Some(given) = given.filter(|_| is_defined) {
            (given.is_used, given.is_replaced) = (true, true);
            let found = format!("a definition that replaces `{}`", given.definition);
            let help = format!("write `#ifndef {name}` before it, and `#endif` after it");
            self.warnings.push(Diagnostic::warning(found).at(span).help(help));
        }
    }

    /// Warns about the given macros that the text does not use.
    pub(super) fn warn_about_unused(&mut self) {
        for given in self.given.iter().filter(|given| !given.is_used) {
            let found =
                format!("the definition `{}` of a macro that the model does not use", given.definition);
            self.warnings.push(Diagnostic::warning(found));
        }
    }
}
