//! Checks that every model in `nets/` has a sidecar with its known answers, and every sidecar a model.
//!
//! The sidecar of `x.pnml` or `x.dve` is `x.toml`; `nets/README.md` documents its keys. A misspelled key
//! would be a value that is never compared, and every value needs a source.

use toml::{Table, Value};

use super::Violation;
use super::tree::{File, Tree};

const FOLDER: &str = "nets";

/// The keys in the sidecars of a format.
struct Keys {
    /// The extension of the models' file names.
    extension: &'static str,
    required: &'static [&'static str],
    optional: &'static [&'static str],
}

/// The keys for each format of models in `nets/`.
const KEYS: &[Keys] = &[
    Keys {
        extension: "pnml",
        required: &[
            "about",
            "source",
            "places",
            "transitions",
            "arcs",
            "states",
            "firings",
            "deadlocks",
            "max_tokens_in_place",
            "max_tokens_in_marking",
            "deadlock",
        ],
        optional: &["family", "size", "nearest_deadlock", "dead_transitions", "bounds", "unit_safe"],
    },
    Keys {
        extension: "dve",
        required: &[
            "about",
            "source",
            "places",
            "transitions",
            "states",
            "firings",
            "deadlocks",
            "deadlock",
            "assertions",
        ],
        optional: &["nearest_deadlock", "dead_transitions", "nearest_violations", "model_error"],
    },
];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let files = tree.files().filter(|file| file.is_below(FOLDER));
    files
        .flat_map(|file| match file.path.rsplit_once('.') {
            Some((stem, "toml")) => sidecar(tree, file, stem),
            Some((stem, extension)) if KEYS.iter().any(|keys| keys.extension == extension) => {
                model(tree, file, stem)
            }
            _ => Vec::new(),
        })
        .collect()
}

/// Checks that a model has a sidecar.
fn model(tree: &Tree, file: &File, stem: &str) -> Vec<Violation> {
    let path = format!("{stem}.toml");
    match tree.file(&path) {
        Some(_) => Vec::new(),
        None => vec![Violation::new(&file.path, 1, format!("no known answers: there is no {path}"))],
    }
}

/// Checks that a sidecar belongs to exactly one model, and checks its keys.
fn sidecar(tree: &Tree, file: &File, stem: &str) -> Vec<Violation> {
    let mut found = KEYS.iter().filter(|keys| tree.file(&format!("{stem}.{}", keys.extension)).is_some());
    match (found.next(), found.next()) {
        (Some(keys), None) => answers(file, keys),
        (Some(_), Some(_)) => vec![Violation::new(&file.path, 1, "answers of two models")],
        (None, _) => vec![Violation::new(&file.path, 1, "answers without a model")],
    }
}

/// Checks the keys of a sidecar.
fn answers(file: &File, keys: &Keys) -> Vec<Violation> {
    let table = match file.text.parse::<Table>() {
        Ok(table) => table,
        Err(error) => return vec![Violation::new(&file.path, 1, error.message())],
    };
    let Keys { required, optional, .. } = keys;
    let missing =
        required.iter().filter(|key| !table.contains_key(**key)).map(|key| (1, format!("no `{key}`")));
    let unknown =
        table.keys().filter(|key| !required.contains(&key.as_str()) && !optional.contains(&key.as_str()));
    let unknown = unknown
        .map(|key| (file.line_where(|line| line.starts_with(key.as_str())), format!("unknown key `{key}`")));
    let found = missing.chain(unknown).chain(contradictions(&table).into_iter().map(|text| (1, text)));
    found.map(|(line, message)| Violation::new(&file.path, line, message)).collect()
}

/// Returns the contradictions between keys.
fn contradictions(table: &Table) -> Vec<String> {
    let deadlocks = "`deadlock`, `deadlocks` and `nearest_deadlock` contradict each other";
    let assertions = "`assertions` and `nearest_violations` contradict each other";
    let found = [(deadlocks_contradict(table), deadlocks), (assertions_contradict(table), assertions)];
    found.into_iter().filter(|(is_found, _)| *is_found).map(|(_, text)| text.to_owned()).collect()
}

