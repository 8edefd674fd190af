//! What the places and transitions stand for in the program.

use std::collections::{BTreeSet, HashMap, HashSet};

use sanderling_net::program::{Alias, Move, Process, Step};
use sanderling_net::{Diagnostics, PlaceId, Program, PropertyProcess, Sort, Span, Watch};

use super::{Builder, labels_of};
use crate::formula::Formula;
use crate::lower::never::Automaton;
use crate::machine::Role;
use crate::path::Path;

/// Maximum number of communications of a step that are described, and maximum length of each, in bytes.
const MAX_COMMUNICATIONS: usize = 8;
const MAX_STATEMENT: usize = 80;

impl Builder<'_, '_> {
    pub(super) fn program(&self, stored: &HashSet<(usize, usize, bool)>, steps: Vec<Step>) -> Program {
        let living: BTreeSet<usize> = stored.iter().map(|(instance, ..)| *instance).collect();
        let numbers: HashMap<usize, u32> = living.iter().copied().zip(0..).collect();
        let cells = || self.machine.cells.iter().zip(&self.places);
        let own = |instance: usize| {
            let of = move |(cell, place): (&crate::machine::Store, &Option<PlaceId>)| {
                (*place).filter(|_| cell.owner == Some(instance) && !matches!(cell.role, Role::Location(_)))
            };
            cells().filter_map(of).collect()
        };
        let process = |instance: &usize| {
            Some(Process {
                name: self.machine.instances[*instance].name.clone(),
                location: self.places[self.machine.instances[*instance].location]?,
                variables: own(*instance),
                committed: Vec::new(),
                aliases: self.aliases(*instance),
                span: Some(self.machine.process(*instance).span),
            })
        };
        let renumbered = |step: Step| Step {
            moves: step
                .moves
                .iter()
                .filter_map(|moved| {
                    Some(Move { process: *numbers.get(&(moved.process as usize))?, ..*moved })
                })
                .collect(),
            ..step
        };
        Program {
            variables: cells()
                .filter(|(cell, _)| cell.owner.is_none())
                .filter_map(|(_, place)| *place)
                .collect(),
            processes: living.iter().filter_map(process).collect(),
            channels: Vec::new(),
            steps: steps.into_iter().map(renumbered).collect(),
            left_out: Vec::new(),
            property: None,
            end: self.end(&living),
            limits: self.limits.clone(),
        }
    }

    /// Returns the never claim as a property process. If processes have accepting labels, each location of the claim
    /// stands for two: in the second one, the state before the last step was accepting.
    pub(super) fn property(&mut self, automaton: &Automaton<'_>) -> Result<PropertyProcess, Diagnostics> {
        let visited = &automaton.is_process_accepting;
        let copies = if visited.is_false() { 1 } else { 2 };
        let mut names = HashSet::new();
        let mut locations: Vec<String> = Vec::new();
        for (copy, node) in (0..copies).flat_map(|copy| automaton.nodes.iter().map(move |node| (copy, node)))
        {
            let node = node.map(|node| &automaton.claim.nodes[node]);
            let mut name = match node {
                None => "failed".to_owned(),
                Some(node) => match node.labels.first() {
                    Some(label) => label.to_string(),
                    None => self.files.location(node.line),
                },
            };
            name.push_str(if copy == 1 { "+accept" } else { "" });
            while !names.insert(name.clone()) {
                name.push('_');
            }
            locations.push(name);
        }
        let count = automaton.nodes.len();
        let accepting = (0..locations.len()).filter(|at| *at >= count || automaton.is_accepting(*at));
        let accepting = vec![accepting.map(|at| at as u32).collect()];
        let is_visible = if self.uses_exclusive {
            let cell = self.machine.exclusive;
            Formula::equal(Formula::Cell(cell, self.machine.cells[cell].range), Formula::Number(0))
        } else {
            Formula::TRUE
        };
        let mut transitions = Vec::new();
        // The claim waits in the states within a divided `atomic`.
        if !is_visible.is_true() {
            for location in 0..locations.len() as u32 {
                self.terms.reads.clear();
                let condition = self.terms.condition(&is_visible.clone().not());
                let id = format!("{}.{}", automaton.claim.name, locations[location as usize]);
                let guard = Some(self.asserted(&id, condition, automaton.claim.span)?);
                transitions.push(Watch { source: location, target: location, guard });
            }
        }
        for (copy, moved) in
            (0..copies).flat_map(|copy| automaton.moves.iter().map(move |moved| (copy, moved)))
        {
            for next in 0..copies {
                let seen = if next == 1 { visited.clone() } else { Formula::TRUE };
                let guard = Formula::all([is_visible.clone(), moved.guard.clone(), seen]);
                let (source, target) = (copy * count + moved.source, next * count + moved.target);
                let id = format!("{}.{}->{}", automaton.claim.name, locations[source], locations[target]);
                self.terms.reads.clear();
                self.terms.declare_sorts(&mut self.net.declarations, &guard);
                let guard = if guard.is_true() {
                    None
                } else {
                    let condition = self.terms.condition(&guard);
                    Some(self.asserted(&id, condition, moved.span)?)
                };
                transitions.push(Watch { source: source as u32, target: target as u32, guard });
            }
        }
        Ok(PropertyProcess {
            name: automaton.claim.name.to_string(),
            locations,
            initial: 0,
            accepting,
            transitions: if automaton.beyond.is_empty() { transitions } else { Vec::new() },
            beyond: automaton.beyond.clone(),
            span: Some(automaton.claim.span),
        })
    }

