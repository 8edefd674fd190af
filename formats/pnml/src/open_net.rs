//! Open nets, as in files of ProM and PNAPI: a `module` with a net, the ports for communication with other nets, and
//! its final markings.
//!
//! Its transitions send, receive and synchronise. The effect depends on the nets that it is composed with, which are
//! not in the file. Without them, each transition fires according to its arcs. The net is read in this sense, with a
//! warning.

use sanderling_net::{Diagnostic, Span};

use crate::builder::Builder;
use crate::document::Reading;
use crate::element::Element;
use crate::report::Step;

impl<'a> Reading<'a> {
    /// Reads the net in a `module`.
    pub(crate) fn module(&mut self, module: &Element<'a>, nets: &mut Vec<Builder<'a>>) -> Step<()> {
        self.left_open(module.span);
        let before = nets.len();
        while let Some(child) = self.child()? {
            match child.name {
                "net" if child.is_pnml() => nets.extend(self.net(&child)?),
                "ports" if child.is_pnml() => self.cursor.skip()?,
                "finalmarkings" if child.is_pnml() && nets.len() > before => {
                    self.final_markings(&mut nets[before])?;
                }
                _ => self.unknown_beside_nodes(&child, "`module`")?,
            }
        }
        Ok(())
    }

    /// Skips the communication of a transition with other nets.
    pub(crate) fn channel(&mut self, element: &Element<'a>) -> Step<()> {
        self.left_open(element.span);
        self.cursor.skip()
    }

    fn left_open(&mut self, span: Span) {
        self.report.say_once("open net", || {
            Diagnostic::warning("an open net: its ports, and what its transitions send, receive and synchronise, are ignored; the net is read without other nets")
                .at(span)
        });
    }
}
