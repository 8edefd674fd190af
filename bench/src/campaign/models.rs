//! The models of a collection: every file in a known format, in folders and in archives.
//!
//! Other files are not models. The `model.pnml` of an instance of the contest has the name of its folder, and
//! a file with several nets counts as several models. Archives are unpacked to a scratch folder, and their
//! models have names as if the archive were a folder. A file that cannot be read is also a model: its run
//! reports the error.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use sanderling_net::Source;
use sanderling_query::contest::Examination;
use sanderling_testkit::corpora::{Answer, KnownAnswers};

use super::archive;

const INSTANCE_FILE: &str = "model.pnml";
/// Maximum number of bytes that are read to detect the format.
const LONGEST_LOOK: u64 = 32 << 20;
/// Maximum number of bytes of a file that is searched for several nets.
const LONGEST_SCAN: usize = 4 << 20;

/// A model.
#[derive(Debug, Clone)]
pub(super) struct Model {
    /// The name under which its answers are known.
    pub(super) name: String,
    /// The file, or the unpacked file of an archive.
    pub(super) path: PathBuf,
    /// The id of the net, in a file with several nets.
    pub(super) net: Option<String>,
    /// The name of its format.
    pub(super) format: String,
    /// Why the model cannot be used, if it cannot.
    pub(super) trouble: Option<String>,
    /// The known number of states.
    pub(super) states: Option<u128>,
}

/// The models found in a collection.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) models: Vec<Model>,
    /// The number of files in no known format.
    pub(super) others: usize,
}

impl Found {
    /// Returns the models in a folder, or the one in a file, those with the fewest known states first. The
    /// path must be absolute, since its last part is a name. Archives are unpacked in `scratch`.
    pub(super) fn search(root: &Path, scratch: &Path, known: &KnownAnswers) -> Self {
        let mut found = Self::default();
        let mut search = Search { known, scratch, found: &mut found, archives: 0 };
        if root.is_dir() {
            let outer = root.file_name().unwrap_or_default().to_string_lossy().into_owned();
            search.folder(root, "", &outer);
        } else {
            let name = root.file_name().unwrap_or_default().to_string_lossy().into_owned();
            search.file(root, &name);
        }
        found.models.sort_by(|a, b| {
            let size = |model: &Model| model.states.unwrap_or(u128::MAX);
            (size(a), &a.name).cmp(&(size(b), &b.name))
        });
        found
    }
}

/// A search in progress.
struct Search<'a> {
    known: &'a KnownAnswers,
    scratch: &'a Path,
    found: &'a mut Found,
    archives: usize,
}

impl Search<'_> {
    /// Searches a folder and its subfolders. `within` is its path in the collection, and `outer` its name if
    /// that path is empty.
    fn folder(&mut self, folder: &Path, within: &str, outer: &str) {
        let mut open = vec![(folder.to_owned(), within.to_owned(), outer.to_owned())];
        while let Some((folder, within, name)) = open.pop() {
            let Ok(entries) = fs::read_dir(&folder) else {
                self.trouble(&folder, &within, "the folder cannot be read");
                continue;
            };
            let is_instance = self.is_instance(&folder, &name);
            let mut entries: Vec<_> = entries.flatten().collect();
            entries.sort_by_key(std::fs::DirEntry::file_name);
            for entry in entries {
                let file_name = entry.file_name().to_string_lossy().into_owned();
                // A symbolic link to a folder may lead back up.
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                let path = entry.path();
                let inner =
                    if within.is_empty() { file_name.clone() } else { format!("{within}/{file_name}") };
                if file_name.starts_with('.') {
                } else if is_folder {
                    open.push((path, inner, file_name));
                } else if is_instance && file_name == INSTANCE_FILE {
                    self.model(&path, &name);
                } else if path.is_file() {
                    self.file(&path, &inner);
                }
            }
        }
    }

    /// Handles a file that may be a model, an archive or neither. `within` is its path in the collection.
    fn file(&mut self, path: &Path, within: &str) {
        if !archive::is_archive(path) {
            return self.model(path, within);
        }
        self.archives += 1;
        let target = self.scratch.join(self.archives.to_string());
        match archive::unpack(path, &target) {
            Ok(()) => self.folder(&target, within, within),
            Err(error) => self.trouble(path, within, &error),
        }
    }

    /// Handles a file that may contain a model.
    fn model(&mut self, path: &Path, within: &str) {
        let text = match look_at(path) {
            Ok(text) => text,
            Err(error) => return self.trouble(path, within, &error),
        };
        let source = Source::of_file(path, text);
        let Ok(format) = sanderling_formats::choose(&source, None, OsStr::new("")) else {
            self.found.others += 1;
            return;
        };
        let nets = nets_of(&source);
        let name = self.known_name(within);
        for net in nets.iter().map(Some).chain(nets.is_empty().then_some(None)) {
            let name = net.map_or_else(|| name.clone(), |id| format!("{name}#{id}"));
            let states = match self.known.get(&name, "states") {
                Some(Answer::Count(states)) => Some(*states),
                _ => None,
            };
            self.found.models.push(Model {
                name,
                path: path.to_owned(),
                net: net.cloned(),
                format: format.name().to_owned(),
                trouble: None,
                states,
            });
        }
    }

    fn trouble(&mut self, path: &Path, within: &str, trouble: &str) {
        self.found.models.push(Model {
            name: within.to_owned(),
            path: path.to_owned(),
            net: None,
            format: String::new(),
            trouble: Some(trouble.to_owned()),
            states: None,
        });
    }

    /// Returns whether a folder is an instance of the contest: answers are known under its name, or property
    /// files are beside its model.
    fn is_instance(&self, folder: &Path, name: &str) -> bool {
        let has_questions = || {
            let mut files = Examination::ALL.into_iter().filter_map(Examination::property_file);
            files.any(|file| folder.join(file).is_file())
        };
        self.is_free(name) && (!self.known.all(name, "").is_empty() || has_questions())
    }

    /// Returns whether no model has this name yet.
    fn is_free(&self, name: &str) -> bool {
        self.found.models.iter().all(|model| model.name != name)
    }

    /// Returns the name under which answers about a file are known: the longest suffix of its path with
    /// answers, or else a known name that ends with its path. Without one, returns its path.
    fn known_name(&self, within: &str) -> String {
        let ends = std::iter::successors(Some(within), |path| Some(path.split_once('/')?.1));
        let known = ends.into_iter().find(|end| !self.known.all(end, "").is_empty());
        let above = || self.known.models().into_iter().find(|model| model.ends_with(&format!("/{within}")));
        known.or_else(above).filter(|name| self.is_free(name)).unwrap_or(within).to_owned()
    }
}

