//! Validation of the program: processes, channels and steps refer to suitable places and transitions, and a property
//! process refers to its own locations.

use std::collections::HashSet;

use super::Report;
use crate::program::{Alias, Channel, Process, Step};
use crate::{Diagnostic, Net, PlaceId, Program, PropertyProcess, Sort};

/// Checks the program, if the net has one.
pub(super) fn check(net: &Net, report: &mut Report) {
    let Some(program) = &net.program else { return };
    check_places(net, program, report);
    for process in &program.processes {
        check_location(net, process, report);
    }
    for channel in &program.channels {
        check_channel(net, channel, report);
    }
    check_steps(net, program, report);
    if let Some(property) = &program.property {
        check_property(property, report);
    }
}

/// Iterates over every place that the program names, with the name of its process or channel.
fn places(program: &Program) -> impl Iterator<Item = (&str, PlaceId)> {
    let shared = program.variables.iter().map(|&place| ("", place));
    let of_processes = program.processes.iter().flat_map(|process| {
        let own = process.variables.iter().chain([&process.location]);
        own.map(|&place| (process.name.as_str(), place))
    });
    let of_channels = program.channels.iter().filter_map(|c| Some((c.name.as_str(), c.buffer?)));
    shared.chain(of_processes).chain(of_channels)
}

/// Checks that places exist, and that each represents one thing.
fn check_places(net: &Net, program: &Program, report: &mut Report) {
    let mut seen = HashSet::new();
    for (owner, place) in places(program) {
        let problem = match net.places.get(place.index()) {
            None => Diagnostic::error(format!("place number {}, which is not there", place.index()))
                .expected(format!("a number below {}", net.places.len())),
            Some(place) if !seen.insert(&place.id) => {
                Diagnostic::error(format!("the place `{}` stands for two things in the program", place.id))
            }
            Some(_) => continue,
        };
        report.add(owner, None, problem);
    }
}

/// Checks that the place of a location is of an enumeration, and that the committed locations are constants of it.
fn check_location(net: &Net, process: &Process, report: &mut Report) {
    let Some(place) = net.places.get(process.location.index()) else { return };
    let Sort::Enumeration { constants, .. } = net.sort(place.sort) else {
        let message = format!("the place `{}` as a control location", place.id);
        let problem = Diagnostic::error(message).expected("a place whose sort is an enumeration");
        report.add(&process.name, process.span, problem);
        return;
    };
    for &committed in process.committed.iter().filter(|&&position| position as usize >= constants.len()) {
        let problem = Diagnostic::error(format!("committed location number {committed}"));
        let expected = format!("a number below {}", constants.len());
        report.add(&process.name, process.span, problem.expected(expected));
    }
    let mut names: HashSet<&str> = constants.iter().map(|constant| &*constant.id).collect();
    for Alias { name, location } in &process.aliases {
        if *location as usize >= constants.len() || !names.insert(name) {
            let problem = Diagnostic::error(format!("the name `{name}` of location number {location}"));
            let expected = format!("a new name, and a number below {}", constants.len());
            report.add(&process.name, process.span, problem.expected(expected));
        }
    }
}

/// Checks that a buffer is a list, and that the sorts of items are declared.
fn check_channel(net: &Net, channel: &Channel, report: &mut Report) {
    let buffer = channel.buffer.and_then(|place| net.places.get(place.index()));
    if let Some(place) = buffer.filter(|place| !matches!(net.sort(place.sort), Sort::List { .. })) {
        let problem = Diagnostic::error(format!("the place `{}` as a channel's buffer", place.id));
        report.add(&channel.name, channel.span, problem.expected("a place whose sort is a list"));
    }
    let sorts = net.declarations.sorts.len();
    for item in channel.items.iter().flatten().filter(|item| item.index() >= sorts) {
        let missing = Diagnostic::error(format!("sort number {}, which is not declared", item.index()));
        report.add(&channel.name, channel.span, missing.expected(format!("a number below {sorts}")));
    }
}

