//! The trait that a file format implements.

use std::io;

use crate::{Diagnostic, Diagnostics, Net, Source, Span};

/// How sure a format is that a file is its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Recognition {
    /// The file is not in this format.
    No,
    /// The name ends as this format's files do; the content says nothing.
    ByName,
    /// The content is unmistakable.
    ByContent,
}

/// What a file held.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// The nets of the file, in its order; at least one.
    pub nets: Vec<Net>,
    /// What the user should know although the nets can be used: warnings only.
    pub warnings: Diagnostics,
}

/// A query that a file keeps beside its nets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredQuery {
    /// Its name; may be empty, and need not differ from others.
    pub name: String,
    /// Where it stands in the file.
    pub span: Span,
    /// What it asks, or why that is not understood.
    pub formula: Result<StoredFormula, Box<Diagnostic>>,
}

/// What a stored query asks, in terms of the ids of the net that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredFormula {
    /// An element `formula` of a property file of the Model Checking Contest.
    Contest(String),
    /// A property in our own language.
    Property(String),
}

/// A file format: bytes to nets and, where it can be written, a net to bytes.
///
/// # Laws
/// 1. `parse` never panics and never takes memory out of proportion to the file.
/// 2. Where `parse` is `Err`, there is at least one error among the diagnostics; where it is `Ok`,
///    every net passes [`Net::validate`] and the warnings hold no error.
/// 3. `parse` of what `write` wrote gives the same net, but for spans, and for what the format's section in `docs/formats.md` says
///    that it has no words for (names and positions, say). That never changes how the net behaves.
/// 4. A construct that the format or the common net does not support is an error, never skipped.
/// 5. A format that cannot be read recognises no file, and its `parse` is an error that says so.
pub trait Format: Sync {
    /// The name by which users call it: `pnml`.
    fn name(&self) -> &'static str;

    /// What the format is, in one line.
    fn description(&self) -> &'static str;

    /// How its files' names end, without the dot, the usual one first.
    fn extensions(&self) -> &'static [&'static str];

    /// Whether [`parse`](Self::parse) is implemented: some formats are only written, for other tools.
    fn can_read(&self) -> bool {
        true
    }

    /// Whether the file is of this format. Looks at the name and the first kilobytes.
    fn recognise(&self, source: &Source) -> Recognition;

    /// Reads the nets of a file.
    ///
    /// # Errors
    /// Everything that is wrong with the file, several errors at once where possible.
    fn parse(&self, source: &Source) -> Result<Parsed, Diagnostics>;

    /// Reads the nets of a file without what they say of time: delays, intervals, invariants, and that immediate transitions fire before
    /// timed ones. Each marking that the timed net reaches is reached without time, too. Formats that know no time are read as always.
    ///
    /// # Errors
    /// As for [`parse`](Self::parse), but none about time.
    fn parse_untimed(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        self.parse(source)
    }

    /// The queries that a file keeps beside its nets, about one of the nets that were read of it, in the order of the file; none in
    /// formats that keep no queries.
    ///
    /// # Errors
    /// What is wrong with the file as a whole.
    fn stored_queries(&self, source: &Source, net: &Net) -> Result<Vec<StoredQuery>, Diagnostics> {
        let _ = (source, net);
        Ok(Vec::new())
    }

    /// Whether [`write_bounded`](Self::write_bounded) is implemented.
    fn can_write(&self) -> bool {
        false
    }

    /// Writes a net.
    ///
    /// # Errors
    /// [`WriteError::Unsupported`] where the format has no words for something in the net (found
    /// before the first byte is written), or the sink's own error.
    fn write(&self, net: &Net, sink: &mut dyn io::Write) -> Result<(), WriteError> {
        self.write_bounded(net, &[], sink)
    }

    /// Whether [`write_bounded`](Self::write_bounded) makes use of the bounds, which take a while to prove.
    fn uses_bounds(&self) -> bool {
        false
    }

    /// Writes a net of which more may be known: of a place/transition net, for each place, the most
    /// tokens that it holds in any reachable marking, where that is proved.
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

/// Writes a net of which these bounds are known.
pub type WriteBounded = fn(&Net, &[Option<u64>], &mut dyn io::Write) -> Result<(), WriteError>;

/// A format that is only written, for another tool, and uses the bounds of a net.
#[derive(Debug, Clone, Copy)]
pub struct Export {
    /// What [`Format::name`] gives.
    pub name: &'static str,
    /// What [`Format::description`] gives.
    pub description: &'static str,
    /// What [`Format::extensions`] gives.
    pub extensions: &'static [&'static str],
    /// The error of [`Format::parse`].
    pub not_read: &'static str,
    /// What can be done instead of reading such a file.
    pub help: &'static str,
    /// What [`Format::write_bounded`] does.
    pub write: WriteBounded,
}

impl Format for Export {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        self.description
    }

    fn extensions(&self) -> &'static [&'static str] {
        self.extensions
    }

    fn can_read(&self) -> bool {
        false
    }

    fn recognise(&self, _: &Source) -> Recognition {
        Recognition::No
    }

    fn parse(&self, _: &Source) -> Result<Parsed, Diagnostics> {
        Err(Diagnostic::error(self.not_read).help(self.help).into())
    }

    fn can_write(&self) -> bool {
        true
    }

    fn uses_bounds(&self) -> bool {
        true
    }

    fn write_bounded(
        &self,
        net: &Net,
        bounds: &[Option<u64>],
        sink: &mut dyn io::Write,
    ) -> Result<(), WriteError> {
        (self.write)(net, bounds, sink)
    }
}

/// Why a net was not written.
#[derive(Debug)]
pub enum WriteError {
    /// The format has no words for this.
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
