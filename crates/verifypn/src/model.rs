//! Reads the net and the queries of a call from files.

use std::fs;
use std::io::Read;
use std::path::Path;

use sanderling_formats::{NotRead, Reading};
use sanderling_net::{Differences, Net, Source};
use sanderling_property::Logic;
use sanderling_session::Opened;

use crate::query::{self, Query};
use crate::{Outcome, Streams};

/// Maximum number of bytes of a file, since it is read into memory completely.
const LARGEST_FILE: u64 = 4 << 30;

/// Reads the net of a file, which must contain exactly one. Differences of multisets are truncated at zero,
/// as in verifypn.
pub(crate) fn read(path: &Path, streams: &mut Streams<'_>) -> Outcome<Net> {
    let source = Source::of_file(path, bytes(path)?);
    let reading = Reading { differences: Some(Differences::Truncated), ..Reading::default() };
    let opened = Opened::read(&source, &reading, true).map_err(|problem| match &problem {
        NotRead::Refused(found) => format!("`{}` is not understood:\n{found}", path.display()),
        NotRead::NotChosen { nets, .. } => {
            format!("`{}` has {nets} nets, and only one can be checked", path.display())
        }
        NotRead::NeedsFile { .. } => problem.message(source.name(), ""),
    })?;
    if !opened.warnings.is_empty() {
        let _ = writeln!(streams.err, "{}", opened.warnings);
    }
    Ok(opened.net)
}

/// Reads the queries about a net. Formulas about runs are in this logic.
pub(crate) fn queries(logic: Logic, path: &Path, net: &Net) -> Outcome<Vec<Query>> {
    let text =
        String::from_utf8(bytes(path)?).map_err(|_| format!("`{}` is not UTF-8 text", path.display()))?;
    query::read(logic, &text, net)
        .map_err(|found| format!("`{}` is not understood:\n{found}", path.display()))
}

fn bytes(path: &Path) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(LARGEST_FILE).read_to_end(&mut bytes));
    match read {
        Ok(_) if bytes.len() as u64 == LARGEST_FILE => Err(format!("`{}` has 4 GiB or more", path.display())),
        Ok(_) => Ok(bytes),
        Err(error) => Err(format!("cannot read `{}`: {error}", path.display())),
    }
}
