//! The elements of algebraic nets: values in a place, the guard of a transition, the values that an arc moves.

use sanderling_net::{Diagnostic, PlaceId, TransitionId};

use super::syntax::expression;
use super::{MODE, Text, refused};
use crate::builder::Builder;
use crate::document::{Language, Reading};
use crate::element::Element;
use crate::namespace::Namespace;
use crate::number::shortened;
use crate::report::Step;

/// The namespace of the editor's own elements.
const NAMESPACE: &str = "http://example.org/apn";

/// The text of a place, a transition or an arc in the editor's own elements.
#[derive(Debug, Default)]
pub(crate) struct Own {
    text: Option<Text>,
}

impl<'a> Reading<'a> {
    /// Returns the language of a net with the mode of this element; `None` for a plain net.
    pub(crate) fn mode(&mut self, net: &Element<'a>) -> Option<Language> {
        let mode = net.filled("netMode").filter(|mode| mode != "pt")?;
        if mode != MODE {
            let found = Diagnostic::error(format!("a net of the unknown mode `{}`", shortened(&mode)));
            self.report.say(found.expected(format!("the mode `pt` or `{MODE}`")).at(net.span));
        }
        Some(Language::Values)
    }

    /// Returns whether an element is one of the editor's own and has this name.
    pub(crate) fn is_own(&self, element: &Element<'a>, name: &str) -> bool {
        self.language == Language::Values
            && element.name == name
            && element.namespace == Namespace::Foreign(NAMESPACE.into())
    }

    /// Reads one of the editor's own elements that holds a text. A second one is an error.
    pub(crate) fn own_text(&mut self, element: &Element<'a>, own: &mut Own) -> Step<()> {
        let (mut words, mut bare) = (String::new(), crate::text::Text::default());
        while let Some(child) = self.cursor.child_or_text(&mut bare)? {
            match child.name {
                "text" => self.cursor.text()?.collapsed().clone_into(&mut words),
                _ => self.unknown(&child, &format!("`{}`", element.name))?,
            }
        }
        let words = if words.is_empty() { bare.collapsed().to_owned() } else { words };
        self.keep(element, words, own);
        Ok(())
    }

    /// Reads `valueTokens`, which holds a `token` for each value.
    pub(crate) fn own_tokens(&mut self, element: &Element<'a>, own: &mut Own) -> Step<()> {
        let mut words = Vec::new();
        while let Some(child) = self.child()? {
            let mut token = Own::default();
            match child.name {
                "token" => self.own_text(&child, &mut token)?,
                _ => self.unknown(&child, "`valueTokens`")?,
            }
            if let Some(token) = token.text {
                if let Err(found) = expression(&token.words) {
                    self.report.say(refused(&token, &found));
                }
                words.push(token.words);
            }
        }
        self.keep(element, words.join(","), own);
        Ok(())
    }

    /// Stores the initial marking of a place if it is a list of values. Otherwise it is a number.
    pub(crate) fn listed_tokens(&mut self, element: &Element<'a>, words: &str, own: &mut Own) -> bool {
        let values = words.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let Some(values) = values.filter(|_| self.language == Language::Values) else { return false };
        self.keep(element, values.trim().to_owned(), own);
        true
    }

    fn keep(&mut self, element: &Element<'a>, words: String, own: &mut Own) {
        if words.is_empty() {
            return;
        }
        if own.text.replace(Text { words, span: element.span }).is_some() {
            let found = format!("a second `{}`", element.name);
            self.report.say(Diagnostic::error(found).expected("all of it in one").at(element.span));
        }
    }
}

impl Builder<'_> {
    /// Sets the values of a place.
    pub(crate) fn holds(&mut self, place: PlaceId, own: Own) {
        self.texts.tokens.extend(own.text.map(|text| (place, text)));
    }

    /// Sets the guard of a transition.
    pub(crate) fn guarded(&mut self, transition: TransitionId, own: Own) {
        self.texts.guards.extend(own.text.map(|text| (transition, text)));
    }

    /// Sets the values that the arc at this position moves.
    pub(crate) fn moves(&mut self, arc: usize, own: Own) {
        self.texts.bindings.extend(own.text.map(|text| (arc, text)));
    }
}
