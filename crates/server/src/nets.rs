//! The loaded nets.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sanderling::describe_diagnostic;
use sanderling_formats::{NotRead, Reading};
use sanderling_net::{Diagnostics, Net, Source};
use sanderling_session::{Opened, Origin};

use crate::edit::edited;
use crate::message::{Code, Refusal};
use crate::pending::cancelled;
use crate::protocol::{Edit, Edits, Kind, Load, Loaded};

/// Maximum size of a file in bytes.
const LARGEST_FILE: u64 = 1 << 30;
/// Maximum size in bytes of a file or text that is read while the client waits.
const SMALL_FILE: u64 = 1 << 20;
/// Maximum number of loaded nets.
const MAX_NETS: usize = 1000;

/// The nets by their assigned names. All threads share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Nets(Arc<Mutex<Named>>);

#[derive(Debug, Default)]
struct Named {
    nets: HashMap<String, Arc<Entry>>,
    given: u64,
}

/// A loaded net.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) net: Arc<Net>,
    /// Version of the net: 1 when it is loaded, and increased by each edit.
    pub(crate) version: u64,
    /// The text of the file when it was loaded.
    pub(crate) source: Arc<Source>,
    /// The description of the file, for reports.
    pub(crate) origin: Origin,
}

impl Nets {
    /// Reads a net and assigns it a name, unless the request was cancelled.
    pub(crate) fn load(&self, load: &Load, is_cancelled: &dyn Fn() -> bool) -> Result<Loaded, Refusal> {
        Self::check_room(&self.named())?;
        self.add(read(load)?, is_cancelled)
    }

    /// Assigns a net a name, unless the request was cancelled.
    pub(crate) fn add(&self, entry: Entry, is_cancelled: &dyn Fn() -> bool) -> Result<Loaded, Refusal> {
        let mut named = self.named();
        Self::check_room(&named)?;
        if is_cancelled() {
            return Err(cancelled());
        }
        named.given += 1;
        let name = format!("net{}", named.given);
        let loaded = entry.describe(name.clone());
        named.nets.insert(name, Arc::new(entry));
        Ok(loaded)
    }

    fn check_room(named: &Named) -> Result<(), Refusal> {
        if named.nets.len() < MAX_NETS {
            return Ok(());
        }
        let message = format!("{MAX_NETS} nets are loaded: unload some with net/unload");
        Err(Refusal::new(Code::BadNet, message))
    }

    /// Returns the net with this name.
    pub(crate) fn get(&self, name: &str) -> Result<Arc<Entry>, Refusal> {
        self.named().nets.get(name).cloned().ok_or_else(|| unknown(name))
    }

    /// Edits a net. Running analyses continue with the earlier version.
    pub(crate) fn edit(&self, edits: &Edits) -> Result<Loaded, Refusal> {
        let before = self.get(&edits.net)?;
        let after = edited_entry(&before, &edits.edits)?;
        let loaded = after.describe(edits.net.clone());
        self.named().nets.insert(edits.net.clone(), Arc::new(after));
        Ok(loaded)
    }

    /// Forgets a net. Running analyses of it continue.
    pub(crate) fn unload(&self, name: &str) -> Result<(), Refusal> {
        let entry = self.named().nets.remove(name);
        entry.map(drop).ok_or_else(|| unknown(name))
    }

    fn named(&self) -> MutexGuard<'_, Named> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    /// Adds to a refusal the diagnostics about the net, with their positions in its file.
    pub(crate) fn refused(&self, refusal: Refusal, found: &Diagnostics) -> Refusal {
        refusal.with(found, Some(&self.source.shown()))
    }

    fn describe(&self, name: String) -> Loaded {
        let net = &self.net;
        Loaded {
            net: name,
            net_version: self.version,
            id: net.id.clone(),
            name: net.name.clone(),
            format: self.origin.format.clone(),
            kind: kind(net),
            places: net.places.len(),
            transitions: net.transitions.len(),
            arcs: net.arcs.len(),
            warnings: self.origin.warnings.clone(),
        }
    }
}

