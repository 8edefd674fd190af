//! The command line: what can be asked, and how.
//!
//! Each subcommand has its own struct, and options that belong together are a struct that the
//! subcommands share. What an option is called here is what it is called everywhere else.

mod graph;
mod help;
mod manual;
mod mcc;
mod order;
mod self_check;
mod serve;
mod structural;
mod studio;
mod trace;
mod unfold_names;
mod values;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, FromArgMatches, Parser, Subcommand, ValueEnum};
use sanderling::{Order, Reductions, Replacement, StoreChoice};

pub(crate) use graph::{GraphArguments, GraphLanguage};
pub(crate) use help::command;
pub(crate) use manual::{CompletionsArguments, ManArguments};
pub(crate) use mcc::MccArguments;
pub(crate) use order::Asked;
pub(crate) use self_check::SelfCheckOptions;
pub(crate) use serve::ServeArguments;
pub(crate) use structural::{ReduceFor, StructuralOptions};
pub(crate) use studio::{ReportArguments, StudioArguments};
pub(crate) use trace::{ReplayArguments, TraceOptions};
pub(crate) use unfold_names::UnfoldNames;

use crate::progress::ProgressMode;
use values::{parse_count, parse_directory, parse_duration, parse_factor, parse_size, parse_steps};

/// Explores the state spaces of Petri nets and answers deadlock and safety questions about them.
#[derive(Debug, Parser)]
#[command(name = "sanderling", version, max_term_width = 110, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    /// How results are shown.
    #[command(flatten)]
    pub(crate) output: OutputOptions,
    /// What is to be done.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The subcommands. A new one is a line here, a file in `command/` and a line in `help.rs`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Describe a net: its structure, its invariants, and how it will be packed
    Info(InfoArguments),
    /// Step through a net by hand
    Simulate(SimulateArguments),
    /// Compute the statistics of the state space
    Explore(ExploreArguments),
    /// Look for a deadlock
    Deadlock(ExploreArguments),
    /// Check properties: invariants (always) and reachability (reach)
    Check(CheckArguments),
    /// Check that a stored trace is a run of a net
    Replay(ReplayArguments),
    /// Run an examination of the Model Checking Contest
    Mcc(MccArguments),
    /// Write a net in another format
    Convert(ConvertArguments),
    /// Draw a small state space, or the levels of any
    Graph(GraphArguments),
    /// Look at a net on a local page: the token game, questions, traces, small state spaces
    Studio(StudioArguments),
    /// Write a result as a page to pass on: the net, the verdict, the trace, a small state space
    Report(ReportArguments),
    /// Serve an editor over standard input and output
    Serve(ServeArguments),
    /// List the formats that can be read and written
    Formats,
    /// Print what a shell needs to complete commands and options
    Completions(CompletionsArguments),
    /// Print a manual page, or write all of them
    Man(ManArguments),
}

/// How results are shown.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputOptions {
    /// Results as text for people, or as one JSON object (see docs/json.md)
    #[arg(long, global = true, value_enum, default_value_t = Style::Text, value_name = "STYLE")]
    pub(crate) format: Style,
    /// Progress on standard error: a line on a terminal, lines of JSON, or none
    #[arg(long, global = true, value_enum, default_value_t = ProgressMode::Auto, value_name = "MODE")]
    pub(crate) progress: ProgressMode,
}

/// The two styles of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Which net.
#[derive(Debug, Args)]
pub(crate) struct NetArguments {
    /// File of the net; - reads standard input
    pub(crate) file: PathBuf,
    /// Format of the file, instead of what it looks like (see `sanderling formats`)
    #[arg(long, value_name = "FORMAT", help_heading = "Input")]
    pub(crate) from: Option<String>,
    /// Which net of a file with several: its id, or its position from 1
    #[arg(long, value_name = "ID", help_heading = "Input")]
    pub(crate) net: Option<String>,
    /// Whose meaning a DVE model has, where implementations differ (see docs/dve.md)
    #[arg(long, value_enum, default_value_t = DveSemantics::Ltsmin, value_name = "WHOSE", help_heading = "Input")]
    pub(crate) dve_semantics: DveSemantics,
    /// How places and transitions are called that a coloured net is unfolded to: values is P(a,b) and t(x=a,y=b), tapaal
    /// is P_i and t_k
    #[arg(long, value_enum, default_value_t = UnfoldNames::Values, value_name = "HOW", help_heading = "Input")]
    pub(crate) unfold_names: UnfoldNames,
}

