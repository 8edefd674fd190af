//! No code: its manifest lists features of other packages that some package of the workspace wants.
//!
//! Cargo unites the features of the packages that a command selects. Without the list, the program, its tests and the Python package would each
//! compile the engine anew.
