//! The sequence chart of a run of a program: a lifeline for each process, the steps from top to bottom, and an arrow for
//! each message.
//!
//! A message without buffer is an arrow between two processes that move together. A message in a buffer is an arrow from
//! the step that appends it to the step that removes it, if the buffer is first in, first out along the whole run.

use std::collections::{HashMap, HashSet, VecDeque};

use sanderling_report::{Change, Step, Tokens, Trace};

use super::boxes::Rect;
use super::canvas::Canvas;
use super::geometry::{cut, line, point, tip};
use crate::layout::Point;
use crate::text::{Wrap, flat, width};

/// Maximum number of steps and of processes of a legible chart.
const MAX_STEPS: usize = 1000;
const MAX_PROCESSES: usize = 60;

/// Distances between lifelines, and between steps.
const COLUMN: f64 = 190.0;
const ROW: f64 = 34.0;
/// Half the height of a location.
const HALF: f64 = 11.0;
/// Breaking of names, of locations, of communications, and of what changes, into lines.
const NAME: Wrap = Wrap { size: 12.0, width: 160.0, lines: 1, breaks_names: true };
const LOCATION: Wrap = Wrap { size: 11.5, width: 110.0, lines: 1, breaks_names: true };
const LABEL: Wrap = Wrap { size: 11.0, width: 150.0, lines: 1, breaks_names: true };
const CHANGES: Wrap = Wrap { size: 12.0, width: 460.0, lines: 1, breaks_names: true };

/// Position of a step on a lifeline: where it is, and half the width of what is drawn there.
#[derive(Debug, Clone, Copy)]
struct Spot {
    at: Point,
    half: f64,
}

/// Returns the chart of a run as SVG.
///
/// # Errors
/// Why there is none, as a sentence.
pub(super) fn picture(trace: &Trace, title: &str) -> Result<String, String> {
    let steps: Vec<Step> = trace.steps.iter().collect();
    let mut processes: Vec<&str> = Vec::new();
    for moved in steps.iter().flat_map(|step| &step.moves) {
        if !processes.contains(&&*moved.process) {
            processes.push(&moved.process);
        }
    }
    let starts: HashMap<&str, String> =
        trace.initial.iter().map(|(place, tokens)| (&**place, tokens.to_string())).collect();
    let order = |process: &&str| trace.initial.iter().position(|(place, _)| place == *process);
    processes.sort_by_key(order);
    if processes.is_empty() {
        return Err("a sequence chart shows a run of a program: no process moves in this run".to_owned());
    }
    if steps.len() > MAX_STEPS || processes.len() > MAX_PROCESSES {
        let (steps, processes) = (steps.len(), processes.len());
        return Err(format!(
            "a sequence chart of {steps} steps and {processes} processes cannot be read: {MAX_STEPS} steps of {MAX_PROCESSES} processes are drawn at most"
        ));
    }
    let columns: HashMap<&str, f64> =
        processes.iter().enumerate().map(|(number, process)| (*process, number as f64 * COLUMN)).collect();
    let mut canvas = Canvas::default();
    let rows = rows(&steps, trace.repeated_from);
    let bottom = rows.last().map_or(0.0, |row| row + ROW);
    for process in &processes {
        let x = columns[process];
        canvas.path("arc read", &line(&[point(x, 0.0), point(x, bottom)]));
        let name = NAME.wrapped(&flat(process)).remove(0);
        let start = starts.get(process).map(|start| LOCATION.wrapped(&flat(start)).remove(0));
        let head = Rect { left: x - 84.0, top: -46.0, right: x + 84.0, bottom: 0.0 };
        canvas.reach(head);
        canvas.rect("frame", head, 6.0);
        canvas.text("name", point(x, -28.0), &name);
        canvas.text("label", point(x, -10.0), &start.unwrap_or_default());
    }
    let spot = |step: usize, moved: usize| {
        let moved = &steps[step].moves[moved];
        let half = if moved.from == moved.to { 4.0 } else { half_width(&moved.to) };
        Spot { at: point(columns[&*moved.process], rows[step]), half }
    };
    let mut from_right = HashSet::new();
    for (sent, received) in messages(&steps, trace) {
        let (from, to) = (spot(sent, 0), spot(received, 0));
        arrow(&mut canvas, from, to);
        from_right.extend(Some(received).filter(|_| from.at.x > to.at.x));
    }
    let right = (processes.len() - 1) as f64 * COLUMN;
    for (number, step) in steps.iter().enumerate() {
        if trace.repeated_from == Some(number) {
            repeated(&mut canvas, rows[number] - ROW * 0.8, right, "and then for ever:");
        }
        canvas.text("label end", point(-100.0, rows[number] + 4.0), &(number + 1).to_string());
        // An arrow from the right arrives above.
        let below = if from_right.contains(&number) { 13.0 } else { -4.0 };
        draw(&mut canvas, step, below, |moved| spot(number, moved));
        let changes = CHANGES.wrapped(&flat(&changed(step, &columns))).remove(0);
        let base = point(right + COLUMN, rows[number] + 4.0);
        canvas.reach(Rect::around(base, 0.0, HALF));
        canvas.reach(Rect::around(point(base.x + width(&changes, CHANGES.size), base.y), 0.0, HALF));
        canvas.text("head", base, &changes);
    }
    canvas.reach(Rect::around(point(-126.0, bottom), 0.0, 0.0));
    if trace.repeated_from == Some(steps.len()) {
        repeated(&mut canvas, bottom, right, "and nothing is enabled any more");
    }
    Ok(canvas.finish(&flat(title)))
}

