//! The program: its lines and its exit codes.

use std::process::Command;

/// Returns the output and the exit code of the program for these texts.
fn ran(net: &str, certificate: &str, more: &[&str]) -> (String, Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    let (net_file, file) = (folder.path().join("net.pnml"), folder.path().join("certificate.json"));
    std::fs::write(&net_file, net).unwrap();
    std::fs::write(&file, certificate).unwrap();
    let program = env!("CARGO_BIN_EXE_sanderling-certify");
    let output = Command::new(program).arg(net_file).arg(file).args(more).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

const NET: &str = "<pnml><net id='n'><place id='p'><initialMarking><text>1</text></initialMarking></place>\
                   <transition id='t'/><arc source='p' target='t'/></net></pnml>";
/// Of the net above.
const HASH: &str = "1bc9b8375e05860252f63acfe617903feb820eb84aa1e7f52f8e0e8f9c9098af";

fn certificate(claim: &str) -> String {
    format!(r#"{{"sanderling_certificate":1,"file":"n","sha256":"{HASH}","claims":[{claim}]}}"#)
}

#[test]
fn each_claim_has_a_line_and_all_together_an_exit_code() {
    let dies = r#"{"name":"it\u001b dies","property":{"reach":"deadlock"},"verdict":"holds","evidence":{"run":["t"]}}"#;
    let lives = r#"{"name":"it lives","property":{"reach":"deadlock"},"verdict":"violated","evidence":{"run":["t"]}}"#;
    let open = r#"{"name":"it is","property":{"other":"so"},"verdict":"unknown","evidence":{"none":"nobody knows"}}"#;
    let (accepted, not_proved, refused) = (
        "holds, accepted: it\u{fffd} dies (a run of 1 firings)\n",
        "unknown, not proved: it is (nobody knows)\n",
        "unreachable, refused: it lives (this is no evidence for such a claim)\n",
    );
    let ran = |claims: &[&str]| ran(NET, &certificate(&claims.join(",")), &[]);
    assert_eq!(ran(&[dies]), (accepted.to_owned(), Some(0)));
    assert_eq!(ran(&[open, dies]), (format!("{not_proved}{accepted}"), Some(2)));
    assert_eq!(ran(&[lives, open, dies]), (format!("{refused}{not_proved}{accepted}"), Some(1)));
    let stuck = r#"{"name":"always not deadlock","property":{"always":{"not":"deadlock"}},"verdict":"violated","evidence":{"run":["t"]}}"#;
    let violated = "violated, accepted: always not deadlock (a run of 1 firings)\n";
    assert_eq!(ran(&[stuck]), (violated.to_owned(), Some(0)));
    assert_eq!(ran(&[]), ("refused: it claims nothing\n".to_owned(), Some(1)));
}

#[test]
fn a_refusal_and_wrong_usage_have_different_exit_codes() {
    let (text, code) = ran(NET, "{", &[]);
    assert!(text.starts_with("refused: ") && text.contains("is no certificate: EOF while parsing"), "{text}");
    assert_eq!(code, Some(1));
    for words in [&["--repeat"][..], &["--repeat", "many"], &["--twice", "2"]] {
        let (text, code) = ran(NET, "{}", words);
        assert!(text.starts_with("usage: sanderling-certify"), "{text}");
        assert_eq!(code, Some(3));
    }
    let output =
        Command::new(env!("CARGO_BIN_EXE_sanderling-certify")).args(["no", "file"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
}
