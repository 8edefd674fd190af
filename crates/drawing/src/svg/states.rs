//! The picture of a state graph: boxes with markings, arrows with transitions.
//!
//! The label of an arrow is a node of the layout, between the states that the arrow leads from and to: so labels never lie on anything else.
//! All edges from one state to another are one arrow. A loop is drawn right of its state, in a box that has room for both.

use std::collections::{HashMap, VecDeque};

use sanderling_layout::{Graph, Layers, Layout, Point, Size, layout};
use sanderling_report::text::grouped;
use sanderling_report::{GraphState, Reason, StateGraph, Tokens};

use super::boxes::Rect;
use super::canvas::Canvas;
use super::geometry::{Outline, between, cut, line, point, tip};
use super::{TooLarge, small_enough};
use crate::text::{LINE, Wrap, flat, width};

/// How markings are broken into lines, and how transitions are.
const MARKING: Wrap = Wrap { size: 11.5, width: 170.0, lines: 5, breaks_names: false };
const EVENTS: Wrap = Wrap { size: 11.0, width: 130.0, lines: 3, breaks_names: false };
/// The distance between the boxes of neighbours.
const GAP: f64 = 22.0;
/// How far a loop reaches out of its state.
const LOOP: f64 = 26.0;
/// The height of a line of the head.
const HEAD: f64 = 17.0;

/// A state as it is drawn.
struct Box {
    lines: Vec<String>,
    half: (f64, f64),
    /// What is written beside its loop, where it has one.
    loops: Option<Arrow>,
}

/// All edges from one state to another.
struct Arrow {
    source: usize,
    target: usize,
    events: String,
    lines: Vec<String>,
}

/// The picture.
pub(super) fn picture(graph: &StateGraph) -> Result<String, TooLarge> {
    small_enough(graph.states.len())?;
    let (loops, arrows) = arrows(graph);
    let boxes = boxes(graph, loops);
    let drawn = laid_out(&boxes, &arrows);
    let middles: Vec<Point> = boxes.iter().zip(&drawn.positions).map(|(one, &at)| one.middle(at)).collect();
    let mut canvas = Canvas::new();
    for (index, arrow) in arrows.iter().enumerate() {
        draw_arrow(&mut canvas, arrow, index, &boxes, &middles, &drawn);
    }
    let dead = graph.dead_states();
    for (number, one) in boxes.iter().enumerate() {
        one.draw(&mut canvas, &graph.states[number], (number, dead[number]), middles[number]);
    }
    draw_head(&mut canvas, graph, dead.iter().filter(|&&is_dead| is_dead).count());
    Ok(canvas.finish(&flat(&graph.file)))
}

/// The loop of each state that has one, and all other arrows in the order of their first edges.
fn arrows(graph: &StateGraph) -> (HashMap<usize, Arrow>, Vec<Arrow>) {
    let mut number: HashMap<(u32, u32), usize> = HashMap::new();
    let mut events: Vec<((u32, u32), Vec<&str>)> = Vec::new();
    for edge in &graph.edges {
        let ends = (edge.source, edge.target);
        let at = *number.entry(ends).or_insert_with(|| {
            events.push((ends, Vec::new()));
            events.len() - 1
        });
        events[at].1.push(&edge.event);
    }
    let arrow = |((source, target), events): ((u32, u32), Vec<&str>)| {
        let events = flat(&events.join(", "));
        Arrow { source: source as usize, target: target as usize, lines: EVENTS.wrapped(&events), events }
    };
    let (loops, arrows): (Vec<_>, Vec<_>) =
        events.into_iter().map(arrow).partition(|arrow| arrow.source == arrow.target);
    (loops.into_iter().map(|arrow| (arrow.source, arrow)).collect(), arrows)
}

impl Arrow {
    fn size(&self) -> Size {
        let (wide, high) = size(&self.lines, EVENTS.size);
        Size { width: wide + 4.0, height: high + 2.0 }
    }

    /// Writes its transitions around a point, on a ground of their own.
    fn write(&self, canvas: &mut Canvas, middle: Point) {
        let Size { width, height } = self.size();
        let rect = Rect::around(middle, width / 2.0, height / 2.0);
        canvas.reach(rect);
        canvas.group("edge", &self.events, |canvas| {
            canvas.rect("under", rect, 3.0);
            write_lines(canvas, "label", &self.lines, EVENTS.size, middle);
        });
    }
}

fn size(lines: &[String], size: f64) -> (f64, f64) {
    let wide = lines.iter().map(|line| width(line, size)).fold(0.0, f64::max);
    (wide, lines.len() as f64 * size * LINE)
}

