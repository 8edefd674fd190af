//! Edits of a net, element by element. Elements are called by their ids.

use std::borrow::Cow;

use sanderling_drawing::Kinds;
use sanderling_report::Count;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// `net/edit`: a place/transition net is changed in place, by all of these edits in their order, or by none of them. Analyses that are
/// under way keep the net that they began with; the token game begins anew.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edits {
    /// The net.
    pub net: String,
    /// The edits. Each sees what those before it have done.
    pub edits: Vec<Edit>,
}

/// An edit: an object with one member, which says what is done.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// A new place, behind the others. In a net of nested units it belongs to the unit above all others, and it is on no page.
    AddPlace(NewPlace),
    /// A new transition, behind the others.
    AddTransition(NewTransition),
    /// A new arc, behind the others.
    AddArc(NewArc),
    /// What is named of a place becomes another.
    ChangePlace(PlaceChange),
    /// What is named of a transition becomes another.
    ChangeTransition(TransitionChange),
    /// What is named of an arc becomes another.
    ChangeArc(ArcChange),
    /// A place goes, with its arcs; final markings are then without it.
    RemovePlace(Removed),
    /// A transition goes, with its arcs.
    RemoveTransition(Removed),
    /// An arc goes; all those of this kind between these nodes, where it is called by them.
    RemoveArc(RemovedArc),
}

/// A new place.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPlace {
    /// Its id, which no other node has.
    pub id: String,
    /// Its name.
    #[serde(default)]
    pub name: Option<String>,
    /// The tokens at the start; none if nothing is said.
    #[serde(default)]
    pub tokens: Amount,
    /// The most tokens that a firing may leave there; as many as there are if nothing is said.
    #[serde(default)]
    pub capacity: Option<Amount>,
    /// Where it is drawn, x and y, in the unit of the file; y grows downwards.
    #[serde(default)]
    pub position: Option<[f64; 2]>,
}

/// A new transition.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTransition {
    /// Its id, which no other node has.
    pub id: String,
    /// Its name.
    #[serde(default)]
    pub name: Option<String>,
    /// Where it is drawn, x and y, in the unit of the file; y grows downwards.
    #[serde(default)]
    pub position: Option<[f64; 2]>,
}

/// A new arc.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewArc {
    /// The place at its one end.
    pub place: String,
    /// The transition at its other end.
    pub transition: String,
    /// What it does.
    pub kind: Kinds,
    /// How many tokens it moves or tests: 1 if nothing is said, and of no meaning for a reset arc.
    #[serde(default = "one")]
    pub weight: Amount,
    /// Its id. Arcs may have none, and may share one.
    #[serde(default)]
    pub id: Option<String>,
    /// The points between its ends, x and y, from its source.
    #[serde(default)]
    pub bends: Vec<[f64; 2]>,
}

/// A change of a place. What is left out stays; what is `null` goes.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaceChange {
    /// The place, by the id that it has.
    pub place: String,
    /// Its new id.
    #[serde(default)]
    pub id: Option<String>,
    /// Its new name.
    #[serde(default, deserialize_with = "present")]
    pub name: Option<Option<String>>,
    /// The tokens at the start.
    #[serde(default)]
    pub tokens: Option<Amount>,
    /// The most tokens that a firing may leave there.
    #[serde(default, deserialize_with = "present")]
    pub capacity: Option<Option<Amount>>,
    /// Where it is drawn.
    #[serde(default, deserialize_with = "present")]
    pub position: Option<Option<[f64; 2]>>,
}

/// A change of a transition. What is left out stays; what is `null` goes.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TransitionChange {
    /// The transition, by the id that it has.
    pub transition: String,
    /// Its new id.
    #[serde(default)]
    pub id: Option<String>,
    /// Its new name.
    #[serde(default, deserialize_with = "present")]
    pub name: Option<Option<String>>,
    /// Where it is drawn.
    #[serde(default, deserialize_with = "present")]
    pub position: Option<Option<[f64; 2]>>,
}

/// A change of an arc. What is left out stays; what is `null` goes.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArcChange {
    /// The arc: one alone.
    pub arc: ArcName,
    /// Its new id.
    #[serde(default, deserialize_with = "present")]
    pub id: Option<Option<String>>,
    /// What it does from now on.
    #[serde(default)]
    pub kind: Option<Kinds>,
    /// How many tokens it moves or tests.
    #[serde(default)]
    pub weight: Option<Amount>,
    /// The points between its ends.
    #[serde(default)]
    pub bends: Option<Vec<[f64; 2]>>,
}

/// A node that goes.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Removed {
    /// Its id.
    pub id: String,
}

/// An arc that goes.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RemovedArc {
    /// The arc.
    pub arc: ArcName,
}

/// How an arc is called: by its id, or by what it joins and does.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "the id of an arc, or an object with `place`, `transition` and `kind`")]
pub enum ArcName {
    /// Its id, where no other arc has the same.
    Id(String),
    /// What it joins and does.
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
    /// What the arc does.
    pub kind: Kinds,
}

/// A number of tokens: a number, or a string of digits for one beyond 2^53.
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

/// What is there, even if it is `null`.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(input: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(input).map(Some)
}
