//! The orders of a search and their names.
//!
//! The command line accepts these names, and reports show them: `bfs`, `dfs`, `bbfs:W`, `alt:B:D`, `best`,
//! `random:SEED`. INVARIANT: parsing the name of an order returns that order.

use std::fmt;
use std::str::FromStr;

/// The order in which states are expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// The state discovered first comes first. All paths are shortest.
    #[default]
    BreadthFirst,
    /// The state discovered last comes first.
    DepthFirst,
    /// Breadth-first with at most this number of states of a level in the queue. 0 counts as 1.
    BoundedWidth(u32),
    /// A number of levels breadth-first, then a number of levels depth-first, and so on. If both are 0, the
    /// order is depth-first.
    Alternating {
        /// The number of breadth-first levels.
        breadth: u32,
        /// The number of depth-first levels.
        depth: u32,
    },
    /// The state with the lowest priority comes first.
    BestFirst,
    /// A random open state, determined by this seed.
    Random(u32),
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BreadthFirst => f.write_str("bfs"),
            Self::DepthFirst => f.write_str("dfs"),
            Self::BoundedWidth(width) => write!(f, "bbfs:{width}"),
            Self::Alternating { breadth, depth } => write!(f, "alt:{breadth}:{depth}"),
            Self::BestFirst => f.write_str("best"),
            Self::Random(seed) => write!(f, "random:{seed}"),
        }
    }
}

/// The error that a text is not the name of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownOrder {
    text: String,
    expected: &'static str,
}

impl fmt::Display for UnknownOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no search order: expected {}", self.text, self.expected)
    }
}

impl std::error::Error for UnknownOrder {}

impl FromStr for Order {
    type Err = UnknownOrder;

    fn from_str(text: &str) -> Result<Self, UnknownOrder> {
        let (name, numbers) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let (order, expected) = match name {
            "bbfs" => (bounded_width(numbers), "`bbfs:W` with a width from 1 to 4294967295"),
            "alt" => (alternating(numbers), "`alt:B:D` with numbers of levels that are not both 0"),
            "random" => (random(numbers), "`random`, or `random:SEED` with a seed up to 4294967295"),
            _ => (plain(text), "`bfs`, `dfs`, `bbfs:W`, `alt:B:D`, `best`, `random` or `random:SEED`"),
        };
        order.ok_or_else(|| UnknownOrder { text: text.to_owned(), expected })
    }
}

fn plain(name: &str) -> Option<Order> {
    match name {
        "bfs" => Some(Order::BreadthFirst),
        "dfs" => Some(Order::DepthFirst),
        "best" => Some(Order::BestFirst),
        _ => None,
    }
}

fn bounded_width(numbers: Option<&str>) -> Option<Order> {
    let width = number(numbers?)?;
    (width > 0).then_some(Order::BoundedWidth(width))
}

fn alternating(numbers: Option<&str>) -> Option<Order> {
    let (breadth, depth) = numbers?.split_once(':')?;
    let (breadth, depth) = (number(breadth)?, number(depth)?);
    (breadth > 0 || depth > 0).then_some(Order::Alternating { breadth, depth })
}

fn random(numbers: Option<&str>) -> Option<Order> {
    Some(Order::Random(numbers.map_or(Some(0), number)?))
}

/// Parses digits. A sign is refused, so that no order has two spellings.
fn number(digits: &str) -> Option<u32> {
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        text.parse::<Order>().expect_err(text).to_string()
    }

    #[test]
    fn every_name_reads_back_as_its_order() {
        let orders = [
            (Order::BreadthFirst, "bfs"),
            (Order::DepthFirst, "dfs"),
            (Order::BoundedWidth(256), "bbfs:256"),
            (Order::Alternating { breadth: 0, depth: 8 }, "alt:0:8"),
            (Order::Alternating { breadth: u32::MAX, depth: 0 }, "alt:4294967295:0"),
            (Order::BestFirst, "best"),
            (Order::Random(7), "random:7"),
        ];
        for (order, name) in orders {
            assert_eq!(order.to_string(), name);
            assert_eq!(name.parse(), Ok(order));
        }
        assert_eq!("random".parse(), Ok(Order::Random(0)));
    }

    #[test]
    fn what_is_no_order_is_refused_with_what_is_expected() {
        assert_eq!(
            refused("depth"),
            "`depth` is no search order: \
             expected `bfs`, `dfs`, `bbfs:W`, `alt:B:D`, `best`, `random` or `random:SEED`"
        );
        for text in ["bbfs", "bbfs:", "bbfs:0", "bbfs:-1", "bbfs:+1", "bbfs:4294967296", "bbfs:1:2"] {
            assert!(refused(text).ends_with("expected `bbfs:W` with a width from 1 to 4294967295"), "{text}");
        }
        for text in ["alt", "alt:1", "alt:0:0", "alt:1:", "alt::1", "alt:1:2:3"] {
            assert!(refused(text).contains("expected `alt:B:D`"), "{text}");
        }
        for text in ["random:", "random:x", "random:1:2"] {
            assert!(refused(text).contains("expected `random`, or `random:SEED`"), "{text}");
        }
        for text in ["", "BFS", "bfs:1", "dfs:", "best:2", " bfs"] {
            assert!(refused(text).contains("expected `bfs`"), "{text}");
        }
    }
}
