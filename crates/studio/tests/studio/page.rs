//! The page in a browser, where there is one.

use std::path::{Path, PathBuf};
use std::process::Command;

use sanderling::{Control, Question, Request, analyse};
use sanderling_net::Source;
use sanderling_studio::{Shown, report};

use crate::client::{Opened, net};

const CHROMIUMS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Chromium and node, or `None` with a line that says what is missing.
fn browser() -> Option<(PathBuf, PathBuf)> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let found = |names: &[&str]| {
        let files = folders.iter().flat_map(|folder| names.iter().map(move |name| folder.join(name)));
        files.into_iter().find(|file| file.is_file())
    };
    let both = found(&CHROMIUMS).zip(found(&["node"]));
    if both.is_none() {
        println!("skipped: there is no Chromium or no node on the path");
    }
    both
}

fn visit((chromium, node): (PathBuf, PathBuf), address: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/studio/browser.mjs");
    let output = Command::new(node).arg(script).arg(chromium).arg(address).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn written() -> String {
    let source = Source::new("p.pnml", std::fs::read(net("philosophers-3.pnml")).unwrap());
    let choice = sanderling_formats::choose(&source, None, std::ffi::OsStr::new("")).unwrap();
    let net = choice.parse(&source).unwrap().nets.remove(0);
    let told = analyse(&net, &Request::new(Question::Deadlock), &Control::default()).unwrap();
    let states = sanderling_server::states(&net, 300, 1 << 26).ok();
    report(Shown { net: &net, report: &told, states }).unwrap()
}

#[test]
fn a_user_plays_asks_and_steps_through_a_trace() {
    let Some(browser) = browser() else { return };
    visit(browser, &Opened::on("philosophers-3.pnml").address);
}

#[test]
fn a_report_needs_no_studio() {
    let page = written();
    assert!(!page.contains("src=\"") && !page.contains("href=\"studio.css"));
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.html");
    std::fs::write(&file, page).unwrap();
    visit(browser, &format!("file://{}", file.display()));
}