    /// Returns the labels of locations that have another label as their name.
    fn aliases(&self, instance: usize) -> Vec<Alias> {
        let process = self.machine.process(instance);
        let mut aliases = Vec::new();
        for (location, position) in &self.terms.positions[instance] {
            if let Ok(node) = usize::try_from(*location - 1) {
                let further = labels_of(&process.nodes[node]).skip(1);
                aliases.extend(further.map(|label| Alias { name: label.to_owned(), location: *position }));
            }
        }
        aliases.sort_by(|one, other| one.name.cmp(&other.name));
        aliases
    }

    /// Returns the condition under which the program may stop: each process has ended or is at a label that begins with
    /// `end`.
    fn end(&self, living: &BTreeSet<usize>) -> Option<String> {
        let at_end = |instance: &usize| {
            let process = self.machine.process(*instance);
            let name = &self.machine.instances[*instance].name;
            let place = self.places[self.machine.instances[*instance].location]?;
            let Sort::Enumeration { constants, .. } = self.net.sort(self.net.place(place).sort) else {
                return None;
            };
            let is_end = |location: &i64| {
                let node = usize::try_from(*location - 1).ok();
                node.is_none_or(|node| node == process.end || process.nodes[node].has_label("end"))
            };
            let mut positions: Vec<u32> = self.terms.positions[*instance]
                .iter()
                .filter(|(location, _)| is_end(location))
                .map(|(_, position)| *position)
                .collect();
            positions.sort_unstable();
            let ends: Vec<String> = positions
                .iter()
                .map(|position| format!("{name}.{}", constants[*position as usize].id))
                .collect();
            Some(format!("({})", ends.join(" or ")))
        };
        Some(living.iter().map(at_end).collect::<Option<Vec<_>>>()?.join(" and "))
    }

    /// Describes a path: the processes that move, and their communication. The statement `run` moves the process that
    /// executes it.
    pub(super) fn step(&self, path: &Path, instance: usize, span: Span) -> Step {
        let mut moves: Vec<Move> = Vec::new();
        for (mover, span) in path.moves.iter().chain([&(instance, span)]) {
            let process = *mover as u32;
            if moves.iter().all(|moved| moved.process != process) {
                moves.push(Move { process, span: *span });
            }
        }
        // A statement from an `inline` has parts at several positions; no line of the text is the whole of it.
        let is_line =
            |text: &&str| text.len() <= MAX_STATEMENT && !text.contains('\n') && !text.starts_with('#');
        let written = path
            .communications
            .iter()
            .filter_map(|span| self.text.get(span.start as usize..span.end as usize));
        let written: Vec<&str> = written.filter(is_line).take(MAX_COMMUNICATIONS).collect();
        Step { moves, communication: Some(written.join(", ")).filter(|text| !text.is_empty()) }
    }
}
