//! Declarations: colour sets, variables, constants and functions, in the order of the file.

use roxmltree::Node;
use sanderling_net::{Constant, Diagnostic, Sort, SortId, VariableDeclaration, VariableId};

use crate::cpn_tools::colour::{ColourId, Parts};
use crate::cpn_tools::evaluate::Evaluator;
use crate::cpn_tools::meaning::{Function, Meaning, Scope, Shape};
use crate::cpn_tools::ml;
use crate::cpn_tools::problem::{Outcome, Problem};
use crate::cpn_tools::report::Report;
use crate::cpn_tools::xml::{Tree, children, first, named, text};

/// Maximum number of constants of an enumeration.
const CONSTANTS: usize = 10_000;

/// A reader that adds declarations to an evaluator.
pub(crate) struct Declaring<'e, 'c, 'd, 't> {
    pub(crate) evaluator: &'e mut Evaluator<'c>,
    pub(crate) report: &'e mut Report,
    pub(crate) tree: &'d Tree<'t>,
}

impl Declaring<'_, '_, '_, '_> {
    /// Reads a block of declarations, including nested blocks.
    pub(crate) fn block(&mut self, block: Node<'_, '_>) {
        for declaration in children(block) {
            let span = self.tree.span(declaration);
            let read = match declaration.tag_name().name() {
                "id" => Ok(()),
                "block" => {
                    self.block(declaration);
                    Ok(())
                }
                "color" => self.colour(declaration).map(drop),
                "var" => self.variables(declaration),
                "ml" => self.ml(declaration),
                "globref" => Err(Problem::new("a reference variable").help("keep its value as a token")),
                other => Err(Problem::new(format!("the unknown declaration `{other}`"))),
            };
            if let Err(problem) = read {
                let name = first(declaration, "id").map(text).unwrap_or_default();
                let what = if name.is_empty() { text(declaration) } else { name };
                self.report.say(problem.within("the declaration", &what, span));
            }
        }
    }

    fn ml(&mut self, declaration: Node<'_, '_>) -> Outcome<()> {
        let declarations = ml::declarations(&text(declaration));
        match declarations.and_then(|declarations| self.evaluator.declare(&declarations)) {
            Ok(()) => Ok(()),
            // A declaration that is not understood is harmless if it is not used.
            Err(problem) => {
                self.evaluator.unreadable.extend(declared_names(&text(declaration)));
                let warning =
                    problem.within("the declaration", &text(declaration), self.tree.span(declaration));
                let message = format!("{}: it is ignored", warning.message);
                self.report.say(Diagnostic::warning(message).at(self.tree.span(declaration)));
                Ok(())
            }
        }
    }

    fn variables(&mut self, declaration: Node<'_, '_>) -> Outcome<()> {
        let colour = first(declaration, "type").and_then(|of| first(of, "id")).map(text).unwrap_or_default();
        let colour = self.evaluator.colours().named(&colour)?;
        for name in named(declaration, "id").map(text) {
            let sort = self.evaluator.colours().get(colour).sort;
            let variables = &mut self.evaluator.lower.colours.declarations.variables;
            let id = VariableId::new(variables.len());
            variables.push(VariableDeclaration { id: name.clone(), name: None, sort });
            let term = Shape::Term(sanderling_net::Term::Variable(id), Some(colour));
            self.evaluator.global(&name, Meaning::new(term)?)?;
        }
        Ok(())
    }

