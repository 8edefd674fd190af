//! The patterns by which the editor reads.

use regex::Regex;

/// An answer as the editor reads it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Read {
    /// `None` where it finds no verdict, and shows the text.
    pub(crate) is_satisfied: Option<bool>,
    pub(crate) discovered: Option<u64>,
    pub(crate) explored: Option<u64>,
    pub(crate) max_tokens: Option<u64>,
    pub(crate) is_reduced: bool,
    pub(crate) removed_places: Option<u64>,
    pub(crate) removed_transitions: Option<u64>,
    /// With -1 for what is not known.
    pub(crate) by_transition: Vec<(String, i64)>,
    pub(crate) by_place: Vec<(String, i64)>,
}

fn matches(pattern: &str, text: &str) -> Vec<(String, i64)> {
    let regex = Regex::new(pattern).unwrap();
    let number = |found: &str| found.parse().unwrap_or(-1);
    let read =
        |found: regex::Captures<'_>| (found[1].to_owned(), found.get(2).map_or(-1, |n| number(n.as_str())));
    regex.captures_iter(text).map(read).collect()
}

/// Reads standard output.
pub(crate) fn read(out: &str) -> Read {
    let mut read = Read::default();
    for (known, unknown, into) in [
        (r"<([^:\s]+):(\d+)>", r"<([^:\s]+):\?>", &mut read.by_transition),
        (r"<([^;\s]+);(\d+)>", r"<([^;\s]+);\?>", &mut read.by_place),
    ] {
        into.extend(matches(known, out));
        into.extend(matches(unknown, out));
    }
    let number = |line: &str, pattern: &str| {
        Regex::new(pattern).unwrap().captures(line).and_then(|c| c[1].parse().ok())
    };
    let is_reduced = Regex::new(r"\s*Net reduction is enabled.\s*").unwrap();
    for line in out.lines() {
        if line.contains("Query is satisfied") {
            read.is_satisfied = Some(true);
        } else if line.contains("Query is NOT satisfied") {
            read.is_satisfied = Some(false);
        } else {
            read.discovered = number(line, r"\s*discovered states:\s*(\d+)\s*").or(read.discovered);
            read.explored = number(line, r"\s*explored states:\s*(\d+)\s*").or(read.explored);
            read.max_tokens = number(line, r"\s*max tokens:\s*(\d+)\s*").or(read.max_tokens);
            read.is_reduced |= is_reduced.is_match(line);
            read.removed_transitions =
                number(line, r"\s*Removed transitions:\s*(\d+)\s*").or(read.removed_transitions);
            read.removed_places = number(line, r"\s*Removed places:\s*(\d+)\s*").or(read.removed_places);
        }
    }
    read
}

/// The XML of a run that the editor finds on standard error, if it finds the word for one.
pub(crate) fn run(err: &str) -> Option<&str> {
    if !err.to_lowercase().contains("trace") {
        return None;
    }
    let (start, end) = (err.find("<trace>")?, err.find("</trace>")?);
    Some(&err[start..end + "</trace>".len()])
}

/// The version that the editor takes from a first line.
pub(crate) fn version(line: &str) -> Option<Vec<u32>> {
    let pattern = Regex::new(r"^VerifyPN.*(\d+\.\d+\.\d+).*$").unwrap();
    let found = pattern.captures(line)?;
    Some(found[1].split('.').map(|part| part.parse().unwrap()).collect())
}

#[test]
fn the_first_line_has_a_version_that_the_editor_takes() {
    for option in ["-v", "--version"] {
        let ran = crate::calls::call(option, "");
        let first = ran.out.lines().next().unwrap();
        assert!(version(first).unwrap() >= vec![4, 4, 2], "{first}");
        assert!(ran.out.contains("Sanderling"), "{}", ran.out);
        assert_eq!(ran.exit, sanderling_verifypn::Exit::Satisfied);
    }
    assert!(crate::calls::call("--help", "").out.contains("--k-bound"));
}
