//! What Spin counts on the written models is what the nets' sidecars and the naive explorer say.
//!
//! Needs Spin and a C compiler; where one is missing, that is printed and nothing is checked.

use std::path::{Path, PathBuf};
use std::process::Command;

use sanderling_dve::{Dve, Semantics};
use sanderling_formats::promela::Promela;
use sanderling_model::Knowledge;
use sanderling_net::{Arc, ArcKind, Format, NestedUnits, Net, Place, Source, Transition, Unit, UnitId};
use sanderling_pnml::Pnml;
use sanderling_testkit::naive::{self, Stopped};
use sanderling_testkit::{dve, random};
use toml::Table;

/// Nets with each kind of arc, and programs with each kind of variable.
const NETS: &[&str] = &[
    "philosophers-3.pnml",
    "filling.pnml",
    "bounded-store.pnml",
    "crash-recovery.pnml",
    "sliding-window.dve",
    "lift-4.dve",
    "river-crossing.dve",
];

/// How many random nets, and how many random programs: each takes the compiler half a second.
const SEEDS: u64 = 4;

/// Larger random models are passed over.
const MAX_STATES: usize = 3000;

/// Programs in which a firing has no meaning.
const BROKEN: &[&str] = &["division-by-zero.dve", "index-out-of-range.dve"];

fn nets() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets"))
}

fn read(file: &str) -> Net {
    let source = Source::new(file, std::fs::read(nets().join(file)).unwrap());
    let parsed = match file.ends_with(".dve") {
        true => Dve { semantics: Semantics::Ltsmin }.parse(&source),
        false => Pnml.parse(&source),
    };
    parsed.unwrap().nets.remove(0)
}

fn written(net: &Net, with_bounds: bool) -> Vec<u8> {
    let mut bounds = Vec::new();
    if with_bounds && net.is_place_transition() {
        let knowledge = Knowledge::of(net).unwrap();
        bounds = net.place_ids().map(|place| knowledge.bounds().upper(place)).collect();
    }
    let mut text = Vec::new();
    Promela.write_bounded(net, &bounds, &mut text).unwrap();
    text
}

/// What is printed on both streams by a command that is there.
fn printed(folder: &Path, command: &[&str]) -> Option<String> {
    let output = Command::new(command[0]).args(&command[1..]).current_dir(folder).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
}

fn is_installed() -> bool {
    let folder = Path::new(".");
    let has_all =
        printed(folder, &["spin", "-V"]).is_some() && printed(folder, &["cc", "--version"]).is_some();
    if !has_all {
        println!("skipped: `spin` or `cc` is not installed");
    }
    has_all
}

/// A model that Spin and the compiler have taken.
struct Checker(tempfile::TempDir);

impl Checker {
    fn of(text: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("net.pml"), text).unwrap();
        let output = printed(folder.path(), &["spin", "-a", "net.pml"]).unwrap();
        assert!(folder.path().join("pan.c").exists(), "{output}");
        let compiled = ["cc", "-w", "-DNOREDUCE", "-DSAFETY", "-o", "pan", "pan.c"];
        let output = printed(folder.path(), &compiled).unwrap();
        assert!(folder.path().join("pan").exists(), "{output}");
        Self(folder)
    }

    fn search(&self, options: &[&str]) -> String {
        let pan = self.0.path().join("pan");
        let command: Vec<&str> =
            [pan.to_str().unwrap(), "-n", "-w16"].into_iter().chain(options.iter().copied()).collect();
        printed(self.0.path(), &command).unwrap()
    }

    /// The number before some words at the start of a line.
    fn count(output: &str, words: &str) -> Option<i64> {
        output.lines().find_map(|line| line.trim().strip_suffix(words)?.trim().parse().ok())
    }
}

