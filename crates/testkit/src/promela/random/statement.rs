//! Statements.

use super::{Channel, Maker, Tree};

impl Maker {
    /// Returns one to three statements.
    pub(super) fn sequence(&mut self) -> Vec<Tree> {
        let mut all = Vec::new();
        let most = if self.depth == 0 { 6 } else { 3 };
        for _ in 0..1 + self.below(most) {
            let statement = self.statement();
            all.push(statement);
            self.left = self.left.saturating_sub(1);
            if self.left == 0 {
                break;
            }
        }
        all
    }

    fn inner(&mut self) -> Vec<Tree> {
        self.depth += 1;
        let all = self.sequence();
        self.depth -= 1;
        all
    }

    fn statement(&mut self) -> Tree {
        if self.left == 0 || self.depth > 3 {
            return self.simple();
        }
        match self.below(30) {
            0..4 => Tree::block("if", self.options(false), "fi;"),
            4..7 => {
                self.loops += 1;
                let options = self.options(true);
                self.loops -= 1;
                Tree::block("do", options, "od;")
            }
            7..11 if !self.is_in_d_step => Tree::block("atomic {", self.inner(), "};"),
            11 | 12 => {
                let was = std::mem::replace(&mut self.is_in_d_step, true);
                let loops = std::mem::replace(&mut self.loops, 0);
                let mut body = Vec::new();
                if !was && self.chance(0.5) {
                    body.push(self.waiting());
                }
                body.extend(self.inner());
                self.is_in_d_step = was;
                self.loops = loops;
                Tree::block("d_step {", body, "};")
            }
            13..15 if !self.is_in_d_step => {
                let body = self.inner();
                let mut escape = vec![self.waiting()];
                if self.chance(0.5) {
                    escape.extend(self.inner());
                }
                let main = Tree::block("{", body, "}");
                Tree::block("", vec![main, Tree::block("unless {", escape, "};")], "")
            }
            15 => Tree::block("{", self.inner(), "};"),
            16 => {
                let variable = self.pick(&self.small());
                match self.below(3) {
                    0 if !self.is_in_d_step => Tree::line(format!(
                        "select ({variable} : {} .. {});",
                        self.below(2),
                        1 + self.below(2)
                    )),
                    _ => {
                        self.loops += 1;
                        let body = self.inner();
                        self.loops -= 1;
                        let over = match self.any_channel() {
                            Some(Channel { text, message: Some(message), .. }) => {
                                format!("{message} in {text}")
                            }
                            _ => format!("{variable} : 0 .. {}", self.below(2)),
                        };
                        Tree::block(format!("for ({over}) {{"), body, "};")
                    }
                }
            }
            _ => self.simple(),
        }
    }

    /// Variables that a loop may count with.
    fn small(&self) -> Vec<String> {
        let all = self.globals.iter().chain(&self.locals);
        let plain: Vec<String> =
            all.filter(|name| name.starts_with(['g', 'v']) && !name.contains('[')).cloned().collect();
        if plain.is_empty() { self.globals[..1].to_vec() } else { plain }
    }

    fn options(&mut self, is_loop: bool) -> Vec<Tree> {
        let mut all = Vec::new();
        for _ in 0..1 + self.below(3) {
            let mut body = Vec::new();
            if self.chance(0.6) {
                let first = if self.chance(0.5) || self.is_in_d_step { self.test() } else { self.waiting() };
                body.push(first);
            }
            body.extend(self.inner());
            // As in Spin, no `unless` begins an option.
            if body[0].head.is_empty() {
                body.insert(0, self.test());
            }
            if is_loop && self.chance(0.4) {
                body.push(Tree::line("break;"));
            }
            all.push(Tree::block("::", body, ""));
        }
        if self.is_in_d_step || self.chance(if is_loop { 0.4 } else { 0.3 }) {
            let mut body = vec![Tree::line("else;")];
            if is_loop {
                body.push(Tree::line("break;"));
            } else if self.chance(0.5) {
                body.extend(self.inner());
            }
            let position = if self.chance(0.1) { 0 } else { all.len() };
            all.insert(position, Tree::block("::", body, ""));
        }
        all
    }

