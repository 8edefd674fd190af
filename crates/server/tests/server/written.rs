//! Files that are generated from the program's types, and from conversations with the server. With `UPDATE_SCHEMA` they
//! are written, otherwise they must be up to date.

use std::path::PathBuf;

/// Returns the path of a file of the project.
pub(crate) fn project_file(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

/// Returns the text of a file of the project; empty if the file does not exist.
pub(crate) fn read(path: &str) -> String {
    std::fs::read_to_string(project_file(path)).unwrap_or_default()
}

/// Writes the file, or asserts that it has this text.
pub(crate) fn keep(path: &str, text: &str) {
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        // The file is replaced at once, because another test may be reading it.
        let (file, whole) = (project_file(path), project_file(&format!("{path}.new")));
        std::fs::write(&whole, text).and_then(|()| std::fs::rename(&whole, &file)).unwrap();
    }
    assert!(
        read(path) == text,
        "{path} is not what the program says: `UPDATE_SCHEMA=1 cargo test -p sanderling-server --test server` writes it anew"
    );
}
