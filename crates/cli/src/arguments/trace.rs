//! Arguments that are about traces.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sanderling_report::TraceFormat;

use super::{BudgetOptions, NamesOption, NetArguments};

/// Where the trace of an answer goes, besides the answer.
#[derive(Debug, Args)]
#[command(next_help_heading = "Trace (see docs/traces.md)")]
pub(crate) struct TraceOptions {
    /// Write the trace to this file, if the answer has one
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Format of the trace file [default: by its name; .json, .xml (TAPAAL), .scn (TINA), .csv, .svg (a sequence chart)]
    #[arg(long, value_enum, value_name = "FORMAT", requires = "trace", hide_short_help = true)]
    pub(crate) trace_format: Option<TraceFormatName>,
    /// Write a certificate of the answer to this file, for `sanderling-certify` to check (see docs/certificates.md)
    #[arg(long, value_name = "FILE", help_heading = "Certificate", hide_short_help = true)]
    pub(crate) certificate: Option<PathBuf>,
}

/// A format of traces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceFormatName {
    /// The trace, in the form of reports.
    Json,
    /// TAPAAL's XML.
    Tapaal,
    /// TINA's firing sequences.
    Scn,
    /// A table.
    Csv,
    /// A sequence chart of a program's run, as a picture.
    Svg,
}

impl TraceFormatName {
    /// Returns the format of a trace, or `None` for a picture.
    pub(crate) fn format(self) -> Option<TraceFormat> {
        Some(match self {
            Self::Json => TraceFormat::Json,
            Self::Tapaal => TraceFormat::Tapaal,
            Self::Scn => TraceFormat::Scn,
            Self::Csv => TraceFormat::Csv,
            Self::Svg => return None,
        })
    }
}

/// `replay`.
#[derive(Debug, Args)]
pub(crate) struct ReplayArguments {
    /// The net.
    #[command(flatten)]
    pub(crate) net: NetArguments,
    /// File of the trace: one written with --trace, or a result stored with --format json; - reads
    /// standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: PathBuf,
    /// What may be spent.
    #[command(flatten)]
    pub(crate) budget: BudgetOptions,
    /// How nodes are called.
    #[command(flatten)]
    pub(crate) names: NamesOption,
}
