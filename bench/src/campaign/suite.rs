//! A suite in TOML: the questions of a campaign, the configurations, and the limits.
//!
//! Each question is about every model. Configurations are options of the command line. Tools are other
//! programs, see [`tool`](super::tool). Every question is combined with every configuration and tool, unless
//! one of these restricts its questions. `docs/bench.md` documents all keys.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sanderling_query::contest::Examination;
use serde::{Deserialize, Serialize};

use super::tool::Tool;

/// The default suite.
const USUAL: &str = include_str!("../../suites/usual.toml");

/// A suite.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Suite {
    pub(super) title: String,
    /// Time limit of a run in seconds.
    #[serde(default = "usual_time")]
    pub(super) time_s: f64,
    /// Memory limit of a run, in the syntax of the command line.
    #[serde(default = "usual_memory")]
    pub(super) memory: String,
    /// The number of repetitions of each run.
    #[serde(default = "once")]
    pub(super) repetitions: u32,
    /// The file of known answers, relative to the suite's folder; by default, the one in the collection or
    /// nearest above it.
    pub(super) answers: Option<PathBuf>,
    /// A file of known answers that are disputed and ignored, relative to the suite's folder.
    pub(super) disputed: Option<PathBuf>,
    #[serde(rename = "question")]
    pub(super) questions: Vec<Question>,
    #[serde(rename = "configuration", default)]
    pub(super) configurations: Vec<Configuration>,
    /// Files with tools, relative to the suite's folder.
    #[serde(default)]
    pub(super) tool_files: Vec<PathBuf>,
    /// The names of the tools to use from those files; by default, all.
    pub(super) only_tools: Option<Vec<String>>,
    #[serde(rename = "tool", default)]
    pub(super) tools: Vec<Tool>,
}

/// A question about every model.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    pub(super) name: String,
    pub(super) ask: Ask,
    /// For `check`: the property, in place of the model's own assertions.
    pub(super) property: Option<String>,
    /// For `examination`: its name.
    pub(super) examination: Option<String>,
}

/// The kind of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Ask {
    /// The statistics of the state space.
    Explore,
    /// Whether there is a deadlock.
    Deadlock,
    /// Whether properties hold.
    Check,
    /// An examination of the contest, for folders with a `model.pnml`.
    Examination,
}

/// A configuration of the program by options.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Configuration {
    pub(super) name: String,
    /// Options of the command line, without dashes. An option with the value `true` is a flag.
    #[serde(default)]
    pub(super) options: BTreeMap<String, toml::Value>,
    /// The names of the questions to combine it with; by default, all.
    pub(super) questions: Option<Vec<String>>,
}

fn usual_time() -> f64 {
    60.0
}

fn usual_memory() -> String {
    "4G".to_owned()
}

fn once() -> u32 {
    1
}

impl Suite {
    /// Reads the suite in a file, or the default suite.
    ///
    /// # Errors
    /// A file cannot be read or is invalid (with line, column and the expected syntax), or names are
    /// inconsistent.
    pub(super) fn read(path: Option<&Path>) -> Result<Self, String> {
        let Some(path) = path else { return Self::parse(USUAL, Path::new(".")) };
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let folder = path.parent().unwrap_or(Path::new("."));
        Self::parse(&text, folder).map_err(|message| format!("{}: {message}", path.display()))
    }

    fn parse(text: &str, folder: &Path) -> Result<Self, String> {
        let mut suite: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        for file in std::mem::take(&mut suite.tool_files) {
            suite.tools.extend(Tool::read_all(&folder.join(file))?);
        }
        if let Some(only) = &suite.only_tools {
            let missing = only.iter().find(|name| suite.tools.iter().all(|tool| tool.name != **name));
            if let Some(name) = missing {
                return Err(format!("only_tools: there is no tool `{name}`"));
            }
            suite.tools.retain(|tool| only.contains(&tool.name));
        }
        suite.answers = suite.answers.map(|path| folder.join(path));
        suite.disputed = suite.disputed.map(|path| folder.join(path));
        suite.check()?;
        Ok(suite)
    }

