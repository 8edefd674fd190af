//! Searching in several processes.

use std::path::{Path, PathBuf};

use clap::Args;

/// In which processes a search is done.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Several processes")]
pub(crate) struct ProcessOptions {
    /// Search in N processes on this machine, with the same result (see docs/distributed.md)
    #[cfg_attr(not(feature = "distributed"), arg(hide = true))]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), hide_short_help = true, conflicts_with = "hosts")]
    pub(crate) processes: Option<u16>,
    /// File with the address of each process, one `host:port` a line; start each process separately, with the same options
    #[cfg_attr(not(feature = "distributed"), arg(hide = true))]
    #[arg(long, value_name = "FILE", requires = "host", hide_short_help = true)]
    pub(crate) hosts: Option<PathBuf>,
    /// Number of this process, from 0: its line in the file of --hosts
    #[cfg_attr(not(feature = "distributed"), arg(hide = true))]
    #[arg(long, value_name = "I", requires = "hosts", hide_short_help = true)]
    pub(crate) host: Option<usize>,
    /// The same settings in the syntax of timely dataflow programs: `-n PROCESSES -p INDEX -h FILE`; without a file, the ports of localhost from 2101 on
    #[cfg_attr(not(feature = "distributed"), arg(hide = true))]
    #[arg(long, value_name = "WORDS", allow_hyphen_values = true, hide_short_help = true, conflicts_with_all = ["hosts", "processes"])]
    pub(crate) timely: Option<String>,
}

impl ProcessOptions {
    /// Returns the given option for several processes, if there is one.
    pub(crate) fn first(&self) -> Option<&'static str> {
        let hosts = self.hosts.as_ref().map(|_| "--hosts");
        let timely = self.timely.as_ref().map(|_| "--timely");
        self.processes.map(|_| "--processes").or(hosts).or(timely)
    }

    /// The same where another directory is the current one.
    pub(crate) fn anchored(&self) -> Self {
        let anywhere = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let hosts = self.hosts.as_deref().map(anywhere);
        let timely = self.timely.as_deref().map(|words| {
            let mut is_file = false;
            let word = |word: &str| match std::mem::replace(&mut is_file, word == "-h") {
                true => anywhere(Path::new(word)).display().to_string(),
                false => word.to_owned(),
            };
            words.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
        });
        Self { hosts, timely, ..self.clone() }
    }
}
