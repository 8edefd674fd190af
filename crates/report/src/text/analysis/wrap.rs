//! Line breaking.

/// Maximum number of characters in a line, unless a single piece is longer.
const MAX_WIDTH: usize = 100;

/// Writes pieces after the start of a line, with spaces between them. Continuation lines have a margin.
pub(super) fn wrapped<'t>(
    start: &str,
    pieces: impl IntoIterator<Item = &'t str>,
    margin: usize,
    out: &mut String,
) {
    let mut line = start.to_owned();
    let mut is_begun = false;
    for piece in pieces {
        if is_begun && line.chars().count() + 1 + piece.chars().count() > MAX_WIDTH {
            out.push_str(line.trim_end());
            out.push('\n');
            line = " ".repeat(margin);
            is_begun = false;
        }
        if is_begun {
            line.push(' ');
        }
        line.push_str(piece);
        is_begun = true;
    }
    out.push_str(line.trim_end());
    out.push('\n');
}
