//! What measures the engine, and holds it against known answers; `cargo xtask` starts it, built as what is published.
//!
//! One module for each task, one line in [`Task`] and one in [`main`].

mod answers;
mod atomic;
mod bench;
mod beside;
mod campaign;
mod certify;
mod chart;
mod collection;
mod html;
mod reproduce;
mod runner;
mod values;

use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Measures the engine, and holds it against known answers.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Explores the models of a collection and compares with the answers that are known
    Answers(answers::Arguments),
    /// Measures the search, and the machine's memory beside it
    Bench(Box<bench::Arguments>),
    /// Certifies answers about the nets of a collection, and checks the certificates
    Certify(certify::Arguments),
    /// Makes published experiments again: state caching, the sweep-line, search to a depth
    Reproduce(reproduce::Arguments),
    /// Carries out one exploration and prints the outcome as JSON; for `answers` and `bench`
    #[command(hide = true)]
    ExploreApart { exploration: String },
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().task {
        Task::Answers(arguments) => answers::answers(&arguments),
        Task::Bench(arguments) => bench::bench(&arguments),
        Task::Certify(arguments) => certify::certify(&arguments),
        Task::Reproduce(arguments) => reproduce::reproduce(&arguments),
        Task::ExploreApart { exploration } => runner::exploration::explore_and_report(&exploration),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace's root: the folder above this crate.
fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in a folder of the workspace")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn no_two_options_of_a_task_are_called_alike() {
        super::Arguments::command().debug_assert();
    }
}