/// Whose reading of DVE.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DveSemantics {
    /// That of models compiled for LTSmin.
    Ltsmin,
    /// That of the interpreter of DiVinE 2.
    Divine2,
}

/// What becomes of model errors.
#[derive(Debug, Args)]
#[command(next_help_heading = "Model errors")]
pub(crate) struct ModelErrorOptions {
    /// What a division by zero or the like is: a reason to stop and report it, or a step to a state
    /// of its own, the error state [default: report; with --dve-semantics divine2: state]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) model_errors: Option<ModelErrorsName>,
}

/// What a firing that is undefined is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModelErrorsName {
    /// A violation, with its trace.
    Report,
    /// A step to the error state.
    State,
}

/// How much a search may take.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitOptions {
    /// Memory that the search may take, such as 512M or 4G; when it is used up, explored states are
    /// forgotten (see --retain) [default: three quarters of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) memory: Option<u64>,
    /// Time that the search may take, such as 30s or 5m
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// States that the search may discover, each as often as it is, such as 1000000 or 1e6
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) max_states: Option<u64>,
}

/// How the search goes about it. Only an inexact store changes a result, and the report says so.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchOptions {
    /// Worker threads; the result does not depend on it [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Seed of everything that is random; the order `random:SEED` has its own
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Which state comes next: bfs (shortest traces), dfs, bbfs:W (breadth-first, W states of a level at
    /// once), alt:B:D (B levels breadth-first, D depth-first), best, random or random:SEED
    #[arg(long, value_name = "ORDER", default_value = "bfs")]
    pub(crate) order: Order,
    /// What --order best goes by, the least first: distance (from what is asked for), or a sum such as 'tokens(p) +
    /// 2*tokens(q)', of a DVE model 'value(x)' [default: the number of enabled transitions]
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub(crate) heuristic: Option<String>,
    /// The loop: batched is fast and breadth-first, sequential takes one state at a time
    #[arg(long, value_enum, default_value_t = DriverName::Auto)]
    pub(crate) driver: DriverName,
    /// How markings are packed: bit fields are fast, mixed radix is smallest
    #[arg(long, value_enum, default_value_t = EncodingName::Auto)]
    pub(crate) encoding: EncodingName,
    /// How states are remembered: auto, packed, tree or comback; or hash-compaction[:BITS] or
    /// bitstate[:HASHES], which may leave states out, and say how likely that is [default: auto, which is packed,
    /// and the tree once memory is used up]
    #[arg(long, value_name = "STORE")]
    pub(crate) store: Option<StoreChoice>,
    /// Directory for what a store writes when it does not fit in memory [default: that of temporary files]
    #[arg(long, value_name = "DIR", value_parser = parse_directory)]
    pub(crate) disk: Option<PathBuf>,
    /// Size of what is written there at most, such as 20G
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) disk_size: Option<u64>,
}

/// How deep the search goes, where not everything is asked for.
#[derive(Debug, Args)]
#[command(next_help_heading = "Depth (see docs/depth.md)")]
pub(crate) struct DepthOptions {
    /// Explore all states within N firings and no others, depth-first with a bound that grows
    #[arg(long, value_name = "N", value_parser = parse_steps)]
    pub(crate) depth: Option<u32>,
    /// By how much the bound grows from round to round [default: a hundredth of N, from 10 to 50]
    #[arg(long, value_name = "K", value_parser = parse_steps, requires = "depth")]
    pub(crate) increment: Option<u32>,
    /// Whether states are explored again only where something new can come of it; off: whenever they are met
    /// nearer than before [default: on]
    #[arg(long, value_enum, value_name = "SWITCH", requires = "depth")]
    pub(crate) depth_thresholds: Option<Switch>,
    /// Whether frontier states are gone to from one another; off: from the initial state [default: on]
    #[arg(long, value_enum, value_name = "SWITCH", requires = "depth")]
    pub(crate) frontier_tree: Option<Switch>,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    /// As it is meant.
    On,
    /// Without it.
    Off,
}

