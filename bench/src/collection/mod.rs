//! A collection of models with known answers: what is there, and what is known of it.

mod known;
mod model;

pub(crate) use known::{Known, known_file};
pub(crate) use model::{Model, models};
