//! Markings in which runs are meant to end. A deadlock in such a marking is not an error, and reports say so.
//!
//! There are two sources: the final markings that a file declares, and the structure of a workflow net (van
//! der Aalst, *The Application of Petri Nets to Workflow Management*, 1998). A workflow net has one place
//! where every case starts and one where it ends, and every other node lies on a path between the two. A case
//! ends properly with one token in the end place and no token elsewhere.

use std::collections::BTreeMap;

use sanderling_net::semantics::Marking;
use sanderling_net::{ArcKind, Net, PlaceId};
use sanderling_property::{Comparison, Formula, Property, Quantifier, Relation};

use crate::request::Question;

/// The tokens of places. Places without an entry have none.
pub(super) type Tokens = BTreeMap<PlaceId, u64>;

/// A marking in which runs are meant to end.
pub(super) struct MeantEnd {
    tokens: Tokens,
    /// A description of the marking, for the report.
    pub(super) is: &'static str,
}

/// Returns the dead markings that are intended ends. Another source adds its line here.
pub(super) fn meant_ends(net: &Net) -> Vec<MeantEnd> {
    let proper = |sink| MeantEnd { tokens: Tokens::from([(sink, 1)]), is: "the proper end of a workflow" };
    workflow_sink(net).map(proper).into_iter().chain(stated(net)).collect()
}

/// Maximum number of places in a condition to print; a longer one would not fit on a command line.
pub(super) const MAX_PLACES: usize = 2000;

/// Returns the question about deadlocks with the file's final markings excluded. Returns `None` if the
/// question is not about deadlocks, or excludes some markings already.
pub(crate) fn without_stated_ends(net: &Net, question: &Question) -> Option<Question> {
    let formula = (*question == Question::Deadlock).then(|| stated_ends(net)).flatten()?;
    let is_short = net.places.len() <= MAX_PLACES;
    let text = if is_short { formula.display(net).to_string() } else { "a final marking of the file".into() };
    Some(Question::DeadlockExcept(Property { name: None, quantifier: Quantifier::Always, formula, text }))
}

/// Returns the condition under which a run may end: that of a program, or one that holds exactly in the final markings
/// that the file declares.
pub(crate) fn stated_ends(net: &Net) -> Option<Formula> {
    if let Some(end) = net.program.as_ref().and_then(|program| program.end.as_deref()) {
        return Property::parse_condition(Quantifier::Always, end, net).ok().map(|end| end.formula);
    }
    let mut ends = stated(net).map(|end| end.formula(net)).collect::<Option<Vec<_>>>()?;
    match ends.len() {
        0 | 1 => ends.pop(),
        _ => Some(Formula::Or(ends)),
    }
}

/// Returns the final markings that a file declares.
fn stated(net: &Net) -> impl Iterator<Item = MeantEnd> {
    net.final_markings.iter().map(|marked| MeantEnd {
        tokens: marked.iter().map(|marked| (marked.place, marked.tokens)).collect(),
        is: "a final marking of the file",
    })
}

/// Describes a marking if it is an intended end.
pub(crate) fn meant(net: &Net, marking: &Marking) -> Option<&'static str> {
    let tokens =
        net.place_ids().map(|place| (place, marking.tokens(place))).filter(|&(_, tokens)| tokens > 0);
    let tokens: Tokens = tokens.collect();
    meant_ends(net).into_iter().find(|end| end.is(&tokens)).map(|end| end.is)
}

impl MeantEnd {
    pub(super) fn is(&self, tokens: &Tokens) -> bool {
        self.tokens == *tokens
    }

    /// Returns the condition that holds in this marking only.
    pub(super) fn formula(&self, net: &Net) -> Option<Formula> {
        let exactly = |places: Vec<PlaceId>, tokens: u64| {
            let terms = places.into_iter().map(|place| (1, place));
            Comparison::build(terms, Relation::Equal, tokens.into()).ok().map(Formula::Compare)
        };
        let marked = self.tokens.iter().map(|(&place, &tokens)| exactly(vec![place], tokens));
        let others: Vec<PlaceId> = net.place_ids().filter(|place| !self.tokens.contains_key(place)).collect();
        let empty = (!others.is_empty()).then(|| exactly(others, 0));
        Some(Formula::And(marked.chain(empty).collect::<Option<_>>()?))
    }
}