/// What is kept and what may be forgotten, when the states do not fit in memory.
#[derive(Debug, Args)]
#[command(next_help_heading = "When memory is short (see docs/memory.md)")]
pub(crate) struct RetentionOptions {
    /// auto explores as fast as it can, and begins to forget when memory is used up; exhaustive keeps all
    /// states, and ends when memory is used up
    #[arg(long, value_enum, default_value_t = SearchName::Auto, value_name = "PRESET")]
    pub(crate) search: SearchName,
    /// Which explored states are kept: all; those that a cache has room for; those that a sweep-line has not
    /// left behind [default: as --search says]
    #[arg(long, value_enum, value_name = "WHICH", conflicts_with = "search")]
    pub(crate) retain: Option<RetentionName>,
    /// States in the cache at most, besides what --memory allows
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) cache_states: Option<u64>,
    /// What the cache forgets first: random, oldest, lru, in-degree, out-degree, distance, frequency,
    /// event-type, stratified:N or stratified:N:K; several with commas, reversed with '-'
    #[arg(long, value_name = "LIST", default_value = "in-degree,out-degree", allow_hyphen_values = true)]
    pub(crate) replace: Replacement,
    /// The search ends when it has visited each state so many times on average
    #[arg(long, value_name = "F", value_parser = parse_factor, default_value = "100")]
    pub(crate) max_revisit_factor: f64,
    /// What is left out: none; all, which is structural (rules make a net smaller) and stubborn (transitions that
    /// the question can do without); instead of stubborn edge-lean, or with it or instead sleep (transitions whose order
    /// does not matter); chains (states with one successor need not be kept) or branching:K (only each K-th of them is
    /// stored) [default: all for deadlock and check, where it goes with the other options, otherwise none]
    #[arg(long, value_name = "LIST")]
    pub(crate) reduce: Option<Reductions>,
    /// Whether a question about a place/transition net may be decided by a proof, without a search [default: on,
    /// unless --reduce says otherwise]
    #[arg(long, value_enum, value_name = "SWITCH")]
    pub(crate) proof: Option<Switch>,
    /// What the sweep-line goes by: auto, learn:LEVEL (0 to 5), or sums as of --heuristic with commas
    #[arg(long, value_name = "MEASURE", default_value = "auto", allow_hyphen_values = true)]
    pub(crate) progress_measure: String,
}

/// The presets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SearchName {
    /// Keep all states as long as memory lasts.
    Auto,
    /// Keep all states.
    Exhaustive,
}

/// Which explored states are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RetentionName {
    /// All as long as memory lasts.
    Auto,
    /// All.
    All,
    /// What a cache has room for.
    Cache,
    /// What a sweep-line has not left behind.
    Sweep,
    /// Both.
    #[value(name = "cache+sweep")]
    CacheAndSweep,
}

/// The search loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DriverName {
    /// Batched where the order allows it.
    Auto,
    /// One state at a time.
    Sequential,
    /// Blocks of states of a level.
    Batched,
}

/// How a marking is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EncodingName {
    /// What suits the net.
    Auto,
    /// Bit fields.
    Fields,
    /// Mixed radix.
    Radix,
}

/// `info`.
#[derive(Debug, Args)]
pub(crate) struct InfoArguments {
    /// The net.
    #[command(flatten)]
    pub(crate) net: NetArguments,
    /// What structural rules make of it.
    #[command(flatten)]
    pub(crate) structural: StructuralOptions,
}

