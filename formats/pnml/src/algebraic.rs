//! The algebraic nets of the Browser Petri Net Editor: tokens are integers, truth values, strings, pairs and lists, and arcs
//! and guards are small texts over them.
//!
//! The editor has no types but at run time: a place may hold values of several types, and what is wrong is skipped. Here each
//! text becomes an [`Expression`](expression::Expression), types are inferred for the whole net ([`types`], [`typing`]), and
//! what is well-typed becomes terms of the common net ([`lower`]). A place with values of several types becomes a place
//! for each. INVARIANT: what the editor would parse in another way than it reads ([`doubt`]), what it compares by
//! identity, and what it has no type for is an error. Numbers have 32 bits and wrap around, as they do there; where it skips a
//! term without a value (the head of an empty list), the common net has an error of the model.
//!
//! Source: the parser and the simulator of the editor itself (Browser-Petri-Net-Editor), of which versions differ in what is
//! refused here.

mod doubt;
mod expression;
mod inference;
mod lower;
mod places;
mod reading;
mod syntax;
mod terms;
mod types;
mod typing;

use sanderling_net::{ArcKind, Diagnostic, Net, PlaceId, Span, TransitionId};

use crate::number::shortened;
use crate::report::Report;
use inference::Inferred;

pub(crate) use reading::Own;

/// The mode of such a net.
pub(crate) const MODE: &str = "algebraic-int";

/// A text of a place, a transition or an arc.
#[derive(Debug, Clone)]
struct Text {
    words: String,
    span: Span,
}

/// The texts of a net, as they were read.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    /// The values in each place that has any.
    tokens: Vec<(PlaceId, Text)>,
    guards: Vec<(TransitionId, Text)>,
    /// What arcs move, by their positions.
    bindings: Vec<(usize, Text)>,
}

impl Texts {
    /// Whether nothing in the net is algebraic.
    pub(crate) fn is_empty(&self) -> bool {
        self.tokens.is_empty() && self.guards.is_empty() && self.bindings.is_empty()
    }

    /// Makes a coloured net of a plain one with these texts. INVARIANT: the net has all its arcs, in their order. A net without
    /// a text stays as it is.
    pub(crate) fn colour(&self, net: &mut Net, span: Span, report: &mut Report<'_>) {
        if self.is_empty() {
            return;
        }
        let coloured = Inferred::of(self, net, span).and_then(|inferred| lower::colour(inferred, net));
        match coloured {
            Ok(warnings) => warnings.into_iter().for_each(|warning| report.say(warning)),
            Err(_) if self.report_all(net, report) => {}
            Err(error) => report.say(*error.0),
        }
    }
}

impl Texts {
    /// Reports all texts that cannot be read by themselves; whether there is one.
    fn report_all(&self, net: &Net, report: &mut Report<'_>) -> bool {
        let binding =
            |arc: usize| if net.arcs[arc].kind == ArcKind::Input { doubt::pattern } else { doubt::output };
        let tokens = self.tokens.iter().map(|(_, text)| (text, doubt::token as Check));
        let guards = self.guards.iter().map(|(_, text)| (text, doubt::condition as Check));
        let bindings = self.bindings.iter().map(|(arc, text)| (text, binding(*arc) as Check));
        let mut is_any = false;
        for (text, check) in tokens.chain(guards).chain(bindings) {
            let found = syntax::expressions(&text.words);
            let found = found.and_then(|all| all.iter().try_for_each(check).map_err(str::to_owned));
            if let Err(found) = found {
                report.say_error(|| refused(text, &found));
                is_any = true;
            }
        }
        is_any
    }
}

/// Whether an expression means the same in the editor.
type Check = fn(&expression::Expression) -> Result<(), &'static str>;

/// The error on a text.
fn refused(text: &Text, found: &str) -> Diagnostic {
    let error = Diagnostic::error(format!("`{}`: {found}", shortened(&text.words))).at(text.span);
    match remedy(found) {
        Some(remedy) => error.help(remedy),
        None => error,
    }
}

/// What to do about a refusal, where that can be said for all of its kind.
fn remedy(found: &str) -> Option<&'static str> {
    if found == doubt::CONDITION {
        Some(
            "write a comparison such as `head(x) == T`, and comparisons between `and` and `or` in parentheses",
        )
    } else if found.ends_with(places::ONE_TYPE) {
        Some("a list has values of one type: write pairs, or a place for each type")
    } else {
        None
    }
}
