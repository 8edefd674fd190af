//! The lists of a page: bounds, transitions by their liveness, invariants, siphons and traps.

use super::super::statistics::{figure, widest};
use super::wrap::wrapped;
use super::{Detail, Page};
use crate::{Count, Listed, LivenessLevel, Ordered, PlaceSet};

/// Maximum number of terms or names to print.
const MAX_TERMS: usize = 8;

/// A row, as pieces that are not broken across lines.
type Pieces = Vec<String>;

/// A list: its title, its number of entries, and the first entries.
struct List {
    title: &'static str,
    count: String,
    rows: Vec<Pieces>,
}

impl Page<'_> {
    pub(super) fn lists(&self, out: &mut String) {
        if self.report.program.is_some() {
            return;
        }
        let mut lists = self.bounds();
        lists.extend(self.liveness());
        lists.extend(self.theory());
        if lists.is_empty() {
            return;
        }
        out.push('\n');
        let width = lists.iter().map(|list| list.title.len()).max().unwrap_or(0);
        let wide = widest(lists.iter().map(|list| &list.count));
        for List { title, count, rows } in &lists {
            let margin = width + wide + 4;
            let starts = [format!("{title:width$}  {count:>wide$}  "), " ".repeat(margin)];
            for (at, row) in rows.iter().enumerate() {
                wrapped(&starts[at.min(1)], row.iter().map(String::as_str), margin, out);
            }
        }
    }

    /// Lists the unbounded places, and the places with a finite bound above one.
    fn bounds(&self) -> Vec<List> {
        let bounds = self.report.bounds.iter().flat_map(Ordered::iter);
        let beyond = bounds.filter(|(_, bound)| *bound > Count::from(1_u64));
        let (unbounded, bounded): (Vec<_>, Vec<_>) = beyond.partition(|(_, bound)| *bound == Count::Infinite);
        let unbounded = unbounded.into_iter().map(|(place, _)| self.name(place).to_owned());
        let bounded =
            bounded.into_iter().map(|(place, bound)| format!("{} ≤ {}", self.name(place), figure(*bound)));
        let lists = [
            self.in_one_row("unbounded places", unbounded.collect()),
            self.in_one_row("bounds above 1", bounded.collect()),
        ];
        lists.into_iter().flatten().collect()
    }

    /// Lists the transitions that are not live by their level, which is exact if all markings were explored.
    fn liveness(&self) -> Vec<List> {
        let levels = [
            (LivenessLevel::L0, "dead transitions (L0)"),
            (LivenessLevel::L1, "can fire, not for ever (L1)"),
            (LivenessLevel::L3, "can fire for ever (L3)"),
        ];
        let liveness = self.report.liveness.as_ref().filter(|_| self.is_explored());
        let list = |(level, title)| {
            let transitions = liveness?.iter().filter(|(_, one)| *one == level);
            self.in_one_row(title, transitions.map(|(id, _)| self.name(id).to_owned()).collect())
        };
        levels.into_iter().filter_map(list).collect()
    }

    fn theory(&self) -> Vec<List> {
        let report = self.report;
        let mut lists = vec![
            self.list("place invariants", &report.place_invariants, |one| {
                let value = format!("= {}", figure(one.value));
                self.sum(&one.weights).into_iter().chain([value]).collect()
            }),
            self.list("transition invariants", &report.transition_invariants, |terms| self.sum(terms)),
        ];
        for (title, sets) in [("minimal siphons", &report.siphons), ("minimal traps", &report.traps)] {
            lists.push(self.list(title, sets, |set| self.set(set)));
        }
        lists.into_iter().flatten().collect()
    }

    fn list<T>(&self, title: &'static str, listed: &Listed<T>, row: impl Fn(&T) -> Pieces) -> Option<List> {
        let most = match self.detail {
            Detail::Summary => 2,
            Detail::Answers => 6,
            Detail::All => usize::MAX,
        };
        let count = listed.list.len();
        let mut rows: Vec<Pieces> = listed.list.iter().take(most).map(row).collect();
        let Some(last) = rows.last_mut().and_then(|row| row.last_mut()) else {
            let is_cut = !listed.complete && self.report.has_lists();
            let row = vec!["too many to list".to_owned()];
            return is_cut.then(|| List { title, count: "?".to_owned(), rows: vec![row] });
        };
        if count > most {
            last.push_str(", …");
        }
        let more = if listed.complete { "" } else { "+" };
        Some(List { title, count: figure(count.into()) + more, rows })
    }

    /// Returns a list whose entries are names.
    fn in_one_row(&self, title: &'static str, names: Vec<String>) -> Option<List> {
        let count = figure(names.len().into());
        (!names.is_empty()).then(|| List { title, count, rows: vec![self.joined(names, ",")] })
    }

    fn set(&self, set: &PlaceSet) -> Pieces {
        let names = set.places.iter().map(|place| self.name(place).to_owned()).collect();
        let mut pieces = self.joined(names, ",");
        if let Some(first) = pieces.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = pieces.last_mut() {
            last.push_str(if set.marked { "}" } else { "}  (not marked)" });
        }
        pieces
    }

    fn sum(&self, terms: &Ordered<Count>) -> Pieces {
        let shown = terms.iter().map(|(id, factor)| match *factor {
            Count::Finite(1) => self.name(id).to_owned(),
            factor => format!("{} {}", figure(factor), self.name(id)),
        });
        self.joined(shown.collect(), " +")
    }

    /// Joins the first pieces with a separator, and adds the total number if some are omitted.
    pub(super) fn joined(&self, mut pieces: Pieces, between: &str) -> Pieces {
        let (count, most) = (pieces.len(), self.at_most(MAX_TERMS));
        if count > most {
            pieces.truncate(most);
            pieces.push(format!("… ({})", figure(count.into())));
        }
        let last = pieces.len().saturating_sub(1);
        pieces.iter_mut().take(last).for_each(|piece| piece.push_str(between));
        pieces
    }
}
