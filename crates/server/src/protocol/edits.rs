//! Edits of a net, element by element. Elements are called by their ids.

use std::borrow::Cow;

use sanderling_drawing::Kinds;
use sanderling_report::Count;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// `net/edit`: changes a place/transition net by all of these edits in order, or by none. Running analyses keep the net
/// that they began with, and the token game restarts.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edits {
    /// The net.
    pub net: String,
    /// The edits. Each applies to the result of those before it.
    pub edits: Vec<Edit>,
}

/// An edit: an object with one member, which is the kind of the edit.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// Adds a place after the others. In a net with nested units it belongs to the root unit. It is on no page.
    AddPlace(NewPlace),
    /// Adds a transition after the others.
    AddTransition(NewTransition),
    /// Adds an arc after the others.
    AddArc(NewArc),
    /// Changes a place.
    ChangePlace(PlaceChange),
    /// Changes a transition.
    ChangeTransition(TransitionChange),
    /// Changes an arc.
    ChangeArc(ArcChange),
    /// Removes a place with its arcs, also from final markings.
    RemovePlace(Removed),
    /// Removes a transition with its arcs.
    RemoveTransition(Removed),
    /// Removes an arc. If it is given by its nodes, all arcs of this kind between them are removed.
    RemoveArc(RemovedArc),
}

/// A new place.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPlace {
    /// Its id, which must be new.
    pub id: String,
    /// Its name.
    #[serde(default)]
    pub name: Option<String>,
    /// The initial number of tokens. The default is 0.
    #[serde(default)]
    pub tokens: Amount,
    /// The capacity: the maximum number of tokens after a firing. By default, there is none.
    #[serde(default)]
    pub capacity: Option<Amount>,
    /// Its position, x and y, in the unit of the file. y increases downwards.
    #[serde(default)]
    pub position: Option<[f64; 2]>,
}

/// A new transition.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTransition {
    /// Its id, which must be new.
    pub id: String,
    /// Its name.
    #[serde(default)]
    pub name: Option<String>,
    /// Its position, x and y, in the unit of the file. y increases downwards.
    #[serde(default)]
    pub position: Option<[f64; 2]>,
}

/// A new arc.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewArc {
    /// The place that it joins.
    pub place: String,
    /// The transition that it joins.
    pub transition: String,
    /// Its kind.
    pub kind: Kinds,
    /// The number of tokens that it moves or tests. The default is 1. A reset arc has none.
    #[serde(default = "one")]
    pub weight: Amount,
    /// Its id. It is optional, and need not be unique.
    #[serde(default)]
    pub id: Option<String>,
    /// The bend points, x and y, from its source to its target.
    #[serde(default)]
    pub bends: Vec<[f64; 2]>,
}

/// A change of a place. Omitted members stay, and `null` removes a member.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaceChange {
    /// The current id of the place.
    pub place: String,
    /// Its new id.
    #[serde(default)]
    pub id: Option<String>,
    /// Its new name.
    #[serde(default, deserialize_with = "present")]
    pub name: Option<Option<String>>,
    /// The initial number of tokens.
    #[serde(default)]
    pub tokens: Option<Amount>,
    /// The capacity.
    #[serde(default, deserialize_with = "present")]
    pub capacity: Option<Option<Amount>>,
    /// Its position.
    #[serde(default, deserialize_with = "present")]
    pub position: Option<Option<[f64; 2]>>,
}

/// A change of a transition. Omitted members stay, and `null` removes a member.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TransitionChange {
    /// The current id of the transition.
    pub transition: String,
    /// Its new id.
    #[serde(default)]
    pub id: Option<String>,
    /// Its new name.
    #[serde(default, deserialize_with = "present")]
    pub name: Option<Option<String>>,
    /// Its position.
    #[serde(default, deserialize_with = "present")]
    pub position: Option<Option<[f64; 2]>>,
}

/// A change of an arc. Omitted members stay, and `null` removes a member.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArcChange {
    /// The arc. It must be unique.
    pub arc: ArcName,
    /// Its new id.
    #[serde(default, deserialize_with = "present")]
    pub id: Option<Option<String>>,
    /// Its new kind.
    #[serde(default)]
    pub kind: Option<Kinds>,
    /// The number of tokens that it moves or tests.
    #[serde(default)]
    pub weight: Option<Amount>,
    /// The bend points.
    #[serde(default)]
    pub bends: Option<Vec<[f64; 2]>>,
}

/// A node to remove.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Removed {
    /// Its id.
    pub id: String,
}

/// An arc to remove.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RemovedArc {
    /// The arc.
    pub arc: ArcName,
}

/// A reference to an arc: its id, or its nodes and its kind.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "the id of an arc, or an object with `place`, `transition` and `kind`")]
pub enum ArcName {
    /// Its id, if it is unique.
    Id(String),
    /// Its nodes and its kind.
    Between(Between),
}

/// Arcs of a kind between two nodes.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Between {
    /// The place.
    pub place: String,
    /// The transition.
    pub transition: String,
    /// The kind of the arc.
    pub kind: Kinds,
}

/// A number of tokens. Numbers above 2^53 may be strings of digits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Amount(pub u64);

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let count = Count::deserialize(deserializer)?.finite();
        let amount = count.and_then(|count| u64::try_from(count).ok());
        amount.map(Self).ok_or_else(|| D::Error::custom("expected a number of tokens below 2^64"))
    }
}

impl JsonSchema for Amount {
    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number of tokens: a number, or a string of digits for one beyond 2^53.",
            "type": ["integer", "string"],
            "minimum": 0,
            "pattern": "^[0-9]+$",
        })
    }
}

fn one() -> Amount {
    Amount(1)
}

/// Returns a member that is present, even if it is `null`.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(input: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(input).map(Some)
}
