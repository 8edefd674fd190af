//! Colour classes: enumerations, divided into static subclasses, and products of them.

use std::collections::HashMap;

use sanderling_net::{Constant, Sort};
use sanderling_xml::Element;

use super::scope::{Class, Domain, Named, Scope};
use crate::greatspn::expression::{Colours, Definition, Subclass, definition};
use crate::greatspn::lower::{Lower, Number};
use crate::greatspn::text::{Step, error, shortened};

/// Declares the class that an element defines; `None` for a product, which is declared after its classes.
pub(super) fn simple<'d>(scope: &mut Scope<'d>, element: Element<'d>, left: &mut usize) -> Step<Option<()>> {
    let (name, text) = attributes(element);
    let Definition::Simple { is_circular, subclasses } = definition(text)? else { return Ok(None) };
    let mut class = Class {
        name: name.to_owned(),
        sort: sanderling_net::SortId::DOT,
        is_circular,
        colours: Vec::new(),
        positions: HashMap::new(),
        subclasses: Vec::new(),
        named: HashMap::new(),
        ordinal: None,
    };
    for subclass in subclasses {
        add(scope, &mut class, &subclass, left)?;
    }
    let constants = class.colours.iter().map(|colour| Constant { id: colour.clone(), name: None }).collect();
    class.sort = scope.declare(name.to_owned(), Sort::Enumeration { cyclic: is_circular, constants });
    let id = scope.add_class(class);
    scope.names.insert(name, Named::Class(id));
    Ok(Some(()))
}

fn attributes(element: Element<'_>) -> (&str, &str) {
    (element.attribute("name").unwrap_or_default(), element.attribute("definition").unwrap_or_default())
}

fn add(scope: &mut Scope<'_>, class: &mut Class, subclass: &Subclass<'_>, left: &mut usize) -> Step<()> {
    let start = position(class.colours.len())?;
    match &subclass.colours {
        Colours::Listed(names) => names.iter().try_for_each(|name| put(class, (*name).to_owned()))?,
        Colours::Interval { prefix, bounds } => {
            let mut bound = |index: usize| {
                let bound: &crate::greatspn::expression::Expression<'_> = &bounds[index];
                match (Lower { scope, has_variables: false }).number(bound)? {
                    Number::Known(known @ 0..) => Ok(known),
                    _ => Err(error(
                        format!("the bound `{}` of an interval", shortened(bound.text)),
                        "a natural number",
                    )),
                }
            };
            let (first, last) = (bound(0)?, bound(1)?);
            if first > last {
                let found = format!("the interval from {first} to {last}, which is empty");
                return Err(error(found, "a first number up to the last"));
            }
            let count = usize::try_from(last - first).ok().and_then(|width| width.checked_add(1));
            let rest = count.and_then(|count| left.checked_sub(count));
            *left =
                rest.ok_or_else(|| error(format!("the interval from {first} to {last}"), "fewer colours"))?;
            (first..=last).try_for_each(|number| put(class, format!("{prefix}{number}")))?;
        }
    }
    let end = position(class.colours.len())?;
    class.subclasses.push((start, end));
    match subclass.name {
        Some(name) if class.named.insert(name.to_owned(), (start, end)).is_some() => {
            Err(error(format!("a second subclass called `{}`", shortened(name)), "names that differ"))
        }
        _ => Ok(()),
    }
}

fn position(count: usize) -> Step<u32> {
    u32::try_from(count).map_err(|_| error("a class with 2^32 colours or more", "fewer"))
}

fn put(class: &mut Class, colour: String) -> Step<()> {
    let position = position(class.colours.len())?;
    if class.positions.insert(colour.clone(), position).is_some() {
        let found = format!("the colour `{}`, which the class has twice", shortened(&colour));
        return Err(error(found, "colours that differ"));
    }
    class.colours.push(colour);
    Ok(())
}

/// Declares the product that an element defines.
pub(super) fn product<'d>(scope: &mut Scope<'d>, element: Element<'d>) -> Step<()> {
    let (name, text) = attributes(element);
    let Definition::Product(names) = definition(text)? else { return Ok(()) };
    let class = |name: &&str| match scope.names.get(name) {
        Some(Named::Class(class)) => Ok(*class),
        _ => Err(error(
            format!("`{}` in a product", shortened(name)),
            "a colour class that is no product itself",
        )),
    };
    let classes = names.iter().map(class).collect::<Step<Vec<_>>>()?;
    let sorts = classes.iter().map(|class| scope.class(*class).sort).collect();
    let sort = scope.declare(name.to_owned(), Sort::Product(sorts));
    scope.names.insert(name, Named::Product(scope.products.len()));
    scope.products.push(Domain { sort, classes });
    Ok(())
}
