//! A manifest: the content of a checkpoint, and the valid part of each log.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::problem::Problem;

/// The version of the files. Any change to their contents, in any crate, must increment it.
const VERSION: u64 = 3;

/// The manifest of a checkpoint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the files.
    sanderling_checkpoint: u64,
    /// The number of the checkpoint. Numbers start from 1 and continue after resuming.
    pub number: u64,
    /// The valid part of each log, by name.
    pub logs: BTreeMap<String, Extent>,
    /// The number of valid bytes of each file that the caller writes itself, by number.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<u64, u64>,
    /// The content, which the caller determines.
    pub content: Value,
}

/// The valid part of a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Extent {
    /// The number of valid bytes.
    pub bytes: u64,
    /// The number of valid blocks.
    pub blocks: u64,
}

impl Manifest {
    pub(crate) fn new(
        number: u64,
        (logs, files): (BTreeMap<String, Extent>, BTreeMap<u64, u64>),
        content: Value,
    ) -> Self {
        Self { sanderling_checkpoint: VERSION, number, logs, files, content }
    }

    /// Returns a line of JSON, followed by a line with its checksum.
    pub(crate) fn written(&self) -> String {
        let line = serde_json::to_string(self).expect("a manifest has no key but texts");
        let checksum = crc32fast::hash(line.as_bytes());
        format!("{line}\n{checksum:08x}\n")
    }

    pub(crate) fn read(path: &Path, text: &str) -> Result<Self, Problem> {
        let (line, checksum) = text.split_once('\n').unwrap_or((text, ""));
        let is_whole =
            checksum.strip_suffix('\n') == Some(format!("{:08x}", crc32fast::hash(line.as_bytes())).as_str());
        if !is_whole {
            return Err(Problem::damaged(path, "its checksum is another one"));
        }
        let versioned: Versioned =
            serde_json::from_str(line).map_err(|error| Problem::damaged(path, error.to_string()))?;
        if versioned.sanderling_checkpoint != VERSION {
            let (path, found) = (path.to_owned(), versioned.sanderling_checkpoint);
            return Err(Problem::Version { path, found, known: VERSION });
        }
        serde_json::from_str(line).map_err(|error| Problem::damaged(path, error.to_string()))
    }
}

/// The part that manifests of all versions have in common.
#[derive(Deserialize)]
struct Versioned {
    sanderling_checkpoint: u64,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_manifest_reads_back_and_every_change_is_detected() {
        let logs = BTreeMap::from([("states-0".to_owned(), Extent { bytes: 700, blocks: 3 })]);
        let files = BTreeMap::from([(3, 1 << 40)]);
        let manifest = Manifest::new(7, (logs, files), json!({ "states": [1, 2, 3], "name": "a\nb" }));
        let (path, text) = (Path::new("checkpoint-7.json"), manifest.written());
        assert_eq!(Manifest::read(path, &text), Ok(manifest));
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let changed = String::from_utf8(bytes).expect("a bit of ASCII");
            assert!(matches!(Manifest::read(path, &changed), Err(Problem::Damaged { .. })), "{at}");
            assert!(matches!(Manifest::read(path, &text[..at]), Err(Problem::Damaged { .. })), "{at}");
        }
    }

    #[test]
    fn another_version_is_named() {
        let line = r#"{"sanderling_checkpoint":99,"anything":"else"}"#;
        let text = format!("{line}\n{:08x}\n", crc32fast::hash(line.as_bytes()));
        let read = Manifest::read(Path::new("checkpoint-1.json"), &text);
        assert!(matches!(read, Err(Problem::Version { found: 99, known: VERSION, .. })));
    }
}
