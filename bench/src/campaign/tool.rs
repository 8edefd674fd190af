//! Another program that answers the same questions, as described in a suite.
//!
//! A tool consists of commands with placeholders, and regular expressions for their output. Commands are
//! executed without a shell. Tools that are not installed are skipped with a message.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Serialize};

use super::suite::Ask;

/// A tool, which consists of one or several commands.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tool {
    pub(super) name: String,
    #[serde(default)]
    pub(super) about: String,
    /// The programs that it requires.
    pub(super) needs: Vec<String>,
    /// The formats of the models for which it is used.
    pub(super) formats: Vec<String>,
    /// The kinds of questions that it answers.
    pub(super) questions: Vec<Ask>,
    /// The format to which models are converted; `{model}` is then the result.
    pub(super) convert: Option<String>,
    #[serde(default = "one")]
    pub(super) threads: usize,
    /// The command that prints its version.
    #[serde(default)]
    pub(super) version: Vec<String>,
    /// The commands, in order.
    pub(super) steps: Vec<Vec<String>>,
    /// The first step whose time counts, from 1.
    #[serde(default = "one")]
    pub(super) timed: usize,
    /// Files to write to its working folder.
    #[serde(default)]
    pub(super) files: BTreeMap<String, String>,
    /// The patterns of answers in its output.
    pub(super) answers: Vec<Pattern>,
    /// The patterns that show an incomplete search. If one matches, no answer counts.
    #[serde(default)]
    pub(super) open: Vec<Pattern>,
}

/// A regular expression for a line or a part of one.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pattern {
    /// The name of the answer, as in the known answers.
    #[serde(default)]
    pub(super) name: String,
    pub(super) pattern: String,
    /// The answer; by default, the first group of the pattern.
    pub(super) value: Option<String>,
    /// A sample line of the tool's output, which the pattern must match.
    #[serde(default, skip_serializing)]
    pub(super) sample: Option<String>,
}

/// A file of tools.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tools {
    #[serde(rename = "tool")]
    tools: Vec<Tool>,
}

fn one() -> usize {
    1
}

impl Tool {
    /// Reads the tools in a file.
    ///
    /// # Errors
    /// The file cannot be read or is invalid.
    pub(super) fn read_all(path: &Path) -> Result<Vec<Self>, String> {
        let about = |error: String| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| about(error.to_string()))?;
        let tools: Tools = toml::from_str(&text).map_err(|error| about(error.to_string()))?;
        for tool in &tools.tools {
            tool.check().map_err(|error| about(format!("tool `{}`: {error}", tool.name)))?;
        }
        Ok(tools.tools)
    }

    fn check(&self) -> Result<(), String> {
        if self.steps.is_empty() || self.steps.iter().any(Vec::is_empty) {
            return Err("a tool needs steps, and each step a program".into());
        }
        if !(1..=self.steps.len()).contains(&self.timed) || self.threads == 0 {
            return Err("`timed` is the number of a step, and `threads` is positive".into());
        }
        for pattern in self.answers.iter().chain(&self.open) {
            let regex = pattern.regex()?;
            if pattern.value.is_none() && !pattern.name.is_empty() && regex.captures_len() < 2 {
                return Err(format!("`{}` has neither a group nor a value", pattern.pattern));
            }
            if let Some(sample) = pattern.sample.as_ref().filter(|sample| !regex.is_match(sample)) {
                return Err(format!("`{}` does not match its sample `{sample}`", pattern.pattern));
            }
        }
        let files = self.files.keys().map(Path::new);
        match files.into_iter().find(|file| file.components().count() != 1 || file.is_absolute()) {
            Some(file) => Err(format!("`{}` is not the name of a file in its folder", file.display())),
            None => Ok(()),
        }
    }

    /// Returns the first of its programs that is not installed.
    pub(super) fn missing(&self) -> Option<&str> {
        let missing = self.needs.iter().find(|program| find_program(program).is_none());
        missing.map(String::as_str)
    }

    /// Returns whether it can give the answer with this name.
    pub(super) fn can_give(&self, name: &str) -> bool {
        self.answers.iter().any(|pattern| pattern.name == name)
    }

    /// Reads the answers from its output, or the text that shows an incomplete search.
    pub(super) fn read(&self, output: &str) -> Result<BTreeMap<String, String>, String> {
        for pattern in &self.open {
            if let Some(found) = pattern.regex()?.find(output) {
                return Err(found.as_str().trim().to_owned());
            }
        }
        let mut answers = BTreeMap::new();
        for pattern in &self.answers {
            let regex = pattern.regex()?;
            let Some(found) = regex.captures(output) else { continue };
            let group = || found.get(1).map(|group| group.as_str().replace([',', '_'], ""));
            if let Some(value) = pattern.value.clone().or_else(group) {
                answers.entry(pattern.name.clone()).or_insert(value);
            }
        }
        Ok(answers)
    }
}

impl Pattern {
    fn regex(&self) -> Result<Regex, String> {
        RegexBuilder::new(&self.pattern).multi_line(true).build().map_err(|error| error.to_string())
    }
}

/// Returns the path of a program, as a shell would find it.
pub(super) fn find_program(program: &str) -> Option<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 {
        // A program that an earlier step creates, such as `./pan`, does not exist yet.
        return (path.is_file() || path.starts_with(".")).then(|| path.to_owned());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(more: &str) -> Tool {
        let text = format!(
            "name = 'counter'\nneeds = ['sh']\nformats = ['pnml']\nquestions = ['explore']\n\
             steps = [['sh', '-c', 'true']]\n{more}"
        );
        toml::from_str(&text).unwrap()
    }

    #[test]
    fn answers_are_read_line_by_line_and_the_first_pattern_counts() {
        let tool = tool(
            "answers = [{ name = 'states', pattern = '^(\\d[\\d,]*) states' }, \
             { name = 'deadlock', pattern = 'stuck', value = 'TRUE' }, \
             { name = 'deadlock', pattern = 'states', value = 'FALSE' }]\nopen = [{ pattern = 'gave up' }]",
        );
        assert_eq!(tool.check(), Ok(()));
        assert!(tool.can_give("deadlock") && !tool.can_give("edges"));
        let read = |output: &str| tool.read(output).map(|found| Vec::from_iter(found.into_values()));
        assert_eq!(read("hello\n1,234 states\n"), Ok(vec!["FALSE".into(), "1234".into()]));
        assert_eq!(read("12 states\nstuck"), Ok(vec!["TRUE".into(), "12".into()]));
        assert_eq!(read("12 states\ngave up"), Err("gave up".into()));
        assert_eq!(read(""), Ok(vec![]));
    }

    #[test]
    fn a_tool_that_could_not_work_is_refused() {
        for (more, message) in [
            ("answers = [{ name = 'states', pattern = '(' }]", "unclosed group"),
            ("answers = [{ name = 'states', pattern = 'a' }]", "neither a group nor a value"),
            ("answers = [{ name = 'a', pattern = '(a)', sample = 'b' }]", "does not match its sample"),
            ("timed = 2\nanswers = []", "the number of a step"),
            ("answers = []\nfiles = { '../x' = '' }", "not the name of a file"),
        ] {
            let error = tool(more).check().unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn programs_are_found_on_the_path() {
        assert!(find_program("no-program-is-called-so").is_none());
        assert!(cfg!(not(unix)) || find_program("sh").is_some());
        let mut missing = tool("answers = []");
        missing.needs.push("no-program-is-called-so".into());
        assert_eq!(missing.missing(), Some("no-program-is-called-so"));
    }
}
