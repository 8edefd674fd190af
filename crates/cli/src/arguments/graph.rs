//! The arguments of `graph`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Chosen, NamesOption, NetArguments, OfDrawings};

/// `graph`.
#[derive(Debug, Args)]
pub(crate) struct GraphArguments {
    /// The net.
    #[command(flatten)]
    pub(crate) net: NetArguments,
    /// Language to write [default: by the name of the output file, else dot; with --levels: csv; with --structure: svg]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(crate) to: Option<GraphLanguage>,
    /// File to write, completely or not at all [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the numbers of states and edges of each breadth-first level, instead of the states
    #[arg(long)]
    pub(crate) levels: bool,
    /// Write the minimal coverability set, with an edge for each enabled transition; it is finite even if there are infinitely many states
    #[arg(long, conflicts_with = "levels")]
    pub(crate) coverability: bool,
    /// Draw the net itself: places, transitions and arcs at the positions in the file, or laid out if there are none
    #[arg(long, conflicts_with_all = ["levels", "coverability", "max-states", "model-errors", "self-check"])]
    pub(crate) structure: bool,
    /// How far, what errors are and what is compared; without --levels at most 10000 states, and 300 in a picture, unless
    /// --max-states says otherwise.
    #[command(flatten)]
    pub(crate) how: Chosen<OfDrawings>,
    /// How nodes are called.
    #[command(flatten)]
    pub(crate) names: NamesOption,
}

/// What a state graph is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphLanguage {
    /// Graphviz.
    Dot,
    /// Aldebaran.
    Aut,
    /// GraphML.
    Graphml,
    /// One JSON object.
    Json,
    /// A picture.
    Svg,
    /// The levels as a table.
    Csv,
}
