//! The net under construction. Nodes are created when they are first mentioned, and several declarations of a node add
//! up.
//!
//! Places and transitions share one name space, because properties and traces refer to both. Arcs are sorted by
//! transition at the end, because a declaration of a place may mention arcs of many transitions.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use sanderling_net::format::Parsed;
use sanderling_net::{
    self as net, Arc, ArcKind, Diagnostic, Diagnostics, Net, Place, PlaceId, Point, Report, Span, Transition,
    TransitionId, excerpt,
};

use crate::tina::name::Name;

/// The treatment of intervals, priorities and stopwatches.
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

/// The kind of an arc, according to its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Moves,
    Tests,
    Inhibits,
    StopsTime,
}

impl Sign {
    /// Returns the kind for the sign of an arc; `*` stands for an ordinary one.
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

/// The inscription of an arc, and its position.
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

/// The net and the diagnostics so far.
#[derive(Debug)]
pub(crate) struct Builder<'a> {
    net: Net,
    nodes: HashMap<Cow<'a, str>, Node>,
    /// Nodes and their labels; the last label of a node counts.
    labels: Vec<(Name<'a>, Cow<'a, str>)>,
    /// Transitions with priorities.
    ordered: Vec<Name<'a>>,
    times: Times,
    reported: BTreeSet<Restriction>,
    is_named: bool,
    pub(crate) report: Report,
}

impl<'a> Builder<'a> {
    /// Returns an empty net.
    pub(crate) fn new(times: Times) -> Self {
        Self {
            net: Net::new(""),
            nodes: HashMap::new(),
            labels: Vec::new(),
            ordered: Vec::new(),
            times,
            reported: BTreeSet::new(),
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

    /// Returns the node with this name.
    pub(crate) fn node(&self, name: &Name<'a>) -> Option<Node> {
        self.nodes.get(&name.text).copied()
    }

    /// Returns the place with this name, and creates it if there is none; `None` with an error if the name is a
    /// transition's.
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

    /// Returns the transition with this name, and creates it if there is none; `None` with an error if the name is a
    /// place's.
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

    /// Adds tokens to a place.
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

    /// Sets the position of a node.
    pub(crate) fn draw(&mut self, node: &Name<'a>, at: Point) {
        match self.node(node) {
            Some(Node::Place(place)) => self.net.places[place.index()].position = Some(at),
            Some(Node::Transition(transition)) => {
                self.net.transitions[transition.index()].position = Some(at);
            }
            None => {}
        }
    }

    /// Sets the label of the node with this name.
    pub(crate) fn label(&mut self, node: Name<'a>, label: Cow<'a, str>) {
        self.labels.push((node, label));
    }

    /// Adds an arc from a place to a transition.
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

    /// Adds an arc from a transition to a place.
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
        // INVARIANT: a missing node has been reported.
        let Some((place, transition)) = place.zip(transition) else { return };
        let arc = Arc::weighted(place, transition, kind, inscription.weight);
        self.net.add_arc(Arc { span: Some(inscription.span), ..arc });
    }

    /// Records a priority of the transition with this name.
    pub(crate) fn order(&mut self, name: Name<'a>) {
        self.ordered.push(name);
    }

    /// Reports a restriction on the firing of enabled transitions, once for each kind, unless it is ignored.
    pub(crate) fn restrict(&mut self, restriction: Restriction, found: impl FnOnce() -> Diagnostic) {
        if self.times == Times::Refused && self.reported.insert(restriction) {
            self.report.say(found().help(restriction.help()));
        }
    }

    /// Returns the net, or all errors.
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

    /// Reports that there is no such node.
    pub(crate) fn say_unknown(&mut self, name: &Name<'a>, what: &str) {
        let unknown = format!("no {what} is called `{}`", excerpt(&name.text));
        self.report.say(Diagnostic::error(unknown).at(name.span));
    }
}
