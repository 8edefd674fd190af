//! The templates of other tools: complete, and each pattern finds what it is there for.

use std::collections::HashSet;

use regex::Regex;
use toml::{Table, Value};

/// What steps and files may have filled in.
const PLACEHOLDERS: &[&str] = &["model", "stem", "threads", "memory_mb", "time_s"];

fn tools() -> Vec<Table> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/suites/competitors.toml");
    let text = std::fs::read_to_string(path).expect("the templates are there");
    let table: Table = text.parse().expect("the templates are TOML");
    let tools = table["tool"].as_array().expect("tools are a list");
    tools.iter().map(|tool| tool.as_table().expect("a tool is a table").clone()).collect()
}

fn name(tool: &Table) -> &str {
    tool["name"].as_str().expect("a tool has a name")
}

fn words<'a>(tool: &'a Table, key: &str) -> Vec<&'a str> {
    let list = tool[key].as_array().unwrap_or_else(|| panic!("{}: {key} is a list", name(tool)));
    list.iter().map(|word| word.as_str().expect("a word")).collect()
}

/// The tables under a key; none where it is missing.
fn tables<'a>(tool: &'a Table, key: &str) -> Vec<&'a Table> {
    let list = tool.get(key).and_then(Value::as_array);
    list.into_iter().flatten().map(|entry| entry.as_table().expect("a table")).collect()
}

fn steps(tool: &Table) -> Vec<Vec<&str>> {
    let steps = tool["steps"].as_array().expect("steps are a list");
    let is_command = |step: &Value| step.as_array().is_some_and(|step| !step.is_empty());
    assert!(steps.iter().all(is_command), "{}: each step is a command", name(tool));
    let command = |step| Value::as_array(step).into_iter().flatten();
    steps.iter().map(|step| command(step).map(|word| word.as_str().expect("a word")).collect()).collect()
}

/// A pattern as campaigns compile it, and its sample.
fn pattern<'a>(tool: &Table, entry: &'a Table) -> (Regex, &'a str) {
    let text = entry["pattern"].as_str().expect("a pattern");
    let pattern = Regex::new(&format!("(?m){text}"));
    let pattern = pattern.unwrap_or_else(|error| panic!("{}: {error}", name(tool)));
    (pattern, entry["sample"].as_str().unwrap_or_else(|| panic!("{}: {text} has a sample", name(tool))))
}

#[test]
fn every_pattern_matches_its_sample() {
    for tool in tools() {
        for entry in tables(&tool, "answers").into_iter().chain(tables(&tool, "open")) {
            let (pattern, sample) = pattern(&tool, entry);
            let among = format!("a line before\n{sample}\nand one behind\n");
            assert!(pattern.is_match(&among), "{}: {pattern} does not match {sample:?}", name(&tool));
        }
    }
}

#[test]
fn an_answer_is_a_value_or_the_first_group() {
    for tool in tools() {
        assert!(!tables(&tool, "answers").is_empty(), "{}", name(&tool));
        for entry in tables(&tool, "answers") {
            let (pattern, sample) = pattern(&tool, entry);
            let answer = match entry.get("value") {
                Some(value) => value.as_str().expect("a value is text"),
                None => pattern.captures(sample).and_then(|found| found.get(1)).expect("a group").as_str(),
            };
            let is_number = !answer.is_empty() && answer.chars().all(|c| c.is_ascii_digit());
            assert!(is_number || matches!(answer, "TRUE" | "FALSE"), "{}: {answer}", name(&tool));
        }
    }
}

#[test]
fn a_tool_says_when_its_search_is_not_complete_and_that_is_no_answer() {
    for tool in tools() {
        assert!(!tables(&tool, "open").is_empty(), "{}", name(&tool));
        for open in tables(&tool, "open") {
            let (_, sample) = pattern(&tool, open);
            for answer in tables(&tool, "answers") {
                let (pattern, _) = pattern(&tool, answer);
                assert!(!pattern.is_match(sample), "{}: {pattern} matches {sample:?}", name(&tool));
            }
        }
    }
}

#[test]
fn what_is_filled_in_is_known_and_programs_are_named() {
    let placeholder = Regex::new(r"\{([^{}\s]*)\}").unwrap();
    for tool in tools() {
        let needs = words(&tool, "needs");
        let mut texts: Vec<&str> = Vec::new();
        for step in steps(&tool) {
            let is_made = step[0].starts_with("./");
            assert!(is_made || needs.contains(&step[0]), "{}: {} is not needed?", name(&tool), step[0]);
            texts.extend(step);
        }
        assert!(needs.contains(&words(&tool, "version")[0]), "{}", name(&tool));
        let files = tool.get("files").and_then(Value::as_table);
        texts.extend(files.into_iter().flat_map(Table::values).filter_map(Value::as_str));
        let filled: HashSet<&str> = texts
            .iter()
            .flat_map(|text| placeholder.captures_iter(text).map(|found| found.get(1).unwrap().as_str()))
            .collect();
        assert!(filled.contains("model"), "{} reads no model", name(&tool));
        assert!(filled.iter().all(|one| PLACEHOLDERS.contains(one)), "{}: {filled:?}", name(&tool));
    }
}

#[test]
fn models_questions_and_formats_are_known() {
    for tool in tools() {
        assert!(words(&tool, "formats").iter().all(|format| matches!(*format, "pnml" | "dve")));
        assert!(words(&tool, "questions").iter().all(|question| matches!(*question, "explore" | "deadlock")));
        assert!(tool["threads"].as_integer().is_some_and(|threads| threads > 0));
        let timed = tool.get("timed").map_or(Some(1), Value::as_integer);
        assert!(
            timed.is_some_and(|first| (1..=steps(&tool).len() as i64).contains(&first)),
            "{}",
            name(&tool)
        );
        if let Some(format) = tool.get("convert") {
            let format = sanderling_formats::by_name(format.as_str().expect("a format's name"));
            assert!(format.is_some_and(sanderling_net::Format::can_write), "{}", name(&tool));
        }
    }
}
