//! Every file of the editors' collection through the whole list of formats.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use sanderling_formats::choose;
use sanderling_net::Source;

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { &mut folders } else { &mut files }.push(path);
        }
    }
    files
}

#[test]
fn every_file_is_read_or_refused_by_an_error_with_a_place_and_a_remedy() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora/editors");
    if !folder.is_dir() {
        println!("skipped: there is no ../shared/corpora/editors");
        return;
    }
    let (mut read, mut refused, mut unrecognised) = (0, 0, 0);
    for path in files_below(&folder) {
        let name = path.display().to_string();
        let source = Source::new(&name, fs::read(&path).unwrap());
        let found = match choose(&source, None, OsStr::new("")).map(|choice| choice.parse(&source)) {
            Ok(Ok(parsed)) => {
                let is_empty =
                    parsed.nets.iter().all(|net| net.transitions.is_empty() && net.places.is_empty());
                let is_said = parsed.warnings.to_string().contains("no places and no transitions");
                assert!(!is_empty || is_said, "{name}");
                read += 1;
                continue;
            }
            Ok(Err(found)) => {
                refused += 1;
                found
            }
            Err(found) => {
                unrecognised += 1;
                assert!(found.iter().all(|error| error.help.is_some()), "{name}: {found}");
                found
            }
        };
        assert!(found.has_errors() && found.iter().any(|error| error.span.is_some()), "{name}: {found}");
    }
    println!("{read} read, {refused} refused, {unrecognised} of other formats");
    assert!(read >= 128 && read + refused + unrecognised >= 185);
}
