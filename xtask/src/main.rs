//! The project's own tasks: `cargo xtask gen` writes a net of a scalable family, `cargo xtask tidy`
//! checks what the compiler does not.
//!
//! One module for each task, one line in [`Task`] and one in [`main`].

mod atomic;
mod family;
mod generate;
#[cfg(test)]
mod known_answers;
mod tidy;

use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
    Gen(generate::Arguments),
    /// Checks layers, vocabulary, sizes and the other rules that the compiler does not know.
    Tidy,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().task {
        Task::Gen(arguments) => generate::generate(&arguments),
        Task::Tidy => tidy::tidy(workspace()),
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
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in a folder of the workspace")
}
