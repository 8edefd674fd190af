//! Tests of infinite runs and of components through the public interface.

mod accepting;
mod components;
mod waiting;
