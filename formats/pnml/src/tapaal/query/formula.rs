//! Formulas in XML: copied, except for the names of places and transitions.

use super::Names;
use crate::document::Reading;
use crate::element::{Element, name_length};
use crate::escape;
use crate::report::Step;
use crate::text::Text;

impl<'a> Reading<'a> {
    /// Returns the element as text, without layout and comments.
    pub(super) fn formula(&mut self, element: &Element<'a>, names: &Names<'_>) -> Step<String> {
        let mut written = String::new();
        open(&mut written, element);
        let (mut inside, mut text) = (vec![element.name], Text::default());
        while let Some(&innermost) = inside.last() {
            let child = self.cursor.child_or_text(&mut text)?;
            let words = std::mem::take(&mut text);
            let words = words.content().unwrap_or_default();
            let words = if matches!(innermost, "place" | "transition") { names.id(words) } else { words };
            if !words.is_empty() {
                written.push_str(&escape::text(words));
            }
            match child {
                Some(child) => {
                    open(&mut written, &child);
                    inside.push(child.name);
                }
                None => {
                    written.push_str(&format!("</{innermost}>"));
                    inside.pop();
                }
            }
        }
        Ok(written)
    }
}

/// Writes a start tag with the attributes of an element, without its prefix.
fn open(written: &mut String, element: &Element<'_>) {
    let attributes = element.source[name_length(element.source)..].trim_end_matches('/').trim_end();
    written.push_str(&format!("<{}{attributes}>", element.name));
}
