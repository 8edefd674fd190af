//! Nets of the TINA toolbox: the text of its `.net` files and the drawings of its editor, `.ndr`.
//!
//! Source: the manual page `formats(n)` of the toolbox (Berthomieu, Ribet and Vernadat, *The tool TINA*, International
//! Journal of Production Research, 2004) and, where it is silent, the common behaviour of other readers of these files.
//! Both formats are lists of declarations, one per line, and the net is their superposition: several lines about a node
//! add up. A `lexer` splits a file into tokens, `text` and `drawing` parse the declarations, and a `builder` collects
//! them. INVARIANT: times and priorities are errors, unless the file is read without them.

mod builder;
mod cursor;
mod drawing;
mod lexer;
mod name;
mod number;
mod recognise;
mod text;
mod write;

use std::borrow::Cow;
use std::io;
use std::path::Path;

use sanderling_net::format::{Parsed, Recognition, WriteError};
use sanderling_net::{Diagnostic, Diagnostics, Format, Net, Source, Span};

use builder::Times;

/// Returns the text of a file, unless the file is the net in the folder of a time transition system.
///
/// # Errors
/// If the net has data, which are compiled code beside it, or is too large.
fn decoded(source: &Source) -> Result<Cow<'_, str>, Diagnostics> {
    let folder = Path::new(source.name()).parent().and_then(Path::extension);
    if folder.is_some_and(|ending| ending == "tts") {
        let data =
            Diagnostic::error("the net of a time transition system (.tts), whose data are compiled code");
        let data = data.at(Span { line: 1, column: 1, start: 0, end: 0 }).expected("a net without data");
        return Err(data.help("copy the file out of its folder to read the net without the data").into());
    }
    source.decoded()
}

/// The format of `.net` files.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tina;

impl Format for Tina {
    fn name(&self) -> &'static str {
        "tina"
    }

    fn description(&self) -> &'static str {
        "TINA's nets in text form, with test and inhibitor arcs"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["net"]
    }

    fn recognise(&self, source: &Source) -> Recognition {
        recognise::text(source)
    }

    fn parse(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        text::read(source, Times::Refused)
    }

    fn parse_untimed(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        text::read(source, Times::LeftOut)
    }

    fn can_write(&self) -> bool {
        true
    }

    fn write_bounded(
        &self,
        net: &Net,
        _: &[Option<u64>],
        sink: &mut dyn io::Write,
    ) -> Result<(), WriteError> {
        write::check(net).map_err(WriteError::Unsupported)?;
        Ok(write::write(net, sink)?)
    }
}

/// The format of `.ndr` files.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ndr;

impl Format for Ndr {
    fn name(&self) -> &'static str {
        "ndr"
    }

    fn description(&self) -> &'static str {
        "TINA's nets as its editor draws them"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["ndr"]
    }

    fn recognise(&self, source: &Source) -> Recognition {
        recognise::drawing(source)
    }

    fn parse(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        drawing::read(source, Times::Refused)
    }

    fn parse_untimed(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        drawing::read(source, Times::LeftOut)
    }
}