/// Reads the part of a file by which its format is detected.
fn look_at(path: &Path) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(LONGEST_LOOK).read_to_end(&mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

/// Returns the ids of the nets if there are several. A net without an id is identified by its position.
fn nets_of(source: &Source) -> Vec<String> {
    let is_net = |window: &&[u8]| *window == b"<net " || *window == b"<net>";
    let nets = |text: &[u8]| text.windows(5).filter(is_net).count();
    if source.bytes().len() > LONGEST_SCAN || nets(source.bytes()) < 2 {
        return Vec::new();
    }
    let Ok(format) = sanderling_formats::choose(source, None, OsStr::new("")) else { return Vec::new() };
    let Ok(parsed) = format.parse(source) else { return Vec::new() };
    let ids = parsed.nets.iter().enumerate().map(|(index, net)| match net.id.as_str() {
        "" => (index + 1).to_string(),
        id => id.to_owned(),
    });
    if parsed.nets.len() < 2 { Vec::new() } else { ids.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NET: &str = "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net id=\"a\" \
                       type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\"/></net></pnml>";

    #[test]
    fn models_are_found_named_and_ordered_and_other_files_are_counted() {
        let root = tempfile::tempdir().unwrap();
        let two = NET.replace("</net>", "</net><net id=\"b\" type=\"ptnet\"><page id=\"h\"/></net>");
        for (path, text) in [
            ("mcc/B-PT-2/model.pnml", NET),
            ("mcc/B-PT-2/OneSafe.xml", "<property-set/>"),
            ("mcc/A-PT-1/model.pnml", NET),
            ("e/x/1.net", NET),
            ("e/two.pnml", &two),
            ("e/broken.pnml", "garbage"),
            ("notes.txt", "garbage"),
            ("beem/m.1.dve", "process P { state a; init a; } system async;"),
            (".hidden.pnml", NET),
        ] {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let known = "model\tkind\tvalue\nA-PT-1\tstates\t20\nB-PT-2\tstates\t3\nm.1.dve\tstates\t7\n";
        let known = KnownAnswers::parse(known).unwrap();
        let found = Found::search(root.path(), root.path(), &known);
        let names: Vec<_> = found.models.iter().map(|model| model.name.as_str()).collect();
        assert_eq!(
            names,
            ["B-PT-2", "m.1.dve", "A-PT-1", "e/broken.pnml", "e/two.pnml#a", "e/two.pnml#b", "e/x/1.net"]
        );
        assert_eq!(found.others, 2);
        assert_eq!((found.models[1].format.as_str(), found.models[5].net.as_deref()), ("dve", Some("b")));
    }

    #[test]
    fn a_part_of_a_collection_has_the_same_names() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("editors/a")).unwrap();
        fs::write(root.path().join("editors/a/1.pnml"), NET).unwrap();
        let known = KnownAnswers::parse("model\tkind\tvalue\neditors/a/1.pnml\tstates\t1\n").unwrap();
        for folder in ["", "editors", "editors/a"] {
            let found = Found::search(&root.path().join(folder), root.path(), &known);
            assert_eq!(found.models[0].name, "editors/a/1.pnml", "{folder}");
        }
    }
}
