//! The high-level nets of Helena (`.lna`), restricted to ranges, modulo types and enumerations, without functions.
//!
//! ```text
//! text ──lexer──▶ tokens ──parse──▶ syntax ──lower──▶ Net
//! ```
//!
//! Source: Evangelista, *High Level Petri Nets Analysis with Helena*, Application and Theory of Petri Nets, 2005. In
//! Helena, a capacity is a claim of the modeller, whose violation ends the search with an error, and not a condition
//! for firings. It is ignored with a warning. `docs/formats.md` lists what is read. INVARIANT: a construct that is not
//! understood is an error with its position.

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
