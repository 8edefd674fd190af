//! Diagnostics with the line of the file that they are about, as compilers show them.
//!
//! A position is given by line and column, which mean the same in every encoding. The renderer receives only that line,
//! and only a part of a very long one: some programs write a whole net on one line.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use sanderling_net::{Diagnostic, Diagnostics, Severity, Source, Span};

/// Maximum number of diagnostics shown.
const MAX_SHOWN: usize = 30;
/// Maximum number of bytes passed to the renderer after the position. (It needs the bytes before it to count columns,
/// and omits those that do not fit a terminal.)
const SHOWN_BEHIND: usize = 400;
/// Maximum number of bytes marked.
const MAX_MARKED: usize = 60;

/// Whether messages have colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// Text only.
    Plain,
    /// With colours.
    Coloured,
}

impl Look {
    /// Returns the look of messages on standard error.
    pub(crate) fn of_standard_error() -> Self {
        Self::on(&std::io::stderr())
    }

    /// Returns the look of answers on standard output.
    pub(crate) fn of_standard_output() -> Self {
        Self::on(&std::io::stdout())
    }

    /// Returns the look that `--color` chooses. By default a terminal has colours, unless the user disables them
    /// (<https://no-color.org>).
    fn on(stream: &impl RawStream) -> Self {
        match AutoStream::choice(stream) {
            ColorChoice::Never => Self::Plain,
            _ => Self::Coloured,
        }
    }

    fn renderer(self) -> Renderer {
        match self {
            Self::Plain => Renderer::plain(),
            Self::Coloured => Renderer::styled(),
        }
    }
}

/// Renders an error without a position in a file.
pub(crate) fn plain_error(message: &str, look: Look) -> String {
    let title = Level::ERROR.primary_title(message);
    look.renderer().render(&[Group::with_title(title)]) + "\n"
}

/// Renders a warning without a position in a file.
pub(crate) fn plain_warning(message: &str, look: Look) -> String {
    let title = Level::WARNING.primary_title(message);
    look.renderer().render(&[Group::with_title(title)]) + "\n"
}

/// Renders all diagnostics about a source.
pub(crate) fn render(source: &Source, diagnostics: &Diagnostics, look: Look) -> String {
    let mut out = String::new();
    if diagnostics.is_empty() {
        return out;
    }
    let text = Text::new(source);
    for diagnostic in diagnostics.iter().take(MAX_SHOWN) {
        out.push_str(&render_one(&text, diagnostic, look));
        out.push_str("\n\n");
    }
    if diagnostics.len() > MAX_SHOWN {
        out.push_str(&format!("… and {} more\n", diagnostics.len() - MAX_SHOWN));
    }
    out
}

fn render_one(text: &Text<'_>, diagnostic: &Diagnostic, look: Look) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(title(diagnostic));
    let label = diagnostic.expected.as_ref().map(|expected| format!("expected {expected}"));
    let mut main = match diagnostic.span {
        Some(span) => text.show(Group::with_title(title), span, label.as_deref().unwrap_or_default()),
        None => {
            let group = Group::with_title(title).element(Origin::path(text.name));
            match &label {
                Some(label) => group.element(Level::NOTE.message(label.as_str())),
                None => group,
            }
        }
    };
    if let Some(help) = &diagnostic.help {
        main = main.element(Level::HELP.message(help.as_str()));
    }
    let mut groups = vec![main];
    if let Some((span, label)) = &diagnostic.related {
        let title = Level::NOTE.secondary_title(label.as_str());
        groups.push(text.show(Group::with_title(title), *span, ""));
    }
    look.renderer().render(&groups)
}

/// Returns the message. If it does not name its element, the element's id is added.
fn title(diagnostic: &Diagnostic) -> String {
    match &diagnostic.element {
        Some(id) if !id.is_empty() && !diagnostic.message.contains(id.as_str()) => {
            format!("{} (`{id}`)", diagnostic.message)
        }
        _ => diagnostic.message.clone(),
    }
}

/// The text of a source.
struct Text<'a> {
    name: &'a str,
    text: Cow<'a, str>,
}