/// `simulate`.
#[derive(Debug, Args)]
pub(crate) struct SimulateArguments {
    /// The net.
    #[command(flatten)]
    pub(crate) net: NetArguments,
    /// Seed of random steps
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// `explore` and `deadlock`.
#[derive(Debug, Args)]
pub(crate) struct ExploreArguments {
    /// The net.
    #[command(flatten)]
    pub(crate) net: NetArguments,
    /// How the state space is explored.
    #[command(flatten)]
    pub(crate) how: HowOptions,
    /// Where the trace goes.
    #[command(flatten)]
    pub(crate) trace: TraceOptions,
}

/// How a state space is explored.
#[derive(Debug, Args)]
pub(crate) struct HowOptions {
    /// How far.
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    /// How.
    #[command(flatten)]
    pub(crate) search: SearchOptions,
    /// How deep.
    #[command(flatten)]
    pub(crate) depth: DepthOptions,
    /// What is kept.
    #[command(flatten)]
    pub(crate) retention: RetentionOptions,
    /// What errors are.
    #[command(flatten)]
    pub(crate) errors: ModelErrorOptions,
    /// What is compared.
    #[command(flatten)]
    pub(crate) check: SelfCheckOptions,
    /// What else to report.
    #[command(flatten)]
    pub(crate) statistics: StatisticsOptions,
}

/// Figures that cost a little.
#[derive(Debug, Args)]
#[command(next_help_heading = "Figures")]
pub(crate) struct StatisticsOptions {
    /// Report the number of states at each distance from the initial one
    #[arg(long)]
    pub(crate) levels: bool,
    /// Report the most tokens of each place (not of a DVE model), and the transitions that are never enabled
    #[arg(long)]
    pub(crate) bounds: bool,
}

/// `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// The net.
    #[command(flatten)]
    pub(crate) net: NetArguments,
    /// The properties.
    #[command(flatten)]
    pub(crate) properties: PropertyOptions,
    /// How the state space is explored.
    #[command(flatten)]
    pub(crate) how: HowOptions,
    /// Where the trace goes.
    #[command(flatten)]
    pub(crate) trace: TraceOptions,
}

/// What is to be checked; in any number, all in one search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Properties")]
#[group(required = true, multiple = true)]
pub(crate) struct PropertyOptions {
    /// Every reachable marking satisfies the formula: 'tokens(p) <= 3'
    #[arg(long, value_name = "FORMULA")]
    pub(crate) always: Vec<String>,
    /// Some reachable marking satisfies the formula
    #[arg(long, value_name = "FORMULA")]
    pub(crate) reach: Vec<String>,
    /// A property in full: 'always not deadlock'
    #[arg(long, value_name = "PROPERTY")]
    pub(crate) property: Vec<String>,
    /// A file of properties (see docs/properties.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) properties: Vec<PathBuf>,
    /// The assertions of the model, behind all other properties
    #[arg(long)]
    pub(crate) assertions: bool,
    /// All of them in the order of the command line.
    #[arg(skip)]
    pub(crate) asked: Vec<Asked>,
}

/// `convert`.
#[derive(Debug, Args)]
pub(crate) struct ConvertArguments {
    /// The net.
    #[command(flatten)]
    pub(crate) net: NetArguments,
    /// Format to write [default: by the name of the output file]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// File to write, in full or not at all [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the place/transition net that a coloured net is unfolded to
    #[arg(long)]
    pub(crate) unfold: bool,
    /// What structural rules are to make of it first.
    #[command(flatten)]
    pub(crate) structural: StructuralOptions,
}

impl Arguments {
    /// Reads the command line.
    pub(crate) fn read(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut command = help::command();
        let matches = command.try_get_matches_from_mut(words)?;
        let mut arguments = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        let properties = match &mut arguments.command {
            Command::Check(check) => Some(&mut check.properties),
            Command::Report(report) => Some(&mut report.properties),
            _ => None,
        };
        if let (Some(properties), Some((_, matches))) = (properties, matches.subcommand()) {
            properties.asked = order::in_order(properties, matches);
        }
        Ok(arguments)
    }
}
