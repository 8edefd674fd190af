//! Resolution of ids and reference places, and construction of the net.

use std::collections::HashMap;

use sanderling_net::format::Parsed;
use sanderling_net::{
    Arc, ArcKind, Diagnostic, Diagnostics, Net, PlaceId, Report, Source, Span, TransitionId,
};
use sanderling_xml::Document;

use crate::pflow::arc::{Drawn, arc};
use crate::pflow::collect::{Collected, collect};
use crate::pflow::element::{place as at, shortened, span};
use crate::pflow::node::{place, reference, transition};
use crate::pflow::timing;

/// Reads the net of a file. `minds_time` is whether to report times that are lost.
pub(crate) fn parse(source: &Source, minds_time: bool) -> Result<Parsed, Diagnostics> {
    let text = text(source)?;
    let document = Document::parse(text).map_err(|found| {
        Diagnostic::error(found.message).expected("the XML of PNEditor").at(at(&found.span))
    })?;
    let root = document.root();
    let mut report = Report::default();
    if root.name() != "document" {
        let found = format!("the root element `{}`", shortened(root.name()));
        return Err(Diagnostic::error(found).expected("`document`").at(span(root)).into());
    }
    let collected = collect(root, &mut report);
    if let Some(lost) = Some(()).filter(|()| minds_time).and_then(|()| timing::lost(&collected.transitions)) {
        report.say(lost);
    }
    let part = |name| root.named(name).next().map_or(String::new(), |part| part.text().into_owned());
    let mut net = Net::new(part("id"));
    net.name = Some(part("label")).filter(|label| !label.is_empty());
    Resolver { net: &mut net, ids: HashMap::new(), report: &mut report }.fill(&collected);
    report.parsed(net)
}

fn text(source: &Source) -> Result<&str, Diagnostics> {
    let bytes = source.bytes();
    let start = Span { line: 1, column: 1, start: 0, end: 0 };
    if u32::try_from(bytes.len()).is_err() {
        return Err(Diagnostic::error("a file of 4 GiB or more").expected("a smaller file").at(start).into());
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = error.valid_up_to();
        let before = String::from_utf8_lossy(&bytes[..valid]);
        let found = format!("the byte 0x{:02X}, which is not UTF-8", bytes[valid]);
        let found = Diagnostic::error(found).help("save the file as UTF-8");
        found.at(Span::within(&before, valid, valid)).into()
    })
}

/// Maximum length of a chain of reference places. Each refers to a place of an enclosing subnet, and the nesting of
/// subnets is bounded.
const MAX_REFERENCES: usize = 256;

/// The owner of an id.
#[derive(Clone)]
enum Known {
    Place(PlaceId),
    Transition(TransitionId),
    /// The id that a reference place refers to.
    Reference(String),
}

struct Resolver<'a> {
    net: &'a mut Net,
    ids: HashMap<String, (Known, Span)>,
    report: &'a mut Report,
}

impl Resolver<'_> {
    fn fill(&mut self, collected: &Collected<'_>) {
        for element in &collected.places {
            let place = place(*element, self.report);
            let id = PlaceId::new(self.net.places.len());
            self.know(&place.id, Known::Place(id), span(*element));
            self.net.places.push(place);
        }
        for element in &collected.transitions {
            let transition = transition(*element, self.report);
            let id = TransitionId::new(self.net.transitions.len());
            self.know(&transition.id, Known::Transition(id), span(*element));
            self.net.transitions.push(transition);
        }
        for element in &collected.references {
            let reference = reference(*element, self.report);
            self.know(&reference.id, Known::Reference(reference.to), span(*element));
        }
        for element in &collected.references {
            let id = element.named("id").next().map_or(String::new(), |id| id.text().into_owned());
            if let Some(Known::Transition(_)) = self.node(&id, span(*element)) {
                let found = Diagnostic::error("a reference place that stands for a transition");
                self.report.say(found.expected("a place").at(span(*element)));
            }
        }
        for element in &collected.arcs {
            if let Some(drawn) = arc(*element, self.report) {
                self.arc(drawn);
            }
        }
        self.refuse_limited_resets();
    }

    fn know(&mut self, id: &str, known: Known, span: Span) {
        if id.is_empty() {
            self.report.say(Diagnostic::error("a node without `id`").expected("an id of its own").at(span));
        } else if let Some((_, first)) = self.ids.get(id) {
            let found = format!("the id `{}` belongs to two nodes", shortened(id));
            let twice = Diagnostic::error(found).expected("an id of its own").at(span);
            self.report.say(twice.related(*first, "first used"));
        } else {
            self.ids.insert(id.to_owned(), (known, span));
        }
    }

    /// Returns the place or transition with this id, through reference places; `None` if there is none, which is
    /// reported at `span`.
    fn node(&mut self, id: &str, span: Span) -> Option<Known> {
        let mut id = id;
        for _ in 0..MAX_REFERENCES {
            match self.ids.get(id) {
                Some((Known::Reference(to), _)) => id = to,
                Some((known, _)) => return Some(known.clone()),
                None => {
                    let found = format!("the id `{}`, which no node has", shortened(id));
                    self.report.say(Diagnostic::error(found).expected("a place or a transition").at(span));
                    return None;
                }
            }
        }
        let circle = "reference places that refer to each other in a circle, or more than 256 times over";
        self.report.say(Diagnostic::error(circle).expected("a place in the end").at(span));
        None
    }

    fn arc(&mut self, drawn: Drawn) {
        let Drawn { id, source, target, kind, weight, bends, span } = drawn;
        let (source, target) = (self.node(&source, span), self.node(&target, span));
        let (Some(source), Some(target)) = (source, target) else { return };
        let (place, transition, kind) = match (source, target) {
            (Known::Place(place), Known::Transition(transition)) => (place, transition, kind),
            (Known::Transition(transition), Known::Place(place)) if kind == ArcKind::Input => {
                (place, transition, ArcKind::Output)
            }
            (Known::Transition(_), Known::Place(_)) => {
                let word = format!("{kind:?}").to_lowercase();
                let found = format!("an arc of the type `{word}` from a transition to a place");
                let remedy = "draw it from the place to the transition";
                return self.report.say(Diagnostic::error(found).help(remedy).at(span));
            }
            _ => {
                let found = Diagnostic::error("an arc between two places, or between two transitions");
                return self
                    .report
                    .say(found.expected("a place at one end and a transition at the other").at(span));
            }
        };
        self.net.add_arc(Arc {
            id,
            bends,
            span: Some(span),
            ..Arc::weighted(place, transition, kind, weight)
        });
    }

    /// Refuses a reset arc and an output arc at a place with a capacity. For its capacities, PNEditor considers the
    /// tokens that an arc consumes, but not those that a reset removes.
    fn refuse_limited_resets(&mut self) {
        let of = |arc: &Arc| (arc.place, arc.transition);
        let outputs: std::collections::HashSet<_> =
            self.net.arcs.iter().filter(|arc| arc.kind == ArcKind::Output).map(of).collect();
        for arc in self.net.arcs.iter().filter(|arc| arc.kind == ArcKind::Reset) {
            if self.net.place(arc.place).capacity.is_some() && outputs.contains(&of(arc)) {
                let found = "a transition that empties a place with a limit and puts tokens into it";
                let remedy = "remove the limit, or draw two transitions";
                let found = Diagnostic::error(found).help(remedy);
                self.report.say(if let Some(span) = arc.span { found.at(span) } else { found });
            }
        }
    }
}
