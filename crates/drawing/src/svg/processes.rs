//! The picture of a program: each process is an automaton in a frame of its own, its first location filled.

use std::collections::HashMap;

use sanderling::MarkingDisplay;
use sanderling_net::{Net, semantics};

use super::boxes::Rect;
use super::canvas::Canvas;
use super::geometry::{Outline, aside, between, cut, line, point, tip};
use super::labels::{Label, Room};
use super::{TooLarge, small_enough};
use crate::layout::Point;
use crate::text::{Wrap, flat, width};
use crate::{Automaton, Location, ProcessStep, drawing};

/// Half the height of a location.
const HEIGHT: f64 = 15.0;
/// Height of the name of a process.
const HEADING: f64 = 30.0;
/// Breaking of locations, names of processes and labels of transitions into lines.
const LOCATION: Wrap = Wrap { size: 11.5, width: 170.0, lines: 1, breaks_names: true };
const NAME: Wrap = Wrap { size: 14.0, width: 340.0, lines: 1, breaks_names: true };
const STEP: Wrap = Wrap { size: 11.0, width: 150.0, lines: 3, breaks_names: false };

/// Returns the picture.
pub(super) fn picture(net: &Net, title: &str) -> Result<String, TooLarge> {
    let drawing = drawing(net);
    let locations: usize = drawing.processes.iter().map(|process| process.locations.len()).sum();
    if drawing.is_too_large {
        return Err(TooLarge { nodes: net.places.len() + net.transitions.len() });
    }
    small_enough(locations)?;
    let marking = semantics::initial(net).map(|marking| MarkingDisplay::new(net).marking(&marking));
    let marking = marking.unwrap_or_default();
    let mut canvas = Canvas::default();
    for process in &drawing.processes {
        let current = marking.get(&process.place).map(ToString::to_string);
        canvas.group("process", &flat(&process.name), |canvas| draw(canvas, process, current.as_deref()));
    }
    Ok(canvas.finish(&flat(title)))
}

fn draw(canvas: &mut Canvas, process: &Automaton, current: Option<&str>) {
    let Automaton { x, y, width, height, .. } = *process;
    let frame = Rect { left: x, top: y - HEADING, right: x + width, bottom: y + height };
    canvas.reach(frame);
    canvas.rect("frame", frame, 8.0);
    canvas.text("heading", point(x + 14.0, y - 8.0), &NAME.wrapped(&flat(&process.name)).remove(0));
    let mut room = Room::default();
    process.locations.iter().for_each(|location| room.take(rect(location)));
    let steps = lines(process);
    for points in &steps {
        room.take_line(points);
        canvas.path("arc", &line(&cut(points, 8.0)));
        canvas.path("tip", &tip(points, 9.0));
    }
    for location in &process.locations {
        draw_location(canvas, location, current == Some(location.name.as_str()));
    }
    for (step, points) in process.steps.iter().zip(&steps) {
        draw_label(canvas, step, points, &mut room);
    }
}

fn half_width(location: &Location) -> f64 {
    width(&LOCATION.wrapped(&flat(&location.name))[0], LOCATION.size) / 2.0 + 10.0
}

fn middle(location: &Location) -> Point {
    point(location.x, location.y)
}

fn rect(location: &Location) -> Rect {
    Rect::around(middle(location), half_width(location), HEIGHT)
}

fn draw_location(canvas: &mut Canvas, location: &Location, is_current: bool) {
    let committed = if location.is_committed { " committed" } else { "" };
    let class = format!("shape{committed}{}", if is_current { " current" } else { "" });
    canvas.group("location", &flat(&location.name), |canvas| {
        canvas.rect(&class, rect(location), HEIGHT);
        let name = LOCATION.wrapped(&flat(&location.name)).remove(0);
        canvas.text("", point(location.x, location.y + 4.0), &name);
    });
}

/// Draws the communication of a transition, or else its guard.
fn draw_label(canvas: &mut Canvas, step: &ProcessStep, points: &[Point], room: &mut Room) {
    let condition = step.guard.as_ref().map(|guard| format!("[{guard}]"));
    let Some(text) = step.communication.clone().or(condition) else { return };
    let mut label = Label::default();
    label.add("label", STEP.size, STEP.wrapped(&flat(&text)));
    let spot = room.put(&label.beside(points));
    label.write(spot, canvas);
}

/// Returns the points of every transition. Several between the same two locations do not coincide, whatever their
/// direction.
fn lines(process: &Automaton) -> Vec<Vec<Point>> {
    let key = |step: &ProcessStep| {
        let (from, to) = process.ends(step);
        (from.min(to), from.max(to))
    };
    let mut several: HashMap<(usize, usize), usize> = HashMap::new();
    for step in &process.steps {
        *several.entry(key(step)).or_default() += 1;
    }
    let mut met: HashMap<(usize, usize), usize> = HashMap::new();
    let mut line = |step: &ProcessStep| {
        let nth = met.entry(key(step)).or_default();
        *nth += 1;
        points(process, step, *nth - 1, several[&key(step)])
    };
    process.steps.iter().map(&mut line).collect()
}

fn points(process: &Automaton, step: &ProcessStep, nth: usize, several: usize) -> Vec<Point> {
    let (leaves, enters) = process.ends(step);
    let (from, to) = (&process.locations[leaves], &process.locations[enters]);
    if leaves == enters {
        return round(from, nth);
    }
    let bends: Vec<Point> = match step.bends.as_slice() {
        [] if leaves < enters => aside(middle(from), middle(to), nth, several),
        [] => aside(middle(to), middle(from), nth, several),
        bends => bends.iter().map(|&[x, y]| point(x, y)).collect(),
    };
    let end = |location: &Location| (middle(location), Outline::Box(half_width(location), HEIGHT));
    between(end(from), &bends, end(to))
}

/// Returns a loop above a location.
fn round(location: &Location, nth: usize) -> Vec<Point> {
    let Point { x, y } = middle(location);
    let (wide, reach) = (half_width(location).min(20.0) * 0.5, 26.0 + nth as f64 * 16.0);
    let out = wide + reach * 0.4;
    let (top, far) = (y - HEIGHT, y - HEIGHT - reach);
    vec![point(x + wide, top), point(x + out, far), point(x - out, far), point(x - wide, top)]
}
