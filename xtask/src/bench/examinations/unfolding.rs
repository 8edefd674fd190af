//! How large a coloured instance becomes when it is unfolded, and how long that takes.

use std::fmt;
use std::path::Path;
use std::process::Command;

use serde::{Deserialize, Serialize};

use super::name_of;
use super::run::Limits;
use crate::apart::run;

/// An instance and its unfolding.
#[derive(Debug, Serialize)]
pub(super) struct Unfolded {
    instance: String,
    /// `None` where it was not made within the limits.
    size: Option<Size>,
}

/// What the program tells of it.
#[derive(Debug, Serialize, Deserialize)]
struct Size {
    places: u64,
    transitions: u64,
    arcs: u64,
    time_s: f64,
}

/// What is read of the description of a net.
#[derive(Deserialize)]
struct Description {
    unfolding: Option<Size>,
}

/// Unfolds an instance; `None` where it has no colours.
pub(super) fn measure(program: &Path, instance: &Path, limits: &Limits) -> Option<Unfolded> {
    let mut command = Command::new(program);
    command.arg("info").arg(instance.join("model.pnml")).args(["--format", "json"]);
    let told = run(&mut command, Some(limits.time));
    let description: Option<Description> =
        told.ok().and_then(|(_, told, _)| serde_json::from_str(&told).ok());
    let size = match description {
        Some(description) => Some(description.unfolding?),
        None => None,
    };
    Some(Unfolded { instance: name_of(instance), size })
}

impl fmt::Display for Unfolded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.size {
            None => write!(f, "{:32} not within the limits", self.instance),
            Some(Size { places, transitions, arcs, time_s }) => {
                write!(f, "{:32} {places:>9} {transitions:>11} {arcs:>10} {time_s:>6.2} s", self.instance)
            }
        }
    }
}
