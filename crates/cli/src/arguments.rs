//! The command line: subcommands and options.
//!
//! Each subcommand has its own struct. Subcommands share structs of related options. An option has the same name in
//! every subcommand.

mod advice;
mod analyse;
mod budget;
mod chosen;
mod compare;
mod graph;
mod help;
mod manual;
mod mcc;
mod names;
mod order;
mod processes;
mod resume;
mod serve;
mod shown;
mod standard;
mod structural;
mod studio;
mod trace;
mod unfold_names;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anstream::ColorChoice;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, FromArgMatches, Parser, Subcommand, ValueEnum};
use sanderling_formats::{DIFFERENCES, Reading, SEMANTICS, Semantics, Word};
use sanderling_net::Differences;
use sanderling_query::Form;
use serde::Serialize;

pub(crate) use analyse::{AnalyseArguments, WorkflowOptions};
pub(crate) use budget::BudgetOptions;
pub(crate) use chosen::{Chosen, OfAnalyses, OfDrawings, OfExaminations, OfSearches};
pub(crate) use compare::CompareArguments;
pub(crate) use graph::{GraphArguments, GraphLanguage};
pub(crate) use help::command;
pub(crate) use manual::{CompletionsArguments, ManArguments};
pub(crate) use mcc::MccArguments;
pub(crate) use names::NamesOption;
pub(crate) use order::PropertyArgument;
pub(crate) use processes::ProcessOptions;
pub(crate) use resume::ResumeArguments;
pub(crate) use serve::ServeArguments;
pub(crate) use shown::{ShownOptions, StatsOption};
pub(crate) use standard::{StandardFlags, StandardQuestions};
pub(crate) use structural::{ReduceFor, StructuralOptions};
pub(crate) use studio::{ReportArguments, StudioArguments};
pub(crate) use trace::{ReplayArguments, TraceFormatName, TraceOptions};
pub(crate) use unfold_names::UnfoldNames;

use crate::progress::ProgressMode;

/// Checks Petri nets, DVE and Promela programs for deadlocks, invariants and temporal properties.
#[derive(Debug, Parser)]
#[command(name = "sanderling", version, max_term_width = 100, disable_help_flag = true)]
pub(crate) struct Arguments {
    /// How results are shown.
    #[command(flatten)]
    pub(crate) output: OutputOptions,
    /// What is to be done.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Warnings about the values of options.
    #[arg(skip)]
    pub(crate) warnings: Vec<String>,
}

/// The subcommands. A new one is a line here, a file in `command/` and a line in `help.rs`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Describe a net: its structure, its invariants, and how its markings are packed
    Info(InfoArguments),
    /// Show the standard properties: bounded, live, reversible, sound, …, and why not
    Analyse(AnalyseArguments),
    /// Step through a net by hand
    Simulate(SimulateArguments),
    /// Compute the statistics of the state space
    Explore(ExploreArguments),
    /// Check whether a deadlock can be reached
    Deadlock(DeadlockArguments),
    /// Check properties: always, reach, ltl, ctl, or standard ones such as live and bounded
    Check(CheckArguments),
    /// Resume a search from a checkpoint
    Resume(ResumeArguments),
    /// Check that a stored trace is a run of a net
    Replay(ReplayArguments),
    /// Show the differences between two nets, such as two versions of one
    Compare(CompareArguments),
    /// Run an examination of the Model Checking Contest
    Mcc(MccArguments),
    /// Write a net in another format
    Convert(ConvertArguments),
    /// Draw a small state space, the levels of any state space, or the net itself
    Graph(GraphArguments),
    /// Show a net on a local web page: the token game, queries, traces, small state spaces
    Studio(StudioArguments),
    /// Write a result as an HTML page to share: net, verdict, trace, small state space
    Report(ReportArguments),
    /// Serve an editor over standard input and output
    Serve(ServeArguments),
    /// List the formats that can be read and written
    Formats,
    /// Print a completion script for a shell
    Completions(CompletionsArguments),
    /// Print a manual page, or write all of them
    Man(ManArguments),
}