    fn colour(&mut self, declaration: Node<'_, '_>) -> Outcome<ColourId> {
        let name = first(declaration, "id").map(text).unwrap_or_default();
        let is_kind =
            |child: &Node<'_, '_>| !matches!(child.tag_name().name(), "id" | "layout" | "timed" | "declare");
        let kind =
            children(declaration).find(is_kind).ok_or_else(|| Problem::new("a colour set of no kind"))?;
        let plain =
            |declaring: &mut Self, sort| declaring.evaluator.lower.colours.declare(&name, sort, Parts::None);
        match kind.tag_name().name() {
            "unit" => {
                let colour = plain(self, Sort::Dot)?;
                self.names(kind, |_| Shape::Unit)?;
                Ok(colour)
            }
            "bool" => {
                let colour = plain(self, Sort::Bool)?;
                self.names(kind, |position| Shape::Truth(position == 1))?;
                Ok(colour)
            }
            "int" | "intinf" => {
                let sort = self.range(kind)?.unwrap_or(Sort::Integer { minimum: None });
                plain(self, sort)
            }
            "string" if children(kind).next().is_none() => plain(self, Sort::String),
            "enum" => self.enumeration(&name, kind),
            "index" => {
                let sort =
                    self.range(kind)?.ok_or_else(|| Problem::new("an index set without its numbers"))?;
                let colour = plain(self, sort)?;
                let function = first(kind, "id").map(text).unwrap_or_default();
                self.evaluator.global(&function, Meaning::new(Shape::Function(Function::Index))?)?;
                Ok(colour)
            }
            "product" => {
                let parts = named(kind, "id").map(|part| self.evaluator.colours().named(&text(part)));
                let parts = parts.collect::<Outcome<Vec<_>>>()?;
                let sort = Sort::Product(self.sorts(&parts));
                self.evaluator.lower.colours.declare(&name, sort, Parts::Product(parts))
            }
            "record" => self.record(&name, kind),
            "union" => self.union(&name, kind),
            "list" if first(kind, "with").is_none() => {
                let element = self.part(kind)?;
                let sort = Sort::List { element: self.evaluator.colours().get(element).sort, capacity: None };
                self.evaluator.lower.colours.declare(&name, sort, Parts::List(element))
            }
            "alias" => {
                let of = self.part(kind)?;
                self.evaluator.lower.colours.alias(&name, of)
            }
            "subset" => self.subset(&name, kind),
            other => Err(Problem::new(format!(
                "a colour set of the kind `{other}`, or with what it is restricted by"
            ))
            .help("use integers with a range, enumerations, products, records, unions or plain lists")),
        }
    }

    fn part(&self, kind: Node<'_, '_>) -> Outcome<ColourId> {
        self.evaluator.colours().named(&first(kind, "id").map(text).unwrap_or_default())
    }

    fn sorts(&self, parts: &[ColourId]) -> Vec<SortId> {
        parts.iter().map(|part| self.evaluator.colours().get(*part).sort).collect()
    }

    /// Declares other names for the values of `unit` and `bool`.
    fn names(&mut self, kind: Node<'_, '_>, value: impl Fn(usize) -> Shape) -> Outcome<()> {
        let with = first(kind, "with").unwrap_or(kind);
        let names = children(with).filter(|name| matches!(name.tag_name().name(), "id" | "ml"));
        for (position, name) in names.enumerate() {
            self.evaluator.constructor(&text(name), value(position))?;
        }
        Ok(())
    }

    /// Returns the range of two bounds, if there are any.
    fn range(&mut self, kind: Node<'_, '_>) -> Outcome<Option<Sort>> {
        let with = first(kind, "with").unwrap_or(kind);
        let bounds: Vec<String> = named(with, "ml").map(text).collect();
        let [start, end] = bounds.as_slice() else {
            return if bounds.is_empty() {
                Ok(None)
            } else {
                Err(Problem::new("a range without two bounds"))
            };
        };
        let (start, end) = (self.number(start)?, self.number(end)?);
        if start > end {
            return Err(Problem::new(format!("a range from {start} to {end}")));
        }
        Ok(Some(Sort::Range { start, end }))
    }

    fn number(&mut self, expression: &str) -> Outcome<i64> {
        let meaning = self.evaluator.evaluate(&ml::expression(expression)?, &Scope::default())?;
        match meaning.shape() {
            Shape::Number(number) => Ok(*number),
            _ => Err(Problem::new(format!("the bound `{expression}`, which is not a number"))),
        }
    }

    fn enumeration(&mut self, name: &str, kind: Node<'_, '_>) -> Outcome<ColourId> {
        let ids: Vec<String> = named(kind, "id").map(text).collect();
        if ids.is_empty() || ids.len() > CONSTANTS {
            return Err(Problem::new(format!("an enumeration of {} constants", ids.len())));
        }
        let constants = ids.iter().map(|id| Constant { id: id.clone(), name: None }).collect();
        let sort = Sort::Enumeration { cyclic: false, constants };
        let colour = self.evaluator.lower.colours.declare(name, sort, Parts::None)?;
        let sort = self.evaluator.colours().get(colour).sort;
        for (position, id) in (0..).zip(&ids) {
            self.evaluator.constructor(id, Shape::Constant(sort, position))?;
        }
        Ok(colour)
    }

