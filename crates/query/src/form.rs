//! The forms of properties that have their own option, and their texts.

use sanderling_net::{Diagnostic, Diagnostics, Net, Source, Span};
use sanderling_property::{ColouredProperty, ColouredStatement, Quantifier, quantifier_of};

use crate::Mistake;

/// A form of property: the meaning of the text after an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A condition that every marking satisfies.
    Always,
    /// A condition that some marking satisfies.
    Reach,
    /// A formula of linear temporal logic.
    Ltl,
    /// A formula of computation tree logic.
    Ctl,
    /// `P leads to Q`: whenever `P` holds, `Q` holds then or later.
    Response,
    /// The progress transitions: no run continues forever without any of them.
    Livelock,
    /// A condition on markings such that a marking with it is reachable from every reachable marking.
    Home,
    /// A complete property.
    Property,
}

/// The text between the conditions of a response.
const LEADS_TO: &str = " leads to ";

impl Form {
    /// All forms, in the order in which they are shown.
    pub const ALL: [Self; 8] = [
        Self::Always,
        Self::Reach,
        Self::Ltl,
        Self::Ctl,
        Self::Response,
        Self::Livelock,
        Self::Home,
        Self::Property,
    ];

    /// Returns the name of the option.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Reach => "reach",
            Self::Ltl => "ltl",
            Self::Ctl => "ctl",
            Self::Response => "response",
            Self::Livelock => "livelock",
            Self::Home => "home",
            Self::Property => "property",
        }
    }

    /// Returns the property that a text in this form denotes. In messages, `prefix` precedes the names of options.
    ///
    /// # Errors
    /// If the text is not understood, with the position.
    pub fn read(self, text: &str, net: &Net, prefix: &str) -> Result<ColouredStatement, Mistake> {
        let one = |before: &str, behind: &str| {
            read((before, text, behind), net).map_err(|found| {
                Mistake::in_text(Source::new(format!("{prefix}{}", self.name()), text), found)
            })
        };
        match self {
            Self::Always => self.quantified(Quantifier::Always, text, (net, prefix)),
            Self::Reach => self.quantified(Quantifier::Reach, text, (net, prefix)),
            Self::Ltl | Self::Ctl => {
                let says_so = text.split_whitespace().next() == Some(self.name());
                let before = if says_so { String::new() } else { format!("{} ", self.name()) };
                one(&before, "")
            }
            Self::Response => self.response(text, (net, prefix)),
            Self::Livelock => one("no livelock without ", ""),
            Self::Home => one("ctl AG EF (", ")"),
            Self::Property => one("", ""),
        }
    }

    /// Reads a formula after an option that implies its quantifier. The formula may repeat the same quantifier.
    fn quantified(
        self,
        option: Quantifier,
        text: &str,
        (net, prefix): (&Net, &str),
    ) -> Result<ColouredStatement, Mistake> {
        let source = || Source::new(format!("{prefix}{}", self.name()), text);
        let before = match quantifier_of(text) {
            None => format!("{} ", option.keyword()),
            Some(own) if own == option => String::new(),
            Some(own) => {
                let message =
                    format!("the quantifier `{}` in the formula of `{prefix}{}`", own.keyword(), self.name());
                let found = Diagnostic::error(message)
                    .at(Span { line: 1, column: 1, start: 0, end: 0 })
                    .expected("a condition on a marking")
                    .help(format!(
                        "use `{prefix}property` for a property with its quantifier, or `{prefix}{}`",
                        own.keyword()
                    ));
                return Err(Mistake::in_text(source(), found.into()));
            }
        };
        read((&before, text, ""), net).map_err(|found| Mistake::in_text(source(), found))
    }

    /// Reads `P leads to Q`.
    fn response(self, text: &str, (net, prefix): (&Net, &str)) -> Result<ColouredStatement, Mistake> {
        let wrong = |text: String, found| {
            Mistake::in_text(Source::new(format!("{prefix}{}", self.name()), text), found)
        };
        let Some((first, then)) = text.split_once(LEADS_TO) else {
            let found =
                Diagnostic::error("no ` leads to `").at(Span { line: 1, column: 1, start: 0, end: 0 });
            let found =
                found.expected("two conditions with `leads to` between them, such as `t leads to p >= 1`");
            return Err(wrong(text.to_owned(), found.into()));
        };
        let before = text.strip_suffix(then).map_or(0, |before| before.chars().count());
        for (condition, blanks) in [(first, 0), (then, before)] {
            // Parsed separately, a part cannot close the parentheses around it, and its errors have the right
            // positions.
            let alone = format!("{}{condition}", " ".repeat(blanks));
            let read = ColouredProperty::parse_condition_coloured(Quantifier::Reach, &alone, net);
            read.map_err(|found| wrong(alone, found))?;
        }
        let whole = format!("{first}) -> F ({then}");
        read(("ltl G ((", &whole, "))"), net).map_err(|found| wrong(whole, found))
    }
}

/// Parses a text as one property, with another text before and after it.
fn read((before, text, behind): (&str, &str, &str), net: &Net) -> Result<ColouredStatement, Diagnostics> {
    ColouredStatement::parse(&format!("{before}{text}{behind}"), net)
        .map_err(|found| without_prefix(found, before))
}

/// Adjusts the positions of diagnostics about a text that begins with an ASCII prefix to the text without the prefix.
fn without_prefix(found: Diagnostics, prefix: &str) -> Diagnostics {
    let length = u32::try_from(prefix.len()).expect("a keyword is short");
    let behind = |span: Span| Span {
        column: if span.line == 1 { span.column.saturating_sub(length).max(1) } else { span.column },
        start: span.start.saturating_sub(length),
        end: span.end.saturating_sub(length),
        ..span
    };
    let mut moved = Diagnostics::new();
    moved.extend(found.into_iter().map(|mut diagnostic| {
        diagnostic.span = diagnostic.span.map(behind);
        diagnostic.related = diagnostic.related.map(|(span, label)| (behind(span), label));
        diagnostic
    }));
    moved
}
