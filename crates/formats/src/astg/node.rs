//! The names of nodes: `a+`, `a-/2`, `d/1`, `p`, with an optional weight such as `(3)`, and `<a+,b->`.

use sanderling_net::{Diagnostic, excerpt};

/// The signs after the name of a signal: it rises, falls, or changes in either direction.
const EDGES: [char; 3] = ['+', '-', '~'];

/// Maximum length of a name in bytes. The place between two transitions has both names in its id: without a limit, one long name before many
/// others would take memory that is quadratic in the size of the file.
const MAX_NAME: usize = 256;

/// Signs in names that other tools read as edges (`a*` of SIS), channels (`a?`, `a!` of petrify), guards or delays.
const RESERVED: &str = "()<>{}=,\\*?!@^";

/// The parts of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word<'a> {
    /// The name of a signal, a dummy or a place.
    pub(crate) name: &'a str,
    /// The sign of the edge.
    pub(crate) edge: Option<char>,
    /// The number of the transition among those with the same edge. The default is 0.
    pub(crate) instance: u64,
    /// The weight of the arc to this node.
    pub(crate) weight: Option<u64>,
}

impl<'a> Word<'a> {
    /// Splits a word into its parts.
    pub(crate) fn of(word: &'a str) -> Result<Self, Box<Diagnostic>> {
        let wrong = || {
            let found = Diagnostic::error(format!("`{}`", excerpt(word)));
            Box::new(found.expected("a place, or a transition such as `a+`, `a-/2` or `d/1`"))
        };
        let (rest, weight) = match word.strip_suffix(')') {
            None => (word, None),
            Some(open) => {
                let (rest, digits) = open.rsplit_once('(').ok_or_else(wrong)?;
                (rest, Some(number(digits).ok_or_else(wrong)?))
            }
        };
        let (rest, instance) = match rest.split_once('/') {
            None => (rest, 0),
            Some((rest, digits)) => (rest, number(digits).ok_or_else(wrong)?),
        };
        let (name, edge) = match rest.strip_suffix(EDGES) {
            Some(name) => (name, rest.chars().next_back()),
            None => (rest, None),
        };
        if name.len() > MAX_NAME {
            let long = Diagnostic::error(format!("`{}…`", excerpt(name)));
            return Err(Box::new(long.expected(format!("a name of at most {MAX_NAME} bytes"))));
        }
        let is_odd = |c: char| c.is_control() || c == char::REPLACEMENT_CHARACTER || RESERVED.contains(c);
        // SIS writes the delay of a transition as a number after it; such a word is not a place.
        let is_number = name.chars().all(|c| c.is_ascii_digit() || c == '.');
        if name.starts_with('.') || is_number || name.contains(is_odd) || name.contains(EDGES) {
            return Err(wrong());
        }
        Ok(Self { name, edge, instance, weight })
    }

    /// Returns the id of the node, without its weight: equal transitions have equal ids.
    pub(crate) fn id(&self) -> String {
        let edge = self.edge.map(String::from).unwrap_or_default();
        match self.instance {
            0 => format!("{}{edge}", self.name),
            instance => format!("{}{edge}/{instance}", self.name),
        }
    }
}

/// Returns the two transitions of an implicit place, `<a+,b->`.
pub(crate) fn implicit(word: &str) -> Option<(&str, &str)> {
    let (from, to) = word.strip_prefix('<')?.strip_suffix('>')?.split_once(',')?;
    Some((from.trim(), to.trim()))
}

/// Parses a number without a sign.
pub(crate) fn number(digits: &str) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_apart() {
        let word = |name, edge, instance, weight| Word { name, edge, instance, weight };
        assert_eq!(Word::of("a+").unwrap(), word("a", Some('+'), 0, None));
        assert_eq!(Word::of("b_1-/12(3)").unwrap(), word("b_1", Some('-'), 12, Some(3)));
        assert_eq!(Word::of("d/1").unwrap(), word("d", None, 1, None));
        assert_eq!(Word::of("p(2)").unwrap(), word("p", None, 0, Some(2)));
        assert_eq!(Word::of("x[3].y~").unwrap().id(), "x[3].y~");
        assert_eq!(Word::of("a+/0").unwrap().id(), "a+");
        assert_eq!(Word::of("a+/007").unwrap().id(), "a+/7");
        for wrong in [
            "", "+", "a+b", "a/", "a/x", "a(", "a()", "a(x)", "a)", "a+-", "<a+,b", ".x", "a,b", "a/1/2",
            "a+/+", "1", "1.5", "a*", "a?", "a!/1", "@3", "a^",
        ] {
            assert!(Word::of(wrong).is_err(), "{wrong}");
        }
        assert!(Word::of(&"x".repeat(MAX_NAME)).is_ok());
        assert!(Word::of(&"x".repeat(MAX_NAME + 1)).is_err());
        assert_eq!(implicit("<a+, b->"), Some(("a+", "b-")));
        assert_eq!(implicit("<a+>"), None);
        assert_eq!(number("+1"), None);
    }
}
