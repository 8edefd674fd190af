//! Nested units, in the `toolspecific` element of the Model Checking Contest.
//!
//! Source: Garavel, *Nested-Unit Petri Nets*, Journal of Logical and Algebraic Methods in Programming, 2019, and the
//! contest's page on the format. A section does not affect the behaviour of the net. A malformed one (units that are
//! not a tree, places in no unit or in two) is therefore ignored with a warning, and the net is read without units.
//! `safe` is a claim and is stored as one; if it is missing, nothing is claimed.

use std::collections::HashMap;

use sanderling_net::{Diagnostic, NestedUnits, Place, PlaceId, Span, Unit, UnitId};

use crate::builder::Builder;
use crate::document::Reading;
use crate::element::Element;
use crate::number;
use crate::report::{Report, Step};
use crate::symbol::{Node, SymbolId, Symbols};

/// A section that has been read, with places given by their ids.
#[derive(Debug)]
pub(crate) struct PendingUnits {
    root: String,
    claims_safe: bool,
    declared: Option<u64>,
    units: Vec<PendingUnit>,
    span: Span,
}

#[derive(Debug)]
struct PendingUnit {
    id: String,
    places: Vec<SymbolId>,
    subunits: Vec<String>,
}

impl<'a> Reading<'a> {
    /// Reads a section.
    pub(crate) fn nested_units(&mut self, net: &mut Builder<'a>, element: &Element<'a>) -> Step<()> {
        let mut pending = None;
        while let Some(child) = self.cursor.child()? {
            match child.name {
                "structure" if child.is_pnml() => pending = Some(self.structure(net, &child)?),
                _ => self.cursor.skip()?,
            }
        }
        if net.units.is_some() || pending.is_none() {
            let found =
                if pending.is_none() { "no `structure` in it" } else { "another one comes before it" };
            self.report.say(dropped(found, element.span));
        } else {
            net.units = pending;
        }
        Ok(())
    }

    fn structure(&mut self, net: &mut Builder<'a>, element: &Element<'a>) -> Step<PendingUnits> {
        let mut units = Vec::new();
        while let Some(child) = self.cursor.child()? {
            match child.name {
                "unit" if child.is_pnml() => units.push(self.unit(net, &child)?),
                _ => self.cursor.skip()?,
            }
        }
        Ok(PendingUnits {
            root: element.attribute("root").unwrap_or_default().into_owned(),
            claims_safe: element.attribute("safe").as_deref() == Some("true"),
            declared: element.attribute("units").and_then(|words| number::parse(words.trim()).ok()),
            units,
            span: element.span,
        })
    }

    fn unit(&mut self, net: &mut Builder<'a>, element: &Element<'a>) -> Step<PendingUnit> {
        let id = element.attribute("id").unwrap_or_default().into_owned();
        let mut unit = PendingUnit { id, places: Vec::new(), subunits: Vec::new() };
        while let Some(child) = self.cursor.child()? {
            let text = self.cursor.text()?;
            let ids = text.collapsed().split_ascii_whitespace();
            match child.name {
                "places" => unit.places.extend(ids.map(|id| net.symbols.intern(id.to_owned().into()))),
                "subunits" => unit.subunits.extend(ids.map(str::to_owned)),
                _ => {}
            }
        }
        Ok(unit)
    }
}

impl PendingUnits {
    /// Returns the units over the places of the net; `None` with a warning if they are malformed.
    pub(crate) fn resolve(
        self,
        symbols: &Symbols<'_>,
        places: &[Place],
        report: &mut Report<'_>,
    ) -> Option<NestedUnits> {
        let span = self.span;
        if self.declared.is_some_and(|n| n != self.units.len() as u64) {
            let found = format!("nested units: {} of them, where `units` says otherwise", self.units.len());
            report.say(Diagnostic::warning(found).at(span));
        }
        self.build(symbols, places).map_err(|problem| report.say(dropped(&problem, span))).ok()
    }

    fn build(self, symbols: &Symbols<'_>, all: &[Place]) -> Result<NestedUnits, String> {
        let ids = self.ids()?;
        let find = |id: &str| {
            ids.get(id).copied().ok_or_else(|| format!("no unit is called `{}`", number::shortened(id)))
        };
        let root = find(&self.root)?;
        let mut taken = vec![false; all.len()];
        let mut units = Vec::with_capacity(self.units.len());
        for pending in &self.units {
            let places = pending
                .places
                .iter()
                .map(|&symbol| place(symbols, symbol, &mut taken))
                .collect::<Result<_, _>>()?;
            let subunits = pending.subunits.iter().map(|id| find(id)).collect::<Result<_, _>>()?;
            units.push(Unit { id: pending.id.clone(), places, subunits });
        }
        if let Some(missing) = taken.iter().position(|taken| !taken) {
            return Err(format!("the place `{}` is in no unit", number::shortened(&all[missing].id)));
        }
        check_tree(&units, root)?;
        Ok(NestedUnits { root, units, claims_safe: self.claims_safe })
    }

    fn ids(&self) -> Result<HashMap<&str, UnitId>, String> {
        let mut ids = HashMap::new();
        for (index, unit) in self.units.iter().enumerate() {
            if unit.id.is_empty() {
                return Err("a unit has no id".to_owned());
            }
            if ids.insert(unit.id.as_str(), UnitId::new(index)).is_some() {
                return Err(format!("two units are called `{}`", number::shortened(&unit.id)));
            }
        }
        Ok(ids)
    }
}

fn place(symbols: &Symbols<'_>, symbol: SymbolId, taken: &mut [bool]) -> Result<PlaceId, String> {
    let named = || number::shortened(symbols.id(symbol));
    let Some(Node::Place(place)) = symbols.declared(symbol).map(|d| d.node) else {
        return Err(format!("`{}` is no place", named()));
    };
    if std::mem::replace(&mut taken[place.index()], true) {
        return Err(format!("the place `{}` is in two units", named()));
    }
    Ok(place)
}

/// Checks that each unit except the root has exactly one parent, and that the root is above all others.
fn check_tree(units: &[Unit], root: UnitId) -> Result<(), String> {
    let mut reached = vec![false; units.len()];
    reached[root.index()] = true;
    let mut open = vec![root];
    while let Some(unit) = open.pop() {
        for &below in &units[unit.index()].subunits {
            if std::mem::replace(&mut reached[below.index()], true) {
                return Err(format!(
                    "the unit `{}` is below two others or below itself",
                    number::shortened(&units[below.index()].id)
                ));
            }
            open.push(below);
        }
    }
    match reached.iter().position(|reached| !reached) {
        Some(index) => {
            Err(format!("the unit `{}` is not below the root", number::shortened(&units[index].id)))
        }
        None => Ok(()),
    }
}

fn dropped(problem: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(format!("malformed nested units: {problem}"))
        .at(span)
        .help("the net is read without units")
}
