//! `cargo xtask site`: writes the documentation as pages that open from a folder, without a server or network.
//!
//! `docs/README.md` is the table of contents: its headings are the groups of the navigation, and the pages that it
//! links to are the pages of the site, in this order. Links between pages lead to the written pages, and other
//! files that pages link to are copied. Anchors are those of GitHub. With a program and the engine as WebAssembly, there
//! is also a live page: the studio with a few nets.

mod live;
mod navigation;
mod page;
mod search;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Args;

use navigation::Navigation;
use page::Page;

/// Arguments of `site`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Folder to write, which is replaced
    #[arg(long, value_name = "FOLDER", default_value = "target/site")]
    output: PathBuf,
    /// Program that writes the live page
    #[arg(long, value_name = "PROGRAM")]
    live: Option<PathBuf>,
    /// With --live: the engine as WebAssembly [default: sanderling.wasm beside the program]
    #[arg(long, value_name = "FILE", requires = "live")]
    wasm: Option<PathBuf>,
}

/// The page with the list of all pages.
const CONTENTS: &str = "docs/README.md";

/// The file that shows that a folder was written by this task.
const MARK: &str = "site.css";

/// Maximum size of a copied file, in bytes.
const MAX_COPIED: u64 = 1 << 21;

/// Writes the site.
///
/// # Errors
/// A page or a linked file cannot be read, or the folder cannot be replaced.
pub(crate) fn site(root: &Path, arguments: &Arguments) -> Result<(), String> {
    let output = root.join(&arguments.output);
    if output.exists() && !output.join(MARK).exists() {
        return Err(format!(
            "{}: the folder was not written by this task: choose another one",
            output.display()
        ));
    }
    let unfinished = output.with_extension("unfinished");
    let written = write(root, &unfinished, arguments.live.is_some()).and_then(|pages| {
        let Some(program) = &arguments.live else { return Ok(pages) };
        live::write(root, program, arguments.wasm.as_deref(), &unfinished)?;
        Ok(pages + 1)
    });
    let pages = written.inspect_err(|_| {
        let _ = fs::remove_dir_all(&unfinished);
    })?;
    let replaced = if output.exists() { fs::remove_dir_all(&output) } else { Ok(()) };
    replaced.and_then(|()| fs::rename(&unfinished, &output)).map_err(at(&output))?;
    println!("{pages} pages: open {}", output.join("index.html").display());
    Ok(())
}

/// Writes all pages of the documentation into a new folder, and returns their number.
fn write(root: &Path, folder: &Path, is_live: bool) -> Result<usize, String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(at(folder))?;
    }
    let read = |path: &str| fs::read_to_string(root.join(path)).map_err(at(Path::new(path)));
    let navigation = Navigation { is_live, ..Navigation::of(&read(CONTENTS)?, CONTENTS) };
    let paths: Vec<&str> = navigation.pages().chain([CONTENTS]).collect();
    let known: BTreeSet<&str> = paths.iter().copied().collect();
    let mut index = search::Index::default();
    let mut linked = BTreeSet::new();
    for (position, &path) in paths.iter().enumerate() {
        let page = Page::of(path, &read(path)?, &known);
        index.add(&page);
        linked.extend(page.files.iter().cloned());
        let neighbours =
            (position.checked_sub(1).map(|before| paths[before]), paths.get(position + 1).copied());
        store(folder, &page::written(path), &page.html(&navigation, neighbours))?;
    }
    for path in linked {
        copy(root, folder, &path)?;
    }
    store(folder, MARK, include_str!("site/site.css"))?;
    store(folder, "site.js", include_str!("site/site.js"))?;
    store(folder, "search.js", &index.script())?;
    Ok(paths.len())
}

/// Copies a file that a page links to. Folders and large files are not copied.
fn copy(root: &Path, folder: &Path, path: &str) -> Result<(), String> {
    let source = root.join(path);
    let is_copied = fs::metadata(&source).is_ok_and(|file| file.is_file() && file.len() <= MAX_COPIED);
    if is_copied {
        let target = folder.join(path);
        fs::create_dir_all(target.parent().unwrap_or(folder)).map_err(at(&target))?;
        fs::copy(&source, &target).map_err(at(&target))?;
    }
    Ok(())
}

fn store(folder: &Path, path: &str, text: &str) -> Result<(), String> {
    let target = folder.join(path);
    fs::create_dir_all(target.parent().unwrap_or(folder)).map_err(at(&target))?;
    fs::write(&target, text).map_err(at(&target))
}

/// Describes a problem with a file.
fn at(path: &Path) -> impl Fn(io::Error) -> String {
    let path = path.display().to_string();
    move |error| format!("{path}: {error}")
}

/// Escapes a text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(output: &Path) -> Arguments {
        Arguments { output: output.to_owned(), live: None, wasm: None }
    }

    #[test]
    fn every_page_of_the_documentation_is_in_the_navigation() {
        let root = crate::workspace();
        let navigation = Navigation::of(&fs::read_to_string(root.join(CONTENTS)).unwrap(), CONTENTS);
        let listed: BTreeSet<&str> = navigation.pages().collect();
        for entry in fs::read_dir(root.join("docs")).unwrap() {
            let name = entry.unwrap().file_name().to_string_lossy().into_owned();
            let path = format!("docs/{name}");
            assert!(!name.ends_with(".md") || path == CONTENTS || listed.contains(path.as_str()), "{path}");
        }
    }

    #[test]
    fn a_site_has_its_pages_and_the_files_that_they_link_to() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("site");
        site(crate::workspace(), &arguments(&output)).unwrap();
        for path in
            ["index.html", "docs/cli.html", "nets/README.html", "docs/pictures/copy-shop.svg", "search.js"]
        {
            assert!(output.join(path).exists(), "{path}");
        }
        let page = fs::read_to_string(output.join("docs/tutorial.html")).unwrap();
        assert!(!page.contains(".md\"") && !page.contains(".md#"), "links lead to written pages");
        // It is written again, and a folder of another kind is kept.
        site(crate::workspace(), &arguments(&output)).unwrap();
        assert!(
            site(crate::workspace(), &arguments(folder.path())).unwrap_err().contains("choose another one")
        );
    }
}
