//! The arguments of `serve`.

use clap::Args;
use sanderling::options::text::parse_size;

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// Over standard input and output, as language servers do; this is the way unless another one is chosen
    #[arg(long)]
    pub(crate) stdio: bool,
    /// Over standard input and output, as tools of the Model Context Protocol, for agents
    #[cfg_attr(not(feature = "mcp"), arg(hide = true))]
    #[arg(long, conflicts_with = "stdio")]
    pub(crate) mcp: bool,
    /// Memory that all analyses share, such as 512M or 4G [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) memory: Option<u64>,
}
