//! Firing sequences of TINA: the names of transitions, one after the other.
//!
//! Source: the description of the formats in the documentation of the Time Petri Net Analyzer (B. Berthomieu, P.-O.
//! Ribet, F. Vernadat, *The tool TINA – construction of abstract state spaces for Petri nets and time Petri nets*, IJPR
//! 42(14), 2004).
//!
//! A file has lines of blocks separated by blanks. A block is a name, optionally followed by `@` or `$` and a time; all
//! blocks of a file have the same shape. Names consist of letters, digits, `'` and `_`, or of any characters in braces,
//! where `\` precedes `{`, `}` and `\`. Lines that are empty or begin with `#` are comments. Times are ignored. We
//! write one firing a line, with the ids of transitions as names. Bindings cannot be written: a trace that has any is
//! refused.

use std::fmt::Write;

use super::{TraceFault, Unwritable, without_branches, without_error};
use crate::{Step, Steps, Trace};

/// Writes a trace.
pub(super) fn write(trace: &Trace) -> Result<String, Unwritable> {
    without_error(trace)?;
    let mut out = String::from("# A firing sequence\n");
    if let Some(note) = without_branches(trace) {
        let _ = writeln!(out, "# {note}");
    }
    for (index, step) in trace.steps.iter().enumerate() {
        if !step.binding.is_empty() {
            let why =
                format!("it has no place for bindings, and step {} (`{}`) has one", index + 1, step.event);
            return Err(Unwritable::new(why));
        }
        if step.event.contains(['\n', '\r']) {
            return Err(Unwritable::new(format!("step {} has an id with a line break", index + 1)));
        }
        let _ = writeln!(out, "{}", Name(&step.event));
    }
    Ok(out)
}

/// A name in the notation of the format.
struct Name<'a>(&'a str);

impl std::fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '\'' | '_');
        if !self.0.is_empty() && self.0.chars().all(is_plain) {
            return f.write_str(self.0);
        }
        f.write_char('{')?;
        for c in self.0.chars() {
            if matches!(c, '{' | '}' | '\\') {
                f.write_char('\\')?;
            }
            f.write_char(c)?;
        }
        f.write_char('}')
    }
}

/// Reads a trace.
pub(super) fn read(text: &str) -> Result<Trace, TraceFault> {
    if text.trim().is_empty() {
        return Err(TraceFault::new("an empty text").expected("a trace").at(text, 0));
    }
    let mut reader = Reader { text, at: 0, is_fresh: true, mark: None };
    let mut steps = Steps::default();
    while reader.at_block() {
        steps.push(Step { event: reader.block()?, ..Step::default() });
    }
    Ok(Trace { steps, ..Trace::default() })
}

/// A text that has been read up to some byte.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Whether only blanks have been read of the line.
    is_fresh: bool,
    /// The mark before times, once a block has been read. The inner value is `None` if blocks have no times.
    mark: Option<Option<char>>,
}

