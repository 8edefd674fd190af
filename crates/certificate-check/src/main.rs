//! `sanderling-certify NET CERTIFICATE [--repeat N]`: a line for each claim, and an exit code for all of them.

use std::process::ExitCode;

use sanderling_certificate_check::schema::Certificate;
use sanderling_certificate_check::{Judgement, check};

const USAGE: &str = "usage: sanderling-certify NET CERTIFICATE [--repeat N]
checks the certificate of answers about the net in the file NET; where it has only hashes of the markings,
up to N markings are explored anew.
exit codes: 0 accepted, 1 refused, 2 not a proof, 3 a file that is missing or unreadable";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let repeat = match &words[..] {
        [_, _] => Some(0),
        [_, _, option, number] if option == "--repeat" => number.parse().ok(),
        _ => None,
    };
    let Some(repeat) = repeat else { return fail(USAGE) };
    let file = match std::fs::read(&words[0]) {
        Ok(file) => file,
        Err(error) => return fail(&format!("{}: {error}", words[0])),
    };
    let text = match std::fs::read(&words[1]) {
        Ok(text) => text,
        Err(error) => return fail(&format!("{}: {error}", words[1])),
    };
    let certificate: Certificate = match serde_json::from_slice(&text) {
        Ok(certificate) => certificate,
        Err(error) => return refuse(&format!("{}: {error}", words[1])),
    };
    drop(text);
    let names: Vec<String> = certificate.claims.iter().map(|claim| claim.name.clone()).collect();
    let derived = certificate.derived_net.as_ref().map(|derived| derived.by.clone());
    let judgements = match check(certificate, &file, repeat) {
        Ok(judgements) => judgements,
        Err(refusal) => return refuse(&refusal),
    };
    if let Some(by) = derived {
        println!(
            "note: these claims are about the net in the certificate, by {by} from the file, and not about the file"
        );
    }
    let mut code = 0;
    for (name, judgement) in names.iter().zip(&judgements) {
        match judgement {
            Judgement::Accepted(by) => println!("accepted: {name}: {by}"),
            Judgement::NotProved(why) => println!("not proved: {name}: {why}"),
            Judgement::Refused(why) => println!("refused: {name}: {why}"),
        }
        code = match judgement {
            Judgement::Refused(_) => 1,
            Judgement::NotProved(_) if code == 0 => 2,
            _ => code,
        };
    }
    ExitCode::from(code)
}

fn refuse(why: &str) -> ExitCode {
    println!("refused: {why}");
    ExitCode::from(1)
}

fn fail(why: &str) -> ExitCode {
    eprintln!("{why}");
    ExitCode::from(3)
}
