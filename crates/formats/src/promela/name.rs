//! Names that Promela, the C preprocessor and the C compiler accept.
//!
//! Spin translates models to C, and their names become names in C. Here, a name begins with a letter for its kind and
//! the number of the place; no keyword and no name in Spin's own code has this form. The modeller's name follows for
//! the reader only, and need not be unique.

/// Maximum number of characters of a modeller's id in a name.
const MAX_CHARACTERS: usize = 40;

/// Returns a name from its kind, a number and the modeller's id.
pub(crate) fn name(kind: char, number: usize, id: &str) -> String {
    let readable: String = id.chars().map(plain).take(MAX_CHARACTERS).collect();
    format!("{kind}{number}_{readable}")
}

fn plain(c: char) -> char {
    if c.is_ascii_alphanumeric() { c } else { '_' }
}

/// Returns an id for a comment, without line breaks and without anything that would end the comment.
pub(crate) fn remark(id: &str) -> String {
    let is_harmless = |c: char| c.is_ascii_graphic() && !matches!(c, '\\' | '"' | '\'' | '?' | '#');
    let one_line: String = id.chars().map(|c| if is_harmless(c) || c == ' ' { c } else { '_' }).collect();
    one_line.replace("*/", "*_").replace("/*", "_*")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_where_ids_do_not_and_are_words_of_c() {
        assert_eq!(name('p', 0, "int"), "p0_int");
        assert_eq!(name('p', 1, "a b/ü"), "p1_a_b__");
        assert_eq!(name('p', 2, &"x".repeat(99)).len(), 3 + MAX_CHARACTERS);
    }

    #[test]
    fn a_remark_stays_within_its_comment() {
        assert_eq!(remark("P.a->b"), "P.a->b");
        assert_eq!(remark("a*/b\nc/*d\\"), "a*_b_c_*d_");
        assert!(!remark("**//*/").contains("*/"));
    }
}
