//! Programs as trees of lines.

use std::fmt::Write;

/// A line, or lines within a pair of lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    /// The line, or the first one.
    pub head: String,
    /// The lines within.
    pub body: Vec<Tree>,
    /// The last line, if it is not empty.
    pub tail: String,
}

impl Tree {
    /// Returns a line.
    pub fn line(text: impl Into<String>) -> Self {
        Self { head: text.into(), body: Vec::new(), tail: String::new() }
    }

    /// Returns a block.
    pub fn block(head: impl Into<String>, body: Vec<Self>, tail: impl Into<String>) -> Self {
        Self { head: head.into(), body, tail: tail.into() }
    }

    /// Returns the text.
    #[must_use]
    pub fn print(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, 0);
        text
    }

    fn write(&self, text: &mut String, depth: usize) {
        if !self.head.is_empty() {
            let _ = writeln!(text, "{:1$}{2}", "", 2 * depth, self.head);
        }
        let inner = depth + usize::from(!self.head.is_empty());
        self.body.iter().for_each(|part| part.write(text, inner));
        if !self.tail.is_empty() {
            let _ = writeln!(text, "{:1$}{2}", "", 2 * depth, self.tail);
        }
    }

    /// Makes the program small as long as `fails` returns true: it removes parts, or the lines around parts.
    #[must_use]
    pub fn shrink(&self, fails: impl Fn(&Self) -> bool) -> Self {
        let mut best = self.clone();
        let mut position = 0;
        while position < best.size() {
            let candidates = [false, true].map(|keeps_body| {
                let mut smaller = best.clone();
                smaller.remove(&mut position.clone(), keeps_body);
                smaller
            });
            match candidates.into_iter().find(|smaller| *smaller != best && fails(smaller)) {
                Some(smaller) => best = smaller,
                None => position += 1,
            }
        }
        best
    }

    /// Number of parts, without the tree itself.
    fn size(&self) -> usize {
        self.body.iter().map(|part| 1 + part.size()).sum()
    }

    /// Removes the part with a number; returns whether it is in this tree.
    fn remove(&mut self, number: &mut usize, keeps_body: bool) -> bool {
        for position in 0..self.body.len() {
            if *number == 0 {
                let removed = self.body.remove(position);
                if keeps_body {
                    self.body.splice(position..position, removed.body);
                }
                return true;
            }
            *number -= 1;
            if self.body[position].remove(number, keeps_body) {
                return true;
            }
        }
        false
    }
}
