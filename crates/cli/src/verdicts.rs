//! Verdicts in colour.
//!
//! The text of an answer is made without colours. On a terminal its verdicts are found by their position: after the
//! file name in the first line, and at the start of a line about a property.

use anstyle::{AnsiColor, Style};

const COLOURS: [(&str, AnsiColor); 3] =
    [("holds", AnsiColor::Green), ("violated", AnsiColor::Red), ("unknown", AnsiColor::Yellow)];

/// Returns the text of an answer with its verdicts in colour.
pub(crate) fn coloured(text: &str) -> String {
    let lines = text.split_inclusive('\n').enumerate();
    lines.map(|(number, line)| coloured_line(line, number == 0)).collect()
}

fn coloured_line(line: &str, is_first: bool) -> String {
    for (verdict, colour) in COLOURS {
        let (before, after) = if is_first { (": ", ": ") } else { ("  ", "  ") };
        let pattern = format!("{before}{verdict}{after}");
        let found = if is_first { line.find(&pattern) } else { line.starts_with(&pattern).then_some(0) };
        if let Some(at) = found {
            let (start, end) = (at + before.len(), at + before.len() + verdict.len());
            let style = Style::new().bold().fg_color(Some(colour.into()));
            return format!("{}{style}{verdict}{style:#}{}", &line[..start], &line[end..]);
        }
    }
    line.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_have_colours_and_nothing_else_has() {
        let text =
            "a.pnml: violated: not every property holds\n  holds     one: p <= 1\n  violated  two\nholds \n";
        let shown = coloured(text);
        assert_eq!(anstream::adapter::strip_str(&shown).to_string(), text);
        let colours: Vec<&str> = shown.split('\u{1b}').skip(1).collect();
        assert_eq!(shown.matches("\u{1b}[0m").count(), 3, "{colours:?}");
        assert!(shown.starts_with("a.pnml: \u{1b}[1m\u{1b}[31mviolated\u{1b}[0m: not"), "{colours:?}");
    }
}