/// Returns whether the three keys about deadlocks are inconsistent.
fn deadlocks_contradict(table: &Table) -> bool {
    let some = table.get("deadlocks").is_some_and(|count| count.as_integer() != Some(0));
    let violated = table.get("deadlock").and_then(Value::as_str) == Some("violated");
    some != violated || violated != table.contains_key("nearest_deadlock")
}

/// Returns whether the violated assertions are not exactly those with a nearest violation.
fn assertions_contradict(table: &Table) -> bool {
    let entries = |key: &str| table.get(key).and_then(Value::as_table).into_iter().flatten();
    let is_violated = |verdict: &Value| verdict.as_str() == Some("violated");
    let violated = entries("assertions").filter(|(_, verdict)| is_violated(verdict)).map(|(id, _)| id);
    !violated.eq(entries("nearest_violations").map(|(id, _)| id))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWERS: &str = "about = ''\nsource = ''\nplaces = 1\ntransitions = 1\narcs = 1\nstates = 1\n\
        firings = 1\ndeadlocks = 0\nmax_tokens_in_place = 1\nmax_tokens_in_marking = 1\ndeadlock = 'holds'\n";

    const OF_A_PROGRAM: &str = "about = ''\nsource = ''\nplaces = 1\ntransitions = 1\nstates = 1\nfirings = 1\n\
        deadlocks = 0\ndeadlock = 'holds'\n";

    fn messages(files: &[(&str, &str)]) -> Vec<String> {
        check(&Tree::of(files)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_net_and_its_answers_come_together() {
        assert!(
            messages(&[("nets/a.pnml", ""), ("nets/a.toml", ANSWERS), ("nets/README.md", "")]).is_empty()
        );
        assert_eq!(
            messages(&[("nets/a.pnml", "")]),
            ["nets/a.pnml:1: no known answers: there is no nets/a.toml"]
        );
        assert_eq!(messages(&[("nets/b/a.toml", ANSWERS)]).len(), 1);
        let two = [("nets/a.pnml", ""), ("nets/a.dve", ""), ("nets/a.toml", ANSWERS)];
        assert_eq!(messages(&two), ["nets/a.toml:1: answers of two models"]);
    }

    #[test]
    fn keys_are_complete_and_known() {
        let misspelled = ANSWERS.replace("states", "sates");
        assert_eq!(
            messages(&[("nets/a.pnml", ""), ("nets/a.toml", &misspelled)]),
            ["nets/a.toml:1: no `states`", "nets/a.toml:6: unknown key `sates`"]
        );
    }

    #[test]
    fn the_verdict_agrees_with_the_number_of_deadlocks() {
        for (key, other) in [("deadlocks = 0", "deadlocks = 2"), ("'holds'", "'violated'")] {
            let changed = ANSWERS.replace(key, other);
            assert_eq!(messages(&[("nets/a.pnml", ""), ("nets/a.toml", &changed)]).len(), 1, "{other}");
        }
        let both = ANSWERS.replace("deadlocks = 0", "deadlocks = 2").replace("'holds'", "'violated'");
        let both = format!("{both}nearest_deadlock = 3\n");
        assert!(messages(&[("nets/a.pnml", ""), ("nets/a.toml", &both)]).is_empty());
    }

    #[test]
    fn assertions_that_are_violated_have_a_nearest_violation() {
        let of = |tables: &str| {
            let answers = format!("{OF_A_PROGRAM}{tables}");
            messages(&[("nets/a.dve", ""), ("nets/a.toml", &answers)])
        };
        let (holds, violated) = ("[assertions]\n'P.a' = 'holds'\n", "[assertions]\n'P.a' = 'violated'\n");
        let nearest = "[nearest_violations]\n'P.a' = 3\n";
        assert!(of(holds).is_empty());
        assert!(of(&format!("{violated}{nearest}")).is_empty());
        assert_eq!(of(violated).len(), 1);
        assert_eq!(of(&format!("{holds}{nearest}")).len(), 1);
        assert_eq!(of(""), ["nets/a.toml:1: no `assertions`"]);
    }
}