/// Checks that each transition has a step, of at least one process, and that limits are transitions.
fn check_steps(net: &Net, program: &Program, report: &mut Report) {
    let (steps, transitions) = (program.steps.len(), net.transitions.len());
    if steps != transitions {
        let problem = Diagnostic::error(format!("{steps} steps in the program"));
        report.add("", None, problem.expected(format!("one for each of {transitions} transitions")));
        return;
    }
    for limit in program.limits.iter().filter(|limit| limit.index() >= transitions) {
        let problem = Diagnostic::error(format!("transition number {} as a limit", limit.index()));
        report.add("", None, problem.expected(format!("a number below {transitions}")));
    }
    for (step, transition) in program.steps.iter().zip(&net.transitions) {
        if let Some(problem) = problem_of_step(step, program.processes.len()) {
            report.add(&transition.id, transition.span, problem);
        }
    }
}

/// Checks that the initial location, the accepting ones and the ends of transitions are locations of the property
/// process.
fn check_property(property: &PropertyProcess, report: &mut Report) {
    let ends = property.transitions.iter().flat_map(|watch| [watch.source, watch.target]);
    let named =
        [property.initial].into_iter().chain(property.accepting.iter().flatten().copied()).chain(ends);
    let count = property.locations.len();
    for location in named.filter(|&location| location as usize >= count) {
        let problem = Diagnostic::error(format!("location number {location} of the property process"));
        report.add(&property.name, property.span, problem.expected(format!("a number below {count}")));
    }
}

fn problem_of_step(step: &Step, processes: usize) -> Option<Diagnostic> {
    let known = |process: u32| (process as usize) < processes;
    let mut seen = HashSet::new();
    if !step.moves.is_empty() && step.moves.iter().all(|one| known(one.process) && seen.insert(one.process)) {
        return None;
    }
    let numbers: Vec<_> = step.moves.iter().map(|one| one.process.to_string()).collect();
    let problem = match numbers.len() {
        0 => Diagnostic::error("a step of no process"),
        _ => Diagnostic::error(format!("a step of process {}", numbers.join(" and process "))),
    };
    Some(problem.expected(format!("different processes below {processes}")))
}

#[cfg(test)]
mod tests {
    use crate::TransitionId;
    use crate::program::{Channel, Move, Process, Step};
    use crate::{
        Assertion, Constant, Net, Operator, Place, PlaceId, Program, PropertyProcess, Sort, SortDeclaration,
        SortId, Span, Term, Transition, Value, Watch,
    };

    fn place(index: usize) -> PlaceId {
        PlaceId::new(index)
    }

    fn step(processes: &[u32]) -> Step {
        let span = Span { line: 1, column: 1, start: 0, end: 1 };
        let moves = processes.iter().map(|&process| Move { process, span }).collect();
        Step { moves, communication: None }
    }

    fn process(name: &str, location: usize) -> Process {
        let committed = vec![1];
        Process {
            name: name.into(),
            location: place(location),
            variables: vec![],
            committed,
            aliases: vec![],
            span: None,
        }
    }

    /// Returns a net with processes P and R on two control locations, a channel with a buffer, and two transitions.
    fn net() -> Net {
        let mut net = Net::new("n");
        let constants = ["a", "b"].map(|id| Constant { id: id.into(), name: None }).to_vec();
        let sorts = [
            Sort::Enumeration { cyclic: false, constants },
            Sort::Range { start: 0, end: 255 },
            Sort::List { element: SortId::new(2), capacity: Some(1) },
        ];
        let named = |sort| SortDeclaration { id: "s".into(), name: None, sort };
        net.declarations.sorts.extend(sorts.into_iter().map(named));
        for (id, sort) in [("P", 1), ("R", 1), ("x", 2), ("c", 3)] {
            net.add_place(Place { sort: SortId::new(sort), ..Place::with_tokens(id, 0) });
        }
        net.add_transition(Transition::plain("t"));
        net.add_transition(Transition::plain("u"));
        let items = Some(vec![SortId::new(2)]);
        net.program = Some(Program {
            variables: vec![place(2)],
            processes: vec![process("P", 0), process("R", 1)],
            channels: vec![Channel { name: "c".into(), items, buffer: Some(place(3)), span: None }],
            steps: vec![step(&[0]), step(&[1, 0])],
            left_out: vec![],
            end: None,
            limits: Vec::new(),
            property: None,
        });
        net
    }