fn write_lines(canvas: &mut Canvas, class: &str, lines: &[String], size: f64, middle: Point) {
    let top = middle.y - lines.len() as f64 * size * LINE / 2.0;
    for (number, text) in lines.iter().enumerate() {
        canvas.text(class, point(middle.x, top + size * (number as f64 * LINE + 0.95)), text);
    }
}

fn boxes(graph: &StateGraph, mut loops: HashMap<usize, Arrow>) -> Vec<Box> {
    let one = |(number, state): (usize, &GraphState)| {
        let lines = MARKING.wrapped(&marking(state));
        let (wide, high) = size(&lines, MARKING.size);
        let half = ((wide / 2.0 + 9.0).max(18.0), (high / 2.0 + 7.0).max(15.0));
        Box { lines, half, loops: loops.remove(&number) }
    };
    graph.states.iter().enumerate().map(one).collect()
}

impl Box {
    /// What its loop takes right of it.
    fn room_of_loop(&self) -> f64 {
        self.loops.as_ref().map_or(0.0, |arrow| LOOP + arrow.size().width)
    }

    fn size(&self) -> Size {
        let loops = self.loops.as_ref().map_or(0.0, |arrow| arrow.size().height);
        Size { width: 2.0 * self.half.0 + self.room_of_loop(), height: (2.0 * self.half.1).max(loops) }
    }

    /// The middle of the state, where that of the state with its loop is given.
    fn middle(&self, at: Point) -> Point {
        point(at.x - self.room_of_loop() / 2.0, at.y)
    }

    fn draw(&self, canvas: &mut Canvas, state: &GraphState, (number, is_dead): (usize, bool), middle: Point) {
        let rect = Rect::around(middle, self.half.0, self.half.1);
        canvas.reach(rect);
        let kinds = [(number == 0, " initial"), (is_dead, " dead"), (!state.expanded, " open")];
        let kinds: String = kinds.into_iter().filter(|(is, _)| *is).map(|(_, kind)| kind).collect();
        let title = format!("state {number}{}: {}", if is_dead { ", deadlock" } else { "" }, marking(state));
        canvas.group("state", &title, |canvas| {
            canvas.rect(&format!("box{kinds}"), rect, 9.0);
            write_lines(canvas, "", &self.lines, MARKING.size, middle);
        });
        if let Some(arrow) = &self.loops {
            draw_loop(canvas, point(rect.right, middle.y));
            arrow.write(canvas, point(rect.right + LOOP + arrow.size().width / 2.0, middle.y));
        }
    }
}

/// A loop at the right side of a state.
fn draw_loop(canvas: &mut Canvas, side: Point) {
    let at = |x: f64, y: f64| super::geometry::at(point(side.x + x, side.y + y));
    let (start, end) = (at(0.0, -8.0), at(7.0, 8.0));
    canvas.path("arc", &format!("M{start}C{} {} {end}", at(LOOP * 1.15, -16.0), at(LOOP * 1.15, 15.0)));
    canvas.path("tip", &tip(&[point(side.x + 12.0, side.y + 9.2), point(side.x, side.y + 7.0)], 8.0));
}

/// Places for the states, and for the labels of the arrows behind them.
fn laid_out(boxes: &[Box], arrows: &[Arrow]) -> Layout {
    let sizes: Vec<Size> = boxes.iter().map(Box::size).chain(arrows.iter().map(Arrow::size)).collect();
    let halves = |(label, arrow): (usize, &Arrow)| {
        let label = boxes.len() + label;
        [(arrow.source, label), (label, arrow.target)]
    };
    let edges: Vec<(usize, usize)> = arrows.iter().enumerate().flat_map(halves).collect();
    let layers = layers(boxes.len(), arrows);
    let starts = &[0][..boxes.len().min(1)];
    layout(&Graph { sizes: &sizes, edges: &edges, starts, layers: Layers::Given(&layers), gap: GAP })
}

/// Layers for the states, by their distance from the initial one, and between these for the labels. The label of an arrow that leads
/// back is right before the state that it comes from: most such arrows come from many states to a few.
fn layers(states: usize, arrows: &[Arrow]) -> Vec<usize> {
    let distance = distances(states, arrows);
    let label = |arrow: &Arrow| {
        let (source, target) = (distance[arrow.source], distance[arrow.target]);
        if target < source { 2 * source - 1 } else { 2 * source + 1 }
    };
    distance.iter().map(|distance| 2 * distance).chain(arrows.iter().map(label)).collect()
}

