//! Arcs in all their spellings.

use std::borrow::Cow;

use sanderling_net::{Diagnostic, Point};

use crate::algebraic::Own;
use crate::arc_kind::{self, Kind, Spelling};
use crate::builder::{Builder, PendingArc};
use crate::coloured::TreeId;
use crate::document::Reading;
use crate::element::{Element, attributes};
use crate::number::shortened;
use crate::report::Step;
use crate::spelling::{self, Means, Owner};
use crate::token_class::Tokens;

/// Attributes that state the kind of an arc.
const KINDS: [&str; 4] = ["type", "arctype", "arcType", "kind"];

/// Attributes that are read elsewhere: those of [`KINDS`], and those that TAPAAL writes.
const ATTRIBUTES: [&str; 6] = ["type", "arctype", "arcType", "kind", "weight", "inscription"];

/// The content of the attributes and labels of an arc.
#[derive(Debug)]
struct Labels {
    kind: Option<Kind>,
    weight: Option<Tokens>,
    inscription: Option<TreeId>,
    bends: Vec<Point>,
    has_graphics: bool,
    path: Vec<Point>,
    binding: Own,
}

impl<'a> Reading<'a> {
    /// Reads an arc, an `inputArc`, and so on. `wrapper` is the kind that the enclosing element implies.
    pub(crate) fn arc(
        &mut self,
        net: &mut Builder<'a>,
        element: &Element<'a>,
        wrapper: Option<Kind>,
    ) -> Step<()> {
        self.report.within = element.filled("id");
        let mut labels = Labels {
            kind: wrapper,
            weight: self.attribute_weight(element).map(Tokens::plain),
            inscription: None,
            bends: Vec::new(),
            has_graphics: false,
            path: Vec::new(),
            binding: Own::default(),
        };
        if let Some(own) = arc_kind::element_kind(element.name).filter(|kind| *kind != Kind::Ordinary) {
            labels.kind = Some(own);
        }
        for attribute in attributes(element.source).filter(|one| KINDS.contains(&one.name)) {
            self.kind_attribute(&attribute.decoded(), element, &mut labels);
        }
        for (means, words) in self.respelled_attributes(Owner::Arc, element, &ATTRIBUTES) {
            match means {
                Means::Weight => {
                    let weight = self.attribute_count(&words, "the weight of an arc", element);
                    let weight = weight.map(Tokens::plain);
                    weight.into_iter().for_each(|weight| self.weight(&weight, element, &mut labels));
                }
                Means::Kind(kind) => match spelling::truth(&words) {
                    Some(true) => self.kind(kind.word(), element, &mut labels),
                    Some(false) => {}
                    None => {
                        self.unreadable(element, "`true` or `false` in an attribute for the kind of an arc");
                    }
                },
                Means::Marking | Means::Capacity => {}
            }
        }
        if element.name == "arc" && self.report.within.is_none() {
            self.missing_id(element);
        }
        while let Some(child) = self.child()? {
            self.arc_label(net, &child, &mut labels)?;
        }
        self.add_arc(net, element, labels);
        Ok(())
    }

    fn arc_label(&mut self, net: &mut Builder<'a>, child: &Element<'a>, labels: &mut Labels) -> Step<()> {
        match child.name {
            "inscription" if child.is_pnml() => {
                let label = self.label(child)?;
                if label.is_silent() && !label.is_from_value() {
                    self.silent_label(child, "1");
                }
                if let Some(weight) = self.tokens(&label, "the weight of an arc") {
                    self.weight(&weight, child, labels);
                }
            }
            "type" | "arctype" | "arcType" | "kind" if child.is_pnml() => {
                let label = self.label(child)?;
                let word = child.attribute("value").unwrap_or(Cow::Borrowed(label.words()));
                self.kind(&word, child, labels);
            }
            "graphics" if child.is_pnml() => {
                labels.bends.extend(self.positions()?);
                if std::mem::replace(&mut labels.has_graphics, true) {
                    self.repeated("graphics", child.span);
                }
            }
            "arcpath" if child.is_pnml() => {
                labels.path.extend(self.path_point(child));
                self.cursor.skip()?;
            }
            "hlinscription" if child.is_pnml() => {
                net.coloured.is_coloured = true;
                let inscription = self.structured(child)?;
                self.only_one(child, inscription, &mut labels.inscription);
            }
            "colorinterval" if child.is_pnml() => self.coloured_time(child, "an arc")?,
            "binding" if self.is_own(child, "binding") => self.own_text(child, &mut labels.binding)?,
            "name" | "toolspecific" | "tagged" if child.is_pnml() => self.cursor.skip()?,
            name => match spelling::means(Owner::Arc, name).filter(|_| child.is_pnml()) {
                Some(Means::Weight) => {
                    let weight = self.respelled_count(child, Means::Weight)?;
                    weight.into_iter().for_each(|weight| self.weight(&weight, child, labels));
                }
                Some(Means::Kind(kind)) => {
                    let kind = self.respelled_kind(child, kind)?;
                    kind.into_iter().for_each(|kind| self.kind(kind.word(), child, labels));
                }
                _ => self.unknown(child, "an arc")?,
            },
        }
        Ok(())
    }

