//! Pages as drawn: places, transitions and arcs, with their inscriptions as texts.

use std::collections::HashMap;

use roxmltree::Node;
use sanderling_net::{Diagnostic, Point, Span};

use crate::cpn_tools::report::Report;
use crate::cpn_tools::xml::{Tree, first, label, named, text};

/// A page.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) id: String,
    /// The positions of places by their ids.
    pub(crate) by_id: HashMap<String, usize>,
    pub(crate) places: Vec<PlaceNode>,
    pub(crate) transitions: Vec<TransitionNode>,
    pub(crate) arcs: Vec<ArcNode>,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) struct PlaceNode {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) colour: String,
    pub(crate) initial: String,
    pub(crate) fusion: Option<String>,
    pub(crate) position: Option<Point>,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) struct TransitionNode {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) guard: String,
    pub(crate) substitution: Option<Substitution>,
    pub(crate) position: Option<Point>,
    pub(crate) span: Span,
}

/// The page that a substitution transition refers to.
#[derive(Debug)]
pub(crate) struct Substitution {
    pub(crate) page: String,
    /// Pairs of a port and a socket.
    pub(crate) sockets: Vec<(String, String)>,
}

/// The direction of an arc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    In,
    Out,
    Both,
    Inhibitor,
    Reset,
}

#[derive(Debug)]
pub(crate) struct ArcNode {
    pub(crate) id: String,
    /// Positions in the page.
    pub(crate) place: usize,
    pub(crate) transition: usize,
    pub(crate) direction: Direction,
    pub(crate) inscription: String,
    pub(crate) bends: Vec<Point>,
    pub(crate) span: Span,
}

impl Page {
    /// Returns the weight of an instance of the page: the number of its nodes and arcs, and the lengths of their texts.
    pub(crate) fn weight(&self) -> usize {
        let places =
            self.places.iter().map(|place| place.name.len() + place.initial.len() + place.colour.len());
        let transitions =
            self.transitions.iter().map(|transition| transition.name.len() + transition.guard.len());
        let arcs = self.arcs.iter().map(|arc| arc.inscription.len() + 16 * arc.bends.len());
        places.chain(transitions).chain(arcs).map(|bytes| 1 + bytes / 32).sum::<usize>() + 1
    }
}

/// Reads a page, and reports all problems. `is_untimed` is whether priorities and delays are ignored.
pub(crate) fn read(page: Node<'_, '_>, tree: &Tree<'_>, is_untimed: bool, report: &mut Report) -> Page {
    let id = |node: Node<'_, '_>| node.attribute("id").unwrap_or_default().to_owned();
    let places: Vec<PlaceNode> = named(page, "place")
        .map(|node| PlaceNode {
            id: id(node),
            name: name(node),
            colour: label(node, "type"),
            initial: label(node, "initmark"),
            fusion: first(node, "fusioninfo").and_then(|fusion| fusion.attribute("name")).map(str::to_owned),
            position: position(node),
            span: tree.span(node),
        })
        .collect();
    let mut transitions = Vec::new();
    for node in named(page, "trans") {
        let span = tree.span(node);
        let substitution = first(node, "subst").map(|node| Substitution {
            page: node.attribute("subpage").unwrap_or_default().to_owned(),
            sockets: sockets(node.attribute("portsock").unwrap_or_default()),
        });
        if substitution.is_none() {
            refuse(node, span, is_untimed, report);
        }
        let (guard, position) = (label(node, "cond"), position(node));
        transitions.push(TransitionNode {
            id: id(node),
            name: name(node),
            guard,
            substitution,
            position,
            span,
        });
    }
    let (mut arcs, places_by_id) = (Vec::new(), by_id(places.iter().map(|place| &place.id)));
    let transitions_by_id = by_id(transitions.iter().map(|transition| &transition.id));
    for node in named(page, "arc") {
        let end = |kind| first(node, kind).and_then(|end| end.attribute("idref")).unwrap_or_default();
        let place = places_by_id.get(end("placeend")).copied();
        let transition = transitions_by_id.get(end("transend")).copied();
        let span = tree.span(node);
        let (Some(place), Some(transition)) = (place, transition) else {
            let error = Diagnostic::error("an arc without its place or its transition on the page");
            report.say(error.expected("`placeend` and `transend` with ids of this page").at(span));
            continue;
        };
        let Some(direction) = direction(node.attribute("orientation").unwrap_or_default()) else {
            let found =
                format!("an arc of the orientation `{}`", node.attribute("orientation").unwrap_or_default());
            report.say(
                Diagnostic::error(found)
                    .expected("`PtoT`, `TtoP`, `BOTHDIR`, `Inhibitor` or `Reset`")
                    .at(span),
            );
            continue;
        };
        let bends = named(node, "bendpoint").filter_map(position).collect();
        arcs.push(ArcNode {
            id: id(node),
            place,
            transition,
            direction,
            inscription: label(node, "annot"),
            bends,
            span,
        });
    }
    Page { id: id(page), by_id: places_by_id, places, transitions, arcs, span: tree.span(page) }
}

fn by_id<'i>(ids: impl Iterator<Item = &'i String>) -> HashMap<String, usize> {
    ids.enumerate().map(|(position, id)| (id.clone(), position)).collect()
}

/// Refuses attributes of a transition that the common net does not support.
fn refuse(node: Node<'_, '_>, span: Span, is_untimed: bool, report: &mut Report) {
    let priority = label(node, "priority");
    let timed = [
        (!label(node, "time").is_empty(), "a delay of a transition"),
        (!priority.is_empty() && priority != "P_NORMAL", "a priority of a transition"),
    ];
    for (_, found) in timed.into_iter().filter(|(is_there, _)| *is_there && !is_untimed) {
        report.say(Diagnostic::error(found).help("`--untimed` reads the net without it").at(span));
    }
    if !label(node, "code").is_empty() {
        let error = Diagnostic::error("a code segment of a transition");
        report.say(error.help("write what it computes on the output arcs").at(span));
    }
    if !label(node, "channel").is_empty() {
        report.say(Diagnostic::error("a channel of a transition").at(span));
    }
}

fn direction(word: &str) -> Option<Direction> {
    Some(match word {
        "PtoT" => Direction::In,
        "TtoP" => Direction::Out,
        "BOTHDIR" => Direction::Both,
        "Inhibitor" => Direction::Inhibitor,
        "Reset" => Direction::Reset,
        _ => return None,
    })
}

fn name(node: Node<'_, '_>) -> String {
    let name = first(node, "text").map(text).unwrap_or_default();
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a position. In CPN Tools, y grows upwards.
fn position(node: Node<'_, '_>) -> Option<Point> {
    let at = first(node, "posattr")?;
    let number = |name| at.attribute(name)?.parse().ok().filter(|value: &f64| value.is_finite());
    Some(Point { x: number("x")?, y: 0.0 - number("y")? })
}

/// Returns the pairs of a text such as `(id1,id2)(id3,id4)`.
fn sockets(text: &str) -> Vec<(String, String)> {
    let pairs = text.split(')').filter_map(|pair| pair.trim().trim_start_matches('(').split_once(','));
    pairs.map(|(port, socket)| (port.trim().to_owned(), socket.trim().to_owned())).collect()
}
