//! The interactive simulation of coloured nets for the editor, over standard input and output.
//!
//! Both sides write blocks of XML, each followed by two empty lines. The editor sends a `marking` and
//! receives its `valid-bindings`; or it sends a `transition` with its `binding` and receives the new
//! `marking` with its valid bindings. The block `EXIT` or the end of the input ends the simulation. The
//! editor waits for the end of each answer, so an invalid block ends the program, which the editor can
//! detect.

mod colours;
mod marking;

use std::fmt::Write as _;
use std::io::{BufRead, Read};
use std::path::Path;

use sanderling_net::semantics::{Firing, Interpreter, Marking};
use sanderling_net::{Net, Sort, TransitionId};
use sanderling_report::xml::{Document, Element, Escaped};

use crate::{Exit, Outcome, Streams, model, unwritten};

/// Maximum number of bytes of a block.
const LONGEST_BLOCK: u64 = 64 << 20;

/// Simulates the net of a file.
pub(crate) fn interact(path: &Path, streams: &mut Streams<'_>) -> Outcome<Exit> {
    let net = model::read(path, streams)?;
    let is_product =
        |variable: &&sanderling_net::VariableDeclaration| matches!(net.sort(variable.sort), Sort::Product(_));
    if let Some(variable) = net.declarations.variables.iter().find(is_product) {
        return Err(format!("the variable `{}` is a tuple, for which bindings have no place", variable.id));
    }
    let game = Game { net: &net, interpreter: Interpreter::new(&net) };
    let mut at = None;
    while let Some(block) = next_block(streams.input)? {
        if block.trim() == "EXIT" {
            break;
        }
        let document =
            Document::parse(&block).map_err(|fault| format!("a block that is not understood: {fault}"))?;
        let answer = game.answer(document.root(), &mut at)?;
        streams.out.write_all(answer.as_bytes()).and_then(|()| streams.out.flush()).map_err(unwritten)?;
    }
    Ok(Exit::Satisfied)
}

/// Returns the lines up to two empty ones or to a line `EXIT`; `None` at the end of the input.
fn next_block(input: &mut dyn BufRead) -> Outcome<Option<String>> {
    let (mut block, mut empty_lines) = (String::new(), 0);
    let mut limited = input.take(LONGEST_BLOCK);
    loop {
        let mut line = Vec::new();
        let read = limited.read_until(b'\n', &mut line).map_err(|error| format!("cannot read: {error}"))?;
        if read == 0 && limited.limit() == 0 {
            return Err("a block that is too long".into());
        }
        let line = String::from_utf8(line).map_err(|_| "a block that is not UTF-8 text".to_owned())?;
        let is_empty = line.trim().is_empty();
        empty_lines = if is_empty { empty_lines + 1 } else { 0 };
        block.push_str(&line);
        let has_more_than_blanks = !block.trim().is_empty();
        if has_more_than_blanks && (empty_lines >= 2 || read == 0 || line.trim() == "EXIT") {
            return Ok(Some(block));
        }
        if read == 0 {
            return Ok(None);
        }
    }
}

/// A net under simulation.
struct Game<'a> {
    net: &'a Net,
    interpreter: Interpreter<'a>,
}

impl Game<'_> {
    /// Returns the answer to a block; `at` is the current marking.
    fn answer(&self, block: Element<'_>, at: &mut Option<Marking>) -> Outcome<String> {
        match block.name() {
            "marking" => {
                let marking = at.insert(marking::read(self.net, block)?);
                Ok(self.valid_bindings(marking)? + "\n\n")
            }
            "transition" => {
                let marking = at.as_mut().ok_or("a transition before any marking")?;
                let firing = self.chosen(marking, block)?;
                self.interpreter.fire(marking, &firing).map_err(|error| error.explain(self.net))?;
                Ok(marking::write(self.net, marking)? + "\n\n" + &self.valid_bindings(marking)? + "\n\n")
            }
            other => Err(format!("a block `{other}`, and neither `marking` nor `transition`")),
        }
    }

    fn enabled(&self, marking: &Marking) -> Outcome<Vec<Firing>> {
        self.interpreter.enabled(marking).map_err(|error| error.to_string())
    }

    /// Returns all firings, grouped by transition.
    fn valid_bindings(&self, marking: &Marking) -> Outcome<String> {
        let firings = self.enabled(marking)?;
        let mut out = String::from("<valid-bindings>\n");
        for transition in self.net.transition_ids() {
            let mut of_it = firings.iter().filter(|firing| firing.transition == transition).peekable();
            if of_it.peek().is_none() {
                continue;
            }
            let _ = writeln!(out, "\t<transition id=\"{}\">", Escaped(&self.net.transition(transition).id));
            of_it.for_each(|firing| self.write_binding(&mut out, firing));
            out.push_str("\t</transition>\n");
        }
        Ok(out + "</valid-bindings>\n")
    }

    fn write_binding(&self, out: &mut String, firing: &Firing) {
        out.push_str("\t\t<binding>\n");
        for (variable, value) in firing.binding.iter() {
            let declaration = &self.net.declarations.variables[variable.index()];
            let colour = colours::name(self.net, declaration.sort, value);
            let _ = writeln!(out, "\t\t\t<variable id=\"{}\">", Escaped(&declaration.id));
            let _ = writeln!(out, "\t\t\t\t<color>{}</color>", Escaped(&colour));
            out.push_str("\t\t\t</variable>\n");
        }
        out.push_str("\t\t</binding>\n");
    }

    /// Returns the firing that a block describes.
    fn chosen(&self, marking: &Marking, block: Element<'_>) -> Outcome<Firing> {
        let id = block.attribute("id").ok_or("a transition without `id`")?;
        let transition = self.transition(id).ok_or_else(|| format!("the net has no transition `{id}`"))?;
        let mut assignments = Vec::new();
        for variable in block.named("binding").flat_map(|binding| binding.named("variable")) {
            let name = variable.attribute("id").ok_or("a variable without `id`")?;
            let mut colours = variable.named("color");
            let (Some(colour), None) = (colours.next(), colours.next()) else {
                return Err(format!("the variable `{name}` has other than one `color`"));
            };
            assignments.push((name, colour.text()));
        }
        let is_it = |firing: &Firing| {
            firing.transition == transition
                && firing.binding.iter().all(|(variable, value)| {
                    let declaration = &self.net.declarations.variables[variable.index()];
                    let named = |text| colours::named(self.net, declaration.sort, text);
                    assignments
                        .iter()
                        .any(|(id, text)| *id == declaration.id && named(text).as_ref() == Some(value))
                })
        };
        let found = self.enabled(marking)?.into_iter().find(is_it);
        found.ok_or_else(|| format!("`{id}` is not enabled with this binding"))
    }

    fn transition(&self, id: &str) -> Option<TransitionId> {
        self.net.transition_ids().find(|&one| self.net.transition(one).id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_end_with_two_empty_lines_or_the_input() {
        let mut input = "\n\n<a>\n\n</a>\r\n\r\n\n\n<b/>\n\n\nEXIT\n<c/>".as_bytes();
        let mut blocks = Vec::new();
        while let Some(block) = next_block(&mut input).unwrap() {
            blocks.push(block.trim().to_owned());
        }
        assert_eq!(blocks, ["<a>\n\n</a>", "<b/>", "EXIT", "<c/>"]);
    }
}
