//! Elements that are not on any list.
//!
//! Inside a place, a transition or an arc such an element may change the meaning of the net, and is refused, once for each name; what is
//! [known to be harmless](crate::spelling) is passed over with a warning. Elements beside the nodes are passed over with a warning, unless
//! nodes are hidden in them.

use sanderling_net::Diagnostic;

use crate::document::{Reading, Time};
use crate::element::Element;
use crate::namespace::Namespace;
use crate::number::shortened;
use crate::report::Step;
use crate::spelling::is_harmless;

/// Elements that are known to change the meaning of the net, and what they belong to.
const MEANINGFUL: [(&str, &str); 7] = [
    ("colored-token", "a coloured net of an old version of TAPAAL"),
    ("guard", "a net with data"),
    ("readVariable", "a net with data"),
    ("writeVariable", "a net with data"),
    ("uplink", "a reference net of Renew"),
    ("downlink", "a reference net of Renew"),
    ("create", "a reference net of Renew"),
];

/// Elements that give a time Petri net its delays.
const TIME: [&str; 3] = ["delay", "interval", "timeInterval"];

/// What nodes and arcs are called.
const NODES: [&str; 12] = [
    "place",
    "transition",
    "arc",
    "referencePlace",
    "referenceTransition",
    "inputArc",
    "outputArc",
    "inhibitorArc",
    "readArc",
    "testArc",
    "resetArc",
    "transportArc",
];

impl<'a> Reading<'a> {
    /// Passes over an unknown child of `parent`, which is a place, a transition or an arc.
    pub(crate) fn unknown(&mut self, element: &Element<'a>, parent: &str) -> Step<()> {
        if element.is_pnml() && TIME.contains(&element.name) {
            self.delay(element, parent);
            return self.cursor.skip();
        }
        let name = shortened(element.qualified);
        let meaning =
            MEANINGFUL.iter().find(|(known, _)| *known == element.name).map(|(_, meaning)| *meaning);
        self.report.say_once(&format!("unknown {name}"), || match (&element.namespace, meaning) {
            (Namespace::Foreign(namespace), _) => unsupported(&name, namespace, parent).at(element.span),
            (Namespace::Pnml, Some(meaning)) => {
                Diagnostic::error(format!("`{name}` in {parent}: {meaning}, which is not supported"))
                    .at(element.span)
            }
            (Namespace::Pnml, None) if is_harmless(element.name) => {
                Diagnostic::warning(format!("the element `{name}` in {parent} is ignored")).at(element.span)
            }
            (Namespace::Pnml, None) => Diagnostic::error(format!("the unknown element `{name}` in {parent}"))
                .expected("a label of the standard, or one that docs/formats.md lists")
                .help("it may change the meaning of the net: remove it, or put it into `toolspecific`")
                .at(element.span),
        });
        self.cursor.skip()
    }

    /// Refuses a time Petri net, unless its time is left out.
    fn delay(&mut self, element: &Element<'a>, parent: &str) {
        if self.time == Time::Refused {
            self.report.say_once("time", || {
                Diagnostic::error(format!(
                    "`{}` in {parent}: a time Petri net, which is not supported",
                    element.name
                ))
                .help("`--untimed` reads the net without its times")
                .at(element.span)
            });
        }
    }

    /// Passes over an unknown element beside the nodes.
    pub(crate) fn unknown_beside_nodes(&mut self, element: &Element<'a>, parent: &str) -> Step<()> {
        let mut hidden = None;
        self.cursor.skip_watching(|inner| {
            if hidden.is_none() && inner.is_pnml() && NODES.contains(&inner.name) {
                hidden = Some((inner.name, inner.span));
            }
        })?;
        let name = shortened(element.qualified);
        match hidden {
            Some((node, span)) if element.is_pnml() => self.report.say(
                Diagnostic::error(format!(
                    "the unknown element `{name}` in {parent}, and `{node}` inside it"
                ))
                .expected("`page`, `place`, `transition` or `arc`")
                .related(span, "which would be lost")
                .at(element.span),
            ),
            _ => self.report.say_once(&format!("beside {name}"), || {
                Diagnostic::warning(format!("the unknown element `{name}` in {parent} is left out"))
                    .at(element.span)
            }),
        }
        Ok(())
    }

    /// Refuses a net whose transitions read and write data.
    pub(crate) fn data_net(&mut self, found: &str, element: &Element<'a>) {
        self.report.say_once("data net", || {
            Diagnostic::error(format!("{found}: a net with data, which is not supported"))
                .help("export the net without its data: the control flow alone can be analysed")
                .at(element.span)
        });
    }
}

fn unsupported(name: &str, namespace: &str, parent: &str) -> Diagnostic {
    let namespace = shortened(namespace);
    Diagnostic::error(format!(
        "the unsupported extension `{name}` in {parent}, of the namespace `{namespace}`"
    ))
    .expected("a place/transition net")
    .help("it may change the meaning of the net; export the net without it")
}
