//! Linker options of the module.

/// Size of the stack in bytes. Threads of the native program have the same size.
const STACK: usize = 2 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK}");
}
