//! The project's own tasks: `cargo xtask tidy` checks what the compiler does not, `cargo xtask instructions` compares
//! counts of instructions with a table, `cargo xtask profile` draws where time goes. The other tasks are programs of
//! the workspace, which are built when needed.
//!
//! One line in [`Task`] for each task, and one in [`carry_out`].

mod callgrind;
mod instructions;
mod profile;
mod scratch;
mod site;
mod soak;
mod start;
mod tidy;
mod wasm;

use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use start::{BENCH, FAMILIES, Words};

/// The project's own tasks.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Writes a net of a scalable family as PNML.
    #[command(disable_help_flag = true)]
    Gen(Words),
    /// Explores the models of a collection and compares with the answers that are known
    #[command(disable_help_flag = true)]
    Answers(Words),
    /// Measures the search, and the machine's memory beside it
    #[command(disable_help_flag = true)]
    Bench(Words),
    /// Certifies answers about the nets of a collection, and checks the certificates
    #[command(disable_help_flag = true)]
    Certify(Words),
    /// Counts the instructions of a few searches, and compares them with the table in the repository
    Instructions(instructions::Arguments),
    /// Shows where the time of an exploration goes
    Profile(profile::Arguments),
    /// Makes published experiments again: state caching, the sweep-line, search to a depth
    #[command(disable_help_flag = true)]
    Reproduce(Words),
    /// Writes the documentation as pages that open from a folder
    Site(site::Arguments),
    /// Explores random models of every kind with random cutoffs, and compares with what is known of them
    Soak(soak::Arguments),
    /// Checks layers, vocabulary, sizes and the other rules that the compiler does not know.
    Tidy,
    /// Builds the engine as WebAssembly, for the package in clients/javascript and for reports that can be explored
    Wasm(wasm::Arguments),
}

fn main() -> ExitCode {
    carry_out(Arguments::parse().task).unwrap_or_else(|message| {
        eprintln!("error: {message}");
        ExitCode::FAILURE
    })
}

fn carry_out(task: Task) -> Result<ExitCode, String> {
    match task {
        Task::Gen(words) => FAMILIES.start(words.words),
        Task::Answers(words) => BENCH.start(words.behind("answers")),
        Task::Bench(words) => BENCH.start(words.behind("bench")),
        Task::Certify(words) => BENCH.start(words.behind("certify")),
        Task::Reproduce(words) => BENCH.start(words.behind("reproduce")),
        Task::Site(arguments) => site::site(workspace(), &arguments).map(|()| ExitCode::SUCCESS),
        Task::Soak(arguments) => soak::soak(&arguments),
        Task::Instructions(arguments) => instructions::instructions(&arguments).map(|()| ExitCode::SUCCESS),
        Task::Profile(arguments) => profile::profile(&arguments).map(|()| ExitCode::SUCCESS),
        Task::Tidy => tidy::tidy(workspace()).map(|()| ExitCode::SUCCESS),
        Task::Wasm(arguments) => wasm::wasm(&arguments).map(|()| ExitCode::SUCCESS),
    }
}

/// The workspace's root: the folder above this crate.
fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in a folder of the workspace")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn no_two_options_of_a_task_are_called_alike() {
        super::Arguments::command().debug_assert();
    }
}
