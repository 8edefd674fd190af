//! Self-contained HTML pages in a common style, and the format of texts and numbers on them.

/// The style sheet of the pages.
pub(crate) const STYLE: &str = include_str!("html/style.css");

/// Returns a page with this title and body.
pub(crate) fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>\n{STYLE}</style></head>\n\
         <body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}

/// Escapes text for HTML and SVG.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Groups the digits of a large whole number by three, with narrow no-break spaces.
pub(crate) fn grouped(cell: &str) -> String {
    if cell.len() < 5 || !cell.bytes().all(|byte| byte.is_ascii_digit()) {
        return cell.to_owned();
    }
    let begins_group = |at: usize| at > 0 && (cell.len() - at).is_multiple_of(3);
    let space = |at: usize| begins_group(at).then_some('\u{202f}');
    cell.char_indices().flat_map(|(at, digit)| space(at).into_iter().chain([digit])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_end_an_element_or_an_attribute() {
        assert_eq!(escaped("a<b>\"&amp;"), "a&lt;b&gt;&quot;&amp;amp;");
    }

    #[test]
    fn large_whole_numbers_are_grouped() {
        let grouped = ["1234", "12345", "1234567", "1234.567", "-12345", "bridge.3"].map(grouped);
        assert_eq!(
            grouped,
            ["1234", "12\u{202f}345", "1\u{202f}234\u{202f}567", "1234.567", "-12345", "bridge.3"]
        );
    }
}
