//! What places and transitions are called in results for people.

use std::borrow::Cow;

use clap::{Args, ValueEnum};
use sanderling_net::{Net, NodeNames};

/// How nodes are called.
#[derive(Debug, Args)]
pub(crate) struct NamesOption {
    /// How text and pictures label places and transitions: by names if these are unique, by ids, or by both;
    /// other formats use ids
    #[arg(long, value_enum, default_value_t = NamesChoice::Names, value_name = "WHICH", help_heading = "Output")]
    names: NamesChoice,
}

/// The choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum NamesChoice {
    /// Ids.
    Ids,
    /// Names if they are unique, otherwise ids.
    Names,
    /// Ids followed by names.
    Both,
}

impl NamesOption {
    /// Returns the choice.
    pub(crate) fn chosen(&self) -> NodeNames {
        match self.names {
            NamesChoice::Ids => NodeNames::Ids,
            NamesChoice::Names => NodeNames::Names,
            NamesChoice::Both => NodeNames::Both,
        }
    }

    /// Returns the net with the chosen names in place of ids, for display. The ids of a program are kept, since the user
    /// wrote them.
    pub(crate) fn shown<'n>(&self, net: &'n Net) -> Cow<'n, Net> {
        if net.program.is_some() {
            return Cow::Borrowed(net);
        }
        let mut shown = net.labelled(self.chosen());
        shown.places.iter_mut().for_each(|place| place.name = None);
        shown.transitions.iter_mut().for_each(|one| one.name = None);
        Cow::Owned(shown)
    }
}
