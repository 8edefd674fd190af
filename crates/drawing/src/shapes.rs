//! The drawing of a net as data: nodes, arcs, and the processes of a program.
//!
//! The position of a node is its centre. The y axis points down.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The answer to `net/drawing`: the nodes of a net, where the file draws them, or laid out where it does not.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Drawing {
    /// Width of the drawing; its left edge is 0.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Whether there are too many nodes to draw. Then nodes have no positions, and arcs are omitted.
    pub is_too_large: bool,
    /// Whether all positions come from the file, apart from the scale.
    pub is_from_file: bool,
    /// The places in the order of the file, also those of a program.
    pub places: Vec<Node>,
    /// The transitions.
    pub transitions: Vec<Node>,
    /// The arcs of a net. A program has none; it has processes.
    pub arcs: Vec<Line>,
    /// The processes of a program.
    pub processes: Vec<Automaton>,
    /// Ids of the places that are global variables or channels of a program.
    pub variables: Vec<String>,
}

/// A place or a transition.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Node {
    /// Id in the file.
    pub id: String,
    /// Name, if it differs from the id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Horizontal position, to the right.
    pub x: f64,
    /// Vertical position, downwards.
    pub y: f64,
    /// In a coloured net: the sort of a place or the guard of a transition, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Capacity of a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity: Option<String>,
}

/// An arc.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Line {
    /// Id of the place.
    pub place: String,
    /// Id of the transition.
    pub transition: String,
    /// Kind of the arc.
    pub kind: Kinds,
    /// The weight, if it is not 1, or the inscription.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Points between the ends, as x and y, from the source.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bends: Vec<[f64; 2]>,
}

/// Kind of an arc.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kinds {
    /// An input arc: it consumes tokens.
    Input,
    /// An output arc: it produces tokens.
    Output,
    /// An inhibitor arc: too many tokens disable the transition.
    Inhibitor,
    /// A read arc: the tokens are required and stay.
    Read,
    /// A reset arc: the place is emptied.
    Reset,
}

/// A process as an automaton.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Automaton {
    /// Name.
    pub name: String,
    /// Id of the place that holds the location.
    pub place: String,
    /// Horizontal position of the left edge.
    pub x: f64,
    /// Vertical position of the upper edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Locations.
    pub locations: Vec<Location>,
    /// Transitions.
    pub steps: Vec<ProcessStep>,
    /// Ids of the places that are its local variables.
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
    /// Name.
    pub name: String,
    /// Horizontal position, to the right.
    pub x: f64,
    /// Vertical position, downwards.
    pub y: f64,
    /// Whether the location is committed: while a process is in one, only processes in such locations may move.
    pub is_committed: bool,
}

/// A transition of a process.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProcessStep {
    /// Name of the source location.
    pub from: String,
    /// Name of the target location.
    pub to: String,
    /// Line in the file.
    pub line: u32,
    /// Column in the file.
    pub column: u32,
    /// The guard as text, with that of the other process if both move together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guard: Option<String>,
    /// The communication, as written in the file, with that of the other process if both move together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub communication: Option<String>,
    /// Points between the ends, as x and y.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bends: Vec<[f64; 2]>,
    /// Ids of the transitions of the net for this transition, alone or together with one of another process.
    pub events: Vec<String>,
}

/// The answer to `net/groups`: the nodes of a large net in groups that have positions.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Groups {
    /// Kind of the groups.
    pub kind: GroupKind,
    /// Width of the drawing; its left edge is 0.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// The groups. Each node belongs to one.
    pub groups: Vec<Group>,
    /// Arcs between groups.
    pub links: Vec<Link>,
}

/// Kind of the groups of a net.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GroupKind {
    /// Nested units of the file.
    Units,
    /// Pages of the file.
    Pages,
    /// Clusters of nodes with many arcs among them.
    #[default]
    Clusters,
}

/// A group of nodes.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Group {
    /// Id, which `links` use.
    pub id: String,
    /// Label: the name of the unit or page, or names of nodes.
    pub name: String,
    /// Horizontal position of the center.
    pub x: f64,
    /// Vertical position of the center.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Ids of its places.
    pub places: Vec<String>,
    /// Ids of its transitions.
    pub transitions: Vec<String>,
}

/// The arcs from the nodes of one group to those of another.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Link {
    /// Id of the source group.
    pub from: String,
    /// Id of the target group.
    pub to: String,
    /// Number of arcs.
    pub arcs: usize,
    /// Points between the ends, as x and y.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bends: Vec<[f64; 2]>,
}
