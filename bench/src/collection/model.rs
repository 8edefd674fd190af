//! The models of a collection.
//!
//! Folders of the contest have a `model.pnml`. If answers are known under the name of such a folder, that file is the
//! model and the other files belong to it. Otherwise every file is a model, except tables and texts. Its name is its
//! path from the folder of the known answers, or its file name if answers are known under that.

use std::path::{Path, PathBuf};
use std::{fs, io};

use sanderling_testkit::corpora::{Answer, KnownAnswers};

const MODEL_FILE: &str = "model.pnml";
/// The extensions of files that are not models.
const NO_MODELS: &[&str] = &["tsv", "md", "txt"];

/// A model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Model {
    /// The name, as in the known answers.
    pub(crate) name: String,
    /// The file of the model.
    pub(crate) path: PathBuf,
    /// The known number of states; the maximum integer if it is unknown or infinite.
    pub(crate) states: u128,
}

/// Returns the models in a folder and its subfolders, those with the fewest states first.
///
/// # Errors
/// A folder cannot be read.
pub(super) fn models(folder: &Path, root: &Path, known: &KnownAnswers) -> io::Result<Vec<Model>> {
    let mut models = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let name = folder.canonicalize()?.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let model_file = folder.join(MODEL_FILE);
        if model_file.is_file() && !known.all(&name, "").is_empty() {
            models.push((name, model_file));
            continue;
        }
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if !is_companion(&path) {
                models.push((name_of(root, &path, known)?, path));
            }
        }
    }
    let mut models: Vec<_> = models.into_iter().map(|(name, path)| Model::new(name, path, known)).collect();
    models.sort_by(|a, b| (a.states, &a.name).cmp(&(b.states, &b.name)));
    Ok(models)
}

impl Model {
    fn new(name: String, path: PathBuf, known: &KnownAnswers) -> Self {
        let states = match known.get(&name, "states") {
            Some(Answer::Count(states)) => *states,
            _ => u128::MAX,
        };
        Self { name, path, states }
    }
}

fn is_companion(path: &Path) -> bool {
    path.extension().is_some_and(|extension| NO_MODELS.iter().any(|other| extension == *other))
}

fn name_of(root: &Path, path: &Path, known: &KnownAnswers) -> io::Result<String> {
    let file_name = path.file_name().unwrap_or_default().to_string_lossy();
    match known.all(&file_name, "").is_empty() {
        true => path_from(root, path),
        false => Ok(file_name.into_owned()),
    }
}

fn path_from(root: &Path, path: &Path) -> io::Result<String> {
    let (root, path) = (root.canonicalize()?, path.canonicalize()?);
    Ok(path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_found_and_named_and_come_by_size() {
        let root = tempfile::tempdir().unwrap();
        for path in [
            "mcc/B-PT-2/model.pnml",
            "mcc/B-PT-2/a.xml",
            "mcc/A-PT-1/model.pnml",
            "e/x/model.pnml",
            "e/x/1.net",
            "e/F.tsv",
            "beem/m.1.dve",
        ] {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let known = "model\tkind\tvalue\nA-PT-1\tstates\t20\nB-PT-2\tstates\t3\nm.1.dve\tstates\t7\n";
        let found = models(root.path(), root.path(), &KnownAnswers::parse(known).unwrap()).unwrap();
        let names: Vec<_> = found.iter().map(|model| (model.name.as_str(), model.states)).collect();
        assert_eq!(
            names,
            [
                ("B-PT-2", 3),
                ("m.1.dve", 7),
                ("A-PT-1", 20),
                ("e/x/1.net", u128::MAX),
                ("e/x/model.pnml", u128::MAX)
            ]
        );
    }
}
