//! The arguments of `studio` and `report`: a page that is served, and one that is a file.

use std::path::PathBuf;

use clap::Args;
use sanderling::options::text::parse_size;
use sanderling_report::StandardProperty;

use super::{Chosen, NetArguments, NetsArguments, OfSearches, PropertyOptions, WorkflowOptions};

/// Arguments of `studio`.
#[derive(Debug, Args)]
pub(crate) struct StudioArguments {
    /// The nets: one to serve, or several for a page.
    #[command(flatten)]
    pub(crate) nets: NetsArguments,
    /// Write a page with the nets and the engine, which opens without a server and also opens other files, instead of serving; requires the engine as WebAssembly (see --wasm)
    #[arg(short, long, value_name = "PAGE", conflicts_with_all = ["port", "open", "framed", "memory"])]
    pub(crate) output: Option<PathBuf>,
    /// With --output: the engine as WebAssembly. Release archives contain it; otherwise, build it with cargo xtask wasm in the project's folder [default: sanderling.wasm beside this program]
    #[arg(long, value_name = "FILE", requires = "output")]
    pub(crate) wasm: Option<PathBuf>,
    /// Port on the loopback address [default: one that is free]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Allow an editor to show the page in a frame, as Visual Studio Code does
    #[arg(long, conflicts_with = "open")]
    pub(crate) framed: bool,
    /// Memory that all analyses share, such as 512M or 4G [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) memory: Option<u64>,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// The net.
    #[command(flatten)]
    pub(crate) net: NetArguments,
    /// Page to write, completely or not at all
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Check whether a deadlock can be reached, as the command deadlock does; without any query, compute the statistics, as explore does
    #[arg(long, conflicts_with = "PropertyOptions")]
    pub(crate) deadlock: bool,
    /// Show the standard properties of the net, as the command analyse does
    #[arg(long, conflicts_with_all = ["deadlock", "PropertyOptions"])]
    pub(crate) analyse: bool,
    /// With --analyse: the properties to decide, such as live,reversible
    #[arg(long = "only", value_name = "PROPERTY", value_delimiter = ',', requires = "analyse")]
    pub(crate) only: Vec<StandardProperty>,
    /// Which workflow is meant there.
    #[command(flatten)]
    pub(crate) workflow: WorkflowOptions,
    /// With --deadlock: ignore dead markings that satisfy the formula
    #[arg(long, value_name = "FORMULA", requires = "deadlock")]
    pub(crate) except: Option<String>,
    /// Show a result stored with --format json, instead of running a query
    #[arg(long, value_name = "FILE", conflicts_with_all = ["deadlock", "analyse", "PropertyOptions"])]
    pub(crate) result: Option<PathBuf>,
    /// Include the engine in the page, so that it plays the token game and answers further queries without a network; requires the engine as WebAssembly (see --wasm)
    #[arg(long)]
    pub(crate) explorable: bool,
    /// With --explorable: the engine as WebAssembly. Release archives contain it; otherwise, build it with cargo xtask wasm in the project's folder [default: sanderling.wasm beside this program]
    #[arg(long, value_name = "FILE", requires = "explorable")]
    pub(crate) wasm: Option<PathBuf>,
    /// Check properties, as the command check does.
    #[command(flatten)]
    pub(crate) properties: PropertyOptions,
    /// How the state space is explored.
    #[command(flatten)]
    pub(crate) how: Chosen<OfSearches>,
}