/// How results are shown.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputOptions {
    /// Results as text, JSON (see docs/json.md), or a line for each file
    #[arg(long, global = true, value_enum, default_value_t = Style::Text, value_name = "STYLE")]
    pub(crate) format: Style,
    /// Progress on standard error: a line on a terminal, lines of JSON, or none
    #[arg(long, global = true, value_enum, default_value_t = ProgressMode::Auto, value_name = "MODE")]
    pub(crate) progress: ProgressMode,
    /// When to colour verdicts and messages: on a terminal (unless NO_COLOR is set), always, or never
    #[arg(long, global = true, value_enum, default_value_t = Colours::Auto, value_name = "WHEN", hide_short_help = true)]
    pub(crate) color: Colours,
}

impl OutputOptions {
    /// Takes each option of `others` that differs from its default.
    pub(crate) fn prefer(&mut self, others: &Self) {
        if others.format != Style::Text {
            self.format = others.format;
        }
        if others.progress != ProgressMode::Auto {
            self.progress = others.progress;
        }
        if others.color != Colours::Auto {
            self.color = others.color;
        }
    }
}

/// When output is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colours {
    /// On a terminal.
    Auto,
    /// Also in files and pipes.
    Always,
    /// Nowhere.
    Never,
}

impl Colours {
    /// Sets the choice for the whole process.
    pub(crate) fn settle(self) {
        let choice = match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// The styles of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// For programs, an object on a line for each file.
    Jsonl,
    /// A row for each file, of several.
    Csv,
}

impl Style {
    /// Whether results and failures are JSON objects on standard output.
    pub(crate) fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::Jsonl)
    }

    /// Returns an object in this style of JSON, with a line feed.
    pub(crate) fn json<T: Serialize>(self, object: &T) -> String {
        let text = match self {
            Self::Jsonl => sanderling_report::to_json_line(object),
            _ => sanderling_report::to_json(object),
        };
        text + "\n"
    }
}

/// Which net.
#[derive(Debug, Args)]
pub(crate) struct NetArguments {
    /// File of the net, or - for standard input
    pub(crate) file: PathBuf,
    /// How it is read.
    #[command(flatten)]
    pub(crate) reading: ReadingOptions,
}

/// Which nets, of commands that take several files.
#[derive(Debug, Args)]
pub(crate) struct NetsArguments {
    /// Files of nets, one or more, each checked separately; - reads standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// How they are read.
    #[command(flatten)]
    pub(crate) reading: ReadingOptions,
}

impl NetsArguments {
    /// One of the files, by its path.
    pub(crate) fn one(&self, file: &Path) -> NetArguments {
        NetArguments { file: file.to_path_buf(), reading: self.reading.clone() }
    }
}

/// How a net is read from its file.
#[derive(Debug, Clone, Args)]
pub(crate) struct ReadingOptions {
    /// Format of the file, instead of detecting it (see `sanderling formats`)
    #[arg(long, value_name = "FORMAT", help_heading = "Input")]
    pub(crate) from: Option<String>,
    /// The net to read from a file with several: its id, or its position from 1
    #[arg(long, value_name = "ID", help_heading = "Input", hide_short_help = true)]
    pub(crate) net: Option<String>,
    /// Read a timed net without its times: ignore delays, intervals and the priority of immediate transitions (see docs/formats.md)
    #[arg(long, help_heading = "Input")]
    pub(crate) untimed: bool,
    /// Define a macro before the text of a Promela model, as `#define NAME VALUE` does; without a value, it is 1. May be repeated
    #[arg(long, short = 'D', value_name = "NAME[=VALUE]", help_heading = "Input", hide_short_help = true)]
    pub(crate) define: Vec<String>,
    /// Meaning of a difference of multisets in a coloured net that would be negative: defined disables the binding, truncated cuts off
    /// at zero [default: truncated for TAPAAL's .tapn, defined for others]
    #[arg(long, value_parser = words(&DIFFERENCES), value_name = "READING", help_heading = "Input", hide_short_help = true)]
    pub(crate) difference: Option<Differences>,
    /// Semantics of a DVE model, for cases in which implementations differ (see docs/dve.md)
    #[arg(long, value_parser = words(&SEMANTICS), default_value = "ltsmin", value_name = "WHOSE", help_heading = "Input", hide_short_help = true)]
    pub(crate) dve_semantics: Semantics,
    /// Names of the places and transitions of an unfolded net: values is P(a,b) and t(x=a,y=b), tapaal
    /// is P_i and t_k
    #[arg(long, value_enum, default_value_t = UnfoldNames::Values, value_name = "HOW", help_heading = "Input", hide_short_help = true)]
    pub(crate) unfold_names: UnfoldNames,
}

