//! The project's own tasks: `cargo xtask gen` writes a net of a scalable family, `cargo xtask tidy`
//! checks what the compiler does not, `cargo xtask answers` compares with the known answers of a
//! collection, `cargo xtask bench` measures, `cargo xtask profile` draws where time goes,
//! `cargo xtask instructions` compares counts of instructions with a table, `cargo xtask reproduce`
//! makes published experiments again, `cargo xtask certify` certifies answers about a collection.
//!
//! One module for each task, one line in [`Task`] and one in [`main`].

mod answers;
mod apart;
mod atomic;
mod bench;
mod beside;
mod callgrind;
mod campaign;
mod certify;
mod collection;
mod family;
mod generate;
mod html;
mod instructions;
#[cfg(test)]
mod known_answers;
mod profile;
mod reproduce;
mod soak;
mod tidy;
mod values;

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
    /// Explores the models of a collection and compares with the answers that are known
    Answers(answers::Arguments),
    /// Measures the search, and the machine's memory beside it
    Bench(Box<bench::Arguments>),
    /// Certifies answers about the nets of a collection, and checks the certificates
    Certify(certify::Arguments),
    /// Counts the instructions of a few searches, and compares them with the table in the repository
    Instructions(instructions::Arguments),
    /// Shows where the time of an exploration goes
    Profile(profile::Arguments),
    /// Makes published experiments again: state caching, the sweep-line, search to a depth
    Reproduce(reproduce::Arguments),
    /// Explores random models of every kind with random cutoffs, and compares with what is known of them
    Soak(soak::Arguments),
    /// Carries out one exploration and tells the outcome as JSON; for `answers` and `bench`
    #[command(hide = true)]
    ExploreApart { exploration: String },
    /// Checks layers, vocabulary, sizes and the other rules that the compiler does not know.
    Tidy,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().task {
        Task::Gen(arguments) => generate::generate(&arguments),
        Task::Answers(arguments) => answers::answers(&arguments),
        Task::Bench(arguments) => bench::bench(&arguments),
        Task::Certify(arguments) => certify::certify(&arguments),
        Task::Instructions(arguments) => instructions::instructions(&arguments),
        Task::Profile(arguments) => profile::profile(&arguments),
        Task::Reproduce(arguments) => reproduce::reproduce(&arguments),
        Task::Soak(arguments) => soak::soak(&arguments),
        Task::ExploreApart { exploration } => apart::explore_and_report(&exploration),
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
