//! What comes back from folders of checkpoints, and what is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sanderling_checkpoint::{Blocks, Folder, KeptFiles, Problem, Which, Writer};
use serde_json::json;

/// A folder that is gone at the end, and the one in it that is used.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let parent = tempfile::tempdir().expect("there is room for a folder");
    let path = parent.path().join("checkpoints");
    (parent, path)
}

fn block(number: u64) -> Vec<u8> {
    (0..number * 37 % 500).map(|at| (at * number) as u8).collect()
}

/// Appends some blocks to two logs, and commits.
fn write(writer: &Writer, blocks: std::ops::Range<u64>) {
    let (states, nodes): (Arc<str>, Arc<str>) = ("states-0".into(), "nodes-0".into());
    for number in blocks.clone() {
        writer.append(&states, block(number));
        if number % 3 == 0 {
            writer.append(&nodes, block(number + 1000));
        }
    }
    writer.commit(json!({ "end": blocks.end }), KeptFiles::default());
}

fn written(path: &Path, ends: &[u64]) {
    let writer =
        Writer::start(Folder::create(path).expect("it can be made"), None).expect("it can be opened");
    let mut start = 0;
    for &end in ends {
        write(&writer, start..end);
        start = end;
    }
    writer.finish().expect("it can be written");
}

fn all(mut blocks: Blocks) -> Result<Vec<Vec<u8>>, Problem> {
    let mut all = Vec::new();
    while let Some(block) = blocks.next_block()? {
        all.push(block.to_vec());
    }
    Ok(all)
}

/// Returns the content of a checkpoint, after checking that its logs are unchanged.
fn read(folder: &Folder, which: Which) -> Result<u64, Problem> {
    let manifest = folder.manifest(which)?;
    let end = manifest.content["end"].as_u64().expect("it is a number");
    let (states, nodes) = (folder.blocks(&manifest, "states-0")?, folder.blocks(&manifest, "nodes-0")?);
    assert_eq!(all(states)?, (0..end).map(block).collect::<Vec<_>>());
    assert_eq!(all(nodes)?, (0..end).step_by(3).map(|number| block(number + 1000)).collect::<Vec<_>>());
    Ok(end)
}

#[test]
fn the_last_two_checkpoints_come_back() {
    let (_parent, path) = folder();
    written(&path, &[5, 9, 9, 20]);
    let folder = Folder::open(&path).expect("it is there");
    assert_eq!((read(&folder, Which::Newest), read(&folder, Which::Earlier)), (Ok(20), Ok(9)));
    assert!(!path.join("checkpoint-2.json").exists());
}

#[test]
fn a_search_resumes_from_either_checkpoint() {
    for which in [Which::Newest, Which::Earlier] {
        let (_parent, path) = folder();
        written(&path, &[5, 9]);
        // The log of a process that was killed.
        let mut bytes = fs::read(path.join("states-0.log")).expect("it is there");
        bytes.extend([1, 2, 3]);
        fs::write(path.join("states-0.log"), bytes).expect("it can be written");
        let folder = Folder::open(&path).expect("it is there");
        let end = read(&folder, which).expect("it is whole");
        let manifest = folder.manifest(which).expect("it is whole");
        let writer = Writer::start(folder, Some(&manifest)).expect("it can be opened");
        write(&writer, end..end + 7);
        let folder = writer.finish().expect("it can be written");
        assert_eq!((read(&folder, Which::Newest), read(&folder, Which::Earlier)), (Ok(end + 7), Ok(end)));
    }
}

#[test]
fn logs_without_a_checkpoint_are_removed() {
    let (_parent, path) = folder();
    let writer =
        Writer::start(Folder::create(&path).expect("it can be made"), None).expect("it can be opened");
    write(&writer, 0..3);
    writer.renew();
    for number in 1..4_u64 {
        writer.append(&"states-1".into(), block(number));
        writer.commit(json!({ "end": number }), KeptFiles::default());
    }
    writer.finish().expect("it can be written");
    assert!(path.join("states-1.log").exists() && !path.join("states-0.log").exists());
}

#[test]
fn a_folder_is_used_once_at_a_time_and_not_begun_twice() {
    let (_parent, path) = folder();
    let folder = Folder::create(&path).expect("it can be made");
    assert!(matches!(Folder::open(&path), Err(Problem::InUse(_))));
    assert!(matches!(Folder::create(&path), Err(Problem::InUse(_))));
    assert!(matches!(folder.manifest(Which::Newest), Err(Problem::Nothing(_))));
    drop(folder);
    written(&path, &[5]);
    assert!(matches!(Folder::create(&path), Err(Problem::Occupied(_))));
    assert!(matches!(Folder::look(&path).manifest(Which::Earlier), Err(Problem::Nothing(_))));
    assert!(matches!(Folder::open(&path.join("elsewhere")), Err(Problem::NoFolder(_))));
}

