//! Places, transitions and references to them.

use std::borrow::Cow;

use sanderling_net::{Diagnostic, Place, PlaceId, Point, Span, Transition, TransitionId};

use crate::algebraic::Own;
use crate::builder::Builder;
use crate::coloured::{self, TreeId};
use crate::document::{Language, Reading};
use crate::element::Element;
use crate::report::Step;
use crate::spelling::{self, Means, Owner};
use crate::symbol::Node;
use crate::token_class::Tokens;

/// The labels of a place or transition.
#[derive(Debug, Default)]
struct Labels {
    name: Option<String>,
    has_name: bool,
    position: Option<Point>,
    has_graphics: bool,
    marking: Option<Marking>,
    /// The marking of a token game.
    current: Option<Marking>,
    capacity: Option<u64>,
    sort: Option<TreeId>,
    tokens: Option<TreeId>,
    own: Own,
}

/// An initial marking; its tokens are `None` if it was given and is wrong.
#[derive(Debug, Clone)]
struct Marking {
    tokens: Option<Tokens>,
    span: Span,
}

impl<'a> Reading<'a> {
    /// Reads a place.
    pub(crate) fn place(&mut self, net: &mut Builder<'a>, element: &Element<'a>) -> Step<()> {
        self.report.within = element.filled("id");
        self.untimed_place(element);
        let mut labels = self.attribute_labels(element);
        for (means, words) in self.respelled_attributes(Owner::Place, element, &["initialMarking"]) {
            match (means, self.attribute_count(&words, "an attribute of a place", element)) {
                (Means::Capacity, Some(capacity)) => self.one_capacity(capacity, element, &mut labels),
                (Means::Marking, Some(tokens)) => {
                    let tokens = Some(Tokens::plain(tokens));
                    self.marking(&mut labels, Marking { tokens, span: element.span });
                }
                _ => {}
            }
        }
        if let Some(words) = element.filled("initialMarking") {
            let tokens = self.attribute_count(&words, INITIAL_MARKING, element);
            self.marking(&mut labels, Marking { tokens: tokens.map(Tokens::plain), span: element.span });
        }
        while let Some(child) = self.child()? {
            if !self.common_label(&child, &mut labels)? {
                self.place_label(net, &child, &mut labels)?;
            }
        }
        self.current_marking(&mut labels);
        let place = PlaceId::new(net.places.len());
        if let Some(id) = self.declare(net, Node::Place(place), element) {
            net.coloured.types.extend(labels.sort.map(|sort| (place, sort)));
            let tokens = labels.marking.and_then(|marking| marking.tokens);
            let plain = tokens.as_ref().map(|tokens| tokens.total);
            let marking = |term| coloured::Marking { place, term, plain, span: element.span };
            net.coloured.markings.extend(labels.tokens.map(marking));
            net.classes.mark(place, tokens);
            net.holds(place, labels.own);
            let mut place = Place::with_tokens(id, plain.unwrap_or(0));
            (place.name, place.position) = (labels.name, labels.position);
            (place.capacity, place.span) = (labels.capacity, Some(element.span));
            net.places.push(place);
        }
        Ok(())
    }

    fn place_label(&mut self, net: &mut Builder<'a>, child: &Element<'a>, labels: &mut Labels) -> Step<()> {
        match child.name {
            "initialMarking" if child.is_pnml() => {
                let marking = self.label(child)?;
                if self.listed_tokens(child, marking.words(), &mut labels.own) {
                    return Ok(());
                }
                let tokens = self.tokens(&marking, INITIAL_MARKING);
                let tokens = if marking.is_silent() { Some(Tokens::default()) } else { tokens };
                if marking.is_silent() && !marking.is_from_value() {
                    self.silent_label(child, "0");
                }
                self.marking(labels, Marking { tokens, span: child.span });
            }
            "capacity" if child.is_pnml() => self.capacity(child, labels)?,
            "type" if child.is_pnml() => {
                net.coloured.is_coloured = true;
                let sort = self.structured(child)?;
                self.only_one(child, sort, &mut labels.sort);
            }
            "hlinitialMarking" if child.is_pnml() => {
                net.coloured.is_coloured = true;
                let tokens = self.structured(child)?;
                self.only_one(child, tokens, &mut labels.tokens);
            }
            "colorinvariant" if child.is_pnml() => self.coloured_time(child, "a place")?,
            "valueTokens" if self.is_own(child, "valueTokens") => self.own_tokens(child, &mut labels.own)?,
            // Its content is `place`.
            "type" if self.is_own(child, "type") => self.cursor.skip()?,
            // A detail of PIPE's drawing.
            "tagged" if child.is_pnml() => self.cursor.skip()?,
            "marking" if child.is_pnml() => {
                let marking = self.label(child)?;
                let tokens = self.tokens(&marking, INITIAL_MARKING);
                if tokens.is_some() || marking.is_silent() {
                    labels.current = Some(Marking { tokens, span: child.span });
                }
            }
            name => match spelling::means(Owner::Place, name).filter(|_| child.is_pnml()) {
                Some(Means::Marking) => {
                    let tokens = self.respelled_count(child, Means::Marking)?;
                    self.marking(labels, Marking { tokens, span: child.span });
                }
                Some(Means::Capacity) => {
                    let capacity = self.respelled_count(child, Means::Capacity)?;
                    let capacity = capacity.map(|capacity| capacity.total);
                    capacity.into_iter().for_each(|capacity| self.one_capacity(capacity, child, labels));
                }
                _ => self.unknown(child, "a place")?,
            },
        }
        Ok(())
    }

