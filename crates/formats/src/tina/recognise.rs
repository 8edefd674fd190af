//! Recognition of TINA's files by their first lines.
//!
//! Many tools use the extension `.net`. Files of GreatSPN begin with `|0|`, those of other tools with other words.

use sanderling_net::Source;
use sanderling_net::format::Recognition;

use crate::tina::name::KEYWORDS;

/// Number of bytes to examine.
const LOOKED_AT: usize = 8 * 1024;

/// Recognises a `.net` file of TINA. A file with this extension is accepted if its first line may be TINA's, so that
/// its errors are reported.
pub(crate) fn text(source: &Source) -> Recognition {
    let head = head(source);
    if !lines(&head).is_empty() && lines(&head).iter().all(|line| is_declaration(line)) {
        Recognition::ByContent
    } else if source.extension() == "net"
        && lines(&head).first().is_some_and(|line| is_keyword(first_word(line)))
    {
        Recognition::ByName
    } else {
        Recognition::No
    }
}

/// Recognises an `.ndr` file.
pub(crate) fn drawing(source: &Source) -> Recognition {
    let head = head(source);
    if !lines(&head).is_empty() && lines(&head).iter().all(|line| is_drawn(line)) {
        Recognition::ByContent
    } else if source.extension() == "ndr" {
        Recognition::ByName
    } else {
        Recognition::No
    }
}

/// Returns the beginning of the file, without an incomplete last line.
fn head(source: &Source) -> String {
    let bytes = source.bytes();
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOKED_AT)]);
    let head = head.strip_prefix('\u{feff}').unwrap_or(&head);
    let whole = if bytes.len() > LOOKED_AT { head.rfind('\n').unwrap_or(0) } else { head.len() };
    head[..whole].to_owned()
}

/// Returns the lines that are neither blank nor comments.
fn lines(head: &str) -> Vec<&str> {
    head.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

fn first_word(line: &str) -> &str {
    line.split_ascii_whitespace().next().unwrap_or_default()
}

fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// Returns whether a line is a keyword, a name, and a valid third word.
fn is_declaration(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let (keyword, name, third) = (words.next(), words.next(), words.next());
    let begins = |with: &[char]| third.is_none_or(|word| word.starts_with(with));
    let may_have_arcs = line.contains("->") || third.is_none();
    match (keyword, name) {
        (Some("net"), Some(name)) => third.is_none() || name.starts_with('{'),
        (Some("tr"), Some(_)) => may_have_arcs || begins(&[':', '[', ']']),
        (Some("pl"), Some(_)) => may_have_arcs || begins(&[':', '(']),
        (Some("pr"), Some(_)) => line.contains(['<', '>']),
        (Some("lb" | "nt"), Some(_)) => third.is_some(),
        _ => false,
    }
}

/// Returns whether a line begins with a letter of the format and, for nodes, two coordinates.
fn is_drawn(line: &str) -> bool {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let is_number = |index: usize| words.get(index).is_some_and(|word| word.parse::<f64>().is_ok());
    match words[0] {
        "p" | "t" => words.len() >= 6 && is_number(1) && is_number(2),
        "n" => is_number(1) && is_number(2),
        "e" => words.len() >= 5,
        "h" => words.len() >= 2,
        _ => false,
    }
}
