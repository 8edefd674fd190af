//! Tests of the formats, of their list, and of converters.

mod astg;
mod converters;
mod cpn_tools;
mod editors;
mod greatspn;
mod helena;
mod lola;
mod pflow;
mod promela;
mod tina;
