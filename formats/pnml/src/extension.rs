//! Unknown elements.
//!
//! Such an element may change the meaning of the net. It is refused, once for each name, namespace and parent. An
//! element that is [known to be harmless](crate::spelling) is skipped with a warning.

use sanderling_net::Diagnostic;

use crate::document::{Reading, Time};
use crate::element::Element;
use crate::namespace::Namespace;
use crate::number::shortened;
use crate::report::Step;
use crate::spelling::is_harmless;

/// Elements that are known to change the meaning of the net, and the kinds of nets that they belong to.
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

/// The names of nodes and arcs.
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
    /// Skips an unknown child of `parent`. The parent is a place, a transition or an arc.
    pub(crate) fn unknown(&mut self, element: &Element<'a>, parent: &str) -> Step<()> {
        if element.is_pnml() && TIME.contains(&element.name) {
            self.delay(element, parent);
            return self.cursor.skip();
        }
        self.report.say_once_in_words(finding(element, parent));
        self.cursor.skip()
    }

    /// Refuses a time Petri net, unless time is ignored.
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

    /// Refuses an unknown element outside the nodes, and names the first node inside it. An element of another namespace, such as the diagram
    /// of an editor, is ignored with a warning.
    pub(crate) fn unknown_beside_nodes(&mut self, element: &Element<'a>, parent: &str) -> Step<()> {
        let mut hidden = None;
        self.cursor.skip_watching(|inner| {
            if hidden.is_none() && inner.is_pnml() && NODES.contains(&inner.name) {
                hidden = Some((inner.name, inner.span));
            }
        })?;
        let name = shortened(element.qualified);
        match hidden {
            _ if !element.is_pnml() => self.report.say_once_in_words(
                Diagnostic::warning(format!("the unknown element `{name}` in {parent} is ignored"))
                    .at(element.span),
            ),
            Some((node, span)) => {
                self.report.say(
                    Diagnostic::error(format!(
                        "the unknown element `{name}` in {parent}, and `{node}` inside it"
                    ))
                    .expected("`page`, `place`, `transition` or `arc`")
                    .related(span, "which would be lost")
                    .at(element.span),
                );
            }
            None => self.report.say_once_in_words(finding(element, parent)),
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

/// Returns the error about an unknown element, or a warning if it is harmless.
fn finding(element: &Element<'_>, parent: &str) -> Diagnostic {
    const HELP: &str = "it may change the meaning of the net: remove it, or put it into `toolspecific`";
    let name = shortened(element.qualified);
    let meaning = MEANINGFUL.iter().find(|(known, _)| *known == element.name);
    let found = match (&element.namespace, meaning) {
        (Namespace::Foreign(namespace), _) => {
            let namespace = shortened(namespace);
            let found =
                format!("the unsupported extension `{name}` in {parent}, of the namespace `{namespace}`");
            let help = "it may change the meaning of the net; export the net without it";
            Diagnostic::error(found).expected("a place/transition net").help(help)
        }
        (Namespace::Pnml, Some((_, meaning))) => {
            Diagnostic::error(format!("`{name}` in {parent}: {meaning}, which is not supported"))
        }
        (Namespace::Pnml, None) if is_harmless(element.name) => {
            Diagnostic::warning(format!("the element `{name}` in {parent} is ignored"))
        }
        (Namespace::Pnml, None) => Diagnostic::error(format!("the unknown element `{name}` in {parent}"))
            .expected("an element of the standard, or one that docs/formats.md lists")
            .help(HELP),
    };
    found.at(element.span)
}
