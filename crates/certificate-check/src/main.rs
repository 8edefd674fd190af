//! `sanderling-certify NET CERTIFICATE [--repeat N]`: prints a line for each claim with its judgement, and returns an
//! exit code for all claims.

use std::process::ExitCode;

use sanderling_certificate_check::schema::Certificate;
use sanderling_certificate_check::{Judgement, check};

const USAGE: &str = "usage: sanderling-certify NET CERTIFICATE [--repeat N]
checks the certificate of answers about the net in the file NET; where it has only hashes of the markings,
up to N markings are explored anew.
exit codes: 0 accepted, 1 refused, 2 not a proof, 3 a file that is missing or unreadable";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (lines, code) = match &words[..] {
        [net, certificate] => judged(net, certificate, Some(0)),
        [net, certificate, option, number] if option == "--repeat" => {
            judged(net, certificate, number.parse().ok())
        }
        _ => (vec![USAGE.to_owned()], 3),
    };
    for line in lines {
        // An id may contain control characters, which a terminal would interpret.
        println!("{}", line.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}"));
    }
    ExitCode::from(code)
}

/// Returns the lines about a certificate, and the exit code.
fn judged(net: &str, path: &str, repeat: Option<u64>) -> (Vec<String>, u8) {
    let Some(repeat) = repeat else { return (vec![USAGE.to_owned()], 3) };
    let read = |path: &str| {
        std::fs::read(path).map_err(|error| (vec![format!("{path} cannot be read: {error}")], 3))
    };
    let (file, text) = match (read(net), read(path)) {
        (Ok(file), Ok(text)) => (file, text),
        (Err(failure), _) | (_, Err(failure)) => return failure,
    };
    let refused = |why: String| (vec![format!("refused: {why}")], 1);
    let certificate: Certificate = match serde_json::from_slice(&text) {
        Ok(certificate) => certificate,
        Err(error) => {
            let help = "create one with `sanderling check NET … --certificate FILE`";
            return refused(format!("`{path}` is no certificate: {error}; {help}"));
        }
    };
    drop(text);
    let claims: Vec<(&str, String)> =
        certificate.claims.iter().map(|claim| (claim.answer(), claim.name.clone())).collect();
    let derived = certificate.derived_net.as_ref().map(|derived| derived.by.clone());
    let note = derived.map(|by| {
        format!("note: all of this is about a net in the certificate, by {by}, not about the file")
    });
    match check(certificate, &file, repeat) {
        Err(why) => refused(why),
        Ok(judgements) => {
            let is = |kind: fn(&Judgement) -> bool| judgements.iter().any(kind);
            let is_refused = is(|one| matches!(one, Judgement::Refused(_)));
            let is_open = is(|one| matches!(one, Judgement::NotProved(_)));
            let lines = claims.iter().zip(&judgements).map(|((answer, name), judgement)| {
                let (judged, why) = match judgement {
                    Judgement::Accepted(by) => ("accepted", by),
                    Judgement::NotProved(why) => ("not proved", why),
                    Judgement::Refused(why) => ("refused", why),
                };
                format!("{answer}, {judged}: {name} ({why})")
            });
            (note.into_iter().chain(lines).collect(), if is_refused { 1 } else { 2 * u8::from(is_open) })
        }
    }
}
