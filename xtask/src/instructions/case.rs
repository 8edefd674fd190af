//! The searches whose instructions are counted, [`CASES`], and how.
//!
//! Each is run twice: as it is, and stopped at the first state. What is between the two is the search, so that
//! reading and compiling do not hide what a firing costs. Nothing is compared with the net's meaning meanwhile: how much is goes
//! by the clock.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Row;
use crate::start::FAMILIES;
use crate::{callgrind, workspace};

/// A search.
#[derive(Debug)]
pub(super) struct Case {
    model: Model,
    /// The command with its options.
    words: &'static [&'static str],
}

#[derive(Debug)]
enum Model {
    /// A net of a family, and its size.
    Family(&'static str, u64),
    /// A file of the repository's own.
    File(&'static str),
}

/// Every search, in the order of the table.
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
    /// What the table calls the model.
    pub(super) fn model(&self) -> String {
        match self.model {
            Model::Family(family, size) => format!("{family} {size}"),
            Model::File(path) => path.to_owned(),
        }
    }

    /// The command with its options.
    pub(super) fn options(&self) -> String {
        self.words.join(" ")
    }

    /// Counts.
    ///
    /// # Errors
    /// Where the search could not be carried out.
    pub(super) fn count(&self, program: &Path, folder: &Path) -> Result<Row, String> {
        let file = self.file(folder)?;
        let (instructions, firings) = self.run(program, &file, folder, &[])?;
        let (beforehand, _) = self.run(program, &file, folder, &["--max-states", "1"])?;
        let search = instructions.saturating_sub(beforehand);
        #[expect(clippy::cast_precision_loss, reason = "a digit behind the point is told")]
        let per_firing = search as f64 / firings.max(1) as f64;
        Ok(Row { model: self.model(), options: self.options(), instructions, per_firing })
    }

    /// The file of the model, which is made where it is of a family.
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

    /// The instructions of the whole program, and the firings that it told.
    fn run(&self, program: &Path, file: &Path, folder: &Path, more: &[&str]) -> Result<(u64, u64), String> {
        let told = ["--threads", "1", "--self-check", "none", "--format", "json"];
        let file = file.to_string_lossy();
        let (command, options) = self.words.split_first().expect("a case has a command");
        let words = [*command, &file].into_iter().chain(options.iter().copied()).chain(told);
        let arguments: Vec<String> = words.chain(more.iter().copied()).map(String::from).collect();
        let counted = callgrind::count(program, &arguments, folder.join("callgrind.out"))?;
        let report: Value = serde_json::from_slice(&counted.output.stdout).map_err(|error| {
            let remarks = String::from_utf8_lossy(&counted.output.stderr);
            format!("{} {}: {error}\n{remarks}", self.model(), self.options())
        })?;
        Ok((counted.instructions, firings(&report).ok_or("the report has no firings")?))
    }
}

/// The firings of a report: of the whole state space, or of the part that was explored.
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
