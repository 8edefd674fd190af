//! Colours that places can hold, as far as they are known, and indexes over them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use sanderling_net::PlaceId;

use crate::colour::{Colour, Colours, mix};

/// Hash map whose keys are numbers.
pub(crate) type NumberMap<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// Hasher of numbers and texts.
#[derive(Debug, Default, Clone)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.0 = mix(self.0, word);
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = mix(self.0, u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0, number);
    }
}

/// Index of the colours of a place by some of their components: a position in [`Live::indexes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct IndexId(usize);

/// Colours of a place with the same components: a position among an index's buckets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BucketId(u32);

#[derive(Debug)]
struct Index {
    place: PlaceId,
    paths: Vec<Vec<u32>>,
    /// Buckets by the hash of the components. Colours of equal hash share a bucket, so a look-up must compare.
    buckets: NumberMap<u64, BucketId>,
    colours: Vec<Vec<Colour>>,
}

/// Colours that each place can hold.
#[derive(Debug)]
pub(crate) struct Live {
    known: NumberMap<(u32, u32), ()>,
    by_place: Vec<Vec<Colour>>,
    indexes: Vec<Index>,
    /// Indexes of each place.
    of_place: Vec<Vec<IndexId>>,
    len: u64,
    /// Number of entries of all indexes together.
    indexed: u64,
}

impl Live {
    pub(crate) fn new(places: usize) -> Self {
        Self {
            known: NumberMap::default(),
            by_place: vec![Vec::new(); places],
            indexes: Vec::new(),
            of_place: vec![Vec::new(); places],
            len: 0,
            indexed: 0,
        }
    }

    /// Returns the number of colours in all places together.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Returns the approximate size in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.len * 24 + self.indexed * 16
    }

    pub(crate) fn contains(&self, place: PlaceId, colour: Colour) -> bool {
        self.known.contains_key(&key(place, colour))
    }

    /// Returns the colours of a place, in the order in which they became live.
    pub(crate) fn of(&self, place: PlaceId) -> &[Colour] {
        &self.by_place[place.index()]
    }

    /// Returns an index by these components, or an earlier one with the same components. It must be made before any
    /// colour is live.
    pub(crate) fn index(&mut self, place: PlaceId, paths: Vec<Vec<u32>>) -> IndexId {
        let is_same = |&&IndexId(index): &&IndexId| self.indexes[index].paths == paths;
        if let Some(&same) = self.of_place[place.index()].iter().find(is_same) {
            return same;
        }
        let id = IndexId(self.indexes.len());
        self.indexes.push(Index { place, paths, buckets: NumberMap::default(), colours: Vec::new() });
        self.of_place[place.index()].push(id);
        id
    }

    /// Adds a colour that is new to the place.
    pub(crate) fn add(&mut self, place: PlaceId, colour: Colour, colours: &Colours) {
        self.known.insert(key(place, colour), ());
        self.by_place[place.index()].push(colour);
        self.len += 1;
        for &IndexId(index) in &self.of_place[place.index()] {
            let index = &mut self.indexes[index];
            debug_assert_eq!(index.place, place);
            let components = index.paths.iter().map(|path| colours.component(colour, path));
            let Some(hash) = components.into_iter().try_fold(0, |hash, part| Some(hash_of(hash, part?)))
            else {
                continue;
            };
            let next = BucketId(index.colours.len() as u32);
            let BucketId(bucket) = *index.buckets.entry(hash).or_insert(next);
            if bucket as usize == index.colours.len() {
                index.colours.push(Vec::new());
            }
            index.colours[bucket as usize].push(colour);
            self.indexed += 1;
        }
    }

    /// Returns the bucket of the colours with these components.
    pub(crate) fn bucket(&self, IndexId(index): IndexId, hash: u64) -> Option<BucketId> {
        self.indexes[index].buckets.get(&hash).copied()
    }

    pub(crate) fn in_bucket(&self, IndexId(index): IndexId, BucketId(bucket): BucketId) -> &[Colour] {
        &self.indexes[index].colours[bucket as usize]
    }
}

/// Returns the hash of some components and one more.
pub(crate) fn hash_of(hash: u64, component: Colour) -> u64 {
    mix(hash, component.index() as u64)
}

fn key(place: PlaceId, colour: Colour) -> (u32, u32) {
    (place.index() as u32, colour.index() as u32)
}
