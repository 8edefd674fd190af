//! The types of what places hold: mostly one, and several where tokens of different kinds lie together.

use std::collections::HashMap;

use sanderling_net::PlaceId;

use super::expression::Kind;
use super::types::{TypeId, Types};

/// One of the types of a place: its number among them.
pub(super) type Part = usize;

/// The types of all places.
#[derive(Debug, Default)]
pub(super) struct Places {
    parts: HashMap<PlaceId, Vec<TypeId>>,
}

impl Places {
    /// The part of a place that values of a type are in; why there is none.
    ///
    /// A type of unknown kind is that of the only part. Whether it stays the only one is seen at the end.
    pub(super) fn part(&mut self, place: PlaceId, found: TypeId, types: &mut Types) -> Result<Part, String> {
        let parts = self.parts.entry(place).or_default();
        let part = match types.kind(found) {
            Some(kind) => {
                let is_same =
                    |types: &mut Types, part: TypeId| types.kind(part).is_none_or(|known| known == kind);
                parts.iter().position(|&part| is_same(types, part))
            }
            None if parts.len() > 1 => return Err(AMBIGUOUS.to_owned()),
            None => parts.first().map(|_| 0),
        };
        let Some(part) = part else {
            parts.push(found);
            return Ok(parts.len() - 1);
        };
        types.unify(parts[part], found).map_err(mismatch)?;
        Ok(part)
    }

    /// The types of a place; none where nothing is said of it.
    pub(super) fn types(&self, place: PlaceId) -> &[TypeId] {
        self.parts.get(&place).map_or(&[], Vec::as_slice)
    }
}

/// Why the type of a variable is not known.
pub(super) const AMBIGUOUS: &str =
    "a variable without a type, of a place with tokens of several: write `x:Int`, for example";

/// How the message on two kinds ends.
pub(super) const ONE_TYPE: &str = "where they must be of one";

/// Two kinds where one is needed.
pub(super) fn mismatch((a, b): (Kind, Kind)) -> String {
    format!("values of the types {} and {} {ONE_TYPE}", a.word(), b.word())
}
