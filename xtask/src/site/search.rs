//! The index for the search of the site: a script, since a page from a folder may not fetch files.

use serde_json::{Value, json};

use super::page::{Page, written};

/// Maximum number of characters of a section to search.
const MAX_TEXT: usize = 4000;

/// The sections of all pages.
#[derive(Debug, Default)]
pub(super) struct Index {
    sections: Vec<Value>,
}

impl Index {
    /// Adds the sections of a page.
    pub(super) fn add(&mut self, page: &Page) {
        let title = page.sections.first().map_or("", |section| &section.heading);
        for section in &page.sections {
            let text: String = section.text.split_whitespace().collect::<Vec<_>>().join(" ");
            let text: String = text.chars().take(MAX_TEXT).collect();
            let href = format!("{}#{}", written(&page.path), section.anchor);
            self.sections.push(json!([href, title, section.heading, text]));
        }
    }

    /// Returns the script that defines the index.
    pub(super) fn script(&self) -> String {
        let sections: Vec<String> = self.sections.iter().map(ToString::to_string).collect();
        format!("window.SECTIONS = [\n{}\n];\n", sections.join(",\n"))
    }
}
