//! A journal: a file to which each result is appended as a line, and from which a campaign can be resumed.
//!
//! Each line is JSON and is written in one piece, so no earlier result is lost if the program ends. At most
//! the last line is incomplete, and it is removed before resuming. All other lines must be valid, because a
//! line that is skipped silently would be missing from every statistic.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use serde::Serialize;

/// An open journal.
#[derive(Debug)]
pub(crate) struct Journal(File);

impl Journal {
    /// Opens the file at `path`, which must be empty unless it is resumed. Returns its content as parsed by
    /// `parse`.
    ///
    /// # Errors
    /// The file is not empty, a line is invalid, or the file cannot be read or written.
    pub(crate) fn open<L>(path: &Path, resume: bool, parse: Parse<L>) -> Result<(Self, Vec<L>), String> {
        let named = |error: io::Error| format!("{}: {error}", path.display());
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(named)?;
        let (lines, whole_bytes) = parse_all(BufReader::new(&file), parse)
            .map_err(|message| format!("{}: {message}", path.display()))?;
        if !resume && !lines.is_empty() {
            let path = path.display();
            return Err(format!(
                "{path} holds results: continue with --resume, or choose another folder with --out"
            ));
        }
        file.set_len(whole_bytes).and_then(|()| file.seek(SeekFrom::End(0))).map_err(named)?;
        Ok((Self(file), lines))
    }

    /// Appends a line.
    ///
    /// # Errors
    /// The line cannot be written.
    pub(crate) fn append(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        self.0.write_all(text.as_bytes())
    }
}

/// Parses a line. A data error is an invalid but complete line; any other error means that the line is
/// incomplete.
pub(crate) type Parse<L> = fn(&[u8]) -> serde_json::Result<L>;

/// Reads the lines of a file.
///
/// # Errors
/// The file cannot be read, or a line is invalid: which one, and why.
pub(crate) fn read<L>(path: &Path, parse: Parse<L>) -> Result<Vec<L>, String> {
    let named = |message: String| format!("{}: {message}", path.display());
    let file = File::open(path).map_err(|error| named(error.to_string()))?;
    Ok(parse_all(BufReader::new(file), parse).map_err(named)?.0)
}

/// Returns the complete lines, and their total number of bytes.
fn parse_all<L>(mut text: impl BufRead, parse: Parse<L>) -> Result<(Vec<L>, u64), String> {
    let (mut lines, mut whole_bytes, mut line) = (Vec::new(), 0, Vec::new());
    loop {
        line.clear();
        let bytes = text.read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
        if line.pop_if(|byte| *byte == b'\n').is_none() {
            return Ok((lines, whole_bytes));
        }
        match parse(&line) {
            Ok(line) => lines.push(line),
            Err(error) if !error.is_data() && is_at_end(&mut text)? => return Ok((lines, whole_bytes)),
            Err(error) => return Err(format!("line {}: {error}", lines.len() + 1)),
        }
        whole_bytes += bytes as u64;
    }
}

fn is_at_end(text: &mut impl BufRead) -> Result<bool, String> {
    text.fill_buf().map(<[u8]>::is_empty).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses a line of the tests: a pair.
    fn pair(line: &[u8]) -> serde_json::Result<(String, u32)> {
        serde_json::from_slice(line)
    }

    fn parsed(text: &str) -> Result<(Vec<(String, u32)>, u64), String> {
        parse_all(text.as_bytes(), pair)
    }

    #[test]
    fn records_are_read_back_only_on_resume() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let (mut journal, lines) = Journal::open(&path, false, pair).unwrap();
        assert!(lines.is_empty());
        journal.append(&("a", 1)).unwrap();
        journal.append(&("b", 2)).unwrap();
        assert!(Journal::open(&path, false, pair).unwrap_err().contains("--resume"));
        let mut text = std::fs::read_to_string(&path).unwrap();
        text.push_str("[\"c\", ");
        std::fs::write(&path, &text).unwrap();
        let (mut journal, lines) = Journal::open(&path, true, pair).unwrap();
        assert_eq!(lines, [("a".to_owned(), 1), ("b".to_owned(), 2)]);
        journal.append(&("d", 4)).unwrap();
        assert_eq!(read(&path, pair).unwrap()[2], ("d".to_owned(), 4));
        assert!(read(&folder.path().join("none"), pair).unwrap_err().contains("none"));
    }

    #[test]
    fn a_line_that_was_torn_at_the_end_is_left_out_and_not_counted() {
        let (whole, last) = ("[\"a\",1]\n", "[\"b\",22]\n");
        for end in 0..last.len() {
            let (lines, bytes) = parsed(&format!("{whole}{}", &last[..end])).unwrap();
            assert_eq!((lines.len(), bytes), (1, whole.len() as u64), "{end}");
        }
        assert_eq!(parsed(&format!("{whole}{}\n", &last[..4])).unwrap().0.len(), 1);
        assert_eq!(parsed(&format!("{whole}{last}")).unwrap().0.len(), 2);
        assert_eq!(parsed(""), Ok((Vec::new(), 0)));
    }

    #[test]
    fn a_bad_line_elsewhere_is_reported_with_its_number() {
        let line = "[\"a\",1]\n";
        for bad in ["[\"a\"", "", "[1]", "{}"] {
            let error = parsed(&format!("{line}{bad}\n{line}")).unwrap_err();
            assert!(error.starts_with("line 2: "), "{error}");
        }
        // A complete but invalid line is an error even at the end.
        assert!(parsed(&format!("{line}[1]\n")).unwrap_err().starts_with("line 2: "));
    }
}
