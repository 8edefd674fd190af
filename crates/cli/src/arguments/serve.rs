//! The arguments of `serve`.

use clap::Args;
use sanderling::options::text::parse_size;

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// Serve an editor over standard input and output, as language servers do (the default)
    #[arg(long)]
    pub(crate) stdio: bool,
    /// Serve agents over standard input and output, as tools of the Model Context Protocol
    #[cfg_attr(not(feature = "mcp"), arg(hide = true))]
    #[arg(long, conflicts_with = "stdio")]
    pub(crate) mcp: bool,
    /// Memory that all analyses share, such as 512M or 4G [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) memory: Option<u64>,
}
