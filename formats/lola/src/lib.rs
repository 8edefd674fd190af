//! The nets of LoLA: written, not read.
//!
//! LoLA's *low-level nets* are place/transition nets with weights and nothing else, in a language of
//! `PLACE`, `MARKING` and `TRANSITION … CONSUME … PRODUCE`. Source: Wolf, *Petri Net Model Checking with
//! LoLA 2*, Application and Theory of Petri Nets, 2018. A read arc becomes tokens that are taken and put
//! back: one firing at a time, that is the same net. INVARIANT: what LoLA would understand otherwise is
//! refused.

mod name;
mod write;

use sanderling_net::format::{Export, WriteError};

/// The format.
pub static LOLA: Export = Export {
    name: "lola",
    description: "place/transition nets for the tool LoLA",
    extensions: &["lola"],
    not_read: "a net of LoLA, which is written but not read",
    help: "export the net as PNML from the tool that wrote it",
    write: |net, bounds, sink| {
        let transitions = write::transitions(net).map_err(WriteError::Unsupported)?;
        Ok(write::write(net, &transitions, bounds, sink)?)
    },
};
