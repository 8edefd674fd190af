//! Labels: the elements that carry a text, such as `name`, `initialMarking` and `inscription`.
//!
//! The standard puts the text into `text`, PIPE into `value`; where both stand, they must say the
//! same. `graphics` may come before them. A label that is there and says nothing takes its
//! default; one that says something else than a number is an error and never the default.

use sanderling_net::{Diagnostic, Span};

use crate::document::Reading;
use crate::element::Element;
use crate::number;
use crate::pipe;
use crate::report::Step;
use crate::text::Text;

/// What a label says.
#[derive(Debug)]
pub(crate) struct Label {
    /// Where it stands.
    pub(crate) span: Span,
    text: Option<Text>,
    value: Option<Text>,
    bare: Text,
}

impl<'a> Reading<'a> {
    /// Reads the label that `element` opens.
    pub(crate) fn label(&mut self, element: &Element<'a>) -> Step<Label> {
        let mut label = Label { span: element.span, text: None, value: None, bare: Text::default() };
        while let Some(child) = self.cursor.child_or_text(&mut label.bare)? {
            let slot = match child.name {
                "text" if child.is_pnml() => &mut label.text,
                "value" if child.is_pnml() => &mut label.value,
                "graphics" | "toolspecific" | "offset" if child.is_pnml() => {
                    self.cursor.skip()?;
                    continue;
                }
                _ => {
                    self.unknown_in_label(&child, element.name);
                    self.cursor.skip()?;
                    continue;
                }
            };
            let text = self.cursor.text()?;
            if slot.replace(text).is_some() {
                self.report.say(
                    Diagnostic::error(format!("a second `{}` in `{}`", child.name, element.name))
                        .at(child.span),
                );
            }
        }
        Ok(label)
    }

    fn unknown_in_label(&mut self, child: &Element<'a>, label: &str) {
        self.report.say(
            Diagnostic::error(format!("the unknown element `{}` in `{label}`", child.qualified))
                .expected("`text`")
                .at(child.span),
        );
    }

    /// The number that a label holds: `None` where it says nothing, or nothing usable, which is
    /// then reported. `what` names it in messages.
    pub(crate) fn count(&mut self, label: &Label, what: &str) -> Option<u64> {
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
        if words.is_empty() { None } else { self.number(words, label.is_from_value(), what, label.span) }
    }

    fn number(&mut self, words: &str, is_value: bool, what: &str, span: Span) -> Option<u64> {
        if is_value && let Some(classes) = pipe::token_classes(words) {
            return self.class_count(&classes, what, span);
        }
        number::parse(words).map_err(|error| self.report.say(error.diagnostic(what, words, span))).ok()
    }
}

impl Label {
    /// What it says, without the white space around it.
    pub(crate) fn words(&self) -> &str {
        let parts = [self.text.as_ref(), self.value.as_ref(), Some(&self.bare)];
        parts.into_iter().flatten().map(Text::collapsed).find(|words| !words.is_empty()).unwrap_or_default()
    }

    /// What it says, where it is a name.
    pub(crate) fn content(&self) -> Option<&str> {
        let parts = [self.text.as_ref(), self.value.as_ref(), Some(&self.bare)];
        parts.into_iter().flatten().find_map(Text::content)
    }

    /// Whether what it says stands in `value`, as PIPE writes it.
    pub(crate) fn is_from_value(&self) -> bool {
        self.text.is_none() && self.value.is_some()
    }

    /// Whether it says nothing at all.
    pub(crate) fn is_silent(&self) -> bool {
        self.words().is_empty()
    }
}
