//! Tests of the templates for other tools: they are complete, and each pattern matches its sample.

use std::collections::HashSet;

use regex::Regex;

use super::suite::Ask;
use super::tool::{Pattern, Tool};

/// The placeholders that steps and files may use.
const PLACEHOLDERS: &[&str] = &["model", "stem", "threads", "memory_mb", "time_s"];

/// Reads the tools. Reading checks that each pattern matches its sample and that each program is used.
fn tools() -> Vec<Tool> {
    Tool::read_all(&crate::workspace().join("bench/suites/competitors.toml")).unwrap()
}

fn sample(pattern: &Pattern) -> &str {
    pattern.sample.as_deref().unwrap_or_else(|| panic!("{} has no sample", pattern.pattern))
}

#[test]
fn an_answer_is_a_number_or_a_truth_among_other_lines() {
    for tool in tools() {
        assert!(!tool.answers.is_empty(), "{}", tool.name);
        for pattern in &tool.answers {
            let only = Tool { answers: vec![pattern.clone()], open: Vec::new(), ..tool.clone() };
            let answers =
                only.read(&format!("a line before\n{}\nand one behind\n", sample(pattern))).unwrap();
            let answer = answers.get(&pattern.name).unwrap_or_else(|| panic!("{}: {pattern:?}", tool.name));
            let is_number = !answer.is_empty() && answer.chars().all(|c| c.is_ascii_digit());
            assert!(is_number || matches!(answer.as_str(), "TRUE" | "FALSE"), "{}: {answer}", tool.name);
        }
    }
}

#[test]
fn a_tool_says_when_its_search_is_not_complete_and_that_is_no_answer() {
    for tool in tools() {
        assert!(!tool.open.is_empty(), "{}", tool.name);
        for open in tool.open.iter().map(sample) {
            assert!(tool.read(&format!("a line before\n{open}\nand one behind\n")).is_err(), "{open:?}");
            let deaf = Tool { open: Vec::new(), ..tool.clone() };
            assert_eq!(deaf.read(open).map(|answers| answers.len()), Ok(0), "{}: {open:?}", tool.name);
        }
    }
}

#[test]
fn placeholders_are_known_and_programs_are_listed() {
    let placeholder = Regex::new(r"\{([^{}\s]*)\}").unwrap();
    for tool in tools() {
        for step in &tool.steps {
            let is_made = step[0].starts_with("./");
            assert!(is_made || tool.needs.contains(&step[0]), "{}: {} is not needed?", tool.name, step[0]);
        }
        assert!(tool.needs.contains(&tool.version[0]), "{}", tool.name);
        let texts = tool.steps.iter().flatten().chain(tool.files.values());
        let filled: HashSet<&str> = texts
            .flat_map(|text| placeholder.captures_iter(text).map(|found| found.get(1).unwrap().as_str()))
            .collect();
        assert!(filled.contains("model"), "{} reads no model", tool.name);
        assert!(filled.iter().all(|one| PLACEHOLDERS.contains(one)), "{}: {filled:?}", tool.name);
    }
}

#[test]
fn models_questions_and_formats_are_known() {
    for tool in tools() {
        assert!(tool.formats.iter().all(|format| matches!(format.as_str(), "pnml" | "dve")));
        assert!(tool.questions.iter().all(|question| matches!(question, Ask::Explore | Ask::Deadlock)));
        if let Some(format) = &tool.convert {
            let format = sanderling_formats::by_name(format);
            assert!(format.is_some_and(sanderling_net::Format::can_write), "{}", tool.name);
        }
    }
}