/// Returns the net after some edits, with its new description.
fn edited_entry(before: &Entry, edits: &[Edit]) -> Result<Entry, Refusal> {
    let kind = match kind(&before.net) {
        Kind::PlaceTransition => None,
        Kind::Coloured => Some("has colours"),
        Kind::Program => Some("is a program"),
    };
    if let Some(kind) = kind {
        let message = format!(
            "`net/edit` is for place/transition nets, and this one {kind}: change its text, and load that with net/load"
        );
        return Err(Refusal::new(Code::WrongKind, message));
    }
    let (net, found) = edited(&before.net, edits)?;
    let warnings = found.iter().map(|one| describe_diagnostic(one, None)).collect();
    let origin = Origin { warnings, ..before.origin.clone() };
    Ok(Entry { net: Arc::new(net), version: before.version + 1, origin, ..before.clone() })
}

/// Whether reading a net may take longer than a client should wait. This holds for large nets, and for those that an
/// external converter may have to read.
pub(crate) fn is_long(load: &Load) -> bool {
    let text = load.text.as_ref().map_or(0, |text| text.len() as u64);
    let Ok(Some(path)) = load.path() else { return text > SMALL_FILE };
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_built_in = match &load.format {
        Some(format) => sanderling_formats::by_name(format).is_some(),
        None => sanderling_formats::by_extension(extension).is_some(),
    };
    !is_built_in || std::fs::metadata(path).is_ok_and(|it| it.len() > SMALL_FILE)
}

fn read(load: &Load) -> Result<Entry, Refusal> {
    let source = source(load)?.with_definitions(load.define.clone());
    let reading = Reading {
        format: load.format.clone(),
        net: load.net.clone(),
        untimed: load.untimed,
        differences: load.difference.map(Into::into),
        semantics: load.dve_semantics.map(Into::into).unwrap_or_default(),
    };
    let opened = Opened::read(&source, &reading, load.text.is_none()).map_err(|problem| {
        let refusal = Refusal::new(Code::BadNet, problem.message(source.name(), "net"));
        match problem {
            NotRead::Refused(found) => refusal.with(&found, Some(&source.shown())),
            NotRead::NeedsFile { .. } | NotRead::NotChosen { .. } => refusal,
        }
    })?;
    let Opened { net, origin, .. } = opened;
    Ok(Entry { net: Arc::new(net), version: 1, source: Arc::new(source), origin })
}

fn unknown(name: &str) -> Refusal {
    Refusal::new(Code::UnknownNet, format!("there is no net `{name}`: load it with net/load"))
}

fn source(load: &Load) -> Result<Source, Refusal> {
    let invalid = |message: &str| Refusal::new(Code::InvalidParams, message);
    let path = load.path().map_err(|message| invalid(&message))?;
    match (path, &load.text) {
        (Some(_), Some(_)) | (None, None) => Err(invalid("give either `uri` or `text`")),
        (None, Some(text)) => Ok(Source::new(load.name.as_deref().unwrap_or("text"), text.as_bytes())),
        (Some(path), None) => {
            let about = |message: &dyn std::fmt::Display| {
                Refusal::new(Code::BadNet, format!("`{}`: {message}", path.display()))
            };
            // A pipe or device may never end, or may carry the client's own messages.
            let is_file = std::fs::metadata(&path).map_err(|error| about(&error))?.is_file();
            if !is_file {
                return Err(about(&"only files can be read: send other texts as `text`"));
            }
            let file = File::open(&path).map_err(|error| about(&error))?;
            let mut bytes = Vec::new();
            let read = file.take(LARGEST_FILE + 1).read_to_end(&mut bytes);
            if read.map_err(|error| about(&error))? as u64 > LARGEST_FILE {
                return Err(about(&"the file is too large"));
            }
            Ok(Source::of_file(&path, bytes))
        }
    }
}

fn kind(net: &Net) -> Kind {
    if net.program.is_some() {
        Kind::Program
    } else if net.is_place_transition() {
        Kind::PlaceTransition
    } else {
        Kind::Coloured
    }
}
