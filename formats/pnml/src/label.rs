//! Labels: the elements with a text, such as `name`, `initialMarking` and `inscription`.
//!
//! The standard puts the text into `text`, PIPE into `value`; if both exist, they must agree. `graphics` may come
//! before them. An empty label has its default. A label with something other than a number is an error and never has
//! the default.

use sanderling_net::{Diagnostic, Span};

use crate::document::{Language, Reading};
use crate::element::Element;
use crate::limits;
use crate::number::{self, shortened};
use crate::report::Step;
use crate::text::Text;
use crate::token_class::{self, Tokens};

/// The content of a label.
#[derive(Debug)]
pub(crate) struct Label {
    /// Span of the label.
    pub(crate) span: Span,
    text: Option<Text>,
    value: Option<Text>,
    bare: Text,
    /// Whether it contains an element that is not understood.
    has_unknown: bool,
}

impl<'a> Reading<'a> {
    /// Reads the label that `element` opens.
    pub(crate) fn label(&mut self, element: &Element<'a>) -> Step<Label> {
        let mut label =
            Label { span: element.span, text: None, value: None, bare: Text::default(), has_unknown: false };
        let is_name = element.name == "name";
        // Unknown elements of PNML, up to the number that is reported. Whether they matter is known at the end.
        let mut unknown = Vec::new();
        while let Some(child) = self.cursor.child_or_text(&mut label.bare)? {
            let slot = match child.name {
                "text" if child.is_pnml() => &mut label.text,
                "value" if child.is_pnml() => &mut label.value,
                "graphics" | "toolspecific" | "offset" if child.is_pnml() => {
                    self.cursor.skip()?;
                    continue;
                }
                _ => {
                    self.cursor.skip()?;
                    if !is_name && !child.is_pnml() {
                        self.unknown_in_label(&child, element.name, false);
                        label.has_unknown = true;
                    } else if unknown.len() < limits::ERRORS {
                        unknown.push(child);
                    }
                    continue;
                }
            };
            let text = self.cursor.text()?;
            match slot {
                None => *slot = Some(text),
                Some(first) if is_name || first.collapsed() == text.collapsed() => {
                    self.repeated(child.name, child.span);
                }
                Some(_) => {
                    let found = format!(
                        "a second `{}` in `{}`, which differs from the first",
                        child.name, element.name
                    );
                    self.report.say(Diagnostic::error(found).at(child.span));
                }
            }
        }
        let is_clear =
            is_name || label.text.as_ref().or(label.value.as_ref()).is_some_and(|text| !text.is_blank());
        for child in &unknown {
            self.unknown_in_label(child, element.name, is_clear);
        }
        label.has_unknown |= !unknown.is_empty();
        if !label.bare.is_blank() {
            self.bare_text(&label, element);
        }
        Ok(label)
    }

    /// Reports an unknown element in a label. It is ignored if the label is clear without it.
    fn unknown_in_label(&mut self, child: &Element<'a>, label: &str, is_clear: bool) {
        let found = format!("the unknown element `{}` in `{label}`", shortened(child.qualified));
        if is_clear {
            self.report.flaw("unknown elements in labels", || {
                Diagnostic::warning(format!("{found} is ignored")).at(child.span)
            });
        } else {
            self.report.say(Diagnostic::error(found).expected("`text`").at(child.span));
        }
    }

    /// Warns of text directly in a label, outside its elements.
    fn bare_text(&mut self, label: &Label, element: &Element<'a>) {
        let mut others = [&label.text, &label.value].into_iter().flatten();
        let is_left_out = others.any(|text| !text.is_blank());
        self.report.flaw("text outside `text`", || {
            let reading = if is_left_out { "ignored" } else { "taken for its `text`" };
            let found =
                format!("the text `{}` directly in `{}`", shortened(label.bare.collapsed()), element.name);
            Diagnostic::warning(format!("{found}, which is {reading}")).at(label.span)
        });
    }

    /// Returns the number that a label holds; see [`tokens`](Self::tokens).
    pub(crate) fn count(&mut self, label: &Label, what: &str) -> Option<u64> {
        self.tokens(label, what).map(|tokens| tokens.total)
    }

    /// Returns the tokens that a label states; `None` if it is empty, or if it is unusable and an error was reported.
    /// `what` names them in messages.
    pub(crate) fn tokens(&mut self, label: &Label, what: &str) -> Option<Tokens> {
        let words = label.words();
        if let (Some(text), Some(value)) = (&label.text, &label.value)
            && !value.collapsed().is_empty()
            && value.collapsed() != text.collapsed()
        {
            self.report.say(
                Diagnostic::error(format!("`text` and `value` of {what} disagree"))
                    .expected("the same number in both")
                    .help("keep the one that is meant; the standard's is `text`")
                    .at(label.span),
            );
            return None;
        }
        if words.is_empty() {
            return None;
        }
        if self.language == Language::BlackTokens {
            return self.black_tokens(words, what, label.span).map(Tokens::plain);
        }
        if label.is_from_value()
            && let Some(pairs) = token_class::pairs(words)
        {
            return self.tokens_of_classes(&pairs, what, label.span);
        }
        self.number(words, what, label.span).map(Tokens::plain)
    }

    fn number(&mut self, words: &str, what: &str, span: Span) -> Option<u64> {
        number::parse(words)
            .or_else(|error| self.between_blanks(words, what, span).ok_or(error))
            .map_err(|error| self.report.say(error.diagnostic(what, words, span)))
            .ok()
    }

    /// Returns a number surrounded by blanks that are not white space of XML, such as no-break spaces.
    fn between_blanks(&mut self, words: &str, what: &str, span: Span) -> Option<u64> {
        let is_blank = |c: char| c.is_whitespace() || matches!(c, '\u{200B}' | '\u{FEFF}');
        let number = number::parse(words.trim_matches(is_blank)).ok()?;
        self.report.flaw("blanks around numbers", || {
            let found = format!("other blanks than those of XML around {what}, which is taken for {number}");
            Diagnostic::warning(found).at(span)
        });
        Some(number)
    }
}

impl Label {
    /// Returns the text without the white space around it.
    pub(crate) fn words(&self) -> &str {
        let parts = [self.text.as_ref(), self.value.as_ref(), Some(&self.bare)];
        parts.into_iter().flatten().map(Text::collapsed).find(|words| !words.is_empty()).unwrap_or_default()
    }

    /// Returns the text of a label that is a name.
    pub(crate) fn content(&self) -> Option<&str> {
        let parts = [self.text.as_ref(), self.value.as_ref(), Some(&self.bare)];
        parts.into_iter().flatten().find_map(Text::content)
    }

    /// Returns whether the text is in `value`, as in PIPE's files.
    pub(crate) fn is_from_value(&self) -> bool {
        self.text.is_none() && self.value.is_some()
    }

    /// Returns whether the label is empty.
    pub(crate) fn is_silent(&self) -> bool {
        self.words().is_empty() && !self.has_unknown
    }
}
