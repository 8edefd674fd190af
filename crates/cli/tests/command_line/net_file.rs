//! Small nets as PNML files in a folder of their own, which is removed after the test.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A place or an arc: an id with tokens.
pub(crate) type Counted<'a> = (&'a str, u64);

/// A transition with its input and output places.
pub(crate) type Rule<'a> = (&'a str, &'a [Counted<'a>], &'a [Counted<'a>]);

/// Returns a place/transition net as PNML.
pub(crate) fn pnml(id: &str, places: &[Counted<'_>], rules: &[Rule<'_>]) -> String {
    let mut out = format!(
        "<net id=\"{id}\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"page\">\n"
    );
    for (place, tokens) in places {
        let marking = format!("<initialMarking><text>{tokens}</text></initialMarking>");
        let _ = writeln!(out, "<place id=\"{place}\">{marking}</place>");
    }
    for (transition, inputs, outputs) in rules {
        let _ = writeln!(out, "<transition id=\"{transition}\"/>");
        for (place, weight) in *inputs {
            arc(&mut out, place, transition, *weight);
        }
        for (place, weight) in *outputs {
            arc(&mut out, transition, place, *weight);
        }
    }
    out + "</page></net>\n"
}

fn arc(out: &mut String, source: &str, target: &str, weight: u64) {
    let inscription = format!("<inscription><text>{weight}</text></inscription>");
    let _ = writeln!(
        out,
        "<arc id=\"{source}-{target}\" source=\"{source}\" target=\"{target}\">{inscription}</arc>"
    );
}

/// Returns a document with these nets.
pub(crate) fn document(nets: &[String]) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n{}</pnml>\n",
        nets.concat()
    )
}

/// Two processes that take two locks in opposite orders. Each is idle, has its first lock, or has both. There are 6
/// states with 8 firings. The state in which each has its first lock is dead.
pub(crate) fn two_locks() -> String {
    document(&[pnml(
        "two-locks",
        &[
            ("idle1", 1),
            ("first1", 0),
            ("both1", 0),
            ("idle2", 1),
            ("first2", 0),
            ("both2", 0),
            ("a", 1),
            ("b", 1),
        ],
        &[
            ("take_a_1", &[("idle1", 1), ("a", 1)], &[("first1", 1)]),
            ("take_b_1", &[("first1", 1), ("b", 1)], &[("both1", 1)]),
            ("leave_1", &[("both1", 1)], &[("idle1", 1), ("a", 1), ("b", 1)]),
            ("take_b_2", &[("idle2", 1), ("b", 1)], &[("first2", 1)]),
            ("take_a_2", &[("first2", 1), ("a", 1)], &[("both2", 1)]),
            ("leave_2", &[("both2", 1)], &[("idle2", 1), ("a", 1), ("b", 1)]),
        ],
    )])
}

/// A token on a cycle: 2 states, 2 firings, no deadlock.
pub(crate) fn clock() -> String {
    document(&[clock_net("clock")])
}

fn clock_net(id: &str) -> String {
    pnml(
        id,
        &[("tick", 1), ("tock", 0)],
        &[("to", &[("tick", 1)], &[("tock", 1)]), ("fro", &[("tock", 1)], &[("tick", 1)])],
    )
}

/// A transition that can always produce a token.
pub(crate) fn source() -> String {
    document(&[pnml("source", &[("heap", 0)], &[("put", &[], &[("heap", 1)])])])
}

/// A document with two nets.
pub(crate) fn two_nets() -> String {
    document(&[clock_net("first"), pnml("second", &[("p", 1)], &[])])
}

/// `cells` independent cells that are switched on and off: 2^cells states.
pub(crate) fn switches(cells: usize) -> String {
    switches_beside(cells, &[], &[])
}

/// [`switches`] beside a walk of 24 steps: 25 · 2^cells states. Each step puts tokens
/// into a place of its own, twice as many as the step before. No bound of these places is proved, since the walk would
/// begin again if `counter` had a third token.
pub(crate) fn switches_beside_a_walk(cells: usize) -> String {
    const STEPS: usize = 24;
    let ids: Vec<[String; 3]> =
        (0..=STEPS).map(|i| [format!("step{i}"), format!("store{i}"), format!("walk{i}")]).collect();
    let mut places: Vec<Counted<'_>> = vec![("counter", 0)];
    places.extend(ids.iter().map(|[step, ..]| (step.as_str(), u64::from(step == "step0"))));
    places.extend(ids[..STEPS].iter().map(|[_, store, _]| (store.as_str(), 0)));
    let ends: Vec<[Vec<Counted<'_>>; 2]> = (0..STEPS)
        .map(|i| {
            let counted: &[Counted<'_>] = if i < 2 { &[("counter", 1)] } else { &[] };
            let puts = [&[(ids[i + 1][0].as_str(), 1), (ids[i][1].as_str(), 1 << i)], counted].concat();
            [vec![(ids[i][0].as_str(), 1)], puts]
        })
        .collect();
    let mut rules: Vec<Rule<'_>> = ids
        .iter()
        .zip(&ends)
        .map(|([_, _, walk], [takes, puts])| (walk.as_str(), &takes[..], &puts[..]))
        .collect();
    let (last, first) = ([(ids[STEPS][0].as_str(), 1), ("counter", 3)], [("step0", 1), ("counter", 3)]);
    rules.push(("begin_again", &last, &first));
    switches_beside(cells, &places, &rules)
}

/// [`switches`] with other places and transitions.
fn switches_beside(cells: usize, others: &[Counted<'_>], other_rules: &[Rule<'_>]) -> String {
    let ids: Vec<[String; 4]> = (0..cells)
        .map(|i| [format!("off{i}"), format!("on{i}"), format!("set{i}"), format!("reset{i}")])
        .collect();
    let mut places: Vec<Counted<'_>> =
        ids.iter().flat_map(|[off, on, ..]| [(off.as_str(), 1), (on.as_str(), 0)]).collect();
    places.extend(others);
    let ends: Vec<[[Counted<'_>; 1]; 2]> =
        ids.iter().map(|[off, on, ..]| [[(off.as_str(), 1)], [(on.as_str(), 1)]]).collect();
    let mut rules: Vec<Rule<'_>> = ids
        .iter()
        .zip(&ends)
        .flat_map(|([_, _, set, reset], [off, on])| {
            [(set.as_str(), &off[..], &on[..]), (reset.as_str(), &on[..], &off[..])]
        })
        .collect();
    rules.extend(other_rules);
    document(&[pnml("switches", &places, &rules)])
}

/// A folder with files.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// Creates an empty folder.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Writes a file into the folder and returns its path.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::write(&path, content).unwrap();
        path
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Returns the names of the files, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}
