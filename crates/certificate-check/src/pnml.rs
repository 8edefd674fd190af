//! A place/transition net in PNML (ISO/IEC 15909-2), with inhibitor, read and reset arcs and capacities in the common
//! notation. Anything unknown that may have a meaning is refused.

use std::collections::{BTreeMap, HashMap};

use roxmltree::{Document, Node};

use crate::Refusal;
use crate::net::{Net, Place, Transition};

/// Reads the one net of a file.
///
/// # Errors
/// If there is not exactly one, or it has something unknown.
pub fn read(bytes: &[u8]) -> Result<Net, Refusal> {
    let text = std::str::from_utf8(bytes).map_err(|_| "the net is not in UTF-8")?;
    let document = Document::parse(text.trim_start_matches('\u{feff}')).map_err(|error| error.to_string())?;
    let mut reader = Reader::default();
    let nets = document.root_element().children().filter(|node| node.has_tag_name_of("net"));
    let [net] = nets.collect::<Vec<_>>()[..] else { return Err("the file does not hold one net".into()) };
    reader.page(net)?;
    for arc in std::mem::take(&mut reader.arcs) {
        reader.arc(arc)?;
    }
    Ok(reader.net)
}

trait Named {
    fn has_tag_name_of(&self, name: &str) -> bool;
}

impl Named for Node<'_, '_> {
    /// Returns whether it is an element with this name, in whatever namespace.
    fn has_tag_name_of(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

#[derive(Default)]
struct Reader<'d> {
    net: Net,
    places: HashMap<&'d str, usize>,
    transitions: HashMap<&'d str, usize>,
    references: HashMap<&'d str, &'d str>,
    arcs: Vec<Node<'d, 'd>>,
}

impl<'d> Reader<'d> {
    fn page(&mut self, page: Node<'d, 'd>) -> Result<(), Refusal> {
        for node in page.children().filter(Node::is_element) {
            match node.tag_name().name() {
                "page" => self.page(node)?,
                "place" => {
                    check(node, &["id"], &["initialMarking", "capacity"])?;
                    let capacity = label(node, "capacity", u64::MAX)?;
                    self.places.insert(attribute(node, "id")?, self.net.places.len());
                    self.net.places.push(Place {
                        id: attribute(node, "id")?.into(),
                        initial: label(node, "initialMarking", 0)?,
                        capacity: (capacity < u64::MAX).then_some(capacity),
                    });
                }
                "transition" => {
                    check(node, &["id"], &[])?;
                    self.transitions.insert(attribute(node, "id")?, self.net.transitions.len());
                    let id = attribute(node, "id")?.into();
                    self.net.transitions.push(Transition { id, ..Transition::default() });
                }
                "referencePlace" | "referenceTransition" => {
                    self.references.insert(attribute(node, "id")?, attribute(node, "ref")?);
                }
                "arc" => self.arcs.push(node),
                // Final markings do not affect the behaviour of the net.
                "name" | "graphics" | "toolspecific" | "finalmarkings" => {}
                other => return Err(format!("the net has a `{other}`, which is not known here")),
            }
        }
        Ok(())
    }

    fn arc(&mut self, node: Node<'d, 'd>) -> Result<(), Refusal> {
        check(node, &["id", "source", "target"], &["inscription", "type"])?;
        let (source, target) = (self.end(node, "source")?, self.end(node, "target")?);
        let kind = node.children().find(|child| child.has_tag_name_of("type"));
        let kind = kind.map_or("normal", |kind| kind.attribute("value").unwrap_or("without a value"));
        let weight = label(node, "inscription", 1)?;
        let is_input = self.places.contains_key(source);
        let (place, transition) = if is_input { (source, target) } else { (target, source) };
        let (Some(&place), Some(&transition)) = (self.places.get(place), self.transitions.get(transition))
        else {
            return Err(format!("an arc from `{source}` to `{target}`"));
        };
        let Transition { pre, post, read, inhibitor, reset, .. } = &mut self.net.transitions[transition];
        let parallel = |arcs: &mut Vec<(usize, u64)>, both: fn(u64, u64) -> Option<u64>| {
            let mut all: BTreeMap<_, _> = std::mem::take(arcs).into_iter().collect();
            let so_far = all.get(&place).copied();
            let weight = so_far.map_or(Some(weight), |so_far| both(so_far, weight)).filter(|&sum| sum > 0);
            all.insert(place, weight.ok_or("an arc with a weight that is 0 or too large")?);
            *arcs = all.into_iter().collect();
            Ok(())
        };
        match (kind, is_input) {
            ("normal", true) => parallel(pre, u64::checked_add),
            ("normal", false) => parallel(post, u64::checked_add),
            ("inhibitor", true) => parallel(inhibitor, |a, b| Some(a.min(b))),
            ("read" | "test", true) => parallel(read, |a, b| Some(a.max(b))),
            ("reset", true) => {
                reset.push(place);
                reset.sort_unstable();
                reset.dedup();
                Ok(())
            }
            _ => Err(format!("an arc of the kind `{kind}` from `{source}` to `{target}`")),
        }
    }

    /// Returns the id of the node at the end of an arc; references are followed.
    fn end(&self, arc: Node<'d, 'd>, which: &str) -> Result<&'d str, Refusal> {
        let mut id = attribute(arc, which)?;
        for _ in 0..=self.references.len() {
            let Some(&next) = self.references.get(id) else { return Ok(id) };
            id = next;
        }
        Err(format!("the reference `{id}` leads in a circle"))
    }
}

/// Checks that a node has only these attributes, and only labels with these names or without a meaning, none of them
/// twice.
fn check(node: Node<'_, '_>, attributes: &[&str], labels: &[&str]) -> Result<(), Refusal> {
    let mut seen = Vec::new();
    for child in node.children().filter(Node::is_element).map(|child| child.tag_name().name()) {
        if !labels.contains(&child) && !["name", "graphics", "toolspecific"].contains(&child) {
            return Err(format!("`{}` has a `{child}`, which is not known here", node.tag_name().name()));
        }
        if labels.contains(&child) && seen.contains(&child) {
            return Err(format!("`{}` has two of `{child}`", node.tag_name().name()));
        }
        seen.push(child);
    }
    match node.attributes().find(|one| !attributes.contains(&one.name())) {
        Some(unknown) => Err(format!("the attribute `{}` is not known here", unknown.name())),
        None => Ok(()),
    }
}

fn attribute<'d>(node: Node<'d, 'd>, name: &str) -> Result<&'d str, Refusal> {
    node.attribute(name).ok_or_else(|| format!("`{}` without `{name}`", node.tag_name().name()))
}

/// Returns the number of a label.
fn label(node: Node<'_, '_>, name: &str, otherwise: u64) -> Result<u64, Refusal> {
    let Some(label) = node.children().find(|child| child.has_tag_name_of(name)) else { return Ok(otherwise) };
    let mut texts = label.children().filter(|child| child.has_tag_name_of("text"));
    let (text, more) = (texts.next().and_then(|text| text.text()).unwrap_or(""), texts.next());
    let number = text.trim().parse().ok().filter(|_| more.is_none());
    let number = number.or_else(|| text.trim().is_empty().then_some(otherwise));
    number.ok_or_else(|| format!("the {name} `{}` is no number", text.trim()))
}
