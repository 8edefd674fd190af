//! How a search is set: what the experiments vary.
//!
//! A setting is written as texts and numbers, in the names that the command line has for them, so that
//! results can be read back, and by whatever else reads JSON or CSV.

use std::fmt::Display;
use std::str::FromStr;

use sanderling_analysis::open::Order;
use sanderling_analysis::retention::Replacement;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What is varied.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Setting {
    /// The order, with its parameters.
    #[serde(serialize_with = "write_text", deserialize_with = "read_text")]
    pub(super) order: Order,
    /// Whether the events of a state are fired from the last one on.
    pub(super) last_event_first: bool,
    /// Whether chains of single-successor states are taken off the tree.
    pub(super) chains: bool,
    /// Which states are forgotten first.
    #[serde(serialize_with = "write_text", deserialize_with = "read_text")]
    pub(super) replacement: Replacement,
    /// The sweep-line's progress measure; without it, there is no sweep-line.
    pub(super) measure: Option<Learned>,
    /// The most states that are stored; without it, nothing is forgotten but by the sweep-line.
    pub(super) cache_states: Option<u64>,
}

/// What a progress measure was learned from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) struct Learned {
    /// The level, from 0 on: how many of the steps may regress.
    pub(super) level: u8,
    /// How many states were looked at, at most.
    pub(super) sample: usize,
}

/// The four groups of orders that the paper's second table has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Kind {
    /// Depth-first
    Dfs,
    /// Breadth-first
    Bfs,
    /// Breadth-first of bounded width
    Bbfs,
    /// Levels breadth-first and depth-first in turn
    Alt,
}

impl Kind {
    pub(super) const ALL: [Self; 4] = [Self::Dfs, Self::Bfs, Self::Bbfs, Self::Alt];

    /// The name that the paper has for it.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Dfs => "DFS",
            Self::Bfs => "BFS",
            Self::Bbfs => "BBFS",
            Self::Alt => "Alt",
        }
    }

    /// The orders of the group: table 1 of the paper.
    pub(super) fn orders(self) -> Vec<Order> {
        let lengths = [1, 4, 8];
        let alternating = |breadth| lengths.map(|depth| Order::Alternating { breadth, depth });
        match self {
            Self::Dfs => vec![Order::DepthFirst],
            Self::Bfs => vec![Order::BreadthFirst],
            Self::Bbfs => [4, 16, 256].map(Order::BoundedWidth).to_vec(),
            // The best ones of the paper come first: what comes later has to be better than they are.
            Self::Alt => [8, 4, 1].into_iter().flat_map(alternating).collect(),
        }
    }
}

/// The parameters of an order: its name without what all of its group have in common.
pub(super) fn parameters(order: Order) -> String {
    order.to_string().split_once(':').map_or(String::new(), |(_, numbers)| numbers.to_owned())
}

fn write_text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn read_text<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(deserializer: D) -> Result<T, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_survives_json() {
        let setting = Setting {
            order: Order::Alternating { breadth: 8, depth: 1 },
            last_event_first: true,
            chains: true,
            replacement: "stratified:8,-distance".parse().unwrap(),
            measure: None,
            cache_states: Some(12),
        };
        let json = serde_json::to_string(&setting).unwrap();
        assert!(json.contains("\"alt:8:1\"") && json.contains("\"stratified:8,-distance\""), "{json}");
        assert_eq!(serde_json::from_str::<Setting>(&json).unwrap(), setting);
        assert!(serde_json::from_str::<Setting>(&json.replace("alt:8:1", "alt:8")).is_err());
    }

    #[test]
    fn the_orders_are_those_of_the_paper() {
        assert_eq!(Kind::ALL.map(|kind| kind.orders().len()), [1, 1, 3, 9]);
        assert_eq!(parameters(Order::BoundedWidth(16)), "16");
        assert_eq!(parameters(Order::DepthFirst), "");
    }
}
