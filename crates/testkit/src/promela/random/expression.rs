//! Expressions.

use super::{Channel, Maker};

impl Maker {
    /// Returns a random variable.
    pub(super) fn any_variable(&mut self) -> String {
        let mut all = self.globals.clone();
        all.extend(self.locals.clone());
        all.extend(self.locals.clone());
        let found = self.pick(&all);
        // An element at a random index.
        match found.strip_suffix("[0]") {
            Some(array) if self.chance(0.4) => {
                let index = self.pick(&all);
                format!("{array}[{index} & 1]")
            }
            _ => found,
        }
    }

    pub(super) fn any_channel(&mut self) -> Option<Channel> {
        let mut all = self.channels.clone();
        all.extend(self.own_channels.clone());
        all.extend(self.own_channels.clone());
        if all.is_empty() { None } else { Some(self.pick(&all)) }
    }

    /// Returns an expression; its depth is limited.
    pub(super) fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.chance(0.25) {
            return match self.below(12) {
                0..4 => self.below(4).to_string(),
                4 => self.pick(&["red", "green", "blue"]).to_owned(),
                5 => self.pick(&["_pid", "_pid", "_nr_pr"]).to_owned(),
                _ => self.any_variable(),
            };
        }
        let left = self.expression(depth - 1);
        match self.below(19) {
            0..6 => {
                let operator = self.pick(&["==", "!=", "<", ">", "<=", ">="]);
                format!("({left} {operator} {})", self.expression(depth - 1))
            }
            6..10 => {
                let operator = self.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("({left} {operator} {})", self.expression(depth - 1))
            }
            10..13 => {
                let operator = self.pick(&["&&", "||"]);
                format!("({left} {operator} {})", self.expression(depth - 1))
            }
            13 => format!("({left} % {})", 2 + self.below(3)),
            14 => format!("({left} {} {})", self.pick(&["<<", ">>", "/"]), 1 + self.below(2)),
            15 => {
                let (yes, no) = (self.expression(depth - 1), self.expression(depth - 1));
                format!("(({left}) -> ({yes}) : ({no}))")
            }
            16 => format!("(!{left})"),
            17 => format!("({}{left})", self.pick(&["-", "~"])),
            _ => match self.any_channel() {
                Some(channel) => format!("len({})", channel.text),
                None => left,
            },
        }
    }

    /// Returns a condition. Spin accepts most functions of channels only here, and computes polls correctly only here.
    pub(super) fn condition(&mut self) -> String {
        let whole = self.expression(2);
        match self.any_channel().filter(|channel| channel.is_buffered && channel.text != "c") {
            Some(channel) if self.chance(0.2) => {
                let probe = if self.chance(0.5) {
                    let function = self.pick(&["empty", "nempty", "full", "nfull"]);
                    format!("{function}({})", channel.text)
                } else {
                    self.poll(&channel)
                };
                match self.below(3) {
                    0 => probe,
                    1 => format!("({whole}) && {probe}"),
                    _ => format!("{probe} || ({whole})"),
                }
            }
            _ => whole,
        }
    }

    fn poll(&mut self, channel: &Channel) -> String {
        let mut values = Vec::new();
        for _ in 0..channel.values {
            values.push(match self.below(4) {
                0 => "_".to_owned(),
                1 => self.any_variable(),
                2 => format!("eval({})", self.any_variable()),
                _ => self.below(3).to_string(),
            });
        }
        format!("{}{}[{}]", channel.text, self.pick(&["?", "??"]), values.join(", "))
    }
}
