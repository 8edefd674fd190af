//! Algebraic nets of the Browser Petri Net Editor: tokens are integers, truth values, strings, pairs and lists, and
//! arcs and guards are short texts over them.
//!
//! The editor checks types only at run time: a place may hold values of several types, and anything wrong is skipped.
//! Here each text becomes an [`Expression`](expression::Expression), types are inferred for the whole net ([`types`],
//! [`typing`]), and well-typed expressions become terms of the common net ([`lower`]). A place with values of several
//! types becomes one place for each type. INVARIANT: it is an error if the editor would parse a text in another way
//! ([`doubt`]), compare values by identity, or use a value without a type. Numbers have 32 bits and wrap around, as in
//! the editor. If a term has no value (such as the head of an empty list), the editor skips it, and the common net
//! reports an error of the model.
//!
//! Source: the parser and the simulator of the editor itself (Browser-Petri-Net-Editor). Its versions differ in the
//! constructs that are refused here.

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

/// The mode of an algebraic net.
pub(crate) const MODE: &str = "algebraic-int";

/// A text on a place, a transition or an arc.
#[derive(Debug, Clone)]
struct Text {
    words: String,
    span: Span,
}

/// The texts of a net, as read.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    /// The values in each place that has any.
    tokens: Vec<(PlaceId, Text)>,
    guards: Vec<(TransitionId, Text)>,
    /// The values that arcs move, by the positions of the arcs.
    bindings: Vec<(usize, Text)>,
}

impl Texts {
    /// Returns whether no part of the net is algebraic.
    pub(crate) fn is_empty(&self) -> bool {
        self.tokens.is_empty() && self.guards.is_empty() && self.bindings.is_empty()
    }

    /// Converts a plain net with these texts to a coloured one. INVARIANT: the net has all its arcs, in their order. A
    /// net without texts is unchanged.
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
    /// Reports all texts that cannot be read by themselves, and returns whether there is one.
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

/// A check that the editor reads an expression in the same way.
type Check = fn(&expression::Expression) -> Result<(), &'static str>;

/// Returns the error on a text.
fn refused(text: &Text, found: &str) -> Diagnostic {
    let error = Diagnostic::error(format!("`{}`: {found}", shortened(&text.words))).at(text.span);
    match remedy(found) {
        Some(remedy) => error.help(remedy),
        None => error,
    }
}

/// Returns advice for the user, if there is advice for all refusals of this kind.
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
