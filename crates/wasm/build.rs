//! Linker options of the module.

/// The stack, in bytes: as much as a thread of the native program has.
const STACK: usize = 2 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK}");
}
