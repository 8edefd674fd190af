//! Harmless flaws: irregularities of a file that leave the meaning of its net beyond doubt.
//!
//! Each is a warning with its position, limited by kind ([`Report::flaw`](crate::report::Report::flaw)), because real
//! files repeat theirs for each node. If the irregularity might change the net, it is an error instead.
//! `docs/formats.md` lists both.

use sanderling_net::{Diagnostic, Span};

use crate::builder::Builder;
use crate::cursor::Part;
use crate::document::Reading;
use crate::element::{Element, attributes};
use crate::number::shortened;
use crate::report::Step;
use crate::spelling::HARMLESS_ATTRIBUTES;
use crate::symbol::Node;

/// The known attributes of nets, pages, nodes and arcs: the standard's, and those of TAPAAL and others.
const ATTRIBUTES: [&str; 27] = [
    "id",
    "type",
    "source",
    "target",
    "ref",
    "transition",
    "name",
    "initialMarking",
    "inscription",
    "weight",
    "active",
    "netMode",
    "invariant",
    "urgent",
    "guard",
    "transportID",
    "player",
    "displayName",
    "positionX",
    "positionY",
    "nameOffsetX",
    "nameOffsetY",
    "markingOffsetX",
    "markingOffsetY",
    "angle",
    "infiniteServer",
    "xmlns",
];

/// Attributes of the transitions of TAPAAL's stochastic nets.
const OF_STOCHASTIC_TRANSITIONS: [&str; 9] =
    ["priority", "distribution", "firingMode", "value", "a", "b", "mean", "stddev", "rate"];

impl<'a> Reading<'a> {
    /// Returns the next child of an element that holds only elements. Text before it is ignored with a warning.
    pub(crate) fn child(&mut self) -> Step<Option<Element<'a>>> {
        loop {
            match self.cursor.part()? {
                Part::Child(element) => return Ok(Some(element)),
                Part::End => return Ok(None),
                Part::Text(text, span) => self.stray_text(&text, span),
            }
        }
    }

    /// Warns of text at a place where only elements belong.
    pub(crate) fn stray_text(&mut self, text: &str, span: Span) {
        let text = shortened(text.trim());
        self.report.flaw("text between elements", || {
            Diagnostic::warning(format!("the text `{text}` between elements is ignored")).at(span)
        });
    }

    /// Checks the attributes of an element: see [`Self::unknown_attribute`].
    pub(crate) fn unknown_attributes(&mut self, element: &Element<'a>) {
        for attribute in attributes(element.source) {
            self.unknown_attribute(attribute.name, element);
        }
    }

    /// Checks an attribute that may be unknown. It may change the meaning of the net, so only a harmless one is
    /// ignored. Attributes with a prefix belong to other tools.
    pub(crate) fn unknown_attribute(&mut self, name: &str, element: &Element<'a>) {
        let (shown, of) = (shortened(name), element.name);
        let is_stochastic = of.ends_with("transition") && OF_STOCHASTIC_TRANSITIONS.contains(&name);
        if ATTRIBUTES.contains(&name) || name.contains(':') || is_stochastic {
            return;
        }
        if HARMLESS_ATTRIBUTES.contains(&name) {
            self.report.flaw("unknown attributes", || {
                Diagnostic::warning(format!("the unknown attribute `{shown}` of `{of}` is ignored"))
                    .at(element.span)
            });
            return;
        }
        self.report.say_once(&format!("unknown attribute {shown} of {of}"), || {
            Diagnostic::error(format!("the unknown attribute `{shown}` of `{of}`"))
                .expected("an attribute of the standard, or one that docs/formats.md lists")
                .help("it may change the meaning of the net: remove it")
                .at(element.span)
        });
    }

    /// Warns of a net, a page or an arc without an id; nothing refers to it.
    pub(crate) fn missing_id(&mut self, element: &Element<'a>) {
        self.report.flaw("missing ids", || {
            Diagnostic::warning(format!("`{}` without an id", element.name))
                .expected("the attribute `id`")
                .at(element.span)
        });
    }

    /// Warns of a node without an id, to which no arc refers.
    pub(crate) fn unnamed_node(&mut self, element: &Element<'a>) {
        self.report.flaw("nodes without ids", || {
            Diagnostic::warning(format!("`{}` without an id, which no arc refers to", element.name))
                .expected("the attribute `id`")
                .at(element.span)
        });
    }

    /// Warns of a label that is repeated with the same content, or that does not affect firing.
    pub(crate) fn repeated(&mut self, what: &str, span: Span) {
        self.report.flaw("repeated labels", || Diagnostic::warning(format!("a second `{what}`")).at(span));
    }

    /// Warns of an empty label that should hold a number.
    pub(crate) fn silent_label(&mut self, label: &Element<'a>, taken_for: &str) {
        self.report.flaw("labels that say nothing", || {
            Diagnostic::warning(format!("`{}` that says nothing, which is taken for {taken_for}", label.name))
                .at(label.span)
        });
    }

    /// Warns of content after the root element.
    pub(crate) fn rubbish(&mut self, span: Span) {
        self.report.flaw("rubbish", || {
            Diagnostic::warning("the content after the end of `pnml` is ignored").at(span)
        });
    }

    /// Adopts an unknown namespace for PNML, with a warning.
    pub(crate) fn adopt(&mut self, namespace: &str, span: Span) {
        self.cursor.adopt(namespace);
        let found = format!("the unknown namespace `{}`, which is taken for PNML's", shortened(namespace));
        self.report.flaw("namespaces", || {
            Diagnostic::warning(found).expected("`http://www.pnml.org/version-2009/grammar/pnml`").at(span)
        });
    }
}

impl Builder<'_> {
    /// Assigns unused ids to places and transitions without an id.
    pub(crate) fn name_nodes(&mut self) {
        let mut number = 0;
        for (node, span) in std::mem::take(&mut self.unnamed_nodes) {
            let id = loop {
                number += 1;
                let id = format!("unnamed-{number}");
                if !self.symbols.is_used(&id) {
                    break id;
                }
            };
            let symbol = self.symbols.intern(id.clone().into());
            self.symbols.declare(symbol, node, span).expect("the id is new");
            match node {
                Node::Place(place) => self.places[place.index()].id = id,
                Node::Transition(transition) => self.transitions[transition.index()].id = id,
                Node::PlaceReference(_) | Node::TransitionReference(_) => {}
            }
        }
    }
}
