//! The picture of a net: places with their tokens, transitions, and arcs whose ends show their kind.

use std::collections::HashMap;

use sanderling::MarkingDisplay;
use sanderling_net::{Inscription, Net, semantics};
use sanderling_report::{Count, Marking, Tokens, text::grouped};

use super::boxes::Rect;
use super::canvas::Canvas;
use super::geometry::{self, Outline, aside, before_end, between, cut, point, tip};
use super::labels::{Label, Room};
use super::{TooLarge, small_enough};
use crate::layout::Point;
use crate::net::{initial_term, lines_of_name};
use crate::text::{Wrap, flat};
use crate::{Drawing, Kinds, Line, Node, drawing};

const RADIUS: f64 = 18.0;
const HALF: f64 = 14.0;
/// Maximum number that is written inside a place.
const MAX_INSIDE: u64 = 9999;
/// Positions of the tokens of a place, for up to five of them.
const DOTS: [&[(f64, f64)]; 6] = [
    &[],
    &[(0.0, 0.0)],
    &[(-6.0, 0.0), (6.0, 0.0)],
    &[(-6.0, 4.0), (6.0, 4.0), (0.0, -6.0)],
    &[(-6.0, -6.0), (6.0, -6.0), (-6.0, 6.0), (6.0, 6.0)],
    &[(-7.0, -7.0), (7.0, -7.0), (-7.0, 7.0), (7.0, 7.0), (0.0, 0.0)],
];

/// Returns the picture.
pub(super) fn picture(net: &Net, title: &str) -> Result<String, TooLarge> {
    small_enough(net.places.len() + net.transitions.len())?;
    let drawing = drawing(net);
    let lines = lines(&drawing);
    let (mut room, mut canvas) = (Room::default(), Canvas::default());
    for (nodes, reach) in [(&drawing.places, RADIUS), (&drawing.transitions, HALF)] {
        for node in nodes {
            let rect = Rect::around(middle(node), reach + 1.0, reach + 1.0);
            room.take(rect);
            canvas.reach(rect);
        }
    }
    for (arc, points) in drawing.arcs.iter().zip(&lines) {
        room.take_line(points);
        room.take(Rect::around(before_end(points, 5.0), 5.0, 5.0));
        draw_arc(&mut canvas, arc.kind, points);
    }
    // The names come first, since the best position is directly below their nodes.
    let names = names(net, &drawing, &mut room);
    draw_nodes(net, &drawing, &mut canvas);
    for (arc, points) in drawing.arcs.iter().zip(&lines).filter(|(arc, _)| !arc.label.is_empty()) {
        let label = inscription(&arc.label);
        label.write(room.put(&label.beside(points)), &mut canvas);
    }
    for (label, spot) in names {
        label.write(spot, &mut canvas);
    }
    Ok(canvas.finish(&flat(title)))
}

fn middle(node: &Node) -> Point {
    point(node.x, node.y)
}

/// Returns the name of a node, or its id if it has no legible name.
fn shown(node: &Node) -> &str {
    node.name.as_deref().filter(|name| !name.trim().is_empty()).unwrap_or(&node.id)
}

fn inscription(text: &str) -> Label {
    let wrap = Wrap { size: 11.0, width: 130.0, lines: 3, breaks_names: false };
    let mut label = Label::default();
    label.add("label", wrap.size, wrap.wrapped(&flat(text)));
    label
}

/// Returns the points of every arc, from its source to its target.
fn lines<'d>(drawing: &'d Drawing) -> Vec<Vec<Point>> {
    let key = |arc: &'d Line| (arc.place.as_str(), arc.transition.as_str());
    let nodes = drawing.places.iter().chain(&drawing.transitions);
    let middles: HashMap<&str, Point> = nodes.map(|node| (node.id.as_str(), middle(node))).collect();
    let mut several: HashMap<(&str, &str), usize> = HashMap::new();
    for arc in &drawing.arcs {
        *several.entry(key(arc)).or_default() += 1;
    }
    let mut met: HashMap<(&str, &str), usize> = HashMap::new();
    let mut line = |arc: &'d Line| {
        let (place, transition) = key(arc);
        let nth = met.entry((place, transition)).or_default();
        *nth += 1;
        let ends = (middles[place], middles[transition]);
        points(arc, ends, (*nth - 1, several[&(place, transition)]))
    };
    drawing.arcs.iter().map(&mut line).collect()
}

fn points(arc: &Line, (place, transition): (Point, Point), (nth, several): (usize, usize)) -> Vec<Point> {
    let place = (place, Outline::Circle(RADIUS));
    let transition = (transition, Outline::Box(HALF, HALF));
    // A bend at the centre of a node has no direction.
    let is_off = |bend: &Point| ![place.0, transition.0].contains(bend);
    let given: Vec<Point> = arc.bends.iter().map(|&[x, y]| point(x, y)).filter(is_off).collect();
    let bends = if given.is_empty() { aside(place.0, transition.0, nth, several) } else { given };
    match arc.kind {
        Kinds::Output => between(transition, &bends, place),
        _ => between(place, &bends, transition),
    }
}

