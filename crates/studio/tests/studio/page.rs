//! The page in a browser, if one is installed.

use std::path::{Path, PathBuf};
use std::process::Command;

use sanderling::{Control, PreparedNet, Question, Request, StandardRequest, analyse};
use sanderling_net::{Net, Source};
use sanderling_server::protocol::Reported;
use sanderling_studio::{Made, Shown, report};

use crate::client::{Opened, net};

const CHROMIUMS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Returns the paths of Chromium and node. Prints a line and returns `None` if one of them is missing.
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

/// Runs the user scenario with this name on the page.
fn visit((chromium, node): (PathBuf, PathBuf), address: &str, name: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/studio/browser.mjs");
    let output = Command::new(node).arg(script).arg(chromium).args([address, name]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Returns the page with the result of `find` for a net.
fn written(name: &str, find: impl FnOnce(Net) -> Reported) -> String {
    let source = Source::new("p.pnml", std::fs::read(net(name)).unwrap());
    let choice = sanderling_formats::choose(&source, None, std::ffi::OsStr::new("")).unwrap();
    let net = choice.parse(&source).unwrap().nets.remove(0);
    let found = find(net.clone());
    let states = sanderling_server::states(&net, 300, 1 << 26).ok();
    let made = Made { command: format!("sanderling report {name}"), at_s: 1_000_000_000 };
    report(Shown { net: &net, report: &found, states, made, explorable: None }).unwrap()
}

#[test]
fn a_user_plays_queries_and_steps_through_a_trace() {
    let Some(browser) = browser() else { return };
    visit(browser, &Opened::on("philosophers-3.pnml").address, "studio");
}

#[test]
fn a_user_sees_the_evidence_of_a_property_and_excepts_an_intended_deadlock() {
    let Some(browser) = browser() else { return };
    visit(browser, &Opened::on("order.pnml").address, "order");
}

#[test]
fn an_unbounded_net_is_reported_as_unbounded_and_an_error_with_its_position() {
    let Some(browser) = browser() else { return };
    visit(browser, &Opened::on("pump.pnml").address, "pump");
}

#[test]
fn a_coloured_net_shows_its_sorts_and_colours_and_a_link_leads_back_to_a_run() {
    let Some(browser) = browser() else { return };
    visit(browser, &Opened::on("coloured/philosophers-3.pnml").address, "coloured");
}

#[test]
fn labels_of_a_program_hide_no_location() {
    let Some(browser) = browser() else { return };
    for name in ["peterson-3.dve", "alternating-bit.dve"] {
        visit(browser.clone(), &Opened::on(name).address, "program");
    }
}

#[test]
fn a_large_net_is_opened_group_by_group_and_its_nodes_are_found() {
    let Some(browser) = browser() else { return };
    visit(browser, &Opened::on_text(&ring(2000)).address, "large");
}

#[test]
fn groups_that_are_too_large_to_be_drawn_are_opened_in_groups() {
    let Some(browser) = browser() else { return };
    visit(browser, &Opened::on_text(&ring(20_000)).address, "huge");
}

/// A ring of places and transitions as PNML, without positions.
fn ring(size: usize) -> String {
    let node = |at: usize| {
        let next = (at + 1) % size;
        format!(
            "<place id=\"p{at}\"/><transition id=\"t{at}\"/><arc id=\"a{at}\" source=\"p{at}\" target=\"t{at}\"/>\
             <arc id=\"b{at}\" source=\"t{at}\" target=\"p{next}\"/>"
        )
    };
    let nodes: String = (0..size).map(node).collect();
    let token = "<place id=\"start\"><initialMarking><text>1</text></initialMarking></place>\
                 <transition id=\"begin\"/><arc id=\"c\" source=\"start\" target=\"begin\"/>\
                 <arc id=\"d\" source=\"begin\" target=\"p0\"/>";
    format!(
        "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net id=\"ring\" \
         type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\">{token}{nodes}</page></net></pnml>"
    )
}

#[test]
fn standard_properties_need_no_studio() {
    let page = written("order.pnml", |net| {
        let found = PreparedNet::not_unfolded(net)
            .standard_properties(&StandardRequest::default(), &Control::default());
        Reported::Standard(Box::new(found.unwrap()))
    });
    visit_file(&page, "properties");
}

#[test]
fn a_report_needs_no_studio() {
    let page = written("philosophers-3.pnml", |net| {
        let found = analyse(&net, &Request::new(Question::Deadlock), &Control::default());
        Reported::Search(Box::new(found.unwrap()))
    });
    assert!(!page.contains("src=\"") && !page.contains("href=\"studio.css"));
    visit_file(&page, "report");
}

fn visit_file(page: &str, name: &str) {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.html");
    std::fs::write(&file, page).unwrap();
    visit(browser, &format!("file://{}", file.display()), name);
}
