//! A campaign, for the time being its results alone.
#![allow(dead_code)]

mod case;
mod compare;
mod page;
mod record;
mod results;
#[cfg(test)]
mod sample;
