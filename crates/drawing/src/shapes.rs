//! The drawing of a net as data: nodes, arcs, and the processes of a program.
//!
//! The position of a node is its centre. The y axis points down.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The answer to `net/drawing`: the nodes of a net, where the file draws them, or laid out where it does not.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Drawing {
    /// How wide the drawing is, from 0.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// Whether there are too many nodes to be drawn. Then they have no positions, and there are no arcs.
    pub is_too_large: bool,
    /// Whether all positions are those of the file, but for scale.
    pub is_from_file: bool,
    /// The places. Those of a program are there, too, in the order of the file.
    pub places: Vec<Node>,
    /// The transitions.
    pub transitions: Vec<Node>,
    /// The arcs of a net. Of a program there are none: it has processes.
    pub arcs: Vec<Line>,
    /// The processes of a program.
    pub processes: Vec<Automaton>,
    /// The places that are variables of all processes of a program, and its channels, by id.
    pub variables: Vec<String>,
}

/// A place or a transition.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Node {
    /// Its id in the file.
    pub id: String,
    /// Its name, where it has one that differs from its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
    /// A place's sort or a transition's guard, in words, in a coloured net.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The most tokens that a place may hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity: Option<String>,
}

/// An arc.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Line {
    /// Its place, by id.
    pub place: String,
    /// Its transition, by id.
    pub transition: String,
    /// What it does.
    pub kind: Kinds,
    /// The weight where it is not 1, or the inscription.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The points between its ends, x and y, from its source.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bends: Vec<[f64; 2]>,
}

/// What an arc does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kinds {
    /// An arc that takes tokens.
    Input,
    /// An arc that puts tokens.
    Output,
    /// An arc that forbids tokens.
    Inhibitor,
    /// An arc that needs tokens and leaves them.
    Read,
    /// An arc that empties the place.
    Reset,
}

/// A process as an automaton.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Automaton {
    /// Its name.
    pub name: String,
    /// The place that holds its location, by id.
    pub place: String,
    /// Its left side.
    pub x: f64,
    /// Its upper side.
    pub y: f64,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// Its locations.
    pub locations: Vec<Location>,
    /// Its transitions.
    pub steps: Vec<ProcessStep>,
    /// The places that are its own variables, by id.
    pub variables: Vec<String>,
}

impl Automaton {
    /// Returns the positions in `locations` of the source and the target of a transition.
    pub(crate) fn ends(&self, step: &ProcessStep) -> (usize, usize) {
        let position = |name: &str| self.locations.iter().position(|location| location.name == name);
        let known = "a transition of a process leads from one of its locations to another";
        (position(&step.from).expect(known), position(&step.to).expect(known))
    }
}

/// A location of a process.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Location {
    /// Its name.
    pub name: String,
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
    /// Whether no other process may move there.
    pub is_committed: bool,
}

/// A transition of a process.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProcessStep {
    /// The location that it leaves, by name.
    pub from: String,
    /// The one that it enters, by name.
    pub to: String,
    /// Its line in the file.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// What has to hold for it, in words; with what the other side asks for, where both move together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guard: Option<String>,
    /// The communication, as written in the file, with that of the other process if both move together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub communication: Option<String>,
    /// The points between its ends, x and y.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bends: Vec<[f64; 2]>,
    /// The transitions of the net that are this one, alone or with another process, by id.
    pub events: Vec<String>,
}

/// The answer to `net/groups`: the nodes of a large net in groups, which are laid out.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Groups {
    /// What the groups are.
    pub kind: GroupKind,
    /// How wide the drawing is, from 0.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// The groups. Each node is in one of them.
    pub groups: Vec<Group>,
    /// What leads from one to another.
    pub links: Vec<Link>,
}

/// What the groups of a net are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GroupKind {
    /// The nested units of the file.
    Units,
    /// The pages of the file.
    Pages,
    /// Nodes with many arcs among them.
    #[default]
    Clusters,
}

/// Some nodes of a net.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Group {
    /// What it is called in `links`.
    pub id: String,
    /// What it is called for people: as the unit, or by its nodes.
    pub name: String,
    /// Its middle, to the right.
    pub x: f64,
    /// Its middle, downwards.
    pub y: f64,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// Its places, by id.
    pub places: Vec<String>,
    /// Its transitions, by id.
    pub transitions: Vec<String>,
}

/// The arcs from the nodes of one group to those of another.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Link {
    /// The group that they leave, by id.
    pub from: String,
    /// The one that they enter, by id.
    pub to: String,
    /// How many there are.
    pub arcs: usize,
    /// The points between its ends, x and y.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bends: Vec<[f64; 2]>,
}
