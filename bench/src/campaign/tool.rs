//! Another program that answers the same questions, as a suite describes it.
//!
//! A tool is a few commands with placeholders and regular expressions for what they print. Nothing of it goes through a
//! shell. A tool that is not installed is skipped, and that is said.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Serialize};

use super::suite::Ask;

/// A program, or several in turn.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tool {
    pub(super) name: String,
    #[serde(default)]
    pub(super) about: String,
    /// The programs that it consists of.
    pub(super) needs: Vec<String>,
    /// The formats of the models that it is run on.
    pub(super) formats: Vec<String>,
    /// What it can be asked.
    pub(super) questions: Vec<Ask>,
    /// The format that a model is converted to before; `{model}` is then the result.
    pub(super) convert: Option<String>,
    #[serde(default = "one")]
    pub(super) threads: usize,
    /// The command that prints its version.
    #[serde(default)]
    pub(super) version: Vec<String>,
    /// The commands, in turn.
    pub(super) steps: Vec<Vec<String>>,
    /// The first step whose time counts, from 1.
    #[serde(default = "one")]
    pub(super) timed: usize,
    /// Files that are put into the folder where it runs.
    #[serde(default)]
    pub(super) files: BTreeMap<String, String>,
    /// What it prints with an answer.
    pub(super) answers: Vec<Pattern>,
    /// What it prints when its search was not complete. Then nothing counts.
    #[serde(default)]
    pub(super) open: Vec<Pattern>,
}

/// A line or a part of one.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pattern {
    /// What is answered, in the words of the known answers.
    #[serde(default)]
    pub(super) name: String,
    pub(super) pattern: String,
    /// The answer; otherwise it is the pattern's first group.
    pub(super) value: Option<String>,
    /// Something that it has to match: a line of the tool's output.
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
    /// The tools in a file.
    ///
    /// # Errors
    /// That it cannot be read or is not understood.
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

    /// The first of its programs that is not there.
    pub(super) fn missing(&self) -> Option<&str> {
        let missing = self.needs.iter().find(|program| find_program(program).is_none());
        missing.map(String::as_str)
    }

    /// Whether it can answer what has this name.
    pub(super) fn can_tell(&self, name: &str) -> bool {
        self.answers.iter().any(|pattern| pattern.name == name)
    }

    /// What it says in an output: the answers to these questions, or that its search was not complete.
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

/// Where a program is, as the shell would look for it.
pub(super) fn find_program(program: &str) -> Option<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 {
        // A program that an earlier step makes, `./pan`, is not there yet.
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
        assert!(tool.can_tell("deadlock") && !tool.can_tell("edges"));
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