    /// Checks `marking` of a place, which ProM writes beside `initialMarking` for the marking of its token game. It
    /// counts if it is the only marking; otherwise it must agree or be zero.
    fn current_marking(&mut self, labels: &mut Labels) {
        let Some(current) = labels.current.take() else { return };
        let total = current.tokens.as_ref().map_or(0, |tokens| tokens.total);
        if total == 0 {
            return;
        }
        if labels.marking.is_none() {
            self.report.flaw("other spellings", || {
                Diagnostic::warning(
                    "the element `marking`, which is read as the initial marking of the place",
                )
                .at(current.span)
            });
        }
        self.marking(labels, current);
    }

    /// Stores a marking. Two different ones are an error, except in Renew's nets, where they add up.
    fn marking(&mut self, labels: &mut Labels, marking: Marking) {
        match &mut labels.marking {
            Some(earlier) if self.language == Language::BlackTokens => {
                let both = earlier.tokens.take().zip(marking.tokens);
                earlier.tokens = both.and_then(|(a, b)| a.total.checked_add(b.total)).map(Tokens::plain);
            }
            Some(earlier) if earlier.tokens != marking.tokens => self.report.say(
                Diagnostic::error("a second initial marking, which differs from the first")
                    .related(earlier.span, "the first one")
                    .at(marking.span),
            ),
            Some(_) => self.repeated("initialMarking", marking.span),
            None => labels.marking = Some(marking),
        }
    }

    /// Reads a capacity. PIPE's `value` 0 means that there is no bound; `text` is taken literally.
    fn capacity(&mut self, child: &Element<'a>, labels: &mut Labels) -> Step<()> {
        let label = self.label(child)?;
        let Some(capacity) = self.count(&label, "the capacity of a place") else { return Ok(()) };
        if capacity == 0 && label.is_from_value() {
            return Ok(());
        }
        if capacity == 0 {
            let warning = Diagnostic::warning("the capacity 0: no firing can leave a token in this place");
            self.report.say(warning.at(child.span));
        }
        self.one_capacity(capacity, child, labels);
        Ok(())
    }

    /// Stores a capacity; two different ones are an error.
    fn one_capacity(&mut self, capacity: u64, element: &Element<'a>, labels: &mut Labels) {
        match labels.capacity.replace(capacity) {
            Some(earlier) if earlier != capacity => self
                .report
                .say(Diagnostic::error("a second capacity, which differs from the first").at(element.span)),
            Some(_) => self.repeated("capacity", element.span),
            None => {}
        }
    }

    /// Reads a transition.
    pub(crate) fn transition(&mut self, net: &mut Builder<'a>, element: &Element<'a>) -> Step<()> {
        self.report.within = element.filled("id");
        self.untimed_transition(element);
        self.unknown_attributes(element);
        if let Some(guard) = element.filled("guard") {
            self.data_net(
                &format!("the guard `{}` of a transition", crate::number::shortened(&guard)),
                element,
            );
        }
        let (mut labels, mut condition, mut guard) = (self.attribute_labels(element), None, Own::default());
        while let Some(child) = self.child()? {
            if self.is_own(&child, "guard") {
                self.own_text(&child, &mut guard)?;
            } else if !self.common_label(&child, &mut labels)? {
                self.transition_label(net, &child, &mut condition)?;
            }
        }
        let transition = TransitionId::new(net.transitions.len());
        if let Some(id) = self.declare(net, Node::Transition(transition), element) {
            net.guarded(transition, guard);
            net.coloured.conditions.extend(condition.map(|condition| (transition, condition)));
            let mut transition = Transition::plain(id);
            (transition.name, transition.position) = (labels.name, labels.position);
            transition.span = Some(element.span);
            net.transitions.push(transition);
        }
        Ok(())
    }

