//! A net under construction, with short methods for the places, transitions and arcs of a family.
//!
//! A transition is defined in one expression with `takes`, `puts` and `keeps`, which does both.

use std::f64::consts::TAU;

use sanderling_net::{Arc, ArcKind, Net, Place, PlaceId, Point, Transition, TransitionId};

/// The distance of neighbouring nodes, in an editor's unit.
const STEP: f64 = 80.0;
/// Maximum number of rows of a ring, with a margin.
const ROWS: f64 = 6.0;

/// An unfinished net of a family.
pub(crate) struct Draft {
    net: Net,
}

impl Draft {
    /// Creates an empty net with this name and size, whose id combines both.
    pub(crate) fn new(family: &str, size: u64) -> Self {
        let mut net = Net::new(format!("{family}_{size}").replace('-', "_"));
        net.name = Some(format!("{family} {size}"));
        Self { net }
    }

    /// Adds a place. Its name is its id as words.
    pub(crate) fn place(&mut self, id: impl Into<String>, tokens: u64, position: Point) -> PlaceId {
        let mut place = Place::with_tokens(id, tokens);
        place.name = Some(plain_words(&place.id));
        place.position = Some(position);
        self.net.add_place(place)
    }

    /// Adds a transition. Its name is its id as words.
    pub(crate) fn transition(&mut self, id: impl Into<String>, position: Point) -> TransitionDraft<'_> {
        let mut transition = Transition::plain(id);
        transition.name = Some(plain_words(&transition.id));
        transition.position = Some(position);
        let transition = self.net.add_transition(transition);
        TransitionDraft { net: &mut self.net, transition }
    }

    /// Returns the net.
    pub(crate) fn finish(self) -> Net {
        self.net
    }
}

/// A transition under construction.
pub(crate) struct TransitionDraft<'a> {
    net: &'a mut Net,
    transition: TransitionId,
}

impl TransitionDraft<'_> {
    /// Adds arcs that take a token from each of the places.
    pub(crate) fn takes<const K: usize>(self, places: [PlaceId; K]) -> Self {
        places.into_iter().fold(self, |draft, place| draft.takes_many(place, 1))
    }

    /// Adds arcs that put a token into each of the places.
    pub(crate) fn puts<const K: usize>(self, places: [PlaceId; K]) -> Self {
        places.into_iter().fold(self, |draft, place| draft.puts_many(place, 1))
    }

    /// Adds arcs that take a token from each of the places and put it back.
    pub(crate) fn keeps(self, places: impl IntoIterator<Item = PlaceId>) -> Self {
        places.into_iter().fold(self, |draft, place| draft.takes([place]).puts([place]))
    }

    /// Adds an arc that takes this number of tokens from the place.
    pub(crate) fn takes_many(self, place: PlaceId, weight: u64) -> Self {
        self.arc(place, ArcKind::Input, weight)
    }

    /// Adds an arc that puts this number of tokens into the place.
    pub(crate) fn puts_many(self, place: PlaceId, weight: u64) -> Self {
        self.arc(place, ArcKind::Output, weight)
    }

    fn arc(self, place: PlaceId, kind: ArcKind, weight: u64) -> Self {
        let mut arc = Arc::weighted(place, self.transition, kind, weight);
        arc.id = Some(format!("arc_{}", self.net.arcs.len() + 1));
        self.net.add_arc(arc);
        self
    }
}

/// Returns the position of a column and a row of a grid.
pub(crate) fn grid(column: usize, row: usize) -> Point {
    Point { x: STEP * (column as f64 + 1.0), y: STEP * (row as f64 + 1.0) }
}

/// Returns a position on a ring with this number of sectors. `sector` counts clockwise from the top, and `row` counts
/// outwards from the innermost circle, which has room for two nodes in each sector.
pub(crate) fn ring(sectors: usize, sector: f64, row: f64) -> Point {
    let middle = centre(sectors);
    let angle = TAU * (sector / sectors as f64 - 0.25);
    let radius = innermost_radius(sectors) + STEP * row;
    Point { x: (middle.x + radius * angle.cos()).round(), y: (middle.y + radius * angle.sin()).round() }
}

/// Returns the centre of a ring with this number of sectors.
pub(crate) fn centre(sectors: usize) -> Point {
    let distance = (innermost_radius(sectors) + STEP * ROWS).round();
    Point { x: distance, y: distance }
}

fn innermost_radius(sectors: usize) -> f64 {
    (STEP * 2.0 * sectors as f64 / TAU).max(STEP)
}

fn plain_words(id: &str) -> String {
    id.replace('_', " ")
}
