//! Every net in `nets/` has its known answers beside it, and every answer its net.
//!
//! The sidecar of `x.pnml` is `x.toml`; `nets/README.md` says what its keys mean. A key that is
//! misspelled would be a figure that nobody compares, and a figure needs a source.

use toml::{Table, Value};

use super::Violation;
use super::tree::{File, Tree};

const FOLDER: &str = "nets";
const REQUIRED: &[&str] = &[
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
];
const OPTIONAL: &[&str] = &["family", "size", "nearest_deadlock", "dead_transitions", "bounds", "unit_safe"];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let nets = tree.files().filter(|file| file.is_below(FOLDER));
    nets.flat_map(|file| match file.path.rsplit_once('.') {
        Some((stem, "pnml")) => partner(tree, file, &format!("{stem}.toml"), "no known answers"),
        Some((stem, "toml")) => {
            let mut violations = partner(tree, file, &format!("{stem}.pnml"), "answers without a net");
            violations.extend(answers(file));
            violations
        }
        _ => Vec::new(),
    })
    .collect()
}

fn partner(tree: &Tree, file: &File, path: &str, message: &str) -> Vec<Violation> {
    match tree.file(path) {
        Some(_) => Vec::new(),
        None => vec![Violation::new(&file.path, 1, format!("{message}: there is no {path}"))],
    }
}

/// What is wrong with the keys of a sidecar.
fn answers(file: &File) -> Vec<Violation> {
    let table = match file.text.parse::<Table>() {
        Ok(table) => table,
        Err(error) => return vec![Violation::new(&file.path, 1, error.message())],
    };
    let missing =
        REQUIRED.iter().filter(|key| !table.contains_key(**key)).map(|key| (1, format!("no `{key}`")));
    let unknown =
        table.keys().filter(|key| !REQUIRED.contains(&key.as_str()) && !OPTIONAL.contains(&key.as_str()));
    let unknown = unknown
        .map(|key| (file.line_where(|line| line.starts_with(key.as_str())), format!("unknown key `{key}`")));
    let contradiction = contradicts_itself(&table)
        .then(|| (1, "`deadlock`, `deadlocks` and `nearest_deadlock` contradict each other".to_owned()));
    let found = missing.chain(unknown).chain(contradiction);
    found.map(|(line, message)| Violation::new(&file.path, line, message)).collect()
}

/// Whether the three keys about deadlocks do not agree that there are some, or none.
fn contradicts_itself(table: &Table) -> bool {
    let some = table.get("deadlocks").is_some_and(|count| count.as_integer() != Some(0));
    let violated = table.get("deadlock").and_then(Value::as_str) == Some("violated");
    some != violated || violated != table.contains_key("nearest_deadlock")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWERS: &str = "about = ''\nsource = ''\nplaces = 1\ntransitions = 1\narcs = 1\nstates = 1\n\
        firings = 1\ndeadlocks = 0\nmax_tokens_in_place = 1\nmax_tokens_in_marking = 1\ndeadlock = 'holds'\n";

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
}
