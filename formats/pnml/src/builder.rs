//! A net under construction, with arcs between ids.

use std::borrow::Cow;

use sanderling_net::{Page, Place, Point, Span, Transition};

use crate::algebraic::Texts;
use crate::arc_kind::Kind;
use crate::coloured::{Labels, TreeId};
use crate::final_marking::PendingMarking;
use crate::nupn::PendingUnits;
use crate::symbol::{Node, SymbolId, Symbols};
use crate::token_class::TokenClasses;

/// A net that is being read.
#[derive(Debug)]
pub(crate) struct Builder<'a> {
    pub(crate) id: String,
    pub(crate) name: Option<String>,
    pub(crate) span: Span,
    pub(crate) symbols: Symbols<'a>,
    pub(crate) places: Vec<Place>,
    pub(crate) transitions: Vec<Transition>,
    pub(crate) arcs: Vec<PendingArc<'a>>,
    /// Places and transitions without an id.
    pub(crate) unnamed_nodes: Vec<(Node, Span)>,
    pub(crate) pages: Vec<Page>,
    pub(crate) units: Option<PendingUnits>,
    pub(crate) coloured: Labels,
    /// PIPE's tokens with classes.
    pub(crate) classes: TokenClasses,
    /// The texts of an algebraic net.
    pub(crate) texts: Texts,
    pub(crate) final_markings: Vec<PendingMarking>,
    /// The declared net type.
    pub(crate) declared: String,
    /// The prefix of the ids that our writer generated for arcs without ids.
    pub(crate) unnamed_arcs: Option<String>,
}

/// An arc between two ids.
#[derive(Debug, Clone)]
pub(crate) struct PendingArc<'a> {
    pub(crate) id: Option<Cow<'a, str>>,
    pub(crate) source: SymbolId,
    pub(crate) target: SymbolId,
    pub(crate) kind: Kind,
    /// The number of plain tokens, if one is given.
    pub(crate) weight: Option<u64>,
    /// The content of `hlinscription`.
    pub(crate) inscription: Option<TreeId>,
    pub(crate) bends: Vec<Point>,
    pub(crate) span: Span,
}

impl Builder<'_> {
    /// Creates an empty net.
    pub(crate) fn new(id: String, declared: String, span: Span) -> Self {
        Self {
            id,
            name: None,
            span,
            symbols: Symbols::default(),
            places: Vec::new(),
            transitions: Vec::new(),
            arcs: Vec::new(),
            unnamed_nodes: Vec::new(),
            pages: Vec::new(),
            units: None,
            coloured: Labels::default(),
            classes: TokenClasses::default(),
            texts: Texts::default(),
            final_markings: Vec::new(),
            declared,
            unnamed_arcs: None,
        }
    }

    /// Returns the pages, if the net is spread over several.
    pub(crate) fn several_pages(&mut self) -> Vec<Page> {
        let holds_nodes = |page: &&Page| !page.places.is_empty() || !page.transitions.is_empty();
        let pages = std::mem::take(&mut self.pages);
        if pages.iter().filter(holds_nodes).count() > 1 { pages } else { Vec::new() }
    }
}
