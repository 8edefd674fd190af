//! Conversion of conditions on values to text, in the language of the program.

use sanderling_net::{Net, Sort};

use super::{Elements, Factor, Part, ValueCondition, ValueTerm};
use crate::lexer::written_alone;

impl ValueCondition {
    /// Returns the text, which parses to the same condition.
    #[must_use]
    pub fn written(&self, net: &Net) -> String {
        match self {
            Self::At(process, position) => {
                let place = net.place(*process);
                let Sort::Enumeration { constants, .. } = net.sort(place.sort) else { return "false".into() };
                let location = constants.get(*position as usize).map_or("?", |constant| &constant.id);
                written_alone(&format!("{}.{location}", place.id))
            }
            Self::Compare([left, right], relation) => {
                format!("{} {} {}", left.written(net), relation.symbol(), right.written(net))
            }
        }
    }
}

impl ValueTerm {
    /// Returns the text, which parses to the same term.
    #[must_use]
    pub fn written(&self, net: &Net) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Part(part) => part.written(net),
            Self::Element(elements, index) => elements.written(net, &index.written(net)),
            Self::Sum(terms) => sum(terms, net),
            Self::Product(first, factors) => {
                let first = first.operand(net);
                factors.iter().fold(first, |left, (factor, term)| {
                    format!("{left} {} {}", factor.symbol(), term.operand(net))
                })
            }
        }
    }

    /// Returns the text as an operand of a product.
    fn operand(&self, net: &Net) -> String {
        let text = self.written(net);
        let is_atom = matches!(self, Self::Number(_) | Self::Part(_) | Self::Element(..));
        if is_atom { text } else { format!("({text})") }
    }
}

fn sum(terms: &[(bool, ValueTerm)], net: &Net) -> String {
    let mut text = String::new();
    for (position, (is_added, term)) in terms.iter().enumerate() {
        text.push_str(match (position, is_added) {
            (0, true) => "",
            (0, false) => "-",
            (_, true) => " + ",
            (_, false) => " - ",
        });
        let is_sum = matches!(term, ValueTerm::Sum(_));
        // A sign binds tighter than a product and would belong to the number.
        let is_signed =
            position == 0 && !is_added && !matches!(term, ValueTerm::Part(_) | ValueTerm::Element(..));
        text.push_str(&if is_sum || is_signed {
            format!("({})", term.written(net))
        } else {
            term.written(net)
        });
    }
    text
}

impl Factor {
    /// Returns the symbol.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Times => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
        }
    }
}

impl Part {
    fn written(self, net: &Net) -> String {
        let name = written_alone(&net.place(self.place).id);
        match net.sort(net.place(self.place).sort) {
            Sort::Array { .. } => format!("{name}[{}]", self.offset),
            Sort::List { .. } => format!("length({name})"),
            Sort::Enumeration { .. } => format!("value({name})"),
            _ => name,
        }
    }
}

impl Elements {
    fn written(self, net: &Net, index: &str) -> String {
        let name = written_alone(&net.place(self.first.place).id);
        let value = if self.stride > 1 { format!("[{}]", self.first.offset - 1) } else { String::new() };
        if self.in_buffer { format!("{name}[{index}]{value}") } else { format!("{name}[{index}]") }
    }
}
