//! Files as the editor writes them, and calls with them.

use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use sanderling_net::{ArcKind, Net};
use sanderling_verifypn::{Exit, Streams, run};
use tempfile::TempDir;

/// The result of a call.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) exit: Exit,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A folder with files for calls.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).unwrap();
        self.path(name).display().to_string()
    }

    /// Calls with these options, a model and queries, as the editor puts them together: cut at blanks, which makes
    /// an empty word where the options begin with one.
    pub(crate) fn verify(&self, options: &str, model: &str, queries: &str) -> Ran {
        let line = format!("{options} {} {}", self.file("model.xml", model), self.file("query.xml", queries));
        call(&line, "")
    }

    /// Plays the token game.
    pub(crate) fn interact(&self, model: &str, input: &str) -> Ran {
        call(&format!("{} -C --interactive-mode", self.file("model.xml", model)), input)
    }
}

pub(crate) fn call(line: &str, input: &str) -> Ran {
    let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
    let (mut input, mut out, mut err) = (input.as_bytes(), Vec::new(), Vec::new());
    let exit = run(&words, &mut Streams { input: &mut input, out: &mut out, err: &mut err });
    Ran { exit, out: String::from_utf8(out).unwrap(), err: String::from_utf8(err).unwrap() }
}

/// A place/transition net in the editor's dialect.
pub(crate) fn exported(net: &Net) -> String {
    assert!(net.is_place_transition());
    let mut out = format!("<pnml>\n<net id=\"{}\" type=\"P/T net\">\n", net.id);
    for place in &net.places {
        let (id, tokens) = (&place.id, place.initial.tokens());
        let _ = writeln!(
            out,
            "<place id=\"{id}\" name=\"{id}\" invariant=\"&lt; inf\" initialMarking=\"{tokens}\" >\n\
             <graphics><position x=\"0\" y=\"0\" /></graphics></place>"
        );
    }
    for transition in &net.transitions {
        let id = &transition.id;
        let _ = writeln!(
            out,
            "<transition player=\"0\" id=\"{id}\" name=\"{id}\" urgent=\"false\">\n</transition>"
        );
    }
    for arc in &net.arcs {
        let (place, transition) = (&net.place(arc.place).id, &net.transition(arc.transition).id);
        let (element, source, target) = match arc.kind {
            ArcKind::Input => ("inputArc", place, transition),
            ArcKind::Output => ("outputArc", transition, place),
            ArcKind::Inhibitor => ("inhibitorArc", place, transition),
            ArcKind::Read | ArcKind::Reset => panic!("the editor has no such arcs"),
        };
        let value = format!("<inscription><value>{}</value></inscription>", arc.inscription.tokens());
        let _ = writeln!(out, "<{element} source=\"{source}\" target=\"{target}\">{value}</{element}>");
    }
    out + "</net>\n</pnml>"
}

/// A file with these formulas, as the editor writes it.
pub(crate) fn queries(formulas: &[&str]) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<property-set xmlns=\"http://tapaal.net/\">\n",
    );
    for (index, formula) in formulas.iter().enumerate() {
        let _ = writeln!(
            out,
            "<property>\n<id>Query {index}</id>\n<description>Query {index}</description>\n<formula>\n{formula}\n</formula>\n</property>"
        );
    }
    out + "</property-set>\n"
}

/// The formula that such a marking can be reached.
pub(crate) fn reach(condition: &str) -> String {
    format!("<exists-path><finally>{condition}</finally></exists-path>")
}

/// The formula that every reachable marking is such a one.
pub(crate) fn always(condition: &str) -> String {
    format!("<all-paths><globally>{condition}</globally></all-paths>")
}

/// The condition that places hold this number of tokens at most.
pub(crate) fn at_most(places: &[&str], most: u64) -> String {
    let counts: String =
        places.iter().map(|place| format!("<tokens-count><place>{place}</place></tokens-count>")).collect();
    let sum = if places.len() == 1 { counts } else { format!("<integer-sum>{counts}</integer-sum>") };
    format!("<integer-le>{sum}<integer-constant>{most}</integer-constant></integer-le>")
}
