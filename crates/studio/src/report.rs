//! The page with one result in it, as a single file.

use std::io;

use sanderling::MarkingDisplay;
use sanderling_net::{Net, semantics};
use sanderling_report::Marking;
use sanderling_server::drawing;
use sanderling_server::protocol::{Drawing, DrawnStates, Reported};
use serde::Serialize;
use serde_json::Value;

use crate::access::random_word;
use crate::assets;

/// What is told.
#[derive(Debug)]
pub struct Shown<'a> {
    /// The net as it was read.
    pub net: &'a Net,
    /// The result: the answer to a question, or the standard properties.
    pub report: &'a Reported,
    /// The state space of the net, where it is small.
    pub states: Option<DrawnStates>,
    /// How the page came to be.
    pub made: Made,
}

/// How a page came to be, for those who were not there.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Made {
    /// The command, as it can be typed again.
    pub command: String,
    /// When, in seconds since the beginning of 1970 (UTC).
    pub at_s: u64,
}

#[derive(Serialize)]
struct Data<'a> {
    mode: &'static str,
    drawing: Drawing,
    initial: Marking,
    report: &'a Reported,
    states: Option<DrawnStates>,
    properties: Value,
    made: Made,
}

/// The page as HTML, with everything in it that it needs.
///
/// # Errors
/// That the system has no random numbers, of which the page needs one.
pub fn report(told: Shown<'_>) -> io::Result<String> {
    // A net without an initial marking cannot have been analysed either.
    let initial = semantics::initial(told.net)
        .map(|marking| MarkingDisplay::new(told.net).marking(&marking))
        .unwrap_or_default();
    let data = Data {
        initial,
        mode: "report",
        drawing: drawing(told.net),
        report: told.report,
        states: told.states,
        properties: assets::standard_properties(),
        made: told.made,
    };
    let json = serde_json::to_string(&data).map_err(io::Error::other)?;
    Ok(assets::whole_page(&json, &random_word()?))
}