/// The distance of each state from the initial one; 0 where it is not reached.
fn distances(states: usize, arrows: &[Arrow]) -> Vec<usize> {
    let mut leaves = vec![Vec::new(); states];
    arrows.iter().for_each(|arrow| leaves[arrow.source].push(arrow.target));
    let mut distance = vec![0; states];
    let mut is_seen = vec![false; states];
    let mut open = VecDeque::from_iter((states > 0).then_some(0));
    is_seen.iter_mut().take(1).for_each(|first| *first = true);
    while let Some(state) = open.pop_front() {
        for &next in &leaves[state] {
            if !std::mem::replace(&mut is_seen[next], true) {
                distance[next] = distance[state] + 1;
                open.push_back(next);
            }
        }
    }
    distance
}

/// An arrow from rim to rim, through the middle of its label.
fn draw_arrow(
    canvas: &mut Canvas,
    arrow: &Arrow,
    index: usize,
    boxes: &[Box],
    middles: &[Point],
    drawn: &Layout,
) {
    let label = drawn.positions[boxes.len() + index];
    let end = |state: usize| (middles[state], Outline::Box(boxes[state].half.0, boxes[state].half.1));
    let through = (label, Outline::Box(0.0, 0.0));
    let first = between(end(arrow.source), &drawn.bends[2 * index], through);
    let second = between(through, &drawn.bends[2 * index + 1], end(arrow.target));
    first.iter().chain(&second).for_each(|&bend| canvas.reach(Rect::around(bend, 0.0, 0.0)));
    canvas.path("arc", &(line(&first) + &line(&cut(&second, 7.0))));
    canvas.path("tip", &tip(&second, 8.0));
    arrow.write(canvas, label);
}

/// What the picture is of, and what is missing.
fn draw_head(canvas: &mut Canvas, graph: &StateGraph, dead: usize) {
    let count = |count: usize, one: &str| {
        format!("{} {one}{}", grouped(count.into()), if count == 1 { "" } else { "s" })
    };
    let (states, edges) = (count(graph.states.len(), "state"), count(graph.edges.len(), "edge"));
    let summary = format!("{states}, {edges}, {}", count(dead, "deadlock"));
    let mut lines = vec![("head", MARKING_OF_FILE.wrapped(&flat(&graph.file)).remove(0)), ("head", summary)];
    if !graph.exhaustive {
        let reason = graph.reason.map_or("the search ended early", Reason::in_words);
        lines.push(("head partial", format!("only a part: {reason}; dashed states lead on")));
    }
    let Rect { left, top, .. } = canvas.extent();
    for (number, (class, text)) in lines.iter().rev().enumerate() {
        let base = point(left, top - 14.0 - number as f64 * HEAD);
        canvas.reach(Rect { left, top: base.y - 12.0, right: left + width(text, 12.0), bottom: base.y });
        canvas.text(class, base, text);
    }
}

/// How the name of the file is shortened.
const MARKING_OF_FILE: Wrap = Wrap { size: 12.0, width: 500.0, lines: 1, breaks_names: false };

/// A marking in short: a sum of tokens, or the value of every variable. What belongs together is not broken.
fn marking(state: &GraphState) -> String {
    if state.error {
        return "model error".to_owned();
    }
    let has_values = state.marking.iter().any(|(_, tokens)| matches!(tokens, Tokens::Value(_)));
    let terms: Vec<String> =
        state.marking.iter().flat_map(|(place, tokens)| terms(place, tokens, has_values)).collect();
    match terms.as_slice() {
        [] => "no tokens".to_owned(),
        _ => terms.join(if has_values { ", " } else { " + " }),
    }
}

fn terms(place: &str, tokens: &Tokens, has_values: bool) -> Vec<String> {
    let place = flat(place).replace(' ', "\u{a0}");
    match tokens {
        _ if has_values => vec![flat(&format!("{place}={tokens}")).replace(' ', "\u{a0}")],
        Tokens::Plain(count) => product(&count.to_string(), &place),
        Tokens::Value(value) => vec![format!("{place}={value}")],
        Tokens::Coloured(colours) => {
            let term = |(colour, count): &(String, sanderling_report::Count)| {
                let colour = if colour.starts_with('(') { colour.clone() } else { format!("({colour})") };
                product(&count.to_string(), &flat(&format!("{place}{colour}")).replace(' ', "\u{a0}"))
            };
            colours.iter().flat_map(term).collect()
        }
    }
}

/// So many tokens of a place: none is nothing, and one is not counted.
fn product(count: &str, place: &str) -> Vec<String> {
    match count {
        "0" => Vec::new(),
        "1" => vec![place.to_owned()],
        "+inf" => vec![format!("∞\u{a0}{place}")],
        _ => vec![format!("{count}\u{a0}{place}")],
    }
}
