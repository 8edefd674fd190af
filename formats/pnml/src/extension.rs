//! Elements that are not on any list.
//!
//! Such an element may change the meaning of the net, and is refused, once for each name, namespace and parent. What is
//! [known to be harmless](crate::spelling) is passed over with a warning.

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
        let meaning =
            MEANINGFUL.iter().find(|(known, _)| *known == element.name).map(|(_, meaning)| *meaning);
        self.report.say_once_in_words(refusal(element, parent, meaning).at(element.span));
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

    /// Refuses an unknown element beside the nodes, and names the first node inside it. An element of another namespace, such as the diagram
    /// of an editor, is passed over with a warning.
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
                Diagnostic::warning(format!("the unknown element `{name}` in {parent} is left out"))
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
            None => self.report.say_once_in_words(refusal(element, parent, None).at(element.span)),
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

/// What there is to say about an unknown element, whose meaning may be known: an error, or a warning where it is harmless.
fn refusal(element: &Element<'_>, parent: &str, meaning: Option<&str>) -> Diagnostic {
    let name = shortened(element.qualified);
    if let Namespace::Foreign(namespace) = &element.namespace {
        let namespace = shortened(namespace);
        return Diagnostic::error(format!(
            "the unsupported extension `{name}` in {parent}, of the namespace `{namespace}`"
        ))
        .expected("a place/transition net")
        .help("it may change the meaning of the net; export the net without it");
    }
    if let Some(meaning) = meaning {
        return Diagnostic::error(format!("`{name}` in {parent}: {meaning}, which is not supported"));
    }
    if is_harmless(element.name) {
        return Diagnostic::warning(format!("the element `{name}` in {parent} is ignored"));
    }
    Diagnostic::error(format!("the unknown element `{name}` in {parent}"))
        .expected("an element of the standard, or one that docs/formats.md lists")
        .help("it may change the meaning of the net: remove it, or put it into `toolspecific`")
}
