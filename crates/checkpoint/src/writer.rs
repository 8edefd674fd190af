//! A thread that writes checkpoints in the background of a search.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use serde_json::Value;

use crate::folder::Folder;
use crate::kept::KeptFiles;
use crate::log::Log;
use crate::manifest::{Extent, Manifest};
use crate::problem::Problem;

/// Maximum number of messages in the queue. When it is full, the sender waits for the disk.
const WAITING: usize = 64;

enum Message {
    Append(Arc<str>, Vec<u8>),
    /// Closes the current logs. Later checkpoints do not include them.
    Renew,
    /// Closes one log.
    Retire(Arc<str>),
    Commit(Value, KeptFiles),
}

/// A writer of logs and checkpoints into a folder. Everything is written in the order in which it is handed over.
///
/// If something cannot be written, the newest checkpoint stays, nothing more is written, and [`Writer::problem`]
/// returns the reason.
#[derive(Debug)]
pub struct Writer {
    messages: Option<SyncSender<Message>>,
    thread: Option<JoinHandle<Folder>>,
    status: Arc<(Mutex<Status>, Condvar)>,
}

/// The status of the thread.
#[derive(Debug, Default)]
struct Status {
    problem: Option<Problem>,
    /// The number of checkpoints written, and the number requested.
    written: u64,
    requested: u64,
}

impl Writer {
    /// Starts to write into a folder. If the search was resumed from a checkpoint, writing continues after it.
    ///
    /// # Errors
    /// If its logs cannot be opened.
    pub fn start(folder: Folder, resumed: Option<&Manifest>) -> Result<Self, Problem> {
        let mut disk = OnDisk {
            number: resumed.map_or(0, |manifest| manifest.number),
            counted: resumed.map_or_else(BTreeMap::new, |manifest| manifest.logs.clone()),
            files: resumed.map_or_else(BTreeMap::new, |manifest| manifest.files.clone()),
            folder,
            logs: BTreeMap::new(),
        };
        disk.forget_later()?;
        for (name, &extent) in &disk.counted {
            disk.logs.insert(name.as_str().into(), Log::open(&disk.folder.path_of_log(name), extent)?);
        }
        let (messages, received) = sync_channel(WAITING);
        let status = Arc::new((Mutex::new(Status::default()), Condvar::new()));
        let shared = Arc::clone(&status);
        let thread = std::thread::Builder::new().name("checkpoints".into());
        let path = disk.folder.path().to_owned();
        let thread = thread.spawn(move || disk.write(&received, &shared));
        let thread = thread.map_err(|error| Problem::io(&path, "no thread can be started for it", &error))?;
        Ok(Self { messages: Some(messages), thread: Some(thread), status })
    }

    /// Appends a block to a log, and creates the log if necessary. Returns once the block has been handed over.
    pub fn append(&self, log: &Arc<str>, bytes: Vec<u8>) {
        self.send(Message::Append(Arc::clone(log), bytes));
    }

    /// Excludes all current logs from later checkpoints.
    pub fn renew(&self) {
        self.send(Message::Renew);
    }

    /// Excludes this log from later checkpoints.
    pub fn retire(&self, log: &Arc<str>) {
        self.send(Message::Retire(Arc::clone(log)));
    }

    /// Makes a checkpoint of everything handed over so far, and of these files.
    pub fn commit(&self, content: Value, files: KeptFiles) {
        self.with_status(|status| status.requested += 1);
        self.send(Message::Commit(content, files));
    }

    /// Returns the reason why writing has stopped, if it has.
    #[must_use]
    pub fn problem(&self) -> Option<Problem> {
        self.with_status(|status| status.problem.clone())
    }

