//! The net so far: nodes are made where they are first mentioned, and what is said of them adds up.
//!
//! Places and transitions share their names here, since properties and traces name both. Arcs are put in the order
//! of transitions at the end: a declaration of a place may mention arcs of many.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use sanderling_net::format::Parsed;
use sanderling_net::{
    self as net, Arc, ArcKind, Diagnostic, Diagnostics, Net, Place, PlaceId, Point, Report, Span, Transition,
    TransitionId, excerpt,
};

use crate::tina::name::Name;

/// What becomes of intervals, priorities and stopwatches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Times {
    /// They are errors.
    Refused,
    /// The net is read without them.
    LeftOut,
}

/// A part of a net that restricts which enabled transitions fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Restriction {
    Interval,
    Priority,
    Stopwatch,
}

impl Restriction {
    fn help(self) -> &'static str {
        match self {
            Self::Interval => {
                "`--untimed` reads the net without time, so that every enabled transition may fire"
            }
            Self::Priority => {
                "`--untimed` reads the net without priorities, so that every enabled transition may fire"
            }
            Self::Stopwatch => "`--untimed` reads the net without time, and without these arcs",
        }
    }
}

/// What an arc does, as its sign says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Moves,
    Tests,
    Inhibits,
    StopsTime,
}

impl Sign {
    /// The sign of an arc, of which `*` stands for none.
    pub(crate) fn of(symbol: &str) -> Option<Self> {
        match symbol {
            "*" => Some(Self::Moves),
            "?" => Some(Self::Tests),
            "?-" => Some(Self::Inhibits),
            "!" | "!-" => Some(Self::StopsTime),
            _ => None,
        }
    }
}

/// What stands on an arc, and where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inscription {
    pub(crate) sign: Sign,
    pub(crate) weight: u64,
    pub(crate) span: Span,
}

/// A node of the net.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Node {
    Place(PlaceId),
    Transition(TransitionId),
}

/// The net so far, and what was found.
#[derive(Debug)]
pub(crate) struct Builder<'a> {
    net: Net,
    nodes: HashMap<Cow<'a, str>, Node>,
    /// Nodes and their labels, of which the last one counts.
    labels: Vec<(Name<'a>, Cow<'a, str>)>,
    /// Transitions that priorities are about.
    ordered: Vec<Name<'a>>,
    times: Times,
    said: BTreeSet<Restriction>,
    is_named: bool,
    pub(crate) report: Report,
}

impl<'a> Builder<'a> {
    /// An empty net.
    pub(crate) fn new(times: Times) -> Self {
        Self {
            net: Net::new(""),
            nodes: HashMap::new(),
            labels: Vec::new(),
            ordered: Vec::new(),
            times,
            said: BTreeSet::new(),
            is_named: false,
            report: Report::default(),
        }
    }

    /// Names the net.
    pub(crate) fn name(&mut self, name: &Name<'a>) {
        if self.is_named {
            let second = Diagnostic::error("a second name of the net").at(name.span);
            self.report.say(second.help("a file holds one net: keep one of the names"));
        }
        self.is_named = true;
        self.net.id = name.text.clone().into_owned();
    }

    /// The node of this name.
    pub(crate) fn node(&self, name: &Name<'a>) -> Option<Node> {
        self.nodes.get(&name.text).copied()
    }

    /// The place of this name, made where there is none; nothing where the name is a transition's, which is an error.
    pub(crate) fn place(&mut self, name: &Name<'a>) -> Option<PlaceId> {
        match self.node(name) {
            Some(Node::Place(place)) => Some(place),
            Some(Node::Transition(transition)) => {
                self.say_shared(name, self.net.transition(transition).span);
                None
            }
            None => {
                let place = Place { span: Some(name.span), ..Place::with_tokens(name.text.clone(), 0) };
                let place = self.net.add_place(place);
                self.nodes.insert(name.text.clone(), Node::Place(place));
                Some(place)
            }
        }
    }

    /// The transition of this name, made where there is none; nothing where the name is a place's, which is an error.
    pub(crate) fn transition(&mut self, name: &Name<'a>) -> Option<TransitionId> {
        match self.node(name) {
            Some(Node::Transition(transition)) => Some(transition),
            Some(Node::Place(place)) => {
                self.say_shared(name, self.net.place(place).span);
                None
            }
            None => {
                let transition = Transition { span: Some(name.span), ..Transition::plain(name.text.clone()) };
                let transition = self.net.add_transition(transition);
                self.nodes.insert(name.text.clone(), Node::Transition(transition));
                Some(transition)
            }
        }
    }

