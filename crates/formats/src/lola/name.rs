//! Unique names for LoLA.
//!
//! LoLA's names consist of any characters except blanks, commas, colons, semicolons, parentheses and braces. These
//! characters, and all others that may have a meaning in LoLA's formulas, become underscores. Numbers then make equal
//! names unique. An underscore is appended to keywords, of nets and of formulas, and to plain numbers.

use std::collections::HashSet;

/// The words of LoLA's languages.
const KEYWORDS: &[&str] = &[
    "A",
    "AF",
    "AG",
    "ALLPATH",
    "ALWAYS",
    "AND",
    "AX",
    "CONSUME",
    "CONTROL",
    "DEADLOCK",
    "E",
    "EF",
    "EG",
    "EVENTUALLY",
    "EX",
    "EXPATH",
    "F",
    "FAIR",
    "FALSE",
    "FIREABLE",
    "FORMULA",
    "G",
    "IMPOSSIBLE",
    "INITIAL",
    "INVARIANT",
    "LIVE",
    "MARKING",
    "MAX",
    "MIN",
    "NEXTSTATE",
    "NOT",
    "OR",
    "PLACE",
    "PRODUCE",
    "R",
    "REACHABLE",
    "RELEASE",
    "SAFE",
    "STRONG",
    "TRANSITION",
    "TRUE",
    "U",
    "UNTIL",
    "WEAK",
    "X",
    "XOR",
    "oo",
];

/// Returns unique names for these ids, in their order.
pub(crate) fn names<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = HashSet::new();
    ids.map(|id| {
        let plain = plain(id);
        let free = (2..).map(|number| format!("{plain}_{number}"));
        let name = std::iter::once(plain.clone()).chain(free).find(|name| !taken.contains(name));
        let name = name.unwrap_or(plain);
        taken.insert(name.clone());
        name
    })
    .collect()
}

fn plain(id: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let mut name: String = id.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let is_number = name.chars().all(|c| c.is_ascii_digit());
    if is_number || KEYWORDS.contains(&name.as_str()) {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_become_names_and_stay_apart() {
        let ids = ["a b", "a_b", "a_b_2", "a:b", "PLACE", "12", "", "p.q", "é"];
        assert_eq!(
            names(ids.into_iter()),
            ["a_b", "a_b_2", "a_b_2_2", "a_b_3", "PLACE_", "12_", "_", "p.q", "__2"]
        );
    }
}