    fn weight(&mut self, weight: &Tokens, element: &Element<'a>, labels: &mut Labels) {
        let earlier = labels.weight.get_or_insert_with(|| weight.clone());
        if earlier != weight {
            self.report.say(
                Diagnostic::error("a second weight on an arc, which differs from the first").at(element.span),
            );
        }
    }

    fn kind_attribute(&mut self, word: &str, element: &Element<'a>, labels: &mut Labels) {
        if !word.is_empty() {
            self.kind(word, element, labels);
        }
    }

    fn kind(&mut self, word: &str, element: &Element<'a>, labels: &mut Labels) {
        match arc_kind::kind(word.trim()) {
            Ok((kind, spelling)) => {
                if spelling == Spelling::Other {
                    self.report.flaw("arc kinds", || {
                        let word = shortened(word.trim());
                        Diagnostic::warning(format!(
                            "the arc kind `{word}`, which is taken for `{}`",
                            kind.word()
                        ))
                        .at(element.span)
                    });
                }
                if labels.kind.replace(kind).is_some_and(|earlier| earlier != kind) {
                    self.report.say(
                        Diagnostic::error("a second kind of one arc, which differs from the first")
                            .at(element.span),
                    );
                }
            }
            Err(error) => self.report.say(error.at(element.span)),
        }
    }

    fn add_arc(&mut self, net: &mut Builder<'a>, element: &Element<'a>, mut labels: Labels) {
        let kind = labels.kind.unwrap_or(Kind::Ordinary);
        let weight = labels.weight.as_ref().map(|weight| weight.total);
        if weight == Some(0) && kind != Kind::Reset {
            self.report.say(
                Diagnostic::error("the weight 0 on an arc").expected("a positive integer").at(element.span),
            );
            return;
        }
        let (Some(source), Some(target)) = (self.end(element, "source"), self.end(element, "target")) else {
            return;
        };
        net.classes.weigh(net.arcs.len(), labels.weight.take());
        net.moves(net.arcs.len(), std::mem::take(&mut labels.binding));
        let arc = PendingArc {
            id: element.attribute("id"),
            source: net.symbols.intern(source),
            target: net.symbols.intern(target),
            kind,
            weight,
            inscription: labels.inscription,
            bends: bends(labels),
            span: element.span,
        };
        match element.name {
            "transportArc" => self.add_transport(net, element, arc),
            _ => net.arcs.push(arc),
        }
    }

    /// Adds a transport arc. Without time, it consumes from its source and adds to its target.
    fn add_transport(&mut self, net: &mut Builder<'a>, element: &Element<'a>, arc: PendingArc<'a>) {
        let Some(transition) = self.end(element, "transition") else { return };
        let transition = net.symbols.intern(transition);
        net.arcs.push(PendingArc { target: transition, ..arc.clone() });
        net.arcs.push(PendingArc { source: transition, ..arc });
    }

    fn end(&mut self, element: &Element<'a>, attribute: &str) -> Option<Cow<'a, str>> {
        let end = element.filled(attribute);
        if end.is_none() {
            self.report.say(
                Diagnostic::error(format!("an arc without `{attribute}`"))
                    .expected("the id of a place or transition")
                    .at(element.span),
            );
        }
        end
    }
}

/// Returns the bend points. PIPE's paths include both end points.
fn bends(labels: Labels) -> Vec<Point> {
    let Labels { mut bends, path, .. } = labels;
    if path.len() > 2 {
        bends.extend(&path[1..path.len() - 1]);
    }
    bends
}