fn draw_arc(canvas: &mut Canvas, kind: Kinds, points: &[Point]) {
    points.iter().for_each(|&bend| canvas.reach(Rect::around(bend, 0.0, 0.0)));
    match kind {
        Kinds::Inhibitor => {
            canvas.path("arc", &geometry::line(&cut(points, 10.0)));
            canvas.circle("ring", before_end(points, 5.0), 5.0);
        }
        Kinds::Read => {
            canvas.path("arc read", &geometry::line(&cut(points, 8.0)));
            canvas.circle("disc", before_end(points, 4.0), 4.0);
        }
        Kinds::Reset => {
            canvas.path("arc reset", &geometry::line(&cut(points, 9.0)));
            canvas.path("tip", &(tip(points, 9.0) + &tip(&cut(points, 9.0), 9.0)));
        }
        Kinds::Input | Kinds::Output => {
            canvas.path("arc", &geometry::line(&cut(points, 8.0)));
            canvas.path("tip", &tip(points, 9.0));
        }
    }
}

/// Returns the names of all nodes, with the other texts beside them, at free positions.
fn names(net: &Net, drawing: &Drawing, room: &mut Room) -> Vec<(Label, super::labels::Spot)> {
    let places = drawing.places.iter().zip(&net.places).map(|(node, place)| {
        let term = match &place.initial {
            Inscription::Term(term) => initial_term(net, term),
            Inscription::Tokens(count) if *count > MAX_INSIDE => grouped((*count).into()),
            Inscription::Tokens(_) => String::new(),
        };
        let capacity = node.capacity.as_ref().map_or_else(String::new, |most| format!("≤ {most}"));
        (node, [node.note.clone().unwrap_or_default(), term, capacity], RADIUS)
    });
    let transitions = drawing.transitions.iter().map(|node| {
        let guard = node.note.as_ref().map_or_else(String::new, |guard| format!("[{guard}]"));
        (node, [guard, String::new(), String::new()], HALF)
    });
    let label = |(node, notes, reach): (&Node, [String; 3], f64)| {
        let mut label = Label::default();
        label.add("name", 11.5, lines_of_name(shown(node)));
        let wrap = Wrap { size: 10.5, width: 150.0, lines: 3, breaks_names: false };
        notes.iter().for_each(|note| label.add("note", wrap.size, wrap.wrapped(&flat(note))));
        let spot = room.put(&label.around(middle(node), reach));
        (label, spot)
    };
    places.chain(transitions).map(label).collect()
}

fn draw_nodes(net: &Net, drawing: &Drawing, canvas: &mut Canvas) {
    // A marking that is undefined or too large to be listed is not drawn; its inscription is.
    let marking = semantics::initial(net).map(|marking| MarkingDisplay::new(net).marking(&marking));
    let marking: Marking = marking.unwrap_or_default();
    let held: HashMap<&str, &Tokens> =
        marking.iter().map(|(place, tokens)| (place.as_str(), tokens)).collect();
    for place in &drawing.places {
        let tokens = held.get(place.id.as_str()).copied();
        canvas.group("node", &place_title(place, tokens), |canvas| {
            canvas.circle("place", middle(place), RADIUS);
            draw_tokens(canvas, middle(place), tokens);
        });
    }
    for transition in &drawing.transitions {
        canvas.group("node", &transition.id, |canvas| {
            canvas.rect("transition", Rect::around(middle(transition), HALF, HALF), 3.0);
        });
    }
}

fn place_title(place: &Node, tokens: Option<&Tokens>) -> String {
    let tokens = tokens.map_or_else(|| "0".to_owned(), ToString::to_string);
    format!("{}: {tokens}", place.id)
}

/// Draws a few tokens as dots, more as their number, and a value as itself.
fn draw_tokens(canvas: &mut Canvas, middle: Point, tokens: Option<&Tokens>) {
    let text = match tokens {
        None => return,
        Some(Tokens::Value(value)) => shortened(&value.to_string()),
        Some(Tokens::Plain(count)) => match dots(*count) {
            Some(dots) => return draw_dots(canvas, middle, dots),
            None => short(*count),
        },
        Some(tokens @ Tokens::Coloured(colours)) => {
            if let Some(colour) = tokens.only_colour() {
                return canvas.text("count", point(middle.x, middle.y + 4.0), &shortened(colour));
            }
            let total = colours.iter().try_fold(0_u128, |sum, (_, count)| sum.checked_add(count.finite()?));
            let total = total.map_or(Count::Infinite, Count::Finite);
            match dots(total) {
                Some(dots) => return draw_dots(canvas, middle, dots),
                None => short(total),
            }
        }
    };
    canvas.text("count", point(middle.x, middle.y + 4.0), &text);
}

/// Returns a value, shortened to fit into a place.
fn shortened(value: &str) -> String {
    let wrap = Wrap { size: 12.0, width: 2.0 * RADIUS - 8.0, lines: 1, breaks_names: true };
    wrap.wrapped(&flat(value)).remove(0)
}

fn dots(count: Count) -> Option<&'static [(f64, f64)]> {
    DOTS.get(usize::try_from(count.finite()?).ok()?).copied()
}

fn draw_dots(canvas: &mut Canvas, middle: Point, dots: &[(f64, f64)]) {
    for (x, y) in dots {
        canvas.circle("token", point(middle.x + x, middle.y + y), 3.8);
    }
}

/// Returns a number if it fits into a place, and otherwise a sign for it; it is then written beside the place.
fn short(count: Count) -> String {
    match count.finite() {
        None => "∞".to_owned(),
        Some(number) if number <= MAX_INSIDE.into() => number.to_string(),
        Some(_) => "…".to_owned(),
    }
}
