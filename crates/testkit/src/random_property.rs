//! Random properties, as text.
//!
//! Numbers are chosen around those that occur in the net, so that comparisons are neither always true nor always false.
//! Ids are bare or quoted, operators are words or symbols.

use rand::rngs::StdRng;
use rand::{Rng, RngExt};
use sanderling_net::{Inscription, Net};

/// Depth of conditions.
const DEPTH: usize = 3;

/// Returns a property of a place/transition net, which may have no places or transitions.
pub fn random_property(net: &Net, random: &mut StdRng) -> String {
    let quantifier = pick(random, &["always", "reach"]);
    format!("{quantifier} {}", Writer { net, random }.condition(DEPTH))
}

fn pick<T: Copy>(random: &mut impl Rng, choices: &[T]) -> T {
    choices[random.random_range(0..choices.len())]
}

struct Writer<'a> {
    net: &'a Net,
    random: &'a mut StdRng,
}

impl Writer<'_> {
    fn condition(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.random_bool(0.3) {
            return self.atom();
        }
        let operators: &[&str] = &["and", "or", "&&", "||", "implies", "->", "iff", "<->"];
        match pick(self.random, operators) {
            _ if self.random.random_bool(0.2) => {
                format!("{}({})", pick(self.random, &["not ", "!"]), self.condition(depth - 1))
            }
            operator => format!("({}) {operator} ({})", self.condition(depth - 1), self.condition(depth - 1)),
        }
    }

    fn atom(&mut self) -> String {
        match self.random.random_range(0..10) {
            0 => "deadlock".into(),
            1 => pick(self.random, &["true", "false"]).into(),
            2..4 if !self.net.transitions.is_empty() => {
                let count = self.random.random_range(1..=2);
                let transitions: Vec<_> = (0..count).map(|_| self.transition()).collect();
                format!("fireable({})", transitions.join(", "))
            }
            4 => format!("{} <= {} < {}", self.number(), self.sum(), self.number()),
            _ => {
                let relation = pick(self.random, &["<", "<=", ">", ">=", "==", "=", "!="]);
                format!("{} {relation} {}", self.sum(), self.sum())
            }
        }
    }

    fn sum(&mut self) -> String {
        let mut sum = self.term();
        for _ in 0..self.random.random_range(0..=2) {
            sum = format!("{sum} {} {}", pick(self.random, &["+", "-"]), self.term());
        }
        sum
    }

    fn term(&mut self) -> String {
        if self.net.places.is_empty() || self.random.random_bool(0.3) {
            return self.number();
        }
        let count = self.random.random_range(1..=2);
        let places: Vec<_> = (0..count).map(|_| self.place()).collect();
        let factor = pick(self.random, &["", "", "", "2*", "-", "3*"]);
        format!("{factor}tokens({})", places.join(", "))
    }

    fn number(&mut self) -> String {
        if self.net.places.is_empty() || self.random.random_bool(0.7) {
            return self.random.random_range(0..=4_u64).to_string();
        }
        let place = self.random.random_range(0..self.net.places.len());
        match self.net.places[place].initial {
            Inscription::Tokens(tokens) => tokens.to_string(),
            Inscription::Term(_) => "1".into(),
        }
    }

    fn place(&mut self) -> String {
        let place = self.random.random_range(0..self.net.places.len());
        self.id(&self.net.places[place].id)
    }

    fn transition(&mut self) -> String {
        let transition = self.random.random_range(0..self.net.transitions.len());
        self.id(&self.net.transitions[transition].id)
    }

    fn id(&mut self, id: &str) -> String {
        if self.random.random_bool(0.3) { format!("\"{id}\"") } else { id.to_owned() }
    }
}
