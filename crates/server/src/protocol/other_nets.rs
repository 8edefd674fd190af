//! Nets made of nets: conversion and unfolding.

use sanderling_report::{Binding, Ordered};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use super::Loaded;

/// `net/convert`: returns the text of a net in another format.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Convert {
    /// The net.
    pub net: String,
    /// The name of the format, one of `writable` in the answer to `initialize`.
    pub format: String,
}

/// The answer to `net/convert`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Converted {
    /// The format.
    pub format: &'static str,
    /// The text.
    pub text: String,
    /// The parts of the net that the format loses, in a few words each: `the positions of 5 nodes`.
    pub lost: Vec<String>,
}

/// The answer to `net/unfold`: a new net without colours, and the meaning of its nodes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Unfolded {
    /// The new net, as in the answer to `net/load`.
    #[serde(flatten)]
    pub loaded: Loaded,
    /// The meaning of its nodes in the coloured net.
    pub origins: Origins,
}

/// The meaning of the nodes of an unfolding, by their ids.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Origins {
    /// The places.
    #[schemars(with = "BTreeMap<String, PlaceOrigin>")]
    pub places: Ordered<PlaceOrigin>,
    /// The transitions.
    #[schemars(with = "BTreeMap<String, TransitionOrigin>")]
    pub transitions: Ordered<TransitionOrigin>,
}

/// The meaning of a place of an unfolding.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlaceOrigin {
    /// The id of the place of the coloured net.
    pub place: String,
    /// The colour, in the form of markings. Absent if the place has no colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
}

/// The meaning of a transition of an unfolding.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TransitionOrigin {
    /// The id of the transition of the coloured net.
    pub transition: String,
    /// The values of its variables, in the form of steps.
    #[schemars(with = "BTreeMap<String, String>")]
    pub binding: Binding,
}