impl<'a> Text<'a> {
    fn new(source: &'a Source) -> Self {
        Self { name: source.name(), text: source.shown() }
    }

    /// Adds a position to a group: the location, and the line with the position marked.
    fn show<'t>(&'t self, group: Group<'t>, span: Span, label: &'t str) -> Group<'t> {
        let (line, column) = (span.line as usize, span.column as usize);
        let Some(excerpt) = line.checked_sub(1).and_then(|before| self.text.lines().nth(before)) else {
            let group = group.element(Origin::path(self.name).line(line).char_column(column));
            return if label.is_empty() { group } else { group.element(Level::NOTE.message(label)) };
        };
        let length = span.end.saturating_sub(span.start) as usize;
        let (shown, marked) = marked_part(excerpt, column.saturating_sub(1), length);
        let mark = AnnotationKind::Primary.span(marked);
        let mark = if label.is_empty() { mark } else { mark.label(label) };
        group.element(Snippet::source(shown).path(self.name).line_start(line).annotation(mark))
    }
}

/// Returns the start of a line up to the part worth showing, and the range of bytes to mark. The range begins at
/// character `column` and has `length` bytes, or fewer if not all of them are shown.
fn marked_part(line: &str, column: usize, length: usize) -> (&str, Range<usize>) {
    let place = line.char_indices().nth(column).map_or(line.len(), |(byte, _)| byte);
    let shown = char_boundary(line, place.saturating_add(SHOWN_BEHIND));
    let end = char_boundary(line, place.saturating_add(length.min(MAX_MARKED))).min(shown);
    (&line[..shown], place..end)
}

/// Returns the first position at or after `byte` at which a character starts, or the end.
fn char_boundary(line: &str, byte: usize) -> usize {
    (byte..line.len()).find(|&byte| line.is_char_boundary(byte)).unwrap_or(line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(line: u32, column: u32, length: u32) -> Span {
        Span { line, column, start: 0, end: length }
    }

    fn shown(bytes: &[u8], diagnostic: Diagnostic) -> String {
        render(&Source::new("net.pnml", bytes), &diagnostic.into(), Look::Plain)
    }

    #[test]
    fn a_diagnostic_shows_its_line_and_what_was_expected() {
        let text = b"<pnml>\n  <arc weight=\"-1\"/>\n</pnml>\n";
        let diagnostic = Diagnostic::error("weight -1")
            .at(span(2, 8, 11))
            .element("a1")
            .expected("a positive integer")
            .help("leave it out for weight 1")
            .related(span(1, 1, 6), "in this document");
        insta::assert_snapshot!(shown(text, diagnostic));
    }

    #[test]
    fn of_a_very_long_line_the_part_around_the_place_is_shown() {
        let line = format!("{}<bad/>{}", "ä".repeat(5000), "x".repeat(5_000_000));
        let text = shown(line.as_bytes(), Diagnostic::error("element bad").at(span(1, 5001, 6)));
        assert!(text.contains("net.pnml:1:5001"), "{text}");
        assert!(text.contains("<bad/>") && text.contains("^^^^^^"), "{text}");
        assert!(text.len() < 1500, "{text}");
    }

    #[test]
    fn diagnostics_with_positions_outside_the_text_are_shown() {
        for place in [span(0, 0, 0), span(9, 1, 5), span(1, 400, 5), span(1, 3, u32::MAX)] {
            for bytes in [&b"abc"[..], b"", b"\xff\xfea\0b\0", b"\xc3\xa4\xff\xff"] {
                assert!(shown(bytes, Diagnostic::error("wrong").at(place)).contains("wrong"));
            }
        }
    }

    #[test]
    fn many_diagnostics_are_counted_not_listed() {
        let mut many = Diagnostics::new();
        many.extend((0..100).map(|i| Diagnostic::error(format!("number {i}"))));
        let text = render(&Source::new("x", *b""), &many, Look::Plain);
        assert!(
            text.contains("number 29") && !text.contains("number 30") && text.contains("… and 70 more"),
            "{text}"
        );
    }
}
