//! The examples in the documents. Each is run, and must print the documented output.
//!
//! An example is a line `$ sanderling …` in a block marked `console`. The lines after it, up to the next example, are
//! its standard output. A line `…` stands for any number of lines. Times and sizes in memory may differ.

use std::path::Path;

use crate::running::command;

/// A command line, and the lines that it prints.
type Example = (String, Vec<String>);

#[test]
fn the_examples_of_the_documents_print_what_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut run = 0;
    for document in [
        "README.md",
        "docs/tutorial.md",
        "docs/tasks.md",
        "docs/cli.md",
        "docs/coloured.md",
        "docs/memory.md",
        "docs/reductions.md",
        "docs/depth.md",
        "docs/properties.md",
        "docs/dve.md",
        "docs/formats.md",
    ] {
        let text = std::fs::read_to_string(root.join(document)).unwrap();
        for (line, expected) in examples(&text) {
            let printed = printed(&root, &line);
            let lines: Vec<String> = printed.lines().map(without_measurements).collect();
            assert!(agrees(&expected, &lines), "{document}: `{line}` prints\n{printed}");
            run += 1;
        }
    }
    assert!(run >= 5, "the documents have examples");
}

#[test]
fn command_lines_refused_in_the_comparison_are_refused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/comparison.md")).unwrap();
    let rows = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `sanderling ")?.strip_suffix(" |")?.split_once("` | "));
    let mut refusals = 0;
    for (line, refusal) in rows {
        let (code, message) = refused(&root, line);
        assert!(code != Some(0) && message.contains(refusal), "`{line}` ends with {code:?} and\n{message}");
        refusals += 1;
    }
    assert!(refusals >= 15, "the table has {refusals} rows");
}

#[test]
fn the_pictures_of_the_tutorial_are_drawn_by_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (picture, line) in [
        ("copy-shop", "graph nets/copy-shop.pnml --structure --to svg"),
        ("copy-shop-states", "graph nets/copy-shop.pnml --to svg"),
        ("copy-shop-repaired", "graph nets/copy-shop-repaired.pnml --structure --to svg"),
    ] {
        let path = root.join("docs/pictures").join(picture).with_extension("svg");
        let stored = std::fs::read_to_string(path).unwrap();
        assert!(stored == printed(&root, line), "docs/pictures/{picture}.svg is not what `{line}` prints");
    }
}

#[test]
fn the_pictures_of_the_gallery_are_drawn_by_the_commands_below_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/gallery.md")).unwrap();
    let (mut picture, mut drawn) = (None, 0);
    for line in page.lines() {
        if let Some((_, path)) = line.strip_prefix("![").and_then(|rest| rest.split_once("](")) {
            assert_eq!(picture, None, "a picture without a command");
            picture = path.strip_suffix(')');
        } else if let Some(command) = line.strip_prefix("`sanderling ") {
            let picture = picture.take().expect("a command without a picture");
            let stored = std::fs::read_to_string(root.join("docs").join(picture)).unwrap();
            let words = command.trim_end_matches('`');
            let is_same = stored == printed(&root, words);
            assert!(is_same, "docs/{picture} is not what is drawn: sanderling {words} > docs/{picture}");
            drawn += 1;
        }
    }
    assert!(picture.is_none() && drawn > 5, "{drawn} pictures");
}

fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut is_console = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_console = line == "```console";
        } else if let Some(words) = line.strip_prefix("$ sanderling ").filter(|_| is_console) {
            examples.push((words.to_owned(), Vec::new()));
        } else if let Some((_, lines)) = examples.last_mut().filter(|_| is_console) {
            lines.push(without_measurements(line));
        }
    }
    examples
}

/// Replaces each time and each size in memory by its unit.
fn without_measurements(line: &str) -> String {
    let is_unit = |word: &str| ["s", "B", "KiB", "MiB", "GiB"].contains(&word.trim_end_matches(','));
    let words: Vec<&str> = line.trim_end().split(' ').collect();
    let is_measurement =
        |at: usize| words[at].parse::<f64>().is_ok() && words.get(at + 1).is_some_and(|next| is_unit(next));
    let kept = (0..words.len()).filter(|&at| !is_measurement(at)).map(|at| words[at]);
    kept.collect::<Vec<_>>().join(" ").replace("KiB", "B").replace("MiB", "B").replace("GiB", "B")
}

/// Runs a command line with the part of a shell's syntax that the documents need: words in single quotes.
fn printed(root: &Path, line: &str) -> String {
    let output = command(&words(line)).current_dir(root).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Splits a command line into words. A text in single quotes is one word.
fn words(line: &str) -> Vec<String> {
    let pieces = line.split('\'').enumerate();
    let words = pieces.flat_map(|(index, piece)| match index % 2 {
        0 => piece.split_whitespace().map(str::to_owned).collect(),
        _ => vec![piece.to_owned()],
    });
    words.collect()
}

/// Runs a command line, and returns its exit code and its standard error.
fn refused(root: &Path, line: &str) -> (Option<i32>, String) {
    let output = command(&words(line)).current_dir(root).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Whether lines are as expected. `…` stands for any number of lines.
fn agrees(expected: &[String], lines: &[String]) -> bool {
    match expected.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "…" => {
            (0..=lines.len()).any(|skipped| agrees(rest, &lines[skipped..]))
        }
        Some((first, rest)) => lines.first() == Some(first) && agrees(rest, &lines[1..]),
    }
}
