//! The document: `pnml` and the nets in it.

use sanderling_net::format::Parsed;
use sanderling_net::{Diagnostic, Diagnostics, Net, Source};

use crate::builder::Builder;
use crate::coloured::{Forest, TreeId};
use crate::cursor::Cursor;
use crate::decode::{Decoded, decode};
use crate::dialect;
use crate::element::Element;
use crate::namespace::Namespace;
use crate::pipe::PipeFacts;
use crate::renew;
use crate::report::{Report, Step};
use crate::tapaal::Components;

/// The treatment of delays, intervals, priorities and immediate transitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Time {
    /// A net in which they matter is an error.
    Refused,
    /// They are ignored.
    LeftOut,
}

/// The language of the markings and inscriptions of a net.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// Numbers of tokens.
    Numbers,
    /// Renew's `[]`.
    BlackTokens,
    /// Values and expressions of an algebraic net.
    Values,
}

/// The state of reading a file.
pub(crate) struct Reading<'a> {
    pub(crate) cursor: Cursor<'a>,
    pub(crate) report: Report<'a>,
    pub(crate) time: Time,
    pub(crate) language: Language,
    pub(crate) pipe: PipeFacts,
    /// The content of coloured labels.
    pub(crate) forest: Forest<'a>,
    /// TAPAAL's declarations beside the net.
    declarations: Vec<TreeId>,
    /// TAPAAL's data about components.
    pub(crate) components: Components<'a>,
}

/// Reads the nets of a file.
pub(crate) fn parse(source: &Source, time: Time) -> Result<Parsed, Diagnostics> {
    let Decoded { text, warnings } = decode(source.bytes()).map_err(|fatal| Diagnostics::from(*fatal.0))?;
    let mut reading = Reading::new(&text, time);
    warnings.into_iter().for_each(|warning| reading.report.say(warning));
    let mut builders = Vec::new();
    if let Err(fatal) = reading.document(&mut builders) {
        reading.report.say(*fatal.0);
    }
    let Reading { mut report, forest, declarations, components, .. } = reading;
    let builders = components.compose(builders, &forest, &mut report);
    let nets: Vec<Net> =
        builders.into_iter().map(|net| net.finish(&forest, &declarations, &mut report)).collect();
    let failed = report.has_errors();
    let diagnostics = report.finish();
    if failed { Err(diagnostics) } else { Ok(Parsed { nets, warnings: diagnostics }) }
}

impl<'a> Reading<'a> {
    /// Creates a reader at the start of a text.
    pub(crate) fn new(text: &'a str, time: Time) -> Self {
        Self {
            cursor: Cursor::new(text),
            report: Report::default(),
            time,
            language: Language::Numbers,
            pipe: PipeFacts::default(),
            forest: Forest::default(),
            declarations: Vec::new(),
            components: Components::default(),
        }
    }

    fn document(&mut self, nets: &mut Vec<Builder<'a>>) -> Step<()> {
        let root = self.cursor.root()?;
        if root.name != "pnml" {
            return Err(dialect::not_pnml(root.name, root.span).into());
        }
        if let Namespace::Foreign(namespace) = &root.namespace {
            self.adopt(namespace, root.span);
        }
        while let Some(child) = self.child()? {
            self.part(&child, nets)?;
        }
        if let Some(rubbish) = self.cursor.finish()? {
            self.rubbish(rubbish);
        }
        if nets.is_empty() && !self.report.has_errors() {
            return Err(Diagnostic::error("no net in the file")
                .expected("an element `net`")
                .at(root.span)
                .into());
        }
        Ok(())
    }

    fn part(&mut self, child: &Element<'a>, nets: &mut Vec<Builder<'a>>) -> Step<()> {
        if !child.is_pnml() {
            return self.unknown_beside_nodes(child, "`pnml`");
        }
        match child.name {
            "net" => nets.extend(self.net(child)?),
            "declaration" => {
                let found = self.structured(child)?;
                self.declarations.extend(found);
            }
            "module" => self.module(child, nets)?,
            "shared-place" | "shared-transition" => self.shared(child)?,
            "constant" => {
                self.components.constant(child);
                self.cursor.skip()?;
            }
            // Data of TAPAAL's user interface.
            "query" | "queries" | "feature" | "k-bound" | "toolspecific" | "name" => {
                self.cursor.skip()?;
            }
            _ => self.unknown_beside_nodes(child, "`pnml`")?,
        }
        Ok(())
    }

    /// Reads a net.
    pub(crate) fn net(&mut self, element: &Element<'a>) -> Step<Option<Builder<'a>>> {
        if !self.is_active(element) {
            self.cursor.skip()?;
            return Ok(None);
        }
        let mode = self.mode(element);
        self.unknown_attributes(element);
        let id = element.attribute("id").unwrap_or_default().into_owned();
        if id.is_empty() {
            self.missing_id(element);
        }
        let declared = element.attribute("type").unwrap_or_default().into_owned();
        let is_renew = declared == renew::TYPE;
        self.language = mode.unwrap_or(if is_renew { Language::BlackTokens } else { Language::Numbers });
        let mut net = Builder::new(id, declared, element.span);
        self.contents(&mut net)?;
        self.pipe.finish(&mut self.report);
        Ok(Some(net))
    }
}