#[test]
fn spin_counts_the_states_and_firings_of_the_sidecars() {
    if !is_installed() {
        return;
    }
    for file in NETS {
        let net = read(file);
        let sidecar = nets().join(file).with_extension("toml");
        let answers: Table = std::fs::read_to_string(sidecar).unwrap().parse().unwrap();
        let known = |key: &str| answers[key].as_integer().unwrap();
        let checker = Checker::of(&written(&net, true));
        let output = checker.search(&["-E"]);
        assert!(output.contains("errors: 0") && !output.contains("not completed"), "{file}: {output}");
        assert_eq!(Checker::count(&output, " states, stored"), Some(known("states")), "{file}");
        let transitions = Checker::count(&output, " transitions (= stored+matched)");
        assert_eq!(transitions, Some(known("firings") + 1), "{file}");
        let dead = checker.search(&[]).contains("invalid end state (at depth");
        assert_eq!(dead, known("deadlocks") > 0, "{file}");
    }
}

#[test]
fn undefined_values_end_the_search_with_an_error() {
    if !is_installed() {
        return;
    }
    for file in BROKEN {
        let output = Checker::of(&written(&read(file), true)).search(&["-E"]);
        assert!(
            output.contains("Search not completed") && output.contains("assertion violated"),
            "{file}: {output}"
        );
    }
}

#[test]
fn a_claim_that_is_wrong_ends_the_search_with_an_error() {
    if !is_installed() {
        return;
    }
    let mut net = Net::new("claimed");
    let (from, to) =
        (net.add_place(Place::with_tokens("from", 2)), net.add_place(Place::with_tokens("to", 0)));
    let transition = net.add_transition(Transition::plain("t"));
    net.add_arc(Arc::weighted(from, transition, ArcKind::Input, 1));
    net.add_arc(Arc::weighted(to, transition, ArcKind::Output, 1));
    let root = UnitId::new(0);
    let unit = Unit { id: "u".into(), places: vec![from, to], subunits: Vec::new() };
    net.units = Some(NestedUnits { root, units: vec![unit], claims_safe: true });
    let output = Checker::of(&written(&net, false)).search(&["-E"]);
    assert!(output.contains("Search not completed") && output.contains("assertion violated"), "{output}");
}

/// Compares Spin with the naive explorer, where the net can be written and is small.
fn check_against_the_naive_explorer(about: &str, net: &Net) {
    let explored = naive::explore(net, MAX_STATES);
    if matches!(explored, Err(Stopped::LimitReached | Stopped::Overflow(_))) {
        return;
    }
    let is_refused = Promela.write(net, &mut Vec::new()).is_err();
    if is_refused {
        return println!("{about}: refused");
    }
    let output = Checker::of(&written(net, true)).search(&["-E"]);
    let Ok(explored) = explored else {
        return assert!(output.contains("assertion violated"), "{about} has an error: {output}");
    };
    assert!(output.contains("errors: 0"), "{about}: {output}");
    let counts =
        [" states, stored", " transitions (= stored+matched)"].map(|words| Checker::count(&output, words));
    let known = [explored.states() as u64, explored.firings + 1].map(u64::cast_signed);
    assert_eq!(counts, known.map(Some), "{about}");
}

#[test]
fn spin_agrees_with_the_naive_explorer_on_random_nets() {
    if !is_installed() {
        return;
    }
    random::for_seeds(SEEDS, |seed| {
        let net = random::net(seed, &random::Shape::conservative_special());
        check_against_the_naive_explorer(&net.id, &net);
    });
}

#[test]
fn spin_agrees_with_the_naive_explorer_on_random_programs() {
    if !is_installed() {
        return;
    }
    random::for_seeds(SEEDS, |seed| {
        let shape = if seed % 2 == 0 { dve::Shape::tame() } else { dve::Shape::wild() };
        let text = dve::print(&dve::random(seed, &shape));
        for semantics in [Semantics::Ltsmin, Semantics::Divine2] {
            let Ok(parsed) = (Dve { semantics }).parse(&Source::new("random.dve", text.as_str())) else {
                continue;
            };
            check_against_the_naive_explorer(&format!("{semantics:?}: {text}"), &parsed.nets[0]);
        }
    });
}
