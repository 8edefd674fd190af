//! Namespaces: which elements belong to PNML, and which are extensions.
//!
//! Elements are matched by their local name if their namespace is listed here: that of the standard, those of earlier
//! drafts, and none at all, as half of the tools write. Elements of any other namespace are foreign, and the code that
//! meets one decides whether it may change the meaning of the net.

use std::borrow::Cow;

use sanderling_net::{Diagnostic, Span};

use crate::element::{Attribute, attributes};
use crate::limits;
use crate::report::Step;

/// The namespace of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Namespace<'a> {
    /// PNML, in one of its spellings.
    Pnml,
    /// Another namespace: its name or, if it was never declared, its prefix.
    Foreign(Cow<'a, str>),
}

/// Prefixes of the names of PNML's namespace.
const PNML: [&str; 6] = [
    "http://www.pnml.org/",
    "https://www.pnml.org/",
    "http://www.informatik.hu-berlin.de/top/",
    "https://www2.informatik.hu-berlin.de/top/",
    "http://www2.informatik.hu-berlin.de/top/",
    "pnml.woped.org",
];

/// The names of Renew's reference nets and of nested nets, and the specification of Yasper, which some files use.
const PNML_TOO: [&str; 4] = ["", crate::renew::TYPE, "NPN", "http://www.yasper.org/specs/epnml-1.1"];

fn is_pnml(name: &str) -> bool {
    PNML_TOO.contains(&name) || PNML.iter().any(|known| name.starts_with(known))
}

/// One `xmlns` declaration.
#[derive(Debug)]
struct Binding<'a> {
    depth: usize,
    prefix: &'a str,
    namespace: Namespace<'a>,
}

/// The declarations in scope, the innermost last.
#[derive(Debug, Default)]
pub(crate) struct Namespaces<'a> {
    bindings: Vec<Binding<'a>>,
    /// An additional name that the file uses for PNML.
    adopted: Option<String>,
}

impl<'a> Namespaces<'a> {
    /// Treats the namespace as PNML's from here on.
    pub(crate) fn adopt(&mut self, name: &str) {
        self.adopted = Some(name.to_owned());
    }

    /// Enters an element at `depth` with these attributes.
    pub(crate) fn enter(&mut self, depth: usize, source: &'a str, span: Span) -> Step<()> {
        for attribute in attributes(source) {
            let Some(prefix) = declared_prefix(&attribute) else { continue };
            let name = attribute.decoded();
            let namespace = if is_pnml(&name) { Namespace::Pnml } else { Namespace::Foreign(name) };
            self.bindings.push(Binding { depth, prefix, namespace });
        }
        if self.bindings.len() > limits::NAMESPACES {
            let found = format!("more than {} namespace declarations in scope", limits::NAMESPACES);
            return Err(Diagnostic::error(found).at(span).into());
        }
        Ok(())
    }

    /// Leaves the element at `depth`.
    pub(crate) fn leave(&mut self, depth: usize) {
        while self.bindings.last().is_some_and(|b| b.depth == depth) {
            self.bindings.pop();
        }
    }

    /// Returns the namespace of an element's name, and the name without its prefix.
    pub(crate) fn resolve(&self, qualified: &'a str) -> (Namespace<'a>, &'a str) {
        let (prefix, local) = qualified.split_once(':').unwrap_or(("", qualified));
        let namespace = match self.bindings.iter().rev().find(|b| b.prefix == prefix) {
            Some(binding) => binding.namespace.clone(),
            None if prefix.is_empty() => Namespace::Pnml,
            None => Namespace::Foreign(Cow::Borrowed(prefix)),
        };
        match &namespace {
            Namespace::Foreign(name) if self.adopted.as_deref() == Some(name) => (Namespace::Pnml, local),
            _ => (namespace, local),
        }
    }
}

fn declared_prefix<'a>(attribute: &Attribute<'a>) -> Option<&'a str> {
    match attribute.name {
        "xmlns" => Some(""),
        name => name.strip_prefix("xmlns:"),
    }
}