    fn record(&mut self, name: &str, kind: Node<'_, '_>) -> Outcome<ColourId> {
        let mut fields = Vec::new();
        for field in named(kind, "recordfield") {
            let ids: Vec<String> = named(field, "id").map(text).collect();
            let [field, colour] = ids.as_slice() else {
                return Err(Problem::new("a field without its colour set"));
            };
            fields.push((field.clone(), self.evaluator.colours().named(colour)?));
        }
        fields.sort();
        let parts: Vec<ColourId> = fields.iter().map(|(_, colour)| *colour).collect();
        let sorts = self.sorts(&parts);
        match sorts.as_slice() {
            [] => Err(Problem::new("a record without fields")),
            // A product has at least two components.
            [_] => {
                let colours = &mut *self.evaluator.lower.colours;
                let id = colours.alias(name, parts[0])?;
                colours.set_parts(id, Parts::Record(fields));
                Ok(id)
            }
            _ => self.evaluator.lower.colours.declare(name, Sort::Product(sorts), Parts::Record(fields)),
        }
    }

    fn union(&mut self, name: &str, kind: Node<'_, '_>) -> Outcome<ColourId> {
        let mut constructors = Vec::new();
        for field in named(kind, "unionfield") {
            let constructor = first(field, "id").map(text).unwrap_or_default();
            let of = first(field, "type").map(|of| first(of, "id").unwrap_or(of));
            let of = of.or_else(|| named(field, "id").nth(1)).map(text);
            let of = of.map(|of| self.evaluator.colours().named(&of)).transpose()?;
            constructors.push((constructor, of));
        }
        if constructors.is_empty() {
            return Err(Problem::new("a union without constructors"));
        }
        let constants = constructors.iter().map(|(id, _)| Constant { id: id.clone(), name: None }).collect();
        let tag = self
            .evaluator
            .lower
            .colours
            .sort(&format!("{name}.constructor"), Sort::Enumeration { cyclic: false, constants });
        let argument = |(_, of): &(String, Option<ColourId>)| {
            of.map_or(SortId::DOT, |of| self.evaluator.colours().get(of).sort)
        };
        let sorts = std::iter::once(tag).chain(constructors.iter().map(argument)).collect();
        let colour = self.evaluator.lower.colours.declare(
            name,
            Sort::Product(sorts),
            Parts::Union(constructors.clone()),
        )?;
        for (position, (constructor, of)) in (0..).zip(&constructors) {
            let shape = match of {
                Some(_) => Shape::Function(Function::Constructor(colour, position)),
                None => Shape::Variant(colour, position, None),
            };
            self.evaluator.constructor(constructor, shape)?;
        }
        Ok(colour)
    }

    /// Declares a subset that is a range of numbers. Other subsets would be different sorts with the same values.
    fn subset(&mut self, name: &str, kind: Node<'_, '_>) -> Outcome<ColourId> {
        let base = self.part(kind)?;
        let base = self.evaluator.colours().get(base).sort;
        let is_number =
            matches!(self.evaluator.colours().described(base), Sort::Integer { .. } | Sort::Range { .. });
        let values: Vec<String> = first(kind, "with")
            .into_iter()
            .flat_map(|with| named(with, "ml").map(text).collect::<Vec<_>>())
            .collect();
        let mut numbers =
            values.iter().map(|value| self.number(value)).collect::<Outcome<Vec<_>>>().unwrap_or_default();
        numbers.sort_unstable();
        numbers.dedup();
        match (numbers.first(), numbers.last()) {
            (Some(&start), Some(&end)) if is_number && end.abs_diff(start) + 1 == numbers.len() as u64 => {
                self.evaluator.lower.colours.declare(name, Sort::Range { start, end }, Parts::None)
            }
            _ => Err(Problem::new("a subset other than the numbers between two")
                .help("use the whole colour set, and say in guards which values are meant")),
        }
    }
}

/// Returns the names that a text declares, ignoring everything else in it.
fn declared_names(text: &str) -> Vec<String> {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '\''))
        .filter(|word| !word.is_empty())
        .collect();
    let declared = words.windows(2).filter(|pair| matches!(pair[0], "fun" | "val" | "and"));
    declared.map(|pair| pair[1].to_owned()).collect()
}
