//! Recognition of DVE models by the beginning and the end of a file.
//!
//! Other languages also have processes in braces, but only DVE ends with `system async`.

/// Number of bytes to examine at each end.
const LOOKED_AT: usize = 16 * 1024;

/// Returns whether the beginning has a process in braces, and the end has `system async` or `system sync`.
pub(crate) fn is_unmistakable(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOKED_AT)]);
    let tail = String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(LOOKED_AT)..]);
    let (head, tail) = (without_comments(&head), without_comments(&tail));
    let begins = words(&head).collect::<Vec<_>>().windows(3).any(|w| w[0] == "process" && w[2] == "{");
    let ends = words(&tail).collect::<Vec<_>>().windows(2).any(|w| w[0] == "system" && is_kind(w[1]));
    begins && ends
}

fn is_kind(word: &str) -> bool {
    matches!(word, "async" | "sync")
}

/// Returns the text with each comment replaced by a blank.
fn without_comments(text: &str) -> String {
    let (mut kept, mut rest) = (String::new(), text);
    while let Some(start) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        let (before, comment) = rest.split_at(start);
        kept.push_str(before);
        kept.push(' ');
        let end = if comment.starts_with("//") { "\n" } else { "*/" };
        rest = comment.split_once(end).map_or("", |(_, behind)| behind);
    }
    kept + rest
}

/// Splits a text into names and single other characters.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '#');
    let mut rest = text.trim_start();
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = match rest.find(|c| !is_name(c)) {
            Some(0) => first.len_utf8(),
            Some(end) => end,
            None => rest.len(),
        };
        let (word, behind) = rest.split_at(end);
        rest = behind.trim_start();
        Some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::is_unmistakable;

    #[test]
    fn a_model_is_recognised_behind_comments() {
        let text = b"/* process P { */ // \xff\nprocess P{state a; init a;}\nsystem // x\n async;";
        assert!(is_unmistakable(text));
    }

    #[test]
    fn other_languages_are_not() {
        assert!(!is_unmistakable(b"process P { state a; init a; }\nsystem P;"));
        assert!(!is_unmistakable(b"// process P {\nsystem async;"));
        assert!(!is_unmistakable(b"<pnml/>"));
        assert!(!is_unmistakable(b""));
    }
}
