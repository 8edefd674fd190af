//! What places and transitions are called in results for people.

use clap::{Args, ValueEnum};
use sanderling_net::NodeNames;

/// How nodes are called.
#[derive(Debug, Args)]
pub(crate) struct NamesOption {
    /// What places and transitions are called in text and pictures: by their names where these are unique, by their ids, or both;
    /// other formats have ids
    #[arg(long, value_enum, default_value_t = NamesChoice::Names, value_name = "WHICH", help_heading = "Output")]
    names: NamesChoice,
}

/// The choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum NamesChoice {
    /// Ids.
    Ids,
    /// Names where no other node has the same, and else ids.
    Names,
    /// Ids, with names behind them.
    Both,
}

impl NamesOption {
    /// What is chosen.
    pub(crate) fn chosen(&self) -> NodeNames {
        match self.names {
            NamesChoice::Ids => NodeNames::Ids,
            NamesChoice::Names => NodeNames::Names,
            NamesChoice::Both => NodeNames::Both,
        }
    }
}
