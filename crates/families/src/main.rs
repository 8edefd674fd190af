//! `cargo xtask gen FAMILY N`: a net of a scalable family, as PNML.
//!
//! The net goes to standard output, or whole to a file. `--list` shows the families.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use sanderling_net::format::WriteError;
use sanderling_net::{Format, Net};
use sanderling_pnml::Pnml;

use sanderling_families::{FAMILIES, Family};

/// Writes a net of a scalable family as PNML.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask gen", bin_name = "cargo xtask gen")]
struct Arguments {
    /// The family; `--list` shows them
    #[arg(required_unless_present = "list")]
    family: Option<String>,
    /// The size of the net
    #[arg(value_name = "N", required_unless_present = "list")]
    size: Option<u64>,
    /// The file to write instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Show the families with their sizes
    #[arg(long, conflicts_with_all = ["family", "size", "output"])]
    list: bool,
}

fn main() -> ExitCode {
    match generate(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the net, or the list of families; an error says what is wrong with the arguments, or why the net could not be written.
fn generate(arguments: &Arguments) -> Result<(), String> {
    let (Some(name), Some(size)) = (&arguments.family, arguments.size) else {
        return list(&mut io::stdout().lock()).map_err(|error| error.to_string());
    };
    let net = Family::named(name)?.net(size)?;
    match &arguments.output {
        Some(path) => to_file(&net, path).map_err(|error| format!("{}: {error}", path.display())),
        None => to_standard_output(&net).map_err(|error| error.to_string()),
    }
}

/// Writes the net to a file. A failed write leaves no file.
fn to_file(net: &Net, path: &Path) -> Result<(), WriteError> {
    let mut sink = BufWriter::new(File::create(path)?);
    let written = Pnml.write(net, &mut sink).and_then(|()| Ok(sink.flush()?));
    if written.is_err() {
        // NOTE: the first error is the one to report; a piece that cannot be removed is only untidy.
        let _ = fs::remove_file(path);
    }
    written
}

fn to_standard_output(net: &Net) -> Result<(), WriteError> {
    let mut sink = BufWriter::new(io::stdout().lock());
    Pnml.write(net, &mut sink)?;
    Ok(sink.flush()?)
}

fn list(sink: &mut dyn Write) -> io::Result<()> {
    for Family { name, about, size_of, sizes, .. } in FAMILIES {
        writeln!(sink, "{name:<20}{about}\n{:20}N: {} to {} {size_of}", "", sizes.start(), sizes.end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(family: &str, size: u64, output: Option<PathBuf>) -> Arguments {
        Arguments { family: Some(family.to_owned()), size: Some(size), output, list: false }
    }

    #[test]
    fn families_read_back_as_the_same_net() {
        for family in FAMILIES {
            let net = family.net(*family.sizes.start()).unwrap();
            let mut bytes = Vec::new();
            Pnml.write(&net, &mut bytes).unwrap();
            let source = sanderling_net::Source::new("net.pnml", bytes);
            let parsed = Pnml.parse(&source).unwrap().nets.remove(0);
            let ids = |net: &Net| -> Vec<_> { net.places.iter().map(|place| place.id.clone()).collect() };
            assert_eq!(ids(&parsed), ids(&net), "{}", family.name);
            assert_eq!(parsed.arcs.len(), net.arcs.len(), "{}", family.name);
        }
    }

    #[test]
    fn a_net_that_cannot_be_made_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("net.pnml");
        assert!(generate(&arguments("philosophers", 0, Some(path.clone()))).is_err());
        assert!(!path.exists());
        generate(&arguments("philosophers", 2, Some(path.clone()))).unwrap();
        assert!(path.exists());
    }

    #[test]
    fn the_list_names_every_family() {
        let mut text = Vec::new();
        list(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(FAMILIES.iter().all(|family| text.contains(family.about)));
    }
}
