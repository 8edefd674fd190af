//! The lines of a session, from a pipe or from a terminal.
//!
//! A terminal has line editing, a history with the arrow keys, and completion of commands and names with Tab. The
//! history lasts as long as the session and is not saved.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

/// Prompt at a terminal.
const PROMPT: &str = "> ";
/// Maximum length of a command, in bytes.
const LONGEST_LINE: u64 = 64 << 10;

/// The input of a session.
pub(super) enum Lines {
    /// A pipe or a file.
    Read,
    /// A terminal.
    Edited(Box<Editor<Names, MemHistory>>),
}

impl Lines {
    /// Reads from standard input, with line editing if both input and output are terminals.
    pub(super) fn of_standard_input(talks_on_output: bool) -> io::Result<Self> {
        if !talks_on_output || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Self::Read);
        }
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = Editor::with_history(config, MemHistory::new()).map_err(io::Error::other)?;
        editor.set_helper(Some(Names::default()));
        Ok(Self::Edited(Box::new(editor)))
    }

    /// Returns the next line, or `None` at the end. `names` are the completions.
    pub(super) fn next(
        &mut self,
        talk: &mut dyn Write,
        names: impl FnOnce() -> Vec<String>,
    ) -> io::Result<Option<String>> {
        let editor = match self {
            Self::Read => {
                if io::stdin().is_terminal() {
                    talk.write_all(PROMPT.as_bytes())?;
                    talk.flush()?;
                }
                return read_line(&mut io::stdin().lock());
            }
            Self::Edited(editor) => editor,
        };
        editor.set_helper(Some(Names(names())));
        loop {
            match editor.readline(PROMPT) {
                Ok(line) => {
                    editor.add_history_entry(line.as_str()).map_err(io::Error::other)?;
                    return Ok(Some(line));
                }
                // Ctrl-C discards the line, Ctrl-D leaves.
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => return Ok(None),
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }
}

/// Reads the next line, or `None` at the end. The memory is bounded for any input.
fn read_line(commands: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = commands.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if read as u64 == LONGEST_LINE {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a line is too long"));
    }
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// The completions, in the order in which they are offered.
#[derive(Debug, Default)]
pub(super) struct Names(Vec<String>);

impl Names {
    /// Returns the position in an incomplete line where a name begins, and its completions. Names may hold blanks.
    fn completions(&self, line: &str) -> (usize, Vec<String>) {
        let start = if line.starts_with("fire ") { "fire ".len() } else { 0 };
        let beginning = &line[start..];
        (start, self.0.iter().filter(|name| name.starts_with(beginning)).cloned().collect())
    }
}

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.completions(&line[..at]))
    }
}

impl Hinter for Names {
    type Hint = String;
}
impl Highlighter for Names {}
impl Validator for Names {}
impl Helper for Names {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_completed_from_its_beginning_with_its_blanks() {
        let names = Names(["copy takes scanner", "copy takes printer", "back"].map(str::to_owned).to_vec());
        let both = vec!["copy takes scanner".to_owned(), "copy takes printer".to_owned()];
        assert_eq!(names.completions("copy t"), (0, both));
        assert_eq!(names.completions("fire copy takes s"), (5, vec!["copy takes scanner".to_owned()]));
        assert_eq!(names.completions("b"), (0, vec!["back".to_owned()]));
        assert_eq!(names.completions("nonsense"), (0, Vec::new()));
    }

    #[test]
    fn lines_of_a_pipe_end_with_it() {
        let mut pipe = &b"random 3\nquit"[..];
        let lines = [(); 3].map(|()| read_line(&mut pipe).unwrap());
        assert_eq!(lines, [Some("random 3\n".to_owned()), Some("quit".to_owned()), None]);
    }
}