/// Returns the height of each step. There is room above the first one that is repeated.
fn rows(steps: &[Step], repeated_from: Option<usize>) -> Vec<f64> {
    let extra = |number: usize| if repeated_from.is_some_and(|from| from <= number) { ROW } else { 0.0 };
    (0..steps.len()).map(|number| (number + 1) as f64 * ROW + extra(number)).collect()
}

fn half_width(location: &str) -> f64 {
    width(&LOCATION.wrapped(&flat(location))[0], LOCATION.size) / 2.0 + 8.0
}

/// Draws a step: the locations that are entered, and the communication, this much below the step if one process moves.
fn draw(canvas: &mut Canvas, step: &Step, below: f64, spot: impl Fn(usize) -> Spot) {
    let title = step.moves.iter().map(|moved| format!("{} line {}", moved.process, moved.line));
    canvas.group("location", &flat(&title.collect::<Vec<_>>().join(", ")), |canvas| {
        for (number, moved) in step.moves.iter().enumerate() {
            let Spot { at, half } = spot(number);
            if moved.from == moved.to {
                canvas.circle("disc", at, half);
            } else {
                canvas.rect("shape", Rect::around(at, half, HALF), HALF);
                let name = LOCATION.wrapped(&flat(&moved.to)).remove(0);
                canvas.text("", point(at.x, at.y + 4.0), &name);
            }
        }
    });
    for receiver in 1..step.moves.len() {
        arrow(canvas, spot(0), spot(receiver));
    }
    let Some(text) = &step.communication else { return };
    let text = LABEL.wrapped(&flat(text)).remove(0);
    let first = spot(0);
    match step.moves.len() {
        1 => canvas.text("label start", point(first.at.x + first.half + 6.0, first.at.y + below), &text),
        _ => {
            let other = spot(1);
            let middle = f64::midpoint(first.at.x, other.at.x);
            canvas.text("label", point(middle, first.at.y - 5.0), &text);
        }
    }
}

/// Draws an arrow from the side of one step to the side of another, if they are on two lifelines.
fn arrow(canvas: &mut Canvas, from: Spot, to: Spot) {
    if from.at.x == to.at.x {
        return;
    }
    let sign = if from.at.x < to.at.x { 1.0 } else { -1.0 };
    let points = [point(from.at.x + sign * from.half, from.at.y), point(to.at.x - sign * to.half, to.at.y)];
    canvas.path("arc", &line(&cut(&points, 7.0)));
    canvas.path("tip", &tip(&points, 9.0));
}

/// Draws a line across, with a text above its beginning.
fn repeated(canvas: &mut Canvas, y: f64, right: f64, text: &str) {
    canvas.path("arc reset", &line(&[point(-126.0, y), point(right + 84.0, y)]));
    canvas.reach(Rect::around(point(-126.0, y), 0.0, HALF));
    canvas.text("head", point(-126.0, y - 5.0), text);
}

/// Returns what changes besides locations: `x 0→1, y 2→3`.
fn changed(step: &Step, columns: &HashMap<&str, f64>) -> String {
    let changes = step.changed.iter().filter(|change| !columns.contains_key(&*change.place));
    let changes = changes.map(|Change { place, before, after }| format!("{place} {before}→{after}"));
    changes.collect::<Vec<_>>().join(", ")
}

/// Returns the messages in buffers: the step that sends, and the step that receives.
fn messages(steps: &[Step], trace: &Trace) -> Vec<(usize, usize)> {
    let mut buffers: HashMap<&str, VecDeque<Option<usize>>> = HashMap::new();
    for (place, tokens) in &trace.initial {
        // Promela: `c.len` counts the messages of `c`, whose first values are `c.0`.
        let counts = |channel| trace.initial.get(&format!("{channel}.0")).is_some();
        if place.strip_suffix(".len").is_some_and(|channel| !counts(channel)) {
            continue;
        }
        if let Some(length) = length(place, tokens) {
            buffers.insert(place, vec![None; length].into());
        }
    }
    let mut messages: Vec<(&str, usize, usize)> = Vec::new();
    let mut unordered: Vec<&str> = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        for Change { place, before, after } in &step.changed {
            let (Some(before), Some(after)) = (length(place, before), length(place, after)) else { continue };
            let Some(buffer) = buffers.get_mut(&**place) else { continue };
            let communication = step.communication.as_deref().unwrap_or_default();
            let is_ordered = !communication.contains("??") && !communication.contains("!!");
            match (is_ordered, before, after) {
                (true, before, after) if after == before + 1 => buffer.push_back(Some(number)),
                (true, before, after) if after + 1 == before => {
                    let sent = buffer.pop_front().flatten();
                    messages.extend(sent.map(|sent| (&**place, sent, number)));
                }
                (_, before, after) if before != after => unordered.push(place),
                _ => {}
            }
        }
    }
    messages.retain(|(place, ..)| !unordered.contains(place));
    messages.into_iter().map(|(_, sent, received)| (sent, received)).collect()
}

/// Returns the number of messages in a buffer, if a place is one: `[1, [2, 3]]` has two, and `c.len` counts those of `c`.
fn length(place: &str, tokens: &Tokens) -> Option<usize> {
    let text = tokens.to_string();
    if place.ends_with(".len") {
        return text.parse().ok();
    }
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let mut depth = 0_usize;
    let separators = inner.chars().filter(|letter| {
        match letter {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        *letter == ',' && depth == 0
    });
    Some(separators.count() + usize::from(!inner.is_empty()))
}
