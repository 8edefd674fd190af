//! The options of `completions` and of `man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;
use sanderling::options::text::parse_directory;

/// `completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

/// `man`.
#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// The command to describe [default: that of the program]
    pub(crate) command: Option<String>,
    /// Folder for the manual pages of the program and all its commands, such as ~/.local/share/man/man1
    #[arg(short, long, value_name = "FOLDER", value_parser = parse_directory, conflicts_with = "command")]
    pub(crate) output: Option<PathBuf>,
}