#[test]
fn a_bit_that_has_changed_and_a_file_that_was_cut_are_found() {
    let (_parent, path) = folder();
    written(&path, &[4, 8]);
    let folder = Folder::open(&path).expect("it is there");
    for name in ["states-0.log", "nodes-0.log", "checkpoint-2.json"] {
        let file = path.join(name);
        let whole = fs::read(&file).expect("it is there");
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1 << (at % 8);
            fs::write(&file, changed).expect("it can be written");
            assert!(matches!(read(&folder, Which::Newest), Err(Problem::Damaged { .. })), "{name} {at}");
            fs::write(&file, &whole[..at]).expect("it can be written");
            assert!(matches!(read(&folder, Which::Newest), Err(Problem::Damaged { .. })), "{name} {at}");
        }
        fs::write(&file, whole).expect("it can be written");
        assert_eq!(read(&folder, Which::Newest), Ok(8));
    }
}

#[test]
fn blocks_in_each_others_place_are_found() {
    let (_parent, path) = folder();
    let writer =
        Writer::start(Folder::create(&path).expect("it can be made"), None).expect("it can be opened");
    let log: Arc<str> = "states-0".into();
    writer.append(&log, vec![1; 8]);
    writer.append(&log, vec![2; 8]);
    writer.commit(json!(null), KeptFiles::default());
    let folder = writer.finish().expect("it can be written");
    let file = path.join("states-0.log");
    let bytes = fs::read(&file).expect("it is there");
    let (first, second) = bytes.split_at(bytes.len() / 2);
    fs::write(&file, [second, first].concat()).expect("it can be written");
    let manifest = folder.manifest(Which::Newest).expect("it is whole");
    let blocks = folder.blocks(&manifest, "states-0").expect("it is there");
    assert!(matches!(all(blocks), Err(Problem::Damaged { .. })));
}

#[test]
fn a_failed_write_is_reported_and_the_last_checkpoint_stays() {
    let (_parent, path) = folder();
    written(&path, &[4]);
    let folder = Folder::open(&path).expect("it is there");
    let manifest = folder.manifest(Which::Newest).expect("it is whole");
    let writer = Writer::start(folder, Some(&manifest)).expect("it can be opened");
    // A folder where the log is to be.
    fs::create_dir(path.join("more.log")).expect("it can be made");
    writer.append(&"more".into(), vec![0; 10]);
    writer.commit(json!({ "end": 99 }), KeptFiles::default());
    assert!(matches!(writer.finish(), Err(Problem::Io { .. })));
    let folder = Folder::open(&path).expect("it is there");
    assert_eq!(read(&folder, Which::Newest), Ok(4));
}

#[test]
fn a_folder_that_is_removed_ends_the_checkpoints() {
    let (_parent, path) = folder();
    let writer =
        Writer::start(Folder::create(&path).expect("it can be made"), None).expect("it can be opened");
    write(&writer, 0..3);
    while writer.is_behind() {
        std::thread::yield_now();
    }
    fs::remove_dir_all(&path).expect("it can be removed");
    write(&writer, 3..6);
    assert!(matches!(writer.finish(), Err(Problem::Io { .. })));
}

#[test]
fn a_log_that_is_retired_counts_for_the_checkpoints_before_and_then_goes() {
    let (_parent, path) = folder();
    let writer =
        Writer::start(Folder::create(&path).expect("it can be made"), None).expect("it can be opened");
    let name = |number: u64| -> Arc<str> { format!("standing-{number}").into() };
    for number in 0..4 {
        if number > 0 {
            writer.retire(&name(number - 1));
        }
        writer.append(&name(number), block(number + 5));
        writer.append(&"states-0".into(), block(number));
        writer.commit(json!({}), KeptFiles::default());
    }
    let folder = writer.finish().expect("it can be written");
    for (which, number) in [(Which::Newest, 3), (Which::Earlier, 2)] {
        let manifest = folder.manifest(which).expect("it is there");
        assert_eq!(manifest.logs.len(), 2);
        let blocks = |log: &str| all(folder.blocks(&manifest, log).expect("it is there"));
        assert_eq!(blocks(&name(number)), Ok(vec![block(number + 5)]));
        assert_eq!(blocks("states-0"), Ok((0..=number).map(block).collect()));
    }
    assert!(!path.join("standing-1.log").exists() && path.join("standing-2.log").exists());
}
