//! Pages beside each other: a file may draw each page at the same points.

use std::borrow::Cow;

use sanderling_net::{Net, Point as Drawn};

use super::{APART, usual_distance};
use crate::layout::Point;

/// Extent of a page: left, top, right and bottom.
type Frame = [f64; 4];

/// Returns the net with its pages in rows if some would be drawn over others, and unchanged otherwise. The nodes that
/// are on no page count as a page.
pub(super) fn apart(net: &Net) -> Cow<'_, Net> {
    if net.pages.is_empty() {
        return Cow::Borrowed(net);
    }
    let (of_places, of_transitions) = pages_of(net);
    let places = net.places.iter().map(|place| place.position).zip(of_places.iter().copied());
    let transitions = net.transitions.iter().map(|one| one.position).zip(of_transitions.iter().copied());
    let mut points: Vec<Vec<Point>> = vec![Vec::new(); net.pages.len() + 1];
    for (position, page) in places.chain(transitions) {
        points[page].extend(position.map(|Drawn { x, y }| Point { x, y }));
    }
    let frames: Vec<Option<Frame>> = points.iter().map(|points| frame(points)).collect();
    let is_finite = frames.iter().flatten().flatten().all(|side| side.is_finite());
    if !is_finite || !some_overlap(&frames) {
        return Cow::Borrowed(net);
    }
    let gap = 3.0 * points.iter().filter_map(|points| usual_distance(points)).fold(1.0, f64::max).min(APART);
    let moves = moves(&frames, gap);
    let mut net = net.clone();
    let moved = |point: &mut Drawn, page: usize| {
        (point.x, point.y) = (point.x + moves[page].0, point.y + moves[page].1);
    };
    for (place, &page) in net.places.iter_mut().zip(&of_places) {
        place.position.iter_mut().for_each(|point| moved(point, page));
    }
    for (transition, &page) in net.transitions.iter_mut().zip(&of_transitions) {
        transition.position.iter_mut().for_each(|point| moved(point, page));
    }
    for arc in &mut net.arcs {
        let (page, other) = (of_places[arc.place.index()], of_transitions[arc.transition.index()]);
        if page == other {
            arc.bends.iter_mut().for_each(|point| moved(point, page));
        } else {
            arc.bends.clear();
        }
    }
    Cow::Owned(net)
}

/// Returns the page of each place and of each transition.
fn pages_of(net: &Net) -> (Vec<usize>, Vec<usize>) {
    let none = net.pages.len();
    let (mut of_places, mut of_transitions) =
        (vec![none; net.places.len()], vec![none; net.transitions.len()]);
    for (at, page) in net.pages.iter().enumerate() {
        page.places.iter().for_each(|place| of_places[place.index()] = at);
        page.transitions.iter().for_each(|transition| of_transitions[transition.index()] = at);
    }
    (of_places, of_transitions)
}

fn frame(points: &[Point]) -> Option<Frame> {
    let grown = |[left, top, right, bottom]: Frame, point: &Point| {
        [left.min(point.x), top.min(point.y), right.max(point.x), bottom.max(point.y)]
    };
    let first = points.first()?;
    Some(points.iter().fold([first.x, first.y, first.x, first.y], grown))
}

/// Returns whether two frames have a point in common. From left to right, each frame is compared only with those that
/// begin before it ends.
fn some_overlap(frames: &[Option<Frame>]) -> bool {
    let mut sorted: Vec<&Frame> = frames.iter().flatten().collect();
    sorted.sort_by(|one, other| one[0].total_cmp(&other[0]));
    sorted.iter().enumerate().any(|(at, one)| {
        let beside = sorted[at + 1..].iter().take_while(|other| other[0] <= one[2]);
        beside.into_iter().any(|other| other[1] <= one[3] && one[1] <= other[3])
    })
}

/// Returns the displacement of each page, such that they are in rows, with about as many rows as pages in each.
fn moves(frames: &[Option<Frame>], gap: f64) -> Vec<(f64, f64)> {
    let count = frames.iter().flatten().count();
    let in_row = (1..=count).find(|row| row * row >= count).unwrap_or(1);
    let (mut x, mut y, mut highest, mut put) = (0.0, 0.0, 0.0_f64, 0);
    let next = |frame: &Option<Frame>| {
        let Some([left, top, right, bottom]) = *frame else { return (0.0, 0.0) };
        if put == in_row {
            (x, y, highest, put) = (0.0, y + highest + gap, 0.0, 0);
        }
        let moved = (x - left, y - top);
        (x, highest, put) = (x + (right - left) + gap, highest.max(bottom - top), put + 1);
        moved
    };
    frames.iter().map(next).collect()
}

#[cfg(test)]
mod tests {
    use sanderling_net::{Page, Place, PlaceId};

    use super::*;

    /// Returns a net of pages, each a list of the positions of its places.
    fn net(pages: &[&[(f64, f64)]]) -> Net {
        let mut net = Net::new("n");
        for points in pages {
            let put = |&(x, y): &(f64, f64)| {
                let id = format!("p{}", net.places.len());
                net.add_place(Place { position: Some(Drawn { x, y }), ..Place::with_tokens(id, 0) })
            };
            let places: Vec<PlaceId> = points.iter().map(put).collect();
            net.pages.push(Page { places, ..Page::default() });
        }
        net
    }

    #[test]
    fn pages_that_are_drawn_over_each_other_stand_in_rows() {
        let shape: &[(f64, f64)] = &[(10.0, 20.0), (60.0, 20.0)];
        let apart = apart(&net(&[shape, shape, shape])).into_owned();
        let points: Vec<_> =
            apart.places.iter().filter_map(|place| place.position).map(|at| (at.x, at.y)).collect();
        let gap = 150.0;
        let second = 50.0 + gap;
        let expected =
            [(0.0, 0.0), (50.0, 0.0), (second, 0.0), (second + 50.0, 0.0), (0.0, gap), (50.0, gap)];
        assert_eq!(points, expected);
    }

    #[test]
    fn pages_that_are_drawn_beside_each_other_stay() {
        let beside = net(&[&[(0.0, 0.0), (5.0, 5.0)], &[(6.0, 0.0), (9.0, 5.0)]]);
        assert_eq!(*apart(&beside), beside);
    }
}
