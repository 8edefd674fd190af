//! The nets that are loaded, each with its token game.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use sanderling::tell_diagnostic;
use sanderling_formats::Semantics;
use sanderling_net::{Net, Source};

use crate::message::{Code, Refusal};
use crate::protocol::{DveSemantics, Kind, Load, Loaded};
use crate::simulation::Simulation;

/// A larger file is refused.
const LARGEST_FILE: u64 = 1 << 30;
/// As many nets may be loaded at a time.
const MOST_NETS: usize = 1000;

/// The nets by the names that they have been given.
#[derive(Debug, Default)]
pub(crate) struct Nets {
    nets: HashMap<String, Entry>,
    given: u64,
}

/// A net.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) net: Arc<Net>,
    /// The file as the client named it, its format, and what there is to say of it.
    pub(crate) file: String,
    pub(crate) format: String,
    pub(crate) warnings: Vec<sanderling_report::Diagnostic>,
    /// The token game, once one has been begun.
    pub(crate) simulation: Option<Simulation>,
}

impl Nets {
    /// Reads a net.
    pub(crate) fn load(&mut self, load: &Load) -> Result<Loaded, Refusal> {
        if self.nets.len() >= MOST_NETS {
            let message = format!("{MOST_NETS} nets are loaded: unload some with net/unload");
            return Err(Refusal::new(Code::BadNet, message));
        }
        let source = source(load)?;
        let refused = |found: &sanderling_net::Diagnostics| {
            let message = format!("`{}` cannot be read", source.name());
            Refusal::new(Code::BadNet, message).with(found)
        };
        let choice = sanderling_formats::choose(&source, load.format.as_deref(), OsStr::new(""))
            .map_err(|found| refused(&found))?;
        let choice = match load.dve_semantics {
            Some(DveSemantics::Divine2) => sanderling_formats::with_semantics(choice, Semantics::Divine2),
            Some(DveSemantics::Ltsmin) | None => choice,
        };
        let parsed = choice.parse(&source).map_err(|found| refused(&found))?;
        let net = chosen(parsed.nets, load.net.as_deref())?;
        self.given += 1;
        let name = format!("net{}", self.given);
        let warnings: Vec<_> = parsed.warnings.iter().map(tell_diagnostic).collect();
        let loaded = Loaded {
            net: name.clone(),
            id: net.id.clone(),
            name: net.name.clone(),
            format: choice.name().to_owned(),
            kind: kind(&net),
            places: net.places.len(),
            transitions: net.transitions.len(),
            arcs: net.arcs.len(),
            warnings: warnings.clone(),
        };
        let entry = Entry {
            net: Arc::new(net),
            file: source.name().to_owned(),
            format: loaded.format.clone(),
            warnings,
            simulation: None,
        };
        self.nets.insert(name, entry);
        Ok(loaded)
    }

    /// The net with this name.
    pub(crate) fn get(&mut self, name: &str) -> Result<&mut Entry, Refusal> {
        self.nets.get_mut(name).ok_or_else(|| unknown(name))
    }

    /// Forgets a net. Analyses of it go on.
    pub(crate) fn unload(&mut self, name: &str) -> Result<(), Refusal> {
        self.nets.remove(name).map(drop).ok_or_else(|| unknown(name))
    }
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
            let file = File::open(&path).map_err(|error| about(&error))?;
            let mut bytes = Vec::new();
            let read = file.take(LARGEST_FILE + 1).read_to_end(&mut bytes);
            if read.map_err(|error| about(&error))? as u64 > LARGEST_FILE {
                return Err(about(&"the file is too large"));
            }
            Ok(Source::new(path.to_string_lossy(), bytes))
        }
    }
}

fn chosen(mut nets: Vec<Net>, which: Option<&str>) -> Result<Net, Refusal> {
    let ids = || nets.iter().map(|net| net.id.as_str()).take(20).collect::<Vec<_>>().join(", ");
    let index = match which {
        None if nets.len() == 1 => Some(0),
        None => {
            let message = format!("the file holds {} nets: name one with `net` ({})", nets.len(), ids());
            return Err(Refusal::new(Code::BadNet, message));
        }
        Some(which) => {
            let by_position = || which.parse::<usize>().ok()?.checked_sub(1).filter(|&i| i < nets.len());
            nets.iter().position(|net| net.id == which).or_else(by_position)
        }
    };
    match index {
        Some(index) => Ok(nets.swap_remove(index)),
        None => {
            let message = format!("no net `{}` in the file; it has {}", which.unwrap_or_default(), ids());
            Err(Refusal::new(Code::BadNet, message))
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
