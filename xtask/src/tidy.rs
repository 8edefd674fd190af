//! `cargo xtask tidy`: the rules of the project that the compiler does not know.
//!
//! Each check is a function from the [`Tree`] of the project's files to the [`Violation`]s that it
//! finds, in a file of its own; [`CHECKS`] is the list of them. One more asks cargo for its build plans. A violation is printed as
//! `file:line: message`. To add a check, write its file and add one line to the list.

mod architecture;
mod build_plan;
mod essay;
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

/// Every check, in the order in which their findings are printed.
const CHECKS: &[fn(&Tree) -> Vec<Violation>] = &[
    front_page::check,
    layers::check,
    targets::check,
    modules::check,
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

/// Something that breaks a rule, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Violation {
    /// The file, from the project's root.
    file: String,
    /// The line, from 1.
    line: usize,
    /// What is wrong, and what to do about it.
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

/// Carries out all checks on the project in `root`, and prints what they find.
///
/// # Errors
/// That there are violations, and how many; or that the files cannot be read.
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
