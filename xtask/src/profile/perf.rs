//! Samples of a program's stack, recorded by `perf` and printed by `perf script`.
//!
//! Virtual machines often lack hardware counters; perf then samples by the clock. Release builds have no
//! frame pointers, so stacks are copied and unwound afterwards.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Stdio};

/// The events to sample by, in order of preference.
const EVENTS: [&str; 2] = ["cycles", "cpu-clock"];

/// Returns why perf cannot be used, if it cannot.
pub(super) fn refusal(folder: &Path) -> Option<String> {
    match event(folder) {
        Some(_) => None,
        None if crate::callgrind::is_installed("perf") => Some("perf may not record here".into()),
        None => Some("perf is not installed".into()),
    }
}

/// Returns the first event by which perf can sample.
fn event(folder: &Path) -> Option<&'static str> {
    EVENTS.into_iter().find(|event| {
        let mut experiment = recorder(folder, event, 99);
        experiment.arg("true").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        experiment.status().is_ok_and(|status| status.success())
    })
}

/// Returns a perf command that records the program given as its further arguments.
fn recorder(folder: &Path, event: &str, frequency: u32) -> Command {
    let mut perf = Command::new("perf");
    perf.args([
        "record",
        "--quiet",
        "--call-graph",
        "dwarf",
        "-e",
        event,
        "-F",
        &frequency.to_string(),
        "-o",
    ]);
    perf.arg(folder.join("perf.data")).arg("--");
    perf
}

/// Runs a program and returns its samples in the format of `perf script`.
///
/// # Errors
/// Perf or the program fails.
pub(super) fn record(
    program: &Path,
    words: &[String],
    frequency: u32,
    folder: &Path,
) -> Result<String, String> {
    let event = event(folder).ok_or("perf may not record here")?;
    let recorded = recorder(folder, event, frequency).arg(program).args(words).status();
    let recorded = recorded.map_err(|error| format!("perf: {error}"))?;
    // The program's exit codes from 0 to 2 are answers.
    if recorded.code().is_none_or(|code| code > 2) {
        return Err(format!("perf record: {recorded}"));
    }
    let mut script = Command::new("perf");
    script.args(["script", "-F", "comm,ip,sym", "-i"]).arg(folder.join("perf.data")).stdin(Stdio::null());
    let output = script.output().map_err(|error| format!("perf: {error}"))?;
    if !output.status.success() {
        return Err(format!("perf script: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the stacks of the samples, each from the outermost function to the innermost.
///
/// For each address, perf prints the inlined functions from the innermost outwards, and finally the function
/// itself under its debugger name. Its linker name is printed before that, in between, or not at all. The
/// linker name is more specific and is used for all addresses in the function.
pub(super) fn stacks(script: &str) -> Vec<Vec<String>> {
    let samples: Vec<Vec<Frame<'_>>> = script.split("\n\n").map(frames).collect();
    let at_addresses = samples.iter().flat_map(|frames| frames.chunk_by(|a, b| a.address == b.address));
    let known: HashMap<&str, &str> = at_addresses.filter_map(names_of_outermost).collect();
    let stacks = samples.iter().map(|frames| stack(frames, &known));
    stacks.filter(|stack| !stack.is_empty()).collect()
}

/// A function on the stack.
#[derive(Debug, Clone, Copy)]
struct Frame<'a> {
    address: &'a str,
    symbol: &'a str,
    is_inlined: bool,
}

/// Returns the frames of a sample, the innermost first.
fn frames(sample: &str) -> Vec<Frame<'_>> {
    let lines = sample.lines().filter(|line| line.starts_with(char::is_whitespace));
    let symbols = lines.filter_map(|line| line.trim().split_once(' '));
    let frame = |(address, symbol)| match str::strip_suffix(symbol, " (inlined)") {
        Some(symbol) => Frame { address, symbol, is_inlined: true },
        None => Frame { address, symbol, is_inlined: false },
    };
    symbols.map(frame).collect()
}

/// Returns the debugger name and the linker name of the function at an address.
fn names_of_outermost<'a>(at_address: &[Frame<'a>]) -> Option<(&'a str, &'a str)> {
    let last = at_address.last().filter(|last| last.is_inlined)?;
    let linked = at_address.iter().find(|frame| !frame.is_inlined)?;
    Some((last.symbol, linked.symbol))
}

fn stack(frames: &[Frame<'_>], known: &HashMap<&str, &str>) -> Vec<String> {
    let mut stack = Vec::new();
    for at_address in frames.chunk_by(|a, b| a.address == b.address) {
        let Some((last, others)) = at_address.split_last() else { continue };
        let within = others.iter().filter(|frame| frame.is_inlined).map(|frame| short(frame.symbol));
        stack.extend(within);
        let linked = known.get(last.symbol).filter(|_| last.is_inlined);
        stack.push(short(linked.unwrap_or(&last.symbol)));
    }
    stack.reverse();
    stack
}

/// Returns a symbol without its generic parameters.
fn short(symbol: &str) -> String {
    // `<Type as Trait>::method`: the type within identifies the function.
    let symbol = symbol.strip_prefix('<').unwrap_or(symbol);
    let mut depth = 0_usize;
    let mut short = String::new();
    let mut before = ' ';
    for c in symbol.chars() {
        match c {
            '<' => depth += 1,
            '>' if before == '-' => {}
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => short.push(c),
            _ => {}
        }
        before = c;
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_begin_with_the_outermost_function() {
        let script =
            "sanderling \n\t  20 fire<1>\n\t  10 main\n\nsanderling \n\t  ffffffff8 asm_exc_page_fault\n\n";
        assert_eq!(stacks(script), [vec!["main", "fire"], vec!["asm_exc_page_fault"]]);
        assert!(stacks("sanderling \n\nsanderling \n").is_empty());
    }

    #[test]
    fn a_function_stands_outside_what_was_put_into_it() {
        let script = "sanderling \n\t  20 round::{{closure}}\n\t  20 mask (inlined)\n\t  20 expand<Model, 1> (inlined)\n\
                      \t  20 {closure#1}<Model, 1> (inlined)\n\t  10 main\n\n";
        assert_eq!(stacks(script), [["main", "round::{{closure}}", "expand", "mask"]]);
        let middle = "sanderling \n\t  30 mask (inlined)\n\t  30 round::{{closure}}\n\t  30 {closure#1}<Model, 1> (inlined)\n\n";
        assert_eq!(stacks(middle), [["round::{{closure}}", "mask"]]);
        let unnamed = "sanderling \n\t  40 {closure#1}<Model, 1> (inlined)\n\n";
        assert_eq!(
            stacks(&format!("{script}{unnamed}"))[1],
            ["round::{{closure}}"],
            "its name is in another sample"
        );
        let last = "sanderling \n\t  20 mask (inlined)\n\t  20 expand\n\t  10 main\n";
        assert_eq!(stacks(last), [["main", "expand", "mask"]]);
    }

    #[test]
    fn generic_arguments_are_removed() {
        assert_eq!(short("a::round<alloc::Vec<(u8, fn() -> u8)>, 1>::{{closure}}"), "a::round::{{closure}}");
        assert_eq!(
            short("<core::job::StackJob<L,F> as core::job::Job>::execute"),
            "core::job::StackJob as core::job::Job::execute"
        );
        assert_eq!(short("[unknown]"), "[unknown]");
    }
}
