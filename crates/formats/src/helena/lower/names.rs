//! The meanings of names: constants of the net, and variables of a transition or a loop.

use std::collections::HashMap;

use sanderling_net::{Diagnostic, Net, Span, Term, VariableDeclaration, VariableId};

use super::Outcome;
use super::types::{TypeId, Types};
use super::value::{Kind, Meaning, Value};
use crate::helena::syntax::Name;

/// The meanings of the visible variables.
pub(super) type Scope<'a> = HashMap<&'a str, Value>;

/// The constants of a net, and the variables that its transitions share.
#[derive(Debug, Default)]
pub(super) struct Names<'a> {
    constants: HashMap<&'a str, (Value, Span)>,
    variables: HashMap<(&'a str, TypeId), VariableId>,
}

impl<'a> Names<'a> {
    pub(super) fn add_constant(&mut self, name: Name<'a>, value: Value) -> Outcome<()> {
        if let Some((_, first)) = self.constants.get(name.text) {
            let error = Diagnostic::error(format!("a second constant `{}`", name.text)).at(name.span);
            return Err(Box::new(
                error.related(*first, "the first one").help("give each constant a name of its own"),
            ));
        }
        self.constants.insert(name.text, (value, name.span));
        Ok(())
    }

    pub(super) fn constant(&self, name: &str) -> Option<&Value> {
        self.constants.get(name).map(|(value, _)| value)
    }

    /// Returns a variable of a type. Transitions share variables with the same name and type.
    pub(super) fn variable(
        &mut self,
        name: &'a str,
        of: TypeId,
        types: &mut Types<'a>,
        net: &mut Net,
    ) -> Value {
        let sort = types.sort(of, net);
        let declared = &mut net.declarations.variables;
        let id = *self.variables.entry((name, of)).or_insert_with(|| {
            let mut id = name.to_owned();
            while declared.iter().any(|other| other.id == id) {
                id = format!("{id}_{}", types.name(of));
            }
            declared.push(VariableDeclaration { id, name: None, sort });
            VariableId::new(declared.len() - 1)
        });
        let kind: Kind = types.kind(of);
        Value { kind, meaning: Meaning::Member(Term::Variable(id), sort) }
    }
}
