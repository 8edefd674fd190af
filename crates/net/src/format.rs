//! The trait that a file format implements.

use std::io;

use crate::{Diagnostic, Diagnostics, Net, Source, Span};

/// How certain it is that a file has a given format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Recognition {
    /// The file is not in this format.
    No,
    /// The extension is that of the format; the content is inconclusive.
    ByName,
    /// The content is unmistakable.
    ByContent,
}

/// The content of a file.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// The nets of the file, in its order; at least one.
    pub nets: Vec<Net>,
    /// Warnings about the file; the nets can be used nevertheless.
    pub warnings: Diagnostics,
}

/// A query that a file stores beside its nets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredQuery {
    /// The name; may be empty, and need not be unique.
    pub name: String,
    /// Span in the file.
    pub span: Span,
    /// The formula, or the reason why it is not understood.
    pub formula: Result<StoredFormula, Box<Diagnostic>>,
}

/// The formula of a stored query, with the ids of the net that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredFormula {
    /// An element `formula` of a Model Checking Contest property file.
    Contest(String),
    /// A property in our own language.
    Property(String),
}

/// A file format: reads nets from bytes and, if the format can be written, writes a net to bytes.
///
/// # Laws
/// 1. `parse` never panics and never takes memory out of proportion to the file.
/// 2. If `parse` returns `Err`, at least one of the diagnostics is an error. If it returns `Ok`, every net passes
///    [`Net::validate`] and there are only warnings.
/// 3. If [`keeps_nodes`](Self::keeps_nodes), `parse` of what `write` wrote gives the same net, except for spans and for whatever the format cannot express
///    (such as names and positions) according to its section in `docs/formats.md`. These losses never change the
///    behaviour of the net.
/// 4. A construct that the format or the common net does not support is an error, never skipped.
pub trait Format: Sync {
    /// Returns the name that users give to select the format, such as `pnml`.
    fn name(&self) -> &'static str;

    /// Returns a description of the format in one line.
    fn description(&self) -> &'static str;

    /// Returns the extensions of the format's files without the dot, the usual one first.
    fn extensions(&self) -> &'static [&'static str];

    /// Returns how certain it is that the file has this format. Looks at the name and the first kilobytes.
    fn recognise(&self, source: &Source) -> Recognition;

    /// Reads the nets of a file.
    ///
    /// # Errors
    /// The problems of the file, several at once if possible.
    fn parse(&self, source: &Source) -> Result<Parsed, Diagnostics>;

    /// Reads the nets of a file and ignores time: delays, intervals, invariants, and the priority of immediate
    /// transitions over timed ones. Every marking that the timed net reaches is reachable without time, too. Formats
    /// without time behave as in [`parse`](Self::parse).
    ///
    /// # Errors
    /// As for [`parse`](Self::parse), but none about time.
    fn parse_untimed(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        self.parse(source)
    }

    /// Returns the queries that a file stores about `net`, which was read from the same file. They are in the order of
    /// the file. Formats that store no queries return none.
    ///
    /// # Errors
    /// Problems that concern the file as a whole.
    fn stored_queries(&self, source: &Source, net: &Net) -> Result<Vec<StoredQuery>, Diagnostics> {
        let _ = (source, net);
        Ok(Vec::new())
    }

    /// Returns whether [`write_bounded`](Self::write_bounded) is implemented.
    fn can_write(&self) -> bool {
        false
    }

    /// Returns whether a net that was written is read as the same net, as law 3 demands. Otherwise, only its behavior is
    /// kept: the net that is read has other nodes.
    fn keeps_nodes(&self) -> bool {
        true
    }

    /// Writes a net.
    ///
    /// # Errors
    /// [`WriteError::Unsupported`] if the format cannot express something in the net, which is detected before the
    /// first byte is written; or the error of the sink.
    fn write(&self, net: &Net, sink: &mut dyn io::Write) -> Result<(), WriteError> {
        self.write_bounded(net, &[], sink)
    }

    /// Returns whether the format has macros, so that a source may have [definitions](Source::with_definitions).
    fn has_macros(&self) -> bool {
        false
    }

    /// Returns whether [`write_bounded`](Self::write_bounded) uses the bounds, which take time to prove.
    fn uses_bounds(&self) -> bool {
        false
    }

    /// Writes a net with place bounds. For each place of a place/transition net, `bounds` holds the maximum number of
    /// tokens in any reachable marking, if that is proved.
    ///
    /// # Errors
    /// As for [`write`](Self::write).
    fn write_bounded(
        &self,
        net: &Net,
        bounds: &[Option<u64>],
        sink: &mut dyn io::Write,
    ) -> Result<(), WriteError> {
        let _ = (net, bounds, sink);
        Err(WriteError::Unsupported(format!("{} cannot be written", self.name())))
    }
}

/// The reason why a net was not written.
#[derive(Debug)]
pub enum WriteError {
    /// The format cannot express this.
    Unsupported(String),
    /// The sink failed.
    Io(io::Error),
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl std::fmt::Display for WriteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unsupported(what) => f.write_str(what),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WriteError {}