impl ReadingOptions {
    /// Returns these options as a [`Reading`].
    pub(crate) fn reading(&self) -> Reading {
        Reading {
            format: self.from.clone(),
            net: self.net.clone(),
            untimed: self.untimed,
            differences: self.difference,
            semantics: self.dve_semantics,
        }
    }
}

/// Returns a parser for an option that takes one of these words.
fn words<T: Copy + Send + Sync + 'static>(words: &'static [Word<T>]) -> impl TypedValueParser<Value = T> {
    let values = words.iter().map(|&(word, help, _)| PossibleValue::new(word).help(help));
    PossibleValuesParser::new(values).map(|given| {
        let found = words.iter().find(|(word, ..)| *word == given);
        found.expect("the parser takes no other word").2
    })
}

/// `info`.
#[derive(Debug, Args)]
pub(crate) struct InfoArguments {
    /// The net.
    #[command(flatten)]
    pub(crate) net: NetArguments,
    /// Describe the place/transition net that a coloured net is unfolded to
    #[arg(long)]
    pub(crate) unfold: bool,
    /// What structural rules make of it.
    #[command(flatten)]
    pub(crate) structural: StructuralOptions,
    /// What may be spent.
    #[command(flatten)]
    pub(crate) budget: BudgetOptions,
    /// How nodes are called.
    #[command(flatten)]
    pub(crate) names: NamesOption,
}

/// `simulate`.
#[derive(Debug, Args)]
pub(crate) struct SimulateArguments {
    /// The net.
    #[command(flatten)]
    pub(crate) net: NetArguments,
    /// Seed for random steps
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// How nodes are called.
    #[command(flatten)]
    pub(crate) names: NamesOption,
}

/// `explore`.
#[derive(Debug, Args)]
pub(crate) struct ExploreArguments {
    /// The nets.
    #[command(flatten)]
    pub(crate) nets: NetsArguments,
    /// How the state space is explored.
    #[command(flatten)]
    pub(crate) how: Chosen<OfSearches>,
    /// In which processes.
    #[command(flatten)]
    pub(crate) processes: ProcessOptions,
    /// Where the trace goes.
    #[command(flatten)]
    pub(crate) trace: TraceOptions,
    /// How the report is shown.
    #[command(flatten)]
    pub(crate) shown: ShownOptions,
}

/// `deadlock`.
#[derive(Debug, Args)]
pub(crate) struct DeadlockArguments {
    /// What it has in common with `explore`.
    #[command(flatten)]
    pub(crate) explore: ExploreArguments,
    /// Ignore dead markings that satisfy the formula, such as the end of a workflow: 'tokens(end) == 1'
    #[arg(long, value_name = "FORMULA", help_heading = "Properties")]
    pub(crate) except: Option<String>,
}

/// `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// The nets.
    #[command(flatten)]
    pub(crate) nets: NetsArguments,
    /// The properties.
    #[command(flatten)]
    pub(crate) properties: PropertyOptions,
    /// The properties of the whole net.
    #[command(flatten)]
    pub(crate) standard: StandardQuestions,
    /// Which workflow is meant there.
    #[command(flatten)]
    pub(crate) workflow: WorkflowOptions,
    /// How the state space is explored.
    #[command(flatten)]
    pub(crate) how: Chosen<OfSearches>,
    /// In which processes.
    #[command(flatten)]
    pub(crate) processes: ProcessOptions,
    /// Where the trace goes.
    #[command(flatten)]
    pub(crate) trace: TraceOptions,
    /// How the report is shown.
    #[command(flatten)]
    pub(crate) shown: ShownOptions,
}