/// Returns the end place of a workflow net; `None` if the net is not one.
fn workflow_sink(net: &Net) -> Option<PlaceId> {
    let nodes = net.places.len() + net.transitions.len();
    let (mut after, mut before) = (vec![Vec::new(); nodes], vec![Vec::new(); nodes]);
    for arc in &net.arcs {
        let (place, transition) = (arc.place.index(), net.places.len() + arc.transition.index());
        let (from, to) = match arc.kind {
            ArcKind::Input => (place, transition),
            ArcKind::Output => (transition, place),
            ArcKind::Inhibitor | ArcKind::Read | ArcKind::Reset => continue,
        };
        after[from].push(to);
        before[to].push(from);
    }
    let source = only((0..net.places.len()).filter(|&place| before[place].is_empty()))?;
    let sink = only((0..net.places.len()).filter(|&place| after[place].is_empty()))?;
    let is_workflow = source != sink && reaches_all(source, &after) && reaches_all(sink, &before);
    is_workflow.then(|| PlaceId::new(sink))
}

fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

/// Returns whether every node is reachable from this one.
fn reaches_all(from: usize, next: &[Vec<usize>]) -> bool {
    let (mut open, mut is_reached) = (vec![from], vec![false; next.len()]);
    is_reached[from] = true;
    while let Some(node) = open.pop() {
        for &other in &next[node] {
            if !std::mem::replace(&mut is_reached[other], true) {
                open.push(other);
            }
        }
    }
    is_reached.into_iter().all(|one| one)
}

#[cfg(test)]
mod tests {
    use sanderling_net::{Arc, MarkedPlace, Place, Transition};

    use super::*;

    /// Creates a net from arcs written as `p>t` or `t>p`, with places in lower case and transitions in
    /// capitals.
    fn net(arcs: &str) -> Net {
        let mut net = Net::new("n");
        let (mut places, mut transitions) = (BTreeMap::new(), BTreeMap::new());
        for arc in arcs.split_whitespace() {
            let (from, to) = arc.split_once('>').unwrap();
            let is_input = from.to_lowercase() == from;
            let (place, transition) = if is_input { (from, to) } else { (to, from) };
            let place = *places.entry(place).or_insert_with(|| net.add_place(Place::with_tokens(place, 0)));
            let transition = *transitions
                .entry(transition)
                .or_insert_with(|| net.add_transition(Transition::plain(transition)));
            let kind = if is_input { ArcKind::Input } else { ArcKind::Output };
            net.add_arc(Arc::weighted(place, transition, kind, 1));
        }
        net
    }

    #[test]
    fn workflow_nets_are_known_by_their_shape() {
        for (arcs, sink) in [
            ("i>A A>o", Some("o")),
            ("i>A A>p p>B B>p p>C C>o", Some("o")),
            ("i>A A>p A>q p>B q>C B>o C>o", Some("o")),
            ("", None),
            ("i>A A>o A>end", None),
            ("i>A start>A A>o", None),
            // Not on a path: B has no input place, C no output place.
            ("i>A A>o B>o", None),
            ("i>A A>o i>C", None),
            // An isolated part.
            ("i>A A>o p>B B>p", None),
            ("p>A A>p", None),
        ] {
            let net = net(arcs);
            let found = workflow_sink(&net).map(|place| net.place(place).id.as_str());
            assert_eq!(found, sink, "{arcs}");
        }
    }

    #[test]
    fn the_formula_of_an_end_is_about_all_places() {
        let net = net("i>A A>it's it's>B B>o");
        let ends = meant_ends(&net);
        let formula = ends[0].formula(&net).unwrap();
        assert_eq!(formula.display(&net).to_string(), "tokens(o) == 1 and tokens(i, \"it's\") == 0");
    }

    #[test]
    fn final_markings_of_the_file_are_meant() {
        let mut net = net("p>A A>q q>B B>p");
        let q = net.place_ids().nth(1).unwrap();
        net.final_markings = vec![vec![MarkedPlace { place: q, tokens: 2 }]];
        let tokens = |marking: &[u64]| Marking::of_tokens(marking);
        assert_eq!(meant(&net, &tokens(&[0, 2])), Some("a final marking of the file"));
        assert_eq!(meant(&net, &tokens(&[0, 1])), None);
        assert_eq!(meant(&net, &tokens(&[1, 2])), None);
    }
}
