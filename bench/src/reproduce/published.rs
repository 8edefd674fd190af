//! The published statistics, for comparison with ours.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::caching::Group;
use super::setting::Kind;

const FILE: &str = include_str!("published.toml");

/// The published tables.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Published {
    caching: Vec<CachingRow>,
    sweep: Vec<SweepRow>,
}

/// The best run of a group: percentages of the states, and the order's parameters.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Cell {
    pub(super) cache: f64,
    pub(super) visits: f64,
    pub(super) parameters: String,
}

/// The runs of a level: percentages of the states.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub(super) struct Level {
    pub(super) stored: f64,
    pub(super) visits: f64,
    pub(super) persistent: f64,
    pub(super) largest_class: f64,
    pub(super) cached_stored: f64,
    pub(super) cached_visits: f64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct CachingRow {
    model: String,
    chains: bool,
    dfs: Cell,
    bfs: Cell,
    bbfs: Cell,
    alt: Cell,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct SweepRow {
    model: String,
    levels: BTreeMap<String, Level>,
}

impl Published {
    /// Reads the built-in table.
    pub(super) fn read() -> Result<Self, String> {
        toml::from_str(FILE).map_err(|error| format!("published.toml: {error}"))
    }

    pub(super) fn caching(&self, model: &str, group: Group) -> Option<&Cell> {
        let row = self.caching.iter().find(|row| row.model == model && row.chains == group.chains)?;
        Some(match group.kind {
            Kind::Dfs => &row.dfs,
            Kind::Bfs => &row.bfs,
            Kind::Bbfs => &row.bbfs,
            Kind::Alt => &row.alt,
        })
    }

    pub(super) fn sweep(&self, model: &str, level: u8) -> Option<&Level> {
        self.sweep.iter().find(|row| row.model == model)?.levels.get(&level.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read() {
        let published = Published::read().unwrap();
        let group = Group { kind: Kind::Alt, chains: true };
        let cell = published.caching("collision.3", group).unwrap();
        assert_eq!(*cell, Cell { cache: 10.0, visits: 286.0, parameters: "8:1".into() });
        assert_eq!(published.caching("clock", group), None);
        let level = published.sweep("plc.2", 3).unwrap();
        assert!((level.cached_stored - 0.6).abs() < 1e-9 && (level.largest_class - 1.7).abs() < 1e-9);
        assert!(published.sweep("plc.2", 2).is_none());
    }
}
