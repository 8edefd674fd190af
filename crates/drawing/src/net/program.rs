//! A program as its processes, each an automaton of locations.
//!
//! A transition of a process corresponds to one in the file. The net has several transitions for one that can be
//! combined with different partners.

use std::collections::{HashMap, HashSet};

use sanderling::MarkingDisplay;
use sanderling_net::{Net, Program, Sort, TransitionId, program::Process};

use super::{LONGEST_LABEL, MARGIN, MAX_NODES, places, transitions};
use crate::layout::{Graph, Layers, Size, layout};
use crate::{Automaton, Drawing, Location, ProcessStep};

/// Distance between locations.
const GAP: f64 = 60.0;
/// Distance between locations if transitions have labels.
const WIDE_GAP: f64 = 110.0;
/// Height of the name of a process above its automaton.
const HEADING: f64 = 40.0;

/// Draws a program.
pub(super) fn drawing(net: &Net, program: &Program) -> Drawing {
    let ids = |places: &mut dyn Iterator<Item = sanderling_net::PlaceId>| -> Vec<String> {
        places.map(|place| net.place(place).id.clone()).collect()
    };
    let buffers = program.channels.iter().filter_map(|channel| channel.buffer);
    let mut drawing = Drawing {
        places: places(net),
        transitions: transitions(net),
        variables: ids(&mut program.variables.iter().copied().chain(buffers)),
        ..Drawing::default()
    };
    let mut processes: Vec<Automaton> =
        program.processes.iter().map(|process| automaton(net, process)).collect();
    add_steps(net, program, &mut processes);
    let nodes: usize = processes.iter().map(|process| process.locations.len() + process.steps.len()).sum();
    if nodes > MAX_NODES {
        return Drawing { is_too_large: true, ..drawing };
    }
    processes.iter_mut().for_each(lay_out);
    put_beside_each_other(&mut drawing, &mut processes);
    drawing.processes = processes;
    drawing
}

fn automaton(net: &Net, process: &Process) -> Automaton {
    let constants = match net.sort(net.place(process.location).sort) {
        Sort::Enumeration { constants, .. } => constants.as_slice(),
        _ => &[],
    };
    let location = |(position, constant): (usize, &sanderling_net::Constant)| Location {
        name: constant.id.clone(),
        x: 0.0,
        y: 0.0,
        is_committed: process.committed.iter().any(|&committed| committed as usize == position),
    };
    Automaton {
        name: process.name.clone(),
        place: net.place(process.location).id.clone(),
        x: 0.0,
        y: 0.0,
        width: 0.0,
        height: 0.0,
        locations: constants.iter().enumerate().map(location).collect(),
        steps: Vec::new(),
        variables: process.variables.iter().map(|&place| net.place(place).id.clone()).collect(),
    }
}

/// Gives each process its transitions, in the order of the net.
fn add_steps(net: &Net, program: &Program, processes: &mut [Automaton]) {
    let names =
        |process: &Automaton| process.locations.iter().map(|location| location.name.clone()).collect();
    let names: Vec<HashSet<String>> = processes.iter().map(names).collect();
    let display = MarkingDisplay::new(net);
    let mut known: HashMap<(u32, u32, u32), usize> = HashMap::new();
    for (index, step) in program.steps.iter().enumerate() {
        let event = TransitionId::new(index);
        let moves = display.moves(event);
        for (one, shown) in step.moves.iter().zip(moves) {
            let Some(process) = processes.get_mut(one.process as usize) else { continue };
            let names = &names[one.process as usize];
            if !names.contains(&shown.from) || !names.contains(&shown.to) {
                continue;
            }
            let key = (one.process, one.span.start, one.span.end);
            let at = *known.entry(key).or_insert_with(|| {
                process.steps.push(ProcessStep {
                    from: shown.from,
                    to: shown.to,
                    line: shown.line,
                    column: shown.column,
                    guard: net
                        .transition(event)
                        .guard
                        .as_ref()
                        .map(|guard| net.term_text(guard, LONGEST_LABEL)),
                    communication: step.communication.clone(),
                    bends: Vec::new(),
                    events: Vec::new(),
                });
                process.steps.len() - 1
            });
            process.steps[at].events.push(net.transition(event).id.clone());
        }
    }
}

fn lay_out(process: &mut Automaton) {
    let size = |location: &Location| Size {
        width: location.name.chars().count().min(24) as f64 * 8.0 + 30.0,
        height: 34.0,
    };
    let sizes: Vec<Size> = process.locations.iter().map(size).collect();
    let edges: Vec<_> = process.steps.iter().map(|step| process.ends(step)).collect();
    let has_labels = process.steps.iter().any(|step| step.communication.is_some() || step.guard.is_some());
    let gap = if has_labels { WIDE_GAP } else { GAP };
    let drawn = layout(&Graph {
        sizes: &sizes,
        edges: &edges,
        starts: &[],
        layers: Layers::Longest,
        gap,
        layer_gap: gap,
    });
    for (location, point) in process.locations.iter_mut().zip(&drawn.positions) {
        (location.x, location.y) = (point.x, point.y);
    }
    for (step, bends) in process.steps.iter_mut().zip(&drawn.bends) {
        step.bends = bends.iter().map(|bend| [bend.x, bend.y]).collect();
    }
    let name = process.name.chars().count().min(40) as f64 * 9.0;
    (process.width, process.height) = (drawn.width.max(name) + 2.0 * MARGIN, drawn.height + 2.0 * MARGIN);
}

/// Puts the automata on shelves, and moves their parts accordingly.
fn put_beside_each_other(drawing: &mut Drawing, processes: &mut [Automaton]) {
    let sizes: Vec<Size> = processes
        .iter()
        .map(|process| Size { width: process.width, height: process.height + HEADING })
        .collect();
    let shelves = layout(&Graph {
        sizes: &sizes,
        edges: &[],
        starts: &[],
        layers: Layers::Longest,
        gap: MARGIN / 2.0,
        layer_gap: MARGIN / 2.0,
    });
    for (process, middle) in processes.iter_mut().zip(&shelves.positions) {
        process.x = middle.x - process.width / 2.0 + MARGIN / 2.0;
        process.y = middle.y - process.height / 2.0 + (HEADING + MARGIN) / 2.0;
        let (left, top) = (process.x + MARGIN, process.y + MARGIN);
        for location in &mut process.locations {
            (location.x, location.y) = (location.x + left, location.y + top);
        }
        for bend in process.steps.iter_mut().flat_map(|step| &mut step.bends) {
            *bend = [bend[0] + left, bend[1] + top];
        }
    }
    (drawing.width, drawing.height) = (shelves.width + MARGIN, shelves.height + MARGIN);
}
