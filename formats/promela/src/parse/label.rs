//! Labels in calls of `inline`.
//!
//! As in Spin, calls beside each other have their own labels, and a `goto` leads to the label of the innermost call around
//! it that has one. If only one call has the label, each `goto` of the process reaches it. The same label within and
//! outside of a call is refused, since it depends on details of Spin which one a `goto` means.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::syntax::{Statement, StatementKind};

/// Marks the labels of a call with its number: `done` becomes `done.3`, in each `goto` within the call, too. A label that
/// a call within this one also has stays unmarked.
pub(super) fn enclose(statements: &mut [Statement], call: usize) {
    let (mut own, mut inner): (HashSet<Rc<str>>, HashSet<Rc<str>>) = Default::default();
    visit(statements, &mut |name, is_label| {
        if is_label {
            let of = if name.contains('.') { &mut inner } else { &mut own };
            of.insert(written(name));
        }
    });
    own.retain(|name| !inner.contains(name));
    if !own.is_empty() {
        visit(statements, &mut |name, _| {
            if own.contains(name) {
                *name = format!("{name}.{call}").into();
            }
        });
    }
}

/// Names the marked labels of a process: `done_1`, `done_2`, …, or `done` if there is no other, or one without a mark.
pub(super) fn resolve(body: &mut [Statement]) {
    let mut labels: HashMap<Rc<str>, Vec<Rc<str>>> = HashMap::new();
    visit(body, &mut |name, is_label| {
        if is_label {
            labels.entry(written(name)).or_default().push(name.clone());
        }
    });
    let mut names: HashMap<Rc<str>, Rc<str>> = HashMap::new();
    for (written, all) in labels {
        let is_numbered = all.len() > 1 && !all.contains(&written);
        for (name, number) in all.into_iter().zip(1..) {
            let new = if is_numbered { format!("{written}_{number}").into() } else { written.clone() };
            names.insert(name, new);
        }
    }
    visit(body, &mut |name, _| {
        if let Some(new) = names.get(name) {
            name.clone_from(new);
        }
    });
}

/// Returns a label without its mark.
fn written(name: &str) -> Rc<str> {
    name.split('.').next().unwrap_or_default().into()
}

/// Visits all labels, and all targets of `goto`; `true` means a label.
fn visit(statements: &mut [Statement], visitor: &mut dyn FnMut(&mut Rc<str>, bool)) {
    for statement in statements {
        statement.labels.iter_mut().for_each(|label| visitor(&mut label.text, true));
        match &mut statement.kind {
            StatementKind::Goto(name) => visitor(&mut name.text, false),
            StatementKind::If(options) | StatementKind::Do(options) => {
                options.iter_mut().for_each(|option| visit(option, visitor));
            }
            StatementKind::Atomic(body)
            | StatementKind::DStep(body)
            | StatementKind::Block(body)
            | StatementKind::For(_, _, _, body)
            | StatementKind::ForIn(_, _, body) => visit(body, visitor),
            StatementKind::Unless(main, escape) => {
                visit(std::slice::from_mut(main), visitor);
                visit(std::slice::from_mut(escape), visitor);
            }
            _ => {}
        }
    }
}
