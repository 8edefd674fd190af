//! A page: one net, with the constants, classes and variables of its expressions.

use std::collections::HashMap;

use sanderling_net::{Diagnostic, Net, PlaceId, Span, TransitionId, VariableDeclaration, VariableId};
use sanderling_xml::Element;

use super::scope::{Domain, Named, Scope};
use super::{class, node};
use crate::greatspn::text::{Step, error, remedied, shortened, span};
use crate::greatspn::timing::{self, Firing};

const REMEDY: &str = "remove it if the net is the same without it";

/// Maximum number of errors to keep for a page.
const MAX_ERRORS: usize = 20;

/// The state of reading a page.
pub(super) struct Page<'d> {
    pub(super) net: Net,
    pub(super) scope: Scope<'d>,
    /// The names of the possible ends of arcs.
    pub(super) nodes: HashMap<&'d str, End>,
    /// The domain of the tokens of each place.
    pub(super) domains: Vec<Domain>,
    pub(super) firings: Vec<(Firing, Span)>,
    pub(super) errors: Vec<Diagnostic>,
}

/// An end of an arc.
#[derive(Debug, Clone, Copy)]
pub(super) enum End {
    Place(PlaceId),
    Transition(TransitionId),
}

/// Reads the net of a page with its warnings, or its errors.
pub(super) fn read(
    element: Element<'_>,
    minds_time: bool,
    colours: &mut usize,
) -> Result<(Net, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut page = Page {
        net: Net::new(element.attribute("name").unwrap_or_default()),
        scope: Scope::new(),
        nodes: HashMap::new(),
        domains: Vec::new(),
        firings: Vec::new(),
        errors: Vec::new(),
    };
    page.refuse_unknown(element);
    let nodes: Vec<Element<'_>> = element.named("nodes").flat_map(Element::children).collect();
    page.declare(&nodes, colours);
    if page.errors.is_empty() {
        page.fill(element, &nodes);
    }
    if let Some(lost) = timing::lost(&page.firings).filter(|_| minds_time) {
        page.errors.push(lost);
    }
    page.finish()
}

impl<'d> Page<'d> {
    /// Stores the error of an element or of one of its attributes, if there is one.
    pub(super) fn keep<T>(&mut self, step: Step<T>, at: Span, element: &str) -> Option<T> {
        match step {
            Ok(value) => Some(value),
            Err(error) => {
                if self.errors.len() < MAX_ERRORS {
                    let error = if error.span.is_some() { *error } else { error.at(at) };
                    self.errors.push(if element.is_empty() { error } else { error.element(element) });
                }
                None
            }
        }
    }

    /// Refuses elements of the page other than nodes and edges, and attributes that the editor does not write.
    fn refuse_unknown(&mut self, element: Element<'d>) {
        let is_view = |name: &str| {
            matches!(name, "name" | "zoom") || name.starts_with("show-") || name.starts_with("view-")
        };
        self.refuse_attribute(
            element,
            element.attributes().map(|(name, _)| name).find(|name| !is_view(name)),
        );
        self.refuse_text(element);
        for part in element.children() {
            self.refuse_attribute(part, part.attributes().map(|(name, _)| name).next());
            self.refuse_text(part);
            if !matches!(part.name(), "nodes" | "edges") {
                let found = error(
                    format!("the element `{}` in a net", shortened(part.name())),
                    "`nodes` and `edges`",
                );
                self.keep::<()>(Err(found), span(&part.span()), "");
            }
            for child in part.children().into_iter().filter(|child| child.name() != "text-box") {
                self.refuse_attribute(child, node::unknown_attribute(child));
                self.refuse_content(child);
            }
        }
    }

    fn refuse_attribute(&mut self, element: Element<'d>, unknown: Option<&str>) {
        if let Some(name) = unknown {
            let found =
                format!("the attribute `{}` of `{}`, which is not known", shortened(name), element.name());
            self.keep_value::<()>(Err(remedied(found, REMEDY)), element, name);
        }
    }

    /// Refuses content of a node or an arc. The editor writes attributes only, except for the bends of arcs.
    fn refuse_content(&mut self, element: Element<'d>) {
        self.refuse_text(element);
        for part in element.children() {
            if element.name() == "arc" && part.name() == "point" {
                let mut names = part.attributes().map(|(name, _)| name);
                self.refuse_attribute(part, names.find(|name| !matches!(*name, "x" | "y")));
                self.refuse_content(part);
            } else {
                self.refuse(&format!("the element `{}`", shortened(part.name())), element, part);
            }
        }
    }

    fn refuse_text(&mut self, element: Element<'d>) {
        let text = element.text();
        if !text.is_empty() {
            self.refuse(&format!("the text `{}`", shortened(&text)), element, element);
        }
    }

    /// Refuses a part of an element; `at` is its position.
    fn refuse(&mut self, found: &str, element: Element<'d>, at: Element<'d>) {
        let found = remedied(format!("{found} in `{}`, which is not known", element.name()), REMEDY);
        self.keep::<()>(Err(found), span(&at.span()), element.attribute("name").unwrap_or_default());
    }

