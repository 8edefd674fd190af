//! Writing a certificate next to an answer.

use std::fs;
use std::path::Path;

use sanderling::{Control, Limits};
use sanderling_certificate::{Answer, EvidenceBudget, Origin, certify};

use crate::failure::Failure;
use crate::input::Input;
use crate::output::write_file;

/// Returns an error, before the search begins, if no certificate could be written.
pub(super) fn refusal(input: &Input) -> Result<(), Failure> {
    if input.origin.file == "-" {
        return Err(Failure::usage("a certificate requires a file, and the net comes from standard input"));
    }
    if !input.net().is_place_transition() {
        let message = "certificates are for place/transition nets and for coloured nets that are unfolded: omit `--certificate`";
        return Err(Failure::usage(message));
    }
    Ok(())
}

/// Writes the certificate of answers about the analysed net. Proofs that the search did not produce are computed now,
/// with these threads and limits, which start afresh.
pub(super) fn write(
    input: &Input,
    answers: &[Answer],
    path: &Path,
    (threads, limits): (usize, Limits),
    control: &Control<'_>,
) -> Result<(), Failure> {
    let read = fs::read(&input.origin.file);
    let bytes =
        read.map_err(|error| Failure::input(format!("cannot read `{}`: {error}", input.origin.file)))?;
    let origin = Origin { name: &input.origin.file, bytes: &bytes, derived_by: derived_by(input) };
    let budget =
        EvidenceBudget { threads, limits: Limits { states: None, ..limits }, ..EvidenceBudget::default() };
    let certificate = certify(input.net(), &origin, answers, &budget, control);
    let certificate = certificate.map_err(|found| input.unsupported(found))?;
    let name = path.display().to_string();
    let written = write_file(path, |sink| Ok(serde_json::to_writer(sink, &certificate)?));
    let failed = |error| Failure::input(format!("cannot write `{name}`: {error}")).file(name.clone());
    written.map(|_| ()).map_err(failed)
}

/// Returns how the analysed net was derived, if a reader of PNML would not find it in the file.
fn derived_by(input: &Input) -> Option<&'static str> {
    if input.prepared.is_unfolded() {
        Some("unfolding")
    } else if input.origin.format != "pnml" {
        Some("reading another format")
    } else if input.origin.nets_in_file > 1 {
        Some("choosing one of several nets")
    } else {
        None
    }
}