    fn transition_label(
        &mut self,
        net: &mut Builder<'a>,
        child: &Element<'a>,
        condition: &mut Option<TreeId>,
    ) -> Step<()> {
        match child.name {
            "condition" if child.is_pnml() => {
                net.coloured.is_coloured = true;
                let term = self.structured(child)?;
                self.only_one(child, term, condition);
            }
            "timed" | "priority" if child.is_pnml() => self.timing(child)?,
            "player" if child.is_pnml() => {
                let player = self.label(child)?;
                self.player(player.words(), child);
            }
            "send" | "receive" | "synchronize" if child.is_pnml() => self.channel(child)?,
            // Attributes of PIPE's stochastic nets, and invisible transitions; they do not affect which markings are
            // reachable.
            "rate" | "orientation" | "infiniteServer" | "tagged" | "placeHolder" | "silent"
                if child.is_pnml() =>
            {
                self.cursor.skip()?;
            }
            _ => self.unknown(child, "a transition")?,
        }
        Ok(())
    }

    /// Reads a reference place or a reference transition. Its labels have no meaning.
    pub(crate) fn reference(&mut self, net: &mut Builder<'a>, element: &Element<'a>) -> Step<()> {
        self.cursor.skip()?;
        let Some(target) = element.filled("ref") else {
            let found = format!("a {} without `ref`", kind_of(element));
            self.report
                .say(Diagnostic::error(found).expected("the id of the node it stands for").at(element.span));
            return Ok(());
        };
        let target = net.symbols.intern(target);
        let node = match element.name {
            "referencePlace" => Node::PlaceReference(target),
            _ => Node::TransitionReference(target),
        };
        self.declare(net, node, element);
        Ok(())
    }

    /// Reads TAPAAL's attributes.
    fn attribute_labels(&mut self, element: &Element<'a>) -> Labels {
        Labels {
            name: element.filled("name").map(Cow::into_owned),
            position: self.point(element, "positionX", "positionY"),
            ..Labels::default()
        }
    }

    /// Reads a label that all nodes may have; returns `false` if it is none of them.
    fn common_label(&mut self, child: &Element<'a>, labels: &mut Labels) -> Step<bool> {
        match child.name {
            "name" if child.is_pnml() => {
                let name = self.name(child)?;
                labels.name = name.or(labels.name.take());
                if std::mem::replace(&mut labels.has_name, true) {
                    self.repeated("name", child.span);
                }
            }
            "graphics" if child.is_pnml() => {
                let position = self.positions()?.first().copied();
                labels.position = position.or(labels.position);
                if std::mem::replace(&mut labels.has_graphics, true) {
                    self.repeated("graphics", child.span);
                }
            }
            "toolspecific" if child.is_pnml() => self.cursor.skip()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the name in a `name` element.
    pub(crate) fn name(&mut self, element: &Element<'a>) -> Step<Option<String>> {
        let label = self.label(element)?;
        Ok(label.content().map(str::to_owned).or_else(|| element.filled("text").map(Cow::into_owned)))
    }

    /// Declares a node under its id and returns the id; `None` if another node has it. A node without an id gets one
    /// when the net is complete, since no arc refers to it.
    fn declare(&mut self, net: &mut Builder<'a>, node: Node, element: &Element<'a>) -> Option<Cow<'a, str>> {
        let span = element.span;
        let Some(id) = element.filled(id_attribute(element)) else {
            self.unnamed_node(element);
            net.unnamed_nodes.push((node, span));
            return Some(Cow::Borrowed(""));
        };
        let symbol = net.symbols.intern(id.clone());
        let Err(earlier) = net.symbols.declare(symbol, node, span) else { return Some(id) };
        self.report.say_error(|| {
            let found = format!(
                "the {} `{id}` on line {}, where line {} has a {} of the same id",
                node.kind(),
                span.line,
                earlier.span.line,
                earlier.node.kind()
            );
            let error = Diagnostic::error(found).expected("an id of its own for each place and transition");
            error.element(id.as_ref()).related(earlier.span, "first used").at(span)
        });
        None
    }
}

/// Returns the attribute with the id. TAPAAL identifies shared nodes of components by name.
fn id_attribute(element: &Element<'_>) -> &'static str {
    if element.name.starts_with("shared-") { "name" } else { "id" }
}

const INITIAL_MARKING: &str = "the initial marking of a place";

fn kind_of(element: &Element<'_>) -> &'static str {
    match element.name {
        "place" => "place",
        "transition" => "transition",
        "referencePlace" => "reference place",
        _ => "reference transition",
    }
}
