//! Nets made of nets: conversion and unfolding.

use sanderling_report::{Binding, Ordered};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use super::Loaded;

/// `net/convert`: the text of a net in another format.
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
    /// What the format does not keep of the net, each as a few words: `the positions of 5 nodes`.
    pub lost: Vec<String>,
}

/// The answer to `net/unfold`: a new net without colours, and what its nodes stand for.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Unfolded {
    /// The new net, as `net/load` tells it.
    #[serde(flatten)]
    pub loaded: Loaded,
    /// What its nodes stand for in the coloured net.
    pub origins: Origins,
}

/// What the nodes of an unfolding stand for, by their ids.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Origins {
    /// The places.
    #[schemars(with = "BTreeMap<String, PlaceOrigin>")]
    pub places: Ordered<PlaceOrigin>,
    /// The transitions.
    #[schemars(with = "BTreeMap<String, TransitionOrigin>")]
    pub transitions: Ordered<TransitionOrigin>,
}

/// What a place of an unfolding stands for.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlaceOrigin {
    /// The place of the coloured net, by id.
    pub place: String,
    /// The colour, as markings have it; left out where the place has no colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
}

/// What a transition of an unfolding stands for.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TransitionOrigin {
    /// The transition of the coloured net, by id.
    pub transition: String,
    /// The values of its variables, as steps have them.
    #[schemars(with = "BTreeMap<String, String>")]
    pub binding: Binding,
}
