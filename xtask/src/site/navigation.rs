//! The navigation: groups of pages, from the page with the list of all pages.

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

use super::page::{markdown, resolved};

/// A link of the navigation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// The title of the page.
    pub(super) title: String,
    /// The path of the page's Markdown file in the repository.
    pub(super) path: String,
}

/// The groups in order, each with its title.
#[derive(Debug, Default)]
pub(super) struct Navigation {
    pub(super) groups: Vec<(String, Vec<Entry>)>,
    /// Whether the site has a live page.
    pub(super) is_live: bool,
}

impl Navigation {
    /// Reads the navigation from the text of the page at `path`. The first mention of a page counts.
    pub(super) fn of(text: &str, path: &str) -> Self {
        let mut navigation = Self::default();
        let mut events = Parser::new_ext(text, markdown());
        while let Some(event) = events.next() {
            match event {
                Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => {
                    navigation
                        .groups
                        .push((text_until(&mut events, TagEnd::Heading(HeadingLevel::H2)), Vec::new()));
                }
                Event::Start(Tag::Link { dest_url, .. }) => {
                    let target = dest_url.split('#').next().unwrap_or_default().to_owned();
                    let title = text_until(&mut events, TagEnd::Link);
                    if target.ends_with(".md") && !target.contains(':') {
                        navigation.add(Entry { title, path: resolved(path, &target) });
                    }
                }
                _ => {}
            }
        }
        navigation
    }

    fn add(&mut self, entry: Entry) {
        if !self.pages().any(|known| known == entry.path)
            && let Some((_, entries)) = self.groups.last_mut()
        {
            entries.push(entry);
        }
    }

    /// Returns the paths of all pages, in order.
    pub(super) fn pages(&self) -> impl Iterator<Item = &str> {
        self.groups.iter().flat_map(|(_, entries)| entries).map(|entry| entry.path.as_str())
    }

    /// Returns the title of a page. Only the page with the list has no entry.
    pub(super) fn title(&self, path: &str) -> &str {
        let mut entries = self.groups.iter().flat_map(|(_, entries)| entries);
        entries.find(|entry| entry.path == path).map_or("All pages", |entry| &entry.title)
    }
}

/// Returns the text up to the end of an element.
fn text_until<'a>(events: &mut impl Iterator<Item = Event<'a>>, end: TagEnd) -> String {
    let mut text = String::new();
    for event in events {
        match event {
            Event::End(found) if found == end => break,
            Event::Text(part) | Event::Code(part) => text += &part,
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_groups_and_links_are_pages() {
        let text = "# All\n[no](a.md)\n## Start\n| [Front `page`](../README.md) | [x](https://x.org/y.md) |\n* [A](a.md#b)\n## Rest\n[A again](a.md) [B](sub/b.md), [its schema](s.json)\n";
        let navigation = Navigation::of(text, "docs/README.md");
        assert_eq!(navigation.pages().collect::<Vec<_>>(), ["README.md", "docs/a.md", "docs/sub/b.md"]);
        assert_eq!(navigation.title("README.md"), "Front page");
        assert_eq!(navigation.groups[1].0, "Rest");
    }
}
