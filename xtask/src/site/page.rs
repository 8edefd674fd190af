//! A page of the site, from Markdown.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::navigation::Navigation;
use super::{escaped, live};

/// A part of a page below a heading.
#[derive(Debug, Default)]
pub(super) struct Section {
    pub(super) level: usize,
    pub(super) heading: String,
    pub(super) anchor: String,
    pub(super) text: String,
}

/// A page, ready to be written.
#[derive(Debug)]
pub(super) struct Page {
    /// The path of its Markdown file in the repository.
    pub(super) path: String,
    pub(super) sections: Vec<Section>,
    /// Other files that it links to, by their paths in the repository.
    pub(super) files: BTreeSet<String>,
    body: String,
}

/// Returns the extensions of Markdown in use.
pub(super) fn markdown() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH
}

/// Returns the path of the written page of a Markdown file. The front page is `index.html`.
pub(super) fn written(path: &str) -> String {
    match path {
        "README.md" => "index.html".to_owned(),
        _ => path.strip_suffix(".md").unwrap_or(path).to_owned() + ".html",
    }
}

/// Returns a path relative to the folder of a page as a path in the repository.
pub(super) fn resolved(page: &str, target: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/').filter(|part| !part.is_empty() && *part != ".") {
        match part {
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns the relative path from a page's folder to the root of the site.
fn to_root(path: &str) -> String {
    "../".repeat(path.matches('/').count())
}

/// Returns the anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let heading = heading.to_lowercase();
    let kept = heading.chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

impl Page {
    /// Converts the text of a page. `pages` are the paths of all pages.
    pub(super) fn of(path: &str, text: &str, pages: &BTreeSet<&str>) -> Self {
        let mut page =
            Self { path: path.to_owned(), sections: Vec::new(), files: BTreeSet::new(), body: String::new() };
        let mut events: Vec<Event<'_>> = Parser::new_ext(text, markdown()).collect();
        let mut anchors = BTreeMap::new();
        let mut begun = None;
        for at in 0..events.len() {
            match &events[at] {
                Event::Start(Tag::Heading { level, .. }) => {
                    begun = Some(at);
                    page.sections.push(Section { level: *level as usize, ..Section::default() });
                }
                Event::End(TagEnd::Heading(_)) => {
                    let Some(start) = begun.take() else { continue };
                    let id = page.end_heading(&mut anchors);
                    if let Event::Start(Tag::Heading { id: place, .. }) = &mut events[start] {
                        *place = Some(CowStr::from(id));
                    }
                }
                Event::Text(part) | Event::Code(part) => page.note(part, begun.is_some()),
                _ => {}
            }
            if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = &mut events[at] {
                *dest_url = CowStr::from(page.target(dest_url, pages));
            }
        }
        html::push_html(&mut page.body, events.into_iter());
        page
    }

    /// Adds a text to the current section or to its heading.
    fn note(&mut self, text: &str, is_heading: bool) {
        let Some(section) = self.sections.last_mut() else { return };
        if is_heading {
            section.heading += text;
        } else {
            section.text += text;
            section.text.push(' ');
        }
    }

    /// Returns the anchor of the heading that ends. Repeated ones are numbered.
    fn end_heading(&mut self, anchors: &mut BTreeMap<String, usize>) -> String {
        let Some(section) = self.sections.last_mut() else { return String::new() };
        let first = anchor(&section.heading);
        let number = anchors.entry(first.clone()).and_modify(|number| *number += 1).or_insert(0);
        section.anchor = if *number == 0 { first } else { format!("{first}-{number}") };
        section.anchor.clone()
    }

    /// Returns where a link leads on the site.
    fn target(&mut self, target: &str, pages: &BTreeSet<&str>) -> String {
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        if file.is_empty() || target.contains(':') {
            return target.to_owned();
        }
        let file = resolved(&self.path, file);
        let anchor = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
        let to_root = to_root(&self.path);
        if pages.contains(file.as_str()) {
            return to_root + &written(&file) + &anchor;
        }
        self.files.insert(file.clone());
        to_root + &file + &anchor
    }

    /// Returns the whole page, with links to the pages before and after it.
    pub(super) fn html(
        &self,
        navigation: &Navigation,
        (before, after): (Option<&str>, Option<&str>),
    ) -> String {
        let root = to_root(&self.path);
        let title = self.sections.first().map_or("", |section| &section.heading);
        let link = |path: &str, class: &str, sign: &str| {
            format!(
                "<a class=\"{class}\" href=\"{root}{}\">{sign}{}</a>",
                written(path),
                escaped(navigation.title(path))
            )
        };
        let before = before.map(|path| link(path, "before", "← ")).unwrap_or_default();
        let after = after.map(|path| link(path, "after", "")).unwrap_or_default();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{} – Sanderling</title>\n<link rel=\"stylesheet\" href=\"{root}site.css\">\n\
             <script src=\"{root}search.js\" defer></script>\n<script src=\"{root}site.js\" defer></script>\n</head>\n\
             <body data-root=\"{root}\">\n<header><a class=\"home\" href=\"{root}index.html\">Sanderling</a>\n\
             <button id=\"menu\" aria-expanded=\"false\" aria-controls=\"pages\">Pages</button>\n\
             <div class=\"search\"><input id=\"search\" type=\"search\" placeholder=\"Search (/)\" autocomplete=\"off\" \
             aria-label=\"Search the documentation\"><ol id=\"found\" hidden></ol></div></header>\n\
             <nav id=\"pages\" aria-label=\"Pages\">{}</nav>\n<main>\n{}\n\
             <footer>{before}{after}</footer>\n</main>\n<aside aria-label=\"On this page\">{}</aside>\n</body>\n</html>\n",
            escaped(title),
            self.pages(navigation, &root),
            self.body,
            self.contents(),
        )
    }

    fn pages(&self, navigation: &Navigation, root: &str) -> String {
        let mut list = String::new();
        if navigation.is_live {
            list += &format!(
                "<h2>Try it</h2><ul><li><a href=\"{root}{}\">The studio, live</a></li></ul>",
                live::PAGE
            );
        }
        for (title, entries) in navigation.groups.iter().filter(|(_, entries)| !entries.is_empty()) {
            list += &format!("<h2>{}</h2><ul>", escaped(title));
            for entry in entries {
                let current = if entry.path == self.path { " aria-current=\"page\"" } else { "" };
                let (href, title) = (written(&entry.path), escaped(&entry.title));
                list += &format!("<li><a href=\"{root}{href}\"{current}>{title}</a></li>");
            }
            list += "</ul>";
        }
        list
    }

    /// Returns the headings of the second level, if there are several.
    fn contents(&self) -> String {
        let sections: Vec<&Section> =
            self.sections.iter().filter(|section| section.level == HeadingLevel::H2 as usize).collect();
        if sections.len() < 2 {
            return String::new();
        }
        let item = |section: &&Section| {
            format!("<li><a href=\"#{}\">{}</a></li>", section.anchor, escaped(&section.heading))
        };
        format!("<h2>On this page</h2><ul>{}</ul>", sections.iter().map(item).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Page {
        Page::of("docs/a.md", text, &BTreeSet::from(["README.md", "docs/a.md", "docs/b.md"]))
    }

    #[test]
    fn links_lead_to_written_pages_and_other_files_are_noted() {
        let page =
            page("[x](b.md#some) [y](../README.md) ![z](pictures/z.svg) [w](https://w.org/b.md) [v](#here)");
        for target in
            ["../docs/b.html#some", "../index.html", "../docs/pictures/z.svg", "https://w.org/b.md", "#here"]
        {
            assert!(page.body.contains(&format!("=\"{target}\"")), "{target}: {}", page.body);
        }
        assert_eq!(page.files, BTreeSet::from(["docs/pictures/z.svg".to_owned()]));
    }

    #[test]
    fn anchors_are_those_of_github() {
        let page = page("# Some `code` & more\n## Twice\n## Twice\n");
        let anchors: Vec<&str> = page.sections.iter().map(|section| section.anchor.as_str()).collect();
        assert_eq!(anchors, ["some-code--more", "twice", "twice-1"]);
        assert!(page.body.contains("<h2 id=\"twice-1\">"), "{}", page.body);
    }

    #[test]
    fn sections_have_the_text_below_their_headings() {
        let page = page("# A\nfirst `code`\n## B\n* second\n");
        let texts: Vec<&str> = page.sections.iter().map(|section| section.text.trim()).collect();
        assert_eq!(texts, ["first  code", "second"]);
    }
}