/// What is to be checked; in any number, all in one search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Properties")]
#[group(multiple = true)]
pub(crate) struct PropertyOptions {
    /// Every reachable marking satisfies the formula: 'tokens(p) <= 3'
    #[arg(long, value_name = "FORMULA")]
    pub(crate) always: Vec<String>,
    /// Some reachable marking satisfies the formula
    #[arg(long, value_name = "FORMULA")]
    pub(crate) reach: Vec<String>,
    /// Every run satisfies the formula of linear temporal logic: 'G (t -> F u)'
    #[arg(long, value_name = "FORMULA")]
    pub(crate) ltl: Vec<String>,
    /// The initial marking satisfies the formula of computation tree logic: 'AG EF p >= 1'
    #[arg(long, value_name = "FORMULA")]
    pub(crate) ctl: Vec<String>,
    /// On every run, whenever P holds, Q holds then or later: 'P leads to Q'
    #[arg(long, value_name = "RESPONSE")]
    pub(crate) response: Vec<String>,
    /// No run continues forever without one of these transitions from some marking on: 'send*, receive'
    #[arg(long, value_name = "PATTERN")]
    pub(crate) livelock: Vec<String>,
    /// From every reachable marking, a marking that satisfies the formula can be reached (home markings)
    #[arg(long, value_name = "FORMULA")]
    pub(crate) home: Vec<String>,
    /// A property in full: 'always not deadlock', or in another tool's syntax: 'AG p <= 2'
    #[arg(long, value_name = "PROPERTY")]
    pub(crate) property: Vec<String>,
    /// A file of properties (see docs/properties.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) properties: Vec<PathBuf>,
    /// A query stored in the file of the net, as in files of TAPAAL and GreatSPN: its name, or its position from 1;
    /// `info` lists them
    #[arg(long, value_name = "NAME")]
    pub(crate) query: Vec<String>,
    /// Check the assertions of the model, after all other properties
    #[arg(long)]
    pub(crate) assertions: bool,
    /// Check, after all other properties, that the property process of a DVE model (system async property P;) or the never claim of a Promela model accepts no run (see docs/dve.md, docs/promela.md)
    #[arg(long)]
    pub(crate) property_process: bool,
    /// The properties to check, in the order of the command line.
    #[arg(skip)]
    pub(crate) to_check: Vec<PropertyArgument>,
}

impl PropertyOptions {
    /// Returns the values of the option of a form.
    fn texts(&self, form: Form) -> &[String] {
        match form {
            Form::Always => &self.always,
            Form::Reach => &self.reach,
            Form::Ltl => &self.ltl,
            Form::Ctl => &self.ctl,
            Form::Response => &self.response,
            Form::Livelock => &self.livelock,
            Form::Home => &self.home,
            Form::Property => &self.property,
        }
    }
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
    /// File to write, completely or not at all [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the place/transition net that a coloured net is unfolded to
    #[arg(long)]
    pub(crate) unfold: bool,
    /// What structural rules are to make of it first.
    #[command(flatten)]
    pub(crate) structural: StructuralOptions,
    /// What may be spent.
    #[command(flatten)]
    pub(crate) budget: BudgetOptions,
}

impl Arguments {
    /// Reads the command line.
    pub(crate) fn read(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut command = help::command();
        let words: Vec<OsString> = words.into_iter().collect();
        let matches = command.try_get_matches_from_mut(&words).or_else(|error| {
            let Some(completed) = advice::with_command(&words, &error) else {
                return Err(advice::complete(error, &words, &command));
            };
            let matches = command.try_get_matches_from_mut(&completed);
            matches.map_err(|error| advice::complete(error, &completed, &command))
        })?;
        let mut arguments = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        let Some((_, matches)) = matches.subcommand() else { return Ok(arguments) };
        arguments.warnings = advice::on_sizes(matches);
        let (properties, files) = match &mut arguments.command {
            Command::Check(check) => (&mut check.properties, Some(&mut check.nets.files)),
            Command::Report(report) => (&mut report.properties, None),
            _ => return Ok(arguments),
        };
        properties.to_check = order::in_order(properties, files, matches);
        Ok(arguments)
    }
}
