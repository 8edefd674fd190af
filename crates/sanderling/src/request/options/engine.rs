//! The options for decision diagrams.

use super::names::{ENGINES, name, names, parse};
use super::{BLANK, Group, SearchOption, Set, Value, put};
use crate::request::Engine;
use crate::request::engine::{diagram_orders, parse_diagram_order};

/// Options for decision diagrams.
pub const ENGINE: Group = Group {
    heading: "Decision diagrams",
    options: &[
        SearchOption {
            name: "engine",
            value: Value::OneOf("ENGINE", || names(ENGINES)),
            default: Some("auto"),
            help: "How reachable markings are found: explicit searches visit them one by one, diagram stores them as one set (of a place/transition net), symmetric visits one of each class of symmetric ones, and auto does all of this where {proof} allows it; `explore` is explicit by default",
            manual: "how reachable markings are found: `explicit` visits them one by one; `diagram` stores them as one set, a [decision diagram](reductions.md#decision-diagrams); `symmetric` visits one marking of each class of [symmetric](reductions.md#symmetries) ones; `auto` does all of this for `deadlock` and `check` where `{proof}` allows it, and `explicit` for `explore`",
            set: Set::Alone(|request, text| put(&mut request.engine, parse(ENGINES, text))),
            get: |request| {
                Some(request.engine).filter(|&one| one != Engine::Auto).map(|one| name(ENGINES, &one).into())
            },
            key: Some("engine"),
            is_common: true,
            ..BLANK
        },
        SearchOption {
            name: "diagram-order",
            value: Value::Text("ORDER"),
            default: Some("auto"),
            help: "Order of the places in decision diagrams: {}",
            manual: "order of the places in [decision diagrams](reductions.md#decision-diagrams): {}",
            names: diagram_orders,
            set: Set::Alone(|request, text| put(&mut request.diagram_order, parse_diagram_order(text))),
            get: |request| Some(request.diagram_order?.to_string().into()),
            key: Some("diagram_order"),
            ..BLANK
        },
    ],
};
