//! How reachable markings are found: one by one, or as a set.

use sanderling_symbolic::Heuristic;

use super::choices::listed;
pub use sanderling_symbolic::Order as DiagramOrder;

/// How reachable markings are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// One by one or as a set, whichever decides first.
    #[default]
    Auto,
    /// One by one. No decision diagram is built.
    Explicit,
    /// As a set, in a decision diagram. No search visits single markings.
    Diagram,
    /// One marking of each class of symmetric ones.
    Symmetric,
}

impl Engine {
    /// Whether only one way of finding markings is used, and it may leave a question open that searches decide.
    pub(crate) fn is_special(self) -> bool {
        matches!(self, Self::Diagram | Self::Symmetric)
    }
}

/// The name for an order that is chosen by trying several.
pub(crate) const ANY_ORDER: &str = "auto";

/// Parses `auto` or the name of an order of the places.
pub(crate) fn parse_diagram_order(text: &str) -> Result<Option<DiagramOrder>, String> {
    if text == ANY_ORDER {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| format!("expected {}", diagram_orders(str::to_owned)))
}

/// Lists the orders of the places. `quote` marks their names.
pub(crate) fn diagram_orders(quote: fn(&str) -> String) -> String {
    let names = listed(Heuristic::names().map(quote), "or");
    format!("{} (tries several), {names}, each also with {} at its end", quote(ANY_ORDER), quote("-mirrored"))
}
