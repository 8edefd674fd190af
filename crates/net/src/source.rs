//! The text of a file, and positions in it.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

use crate::{Diagnostic, Diagnostics};

/// The content of a file, with its name for messages.
///
/// The text is UTF-8. A format with files in other encodings decodes them first, and its spans then refer to the
/// decoded text.
#[derive(Debug, Clone)]
pub struct Source {
    name: Box<str>,
    bytes: Vec<u8>,
    /// Folder of the files that the text may include.
    folder: Option<Box<Path>>,
    definitions: Box<[String]>,
}

impl Source {
    /// Creates a source called `name` (usually a path, or `<standard input>`) with the file's bytes.
    #[must_use]
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into().into(), bytes: bytes.into(), folder: None, definitions: Box::default() }
    }

    /// Creates a source with the bytes of the file at `path`. Its text may include other files of its folder.
    #[must_use]
    pub fn of_file(path: &Path, bytes: impl Into<Vec<u8>>) -> Self {
        let folder = path.parent().map(Box::from);
        Self { folder, ..Self::new(path.to_string_lossy(), bytes) }
    }

    /// Returns this source as a text that cannot include files.
    #[must_use]
    pub fn without_folder(self) -> Self {
        Self { folder: None, ..self }
    }

    /// Returns this source with macros that are defined before its text, as by a compiler's `-D`. Each is `NAME`,
    /// which stands for 1, or `NAME=TEXT`.
    #[must_use]
    pub fn with_definitions(self, definitions: Vec<String>) -> Self {
        Self { definitions: definitions.into(), ..self }
    }

    /// Returns the macros that are defined before the text.
    #[must_use]
    pub fn definitions(&self) -> &[String] {
        &self.definitions
    }

    /// Returns whether this is the content of a file, so that it may include others.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.folder.is_some()
    }

    /// Reads an included file. Its path begins in the folder of this source.
    ///
    /// # Errors
    /// If this source is no file, the path can leave the folder, or there is no regular file of at most `limit` bytes.
    pub fn included(&self, path: &Path, limit: u64) -> io::Result<Self> {
        let error = |kind, message: &str| Err(io::Error::new(kind, message));
        let is_inside =
            path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let Some(folder) = self.folder.as_ref().filter(|_| is_inside) else {
            return error(io::ErrorKind::PermissionDenied, "it is not in the folder of the including file");
        };
        let full = folder.join(path);
        // A pipe or a device may never end.
        if !fs::metadata(&full)?.is_file() {
            return error(io::ErrorKind::InvalidInput, "it is not a regular file");
        }
        let mut bytes = Vec::new();
        if File::open(&full)?.take(limit + 1).read_to_end(&mut bytes)? as u64 > limit {
            return error(io::ErrorKind::FileTooLarge, "the files are too large");
        }
        Ok(Self::new(path.to_string_lossy(), bytes))
    }

    /// Returns the name of this source for messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the file's bytes, undecoded.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the text that spans refer to, for a format whose files are in UTF-8. A byte order mark is removed, and
    /// U+FFFD replaces anything that is not UTF-8.
    ///
    /// # Errors
    /// If the text has 4 GiB or more, which spans cannot represent.
    pub fn decoded(&self) -> Result<Cow<'_, str>, Diagnostics> {
        let bytes = self.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.bytes);
        let text = String::from_utf8_lossy(bytes);
        if u32::try_from(text.len()).is_err() {
            return Err(Diagnostic::error("a file of 4 GiB or more").expected("a shorter one").into());
        }
        Ok(text)
    }

    /// Returns the text for display, whatever the format: UTF-8 or, according to its byte order mark, UTF-16. A
    /// replacement character stands for each invalid byte, so that columns stay right.
    #[must_use]
    pub fn shown(&self) -> Cow<'_, str> {
        let utf16 = |bytes: &[u8], order: fn([u8; 2]) -> u16| {
            let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| order([pair[0], pair[1]])).collect();
            String::from_utf16_lossy(&units).into()
        };
        match self.bytes.as_slice() {
            [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
            [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
            [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest),
            bytes => String::from_utf8_lossy(bytes),
        }
    }

    /// Returns the extension of the name in lower case; empty if there is none.
    #[must_use]
    pub fn extension(&self) -> String {
        let file = self.name.rsplit(['/', '\\']).next().unwrap_or_default();
        match file.rsplit_once('.') {
            Some((_, extension)) => extension.to_ascii_lowercase(),
            None => String::new(),
        }
    }
}

/// A part of a source. Its start is given for people (line and column) and for programs (bytes).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// Line of the first character, from 1.
    pub line: u32,
    /// Column of the first character in characters, from 1.
    pub column: u32,
    /// Offset of the first byte in the decoded text, from 0.
    pub start: u32,
    /// Offset of the first byte after the span in the decoded text.
    pub end: u32,
}