    /// Returns the problems found after a change.
    fn findings(change: impl FnOnce(&mut Program)) -> Vec<String> {
        let mut net = net();
        change(net.program.as_mut().unwrap());
        let with_element = |d: &crate::Diagnostic| format!("{}: {d}", d.element.as_deref().unwrap_or("-"));
        net.validate().iter().map(with_element).collect()
    }

    #[test]
    fn a_sound_program_has_no_findings() {
        assert_eq!(findings(|_| ()), [""; 0]);
    }

    #[test]
    fn a_property_process_is_at_locations_of_its_own_and_guards_are_conditions() {
        let truth = |value| Term::Literal { sort: SortId::new(2), value: Value::Integer(value) };
        let watch = |source, target, condition| Watch {
            source,
            target,
            guard: Some(Assertion { id: "q->r".into(), reads: vec![], condition, span: None }),
        };
        let property = |initial, accepting: &[u32], transitions| PropertyProcess {
            name: "L".into(),
            locations: vec!["q".into(), "r".into()],
            initial,
            accepting: vec![accepting.to_vec()],
            transitions,
            beyond: vec![],
            span: None,
        };
        let equal = || Term::Apply(Operator::Equal, vec![truth(1), truth(1)]);
        let found = |one| findings(|program| program.property = Some(Box::new(one)));
        assert_eq!(found(property(0, &[1], vec![watch(0, 1, equal())])), [""; 0]);
        assert_eq!(
            found(property(2, &[3], vec![watch(0, 4, equal())])),
            [2, 3, 4].map(|n| format!(
                "L: error: location number {n} of the property process; expected a number below 2"
            ))
        );
        assert_eq!(
            found(property(0, &[], vec![watch(0, 1, truth(1))])),
            ["q->r: error: a value of sort `s`; expected a condition"]
        );
    }

    #[test]
    fn places_of_a_program_are_there_and_stand_for_one_thing() {
        assert_eq!(
            findings(|program| program.processes[1].variables = vec![place(2), place(9)]),
            [
                "R: error: the place `x` stands for two things in the program",
                "R: error: place number 9, which is not there; expected a number below 4",
            ]
        );
        assert_eq!(findings(|program| program.processes[0].location = place(4)).len(), 1);
        assert_eq!(findings(|program| program.channels[0].buffer = Some(place(4))).len(), 1);
    }

    #[test]
    fn locations_are_of_enumerations_and_buffers_are_lists() {
        assert_eq!(
            findings(|program| {
                program.variables.clear();
                program.processes[0].location = place(2);
                program.processes[1].committed = vec![0, 2];
                program.channels[0].buffer = Some(place(0));
                program.channels[0].items = Some(vec![SortId::new(4)]);
            }),
            [
                "P: error: the place `x` as a control location; expected a place whose sort is an enumeration",
                "R: error: committed location number 2; expected a number below 2",
                "c: error: the place `P` as a channel's buffer; expected a place whose sort is a list",
                "c: error: sort number 4, which is not declared; expected a number below 4",
            ]
        );
    }

    #[test]
    fn every_transition_has_a_step_of_at_least_one_process() {
        assert_eq!(
            findings(|program| drop(program.steps.pop())),
            ["-: error: 1 steps in the program; expected one for each of 2 transitions"]
        );
        assert_eq!(
            findings(|program| program.steps = vec![step(&[]), step(&[0, 0])]),
            [
                "t: error: a step of no process; expected different processes below 2",
                "u: error: a step of process 0 and process 0; expected different processes below 2",
            ]
        );
        assert_eq!(
            findings(|program| program.steps[0] = step(&[2])),
            ["t: error: a step of process 2; expected different processes below 2"]
        );
        assert_eq!(
            findings(|program| program.limits = vec![TransitionId::new(2)]),
            ["-: error: transition number 2 as a limit; expected a number below 2"]
        );
    }
}
