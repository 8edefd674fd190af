//! Scalable families of nets. Each has its own file, and [`FAMILIES`] lists them.
//!
//! A family is a function from a size to a [`Net`] with positions, so that an editor can show it. Each file gives the
//! source of the model and where ours differs, and its tests check the known counts. Ids are words of the property
//! language and need no quotes. A test of a token is drawn as a pair of ordinary arcs, so that every tool can load the
//! nets.
//!
//! To add a family, write its file and add one line to the list.

mod big_reader_lock;
mod clients_servers;
mod counter;
mod draft;
mod election;
mod fms;
mod hanoi;
mod kanban;
#[cfg(test)]
mod known;
mod late_marking;
mod lockstep;
mod peterson;
mod philosophers;
mod pipeline;
mod power_switch;
mod producer_consumer;
mod random_walk;
mod readers_writers;
mod relay;
mod round_robin;
mod slotted_ring;
mod token_ring;
mod watchmen;

use std::ops::RangeInclusive;

use sanderling_net::Net;

use crate::draft::Draft;

/// Every family, by name.
pub const FAMILIES: &[Family] = &[
    big_reader_lock::FAMILY,
    clients_servers::FAMILY,
    counter::FAMILY,
    election::FAMILY,
    fms::FAMILY,
    hanoi::FAMILY,
    kanban::FAMILY,
    late_marking::FAMILY,
    lockstep::FAMILY,
    peterson::FAMILY,
    philosophers::FAMILY,
    pipeline::FAMILY,
    power_switch::FAMILY,
    producer_consumer::FAMILY,
    random_walk::FAMILY,
    readers_writers::FAMILY,
    relay::FAMILY,
    round_robin::FAMILY,
    slotted_ring::FAMILY,
    token_ring::FAMILY,
    watchmen::FAMILY,
];

/// A scalable family of nets.
#[derive(Debug)]
pub struct Family {
    /// The name of the family for users.
    pub name: &'static str,
    /// What the family models, in a line.
    pub about: &'static str,
    /// The unit of the size, in the plural.
    pub size_of: &'static str,
    /// The valid sizes. No net has more than some millions of arcs, and no marking more than 2^64 - 1 tokens.
    pub sizes: RangeInclusive<u64>,
    /// Draws the net of a size, which must be one of `sizes`.
    draw: fn(&mut Draft, u64),
}

impl Family {
    /// Returns the family of this name.
    ///
    /// # Errors
    /// If there is no such family. The message lists the families.
    pub fn named(name: &str) -> Result<&'static Self, String> {
        FAMILIES.iter().find(|family| family.name == name).ok_or_else(|| {
            let names: Vec<_> = FAMILIES.iter().map(|family| family.name).collect();
            format!("there is no family `{name}`; the families are {}", names.join(", "))
        })
    }

    /// Returns the net of this size.
    ///
    /// # Errors
    /// If the size is not valid. The message gives the valid sizes.
    pub fn net(&self, size: u64) -> Result<Net, String> {
        if self.sizes.contains(&size) {
            let mut draft = Draft::new(self.name, size);
            (self.draw)(&mut draft, size);
            return Ok(draft.finish());
        }
        let Self { name, size_of, sizes, .. } = self;
        Err(format!(
            "`{name}` has no net of size {size}; expected {} to {} {size_of}",
            sizes.start(),
            sizes.end()
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_list_is_sorted_by_name_without_repetition() {
        assert!(FAMILIES.is_sorted_by(|a, b| a.name < b.name));
    }

    #[test]
    fn sizes_outside_the_range_are_refused_with_the_range() {
        for family in FAMILIES {
            let message = family.net(0).unwrap_err();
            assert!(message.contains(&format!("expected {}", family.sizes.start())), "{message}");
            assert!(family.net(family.sizes.end() + 1).is_err(), "{}", family.name);
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let message = Family::named("philosopher").unwrap_err();
        assert!(message.contains("philosophers") && message.contains("kanban"), "{message}");
    }

    #[test]
    fn ids_are_unique_words_of_the_property_language() {
        for family in FAMILIES {
            let net = family.net(*family.sizes.start()).unwrap();
            let places = net.places.iter().map(|place| &place.id);
            let ids: Vec<_> = places.chain(net.transitions.iter().map(|t| &t.id)).collect();
            assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{}", family.name);
            for id in ids {
                assert!(id.starts_with(|c: char| c.is_ascii_lowercase()), "{id}");
                assert!(id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{id}");
            }
        }
    }

    #[test]
    fn nodes_stay_apart_and_on_the_canvas() {
        for family in FAMILIES {
            let net = family.net((*family.sizes.start()).max(5)).unwrap();
            let positions = net.places.iter().map(|place| place.position);
            let positions = positions.chain(net.transitions.iter().map(|transition| transition.position));
            let spots: Vec<_> = positions.map(|spot| spot.expect("every node has a position")).collect();
            for (index, a) in spots.iter().enumerate() {
                assert!(a.x > 0.0 && a.y > 0.0, "{} {a:?}", family.name);
                for b in &spots[..index] {
                    assert!((a.x - b.x).hypot(a.y - b.y) >= 35.0, "{} {a:?} {b:?}", family.name);
                }
            }
        }
    }
}
