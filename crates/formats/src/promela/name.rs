//! Names that Promela, the C preprocessor and the C compiler take.
//!
//! Spin makes C of its models, and the names in them become those of C. So a name here begins with a
//! letter for what it stands for and the number of the place, which no keyword and nothing in Spin's
//! own code does; what the modeller called it follows for the reader alone, and need not be unique.

/// How much of a modeller's id is kept.
const MAX_CHARACTERS: usize = 40;

/// The name of something: what kind of thing, its number, the modeller's id.
pub(crate) fn name(kind: char, number: usize, id: &str) -> String {
    let readable: String = id.chars().map(plain).take(MAX_CHARACTERS).collect();
    format!("{kind}{number}_{readable}")
}

fn plain(c: char) -> char {
    if c.is_ascii_alphanumeric() { c } else { '_' }
}

/// An id in a comment: without line breaks, and without what would end the comment.
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
