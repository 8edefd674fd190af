//! `cargo xtask profile MODEL`: where the time of an exploration goes.
//!
//! If `perf` works, it takes samples, and they become a [flame graph](flame): a separate SVG file in which wider boxes
//! take more time. Debug information identifies functions that the compiler has inlined. If `perf` is missing or
//! refused, callgrind counts instructions instead, many times more slowly.

mod calls;
mod flame;
mod perf;

use std::path::{Path, PathBuf};
use std::process::Command;

use calls::{Calls, Samples};

use crate::callgrind;
use crate::scratch::Scratch;
use crate::start::SANDERLING;

/// Number of functions to list.
const LISTED: usize = 10;

/// What to look at.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The file of the model
    model: PathBuf,
    /// The file to write; its name should end with .svg [default: the model's name with .flame.svg, here]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How many samples to take in a second of each processor
    #[arg(long, value_name = "HERTZ", default_value_t = 499)]
    frequency: u32,
    /// Further options of `sanderling explore`
    #[arg(last = true)]
    options: Vec<String>,
}

/// Carries out the task.
///
/// # Errors
/// If neither perf nor callgrind can be used, or the model cannot be explored.
pub(crate) fn profile(arguments: &Arguments) -> Result<(), String> {
    let program = SANDERLING.build()?;
    let words = ["explore".to_owned(), arguments.model.to_string_lossy().into_owned()];
    let words: Vec<String> = words.into_iter().chain(arguments.options.iter().cloned()).collect();
    let scratch = Scratch::new()?;
    match perf::refusal(scratch.path()) {
        None => sample(arguments, &program, &words, scratch.path()),
        Some(refusal) if callgrind::is_installed("valgrind") => {
            println!(
                "{refusal}; callgrind counts instructions instead, which takes some fifty times as long"
            );
            count(&program, &words, scratch.path())
        }
        Some(refusal) => Err(format!("{refusal}, and valgrind is not installed")),
    }
}

/// Draws what perf sees.
fn sample(arguments: &Arguments, program: &Path, words: &[String], folder: &Path) -> Result<(), String> {
    let text = perf::record(program, words, arguments.frequency, folder)?;
    let calls = Calls::of(&perf::stacks(&text));
    if calls.samples() == Samples(0) {
        return Err("perf has taken no samples: the exploration was too short".into());
    }
    println!("\nfunctions with the most samples of {}:", calls.samples().0);
    for (name, samples) in calls.busiest().into_iter().take(LISTED) {
        println!("{:6.1} %  {name}", 100.0 * samples.share_of(calls.samples()));
    }
    let title = format!("sanderling {}", words.join(" "));
    let path = arguments.output.clone().unwrap_or_else(|| {
        let stem = arguments.model.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        PathBuf::from(format!("{stem}.flame.svg"))
    });
    std::fs::write(&path, flame::draw(&title, &calls))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    println!("\nthe flame graph is in {}", path.display());
    Ok(())
}

/// Lists what callgrind counts.
fn count(program: &Path, words: &[String], folder: &Path) -> Result<(), String> {
    let counted = callgrind::count(program, words, folder.join("callgrind.out"))?;
    print!("{}", String::from_utf8_lossy(&counted.output.stdout));
    let annotated = Command::new("callgrind_annotate").arg(&counted.file).output();
    let annotated = annotated.map_err(|error| format!("callgrind_annotate: {error}"))?;
    println!("\nfunctions with the most of {} instructions:", counted.instructions);
    let listing = String::from_utf8_lossy(&annotated.stdout).into_owned();
    functions(&listing).take(LISTED).for_each(|line| println!("{line}"));
    Ok(())
}

/// Returns the lines of a callgrind listing that contain functions.
fn functions(listing: &str) -> impl Iterator<Item = &str> {
    let rows = listing.lines().skip_while(|line| !line.contains("file:function")).skip(1);
    rows.map(str::trim).filter(|line| line.contains("%)") && !line.contains("PROGRAM TOTALS"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_in_a_listing() {
        let listing = "Ir\n900 (100.0%)  PROGRAM TOTALS\n\nIr   file:function\n----\n700 (77.8%)  a.rs:fire [x]\n\
                       100 (11.1%)  b.rs:hash\n----\n-- Auto-annotated source: a.rs\n";
        let found: Vec<&str> = functions(listing).collect();
        assert_eq!(found, ["700 (77.8%)  a.rs:fire [x]", "100 (11.1%)  b.rs:hash"]);
    }
}
