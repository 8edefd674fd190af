//! The options of a depth-bounded search.

use sanderling_analysis::DepthBound;

use super::names::{SWITCH, name, names, parse};
use super::text::parse_steps;
use super::{BLANK, Group, SearchOption, Set, Value, put};
use crate::request::Request;

/// Options that limit a search to a depth.
pub const DEPTH: Group = Group {
    heading: "Depth (see docs/depth.md)",
    options: &[
        SearchOption {
            name: "depth",
            value: Value::Text("N"),
            help: "Explore exactly the states within N firings of the initial one, depth-first with a growing bound",
            manual: "explore exactly the states within N firings of the initial one, depth-first with a growing bound",
            set: Set::Alone(|request, text| {
                put(&mut request.depth, parse_steps(text).map(|depth| Some(DepthBound::new(depth))))
            }),
            get: |request| request.depth.map(|bound| bound.depth.into()),
            key: Some("depth"),
            ..BLANK
        },
        SearchOption {
            name: "increment",
            value: Value::Text("K"),
            needs: Some("depth"),
            help: "Growth of the bound from round to round [default: a hundredth of N, from 10 to 50]",
            manual: "growth of the bound from round to round",
            set: Set::Alone(|request, text| put(&mut bound(request).increment, parse_steps(text))),
            get: |request| request.depth.map(|bound| bound.increment.into()),
            key: Some("increment"),
            ..BLANK
        },
        SearchOption {
            name: "depth-thresholds",
            value: Value::OneOf("SWITCH", || names(SWITCH)),
            needs: Some("depth"),
            help: "Explore a state again only if something new can follow (on), or whenever it is found at a smaller depth (off) [default: on]",
            manual: "explore a state again only if something new can follow",
            set: Set::Alone(|request, text| put(&mut bound(request).thresholds, parse(SWITCH, text))),
            get: |request| request.depth.map(|bound| name(SWITCH, &bound.thresholds).into()),
            key: Some("depth_thresholds"),
            ..BLANK
        },
        SearchOption {
            name: "frontier-tree",
            value: Value::OneOf("SWITCH", || names(SWITCH)),
            needs: Some("depth"),
            help: "Go from one frontier state to the next along the common part of their paths (on), or from the initial state (off) [default: on]",
            manual: "go from one frontier state to the next along the common part of their paths",
            set: Set::Alone(|request, text| put(&mut bound(request).frontier_tree, parse(SWITCH, text))),
            get: |request| request.depth.map(|bound| name(SWITCH, &bound.frontier_tree).into()),
            key: Some("frontier_tree"),
            ..BLANK
        },
    ],
};

/// Returns the depth bound of a request. The options that use it require `depth`.
fn bound(request: &mut Request) -> &mut DepthBound {
    request.depth.get_or_insert(DepthBound::new(1))
}
