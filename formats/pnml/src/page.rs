//! The content of a net: nodes, arcs, and pages of them, which are stored beside the net.
//!
//! Pages may be missing and may nest; the open ones are on an explicit stack. WoPeD refines a transition by a page with
//! a whole net in it, which repeats ids of the enclosing net. The enclosing net is complete without it, so the inner
//! one is ignored.

use sanderling_net::{Diagnostic, Page, PageId, PlaceId, TransitionId};

use crate::arc_kind::{self, Kind};
use crate::builder::Builder;
use crate::document::Reading;
use crate::element::Element;
use crate::report::Step;

/// An open element that contains nodes.
#[derive(Debug, Clone, Copy)]
enum Container {
    /// The net itself.
    Net,
    /// A page.
    Page(PageId),
    /// An element that contains arcs and states their kind.
    Arcs(Kind),
}

impl Container {
    fn page(self) -> Option<PageId> {
        if let Self::Page(page) = self { Some(page) } else { None }
    }
}

impl<'a> Reading<'a> {
    /// Reads the content of a net.
    pub(crate) fn contents(&mut self, net: &mut Builder<'a>) -> Step<()> {
        let mut open = vec![Container::Net];
        while let Some(&inside) = open.last() {
            match self.child()? {
                None => _ = open.pop(),
                Some(child) => {
                    let page = open.iter().rev().find_map(|one| one.page());
                    let opened = self.member(net, &child, inside, (page, open.len() > 1))?;
                    self.report.within = None;
                    open.extend(opened);
                }
            }
        }
        Ok(())
    }

    /// Reads an element of a net or page. Returns it if it contains nodes itself.
    fn member(
        &mut self,
        net: &mut Builder<'a>,
        child: &Element<'a>,
        inside: Container,
        (page, is_in_page): (Option<PageId>, bool),
    ) -> Step<Option<Container>> {
        if !child.is_pnml() {
            self.unknown_beside_nodes(child, "a net")?;
            return Ok(None);
        }
        match child.name {
            "page" => {
                if child.filled("id").is_none() {
                    self.missing_id(child);
                }
                self.unknown_attributes(child);
                let id = child.filled("id").map(std::borrow::Cow::into_owned).unwrap_or_default();
                net.pages.push(Page { id, within: page, ..Page::default() });
                return Ok(Some(Container::Page(PageId::new(net.pages.len() - 1))));
            }
            "place" => {
                let before = net.places.len();
                self.place(net, child)?;
                let on = page.map(|page| &mut net.pages[page.index()].places);
                on.into_iter().for_each(|on| on.extend((before..net.places.len()).map(PlaceId::new)));
            }
            "transition" => {
                let before = net.transitions.len();
                self.transition(net, child)?;
                let on = page.map(|page| &mut net.pages[page.index()].transitions);
                on.into_iter()
                    .for_each(|on| on.extend((before..net.transitions.len()).map(TransitionId::new)));
            }
            "referencePlace" | "referenceTransition" => self.reference(net, child)?,
            "name" if !is_in_page => net.name = self.name(child)?,
            "name" => {
                let name = self.name(child)?;
                let titled = inside.page().map(|page| &mut net.pages[page.index()]);
                titled.into_iter().for_each(|page| page.name.clone_from(&name));
            }
            "toolspecific" => self.tool(net, child)?,
            "declaration" => {
                net.coloured.is_coloured = true;
                net.coloured.declarations.extend(self.structured(child)?);
            }
            "variables" => {
                self.data_net("`variables`", child);
                self.cursor.skip()?;
            }
            "net" => self.subprocess(child)?,
            "finalmarkings" => self.final_markings(net)?,
            "token" | "tokenclass" => self.token_class(net, child)?,
            // Titles, drawings, and additions of PIPE and TAPAAL that do not affect firing.
            "graphics" | "labels" | "stategroup" | "query" => {
                self.cursor.skip()?;
            }
            name => {
                if arc_kind::element_kind(name).is_some() {
                    let Container::Arcs(kind) = inside else {
                        return self.arc(net, child, None).map(|()| None);
                    };
                    self.arc(net, child, Some(kind))?;
                } else if let Some(kind) = arc_kind::wrapper_kind(name) {
                    return Ok(Some(Container::Arcs(kind)));
                } else {
                    self.unknown_beside_nodes(child, "a net")?;
                }
            }
        }
        Ok(None)
    }

    fn subprocess(&mut self, child: &Element<'a>) -> Step<()> {
        self.report.say(
            Diagnostic::warning(
                "the net of a subprocess is ignored; the transition that it refines is unchanged",
            )
            .at(child.span),
        );
        self.cursor.skip()
    }

    /// Reads data of a tool. It is skipped, except for nested units and the data of our writer.
    fn tool(&mut self, net: &mut Builder<'a>, element: &Element<'a>) -> Step<()> {
        match element.attribute("tool").as_deref() {
            Some("nupn") => self.nested_units(net, element),
            Some(crate::write::TOOL) => self.own(net),
            _ => self.cursor.skip(),
        }
    }

    fn own(&mut self, net: &mut Builder<'a>) -> Step<()> {
        while let Some(child) = self.cursor.child()? {
            if child.name == crate::write::UNNAMED_ARCS {
                net.unnamed_arcs = child.filled("prefix").map(std::borrow::Cow::into_owned);
            }
            self.cursor.skip()?;
        }
        Ok(())
    }
}
