//! The structure of a program as text: processes, variables and channels.

use std::fmt::Write;

use super::statistics::{Statistics, counted, figure, some_of, widest};
use crate::{ChannelStructure, ProcessStructure, ProgramStructure, StructureReport, VariableStructure};

/// Maximum number of rows of a table to show.
const MAX_ROWS: usize = 40;
/// Maximum number of names of a list to show.
const MAX_NAMES: usize = 8;

/// Returns the statistics of a program, which replace those of its net.
pub(super) fn statistics(report: &StructureReport, program: &ProgramStructure) -> Statistics {
    let mut statistics = Statistics::default();
    let own: usize = program.processes.iter().map(|process| process.variables.len()).sum();
    let locations: usize = program.processes.iter().map(|process| process.locations).sum();
    statistics.row("processes", figure(program.processes.len().into()), counted(locations, "location"));
    let shared = program.variables.len();
    let whose = format!("{} shared, {} of processes", figure(shared.into()), figure(own.into()));
    statistics.row("variables", figure((shared + own).into()), whose);
    let buffered = program.channels.iter().filter(|channel| channel.capacity > 0).count();
    let kinds =
        if buffered > 0 { format!("{} with a buffer", figure(buffered.into())) } else { String::new() };
    statistics.row("channels", figure(program.channels.len().into()), kinds);
    statistics.count("assertions", program.assertions);
    let net = format!("of the net, with {}", counted(report.places, "place"));
    statistics.row("transitions", figure(report.transitions.into()), net);
    let packed = report.layout.as_ref().map(|layout| layout.bits_per_state);
    let slots = report.layout.iter().flat_map(|layout| &layout.slots);
    // Widths based on assumptions may grow while the model is explored.
    let is_assumed = slots.into_iter().any(|slot| slot.origin.starts_with("assumed"));
    let at_first = if is_assumed { "to begin with; " } else { "" };
    let declared = format!("{at_first}as declared: {}", figure(program.declared_bits.into()));
    statistics.row("bits per state", packed.map_or("?".into(), |bits| figure(bits.into())), declared);
    statistics
}

/// Renders the ignored parts, then the processes, the variables and the channels.
pub(super) fn tables(program: &ProgramStructure, out: &mut String) {
    for left_out in &program.left_out {
        let _ = writeln!(out, "\nleft out: {left_out}");
    }
    table("processes", &program.processes.iter().map(process).collect::<Vec<_>>(), out);
    let own = program.processes.iter().flat_map(|process| &process.variables);
    let variables: Vec<_> = program.variables.iter().chain(own).map(variable).collect();
    table("variables", &variables, out);
    table("channels", &program.channels.iter().map(channel).collect::<Vec<_>>(), out);
}

fn process(process: &ProcessStructure) -> [String; 4] {
    let committed = match process.committed.len() {
        0 => String::new(),
        _ => format!("committed: {}", some_of(&process.committed, MAX_NAMES)),
    };
    [
        process.name.clone(),
        counted(process.locations, "location"),
        counted(process.transitions, "transition"),
        [bits(process.bits), committed]
            .iter()
            .filter(|part| !part.is_empty())
            .cloned()
            .collect::<Vec<_>>()
            .join("; "),
    ]
}

fn variable(variable: &VariableStructure) -> [String; 4] {
    let range = variable.range.or(variable.declared_range);
    let range = range.map(|[least, greatest]| format!("{least} to {greatest}")).unwrap_or_default();
    let width = format!("{}, {}", bits(variable.bits), variable.origin);
    [variable.place.clone(), variable.declared.clone(), range, width]
}

fn channel(channel: &ChannelStructure) -> [String; 4] {
    let items = channel.items.as_ref().map(|items| format!("{{{}}}", items.join(", "))).unwrap_or_default();
    let (kind, width) = match channel.capacity {
        0 => ("rendezvous".into(), String::new()),
        capacity => (format!("buffer for {}", counted(capacity as usize, "message")), bits(channel.bits)),
    };
    [channel.name.clone(), kind, items, width]
}

/// Renders rows of aligned columns under a title, if there are any.
pub(super) fn table(title: &str, rows: &[[String; 4]], out: &mut String) {
    if rows.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{title}:");
    let shown = &rows[..rows.len().min(MAX_ROWS)];
    let [first, second, third] = [0, 1, 2].map(|column| widest(shown.iter().map(|row| &row[column])));
    for [a, b, c, d] in shown {
        let mut line = format!("  {a:first$}  {b:second$}  ");
        if third > 0 {
            let _ = write!(line, "{c:third$}  ");
        }
        let _ = writeln!(out, "{}", format!("{line}{d}").trim_end());
    }
    if rows.len() > MAX_ROWS {
        let _ = writeln!(out, "  … and {} more", figure((rows.len() - MAX_ROWS).into()));
    }
}

fn bits(bits: u32) -> String {
    counted(bits, "bit")
}
