//! Tests of the property language as its users write it.

mod colours;
mod documentation;
mod errors;
mod language;
mod names;
mod other_words;
mod random;
mod reference;
mod runs;
mod sample;
mod values;
