//! Signal transition graphs: `.g` files, the format "astg" of the tools SIS, petrify and Workcraft.
//!
//! A signal transition graph is a Petri net whose transitions are edges of signals: `a+` rises, `a-` falls, `a~` changes in either direction.
//! Neither the kinds of signals nor their values decide what can fire, so the net is read without them.
//!
//! Source: the format as petrify writes it (Cortadella, Kishinevsky, Kondratyev, Lavagno and Yakovlev, *Petrify: a tool for manipulating
//! concurrent specifications and synthesis of asynchronous controllers*, IEICE Transactions on Information and Systems, 1997), and, where that
//! is silent, what Workcraft reads and writes. `lexer` splits a file into words and lines, and `read` builds the net.

mod lexer;
mod node;
mod read;
mod recognise;

use sanderling_net::format::{Parsed, Recognition};
use sanderling_net::{Diagnostics, Format, Source};

/// The format of `.g` files.
#[derive(Debug, Clone, Copy, Default)]
pub struct Astg;

impl Format for Astg {
    fn name(&self) -> &'static str {
        "astg"
    }

    fn description(&self) -> &'static str {
        "signal transition graphs of petrify and Workcraft"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["g"]
    }

    fn recognise(&self, source: &Source) -> Recognition {
        recognise::recognise(source)
    }

    fn parse(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        read::read(source)
    }
}