impl Reader<'_> {
    /// Moves to the next block, if there is one.
    fn at_block(&mut self) -> bool {
        while let Some(next) = self.next() {
            match next {
                '#' if self.is_fresh => self.skip_while(|c| c != '\n'),
                c if c.is_whitespace() => {
                    self.is_fresh |= c == '\n';
                    self.at += c.len_utf8();
                }
                _ => return true,
            }
        }
        false
    }

    /// Reads a block, and returns the name of its transition.
    fn block(&mut self) -> Result<String, TraceFault> {
        let start = self.at;
        self.is_fresh = false;
        let name = if self.next() == Some('{') { self.quoted()? } else { self.plain()? };
        let mark = self.next().filter(|mark| matches!(mark, '@' | '$'));
        if *self.mark.get_or_insert(mark) != mark {
            let fault = TraceFault::new("a block that differs in shape from the first");
            return Err(fault.expected("times after all transitions, or after none").at(self.text, start));
        }
        if mark.is_some() {
            self.at += 1;
            self.time()?;
        }
        match self.next() {
            Some(c) if !c.is_whitespace() => Err(TraceFault::new(format!("`{c}` after a transition"))
                .expected("a blank")
                .at(self.text, self.at)),
            _ => Ok(name),
        }
    }

    fn plain(&mut self) -> Result<String, TraceFault> {
        let start = self.at;
        self.skip_while(|c| c.is_alphanumeric() || matches!(c, '\'' | '_'));
        match &self.text[start..self.at] {
            "" => {
                let found =
                    self.next().map_or_else(|| "the end of the text".to_owned(), |c| format!("`{c}`"));
                let expected =
                    "the name of a transition; in braces, if it has more than letters, digits, ' and _";
                Err(TraceFault::new(found).expected(expected).at(self.text, start))
            }
            name => Ok(name.to_owned()),
        }
    }

    fn quoted(&mut self) -> Result<String, TraceFault> {
        let start = self.at;
        let mut name = String::new();
        self.at += 1;
        while let Some(mut c) = self.next() {
            self.at += c.len_utf8();
            match c {
                '}' => return Ok(name),
                '\\' => match self.next() {
                    Some(escaped) => {
                        self.at += escaped.len_utf8();
                        c = escaped;
                    }
                    None => break,
                },
                _ => {}
            }
            name.push(c);
        }
        Err(TraceFault::new("a name in braces without an end").expected("`}`").at(self.text, start))
    }

    /// Skips a number with at most one point.
    fn time(&mut self) -> Result<(), TraceFault> {
        let start = self.at;
        self.skip_while(|c| c.is_ascii_digit() || c == '.');
        let time = &self.text[start..self.at];
        let is_time = time.bytes().any(|b| b.is_ascii_digit()) && time.matches('.').count() <= 1;
        if is_time {
            Ok(())
        } else {
            Err(TraceFault::new("no time").expected("a number").at(self.text, start))
        }
    }

    fn next(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip_while(&mut self, is_skipped: impl Fn(char) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.find(|c| !is_skipped(c)).unwrap_or(rest.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(events: &[&str]) -> Trace {
        let steps = events.iter().map(|event| Step { event: (*event).into(), ..Step::default() });
        Trace { steps: steps.collect(), ..Trace::default() }
    }

    #[test]
    fn names_are_quoted_where_they_must_be() {
        let trace = run(&["t1", "it's_", "t(x=a,y=b)", "a}b{c\\", "", "é", "#", "@3"]);
        let text = write(&trace).unwrap();
        assert_eq!(text.lines().nth(2), Some("it's_"));
        assert_eq!(text.lines().nth(3), Some("{t(x=a,y=b)}"));
        assert_eq!(text.lines().nth(4), Some("{a\\}b\\{c\\\\}"));
        assert_eq!(read(&text).unwrap(), trace);
    }

    #[test]
    fn lines_blanks_comments_and_times_are_read() {
        let expected = run(&["a", "b c", "d"]);
        for text in [
            "a {b c} d",
            "# x y\r\na\t{b c}\r\n\r\n# z\n  d\n",
            "a@0 {b c}@1.5\nd@.25",
            "a$0 {b c}$1\n d$2.",
            "\n\n a\n{b c}\n #d?\n d",
        ] {
            assert_eq!(read(text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn mistakes_have_their_place() {
        for (text, beginning) in [
            (" \n", "1:1: an empty text, expected a trace"),
            ("a\nb;c", "2:2: `;` after a transition"),
            ("a -b", "1:3: `-`, expected the name"),
            ("a\n {b", "2:2: a name in braces without an end"),
            ("{b\\", "1:1: a name in braces"),
            ("a@1 b", "1:5: a block that differs in shape"),
            ("a@1 b$2", "1:5: a block that differs in shape"),
            ("a@-1", "1:3: no time"),
            ("a@1.2.3", "1:3: no time"),
        ] {
            let fault = read(text).expect_err(text).to_string();
            assert!(fault.starts_with(beginning), "{text}: {fault}");
        }
    }

    #[test]
    fn traces_that_the_format_cannot_express_are_refused() {
        let mut trace = run(&["t"]);
        trace.steps.change_kinds(|step| step.binding = [("x", "a".to_owned())].into_iter().collect());
        assert!(write(&trace).unwrap_err().to_string().contains("step 1 (`t`)"));
        let mut trace = run(&["t"]);
        trace.steps.change_kinds(|step| step.error = Some("a division by zero".into()));
        assert!(write(&trace).unwrap_err().to_string().contains("model error"));
        assert!(write(&run(&["a\nb"])).unwrap_err().to_string().contains("line break"));
    }
}
