//! Random programs.
//!
//! Each statement is on a line of its own, so that assertions differ by their lines. Programs use every
//! construct that the reader accepts; most have few states, since variables have few bits or are reduced.

mod expression;
mod statement;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::Tree;

/// A channel, or a variable that contains one.
#[derive(Debug, Clone)]
struct Channel {
    text: String,
    is_buffered: bool,
    /// Number of values of a message.
    values: usize,
    /// The variable that a loop over the channel stores messages in.
    message: Option<String>,
}

/// A program under construction.
struct Maker {
    random: StdRng,
    globals: Vec<String>,
    channels: Vec<Channel>,
    /// Names of the process types that others create, with the number of values that their channels have.
    created: Vec<(String, usize)>,
    locals: Vec<String>,
    own_channels: Vec<Channel>,
    /// Labels of the process.
    labels: Vec<String>,
    next_name: u32,
    /// Nesting depth of statements.
    depth: usize,
    /// Number of loops around the statement.
    loops: usize,
    /// Number of statements that may still be added to the process.
    left: usize,
    is_in_d_step: bool,
    /// Whether the process may create others.
    may_run: bool,
    has_init: bool,
}

/// Returns the program of a seed.
#[must_use]
pub fn random(seed: u64) -> Tree {
    let mut maker = Maker {
        random: StdRng::seed_from_u64(seed),
        globals: Vec::new(),
        channels: Vec::new(),
        created: Vec::new(),
        locals: Vec::new(),
        own_channels: Vec::new(),
        labels: Vec::new(),
        next_name: 0,
        depth: 0,
        loops: 0,
        left: 0,
        is_in_d_step: false,
        may_run: false,
        has_init: false,
    };
    Tree::block("", maker.program(), "")
}

impl Maker {
    fn chance(&mut self, probability: f64) -> bool {
        self.random.random_bool(probability)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random.random_range(0..limit)
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from.choose(&mut self.random).expect("it is not empty").clone()
    }

    fn name(&mut self, prefix: &str) -> String {
        self.next_name += 1;
        format!("{prefix}{}", self.next_name)
    }

    fn program(&mut self) -> Vec<Tree> {
        let mut all = vec![Tree::line("mtype = { red, green, blue };")];
        all.push(Tree::line("typedef Message { bit l; byte m };"));
        if self.chance(0.3) {
            all.push(Tree::line("typedef Pair { bit l; unsigned m : 2; bit n[2] };"));
            let name = self.name("r");
            if self.chance(0.5) {
                all.push(Tree::line(format!("Pair {name};")));
                self.globals.extend([format!("{name}.l"), format!("{name}.m"), format!("{name}.n[1]")]);
            } else {
                all.push(Tree::line(format!("Pair {name}[2];")));
                self.globals.extend([format!("{name}[0].m"), format!("{name}[1].n[0]")]);
            }
        }
        for _ in 0..2 + self.below(3) {
            let (declaration, uses) = self.variable("g");
            all.push(Tree::line(declaration));
            self.globals.extend(uses);
        }
        for _ in 0..self.below(4) {
            let line = self.channel();
            all.push(Tree::line(line));
        }
        let mut created = Vec::new();
        for _ in 0..self.below(3) {
            let created_one = self.process(true);
            created.push(created_one);
        }
        all.extend(created);
        for _ in 0..1 + self.below(3) {
            let process = self.process(false);
            all.push(process);
        }
        all
    }

    /// Returns a declaration, and the texts that mean the variable or its elements.
    fn variable(&mut self, prefix: &str) -> (String, Vec<String>) {
        let name = self.name(prefix);
        let initial = self.below(3);
        match self.below(12) {
            0 | 1 => (format!("bit {name};"), vec![name]),
            2 => (format!("bool {name} = {};", initial % 2), vec![name]),
            3 | 4 => (format!("byte {name};"), vec![name]),
            5 => (format!("byte {name} = {};", 253 + initial), vec![name]),
            6 => (format!("short {name} = {};", 32765 + initial), vec![name]),
            7 => (format!("int {name} = -{initial};"), vec![name]),
            8 => (format!("unsigned {name} : 2 = {initial};"), vec![name]),
            9 => (format!("unsigned {name} : 3;"), vec![name]),
            10 => (format!("mtype {name} = {};", ["red", "green", "blue"][initial]), vec![name]),
            _ => {
                let initial = if self.chance(0.3) { format!(" = {initial}") } else { String::new() };
                (format!("bit {name}[2]{initial};"), vec![format!("{name}[0]"), format!("{name}[1]")])
            }
        }
    }

