//! Checks that unsafe code occurs only in the crates of the stores, the threads and the allocator, and at the
//! interfaces to C and to the host of the WebAssembly module.

use super::Violation;
use super::rust_text::{code_only, lines_where, words};
use super::tree::Tree;

const UNSAFE_CRATES: [&str; 4] = ["crates/c", "crates/machine", "crates/store", "crates/wasm"];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in tree.rust().filter(|file| !UNSAFE_CRATES.iter().any(|folder| file.is_below(folder))) {
        let code = code_only(&file.text);
        for line in lines_where(&code, |line| words(line).any(|word| word == "unsafe")) {
            violations.push(Violation::new(
                &file.path,
                line,
                format!("unsafe code outside of {}", UNSAFE_CRATES.join(", ")),
            ));
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsafe_code_is_found_where_it_must_not_be() {
        let text = "//! .\n// unsafe\n#![deny(unsafe_code)]\nlet x = unsafe { y };\n\"unsafe\"";
        let tree = Tree::of(&[
            ("crates/store/src/lib.rs", text),
            ("crates/machine/src/memory.rs", text),
            ("crates/net/src/lib.rs", text),
        ]);
        let found: Vec<_> = check(&tree).into_iter().map(|found| (found.file, found.line)).collect();
        assert_eq!(found, [("crates/net/src/lib.rs".to_owned(), 4)]);
    }
}