    fn test(&mut self) -> Tree {
        Tree::line(format!("{};", self.condition()))
    }

    /// Returns a statement that may have to wait.
    fn waiting(&mut self) -> Tree {
        match self.below(10) {
            0..4 => self.test(),
            4..7 => self.receive(),
            7 | 8 if !self.is_in_d_step => self.send(),
            9 => Tree::line("timeout;"),
            _ => self.test(),
        }
    }

    fn send(&mut self) -> Tree {
        let Some(channel) = self.any_channel() else { return self.test() };
        let values: Vec<String> = (0..channel.values).map(|_| self.expression(1)).collect();
        let sign = if channel.is_buffered && channel.text != "c" && self.chance(0.3) { "!!" } else { "!" };
        Tree::line(format!("{}{sign}{};", channel.text, values.join(", ")))
    }

    fn receive(&mut self) -> Tree {
        let Some(channel) = self.any_channel() else { return self.test() };
        let mut patterns = Vec::new();
        for _ in 0..channel.values {
            patterns.push(match self.below(8) {
                0 => "_".to_owned(),
                1 => self.below(3).to_string(),
                2 => self.pick(&["red", "green"]).to_owned(),
                3 => format!("eval({})", self.expression(1)),
                _ => self.any_variable(),
            });
        }
        if patterns.len() == 2 && patterns[0] == patterns[1] {
            patterns[1] = "_".to_owned();
        }
        let patterns = patterns.join(", ");
        let is_plain = !channel.is_buffered || channel.text == "c";
        match if is_plain { 3 } else { self.below(6) } {
            0 => Tree::line(format!("{}??{patterns};", channel.text)),
            1 => Tree::line(format!("{}?<{patterns}>;", channel.text)),
            2 => Tree::line(format!("{}??<{patterns}>;", channel.text)),
            _ => Tree::line(format!("{}?{patterns};", channel.text)),
        }
    }

    fn simple(&mut self) -> Tree {
        let kind = self.below(24);
        match kind {
            0..3 if !self.is_in_d_step => self.send(),
            3..6 if !self.is_in_d_step => self.receive(),
            6 | 7 if !self.is_in_d_step => self.test(),
            8 => Tree::line("skip;"),
            9 if self.loops > 0 => Tree::line("break;"),
            10 | 11 if !self.labels.is_empty() && !self.is_in_d_step => {
                Tree::line(format!("goto {};", self.pick(&self.labels.clone())))
            }
            12 | 13 => Tree::line(format!("assert({});", self.expression(2))),
            14 | 15 if self.may_run && !self.created.is_empty() && !self.is_in_d_step => self.run(),
            16 => {
                let variable = self.any_variable();
                Tree::line(format!("{variable}{};", self.pick(&["++", "--"])))
            }
            17 if self.depth == 0 && !self.is_in_d_step => {
                let name = self.name("v");
                self.locals.push(name.clone());
                let initial = if self.chance(0.5) { " = 1" } else { "" };
                Tree::line(format!("unsigned {name} : 2{initial};"))
            }
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) -> Tree {
        let variable = self.any_variable();
        let value = self.expression(2);
        match self.below(4) {
            0 => Tree::line(format!("{variable} = {};", self.below(4))),
            1 => Tree::line(format!("{variable} = {value} % 3;")),
            _ => Tree::line(format!("{variable} = {value} & 3;")),
        }
    }

    fn run(&mut self) -> Tree {
        let (name, values) = self.pick(&self.created.clone());
        let mut arguments = vec![self.expression(1)];
        if values > 0 {
            let fitting: Vec<String> = self
                .channels
                .iter()
                .chain(&self.own_channels)
                .filter(|channel| channel.values == values)
                .map(|channel| channel.text.clone())
                .collect();
            if fitting.is_empty() {
                return self.assignment();
            }
            arguments.push(self.pick(&fitting));
        }
        let run = format!("run {name}({})", arguments.join(", "));
        if self.chance(0.2) {
            let variable = self.any_variable();
            return Tree::line(format!("{variable} = {run};"));
        }
        Tree::line(format!("{run};"))
    }
}