    fn check(&self) -> Result<(), String> {
        if self.questions.is_empty() {
            return Err("a suite needs a [[question]]".into());
        }
        if self.configurations.is_empty() && self.tools.is_empty() {
            return Err("a suite needs a [[configuration]] or a [[tool]]".into());
        }
        if !self.time_s.is_finite() || self.time_s <= 0.0 || self.repetitions == 0 {
            return Err("time_s and repetitions have to be positive".into());
        }
        self.memory_bytes()?;
        is_unique("question", self.questions.iter().map(|question| &question.name))?;
        is_unique("configuration", self.configurations.iter().map(|one| &one.name))?;
        let is_taken = |tool: &&Tool| self.configurations.iter().any(|one| one.name == tool.name);
        if let Some(tool) = self.tools.iter().find(is_taken) {
            return Err(format!("a configuration and a tool are both called `{}`", tool.name));
        }
        self.questions.iter().try_for_each(Question::check)?;
        for configuration in &self.configurations {
            configuration.check()?;
            for name in configuration.questions.iter().flatten() {
                if self.questions.iter().all(|question| question.name != *name) {
                    return Err(format!("configuration `{}`: no question `{name}`", configuration.name));
                }
            }
        }
        Ok(())
    }

    /// Returns the memory limit of a run in bytes.
    ///
    /// # Errors
    /// The text is not a size.
    pub(super) fn memory_bytes(&self) -> Result<u64, String> {
        crate::values::parse_size(&self.memory).map_err(|error| format!("memory: {error}"))
    }

    /// Returns a hash of the questions, configurations and tools. Limits may differ between suites with the
    /// same fingerprint.
    pub(super) fn fingerprint(&self) -> String {
        let content = (&self.questions, &self.configurations, &self.tools);
        let text = serde_json::to_string(&content).unwrap_or_default();
        // FNV-1a, which does not depend on the compiler (Fowler, Noll and Vo).
        let fold = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, fold))
    }

    /// Returns the maximum number of threads of a configuration or tool.
    pub(super) fn max_threads(&self) -> usize {
        let own = self.configurations.iter().map(Configuration::threads);
        own.chain(self.tools.iter().map(|tool| tool.threads)).max().unwrap_or(1)
    }
}

fn is_unique<'a>(what: &str, names: impl Iterator<Item = &'a String>) -> Result<(), String> {
    let mut seen = std::collections::HashSet::new();
    match names.into_iter().find(|name| !seen.insert(name.as_str())) {
        Some(name) => Err(format!("two times the {what} `{name}`")),
        None => Ok(()),
    }
}

impl Question {
    fn check(&self) -> Result<(), String> {
        let about = |message: &str| Err(format!("question `{}`: {message}", self.name));
        match (self.ask, &self.examination, &self.property) {
            (Ask::Examination, Some(name), None) => match Examination::named(name) {
                Some(_) => Ok(()),
                None => {
                    let names = Examination::ALL.map(Examination::name).join(", ");
                    about(&format!("`{name}` is no examination; these are {names}"))
                }
            },
            (Ask::Examination, ..) => about("an examination needs `examination`, and no `property`"),
            (_, Some(_), _) => about("`examination` is for ask = \"examination\""),
            (Ask::Check, None, _) | (_, None, None) => Ok(()),
            (_, None, Some(_)) => about("`property` is for ask = \"check\""),
        }
    }

    /// Returns the examination, if the question is one.
    pub(super) fn examination(&self) -> Option<Examination> {
        Examination::named(self.examination.as_ref()?)
    }
}

impl Configuration {
    fn check(&self) -> Result<(), String> {
        let reserved = ["time", "memory", "format", "progress"];
        for (option, value) in &self.options {
            let about = |message: &str| Err(format!("configuration `{}`: `{option}` {message}", self.name));
            if reserved.contains(&option.as_str()) {
                return about("is the bench's own; limits are `time_s` and `memory` of the suite");
            }
            match value {
                toml::Value::Integer(number) if option == "threads" && *number < 1 => {
                    return about("has to be positive");
                }
                toml::Value::String(_) | toml::Value::Integer(_) | toml::Value::Boolean(_) => {}
                _ => return about("has to be a text, a whole number, true or false"),
            }
        }
        Ok(())
    }

