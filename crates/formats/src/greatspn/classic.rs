//! The older text files, `.net`: words separated by blanks; line ends matter only if the rest of a line is text.
//!
//! ```text
//! |0|                              a comment up to the next `|`
//! |
//! f  1  2  0  1  0  0  0           how many marking parameters, places, rates, transitions, groups
//! N 3 1.0 1.0                      a parameter and its value
//! free -1 2.0 1.0 2.2 0.9 0        a place: tokens (-1: the first parameter), position, that of its name, layers up to 0
//! busy|tag 0 2.0 3.0 2.2 2.9 0
//! take 1.0 0 0 1 0 2.0 2.0 …  0    a transition: rate, servers, group (0: timed), number of input arcs
//!    1 1 0 0                       an arc: weight, place, bends, layers
//!    1                             output arcs
//!    1 2 0 0
//!    0                             inhibitor arcs
//! ```
//!
//! Colours, and values that depend on the marking, are defined in a second file, `.def`, which is not read.

mod file;
mod words;

use sanderling_net::format::Parsed;
use sanderling_net::{Diagnostics, Net, Report};

use file::File;
use words::Words;

use crate::greatspn::text::START;
use crate::greatspn::timing;

/// Returns whether a text begins like a `.net` file. The `.def` file begins with `|256`, or with the number of a
/// transition.
pub(crate) fn is_magic(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.trim_end() == "|0|")
}

/// Reads the net of a file. `minds_time` is whether to report times that are lost.
pub(crate) fn parse(text: &str, minds_time: bool) -> Result<Parsed, Diagnostics> {
    let mut report = Report::default();
    let mut file = File::new(Words::new(text), &mut report);
    if let Err(error) = file.read() {
        let error = if error.span.is_some() { *error } else { error.at(START) };
        report.say(error);
        return report.parsed(Net::new(""));
    }
    let (net, firings) = file.finish();
    if let Some(lost) = timing::lost(&firings).filter(|_| minds_time) {
        report.say(lost);
    }
    report.parsed(net)
}
