//! The commands of the stepper.

/// The commands, their forms, and what they do. Any other word is a transition.
pub(super) const WORDS: [(&str, &str, &str); 11] = [
    ("", "NUMBER", "fire the enabled transition with this number"),
    ("fire", "ID, fire ID", "fire the enabled transition with this id or name, or a line of the list"),
    ("random", "random [N]", "fire N transitions at random (1)"),
    ("back", "back [N]", "take N firings back (1)"),
    ("goto", "goto N", "go to the marking after N firings, backwards or forwards"),
    ("reset", "reset", "go to the initial marking"),
    ("marking", "marking", "show the marking in full"),
    ("enabled", "enabled", "list all enabled transitions"),
    ("trace", "trace", "show the firings so far"),
    ("help", "help, ?", "show this"),
    ("quit", "quit, exit", "end the session, as does the end of the input (Ctrl-D)"),
];

/// Returns the commands and what they do, in columns.
pub(super) fn help() -> String {
    let width = WORDS.iter().map(|(_, form, _)| form.len()).max().unwrap_or(0);
    WORDS.iter().map(|(_, form, meaning)| format!("  {form:width$}  {meaning}\n")).collect()
}

/// A parsed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word {
    /// Show the current position.
    Look,
    /// Fire the transition with this number or id.
    Fire(String),
    /// Fire this number of transitions at random.
    Random(u64),
    /// Take this number of firings back.
    Back(usize),
    /// Go to the marking after this number of firings.
    Goto(usize),
    /// Show the marking in full.
    Marking,
    /// List all enabled transitions.
    Enabled,
    /// Show the firings so far.
    Trace,
    /// Show the commands.
    Help,
    /// Leave.
    Quit,
}

impl Word {
    /// Parses a line; `Err` describes an invalid number. Any other word is an id.
    pub(super) fn parse(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match (word, rest) {
            ("", _) => Self::Look,
            ("fire", id) if !id.is_empty() => Self::Fire(id.to_owned()),
            ("random", number) => Self::Random(number_or_one(number)?),
            ("back", number) => Self::Back(number_or_one(number)?),
            ("goto", number) if !number.is_empty() => Self::Goto(number_or_one(number)?),
            ("reset", "") => Self::Goto(0),
            ("marking", "") => Self::Marking,
            ("enabled", "") => Self::Enabled,
            ("trace", "") => Self::Trace,
            ("help" | "?", "") => Self::Help,
            ("quit" | "exit", "") => Self::Quit,
            _ => Self::Fire(line.to_owned()),
        })
    }
}

fn number_or_one<N: std::str::FromStr + From<u8>>(text: &str) -> Result<N, String> {
    if text.is_empty() {
        return Ok(N::from(1));
    }
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_understood_and_explained_in_its_column() {
        for (word, ..) in WORDS.iter().filter(|(word, ..)| !["", "fire", "goto"].contains(word)) {
            assert!(!matches!(Word::parse(word), Ok(Word::Fire(_))), "{word}");
        }
        let columns: Vec<Option<usize>> =
            WORDS.iter().zip(help().lines()).map(|((.., meaning), line)| line.find(meaning)).collect();
        assert!(columns.iter().all(|&column| column.is_some() && column == columns[0]), "{columns:?}");
    }

    #[test]
    fn a_word_that_is_not_a_command_is_an_id() {
        let fire = |id: &str| Ok(Word::Fire(id.to_owned()));
        assert_eq!(Word::parse(" take fork 1 \n"), fire("take fork 1"));
        assert_eq!(Word::parse("fire back"), fire("back"));
        assert_eq!(Word::parse("fire"), fire("fire"));
        assert_eq!(Word::parse("3"), fire("3"));
        assert_eq!(Word::parse("goto"), fire("goto"));
    }

    #[test]
    fn omitted_numbers_are_one() {
        assert_eq!(Word::parse("back"), Ok(Word::Back(1)));
        assert_eq!(Word::parse("random 12"), Ok(Word::Random(12)));
        assert_eq!(Word::parse("reset"), Ok(Word::Goto(0)));
        assert!(Word::parse("back x").is_err());
        assert!(Word::parse("goto -1").is_err());
        assert!(Word::parse("random 99999999999999999999999").is_err());
    }
}