    /// Whether a requested checkpoint has not been written yet.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.with_status(|status| status.requested > status.written && status.problem.is_none())
    }

    /// Waits until every requested checkpoint is written, or writing fails.
    pub fn wait(&self) {
        let (status, has_changed) = &*self.status;
        let status = status.lock().unwrap_or_else(PoisonError::into_inner);
        let is_behind = |status: &mut Status| status.requested > status.written && status.problem.is_none();
        drop(has_changed.wait_while(status, is_behind).unwrap_or_else(PoisonError::into_inner));
    }

    /// Waits until everything is written, and returns the folder.
    ///
    /// # Errors
    /// If something could not be written.
    pub fn finish(mut self) -> Result<Folder, Problem> {
        let folder = self.end().expect("it has not ended before");
        self.problem().map_or(Ok(folder), Err)
    }

    fn end(&mut self) -> Option<Folder> {
        drop(self.messages.take());
        self.thread.take().map(|thread| thread.join().expect("writing does not panic"))
    }

    fn with_status<T>(&self, of: impl FnOnce(&mut Status) -> T) -> T {
        of(&mut self.status.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn send(&self, message: Message) {
        if let Some(messages) = &self.messages {
            // The thread receives all messages until the end, even after a failure.
            let _ = messages.send(message);
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.end();
    }
}

/// The contents of the folder.
struct OnDisk {
    folder: Folder,
    /// The number of the newest checkpoint, and the part of each log that it includes.
    number: u64,
    counted: BTreeMap<String, Extent>,
    /// The number of bytes that it includes of each file of the caller.
    files: BTreeMap<u64, u64>,
    /// The logs that are being written.
    logs: BTreeMap<Arc<str>, Log>,
}

impl OnDisk {
    fn write(
        mut self,
        messages: &Receiver<Message>,
        (status, has_changed): &(Mutex<Status>, Condvar),
    ) -> Folder {
        let mut has_failed = false;
        for message in messages {
            if has_failed {
                continue;
            }
            let is_commit = matches!(message, Message::Commit(..));
            let done = self.take(message);
            let mut status = status.lock().unwrap_or_else(PoisonError::into_inner);
            has_failed = done.is_err();
            status.problem = done.err();
            status.written += u64::from(is_commit && !has_failed);
            has_changed.notify_all();
        }
        self.folder
    }

    fn take(&mut self, message: Message) -> Result<(), Problem> {
        match message {
            Message::Append(log, bytes) => {
                if !self.logs.contains_key(&log) {
                    let path = self.folder.path_of_log(&log);
                    self.logs.insert(Arc::clone(&log), Log::open(&path, Extent::default())?);
                }
                self.logs.get_mut(&log).expect("it is there").append(&bytes)
            }
            Message::Renew => {
                self.logs.clear();
                Ok(())
            }
            Message::Retire(log) => {
                self.logs.remove(&log);
                Ok(())
            }
            Message::Commit(content, files) => self.commit(content, &files),
        }
    }

    /// Writes a checkpoint. The data comes first, then the manifest, then its final name. Only then is the checkpoint
    /// before the last one removed.
    fn commit(&mut self, content: Value, kept: &KeptFiles) -> Result<(), Problem> {
        self.logs.values().try_for_each(Log::sync)?;
        kept.files.iter().try_for_each(|file| file.sync(self.folder.path()))?;
        self.folder.sync()?;
        let extents: BTreeMap<String, Extent> =
            self.logs.iter().map(|(name, log)| (name.to_string(), log.extent)).collect();
        let files: BTreeMap<u64, u64> = kept.files.iter().map(|file| (file.number, file.bytes)).collect();
        let manifest = Manifest::new(self.number + 1, (extents.clone(), files.clone()), content);
        let path = self.folder.path_of_manifest(manifest.number);
        self.write_manifest(&path, &manifest)?;
        let before = std::mem::replace(&mut self.counted, extents);
        let files_before = std::mem::replace(&mut self.files, files);
        self.number = manifest.number;
        for old in self.folder.numbers()?.into_iter().filter(|number| number + 1 < self.number) {
            self.folder.remove(&self.folder.path_of_manifest(old))?;
        }
        let is_needed = |log: &str| self.counted.contains_key(log) || before.contains_key(log);
        self.folder.remove_logs_but(is_needed)?;
        let counts = |number: &u64| self.files.contains_key(number) || files_before.contains_key(number);
        self.folder.remove_kept_but(|number| number >= kept.next || counts(&number))
    }

    fn write_manifest(&self, path: &PathBuf, manifest: &Manifest) -> Result<(), Problem> {
        let beside = path.with_extension("json.new");
        let written = fs::File::create(&beside).and_then(|mut file| {
            file.write_all(manifest.written().as_bytes())?;
            file.sync_all()
        });
        written.map_err(|error| Problem::io(&beside, "it cannot be written", &error))?;
        fs::rename(&beside, path).map_err(|error| Problem::io(path, "it cannot be written", &error))?;
        self.folder.sync()
    }

    /// Removes the checkpoints after the one from which the search was resumed.
    fn forget_later(&self) -> Result<(), Problem> {
        let later = self.folder.numbers()?.into_iter().filter(|&number| number > self.number);
        for number in later.collect::<Vec<_>>() {
            self.folder.remove(&self.folder.path_of_manifest(number))?;
        }
        self.folder.sync()
    }
}
