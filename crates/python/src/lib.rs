//! Sanderling in Python: the module `sanderling._sanderling`.
//!
//! ```text
//! keywords ──JSON──▶ question ──facade──▶ report ──JSON──▶ objects
//! state space ──columns──▶ Arrow C stream ──▶ polars, pandas, DuckDB, pyarrow
//! ```
//!
//! This crate uses the engine; the package `python/sanderling` defines the Python interface. They exchange texts in
//! JSON, whose keys are those of `docs/json.md` and of the table of options, and streams of columns. So neither side
//! repeats the other's types, and an answer is the text that the command line prints. Long work runs on a thread of its
//! own while the interpreter is free (see `watch`). A failure is a `failure::Failure`, and becomes an exception of
//! `sanderling.errors`.

mod answer;
mod columns;
mod convert;
mod draft;
mod failure;
mod files;
mod game;
mod loaded;
mod options;
mod question;
mod space;
mod standard;
mod stream;
mod watch;

use pyo3::prelude::*;

#[pymodule]
mod _sanderling {
    use std::ffi::OsString;

    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::convert::formats;
    #[pymodule_export]
    use crate::files::certified;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::loaded::Loaded;
    #[pymodule_export]
    use crate::options::{options, standard_properties};
    #[pymodule_export]
    use crate::space::Space;

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "it is what Python calls it")]
    const __version__: &str = sanderling_report::VERSION;

    /// Runs the command `sanderling` with these words, the first of which is its name, and returns the exit code. The words of `launcher` start
    /// this program again, for searches by several processes.
    #[pyfunction]
    fn run(py: Python<'_>, launcher: Vec<OsString>, words: Vec<OsString>) -> u8 {
        py.detach(|| sanderling_cli::run_from(launcher, words))
    }
}
