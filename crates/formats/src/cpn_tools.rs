//! The files of CPN Tools: coloured nets on pages, with inscriptions in a part of CPN ML.
//!
//! ```text
//! file ──xml──▶ declarations, pages ──flatten──▶ instances ──build──▶ Net
//!                      │                                      ▲
//!                      └──ml──▶ syntax ──evaluate──▶ meaning ──lower──▶ terms
//! ```
//!
//! `docs/formats.md` lists what is read. INVARIANT: a construct that is not understood is an error with its position,
//! or a declaration that is not used.

mod build;
mod colour;
mod declare;
mod evaluate;
mod flatten;
mod lower;
mod meaning;
mod ml;
mod page;
mod problem;
mod report;
mod xml;

use std::collections::HashSet;

use sanderling_net::format::{Parsed, Recognition};
use sanderling_net::{Diagnostic, Diagnostics, Format, Net, Source};

use build::Building;
use colour::Colours;
use declare::Declaring;
use evaluate::Evaluator;
use flatten::Flat;
use page::Page;
use report::Report;
use xml::{Tree, children, first, named};

/// The format.
#[derive(Debug, Clone, Copy, Default)]
pub struct CpnTools;

impl Format for CpnTools {
    fn name(&self) -> &'static str {
        "cpn"
    }

    fn description(&self) -> &'static str {
        "CPN Tools, coloured nets with a part of CPN ML"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["cpn"]
    }

    fn recognise(&self, source: &Source) -> Recognition {
        let head = String::from_utf8_lossy(&source.bytes()[..source.bytes().len().min(4096)]);
        if head.contains("<workspaceElements") {
            Recognition::ByContent
        } else if source.extension() == "cpn" {
            Recognition::ByName
        } else {
            Recognition::No
        }
    }

    fn parse(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        parse(source, false)
    }

    fn parse_untimed(&self, source: &Source) -> Result<Parsed, Diagnostics> {
        parse(source, true)
    }
}

fn parse(source: &Source, is_untimed: bool) -> Result<Parsed, Diagnostics> {
    let text = xml::decode(source.bytes()).map_err(|error| Diagnostics::from(*error))?;
    let tree = Tree::parse(&text).map_err(|error| Diagnostics::from(*error))?;
    let mut report = Report::default();
    let net = read(&tree, is_untimed, &mut report);
    let has_errors = report.has_errors();
    let found = report.finish();
    match net {
        Some(net) if !has_errors => Ok(Parsed { nets: vec![net], warnings: found }),
        _ => Err(found),
    }
}

/// Returns the net of a file; reports a missing net and all problems.
fn read(tree: &Tree<'_>, is_untimed: bool, report: &mut Report) -> Option<Net> {
    let root = tree.root();
    let Some(net) = first(root, "cpnet").filter(|_| root.tag_name().name() == "workspaceElements") else {
        let error = Diagnostic::error("a file without a net of CPN Tools")
            .expected("`workspaceElements` with a `cpnet`");
        report.say(error.at(tree.span(root)));
        return None;
    };
    let mut colours = Colours::default();
    let mut evaluator = Evaluator::new(&mut colours, is_untimed, tree.bytes());
    for block in named(net, "globbox") {
        Declaring { evaluator: &mut evaluator, report: &mut *report, tree }.block(block);
    }
    let pages: Vec<Page> =
        named(net, "page").map(|node| page::read(node, tree, is_untimed, report)).collect();
    let primes = primes(net, &pages);
    let flat = match Flat::of(&pages, &primes) {
        Ok(flat) => flat,
        Err(error) => {
            report.say(*error);
            return None;
        }
    };
    let built = Building::new(&pages, flat, evaluator, report).build();
    if built.places.is_empty() && built.transitions.is_empty() {
        report.say(Diagnostic::warning("the net has no places and no transitions").at(tree.span(net)));
    }
    if !report.has_errors() {
        built.validate().into_iter().for_each(|found| {
            let found = if found.span.is_none() { found.at(tree.span(net)) } else { found };
            report.say(found);
        });
    }
    Some(built)
}

/// Returns the prime pages: those that the file names, or those that no substitution transition refers to.
fn primes(net: roxmltree::Node<'_, '_>, pages: &[Page]) -> Vec<usize> {
    let position = |id: &str| pages.iter().position(|page| page.id == id);
    let instances =
        first(net, "instances").into_iter().flat_map(|instances| children(instances).collect::<Vec<_>>());
    let named: Vec<usize> = instances.filter_map(|instance| position(instance.attribute("page")?)).collect();
    if !named.is_empty() {
        return named;
    }
    let transitions = pages.iter().flat_map(|page| &page.transitions);
    let below: HashSet<&str> =
        transitions.filter_map(|t| Some(t.substitution.as_ref()?.page.as_str())).collect();
    (0..pages.len()).filter(|page| !below.contains(pages[*page].id.as_str())).collect()
}
