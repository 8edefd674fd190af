//! The searches whose instructions are counted, [`CASES`], and how they are counted.
//!
//! Each search runs twice: in full, and stopped at the first state. The difference is the cost of the search,
//! so that reading and compiling do not hide the cost of a firing. The self-check is off, because its extent
//! depends on the clock.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Row;
use crate::start::FAMILIES;
use crate::{callgrind, workspace};

/// A search to count.
#[derive(Debug)]
pub(super) struct Case {
    model: Model,
    /// The command with its options.
    words: &'static [&'static str],
}

#[derive(Debug)]
enum Model {
    /// A net of a family, with its size.
    Family(&'static str, u64),
    /// A file of the repository.
    File(&'static str),
}

/// All searches, in the order of the table.
pub(super) const CASES: &[Case] = &[
    Case { model: Model::Family("kanban", 3), words: &["explore", "--encoding", "fields"] },
    Case { model: Model::Family("philosophers", 9), words: &["explore", "--encoding", "radix"] },
    Case { model: Model::File("nets/sliding-window.dve"), words: &["explore"] },
    Case { model: Model::Family("kanban", 3), words: &["explore", "--store", "tree"] },
    Case { model: Model::Family("kanban", 3), words: &["explore", "--store", "comback"] },
    Case { model: Model::Family("kanban", 3), words: &["explore", "--order", "dfs"] },
    Case {
        model: Model::Family("slotted-ring", 5),
        words: &["deadlock", "--reduce", "stubborn", "--proof", "off"],
    },
];

impl Case {
    /// Returns the name of the model in the table.
    pub(super) fn model(&self) -> String {
        match self.model {
            Model::Family(family, size) => format!("{family} {size}"),
            Model::File(path) => path.to_owned(),
        }
    }

    /// Returns the command with its options.
    pub(super) fn options(&self) -> String {
        self.words.join(" ")
    }

    /// Counts the instructions of the search.
    ///
    /// # Errors
    /// The search fails.
    pub(super) fn count(&self, program: &Path, folder: &Path) -> Result<Row, String> {
        let file = self.file(folder)?;
        let (instructions, firings) = self.run(program, &file, folder, &[])?;
        let (beforehand, _) = self.run(program, &file, folder, &["--max-states", "1"])?;
        let search = instructions.saturating_sub(beforehand);
        #[expect(clippy::cast_precision_loss, reason = "one digit behind the point is shown")]
        let per_firing = search as f64 / firings.max(1) as f64;
        Ok(Row { model: self.model(), options: self.options(), instructions, per_firing })
    }

    /// Returns the file of the model, which is generated for a family.
    fn file(&self, folder: &Path) -> Result<PathBuf, String> {
        match self.model {
            Model::File(path) => Ok(workspace().join(path)),
            Model::Family(family, size) => {
                let path = folder.join(format!("{family}-{size}.pnml"));
                let status = FAMILIES.run().args([family, &size.to_string(), "--output"]).arg(&path).status();
                let is_made = status.map_err(|error| format!("cargo: {error}"))?.success();
                if is_made { Ok(path) } else { Err(format!("there is no net of `{family}` of size {size}")) }
            }
        }
    }

    /// Returns the instructions of the whole program, and its number of firings.
    fn run(&self, program: &Path, file: &Path, folder: &Path, more: &[&str]) -> Result<(u64, u64), String> {
        let fixed = ["--threads", "1", "--self-check", "none", "--format", "json"];
        let file = file.to_string_lossy();
        let (command, options) = self.words.split_first().expect("a case has a command");
        let words = [*command, &file].into_iter().chain(options.iter().copied()).chain(fixed);
        let arguments: Vec<String> = words.chain(more.iter().copied()).map(String::from).collect();
        let counted = callgrind::count(program, &arguments, folder.join("callgrind.out"))?;
        let report: Value = serde_json::from_slice(&counted.output.stdout).map_err(|error| {
            let remarks = String::from_utf8_lossy(&counted.output.stderr);
            format!("{} {}: {error}\n{remarks}", self.model(), self.options())
        })?;
        Ok((counted.instructions, firings(&report).ok_or("the report has no firings")?))
    }
}

/// Returns the firings in a report: of the whole state space, or of the explored part.
fn firings(report: &Value) -> Option<u64> {
    let number = |value: Option<&Value>| value.and_then(Value::as_u64);
    number(report.get("firings")).or_else(|| number(report.get("explored")?.get("firings")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn firings_are_those_of_all_states_or_of_the_explored_ones() {
        let report = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        assert_eq!(firings(&report(r#"{"firings": 7, "explored": {"firings": 9}}"#)), Some(7));
        assert_eq!(firings(&report(r#"{"firings": null, "explored": {"firings": 9}}"#)), Some(9));
        assert_eq!(firings(&report("{}")), None);
    }
}
