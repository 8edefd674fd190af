//! The nodes and arcs of all subnets.

use sanderling_net::{Diagnostic, Report};
use sanderling_xml::Element;

use crate::pflow::element::{refuse_beside_parts, refuse_beside_text, shortened, span};

/// The elements of a net, in all subnets.
#[derive(Default)]
pub(crate) struct Collected<'d> {
    pub(crate) places: Vec<Element<'d>>,
    pub(crate) transitions: Vec<Element<'d>>,
    pub(crate) references: Vec<Element<'d>>,
    pub(crate) arcs: Vec<Element<'d>>,
}

/// Returns the elements of a document's net.
pub(crate) fn collect<'d>(document: Element<'d>, report: &mut Report) -> Collected<'d> {
    let mut collected = Collected::default();
    let mut nets = 0;
    for part in document.children() {
        match part.name() {
            "subnet" if nets == 0 => {
                nets = 1;
                collected.subnet(part, report);
            }
            "subnet" => {
                let second = Diagnostic::error("a second net in the document").expected("one `subnet`");
                report.say(second.help("put each net into a file of its own").at(span(part)));
            }
            // Roles belong to the workflow, not to the net.
            "id" | "x" | "y" | "label" | "left" | "top" | "roles" => {}
            name => {
                let found = format!("the element `{}` beside the net is ignored", shortened(name));
                report.say(Diagnostic::warning(found).at(span(part)));
            }
        }
    }
    if nets == 0 {
        let none = Diagnostic::error("a document without a net").expected("an element `subnet`");
        report.say(none.at(span(document)));
    }
    collected
}

impl<'d> Collected<'d> {
    /// Collects a subnet. Recursion is bounded by the nesting of elements.
    fn subnet(&mut self, subnet: Element<'d>, report: &mut Report) {
        refuse_beside_parts(subnet, report);
        for part in subnet.children() {
            match part.name() {
                "place" => self.places.push(part),
                "transition" => self.transitions.push(part),
                "referencePlace" => self.references.push(part),
                "arc" => self.arcs.push(part),
                "subnet" => self.subnet(part, report),
                "id" | "x" | "y" | "label" => refuse_beside_text(part, report),
                // A line between a subnet and a place that is used in it.
                "referenceArc" => {}
                name => {
                    let found = format!("the element `{}` in a subnet, which is not known", shortened(name));
                    let remedy = "remove it if the net is the same without it, or save the net as PNML from the editor";
                    report.say(Diagnostic::error(found).help(remedy).at(span(part)));
                }
            }
        }
    }
}