    /// Declares all names. Constants come first, because classes may need them, and products last.
    fn declare(&mut self, nodes: &[Element<'d>], colours: &mut usize) {
        for node in nodes {
            let step = self.declare_name(*node);
            self.keep(step, span(&node.span()), node.attribute("name").unwrap_or_default());
        }
        let classes = || nodes.iter().copied().filter(|node| node.name() == "color-class");
        let mut products = Vec::new();
        for element in classes() {
            let step = class::simple(&mut self.scope, element, colours);
            if let Some(None) = self.keep_value(step, element, "definition") {
                products.push(element);
            }
        }
        for element in products {
            let step = class::product(&mut self.scope, element);
            self.keep_value(step, element, "definition");
        }
        for element in nodes.iter().filter(|node| node.name() == "color-var") {
            let step = self.declare_variable(*element);
            self.keep_value(step, *element, "domain");
        }
    }

    /// Stores the error of an attribute, if there is one.
    pub(super) fn keep_value<T>(
        &mut self,
        step: Step<T>,
        element: Element<'_>,
        attribute: &str,
    ) -> Option<T> {
        match step {
            Ok(value) => Some(value),
            error => {
                let at = span(&element.value_span(attribute));
                self.keep(error, at, element.attribute("name").unwrap_or_default())
            }
        }
    }

    fn declare_name(&mut self, node: Element<'d>) -> Step<()> {
        let name = node.attribute("name").unwrap_or_default();
        let is_integer = |attribute| node.attribute(attribute) == Some("INTEGER");
        let has_domain = !matches!(node.attribute("domain").unwrap_or_default(), "" | "<Neutral>");
        let named = match node.name() {
            "text-box" => return Ok(()),
            "constant" if is_integer("consttype") && has_domain => Named::Multiset(node),
            "constant" if is_integer("consttype") => Named::Number(node),
            "template" if is_integer("type") => Named::Number(node),
            "constant" | "template" => Named::Other,
            "place" | "transition" | "color-class" | "color-var" => Named::Node,
            "clock" => return Err(error("a clock, as timed automata have", "a net without clocks")),
            other => {
                let found = format!("the element `{}` among the nodes of a net", shortened(other));
                return Err(error(found, "places, transitions, constants, parameters and colours"));
            }
        };
        if name.is_empty() {
            return Err(error(format!("an element `{}` without a name", node.name()), "a name of its own"));
        }
        match self.scope.names.insert(name, named) {
            Some(_) => Err(error(
                format!("the name `{}`, which another node has", shortened(name)),
                "a name of its own",
            )),
            None => Ok(()),
        }
    }

    fn declare_variable(&mut self, element: Element<'d>) -> Step<()> {
        let name = element.attribute("name").unwrap_or_default();
        let domain = element.attribute("domain").unwrap_or_default();
        let Some(&Named::Class(class)) = self.scope.names.get(domain) else {
            let found = format!("a variable over `{}`", shortened(domain));
            return Err(error(found, "a colour class that is no product"));
        };
        let variables = &mut self.scope.declarations.variables;
        let id = VariableId::new(variables.len());
        let sort = self.scope.classes[class.0].sort;
        variables.push(VariableDeclaration { id: name.to_owned(), name: None, sort });
        self.scope.names.insert(name, Named::Variable(id, class));
        Ok(())
    }

    fn fill(&mut self, element: Element<'d>, nodes: &[Element<'d>]) {
        for fluid in nodes.iter().filter(|node| node::is_fluid(**node)) {
            self.keep_value::<()>(Err(node::fluid(*fluid)), *fluid, "type");
        }
        if !self.errors.is_empty() {
            return;
        }
        for place in nodes.iter().filter(|node| node.name() == "place") {
            node::place(self, *place);
        }
        for transition in nodes.iter().filter(|node| node.name() == "transition") {
            node::transition(self, *transition);
        }
        for edge in element.named("edges").flat_map(Element::children) {
            match edge.name() {
                "arc" => node::arc(self, edge),
                other => {
                    let found =
                        error(format!("the element `{}` among the arcs of a net", shortened(other)), "`arc`");
                    self.keep::<()>(Err(found), span(&edge.span()), "");
                }
            }
        }
    }

    fn finish(mut self) -> Result<(Net, Vec<Diagnostic>), Vec<Diagnostic>> {
        self.net.declarations = std::mem::take(&mut self.scope.declarations);
        let mut warnings = std::mem::take(&mut self.scope.warnings);
        if self.errors.is_empty() {
            let found = self.net.validate();
            let is_unsound = found.has_errors();
            if is_unsound {
                return Err(found
                    .into_iter()
                    .filter(|found| found.severity == sanderling_net::Severity::Error)
                    .collect());
            }
            warnings.extend(found);
            return Ok((self.net, warnings));
        }
        self.errors.sort_by_key(|error| error.span.map(|span| span.start));
        Err(self.errors)
    }
}