    fn say_shared(&mut self, name: &Name<'a>, first: Option<Span>) {
        let shared = Diagnostic::error(format!("`{}` is a place and a transition", excerpt(&name.text)));
        let shared = shared.at(name.span).help("rename one of them: here all nodes have names of their own");
        self.report.say(match first {
            Some(first) => shared.related(first, "first used"),
            None => shared,
        });
    }

    /// Puts more tokens into a place.
    pub(crate) fn mark(&mut self, place: Option<PlaceId>, tokens: u64, span: Span) {
        let Some(place) = place else { return };
        let initial = &mut self.net.places[place.index()].initial;
        match initial.tokens().checked_add(tokens) {
            Some(sum) => *initial = net::Inscription::Tokens(sum),
            None => {
                let message = "the markings of this place add up to more than 2^64 - 1 tokens";
                self.report.say(Diagnostic::error(message).at(span));
            }
        }
    }

    /// Says where a node is drawn.
    pub(crate) fn draw(&mut self, node: &Name<'a>, at: Point) {
        match self.node(node) {
            Some(Node::Place(place)) => self.net.places[place.index()].position = Some(at),
            Some(Node::Transition(transition)) => {
                self.net.transitions[transition.index()].position = Some(at);
            }
            None => {}
        }
    }

    /// Gives the node of this name a label.
    pub(crate) fn label(&mut self, node: Name<'a>, label: Cow<'a, str>) {
        self.labels.push((node, label));
    }

    /// An arc from a place to a transition.
    pub(crate) fn input(
        &mut self,
        place: Option<PlaceId>,
        transition: Option<TransitionId>,
        inscription: Inscription,
    ) {
        let kind = match inscription.sign {
            Sign::Moves => ArcKind::Input,
            Sign::Tests => ArcKind::Read,
            Sign::Inhibits => ArcKind::Inhibitor,
            Sign::StopsTime => {
                let stopwatch = || Diagnostic::error("a stopwatch arc").at(inscription.span);
                return self.restrict(Restriction::Stopwatch, stopwatch);
            }
        };
        self.arc(place, transition, kind, inscription);
    }

    /// An arc from a transition to a place.
    pub(crate) fn output(
        &mut self,
        place: Option<PlaceId>,
        transition: Option<TransitionId>,
        inscription: Inscription,
    ) {
        if inscription.sign != Sign::Moves {
            let sign = Diagnostic::error("`?` or `!` on an arc from a transition to a place");
            let sign = sign.expected("`*` and a weight, or no sign");
            return self.report.say(sign.help("what tests a place comes from it").at(inscription.span));
        }
        self.arc(place, transition, ArcKind::Output, inscription);
    }

    fn arc(
        &mut self,
        place: Option<PlaceId>,
        transition: Option<TransitionId>,
        kind: ArcKind,
        inscription: Inscription,
    ) {
        // INVARIANT: where a node is missing, that is an error already.
        let Some((place, transition)) = place.zip(transition) else { return };
        let arc = Arc::weighted(place, transition, kind, inscription.weight);
        self.net.add_arc(Arc { span: Some(inscription.span), ..arc });
    }

    /// Says that a priority is about the transition of this name.
    pub(crate) fn order(&mut self, name: Name<'a>) {
        self.ordered.push(name);
    }

    /// What restricts the firing of enabled transitions: an error, once for each kind, unless it is left out.
    pub(crate) fn restrict(&mut self, restriction: Restriction, found: impl FnOnce() -> Diagnostic) {
        if self.times == Times::Refused && self.said.insert(restriction) {
            self.report.say(found().help(restriction.help()));
        }
    }

    /// The net, or all that is wrong with it.
    pub(crate) fn finish(mut self) -> Result<Parsed, Diagnostics> {
        for (name, label) in std::mem::take(&mut self.labels) {
            let label = Some(label.into_owned()).filter(|label| !label.is_empty());
            match self.node(&name) {
                Some(Node::Place(place)) => self.net.places[place.index()].name = label,
                Some(Node::Transition(transition)) => self.net.transitions[transition.index()].name = label,
                None => self.say_unknown(&name, "place or transition"),
            }
        }
        for name in std::mem::take(&mut self.ordered) {
            if !matches!(self.node(&name), Some(Node::Transition(_))) {
                self.say_unknown(&name, "transition");
            }
        }
        self.net.arcs.sort_by_key(|arc| (arc.transition, arc.kind == ArcKind::Output));
        self.report.parsed(self.net)
    }

    /// Says that there is no such node.
    pub(crate) fn say_unknown(&mut self, name: &Name<'a>, what: &str) {
        let unknown = format!("no {what} is called `{}`", excerpt(&name.text));
        self.report.say(Diagnostic::error(unknown).at(name.span));
    }
}
