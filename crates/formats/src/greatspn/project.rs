//! A project: several nets, each on its own page, and pages that are not nets.
//!
//! A net that cannot be read does not affect the others: it is omitted with a warning that gives the reason. If no net
//! of a project can be read, the project is refused for the same reasons.

mod class;
mod node;
mod page;
mod query;
mod scope;

pub(crate) use query::stored;
pub(crate) use scope::{ClassId, Computed, Domain, Named, Scope};

use std::collections::BTreeMap;

use sanderling_net::format::Parsed;
use sanderling_net::{Diagnostic, Diagnostics, Net, Report, Severity, Span};
use sanderling_xml::{Document, Element};

use crate::greatspn::text::{shortened, span};

/// Maximum number of colours that intervals may create in a file.
const MAX_COLOURS: usize = 1 << 14;

/// The pages that compose nets from other pages.
const COMPOSITIONS: [&str; 4] = ["algebra", "algebra2", "multinet", "unfolding"];

/// Reads the nets of a project. `minds_time` is whether to report times that are lost.
pub(crate) fn parse(text: &str, minds_time: bool) -> Result<Parsed, Diagnostics> {
    let document = Document::parse(text).map_err(|found| {
        Diagnostic::error(found.message).expected("a project of GreatSPN").at(span(&found.span))
    })?;
    let root = document.root();
    if root.name() != "project" {
        let found = format!("the root element `{}`", shortened(root.name()));
        return Err(Diagnostic::error(found)
            .expected("`project`, or the first line `|0|` of a .net file")
            .at(span(&root.span()))
            .into());
    }
    let mut reading = Reading { minds_time, colours: MAX_COLOURS, ..Reading::default() };
    for page in root.named("gspn") {
        reading.page(page);
    }
    reading.others(root);
    reading.finish(root)
}

/// The nets and problems of a project so far.
#[derive(Default)]
struct Reading {
    minds_time: bool,
    nets: Vec<Net>,
    report: Report,
    /// The names of nets that cannot be read, with their errors.
    refused: Vec<(String, Vec<Diagnostic>)>,
    /// Number of colours that intervals may still create.
    colours: usize,
}

impl Reading {
    fn page(&mut self, page: Element<'_>) {
        match page::read(page, self.minds_time, &mut self.colours) {
            Ok((net, warnings)) => {
                warnings.into_iter().for_each(|warning| self.report.say(warning));
                self.nets.push(net);
            }
            Err(errors) => {
                let name = page.attribute("name").unwrap_or_default().to_owned();
                self.refused.push((name, errors));
            }
        }
    }

    /// Warns of pages that are not nets, once for each kind.
    fn others(&mut self, root: Element<'_>) {
        let mut kinds: BTreeMap<&str, (Span, Vec<&str>)> = BTreeMap::new();
        for other in root.children() {
            if !matches!(other.name(), "gspn" | "resource-list") {
                let (_, names) =
                    kinds.entry(other.name()).or_insert_with(|| (span(&other.span()), Vec::new()));
                names.push(other.attribute("name").unwrap_or_default());
            }
        }
        for (kind, (at, names)) in kinds {
            self.report.say(left_out(kind, &names).at(at));
        }
    }

    fn finish(mut self, root: Element<'_>) -> Result<Parsed, Diagnostics> {
        if self.nets.is_empty() {
            if self.refused.is_empty() {
                self.report.say(no_net(root).at(span(&root.span())));
            }
            self.refused.into_iter().flat_map(|(_, errors)| errors).for_each(|error| self.report.say(error));
            return Err(self.report.finish());
        }
        for (name, errors) in self.refused {
            errors_as_warning(&name, errors).into_iter().for_each(|warning| self.report.say(warning));
        }
        Ok(Parsed { nets: self.nets, warnings: self.report.finish() })
    }
}

/// Returns the warning that a net is omitted because of its errors, with the text of the first one.
fn errors_as_warning(name: &str, errors: Vec<Diagnostic>) -> Option<Diagnostic> {
    let others = errors.len().saturating_sub(1);
    let first = errors.into_iter().next()?;
    let more = if others > 0 { format!(" (and {others} more)") } else { String::new() };
    let message = format!("the net `{}` is ignored: {}{more}", shortened(name), first.message);
    Some(Diagnostic { severity: Severity::Warning, message, ..first })
}

fn left_out(kind: &str, names: &[&str]) -> Diagnostic {
    const SHOWN: usize = 3;
    let mut shown: Vec<String> =
        names.iter().take(SHOWN).map(|name| format!("`{}`", shortened(name))).collect();
    if names.len() > SHOWN {
        shown.push(format!("{} more", names.len() - SHOWN));
    }
    let shown = shown.join(", ");
    let kind = shortened(kind);
    match kind.as_str() {
        "measures" => Diagnostic::warning(format!("measures are ignored (`measures`): {shown}")),
        "dta" => Diagnostic::warning(format!("timed automata are ignored (`dta`): {shown}")),
        kind if COMPOSITIONS.contains(&kind) => {
            let found = format!("nets that are composed of others are ignored (`{kind}`): {shown}");
            Diagnostic::warning(found)
                .help("let the editor compose them, and save the project with the pages that it makes")
        }
        kind => Diagnostic::warning(format!("the pages `{kind}` are ignored, as they are no nets: {shown}")),
    }
}

fn no_net(root: Element<'_>) -> Diagnostic {
    let found = Diagnostic::error("a project without a net of its own").expected("an element `gspn`");
    if root.children().iter().any(|page| COMPOSITIONS.contains(&page.name())) {
        return found.help(
            "let the editor compose the net of its parts, and save the project with the page that it makes",
        );
    }
    found
}
