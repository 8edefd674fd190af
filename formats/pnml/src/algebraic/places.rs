//! The types of the values in places: usually one, and several if a place holds tokens of different kinds.

use std::collections::HashMap;

use sanderling_net::PlaceId;

use super::expression::Kind;
use super::types::{TypeId, Types};

/// The index of a type among the types of a place.
pub(super) type Part = usize;

/// The types of all places.
#[derive(Debug, Default)]
pub(super) struct Places {
    parts: HashMap<PlaceId, Vec<TypeId>>,
}

impl Places {
    /// Returns the part of a place for values of a type, or the reason why there is none.
    ///
    /// A type of unknown kind belongs to the only part. Whether there is only one is checked at the end.
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

    /// Returns the types of a place; empty if nothing is known about it.
    pub(super) fn types(&self, place: PlaceId) -> &[TypeId] {
        self.parts.get(&place).map_or(&[], Vec::as_slice)
    }
}

/// The reason why the type of a variable is unknown.
pub(super) const AMBIGUOUS: &str =
    "a variable without a type, of a place with tokens of several: write `x:Int`, for example";

/// The end of the message about two kinds.
pub(super) const ONE_TYPE: &str = "where they must be of one";

/// Returns the message about two kinds if one is required.
pub(super) fn mismatch((a, b): (Kind, Kind)) -> String {
    format!("values of the types {} and {} {ONE_TYPE}", a.word(), b.word())
}
