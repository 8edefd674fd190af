//! The files of GreatSPN: projects of its editor (`.PNPRO`), and the older text files (`.net`).
//!
//! Source: the files that the editor writes, the code that reads them, and its grammar of expressions. A `project` is
//! XML with several nets: generalised stochastic nets and, with colours, well-formed nets (Chiola, Dutheillet,
//! Franceschinis and Haddad, *Stochastic well-formed colored nets and symmetric modeling applications*, IEEE
//! Transactions on Computers, 1993). A `.net` file has one net; its colours are in a second file, which is not read.
//!
//! An `expression` is parsed without regard to the meanings of its names, and `lower` converts it to numbers and terms.
//! `project` and `classic` read the two kinds of files, and `timing` determines which nets change if their times are
//! ignored.

mod classic;
mod expression;
mod lower;
mod project;
mod text;
mod timing;

use sanderling_net::format::{Parsed, Recognition, StoredQuery};
use sanderling_net::{Diagnostics, Format, Net, Source};

/// The format.
#[derive(Debug, Clone, Copy, Default)]
pub struct GreatSpn;

/// Number of bytes in which to look for the kind of a file.
const PREVIEW_BYTES: usize = 8192;

impl Format for GreatSpn {
    fn name(&self) -> &'static str {
        "greatspn"
    }

    fn description(&self) -> &'static str {
        "GreatSPN's projects (.PNPRO), plain and coloured, and its .net files"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pnpro", "net"]
    }

    /// Recognises a file by its content, because other programs also use the extension `.net` and the element
    /// `project`.
    fn recognise(&self, source: &Source) -> Recognition {
        let bytes = source.bytes();
        let preview = String::from_utf8_lossy(&bytes[..bytes.len().min(PREVIEW_BYTES)]);
        let is_project = || sanderling_xml::root_element(&preview) == Some("project");
        let has_page = || {
            ["<gspn", "<dta", "<multinet", "<algebra", "<unfolding"].iter().any(|page| preview.contains(page))
        };
        if classic::is_magic(&preview) || is_project() && (has_page() || preview.contains("GreatSPN")) {
            Recognition::ByContent
        } else if source.extension() == "pnpro" {
            Recognition::ByName
        } else {
            Recognition::No
        }
    }

    fn parse(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        parse(source, true)
    }

    fn parse_untimed(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        parse(source, false)
    }

    /// Returns the queries on the pages of measures of a project.
    fn stored_queries(&self, source: &Source, net: &Net) -> Result<Vec<StoredQuery>, Diagnostics> {
        let text = text::text(source)?;
        Ok(if classic::is_magic(text) { Vec::new() } else { project::stored(text, net) })
    }
}

fn parse(source: &Source, minds_time: bool) -> Result<Parsed, Diagnostics> {
    let text = text::text(source)?;
    if classic::is_magic(text) { classic::parse(text, minds_time) } else { project::parse(text, minds_time) }
}