    fn channel(&mut self) -> String {
        let name = self.name("q");
        let capacity = self.pick(&[0, 0, 1, 1, 2, 3]);
        let values = 1 + self.below(2);
        let types: Vec<&str> =
            (0..values).map(|_| self.pick(&["bit", "byte", "byte", "mtype", "short"])).collect();
        let is_buffered = capacity > 0;
        if is_buffered && self.chance(0.3) {
            let message = self.name("m");
            self.globals.extend([format!("{message}.l"), format!("{message}.m")]);
            let line = format!("chan {name} = [{capacity}] of {{ Message }}; Message {message};");
            self.channels.push(Channel { text: name, is_buffered, values: 2, message: Some(message) });
            return line;
        }
        let of = types.join(", ");
        let add = |text| Channel { text, is_buffered, values, message: None };
        if self.chance(0.15) {
            self.channels.extend([add(format!("{name}[0]")), add(format!("{name}[1]"))]);
            return format!("chan {name}[2] = [{capacity}] of {{ {of} }};");
        }
        self.channels.push(add(name.clone()));
        format!("chan {name} = [{capacity}] of {{ {of} }};")
    }

    fn process(&mut self, is_created: bool) -> Tree {
        let name = self.name("P");
        (self.depth, self.loops) = (0, 0);
        (self.locals, self.own_channels, self.labels) = (Vec::new(), Vec::new(), Vec::new());
        self.left = if is_created { 1 + self.below(5) } else { 2 + self.below(9) };
        self.may_run = !is_created;
        let mut body = Vec::new();
        for _ in 0..self.below(3) {
            let (declaration, uses) = self.variable("v");
            body.push(Tree::line(declaration));
            self.locals.extend(uses);
        }
        let head = if is_created {
            let mut parameters = vec!["byte a".to_owned()];
            self.locals.push("a".to_owned());
            let values = if self.channels.is_empty() { 0 } else { self.pick(&self.channels.clone()).values };
            if values > 0 {
                parameters.push("chan c".to_owned());
                let is_buffered = true;
                let text = "c".to_owned();
                self.own_channels.push(Channel { text, is_buffered, values, message: None });
            }
            self.created.push((name.clone(), values));
            let active = if self.chance(0.1) && values == 0 { "active " } else { "" };
            format!("{active}proctype {name}({})", parameters.join("; "))
        } else if !self.has_init && !self.created.is_empty() && self.chance(0.2) {
            self.has_init = true;
            "init".to_owned()
        } else {
            let copies = self.pick(&["", "", "", "[2] "]);
            format!("active {copies}proctype {name}()")
        };
        if !is_created && self.chance(0.1) {
            let name = self.name("q");
            body.push(Tree::line(format!("chan {name} = [1] of {{ byte }};")));
            self.own_channels.push(Channel { text: name, is_buffered: true, values: 1, message: None });
        }
        let provided = if head != "init" && self.chance(0.08) {
            let (locals, own) = (std::mem::take(&mut self.locals), std::mem::take(&mut self.own_channels));
            let condition = self.expression(1);
            (self.locals, self.own_channels) = (locals, own);
            format!(" provided ({condition})")
        } else {
            String::new()
        };
        // Labels of the whole body, for jumps forwards and backwards.
        let count = self.below(4);
        self.labels =
            (0..count).map(|_| if self.chance(0.3) { self.name("end") } else { self.name("L") }).collect();
        let mut unused = self.labels.clone();
        let mut statements = self.sequence();
        place_labels(&mut statements, &mut unused, &mut self.random);
        body.extend(statements);
        body.extend(unused.into_iter().map(|label| Tree::line(format!("{label}: skip;"))));
        Tree::block(format!("{head}{provided} {{"), body, "}")
    }
}

/// Puts each label before a statement, at any depth. The first statement of a block has no label, as in Spin.
fn place_labels(body: &mut [Tree], unused: &mut Vec<String>, random: &mut StdRng) {
    let mut is_first = true;
    for statement in body {
        let is_plain = !statement.head.is_empty() && !statement.head.starts_with(['{', 'u', ':']);
        let is_labelled = is_plain && !is_first && !statement.head.contains(": ") && random.random_bool(0.15);
        if let Some(label) = unused.pop_if(|_| is_labelled) {
            statement.head = format!("{label}: {}", statement.head);
        }
        is_first = false;
        if !statement.head.contains("d_step") {
            place_labels(&mut statement.body, unused, random);
        }
    }
}
