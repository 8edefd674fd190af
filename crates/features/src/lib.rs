//! A crate without code. Its manifest lists features of other packages that some package of the workspace uses.
//!
//! Cargo unites the features of the selected packages. Without this list, the program, its tests and the Python package
//! would each compile the engine separately.
