//! The file of results, to which lines are appended as runs end.
//!
//! Each line goes to the system in one piece as soon as there is one, so that whatever ends the campaign, no run that has
//! ended is lost; at most the last line is torn, and it is cut off before the file is gone on with.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use super::record::Line;

/// An open file of results.
#[derive(Debug)]
pub(super) struct Journal(File);

impl Journal {
    /// Begins a new file.
    ///
    /// # Errors
    /// That there is one already, or it cannot be made.
    pub(super) fn begin(path: &Path) -> io::Result<Self> {
        OpenOptions::new().write(true).create_new(true).open(path).map(Self)
    }

    /// Goes on with a file after its first bytes, which are whole lines.
    ///
    /// # Errors
    /// That it cannot be opened or cut off.
    pub(super) fn go_on(path: &Path, bytes: u64) -> io::Result<Self> {
        let mut file = OpenOptions::new().write(true).open(path)?;
        file.set_len(bytes)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self(file))
    }

    /// Appends a line.
    ///
    /// # Errors
    /// That it cannot be written.
    pub(super) fn append(&mut self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_string(line).map_err(io::Error::other)?;
        text.push('\n');
        self.0.write_all(text.as_bytes())
    }
}
