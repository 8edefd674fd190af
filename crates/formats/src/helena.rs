//! The high-level nets of Helena (`.lna`), as far as they are plain: ranges, modulo types and enumerations, no functions.
//!
//! ```text
//! text ──lexer──▶ tokens ──parse──▶ syntax ──lower──▶ Net
//! ```
//!
//! Source: Evangelista, *High Level Petri Nets Analysis with Helena*, Application and Theory of Petri Nets, 2005. A capacity is a
//! claim of the modeller in Helena, at which its search ends with an error, and no condition for firings: it is left out
//! with a warning. `docs/formats.md` lists what is read. INVARIANT: what is not understood is an error with its place.

mod lexer;
mod lower;
mod parse;
mod recognise;
mod syntax;

use sanderling_net::format::{Parsed, Recognition};
use sanderling_net::{Diagnostics, Format, Source};

/// The format.
#[derive(Debug, Clone, Copy, Default)]
pub struct Helena;

impl Format for Helena {
    fn name(&self) -> &'static str {
        "helena"
    }

    fn description(&self) -> &'static str {
        "the high-level nets of the tool Helena, as far as they are plain"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["lna"]
    }

    fn recognise(&self, source: &Source) -> Recognition {
        recognise::recognise(source)
    }

    fn parse(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        let text = source.decoded()?;
        let tokens = lexer::tokens(&text).map_err(|error| Diagnostics::from(*error))?;
        let (net, mut found) = lower::lower(&parse::parse(&tokens)?);
        found.sort();
        if found.has_errors() {
            return Err(found);
        }
        let problems = net.validate();
        if problems.has_errors() { Err(problems) } else { Ok(Parsed { nets: vec![net], warnings: found }) }
    }
}
