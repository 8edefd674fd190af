//! Coloured labels: `declaration`, `type`, `hlinitialMarking`, `hlinscription` and `condition`.
//!
//! Their meaning is in `structure`. `text` is for people and is never interpreted, so a label with only a text is an
//! error. The structure is stored unchanged in the [`Forest`](super::forest::Forest).

use sanderling_net::{Diagnostic, Span};

use super::forest::TreeId;
use crate::document::Reading;
use crate::element::Element;
use crate::limits;
use crate::namespace::Namespace;
use crate::number::shortened;
use crate::report::Step;
use crate::text::Text;

/// An open element of a structure.
enum Open {
    Element(TreeId),
    /// `subterm`, and the number of terms in it so far.
    Subterm(Span, usize),
}

impl<'a> Reading<'a> {
    /// Reads a coloured label; `None` if it is empty, or if it is wrong and an error was reported.
    pub(crate) fn structured(&mut self, label: &Element<'a>) -> Step<Option<TreeId>> {
        let (mut found, mut words) = (None, String::new());
        let (mut has_structure, mut bare, mut unknown) = (false, Text::default(), Vec::new());
        while let Some(child) = self.cursor.child_or_text(&mut bare)? {
            let content = match child.name {
                "structure" if child.is_pnml() => {
                    has_structure = true;
                    self.content(&child)?
                }
                "text" if child.is_pnml() => {
                    self.cursor.text()?.collapsed().clone_into(&mut words);
                    continue;
                }
                "graphics" | "toolspecific" | "name" if child.is_pnml() => {
                    self.cursor.skip()?;
                    continue;
                }
                // The grammar of pt-hlpng puts the sort here.
                "dot" | "usersort" if child.is_pnml() && label.name == "type" => {
                    has_structure = true;
                    Some(self.tree(&child)?)
                }
                _ => {
                    self.cursor.skip()?;
                    if !child.is_pnml() {
                        self.not_structure(&child, label, false);
                    } else if unknown.len() < limits::ERRORS {
                        unknown.push(child);
                    }
                    continue;
                }
            };
            if let Some(content) = content
                && found.replace(content).is_some()
            {
                let twice = format!("a second `{}` in `{}`", child.name, label.name);
                self.report.say(Diagnostic::error(twice).at(child.span));
            }
        }
        for child in unknown {
            self.not_structure(&child, label, found.is_some());
        }
        if has_structure && !bare.is_blank() {
            self.stray_text(bare.collapsed(), label.span);
        }
        let words = if words.is_empty() { bare.collapsed() } else { &words };
        if !has_structure && !words.is_empty() {
            self.report.say(in_words_only(label, words));
        }
        Ok(found)
    }

    /// Stores the content of a label that may occur once.
    pub(crate) fn only_one(&mut self, label: &Element<'a>, found: Option<TreeId>, slot: &mut Option<TreeId>) {
        if let Some(found) = found
            && slot.replace(found).is_some()
        {
            self.report.say(Diagnostic::error(format!("a second `{}`", label.name)).at(label.span));
        }
    }

    /// Reads the only element in a `structure`.
    fn content(&mut self, structure: &Element<'a>) -> Step<Option<TreeId>> {
        let (mut found, mut words) = (None, Text::default());
        while let Some(child) = self.cursor.child_or_text(&mut words)? {
            if self.is_left_out(&child) {
                self.cursor.skip()?;
            } else if found.is_some() {
                let second = format!("a second element `{}` in `structure`", shortened(child.qualified));
                self.report
                    .say(Diagnostic::error(second).related(structure.span, "which holds one").at(child.span));
                self.cursor.skip()?;
            } else {
                found = Some(self.tree(&child)?);
            }
        }
        if !words.is_blank() {
            self.stray(words.collapsed(), structure.span);
        }
        Ok(found)
    }

    /// Adds the open element and its descendants to the forest.
    fn tree(&mut self, root: &Element<'a>) -> Step<TreeId> {
        let tree = self.forest.open(root);
        let mut open = vec![Open::Element(tree)];
        while let Some(inside) = open.last_mut() {
            let mut words = Text::default();
            let child = self.cursor.child_or_text(&mut words)?;
            if !words.collapsed().is_empty() {
                let span = match inside {
                    Open::Element(tree) => self.forest.tree(*tree).span(),
                    Open::Subterm(span, _) => *span,
                };
                self.stray(words.collapsed(), span);
            }
            match child {
                None => {
                    match inside {
                        Open::Element(closed) => self.forest.close(*closed),
                        Open::Subterm(_, 1) => {}
                        Open::Subterm(span, count) => {
                            let found = Diagnostic::error(format!("{count} terms in a `subterm`"));
                            self.report.say(found.expected("one term").at(*span));
                        }
                    }
                    open.pop();
                }
                Some(child) if self.is_left_out(&child) => self.cursor.skip()?,
                Some(child) => {
                    if let Open::Subterm(_, count) = inside {
                        *count += 1;
                    }
                    match child.name {
                        "subterm" => open.push(Open::Subterm(child.span, 0)),
                        "value" => self.value(&child)?,
                        _ => open.push(Open::Element(self.forest.open(&child))),
                    }
                }
            }
        }
        Ok(tree)
    }

    /// Reports text at a place where only elements belong. Stray punctuation is harmless, but words may have a meaning.
    fn stray(&mut self, words: &str, span: Span) {
        let found = format!("the text `{}` between the elements of a structure", shortened(words));
        if words.contains(char::is_alphanumeric) {
            self.report.say(Diagnostic::error(found).expected("elements only").at(span));
        } else {
            self.report
                .flaw("signs in structures", || Diagnostic::warning(format!("{found} is ignored")).at(span));
        }
    }

    /// Reads the only kind of element whose text matters: the value of a string constant.
    fn value(&mut self, element: &Element<'a>) -> Step<()> {
        let value = self.forest.open(element);
        let text = self.cursor.text()?;
        self.forest.set_text(value, text.content().unwrap_or_default().to_owned());
        Ok(())
    }

    /// Returns whether an element in a structure is ignored. One of an unknown namespace is an error.
    fn is_left_out(&mut self, child: &Element<'a>) -> bool {
        if let Namespace::Foreign(namespace) = &child.namespace {
            let name = shortened(child.qualified);
            let found = format!(
                "the unsupported extension `{name}` in `structure`, of the namespace `{}`",
                shortened(namespace)
            );
            self.report.say_once(&format!("foreign {name}"), || Diagnostic::error(found).at(child.span));
            return true;
        }
        matches!(child.name, "toolspecific" | "graphics" | "text")
    }

    /// Reports an unknown element in a coloured label. It is ignored if the label has a structure.
    fn not_structure(&mut self, child: &Element<'a>, label: &Element<'a>, has_structure: bool) {
        let found = format!("the unknown element `{}` in `{}`", shortened(child.qualified), label.name);
        if has_structure {
            self.report.flaw("unknown elements in labels", || {
                Diagnostic::warning(format!("{found} is ignored")).at(child.span)
            });
        } else {
            self.report.say(Diagnostic::error(found).expected("`structure`").at(child.span));
        }
    }
}

fn in_words_only(label: &Element<'_>, words: &str) -> Diagnostic {
    Diagnostic::error(format!("`{}` in words only: `{}`", label.name, shortened(words)))
        .expected("an element `structure` with its meaning")
        .help("`text` is for people; have the editor parse the label and save the file again")
        .at(label.span)
}
