//! The table of counts, with tab-separated columns, a line for each search, and the compiler in the first
//! line.

use std::fmt::{self, Display};
use std::str::FromStr;

/// The column headers.
pub(super) const TITLES: [&str; 4] = ["model", "options", "instructions", "instructions_per_firing"];

/// The text before the compiler's name.
const MADE_WITH: &str = "# made by `cargo xtask instructions --update` with ";

/// The counts of a search.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    pub(super) model: String,
    pub(super) options: String,
    /// Of the whole program.
    pub(super) instructions: u64,
    /// Of the search alone.
    pub(super) per_firing: f64,
}

impl Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { model, options, instructions, per_firing } = self;
        write!(f, "{model}\t{options}\t{instructions}\t{per_firing:.1}")
    }
}

impl FromStr for Row {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [model, options, instructions, per_firing] = cells[..] else {
            return Err(format!("`{line}` has {} columns; expected {}", cells.len(), TITLES.len()));
        };
        let wrong = || format!("`{line}` has no numbers where they should be");
        Ok(Self {
            model: model.into(),
            options: options.into(),
            instructions: instructions.parse().map_err(|_| wrong())?,
            per_firing: per_firing.parse().map_err(|_| wrong())?,
        })
    }
}

/// The counts of all searches.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Table {
    pub(super) compiler: String,
    pub(super) rows: Vec<Row>,
}

impl Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MADE_WITH}{}\n{}", self.compiler, TITLES.join("\t"))?;
        self.rows.iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}

impl FromStr for Table {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        let compiler = lines.next().and_then(|line| line.strip_prefix(MADE_WITH));
        let compiler = compiler.ok_or_else(|| format!("the table does not begin with `{MADE_WITH}`"))?;
        if lines.next() != Some(&TITLES.join("\t")) {
            return Err(format!("the second line of the table is not `{}`", TITLES.join("\t")));
        }
        Ok(Self { compiler: compiler.into(), rows: lines.map(str::parse).collect::<Result<_, _>>()? })
    }
}

impl Table {
    /// Compares this table with the current counts. A search that is missing in one of them is a difference,
    /// too.
    pub(super) fn differences(&self, now: &Self) -> Vec<Difference> {
        let same = |a: &Row, b: &Row| a.model == b.model && a.options == b.options;
        let find = |rows: &[Row], row: &Row| rows.iter().find(|other| same(other, row)).cloned();
        let both =
            self.rows.iter().map(|row| Difference { before: Some(row.clone()), now: find(&now.rows, row) });
        let new = now.rows.iter().filter(|row| find(&self.rows, row).is_none());
        both.chain(new.map(|row| Difference { before: None, now: Some(row.clone()) })).collect()
    }
}

/// The earlier and the current counts of a search.
#[derive(Debug)]
pub(super) struct Difference {
    before: Option<Row>,
    now: Option<Row>,
}

impl Difference {
    /// Returns by what percentage the total instructions and those per firing have increased.
    fn percent(&self) -> Option<[f64; 2]> {
        let (Some(before), Some(now)) = (&self.before, &self.now) else { return None };
        #[expect(clippy::cast_precision_loss, reason = "a few digits are looked at")]
        let all = now.instructions as f64 / before.instructions as f64;
        Some([all, now.per_firing / before.per_firing].map(|ratio| 100.0 * (ratio - 1.0)))
    }

    /// Returns whether one of the increases exceeds a tolerance in percent, or the search is missing in one
    /// of the tables.
    pub(super) fn exceeds(&self, tolerance: f64) -> bool {
        self.percent().is_none_or(|percents| percents.into_iter().any(|percent| percent > tolerance))
    }
}

impl Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(row) = self.now.as_ref().or(self.before.as_ref()) else { return Ok(()) };
        let name = format!("{} {}", row.model, row.options);
        match self.percent() {
            Some([all, firing]) => write!(f, "{name:60} {all:+6.2} % in all, {firing:+6.2} % a firing"),
            None if self.now.is_none() => write!(f, "{name:60} is in the table, and no longer counted"),
            None => write!(f, "{name:60} is not in the table"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(model: &str, instructions: u64, per_firing: f64) -> Row {
        Row { model: model.into(), options: "explore --store tree".into(), instructions, per_firing }
    }

    #[test]
    fn tables_read_back() {
        let rows = vec![row("kanban 3", 213_286_976, 469.2), row("nets/a.dve", 7, 0.5)];
        let table = Table { compiler: "rustc 1.90.0 (1159e78c4 2025-09-14)".into(), rows };
        assert_eq!(table.to_string().parse(), Ok(table));
    }

    #[test]
    fn a_broken_table_is_refused_with_its_line() {
        let head = format!("{MADE_WITH}rustc 1\n{}\n", TITLES.join("\t"));
        assert!("nothing".parse::<Table>().is_err());
        assert!(format!("{MADE_WITH}rustc 1\n").parse::<Table>().is_err());
        let message = format!("{head}a\tb\t7\n").parse::<Table>().unwrap_err();
        assert!(message.contains("3 columns"), "{message}");
        let message = format!("{head}a\tb\tmany\t1\n").parse::<Table>().unwrap_err();
        assert!(message.contains("many"), "{message}");
    }

    #[test]
    fn a_search_that_is_missing_on_one_side_is_a_difference() {
        let table = |rows| Table { compiler: String::new(), rows };
        let (before, now) = (
            table(vec![row("a", 1, 1.0), row("b", 1, 1.0)]),
            table(vec![row("b", 1, 1.0), row("c", 1, 1.0)]),
        );
        let differences = before.differences(&now);
        let exceed: Vec<bool> = differences.iter().map(|difference| difference.exceeds(50.0)).collect();
        assert_eq!(exceed, [true, false, true]);
        assert!(differences[0].to_string().contains("no longer counted"));
    }

    #[test]
    fn either_figure_alone_may_grow_too_much() {
        let exceeds =
            |now: Row| Difference { before: Some(row("a", 1000, 10.0)), now: Some(now) }.exceeds(2.0);
        assert!(!exceeds(row("a", 1010, 10.1)));
        assert!(exceeds(row("a", 1030, 10.0)));
        assert!(exceeds(row("a", 1000, 10.3)));
    }
}
