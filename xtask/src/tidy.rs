//! `cargo xtask tidy`: checks the project's rules that the compiler cannot check.
//!
//! Each check is a function from the [`Tree`] of the project's files to the [`Violation`]s that it finds, in its own
//! file; [`CHECKS`] lists them. One more check reads cargo's build plans. A violation is printed as `file:line:
//! message`. To add a check, write its file and add one line to the list.

mod architecture;
mod build_plan;
mod essay;
mod folders;
mod front_page;
mod layers;
mod leftovers;
mod links;
mod modules;
mod overflow;
mod paths;
mod plain_words;
mod rust_text;
mod sidecars;
mod size;
mod targets;
mod terms;
mod tree;
mod unsafe_code;
mod vocabulary;

use std::fmt;
use std::path::Path;

use tree::Tree;

/// All checks, in the order in which their findings are printed.
const CHECKS: &[fn(&Tree) -> Vec<Violation>] = &[
    front_page::check,
    layers::check,
    targets::check,
    modules::check,
    folders::check,
    overflow::check,
    architecture::check,
    terms::check,
    vocabulary::check,
    unsafe_code::check,
    essay::check,
    size::check,
    leftovers::check,
    paths::check,
    links::check,
    plain_words::check,
    sidecars::check,
];

/// A violation of a rule, with its location.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Violation {
    /// The path of the file, relative to the project's root.
    file: String,
    /// The line, from 1.
    line: usize,
    /// The problem, and what to do about it.
    message: String,
}

impl Violation {
    fn new(file: &str, line: usize, message: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

/// Runs all checks on the project in `root`, and prints their findings.
///
/// # Errors
/// There are violations (with their number), or the files cannot be read.
pub(crate) fn tidy(root: &Path) -> Result<(), String> {
    let tree = Tree::read(root).map_err(|error| format!("{}: {error}", root.display()))?;
    let mut violations: Vec<_> = CHECKS.iter().flat_map(|check| check(&tree)).collect();
    violations.extend(build_plan::check(root));
    for violation in &violations {
        println!("{violation}");
    }
    match violations.len() {
        0 => Ok(()),
        1 => Err("1 violation".to_owned()),
        count => Err(format!("{count} violations")),
    }
}