    /// Returns whether the configuration applies to a question.
    pub(super) fn is_for(&self, question: &Question) -> bool {
        self.questions.as_ref().is_none_or(|names| names.contains(&question.name))
    }

    /// Returns the number of threads; by default 1.
    pub(super) fn threads(&self) -> usize {
        let threads = self.options.get("threads").and_then(toml::Value::as_integer);
        threads.and_then(|threads| usize::try_from(threads).ok()).unwrap_or(1)
    }

    /// Returns the options as command-line arguments, including the number of threads.
    pub(super) fn arguments(&self) -> Vec<String> {
        let mut arguments = vec!["--threads".to_owned(), self.threads().to_string()];
        for (option, value) in self.options.iter().filter(|(option, _)| *option != "threads") {
            match value {
                toml::Value::Boolean(false) => {}
                toml::Value::Boolean(true) => arguments.push(format!("--{option}")),
                toml::Value::String(text) => arguments.extend([format!("--{option}"), text.clone()]),
                other => arguments.extend([format!("--{option}"), other.to_string()]),
            }
        }
        arguments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Suite, String> {
        Suite::parse(text, Path::new("."))
    }

    const SMALL: &str = "title = 'a'\n[[question]]\nname = 'states'\nask = 'explore'\n";

    #[test]
    fn options_become_arguments() {
        let text = format!(
            "{SMALL}[[configuration]]\nname = 'tree'\noptions = {{ store = 'tree', threads = 2, seed = 7, \
             bounds = true, levels = false }}"
        );
        let suite = parsed(&text).unwrap();
        let arguments = suite.configurations[0].arguments().join(" ");
        assert_eq!(arguments, "--threads 2 --bounds --seed 7 --store tree");
        assert_eq!((suite.max_threads(), suite.time_s, suite.memory_bytes()), (2, 60.0, Ok(4 << 30)));
    }

    #[test]
    fn every_suite_of_the_project_is_understood() {
        let folder = crate::workspace().join("bench/suites");
        let mut suites = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            if text.contains("[[question]]") {
                Suite::read(Some(&path)).unwrap();
                suites += 1;
            }
        }
        assert!(suites >= 2);
        assert!(Suite::read(None).is_ok());
    }

    #[test]
    fn inconsistent_suites_are_refused() {
        let configuration = "[[configuration]]\nname = 'a'\n";
        for (text, message) in [
            (SMALL.to_owned(), "needs a [[configuration]]"),
            (format!("{SMALL}{configuration}options = {{ time = '3s' }}"), "`time` is the bench's own"),
            (format!("{SMALL}{configuration}options = {{ threads = 0 }}"), "`threads` has to be positive"),
            (format!("{SMALL}{configuration}options = {{ store = [1] }}"), "has to be a text"),
            (format!("{SMALL}{configuration}questions = ['b']"), "no question `b`"),
            (format!("{SMALL}{configuration}{configuration}"), "two times the configuration `a`"),
            (format!("{SMALL}examination = 'OneSafe'\n{configuration}"), "`examination` is for"),
            (format!("{SMALL}property = 'EF deadlock'\n{configuration}"), "`property` is for"),
            (format!("memory = '3 apples'\n{SMALL}{configuration}"), "memory: expected a size"),
            (format!("time = 3\n{SMALL}{configuration}"), "unknown field `time`"),
            (format!("only_tools = ['x']\n{SMALL}{configuration}"), "no tool `x`"),
        ] {
            let error = parsed(&text).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
        let wrong =
            format!("{SMALL}{configuration}").replace("'explore'", "'examination'\nexamination = 'Z'");
        assert!(parsed(&wrong).unwrap_err().contains("these are StateSpace"));
    }

    #[test]
    fn limits_do_not_change_the_fingerprint() {
        let configuration = "[[configuration]]\nname = 'a'\n";
        let print = |text: String| parsed(&text).unwrap().fingerprint();
        let first = print(format!("{SMALL}{configuration}"));
        assert_eq!(first, print(format!("time_s = 5\nmemory = '1G'\n{SMALL}{configuration}")));
        assert_ne!(first, print(format!("{SMALL}{configuration}options = {{ seed = 1 }}")));
    }
}
